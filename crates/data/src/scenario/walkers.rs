//! Groups of people, as written.

use super::{ArrivalsSpec, FootstepsSpec, PremovementSpec, default};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A group of people who start, go and walk alike.
///
/// ```
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [8, 8] }]";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// assert_eq!(scenario.walkers[0].name, "group-1");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WalkerGroup {
    /// Name of the group, unlike all others; `group-1`, `group-2` ... when left out.
    #[serde(default)]
    pub name: String,
    /// How many, and when.
    #[serde(flatten)]
    pub source: SourceSpec,
    /// Name of the level of the `positions`; may be left out where there is one level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Name of the area they start in; goes with `count` and `rate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Where they go.
    #[serde(flatten)]
    pub route: JourneySpec,
    /// Name of the level of a goal that is a place, and of `goals`; may be left out where there is one level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_level: Option<String>,
    /// What happens at the goal.
    #[serde(default = "default::at_goal")]
    pub at_goal: AtGoalSpec,
    /// Steering model.
    #[serde(default = "default::model")]
    pub model: String,
    /// Parameters of the steering model, by name; what is left out has the model's own default.
    #[serde(default)]
    pub params: BTreeMap<String, ParamValue>,
    /// File with parameters of the steering model, beside the scenario; `params` win over it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub params_file: Option<String>,
    /// Models that take over during the run, in the order of their times.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switch: Vec<ModelSwitch>,
    /// How bodies follow the chosen velocity.
    #[serde(default = "default::locomotion")]
    pub locomotion: String,
    /// Parameters of the locomotion, by name; what is left out has the locomotion's own default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub locomotion_params: BTreeMap<String, ParamValue>,
    /// Footsteps the walkers make first, each in its order: a list, or a table beside the scenario. Goes with `positions` and with
    /// `locomotion = "footsteps"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub footsteps: Option<FootstepsSpec>,
    /// Whether people keep a time gap to those in front: `"off"`, `"on"`, or parameters of that rule by name. Without it `"off"` for a group
    /// with a `model`, and `"on"` for one without.
    #[serde(default)]
    pub headway: HeadwaySpec,
    /// Preferred walking speed [m/s], 0.1 to 10.
    #[serde(default = "default::speed")]
    pub speed: Distribution,
    /// Radius of the body [m], 0.05 to 1. Of an oblong `body` half the shoulders, and not to be given.
    #[serde(default = "default::radius")]
    pub radius: Distribution,
    /// Outline of the body: `"disc"`, or the width of the shoulders and the depth of the chest [m] of an oblong body.
    #[serde(default)]
    pub body: BodySpec,
    /// Seconds between the appearance of a person and its first move: a number, or a distribution.
    #[serde(default, skip_serializing_if = "PremovementSpec::is_none")]
    pub premovement: PremovementSpec,
    /// How people choose among routes: by length, or by time with the queues they see.
    #[serde(default)]
    pub routing: RoutingSpec,
    /// Share of the delay at queues out of sight that is known; goes with `routing = "quickest"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    pub familiarity: Option<f64>,
    /// A walker changes its route for one that takes this share less; goes with `routing = "quickest"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 0.95))]
    pub hysteresis: Option<f64>,
    /// Standard deviation of the logarithm of the factor by which a walker misjudges a queue; goes with `routing = "quickest"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 2))]
    pub perception_noise: Option<f64>,
}

/// How people choose among routes.
///
/// ```
/// use ambulo_data::scenario::RoutingSpec;
/// assert_eq!(serde_json::to_string(&RoutingSpec::Quickest).unwrap(), "\"quickest\"");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RoutingSpec {
    /// By length, whatever the crowd.
    #[default]
    Shortest,
    /// By time, queues included.
    Quickest,
}

/// The outline of a body.
///
/// ```
/// use ambulo_data::scenario::BodySpec;
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }
/// walkers = [{ positions = [[1, 1]], goal = [8, 8], body = { shoulders = 0.45, chest = 0.28 } }]";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// assert_eq!(scenario.walkers[0].body, BodySpec::Oblong { shoulders: 0.45, chest: 0.28 });
/// assert_eq!(scenario.walkers[0].radius.mean(), 0.225);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum BodySpec {
    /// A disc of `radius`.
    #[default]
    Disc,
    /// A stadium that turns its shoulders to pass. The radius of its group is half its shoulders.
    Oblong {
        /// Width of the shoulders [m].
        shoulders: f64,
        /// Depth of the chest [m].
        chest: f64,
    },
}

impl Serialize for BodySpec {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Disc => s.serialize_str("disc"),
            Self::Oblong { shoulders, chest } => {
                [("shoulders", *shoulders), ("chest", *chest)].into_iter().collect::<BTreeMap<_, _>>().serialize(s)
            }
        }
    }
}

impl JsonSchema for BodySpec {
    fn schema_name() -> Cow<'static, str> {
        "Body".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "enum": ["disc"] },
                {
                    "type": "object",
                    "properties": {
                        "shoulders": { "type": "number", "minimum": 0.2, "maximum": 1, "description": "Width of the shoulders [m]." },
                        "chest": { "type": "number", "minimum": 0.1, "maximum": 1, "description": "Depth of the chest [m]." },
                    },
                    "required": ["shoulders", "chest"],
                    "additionalProperties": false,
                },
            ],
        })
    }
}

/// Whether a body keeps a time gap to those in front.
///
/// ```
/// use ambulo_data::scenario::HeadwaySpec;
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }
/// walkers = [{ positions = [[1, 1]], goal = [8, 8], headway = { time_gap = 0.6 } }]";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// assert!(matches!(&scenario.walkers[0].headway, HeadwaySpec::Params(p) if p.len() == 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum HeadwaySpec {
    /// Neither a model nor a headway is given: the default model, which keeps its headway.
    #[default]
    Default,
    /// Nothing comes between the model and the body: the model as its paper has it.
    Off,
    /// Parameters of the rule, by name; what is left out has the rule's own default.
    Params(BTreeMap<String, ParamValue>),
}

impl Serialize for HeadwaySpec {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Default => s.serialize_str("on"),
            Self::Off => s.serialize_str("off"),
            Self::Params(params) => params.serialize(s),
        }
    }
}

impl JsonSchema for HeadwaySpec {
    fn schema_name() -> Cow<'static, str> {
        "Headway".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let params = generator.subschema_for::<BTreeMap<String, ParamValue>>();
        json_schema!({ "anyOf": [{ "enum": ["off", "on"] }, params] })
    }
}

/// A model that takes over a group.
///
/// ```
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }
/// walkers = [{ positions = [[1, 1]], goal = [8, 8], switch = [{ at = 2, model = 'tangent' }] }]";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// assert_eq!(scenario.walkers[0].switch[0].at, 2.0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelSwitch {
    /// When [s].
    #[schemars(range(min = 0))]
    pub at: f64,
    /// Steering model from then on, also for those who come later.
    pub model: String,
    /// Its parameters, by name.
    #[serde(default)]
    pub params: BTreeMap<String, ParamValue>,
}

/// The value of a parameter: a number, or the name of a choice.
///
/// ```
/// use ambulo_data::scenario::ParamValue;
/// assert_eq!(serde_json::to_string(&ParamValue::Word("left".into())).unwrap(), "\"left\"");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ParamValue {
    /// A number, in the unit of the parameter.
    Number(f64),
    /// One of the names the parameter knows.
    Word(String),
}

/// How many people a group has, and when they come.
///
/// ```
/// use ambulo_data::scenario::SourceSpec;
/// assert_eq!(serde_json::to_string(&SourceSpec::Count { count: 50 }).unwrap(), r#"{"count":50}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SourceSpec {
    /// All at once, somewhere in the start area.
    Count {
        /// Number of people.
        #[schemars(range(min = 1, max = 10_000_000))]
        count: u32,
    },
    /// All at once, each at a given place.
    Positions {
        /// One place [m, m] for each.
        #[schemars(length(min = 1))]
        positions: Vec<[f64; 2]>,
    },
    /// By a schedule, into the start area.
    Arrivals {
        /// Pairs of a time [s] and how many come then, or the name of a CSV file with such pairs.
        arrivals: ArrivalsSpec,
    },
    /// One after another into the start area.
    Rate {
        /// People per second.
        #[schemars(extend("exclusiveMinimum" = 0))]
        rate: f64,
        /// When the first may come [s].
        #[serde(default)]
        #[schemars(range(min = 0))]
        from: f64,
        /// When no more come [s].
        #[schemars(extend("exclusiveMinimum" = 0))]
        to: f64,
    },
}

/// Where a group goes.
///
/// ```
/// use ambulo_data::scenario::{Place, JourneySpec};
/// let route = JourneySpec::Goal { goal: Place::Point([1.0, 2.0]) };
/// assert_eq!(serde_json::to_string(&route).unwrap(), r#"{"goal":[1.0,2.0]}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum JourneySpec {
    /// All to one place, or each to one of some areas.
    Goal {
        /// Name of an area, a place [m, m], or names of areas of which each takes one.
        goal: Place,
    },
    /// Each to an own place; goes with `positions`.
    Goals {
        /// One place [m, m] for each.
        goals: Vec<[f64; 2]>,
    },
    /// Each to a place of its own, drawn at random; goes with `count` and `positions`.
    GoalIn {
        /// Name of the area the places lie in.
        goal_in: String,
    },
    /// Through areas, one after another.
    Journey {
        /// Names of areas; the last is the goal.
        #[schemars(length(min = 1))]
        journey: Vec<String>,
    },
}

/// A goal: an area by name, or a place.
///
/// ```
/// use ambulo_data::scenario::Place;
/// assert_eq!(serde_json::to_string(&Place::Area("exit".into())).unwrap(), "\"exit\"");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Place {
    /// Name of an area.
    Area(String),
    /// Place [m, m].
    Point([f64; 2]),
    /// Names of areas, any of which will do.
    AnyOf(Vec<String>),
}

/// What a walker does who has arrived.
///
/// ```
/// use ambulo_data::scenario::AtGoalSpec;
/// assert_eq!(serde_json::to_string(&AtGoalSpec::Leave).unwrap(), "\"leave\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AtGoalSpec {
    /// Is taken out of the crowd.
    Leave,
    /// Stays there, as an obstacle to others.
    Stay,
}

/// A number for everybody, or a bell curve cut off at both ends.
///
/// ```
/// use ambulo_data::scenario::Distribution;
/// assert_eq!(Distribution::Constant(0.2).bounds(), (0.2, 0.2));
/// let speed = Distribution::Normal { mean: 1.34, sd: 0.26, min: 0.6, max: 2.0 };
/// assert_eq!((speed.mean(), speed.bounds()), (1.34, (0.6, 2.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Distribution {
    /// The same for everybody.
    Constant(f64),
    /// Normal, cut off at `min` and `max`. A file that leaves those out means the ends of the permitted range.
    Normal {
        /// Mean before the cut.
        mean: f64,
        /// Standard deviation before the cut.
        sd: f64,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
}

impl Distribution {
    /// The mean (before the cut).
    ///
    /// ```
    /// assert_eq!(ambulo_data::scenario::Distribution::Constant(0.2).mean(), 0.2);
    /// ```
    pub fn mean(&self) -> f64 {
        match *self {
            Self::Constant(v) => v,
            Self::Normal { mean, .. } => mean,
        }
    }

    /// Smallest and largest value.
    ///
    /// ```
    /// assert_eq!(ambulo_data::scenario::Distribution::Constant(0.2).bounds(), (0.2, 0.2));
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        match *self {
            Self::Constant(v) => (v, v),
            Self::Normal { min, max, .. } => (min, max),
        }
    }
}

impl JsonSchema for Distribution {
    fn schema_name() -> Cow<'static, str> {
        "Distribution".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number for everybody, or a normal distribution cut off at min and max.",
            "anyOf": [
                { "type": "number" },
                {
                    "type": "object",
                    "properties": {
                        "mean": { "type": "number", "description": "Mean before the cut." },
                        "sd": { "type": "number", "minimum": 0, "description": "Standard deviation before the cut." },
                        "min": { "type": "number", "description": "Smallest value." },
                        "max": { "type": "number", "description": "Largest value." },
                    },
                    "required": ["mean", "sd"],
                    "additionalProperties": false,
                },
            ],
        })
    }
}

impl WalkerGroup {
    /// The areas the group names, each with the key that names it.
    pub(crate) fn areas(&self) -> Vec<(String, &str)> {
        let mut named: Vec<(String, &str)> = self.start.iter().map(|name| ("start".into(), name.as_str())).collect();
        match &self.route {
            JourneySpec::Goal { goal: Place::Area(name) } => named.push(("goal".into(), name)),
            JourneySpec::Goal { goal: Place::AnyOf(names) } => {
                named.extend(names.iter().enumerate().map(|(k, name)| (format!("goal[{k}]"), name.as_str())));
            }
            JourneySpec::GoalIn { goal_in } => named.push(("goal_in".into(), goal_in)),
            JourneySpec::Journey { journey } => {
                named.extend(journey.iter().enumerate().map(|(k, name)| (format!("journey[{k}]"), name.as_str())));
            }
            _ => {}
        }
        named
    }
}
