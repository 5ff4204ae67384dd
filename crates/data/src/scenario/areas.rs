//! The plan and its named places, as written.

use crate::{PlanKind, PlanOptions, Units, Up};
use ambulo_geom::Point;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// Where people can walk: a text or a file, and the obstacles in it.
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
    /// A plan file (.wkt, .geojson, .json, .dxf, .osm, .obj, .gltf, .glb, .map), relative to the scenario file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Things to cut out of the walkable area: WKT polygons that lie inside it.
    #[serde(default)]
    pub obstacles: Vec<String>,
    /// Thin walls inside the walkable area, each from a place to a place [m]; they meet others at their ends only.
    #[serde(default)]
    pub walls: Vec<[[f64; 2]; 2]>,
    /// Layers of a drawing to read; those that are walls when left out.
    #[serde(default)]
    pub layers: Vec<String>,
    /// Unit of the file: m, mm, cm, dm, km, in, ft, yd, mi, or the metres in one unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<String>,
    /// Height of the floor in a 3D file [m]; the height with the most floor when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
    /// The axis of a 3D file that points up: "y" (as left out) or "z".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<String>,
    /// Highest step to walk over in a 3D file [m], 0.25 when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub step: Option<f64>,
    /// Steepest walkable ground in a 3D file [degrees], 45 when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub slope: Option<f64>,
    /// Height of the body in a 3D file [m], 1.8 when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub body: Option<f64>,
    /// A place on the walkable floor of a drawing or 3D file [m].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<[f64; 2]>,
    /// Joins wall ends of a drawing that are at most so far apart [m].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub close_gaps: Option<f64>,
    /// Metres per cell of a grid map, 1 when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub cell: Option<f64>,
    /// How far the walkable area reaches beyond the outermost obstacle [m], 10 when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub margin: Option<f64>,
    /// Whether all polygons of the file are obstacles, whatever they are called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solid: Option<bool>,
    /// Whether one walks only where a 3D file has a floor; true when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flooring: Option<bool>,
}

impl PlanSpec {
    /// Whether the plan comes from a kind of file that names areas: maps name their footways, GeoJSON its features.
    pub(crate) fn may_name_areas(&self) -> bool {
        let kind = |file: &str| PlanKind::of(file.as_ref());
        self.file.as_deref().is_some_and(|file| matches!(kind(file), None | Some(PlanKind::Osm | PlanKind::GeoJson)))
    }

    /// What an importer must know.
    ///
    /// ```
    /// let plan = ambulo_data::scenario::PlanSpec { close_gaps: Some(0.1), ..Default::default() };
    /// assert_eq!(plan.options().close_gaps, Some(0.1));
    /// ```
    pub fn options(&self) -> PlanOptions {
        let or = PlanOptions::default();
        PlanOptions {
            layers: self.layers.clone(),
            units: self.units.as_deref().and_then(Units::parse),
            floor: self.floor,
            up: if self.up.as_deref() == Some("z") { Up::Z } else { Up::Y },
            step: self.step.unwrap_or(or.step),
            slope: self.slope.unwrap_or(or.slope),
            body: self.body.unwrap_or(or.body),
            seed: self.seed.map(|[x, y]| Point::new(x, y)),
            close_gaps: self.close_gaps,
            cell: self.cell.unwrap_or(or.cell),
            margin: self.margin.unwrap_or(or.margin),
            obstacles: self.solid.unwrap_or(or.obstacles),
            flooring: self.flooring.unwrap_or(or.flooring),
        }
    }

    /// A plan written in the scenario itself: what a resolved scenario holds, so that it stands alone.
    ///
    /// ```
    /// let plan = ambulo_data::scenario::PlanSpec::inline("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))");
    /// assert!(plan.wkt.unwrap().starts_with("POLYGON"));
    /// ```
    pub fn inline(wkt: impl Into<String>) -> Self {
        Self { wkt: Some(wkt.into()), ..Self::default() }
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
