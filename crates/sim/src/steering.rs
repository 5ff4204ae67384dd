//! What a steering model is, and what it sees.

use crate::{AgentId, Block, Body, Neighbours, Params, Row, Walls, random};
use ambulo_geom::{Point, Vec2};

/// A steering model: from what a walker sees to the velocity it chooses.
///
/// ```
/// use ambulo_sim::{SteeringModel, View, Row, params};
/// use ambulo_geom::Vec2;
///
/// params! {
///     /// Parameters of the stubborn.
///     pub struct StubbornParams {
///         /// Share of the preferred speed it walks.
///         pace: "1", 0.0..=1.0, 1.0;
///     }
/// }
///
/// /// Walks its way and minds nobody.
/// struct Stubborn;
///
/// impl SteeringModel for Stubborn {
///     const NAME: &'static str = "stubborn";
///     const TITLE: &'static str = "Walks its way";
///     const PAPER: &'static str = "none";
///     const LIMITS: &'static str = "no avoidance at all";
///     type Params = StubbornParams;
///     type Memory = ();
///     fn range(_: &StubbornParams) -> f32 { 0.0 }
///     fn steer(view: &View<'_>, me: Row, p: &StubbornParams, _: &mut ()) -> Vec2 {
///         view.preferred(me) * p.pace
///     }
/// }
/// ```
pub trait SteeringModel: Send + Sync + 'static {
    /// The name in scenario files.
    const NAME: &'static str;
    /// One line for people.
    const TITLE: &'static str;
    /// Where it was published.
    const PAPER: &'static str;
    /// What it does not model.
    const LIMITS: &'static str;
    /// Parameters, shared by walkers of a group.
    type Params: Params;
    /// What a walker remembers between steps; owned by the engine.
    type Memory: Clone + Default + Send + Sync;

    /// Whether it reads [`View::neighbours`]. A model that only uses [`View::for_each_block`] says no, and if all do,
    /// no lists are built.
    const READS_LISTS: bool = true;

    /// How far it looks [m].
    fn range(params: &Self::Params) -> f32;

    /// The velocity walker `me` chooses [m/s]. Mark it `#[inline(always)]` to have it compiled for wide vectors.
    fn steer(view: &View<'_>, me: Row, params: &Self::Params, memory: &mut Self::Memory) -> Vec2;
}

/// The frozen now, as a model sees it.
///
/// ```
/// use ambulo_sim::{Simulation, View};
/// fn crowdedness(view: &View<'_>, me: ambulo_sim::Row) -> usize {
///     view.neighbours(me).len()
/// }
/// ```
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// Length of a step [s].
    pub dt: f32,
    pub(crate) seed: u64,
    pub(crate) step: u32,
    pub(crate) ids: &'a [AgentId],
    pub(crate) bodies: &'a [Body],
    pub(crate) headings: &'a [Vec2],
    pub(crate) preferred: &'a [Vec2],
    pub(crate) max_speeds: &'a [f32],
    pub(crate) near: &'a Neighbours,
    pub(crate) walls: &'a Walls,
    pub(crate) heights: &'a [f32],
}

impl<'a> View<'a> {
    /// A walker's number.
    ///
    /// ```
    /// fn is_even(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.id(me).0 % 2 == 0 }
    /// ```
    #[inline]
    pub fn id(&self, row: Row) -> AgentId {
        self.ids[row.index()]
    }

    /// A walker's body: place, velocity, radius.
    ///
    /// ```
    /// fn pace(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> f32 { view.body(me).velocity().length() }
    /// ```
    #[inline]
    pub fn body(&self, row: Row) -> &'a Body {
        &self.bodies[row.index()]
    }

    /// The unit vector a walker faces.
    ///
    /// ```
    /// fn looks_east(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.heading(me).x > 0.7 }
    /// ```
    #[inline]
    pub fn heading(&self, row: Row) -> Vec2 {
        self.headings[row.index()]
    }

    /// The velocity along its way [m/s].
    ///
    /// ```
    /// fn waits(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.preferred(me).length() == 0.0 }
    /// ```
    #[inline]
    pub fn preferred(&self, row: Row) -> Vec2 {
        self.preferred[row.index()]
    }

    /// The fastest a walker may move [m/s].
    ///
    /// ```
    /// fn can_run(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.max_speed(me) > 2.5 }
    /// ```
    #[inline]
    pub fn max_speed(&self, row: Row) -> f32 {
        self.max_speeds[row.index()]
    }

    /// The rows of the walkers near one, within the longest range of all models in use. Empty for models that say
    /// they do not read lists.
    ///
    /// ```
    /// fn alone(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.neighbours(me).is_empty() }
    /// ```
    #[inline]
    pub fn neighbours(&self, row: Row) -> &'a [u32] {
        self.near.of(row)
    }

    /// Everybody within `range` [m] of a walker, eight at a time: the fast way to look around. The range is at most
    /// the model's [`range`](SteeringModel::range).
    ///
    /// ```
    /// fn sum_of_radii(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> f32 {
    ///     let mut sum = 0.0;
    ///     view.for_each_block(me, 2.0, |block| sum += block.radius.iter().sum::<f32>());
    ///     sum
    /// }
    /// ```
    #[inline(always)]
    pub fn for_each_block(&self, row: Row, range: f32, work: impl FnMut(Block<'_>)) {
        self.near.for_each_block(row, self.body(row), range, work);
    }

    /// Walls near a walker.
    ///
    /// ```
    /// fn walls_about(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> usize { view.walls(me).count() }
    /// ```
    #[inline]
    pub fn walls(&self, row: Row) -> impl Iterator<Item = &'a crate::Wall> {
        self.walls.near(self.body(row).place(), self.heights[row.index()])
    }

    /// How high a walker stands [m].
    ///
    /// ```
    /// fn above(view: &ambulo_sim::View<'_>, a: ambulo_sim::Row, b: ambulo_sim::Row) -> bool {
    ///     view.height(a) > view.height(b)
    /// }
    /// ```
    #[inline]
    pub fn height(&self, row: Row) -> f32 {
        self.heights[row.index()]
    }

    /// Where a walker is.
    ///
    /// ```
    /// fn east_of(view: &ambulo_sim::View<'_>, a: ambulo_sim::Row, b: ambulo_sim::Row) -> bool {
    ///     view.place(a).x > view.place(b).x
    /// }
    /// ```
    #[inline]
    pub fn place(&self, row: Row) -> Point {
        self.body(row).place()
    }

    /// Random numbers of a walker at this step.
    ///
    /// ```
    /// fn jitter(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> f64 { view.random(me).normal() }
    /// ```
    pub fn random(&self, row: Row) -> random::Draw {
        random::Draw::new(self.seed, self.id(row).0, self.step, random::Purpose::Steering)
    }
}
