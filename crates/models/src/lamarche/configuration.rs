//! Which reactions are tried against which kind of collision: a table, which is data.

use super::Lamarche;
use super::prediction::CollisionKind;
use super::reactions::{Exponents, Reaction};

/// Reactions against one kind of collision, in the order in which ties are broken.
pub(super) type Tried = [Option<(Reaction, Exponents)>; 4];

/// The tables of the two published configurations: exponents of the change of pace, 0 for "not tried", by right, left,
/// decelerate, accelerate. What has none at all is accepted.
const DRIVING: [[f32; 4]; 4] = [[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 1.0, 5.0], [0.0, 1.0, 1.0, 5.0], [1.0, 1.0, 0.0, 0.0]];
const MINIMAL: [[f32; 4]; 4] = [[0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 5.0], [1.0, 1.0, 1.0, 5.0], [1.0, 1.0, 0.0, 0.0]];

/// What is tried; empty when the collision is accepted.
pub(super) fn tried(p: &Lamarche, kind: CollisionKind) -> Tried {
    let row = kind as usize;
    let mut published = if p.configuration == 0.0 { DRIVING[row] } else { MINIMAL[row] };
    let left_hand = p.side == 1.0;
    if left_hand {
        // A country that keeps left: everything mirrored.
        published.swap(0, 1);
    }
    let own = match kind {
        CollisionKind::Rear => [p.rear_right, p.rear_left, p.rear_decelerate, p.rear_accelerate],
        CollisionKind::Front => [p.front_right, p.front_left, p.front_decelerate, p.front_accelerate],
        CollisionKind::Back => [p.back_right, p.back_left, p.back_decelerate, p.back_accelerate],
        CollisionKind::Static => [p.static_right, p.static_left, p.static_decelerate, p.static_accelerate],
    };
    let reactions = [Reaction::Right, Reaction::Left, Reaction::Decelerate, Reaction::Accelerate];
    let mut out = [None; 4];
    for (k, reaction) in reactions.into_iter().enumerate() {
        let pace = if own[k] < 0.0 { published[k] } else { own[k] };
        if pace > 0.0 {
            let exponents = Exponents { turn: f64::from(p.turn_exponent), pace: f64::from(pace) };
            out[k] = Some((reaction, exponents));
        }
    }
    if left_hand {
        out.swap(0, 1);
    }
    out
}
