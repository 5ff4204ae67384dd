//! How long people stay where they are before they set out, as written.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde::ser::SerializeMap;
use std::borrow::Cow;

/// The distribution of the time between the appearance of a person and its first move [s].
///
/// ```
/// use ambulo_data::scenario::PremovementSpec;
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }
/// walkers = [{ positions = [[1, 1]], goal = [8, 8], premovement = { distribution = 'uniform', min = 10, max = 100 } }]";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// assert_eq!(scenario.walkers[0].premovement, PremovementSpec::Uniform { min: 10.0, max: 100.0 });
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum PremovementSpec {
    /// The same for everybody; written as a number.
    Constant(f64),
    /// Equally likely between two times.
    Uniform {
        /// Least time.
        min: f64,
        /// Greatest time.
        max: f64,
    },
    /// Normal, truncated.
    Normal {
        /// Mean before truncation.
        mean: f64,
        /// Standard deviation before truncation.
        sd: f64,
        /// Least time.
        min: f64,
        /// Greatest time.
        max: f64,
    },
    /// Its logarithm is normal; truncated.
    LogNormal {
        /// Mean of the natural logarithm of the time in seconds.
        mu: f64,
        /// Standard deviation of it.
        sigma: f64,
        /// Least time.
        min: f64,
        /// Greatest time.
        max: f64,
    },
    /// Weibull, truncated.
    Weibull {
        /// Shape.
        shape: f64,
        /// Scale.
        scale: f64,
        /// Least time.
        min: f64,
        /// Greatest time.
        max: f64,
    },
    /// Rises linearly to the mode and falls linearly from it.
    Triangular {
        /// Least time.
        min: f64,
        /// Most likely time.
        mode: f64,
        /// Greatest time.
        max: f64,
    },
    /// Times, each with the share of people who have set out by then.
    Table {
        /// Pairs of seconds and share.
        values: Vec<[f64; 2]>,
    },
}

impl Default for PremovementSpec {
    fn default() -> Self {
        Self::Constant(0.0)
    }
}

impl PremovementSpec {
    /// Whether everybody sets out at once.
    ///
    /// ```
    /// assert!(ambulo_data::scenario::PremovementSpec::default().is_none());
    /// ```
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Name and numbers of a distribution that has some, in the order of its keys; what is not bounded is left out.
    pub(super) fn numbers(&self) -> Option<(&'static str, Vec<(&'static str, f64)>)> {
        let (at, values): (usize, Vec<f64>) = match *self {
            Self::Constant(_) | Self::Table { .. } => return None,
            Self::Uniform { min, max } => (0, vec![min, max]),
            Self::Normal { mean, sd, min, max } => (1, vec![mean, sd, min, max]),
            Self::LogNormal { mu, sigma, min, max } => (2, vec![mu, sigma, min, max]),
            Self::Weibull { shape, scale, min, max } => (3, vec![shape, scale, min, max]),
            Self::Triangular { min, mode, max } => (4, vec![min, mode, max]),
        };
        let (name, keys, _) = DISTRIBUTIONS[at];
        Some((name, keys.iter().copied().zip(values).filter(|(_, v)| v.is_finite()).collect()))
    }
}

impl Serialize for PremovementSpec {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if let Self::Constant(time) = self {
            return s.serialize_f64(*time);
        }
        let mut map = s.serialize_map(None)?;
        if let Self::Table { values } = self {
            map.serialize_entry("distribution", "table")?;
            map.serialize_entry("values", values)?;
        }
        if let Some((name, numbers)) = self.numbers() {
            map.serialize_entry("distribution", name)?;
            numbers.iter().try_for_each(|(key, v)| map.serialize_entry(key, v))?;
        }
        map.end()
    }
}

/// Names of the distributions with their keys, the optional ones last, and how many of them are needed.
pub(super) const DISTRIBUTIONS: &[(&str, &[&str], usize)] = &[
    ("uniform", &["min", "max"], 2),
    ("normal", &["mean", "sd", "min", "max"], 2),
    ("log-normal", &["mu", "sigma", "min", "max"], 2),
    ("weibull", &["shape", "scale", "min", "max"], 2),
    ("triangular", &["min", "mode", "max"], 3),
    ("table", &["values"], 1),
];

impl JsonSchema for PremovementSpec {
    fn schema_name() -> Cow<'static, str> {
        "Premovement".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut any = vec![serde_json::json!({ "type": "number", "minimum": 0 })];
        for (name, keys, needed) in DISTRIBUTIONS {
            let mut properties = serde_json::Map::new();
            properties.insert("distribution".into(), serde_json::json!({ "const": name }));
            for key in *keys {
                let kind = match *key {
                    "values" => serde_json::json!({
                        "type": "array", "minItems": 1,
                        "items": { "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 }
                    }),
                    "mu" => serde_json::json!({ "type": "number" }),
                    "shape" | "scale" => serde_json::json!({ "type": "number", "exclusiveMinimum": 0 }),
                    _ => serde_json::json!({ "type": "number", "minimum": 0 }),
                };
                properties.insert((*key).into(), kind);
            }
            let required: Vec<&str> = std::iter::once("distribution").chain(keys[..*needed].iter().copied()).collect();
            any.push(serde_json::json!({
                "type": "object", "properties": properties, "required": required, "additionalProperties": false
            }));
        }
        json_schema!({
            "description": "Seconds before a person sets out: a number for everybody, or a distribution.",
            "anyOf": any,
        })
    }
}
