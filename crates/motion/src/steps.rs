//! A library of single steps, cut out of moves where feet land.
//!
//! A step goes from the landing of the foot that will support it to the landing of the other foot: so steps follow each
//! other without a gap, and a chain of them covers the whole path of the body. It has what a planner of footsteps wants to
//! know (how far the hips and the foot move, how long it takes, where head, hands and feet are meanwhile), and the motion
//! itself, with its events in fixed places, for [`FootstepController`](crate::footsteps::FootstepController).
//!
//! After Beacco, Pelechano and Kapadia, "Dynamic footsteps planning for multiple characters" (2013), section 4, and Beacco,
//! Pelechano, Kapadia and Badler, "Footstep parameterized motion blending using barycentric coordinates" (2015), section
//! 4.1. Both cut steps out of clips; here moves are cut, which have their cycles closed and their contacts known. Each move
//! is mirrored.

mod cut;
mod motion;
mod record;
#[cfg(test)]
mod tests;

pub use motion::{DOUBLE, KEYS, StepMotion};
pub use record::{StepLibraryRecord, StepRecord};

use crate::{Move, MoveKind, MoveSet, Pose, Skeleton, Step, body, gait};
use glam::DVec2;
use std::sync::LazyLock;

/// What a step is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepMode {
    /// A foot always down.
    Walk,
    /// With moments in the air.
    Run,
    /// Turning on the spot: played whole.
    Turn,
}

impl StepMode {
    /// The word in files.
    ///
    /// ```
    /// assert_eq!(ambulo_motion::steps::StepMode::Walk.name(), "walk");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Run => "run",
            Self::Turn => "turn",
        }
    }
}

/// One step of the library.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryStep {
    /// The move it was cut out of; its place in the list of [`StepLibrary::clips`].
    pub clip: usize,
    /// What it is part of.
    pub mode: StepMode,
    /// Its figures: from the landing of the supporting foot to that of the swinging one. Vectors are in the frame of the
    /// body at its beginning; the rotation is that of the body's frame.
    pub figures: Step,
    /// When the foot lifts [s from its beginning].
    pub lift: f32,
    /// Place of the contact point of the swinging foot at the end, in the frame of the body at the beginning, the step's own
    /// turning taken out [m]: the landing point.
    pub landing: DVec2,
    /// Where the hips come to, likewise [m].
    pub root: DVec2,
    /// Poses.
    pub motion: StepMotion,
}

impl LibraryStep {
    /// How long the foot is in the air [s].
    pub fn swing_time(&self) -> f32 {
        self.figures.duration - self.lift
    }

    /// Mean speed of the hips [m/s].
    pub fn speed(&self) -> f64 {
        self.root.length() / f64::from(self.figures.duration.max(1e-3))
    }
}

/// A move steps were cut out of.
#[derive(Clone, Debug, PartialEq)]
pub struct StepClip {
    /// Its name; mirrored moves say so.
    pub name: String,
    /// Velocity of the body: forward, left [m/s].
    pub velocity: DVec2,
    /// Turning [rad/s].
    pub turning: f64,
    /// Whether it repeats, so that its steps may be blended with those of others.
    pub cyclic: bool,
}

/// Steps of one skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct StepLibrary {
    skeleton: Skeleton,
    clips: Vec<StepClip>,
    steps: Vec<LibraryStep>,
    stand: Move,
}

/// Steps of the same foot closer than this are one: landing and hips [m], duration [s], turning [rad].
const SAME: (f64, f32, f32) = (1e-3, 1e-3, 2e-3);

static SHIPPED: LazyLock<StepLibrary> = LazyLock::new(|| StepLibrary::of(&gait::step_moves(body::skeleton())));

impl StepLibrary {
    /// The built-in steps on the built-in skeleton, made by [`gait::step_moves`].
    ///
    /// ```
    /// let library = ambulo_motion::steps::StepLibrary::shipped();
    /// assert!(library.steps().len() > 100);
    /// ```
    pub fn shipped() -> &'static StepLibrary {
        &SHIPPED
    }

    /// The steps of a set of moves and of their mirror images. A step that is already there, as that of a mirrored
    /// straight walk is, is left out. Without a stand the body stands as it rests.
    ///
    /// ```
    /// use ambulo_motion::{gait, steps::StepLibrary};
    /// let library = StepLibrary::of(&gait::shipped());
    /// assert!(library.steps().iter().all(|s| s.figures.support != s.figures.swing));
    /// ```
    pub fn of(set: &MoveSet) -> StepLibrary {
        let mut library = StepLibrary {
            skeleton: set.skeleton.clone(),
            clips: Vec::new(),
            steps: Vec::new(),
            stand: set.stand().cloned().unwrap_or_else(|| resting(&set.skeleton)),
        };
        for m in set.moves.iter().filter(|m| m.kind != MoveKind::Stand) {
            library.add(m);
            library.add(&crate::mirrored(&set.skeleton, m));
        }
        library
    }

    fn add(&mut self, of: &Move) {
        let found = cut::steps(&self.skeleton, of, self.clips.len());
        let new: Vec<LibraryStep> = found.into_iter().filter(|s| !self.steps.iter().any(|t| same(s, t))).collect();
        if new.is_empty() {
            return;
        }
        let (left, forward) = crate::math::sin_cos(of.angle);
        self.clips.push(StepClip {
            name: of.name.clone(),
            velocity: DVec2::new(f64::from(forward * of.speed), f64::from(left * of.speed)),
            turning: f64::from(of.turning),
            cyclic: of.clip.cyclic,
        });
        self.steps.extend(new);
    }

    /// The skeleton all steps are for.
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// The moves steps were cut out of.
    pub fn clips(&self) -> &[StepClip] {
        &self.clips
    }

    /// The steps, in the order of the moves.
    pub fn steps(&self) -> &[LibraryStep] {
        &self.steps
    }

    /// How the body stands between steps.
    pub fn stand(&self) -> &Move {
        &self.stand
    }

    /// Whether everything in it is as it should be: what is wrong, if anything.
    ///
    /// ```
    /// assert_eq!(ambulo_motion::steps::StepLibrary::shipped().check(), Ok(()));
    /// ```
    pub fn check(&self) -> Result<(), String> {
        for (i, s) in self.steps.iter().enumerate() {
            let name = || format!("step {i} of {}", self.clips.get(s.clip).map_or("no clip", |c| &c.name));
            if s.clip >= self.clips.len() || s.figures.support == s.figures.swing {
                return Err(format!("{} has no clip, or one foot twice", name()));
            }
            if !(s.lift >= 0.0 && s.lift < s.figures.duration) {
                return Err(format!("{} lifts at {} of {} s", name(), s.lift, s.figures.duration));
            }
            if !(s.landing.is_finite() && s.root.is_finite() && s.motion.is_finite()) {
                return Err(format!("{} has a place that is not finite", name()));
            }
        }
        Ok(())
    }
}

/// Whether two steps are one.
fn same(a: &LibraryStep, b: &LibraryStep) -> bool {
    a.figures.swing == b.figures.swing
        && a.mode == b.mode
        && (a.landing - b.landing).length() < SAME.0
        && (a.root - b.root).length() < SAME.0
        && (a.figures.duration - b.figures.duration).abs() < SAME.1
        && (a.figures.rotation - b.figures.rotation).abs() < SAME.2
}

/// A stand of one pose.
fn resting(skeleton: &Skeleton) -> Move {
    let mut clip = crate::Clip::new(skeleton.len(), 1.0, true);
    let mut pose = Pose::rest(skeleton);
    (pose.hips.x, pose.hips.y) = (0.0, 0.0);
    clip.push(&pose);
    let down = || crate::Contacts { intervals: vec![(0.0, 1.0)] };
    Move {
        name: "rest".into(),
        kind: MoveKind::Stand,
        speed: 0.0,
        angle: 0.0,
        turning: 0.0,
        clip,
        contacts: [down(), down()],
    }
}

impl StepLibrary {
    /// Whether footsteps are blended of a step: its move repeats and no foot flies.
    pub fn blends(&self, step: &LibraryStep) -> bool {
        step.mode != StepMode::Run && self.clips[step.clip].cyclic
    }
}
