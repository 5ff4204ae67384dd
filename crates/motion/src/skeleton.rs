//! A tree of joints, in the pose it rests in.

use crate::{JointTransform, Pose, Role, Roles, to_world};
use glam::{Quat, Vec3};

/// One joint as it rests, relative to its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Name in the file it came from.
    pub name: String,
    /// Index of the parent; `None` for the hips, joint 0.
    pub parent: Option<usize>,
    /// From the parent [m].
    pub translation: Vec3,
    /// Against the parent.
    pub rotation: Quat,
    /// Tip of a bone that ends here, in the joint's own frame [m]: toes, fingertips, crown. For drawing and for the
    /// direction of bones without children.
    pub tip: Option<Vec3>,
}

/// Joints with parents before children. Joint 0 is the hips; its frame is the body's: x forward, y left, z up, origin on
/// the floor.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    joints: Vec<Joint>,
    roles: Roles,
}

/// Why joints make no skeleton.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SkeletonError {
    /// No joints at all, or more than fit.
    #[error("a skeleton has 1 to {max} joints, not {0}", max = Skeleton::MAX)]
    Count(usize),
    /// A parent that is not an earlier joint.
    #[error("joint `{0}` must come after its parent; only the first has none")]
    Order(String),
    /// A number that is not finite.
    #[error("joint `{0}` has a length or a rotation that is not a number")]
    NotFinite(String),
    /// Roles nobody plays.
    #[error("no joint found for {0}; name them with a role map")]
    Roles(String),
}

impl Skeleton {
    /// Most joints a skeleton may have.
    pub const MAX: usize = 1024;

    /// Checks joints and roles. The hips are joint 0, whatever the map says.
    pub fn new(joints: Vec<Joint>, mut roles: Roles) -> Result<Self, SkeletonError> {
        if joints.is_empty() || joints.len() > Self::MAX {
            return Err(SkeletonError::Count(joints.len()));
        }
        for (i, joint) in joints.iter().enumerate() {
            let ordered = match joint.parent {
                None => i == 0,
                Some(parent) => parent < i,
            };
            if !ordered {
                return Err(SkeletonError::Order(joint.name.clone()));
            }
            if !(joint.translation.is_finite() && joint.rotation.is_finite() && joint.rotation.length() > 0.5) {
                return Err(SkeletonError::NotFinite(joint.name.clone()));
            }
        }
        roles.set(Role::Hips, Some(0));
        let missing = roles.missing();
        if !missing.is_empty() {
            let names: Vec<_> = missing.iter().map(|role| format!("`{}`", role.name())).collect();
            return Err(SkeletonError::Roles(names.join(", ")));
        }
        Ok(Self { joints, roles })
    }

    /// All joints, parents first.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    pub(crate) fn joints_mut(&mut self) -> &mut [Joint] {
        &mut self.joints
    }

    /// How many joints.
    #[allow(clippy::len_without_is_empty)] // there is always one
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Which joint plays which role.
    pub fn roles(&self) -> &Roles {
        &self.roles
    }

    /// The joint in a role that every skeleton has.
    ///
    /// # Panics
    /// If the role is not one of [`Role::NEEDED`] and nobody plays it.
    pub fn joint(&self, role: Role) -> usize {
        self.roles.get(role).unwrap_or_else(|| panic!("no joint for {}", role.name()))
    }

    /// Places and rotations of all joints as they rest, in the body's frame.
    pub fn rest(&self) -> Vec<JointTransform> {
        let pose = Pose::rest(self);
        let mut out = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; self.len()];
        to_world(self, pose.hips, &pose.rotations, &mut out);
        out
    }

    /// Index of the joint with that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }
}
