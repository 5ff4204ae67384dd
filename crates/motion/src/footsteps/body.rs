//! What a controller remembers of one body.

use super::pose::Clock;
use super::{Footstep, StepParts};
use crate::{Placement, Quat, Side, Vec3};
use glam::{DQuat, DVec2, DVec3};
use std::collections::VecDeque;

/// Most footsteps that wait.
pub(super) const MOST_WAITING: usize = 64;

/// Moments of a step at which it is found out how far hips must come down.
pub(super) const DIPS: usize = 9;

/// A foot on the floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plant {
    /// Place on the floor [m].
    pub at: DVec3,
    /// Where the body faces over it [rad].
    pub heading: f64,
    /// How far the foot is turned about the vertical against rest [rad], and as a rotation.
    pub yaw: f64,
    pub turn: DQuat,
    /// What is upright there, and the rotation that brings the vertical to it.
    pub normal: DVec3,
    pub tilt: DQuat,
}

impl Plant {
    /// Where the contact point of a foot so high at rest is [m].
    pub fn ball(&self, height: f64) -> DVec3 {
        self.at + self.normal * height
    }
}

/// Where the body is and how it faces, at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Root {
    /// Below the hips [m].
    pub at: DVec2,
    pub heading: f64,
    /// Height of the floor the hips are above [m].
    pub floor: f64,
    /// Height of the hips above it [m].
    pub high: f64,
}

/// A step being made. Times [s].
#[derive(Clone, Copy, Debug)]
pub(super) struct ActiveStep {
    pub side: Side,
    pub parts: StepParts,
    pub begin: f64,
    pub lift: f64,
    pub land: f64,
    /// The library's own time by the body's.
    pub clock: Clock,
    /// Where the body is as it begins.
    pub root: DVec2,
    pub heading: f64,
    /// How far it turns, and about which place.
    pub turn: f64,
    pub pivot: DVec2,
    /// How far the body is pulled after a foot that the library does not bring to its place.
    pub pull: DVec2,
    /// Height of the floor below the body at the beginning and at the end.
    pub floor: [f64; 2],
    /// What is missing of the blended foot's place at lifting and landing, in the plan; and of its turn [rad].
    pub off: [DVec3; 2],
    pub yaw_off: [f64; 2],
    /// How its heel was raised as it lifted, in the frame of the body.
    pub heel: DQuat,
    /// How much higher the foot is carried in the middle.
    pub height: f64,
    /// Where it lands.
    pub target: Plant,
    /// How far hips must be let down at some moments of it [m].
    pub dips: [f64; DIPS],
    /// What is reported of it.
    pub report: StepReport,
}

/// A body that stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub begin: f64,
    pub from: DVec2,
    pub to: DVec2,
    pub heading: [f64; 2],
    pub floor: [f64; 2],
}

#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant)] // one per body, and a box would take memory at every step
pub(super) enum Doing {
    Stand(Standing),
    Step(ActiveStep),
}

/// What fades: how the last pose was off from the first of what plays now.
#[derive(Clone, Debug)]
pub(super) struct Fade {
    pub begin: f64,
    pub span: f64,
    pub high: f64,
    /// Velocity of the body that was, less that of what plays now [m/s].
    pub velocity: DVec2,
    pub rotations: Box<[Quat]>,
}

/// How one footstep was made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Where it was asked to land [m].
    pub asked: DVec3,
    /// Where it lands [m]: elsewhere only if the place is beyond what the leg is pulled for.
    pub landed: DVec3,
    /// From where the blended pose has the foot to where it lands, before the leg is bent [m].
    pub before_ik: f64,
    /// From the hull of landing points to what was asked for [m]; 0 inside.
    pub beyond: f64,
    /// How much later than asked it lands [s].
    pub late: f64,
    /// Against the library's own times, how fast the swing is played.
    pub rate: f64,
    /// Area of the triangle it was found in [m2].
    pub area: f64,
    /// Steps blended.
    pub parts: usize,
}

/// One body. It is made once by [`FootstepController::begin`](super::FootstepController::begin); frames allocate nothing.
#[derive(Clone, Debug)]
pub struct SteppingBody {
    pub(super) placement: Placement,
    pub(super) hips: Vec3,
    pub(super) rotations: Box<[Quat]>,
    pub(super) planted: [bool; 2],
    pub(super) phase: f32,
    pub(super) residual: f64,
    /// Time of the last frame [s].
    pub(super) time: f64,
    pub(super) feet: [Plant; 2],
    pub(super) doing: Doing,
    pub(super) queue: VecDeque<Footstep>,
    pub(super) pushed: usize,
    pub(super) last_land: f64,
    pub(super) fade: Fade,
    /// When what it does began [s], and how far the hips were let down then [m].
    pub(super) dip: (f64, f64),
    /// Where it was recorded at this time [m]: it stays near.
    pub(super) recorded: Option<DVec2>,
    pub(super) spare: Box<[Quat]>,
    pub(super) weights: Box<[f64]>,
    pub(super) near: [usize; 2],
    pub(super) made: usize,
    pub(super) report: StepReport,
}

impl SteppingBody {
    /// Where it is: below its hips.
    pub fn placement(&self) -> Placement {
        self.placement
    }

    /// Its hips, in its frame [m].
    pub fn hips(&self) -> Vec3 {
        self.hips
    }

    /// All rotations; that of the hips is against its frame.
    pub fn rotations(&self) -> &[Quat] {
        &self.rotations
    }

    /// Which feet are planted: left, right.
    pub fn contacts(&self) -> [bool; 2] {
        self.planted
    }

    /// Height of the floor below the left and the right foot [m]: of one in the air, where it lands.
    pub fn floor_below(&self) -> [f32; 2] {
        let mut floors = self.feet.map(|foot| foot.at.z as f32);
        if let Doing::Step(step) = &self.doing
            && !self.planted[step.side as usize]
        {
            floors[step.side as usize] = step.target.at.z as f32;
        }
        floors
    }

    /// Place in the stride, in [0, 1): the left foot lands at 0.
    pub fn phase(&self) -> f32 {
        self.phase
    }

    /// How far planted feet stayed from their places in the last frame because legs end [m].
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// How many footsteps have begun.
    pub fn steps_begun(&self) -> usize {
        self.made
    }

    /// The footstep that began last, or nothing but zeros.
    pub fn last_step(&self) -> StepReport {
        self.report
    }

    /// Says where the body was recorded at the time of the next frame, which stays near there as far as its legs reach; `None`: it goes
    /// as its footsteps say. What is not a number is `None`.
    pub fn set_recorded(&mut self, at: Option<DVec2>) {
        self.recorded = at.filter(|at| at.is_finite());
    }

    /// How many footsteps wait.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }
}
