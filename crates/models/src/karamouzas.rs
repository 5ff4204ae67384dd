//! `karamouzas`: walkers who see collisions coming and avoid them with the least effort.
//!
//! **Paper.** I. Karamouzas and M. Overmars, *A velocity-based approach for simulating human collision avoidance*,
//! Intelligent Virtual Agents (2010).
//!
//! **In words.** Every `decide_every` seconds an agent predicts collisions if it kept its desired velocity while the
//! others keep their velocities: everybody in view whose body would come within the security distance of its own. It
//! minds the first few. The sooner the first of these collisions, the farther it may turn from its desired direction
//! and the more it may change its speed. Among the velocities so allowed, sampled in steps, it takes the one that costs
//! least: turning and changing speed cost effort, leaving the velocity wished for costs, and so does a collision, the
//! more the sooner.
//!
//! ```text
//! t_j     = first t >= 0 with |x_j - x + (v_j - v_des) t| <= r + security + r_j;   CA = the `keep` smallest;   t = min t_j
//! turn(t) = mid + (max - mid) exp(-t)       t < time_min
//!           mid                             t < time_mid
//!           mid (time_max - t) / (time_max - time_mid)       t <= time_max,   0 beyond
//! speed   in [0, max_speed]   t <= time_min;   u +- speed_change   t <= time_max;   u beyond
//! cost(v) = alpha (1 - cos(v, v_now)) / 2 + beta ||v| - |v_now|| / max_speed + gamma |v - v_des| / (2 max_speed)
//!         + delta (time_max - t(v)) / time_max
//! ```
//!
//! **Where the paper leaves a choice.** The first branch of the turn is printed as a fraction with `e tc` below the
//! line. Read as a product it would grow with time, against the text, so it is read as e to the
//! power tc: 90 degrees at once. It does not meet the second branch (a step of 4.9 degrees at `time_min`);
//! `branch` offers shapes that do. The speeds are printed as from u to u plus or minus a change; u minus to u plus is
//! meant. The turning term is printed 1 - cos / 2; (1 - cos) / 2 differs by a constant, chooses the same and stays
//! between 0 and 1. A standing agent pays nothing for turning.
//!
//! **Where it departs, and why.**
//! - *Personal space.* The paper escapes from everybody within the personal space, also from a companion beside:
//!   it drops effort and wish and takes the velocity that leaves the space soonest (`threat = "literal"`). Lanes then stop
//!   and jitter; the page of this model has the figures. By default (`"shrink"`) the distance to keep from an agent that
//!   is already inside is `shrink` = 0.98 of the present one, never less than the sum of the radii, so that it must not
//!   come nearer; escaping is left for bodies that touch. If every velocity brings such a body nearer, the
//!   whole circle comes into question.
//! - *Samples.* The paper samples directions in steps of 0.078 rad and does not state from where. Sampled from the desired direction alone
//!   (`grid = "way"`) a walker that needs two steps and a half alternates between two and three: the direction jitters
//!   by 4.5 degrees. By default the present direction and turns of a sixteenth, an eighth and a quarter of a step from it
//!   are samples too, as far as they are allowed.
//! - *Walls.* The paper has boxes, here walls are segments, and the distance to keep from them is the radius alone: with
//!   the security distance a corridor of 1.4 m would always threaten. A walker that brushes along a wall must not
//!   come nearer to it. Routes come from a planner and bend round corners, so what lies straight ahead in 8 s is
//!   usually not on the route: the time to a wall counts `time_max` / `wall_time` fold. The paper's rule is
//!   `wall_time = 8`. The 12 nearest walls in reach count.
//! - *Patience.* To stand is always cheaper than to walk into a standing agent, so two streams that have met on a
//!   narrow staircase stand for ever. An agent that walks at less than a tenth of its pace loses patience: after `patience` seconds
//!   collisions weigh half as much and it keeps half the space, after twice that a third. The paper's rule is
//!   `patience = 0`.
//! - *Pressing.* In a throng bodies touch all the time. If everybody steps back from everybody, opposite streams on stairs
//!   push each other to and fro; if nobody does, arches stand in front of doors. So an agent in contact slides past,
//!   without coming nearer, for the share `press` of the time, and steps back for the rest. A turn of both lasts 2 s
//!   of standing, so people are out of step. The paper's rule is `press = 0`.
//! - *Turning* takes `turn_time`: the direction follows the chosen one, the pace is taken up at once. The best sample
//!   changes from decision to decision, and a body that follows each of them wriggles. The paper's rule is 0.
//! - *Sight.* People behind walls are not seen.
//! - *Ties.* Velocities on the other side of the desired direction than `side` cost 0.00001 more.
//! - *Goals.* An agent without a goal stands, and keeps standing.
//!
//! **Not modelled.** Others are assumed to keep their velocities; no limit to acceleration, no groups, no contact forces.

use crate::Patience;
use crate::decision::decided_by;
use ambulo_geom::{Vec2, math};
use ambulo_sim::{CalibrationAxis, Note, Row, SteeringModel, Trace, View, params};

mod ahead;
mod choice;
#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod colliding;
mod domain;
mod explaining;
#[cfg(test)]
mod tests;

use ahead::WallsAhead;
use choice::Scales;
use colliding::{Colliding, LocalFrame, Mood};
use domain::{DirectionFan, Speeds, most_turn};
use explaining::Talk;

params! {
    /// Velocity-based collision avoidance with the least effort.
    pub struct Karamouzas {
        /// Security distance: what a walker keeps free around its body.
        security: "m", 0.0..=3.0, 0.5;
        /// How many of those on collision course are minded, the first to be met.
        keep: "1", 1.0..=16.0, 5.0;
        /// Angle of view about the desired direction, in all.
        fov: "deg", 10.0..=360.0, 200.0;
        /// A collision sooner than this is imminent: any speed, and a wide turn.
        time_min: "s", 0.1..=20.0, 2.5;
        /// Up to here the turn is the middling one.
        time_mid: "s", 0.1..=30.0, 6.0;
        /// A collision later than this is none yet.
        time_max: "s", 0.2..=60.0, 8.0;
        /// Farthest turn from the desired direction for a collision that is not imminent.
        turn_mid: "deg", 0.0..=90.0, 30.0;
        /// Farthest turn from the desired direction for a collision now.
        turn_max: "deg", 0.0..=180.0, 90.0;
        /// How the farthest turn grows as a collision becomes imminent.
        branch: "exp|exp-continuous|linear|quadratic", 0.0..=3.0, 0.0;
        /// Largest change of speed for a collision that is not imminent.
        speed_change: "m/s", 0.0..=2.0, 0.4;
        /// Fastest a walker walks; costs are measured by it.
        max_speed: "m/s", 0.5..=3.0, 2.4;
        /// Step between directions.
        angle_step: "rad", 0.01..=0.8, 0.078;
        /// Step between speeds.
        speed_step: "m/s", 0.05..=1.0, 0.1;
        /// Where directions are sampled: about the desired direction and, finer, about the present one, or about the
        /// desired one alone.
        grid: "both|way", 0.0..=1.0, 0.0;
        /// Weight alpha of turning.
        turn_weight: "1", 0.0..=20.0, 1.0;
        /// Weight beta of changing speed.
        speed_weight: "1", 0.0..=20.0, 0.05;
        /// Weight gamma of not walking as wished.
        deviation_weight: "1", 0.0..=20.0, 1.0;
        /// Weight delta of collisions.
        collision_weight: "1", 0.0..=20.0, 1.0;
        /// How an agent inside the personal space is treated: the space shrinks, or it is a threat to escape from.
        threat: "shrink|literal", 0.0..=1.0, 0.0;
        /// Share of the present distance to keep from an agent inside the personal space.
        shrink: "1", 0.0..=1.0, 0.98;
        /// A wall is minded as far ahead as it is reached in this time.
        wall_time: "s", 0.1..=60.0, 1.0;
        /// An agent that has stood so long weighs collisions half as much, and needs half the space; 0 minds them for
        /// ever.
        patience: "s", 0.0..=1000.0, 5.0;
        /// Share of the time in which an agent in contact slides past instead of stepping back.
        press: "1", 0.0..=1.0, 0.1;
        /// Time a body takes to turn; 0 turns at once.
        turn_time: "s", 0.0..=5.0, 0.4;
        /// To which side exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// Time between decisions; 0 decides at every step.
        decide_every: "s", 0.0..=5.0, 0.2;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 15.0;
    }
}

/// Whether it is time to press on for a walker that has waited so long. Everybody has waited for another time, so not all press at
/// once.
#[inline(always)]
fn presses(waited: f32, p: &Karamouzas) -> bool {
    /// How long pressing and stepping back take, one after the other [s].
    const PRESS_EVERY: f32 = 2.0;
    let turn = waited / PRESS_EVERY;
    turn - turn.floor() < p.press
}

/// Below this nobody moves [m/s].
const SLOW: f32 = 1e-6;

impl SteeringModel for Karamouzas {
    const NAME: &'static str = "karamouzas";
    const TITLE: &'static str = "Velocity-based avoidance with the least effort (2010)";
    const PAPER: &'static str =
        "Karamouzas and Overmars, A velocity-based approach for simulating human collision avoidance, IVA (2010)";
    const LIMITS: &'static str =
        "others are assumed to keep their velocity, no acceleration limit, no groups, no contact forces";
    const SAMPLES: bool = true;
    const CHOOSES: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("security", 0.0, 1.0),
        CalibrationAxis::usual("turn_time", 0.0, 1.5),
        CalibrationAxis::when_named("turn_weight", 0.0, 3.0),
        CalibrationAxis::when_named("speed_weight", 0.0, 2.0),
    ];
    type Memory = Patience;

    fn wall_range(&self) -> f32 {
        // The widest people the engine takes are a metre wide.
        ahead::reach(self, 1.0)
    }

    #[inline(always)]
    fn decision_interval(&self) -> f32 {
        self.decide_every
    }

    decided_by!(decide, range);
}

/// Slower than this share of the speed it wishes for, a walker stands.
const STANDS: f32 = 0.1;

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Karamouzas, memory: &mut Patience, trace: &mut T) -> Vec2 {
    let body = view.body(me);
    let wish = view.preferred(me);
    let pace = wish.length();
    if pace <= SLOW {
        trace.note(|| Note::Text("it does not want to go anywhere and stands".into()));
        return Vec2::ZERO;
    }
    let speed = body.velocity().length();
    let frame = LocalFrame { along: wish / pace };
    memory.notice(view.time(), speed < STANDS * pace);
    let mood = Mood { patience: memory.left(p.patience), presses: presses(memory.waited(), p) };
    let fastest = view.max_speed(me).min(p.max_speed).max(pace);
    // Step 1: predicted collisions.
    let found = Colliding::find(view, me, p, frame, pace, mood, trace);
    let walls = WallsAhead::find(view, me, p, frame, fastest);
    let soonest = found.list().first().map_or(f32::INFINITY, |o| o.time).min(walls.meets(pace, 0.0));
    if soonest > p.time_max {
        trace.note(|| Note::Text("nothing obstructs it".into()));
        return turned(view, me, p, wish);
    }
    // Step 2: where may it go?
    let velocity = frame.own(body.velocity());
    let facing = if speed > SLOW { velocity / speed } else { Vec2::ZERO };
    let fan = DirectionFan::new(p, most_turn(p, soonest), facing);
    let speeds = Speeds::new(p, soonest, pace, fastest);
    // Step 3: what costs least?
    let dread = p.collision_weight * mood.patience;
    let scales = Scales { p, pace, speed, facing, dread, others: found.list(), walls: &walls };
    let threatened = found.list().first().is_some_and(|o| o.gap < 0.0);
    let (choice, fan) = if threatened {
        let (choice, free) = scales.escape::<true>(fan, &speeds);
        let all = DirectionFan::new(p, std::f32::consts::PI, facing);
        if free { (choice, fan) } else { (scales.escape::<true>(all, &speeds).0, all) }
    } else {
        (scales.avoid::<true>(fan, &speeds), fan)
    };
    if T::ON {
        let explaining = Talk { scales: &scales, fan, speeds: &speeds, frame, choice, soonest, threatened };
        explaining.explain_to(body.radius, trace);
    }
    // Straight on as wished is exactly what was wished.
    let wanted = if choice.velocity == Vec2::new(pace, 0.0) { wish } else { frame.world(choice.velocity) };
    turned(view, me, p, wanted)
}

/// Slower than this a body turns at once [m/s].
const TURNS_AT_ONCE: f32 = 0.05;
/// Turns smaller than this are rounding [rad].
const STRAIGHT: f64 = 1e-6;

/// Turns towards a velocity as fast as a body does; the pace is taken up at once.
#[inline(always)]
fn turned(view: &View<'_>, me: Row, p: &Karamouzas, to: Vec2) -> Vec2 {
    let (now, pace) = (view.body(me).velocity(), to.length());
    if p.turn_time <= 0.0 || pace < SLOW || now.length() < TURNS_AT_ONCE {
        return to;
    }
    let share = 1.0 - math::exp(-f64::from(p.decide_every.max(view.dt) / p.turn_time));
    let angle = math::atan2(f64::from(now.cross(to)), f64::from(now.dot(to))) * share;
    if angle.abs() < STRAIGHT {
        return to;
    }
    let (sin, cos) = (math::sin(angle) as f32, math::cos(angle) as f32);
    let unit = now / now.length();
    Vec2::new(unit.x * cos - unit.y * sin, unit.x * sin + unit.y * cos) * pace
}
