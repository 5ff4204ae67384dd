//! The plan and its named places, as written.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// Where people can walk: a text or a file, and what stands in the way.
///
/// ```
/// use ambulo_data::scenario::PlanSpec;
/// let plan = PlanSpec::inline("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))");
/// assert!(plan.file.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["wkt"] }, { "required": ["file"] }]))]
pub struct PlanSpec {
    /// The walkable area as WKT [m]: POLYGON, MULTIPOLYGON or a GEOMETRYCOLLECTION of them; holes are obstacles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wkt: Option<String>,
    /// A plan file (.wkt, .geojson, .json), relative to the scenario file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Things to cut out of the walkable area: WKT polygons that lie inside it.
    #[serde(default)]
    pub obstacles: Vec<String>,
}

impl PlanSpec {
    /// A plan written in the scenario itself: what a resolved scenario holds, so that it stands alone.
    ///
    /// ```
    /// let plan = ambulo_data::scenario::PlanSpec::inline("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))");
    /// assert!(plan.wkt.unwrap().starts_with("POLYGON"));
    /// ```
    pub fn inline(wkt: impl Into<String>) -> Self {
        Self { wkt: Some(wkt.into()), file: None, obstacles: Vec::new() }
    }

    /// Whether nothing is written: so is the plan of a scenario with levels.
    ///
    /// ```
    /// assert!(ambulo_data::scenario::PlanSpec::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.wkt.is_none() && self.file.is_none()
    }
}

/// A named place: a WKT polygon or an upright box.
///
/// ```
/// use ambulo_data::scenario::AreaSpec;
/// let door = AreaSpec::Rect { rect: [0.0, 0.0, 2.0, 1.0], level: None };
/// assert_eq!(serde_json::to_string(&door).unwrap(), r#"{"rect":[0.0,0.0,2.0,1.0]}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum AreaSpec {
    /// Any shape.
    Wkt {
        /// POLYGON or MULTIPOLYGON [m].
        wkt: String,
        /// Name of its level; the first when left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        level: Option<String>,
    },
    /// An upright box.
    Rect {
        /// Two opposite corners: x0, y0, x1, y1 [m].
        rect: [f64; 4],
        /// Name of its level; the first when left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        level: Option<String>,
    },
}

impl AreaSpec {
    /// The name of its level; `None` means the only one.
    ///
    /// ```
    /// use ambulo_data::scenario::AreaSpec;
    /// let door = AreaSpec::Rect { rect: [0.0, 0.0, 2.0, 1.0], level: Some("upper".into()) };
    /// assert_eq!(door.level(), Some("upper"));
    /// ```
    pub fn level(&self) -> Option<&str> {
        let (Self::Wkt { level, .. } | Self::Rect { level, .. }) = self;
        level.as_deref()
    }
}

/// Areas and doors are pairs in memory, to keep their order, and a table in the file.
pub(super) fn as_table<T: Serialize, S: Serializer>(pairs: &[(String, T)], s: S) -> Result<S::Ok, S::Error> {
    s.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}
