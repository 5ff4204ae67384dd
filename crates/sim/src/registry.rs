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
use crate::{ParamInfo, Params, SteeringModel};
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
    pub(crate) squad: fn() -> Box<dyn Squad>,
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
            params: M::Params::INFO,
            squad: SquadOf::<M>::boxed,
        }
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
        pub struct BreaksParams {
            /// Nothing.
            nothing: "1", 0.0..=1.0, 0.0;
        }
    }

    pub struct Breaks;

    impl SteeringModel for Breaks {
        const NAME: &'static str = "breaks";
        const TITLE: &'static str = "Returns no number";
        const PAPER: &'static str = "none";
        const LIMITS: &'static str = "everything";
        type Params = BreaksParams;
        type Memory = ();
        fn range(_: &BreaksParams) -> f32 {
            1.0
        }
        fn steer(_: &View<'_>, _: Row, _: &BreaksParams, _: &mut ()) -> Vec2 {
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
///     /// Parameters of the stubborn.
///     pub struct StubbornParams {
///         /// Share of the preferred speed it walks.
///         pace: "1", 0.0..=1.0, 1.0;
///     }
/// }
/// struct Stubborn;
/// impl SteeringModel for Stubborn {
///     const NAME: &'static str = "stubborn";
///     const TITLE: &'static str = "Follows its route";
///     const PAPER: &'static str = "none";
///     const LIMITS: &'static str = "no avoidance at all";
///     type Params = StubbornParams;
///     type Memory = ();
///     fn range(_: &StubbornParams) -> f32 { 0.0 }
///     fn steer(view: &View<'_>, me: Row, p: &StubbornParams, _: &mut ()) -> Vec2 { view.preferred(me) * p.pace }
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
    if (info.min..=info.max).contains(&value) && whole {
        return Ok(());
    }
    Err(ParamError::Range { model, name, value, min: info.min, max: info.max, unit: info.unit })
}
