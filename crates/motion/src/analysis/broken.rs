//! Frames that cannot be: joints that jump.
//!
//! Markers are lost and found again, and a foot turns over from one frame to the next. Nothing that is made of such a
//! clip looks right, however well it loops. Fingers and other joints at the ends of the body are another matter: they
//! jump in many captured clips that are good otherwise, and are held still.

use crate::{Move, Quat, Skeleton, math};

/// Nobody who walks or runs turns a joint faster [degrees/s]: a third of a turn between two frames of a film. Drawn
/// runners come near it.
const FASTEST: f32 = 3600.0;

/// Holds joints still that jump and carry nothing the body needs; says which. The error is what is wrong with the move if
/// another joint jumps in it.
pub(super) fn hold_still(skeleton: &Skeleton, made: &mut Move) -> Result<Option<String>, String> {
    let clip = &made.clip;
    let last = if clip.cyclic { clip.frames() } else { clip.frames().saturating_sub(1) };
    let mut worst = vec![0.0f32; skeleton.len()];
    for frame in 0..last {
        let next = (frame + 1) % clip.frames();
        for (worst, (a, b)) in worst.iter_mut().zip(clip.rotations(frame).iter().zip(clip.rotations(next))) {
            *worst = worst.max(math::apart(*a, *b).to_degrees());
        }
    }
    let small = small_joints(skeleton);
    let jumps = |joint: &usize| worst[*joint] * clip.rate > FASTEST;
    let name = |joint: usize| format!("`{}` jumps by {:.0}°", skeleton.joints()[joint].name, worst[joint]);
    let largest = |of: Vec<usize>| of.into_iter().max_by(|a, b| worst[*a].total_cmp(&worst[*b]));
    let all = 0..skeleton.len();
    if let Some(joint) = largest(all.clone().filter(|j| !small[*j]).filter(jumps).collect()) {
        return Err(format!("left out: {} from one frame to the next", name(joint)));
    }
    let held: Vec<usize> = all.filter(jumps).collect();
    let Some(joint) = largest(held.clone()) else { return Ok(None) };
    let more = if held.len() > 1 { format!(" and {} more", held.len() - 1) } else { String::new() };
    let words = format!("{} from one frame to the next{more}: held still", name(joint));
    made.clip.hold(&held, Quat::IDENTITY);
    Ok(Some(words))
}

/// Joints without a role below which no joint has one: fingers, faces, hair, things in the hand.
fn small_joints(skeleton: &Skeleton) -> Vec<bool> {
    let mut small = vec![true; skeleton.len()];
    for role in crate::Role::ALL {
        let mut at = skeleton.roles().get(role);
        while let Some(joint) = at {
            small[joint] = false;
            at = skeleton.joints()[joint].parent;
        }
    }
    small
}
