//! Scenario files: what a person writes to have a crowd walk.
//!
//! These types are the file as written, with defaults filled in: places and names, not yet geometry. They serialise to
//! the shape of the file, and the JSON Schema is made from them, doc comments included. Checks that need the geometry
//! (is the start inside the walkable area?) are made later, through [`Loaded::diagnostic`].
//!
//! ```
//! let loaded = ambulo_data::scenario::parse("hall.toml", r#"
//! [plan]
//! wkt = "POLYGON ((0 0, 20 0, 20 5, 0 5, 0 0))"
//! [areas]
//! west = { rect = [0, 0, 2, 5] }
//! east = { rect = [18, 0, 20, 5] }
//! [[walkers]]
//! count = 20
//! start = "west"
//! goal = "east"
//! "#).unwrap();
//! assert_eq!(loaded.scenario.walkers[0].model, "social-force");
//!
//! let errors = ambulo_data::scenario::parse("hall.toml", "dt = 2\n[plann]\n").unwrap_err();
//! assert!(errors.to_string().contains("hall.toml:2:2: error: unknown key `plann`"));
//! ```

mod areas;
mod arrivals;
mod decode;
mod decode_levels;
mod decode_plan;
mod decode_premovement;
mod decode_walkers;
mod expression;
mod footsteps;
mod levels;
mod load;
mod moving;
mod params_file;
mod premovement;
mod reader;
mod schema;
mod walkers;
mod write;

pub use areas::{AreaSpec, PlanSpec};
pub use arrivals::{ArrivalsSpec, load_arrivals, parse_arrivals};
pub(crate) use decode_levels::strip;
pub use footsteps::{FootstepsFile, FootstepsSpec, WrittenFootstep, check_footsteps, load_footsteps, parse_footsteps};
pub use levels::{DoorSpec, LevelSpec, StairsEnd, StairsKind, StairsSpec};
pub use load::{Loaded, load, load_with, parse, parse_with};
pub(crate) use load::{read_bytes, utf8};
pub use moving::MovingObstacle;
pub use params_file::{ParamsFile, load_params, parse_params};
pub use premovement::PremovementSpec;
pub use schema::schema;
pub use walkers::{
    AtGoalSpec, BodySpec, Distribution, HeadwaySpec, JourneySpec, ModelSwitch, ParamValue, Place, RoutingSpec,
    SourceSpec, WalkerGroup,
};
pub use write::to_toml;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A scenario: a place, the people in it, and how long to watch.
///
/// ```
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [8, 8] }]";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// assert_eq!((scenario.seed, scenario.dt, scenario.limit), (1, 0.05, 600.0));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["plan"] }, { "required": ["levels"] }]))]
pub struct Scenario {
    /// What the scenario shows, for people.
    #[serde(default)]
    pub title: String,
    /// Seed of all random numbers: the same seed gives the same run.
    #[serde(default = "default::seed")]
    pub seed: u64,
    /// Time step [s].
    #[serde(default = "default::dt")]
    #[schemars(range(min = 0.001, max = 0.5))]
    pub dt: f64,
    /// When the run ends: "all-arrived", or a time [s].
    #[serde(default = "default::until")]
    pub until: Until,
    /// The run never takes longer than this [s of simulated time].
    #[serde(default = "default::limit")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 86400))]
    pub limit: f64,
    /// How walkers find their neighbours; left out: as each model likes best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbourhood: Option<NeighbourhoodSpec>,
    /// Rings of neighbours in the graph of `neighbourhood = "delaunay"`: 1 for direct ones, 2 for theirs too.
    #[serde(default = "default::rings")]
    #[schemars(range(min = 1, max = 4))]
    pub rings: u8,
    /// That graph also links all who see each other within this distance [m].
    #[serde(default)]
    #[schemars(range(min = 0, max = 50))]
    pub union_radius: f64,
    /// A walker who gets no nearer to the goal for this long is reported as stuck [s].
    #[serde(default = "default::stuck_after")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stuck_after: f64,
    /// Numbers with names, for formulas: a text that begins with `=` stands for a number.
    #[serde(default)]
    pub variables: BTreeMap<String, f64>,
    /// What is recorded.
    #[serde(default = "default::record")]
    pub record: Record,
    /// Where people can walk, in a place of one level; `levels` stands instead of it where there are more.
    #[serde(default, skip_serializing_if = "PlanSpec::is_empty")]
    pub plan: PlanSpec,
    /// Where people can walk, level by level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1))]
    pub levels: Vec<LevelSpec>,
    /// Stairs and ramps between levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1))]
    pub stairs: Vec<StairsSpec>,
    /// Doors that can be shut, by name; in the order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty", serialize_with = "areas::as_table")]
    #[schemars(with = "std::collections::BTreeMap<String, DoorSpec>")]
    pub doors: Vec<(String, DoorSpec)>,
    /// Named places, usable as start, goal and stop of a journey; in the order of the file.
    #[serde(default, serialize_with = "areas::as_table")]
    #[schemars(with = "std::collections::BTreeMap<String, AreaSpec>")]
    pub areas: Vec<(String, AreaSpec)>,
    /// How high the walls and obstacles within areas are, by the names of these [m]; models that see over low ones read it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("additionalProperties" = { "type": ["number", "string"] }))]
    pub heights: BTreeMap<String, f64>,
    /// Obstacles that move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moving_obstacles: Vec<MovingObstacle>,
    /// Groups of people.
    #[schemars(length(min = 1))]
    pub walkers: Vec<WalkerGroup>,
}

impl Scenario {
    /// The areas that groups of walkers name, and those with heights, each once, in the order of the file.
    ///
    /// ```
    /// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 5, 0 5, 0 0))' }
    ///     areas = { gate = { rect = [0, 0, 1, 5] } }
    ///     walkers = [{ positions = [[5, 1]], goal = 'gate' }]";
    /// assert_eq!(ambulo_data::scenario::parse("a.toml", text).unwrap().scenario.areas_used(), ["gate"]);
    /// ```
    pub fn areas_used(&self) -> Vec<String> {
        let mut used: Vec<String> = Vec::new();
        let of_groups = self.walkers.iter().flat_map(|group| group.areas()).map(|(_, name)| name);
        for name in of_groups.chain(self.heights.keys().map(String::as_str)) {
            if !used.iter().any(|n| n == name) {
                used.push(name.to_owned());
            }
        }
        used
    }

    /// The area of that name.
    ///
    /// ```
    /// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nareas.door = { rect = [8, 0, 9, 1] }\n\
    /// # walkers = [{ positions = [[1, 1]], goal = 'door' }]";
    /// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
    /// assert!(scenario.area("door").is_some());
    /// ```
    pub fn area(&self, name: &str) -> Option<&AreaSpec> {
        self.areas.iter().find(|(n, _)| n == name).map(|(_, area)| area)
    }

    /// The number of a level, by name; `None` names the first.
    ///
    /// ```
    /// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [8, 8] }]";
    /// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
    /// assert_eq!((scenario.level(None), scenario.level(Some("ground")), scenario.level(Some("roof"))), (Some(0), Some(0), None));
    /// ```
    pub fn level(&self, name: Option<&str>) -> Option<usize> {
        let Some(name) = name else { return Some(0) };
        match self.levels.as_slice() {
            [] => (name == ONE_LEVEL).then_some(0),
            levels => levels.iter().position(|level| level.name == name),
        }
    }
}

/// What the level of a scenario with a `[plan]` is called.
pub(crate) const ONE_LEVEL: &str = "ground";

/// What is recorded.
///
/// ```
/// assert_eq!(ambulo_data::scenario::Record { fps: 10.0 }.fps, 10.0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Frames per second of simulated time; at most one per step.
    #[serde(default = "default::fps")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub fps: f64,
}

/// How walkers find their neighbours.
///
/// ```
/// use ambulo_data::scenario::NeighbourhoodSpec;
/// assert_eq!(serde_json::to_string(&NeighbourhoodSpec::Delaunay).unwrap(), "\"delaunay\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NeighbourhoodSpec {
    /// Direct visible neighbours, by a Delaunay triangulation.
    Delaunay,
    /// All within the range of the model, by a grid.
    Grid,
}

impl NeighbourhoodSpec {
    /// As written in a scenario.
    pub fn name(self) -> &'static str {
        match self {
            Self::Delaunay => "delaunay",
            Self::Grid => "grid",
        }
    }
}

/// When a run ends; `limit` bounds it in any case.
///
/// ```
/// use ambulo_data::scenario::Until;
/// assert_eq!(serde_json::to_string(&Until::AllArrived).unwrap(), "\"all-arrived\"");
/// assert_eq!(serde_json::to_string(&Until::Time(30.0)).unwrap(), "30.0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// When everybody has arrived.
    AllArrived,
    /// At this time [s].
    Time(f64),
}

impl Serialize for Until {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::AllArrived => s.serialize_str("all-arrived"),
            Self::Time(t) => s.serialize_f64(*t),
        }
    }
}

impl JsonSchema for Until {
    fn schema_name() -> Cow<'static, str> {
        "Until".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "When the run ends: when everybody has arrived, or at a time [s].",
            "anyOf": [{ "const": "all-arrived" }, { "type": "number", "exclusiveMinimum": 0 }],
        })
    }
}

/// The value of every key that a file may leave out.
pub(crate) mod default {
    use super::{AtGoalSpec, Distribution, Record, Until};

    pub fn seed() -> u64 {
        1
    }
    pub fn dt() -> f64 {
        0.05
    }
    pub fn until() -> Until {
        Until::AllArrived
    }
    pub fn limit() -> f64 {
        600.0
    }
    pub fn rings() -> u8 {
        1
    }
    pub fn stuck_after() -> f64 {
        30.0
    }
    pub fn fps() -> f64 {
        10.0
    }
    pub fn record() -> Record {
        Record { fps: fps() }
    }
    pub fn model() -> String {
        "social-force".into()
    }
    pub fn locomotion() -> String {
        "point-mass".into()
    }
    /// Free walking speed of adults on the flat [m/s].
    pub fn speed() -> Distribution {
        Distribution::Normal { mean: 1.34, sd: 0.26, min: 0.6, max: 2.0 }
    }
    pub fn radius() -> Distribution {
        Distribution::Constant(0.22)
    }
    /// Of a door.
    pub fn open() -> bool {
        true
    }
    pub fn at_goal() -> AtGoalSpec {
        AtGoalSpec::Leave
    }
    /// By position in the file, from 0.
    pub fn group_name(index: usize) -> String {
        format!("group-{}", index + 1)
    }
}
