//! Moves made by calculation: feet first, then the pelvis, then legs that reach from one to the other.
//!
//! A foot that is down is down: its place is given, not found, so that nothing slides. A move is written as a script
//! (where the body goes, when and where each foot is planted, how the pelvis, the back and the arms swing) and played on
//! a skeleton: `script.rs`. `feet.rs` carries a foot from plant to plant, `build.rs` measures the skeleton and bends its
//! legs, `walk.rs` writes scripts from speed and direction, `stepping.rs` spreads them over the plane of steps.
//!
//! Speeds, steps and heights grow with the legs as they do in people: speed with the root of leg length, lengths with
//! leg length. A move's name says its speed for legs of 0.93 m.

mod between;
mod build;
mod curve;
mod feet;
mod habits;
mod script;
mod stand;
mod stepping;
#[cfg(test)]
mod tests;
mod walk;

pub use habits::{Habits, Idle};
pub use stepping::{step_moves, step_moves_with};

use crate::{Move, MoveSet, Skeleton, body};
use build::Build;
use walk::Walk;

/// The built-in moves, on the built-in skeleton.
///
/// ```
/// let set = ambulo_motion::gait::shipped();
/// assert!(set.moves.iter().any(|m| m.name == "walk-1.4"));
/// ```
pub fn shipped() -> MoveSet {
    moves(body::skeleton())
}

/// The built-in moves, on any skeleton whose legs have roles. Where there is a left and a right, it is the left:
/// mirrors make the other.
pub fn moves(skeleton: &Skeleton) -> MoveSet {
    moves_with(skeleton, &Habits::default())
}

/// The same with a person's habits.
pub fn moves_with(skeleton: &Skeleton, habits: &Habits) -> MoveSet {
    let build = Build::of(skeleton, *habits);
    let mut moves: Vec<Move> = vec![stand::make(&build)];
    for speed in [0.5, 0.8, 1.1, 1.4, 1.8, 2.2] {
        moves.push(Walk::new(speed, 0.0).make(&build, &format!("walk-{speed:.1}")));
    }
    for speed in [2.5, 3.2] {
        moves.push(Walk::run(speed).make(&build, &format!("run-{speed:.1}")));
    }
    for (angle, speeds) in
        [(30.0f32, [0.7, 1.2]), (60.0, [0.6, 1.0]), (90.0, [0.4, 0.7]), (135.0, [0.5, 0.8]), (180.0, [0.6, 1.0])]
    {
        for speed in speeds {
            let name = match angle as u32 {
                90 => format!("sidestep-{speed:.1}"),
                180 => format!("back-{speed:.1}"),
                _ => format!("walk-left-{angle:.0}-{speed:.1}"),
            };
            moves.push(Walk::new(speed, angle.to_radians()).make(&build, &name));
        }
    }
    moves.push(Walk::turn(90.0f32.to_radians()).make(&build, "turn-left"));
    moves.push(between::start(&build, &Walk::new(1.1, 0.0)));
    moves.push(between::stop(&build, &Walk::new(1.1, 0.0)));
    MoveSet { skeleton: skeleton.clone(), moves }
}
