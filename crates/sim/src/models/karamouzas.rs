//! `karamouzas`: walkers who see collisions coming and avoid them with the least effort.
//!
//! **Paper.** I. Karamouzas and M. Overmars, *A velocity-based approach for simulating human collision avoidance*,
//! Intelligent Virtual Agents (2010).

use crate::{Explanation, Note, Row, Silent, SteeringModel, Trace, View, params};
use ambulo_geom::Vec2;

mod ahead;
mod choice;
mod colliding;
mod domain;
#[cfg(test)]
mod scenes;
#[cfg(test)]
mod tests;

use ahead::Walls;
use choice::{Choice, Scales};
use colliding::{Colliding, Frame};
use domain::{Fan, Speeds, most_turn};

params! {
    /// Parameters of [`Karamouzas`].
    pub struct KaramouzasParams {
        /// Security distance: what a walker keeps free around its body.
        security: "m", 0.0..=3.0, 0.5;
        /// How many of those on collision course are minded, the first to be met.
        keep: "1", 1.0..=16.0, 5.0;
        /// Angle of view about the way, in all.
        fov: "deg", 10.0..=360.0, 200.0;
        /// A collision sooner than this is imminent: any speed, and a wide turn.
        time_min: "s", 0.1..=20.0, 2.5;
        /// Up to here the turn is the middling one.
        time_mid: "s", 0.1..=30.0, 6.0;
        /// A collision later than this is none yet.
        time_max: "s", 0.2..=60.0, 8.0;
        /// Farthest turn from the way for a collision that is not imminent.
        turn_mid: "deg", 0.0..=90.0, 30.0;
        /// Farthest turn from the way for a collision now.
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
        /// Where directions are sampled: about the way and, finer, about the present direction, or about the way alone.
        grid: "both|way", 0.0..=1.0, 0.0;
        /// Weight alpha of turning.
        turn_weight: "1", 0.0..=20.0, 1.0;
        /// Weight beta of changing speed.
        speed_weight: "1", 0.0..=20.0, 0.05;
        /// Weight gamma of not walking as wished.
        deviation_weight: "1", 0.0..=20.0, 1.0;
        /// Weight delta of collisions.
        collision_weight: "1", 0.0..=20.0, 1.0;
        /// What somebody inside the personal space means: the space shrinks, or it is a threat to escape from.
        threat: "shrink|literal", 0.0..=1.0, 0.0;
        /// A wall is minded as far ahead as it is reached in this time.
        wall_time: "s", 0.1..=60.0, 2.0;
        /// Which way exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// Time between decisions; 0 decides at every step.
        decide_every: "s", 0.0..=5.0, 0.2;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 15.0;
    }
}

/// Velocity-based collision avoidance with the least effort.
///
/// ```
/// use ambulo_sim::{SteeringModel, models::karamouzas::Karamouzas};
/// assert_eq!(Karamouzas::NAME, "karamouzas");
/// ```
pub struct Karamouzas;

/// Below this nobody moves [m/s].
const SLOW: f32 = 1e-6;

impl SteeringModel for Karamouzas {
    const NAME: &'static str = "karamouzas";
    const TITLE: &'static str = "Velocity-based avoidance with the least effort (2010)";
    const PAPER: &'static str =
        "Karamouzas and Overmars, A velocity-based approach for simulating human collision avoidance, IVA (2010)";
    const LIMITS: &'static str =
        "others are taken to keep their velocity, no acceleration limit, no groups, no contact forces";
    type Params = KaramouzasParams;
    type Memory = ();

    fn range(p: &KaramouzasParams) -> f32 {
        p.range
    }

    fn wall_range(p: &KaramouzasParams) -> f32 {
        // The widest people the engine takes are a metre wide.
        ahead::reach(p, 1.0)
    }

    #[inline(always)]
    fn interval(_: &View<'_>, _: Row, p: &KaramouzasParams, _: &()) -> f32 {
        p.decide_every
    }

    #[inline(always)]
    fn steer(view: &View<'_>, me: Row, p: &KaramouzasParams, _: &mut ()) -> Vec2 {
        decide(view, me, p, &mut Silent)
    }

    fn explain(view: &View<'_>, me: Row, p: &KaramouzasParams, _: &mut (), trace: &mut Explanation) -> Vec2 {
        decide(view, me, p, trace)
    }
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &KaramouzasParams, trace: &mut T) -> Vec2 {
    let body = view.body(me);
    let wish = view.preferred(me);
    let pace = wish.length();
    if pace <= SLOW {
        trace.note(|| Note::Text("it does not want to go anywhere and stands".into()));
        return Vec2::ZERO;
    }
    let frame = Frame { along: wish / pace };
    let fastest = view.max_speed(me).min(p.max_speed).max(pace);
    // Step 1: whom and what would it run into?
    let found = Colliding::find(view, me, p, frame, pace, trace);
    let walls = Walls::find(view, me, p, frame, fastest);
    let soonest = found.list().first().map_or(f32::INFINITY, |o| o.time).min(walls.meets(pace, 0.0));
    if soonest > p.time_max {
        trace.note(|| Note::Text("nothing is in its way".into()));
        return wish;
    }
    // Step 2: where may it go?
    let velocity = frame.own(body.velocity());
    let speed = velocity.length();
    let facing = if speed > SLOW { velocity / speed } else { Vec2::ZERO };
    let fan = Fan::new(p, most_turn(p, soonest), facing);
    let speeds = Speeds::new(p, soonest, pace, fastest);
    // Step 3: what costs least?
    let scales = Scales { p, pace, speed, facing, others: found.list(), walls: &walls };
    let threatened = found.list().first().is_some_and(|o| o.gap < 0.0);
    let (choice, fan) = if threatened {
        let (choice, free) = scales.escape::<true>(fan, &speeds);
        let all = Fan::new(p, std::f32::consts::PI, facing);
        if free { (choice, fan) } else { (scales.escape::<true>(all, &speeds).0, all) }
    } else {
        (scales.avoid::<true>(fan, &speeds), fan)
    };
    if T::ON {
        tell(&scales, fan, &speeds, frame, choice, soonest, threatened, trace);
    }
    // Straight on as wished is exactly what was wished.
    if choice.velocity == Vec2::new(pace, 0.0) { wish } else { frame.world(choice.velocity) }
}

#[allow(clippy::too_many_arguments)]
fn tell<T: Trace>(_: &Scales<'_>, _: Fan, _: &Speeds, _: Frame, _: Choice, _: f32, _: bool, _: &mut T) {}
