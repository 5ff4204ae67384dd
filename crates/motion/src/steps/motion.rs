//! The poses of one step, its events in fixed places.

use crate::Vec3;
use glam::Quat;

/// Keys from the landing of the supporting foot to the lifting of the other.
pub const DOUBLE: usize = 8;
/// Keys from there to its landing. Poses between keys are interpolated; at 24 the ankle of a walk is off by less than
/// 0.3 mm, which bending the leg takes away.
pub(super) const SWING_KEYS: usize = 24;
/// Poses of a step.
pub const KEYS: usize = DOUBLE + SWING_KEYS + 1;

/// Poses of one step, as many for every step: key 0 is the landing of the supporting foot, key [`DOUBLE`] the lifting and
/// the last key the landing of the other. Steps of different durations so agree on when is what, and blending them is
/// blending key by key.
///
/// Hips are in the frame of the body at the beginning, which does not turn in between; the rotation of the hips is
/// against it too. The supporting foot stands still.
#[derive(Clone, Debug, PartialEq)]
pub struct StepMotion {
    pub(super) hips: Vec<Vec3>,
    pub(super) rotations: Vec<Quat>,
    pub(super) joints: usize,
}

impl StepMotion {
    /// The hips at a key [m].
    pub fn hips(&self, key: usize) -> Vec3 {
        self.hips[key]
    }

    /// All rotations at a key.
    pub fn rotations(&self, key: usize) -> &[Quat] {
        &self.rotations[key * self.joints..(key + 1) * self.joints]
    }

    /// The hips between two keys [m].
    pub fn hips_at(&self, key: usize, share: f32) -> Vec3 {
        self.hips[key].lerp(self.hips[(key + 1).min(KEYS - 1)], share)
    }

    pub(super) fn is_finite(&self) -> bool {
        self.hips.iter().all(|h| h.is_finite()) && self.rotations.iter().all(|q| q.is_finite())
    }
}
