//! Among all directions and speeds that come into question, the one that costs least.
//!
//! Eight directions at a time, from the desired direction outwards. What a velocity costs before any neighbour is
//! evaluated bounds its cost from below, and so does every partial sum: eight candidates none of which can be best any
//! more are left. The choice is that of a full search, bit for bit: candidates are only left when they cost strictly
//! more.

use super::ahead::WallsAhead;
use super::colliding::CollidingAgent;
use super::domain::{DirectionFan, Directions, Speeds};
use super::{Karamouzas, SLOW};
use ambulo_geom::Vec2;
use ambulo_sim::LANES;

#[cfg(test)]
mod tests;

/// A velocity in the walker's own axes, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CostedVelocity {
    pub(super) velocity: Vec2,
    pub(super) cost: f32,
    /// How far it is from the one wished for [m/s].
    pub(super) deviation: f32,
}

impl CostedVelocity {
    const NONE: Self = Self { velocity: Vec2::ZERO, cost: f32::INFINITY, deviation: f32::INFINITY };

    /// Takes the better one of eight; of equals the nearer to the velocity wished for, then the first found.
    #[inline(always)]
    fn improve(&mut self, cost: &[f32; LANES], deviation: &[f32; LANES], vx: &[f32; LANES], vy: &[f32; LANES]) {
        for k in 0..LANES {
            let better = cost[k] < self.cost || (cost[k] == self.cost && deviation[k] < self.deviation);
            if better {
                *self = Self { velocity: Vec2::new(vx[k], vy[k]), cost: cost[k], deviation: deviation[k] };
            }
        }
    }
}

/// What every candidate is weighed against.
pub(super) struct Scales<'a> {
    pub(super) p: &'a Karamouzas,
    /// Desired speed [m/s].
    pub(super) pace: f32,
    /// Speed now [m/s], and direction now in the walker's own axes; null when it stands.
    pub(super) speed: f32,
    pub(super) facing: Vec2,
    /// Weight of collisions.
    pub(super) dread: f32,
    pub(super) others: &'a [CollidingAgent],
    pub(super) walls: &'a WallsAhead,
}

/// The parts of a cost, for those who want to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Terms {
    pub(super) turning: f32,
    pub(super) speeding: f32,
    pub(super) deviating: f32,
    pub(super) colliding: f32,
}

impl Scales<'_> {
    /// The cheapest velocity to avoid collisions with. `PRUNE` leaves out what cannot be best.
    #[inline(always)]
    pub(super) fn avoid<const PRUNE: bool>(&self, fan: DirectionFan, speeds: &Speeds) -> CostedVelocity {
        let mut best = CostedVelocity::NONE;
        if fan.facing != Vec2::ZERO {
            self.avoid_eight::<PRUNE>(&fan.about_now(), speeds, &mut best);
        }
        for block in 0..fan.blocks() {
            self.avoid_eight::<PRUNE>(&fan.block(block), speeds, &mut best);
        }
        best
    }

    #[inline(always)]
    fn avoid_eight<const PRUNE: bool>(&self, d: &Directions, speeds: &Speeds, best: &mut CostedVelocity) {
        let p = self.p;
        let (per_speed, per_time) = (1.0 / p.max_speed, 1.0 / p.time_max);
        let standing = self.facing == Vec2::ZERO;
        let mut turning = [0.0; LANES];
        for (k, turning) in turning.iter_mut().enumerate() {
            let cos = d.cos[k] * self.facing.x + d.sin[k] * self.facing.y;
            *turning = p.turn_weight * 0.5 * (1.0 - cos);
        }
        for u in speeds.list() {
            let speeding = p.speed_weight * (u - self.speed).abs() * per_speed;
            let turns = !standing & (*u > SLOW);
            let (mut vx, mut vy, mut deviation, mut base) = ([0.0; LANES], [0.0; LANES], [0.0; LANES], [0.0; LANES]);
            for k in 0..LANES {
                (vx[k], vy[k]) = (u * d.cos[k], u * d.sin[k]);
                let off = vx[k] - self.pace;
                deviation[k] = (off * off + vy[k] * vy[k]).sqrt();
                let turning = if turns { turning[k] } else { 0.0 };
                base[k] = turning + speeding + p.deviation_weight * deviation[k] * (0.5 * per_speed) + d.extra[k];
            }
            if PRUNE && !any_below(&base, best.cost) {
                continue;
            }
            let mut time = [p.time_max; LANES];
            let mut cost = base;
            let mut lost = false;
            for o in self.others {
                for k in 0..LANES {
                    let t = o.meets(vx[k], vy[k]);
                    time[k] = if t < time[k] { t } else { time[k] };
                    cost[k] = base[k] + self.dread * ((p.time_max - time[k]) * per_time);
                }
                if PRUNE && !any_below(&cost, best.cost) {
                    lost = true;
                    break;
                }
            }
            if lost {
                continue;
            }
            for w in self.walls.list() {
                for k in 0..LANES {
                    let t = w.meets(vx[k], vy[k]) * self.walls.stretch;
                    time[k] = if t < time[k] { t } else { time[k] };
                    cost[k] = base[k] + self.dread * ((p.time_max - time[k]) * per_time);
                }
            }
            best.improve(&cost, &deviation, &vx, &vy);
        }
    }

    /// The cheapest velocity to get away from those who are too near, and whether any brings none of them nearer.
    #[inline(always)]
    pub(super) fn escape<const PRUNE: bool>(&self, fan: DirectionFan, speeds: &Speeds) -> (CostedVelocity, bool) {
        let p = self.p;
        let (per_speed, per_time) = (1.0 / p.max_speed, 1.0 / p.time_max);
        let mut best = CostedVelocity::NONE;
        let mut free = false;
        let now = u32::from(fan.facing != Vec2::ZERO);
        for block in 0..now + fan.blocks() {
            let d = if block < now { fan.about_now() } else { fan.block(block - now) };
            for u in speeds.list() {
                let (mut vx, mut vy, mut base) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
                for k in 0..LANES {
                    (vx[k], vy[k]) = (u * d.cos[k], u * d.sin[k]);
                    base[k] = p.deviation_weight * u * per_speed + d.extra[k];
                }
                if PRUNE && free && !any_below(&base, best.cost) {
                    continue;
                }
                let (mut time, mut nears) = ([0.0f32; LANES], [false; LANES]);
                for o in self.others.iter().filter(|o| o.gap < 0.0) {
                    for k in 0..LANES {
                        let t = o.parts(vx[k], vy[k]);
                        time[k] = if t > time[k] { t } else { time[k] };
                        nears[k] |= o.touches & o.nears(vx[k], vy[k]);
                    }
                }
                let mut cost = base;
                for k in 0..LANES {
                    let t = if time[k] > p.time_max { p.time_max } else { time[k] };
                    cost[k] = base[k] + p.collision_weight * (t * per_time);
                    free |= !nears[k] & (base[k] < f32::INFINITY);
                }
                best.improve(&cost, &[*u; LANES], &vx, &vy);
            }
        }
        (best, free)
    }

    /// What a velocity costs, part by part.
    pub(super) fn terms(&self, v: Vec2) -> Terms {
        let p = self.p;
        let speed = v.length();
        let turns = self.facing != Vec2::ZERO && speed > SLOW;
        let cos = if turns { self.facing.dot(v) / speed } else { 1.0 };
        let met = self.others.iter().map(|o| o.meets(v.x, v.y)).fold(self.walls.meets(v.x, v.y), f32::min);
        Terms {
            turning: p.turn_weight * 0.5 * (1.0 - cos),
            speeding: p.speed_weight * (speed - self.speed).abs() / p.max_speed,
            deviating: p.deviation_weight * (v - Vec2::new(self.pace, 0.0)).length() / (2.0 * p.max_speed),
            colliding: self.dread * (p.time_max - met.min(p.time_max)) / p.time_max,
        }
    }
}

impl Scales<'_> {
    /// What a velocity costs that leads away from those too near: its speed, and the time it takes.
    pub(super) fn escape_terms(&self, v: Vec2) -> [f32; 2] {
        let time = self.others.iter().filter(|o| o.gap < 0.0).map(|o| o.parts(v.x, v.y)).fold(0.0, f32::max);
        let p = self.p;
        [p.deviation_weight * v.length() / p.max_speed, p.collision_weight * time.min(p.time_max) / p.time_max]
    }
}

/// Whether one of eight could still be taken: it costs no more.
#[inline(always)]
fn any_below(cost: &[f32; LANES], best: f32) -> bool {
    let mut any = false;
    for c in cost {
        any |= *c <= best;
    }
    any
}
