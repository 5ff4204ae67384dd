//! Moves for stepping to given places: walks of many step lengths, directions, breadths and rates of turning, so that
//! the landings of their steps fill the plane around a standing foot.
//!
//! The usual moves are as far apart as speeds of crowds are; between them and on both sides of them steps would have to
//! be extrapolated. Short steps here keep a usual cadence, where the usual moves become slow.

use super::build::Build;
use super::habits::Habits;
use super::stand;
use super::walk::Walk;
use crate::{MoveKind, MoveSet, Skeleton, Vec2};

/// Moves for stepping, on any skeleton whose legs have roles. Where there is a left and a right, it is the left:
/// mirrors make the other.
///
/// ```
/// use ambulo_motion::{body, gait};
/// let set = gait::step_moves(body::skeleton());
/// assert!(set.moves.len() >= 24);
/// ```
pub fn step_moves(skeleton: &Skeleton) -> MoveSet {
    step_moves_with(skeleton, &Habits::default())
}

/// The same with a person's habits.
///
/// ```
/// use ambulo_motion::{body, gait};
/// let habits = gait::Habits { arm_swing: 0.4, ..gait::Habits::default() };
/// assert_eq!(gait::step_moves_with(body::skeleton(), &habits).moves.len(), gait::step_moves(body::skeleton()).moves.len());
/// ```
pub fn step_moves_with(skeleton: &Skeleton, habits: &Habits) -> MoveSet {
    let build = Build::of(skeleton, *habits);
    let mut moves = vec![stand::make(&build)];
    let mut add = |walk: Walk, name: &str| moves.push(walk.make(&build, name));
    // On the spot, and turning on it.
    let mut on_the_spot = Walk::turn(0.0);
    on_the_spot.kind = MoveKind::Walk;
    add(on_the_spot, "step-in-place");
    for rate in [30.0f32, 60.0, 90.0] {
        add(Walk::turn(rate.to_radians()), &format!("turn-left-{rate:.0}"));
    }
    // Forward: by step length where walks would become slow, then by speed.
    for length in [0.12f32, 0.28] {
        add(short(length, 0.0), &format!("step-{length:.2}"));
    }
    for speed in [0.5f32, 0.8, 1.1, 1.4, 1.8, 2.2] {
        add(Walk::new(speed, 0.0), &format!("walk-{speed:.1}"));
    }
    // Feet farther apart, and in one line.
    for (name, out) in [("wide", 0.15f32), ("narrow", 0.012)] {
        for length in [0.28f32, 0.55] {
            add(beside(short(length, 0.0), out), &format!("step-{name}-{length:.2}"));
        }
        add(beside(Walk::new(1.4, 0.0), out), &format!("walk-{name}-1.4"));
        add(beside(Walk::new(2.2, 0.0), out), &format!("walk-{name}-2.2"));
    }
    // Aside, slantwise and back.
    for (angle, speeds) in
        [(30.0f32, [0.7f32, 1.2]), (60.0, [0.6, 1.0]), (90.0, [0.4, 0.7]), (135.0, [0.5, 0.8]), (180.0, [0.6, 1.0])]
    {
        let word = match angle as u32 {
            90 => "sidestep".to_owned(),
            180 => "back".to_owned(),
            _ => format!("left-{angle:.0}"),
        };
        let length = if angle == 90.0 { 0.10 } else { 0.18 };
        add(short(length, angle.to_radians()), &format!("step-{word}-{length:.2}"));
        for speed in speeds {
            add(Walk::new(speed, angle.to_radians()), &format!("walk-{word}-{speed:.1}"));
        }
    }
    add(beside(Walk::new(0.8, 180.0f32.to_radians()), 0.14), "walk-back-wide-0.8");
    MoveSet { skeleton: skeleton.clone(), moves }
}

/// Duration of two short steps [s].
const SHORT_CYCLE: f32 = 1.15;

/// Steps of a length [m] at a usual cadence.
fn short(length: f32, angle: f32) -> Walk {
    let speed = 2.0 * length / SHORT_CYCLE;
    // How feet are lifted and placed goes with the length of a step: as in the walk that has such steps.
    let like = (length * length / if angle == 0.0 { 0.4 } else { 0.25 }).max(0.1);
    let mut walk = Walk::new(like, angle);
    (walk.speed, walk.cycle) = (speed, SHORT_CYCLE);
    walk
}

/// The same with each foot so far from the middle [m].
fn beside(mut walk: Walk, out: f32) -> Walk {
    walk.stance = Vec2::new(walk.stance.x, out);
    walk
}
