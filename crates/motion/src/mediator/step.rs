//! Which clip plays, how far its phase goes on, and where that brings the body.

use super::{Mediator, Walker, Wish, steer::towards};
use crate::{DVec2, Vec2, math, wrap};

/// Most that is made of being held back [m/s].
const HURRY: f32 = 1.5;
impl Mediator {
    /// Clip, phase, heading and place. Returns how much of a cycle went by.
    pub(super) fn step(&self, walker: &mut Walker, wish: &Wish) -> f32 {
        let dt = wish.dt;
        let speed = walker.steer.length().min(self.tracks.fastest() * self.settings.haste);
        let beta = math::atan2(walker.steer.y, walker.steer.x);
        if walker.walking {
            self.change_clip(walker, speed, wrap(beta - walker.facing));
        }
        walker.layers.advance(dt / self.settings.blend_time);
        self.lengthen_stride(walker, speed, dt);
        let (rate, travel) = self.pace(&walker.layers, speed, walker.stride);
        let rate = rate + self.hurry(walker, rate);
        walker.phase += rate * dt;
        walker.phase -= walker.phase.floor();
        walker.rest = (walker.rest + dt) % 3600.0;
        if !walker.walking {
            self.turn_in_place(walker, dt);
        } else if travel.length_squared() > 1e-12 {
            let to = beta - self.travels_at(&walker.layers).unwrap_or_else(|| math::atan2(travel.y, travel.x));
            let most = if walker.fresh { f32::INFINITY } else { self.settings.turn_max * dt };
            walker.placement.heading = towards(walker.placement.heading, to, most);
            walker.turning = false;
        }
        let (sin, cos) = math::sin_cos(walker.placement.heading);
        let mut d = Vec2::new(travel.x * cos - travel.y * sin, travel.x * sin + travel.y * cos) * dt;
        if self.settings.foot_lock && walker.walking && !walker.fresh {
            let left = (wish.at - walker.placement.at).as_vec2() - d;
            d += (left * (1.0 - walker.fades.shift)).clamp_length_max(self.settings.shift_max * dt);
        }
        walker.placement.at += DVec2::new(d.x.into(), d.y.into());
        walker.placement.floor = wish.floor;
        rate * dt
    }

    /// Cycles a second more for somebody whose standing foot holds him back: the step is over sooner.
    fn hurry(&self, walker: &Walker, rate: f32) -> f32 {
        let Some(choice) = walker.layers.chosen().filter(|_| walker.walking) else { return 0.0 };
        let play = self.play(choice);
        let more = walker.pulled.min(HURRY) / (play.speed * play.duration);
        if rate < 0.0 || (rate == 0.0 && choice.reversed) { -more } else { more }
    }

    fn change_clip(&self, walker: &mut Walker, speed: f32, angle: f32) {
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
    fn lengthen_stride(&self, walker: &mut Walker, speed: f32, dt: f32) {
        let goal = match walker.layers.chosen() {
            Some(choice) if walker.walking => math::sqrt((speed / (0.8 * self.play(choice).speed)).min(1.0)),
            _ => 0.0,
        };
        let most = if walker.fresh { 1.0 } else { dt / self.settings.blend_time };
        walker.stride += (goal - walker.stride).clamp(-most, most);
    }
}
