//! What the body goes for: a velocity to walk with, a direction to face.

use super::{AnimatedBody, Mediator, Wish};
use crate::{Vec2, math, wrap};

/// How far behind its wish a body may be before it takes a step for that alone [m]: while it walks, while it stands.
const BEHIND: (f32, f32) = (0.04, 0.1);

/// How much faster than its walker a body goes to make up for that: by so much [m/s], and by such a share of its speed.
const FOLLOWS: (f32, f32) = (0.25, 0.2);

/// A body farther off hurries to be back [m], by what is more in so many times the usual time: nobody lunges.
const LOST: (f32, f32) = (0.25, 2.0);

/// Walkers at least as fast turn and change their velocity as fast as they can [m/s].
pub(super) const BRISK: f32 = 0.8;

impl Mediator {
    /// The velocity the body is steered by.
    pub(super) fn steer(&self, walker: &mut AnimatedBody, wish: &Wish) {
        let s = &self.settings;
        // Where the simulation was when this frame began, so that a body on its place has nothing to make up for.
        let before = wish.at - (wish.velocity * wish.dt).as_dvec2();
        let behind = (before - walker.placement.at).as_vec2();
        // Not so much that a walker would break into a run for it, unless it is left far behind.
        let lost = (behind.length() - LOST.0).max(0.0) / (LOST.1 * s.follow_time);
        let follow = (behind / s.follow_time).clamp_length_max(FOLLOWS.0 + FOLLOWS.1 * wish.velocity.length() + lost);
        let near = behind.length() < if walker.walking { BEHIND.0 } else { BEHIND.1 };
        let wanted = match wish.velocity.length() < s.stand_below {
            true if near => Vec2::ZERO,
            _ => wish.velocity + follow,
        };
        if walker.fresh {
            walker.steer = wish.velocity;
        } else {
            let brisk = (wanted.length().max(walker.steer.length()) / BRISK).min(1.0);
            let keep = walker.fades.steer_slow + (walker.fades.steer - walker.fades.steer_slow) * brisk;
            walker.steer += (wanted - walker.steer) * (1.0 - keep);
        }
        let least = match s.foot_lock {
            true => s.shuffle_below.max(s.stand_below) * if walker.walking { 1.0 } else { 1.4 },
            false => s.stand_below * if walker.walking { 1.0 } else { 1.5 },
        };
        walker.walking = walker.steer.length() > least;
        self.walks_by_once(walker);
    }

    /// The torso: past velocities that fade, each frame's added to what is left of the others. The paper adds the whole
    /// velocity, here its share, so that the sum is a velocity and the frame rate does not matter; the direction is the
    /// same. A body with a wanted facing turns there instead; a standing one keeps its facing.
    pub(super) fn face(&self, walker: &mut AnimatedBody, wish: &Wish) {
        let s = &self.settings;
        let facing_wanted = wish.facing.filter(|facing| facing.is_finite());
        if let Some(facing) = facing_wanted {
            let most = if walker.fresh { f32::INFINITY } else { STANDING_TURN.1 * wish.dt };
            walker.torso = pointing(towards(walker.facing, facing, most));
        } else if walker.fresh {
            walker.torso = if walker.walking { walker.steer } else { pointing(walker.placement.heading) };
        } else if walker.walking {
            let keep = walker.fades.torso;
            walker.torso = walker.torso * keep + walker.steer * (1.0 - keep);
        }
        if walker.torso.length_squared() > 1e-12 {
            let to = math::atan2(walker.torso.y, walker.torso.x);
            let most = if walker.fresh { f32::INFINITY } else { s.turn_max * wish.dt };
            walker.facing = towards(walker.facing, to, most);
        }
    }

    /// Turns the hips of a standing body after its shoulders, once they are twisted enough.
    pub(super) fn turn_in_place(&self, walker: &mut AnimatedBody, wish: &Wish) {
        let dt = wish.dt;
        if walker.once.is_some_and(|once| once.leads) || self.turn_with_steps(walker, wish) {
            walker.turning = false;
            return;
        }
        let twist = wrap(walker.facing - walker.placement.heading);
        walker.turning = twist.abs() > if walker.turning { 0.02 } else { TWIST };
        if walker.turning {
            walker.placement.heading = towards(walker.placement.heading, walker.facing, STANDING_TURN.0 * dt);
        }
    }
}

/// How fast hips and shoulders turn on the spot [rad/s].
const STANDING_TURN: (f32, f32) = (1.2, 1.8);
/// Twist from which on the feet follow [rad].
const TWIST: f32 = 0.45;
/// A torso as light as this is turned by the first step [m/s].
const LIGHT: f32 = 0.3;

fn pointing(angle: f32) -> Vec2 {
    let (sin, cos) = math::sin_cos(angle);
    Vec2::new(cos, sin) * LIGHT
}

/// An angle brought nearer to another, along the shorter arc, by no more than `most`.
pub(super) fn towards(from: f32, to: f32, most: f32) -> f32 {
    let by = wrap(to - from);
    if by.abs() <= most { wrap(to) } else { wrap(from + by.clamp(-most, most)) }
}
