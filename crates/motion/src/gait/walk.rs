//! Cyclic gaits: walking at a speed in a direction, running, turning on the spot.
//!
//! Steps: length and cadence both grow with the root of speed, so that their ratio, 0.40 m for each step per second,
//! stays (the walk ratio; studies of adults find 0.0062 to 0.0072 m for each step per minute, that is 0.37 to 0.43). A
//! foot is down for 62 % of the cycle at 1.3 m/s and for less when faster; the ball of the foot leaves the floor a
//! little before the tip of the toes. Swings of pelvis, back and arms are about those of the textbooks (Perry; Winter)
//! and chosen by eye within them.

use super::build::{Arm, Build};
use super::feet::{FootTrack, Manner, StancePhase};
use super::script::{RATE, Root, Script, Upper};
use crate::{Move, MoveKind, Vec2, Vec3, math};
use std::f32::consts::{FRAC_PI_2, PI, TAU};

fn degrees(d: f32) -> f32 {
    d.to_radians()
}

/// Cosine of a share of the cycle.
pub(super) fn wave(share: f32) -> f32 {
    math::sin_cos(TAU * share).1
}

/// The same with a rise quicker than the fall.
fn skewed(share: f32, skew: f32) -> f32 {
    math::sin_cos(TAU * share + 0.5 * skew * (1.0 + wave(share))).1
}

/// What a cyclic gait is made of, for legs of reference length. Times are shares of the cycle from the left foot's first
/// touch, lengths [m], angles [rad].
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub kind: MoveKind,
    pub speed: f32,
    pub angle: f32,
    pub turning: f32,
    /// Duration of two steps [s].
    pub cycle: f32,
    /// Share of the cycle the ball of a foot is down.
    pub duty: f32,
    /// Shares from touch to flat, and from rise to lift.
    roll_on: f32,
    roll_off: f32,
    land_pitch: f32,
    lift_pitch: f32,
    /// The left foot from the middle, forward and left; the right one is opposite.
    pub stance: Vec2,
    /// Feet ahead of the body in the middle of stance, along the direction of travel.
    ahead: f32,
    /// Heading of the feet, and how far outward.
    foot_turn: f32,
    toe_out: f32,
    /// Up and down, highest in the middle of stance; below 0 lowest there.
    bob: f32,
    /// How much quicker it goes up than down: the leg that lands yields less than the one behind.
    skew: f32,
    /// How long before the middle of stance it is highest.
    early: f32,
    sway: f32,
    pelvis_turn: f32,
    pelvis_list: f32,
    thorax_turn: f32,
    lean: f32,
    arm_swing: f32,
    elbow: f32,
    swing: Manner,
    /// How far from straight a leg on the floor stays, as a share of its length.
    slack: f32,
}

impl Walk {
    /// A walk at a speed [m/s] towards an angle from facing [rad], to the left.
    pub fn new(speed: f32, angle: f32) -> Self {
        let (s, f) = math::sin_cos(angle);
        // Steps to the side and backwards are shorter and quicker.
        let ratio = match f.abs() < 0.1 {
            // Feet that close up and do not pass cover half the distance each step.
            true => 0.13,
            false => 0.22 + f * f * if f > 0.0 { 0.18 } else { 0.08 },
        };
        let cadence = (speed / ratio).sqrt();
        let step = speed / cadence;
        let brisk = speed / 1.4;
        let ahead = f.max(0.0);
        let back = (-f).max(0.0);
        let touched = 0.62 - 0.05 * (speed - 1.3);
        let duty = 0.5 + 0.86 * (touched - 0.5);
        let lift_pitch =
            degrees(-(36.0 + 20.0 * brisk.min(1.4))) * ahead - degrees(16.0) * s.abs() + degrees(9.0) * back;
        let roll_off = (duty - 0.39) * (0.55 + 0.45 * ahead);
        // Toes that rise first end the contact: not before the other foot is down.
        let roll_off = if lift_pitch > 0.0 { roll_off.min(duty - 0.545) } else { roll_off };
        let (foot_turn, stance) = stance(angle, step);
        Self {
            kind: MoveKind::Walk,
            speed,
            angle,
            turning: 0.0,
            cycle: 2.0 / cadence,
            duty,
            roll_on: 0.6 * (duty - 0.5),
            roll_off,
            // Heel first forwards, toes first sideways and backwards.
            land_pitch: degrees(9.0 + 8.0 * brisk.min(1.3)) * ahead - degrees(7.0) * s.abs() - degrees(14.0) * back,
            lift_pitch,
            stance,
            // Fast walkers lean into longer steps behind them.
            ahead: -(0.01 * brisk + 0.05 * (brisk - 1.0).max(0.0)) * f + 0.05 * back,
            foot_turn,
            toe_out: degrees(5.0),
            bob: 0.66 * 0.5 * step * step / (8.0 * 0.93) * f * f + 0.006 * s * s,
            skew: 0.2 * f,
            early: 0.02 * f,
            sway: (0.032 - 0.009 * brisk) * f * f + 0.035 * s * s,
            pelvis_turn: degrees(1.0 + 4.0 * brisk + 4.0 * (brisk - 1.0).max(0.0)) * f,
            pelvis_list: degrees(2.0 + 2.0 * brisk.min(1.3)) * f * f,
            thorax_turn: degrees(1.0 + 3.0 * brisk) * f,
            lean: degrees(1.5 + 2.0 * brisk) * ahead,
            arm_swing: degrees(5.0 + 13.0 * brisk) * f,
            elbow: degrees(14.0),
            swing: Manner {
                clearance: 0.018,
                pull: 1.0 + 7.0 * ahead,
                brake: 2.0 + 5.0 * ahead + 3.0 * (brisk - 1.0).max(0.0),
                catch: 4.5 * ahead,
                droop: degrees(7.0) * ahead,
                carry: (0.03 * ahead * (1.9 - brisk).clamp(0.0, 1.0) + 0.01 * s.abs() + 0.015 * back, 0.35),
            },
            slack: 0.0015 + 0.002 * (1.0 - ahead),
        }
    }

    /// A run at a speed [m/s].
    pub fn run(speed: f32) -> Self {
        let cadence = 2.40 + 0.10 * speed;
        let brisk = speed / 3.0;
        Self {
            kind: MoveKind::Run,
            cycle: 2.0 / cadence,
            duty: 0.48 - 0.04 * speed,
            roll_on: 0.03,
            roll_off: 0.20,
            land_pitch: degrees(6.0),
            lift_pitch: degrees(-58.0),
            stance: Vec2::new(0.0, 0.035),
            ahead: -0.12,
            toe_out: degrees(4.0),
            // A spring, not a pendulum: down in the middle of stance, and up to fly.
            bob: -0.029,
            skew: 0.0,
            early: 0.005,
            sway: 0.008,
            pelvis_turn: degrees(5.0),
            pelvis_list: degrees(3.0),
            thorax_turn: degrees(9.0),
            lean: degrees(4.0 + 4.0 * brisk),
            arm_swing: degrees(20.0 + 10.0 * brisk),
            elbow: degrees(80.0),
            swing: Manner {
                clearance: 0.05,
                pull: 4.0,
                brake: 14.0,
                catch: 35.0,
                droop: degrees(52.0),
                carry: (0.13 + 0.05 * brisk, 0.38),
            },
            slack: 0.006,
            ..Self::new(speed, 0.0)
        }
    }

    /// Turning to the left on the spot, in small steps, at a rate [rad/s].
    pub fn turn(rate: f32) -> Self {
        Self {
            kind: MoveKind::Turn,
            speed: 0.0,
            turning: rate,
            cycle: 1.1,
            duty: 0.62,
            roll_on: 0.10,
            roll_off: 0.20,
            land_pitch: degrees(-8.0),
            lift_pitch: degrees(-18.0),
            stance: Vec2::new(0.0, 0.12),
            ahead: 0.0,
            toe_out: degrees(9.0),
            bob: 0.006,
            sway: 0.035,
            pelvis_turn: 0.0,
            pelvis_list: degrees(1.5),
            thorax_turn: degrees(2.0),
            lean: degrees(1.5),
            arm_swing: degrees(4.0),
            swing: Manner { clearance: 0.018, pull: 0.0, brake: 0.0, catch: 0.0, droop: 0.0, carry: (0.02, 0.4) },
            slack: 0.003,
            ..Self::new(0.6, 0.0)
        }
    }

    /// Where the body's frame is at a time.
    pub fn root(&self, t: f32) -> Root {
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

    /// One time on the floor, of the left (0) or right (1) foot in a cycle.
    pub fn plant(&self, side: usize, cycle: i32) -> StancePhase {
        let land = self.cycle * (cycle as f32 + 0.5 * side as f32);
        // Halfway to the other foot's landing, or halfway through a shorter stance.
        let middle = self.root(land + self.cycle * (0.5 * self.duty).min(0.25));
        let out = if side == 0 { 1.0 } else { -1.0 };
        let (s, c) = math::sin_cos(self.angle);
        let local = self.stance * out + Vec2::new(c, s) * self.ahead;
        StancePhase {
            land,
            flat: land + self.roll_on * self.cycle,
            rise: land + (self.duty - self.roll_off) * self.cycle,
            lift: land + self.duty * self.cycle,
            at: middle.out(local.extend(0.0)),
            yaw: middle.heading + self.foot_turn + out * self.toe_out,
            land_pitch: self.land_pitch,
            lift_pitch: self.lift_pitch,
        }
    }

    /// The track of the left (0) or right (1) foot through its stances.
    pub fn track(&self, build: &Build, side: usize, plants: Vec<StancePhase>) -> FootTrack {
        FootTrack::new(&build.legs[side].sole, plants, &self.swing)
    }

    /// The same for the legs and habits of a person.
    pub fn of(&self, build: &Build) -> Self {
        Self { arm_swing: self.arm_swing * build.habits.arm_swing, ..self.scaled(build.scale) }
    }

    /// All but the feet, at a time.
    pub fn upper(&self, build: &Build, t: f32) -> Upper {
        let p = t / self.cycle;
        let middle = 0.5 * self.duty;
        let hips = Vec3::new(
            // Slower over the foot than between the feet.
            -0.15 * self.bob * math::sin_cos(2.0 * TAU * (p - middle)).0,
            self.sway * wave(p - middle),
            self.bob * skewed(2.0 * (p - middle + self.early), self.skew),
        );
        let arm = |forward: f32| Arm {
            swing: self.arm_swing * forward - degrees(4.0) + 0.12 * self.elbow,
            out: build.arms_out,
            elbow: self.elbow + self.arm_swing.abs() * (0.35 + 0.45 * forward),
        };
        build.habits.apply(Upper {
            hips,
            pelvis: [-self.pelvis_turn * wave(p), self.pelvis_list * wave(p - 0.2), 0.3 * self.lean],
            thorax: [self.thorax_turn * wave(p), -0.25 * self.pelvis_list * wave(p - 0.2), self.lean],
            head: [0.0, 0.0, 0.3 * self.lean],
            arms: [arm(-wave(p - 0.02)), arm(wave(p - 0.02))],
        })
    }

    /// The same for legs of another length: lengths with it, times and speeds with its root.
    fn scaled(&self, scale: f32) -> Self {
        let root = scale.sqrt();
        Self {
            speed: self.speed * root,
            turning: self.turning / root,
            cycle: self.cycle * root,
            stance: self.stance * scale,
            ahead: self.ahead * scale,
            bob: self.bob * scale,
            sway: self.sway * scale,
            swing: Manner {
                clearance: self.swing.clearance * scale,
                carry: (self.swing.carry.0 * scale, self.swing.carry.1),
                ..self.swing
            },
            ..self.clone()
        }
    }

    /// Height of the hips in this gait when `upper` says 0 [m]; for a gait that is scaled already.
    pub fn height(&self, build: &Build) -> f32 {
        self.script(build, &|t| self.root(t), &|t| self.upper(build, t)).height
    }

    fn script<'a>(&self, build: &Build, root: &'a dyn Fn(f32) -> Root, upper: &'a dyn Fn(f32) -> Upper) -> Script<'a> {
        let feet = [0, 1].map(|side| self.track(build, side, (-1..3).map(|cycle| self.plant(side, cycle)).collect()));
        let begin = self.plant(0, 0).contact().0;
        let height = build.standing();
        // Legs of runners turn faster: frames are closer for the same care.
        let rate = if self.kind == MoveKind::Run { 1.35 * RATE } else { RATE };
        let mut script = Script { begin, duration: self.cycle, cyclic: true, rate, root, feet, upper, height };
        script.height += script.headroom(build, self.slack);
        script
    }

    /// The move on a skeleton.
    pub fn make(&self, build: &Build, name: &str) -> Move {
        let walk = self.of(build);
        let (root, upper) = (|t| walk.root(t), |t| walk.upper(build, t));
        let (clip, contacts) = walk.script(build, &root, &upper).play(build);
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

/// Heading of the feet and where the left one stands, for steps of a length towards an angle, so that no foot
/// passes through the other.
fn stance(angle: f32, step: f32) -> (f32, Vec2) {
    const BREADTH: f32 = 0.11;
    const LENGTH: f32 = 0.28;
    let (s, c) = math::sin_cos(angle);
    let aside = 0.055 + 0.045 * s.abs();
    if s.abs() < 0.1 {
        return (0.0, Vec2::new(0.0, aside));
    }
    if c.abs() < 0.1 {
        // Sidestep: the following foot closes up and does not pass.
        return (0.0, Vec2::new(0.0, 0.5 * (step * s.abs() + BREADTH + 0.03)));
    }
    // Feet turn halfway to the line of travel and pass beside each other, which takes their breadth seen along it.
    let axis = if angle.abs() < FRAC_PI_2 { angle } else { angle - PI * angle.signum() };
    let foot_turn = 0.5 * axis;
    let (sd, cd) = math::sin_cos((axis - foot_turn).abs());
    let apart = BREADTH * cd + LENGTH * sd;
    let before = ((0.5 * apart - aside * c.abs()) / s.abs()).max(0.0);
    (foot_turn, Vec2::new(-before * c.signum() * s.signum(), aside))
}
