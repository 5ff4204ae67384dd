//! Walkers, in columns.

use crate::parallel::{Pool, shared};
use crate::{AgentId, Row, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, permute::Aside, snapshot};
use ambulo_geom::{Point, Vec2};
use ambulo_nav::{CellId, OnRoute, PackedRoute};
use std::sync::atomic::Ordering::Relaxed;

/// What others see of a walker: one packed, hot column. Constant during a step.
///
/// ```
/// use ambulo_sim::Body;
/// use ambulo_geom::{Point, Vec2};
/// let b = Body::new(Point::new(1.0, 2.0), Vec2::new(1.3, 0.0), 0.22);
/// assert_eq!(b.place().y, 2.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub struct Body {
    /// Place [m].
    pub x: f64,
    /// Place [m].
    pub y: f64,
    /// Actual velocity [m/s].
    pub vx: f32,
    /// Actual velocity [m/s].
    pub vy: f32,
    /// Radius [m].
    pub radius: f32,
    /// Speed it would like to walk [m/s].
    pub speed: f32,
}

impl Body {
    /// A body at a place.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Vec2};
    /// assert_eq!(ambulo_sim::Body::new(Point::new(1.0, 2.0), Vec2::ZERO, 0.22).radius, 0.22);
    /// ```
    pub fn new(at: Point, velocity: Vec2, radius: f32) -> Self {
        Self { x: at.x, y: at.y, vx: velocity.x, vy: velocity.y, radius, speed: 1.34 }
    }

    /// Where it is.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Vec2};
    /// assert_eq!(ambulo_sim::Body::new(Point::new(1.0, 2.0), Vec2::ZERO, 0.22).place(), Point::new(1.0, 2.0));
    /// ```
    #[inline]
    pub fn place(&self) -> Point {
        Point::new(self.x, self.y)
    }

    /// Its velocity [m/s].
    ///
    /// ```
    /// # use ambulo_geom::{Point, Vec2};
    /// assert_eq!(ambulo_sim::Body::new(Point::new(1.0, 2.0), Vec2::ZERO, 0.22).velocity(), Vec2::ZERO);
    /// ```
    #[inline]
    pub fn velocity(&self) -> Vec2 {
        Vec2::new(self.vx, self.vy)
    }
}

/// What a walker is doing.
///
/// ```
/// assert_eq!(ambulo_sim::Activity::default(), ambulo_sim::Activity::Walking);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Activity {
    /// Walking along its route.
    #[default]
    Walking,
    /// At its goal, where it stays.
    Arrived,
    /// At its goal, removed at the next step.
    Leaving,
    /// There is no route to its goal.
    NoRoute,
    /// Non-finite state (NaN); it stands still.
    Quarantined,
    /// It has not set out yet.
    Waiting,
}

/// The route of an agent and its progress along it.
#[derive(Clone, Debug, Default)]
pub struct RouteState {
    pub(crate) packed: PackedRoute,
    /// The next portal to cross, and the cell it lies in; after the last, the cell of the goal.
    pub(crate) next: u32,
    pub(crate) at: CellId,
    /// Whether a route must be found.
    pub(crate) wanted: bool,
    /// Where to head now: the next corner or the goal.
    pub(crate) waypoint: Point,
    /// Whether the waypoint is the goal.
    pub(crate) last_leg: bool,
    /// Whether the goal is one place, and the cell the route ends in: what following needs of the goal at every step,
    /// kept here because goals lie about in memory.
    pub(crate) to_place: bool,
    pub(crate) ends_in: u32,
}

impl RouteState {
    /// Where an agent at `place` is on it.
    #[inline]
    pub(crate) fn at_place(&self, place: Point) -> OnRoute {
        OnRoute { place, next: self.next as usize, cell: self.at }
    }
}

/// Progress towards the goal, for the detector of the stuck.
#[derive(Clone, Copy, Debug)]
pub struct GoalProgress {
    /// Least remaining length so far [m].
    pub(crate) best: f32,
    /// When that was [s].
    pub(crate) since: f32,
    /// Least gap to the goal while it is within reach [m], else infinite.
    pub(crate) gap: f32,
    /// When that was [s].
    pub(crate) within_reach: f32,
}

snapshot!(Body { x, y, vx, vy, radius, speed });
snapshot!(RouteState { packed, next, at, wanted, waypoint, last_leg, to_place, ends_in });
snapshot!(GoalProgress { best, since, gap, within_reach });

impl Snapshot for PackedRoute {
    fn save(&self, out: &mut SnapshotWriter) {
        self.words().save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        let words = Vec::load(from)?;
        Self::from_words(&words).ok_or_else(|| SnapshotError::new("a route in it is damaged"))
    }
}

impl Snapshot for Activity {
    fn save(&self, out: &mut SnapshotWriter) {
        (*self as u8).save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        let all = [Self::Walking, Self::Arrived, Self::Leaving, Self::NoRoute, Self::Quarantined, Self::Waiting];
        let number = u8::load(from)?;
        all.get(number as usize).copied().ok_or_else(|| SnapshotError::new(format!("{number} is no activity")))
    }
}

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $kind:ty,)+) => {
        /// One walker, as a row of the columns.
        #[derive(Clone, Debug)]
        pub(crate) struct Agent {
            $($(#[$doc])* pub(crate) $name: $kind,)+
        }

        /// All walkers: one column per property, one row per agent.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct Agents {
            $($(#[$doc])* pub(crate) $name: Vec<$kind>,)+
            /// Row of every id ever given; `GONE` for those who left.
            rows: Vec<u32>,
            /// The largest radius [m] and greatest speed [m/s] of any agent so far.
            pub(crate) widest: f32,
            pub(crate) fastest: f32,
        }

        impl Agents {
            fn push_columns(&mut self, agent: Agent) {
                $(self.$name.push(agent.$name);)+
            }

            fn swap_remove_columns(&mut self, row: usize) {
                $(self.$name.swap_remove(row);)+
            }

            fn permute_columns(&mut self, pool: &Pool, order: &[u32], aside: &mut Aside) {
                $(aside.permute(pool, &mut self.$name, order);)+
            }

            /// Writes all rows in their order, which is part of the state.
            pub(crate) fn save(&self, out: &mut SnapshotWriter) {
                $(self.$name.save(out);)+
                self.rows.save(out);
                self.widest.save(out);
                self.fastest.save(out);
            }

            pub(crate) fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
                let all = Self {
                    $($name: Snapshot::load(from)?,)+
                    rows: Snapshot::load(from)?,
                    widest: Snapshot::load(from)?,
                    fastest: Snapshot::load(from)?,
                };
                let rows = all.id.len();
                let whole = true $(&& all.$name.len() == rows)+;
                let known = all.id.iter().all(|id| (id.0 as usize) < all.rows.len());
                if whole && known { Ok(all) } else { Err(SnapshotError::new("its columns do not fit together")) }
            }

            /// Makes room for so many more.
            pub(crate) fn reserve(&mut self, more: usize) {
                $(self.$name.reserve_exact(more);)+
                self.rows.reserve(more);
            }
        }
    };
}

columns! {
    /// Stable number.
    id: AgentId,
    /// Place, velocity, radius, preferred speed; written at the end of a step.
    body: Body,
    /// Unit vector it faces; written at the end of a step.
    heading: Vec2,
    /// Preferred velocity along the route [m/s]; written by routes.
    preferred: Vec2,
    /// Velocity the model chose [m/s]; written by steering.
    chosen: Vec2,
    /// Place after this step [m]; written by locomotion, then contact. Between steps, and so for goals, the place where
    /// the last step began.
    next: Point,
    /// Fastest it may move [m/s].
    max_speed: f32,
    /// Triangle it stands in; written by goals.
    cell: CellId,
    /// Height of its feet [m]; written by goals where there are several levels.
    z: f32,
    /// Goal it heads for.
    goal: u32,
    /// So far it must move at least before it can have reached its goal [m]; written by goals and at the end of a step.
    far: f32,
    /// Journey it is on.
    journey: u32,
    /// Stage of the journey.
    stage: u16,
    /// Group of the scenario.
    group: u16,
    /// Which squad steers it.
    squad: u16,
    /// Which of the squad's parameter sets it has.
    params: u16,
    /// What it is doing.
    activity: Activity,
    /// Its route.
    route: RouteState,
    /// When it appeared [s].
    since: f32,
    /// Its progress.
    progress: GoalProgress,
}

const GONE: u32 = u32::MAX;

impl Agents {
    pub(crate) fn len(&self) -> usize {
        self.id.len()
    }

    /// Adds a walker and gives it the next number.
    pub(crate) fn push(&mut self, mut agent: Agent) -> AgentId {
        let id = AgentId(self.rows.len() as u32);
        agent.id = id;
        self.rows.push(self.len() as u32);
        self.widest = self.widest.max(agent.body.radius);
        self.fastest = self.fastest.max(agent.max_speed);
        self.push_columns(agent);
        id
    }

    /// Takes a row out; the last row takes its place.
    pub(crate) fn swap_remove(&mut self, row: usize) {
        self.rows[self.id[row].0 as usize] = GONE;
        self.swap_remove_columns(row);
        if let Some(moved) = self.id.get(row) {
            self.rows[moved.0 as usize] = row as u32;
        }
    }

    /// Brings rows into an order that has every row once.
    pub(crate) fn reorder(&mut self, pool: &Pool, order: &[u32], aside: &mut Aside) {
        self.permute_columns(pool, order, aside);
        let rows = shared(&mut self.rows);
        pool.chunks(&mut self.id[..], |start, ids| {
            for (k, id) in ids.iter().enumerate() {
                rows[id.0 as usize].store((start + k) as u32, Relaxed);
            }
        });
    }

    /// The row of an id; `None` when it left or never was.
    pub(crate) fn row(&self, id: AgentId) -> Option<Row> {
        self.rows.get(id.0 as usize).filter(|r| **r != GONE).map(|r| Row(*r))
    }

    /// How many ids were given.
    pub(crate) fn ever(&self) -> usize {
        self.rows.len()
    }

    /// Walks the invariants.
    pub(crate) fn check(&self) -> Result<(), String> {
        for (row, id) in self.id.iter().enumerate() {
            if self.rows[id.0 as usize] != row as u32 {
                return Err(format!("agent {id} stands in row {row} but the index has {}", self.rows[id.0 as usize]));
            }
        }
        let living = self.rows.iter().filter(|r| **r != GONE).count();
        if living == self.len() { Ok(()) } else { Err(format!("{living} ids live but {} rows", self.len())) }
    }
}
