//! What a body allows: the third of the five layers, between steering and locomotion.
//!
//! A rule is a value like a steering model. Rules apply in the order of the simulation's set; without any, the layer
//! costs nothing.

use crate::layer::{Holders, LayerInfo, LayerSet, MemoryColumn};
use crate::parallel::Pool;
use crate::wide::widest;
use crate::{ParamError, ParamInfo, Params, Row, Snapshot, View};
use ambulo_geom::Vec2;

/// A rule about velocities: what is left of the one that was chosen.
///
/// ```
/// use ambulo_geom::Vec2;
/// use ambulo_sim::{BodyRule, Row, View, params};
///
/// params! {
///     /// Nobody walks backwards faster than this.
///     pub struct NoBackwards {
///         /// Greatest speed against the direction it faces.
///         most: "m/s", 0.0..=2.0, 0.3;
///     }
/// }
///
/// impl BodyRule for NoBackwards {
///     const NAME: &'static str = "no-backwards";
///     const TITLE: &'static str = "People hardly walk backwards";
///     type Memory = ();
///     fn apply(&self, view: &View<'_>, me: Row, intended: Vec2, _: &mut ()) -> Vec2 {
///         let ahead = view.heading(me);
///         let back = -intended.dot(ahead) - self.most;
///         if back > 0.0 { intended + ahead * back } else { intended }
///     }
/// }
/// ```
pub trait BodyRule: Params {
    /// Its name.
    const NAME: &'static str;
    /// One line for people.
    const TITLE: &'static str;
    /// What a body remembers between steps; owned by the engine.
    type Memory: Clone + Default + Send + Sync + Snapshot;

    /// How far it looks with [`View::for_each_block`] [m].
    fn range(&self) -> f32 {
        0.0
    }

    /// The velocity a body intends [m/s], from the one that was chosen or that an earlier rule left.
    fn apply(&self, view: &View<'_>, me: Row, intended: Vec2, memory: &mut Self::Memory) -> Vec2;
}

/// Description of a body rule.
#[derive(Clone, Copy)]
pub struct BodyRuleInfo {
    /// Its name.
    pub name: &'static str,
    /// One line for people.
    pub title: &'static str,
    /// Parameters with units, ranges and defaults.
    pub params: &'static [ParamInfo],
    pub(crate) rules: fn(usize) -> Box<dyn Rules>,
}

impl BodyRuleInfo {
    /// What the engine needs of a rule.
    pub const fn of<R: BodyRule>() -> Self {
        Self {
            name: R::NAME,
            title: R::TITLE,
            params: R::INFO,
            rules: |walkers| Box::new(Holders::<R, R::Memory>::new(R::NAME, walkers)),
        }
    }
}

impl LayerInfo for BodyRuleInfo {
    fn name(&self) -> &'static str {
        self.name
    }

    fn params(&self) -> &'static [ParamInfo] {
        self.params
    }
}

/// The body rules that groups of a simulation may name. They apply in this order.
pub type BodyRuleSet = LayerSet<BodyRuleInfo>;

impl BodyRuleSet {
    /// These and another one, in place of any that has its name.
    pub fn with<R: BodyRule>(self) -> Self {
        self.with_info(BodyRuleInfo::of::<R>())
    }
}

/// A rule in use.
pub(crate) trait Rules: MemoryColumn {
    fn add_group(&mut self, group: usize, values: &[(String, f64)]) -> Result<(), ParamError>;
    fn range(&self) -> f32;
    fn push(&mut self, group: u16);
    fn apply(&mut self, pool: &Pool, view: &View<'_>, groups: &[u16], intended: &mut [Vec2]);
}

impl<R: BodyRule> Rules for Holders<R, R::Memory> {
    fn add_group(&mut self, group: usize, values: &[(String, f64)]) -> Result<(), ParamError> {
        self.add(group, values)
    }

    fn range(&self) -> f32 {
        self.sets().iter().map(R::range).fold(0.0, f32::max)
    }

    fn push(&mut self, group: u16) {
        self.push(group, |_| R::Memory::default());
    }

    fn apply(&mut self, pool: &Pool, view: &View<'_>, groups: &[u16], intended: &mut [Vec2]) {
        let (params, memory) = self.split();
        pool.chunks((intended, memory), |start, (intended, memory)| {
            widest(
                #[inline(always)]
                || {
                    for (k, (intended, memory)) in intended.iter_mut().zip(memory).enumerate() {
                        if let Some(rule) = params.get(groups[start + k]) {
                            *intended = rule.apply(view, Row((start + k) as u32), *intended, memory);
                        }
                    }
                },
            );
        });
    }
}
