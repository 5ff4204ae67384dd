//! What joints are, from where they stand: for files whose names say nothing.

use super::rig::{Placed, Rig};
use crate::{Role, Roles};
use glam::{Quat, Vec3};

/// Fills the roles of hips and legs that names left open. `up` brings the file's axes to z up.
///
/// The two branches that reach lowest are the legs; on each the two longest bones are thigh and shank. Which is left the
/// feet say: they point forward.
pub(super) fn fill(rig: &Rig, rest: &[Placed], up: Quat, roles: &mut Roles) -> bool {
    let at: Vec<Vec3> = rest.iter().map(|p| up * p.at).collect();
    let Some((a, b, hips)) = lowest_pair(rig, &at) else { return false };
    let (Some(a), Some(b)) = (leg(rig, rest, up, hips, a), leg(rig, rest, up, hips, b)) else { return false };
    let across = at[a[0]] - at[b[0]];
    let forward = toward(&a, rig, rest, up) + toward(&b, rig, rest, up);
    // Left lies to the left of where the feet point.
    let left = Vec3::Z.cross(forward);
    let (left, right) = if across.dot(left) >= 0.0 { (a, b) } else { (b, a) };
    for (chain, first) in [(left, Role::LeftThigh), (right, Role::RightThigh)] {
        for (k, &joint) in chain.iter().enumerate().take(4) {
            let role = Role::ALL[first as usize + k];
            if roles.get(role).is_none() {
                roles.set(role, Some(joint));
            }
        }
    }
    if roles.get(Role::Hips).is_none() {
        roles.set(Role::Hips, Some(hips));
    }
    true
}

/// From the ankle to the end of the foot.
fn toward(chain: &[usize], rig: &Rig, rest: &[Placed], up: Quat) -> Vec3 {
    let foot = chain[2];
    let end = chain.get(3).map(|&t| rest[t].at).or_else(|| rig.nodes[foot].tip.map(|tip| rest[foot].point(tip)));
    end.map_or(Vec3::ZERO, |end| (up * (end - rest[foot].at)).with_z(0.0))
}

/// The two lowest ends of different branches, and where those branch.
fn lowest_pair(rig: &Rig, at: &[Vec3]) -> Option<(usize, usize, usize)> {
    let mut ends: Vec<usize> =
        (0..rig.nodes.len()).filter(|&i| rig.nodes[i].joint && rig.children(i).all(|c| !rig.nodes[c].joint)).collect();
    ends.sort_by(|&a, &b| at[a].z.total_cmp(&at[b].z).then(a.cmp(&b)));
    let a = *ends.first()?;
    // The other leg ends about as low; toes of one foot branch below its ankle.
    let size = at.iter().map(|p| p.z).fold(f32::NEG_INFINITY, f32::max) - at[a].z;
    ends.iter().skip(1).find_map(|&b| {
        let hips = rig.common(&[a, b])?;
        (at[hips].z - at[a].z > 0.25 * size && at[b].z - at[a].z < 0.25 * size).then_some((a, b, hips))
    })
}

/// Thigh, shank, foot, and toes where there are some.
fn leg(rig: &Rig, rest: &[Placed], up: Quat, hips: usize, end: usize) -> Option<Vec<usize>> {
    let mut chain = vec![end];
    while let Some(parent) = rig.nodes[*chain.last()?].parent.filter(|&p| p != hips) {
        chain.push(parent);
    }
    chain.reverse();
    let drop = |i: usize| (up * (rest[chain[i]].at - rest[chain[i + 1]].at)).z;
    let mut bones: Vec<usize> = (0..chain.len().checked_sub(1)?).collect();
    bones.sort_by(|&a, &b| drop(b).total_cmp(&drop(a)).then(a.cmp(&b)));
    let (a, b) = (*bones.first()?, *bones.get(1)?);
    let (thigh, shank) = (a.min(b), a.max(b));
    let mut out = vec![chain[thigh], chain[shank], chain[shank + 1]];
    out.extend(chain.get(shank + 2));
    Some(out)
}
