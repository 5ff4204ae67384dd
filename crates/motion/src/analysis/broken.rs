//! Frames that cannot be: joints that jump.
//!
//! Markers are lost and found again, and a foot turns over from one frame to the next. Nothing that is made of such a
//! clip looks right, however well it loops.

use crate::{Move, Skeleton, math};

/// Nobody who walks or runs turns a joint faster [degrees/s]: a third of a turn between two frames of a film. Drawn
/// runners come near it.
const FASTEST: f32 = 3600.0;

/// What is wrong with a move, if a joint jumps in it.
pub(super) fn jump(skeleton: &Skeleton, made: &Move) -> Option<String> {
    let clip = &made.clip;
    let last = if clip.cyclic { clip.frames() } else { clip.frames().saturating_sub(1) };
    let mut worst = (0.0, 0);
    for frame in 0..last {
        let next = (frame + 1) % clip.frames();
        for (joint, (a, b)) in clip.rotations(frame).iter().zip(clip.rotations(next)).enumerate() {
            let degrees = math::apart(*a, *b).to_degrees();
            if degrees > worst.0 {
                worst = (degrees, joint);
            }
        }
    }
    let name = &skeleton.joints()[worst.1].name;
    (worst.0 * clip.rate > FASTEST)
        .then(|| format!("left out: `{name}` jumps by {:.0}° from one frame to the next", worst.0))
}
