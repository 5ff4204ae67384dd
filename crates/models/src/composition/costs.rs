//! The cost terms, one function each: eight velocities and what is seen, to eight costs.
//!
//! A new term is a function here, a line in [`TERMS`] and its weight among the parameters. Formulas are written for one
//! velocity, or for one velocity and one other walker; [`Velocities::each`], [`Seen::sum`] and [`Seen::least`] do eight at a
//! time. Slopes are taken by differences, so that no term needs more than itself.

use super::{Composition, Eight, Seen, Velocities};
use ambulo_geom::Vec2;
use ambulo_geom::math::exp32;
use ambulo_sim::LANES;

/// Below this a direction is not to be trusted [m/s].
const SLOW: f32 = 0.05;

/// Puts the terms together: name, weight, function. A term without weight is not evaluated.
macro_rules! terms {
    ($($name:literal, $weight:ident, $cost:ident;)+) => {
        /// What eight velocities cost.
        ///
        /// ```
        /// use ambulo_models::composition::{Composition, Seen, Velocities, costs::total};
        /// use ambulo_geom::Vec2;
        /// let wish = Vec2::new(1.3, 0.0);
        /// let seen = Seen::alone(wish, wish, 0.2);
        /// assert_eq!(total(&Velocities::all(wish), &seen, &Composition::default()), [0.0; 8]);
        /// ```
        #[inline(always)]
        pub fn total(v: &Velocities, seen: &Seen, p: &Composition) -> Eight {
            let mut sum = [0.0; LANES];
            $(if p.$weight != 0.0 {
                let cost = $cost(v, seen, p);
                for k in 0..LANES {
                    sum[k] += p.$weight * cost[k];
                }
            })+
            sum
        }

        /// What a velocity costs, term by term.
        pub(super) fn terms(v: Vec2, seen: &Seen, p: &Composition) -> Vec<(&'static str, f32)> {
            let v = Velocities::all(v);
            [$(($name, p.$weight, $cost as Term),)+]
                .into_iter()
                .filter(|(_, weight, _)| *weight != 0.0)
                .map(|(name, weight, cost)| (name, weight * cost(&v, seen, p)[0]))
                .collect()
        }

        /// All terms by name.
        ///
        /// ```
        /// assert!(ambulo_models::composition::costs::TERMS.iter().any(|(name, _)| *name == "goal"));
        /// ```
        pub const TERMS: &[(&str, Term)] = &[$(($name, $cost),)+];
    };
}

/// A cost term.
pub type Term = fn(&Velocities, &Seen, &Composition) -> Eight;

terms! {
    "goal", goal_weight, goal;
    "detour", detour_weight, detour;
    "speed", speed_weight, speed;
    "heading", heading_weight, heading;
    "inertia", inertia_weight, inertia;
    "turn", turn_weight, turn;
    "time", time_weight, time;
    "distance", distance_weight, distance;
    "energy", energy_weight, energy;
    "wall", wall_weight, wall;
    "flow", flow_weight, flow;
    "side", side_weight, side;
}

#[inline(always)]
fn goal(v: &Velocities, seen: &Seen, _: &Composition) -> Eight {
    v.each(|v| (v - seen.wish).length_squared())
}

#[inline(always)]
fn detour(v: &Velocities, seen: &Seen, _: &Composition) -> Eight {
    // Rounded off at the tip, so that it has a slope everywhere.
    v.each(|v| ((v - seen.wish).length_squared() + 1e-4).sqrt() - 1e-2)
}

#[inline(always)]
fn speed(v: &Velocities, seen: &Seen, _: &Composition) -> Eight {
    v.each(|v| (v.length() - seen.pace) * (v.length() - seen.pace))
}

#[inline(always)]
fn heading(v: &Velocities, seen: &Seen, _: &Composition) -> Eight {
    v.each(|v| off(v, seen.desired))
}

#[inline(always)]
fn inertia(v: &Velocities, seen: &Seen, _: &Composition) -> Eight {
    v.each(|v| (v - seen.now).length_squared())
}

#[inline(always)]
fn turn(v: &Velocities, seen: &Seen, _: &Composition) -> Eight {
    v.each(|v| off(v, seen.facing))
}

/// 1 - cos of the angle to a direction; fades where a velocity is too slow to have one.
#[inline(always)]
fn off(v: Vec2, direction: Vec2) -> f32 {
    let length = (v.length_squared() + SLOW * SLOW).sqrt();
    1.0 - v.dot(direction) / length
}

#[inline(always)]
fn time(v: &Velocities, seen: &Seen, p: &Composition) -> Eight {
    let first = seen.least(v, |other, v| other.collision(v, seen.now, p.share));
    first.map(|t| soon(t, p.time_horizon))
}

/// 1 / t, from the horizon on.
#[inline(always)]
fn soon(t: f32, horizon: f32) -> f32 {
    (1.0 / t - 1.0 / horizon).max(0.0)
}

#[inline(always)]
fn distance(v: &Velocities, seen: &Seen, p: &Composition) -> Eight {
    let (path, near) = (0.5 / (p.distance_sigma * p.distance_sigma), 0.5 / (p.near_sigma * p.near_sigma));
    seen.sum(v, |other, v| {
        let (q, d2) = (other.velocity - v, other.at.length_squared());
        let t = (-other.at.dot(q) / (q.length_squared() + 1e-6)).max(0.0);
        let least = (other.at + q * t).length_squared();
        // An agent straight ahead counts fully, one behind not at all.
        let ahead = (other.at.dot(seen.facing) / (d2 + 1e-6).sqrt()).max(0.0);
        let sight = 0.25 * (1.0 + ahead) * (1.0 + ahead) * if ahead > 0.0 { 1.0 } else { 0.0 };
        sight * exp32(-d2 * near - least * path)
    })
}

#[inline(always)]
fn energy(v: &Velocities, seen: &Seen, p: &Composition) -> Eight {
    seen.sum(v, |other, v| {
        let t = other.collision(v, seen.now, p.share).clamp(super::seen::AT_ONCE, 1e4);
        exp32(-t / p.energy_time) / (t * t)
    })
}

#[inline(always)]
fn wall(v: &Velocities, seen: &Seen, p: &Composition) -> Eight {
    let mut first = [f32::INFINITY; LANES];
    for wall in seen.walls() {
        for (k, first) in first.iter_mut().enumerate() {
            *first = first.min(wall.collision(v.get(k), seen.radius));
        }
    }
    first.map(|t| soon(t, p.wall_time))
}

#[inline(always)]
fn flow(v: &Velocities, seen: &Seen, _: &Composition) -> Eight {
    let (mut mean, mut count) = (Vec2::ZERO, 0.0);
    // Near by and ahead, in about the same direction.
    let follows = |o: &&super::Other| o.at.length_squared() < 9.0 && o.at.dot(seen.desired) > 0.0;
    for other in seen.others().iter().filter(follows).filter(|o| o.velocity.dot(seen.desired) > 0.5 * seen.pace) {
        mean += other.velocity;
        count += 1.0;
    }
    if count == 0.0 {
        return [0.0; LANES];
    }
    v.each(|v| (v - mean / count).length_squared())
}

#[inline(always)]
fn side(v: &Velocities, seen: &Seen, p: &Composition) -> Eight {
    let wrong = [1.0, -1.0, 0.0][p.side as usize % 3];
    // Positive to the left of the desired direction.
    v.each(|v| (wrong * seen.desired.cross(v) / seen.pace).max(0.0))
}
