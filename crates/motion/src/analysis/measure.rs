//! Lengths by which a body is measured.

use crate::{Role, Skeleton};
use glam::Vec3;

/// Thigh and shank of a grown person [m].
pub(crate) const GROWN: f32 = 0.82;

/// Thigh and shank together, mean of both legs [m].
pub(crate) fn leg(skeleton: &Skeleton) -> f32 {
    use Role::*;
    let rest = skeleton.rest();
    let bone = |a: Role, b: Role| (rest[skeleton.joint(a)].at - rest[skeleton.joint(b)].at).length();
    0.5 * (bone(LeftThigh, LeftShank)
        + bone(LeftShank, LeftFoot)
        + bone(RightThigh, RightShank)
        + bone(RightShank, RightFoot))
}

/// How large the body is against a grown person.
pub(crate) fn size(skeleton: &Skeleton) -> f32 {
    (leg(skeleton) / GROWN).max(1e-3)
}

/// The points by which a foot is watched: joint and place in its frame. Ankle first, then ball and tip of the toes, as far
/// as the skeleton has them; the last to leave the floor is the tip.
pub(crate) fn foot_points(skeleton: &Skeleton, left: bool) -> Vec<(usize, Vec3)> {
    let (foot, toes) = if left { (Role::LeftFoot, Role::LeftToes) } else { (Role::RightFoot, Role::RightToes) };
    let foot = skeleton.joint(foot);
    let toes = skeleton.roles().get(toes);
    let tip = |joint: usize| skeleton.joints()[joint].tip.map(|tip| (joint, tip));
    [Some((foot, Vec3::ZERO)), toes.map(|t| (t, Vec3::ZERO)), tip(toes.unwrap_or(foot))].into_iter().flatten().collect()
}
