//! The frames of one walker in the plan, ready to be written.

use crate::Placement;
use glam::{DVec2, Quat, Vec3};

/// Frames of one walker: the hips in the plan, every other joint against its parent. One is enough for all walkers in
/// turn: [`clear`](Self::clear) keeps the memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Baked {
    joints: usize,
    hips: Vec<Vec3>,
    rotations: Vec<Quat>,
}

impl Baked {
    /// No frames yet, for so many joints.
    pub fn new(joints: usize) -> Self {
        Self { joints, hips: Vec::new(), rotations: Vec::new() }
    }

    /// Forgets all frames.
    pub fn clear(&mut self) {
        self.hips.clear();
        self.rotations.clear();
    }

    /// Adds a frame: a pose in the body's frame, and where the body is. Places are written relative to `origin`, so that
    /// few digits are enough. Rotations are kept on the side of the last frame's, which interpolation wants.
    ///
    /// # Panics
    /// If the pose has another number of joints.
    pub fn push(&mut self, origin: DVec2, placement: &Placement, hips: Vec3, rotations: &[Quat]) {
        assert_eq!(rotations.len(), self.joints, "a pose of another skeleton");
        let (at, whole) = (placement.at - origin, placement.rotation());
        let offset = placement.offset(hips);
        self.hips.push(Vec3::new((at.x + f64::from(offset.x)) as f32, (at.y + f64::from(offset.y)) as f32, offset.z));
        for (j, &q) in rotations.iter().enumerate() {
            let q = if j == 0 { whole * q } else { q }.normalize();
            let before = self.rotations.len().checked_sub(self.joints).map(|at| self.rotations[at]);
            self.rotations.push(if before.is_some_and(|b| b.dot(q) < 0.0) { -q } else { q });
        }
    }

    /// How many frames.
    pub fn frames(&self) -> usize {
        self.hips.len()
    }

    /// How many joints.
    pub fn joints(&self) -> usize {
        self.joints
    }

    /// The hips in a frame, along the plan's axes from the origin [m].
    pub fn hips(&self, frame: usize) -> Vec3 {
        self.hips[frame]
    }

    /// All rotations in a frame; that of the hips is against the plan's axes.
    pub fn rotations(&self, frame: usize) -> &[Quat] {
        &self.rotations[frame * self.joints..(frame + 1) * self.joints]
    }
}
