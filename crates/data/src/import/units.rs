//! Units of length.

/// The unit a plan file is written in.
///
/// ```
/// use ambulo_data::Units;
/// assert_eq!(Units::parse("mm").unwrap().metres, 0.001);
/// assert_eq!(Units::parse("0.5").unwrap().metres, 0.5);
/// assert!(Units::parse("cubit").is_none());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    /// What it is called.
    pub name: String,
    /// Metres in one of it.
    pub metres: f64,
}

/// Names one may write, and metres in each.
const KNOWN: [(&str, f64); 9] = [
    ("m", 1.0),
    ("mm", 0.001),
    ("cm", 0.01),
    ("dm", 0.1),
    ("km", 1000.0),
    ("in", 0.0254),
    ("ft", 0.3048),
    ("yd", 0.9144),
    ("mi", 1609.344),
];

impl Units {
    /// Metres.
    ///
    /// ```
    /// assert_eq!(ambulo_data::Units::metres().name, "m");
    /// ```
    pub fn metres() -> Self {
        Self { name: "m".into(), metres: 1.0 }
    }

    /// Another unit.
    ///
    /// ```
    /// assert_eq!(ambulo_data::Units::new("m", 1.0), ambulo_data::Units::metres());
    /// ```
    pub fn new(name: impl Into<String>, metres: f64) -> Self {
        Self { name: name.into(), metres }
    }

    /// Degrees of longitude and latitude, which are projected; a degree of latitude is about so many metres.
    ///
    /// ```
    /// assert_eq!(ambulo_data::Units::parse("degrees"), Some(ambulo_data::Units::degrees()));
    /// ```
    pub fn degrees() -> Self {
        Self::new("degrees", 111_320.0)
    }

    /// Whether places are longitude and latitude.
    ///
    /// ```
    /// assert!(!ambulo_data::Units::metres().is_degrees());
    /// ```
    pub fn is_degrees(&self) -> bool {
        self.name == "degrees"
    }

    /// A unit by its name, or by the metres in one.
    ///
    /// ```
    /// assert_eq!(ambulo_data::Units::parse("in").unwrap().metres, 0.0254);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some((name, metres)) = KNOWN.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Some(Self::new(*name, *metres));
        }
        if ["degrees", "degree", "deg"].iter().any(|name| name.eq_ignore_ascii_case(text)) {
            return Some(Self::degrees());
        }
        let metres: f64 = text.parse().ok()?;
        (1e-6..=1e6).contains(&metres).then(|| Self::new(format!("{metres} m"), metres))
    }

    /// The names that [`Units::parse`] knows.
    ///
    /// ```
    /// assert!(ambulo_data::Units::names().contains("mm"));
    /// ```
    pub fn names() -> String {
        let names: Vec<&str> = KNOWN.iter().map(|(name, _)| *name).collect();
        format!("{}, degrees (of WKT and GeoJSON), or the metres in one unit", names.join(", "))
    }
}
