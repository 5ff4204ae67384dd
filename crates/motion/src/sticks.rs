//! A body for skeletons that have none: a slim double pyramid along every bone.

use crate::{Character, Influence, JointTransform, Mesh, Pose, Skeleton, to_world};
use glam::{Quat, Vec3};

/// Half the width of a bone, as a share of its length.
const SLIM: f32 = 0.12;

impl Character {
    /// Bones to display, in one part called "top", which takes the colour of a walker's group.
    ///
    /// ```
    /// use ambulo_motion::{Character, body};
    /// let bones = Character::sticks(&body::skeleton());
    /// assert!(bones.mesh.triangles.len() > 100);
    /// ```
    pub fn sticks(skeleton: &Skeleton) -> Self {
        let pose = Pose::rest(skeleton);
        let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
        to_world(skeleton, pose.hips, &pose.rotations, &mut world);
        let mut mesh = Mesh::default();
        for (j, joint) in skeleton.joints().iter().enumerate() {
            if let Some(parent) = joint.parent {
                bone(&mut mesh, parent, world[parent].at, world[j].at);
            }
            if let Some(tip) = joint.tip {
                bone(&mut mesh, j, world[j].at, world[j].point(tip));
            }
        }
        Self { skeleton: skeleton.clone(), mesh, parts: vec![("top".into(), [0.6; 3])] }
    }
}

/// Eight flat triangles between two points, moved by one joint.
fn bone(mesh: &mut Mesh, joint: usize, from: Vec3, to: Vec3) {
    let along = to - from;
    let length = along.length();
    if length < 1e-3 {
        return;
    }
    let side = if along.x.abs() < 0.9 * length { Vec3::X } else { Vec3::Y };
    let u = along.cross(side).normalize() * (SLIM * length);
    let v = along.cross(u).normalize() * (SLIM * length);
    let waist = from + along * 0.2;
    let ring = [waist + u, waist + v, waist - u, waist - v];
    for k in 0..4 {
        let (a, b) = (ring[k], ring[(k + 1) % 4]);
        for corners in [[from, b, a], [a, b, to]] {
            let first = mesh.positions.len() as u32;
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
            mesh.positions.extend(corners);
            mesh.normals.extend([normal; 3]);
            mesh.influences.extend([Influence { joints: [joint as u16, 0, 0, 0], weights: [1.0, 0.0, 0.0, 0.0] }; 3]);
            mesh.parts.extend([0; 3]);
            mesh.triangles.push([first, first + 1, first + 2]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bones_look_outwards() {
        let mut mesh = Mesh::default();
        bone(&mut mesh, 0, Vec3::ZERO, Vec3::new(0.1, 0.2, 0.9));
        let middle = Vec3::new(0.1, 0.2, 0.9) * 0.3;
        for t in &mesh.triangles {
            let centre = t.iter().map(|i| mesh.positions[*i as usize]).sum::<Vec3>() / 3.0;
            assert!(mesh.normals[t[0] as usize].dot(centre - middle) > 0.0);
        }
    }
}
