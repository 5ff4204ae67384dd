//! Paths the checks walk along.

use super::{Mediator, Settings, Wish};
#[cfg(test)]
use crate::{AnimatedBody, MotionFigures, Slides};
use crate::{DVec2, Vec2, gait, math};

pub(super) fn mediator(settings: Settings) -> Mediator {
    Mediator::new(gait::shipped(), settings).expect("the built-in moves can walk")
}

pub(super) fn wish(at: DVec2, velocity: Vec2, dt: f32) -> Wish {
    Wish { at, velocity, floor: 0.0, dt, facing: None }
}

pub(super) fn pointing(angle: f32, speed: f32) -> Vec2 {
    let (sin, cos) = math::sin_cos(angle);
    speed * Vec2::new(cos, sin)
}

/// 15 stretches of 3 s, each in another direction, up to 150 degrees away, with the speed taken back in the turn; what a
/// simulation with limited acceleration makes of it.
pub(super) fn sharp_turns(time: f32) -> Vec2 {
    const TURNS: [f32; 15] =
        [0.0, 90.0, 60.0, 170.0, 200.0, 110.0, 20.0, -70.0, -40.0, 60.0, 90.0, 180.0, 330.0, 240.0, 100.0];
    let i = ((time / 3.0) as usize).min(14);
    pointing(TURNS[i].to_radians(), 1.3)
}

/// A simulated walker: takes up a wanted velocity with at most so much acceleration [m/s2].
pub(super) struct Simulated {
    pub at: DVec2,
    pub velocity: Vec2,
    pub most: f32,
}

impl Simulated {
    pub fn new(velocity: Vec2, most: f32) -> Self {
        Self { at: DVec2::ZERO, velocity, most }
    }

    pub fn step(&mut self, wanted: Vec2, dt: f32) {
        self.velocity += (wanted - self.velocity).clamp_length_max(self.most * dt);
        self.at += (self.velocity * dt).as_dvec2();
    }
}

/// Lets a body follow a velocity over time and measures it.
#[cfg(test)]
pub(super) fn follow(
    mediator: &Mediator,
    seconds: f32,
    fps: f32,
    most: f32,
    velocity: impl Fn(f32) -> Vec2,
) -> (MotionFigures, AnimatedBody) {
    let dt = 1.0 / fps;
    let first = velocity(0.0);
    let mut simulated = Simulated::new(first, most);
    let mut walker = AnimatedBody::new(mediator, DVec2::ZERO, math::atan2(first.y, first.x));
    let mut slides = Slides::new(mediator.skeleton());
    for i in 0..(seconds * fps) as usize {
        simulated.step(velocity(i as f32 * dt), dt);
        let wish = wish(simulated.at, simulated.velocity, dt);
        mediator.frame(&mut walker, &wish);
        slides.frame(mediator.skeleton(), &walker, &wish);
    }
    slides.finish();
    (slides.figures(), walker)
}
