//! Walkers of a kind: how fast, how wide, steered by what.

use crate::random::{Draw, Purpose};
use crate::{ModelInfo, SteeringModel};

/// A group of a simulation.
///
/// ```
/// assert_eq!(ambulo_sim::GroupId(1).0, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupId(pub u16);

/// A truncated normal distribution; constant when `sd` is zero.
///
/// ```
/// use ambulo_sim::Spread;
/// assert_eq!(Spread::constant(0.22).max, 0.22);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Mean before truncation.
    pub mean: f64,
    /// Standard deviation before truncation.
    pub sd: f64,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
}

impl Spread {
    /// Always the same.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::Spread::constant(1.5).mean, 1.5);
    /// ```
    pub fn constant(value: f64) -> Self {
        Self { mean: value, sd: 0.0, min: value, max: value }
    }

    pub(crate) fn draw(&self, seed: u64, agent: u32, purpose: Purpose) -> f32 {
        if self.sd == 0.0 {
            return self.mean as f32;
        }
        Draw::new(seed, agent, 0, purpose).normal_within(self.mean, self.sd, self.min, self.max) as f32
    }
}

/// How the walkers of a group are.
///
/// ```
/// use ambulo_sim::Group;
/// let g = Group { name: "commuters".into(), ..Group::default() };
/// assert_eq!(g.model, "social-force");
/// ```
///
/// A model and its parameters may be given as a value:
///
/// ```
/// use ambulo_sim::{Group, models::tangent::Tangent};
/// let g = Group::model(Tangent { alpha: 0.3, ..Tangent::default() });
/// assert_eq!((g.model.as_str(), g.params[0].0.as_str()), ("tangent", "alpha"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Name in reports.
    pub name: String,
    /// Steering model.
    pub model: String,
    /// Parameters that differ from the model's defaults.
    pub params: Vec<(String, f64)>,
    /// The model itself, where it was given as a value: then it need not be among the models of the simulation.
    pub model_value: Option<ModelInfo>,
    /// How a chosen velocity becomes motion.
    pub locomotion: String,
    /// Parameters that differ from the locomotion's defaults.
    pub locomotion_params: Vec<(String, f64)>,
    /// Preferred speed [m/s].
    pub speed: Spread,
    /// Body radius [m].
    pub radius: Spread,
}

impl Group {
    /// Walkers steered by a model with its parameters; the rest as [`Group::default`] has it.
    ///
    /// ```
    /// use ambulo_sim::{Group, models::orca::Orca};
    /// let g = Group { name: "commuters".into(), ..Group::model(Orca { tau: 3.0, ..Orca::default() }) };
    /// assert_eq!(g.params, [("tau".to_string(), 3.0)]);
    /// ```
    pub fn model<M: SteeringModel>(model: M) -> Self {
        let model_value = Some(ModelInfo::of::<M>());
        Self { model: M::NAME.into(), params: model.changed(), model_value, ..Self::default() }
    }
}

impl Default for Group {
    fn default() -> Self {
        Self {
            name: "walkers".into(),
            model: "social-force".into(),
            params: Vec::new(),
            model_value: None,
            locomotion: "point-mass".into(),
            locomotion_params: Vec::new(),
            speed: Spread { mean: 1.34, sd: 0.26, min: 0.6, max: 2.0 },
            radius: Spread::constant(0.22),
        }
    }
}
