//! From intended velocity to motion: the fourth of the five layers.
//!
//! A locomotion is a value like a steering model: [`Locomotion`] has a hook before contact, which gives the velocity a body moves with,
//! and one after it, in which the body learns what really happened. The engine owns its memory and names none of them.

use crate::accessors::walker_accessors;
use crate::agents::Activity;
use crate::heights::apart;
use crate::layer::{Holders, LayerInfo, LayerSet, MemoryColumn};
use crate::parallel::Pool;
use crate::scripts::{ScriptedFootstep, Scripts};
use crate::{
    AgentId, Block, Body, Flight, Nearby, Neighbours, ParamError, ParamInfo, Params, PublishedSteps, Row, Rows,
    Snapshot, TimedPath, Wall, Walls,
};
use ambulo_geom::{Point, Vec2};

/// How a body turns the velocity it intends into motion. The type holds the parameters, which the walkers of a group share;
/// [`params!`](crate::params) declares it.
///
/// ```
/// use ambulo_geom::Vec2;
/// use ambulo_sim::{Locomotion, MotionView, Row, params};
///
/// params! {
///     /// Rolls: its velocity changes by little per second.
///     pub struct Rolling {
///         /// Greatest acceleration.
///         grip: "m/s^2", 0.1..=20.0, 1.0;
///     }
/// }
///
/// impl Locomotion for Rolling {
///     const NAME: &'static str = "rolling";
///     const TITLE: &'static str = "Rolls with little grip";
///     const PAPER: &'static str = "none";
///     const LIMITS: &'static str = "no wheels";
///     type Memory = ();
///     fn advance(&self, view: &MotionView<'_>, me: Row, intended: Vec2, _: &mut ()) -> Vec2 {
///         let now = view.body(me).velocity();
///         now + (intended - now).clamp_length(self.grip * view.dt)
///     }
/// }
/// ```
pub trait Locomotion: Params {
    /// The name in scenario files.
    const NAME: &'static str;
    /// One line for people.
    const TITLE: &'static str;
    /// Where it was published.
    const PAPER: &'static str;
    /// What it does not model.
    const LIMITS: &'static str;
    /// What a body remembers between steps; owned by the engine. For a struct there is [`snapshot!`](crate::snapshot).
    type Memory: Clone + Default + Send + Sync + Snapshot;

    /// Whether it has a [`follow`](Self::follow).
    const FOLLOWS: bool = false;

    /// Whether it has [`footsteps`](Self::footsteps).
    const STEPS: bool = false;

    /// The memory of a new walker.
    fn begin(&self, _id: AgentId, _heading: Vec2) -> Self::Memory {
        Self::Memory::default()
    }

    /// Before contact: the velocity a body moves with in this step [m/s], of which the engine keeps what its greatest speed allows.
    fn advance(&self, view: &MotionView<'_>, me: Row, intended: Vec2, memory: &mut Self::Memory) -> Vec2;

    /// After contact: the body really `moved` so far [m] in this step. The view is still that of its beginning.
    fn follow(&self, _view: &MotionView<'_>, _me: Row, _moved: Vec2, _memory: &mut Self::Memory) {}

    /// How a body steps, for reports and recordings, while its walker is at a place; `None` for one without steps.
    fn gait(&self, _memory: &Self::Memory, _at: Point) -> Option<Gait> {
        None
    }

    /// The footsteps that landed in this step, of a locomotion that plans footsteps.
    fn footsteps<'m>(&self, _memory: &'m Self::Memory) -> &'m [LandedFootstep] {
        &[]
    }

    /// What others may know of the steps of a walker at a place, of a locomotion that plans footsteps: read in the next step.
    fn publish(&self, _memory: &Self::Memory, _at: Point, _dt: f32) -> PublishedSteps {
        PublishedSteps::default()
    }
}

/// A footstep as it was made: one row of the table of footsteps of a recording.
///
/// ```
/// use ambulo_sim::{AgentId, LandedFootstep};
/// let step = LandedFootstep { id: AgentId(3), index: 2, lift: 0.5, land: 0.9, ..LandedFootstep::default() };
/// assert!(!step.right && step.land > step.lift);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LandedFootstep {
    /// Who made it.
    pub id: AgentId,
    /// Its number among those of its walker, from 0 on. The first two are the feet a walker appears on.
    pub index: u32,
    /// Whether the right foot made it.
    pub right: bool,
    /// Where the foot landed [m].
    pub place: Point,
    /// Height of the floor there [m]: that of the walker.
    pub z: f32,
    /// Direction of the foot [rad].
    pub heading: f64,
    /// When the foot left the floor [s].
    pub lift: f64,
    /// When it landed [s]; the same for feet a walker appears on.
    pub land: f64,
}

crate::snapshot!(LandedFootstep { id, index, right, place, z, heading, lift, land });

/// The present gait of an agent, for reports, recordings and drawing it.
///
/// ```
/// use ambulo_geom::{Point, Vec2};
/// let (place, east) = (Point::new(0.0, 0.0), Vec2::new(1.0, 0.0));
/// let g = ambulo_sim::Gait { phase: 0.0, standing: true, lead_left: true, place, velocity: Vec2::ZERO, facing: east };
/// assert!(g.standing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// Phase of the cycle, 0 to 1: a foot comes down at 0, the other at 0.5. 0 while standing.
    pub phase: f32,
    /// Whether it stands.
    pub standing: bool,
    /// Whether the left foot takes the first step of a cycle, from 0 to 0.5.
    pub lead_left: bool,
    /// Where the body is [m], which follows the walker's place.
    pub place: Point,
    /// Velocity of the body [m/s].
    pub velocity: Vec2,
    /// Unit vector the body faces.
    pub facing: Vec2,
}

/// The frozen now, as a locomotion sees it.
///
/// ```
/// fn crowded(view: &ambulo_sim::MotionView<'_>, me: ambulo_sim::Row) -> bool { view.within_touch(me).len() > 3 }
/// ```
#[derive(Clone, Copy)]
pub struct MotionView<'a> {
    /// Length of a step [s].
    pub dt: f32,
    pub(crate) seed: u64,
    pub(crate) step: u32,
    pub(crate) ids: &'a [AgentId],
    pub(crate) bodies: &'a [Body],
    pub(crate) max_speeds: &'a [f32],
    pub(crate) activities: &'a [Activity],
    pub(crate) groups: &'a [u16],
    pub(crate) squads: &'a [u16],
    pub(crate) accelerating: &'a [bool],
    pub(crate) preferred: &'a [Vec2],
    pub(crate) published: &'a [PublishedSteps],
    pub(crate) heights: &'a [f32],
    pub(crate) flights: &'a [Flight],
    pub(crate) scripts: &'a Scripts,
    pub(crate) near: &'a Neighbours,
    pub(crate) walls: &'a Walls,
}

impl<'a> MotionView<'a> {
    walker_accessors!("MotionView", Locomotion);

    /// Whether its steering model gives accelerations, not velocities to be had at once
    /// ([`SteeringModel::ACCELERATES`](crate::SteeringModel::ACCELERATES)).
    #[inline]
    pub fn accelerates(&self, row: Row) -> bool {
        self.accelerating[self.squads[row.index()] as usize]
    }

    /// Everybody a walker could touch within this step.
    #[inline]
    pub fn within_touch(&self, row: Row) -> Rows<'a> {
        Rows(self.near.close(row))
    }

    /// Everybody within `range` [m] of a walker: calls `work` with eight at a time, those behind walls too.
    pub fn around(&self, row: Row, range: f32, work: impl FnMut(Block<'_>)) {
        self.near.for_each_block(row, self.body(row), range, work);
    }

    /// The velocity a walker would like to have, towards its goal: what tactics gave it [m/s].
    #[inline]
    pub fn preferred(&self, row: Row) -> Vec2 {
        self.preferred[row.index()]
    }

    /// Calls `work` with everybody else within `range` [m] of a walker, those behind walls too.
    pub fn nearby(&self, row: Row, range: f32, mut work: impl FnMut(Nearby<'a>)) {
        let me = self.body(row);
        let height = |row: usize| self.heights.get(row).copied().unwrap_or(0.0);
        self.near.within(me, f64::from(range), |other, d2| {
            let at = other as usize;
            if at != row.index() && !apart(height(row.index()), height(at)) {
                work(Nearby { row: Row(other), body: &self.bodies[at], distance: d2.sqrt() as f32 });
            }
        });
    }

    /// What a walker showed of its steps at the end of the step before.
    #[inline]
    pub fn published(&self, row: Row) -> Option<&'a PublishedSteps> {
        self.published.get(row.index()).filter(|steps| steps.plans)
    }

    /// The footsteps that were written down for a walker; mostly none.
    #[inline]
    pub fn script(&self, row: Row) -> &'a [ScriptedFootstep] {
        if self.scripts.footsteps.is_empty() { &[] } else { self.scripts.footsteps(self.id(row)) }
    }

    /// Where a walker is led, if it is.
    #[inline]
    pub fn course(&self, row: Row) -> Option<&'a TimedPath> {
        self.scripts.course(self.id(row))
    }

    /// Stairs and ramps whose height is near that of a walker.
    pub fn flights(&self, row: Row) -> impl Iterator<Item = &'a Flight> {
        let z = self.heights[row.index()];
        self.flights.iter().filter(move |flight| z > flight.low - SAME && z < flight.high + SAME)
    }

    /// Height of what a foot of a walker stands on at a place [m].
    pub fn ground(&self, row: Row, place: Point) -> f32 {
        let z = self.heights[row.index()];
        let on = |flight: &Flight| flight.height(place);
        if let Some(height) = self.flights(row).find_map(on) {
            return height;
        }
        // A foot beyond the end of the flight on which the body is.
        let body = self.body(row).place();
        match self.flights(row).find(|flight| flight.height(body).is_some()) {
            Some(flight) if flight.along(place).0 < 0.0 => flight.low,
            Some(flight) => flight.high,
            None => z,
        }
    }

    /// Height of a walker's feet [m].
    #[inline]
    pub fn height(&self, row: Row) -> f32 {
        self.heights[row.index()]
    }

    /// Walls near a walker.
    #[inline]
    pub fn walls(&self, row: Row) -> impl Iterator<Item = &'a Wall> {
        let place = self.body(row).place();
        let any = self.walls.any_near(place);
        any.then(|| self.walls.near(place, self.heights[row.index()])).into_iter().flatten()
    }
}

/// Floors so near in height are those of a flight's ends [m].
const SAME: f32 = 0.3;

/// Description of a locomotion.
///
/// ```
/// use ambulo_sim::{LocomotionInfo, LocomotionSet};
/// fn names(set: &LocomotionSet) -> Vec<&'static str> { set.iter().map(|l| l.name).collect() }
/// # assert!(names(&LocomotionSet::default()).is_empty());
/// ```
#[derive(Clone, Copy)]
pub struct LocomotionInfo {
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
    pub(crate) movers: fn(usize) -> Box<dyn Movers>,
}

impl LocomotionInfo {
    /// What the engine needs of a locomotion, built-in or not.
    pub const fn of<L: Locomotion>() -> Self {
        Self {
            name: L::NAME,
            title: L::TITLE,
            paper: L::PAPER,
            limits: L::LIMITS,
            params: L::INFO,
            movers: |walkers| Box::new(Holders::<L, L::Memory>::new(L::NAME, walkers)),
        }
    }
}

/// Names identify locomotions.
impl PartialEq for LocomotionInfo {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for LocomotionInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("LocomotionInfo").field(&self.name).finish()
    }
}

impl LayerInfo for LocomotionInfo {
    fn name(&self) -> &'static str {
        self.name
    }

    fn params(&self) -> &'static [ParamInfo] {
        self.params
    }
}

/// The locomotions that groups of a simulation may name.
pub type LocomotionSet = LayerSet<LocomotionInfo>;

impl LocomotionSet {
    /// These and another one, in place of any that has its name.
    pub fn with<L: Locomotion>(self) -> Self {
        self.with_info(LocomotionInfo::of::<L>())
    }
}

/// Where a body is after a step at a velocity.
#[inline]
pub(crate) fn moved(body: &Body, velocity: Vec2, dt: f32) -> Point {
    body.place() + velocity * dt
}

/// A locomotion in use: one dynamic call per step, none per walker.
pub(crate) trait Movers: MemoryColumn {
    fn add_group(&mut self, group: usize, values: &[(String, f64)]) -> Result<(), ParamError>;
    fn push(&mut self, group: u16, id: AgentId, heading: Vec2);
    /// Writes velocity and place of its walkers.
    fn advance(&mut self, pool: &Pool, view: &MotionView<'_>, wished: &[Vec2], moving: &mut [Vec2], next: &mut [Point]);
    /// Its bodies follow what really happened, which is about to become the now.
    fn follow(&mut self, pool: &Pool, view: &MotionView<'_>, next: &[Point]);
    fn gait(&self, group: u16, row: usize, at: Point) -> Option<Gait>;
    fn footsteps(&self, group: u16, row: usize) -> &[LandedFootstep];
    /// Whether it makes footsteps.
    fn steps(&self) -> bool;
    /// Writes what its walkers show of their steps.
    fn publish(&self, pool: &Pool, groups: &[u16], bodies: &[Body], dt: f32, published: &mut [PublishedSteps]);
}

impl<L: Locomotion> Movers for Holders<L, L::Memory> {
    fn add_group(&mut self, group: usize, values: &[(String, f64)]) -> Result<(), ParamError> {
        self.add(group, values)
    }

    fn push(&mut self, group: u16, id: AgentId, heading: Vec2) {
        self.push(group, |l| l.begin(id, heading));
    }

    fn advance(
        &mut self,
        pool: &Pool,
        view: &MotionView<'_>,
        wished: &[Vec2],
        moving: &mut [Vec2],
        next: &mut [Point],
    ) {
        let (params, memory) = self.split();
        pool.chunks((moving, next, memory), |start, (moving, next, memory)| {
            for (k, ((moving, next), memory)) in moving.iter_mut().zip(next).zip(memory).enumerate() {
                let row = start + k;
                let Some(l) = params.get(view.groups[row]) else { continue };
                let body = &view.bodies[row];
                let velocity = if view.activities[row] == Activity::Quarantined {
                    Vec2::ZERO
                } else {
                    let most = view.max_speeds[row];
                    let intended = wished[row].clamp_length(most);
                    let velocity = l.advance(view, Row(row as u32), intended, memory);
                    // What is done as intended keeps every bit.
                    if velocity == intended { velocity } else { velocity.clamp_length(most) }
                };
                *moving = velocity;
                *next = moved(body, velocity, view.dt);
            }
        });
    }

    fn follow(&mut self, pool: &Pool, view: &MotionView<'_>, next: &[Point]) {
        if !L::FOLLOWS {
            return;
        }
        let (params, memory) = self.split();
        pool.chunks(memory, |start, memory| {
            for (k, memory) in memory.iter_mut().enumerate() {
                let row = start + k;
                if let Some(l) = params.get(view.groups[row]) {
                    l.follow(view, Row(row as u32), next[row] - view.bodies[row].place(), memory);
                }
            }
        });
    }

    fn gait(&self, group: u16, row: usize, at: Point) -> Option<Gait> {
        let (l, memory) = self.get(group, row)?;
        l.gait(memory, at)
    }
    fn footsteps(&self, group: u16, row: usize) -> &[LandedFootstep] {
        self.get(group, row).map_or(&[], |(l, memory)| l.footsteps(memory))
    }

    fn steps(&self) -> bool {
        L::STEPS
    }

    fn publish(&self, pool: &Pool, groups: &[u16], bodies: &[Body], dt: f32, published: &mut [PublishedSteps]) {
        pool.chunks(published, |start, published| {
            for (k, published) in published.iter_mut().enumerate() {
                let row = start + k;
                if let Some((l, memory)) = self.get(groups[row], row) {
                    *published = l.publish(memory, bodies[row].place(), dt);
                }
            }
        });
    }
}
