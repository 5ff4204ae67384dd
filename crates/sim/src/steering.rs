//! What a steering model is, and what it sees.

use crate::{AgentId, Body, Neighbours, Params, Row, Walls, random};
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
}

/// Lanes of one block of neighbours.
pub const LANES: usize = 8;

/// Eight neighbours side by side. Unused lanes are far away and stand still.
///
/// ```
/// use ambulo_sim::Block;
/// assert!(Block::EMPTY.dx[0] > 1e5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Place of the other, seen from me [m].
    pub dx: [f32; LANES],
    /// Place of the other, seen from me [m].
    pub dy: [f32; LANES],
    /// Velocity of the other [m/s].
    pub vx: [f32; LANES],
    /// Velocity of the other [m/s].
    pub vy: [f32; LANES],
    /// Radius of the other [m].
    pub radius: [f32; LANES],
}

impl Block {
    /// Nobody in any lane.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::Block::EMPTY.vx, [0.0; 8]);
    /// ```
    pub const EMPTY: Self =
        Self { dx: [1e6; LANES], dy: [1e6; LANES], vx: [0.0; LANES], vy: [0.0; LANES], radius: [0.0; LANES] };
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

    /// The rows of the walkers near one, within the longest range of all models in use.
    ///
    /// ```
    /// fn alone(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.neighbours(me).is_empty() }
    /// ```
    #[inline]
    pub fn neighbours(&self, row: Row) -> &'a [u32] {
        self.near.of(row)
    }

    /// The same neighbours, gathered eight at a time.
    ///
    /// ```
    /// fn sum_of_radii(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> f32 {
    ///     let mut sum = 0.0;
    ///     view.for_each_block(me, |block| sum += block.radius.iter().sum::<f32>());
    ///     sum
    /// }
    /// ```
    #[inline(always)]
    pub fn for_each_block(&self, row: Row, mut work: impl FnMut(&Block)) {
        let me = self.body(row);
        let lane = |block: &mut Block, k: usize, other: u32| {
            let o = &self.bodies[other as usize];
            block.dx[k] = (o.x - me.x) as f32;
            block.dy[k] = (o.y - me.y) as f32;
            block.vx[k] = o.vx;
            block.vy[k] = o.vy;
            block.radius[k] = o.radius;
        };
        let (full, rest) = self.neighbours(row).as_chunks::<LANES>();
        let mut block = Block::EMPTY;
        for eight in full {
            for (k, other) in eight.iter().enumerate() {
                lane(&mut block, k, *other);
            }
            work(&block);
        }
        if !rest.is_empty() {
            block = Block::EMPTY;
            for (k, other) in rest.iter().enumerate() {
                lane(&mut block, k, *other);
            }
            work(&block);
        }
    }

    /// Walls near a walker.
    ///
    /// ```
    /// fn walls_about(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> usize { view.walls(me).count() }
    /// ```
    #[inline]
    pub fn walls(&self, row: Row) -> impl Iterator<Item = &'a crate::Wall> {
        self.walls.near(self.body(row).place())
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
