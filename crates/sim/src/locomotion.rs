//! From chosen velocity to motion.
//!
//! `point-mass`: a body does at once what was chosen, up to its greatest speed. `gait-feedback`: it walks in steps, and
//! within a step its course is held (`gait.rs` says how one walker does it, `gaits.rs` does it for all).

#[doc(hidden)]
pub mod claims;
mod gait;
mod gaits;
#[cfg(test)]
mod tests;

pub use gait::Gait;
pub(crate) use gaits::{Gaits, NONE as NO_GAIT, Surroundings};

use crate::agents::{Activity, Agents};
use crate::{Body, ParamInfo, Params, parallel::Pool};
use ambulo_geom::{Point, Vec2};
use gait::GaitParams;

/// Description of a locomotion, which turns a chosen velocity into motion.
///
/// ```
/// for l in ambulo_sim::LOCOMOTIONS {
///     println!("{}: {}", l.name, l.title);
/// }
/// ```
#[derive(Clone, Copy, Debug)]
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
}

pub(crate) const POINT_MASS: &str = "point-mass";
pub(crate) const GAIT_FEEDBACK: &str = "gait-feedback";

/// The locomotions: they turn a chosen velocity into motion.
///
/// ```
/// assert!(ambulo_sim::LOCOMOTIONS.iter().any(|l| l.name == "gait-feedback"));
/// ```
pub static LOCOMOTIONS: &[LocomotionInfo] = &[
    LocomotionInfo {
        name: POINT_MASS,
        title: "A body does at once what was chosen",
        paper: "none",
        limits: "no steps: a body turns and stops at any moment",
        params: &[],
    },
    LocomotionInfo {
        name: GAIT_FEEDBACK,
        title: "Walks in steps; within a step the course is held, between steps it is free",
        paper: "A crowd simulation method that considers the locomotion state of an agent, with a feedback force from \
                motion generation to crowd simulation",
        limits: "one walking and one standing motion: no side steps, no turning on the spot, no running",
        params: GaitParams::INFO,
    },
];

/// A locomotion by name.
///
/// ```
/// assert!(ambulo_sim::locomotion_info("hovering").is_none());
/// ```
pub fn locomotion_info(name: &str) -> Option<&'static LocomotionInfo> {
    LOCOMOTIONS.iter().find(|l| l.name == name)
}

/// Where a body is after a step at a velocity.
#[inline]
pub(crate) fn moved(body: &Body, velocity: Vec2, dt: f32) -> Point {
    body.place() + velocity * dt
}

pub(crate) fn advance(pool: &Pool, agents: &mut Agents, dt: f32) {
    let Agents { body, chosen, next, max_speed, activity, .. } = agents;
    let (body, max_speed, activity) = (&body[..], &max_speed[..], &activity[..]);
    pool.chunks((&mut chosen[..], &mut next[..]), |start, (chosen, next)| {
        for (k, (chosen, next)) in chosen.iter_mut().zip(next).enumerate() {
            let row = start + k;
            if activity[row] == Activity::Quarantined {
                *chosen = Vec2::ZERO;
            }
            *chosen = chosen.clamp_length(max_speed[row]);
            *next = moved(&body[row], *chosen, dt);
        }
    });
}
