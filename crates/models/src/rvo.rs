//! `rvo`: everybody looks for a velocity that avoids collisions if the others do as much.
//!
//! **Paper.** J. van den Berg, M. Lin and D. Manocha, *Reciprocal velocity obstacles for real-time multi-agent navigation*,
//! IEEE International Conference on Robotics and Automation (2008).
//!
//! **In words.** A velocity is bad if it leads into an agent that keeps going, the sooner the worse, and if it is not the one
//! wished for. Two who think so both give way, find the path free, both turn back, and so on. Therefore a walker takes
//! half of the change upon itself and leaves half to the other: it judges the velocity v' as if it changed by twice as
//! much. Many velocities within reach are tried, and the best is taken.
//!
//! ```text
//! penalty(v') = weight / t(v') + |v_pref - v'|
//! t(v')       = least over people of the first t > 0 with |p_j - p_i - (2 v' - v_i - v_j) t| <= r_i + r_j
//!               and over walls with v' itself
//! tried:      v_pref, and `samples` velocities with |v' - v_i| <= max_accel dt and |v'| <= v_max
//! ```
//!
//! **Choices.** The paper leaves the numbers open. 250 velocities, 15 m, 10 neighbours and a weight of 7.5 m are those of the
//! example that comes with the authors' library. Its acceleration is 1 m/s^2 at steps of 0.25 s; here 5 m/s^2, because
//! people stop within a step or two. Velocities are sampled in the disc that can be reached, so they are dense where it
//! matters; the present velocity is one of them, and what comes nearest to v_pref is the first. The samples are a fixed,
//! even pattern that is the same on both sides of the desired direction, turned at random at every step (`noise`). An
//! overlapping agent pays weight (1 + t / dt) in the place of weight / t, with t the time until they are apart. Two in
//! the same place go in directions made from their numbers. Velocities on the other side than `side` cost 0.00001 m/s
//! more; without a side, a tie of left and right goes between.
//!
//! **A departure, and why.** In the library walls cost like people, as far as one sees. Routes here come from a planner and bend
//! before walls, so what lies straight ahead is usually not on the route. The cost of a wall is less by what it would
//! be at
//! `wall_time`: walls that are touched later cost nothing.
//!
//! **Not modelled.** Nothing guarantees that a velocity without a collision is found or that others do their half.

use crate::decision::decided_by;
use crate::nearest::{Make, ROOM, nearest};
use ambulo_geom::{Vec2, math};
use ambulo_sim::NOWHERE;
use ambulo_sim::{Block, CalibrationAxis, LANES, Note, Row, SteeringModel, Trace, View, params};

pub use crate::nearest::SearchRadius;

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod penalty;
mod samples;
#[cfg(test)]
mod tests;

use penalty::Penalty;

params! {
    /// Reciprocal velocity obstacles, by sampling.
    pub struct Rvo {
        /// Weight of the time to a collision against the distance to the preferred velocity.
        weight: "m", 0.0..=100.0, 7.5;
        /// How many velocities are tried.
        samples: "1", 8.0..=1024.0, 250.0;
        /// Greatest acceleration.
        max_accel: "m/s^2", 0.1..=1000.0, 5.0;
        /// Whether others are assumed to do half of it; if not, it is the plain velocity obstacle.
        reciprocal: "yes|no", 0.0..=1.0, 0.0;
        /// Walls that are touched later cost nothing.
        wall_time: "s", 0.05..=20.0, 1.0;
        /// How many neighbours are minded, the nearest.
        max_neighbours: "1", 1.0..=16.0, 10.0;
        /// To which side exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// Share of half a turn by which the samples are turned at random at every step.
        noise: "1", 0.0..=1.0, 1.0;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 15.0;
    }
}

/// What costs are equal to.
const TIE: f32 = 1e-5;

impl SteeringModel for Rvo {
    const NAME: &'static str = "rvo";
    const TITLE: &'static str = "Reciprocal velocity obstacles (2008): the best of many velocities";
    const PAPER: &'static str = "van den Berg, Lin and Manocha, Reciprocal velocity obstacles for real-time multi-agent navigation, ICRA (2008)";
    const LIMITS: &'static str = "no guarantee, others are assumed to do half, no groups";
    const READS_LISTS: bool = false;
    const CHOOSES: bool = true;
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[CalibrationAxis::usual("weight", 1.875, 30.0)];
    type Memory = SearchRadius;

    fn wall_range(&self) -> f32 {
        // People who walk at 2 m/s may run at 3; the widest are a metre wide.
        self.wall_time * 3.0 + 0.5
    }

    decided_by!(decide, range);
}

/// Neighbours as they are.
struct Bodies;

impl Make<5> for Bodies {
    const NOBODY: [f32; 5] = [NOWHERE, NOWHERE, 0.0, 0.0, 0.0];

    #[inline(always)]
    fn eight(&self, block: Block<'_>) -> [[f32; LANES]; 5] {
        [*block.dx, *block.dy, *block.vx, *block.vy, *block.radius]
    }
}

/// The desired direction of an agent, as axes.
#[derive(Clone, Copy, Debug)]
struct DesiredAxes {
    ahead: Vec2,
}

impl DesiredAxes {
    #[inline(always)]
    fn own(self, v: Vec2) -> Vec2 {
        Vec2::new(self.ahead.dot(v), self.ahead.cross(v))
    }

    #[inline(always)]
    fn world(self, v: Vec2) -> Vec2 {
        let Vec2 { x, y } = self.ahead;
        Vec2::new(x * v.x - y * v.y, x * v.y + y * v.x)
    }
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Rvo, memory: &mut SearchRadius, trace: &mut T) -> Vec2 {
    let body = view.body(me);
    let preferred = view.preferred(me);
    let axes = DesiredAxes { ahead: preferred.unit().unwrap_or(view.heading(me)) };
    let now = axes.own(body.velocity());
    let limits = Limits { now, change: p.max_accel * view.dt, fastest: view.max_speed(me) };
    let wish = Vec2::new(preferred.length(), 0.0);
    let mut penalty = Penalty::new(p.weight, view.dt, p.wall_time, wish);
    let mut near = [[[0.0; LANES]; 5]; ROOM];
    let blocks = nearest((view, me), p.range, p.max_neighbours as usize, memory, &Bodies, &mut near);
    let own = if p.reciprocal < 0.5 { 2.0 } else { 1.0 };
    for [dx, dy, vx, vy, radius] in &near[..blocks] {
        for k in 0..LANES {
            if dx[k] == NOWHERE {
                continue;
            }
            let mut at = axes.own(Vec2::new(dx[k], dy[k]));
            if at.length_squared() < 1e-12 {
                // In the very same place: each takes the other to be on a side of its own.
                at = crate::orca::aside_of(view.id(me).0) * -1e-3;
            }
            let other = axes.own(Vec2::new(vx[k], vy[k]));
            penalty.add_body(at, body.radius + radius[k], own, other + now * (own - 1.0));
        }
    }
    let place = body.place();
    for wall in view.walls_within(me, p.wall_time * view.max_speed(me) + body.radius).filter(|w| w.faces(place)) {
        penalty.add_wall(axes.own(wall.at.b - place), axes.own(wall.at.a - place), body.radius);
    }
    let turn = if p.noise > 0.0 {
        let angle = (2.0 * view.random(me).unit() - 1.0) * std::f64::consts::PI * f64::from(p.noise);
        Vec2::new(math::cos(angle) as f32, math::sin(angle) as f32)
    } else {
        Vec2::new(1.0, 0.0)
    };
    let chosen = choose(&penalty, &limits, p, turn, trace);
    if T::ON {
        let cost = penalty.of_eight(&[chosen.x; LANES], &[chosen.y; LANES])[0];
        let velocity = axes.world(chosen);
        trace.note(|| Note::Candidate { velocity, cost, terms: Vec::new(), chosen: true });
    }
    if chosen == wish { preferred } else { axes.world(chosen) }
}

/// Which velocities can be had.
#[derive(Clone, Copy, Debug)]
struct Limits {
    now: Vec2,
    /// Greatest change in a step [m/s].
    change: f32,
    fastest: f32,
}

/// The best reachable velocity, along the desired direction.
#[inline(always)]
fn choose<T: Trace>(penalty: &Penalty, limits: &Limits, p: &Rvo, turn: Vec2, trace: &mut T) -> Vec2 {
    let Limits { now, change, fastest } = *limits;
    // First what is wished for, or what comes nearest to it.
    let off = penalty.wish - now;
    let first = if off.length() <= change { penalty.wish } else { now + off * (change / off.length()) };
    let first = first.clamp_length(fastest);
    let mut best = first;
    let mut least = penalty.of_eight(&[first.x; LANES], &[first.y; LANES])[0];
    if first == penalty.wish && least == 0.0 {
        trace.note(|| Note::Text("the velocity it prefers is free for good".into()));
        return first;
    }
    // Velocities on the other side than the preferred one cost a little.
    let dear = if p.side < 0.5 {
        1.0
    } else if p.side < 1.5 {
        -1.0
    } else {
        0.0
    };
    let mut tie = false;
    for [along, across] in samples::offsets(p.samples) {
        let (mut vx, mut vy) = ([0.0; LANES], [0.0; LANES]);
        for k in 0..LANES {
            let x = now.x + change * (along[k] * turn.x - across[k] * turn.y);
            let y = now.y + change * (along[k] * turn.y + across[k] * turn.x);
            let shorten = (fastest / (x * x + y * y).sqrt().max(1e-9)).min(1.0);
            (vx[k], vy[k]) = (x * shorten, y * shorten);
        }
        let mut cost = penalty.of_eight(&vx, &vy);
        for k in 0..LANES {
            cost[k] += if vy[k] * dear > 0.0 { TIE } else { 0.0 };
        }
        let best_here = cost.into_iter().fold(f32::INFINITY, f32::min);
        if best_here < least {
            let k = cost.iter().position(|c| *c == best_here).unwrap_or(0);
            (best, least) = (Vec2::new(vx[k], vy[k]), best_here);
            // Left and right may cost the same.
            tie = (0..LANES).any(|o| cost[o] == best_here && vx[o] == best.x && vy[o] == -best.y && best.y != 0.0);
        }
        if T::ON {
            for k in 0..LANES {
                let (velocity, cost) = (Vec2::new(vx[k], vy[k]), cost[k]);
                trace.note(|| Note::Candidate { velocity, cost, terms: Vec::new(), chosen: false });
            }
        }
    }
    if tie { Vec2::new(best.x, 0.0) } else { best }
}
