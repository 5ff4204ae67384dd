//! Frames of a body in motion, at a fixed rate.

use crate::{Pose, nlerp};
use glam::{Quat, Vec3};

/// Poses at a fixed rate, frame after frame in two columns.
///
/// A clip that is `cyclic` goes from its last frame to its first: it does not hold the first frame twice, and lasts
/// `frames / rate`. Any other lasts `(frames - 1) / rate`.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Frames per second.
    pub rate: f32,
    /// Whether the first frame follows the last.
    pub cyclic: bool,
    joints: usize,
    hips: Vec<Vec3>,
    rotations: Vec<Quat>,
}

impl Clip {
    /// A clip without frames, for so many joints.
    pub fn new(joints: usize, rate: f32, cyclic: bool) -> Self {
        Self { rate, cyclic, joints, hips: Vec::new(), rotations: Vec::new() }
    }

    /// Adds a frame. Rotations are kept on the side of the last frame's, so that neighbours never differ by a sign.
    ///
    /// # Panics
    /// If the pose has another number of joints.
    pub fn push(&mut self, pose: &Pose) {
        assert_eq!(pose.rotations.len(), self.joints, "a pose of another skeleton");
        self.hips.push(pose.hips);
        for (j, &q) in pose.rotations.iter().enumerate() {
            let before = self.rotations.len().checked_sub(self.joints).map(|at| self.rotations[at]);
            debug_assert!(j < self.joints);
            self.rotations.push(if before.is_some_and(|b| b.dot(q) < 0.0) { -q } else { q });
        }
    }

    /// How many frames.
    pub fn frames(&self) -> usize {
        self.hips.len()
    }

    /// How many joints each frame has.
    pub fn joints(&self) -> usize {
        self.joints
    }

    /// How long it lasts [s].
    pub fn duration(&self) -> f32 {
        let spans = if self.cyclic { self.frames() } else { self.frames().saturating_sub(1) };
        spans as f32 / self.rate
    }

    /// The hips in a frame [m].
    pub fn hips(&self, frame: usize) -> Vec3 {
        self.hips[frame]
    }

    /// All rotations of a frame.
    pub fn rotations(&self, frame: usize) -> &[Quat] {
        &self.rotations[frame * self.joints..(frame + 1) * self.joints]
    }

    /// The same, to be changed.
    pub(crate) fn rotations_mut(&mut self, frame: usize) -> &mut [Quat] {
        &mut self.rotations[frame * self.joints..(frame + 1) * self.joints]
    }

    /// A frame as a pose of its own.
    pub fn pose(&self, frame: usize) -> Pose {
        Pose { hips: self.hips(frame), rotations: self.rotations(frame).to_vec() }
    }

    /// Lifts the hips in all frames [m].
    pub fn lift(&mut self, by: f32) {
        for hips in &mut self.hips {
            hips.z += by;
        }
    }

    /// Brings the hips of all frames to so many times their place: those of a body so many times as large.
    pub(crate) fn stretch(&mut self, times: f32) {
        for hips in &mut self.hips {
            *hips *= times;
        }
    }

    /// Gives joints one rotation in all frames.
    pub(crate) fn hold(&mut self, joints: &[usize], rotation: Quat) {
        for frame in self.rotations.chunks_exact_mut(self.joints) {
            for &joint in joints {
                frame[joint] = rotation;
            }
        }
    }

    /// Two neighbouring frames and how far between them a time lies [s]. A cyclic clip takes any time; another stands
    /// still before its first and after its last frame.
    pub fn between(&self, time: f32) -> (usize, usize, f32) {
        let n = self.frames();
        let at = time * self.rate;
        if self.cyclic {
            let at = at - (at / n as f32).floor() * n as f32;
            let a = (at as usize).min(n - 1);
            (a, if a + 1 == n { 0 } else { a + 1 }, (at - a as f32).clamp(0.0, 1.0))
        } else {
            let at = at.clamp(0.0, (n - 1) as f32);
            let a = (at as usize).min(n - 1);
            (a, (a + 1).min(n - 1), at - a as f32)
        }
    }

    /// The pose at a time [s], into `out`; returns the hips. Nothing is allocated.
    pub fn sample(&self, time: f32, out: &mut [Quat]) -> Vec3 {
        let (a, b, t) = self.between(time);
        for ((out, &qa), &qb) in out.iter_mut().zip(self.rotations(a)).zip(self.rotations(b)) {
            *out = nlerp(qa, qb, t);
        }
        self.hips[a].lerp(self.hips[b], t)
    }
}
