//! Which point of a foot stands still while the foot is planted.

use crate::{JointTransform, Role, Side, Skeleton, Vec3};

/// The point of a foot by which planting is judged: the toes joint, in the ball of the foot. It stays where it is from
/// the moment the foot is flat until the toes leave the floor, also while the heel rises; the ankle does not.
///
/// A skeleton without toes has a point of its foot there instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The joint it moves with.
    pub joint: usize,
    /// Place in that joint's frame [m].
    pub local: Vec3,
}

impl ContactPoint {
    /// The contact point of one foot of a skeleton.
    ///
    /// ```
    /// use ambulo_motion::{ContactPoint, Role, Side, Vec3, body};
    /// let skeleton = body::skeleton();
    /// let left = ContactPoint::of(skeleton, Side::Left);
    /// assert_eq!((left.joint, left.local), (skeleton.joint(Role::LeftToes), Vec3::ZERO));
    /// ```
    pub fn of(skeleton: &Skeleton, side: Side) -> Self {
        let (foot, toes) = match side {
            Side::Left => (Role::LeftFoot, Role::LeftToes),
            Side::Right => (Role::RightFoot, Role::RightToes),
        };
        if let Some(joint) = skeleton.roles().get(toes) {
            return Self { joint, local: Vec3::ZERO };
        }
        let joint = skeleton.joint(foot);
        let rest = skeleton.rest();
        let ankle = rest[joint];
        // Two thirds of the distance to the tip; without a tip as far forward as the ankle is high and as much again.
        let ahead = match skeleton.joints()[joint].tip {
            Some(tip) => (ankle.rotation * tip) * (2.0 / 3.0),
            None => Vec3::X * (2.0 * ankle.at.z.max(0.03)),
        };
        let ball = Vec3::new(ankle.at.x + ahead.x, ankle.at.y + ahead.y, ankle.at.z * (1.0 / 3.0));
        Self { joint, local: ankle.rotation.inverse() * (ball - ankle.at) }
    }

    /// Where it is, given all joints as [`to_world`](crate::to_world) makes them.
    pub fn at(&self, world: &[JointTransform]) -> Vec3 {
        world[self.joint].point(self.local)
    }
}
