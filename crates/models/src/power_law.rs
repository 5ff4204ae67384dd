//! `power-law`: people avoid what they would run into, by a law that depends only on the time left.
//!
//! **Paper.** I. Karamouzas, B. Skinner and S. J. Guy, *Universal power law governing pedestrian interactions*,
//! Physical Review Letters 113, 238701, 2014.
//!
//! **In words.** Two walkers on a collision course carry an interaction energy E that depends on nothing but the time
//! to their collision: it goes with the inverse square of that time, and fades beyond a horizon. Each is pushed down
//! the gradient of E by its own place. Walkers who are not on a collision course, however near, do not feel each
//! other. Besides, everyone relaxes to the preferred velocity.
//!
//! ```text
//! a   = (u e - v) / tau + F,         F = -grad E,        E = k t^-2 exp(-t / horizon)
//! t   = (b - d) / q,   q = w.w,   b = -x.w,   c = x.x - R^2,   d = sqrt(b^2 - q c)
//! F   = k exp(-t / horizon) / t^3 (2 + t / horizon) (x + t w) / d
//! ```
//!
//! with x and w the place and velocity relative to the other, and R the sum of radii.
//!
//! **Choices.**
//! - The gradient is usually written with v - (a x + b v) / d and a factor 1 / a. Since b - d is a t, that is
//!   -(x + t w) a / d: the formula above is the same one without a cancellation. It says that a walker is pushed away
//!   from where the other will be when they touch. For the same reason d^2 is worked out as q R^2 - (x cross w)^2 and t
//!   as c / (b + d).
//! - When bodies already touch, there is no time left. R is then taken as 0.99 of the distance, as is common practice.
//! - A course that only just grazes has d near 0 and a force without bound. The sum of all forces of people, and
//!   of all walls, is limited to `force_limit`.
//! - Walls: a flat piece of wall is touched after t = (D - r) / (speed towards it), an outer corner like a standing
//!   disc without size; the energy is the same function of t, with the walker's own velocity.
//! - k = 1.5 (for a mass of 1) and a horizon of 3 s are the values in wide use; the relaxation time, the range and the
//!   limit of the force are usual values.
//! - `noise` breaks ties: two people who meet exactly head-on would stand face to face for good.
//!
//! **Not modelled.** Contact and friction.

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
#[cfg(test)]
mod tests;

use crate::decision::{add_noise, adds_up_forces};
use crate::totals::total;
use ambulo_geom::math::exp32;
use ambulo_geom::predicates::orient;
use ambulo_geom::{Point, Vec2};
use ambulo_sim::{Block, CalibrationAxis, KnownFailure, LANES, Row, SteeringModel, View, params};

params! {
    /// The power law of 2014.
    pub struct PowerLaw {
        /// Time to reach the preferred velocity.
        tau: "s", 0.05..=100.0, 0.5;
        /// Strength k of the interaction energy, for a mass of 1.
        strength: "m^2", 0.0..=100.0, 1.5;
        /// Time beyond which collisions matter less and less.
        horizon: "s", 0.1..=100.0, 3.0;
        /// Greatest force of all people together, and of all walls, for a mass of 1.
        force_limit: "m/s^2", 0.0..=1000.0, 20.0;
        /// Standard deviation of the fluctuations, in x and in y; they break ties.
        noise: "m/s^2", 0.0..=10.0, 0.1;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 10.0;
        /// How far it looks for walls.
        wall_range: "m", 0.5..=50.0, 5.0;
    }
}

impl SteeringModel for PowerLaw {
    const NAME: &'static str = "power-law";
    const TITLE: &'static str = "Power law (2014): a force from the time to collision alone";
    const PAPER: &'static str =
        "Karamouzas, Skinner and Guy, Universal power law governing pedestrian interactions, PRL 113 (2014)";
    const LIMITS: &'static str = "no contact forces, no groups; a standing crowd does not repel";
    adds_up_forces!(0.5);
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("tau", 0.1, 2.0),
        CalibrationAxis::usual("strength", 0.1, 10.0),
        CalibrationAxis::usual("horizon", 0.5, 10.0),
    ];
    const FAILURES: &'static [KnownFailure] = &[KnownFailure::new("squeeze", 1.0, 19)];
    type Memory = ();

    fn range(&self) -> f32 {
        self.range
    }

    fn wall_range(&self) -> f32 {
        self.wall_range
    }

    #[inline(always)]
    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        let velocity = view.body(me).velocity();
        let mut a = (view.preferred(me) - velocity) / self.tau;
        a += from_people(view, me, self).clamp_length(self.force_limit);
        a += from_walls(view, me, self).clamp_length(self.force_limit);
        add_noise(&mut a, view, me, self.noise);
        (velocity + a * view.dt).clamp_length(view.max_speed(me))
    }
}

#[inline(always)]
fn from_people(view: &View<'_>, me: Row, p: &PowerLaw) -> Vec2 {
    let body = view.body(me);
    let kernel = PowerLawKernel {
        law: EnergyLaw { strength: p.strength, per_horizon: 1.0 / p.horizon },
        velocity: body.velocity(),
        radius: body.radius,
        range2: p.range * p.range,
    };
    let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
    view.for_each_block(
        me,
        p.range,
        #[inline(always)]
        |block| kernel.add(block, &mut x, &mut y),
    );
    Vec2::new(total(&x), total(&y))
}

/// The energy as a function of the time left.
#[derive(Clone, Copy)]
struct EnergyLaw {
    strength: f32,
    per_horizon: f32,
}

impl EnergyLaw {
    /// -dE/dt.
    #[inline(always)]
    fn slope(self, t: f32) -> f32 {
        self.strength * exp32(-t * self.per_horizon) * (2.0 + t * self.per_horizon) / (t * t * t)
    }
}

/// Bodies that touch are assumed to be so much smaller than their distance.
const SHRINK: f32 = 0.99;
/// Slower than this, relative to each other, nobody meets [m/s].
const LEAST_SPEED: f32 = 1e-4;
/// Times to collision are never below this [s]: the force is at its limit long before.
const LEAST_TIME: f32 = 1e-3;

struct PowerLawKernel {
    law: EnergyLaw,
    velocity: Vec2,
    radius: f32,
    range2: f32,
}

impl PowerLawKernel {
    /// Adds the forces of eight others, lane by lane, without a branch.
    #[inline(always)]
    fn add(&self, o: Block<'_>, x: &mut [f32; LANES], y: &mut [f32; LANES]) {
        for k in 0..LANES {
            let (px, py) = (-o.dx[k], -o.dy[k]);
            let (wx, wy) = (self.velocity.x - o.vx[k], self.velocity.y - o.vy[k]);
            let p2 = px * px + py * py;
            let touch = self.radius + o.radius[k];
            let touch2 = if p2 < touch * touch { p2 * (SHRINK * SHRINK) } else { touch * touch };
            let q = wx * wx + wy * wy;
            let b = -(px * wx + py * wy);
            let aside = px * wy - py * wx;
            let d2 = q * touch2 - aside * aside;
            let meets = d2 > 0.0 && b > 0.0 && q > LEAST_SPEED * LEAST_SPEED && p2 <= self.range2;
            let d = d2.max(1e-12).sqrt();
            let t = (p2 - touch2) / (b.max(0.0) + d);
            let t = t.max(LEAST_TIME);
            let f = self.law.slope(t) / d;
            let f = if meets { f } else { 0.0 };
            x[k] += f * (px + t * wx);
            y[k] += f * (py + t * wy);
        }
    }
}

#[inline]
fn from_walls(view: &View<'_>, me: Row, p: &PowerLaw) -> Vec2 {
    let (place, body) = (view.place(me), view.body(me));
    let law = EnergyLaw { strength: p.strength, per_horizon: 1.0 / p.horizon };
    let mut sum = Vec2::ZERO;
    for wall in view.walls_within(me, p.wall_range).filter(|w| w.faces(place)) {
        sum += flank(law, place - wall.at.a, body.velocity(), body.radius, wall.at.b - wall.at.a);
        // Only corners that stick out are reached before the walls beside them.
        if orient(wall.before, wall.at.a, wall.at.b) < 0.0 {
            sum += corner(law, place, wall.at.a, body.velocity(), body.radius);
        }
    }
    sum
}

/// Force of a flat wall that runs `along` from a place `from` here, people to its left.
#[inline]
fn flank(law: EnergyLaw, from: Vec2, velocity: Vec2, radius: f32, along: Vec2) -> Vec2 {
    let length = along.length();
    let Some(direction) = along.unit() else { return Vec2::ZERO };
    let n = direction.perp();
    let (distance, closing) = (from.dot(n), -velocity.dot(n));
    if closing < LEAST_SPEED || distance <= 0.0 {
        return Vec2::ZERO;
    }
    let t = ((distance - radius.min(SHRINK * distance)) / closing).max(LEAST_TIME);
    let foot = (from + velocity * t).dot(direction);
    if !(0.0..=length).contains(&foot) {
        return Vec2::ZERO;
    }
    n * (law.slope(t) / closing)
}

/// Force of an outer corner: of a standing disc without size.
#[inline]
fn corner(law: EnergyLaw, place: Point, corner: Point, velocity: Vec2, radius: f32) -> Vec2 {
    let d = corner - place;
    let lane = |value: f32, others: f32| {
        let mut lanes = [others; LANES];
        lanes[0] = value;
        lanes
    };
    let zero = [0.0; LANES];
    let (dx, dy) = (lane(d.x, ambulo_sim::NOWHERE), lane(d.y, ambulo_sim::NOWHERE));
    let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
    let kernel = PowerLawKernel { law, velocity, radius, range2: f32::MAX };
    let block = Block { dx: &dx, dy: &dy, vx: &zero, vy: &zero, radius: &zero };
    kernel.add(block, &mut x, &mut y);
    Vec2::new(x[0], y[0])
}
