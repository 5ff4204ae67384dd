//! Walking at a speed in a direction.
//!
//! Steps: length and cadence grow together, both with the root of speed, their ratio 0.42 m s (the walk ratio of adults,
//! about 0.4 m for each step a second). A foot is down for 62 % of the cycle at 1.3 m/s, less when faster.

use super::build::{Arm, Build};
use super::feet::{Plant, Track};
use super::script::{Root, Script, Upper};
use crate::{Kind, Move, Vec2, Vec3, math};
use std::f32::consts::TAU;

/// Step length against cadence [m s], for legs of [`LEG`](super::build::LEG).
const WALK_RATIO: f32 = 0.40;

fn degrees(d: f32) -> f32 {
    d.to_radians()
}

/// Cosine of a share of the cycle.
fn wave(share: f32) -> f32 {
    math::sin_cos(TAU * share).1
}

/// What a cyclic gait is made of, for legs of reference length. Times are shares of the cycle from the left foot's first
/// touch, lengths [m], angles [rad].
#[derive(Clone, Debug)]
pub(super) struct Walk {
    kind: Kind,
    speed: f32,
    angle: f32,
    turning: f32,
    cycle: f32,
    /// Share of the cycle a foot is down.
    duty: f32,
    /// Shares from touch to flat, and from rise to lift.
    roll_on: f32,
    roll_off: f32,
    land_pitch: f32,
    lift_pitch: f32,
    /// Each foot beside the line of travel.
    beside: f32,
    /// Feet ahead of the body in the middle of stance.
    ahead: f32,
    bob: f32,
    sway: f32,
    pelvis_turn: f32,
    pelvis_list: f32,
    thorax_turn: f32,
    lean: f32,
    arm_swing: f32,
    clearance: f32,
}

impl Walk {
    /// A walk at a speed [m/s] towards an angle from facing [rad].
    pub fn new(speed: f32, angle: f32) -> Self {
        let cadence = (speed / WALK_RATIO).sqrt();
        let step = speed / cadence;
        let brisk = speed / 1.4;
        let duty = 0.62 - 0.05 * (speed - 1.3);
        let duty = 0.5 + 0.86 * (duty - 0.5);
        let double = duty - 0.5;
        Self {
            kind: Kind::Walk,
            speed,
            angle,
            turning: 0.0,
            cycle: 2.0 / cadence,
            duty,
            roll_on: 0.6 * double,
            roll_off: duty - 0.36,
            land_pitch: degrees(10.0 + 10.0 * brisk.min(1.3)),
            lift_pitch: degrees(-(36.0 + 20.0 * brisk.min(1.4))),
            beside: 0.055,
            ahead: -0.01 * brisk,
            bob: 0.62 * 0.5 * step * step / (8.0 * 0.93),
            sway: 0.032 - 0.009 * brisk,
            pelvis_turn: degrees(1.0 + 4.0 * brisk),
            pelvis_list: degrees(2.0 + 2.0 * brisk.min(1.3)),
            thorax_turn: degrees(1.0 + 3.0 * brisk),
            lean: degrees(1.5 + 2.0 * brisk),
            arm_swing: degrees(5.0 + 13.0 * brisk),
            clearance: 0.018,
        }
    }

    /// Where the body's frame is at a time.
    fn root(&self, t: f32) -> Root {
        let (s, c) = math::sin_cos(self.angle);
        if self.turning.abs() < 1e-6 {
            return Root { at: Vec2::new(c, s) * (self.speed * t), heading: 0.0 };
        }
        let heading = self.turning * t;
        let (st, ct) = math::sin_cos(heading);
        // The integral of a velocity that turns.
        let (x, y) = (st / self.turning, (1.0 - ct) / self.turning);
        Root { at: Vec2::new(c * x - s * y, s * x + c * y) * self.speed, heading }
    }

    fn plant(&self, build: &Build, side: usize, cycle: i32) -> Plant {
        let land = self.cycle * (cycle as f32 + 0.5 * side as f32);
        let middle = self.root(land + 0.25 * self.cycle);
        let out = if side == 0 { 1.0 } else { -1.0 };
        let (s, c) = math::sin_cos(self.angle);
        let local = Vec3::new(c * self.ahead - s * out * self.beside, s * self.ahead + c * out * self.beside, 0.0);
        let _ = build;
        Plant {
            land,
            flat: land + self.roll_on * self.cycle,
            rise: land + (self.duty - self.roll_off) * self.cycle,
            lift: land + self.duty * self.cycle,
            at: middle.out(local),
            yaw: middle.heading + out * degrees(5.0),
            land_pitch: self.land_pitch,
            lift_pitch: self.lift_pitch,
        }
    }

    fn upper(&self, t: f32) -> Upper {
        let p = t / self.cycle;
        let middle = 0.5 * self.duty;
        let hips = Vec3::new(
            -0.006 * math::sin_cos(2.0 * TAU * (p - middle)).0,
            self.sway * wave(p - middle),
            self.bob * wave(2.0 * (p - middle + 0.005)),
        );
        let arm = |forward: f32| Arm {
            swing: self.arm_swing * forward - degrees(4.0),
            out: degrees(9.0),
            elbow: degrees(14.0) + self.arm_swing * (0.35 + 0.45 * forward),
        };
        Upper {
            hips,
            pelvis: [-self.pelvis_turn * wave(p), self.pelvis_list * wave(p - 0.2), 0.3 * self.lean],
            thorax: [self.thorax_turn * wave(p), -0.25 * self.pelvis_list * wave(p - 0.2), self.lean],
            head: [0.0, 0.0, 0.3 * self.lean],
            arms: [arm(-wave(p - 0.02)), arm(wave(p - 0.02))],
        }
    }

    /// The same for legs of another length: lengths with it, times and speeds with its root.
    fn scaled(&self, scale: f32) -> Self {
        let root = scale.sqrt();
        Self {
            speed: self.speed * root,
            turning: self.turning / root,
            cycle: self.cycle * root,
            beside: self.beside * scale,
            ahead: self.ahead * scale,
            bob: self.bob * scale,
            sway: self.sway * scale,
            clearance: self.clearance * scale,
            ..self.clone()
        }
    }

    /// The move on a skeleton.
    pub fn make(&self, build: &Build, name: &str) -> Move {
        let walk = self.scaled(build.scale);
        let track = |side: usize| Track {
            plants: (-2..3).map(|cycle| walk.plant(build, side, cycle)).collect(),
            clearance: walk.clearance,
            lift: (0.03 * build.scale, 0.35),
        };
        let feet = [track(0), track(1)];
        let begin = feet[0].plants[2].contact().0;
        let mut script = Script {
            begin,
            duration: walk.cycle,
            cyclic: true,
            root: &|t| walk.root(t),
            feet,
            upper: &|t| walk.upper(t),
            height: build.standing(),
        };
        script.height += script.headroom(build, 0.0015);
        let (clip, contacts) = script.play(build);
        Move {
            name: name.to_owned(),
            kind: walk.kind,
            speed: walk.speed,
            angle: walk.angle,
            turning: walk.turning,
            clip,
            contacts,
        }
    }
}
