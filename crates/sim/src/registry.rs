//! Models by name: the built-in ones, to which a program adds its own. A built-in model is one file and one line here.

use crate::models::boids::Boids;
use crate::models::collision_free_speed::CollisionFreeSpeed;
use crate::models::composition::Composition;
use crate::models::gcfm::Gcfm;
use crate::models::helbing2000::Helbing2000;
use crate::models::karamouzas::Karamouzas;
use crate::models::lamarche::Lamarche;
use crate::models::lta::Lta;
use crate::models::moussaid::Moussaid;
use crate::models::orca::Orca;
use crate::models::paris::Paris;
use crate::models::pledestrians::Pledestrians;
use crate::models::power_law::PowerLaw;
use crate::models::radial::Radial;
use crate::models::reynolds::Reynolds;
use crate::models::rvo::Rvo;
use crate::models::social_force::SocialForce;
use crate::models::tangent::Tangent;
use crate::squad::{Squad, SquadOf};
use crate::{Neighbourhood, ParamInfo, SteeringModel};
use thiserror::Error;

/// What there is to know about a model.
///
/// ```
/// for m in ambulo_sim::MODELS {
///     println!("{}: {}", m.name, m.title);
/// }
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
    /// Whether its memory grows with the number of people a walker meets.
    pub remembers_people: bool,
    /// What calibration searches, and within which bounds.
    pub calibration: &'static [CalibrationAxis],
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
    ///
    /// ```
    /// use ambulo_sim::{ModelInfo, models::orca::Orca};
    /// assert_eq!(ModelInfo::of::<Orca>().name, "orca");
    /// ```
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
            remembers_people: M::REMEMBERS_PEOPLE,
            calibration: M::CALIBRATION,
            failures: M::FAILURES,
            range: |values| M::with(values).range(),
            decision_interval: |values| M::with(values).decision_interval(),
            squad: SquadOf::<M>::boxed,
        }
    }

    /// How far it looks with these values of parameters [m].
    ///
    /// ```
    /// let orca = ambulo_sim::model_info("orca").unwrap();
    /// assert_eq!(orca.range(&[("range".into(), 7.0)]), 7.0);
    /// ```
    pub fn range(&self, values: &[(String, f64)]) -> f32 {
        (self.range)(values)
    }

    /// Usual time between two decisions of a walker with these values of parameters [s]; 0: every step.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::model_info("karamouzas").unwrap().decision_interval(&[]), 0.2);
    /// ```
    pub fn decision_interval(&self, values: &[(String, f64)]) -> f32 {
        (self.decision_interval)(values)
    }

    /// What is known of it in a scene with a locomotion, if it leaves people behind there.
    ///
    /// ```
    /// let boids = ambulo_sim::model_info("boids").unwrap();
    /// assert!(boids.failure("circle", "point-mass").is_some());
    /// ```
    pub fn failure(&self, scene: &str, locomotion: &str) -> Option<&'static KnownFailure> {
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

/// A scene in which a model leaves people behind, measured over the seeds 1 to 20 as published, not tuned.
///
/// ```
/// use ambulo_sim::KnownFailure;
/// const CIRCLE: KnownFailure = KnownFailure::new("circle", 1.0, 20);
/// assert_eq!(CIRCLE.locomotion, "point-mass");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownFailure {
    /// The scene.
    pub scene: &'static str,
    /// Share of people who do not arrive in the worst of the seeds.
    pub share: f64,
    /// In how many of the twenty seeds some do not arrive.
    pub seeds: u32,
    /// Under which locomotion.
    pub locomotion: &'static str,
}

impl KnownFailure {
    /// One of point masses.
    pub const fn new(scene: &'static str, share: f64, seeds: u32) -> Self {
        Self { scene, share, seeds, locomotion: "point-mass" }
    }

    /// The same under another locomotion.
    pub const fn under(self, locomotion: &'static str) -> Self {
        Self { locomotion, ..self }
    }
}

/// The registered models.
///
/// ```
/// assert!(ambulo_sim::MODELS.iter().any(|m| m.name == "social-force"));
/// ```
pub static MODELS: &[ModelInfo] = &[
    ModelInfo::of::<SocialForce>(),
    ModelInfo::of::<Boids>(),
    ModelInfo::of::<CollisionFreeSpeed>(),
    ModelInfo::of::<Composition>(),
    ModelInfo::of::<Gcfm>(),
    ModelInfo::of::<Helbing2000>(),
    ModelInfo::of::<Karamouzas>(),
    ModelInfo::of::<Lamarche>(),
    ModelInfo::of::<Lta>(),
    ModelInfo::of::<Moussaid>(),
    ModelInfo::of::<Orca>(),
    ModelInfo::of::<Paris>(),
    ModelInfo::of::<Pledestrians>(),
    ModelInfo::of::<PowerLaw>(),
    ModelInfo::of::<Radial>(),
    ModelInfo::of::<Reynolds>(),
    ModelInfo::of::<Rvo>(),
    ModelInfo::of::<Tangent>(),
    #[cfg(test)]
    ModelInfo::of::<breaks::Breaks>(),
];

/// A model that gives no number, to see what happens then.
#[cfg(test)]
mod breaks {
    use crate::{Row, SteeringModel, View, params};
    use ambulo_geom::Vec2;

    params! {
        /// None that matter.
        pub struct Breaks {
            /// Nothing.
            nothing: "1", 0.0..=1.0, 0.0;
        }
    }

    impl SteeringModel for Breaks {
        const NAME: &'static str = "breaks";
        const TITLE: &'static str = "Returns no number";
        const PAPER: &'static str = "none";
        const LIMITS: &'static str = "everything";
        type Memory = ();
        fn range(&self) -> f32 {
            1.0
        }
        fn steer(&self, _: &View<'_>, _: Row, _: &mut ()) -> Vec2 {
            Vec2::new(f32::NAN, 1.0)
        }
    }
}

/// The models that groups of a simulation may name: the built-in ones, and a program's own.
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
/// let models = ModelSet::built_in().with::<Stubborn>();
/// assert_eq!(models.get("stubborn").map(|m| m.title), Some("Follows its route"));
/// assert_eq!(models.iter().count(), ModelSet::built_in().iter().count() + 1);
/// ```
#[derive(Clone)]
pub struct ModelSet {
    models: Vec<ModelInfo>,
}

impl ModelSet {
    /// The built-in models.
    ///
    /// ```
    /// assert!(ambulo_sim::ModelSet::built_in().get("orca").is_some());
    /// ```
    pub fn built_in() -> Self {
        Self { models: MODELS.to_vec() }
    }

    /// These and another one, in place of any that has its name.
    ///
    /// ```
    /// use ambulo_sim::{ModelSet, models::orca::Orca};
    /// let again = ModelSet::built_in().with::<Orca>();
    /// assert_eq!(again, ModelSet::built_in());
    /// ```
    pub fn with<M: SteeringModel>(mut self) -> Self {
        let info = ModelInfo::of::<M>();
        match self.models.iter_mut().find(|m| m.name == info.name) {
            Some(known) => *known = info,
            None => self.models.push(info),
        }
        self
    }

    /// A model by name.
    ///
    /// ```
    /// assert!(ambulo_sim::ModelSet::built_in().get("telepathy").is_none());
    /// ```
    pub fn get(&self, name: &str) -> Option<&ModelInfo> {
        self.models.iter().find(|m| m.name == name)
    }

    /// All of them, the built-in ones first.
    ///
    /// ```
    /// assert!(ambulo_sim::ModelSet::built_in().iter().any(|m| m.name == "tangent"));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = &ModelInfo> + Clone {
        self.models.iter()
    }

    /// The parameters of a model; none where it is unknown.
    ///
    /// ```
    /// assert!(ambulo_sim::ModelSet::built_in().params("telepathy").is_empty());
    /// ```
    pub fn params(&self, name: &str) -> &'static [ParamInfo] {
        self.get(name).map_or(&[], |m| m.params)
    }
}

impl Default for ModelSet {
    fn default() -> Self {
        Self::built_in()
    }
}

/// Two sets with models of the same names are the same.
impl PartialEq for ModelSet {
    fn eq(&self, other: &Self) -> bool {
        self.iter().map(|m| m.name).eq(other.iter().map(|m| m.name))
    }
}

impl std::fmt::Debug for ModelSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|m| m.name)).finish()
    }
}

/// A built-in model by name.
///
/// ```
/// assert!(ambulo_sim::model_info("telepathy").is_none());
/// ```
pub fn model_info(name: &str) -> Option<&'static ModelInfo> {
    MODELS.iter().find(|m| m.name == name)
}

/// A parameter that does not fit its model.
///
/// ```
/// let e = ambulo_sim::ParamError::Unknown { model: "social-force", name: "taw".into() };
/// assert!(e.to_string().contains("no parameter `taw`"));
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
    /// let e = ambulo_sim::ParamError::Unknown { model: "social-force", name: "taw".into() };
    /// assert_eq!(e.name(), "taw");
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
/// let info = ambulo_sim::model_info("social-force").unwrap();
/// assert!(ambulo_sim::check_param(info.name, info.params, "tau", 0.5).is_ok());
/// assert!(ambulo_sim::check_param(info.name, info.params, "tau", -1.0).is_err());
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
