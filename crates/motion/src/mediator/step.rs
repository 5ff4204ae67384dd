//! Which clip plays, how far its phase goes on, and where that brings the body.

use super::{
    AnimatedBody, Mediator, Wish,
    steer::{BRISK, towards},
};
use crate::{DVec2, Vec2, ease, math, wrap};

/// Most that is made of being held back [m/s].
const HURRY: f32 = 1.5;
/// Fastest a body goes whose feet come after it in single steps [m/s].
const SHUFFLE: f32 = 0.5;

impl Mediator {
    /// Clip, phase, heading and place. Returns how much of a cycle went by.
    pub(super) fn step(&self, walker: &mut AnimatedBody, wish: &Wish) -> f32 {
        let dt = wish.dt;
        let speed = walker.steer.length().min(self.tracks.fastest() * self.settings.haste);
        let beta = math::atan2(walker.steer.y, walker.steer.x);
        let round = walker.walking && !walker.fresh && self.is_turned_round(walker, wish, beta);
        walker.velocity = wish.velocity;
        if round {
            walker.walking = false;
        }
        if let Some(advance) = self.step_once(walker, wish, beta) {
            return advance;
        }
        if walker.walking {
            if walker.stride < 0.02 && walker.once.is_none() && self.begin_start(walker, wish, beta) {
                return self.step_once(walker, wish, beta).unwrap_or(0.0);
            }
            self.change_clip(walker, speed, wrap(beta - walker.facing));
        }
        let speed = if walker.fresh { speed } else { speed * self.aligned(walker, beta) };
        walker.layers.advance(dt / self.settings.blend_time);
        self.lengthen_stride(walker, speed, dt);
        let (rate, travel) = self.pace(&walker.layers, speed, walker.stride);
        let rate = rate + self.hurry(walker, rate);
        let before = walker.phase;
        walker.phase += rate * dt;
        walker.phase -= walker.phase.floor();
        walker.rest = (walker.rest + dt) % 3600.0;
        if !walker.walking {
            self.turn_in_place(walker, wish);
        } else if travel.length_squared() > 1e-12 {
            let to = beta - self.travels_at(&walker.layers).unwrap_or_else(|| math::atan2(travel.y, travel.x));
            let turns = self.settings.turn_max * (walker.steer.length() / BRISK).clamp(0.6, 1.0) * dt;
            let most = if walker.fresh { f32::INFINITY } else { turns };
            walker.placement.heading = towards(walker.placement.heading, to, most);
            walker.turning = false;
        }
        let (sin, cos) = math::sin_cos(walker.placement.heading);
        let mut d = Vec2::new(travel.x * cos - travel.y * sin, travel.x * sin + travel.y * cos) * dt;
        if self.settings.foot_lock && !walker.fresh {
            let left = (wish.at - walker.placement.at).as_vec2() - d;
            // A body that shuffles goes where it shall, and its feet come after.
            let most = if walker.walking { self.settings.shift_max } else { SHUFFLE };
            d += (left * (1.0 - walker.fades.shift)).clamp_length_max(most * dt);
        }
        d += self.comes_to_a_halt(walker, dt);
        walker.placement.at += DVec2::new(d.x.into(), d.y.into());
        if let Some(advance) = self.go_on_once(walker, wish, 0.0) {
            return advance;
        }
        self.end_walk(walker, before);
        rate * dt
    }

    /// Whether one who walks is sent elsewhere at once, and begins to turn on the spot.
    fn is_turned_round(&self, walker: &mut AnimatedBody, wish: &Wish, beta: f32) -> bool {
        let Some(choice) = walker.layers.chosen().filter(|_| walker.stride > 0.5) else { return false };
        let goes = self.play(choice).angle + if choice.reversed { std::f32::consts::PI } else { 0.0 };
        self.turn_round(walker, wish, wrap(walker.placement.heading + goes), beta)
    }

    /// How much of its speed a body keeps that does not yet go where it wants to: a body that turns sharply goes slowly
    /// meanwhile, rather than on in the wrong direction.
    fn aligned(&self, walker: &AnimatedBody, beta: f32) -> f32 {
        let Some(choice) = walker.layers.chosen().filter(|_| walker.walking) else { return 1.0 };
        let goes = self.play(choice).angle + if choice.reversed { std::f32::consts::PI } else { 0.0 };
        let off = wrap(walker.placement.heading + goes - beta).abs();
        // A turn that can be made within a few frames costs nothing.
        1.0 - 0.8 * ease((off - 1.0) / 1.2)
    }

    /// Additional cycles per second for a body whose standing foot holds it back: the step is over sooner.
    fn hurry(&self, walker: &AnimatedBody, rate: f32) -> f32 {
        let Some(choice) = walker.layers.chosen().filter(|_| walker.walking) else { return 0.0 };
        let play = self.play(choice);
        let more = walker.pulled.min(HURRY) / (play.speed * play.duration);
        if rate < 0.0 || (rate == 0.0 && choice.reversed) { -more } else { more }
    }

    fn change_clip(&self, walker: &mut AnimatedBody, speed: f32, angle: f32) {
        let now = walker.layers.chosen();
        let sets_off = walker.stride < 0.02;
        let choice = self.choose(speed, angle, if sets_off { None } else { now });
        if now.is_none() || walker.fresh || sets_off {
            walker.layers.set(choice);
        } else if now != Some(choice) {
            walker.layers.choose(choice);
        }
        if sets_off && !walker.fresh {
            // The first step is with the foot that is farther behind.
            let foot = self.hind_foot(walker);
            walker.phase = self.play(choice).lift(foot);
        }
    }

    /// Below four fifths of the clip's speed both strides and cadence shrink, as the root of the speed, which keeps
    /// their ratio: people do not walk in slow motion.
    fn lengthen_stride(&self, walker: &mut AnimatedBody, speed: f32, dt: f32) {
        let goal = match walker.layers.chosen() {
            Some(choice) if walker.walking => math::sqrt((speed / (0.8 * self.play(choice).speed)).min(1.0)),
            _ => 0.0,
        };
        let most = if walker.fresh { 1.0 } else { dt / self.settings.blend_time };
        walker.stride += (goal - walker.stride).clamp(-most, most);
    }
}
