//! What the paper promises, measured: the program's checks and the tests ask here.

use super::paths::*;
use super::*;
use crate::{ContactPoint, DVec2, JointTransform, MotionFigures, Quat, Slides, Vec3, math, to_world, wrap, yaw};

/// Places of both contact points in the plan, from the final pose.
pub(super) fn feet(m: &Mediator, w: &AnimatedBody) -> [DVec2; 2] {
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; m.skeleton().len()];
    to_world(m.skeleton(), w.hips(), w.rotations(), &mut world);
    [Side::Left, Side::Right].map(|side| {
        let offset = w.placement().offset(ContactPoint::of(m.skeleton(), side).at(&world));
        w.placement().at + DVec2::new(offset.x.into(), offset.y.into())
    })
}

/// Greatest motion in a frame of a foot that supports: down in both frames, and has been for longest. And how many frames that was.
fn worst_drift(m: &Mediator, seconds: f32, velocity: impl Fn(f32) -> Vec2) -> (f64, usize) {
    let dt = 0.04;
    let mut sim = Simulated::new(velocity(0.0), 1e9);
    let mut walker = AnimatedBody::new(m, DVec2::ZERO, 0.0);
    let (mut before, mut support, mut worst) = (None::<([DVec2; 2], [bool; 2])>, 0, (0.0f64, 0));
    for i in 0..(seconds / dt) as usize {
        sim.step(velocity(i as f32 * dt), dt);
        m.frame(&mut walker, &wish(sim.at, sim.velocity, dt));
        let (now, down) = (feet(m, &walker), walker.contacts());
        if let Some((were, was_down)) = before {
            let both = |foot: usize| down[foot] && was_down[foot];
            if !both(support) && both(1 - support) {
                support = 1 - support;
            }
            if both(support) {
                worst = (worst.0.max((now[support] - were[support]).length()), worst.1 + 1);
            }
        }
        before = Some((now, down));
    }
    worst
}

/// Greatest motion in a frame of a foot that supports, feet not held [m]: straight on, at four speeds; and in turns of 30 and of
/// 90 degrees per second. And how many frames were checked.
pub fn drifts() -> (f64, f64, usize) {
    let m = mediator(Settings::without_foot_lock());
    let straight = [0.6, 1.0, 1.3, 1.7].map(|speed| worst_drift(&m, 10.0, |_| pointing(0.4, speed)));
    let turning = [30.0f32, 90.0].map(|rate| worst_drift(&m, 10.0, |t| pointing(t * rate.to_radians(), 1.3)));
    let worst = |of: &[(f64, usize)]| of.iter().map(|d| d.0).fold(0.0, f64::max);
    (worst(&straight), worst(&turning), straight.iter().chain(&turning).map(|d| d.1).sum())
}

/// Where shoulders face.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facing {
    /// Greatest angle between where shoulders face and where they should [rad].
    pub off: f64,
    /// Greatest angle between where they should and the filtered velocity [rad].
    pub filter: f64,
    /// Greatest twist of the spine [rad].
    pub twist: f64,
}

/// Twenty seconds on a winding course.
pub fn facing() -> Facing {
    let m = mediator(Settings::default());
    let still = Settings { twist_max: 0.0, ..Settings::default() };
    let untwisted = mediator(still);
    let top = m.spine.last().copied().unwrap_or(0);
    let shoulders = |w: &AnimatedBody| {
        let mut world = m.skeleton().rest();
        to_world(m.skeleton(), w.hips(), w.rotations(), &mut world);
        world[top].rotation
    };
    let mut sim = Simulated::new(pointing(0.0, 1.2), 3.0);
    let mut a = AnimatedBody::new(&m, DVec2::ZERO, 0.0);
    let mut b = AnimatedBody::new(&untwisted, DVec2::ZERO, 0.0);
    let mut out = Facing::default();
    for i in 0..500 {
        let t = i as f32 * 0.04;
        sim.step(pointing(0.8 * math::sin_cos(t).0, 1.2), 0.04);
        let wish = wish(sim.at, sim.velocity, 0.04);
        m.frame(&mut a, &wish);
        untwisted.frame(&mut b, &wish);
        // What the twist adds, seen in the plan: the same pose without it has its shoulders as the clip says.
        let added = yaw(shoulders(&a) * shoulders(&b).inverse());
        let faces = wrap(a.placement().heading + added);
        out.off = out.off.max(f64::from(wrap(faces - a.facing()).abs()));
        out.filter = out.filter.max(f64::from(wrap(a.facing() - math::atan2(a.torso.y, a.torso.x)).abs()));
        out.twist = out.twist.max(f64::from(added.abs()));
    }
    out
}

/// How far body and simulation are apart in each frame [mm], and the figures of the feet: 15 stretches of 3 s with sharp turns
/// at 25 frames per second. The corrected place goes back to the simulation each frame, as in the paper.
pub fn sharp_turns_fed_back() -> (Vec<f64>, MotionFigures) {
    let m = mediator(Settings::in_loop());
    let dt = 0.04;
    let mut velocity = sharp_turns(0.0);
    let mut walker = AnimatedBody::new(&m, DVec2::ZERO, 0.0);
    let mut slides = Slides::new(m.skeleton());
    let mut apart = Vec::new();
    for i in 0..1125 {
        velocity += (sharp_turns(i as f32 * dt) - velocity).clamp_length_max(3.0 * dt);
        // The simulation goes on from where the body came to.
        let at = walker.placement().at + (velocity * dt).as_dvec2();
        let wish = wish(at, velocity, dt);
        m.frame(&mut walker, &wish);
        slides.frame(m.skeleton(), &walker, &wish);
        apart.push(1e3 * (walker.placement().at - at).length());
    }
    slides.finish();
    (apart, slides.figures())
}
