//! The pose a body rests in, and frames that are not part of the motion.

use super::rig::{Placed, Rig};
use crate::math::apart;
use crate::{Role, Roles};
use glam::{Quat, Vec3};

/// How far a bone may lean from the vertical in a pose of rest: cosine of 15 degrees.
const UPRIGHT: f32 = 0.966;
/// An arm stretched out is nearer to the horizontal than this: sine of 35 degrees.
const LEVEL: f32 = 0.574;
/// No joint turns so far between two frames of a motion [rad].
const JUMP: f32 = 0.35;
/// Nobody moves faster [m/s].
const FASTEST: f32 = 15.0;

/// Takes a T pose out of the first frame, where many motion-capture files put one: returns it as the pose of rest.
pub(super) fn t_pose(rig: &mut Rig, roles: &Roles, up: Quat) -> Option<Vec<Placed>> {
    let n = rig.nodes.len();
    let clip = rig.clips.first()?;
    if rig.frames(clip) < 3 {
        return None;
    }
    let first = rig.frame(clip, 0);
    if !stands_as_t(roles, &first, up) {
        return None;
    }
    let jump = (0..n).map(|i| apart(clip.frames[i].rotation, clip.frames[n + i].rotation)).fold(0.0, f32::max);
    if jump < JUMP {
        return None;
    }
    for clip in &mut rig.clips {
        clip.frames.drain(..n);
    }
    rig.notes.push("the first frame is a T pose: taken as the pose of rest".into());
    Some(first)
}

fn stands_as_t(roles: &Roles, placed: &[Placed], up: Quat) -> bool {
    let direction = |a: Role, b: Role| -> Option<Vec3> {
        let (a, b) = (roles.get(a)?, roles.get(b)?);
        (up * (placed[b].at - placed[a].at)).try_normalize()
    };
    use Role::*;
    let legs = [(LeftThigh, LeftShank), (LeftShank, LeftFoot), (RightThigh, RightShank), (RightShank, RightFoot)];
    let arms = [(LeftArm, LeftForearm), (RightArm, RightForearm)];
    legs.iter().all(|&(a, b)| direction(a, b).is_some_and(|d| d.z < -UPRIGHT))
        && arms.iter().all(|&(a, b)| direction(a, b).is_some_and(|d| d.z.abs() < LEVEL))
}

/// Drops frames at the beginning from which the body jumps away: leftovers of the capture.
pub(super) fn drop_leftovers(rig: &mut Rig, hips: usize, metres: f32) {
    let n = rig.nodes.len();
    let mut dropped = 0;
    for k in 0..rig.clips.len() {
        let clip = &rig.clips[k];
        let frames = rig.frames(clip);
        let place = |f: usize| rig.frame(clip, f)[hips].at;
        let jumps = |f: usize| (place(f + 1) - place(f)).length() * metres * clip.rate > FASTEST;
        let cut = (0..frames.saturating_sub(1).min(5)).rev().find(|&f| jumps(f)).map_or(0, |f| f + 1);
        // A clip of which nothing would be left has another fault.
        if cut > 0 && frames > 2 * cut {
            rig.clips[k].frames.drain(..cut * n);
            dropped += cut;
        }
    }
    if dropped > 0 {
        rig.notes.push(format!("{dropped} leading frames left out: the body jumps away from them"));
    }
}
