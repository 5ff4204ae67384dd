//! The energy of a velocity, over eight others or over eight velocities at a time.

use super::Lta;
use crate::totals::total;
use ambulo_geom::Vec2;
use ambulo_geom::math::{self, exp32};
use ambulo_sim::{Block, LANES, NOWHERE};

/// Others that count, at most.
const MOST: usize = 48;
/// Agents with less weight do not count.
const LEAST_WEIGHT: f32 = 1e-3;
/// Below this a direction is that of the goal [m/s].
const NO_DIRECTION: f32 = 1e-3;

/// What a walker minds, in columns.
pub(super) struct Energy {
    kx: [f32; MOST],
    ky: [f32; MOST],
    vx: [f32; MOST],
    vy: [f32; MOST],
    weight: [f32; MOST],
    pub(super) used: usize,
    blocks: usize,
    desired: Vec2,
    pub(super) pace: f32,
    speed_weight: f32,
    goal_weight: f32,
    /// 1 / (2 sigma_d^2)
    fall: f32,
}

impl Energy {
    #[inline(always)]
    pub(super) fn new(p: &Lta, desired: Vec2, pace: f32) -> Self {
        let none = [0.0; MOST];
        Self {
            kx: none,
            ky: none,
            vx: none,
            vy: none,
            weight: none,
            used: 0,
            blocks: 0,
            desired,
            pace,
            speed_weight: p.speed_weight,
            goal_weight: p.goal_weight,
            fall: 0.5 / (p.sigma_d * p.sigma_d),
        }
    }

    /// Adds eight others.
    #[inline(always)]
    pub(super) fn people(&mut self, p: &Lta, sight: Vec2, o: &Block<'_>) {
        for k in 0..LANES {
            self.add(p, sight, Vec2::new(o.dx[k], o.dy[k]), Vec2::new(o.vx[k], o.vy[k]), 1.0);
        }
    }

    /// Adds an agent at a place seen from this one, if its weight is not zero.
    #[inline(always)]
    pub(super) fn add(&mut self, p: &Lta, sight: Vec2, at: Vec2, v: Vec2, share: f32) {
        let d2 = at.length_squared();
        let ahead = at.dot(sight);
        if at.x == NOWHERE || ahead < 0.0 {
            return;
        }
        let near = share * exp32(-d2 * 0.5 / (p.sigma_w * p.sigma_w));
        if near < LEAST_WEIGHT {
            return;
        }
        // In one place there is no angle; an agent there counts fully.
        let cos = if d2 > 1e-12 { (ahead / d2.sqrt()).min(1.0) } else { 1.0 };
        let weight = near * math::pow(f64::from(0.5 * (1.0 + cos)), f64::from(p.beta)) as f32;
        if weight < LEAST_WEIGHT {
            return;
        }
        let mut k = self.used;
        if k == MOST {
            // Full: the least weighty gives way.
            k = (0..MOST).fold(0, |least, k| if self.weight[k] < self.weight[least] { k } else { least });
            if self.weight[k] >= weight {
                return;
            }
        } else {
            self.used += 1;
        }
        (self.kx[k], self.ky[k], self.vx[k], self.vy[k], self.weight[k]) = (-at.x, -at.y, v.x, v.y, weight);
    }

    /// All are known. Lanes that are left over weigh nothing.
    #[inline(always)]
    pub(super) fn close(&mut self) {
        self.blocks = self.used.div_ceil(LANES);
    }

    /// Energy and gradient at a velocity, eight others at a time.
    #[inline(always)]
    pub(super) fn at(&self, v: Vec2) -> (f32, Vec2) {
        let (mut e, mut gx, mut gy) = ([0.0f32; LANES], [0.0f32; LANES], [0.0f32; LANES]);
        for b in 0..self.blocks {
            let (kx, ky) = (lanes(&self.kx, b), lanes(&self.ky, b));
            let (vx, vy, weight) = (lanes(&self.vx, b), lanes(&self.vy, b), lanes(&self.weight, b));
            for l in 0..LANES {
                let (qx, qy) = (v.x - vx[l], v.y - vy[l]);
                let (t, mx, my) = nearest(kx[l], ky[l], qx, qy);
                let one = weight[l] * exp32(-(mx * mx + my * my) * self.fall);
                e[l] += one;
                // The time of the least distance changes it in second order only.
                let slope = -2.0 * self.fall * one * t;
                gx[l] += slope * mx;
                gy[l] += slope * my;
            }
        }
        let speed = v.length();
        let off = self.pace - speed;
        let own = self.speed_weight * off * off;
        let mut gradient = Vec2::new(total(&gx), total(&gy));
        let mut cos = 1.0;
        if speed > NO_DIRECTION {
            let along = v / speed;
            cos = along.dot(self.desired);
            gradient +=
                along * (-2.0 * self.speed_weight * off) - (self.desired - along * cos) * (self.goal_weight / speed);
        }
        (total(&e) + own - self.goal_weight * cos, gradient)
    }

    /// Energies of eight velocities.
    #[inline(always)]
    pub(super) fn of_eight(&self, x: &[f32; LANES], y: &[f32; LANES]) -> [f32; LANES] {
        let mut e = [0.0f32; LANES];
        for l in 0..LANES {
            let speed = (x[l] * x[l] + y[l] * y[l]).sqrt();
            let off = self.pace - speed;
            let along = (x[l] * self.desired.x + y[l] * self.desired.y) / speed.max(NO_DIRECTION);
            let cos = if speed > NO_DIRECTION { along } else { 1.0 };
            e[l] = self.speed_weight * off * off - self.goal_weight * cos;
        }
        for k in 0..self.used {
            let (kx, ky, vx, vy, weight) = (self.kx[k], self.ky[k], self.vx[k], self.vy[k], self.weight[k]);
            for l in 0..LANES {
                let (_, mx, my) = nearest(kx, ky, x[l] - vx, y[l] - vy);
                e[l] += weight * exp32(-(mx * mx + my * my) * self.fall);
            }
        }
        e
    }

    /// What the energy of a velocity is made of.
    pub(super) fn terms(&self, v: Vec2) -> Vec<(&'static str, f32)> {
        let own = Self { used: 0, blocks: 0, ..Self::copy(self) };
        let (alone, _) = own.at(v);
        let off = self.pace - v.length();
        let speed = self.speed_weight * off * off;
        vec![("others", self.at(v).0 - alone), ("speed", speed), ("goal", alone - speed)]
    }

    fn copy(e: &Self) -> Self {
        Self { kx: e.kx, ky: e.ky, vx: e.vx, vy: e.vy, weight: e.weight, ..*e }
    }
}

/// When two are nearest from now on, and where the walker then is, seen from the other.
#[inline(always)]
fn nearest(kx: f32, ky: f32, qx: f32, qy: f32) -> (f32, f32, f32) {
    let t = (-(kx * qx + ky * qy) / (qx * qx + qy * qy + 1e-12)).max(0.0);
    (t, kx + t * qx, ky + t * qy)
}

#[inline(always)]
fn lanes(column: &[f32; MOST], b: usize) -> &[f32; LANES] {
    column[b * LANES..(b + 1) * LANES].try_into().expect("eight lanes")
}
