//! What a steering model is, and what it sees.

use crate::accessors::walker_accessors;
use crate::agents::RouteState;
use crate::exits::WallExemption;
use crate::goals::Goals;
use crate::routes::CORNER_ROOM;
use crate::sight::Sight;
use crate::{
    AgentId, Around, Batch, Block, Body, CalibrationAxis, Explanation, Graph, KnownFailure, Neighbourhood, Neighbours,
    Params, Row, Rows, RuleParam, Snapshot, Walls,
};
use ambulo_geom::{Point, Vec2};
use ambulo_nav::NavMesh;

/// A steering model: from what a walker sees to the velocity it chooses. The type holds the parameters of the model, which the walkers
/// of a group share; [`params!`](crate::params) declares it.
///
/// ```
/// use ambulo_sim::{SteeringModel, View, Row, params};
/// use ambulo_geom::Vec2;
///
/// params! {
///     /// Follows its route and ignores others.
///     pub struct Stubborn {
///         /// Share of the preferred speed it walks.
///         pace: "1", 0.0..=1.0, 1.0;
///     }
/// }
///
/// impl SteeringModel for Stubborn {
///     const NAME: &'static str = "stubborn";
///     const TITLE: &'static str = "Follows its route";
///     const PAPER: &'static str = "none";
///     const LIMITS: &'static str = "no avoidance at all";
///     type Memory = ();
///     fn range(&self) -> f32 { 0.0 }
///     fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
///         view.preferred(me) * self.pace
///     }
/// }
/// ```
pub trait SteeringModel: Params {
    /// The name in scenario files.
    const NAME: &'static str;
    /// One line for people.
    const TITLE: &'static str;
    /// Where it was published.
    const PAPER: &'static str;
    /// What it does not model.
    const LIMITS: &'static str;
    /// What a walker remembers between steps; owned by the engine. Numbers, lists and the like can be saved as they are; for a
    /// struct there is [`snapshot!`](crate::snapshot).
    type Memory: Clone + Default + Send + Sync + Snapshot;

    /// Whether it reads [`View::neighbours`]. A model that only uses [`View::for_each_block`] sets this to false, and
    /// if all do, no lists are built.
    const READS_LISTS: bool = true;

    /// Whether what it returns is the present velocity plus an acceleration until it decides next; else a velocity to be
    /// had at once. A locomotion that holds bodies back needs to know: half of an acceleration is held back by half, but
    /// half of a gap, closed twenty times per second, is hardly held back at all.
    const ACCELERATES: bool = false;

    /// How it finds its neighbours where the scenario does not state it.
    const NEIGHBOURHOOD: Neighbourhood = Neighbourhood::Grid;

    /// How long it takes, alone and with default parameters, to reach its preferred velocity: the time constant of the approach [s].
    /// 0: at once.
    const TIME_CONSTANT: f64 = 0.0;

    /// Whether it searches among samples on a grid of its own, where a mirrored scene differs in the last digits and may end elsewhere.
    const SAMPLES: bool = false;

    /// Whether it chooses among candidates, which its explanation lists, instead of adding up forces.
    const CHOOSES: bool = false;

    /// Whether it is there to be compared with: everyday tests take it through few scenes.
    const BASELINE: bool = false;

    /// Whether its memory grows with the number of people a walker meets.
    const REMEMBERS_PEOPLE: bool = false;

    /// What calibration searches, and within which bounds.
    const CALIBRATION: &'static [CalibrationAxis] = &[];

    /// Parameters of body rules that were calibrated with this model: a group that has the rule has them where it does not state others.
    const RULE_PARAMS: &'static [RuleParam] = &[];

    /// Scenes in which it is known to leave people behind.
    const FAILURES: &'static [KnownFailure] = &[];

    /// Whether it calls [`View::for_each_stride_block`]: strides are computed only on request.
    fn reads_strides(&self) -> bool {
        false
    }

    /// How far it looks [m].
    fn range(&self) -> f32;

    /// How far it wants to see walls [m]; the nearest 2.5 m are always there.
    fn wall_range(&self) -> f32 {
        0.0
    }

    /// Usual time between two decisions of a walker [s]; meanwhile it keeps the velocity it chose. 0: every step.
    #[inline(always)]
    fn decision_interval(&self) -> f32 {
        0.0
    }

    /// Time until walker `me`, who decides now, decides again [s], where that depends on the walker. The first pause of each walker is
    /// shortened at random, so that not all decide in the same step.
    #[inline(always)]
    fn interval(&self, _view: &View<'_>, _me: Row, _memory: &Self::Memory) -> f32 {
        self.decision_interval()
    }

    /// What prepares the decisions of all walkers with these parameters in one [`Batch`] per step; `None` where each decides by itself.
    /// An error says why it cannot, for instance because there is no such device, and what to do.
    fn batch(&self) -> Result<Option<Box<dyn Batch<Self>>>, String> {
        Ok(None)
    }

    /// The velocity walker `me` chooses [m/s]. Mark it `#[inline(always)]` to have it compiled for wide vectors.
    fn steer(&self, view: &View<'_>, me: Row, memory: &mut Self::Memory) -> Vec2;

    /// The same decision, with notes on what was seen and weighed. Write it once, generic over a
    /// [`Trace`](crate::Trace).
    fn explain(&self, view: &View<'_>, me: Row, memory: &mut Self::Memory, _trace: &mut Explanation) -> Vec2 {
        self.steer(view, me, memory)
    }
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
    pub(crate) far_walls: Option<&'a Walls>,
    /// Walls that may hide people from each other.
    pub(crate) screens: Option<&'a Walls>,
    pub(crate) heights: &'a [f32],
    pub(crate) mesh: &'a NavMesh,
    pub(crate) cells: &'a [u32],
    pub(crate) since: &'a [f32],
    pub(crate) routes: &'a [RouteState],
    pub(crate) goal_of: &'a [u32],
    pub(crate) far: &'a [f32],
    pub(crate) goals: &'a Goals,
    /// Set while a model steers that finds its neighbours by the graph.
    pub(crate) graph: Option<&'a Graph>,
    /// Whether lists of the grid were built for the model that steers.
    pub(crate) lists: bool,
}

impl<'a> View<'a> {
    walker_accessors!("View", Steering);

    /// The unit vector a walker faces.
    ///
    /// ```
    /// fn looks_east(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.heading(me).x > 0.7 }
    /// ```
    #[inline]
    pub fn heading(&self, row: Row) -> Vec2 {
        self.headings[row.index()]
    }

    /// The preferred velocity along its route [m/s].
    ///
    /// ```
    /// fn waits(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.preferred(me).length() == 0.0 }
    /// ```
    #[inline]
    pub fn preferred(&self, row: Row) -> Vec2 {
        self.preferred[row.index()]
    }

    /// The preferred velocity when the cone of sight through the next portals is narrowed down to `least_cone`
    /// [rad] and halved, instead of heading for the next corner: a large angle keeps to the middle, a small one skims
    /// corners. Within the cell of the goal it is [`preferred`](Self::preferred).
    ///
    /// ```
    /// fn middle(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> ambulo_geom::Vec2 { view.look(me, 0.8) }
    /// ```
    pub fn look(&self, row: Row, least_cone: f32) -> Vec2 {
        let (preferred, route) = (self.preferred(row), &self.routes[row.index()]);
        if route.next as usize >= route.packed.len() || preferred == Vec2::ZERO {
            return preferred;
        }
        let goal = &self.goals.goals[self.goal_of[row.index()] as usize];
        let room = self.body(row).radius + CORNER_ROOM;
        let look = route.packed.look(self.mesh, route.at_place(self.place(row)), goal, room, f64::from(least_cone));
        Vec2::new(look.x as f32, look.y as f32) * preferred.length()
    }

    /// The rows of the walkers near one. By the grid: all within the [`range`](SteeringModel::range) of the model itself, also
    /// behind walls. By the graph: its direct visible neighbours.
    ///
    /// # Panics
    ///
    /// When the model declares by [`READS_LISTS`](SteeringModel::READS_LISTS) that it reads no lists: an empty list would look like
    /// an empty place.
    ///
    /// ```
    /// fn alone(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.neighbours(me).is_empty() }
    /// ```
    #[inline]
    pub fn neighbours(&self, row: Row) -> Rows<'a> {
        Rows(match self.graph {
            Some(graph) => graph.of(row),
            None => {
                assert!(
                    self.lists,
                    "a model with READS_LISTS = false asks for lists of neighbours, which were not built"
                );
                self.near.of(row)
            }
        })
    }

    /// The rows of those who are so near that bodies may touch during the step, whatever the model's range; also behind walls.
    ///
    /// ```
    /// fn pressed(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.close(me).len() > 4 }
    /// ```
    #[inline]
    pub fn close(&self, row: Row) -> Rows<'a> {
        Rows(self.near.close(row))
    }

    /// Whether neighbours come from the graph, which has only visible ones, and not from the grid.
    ///
    /// ```
    /// fn all_visible(view: &ambulo_sim::View<'_>) -> bool { view.by_graph() }
    /// ```
    #[inline]
    pub fn by_graph(&self) -> bool {
        self.graph.is_some()
    }

    /// Whether the straight line from one walker to another is free of walls.
    ///
    /// ```
    /// fn alone(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool {
    ///     !view.neighbours(me).iter().any(|other| view.sees(me, other))
    /// }
    /// ```
    #[inline]
    pub fn sees(&self, row: Row, other: Row) -> bool {
        let (here, there) = (self.cells[row.index()], self.cells[other.index()]);
        // Cells are convex.
        here == there || crate::graph::visible(self.mesh, self.place(row), here, self.place(other), there)
    }

    /// All agents within `range` [m] that a walker sees, eight at a time: the fast access to neighbours. Lanes of those
    /// behind a wall are empty. The range is at most the model's [`range`](SteeringModel::range).
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
        match self.graph {
            Some(graph) => self.near.for_each_block_of(graph.of(row), false, self.body(row), range, work),
            None => {
                self.near.for_each_block_seen(&self.sight(row, range), row, self.body(row), range, work);
            }
        }
    }

    /// The same with strides in the place of velocities: each other's speed in the direction it wants to go. Only for
    /// a model that declares that it [reads them](SteeringModel::reads_strides).
    ///
    /// ```
    /// fn eastward(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool {
    ///     let mut sum = 0.0;
    ///     view.for_each_stride_block(me, 2.0, |block| sum += block.vx.iter().sum::<f32>());
    ///     sum > 0.0
    /// }
    /// ```
    #[inline(always)]
    pub fn for_each_stride_block(&self, row: Row, range: f32, work: impl FnMut(Block<'_>)) {
        match self.graph {
            Some(graph) => self.near.for_each_block_of(graph.of(row), true, self.body(row), range, work),
            None => {
                self.near.gather(true, &self.sight(row, range), row, self.body(row), range, work);
            }
        }
    }

    /// All agents within `range` [m], also those behind walls, for a model that finds out by itself who is hidden.
    ///
    /// ```
    /// fn anybody(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool {
    ///     let mut any = false;
    ///     view.for_each_block_near(me, 2.0, |block| any |= block.radius.iter().any(|r| *r > 0.0));
    ///     any
    /// }
    /// ```
    #[inline(always)]
    pub fn for_each_block_near(&self, row: Row, range: f32, work: impl FnMut(Block<'_>)) {
        match self.graph {
            Some(graph) => self.near.for_each_block_of(graph.of(row), false, self.body(row), range, work),
            None => {
                self.near.for_each_block_seen(&Sight::free(), row, self.body(row), range, work);
            }
        }
    }

    #[inline(always)]
    fn sight(&self, row: Row, range: f32) -> Sight<'a> {
        Sight::new(self.screens, self.place(row), self.heights[row.index()], range)
    }

    /// Walls near a walker, without those it may walk up to: where it would touch its goal together with the wall.
    ///
    /// ```
    /// fn walls_about(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> usize { view.walls(me).count() }
    /// ```
    #[inline]
    pub fn walls(&self, row: Row) -> impl Iterator<Item = &'a crate::Wall> {
        let exit = self.exit(row, self.walls.reach() as f32);
        let near = self.walls.near(self.place(row), self.heights[row.index()]);
        near.filter(move |w| exit.is_none_or(|exit| !exit.lies_before(w)))
    }

    /// The goal of a walker, if it may lie within `reach` [m].
    #[inline(always)]
    fn exit(&self, row: Row, reach: f32) -> Option<WallExemption<'a>> {
        if self.far[row.index()] > reach {
            return None;
        }
        let (body, z) = (self.body(row), self.heights[row.index()]);
        let goal = &self.goals.goals[self.goal_of[row.index()] as usize];
        Some(WallExemption { goal, mesh: self.mesh, place: body.place(), radius: f64::from(body.radius), z })
    }

    /// The same up to `range` [m] from a walker, which is at most the model's [`wall_range`](SteeringModel::wall_range).
    ///
    /// ```
    /// fn hemmed_in(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.walls_within(me, 8.0).count() > 20 }
    /// ```
    #[inline(always)]
    pub fn walls_within(&self, row: Row, range: f32) -> impl Iterator<Item = &'a crate::Wall> {
        self.walls_and_heights_within(row, range).map(|(wall, _)| wall)
    }

    /// The same, each with how high it is [m], where the plan states that.
    ///
    /// ```
    /// fn sees_over(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool {
    ///     view.walls_and_heights_within(me, 8.0).all(|(_, height)| height.is_some_and(|height| height < 1.5))
    /// }
    /// ```
    #[inline(always)]
    pub fn walls_and_heights_within(
        &self,
        row: Row,
        range: f32,
    ) -> impl Iterator<Item = (&'a crate::Wall, Option<f32>)> {
        let near = f64::from(range) <= self.walls.reach();
        let walls = self.far_walls.filter(|_| !near).unwrap_or(self.walls);
        let exit = self.exit(row, range);
        let (p, range) = (self.place(row), f64::from(range));
        let near = walls.near_and_heights(p, self.heights[row.index()]);
        let near = near.filter(move |(w, _)| w.at.distance(p) <= range);
        near.filter(move |(w, _)| exit.is_none_or(|exit| !exit.lies_before(w)))
    }

    /// How many people are present, whatever steers them: their rows are those below this number.
    ///
    /// ```
    /// fn fastest(view: &ambulo_sim::View<'_>) -> f32 {
    ///     (0..view.people() as u32).map(|row| view.body(ambulo_sim::Row(row)).velocity().length()).fold(0.0, f32::max)
    /// }
    /// ```
    #[inline]
    pub fn people(&self) -> usize {
        self.ids.len()
    }

    /// Time since a walker appeared [s].
    ///
    /// ```
    /// fn is_new(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> bool { view.age(me) < 1.0 }
    /// ```
    #[inline]
    pub fn age(&self, row: Row) -> f32 {
        self.time() - self.since[row.index()]
    }

    /// How many steps were made before this one.
    ///
    /// ```
    /// fn begins(view: &ambulo_sim::View<'_>) -> bool { view.step() == 0 }
    /// ```
    #[inline]
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The next corner of a walker's route, or its goal.
    ///
    /// ```
    /// fn to_go(view: &ambulo_sim::View<'_>, me: ambulo_sim::Row) -> f64 { view.place(me).distance(view.waypoint(me)) }
    /// ```
    #[inline]
    pub fn waypoint(&self, row: Row) -> Point {
        self.routes[row.index()].waypoint
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

    pub(crate) fn around(&self, row: Row) -> Around {
        let body = self.body(row);
        Around { row: row.0, id: self.id(row), place: body.place(), velocity: body.velocity(), radius: body.radius }
    }
}
