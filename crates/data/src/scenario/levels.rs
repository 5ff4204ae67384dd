//! Levels, the stairs between them, and doors, as written.

use super::PlanSpec;
use schemars::JsonSchema;
use serde::Serialize;

/// One level of a building: a plan with a name and a height.
///
/// ```
/// use ambulo_data::scenario::{LevelSpec, PlanSpec};
/// let upper = LevelSpec { name: "upper".into(), height: 3.0, plan: PlanSpec::inline("POLYGON ((0 0, 9 0, 9 9))") };
/// assert!(serde_json::to_string(&upper).unwrap().starts_with(r#"{"name":"upper","height":3.0,"wkt":"#));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelSpec {
    /// Name of the level, unlike all others.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Height of its floor above zero [m].
    #[schemars(range(min = -1000, max = 10_000))]
    pub height: f64,
    /// Where people can walk.
    #[serde(flatten)]
    pub plan: PlanSpec,
}

/// A sloped strip people walk on, from a line on the border of one level to a line on the border of another.
///
/// ```
/// # let text = "levels = [{ name = 'a', height = 0, wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' },\n\
/// # { name = 'b', height = 3, wkt = 'POLYGON ((14 0, 20 0, 20 9, 14 9))' }]\n\
/// # stairs = [{ name = 'main', bottom = { level = 'a', line = [[9, 2], [9, 4]] }, top = { level = 'b', line = [[14, 2], [14, 4]] } }]\n\
/// # walkers = [{ positions = [[1, 1]], level = 'a', goal = [16, 1], goal_level = 'b' }]";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// assert_eq!((scenario.stairs[0].speed_up, scenario.stairs[0].speed_down), (0.53, 0.6));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StairsSpec {
    /// Name of the stairs, unlike all others.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Stairs or a ramp.
    #[serde(default)]
    pub kind: StairsKind,
    /// The lower end.
    pub bottom: StairsEnd,
    /// The upper end.
    pub top: StairsEnd,
    /// Number of treads between the two levels, which have one more riser; of risers near 0.17 m and of treads a foot fits on when
    /// left out. Not of a ramp.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 500))]
    pub treads: Option<u32>,
    /// Share of the walking speed kept going up, along the slope; 0.53 on stairs and 0.9 on ramps when left out.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 2))]
    pub speed_up: f64,
    /// Share of the walking speed kept going down, along the slope; 0.6 on stairs and 1 on ramps when left out.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 2))]
    pub speed_down: f64,
}

/// Whether people climb steps or a ramp.
///
/// ```
/// use ambulo_data::scenario::StairsKind;
/// assert_eq!(serde_json::to_string(&StairsKind::Ramp).unwrap(), "\"ramp\"");
/// assert_eq!(StairsKind::Ramp.speeds(), (0.9, 1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StairsKind {
    /// Steps.
    #[default]
    Stairs,
    /// A ramp, or a level passage.
    Ramp,
}

impl StairsKind {
    /// The shares of the walking speed that people keep going up and going down.
    ///
    /// On stairs: 0.610 and 0.694 m/s against 1.34 m/s on the flat (Weidmann 1993).
    ///
    /// ```
    /// assert_eq!(ambulo_data::scenario::StairsKind::Stairs.speeds(), (0.53, 0.6));
    /// ```
    pub fn speeds(self) -> (f64, f64) {
        match self {
            Self::Stairs => (0.53, 0.6),
            Self::Ramp => (0.9, 1.0),
        }
    }

    /// The word for it in scenario files.
    ///
    /// ```
    /// assert_eq!(ambulo_data::scenario::StairsKind::Stairs.word(), "stairs");
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Self::Stairs => "stairs",
            Self::Ramp => "ramp",
        }
    }
}

/// Where stairs meet a level.
///
/// ```
/// use ambulo_data::scenario::StairsEnd;
/// let foot = StairsEnd { level: "ground".into(), line: [[9.0, 2.0], [9.0, 4.0]] };
/// assert_eq!(serde_json::to_string(&foot).unwrap(), r#"{"level":"ground","line":[[9.0,2.0],[9.0,4.0]]}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StairsEnd {
    /// Name of the level.
    pub level: String,
    /// Two places [m, m]: the whole width of the stairs, on the border of the level.
    pub line: [[f64; 2]; 2],
}

/// A line in the walkable area that can be shut.
///
/// ```
/// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [8, 8] }]\n\
/// # doors.north = { line = [[4, 0], [4, 9]], closes = [30], opens = [60] }";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// let (name, door) = &scenario.doors[0];
/// assert_eq!((name.as_str(), door.open), ("north", true));
/// assert_eq!(door.switches(), [(30.0, false), (60.0, true)]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoorSpec {
    /// Two places [m, m]: the ends of the door.
    pub line: [[f64; 2]; 2],
    /// Name of its level; may be left out where there is one level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Whether it is open at first.
    #[serde(default = "super::default::open")]
    pub open: bool,
    /// When it is shut [s], ascending; in turn with `opens`.
    #[serde(default)]
    pub closes: Vec<f64>,
    /// When it is opened [s], ascending; in turn with `closes`.
    #[serde(default)]
    pub opens: Vec<f64>,
}

impl DoorSpec {
    /// When it changes [s], and whether it is open from then on; by time.
    ///
    /// ```
    /// use ambulo_data::scenario::DoorSpec;
    /// let door = DoorSpec { line: [[0.0, 0.0], [1.0, 0.0]], level: None, open: false, closes: vec![9.0], opens: vec![5.0] };
    /// assert_eq!(door.switches(), [(5.0, true), (9.0, false)]);
    /// ```
    pub fn switches(&self) -> Vec<(f64, bool)> {
        let closes = self.closes.iter().map(|t| (*t, false));
        let mut all: Vec<(f64, bool)> = closes.chain(self.opens.iter().map(|t| (*t, true))).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all
    }
}
