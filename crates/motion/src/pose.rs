//! How a body stands at one moment.

use crate::Skeleton;
use glam::{Quat, Vec3};

/// One translation, of the hips, and one rotation a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// The hips in the body's frame [m].
    pub hips: Vec3,
    /// Every joint against its parent.
    pub rotations: Vec<Quat>,
}

impl Pose {
    /// The pose a skeleton rests in.
    pub fn rest(skeleton: &Skeleton) -> Self {
        let joints = skeleton.joints();
        Self { hips: joints[0].translation, rotations: joints.iter().map(|joint| joint.rotation).collect() }
    }
}

/// Where one joint is and how it is turned, in the frame the whole body is in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointTransform {
    /// Place of the joint [m].
    pub at: Vec3,
    /// Its rotation.
    pub rotation: Quat,
}

impl JointTransform {
    /// A point of the joint's own frame, in the body's.
    pub fn point(&self, local: Vec3) -> Vec3 {
        self.at + self.rotation * local
    }
}

/// Places and rotations of all joints in the body's frame, into `out`, which has room for each joint.
///
/// ```
/// # use ambulo_motion::*;
/// # fn look(skeleton: &Skeleton) {
/// let pose = Pose::rest(skeleton);
/// let mut out = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
/// to_world(skeleton, pose.hips, &pose.rotations, &mut out);
/// # }
/// ```
pub fn to_world(skeleton: &Skeleton, hips: Vec3, rotations: &[Quat], out: &mut [JointTransform]) {
    for (i, joint) in skeleton.joints().iter().enumerate() {
        out[i] = match joint.parent {
            None => JointTransform { at: hips, rotation: rotations[i] },
            Some(parent) => {
                let parent = out[parent];
                JointTransform { at: parent.point(joint.translation), rotation: parent.rotation * rotations[i] }
            }
        };
    }
}
