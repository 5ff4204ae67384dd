//! How a wheelchair follows a walker: it rolls along its heading and turns about its axle, so that no wheel slips sideways.

use super::{Chair, FIRST, Wheelchair, arm};
use crate::{AnimatedBody, Ground, Placement, Quat, Vec2, Vec3, Wish, math, wrap};
use glam::DVec2;

/// How fast what is left between the chair and its walker is made up for [1/s].
const CATCH_UP: f32 = 2.5;
/// The point ahead of the axle that is steered to where the walker is [m]: the nearer, the sharper it turns.
const AHEAD: f32 = 0.28;
/// Fastest turn [rad/s], and how soon it is reached [s].
const TURN: f32 = 2.6;
const SOON: f32 = 0.12;
/// Fastest speed, forward and backward [m/s].
const FASTEST: f32 = 3.5;
const BACKWARD: f32 = 0.6;
/// Farther than this is a jump [m].
const JUMP: f64 = 1.0;
/// Slower than this it stands [m/s].
const STANDS: f32 = 0.02;
/// A push holds the rim from here to there, forward of its top [rad], and a stroke lasts until the wheel has rolled so far [rad].
pub(super) const PUSH: (f32, f32) = (-0.50, 0.75);
const STROKE: f32 = 3.4;
/// How far hands swing out of the rim's circle between two pushes [m].
const OUT: f32 = 0.07;

/// A wheelchair that rolls: where it is, and how far each wheel has turned.
///
/// ```
/// use ambulo_motion::{DVec2, Slope, Vec2, Wish, body::{RollingBody, Wheelchair}};
/// let chair = Wheelchair::new(2);
/// let mut rolling = RollingBody::new(&chair, DVec2::ZERO, 0.0);
/// for k in 1..=50 {
///     let at = DVec2::new(0.04 * f64::from(k), 0.0);
///     let wish = Wish { at, velocity: Vec2::X, floor: 0.0, dt: 0.04, facing: None };
///     rolling.frame_on(&chair, &wish, &Slope::default());
/// }
/// assert!((rolling.placement().at.x - 2.0).abs() < 0.05);
/// ```
#[derive(Clone, Debug)]
pub struct RollingBody {
    /// The person, as a walker without steps: what is measured.
    seated: AnimatedBody,
    rotations: Vec<Quat>,
    /// Turn of each wheel, of each castor's fork and of its wheel [rad], without ever being wrapped for wheels.
    pub(super) wheels: [f32; 2],
    /// How far each wheel has rolled since its hand took hold last [rad], in strokes.
    pub(super) strokes: [f32; 2],
    forks: [f32; 2],
    castors: [f32; 2],
    turning: f32,
    speed: f32,
    fresh: bool,
}

impl RollingBody {
    /// A chair that stands at a place, facing along `heading`.
    pub fn new(chair: &Wheelchair, at: DVec2, heading: f32) -> Self {
        let skeleton = &chair.person().skeleton;
        let seated = AnimatedBody::at_rest(skeleton, at, heading);
        let rotations = vec![Quat::IDENTITY; chair.character().skeleton.len()];
        Self {
            seated,
            rotations,
            wheels: [0.0; 2],
            strokes: [0.0; 2],
            forks: [0.0; 2],
            castors: [0.0; 2],
            turning: 0.0,
            speed: 0.0,
            fresh: true,
        }
    }

    /// The same, elsewhere in its stroke, so that a crowd does not push in step. Any number; whole ones change nothing.
    pub fn with_phase(mut self, phase: f32) -> Self {
        if phase.is_finite() {
            let stroke = (phase - phase.floor()) * STROKE;
            (self.strokes, self.wheels) = ([stroke; 2], [stroke; 2]);
        }
        self
    }

    /// Where it is.
    pub fn placement(&self) -> Placement {
        self.seated.placement
    }

    /// The person alone, as a body that stands: the joints of [`Wheelchair::person`].
    pub fn seated(&self) -> &AnimatedBody {
        &self.seated
    }

    /// The hips in the body's frame [m].
    pub fn hips(&self) -> Vec3 {
        self.seated.hips
    }

    /// Every joint of person and chair against its parent.
    pub fn rotations(&self) -> &[Quat] {
        &self.rotations
    }

    /// Place in the stroke of the left hand, in [0, 1).
    pub fn phase(&self) -> f32 {
        (self.strokes[0] / STROKE).clamp(0.0, 1.0 - f32::EPSILON)
    }

    /// Whether it goes or turns.
    pub fn rolls(&self) -> bool {
        self.speed.abs() > 0.05 || self.turning.abs() > 0.1
    }

    /// How far the left and the right wheel have rolled since the beginning [m].
    pub fn rolled(&self, chair: &Wheelchair) -> [f32; 2] {
        self.wheels.map(|angle| angle * chair.chair.wheel)
    }

    /// Rolls one frame towards where the walker is. Steps in the floor are taken as ramps between both axles.
    pub fn frame_on(&mut self, chair: &Wheelchair, wish: &Wish, ground: &dyn Ground) -> Placement {
        let c = &chair.chair;
        if !(wish.dt > 0.0 && wish.dt.is_finite() && wish.at.is_finite() && wish.velocity.is_finite()) {
            return self.seated.placement;
        }
        let dt = wish.dt.min(0.2);
        let mut here = self.seated.placement;
        let apart = wish.at - here.at;
        if apart.length() > JUMP {
            (here.at, here.floor, self.fresh) = (wish.at, wish.floor, true);
            (self.turning, self.speed) = (0.0, 0.0);
        }
        let (sin, cos) = math::sin_cos(here.heading);
        let (ahead, left) = (Vec2::new(cos, sin), Vec2::new(-sin, cos));
        // A person who stands keeps still, whatever the walker trembles.
        // What the frame's own motion does not cover.
        let apart = (wish.at - here.at).as_vec2() - wish.velocity * dt;
        let towards = wish.velocity + apart * CATCH_UP;
        let still = wish.velocity.length() < STANDS && apart.length() < 0.05;
        let (mut speed, mut turning) = (0.0, 0.0);
        if !still {
            speed = towards.dot(ahead).clamp(-BACKWARD, FASTEST);
            turning = (towards.dot(left) / AHEAD).clamp(-TURN, TURN);
        } else if let Some(facing) = wish.facing.filter(|f| f.is_finite()) {
            let off = wrap(facing - here.heading);
            if off.abs() > 0.35 {
                turning = off.clamp(-0.5 * TURN, 0.5 * TURN);
            }
        }
        let adopt = 1.0 - math::exp(-dt / SOON);
        let adopt = if self.fresh { 1.0 } else { adopt };
        self.turning += (turning - self.turning) * adopt;
        self.speed += (speed - self.speed) * adopt;
        if still && self.speed.abs() < STANDS {
            self.speed = 0.0;
        }
        // The axle moves along the mean heading of the frame, and the origin lies ahead of it.
        let axle = here.at + (ahead * c.axle).as_dvec2();
        let (sin, cos) = math::sin_cos(here.heading + 0.5 * self.turning * dt);
        let axle = axle + (Vec2::new(cos, sin) * (self.speed * dt)).as_dvec2();
        here.heading = wrap(here.heading + self.turning * dt);
        let (sin, cos) = math::sin_cos(here.heading);
        here.at = axle - (Vec2::new(cos, sin) * c.axle).as_dvec2();
        let near = if self.fresh { wish.floor } else { here.floor };
        let floor = ground.footing(here.at, near).height;
        here.floor = if floor.is_finite() { floor } else { wish.floor };
        self.fresh = false;
        self.seated.placement = here;
        self.roll(c, dt);
        self.pose(chair);
        here
    }

    /// Turns wheels by the distance each has gone, and castors into the direction in which they go.
    fn roll(&mut self, c: &Chair, dt: f32) {
        for (k, side) in [1.0f32, -1.0].into_iter().enumerate() {
            let rolled = (self.speed - self.turning * side * c.wheel_aside) * dt / c.wheel;
            self.wheels[k] += rolled;
            self.strokes[k] += rolled;
            // Back and forth over the seam of a stroke too.
            self.strokes[k] -= (self.strokes[k] / STROKE).floor() * STROKE;
            let pivot =
                Vec2::new(self.speed - self.turning * side * c.castor_aside, self.turning * (c.castor_ahead - c.axle));
            let fast = pivot.length();
            if fast > STANDS {
                let off = wrap(math::atan2(pivot.y, pivot.x) - self.forks[k]);
                // It trails behind its pivot: the distance it has gone, in measures of its trail, is what is left of the angle.
                let kept = math::exp(-fast * dt / c.trail);
                self.castors[k] = wrap(self.castors[k] + fast * math::sin_cos(off).1 * dt / c.castor);
                self.forks[k] = wrap(self.forks[k] + off * (1.0 - kept));
            }
        }
    }

    fn pose(&mut self, chair: &Wheelchair) {
        let c = &chair.chair;
        let skeleton = &chair.person().skeleton;
        let hips = self.seated.hips;
        for (k, side) in [1.0f32, -1.0].into_iter().enumerate() {
            arm(skeleton, &mut self.seated.rotations, hips, side, hand(c, side, self.strokes[k]));
        }
        self.rotations[..FIRST].copy_from_slice(&self.seated.rotations);
        let about = |axis: Vec3, angle: f32| math::about(axis, wrap(angle));
        for k in 0..2 {
            self.rotations[FIRST + k] = about(Vec3::Y, self.wheels[k]);
            self.rotations[FIRST + 2 + k] = about(Vec3::Z, self.forks[k]);
            self.rotations[FIRST + 4 + k] = about(Vec3::Y, self.castors[k]);
        }
    }
}

/// Where a wrist is in a stroke: with the rim while it pushes, and back over the wheel afterwards.
fn hand(c: &Chair, side: f32, stroke: f32) -> Vec3 {
    let (from, to) = PUSH;
    let pushed = to - from;
    if stroke <= pushed {
        return c.grip(side, from + stroke);
    }
    let t = (stroke - pushed) / (STROKE - pushed);
    let eased = t * t * (3.0 - 2.0 * t);
    // Hands do not stop at once: they go on a little and come a little before.
    let on = math::sin_cos(std::f32::consts::PI * t).0;
    let at = c.grip(side, to + (from - to) * eased);
    at + Vec3::new(0.0, side * OUT * on, 0.5 * OUT * on)
}
