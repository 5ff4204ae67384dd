//! What a crowd is calibrated on, and how far a figure is from people.

use ambulo_geom::math;
use serde::Serialize;

/// A subject of calibration, each weighted alike unless another weight is given.
///
/// ```
/// use ambulo_lab::CrowdTarget;
/// assert_eq!(CrowdTarget::from_name("doors"), Some(CrowdTarget::Doors));
/// assert!(CrowdTarget::ALL.iter().all(|t| CrowdTarget::from_name(t.name()) == Some(*t)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CrowdTarget {
    /// Speed over density on a closed course, against Weidmann.
    Speed,
    /// Flow through doors, against 1.9 people per metre and second.
    Doors,
    /// A single file, against the band of RiMEA's test 16.
    File,
    /// Corridors of measured people: density, speed and specific flow.
    Corridors,
    /// Turning in a jam, at most 90 degrees per minute.
    Jam,
    /// Stripes where two streams cross, at 30 to 60 degrees.
    Stripes,
    /// Lanes and passage in a counterflow.
    Counterflow,
}

impl CrowdTarget {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(ambulo_lab::CrowdTarget::ALL.len(), 7);
    /// ```
    pub const ALL: [Self; 7] =
        [Self::Speed, Self::Doors, Self::File, Self::Corridors, Self::Jam, Self::Stripes, Self::Counterflow];

    /// Its name on the command line.
    ///
    /// ```
    /// assert_eq!(ambulo_lab::CrowdTarget::File.name(), "file");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::Doors => "doors",
            Self::File => "file",
            Self::Corridors => "corridors",
            Self::Jam => "jam",
            Self::Stripes => "stripes",
            Self::Counterflow => "counterflow",
        }
    }

    /// The target of that name.
    ///
    /// ```
    /// assert_eq!(ambulo_lab::CrowdTarget::from_name("weather"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.name() == name)
    }
}

/// What people do, and so what a residual is.
///
/// ```
/// use ambulo_lab::Reference;
/// // Ten per cent too fast.
/// assert!((Reference::Value { people: 1.0 }.residual(1.1) - 0.0953).abs() < 1e-4);
/// // Within the band.
/// assert_eq!(Reference::Within { low: 30.0, high: 60.0 }.residual(45.0), 0.0);
/// // Five hundredths short of the bound.
/// assert!((Reference::AtLeast { bound: 0.75 }.residual(0.7) + 0.05).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Reference {
    /// A value: the residual is the logarithm of the ratio to it.
    Value {
        /// That of people.
        people: f64,
    },
    /// A band: the logarithm of the ratio to its nearer end, 0 within.
    Within {
        /// Lower end.
        low: f64,
        /// Upper end.
        high: f64,
    },
    /// A share that is not to be less: the shortfall, negative, 0 above.
    AtLeast {
        /// The bound.
        bound: f64,
    },
    /// A figure that is not to be more: the logarithm of the ratio to it, 0 below.
    AtMost {
        /// The bound.
        bound: f64,
    },
}

/// The residual of a figure that is not there: no stripes, no lanes.
const ABSENT: f64 = -1.0;
/// Ratios below this count as this: nobody passes at all.
const LEAST_RATIO: f64 = 0.01;

impl Reference {
    /// How far a figure is from people; 0 where it is as theirs.
    ///
    /// ```
    /// use ambulo_lab::Reference;
    /// assert_eq!(Reference::AtMost { bound: 90.0 }.residual(60.0), 0.0);
    /// // Nothing was there to be measured.
    /// assert_eq!(Reference::Within { low: 30.0, high: 60.0 }.residual(f64::NAN), -1.0);
    /// ```
    pub fn residual(&self, value: f64) -> f64 {
        let ratio = |to: f64| math::ln((value / to).max(LEAST_RATIO));
        match *self {
            _ if value.is_nan() => ABSENT,
            Self::Value { people } => ratio(people),
            Self::Within { low, high } if value < low || value > high => ratio(if value < low { low } else { high }),
            Self::AtLeast { bound } => (value - bound).min(0.0),
            Self::AtMost { bound } => ratio(bound).max(0.0),
            Self::Within { .. } => 0.0,
        }
    }

    /// As a cell of a table.
    ///
    /// ```
    /// assert_eq!(ambulo_lab::Reference::AtLeast { bound: 0.75 }.words(), "at least 0.75");
    /// ```
    pub fn words(&self) -> String {
        match self {
            Self::Value { people } => format!("{people:.3}"),
            Self::Within { low, high } => format!("{low:.3} to {high:.3}"),
            Self::AtLeast { bound } => format!("at least {bound}"),
            Self::AtMost { bound } => format!("at most {bound}"),
        }
    }
}
