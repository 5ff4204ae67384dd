//! A body of legs only, for tests: hips, and on each side thigh, shank and foot, with frames of their own.

use crate::{Character, Influence, Joint, Mesh, Role, Roles, Skeleton, turn};
use glam::{Quat, Vec3};

fn skeleton() -> Skeleton {
    let mut joints: Vec<Joint> = Vec::new();
    let mut roles = Roles::default();
    let mut add = |name: &str, role: Role, parent: Option<usize>, at: [f32; 3], turned: f32, tip: Option<Vec3>| {
        roles.set(role, Some(joints.len()));
        let (translation, rotation) = (Vec3::from_array(at), turn(turned));
        joints.push(Joint { name: name.into(), parent, translation, rotation, tip });
        joints.len() - 1
    };
    add("hips", Role::Hips, None, [0.0, 0.0, 0.9], 0.3, None);
    for (side, y) in [("left", 0.1), ("right", -0.1)] {
        let of = |part: &str| Role::from_name(&format!("{side}-{part}")).unwrap();
        let thigh = add(&format!("{side} thigh"), of("thigh"), Some(0), [0.01, y, -0.05], -0.3, None);
        let shank = add(&format!("{side} shank"), of("shank"), Some(thigh), [0.0, 0.0, -0.4], 0.2, None);
        let tip = Some(Vec3::new(0.2, 0.0, -0.05));
        add(&format!("{side} foot"), of("foot"), Some(shank), [0.0, 0.0, -0.4], -0.2, tip);
    }
    Skeleton::new(joints, roles).unwrap()
}

fn part(name: &str, grey: f32) -> (String, [f32; 3]) {
    (name.into(), [grey; 3])
}

/// A box round the hips, and one round each shank, half held by the thigh.
pub fn legs() -> Character {
    let skeleton = skeleton();
    let mut mesh = Mesh::default();
    for (part, joints, at, size) in [
        (0, [0, 0], Vec3::new(0.0, 0.0, 0.95), Vec3::new(0.1, 0.15, 0.1)),
        (1, [1, 2], Vec3::new(0.0, 0.1, 0.45), Vec3::new(0.05, 0.05, 0.4)),
        (1, [4, 5], Vec3::new(0.0, -0.1, 0.45), Vec3::new(0.05, 0.05, 0.4)),
    ] {
        for corner in 0..8u32 {
            let sign = |bit: u32| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
            let outwards = Vec3::new(sign(0), sign(1), sign(2));
            mesh.positions.push(at + outwards * size);
            mesh.normals.push(outwards.normalize());
            let share = if corner >> 2 & 1 == 1 { 0.7 } else { 0.2 };
            mesh.influences
                .push(Influence { joints: [joints[0], joints[1], 0, 0], weights: [share, 1.0 - share, 0.0, 0.0] });
            mesh.parts.push(part);
        }
        let first = mesh.positions.len() as u32 - 8;
        for [a, b, c, d] in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
            mesh.triangles.extend([[a, b, c], [a, c, d]].map(|t: [u32; 3]| t.map(|k| k + first)));
        }
    }
    Character { skeleton, mesh, parts: vec![part("top", 0.5), part("trousers", 0.2)] }
}

/// A tube round the left leg, whose weights go over from thigh to shank at the knee; and a point of its axis.
pub fn tube() -> (Character, Vec3) {
    let mut character = Character { mesh: Mesh::default(), ..legs() };
    let hips = turn(0.3) * Vec3::new(0.01, 0.1, -0.05);
    let axis = Vec3::new(hips.x, hips.y, 0.0);
    let mesh = &mut character.mesh;
    for ring in 0..=8 {
        let shank = ring as f32 / 8.0;
        for k in 0..8 {
            let outwards = turn(k as f32 * std::f32::consts::FRAC_PI_4) * Vec3::X;
            mesh.positions.push(axis + outwards * 0.07 + Vec3::Z * (0.85 - 0.8 * shank));
            mesh.normals.push(outwards);
            mesh.influences.push(Influence { joints: [1, 2, 0, 0], weights: [1.0 - shank, shank, 0.0, 0.0] });
            mesh.parts.push(0);
        }
    }
    (character, axis)
}

/// A rotation that has nothing simple about it.
pub fn odd(k: u32) -> Quat {
    let f = k as f32;
    Quat::from_xyzw(
        crate::math::sin_cos(1.3 * f + 0.2).0,
        crate::math::sin_cos(2.1 * f + 1.0).0,
        crate::math::sin_cos(0.7 * f + 2.0).0,
        crate::math::sin_cos(1.7 * f + 0.5).1,
    )
    .normalize()
}
