//! The first threat to an agent, and where it steers then.

use super::Reynolds;
use crate::totals::total;
use ambulo_geom::Vec2;
use ambulo_sim::NOWHERE;
use ambulo_sim::{Block, LANES};

/// Paths within 45 degrees of each other are parallel.
const PARALLEL: f32 = 0.707;
/// An agent in contact is left with so many times the sideways distance [1/s^2].
const TOUCH: f32 = 10.0;

pub(super) struct Me {
    pub(super) forward: Vec2,
    pub(super) velocity: Vec2,
    pub(super) radius: f32,
}

/// The first threat of every lane, who is touched most, and the sum for keeping apart.
pub(super) struct Threats {
    time: [f32; LANES],
    dx: [f32; LANES],
    dy: [f32; LANES],
    vx: [f32; LANES],
    vy: [f32; LANES],
    deep: [f32; LANES],
    deep_x: [f32; LANES],
    deep_y: [f32; LANES],
    apart_x: [f32; LANES],
    apart_y: [f32; LANES],
}

impl Threats {
    #[inline(always)]
    pub(super) fn new(p: &Reynolds) -> Self {
        let none = [0.0; LANES];
        Self {
            time: [p.look_ahead; LANES],
            dx: [NOWHERE; LANES],
            dy: none,
            vx: none,
            vy: none,
            deep: none,
            deep_x: none,
            deep_y: none,
            apart_x: none,
            apart_y: none,
        }
    }

    #[inline(always)]
    pub(super) fn look(&mut self, o: &Block<'_>, me: &Me, p: &Reynolds) {
        let near2 = 4.0 * p.avoid_radius * p.avoid_radius;
        let apart2 = p.separation_radius * p.separation_radius;
        for k in 0..LANES {
            let (x, y) = (o.dx[k], o.dy[k]);
            let (qx, qy) = (o.vx[k] - me.velocity.x, o.vy[k] - me.velocity.y);
            let q2 = qx * qx + qy * qy;
            let t = -(x * qx + y * qy) / q2.max(1e-9);
            let (mx, my) = (x + qx * t, y + qy * t);
            let first = q2 > 1e-9 && t >= 0.0 && t < self.time[k] && mx * mx + my * my < near2;
            self.time[k] = if first { t } else { self.time[k] };
            self.dx[k] = if first { x } else { self.dx[k] };
            self.dy[k] = if first { y } else { self.dy[k] };
            self.vx[k] = if first { o.vx[k] } else { self.vx[k] };
            self.vy[k] = if first { o.vy[k] } else { self.vy[k] };
            let d2 = x * x + y * y;
            let deep = o.radius[k] + me.radius - d2.sqrt();
            let deeper = deep > self.deep[k];
            self.deep[k] = if deeper { deep } else { self.deep[k] };
            self.deep_x[k] = if deeper { x } else { self.deep_x[k] };
            self.deep_y[k] = if deeper { y } else { self.deep_y[k] };
            // In one place there is no direction to part in.
            let fall = if d2 < apart2 { 1.0 / d2.max(1e-6) } else { 0.0 };
            self.apart_x[k] -= x * fall;
            self.apart_y[k] -= y * fall;
        }
    }

    /// The force that avoids the first threat; zero if there is none.
    #[inline(always)]
    pub(super) fn avoid(&self, me: &Me, p: &Reynolds) -> Vec2 {
        let left = me.forward.perp();
        let deepest = (1..LANES).fold(0, |best, k| if self.deep[k] > self.deep[best] { k } else { best });
        if self.deep[deepest] > 0.0 {
            let aside = -(self.deep_x[deepest] * left.x + self.deep_y[deepest] * left.y);
            if aside != 0.0 {
                return left * (TOUCH * aside).clamp(-p.max_force, p.max_force);
            }
        }
        let first = (1..LANES).fold(0, |best, k| if self.time[k] < self.time[best] { k } else { best });
        if self.dx[first] == NOWHERE {
            return Vec2::ZERO;
        }
        let (at, v) = (Vec2::new(self.dx[first], self.dy[first]), Vec2::new(self.vx[first], self.vy[first]));
        left * (p.max_force * side(me, at, v, self.time[first], p))
    }

    /// Away from those near by, as a unit vector; zero if there is nobody.
    #[inline(always)]
    pub(super) fn separate(&self) -> Vec2 {
        Vec2::new(total(&self.apart_x), total(&self.apart_y)).unit().unwrap_or(Vec2::ZERO)
    }
}

/// Which side to steer to for a threat at `at` of velocity `v` in `time` seconds: 1 left, -1 right, 0 not at all.
#[inline(always)]
pub(super) fn side(me: &Me, at: Vec2, v: Vec2, time: f32, p: &Reynolds) -> f32 {
    let left = me.forward.perp();
    // Who stands has no direction; its path is neither along nor against.
    let along = me.forward.dot(v.unit().unwrap_or(Vec2::ZERO));
    let threat = if along < -PARALLEL {
        (at + v * time).dot(left)
    } else if along > PARALLEL {
        at.dot(left)
    } else if v.length() <= me.velocity.length() {
        let sideways = v.dot(left);
        // A standing agent is passed on the other side.
        if sideways == 0.0 { at.dot(left) } else { sideways }
    } else {
        return 0.0;
    };
    if threat > 0.0 {
        -1.0
    } else if threat < 0.0 {
        1.0
    } else {
        [-1.0, 1.0, 0.0][p.side as usize % 3]
    }
}
