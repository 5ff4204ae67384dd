//! The skin follows the joints: linear blend skinning, and dual quaternion skinning.
//!
//! Both are jobs over slices and allocate nothing. First a palette, one entry per joint, says how the joint moved since
//! the rest pose; then every vertex is moved by the entries that pull at it. Linear blending averages the moved places,
//! which is cheap but draws the skin together where joints are twisted against each other: half a turn collapses it to
//! a line. Averaging unit dual quaternions instead gives a rigid motion again, so that a twisted limb keeps its girth.

use crate::{Influence, JointTransform, Pose, Skeleton, to_world};
use glam::{Mat3, Quat, Vec3};

/// The rest pose turned round: from the body's frame into each joint's own. Made once for a skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct Bind {
    inverse: Vec<JointTransform>,
}

impl Bind {
    /// Of a skeleton's rest pose, in which the mesh was drawn.
    pub fn of(skeleton: &Skeleton) -> Self {
        let pose = Pose::rest(skeleton);
        let mut inverse = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
        to_world(skeleton, pose.hips, &pose.rotations, &mut inverse);
        for joint in &mut inverse {
            let rotation = joint.rotation.conjugate();
            *joint = JointTransform { at: -(rotation * joint.at), rotation };
        }
        Self { inverse }
    }

    /// From the body's frame at rest into each joint's own, in the order of the joints.
    pub fn inverse(&self) -> &[JointTransform] {
        &self.inverse
    }

    /// How far a joint has moved since the rest pose.
    fn moved(&self, joint: usize, now: &JointTransform) -> JointTransform {
        let rest = &self.inverse[joint];
        JointTransform { at: now.point(rest.at), rotation: now.rotation * rest.rotation }
    }
}

/// How one joint moved since rest, for linear blending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    turn: Mat3,
    shift: Vec3,
}

impl Moved {
    /// Not at all.
    pub const NOT: Self = Self { turn: Mat3::IDENTITY, shift: Vec3::ZERO };
}

/// A rigid motion as a unit dual quaternion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualQuat {
    real: Quat,
    dual: Quat,
}

impl DualQuat {
    /// No motion.
    pub const NOT: Self = Self { real: Quat::IDENTITY, dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) };

    fn of(world: &JointTransform) -> Self {
        let at = Quat::from_xyzw(world.at.x, world.at.y, world.at.z, 0.0);
        Self { real: world.rotation, dual: product(at, world.rotation) * 0.5 }
    }
}

/// The product of any two quaternions; that of the library is for unit ones.
fn product(a: Quat, b: Quat) -> Quat {
    let (u, v) = (Vec3::new(a.x, a.y, a.z), Vec3::new(b.x, b.y, b.z));
    let w = v * a.w + u * b.w + u.cross(v);
    Quat::from_xyzw(w.x, w.y, w.z, a.w * b.w - u.dot(v))
}

/// How all joints moved since rest, into `out`, for [`skin_linear`]. `now` is what [`to_world`] gives.
///
/// # Panics
/// If the slices are not as long as there are joints.
pub fn palette_linear(bind: &Bind, now: &[JointTransform], out: &mut [Moved]) {
    assert!(now.len() == bind.inverse.len() && out.len() == now.len(), "one entry per joint");
    for (joint, (out, now)) in out.iter_mut().zip(now).enumerate() {
        let moved = bind.moved(joint, now);
        *out = Moved { turn: Mat3::from_quat(moved.rotation), shift: moved.at };
    }
}

/// How all joints moved since rest, into `out`, for [`skin_dual`]. `now` is what [`to_world`] gives.
///
/// # Panics
/// If the slices are not as long as there are joints.
pub fn palette_dual(bind: &Bind, now: &[JointTransform], out: &mut [DualQuat]) {
    assert!(now.len() == bind.inverse.len() && out.len() == now.len(), "one entry per joint");
    for (joint, (out, now)) in out.iter_mut().zip(now).enumerate() {
        *out = DualQuat::of(&bind.moved(joint, now));
    }
}

/// Vertices at rest, in slices of one length.
#[derive(Clone, Copy, Debug)]
pub struct RestVertices<'a> {
    /// Places [m].
    pub positions: &'a [Vec3],
    /// Unit normals.
    pub normals: &'a [Vec3],
    /// What moves each vertex.
    pub influences: &'a [Influence],
}

impl<'a> From<&'a crate::Mesh> for RestVertices<'a> {
    fn from(mesh: &'a crate::Mesh) -> Self {
        Self { positions: &mesh.positions, normals: &mesh.normals, influences: &mesh.influences }
    }
}

impl RestVertices<'_> {
    fn check(&self, positions: &[Vec3], normals: &[Vec3]) {
        let n = self.positions.len();
        let lengths = [self.normals.len(), self.influences.len(), positions.len(), normals.len()];
        assert!(lengths == [n; 4], "one of each per vertex");
    }
}

/// Linear blend skinning: every vertex goes to the weighted mean of where its joints would take it.
///
/// ```
/// # use ambulo_motion::*;
/// # fn draw(character: &Character, now: &[JointTransform]) {
/// let bind = Bind::of(&character.skeleton); // once
/// let mut palette = vec![Moved::NOT; character.skeleton.len()];
/// let (mut places, mut normals) = (character.mesh.positions.clone(), character.mesh.normals.clone());
/// palette_linear(&bind, now, &mut palette); // every frame
/// skin_linear(&palette, (&character.mesh).into(), &mut places, &mut normals);
/// # }
/// ```
///
/// # Panics
/// If the slices differ in length, or an influence names a joint that is not in the palette.
pub fn skin_linear(palette: &[Moved], rest: RestVertices<'_>, positions: &mut [Vec3], normals: &mut [Vec3]) {
    rest.check(positions, normals);
    for (i, pull) in rest.influences.iter().enumerate() {
        let (mut turn, mut shift) = (Mat3::ZERO, Vec3::ZERO);
        for (&joint, &weight) in pull.joints.iter().zip(&pull.weights) {
            if weight != 0.0 {
                let moved = &palette[usize::from(joint)];
                turn += moved.turn * weight;
                shift += moved.shift * weight;
            }
        }
        positions[i] = turn * rest.positions[i] + shift;
        normals[i] = unit(turn * rest.normals[i]);
    }
}

/// Dual quaternion skinning: the motions of a vertex' joints are blended into one rigid motion, on the side of the
/// first joint that pulls at it.
///
/// # Panics
/// If the slices differ in length, or an influence names a joint that is not in the palette.
pub fn skin_dual(palette: &[DualQuat], rest: RestVertices<'_>, positions: &mut [Vec3], normals: &mut [Vec3]) {
    rest.check(positions, normals);
    let none = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for (i, pull) in rest.influences.iter().enumerate() {
        let mut sum = DualQuat { real: none, dual: none };
        let mut side = None;
        for (&joint, &weight) in pull.joints.iter().zip(&pull.weights) {
            if weight != 0.0 {
                let moved = &palette[usize::from(joint)];
                let side = *side.get_or_insert(moved.real);
                let weight = if side.dot(moved.real) < 0.0 { -weight } else { weight };
                sum.real += moved.real * weight;
                sum.dual += moved.dual * weight;
            }
        }
        let length = sum.real.dot(sum.real).sqrt();
        // Nothing pulls, or opposite turns cancel: the vertex stays.
        if length < 1e-6 {
            (positions[i], normals[i]) = (rest.positions[i], rest.normals[i]);
            continue;
        }
        let (real, dual) = (sum.real * (1.0 / length), sum.dual * (1.0 / length));
        let shift = product(dual, real.conjugate()) * 2.0;
        positions[i] = real * rest.positions[i] + Vec3::new(shift.x, shift.y, shift.z);
        normals[i] = real * rest.normals[i];
    }
}

/// Unit length, and up for what has no length.
fn unit(v: Vec3) -> Vec3 {
    let squared = v.dot(v);
    if squared > 1e-12 { v * (1.0 / squared.sqrt()) } else { Vec3::Z }
}

#[cfg(test)]
mod tests;
