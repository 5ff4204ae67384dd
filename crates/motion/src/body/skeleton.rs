//! Joints of a person, arms hanging.
//!
//! Heights and lengths are the shares of stature of Drillis and Contini (1966), as Winter's *Biomechanics and Motor
//! Control of Human Movement* prints them: ankle 0.039, knee 0.285, hip 0.530, shoulder 0.818, upper arm 0.186, forearm
//! 0.146, hand 0.108, foot 0.152; children's are in `measures.rs`. Those tables say nothing of joints of the back nor of where
//! the ankle stands above the foot: these places are chosen by eye. Shoulder and hip joints lie inside the widths of the
//! table, which are measured over the skin.
//!
//! At rest arms hang beside the body and are not stretched out: so they are most of the time, and a skin looks best near its rest.

use super::measures::Measures;
use super::person::Person;
use crate::{Joint, Quat, Role, Roles, Skeleton, Vec3};
use std::sync::LazyLock;

/// Places of the joints of the back in a body of 1.75 m: forward, height [m].
const BACK: [(Role, f32, f32); 6] = [
    (Role::Hips, 0.0, 0.954),
    (Role::Spine, -0.009, 1.0325),
    (Role::Chest, -0.014, 1.146),
    (Role::UpperChest, -0.0245, 1.2775),
    (Role::Neck, -0.021, 1.456),
    (Role::Head, 0.0035, 1.540),
];

static SKELETON: LazyLock<Skeleton> = LazyLock::new(|| of(&Measures::of(&Person::default())));

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
#[cfg(test)]
pub(crate) fn build(stature: f32) -> Skeleton {
    let person = Person::default();
    let shoulders = person.shoulders * stature / person.stature;
    of(&Measures::of(&Person { stature, shoulders, ..person }))
}

/// The joint above another.
fn parent(role: Role) -> Option<Role> {
    use Role::*;
    Some(match role {
        Hips => return None,
        Spine | LeftThigh | RightThigh => Hips,
        Chest => Spine,
        UpperChest => Chest,
        Neck | LeftShoulder | RightShoulder => UpperChest,
        Head => Neck,
        LeftArm => LeftShoulder,
        LeftForearm => LeftArm,
        LeftHand => LeftForearm,
        RightArm => RightShoulder,
        RightForearm => RightArm,
        RightHand => RightForearm,
        LeftShank => LeftThigh,
        LeftFoot => LeftShank,
        LeftToes => LeftFoot,
        RightShank => RightThigh,
        RightFoot => RightShank,
        RightToes => RightFoot,
    })
}

/// Where a joint of the middle or the left side is.
fn place(m: &Measures, role: Role) -> Vec3 {
    if let Some(&(_, x, z)) = BACK.iter().find(|b| b.0 == role) {
        return Vec3::new(x * m.scale(), 0.0, m.up(z));
    }
    let (shoulder, down) = (m.shoulder_joint(), m.hanging());
    let leg = |z: f32| Vec3::new(0.0, m.hip, m.up(z));
    match role {
        Role::LeftShoulder => Vec3::new(-0.014 * m.scale(), 0.028 * m.scale(), shoulder.z - 0.010 * m.scale()),
        Role::LeftArm => shoulder,
        Role::LeftForearm => shoulder + down * m.arm[0],
        Role::LeftHand => shoulder + down * (m.arm[0] + m.arm[1]),
        Role::LeftThigh => leg(0.9275),
        Role::LeftShank => leg(0.499),
        Role::LeftFoot => leg(0.068),
        // Toes, the last of them.
        _ => Vec3::new(0.140 * m.foot, m.hip, 0.0245 * m.foot),
    }
}

/// The skeleton of a body.
pub(super) fn of(m: &Measures) -> Skeleton {
    let place = |role: Role| -> Vec3 {
        let right = role.name().starts_with("right");
        let at = place(m, if right { role.mirrored() } else { role });
        if right { Vec3::new(at.x, -at.y, at.z) } else { at }
    };
    let mut roles = Roles::default();
    let mut joints = Vec::new();
    for role in Role::ALL {
        let down = m.hanging();
        let tip = match role {
            Role::Head => Some(Vec3::Z * (m.up(1.752) - m.up(1.540))),
            Role::LeftHand => Some(down * m.arm[2]),
            Role::RightHand => Some(Vec3::new(down.x, -down.y, down.z) * m.arm[2]),
            Role::LeftToes | Role::RightToes => Some(Vec3::new(0.0735, 0.0, -0.0105) * m.foot),
            _ => None,
        };
        let above = parent(role);
        roles.set(role, Some(joints.len()));
        joints.push(Joint {
            name: role.name().to_owned(),
            // Roles come parents first and each has a joint: the index of one is that of the other.
            parent: above.map(|p| p as usize),
            translation: place(role) - above.map_or(Vec3::ZERO, place),
            rotation: Quat::IDENTITY,
            tip,
        });
    }
    Skeleton::new(joints, roles).expect("every role has a joint")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_have_the_published_shares_of_stature() {
        let s = skeleton();
        let rest = s.rest();
        let at = |role| rest[s.joint(role)].at;
        let length = |a, b| (at(a) - at(b)).length() / 1.75;
        for (share, a, b) in [
            (0.245, Role::LeftThigh, Role::LeftShank),
            (0.246, Role::RightShank, Role::RightFoot),
            (0.186, Role::LeftArm, Role::LeftForearm),
            (0.146, Role::RightForearm, Role::RightHand),
        ] {
            assert!((length(a, b) - share).abs() < 5e-4, "{a:?}: {}", length(a, b));
        }
        assert!((at(Role::LeftThigh).z / 1.75 - 0.530).abs() < 1e-4);
        let crown = rest[s.joint(Role::Head)].point(s.joints()[s.joint(Role::Head)].tip.unwrap());
        assert!((crown.z - 1.75).abs() < 3e-3, "{crown}");
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
