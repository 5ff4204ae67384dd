//! Standing: the weight goes slowly from one foot to the other and back, the chest rises and falls.

use super::build::{Arm, Build};
use super::feet::{FootTrack, Manner, StancePhase};
use super::script::{Root, Script, Upper};
use super::walk::wave;
use crate::{Move, MoveKind, Vec3};

/// Duration of a sway from side to side [s]; one breath in and out is half of it.
pub(super) const SWAY: f32 = 8.0;

/// Frames per second: nothing moves fast, and no foot moves at all.
const SLOW: f32 = 30.0;

/// Each foot beside the middle [m], and how far it points outward [rad], for legs of reference length.
const BESIDE: f32 = 0.085;
const TOE_OUT: f32 = 0.12;

/// How far from straight legs stay, as a share of their length.
const SLACK: f32 = 0.0014;

/// A foot that stands, beside a point of the floor.
pub(super) fn plant(build: &Build, side: usize, middle: Vec3, land: f32, lift: f32) -> StancePhase {
    let out = if side == 0 { 1.0 } else { -1.0 };
    let at = middle + Vec3::Y * (out * BESIDE * build.scale);
    StancePhase { land, flat: land, rise: lift, lift, at, yaw: out * TOE_OUT, land_pitch: 0.0, lift_pitch: 0.0 }
}

/// All but the feet, at a time.
pub(super) fn upper(t: f32, build: &Build) -> Upper {
    let scale = build.scale;
    let p = t / SWAY;
    let breath = wave(2.0 * p);
    let side = wave(p);
    let arm = |aside: f32| Arm {
        swing: -0.03 + 0.008 * breath,
        out: 0.85 * build.arms_out + 0.006 * breath + aside,
        elbow: 0.22,
    };
    let usual = Upper {
        hips: Vec3::new(0.004 * scale * wave(p + 0.3), 0.012 * scale * side, 0.0),
        pelvis: [0.012 * wave(p + 0.2), 0.015 * side, 0.0],
        thorax: [0.018 * wave(p + 0.45), -0.012 * side, 0.01 - 0.012 * breath],
        head: [0.05 * wave(p + 0.6), 0.0, 0.01 + 0.01 * wave(p + 0.1)],
        arms: [arm(0.0), arm(0.0)],
    };
    build.habits.apply(build.habits.standing(t, scale, usual))
}

/// Height of the hips [m].
pub(super) fn height(build: &Build) -> f32 {
    script(build, &|t| upper(t, build)).height
}

fn script<'a>(build: &Build, upper: &'a dyn Fn(f32) -> Upper) -> Script<'a> {
    let still = Manner { clearance: 0.0, carry: (0.0, 0.5), droop: 0.0, pull: 0.0, brake: 0.0, catch: 0.0 };
    let feet = [0, 1]
        .map(|side| FootTrack::new(&build.legs[side].sole, vec![plant(build, side, Vec3::ZERO, 0.0, SWAY)], &still));
    let (root, height) = (&|_| Root::default(), build.standing());
    let mut script = Script { begin: 0.0, duration: SWAY, cyclic: true, rate: SLOW, root, feet, upper, height };
    script.height += script.headroom(build, SLACK);
    script
}

/// The move on a skeleton.
pub(super) fn make(build: &Build) -> Move {
    let (clip, contacts) = script(build, &|t| upper(t, build)).play(build);
    Move { name: "stand".into(), kind: MoveKind::Stand, speed: 0.0, angle: 0.0, turning: 0.0, clip, contacts }
}
