//! Joints of an adult of 1.75 m, arms stretched out to the sides.
//!
//! Heights and lengths are the shares of stature of Drillis and Contini (1966), as Winter's *Biomechanics and Motor
//! Control of Human Movement* prints them: ankle 0.039, knee 0.285, hip 0.530, shoulder 0.818, upper arm 0.186, forearm
//! 0.146, hand 0.108, foot 0.152. Those tables say nothing of joints of the back nor of where the ankle stands above the
//! foot: these places are chosen by eye. Shoulder and hip joints lie inside the widths of the table, which are
//! measured over the skin.

use crate::{Joint, Quat, Role, Roles, Skeleton, Vec3};
use std::sync::LazyLock;

/// Stature [m].
pub(crate) const STATURE: f32 = 1.75;

/// Places of the joints in shares of stature: role, parent, (x forward, y left, z up).
const PLACES: [(Role, Option<Role>, [f32; 3]); 14] = [
    (Role::Hips, None, [0.0, 0.0, 0.545]),
    (Role::Spine, Some(Role::Hips), [-0.005, 0.0, 0.590]),
    (Role::Chest, Some(Role::Spine), [-0.008, 0.0, 0.655]),
    (Role::UpperChest, Some(Role::Chest), [-0.014, 0.0, 0.730]),
    (Role::Neck, Some(Role::UpperChest), [-0.012, 0.0, 0.832]),
    (Role::Head, Some(Role::Neck), [0.002, 0.0, 0.880]),
    (Role::LeftShoulder, Some(Role::UpperChest), [-0.008, 0.016, 0.806]),
    (Role::LeftArm, Some(Role::LeftShoulder), [-0.010, 0.108, 0.812]),
    (Role::LeftForearm, Some(Role::LeftArm), [-0.010, 0.108 + 0.186, 0.812]),
    (Role::LeftHand, Some(Role::LeftForearm), [-0.010, 0.108 + 0.186 + 0.146, 0.812]),
    (Role::LeftThigh, Some(Role::Hips), [0.0, 0.050, 0.530]),
    (Role::LeftShank, Some(Role::LeftThigh), [0.0, 0.050, 0.285]),
    (Role::LeftFoot, Some(Role::LeftShank), [0.0, 0.050, 0.039]),
    (Role::LeftToes, Some(Role::LeftFoot), [0.080, 0.050, 0.014]),
];

/// Tips in shares of stature, in the joint's frame.
const TIPS: [(Role, [f32; 3]); 3] =
    [(Role::Head, [0.0, 0.0, 0.120]), (Role::LeftHand, [0.0, 0.108, 0.0]), (Role::LeftToes, [0.042, 0.0, -0.006])];

static SKELETON: LazyLock<Skeleton> = LazyLock::new(|| build(STATURE));

/// The built-in skeleton: 22 joints, one for each role, none turned at rest, 1.75 m tall.
///
/// ```
/// let skeleton = ambulo_motion::body::skeleton();
/// assert_eq!(skeleton.len(), 22);
/// assert!(skeleton.roles().missing().is_empty());
/// ```
pub fn skeleton() -> &'static Skeleton {
    &SKELETON
}

/// The same body at another stature [m].
pub(crate) fn build(stature: f32) -> Skeleton {
    let place = |role: Role| -> Vec3 {
        let right = role.name().starts_with("right");
        let twin = if right { role.mirrored() } else { role };
        let (_, _, [x, y, z]) = PLACES[PLACES.iter().position(|p| p.0 == twin).expect("every role has a place")];
        Vec3::new(x, if right { -y } else { y }, z) * stature
    };
    let mut roles = Roles::default();
    let mut joints = Vec::new();
    for role in Role::ALL {
        let right = role.name().starts_with("right");
        let twin = if right { role.mirrored() } else { role };
        let parent = PLACES[PLACES.iter().position(|p| p.0 == twin).expect("every role has a place")].1;
        let parent = parent.map(|p| if right { p.mirrored() } else { p });
        let tip = TIPS.iter().find(|t| t.0 == twin).map(|&(_, [x, y, z])| {
            let y = if right { -y } else { y };
            Vec3::new(x, y, z) * stature
        });
        roles.set(role, Some(joints.len()));
        joints.push(Joint {
            name: role.name().to_owned(),
            // Roles come parents first and each has a joint: the index of one is that of the other.
            parent: parent.map(|p| p as usize),
            translation: place(role) - parent.map_or(Vec3::ZERO, place),
            rotation: Quat::IDENTITY,
            tip,
        });
    }
    Skeleton::new(joints, roles).expect("the table is a skeleton")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_have_the_published_shares_of_stature() {
        let s = skeleton();
        let rest = s.rest();
        let at = |role| rest[s.joint(role)].at;
        let length = |a, b| (at(a) - at(b)).length() / STATURE;
        for (share, a, b) in [
            (0.245, Role::LeftThigh, Role::LeftShank),
            (0.246, Role::RightShank, Role::RightFoot),
            (0.186, Role::LeftArm, Role::LeftForearm),
            (0.146, Role::RightForearm, Role::RightHand),
        ] {
            assert!((length(a, b) - share).abs() < 1e-4, "{a:?}: {}", length(a, b));
        }
        assert!((at(Role::LeftThigh).z / STATURE - 0.530).abs() < 1e-4);
        let crown = rest[s.joint(Role::Head)].point(s.joints()[s.joint(Role::Head)].tip.unwrap());
        assert!((crown.z - STATURE).abs() < 1e-3);
    }

    #[test]
    fn left_and_right_are_mirror_images() {
        let s = skeleton();
        let rest = s.rest();
        for role in Role::ALL {
            let (a, b) = (rest[s.joint(role)].at, rest[s.joint(role.mirrored())].at);
            assert!((a - Vec3::new(b.x, -b.y, b.z)).length() < 1e-6, "{role:?}");
        }
    }
}
