//! From standing to walking and back: one step to get going, one to come to rest.
//!
//! A start ends in the very pose a walk has at phase 0, a stop begins in it; on the other side both are in the first
//! frame of the stand. The right foot goes first in a start; the left closes up last in a stop.

use super::build::{Arm, Build};
use super::curve::ease;
use super::feet::StancePhase;
use super::script::{RATE, Root, Script, Upper};
use super::stand;
use super::walk::Walk;
use crate::{Move, MoveKind, Vec2, Vec3};
use std::cell::Cell;

/// Times in cycles of the walk, 0 where its left foot first touches.
struct Times {
    begin: f32,
    end: f32,
    /// Between these the body gathers or loses its speed.
    ramp: (f32, f32),
}

/// When a body at full speed from time 0 on would be where one is that gathers speed between `ramp` [s].
fn gathered(ramp: (f32, f32), t: f32) -> f32 {
    if t >= ramp.1 {
        return t;
    }
    let span = ramp.1 - ramp.0;
    let u = ((t - ramp.0) / span).max(0.0);
    // The integral of the ease curve: half the span in all.
    let come = u * u * u * u * (2.5 - 3.0 * u + u * u);
    ramp.1 - span * (0.5 - come)
}

fn mix_upper(a: &Upper, b: &Upper, w: f32) -> Upper {
    let mix = |a: f32, b: f32| a + (b - a) * w;
    let mix3 = |a: [f32; 3], b: [f32; 3]| std::array::from_fn(|i| mix(a[i], b[i]));
    let arm =
        |a: Arm, b: Arm| Arm { swing: mix(a.swing, b.swing), out: mix(a.out, b.out), elbow: mix(a.elbow, b.elbow) };
    Upper {
        hips: a.hips.lerp(b.hips, w),
        pelvis: mix3(a.pelvis, b.pelvis),
        thorax: mix3(a.thorax, b.thorax),
        head: mix3(a.head, b.head),
        arms: [arm(a.arms[0], b.arms[0]), arm(a.arms[1], b.arms[1])],
    }
}

/// From standing to a walk.
pub(super) fn start(build: &Build, walk: &Walk) -> Move {
    let walk = walk.of(build);
    let t = walk.cycle;
    let begin = -1.2 * t;
    let times = Times { begin, end: walk.plant(0, 0).contact().0, ramp: (-1.15 * t, -0.25 * t) };
    let travel = move |at: f32| gathered(times.ramp, at);
    let rest = Vec3::X * (walk.speed * travel(begin));
    // Feet stand, lift as the walk would lift them, and land where the walk lands.
    let lift = |side: usize, before: &StancePhase| StancePhase {
        land: begin - 1.0,
        flat: begin - 1.0,
        at: stand::plant(build, side, rest, 0.0, 0.0).at,
        yaw: stand::plant(build, side, rest, 0.0, 0.0).yaw,
        land_pitch: 0.0,
        // From a stand the heel rises less.
        lift_pitch: 0.6 * before.lift_pitch,
        ..*before
    };
    let feet = [
        vec![lift(0, &walk.plant(0, -1)), walk.plant(0, 0)],
        vec![lift(1, &walk.plant(1, -2)), walk.plant(1, -1), walk.plant(1, 0)],
    ];
    let weight = move |at: f32| ease(begin, -0.3 * t, at);
    make(build, &walk, "start", MoveKind::Start, times, feet, &travel, &weight)
}

/// From a walk to standing.
pub(super) fn stop(build: &Build, walk: &Walk) -> Move {
    let walk = walk.of(build);
    let t = walk.cycle;
    let end = 1.4 * t;
    let times = Times { begin: walk.plant(0, 0).contact().0, end, ramp: (0.25 * t, 1.25 * t) };
    // A start seen backwards.
    let turned = (-times.ramp.1, -times.ramp.0);
    let travel = move |at: f32| -gathered(turned, -at);
    let rest = Vec3::X * (walk.speed * travel(end));
    let down = |side: usize, land: f32, flat: f32, land_pitch: f32| StancePhase {
        flat,
        land_pitch,
        ..stand::plant(build, side, rest, land, end + 1.0)
    };
    let left = StancePhase { lift_pitch: 0.75 * walk.plant(0, 0).lift_pitch, ..walk.plant(0, 0) };
    let right = walk.plant(1, 0);
    let feet = [
        vec![left, down(0, 1.05 * t, 1.12 * t, -0.10)],
        vec![walk.plant(1, -1), down(1, right.land, right.flat + 0.02 * t, 0.7 * right.land_pitch)],
    ];
    let weight = move |at: f32| 1.0 - ease(0.35 * t, 1.3 * t, at);
    make(build, &walk, "stop", MoveKind::Stop, times, feet, &travel, &weight)
}

fn make(
    build: &Build,
    walk: &Walk,
    name: &str,
    kind: MoveKind,
    times: Times,
    feet: [Vec<StancePhase>; 2],
    travel: &dyn Fn(f32) -> f32,
    weight: &dyn Fn(f32) -> f32,
) -> Move {
    let from = walk.speed * travel(times.begin);
    let duration = times.end - times.begin;
    let speed = (walk.speed * travel(times.end) - from) / duration;
    let root = |t: f32| Root { at: Vec2::new(from + speed * (t - times.begin), 0.0), heading: 0.0 };
    let heights = (stand::height(build), walk.height(build));
    let shape = |t: f32| {
        let u = (t - times.begin) / duration;
        16.0 * u * u * (1.0 - u) * (1.0 - u)
    };
    // Between stand and walk legs may be asked for too much: then the hips sink in between.
    let sink = Cell::new(0.0);
    let upper = |t: f32| {
        let w = weight(t);
        let mut upper = mix_upper(&stand::upper(0.0, build), &walk.upper(build, t), w);
        upper.hips.z += (heights.1 - heights.0) * w - sink.get() * shape(t);
        upper.hips.x += walk.speed * travel(t) - root(t).at.x;
        upper
    };
    let [left, right] = feet;
    let feet = [walk.track(build, 0, left), walk.track(build, 1, right)];
    let script = Script {
        begin: times.begin,
        duration,
        cyclic: false,
        rate: RATE,
        root: &root,
        feet,
        upper: &upper,
        height: heights.0,
    };
    sink.set(script.sinking(build, 0.001, shape));
    let (clip, contacts) = script.play(build);
    Move { name: name.into(), kind, speed, angle: 0.0, turning: 0.0, clip, contacts }
}
