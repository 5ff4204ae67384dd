//! Models by name, and what the engine and the tools know of each.

use crate::layer::{LayerInfo, LayerSet};
use crate::squad::{Squad, SquadOf};
use crate::{Neighbourhood, ParamInfo, SteeringModel};
use thiserror::Error;

/// What there is to know about a model.
///
/// ```
/// fn names(set: &ambulo_sim::ModelSet) -> Vec<&'static str> { set.iter().map(|m| m.name).collect() }
/// # assert!(names(&ambulo_sim::ModelSet::default()).is_empty());
/// ```
#[derive(Clone, Copy)]
pub struct ModelInfo {
    /// Name in scenario files.
    pub name: &'static str,
    /// One line for people.
    pub title: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// What it does not model.
    pub limits: &'static str,
    /// Parameters with units, ranges and defaults.
    pub params: &'static [ParamInfo],
    /// How it finds its neighbours where the scenario does not state it.
    pub neighbourhood: Neighbourhood,
    /// Whether it returns the present velocity plus an acceleration.
    pub accelerates: bool,
    /// Time constant of the approach to its preferred velocity [s].
    pub time_constant: f64,
    /// Whether it searches among samples on a grid of its own.
    pub samples: bool,
    /// Whether it chooses among candidates, which its explanation lists.
    pub chooses: bool,
    /// Whether it is there to be compared with.
    pub baseline: bool,
    /// Whether its memory grows with the number of people a walker meets.
    pub remembers_people: bool,
    /// What calibration searches, and within which bounds.
    pub calibration: &'static [CalibrationAxis],
    /// Parameters of body rules that were calibrated with it.
    pub rule_params: &'static [RuleParam],
    /// Scenes in which it is known to leave people behind.
    pub failures: &'static [KnownFailure],
    range: fn(&[(String, f64)]) -> f32,
    decision_interval: fn(&[(String, f64)]) -> f32,
    pub(crate) squad: fn() -> Box<dyn Squad>,
}

/// Names identify models.
impl PartialEq for ModelInfo {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for ModelInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ModelInfo").field(&self.name).finish()
    }
}

impl ModelInfo {
    /// What the engine needs of a model, built-in or not.
    pub const fn of<M: SteeringModel>() -> Self {
        Self {
            name: M::NAME,
            title: M::TITLE,
            paper: M::PAPER,
            limits: M::LIMITS,
            params: M::INFO,
            neighbourhood: M::NEIGHBOURHOOD,
            accelerates: M::ACCELERATES,
            time_constant: M::TIME_CONSTANT,
            samples: M::SAMPLES,
            chooses: M::CHOOSES,
            baseline: M::BASELINE,
            remembers_people: M::REMEMBERS_PEOPLE,
            calibration: M::CALIBRATION,
            rule_params: M::RULE_PARAMS,
            failures: M::FAILURES,
            range: |values| M::with(values).range(),
            decision_interval: |values| M::with(values).decision_interval(),
            squad: SquadOf::<M>::boxed,
        }
    }

    /// How far it looks with these values of parameters [m].
    pub fn range(&self, values: &[(String, f64)]) -> f32 {
        (self.range)(values)
    }

    /// Usual time between two decisions of a walker with these values of parameters [s]; 0: every step.
    pub fn decision_interval(&self, values: &[(String, f64)]) -> f32 {
        (self.decision_interval)(values)
    }

    /// What is known of it in a scene, if it leaves people behind there: under a locomotion, or under the first of those built in.
    pub fn failure(&self, scene: &str, locomotion: Option<&str>) -> Option<&'static KnownFailure> {
        self.failures.iter().find(|f| f.scene == scene && f.locomotion == locomotion)
    }
}

/// One parameter that calibration may search.
///
/// ```
/// use ambulo_sim::CalibrationAxis;
/// const TAU: CalibrationAxis = CalibrationAxis::usual("tau", 0.2, 10.0);
/// assert!(TAU.usual && !CalibrationAxis::when_named("tau", 0.2, 10.0).usual);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationAxis {
    /// Name of the parameter.
    pub param: &'static str,
    /// Least value searched.
    pub low: f64,
    /// Greatest value searched.
    pub high: f64,
    /// Searched when nothing is named; else only by name.
    pub usual: bool,
}

impl CalibrationAxis {
    /// One that is searched when nothing is named.
    pub const fn usual(param: &'static str, low: f64, high: f64) -> Self {
        Self { param, low, high, usual: true }
    }

    /// One that is searched only by name, then within these bounds.
    pub const fn when_named(param: &'static str, low: f64, high: f64) -> Self {
        Self { param, low, high, usual: false }
    }
}

/// A parameter of a body rule that was calibrated with a model.
///
/// ```
/// use ambulo_sim::RuleParam;
/// const GAP: RuleParam = RuleParam::new("headway", "time_gap", 0.95);
/// assert_eq!(GAP.param, "time_gap");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleParam {
    /// Name of the rule.
    pub rule: &'static str,
    /// Name of the parameter.
    pub param: &'static str,
    /// Its value with this model.
    pub value: f64,
}

impl RuleParam {
    /// A value with this model.
    pub const fn new(rule: &'static str, param: &'static str, value: f64) -> Self {
        Self { rule, param, value }
    }
}

/// A scene in which a model leaves people behind, measured over the seeds 1 to 20 as published, not tuned.
///
/// ```
/// use ambulo_sim::KnownFailure;
/// const CIRCLE: KnownFailure = KnownFailure::new("circle", 1.0, 20);
/// assert_eq!(CIRCLE.locomotion, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownFailure {
    /// The scene.
    pub scene: &'static str,
    /// Share of people who do not arrive in the worst of the seeds.
    pub share: f64,
    /// In how many of the twenty seeds some do not arrive.
    pub seeds: u32,
    /// Under which locomotion; `None` for the one of groups that name none.
    pub locomotion: Option<&'static str>,
}

impl KnownFailure {
    /// One under the locomotion of groups that name none.
    pub const fn new(scene: &'static str, share: f64, seeds: u32) -> Self {
        Self { scene, share, seeds, locomotion: None }
    }

    /// The same under another locomotion.
    pub const fn under(self, locomotion: &'static str) -> Self {
        Self { locomotion: Some(locomotion), ..self }
    }
}

impl LayerInfo for ModelInfo {
    fn name(&self) -> &'static str {
        self.name
    }

    fn params(&self) -> &'static [ParamInfo] {
        self.params
    }
}

/// The steering models that groups of a simulation may name. The first is the one of groups that name none; without any, such groups
/// follow their routes and leave the rest to contact.
///
/// ```
/// use ambulo_sim::{ModelSet, Row, SteeringModel, View, params};
/// use ambulo_geom::Vec2;
/// params! {
///     /// Follows its route and ignores others.
///     pub struct Stubborn {
///         /// Share of the preferred speed it walks.
///         pace: "1", 0.0..=1.0, 1.0;
///     }
/// }
/// impl SteeringModel for Stubborn {
///     const NAME: &'static str = "stubborn";
///     const TITLE: &'static str = "Follows its route";
///     const PAPER: &'static str = "none";
///     const LIMITS: &'static str = "no avoidance at all";
///     type Memory = ();
///     fn range(&self) -> f32 { 0.0 }
///     fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 { view.preferred(me) * self.pace }
/// }
/// let models = ModelSet::default().with::<Stubborn>();
/// assert_eq!(models.get("stubborn").map(|m| m.title), Some("Follows its route"));
/// assert_eq!(models.clone().with::<Stubborn>(), models);
/// ```
pub type ModelSet = LayerSet<ModelInfo>;

impl ModelSet {
    /// These and another one, in place of any that has its name.
    pub fn with<M: SteeringModel>(self) -> Self {
        self.with_info(ModelInfo::of::<M>())
    }
}

/// A parameter that does not fit its model.
///
/// ```
/// let e = ambulo_sim::ParamError::Unknown { model: "statue", name: "patiense".into() };
/// assert!(e.to_string().contains("no parameter `patiense`"));
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ParamError {
    /// No such parameter.
    #[error("`{model}` has no parameter `{name}`")]
    Unknown {
        /// The model.
        model: &'static str,
        /// The name that was given.
        name: String,
    },
    /// Out of range.
    #[error("parameter `{name}` of `{model}` is {value}, outside {min} to {max} {unit}")]
    Range {
        /// The model.
        model: &'static str,
        /// The parameter.
        name: String,
        /// What was given.
        value: f64,
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
        /// Unit.
        unit: &'static str,
    },
}

impl ParamError {
    /// The parameter it is about.
    ///
    /// ```
    /// let e = ambulo_sim::ParamError::Unknown { model: "statue", name: "patiense".into() };
    /// assert_eq!(e.name(), "patiense");
    /// ```
    pub fn name(&self) -> &str {
        match self {
            Self::Unknown { name, .. } | Self::Range { name, .. } => name,
        }
    }
}

pub(crate) fn check_params(
    model: &'static str,
    infos: &[ParamInfo],
    values: &[(String, f64)],
) -> Result<(), ParamError> {
    values.iter().try_for_each(|(name, value)| check_param(model, infos, name, *value))
}

/// Checks one parameter of a model.
///
/// ```
/// use ambulo_sim::{Params, check_param, params};
/// params! {
///     /// How a statue steers.
///     pub struct Statue {
///         /// How long it stands.
///         patience: "s", 0.0..=1e6, 3600.0;
///     }
/// }
/// assert!(check_param("statue", Statue::INFO, "patience", 0.5).is_ok());
/// assert!(check_param("statue", Statue::INFO, "patience", -1.0).is_err());
/// ```
pub fn check_param(model: &'static str, infos: &[ParamInfo], name: &str, value: f64) -> Result<(), ParamError> {
    let name = name.to_string();
    let Some(info) = infos.iter().find(|p| p.name == name) else {
        return Err(ParamError::Unknown { model, name });
    };
    let whole = info.words().next().is_none() || value.fract() == 0.0;
    // As single precision has it: a value that was given typed may be a rounding beyond a bound.
    if (info.min as f32..=info.max as f32).contains(&(value as f32)) && whole {
        return Ok(());
    }
    Err(ParamError::Range { model, name, value, min: info.min, max: info.max, unit: info.unit })
}
