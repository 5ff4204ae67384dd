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
    grounds: Vec<(Vec3, f32)>,
    steps: Vec<([bool; 2], f32)>,
    /// Names of clips, and which of them each frame shows.
    names: Vec<String>,
    clips: Vec<Option<u16>>,
}

impl Baked {
    /// No frames yet, for so many joints.
    pub fn new(joints: usize) -> Self {
        Self { joints, ..Self::default() }
    }

    /// Forgets all frames.
    pub fn clear(&mut self) {
        self.hips.clear();
        self.rotations.clear();
        self.grounds.clear();
        self.steps.clear();
        self.clips.clear();
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
        self.grounds.push((at.as_vec2().extend(placement.floor), placement.heading));
        self.steps.push(([false; 2], 0.0));
        self.clips.push(None);
        for (j, &q) in rotations.iter().enumerate() {
            let q = if j == 0 { whole * q } else { q }.normalize();
            let before = self.rotations.len().checked_sub(self.joints).map(|at| self.rotations[at]);
            self.rotations.push(if before.is_some_and(|b| b.dot(q) < 0.0) { -q } else { q });
        }
    }

    /// Adds to the last frame which feet are planted, left and right, and the phase of the stride in [0, 1).
    ///
    /// ```
    /// use ambulo_motion::{DVec2, Placement, Pose, body, export::Baked};
    /// let (pose, here) = (Pose::rest(body::skeleton()), Placement { at: DVec2::ZERO, floor: 0.0, heading: 0.0 });
    /// let mut baked = Baked::new(pose.rotations.len());
    /// baked.push(DVec2::ZERO, &here, pose.hips, &pose.rotations);
    /// baked.stepping([true, false], 0.3);
    /// assert_eq!((baked.planted(0), baked.phase(0)), ([true, false], 0.3));
    /// ```
    pub fn stepping(&mut self, planted: [bool; 2], phase: f32) {
        if let Some(last) = self.steps.last_mut() {
            *last = (planted, phase);
        }
    }

    /// Adds to the last frame the name of the clip it shows.
    pub fn plays(&mut self, clip: &str) {
        let known = self.names.iter().position(|name| name == clip).unwrap_or_else(|| {
            self.names.push(clip.into());
            self.names.len() - 1
        });
        if let Some(last) = self.clips.last_mut() {
            *last = u16::try_from(known).ok();
        }
    }

    /// The clip a frame shows, where that is known.
    pub fn clip(&self, frame: usize) -> Option<&str> {
        self.clips[frame].map(|k| self.names[usize::from(k)].as_str())
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

    /// The point of the floor below the body in a frame, along the plan's axes from the origin [m], and the body's heading [rad].
    pub fn ground(&self, frame: usize) -> (Vec3, f32) {
        self.grounds[frame]
    }

    /// Which feet are planted in a frame, left and right.
    pub fn planted(&self, frame: usize) -> [bool; 2] {
        self.steps[frame].0
    }

    /// Phase of the stride in a frame, in [0, 1): the left foot lands at 0.
    pub fn phase(&self, frame: usize) -> f32 {
        self.steps[frame].1
    }

    /// Times in which a foot is planted, from its landing to its lifting, as frames: the first in which it is, and the first in which it
    /// is no more.
    pub fn plants(&self, side: crate::Side) -> Vec<[usize; 2]> {
        let mut out: Vec<[usize; 2]> = Vec::new();
        let mut before = false;
        for (frame, (planted, _)) in self.steps.iter().enumerate() {
            match (before, planted[side as usize]) {
                (false, true) => out.push([frame, frame + 1]),
                (true, true) => {
                    if let Some(last) = out.last_mut() {
                        last[1] = frame + 1;
                    }
                }
                _ => {}
            }
            before = planted[side as usize];
        }
        out
    }

    /// Whether all frames are made of numbers, else the first that is not.
    pub(super) fn fault(&self) -> Option<usize> {
        (0..self.frames()).find(|&f| !(self.hips(f).is_finite() && self.rotations(f).iter().all(|q| q.is_finite())))
    }
}
