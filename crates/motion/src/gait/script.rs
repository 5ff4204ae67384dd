//! A move as written: who is where when. Playing it on a skeleton gives the clip.

use super::build::{Arm, Build, Posture};
use super::feet::FootTrack;
use crate::{Clip, Contacts, Vec2, Vec3, turn};

/// Place and facing of the body's frame in the plan.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Root {
    pub at: Vec2,
    pub heading: f32,
}

impl Root {
    /// A point of the body's frame in the plan.
    pub fn out(&self, local: Vec3) -> Vec3 {
        turn(self.heading) * local + self.at.extend(0.0)
    }

    /// A point of the plan in the body's frame.
    fn inside(&self, point: Vec3) -> Vec3 {
        turn(-self.heading) * (point - self.at.extend(0.0))
    }
}

/// Everything but the feet, in the body's frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Upper {
    /// The hips [m]; the height is against what the legs allow.
    pub hips: Vec3,
    pub pelvis: [f32; 3],
    pub thorax: [f32; 3],
    pub head: [f32; 3],
    pub arms: [Arm; 2],
}

/// A move before it is played.
pub(super) struct Script<'a> {
    /// Time of the first frame [s].
    pub begin: f32,
    /// How long it lasts [s].
    pub duration: f32,
    pub cyclic: bool,
    /// Frames per second, at least.
    pub rate: f32,
    /// Where the clip's own frame is at a time: travel at constant rate.
    pub root: &'a dyn Fn(f32) -> Root,
    pub feet: [FootTrack; 2],
    pub upper: &'a dyn Fn(f32) -> Upper,
    /// Height of the hips when `upper` says 0 [m].
    pub height: f32,
}

/// Frames per second of whatever walks.
///
/// Between frames a foot follows its joints along chords: a leg of 0.9 m that turns by 3 rad/s leaves the floor's pace by
/// 1.1 mm in the middle of two frames at 30 per second, and by 0.3 mm at 60.
pub(super) const RATE: f32 = 60.0;

impl Script<'_> {
    /// The body at a time.
    pub fn posture(&self, build: &Build, t: f32) -> Posture {
        let root = (self.root)(t);
        let upper = (self.upper)(t);
        let feet = [0, 1].map(|i| {
            let mut foot = self.feet[i].foot(t);
            foot.ankle = root.inside(foot.ankle);
            foot.yaw -= root.heading;
            foot
        });
        Posture {
            // Hip joints, not hips, are above the feet.
            hips: upper.hips + Vec3::new(-build.legs[0].hip.x, 0.0, self.height),
            pelvis: upper.pelvis,
            thorax: upper.thorax,
            head: upper.head,
            feet,
            arms: upper.arms,
        }
    }

    fn frames(&self) -> usize {
        // An even number, so that the second step mirrors the first frame by frame.
        ((self.duration * self.rate * 0.5).ceil() as usize).max(1) * 2
    }

    /// How far the hips could rise in all frames before a leg on the floor is straighter than `slack` allows, or one in
    /// the air than half of it.
    pub fn headroom(&self, build: &Build, slack: f32) -> f32 {
        self.headrooms(build, slack).map(|(_, room)| room).fold(f32::MAX, f32::min)
    }

    /// How much of a sinking whose course is `shape` the hips need for the same.
    pub fn sinking(&self, build: &Build, slack: f32, shape: impl Fn(f32) -> f32) -> f32 {
        let needed = self.headrooms(build, slack).map(|(t, room)| -room / shape(t).max(0.1));
        needed.fold(0.0, f32::max)
    }

    /// Time and headroom of every frame.
    fn headrooms(&self, build: &Build, slack: f32) -> impl Iterator<Item = (f32, f32)> {
        let n = self.frames();
        (0..n).map(move |i| {
            let t = self.begin + self.duration * i as f32 / n as f32;
            let posture = self.posture(build, t);
            let room = |side: usize| {
                let down = self.feet[side].plants.iter().any(|p| (p.land..p.lift).contains(&t));
                build.headroom(&posture, side, if down { slack } else { 0.5 * slack })
            };
            (t, room(0).min(room(1)))
        })
    }

    /// The clip and when the feet are down in it.
    pub fn play(&self, build: &Build) -> (Clip, [Contacts; 2]) {
        let n = self.frames();
        let mut clip = Clip::new(build.skeleton.len(), n as f32 / self.duration, self.cyclic);
        for i in 0..n + usize::from(!self.cyclic) {
            let t = self.begin + self.duration * i as f32 / n as f32;
            clip.push(&build.pose(&self.posture(build, t)));
        }
        (clip, [0, 1].map(|side| self.contacts(side)))
    }

    fn contacts(&self, side: usize) -> Contacts {
        let mut intervals = Vec::new();
        for plant in &self.feet[side].plants {
            let (from, to) = plant.contact();
            // Whole frames: between the last on the floor and the first in the air the foot has left already.
            let n = self.frames() as f32;
            let frame = |t: f32| (t - self.begin) / self.duration * n;
            let (a, b) = ((frame(from) - 0.01).ceil() / n, (frame(to) + 0.01).floor() / n);
            if self.cyclic {
                // Of all cycles the one that begins in this.
                if (-1e-4..1.0 - 1e-4).contains(&a) {
                    intervals.push((a.max(0.0), b));
                }
            } else if b > 0.0 && a < 1.0 {
                intervals.push((a.max(0.0), b.min(1.0)));
            }
        }
        Contacts { intervals }
    }
}
