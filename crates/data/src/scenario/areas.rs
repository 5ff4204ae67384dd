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
}

/// A named place: a WKT polygon or an upright box.
///
/// ```
/// use ambulo_data::scenario::AreaSpec;
/// let door = AreaSpec::Rect { rect: [0.0, 0.0, 2.0, 1.0] };
/// assert_eq!(serde_json::to_string(&door).unwrap(), r#"{"rect":[0.0,0.0,2.0,1.0]}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum AreaSpec {
    /// Any shape.
    Wkt {
        /// POLYGON or MULTIPOLYGON [m].
        wkt: String,
    },
    /// An upright box.
    Rect {
        /// Two opposite corners: x0, y0, x1, y1 [m].
        rect: [f64; 4],
    },
}

/// Areas are pairs in memory, to keep their order, and a table in the file.
pub(super) fn as_table<S: Serializer>(areas: &[(String, AreaSpec)], s: S) -> Result<S::Ok, S::Error> {
    s.collect_map(areas.iter().map(|(name, area)| (name, area)))
}
