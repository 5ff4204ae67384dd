//! Tangents: J. Pettré, J. Ondřej, A.-H. Olivier, A. Cretual and S. Donikian, *Experiment-based modeling, simulation and
//! validation of interactions between virtual walkers*, Symposium on Computer Animation 2009.
//!
//! **In words.** A walker sees another from where it stands itself. Around it lies its personal area, a kite that is
//! longer in front. Seen from the other's place P, two tangents touch the kite; between them lies the interaction area.
//! The interaction point I is where the other will be in one second if the walker goes as it desires. When I is inside,
//! the other is about to cross the personal area. What is seen of the other is uncertain, so I is a rectangle, which
//! shrinks while the other is observed; only when all of it is inside does the walker react. It moves I onto the tangent
//! on its side of the decision line, from P to the walker: over one tangent it passes first, over the other it gives way.
//!
//! **Equations** (with a unit of time of 1 s):
//! front = 0.8 + 0.4 v, I = P + V_P - V_d, tti = time of closest approach,
//! error = beta (1 - (t / (t + tti))^gamma) with the time t since the other came into sight, along V_P and across.
//! Solutions put P + V_P - V on a tangent with direction t: V = V_P - tau t. alpha = 0 keeps the speed, 1 keeps the
//! direction, 0.5 is the projection of V_d; between them straight lines.
//! Several at once: of the solutions of each interaction, what lies in no other's interaction area is left; of that, the
//! velocity that starts fewest new interactions.
//!
//! **Where the paper leaves something open or reads otherwise.** The paper writes t_int both for the end of an
//! interaction and for the time of observation; here the latter is `observed`. It takes U - (U union I_j) for what is
//! left of a solution domain; a union leaves nothing, so U minus its part inside I_j is meant. A tangent is a ray: behind
//! P it would ask the impossible. Speeds stay below 1.5 times the comfort speed. V reaches the solution within `relax`
//! seconds: without, both walkers return to V_d together and react together again.
//! Exact ties go to the preferred `side`; without one a coin is thrown for each pair, the same for both.
//!
//! **Departures, and why** (figures on the page of this model):
//! - The side of the decision line is read from the relative velocity both have (`role = "actual"`). With the paper's I,
//!   built on V_d, two who start together each see the other slower than it will be, both decide to go first, and the
//!   pair locks.
//! - Of several solutions the nearest to V_d is taken, as in the pair step, not the nearest to the present velocity
//!   (`nearest`), and new interactions count only within `ahead` seconds: with many in sight every walking velocity
//!   meets an agent some day, and standing still always wins.
//! - Inside the personal area there are no tangents. It shrinks until nobody ahead is inside, down to where bodies
//!   touch, and an agent still inside may be approached as long as bodies stay `approach` seconds apart
//!   (`invaded = "shrink"`); `"yield"` forbids every approach and shrinks nothing.
//! - When no solution is left, or only one slower than `halt` times the comfort speed, the least urgent interaction is
//!   dropped (`crowded = "fewer"`); the paper stops (`"stop"`).
//! - An agent that has not moved 0.3 m away within `patience` seconds reacts only to those it touches, and slides past them,
//!   straight on or in a direction drawn by chance, for 0.5 to 1.5 s. Without, knots of people who lean on each other
//!   hold for good.
//! - Walls bound the solutions: what leads into one within `wall_time` is cut out, by the wedge of the wall grown by
//!   the body. They start no interaction, because the route is planned around them.
//!
//! The extension to curved paths (`curved = "on"`) moves I with the relative acceleration, smoothed at 1 Hz: an agent
//! that is inside when they meet is reacted to, over the tangent by which I leaves, or enters if that is nearer.
//!
//! **Not modelled.** Contact forces, groups, people expected from behind a corner, errors that depend on the side from
//! which an agent is seen.

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod domain;
mod draw;
mod duel;
mod kite;
mod look;
mod pair;
mod several;
mod standstill;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod truth;
mod walls;

pub use look::TangentMemory;

use crate::decision::decided_by;
use ambulo_geom::Vec2;
use ambulo_sim::{CalibrationAxis, KnownFailure, Note, Row, SteeringModel, Trace, View, params};
use kite::Kite;
use look::Look;
use pair::Own;
use several::Choice;

params! {
    /// The tangent model of 2009.
    pub struct Tangent {
        /// Strategy: 0 only turns, 1 only changes speed, 0.5 changes as little as possible.
        alpha: "1", 0.0..=1.0, 0.5;
        /// Error in where the other's speed leads, when it comes into sight.
        beta_v: "m", 0.0..=5.0, 0.5;
        /// Error across the other's path, when it comes into sight.
        beta_theta: "m", 0.0..=5.0, 0.5;
        /// How slowly the error of speed falls with observation.
        gamma_v: "1", 0.01..=4.0, 0.25;
        /// How slowly the error of direction falls with observation.
        gamma_theta: "1", 0.01..=4.0, 0.25;
        /// Half the width of the personal area.
        half_width: "m", 0.1..=3.0, 0.8;
        /// Personal area behind.
        back: "m", 0.1..=3.0, 0.8;
        /// Personal area in front of a standing walker.
        front: "m", 0.1..=3.0, 0.8;
        /// How much longer it is in front for every m/s.
        front_time: "s", 0.0..=3.0, 0.4;
        /// Whether the personal area shrinks when an agent is inside, or the agent only yields.
        invaded: "shrink|yield", 0.0..=1.0, 0.0;
        /// Whether who goes first is read from the velocities both have, or from where the walker would like to go.
        role: "actual|desired", 0.0..=1.0, 0.0;
        /// Interactions considered at once.
        most: "1", 1.0..=7.0, 7.0;
        /// What to do when no velocity solves them all: consider fewer, or stop.
        crowded: "fewer|stop", 0.0..=1.0, 0.0;
        /// Which of several solutions is best: the nearest to the desired or to the present velocity.
        nearest: "desired|present", 0.0..=1.0, 0.0;
        /// New interactions count against a solution when they come sooner than this.
        ahead: "s", 0.0..=100.0, 1.0;
        /// Slower than this share of the desired speed is no solution while fewer interactions may leave a faster one.
        halt: "1", 0.0..=1.0, 0.2;
        /// An agent inside the personal area may be approached while bodies stay this long apart; 0: never.
        approach: "s", 0.0..=10.0, 0.5;
        /// An agent stuck for so long only slides past those it touches; 0: never.
        patience: "s", 0.0..=1000.0, 4.0;
        /// Time to take on the velocity decided for.
        relax: "s", 0.0..=5.0, 0.5;
        /// Angle of sight.
        fov: "deg", 1.0..=360.0, 200.0;
        /// How long an agent lost from sight is remembered.
        keep: "s", 0.0..=10.0, 0.5;
        /// Whether curved paths of others are predicted.
        curved: "off|on", 0.0..=1.0, 0.0;
        /// What agents without a route do for others.
        idle: "aside|stay", 0.0..=1.0, 0.0;
        /// Walls that would be touched sooner bound the choice.
        wall_time: "s", 0.0..=5.0, 1.0;
        /// To which side exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// How far it looks.
        range: "m", 0.5..=50.0, 15.0;
        /// Time between decisions; 0 decides at every step.
        decide_every: "s", 0.0..=2.0, 0.0;
    }
}

/// A personal area with an agent inside shrinks until the other is this much farther out than its border.
const SHRINK: f32 = 0.9;

/// The kite of a walker that faces `forward` and walks at `speed`.
#[inline(always)]
fn personal_area(p: &Tangent, forward: Vec2, speed: f32) -> Kite {
    Kite { forward, front: p.front + p.front_time * speed, back: p.back, half: p.half_width }
}

impl SteeringModel for Tangent {
    const NAME: &'static str = "tangent";
    const TITLE: &'static str = "Tangents (2009): observe, then pass ahead or behind, as people in pairs do";
    const PAPER: &'static str = "Pettre, Ondrej, Olivier, Cretual and Donikian, Experiment-based modeling, simulation \
        and validation of interactions between virtual walkers, Symposium on Computer Animation (2009)";
    const LIMITS: &'static str =
        "fitted to pairs; no contact forces, no groups, nobody is expected from behind a corner";
    const ACCELERATES: bool = true;
    const TIME_CONSTANT: f64 = 0.5;
    const SAMPLES: bool = true;
    const CHOOSES: bool = true;
    const REMEMBERS_PEOPLE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("alpha", 0.0, 1.0),
        CalibrationAxis::usual("half_width", 0.2, 1.5),
        CalibrationAxis::usual("front_time", 0.0, 1.5),
        CalibrationAxis::usual("relax", 0.1, 1.5),
        CalibrationAxis::when_named("beta_v", 0.0, 2.0),
        CalibrationAxis::when_named("beta_theta", 0.0, 2.0),
        CalibrationAxis::when_named("gamma_v", 0.05, 2.0),
        CalibrationAxis::when_named("gamma_theta", 0.05, 2.0),
    ];
    const FAILURES: &'static [KnownFailure] = &[KnownFailure::new("two-storeys", 0.489, 2)];
    type Memory = TangentMemory;

    #[inline(always)]
    fn decision_interval(&self) -> f32 {
        self.decide_every
    }

    decided_by!(decide, range);
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Tangent, memory: &mut TangentMemory, trace: &mut T) -> Vec2 {
    let body = view.body(me);
    let (velocity, desired) = (body.velocity(), view.preferred(me));
    let speed = velocity.length();
    let forward = if speed >= 0.05 { velocity / speed } else { desired.unit().unwrap_or(view.heading(me)) };
    let limit = (FASTEST * body.speed).min(view.max_speed(me));
    let mut own = Own { kite: personal_area(p, forward, speed), velocity, desired, limit };
    if let Some(velocity) = memory.standstill.slide_past(view, me, p, &own) {
        trace.note(|| Note::Text("it has lost patience and slides past those it touches".into()));
        return velocity;
    }
    // At least from one decision to the next.
    let keep = (p.keep.max(1.5 * p.decide_every) / view.dt + 0.5) as u32;
    if p.invaded < 0.5 {
        let share = Look { view, me, params: p, own: &own, keep }.squeeze();
        own.kite = own.kite.scaled(share);
    }
    draw::kite(&own.kite, trace);
    let (first, perceived) = Look { view, me, params: p, own: &own, keep }.around(memory, trace);
    let stays = desired == Vec2::ZERO && p.idle >= 0.5;
    let solution = if first.count == 0 || stays {
        trace.note(|| Note::Text("nothing to react to".into()));
        desired
    } else {
        let (walls, count) = walls::around(view, me, &own, p.wall_time);
        let (walls, prefers_left) = (&walls[..count], p.side == 1.0);
        let choice = Choice { view, me, params: p, own: &own, perceived: &perceived, walls, prefers_left };
        choice.make(&first, trace)
    };
    draw::solution(&own, first.list(), solution, trace);
    let share = if p.relax > 0.0 { (view.dt.max(p.decide_every) / p.relax).min(1.0) } else { 1.0 };
    velocity + (solution - velocity) * share
}

/// Nobody walks faster than this multiple of the comfort speed.
const FASTEST: f32 = 1.5;
