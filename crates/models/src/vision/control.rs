//! From what is perceived to a turn and a pace: the control laws, which images and moving points share.

use super::Vision;
use super::stimuli::Percept;
use ambulo_geom::math;

/// Coefficient of the law of speed [s^-2].
const BRAKING: f64 = 0.5;
/// A turn slower than this is none [rad/s].
const STRAIGHT: f32 = 1e-4;

/// Which law decided on the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Law {
    /// There is nothing to react to.
    Clear,
    /// It heads for its goal, and takes the smaller of the two turns.
    Smaller,
    /// It takes the turn that deviates less from the goal.
    NearerToGoal,
    /// The turn to the goal clears all points by itself.
    Goal,
}

/// The turning rate that is asked for [rad/s], before limits: `goal` leads to the goal, `turning` is the present one.
#[inline(always)]
pub(crate) fn turn(p: &Vision, percept: &Percept, goal: f32, turning: f32) -> (f32, Law) {
    if percept.is_clear() {
        return (goal, Law::Clear);
    }
    let (right, left) = match (percept.right, percept.left) {
        (Some(right), Some(left)) => (right, left),
        // With the literal sets one may be empty: then only the other asks for a turn.
        (Some(only), None) | (None, Some(only)) => {
            let clears = if only < 0.0 { goal <= only } else { goal >= only };
            let law = if goal.abs() < p.dead_band { Law::Smaller } else { Law::NearerToGoal };
            return if clears { (goal, Law::Goal) } else { (only, law) };
        }
        (None, None) => return (goal, Law::Clear),
    };
    let neglected = goal.abs() < p.dead_band;
    if !neglected && (goal <= right || goal >= left) {
        return (goal, Law::Goal);
    }
    let aim = if neglected { 0.0 } else { goal };
    let mut costs = [(right - aim).abs(), (left - aim).abs()];
    // Who turns keeps to that side; who walks straight leans to its side.
    if turning.abs() > STRAIGHT {
        costs[usize::from(turning > 0.0)] *= 1.0 - p.hysteresis;
    } else if p.side < 1.5 {
        costs[usize::from(p.side >= 0.5)] *= 1.0 - p.lean;
    }
    let law = if neglected { Law::Smaller } else { Law::NearerToGoal };
    let [to_right, to_left] = costs;
    if to_right == to_left {
        // Neither side is better, and none preferred: straight on, so that a mirrored scene stays one.
        return (0.0, law);
    }
    (if to_right < to_left { right } else { left }, law)
}

/// The speed that is asked for [m/s], before limits, by one who walks at `comfort` when nothing is near.
#[inline(always)]
pub(crate) fn speed(p: &Vision, percept: &Percept, comfort: f32) -> f32 {
    if percept.soonest >= p.tau2 {
        return comfort;
    }
    let t = f64::from(percept.soonest);
    comfort * (1.0 - math::exp(-BRAKING * t * t)) as f32
}

/// `wanted`, no farther from `now` than `most`.
#[inline(always)]
pub(crate) fn towards(now: f32, wanted: f32, most: f32) -> f32 {
    wanted.clamp(now - most, now + most)
}
