//! `reynolds`: steering behaviours for autonomous characters: seek, arrive, unaligned collision avoidance, separation.
//!
//! **Paper.** C. W. Reynolds, *Steering behaviors for autonomous characters*, Game Developers Conference (1999).
//!
//! **In words.** An agent seeks its goal: it accelerates by the difference between the velocity it wishes for and the one it
//! has. Before that it looks whether, if all keep their velocities, it will come too near to another within
//! `look_ahead` seconds, and takes the first of these. If the two meet head-on it steers away from where the other will be;
//! if they walk side by side, from where the other is; if their paths cross, only the faster steers, to the side the other
//! comes from. It steers to the side with all its force. Near others it may keep apart as well.
//!
//! ```text
//! t_j   = -(k . q) / |q|^2,   k = x_j - x,  q = v_j - v;    threat: the least t_j in [0, look_ahead] with |k + q t_j| < 2 avoid_radius
//! avoid = +- side max_force                                    seek = (wish - v) / seek_time
//! separate = separation unit(sum -k_j / |k_j|^2)
//! v'    = v + (avoid or seek, + separate, at most max_force) dt
//! ```
//!
//! **Choices.** Details the paper leaves open follow the pedestrians of OpenSteer, whose source was read: 3 s, 8 m/s^2, 0.5 m,
//! angles with cosines of +-0.707, ten times the sideways part of the distance from an agent in contact, forces
//! smoothed by 9 per second (between 0.15 and 0.4 per step), and one step in ten in which it does not look (`noise`).
//! An agent that does not move against this one is no threat. There a side product of exactly 0 means left; here `side`
//! says so. Arriving is what the planner asks for: the wish is slower near a goal, and an agent without a desired
//! velocity brakes with all its force.
//!
//! **What is added.** As in OpenSteer a walker that avoids does not seek meanwhile; `seek_share` is the share of seeking
//! that it keeps, 0 by default, and 1 makes crowds faster (the page has the figures). Walls are OpenSteer's containment in
//! small: if the place in `wall_time` seconds is too near to a wall, a force along the wall's normal is added. Who has come
//! to a stand turns freely; OpenSteer limits turning at low speed.
//!
//! **Not modelled.** One threat at a time, no braking for others, no groups.

use crate::decision::decided_by;
use ambulo_geom::Vec2;
use ambulo_sim::{CalibrationAxis, Note, Row, SteeringModel, Trace, View, params};

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
#[cfg(test)]
mod tests;
mod threat;

use threat::{Me, Threats};

params! {
    /// Steering behaviours of 1999.
    pub struct Reynolds {
        /// How far ahead collisions are seen.
        look_ahead: "s", 0.0..=20.0, 3.0;
        /// Half the distance that is too near.
        avoid_radius: "m", 0.05..=5.0, 0.5;
        /// Greatest force, for a mass of 1.
        max_force: "m/s^2", 0.1..=100.0, 8.0;
        /// Time in which seeking takes up the wish.
        seek_time: "s", 0.05..=10.0, 1.0;
        /// Share of seeking that is kept while avoiding.
        seek_share: "1", 0.0..=1.0, 0.0;
        /// Strength of keeping apart from those near by.
        separation: "m/s^2", 0.0..=100.0, 0.0;
        /// How far keeping apart reaches.
        separation_radius: "m", 0.1..=10.0, 1.0;
        /// How fast the force follows; 0 follows at once.
        smoothing: "1/s", 0.0..=100.0, 9.0;
        /// Greatest speed, as a multiple of the preferred one.
        speed_limit: "1", 1.0..=5.0, 1.3;
        /// How far ahead walls are seen; 0 does not see them.
        wall_time: "s", 0.0..=5.0, 0.5;
        /// Chance at every step not to look for collisions.
        noise: "1", 0.0..=1.0, 0.1;
        /// To which side exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 10.0;
    }
}

impl SteeringModel for Reynolds {
    const NAME: &'static str = "reynolds";
    const TITLE: &'static str = "Steering behaviours (1999): seek, arrive, unaligned avoidance, separation";
    const PAPER: &'static str =
        "Reynolds, Steering behaviors for autonomous characters, Game Developers Conference (1999)";
    const LIMITS: &'static str = "avoids one threat at a time, does not brake for others, no groups";
    const READS_LISTS: bool = false;
    const ACCELERATES: bool = true;
    /// The smoothed force.
    const TIME_CONSTANT: f64 = 1.0;
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("look_ahead", 0.75, 12.0),
        CalibrationAxis::usual("avoid_radius", 0.125, 2.0),
        CalibrationAxis::usual("seek_time", 0.25, 4.0),
        CalibrationAxis::usual("separation_radius", 0.25, 4.0),
        CalibrationAxis::usual("smoothing", 2.25, 36.0),
    ];
    type Memory = Vec2;

    decided_by!(decide, range);
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Reynolds, force: &mut Vec2, trace: &mut T) -> Vec2 {
    let body = view.body(me);
    let (now, wish) = (body.velocity(), view.preferred(me));
    if wish.length() < 1e-6 {
        *force = Vec2::ZERO;
        let brake = (p.max_force * view.dt).min(now.length());
        return now - now.unit().map_or(Vec2::ZERO, |u| u * brake);
    }
    let forward = if now.length() > 0.05 { view.heading(me) } else { wish / wish.length() };
    let who = Me { forward, velocity: now, radius: body.radius };
    let looks = p.noise <= 0.0 || view.random(me).unit() as f32 >= p.noise;
    let mut threats = Threats::new(p);
    view.for_each_block(
        me,
        p.range,
        #[inline(always)]
        |block| threats.look(&block, &who, p),
    );
    let avoid = if looks { threats.avoid(&who, p) } else { Vec2::ZERO };
    let seek = (wish - now) / p.seek_time;
    let seek = if avoid == Vec2::ZERO { seek } else { seek * p.seek_share };
    let wall = containment(view, me, p);
    if T::ON {
        let word = if avoid == Vec2::ZERO { "nobody obstructs it" } else { "it steers aside" };
        trace.note(|| Note::Text(format!("{word}: avoid {avoid:?}, seek {seek:?}, walls {wall:?} m/s^2")));
    }
    let wanted = (avoid + seek + wall + threats.separate() * p.separation).clamp_length(p.max_force);
    let rate = if p.smoothing > 0.0 { (p.smoothing * view.dt).clamp(0.15, 0.4) } else { 1.0 };
    *force += (wanted - *force) * rate;
    let limit = (body.speed * p.speed_limit).min(view.max_speed(me));
    (now + *force * view.dt).clamp_length(limit)
}

/// The force that keeps a walker off the walls it would soon be too near to.
#[inline(always)]
fn containment(view: &View<'_>, me: Row, p: &Reynolds) -> Vec2 {
    let (place, body) = (view.place(me), view.body(me));
    let mut sum = Vec2::ZERO;
    if p.wall_time <= 0.0 {
        return sum;
    }
    let then = place + body.velocity() * p.wall_time;
    for wall in view.walls(me).filter(|w| w.faces(place)) {
        let along = (wall.at.b - wall.at.a).unit().unwrap_or(Vec2::ZERO);
        let n = along.perp();
        let share = wall.at.closest_share(then);
        let gap = (then - wall.at.a).dot(n) - body.radius;
        if gap < 0.0 && share > 0.0 && share < 1.0 {
            sum += n * (-gap / p.wall_time * 4.0);
        }
    }
    sum.clamp_length(p.max_force)
}
