//! Walkers of a kind: how fast, how wide, steered by what.

use crate::random::{Draw, Purpose};
use crate::{BodyRule, Locomotion, LocomotionInfo, ModelInfo, Premovement, Quickest, SteeringModel};

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
/// assert_eq!(g.model, ""); // the first of the simulation's models
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Name in reports.
    pub name: String,
    /// Steering model; empty: the first of the models of the simulation.
    pub model: String,
    /// Parameters that differ from the model's defaults.
    pub params: Vec<(String, f64)>,
    /// The model itself, where it was given as a value: then it need not be among the models of the simulation.
    pub model_value: Option<ModelInfo>,
    /// Body rules between steering and locomotion, each with the parameters that differ from its defaults. They apply in the order of
    /// the simulation's set.
    pub rules: Vec<(String, Vec<(String, f64)>)>,
    /// How an intended velocity becomes motion; empty: the first of the locomotions of the simulation.
    pub locomotion: String,
    /// Parameters that differ from the locomotion's defaults.
    pub locomotion_params: Vec<(String, f64)>,
    /// The locomotion itself, where it was given as a value: then it need not be among those of the simulation.
    pub locomotion_value: Option<LocomotionInfo>,
    /// Preferred speed [m/s].
    pub speed: Spread,
    /// Body radius [m]; of an oblong body half the width of the shoulders.
    pub radius: Spread,
    /// Depth of the chest [m] of an oblong body, which turns its shoulders to pass; `None` for a disc.
    pub chest: Option<f64>,
    /// How long its walkers stay where they appear before they set out.
    pub premovement: Premovement,
    /// How they choose among routes.
    pub routing: Routing,
}

/// How the walkers of a group choose among routes.
///
/// ```
/// use ambulo_sim::{Quickest, Routing};
/// assert_eq!(Routing::default(), Routing::Shortest);
/// assert_ne!(Routing::Quickest(Quickest::default()), Routing::Shortest);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Routing {
    /// By length, whatever the crowd.
    #[default]
    Shortest,
    /// By time, queues included.
    Quickest(Quickest),
}

impl Group {
    /// Walkers steered by a model with its parameters; the rest as [`Group::default`] has it.
    ///
    /// ```
    /// # use ambulo_geom::Vec2;
    /// # use ambulo_sim::{Group, Row, SteeringModel, View, params};
    /// # params! {
    /// #     /// Follows its route and ignores others.
    /// #     pub struct Stubborn {
    /// #         /// Share of the preferred speed it walks.
    /// #         pace: "1", 0.0..=1.0, 1.0;
    /// #     }
    /// # }
    /// # impl SteeringModel for Stubborn {
    /// #     const NAME: &'static str = "stubborn";
    /// #     const TITLE: &'static str = "Follows its route";
    /// #     const PAPER: &'static str = "none";
    /// #     const LIMITS: &'static str = "no avoidance at all";
    /// #     type Memory = ();
    /// #     fn range(&self) -> f32 { 0.0 }
    /// #     fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 { view.preferred(me) * self.pace }
    /// # }
    /// let g = Group { name: "commuters".into(), ..Group::model(Stubborn { pace: 0.5 }) };
    /// assert_eq!((g.model.as_str(), g.params), ("stubborn", vec![("pace".to_string(), 0.5)]));
    /// ```
    pub fn model<M: SteeringModel>(model: M) -> Self {
        let model_value = Some(ModelInfo::of::<M>());
        Self { model: M::NAME.into(), params: model.changed(), model_value, ..Self::default() }
    }

    /// The same walkers with a locomotion and its parameters.
    pub fn moving_by<L: Locomotion>(self, locomotion: L) -> Self {
        let locomotion_value = Some(LocomotionInfo::of::<L>());
        Self { locomotion: L::NAME.into(), locomotion_params: locomotion.changed(), locomotion_value, ..self }
    }

    /// The same walkers with one more body rule, which must be among those of the simulation.
    pub fn with_rule<R: BodyRule>(mut self, rule: R) -> Self {
        self.rules.push((R::NAME.into(), rule.changed()));
        self
    }
}

impl Default for Group {
    fn default() -> Self {
        Self {
            name: "walkers".into(),
            model: String::new(),
            params: Vec::new(),
            model_value: None,
            rules: Vec::new(),
            locomotion: String::new(),
            locomotion_params: Vec::new(),
            locomotion_value: None,
            speed: Spread { mean: 1.34, sd: 0.26, min: 0.6, max: 2.0 },
            radius: Spread::constant(0.22),
            chest: None,
            premovement: Premovement::default(),
            routing: Routing::default(),
        }
    }
}
