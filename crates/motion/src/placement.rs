//! Where a body is in the plan.

use crate::{Quat, Vec3, turn};
use glam::DVec2;

/// Place and facing of a body: its own frame put into the plan's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The point of the floor below the body's origin, in the plan [m].
    pub at: DVec2,
    /// Height of the floor there [m].
    pub floor: f32,
    /// Angle of the body's forward axis from the plan's x axis [rad], counter-clockwise.
    pub heading: f32,
}

impl Placement {
    /// A point of the body's frame, relative to [`at`](Self::at), along the plan's axes.
    pub fn offset(&self, local: Vec3) -> Vec3 {
        self.rotation() * local + Vec3::new(0.0, 0.0, self.floor)
    }

    /// The rotation about the vertical that brings the body's frame to the plan's.
    pub fn rotation(&self) -> Quat {
        turn(self.heading)
    }
}
