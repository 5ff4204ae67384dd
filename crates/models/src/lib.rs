//! The built-in steering models and locomotions, one paper per file. They see the public API of `ambulo_sim` alone: what they can do
//! there, a program's own can do.
//!
//! A model enters a simulation as a value of its type, which is its parameters, or by name:
//!
//! ```
//! use ambulo_geom::{Point, Polygon, Region};
//! use ambulo_models::{orca::Orca, setup};
//! use ambulo_sim::{AtGoal, Group, Params, Simulation};
//! let mut sim = Simulation::new(setup(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
//! let typed = sim.add_group(&Group::model(Orca { tau: 4.0, ..Orca::default() })).unwrap();
//! let named = sim.add_group(&Group { model: "tangent".into(), ..Group::default() }).unwrap();
//! let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
//! let journey = sim.add_journey(&[goal], AtGoal::Leave);
//! let walkers = [(typed, 1.5), (named, 3.5)].map(|(group, y)| sim.spawn(group, journey, Point::new(1.0, y)).unwrap());
//! (0..40).for_each(|_| {
//!     sim.step();
//! });
//! assert!(walkers.iter().all(|id| sim.walker(*id).unwrap().place.x > 1.5));
//!
//! // What a parameter may be, its model knows.
//! let tau = Orca::INFO.iter().find(|p| p.name == "tau").unwrap();
//! assert!(tau.min > 0.0 && tau.min < tau.default && tau.default < tau.max);
//! ```

// Some helpers serve only what the feature measures.
#![cfg_attr(not(any(test, feature = "claims")), allow(dead_code))]

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod crossings;
mod decision;
#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod every;
pub mod locomotion;
mod nearest;
mod pairs;
mod patience;
pub mod rules;
#[cfg(test)]
mod sight;
mod totals;
#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod trials;

pub use pairs::Pairs;
pub use patience::Patience;

use ambulo_geom::Region;
use ambulo_sim::{LocomotionInfo, LocomotionSet, ModelInfo, ModelSet, Setup};

/// Declares the module of each model and lists them: a model is one file and one line.
macro_rules! models {
    ($($module:ident: $model:ident;)+) => {
        $(pub mod $module;)+

        /// The built-in steering models. The first is the one of groups that name none.
        ///
        /// ```
        /// assert!(ambulo_models::MODELS.iter().any(|m| m.name == "social-force"));
        /// ```
        pub static MODELS: &[ModelInfo] = &[$(ModelInfo::of::<$module::$model>(),)+];
    };
}

models! {
    social_force: SocialForce;
    anticipation_velocity: AnticipationVelocity;
    boids: Boids;
    collision_free_speed: CollisionFreeSpeed;
    composition: Composition;
    gcfm: Gcfm;
    helbing2000: Helbing2000;
    karamouzas: Karamouzas;
    lamarche: Lamarche;
    lta: Lta;
    moussaid: Moussaid;
    optimal_steps: OptimalSteps;
    orca: Orca;
    paris: Paris;
    pledestrians: Pledestrians;
    power_law: PowerLaw;
    radial: Radial;
    reynolds: Reynolds;
    rvo: Rvo;
    tangent: Tangent;
    vision: Vision;
}

/// The built-in locomotions. The first is the one of groups that name none.
///
/// ```
/// assert!(ambulo_models::LOCOMOTIONS.iter().any(|l| l.name == "gait-feedback"));
/// ```
pub static LOCOMOTIONS: &[LocomotionInfo] = &[
    LocomotionInfo::of::<locomotion::point_mass::PointMass>(),
    LocomotionInfo::of::<locomotion::gait_feedback::GaitFeedback>(),
    LocomotionInfo::of::<locomotion::footsteps::Footsteps>(),
];

/// A built-in model by name.
///
/// ```
/// assert!(ambulo_models::model_info("telepathy").is_none());
/// ```
pub fn model_info(name: &str) -> Option<&'static ModelInfo> {
    MODELS.iter().find(|m| m.name == name)
}

/// A built-in locomotion by name.
///
/// ```
/// assert!(ambulo_models::locomotion_info("hovering").is_none());
/// ```
pub fn locomotion_info(name: &str) -> Option<&'static LocomotionInfo> {
    LOCOMOTIONS.iter().find(|l| l.name == name)
}

/// Sets that hold what is built in, to which a program adds its own.
///
/// ```
/// use ambulo_models::BuiltIn;
/// assert_eq!(ambulo_sim::LocomotionSet::built_in().iter().count(), ambulo_models::LOCOMOTIONS.len());
/// ```
pub trait BuiltIn: Sized {
    /// What is built in.
    fn built_in() -> Self;
}

impl BuiltIn for ModelSet {
    fn built_in() -> Self {
        MODELS.iter().fold(Self::default(), |set, info| set.with_info(*info))
    }
}

impl BuiltIn for LocomotionSet {
    fn built_in() -> Self {
        LOCOMOTIONS.iter().fold(Self::default(), |set, info| set.with_info(*info))
    }
}

/// The defaults on a plan of one level, with all that is built in.
///
/// ```
/// use ambulo_geom::{Polygon, Region};
/// let setup = ambulo_models::setup(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()));
/// assert!(setup.models.get("orca").is_some());
/// ```
pub fn setup(walkable: Region) -> Setup {
    Setup {
        models: ModelSet::built_in(),
        locomotions: LocomotionSet::built_in(),
        rules: ambulo_sim::BodyRuleSet::built_in(),
        ..Setup::new(walkable)
    }
}
