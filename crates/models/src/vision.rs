//! `vision`: walkers that steer by what they see. J. Ondřej, J. Pettré, A.-H. Olivier and S. Donikian, *A synthetic-vision based steering
//! approach for crowd simulation*, ACM Transactions on Graphics 29(4), 2010.
//!
//! **In words.** At every decision a walker looks: an image of 150 by 80 degrees from the height of its eyes, in which people are cones and
//! walls are vertical faces. Each pixel is a point with a rate of its bearing and a time to interaction. A bearing that does not change while
//! the point comes nearer is a collision. The walker turns until all such points have a rate above a threshold, which is the wider the
//! sooner they come, and walks slower where a collision is imminent. What is hidden has no influence.
//!
//! **Equations** (correction numbers of the specification in brackets):
//!
//! ```text
//! tti = D / conv                          D: horizontal distance, conv: speed towards the walker, with its sign [C-20]
//! rate = atan2(orth u, D - conv u) / u    u = 1 s; orth: speed across, counter-clockwise positive [C-21]
//! tau+ = a + b tti^-c, tau- = a - b tti^-c
//! Pcol = points with tti > 0 and (rate >= 0 ? rate < tau+ : rate > tau-)                      [C-22]
//! phi+ = min (rate - tau+) <= 0, phi- = max (rate - tau-) >= 0 over Pcol
//! turn = goal rate w                      where Pcol is empty, or w is outside of (phi+, phi-) [C-24]
//!      = the smaller of phi+ and phi-     where |w| is below the dead band
//!      = the nearer to w of the two       otherwise
//! v    = vc, or vc (1 - exp(-0.5 tti^2)) for the least tti of Pcol below tau2
//! ```
//!
//! The turning rate, its change and the change of speed are bounded.
//!
//! **Open choices, with the literal reading as the second word of a parameter** (figures on the page of this model):
//! - `rate`: the difference of the bearing over one second, or its exact derivative.
//! - `sets`: phi+ and phi- over all of Pcol, or each over the points of its own sign. With the literal sets a body dead ahead has points
//!   of both signs near zero, and pairs collide.
//! - `goal`: w = bearing of the goal / `goal_time`; the literal rate of the line of sight keeps the bearing constant, which is a spiral that
//!   never arrives [C-23].
//! - `hysteresis` and `side`: who turns keeps to that side; who walks straight leans to a side.
//! - `mapping`: columns and rows even in the angle, or in its tangent as in a perspective image.
//!
//! **Departures, and why.** People nearer than `near` are not drawn, since all of their points are at no distance; below `apart` they are
//! pushed apart instead. An agent that stands for `creep_after` seconds before an obstacle creeps. Faces farther than the next corner of
//! the route do not count (`walls = "route"`), because the route is planned around them; the paper has no routes (`"all"`). The goal is the
//! direction of the route.
//!
//! `perception = "gpu"` makes the same images on a GPU, for all walkers of a step at once, where the crate is built with the feature `gpu`;
//! the control laws are computed on the CPU in all cases. `perception = "points"` takes each visible person as one moving point and sees no walls, as the paper suggests for scenes of walkers only.
//!
//! **Not modelled.** People are expected to keep their velocity; nobody expects others from behind a corner, steps back or to the side; no groups.

mod camera;
#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod control;
mod explaining;
#[cfg(feature = "gpu")]
mod gpu;
mod image;
#[cfg(test)]
mod oracle;
mod stimuli;
#[cfg(test)]
mod tests;

use crate::decision::decided_by;
use ambulo_geom::{Vec2, math};
use ambulo_sim::{
    Batch, CalibrationAxis, KnownFailure, LANES, NOWHERE, Note, Row, Snapshot, SnapshotError, SnapshotReader,
    SnapshotWriter, SteeringModel, Trace, View, params, snapshot,
};
use camera::Camera;
use image::{Face, Image, Person, Surroundings};
use std::cell::Cell;
use stimuli::{Judge, Percept, Reaction};

params! {
    /// Steering by synthetic vision, 2010.
    pub struct Vision {
        /// What is perceived: an image, each person as one point, or an image made on a GPU.
        perception: "image|points|gpu", 0.0..=2.0, 0.0;
        /// Columns of the image.
        columns: "1", 8.0..=512.0, 128.0;
        /// Rows of the image.
        rows: "1", 4.0..=128.0, 24.0;
        /// Angle of sight from left to right.
        width: "deg", 20.0..=170.0, 150.0;
        /// Angle of sight from the horizon down.
        height: "deg", 10.0..=85.0, 80.0;
        /// Whether columns and rows are even in the angle, or in its tangent.
        mapping: "angle|tangent", 0.0..=1.0, 0.0;
        /// Height of the eyes.
        eye: "m", 0.5..=1.7, 1.7;
        /// Height of the cone that stands for a person.
        person_height: "m", 1.7..=2.5, 1.8;
        /// Radius of that cone at the floor.
        person_radius: "m", 0.1..=1.0, 0.5;
        /// Threshold of the bearing rate: its middle.
        a: "rad/s", -1.0..=1.0, 0.0;
        /// Threshold of the bearing rate: its half width at 1 s.
        b: "rad/s", 0.0..=10.0, 0.6;
        /// Threshold of the bearing rate: how fast it narrows with the time to interaction.
        c: "1", 0.1..=5.0, 1.5;
        /// Time to interaction below which a walker slows down.
        tau2: "s", 0.0..=20.0, 3.0;
        /// How the bearing rate is computed: as the difference over one second, or as the derivative.
        rate: "difference|instant", 0.0..=1.0, 0.0;
        /// Over which points a turn is chosen: all that ask for one, or those whose bearing moves to that side.
        sets: "all|signed", 0.0..=1.0, 0.0;
        /// How a walker heads for its goal: by the bearing, or by the rate of the line of sight.
        goal: "bearing|rate", 0.0..=1.0, 0.0;
        /// Time in which it turns to its goal.
        goal_time: "s", 0.1..=10.0, 3.0;
        /// Turns to the goal slower than this are neglected.
        dead_band: "rad/s", 0.0..=2.0, 0.1;
        /// By which share a turn to the side it already turns to counts as less.
        hysteresis: "1", 0.0..=0.9, 0.2;
        /// By which share a turn to the preferred side counts as less, when it walks straight.
        lean: "1", 0.0..=0.9, 0.15;
        /// To which side it leans when it walks straight.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// Greatest turning rate.
        max_turn: "deg/s", 5.0..=600.0, 90.0;
        /// Greatest change of the turning rate.
        max_turn_change: "deg/s^2", 5.0..=6000.0, 90.0;
        /// Greatest change of speed.
        max_accel: "m/s^2", 0.1..=20.0, 1.0;
        /// People between whose bodies the gap is less are not seen.
        near: "m", 0.0..=2.0, 0.25;
        /// People between whose bodies the gap is less are pushed apart.
        apart: "m", 0.0..=2.0, 0.2;
        /// By which share of that push it also steps to its preferred side, where the other is ahead.
        sidestep: "1", 0.0..=2.0, 0.5;
        /// An agent that stands so long before an obstacle creeps; 0: never.
        creep_after: "s", 0.0..=100.0, 2.0;
        /// Share of its comfort speed at which it creeps.
        creep: "1", 0.0..=1.0, 0.1;
        /// Which walls count: those before the next corner of the route, or all.
        walls: "route|all", 0.0..=1.0, 0.0;
        /// Height of walls of which the plan states none.
        wall_height: "m", 0.1..=20.0, 3.0;
        /// How far it sees walls.
        wall_range: "m", 0.5..=50.0, 20.0;
        /// How far it sees people.
        range: "m", 0.5..=50.0, 40.0;
        /// Time between decisions; 0 decides at every step.
        decide_every: "s", 0.0..=2.0, 0.0;
    }
}

/// What a walker remembers: in which direction it goes, and how it turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct VisionMemory {
    /// Unit direction of motion; zero before the first decision.
    heading: Vec2,
    /// Turning rate [rad/s].
    turning: f32,
    /// Speed it intended [m/s].
    speed: f32,
    /// How long it has stood before an obstacle [s].
    stood: f32,
    /// What the GPU found for this step.
    found: Found,
}

snapshot!(VisionMemory { heading, turning, speed, stood, found });

/// What a walker perceives now, where that was computed for all at once. It is of no use after the step, and not saved.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    #[cfg(feature = "gpu")]
    percept: Option<Percept>,
}

impl Found {
    fn take(&mut self) -> Option<Percept> {
        #[cfg(feature = "gpu")]
        return self.percept.take();
        #[cfg(not(feature = "gpu"))]
        None
    }
}

impl Snapshot for Found {
    fn save(&self, _: &mut SnapshotWriter) {}

    fn load(_: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        Ok(Self::default())
    }
}

/// Slower than this an agent stands [m/s].
const STANDS: f32 = 0.05;

/// A walker takes at least this long to turn to its goal [s].
const SOONEST: f32 = 0.25;

/// What an agent works with while it looks: kept for the next one on the same thread.
#[derive(Default)]
struct Scratch {
    camera: Camera,
    around: Surroundings,
    image: Image,
}

thread_local! {
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

impl SteeringModel for Vision {
    const NAME: &'static str = "vision";
    const TITLE: &'static str = "Synthetic vision (2010): turn until no bearing stays the same";
    const PAPER: &'static str = "Ondrej, Pettre, Olivier and Donikian, A synthetic-vision based steering approach for crowd simulation, ACM \
        Transactions on Graphics 29(4) (2010)";
    const LIMITS: &'static str = "others are assumed to keep their velocity, nobody steps back or aside, nobody is expected from behind a corner, no groups";
    const READS_LISTS: bool = false;
    const ACCELERATES: bool = true;
    const TIME_CONSTANT: f64 = 0.5;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("b", 0.1, 2.0),
        CalibrationAxis::usual("c", 0.5, 3.0),
        CalibrationAxis::usual("tau2", 1.0, 8.0),
        CalibrationAxis::usual("goal_time", 0.5, 6.0),
    ];
    // In `bottleneck` seeds 1 to 5 were run, and all left people behind.
    const FAILURES: &'static [KnownFailure] = &[
        KnownFailure::new("bottleneck", 0.84, 20),
        KnownFailure::new("doors", 0.315, 7),
        KnownFailure::new("doorway", 0.25, 3),
    ];
    type Memory = VisionMemory;

    fn wall_range(&self) -> f32 {
        self.wall_range
    }

    #[inline(always)]
    fn decision_interval(&self) -> f32 {
        self.decide_every
    }

    fn batch(&self) -> Result<Option<Box<dyn Batch<Self>>>, String> {
        if self.perception < 1.5 {
            return Ok(None);
        }
        #[cfg(feature = "gpu")]
        return Ok(Some(Box::new(gpu::Perception::new(self)?)));
        #[cfg(not(feature = "gpu"))]
        Err("this program was built without perception on a GPU; build it with `--features gpu`, or choose perception \"image\", which \
            computes the same images on the CPU"
            .into())
    }

    decided_by!(decide, range);
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Vision, memory: &mut VisionMemory, trace: &mut T) -> Vec2 {
    let (body, wish) = (view.body(me), view.preferred(me));
    let (comfort, passed) = (wish.length(), view.dt.max(p.decide_every));
    let found = memory.found.take();
    if memory.heading == Vec2::ZERO {
        (memory.heading, memory.speed) = begin(view, me);
    }
    let ahead = memory.heading;
    let push = push_apart(view, me, p, ahead);
    if comfort <= 1e-6 {
        memory.turning = 0.0;
        memory.stood = 0.0;
        memory.speed = control::towards(memory.speed, 0.0, p.max_accel * passed);
        return (ahead * memory.speed + push).clamp_length(view.max_speed(me));
    }
    let percept = found.unwrap_or_else(|| perceive(view, me, p, ahead, trace));
    let goal = goal_rate(view, me, p, ahead);
    let (mut turn, law) = control::turn(p, &percept, goal, memory.turning);
    let mut speed = control::speed(p, &percept, comfort);
    let stands = body.velocity().length() < STANDS && !percept.is_clear();
    memory.stood = if stands { memory.stood + passed } else { 0.0 };
    if p.creep_after > 0.0 && memory.stood > p.creep_after {
        speed = speed.max(p.creep * comfort);
    }
    let most = p.max_turn.to_radians();
    turn = control::towards(memory.turning, turn, p.max_turn_change.to_radians() * passed).clamp(-most, most);
    memory.turning = turn;
    if turn != 0.0 {
        let angle = f64::from(turn * passed);
        let (cos, sin) = (math::cos(angle) as f32, math::sin(angle) as f32);
        let turned = Vec2::new(ahead.x * cos - ahead.y * sin, ahead.x * sin + ahead.y * cos);
        memory.heading = turned.unit().unwrap_or(ahead);
    }
    memory.speed = control::towards(memory.speed, speed, p.max_accel * passed);
    trace.note(|| {
        let figure = |phi: Option<f32>| phi.map_or("none".into(), |phi| format!("{phi:.3} rad/s"));
        Note::Text(format!(
            "right {}, left {}, goal {goal:.3} rad/s: {law:?}; soonest {:.2} s",
            figure(percept.right),
            figure(percept.left),
            percept.soonest
        ))
    });
    (memory.heading * memory.speed + push).clamp_length(view.max_speed(me))
}

/// In which direction a walker goes at its first decision, and how fast [m/s].
#[inline(always)]
fn begin(view: &View<'_>, me: Row) -> (Vec2, f32) {
    // Who enters in motion goes on as it comes.
    let velocity = view.body(me).velocity();
    let speed = velocity.length();
    let moves = velocity.unit().filter(|_| speed > STANDS);
    (moves.or(view.preferred(me).unit()).unwrap_or(view.heading(me)), speed)
}

/// The turning rate that leads to the goal [rad/s].
#[inline(always)]
fn goal_rate(view: &View<'_>, me: Row, p: &Vision, ahead: Vec2) -> f32 {
    let wish = view.preferred(me);
    if p.goal >= 0.5 {
        let to = view.waypoint(me) - view.place(me);
        return -to.cross(view.body(me).velocity()) / to.length_squared().max(1e-6);
    }
    // A slow turn would lead in circles around what is near.
    let soon = (view.waypoint(me) - view.place(me)).length() / wish.length();
    // Nor must a long step turn it beyond its goal.
    let soonest = SOONEST.max(view.dt).max(p.decide_every);
    math::atan2_32(ahead.cross(wish), ahead.dot(wish)) / p.goal_time.min(0.5 * soon).max(soonest)
}

/// What everything in sight asks for.
#[inline(always)]
fn perceive<T: Trace>(view: &View<'_>, me: Row, p: &Vision, ahead: Vec2, trace: &mut T) -> Percept {
    let judge = Judge::new(p);
    if p.perception == 1.0 {
        return points(view, me, p, ahead, &judge);
    }
    let mut scratch = SCRATCH.take().unwrap_or_default();
    let Scratch { camera, around, image } = &mut *scratch;
    camera.fit(p);
    look_around(view, me, p, ahead, camera, around);
    image.draw(camera, around);
    let percept = judge.image(image);
    explaining::note(&judge, camera, image, trace);
    SCRATCH.set(Some(scratch));
    percept
}

/// Gathers what may be in the image, in the frame of the walker.
#[inline(always)]
fn look_around(view: &View<'_>, me: Row, p: &Vision, ahead: Vec2, camera: &Camera, around: &mut Surroundings) {
    let own = |v: Vec2| Vec2::new(ahead.dot(v), ahead.cross(v));
    let velocity = view.body(me).velocity();
    around.people.clear();
    around.faces.clear();
    around.still = own(-velocity);
    let near = view.body(me).radius + p.near;
    // Behind the edges of the image there is nobody, not even with a cone's radius more.
    let (edge_cos, edge_sin) = (camera.ahead[0], camera.left[0]);
    view.for_each_block_near(
        me,
        p.range,
        #[inline(always)]
        |o| {
            for k in 0..LANES {
                let at = own(Vec2::new(o.dx[k], o.dy[k]));
                let outside = at.y.abs() * edge_cos - at.x * edge_sin;
                if o.dx[k] == NOWHERE || at.length() < near + o.radius[k] || outside > camera.radius * 1.1 {
                    continue;
                }
                around.people.push(Person { at, velocity: own(Vec2::new(o.vx[k], o.vy[k]) - velocity) });
            }
        },
    );
    around.people.sort_unstable_by(|a, b| a.at.length_squared().total_cmp(&b.at.length_squared()));
    around.reach = reach(view, me, p);
    faces(view, me, p, ahead, |face| around.faces.push(face));
}

/// Walls farther away than this are not reacted to [m].
#[inline(always)]
fn reach(view: &View<'_>, me: Row, p: &Vision) -> f32 {
    if p.walls < 0.5 { p.wall_range.min((view.waypoint(me) - view.place(me)).length()) } else { p.wall_range }
}

/// The walls around, in the frame of the walker.
#[inline(always)]
fn faces(view: &View<'_>, me: Row, p: &Vision, ahead: Vec2, mut add: impl FnMut(Face)) {
    let own = |v: Vec2| Vec2::new(ahead.dot(v), ahead.cross(v));
    let place = view.place(me);
    for (wall, height) in view.walls_and_heights_within(me, p.wall_range) {
        let height = height.unwrap_or(p.wall_height);
        add(Face { a: own(wall.at.a - place), b: own(wall.at.b - place), height });
    }
}

/// Each visible person as one moving point.
#[inline(always)]
fn points(view: &View<'_>, me: Row, p: &Vision, ahead: Vec2, judge: &Judge) -> Percept {
    let (mut sum, velocity) = (Reaction::new(), view.body(me).velocity());
    let half = f64::from(p.width).to_radians() / 2.0;
    let (edge, near) = (math::cos(half) as f32, view.body(me).radius + p.near);
    view.for_each_block(
        me,
        p.range,
        #[inline(always)]
        |o| {
            let (mut depth, mut nearing, mut across) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
            for k in 0..LANES {
                let d = (o.dx[k] * o.dx[k] + o.dy[k] * o.dy[k]).sqrt();
                let (ux, uy) = (o.dx[k] / d.max(1e-6), o.dy[k] / d.max(1e-6));
                let (vx, vy) = (o.vx[k] - velocity.x, o.vy[k] - velocity.y);
                let seen = o.dx[k] != NOWHERE && d >= near + o.radius[k] && ux * ahead.x + uy * ahead.y >= edge;
                depth[k] = if seen { d } else { image::NOTHING };
                nearing[k] = -(vx * ux + vy * uy);
                across[k] = ux * vy - uy * vx;
            }
            sum.add(judge, &depth, &nearing, &across);
        },
    );
    sum.percept()
}

/// The velocity by which people who are too near part [m/s].
#[inline(always)]
fn push_apart(view: &View<'_>, me: Row, p: &Vision, ahead: Vec2) -> Vec2 {
    let mut push = Vec2::ZERO;
    if p.apart <= 0.0 {
        return push;
    }
    let (most, place, radius) = (view.max_speed(me), view.place(me), view.body(me).radius);
    let aside = ahead.perp() * [-1.0, 1.0, 0.0][p.side as usize % 3];
    for other in view.close(me).iter() {
        let away = place - view.place(other);
        let (d, apart) = (away.length(), radius + view.body(other).radius + p.apart);
        if d < apart && d > 1e-6 && view.sees(me, other) {
            let speed = ((apart - d) / (2.0 * view.dt)).min(most);
            push += away * (speed / d);
            // Two who lean on each other would hold for good: neither sees the other, who is too near.
            if away.dot(ahead) < 0.0 {
                push += aside * (speed * p.sidestep);
            }
        }
    }
    push
}
