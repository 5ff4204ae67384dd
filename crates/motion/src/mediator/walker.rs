//! What a mediator remembers of one body.

use super::{Mediator, Settings, feet::FootState, layers::Layers, once::Once};
use crate::{DVec2, Placement, Pose, Quat, Skeleton, Vec2, Vec3, math, turn, wrap};

/// What a body shall do in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// Where the simulation has it at the end of the frame [m].
    pub at: DVec2,
    /// Velocity the simulation gives it [m/s].
    pub velocity: Vec2,
    /// Height of the floor there [m].
    pub floor: f32,
    /// How long the frame lasts [s].
    pub dt: f32,
    /// Where the shoulders shall face [rad], walking or standing; `None`: where one walks, and then where one walked.
    pub facing: Option<f32>,
}

/// What is known of where a body goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayAhead {
    /// How far it gets in the next 1.2 s [m].
    pub soon: f32,
    /// How far it is to where it comes to rest, if that is near [m].
    pub rests: Option<f32>,
}

/// What is left after a frame of things that fade, kept because frames mostly have one length.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fades {
    dt: f32,
    pub steer: f32,
    pub steer_slow: f32,
    pub torso: f32,
    pub shift: f32,
    pub settle: f32,
}

impl Fades {
    fn new(settings: &Settings, dt: f32) -> Self {
        let left = |time: f32| math::exp(-dt / time);
        let (steer, steer_slow) = (left(settings.steer_time), left(SLOWER * settings.steer_time));
        let torso = left(settings.torso_time);
        Self { dt, steer, steer_slow, torso, shift: left(SHIFT_TIME), settle: left(SETTLE_TIME) }
    }
}

/// How many times longer a body that hardly moves takes to adopt a velocity: in a jam it changes all the time.
const SLOWER: f32 = 4.0;
/// Time in which a body whose feet are held is shifted to its wish [s].
const SHIFT_TIME: f32 = 0.1;
/// Time in which a foot that landed a little high comes to the floor [s].
const SETTLE_TIME: f32 = 0.03;

/// Farthest that shoulders are held aside [m].
pub(super) const FARTHEST_LEAN: f32 = 0.15;

/// One animated body. It is made once; frames allocate nothing.
#[derive(Clone, Debug)]
pub struct AnimatedBody {
    pub(crate) placement: Placement,
    /// What turns its frame to the plan's, as its feet are planted: by its heading.
    pub(super) around: Quat,
    /// Velocity the body is steered by [m/s]: the wish, smoothed, with what it makes up for.
    pub(super) steer: Vec2,
    /// Sum of past velocities that fade [m/s].
    pub(super) torso: Vec2,
    /// Where the shoulders face [rad].
    pub(super) facing: f32,
    /// Shoulders against hips [rad].
    pub(super) twist: f32,
    /// Place in the cycle all clips share, in [0, 1).
    pub(super) phase: f32,
    /// Time in the stand [s].
    pub(super) rest: f32,
    pub(super) walking: bool,
    pub(super) turning: bool,
    /// How much of a stride is made: 0 stands, 1 walks as the clip does.
    pub(super) stride: f32,
    pub(super) layers: Layers,
    /// A start, a stop or a turn.
    pub(super) once: Option<Once>,
    /// Starts, stops and turns so far.
    pub(super) played: [u32; 3],
    /// What is known of where it goes.
    pub(super) ahead: Option<WayAhead>,
    /// The velocity it was last given [m/s].
    pub(super) velocity: Vec2,
    pub(super) feet: [FootState; 2],
    /// The foot that supports, where no foot is held.
    pub(super) support: u8,
    /// How fast its foot pulled it back [m/s].
    pub(super) pulled: f32,
    /// How far the hips are let down so that held feet are in reach [m].
    pub(super) sink: f32,
    /// How far they go down for it [m].
    pub(super) sink_goal: f32,
    /// Height of the hips in the last frame [m].
    pub(super) hip_height: f32,
    /// How far the shoulders are turned besides, to pass others closely [rad].
    pub(super) shoulders: f32,
    /// How far the shoulders are held aside, along the plan's axes, to leave others room [m].
    pub(super) lean: Vec2,
    pub(crate) hips: Vec3,
    pub(crate) rotations: Box<[Quat]>,
    /// How the floor rises below it, along the plan's axes [m/m].
    pub(super) grade: Vec2,
    pub(super) fresh: bool,
    pub(super) fades: Fades,
    /// Frames in which a foot had to let go.
    pub(super) slips: u32,
}

impl AnimatedBody {
    /// A body that stands at a place.
    pub fn new(mediator: &Mediator, at: DVec2, heading: f32) -> Self {
        Self::at_rest(mediator.skeleton(), at, heading)
    }

    /// The same for bodies that no mediator leads.
    pub(crate) fn at_rest(skeleton: &Skeleton, at: DVec2, heading: f32) -> Self {
        let rest = Pose::rest(skeleton);
        let heading = if heading.is_finite() { wrap(heading) } else { 0.0 };
        let at = if at.is_finite() { at } else { DVec2::ZERO };
        Self {
            placement: Placement { at, floor: 0.0, heading },
            around: turn(heading),
            steer: Vec2::ZERO,
            torso: Vec2::ZERO,
            facing: heading,
            twist: 0.0,
            phase: 0.0,
            rest: 0.0,
            walking: false,
            turning: false,
            stride: 0.0,
            layers: Layers::default(),
            once: None,
            played: [0; 3],
            ahead: None,
            velocity: Vec2::ZERO,
            feet: [FootState::default(); 2],
            support: 0,
            pulled: 0.0,
            sink: 0.0,
            sink_goal: 0.0,
            hip_height: 0.0,
            shoulders: 0.0,
            lean: Vec2::ZERO,
            hips: rest.hips,
            rotations: rest.rotations.into(),
            grade: Vec2::ZERO,
            fresh: true,
            fades: Fades::default(),
            slips: 0,
        }
    }

    /// The same, elsewhere in its stride, so that a crowd does not walk in step. Any number; whole ones change nothing.
    pub fn with_phase(mut self, phase: f32) -> Self {
        if phase.is_finite() {
            self.phase = (phase - phase.floor()).min(1.0 - f32::EPSILON);
            self.rest = 7.0 * self.phase;
        }
        self
    }

    /// A point of the body's frame, relative to its place, along the plan's axes, as its feet are planted.
    pub(super) fn offset(&self, local: Vec3) -> Vec3 {
        self.around * local + Vec3::new(0.0, 0.0, self.placement.floor)
    }

    /// Height of the floor below the left and the right foot [m].
    pub fn floor_below(&self) -> [f32; 2] {
        [self.feet[0].floor, self.feet[1].floor]
    }

    /// Makes ready for a frame of that length.
    pub(super) fn fade(&mut self, settings: &Settings, dt: f32) {
        if self.fades.dt != dt {
            self.fades = Fades::new(settings, dt);
        }
    }

    /// The hips in the body's frame [m].
    pub fn hips(&self) -> Vec3 {
        self.hips
    }

    /// Every joint against its parent.
    pub fn rotations(&self) -> &[Quat] {
        &self.rotations
    }

    /// Where the body is and the heading of its own frame.
    pub fn placement(&self) -> Placement {
        self.placement
    }

    /// Sets how far the shoulders are turned against where they face [rad], from now on: who passes others closely turns
    /// them. What is not a number is nothing.
    pub fn set_shoulders(&mut self, angle: f32) {
        self.shoulders = if angle.is_finite() { angle.clamp(-1.0, 1.0) } else { 0.0 };
    }

    /// Sets how far the shoulders are held aside, along the plan's axes [m], from now on: who is near others leans away from
    /// them. Feet and place stay as they are. What is not a number is nothing.
    pub fn set_lean(&mut self, aside: Vec2) {
        self.lean = if aside.is_finite() { aside.clamp_length_max(FARTHEST_LEAN) } else { Vec2::ZERO };
    }

    /// Sets what is known of where it goes, from now on: who knows plays starts and stops where they fit.
    pub fn set_ahead(&mut self, ahead: Option<WayAhead>) {
        self.ahead = ahead.filter(|a| a.soon.is_finite() && a.rests.is_none_or(f32::is_finite));
    }

    /// Whether the ball of the left and of the right foot stands still, by the move that plays.
    pub fn contacts(&self) -> [bool; 2] {
        [self.feet[0].planted, self.feet[1].planted]
    }

    /// Whether the left and the right foot are on the floor: from the touch of the heel until the toes leave.
    pub fn touches(&self) -> [bool; 2] {
        [self.feet[0].down, self.feet[1].down]
    }

    /// Place in the cycle, in [0, 1); the left foot lands at 0.
    pub fn phase(&self) -> f32 {
        self.phase
    }

    /// Where the shoulders shall face [rad].
    pub fn facing(&self) -> f32 {
        self.facing
    }

    /// Shoulders against hips [rad].
    pub fn twist(&self) -> f32 {
        self.twist
    }

    /// Whether it walks, in the end.
    pub fn is_walking(&self) -> bool {
        self.walking
    }

    /// How often it played a start, a stop, and steps for a turn on the spot.
    pub fn played(&self) -> [u32; 3] {
        self.played
    }

    /// How often a foot had to let go because it was out of reach.
    pub fn slips(&self) -> u32 {
        self.slips
    }
}
