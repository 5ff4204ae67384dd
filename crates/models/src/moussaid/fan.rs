//! The directions a walker sees, and how far each is free: eight at a time.

use super::Moussaid;
use ambulo_geom::{Vec2, math};
use ambulo_sim::NOWHERE;
use ambulo_sim::{Block, LANES, Note, Trace};

/// Directions at most: every 2 degrees all round, the line of sight and the desired direction, in whole blocks.
const MOST: usize = 184;

/// What leans to the other side than `side` costs so much more.
const LEAN: f32 = 1e-6;

/// Directions: first the desired one, then the line of sight, then pairs right and left of it.
pub(super) struct Fan {
    x: [f32; MOST],
    y: [f32; MOST],
    /// Distance that is free [m].
    free: [f32; MOST],
    used: usize,
    blocks: usize,
    desired: Vec2,
    pace: f32,
    horizon: f32,
    /// Whether the desired direction is in sight.
    sees_desired: bool,
}

impl Fan {
    #[inline(always)]
    pub(super) fn new(p: &Moussaid, sight: Vec2, desired: Vec2, pace: f32) -> Self {
        let half = f64::from(p.half_angle).to_radians();
        // The outermost directions are half an angle of sight away, whatever the step.
        let pairs = ((p.half_angle / p.angle_step).round() as usize).clamp(1, (MOST - 2) / 2);
        let step = half / pairs as f64;
        let (c1, s1) = (math::cos(step) as f32, math::sin(step) as f32);
        let (mut c, mut s) = (1.0f32, 0.0f32);
        let used = 2 + 2 * pairs;
        let (mut x, mut y) = ([0.0; MOST], [0.0; MOST]);
        (x[0], y[0], x[1], y[1]) = (desired.x, desired.y, sight.x, sight.y);
        for k in 1..=pairs {
            (c, s) = (c * c1 - s * s1, s * c1 + c * s1);
            (x[2 * k], y[2 * k]) = (c * sight.x + s * sight.y, c * sight.y - s * sight.x);
            (x[2 * k + 1], y[2 * k + 1]) = (c * sight.x - s * sight.y, c * sight.y + s * sight.x);
        }
        // Rounding must not hide a direction exactly on the edge.
        let sees_desired = desired.dot(sight) >= c - 1e-6;
        let blocks = used.div_ceil(LANES);
        Self { x, y, free: [p.horizon; MOST], used, blocks, desired, pace, horizon: p.horizon, sees_desired }
    }

    /// Everybody in a block shortens the directions it will be met in.
    #[inline(always)]
    pub(super) fn people(&mut self, o: &Block<'_>, radius: f32) {
        let pace = self.pace;
        for k in 0..LANES {
            // Not the last one: lanes of those behind walls are empty too.
            if o.dx[k] == NOWHERE {
                continue;
            }
            let (px, py, vx, vy) = (o.dx[k], o.dy[k], o.vx[k], o.vy[k]);
            let r = radius + o.radius[k];
            let c = px * px + py * py - r * r;
            // Agents that cannot be met within the horizon are skipped: two close at most so fast.
            let closing = pace + (vx * vx + vy * vy).sqrt();
            let reach = self.horizon / pace * closing + r;
            if px * px + py * py > reach * reach {
                continue;
            }
            for b in 0..self.blocks {
                let (x, y, free) = (lanes(&self.x, b), lanes(&self.y, b), lanes_mut(&mut self.free, b));
                for l in 0..LANES {
                    let (wx, wy) = (vx - pace * x[l], vy - pace * y[l]);
                    let time = contact(c, px * wx + py * wy, wx * wx + wy * wy);
                    free[l] = free[l].min(time * pace);
                }
            }
        }
    }

    /// A wall from `a` to `b`, seen from the walker and facing it, shortens directions it is met in within `reach`.
    #[inline(always)]
    pub(super) fn wall(&mut self, a: Vec2, b: Vec2, radius: f32, reach: f32) {
        let flank = Flank::new(a, b, radius);
        for k in 0..self.blocks {
            let (x, y, free) = (lanes(&self.x, k), lanes(&self.y, k), lanes_mut(&mut self.free, k));
            for l in 0..LANES {
                let gap = flank.gap(Vec2::new(x[l], y[l]));
                free[l] = if gap < reach { free[l].min(gap) } else { free[l] };
            }
        }
    }

    /// Cost of one direction, between 0 and 4.
    #[inline(always)]
    fn cost(&self, k: usize) -> f32 {
        let g = self.free[k] / self.horizon;
        // The desired direction is lane 0 and makes no angle with itself, whatever rounding gives.
        let off = if k == 0 { 0.0 } else { (1.0 - (self.desired.x * self.x[k] + self.desired.y * self.y[k])).max(0.0) };
        (1.0 - g) * (1.0 - g) + 2.0 * g * off
    }

    /// The direction of least detour, and how far it is free.
    #[inline(always)]
    pub(super) fn choose(&self, p: &Moussaid) -> (Vec2, f32) {
        let (right, left) = (if p.side == 1.0 { LEAN } else { 0.0 }, if p.side == 0.0 { LEAN } else { 0.0 });
        let (mut best, mut cost) = if self.sees_desired { (0, self.cost(0)) } else { (1, f32::INFINITY) };
        if self.cost(1) < cost {
            (best, cost) = (1, self.cost(1));
        }
        for k in (2..self.used).step_by(2) {
            let (r, l) = (self.cost(k) + right, self.cost(k + 1) + left);
            if r < cost || l < cost {
                // Equal on both sides: nobody can choose, so straight on.
                best = if r == l { 1 } else { k + usize::from(l < r) };
                cost = r.min(l);
            }
        }
        (Vec2::new(self.x[best], self.y[best]), self.free[best])
    }

    pub(super) fn explain_to(&self, chosen: Vec2, trace: &mut impl Trace) {
        for k in usize::from(!self.sees_desired)..self.used {
            let direction = Vec2::new(self.x[k], self.y[k]);
            trace.note(|| Note::Candidate {
                velocity: direction * self.pace,
                cost: self.cost(k),
                terms: vec![("free distance", self.free[k])],
                chosen: direction == chosen,
            });
        }
    }
}

/// When two bodies touch: `c` squared distance less squared radii, `b` place times velocity, `a` squared velocity.
/// Agents in contact collide now if the two come nearer.
#[inline(always)]
pub(super) fn contact(c: f32, b: f32, a: f32) -> f32 {
    let c = c.max(0.0);
    let disc = b * b - a * c;
    let time = c / (disc.max(0.0).sqrt() - b);
    if b < -1e-9 && disc > 0.0 { time } else { f32::INFINITY }
}

/// A wall as a body meets it.
struct Flank {
    a: Vec2,
    b: Vec2,
    along: Vec2,
    length: f32,
    /// Place of the walker along the wall.
    at: f32,
    /// From the body to the wall's line.
    gap: f32,
    ends: (f32, f32),
}

impl Flank {
    #[inline(always)]
    fn new(a: Vec2, b: Vec2, radius: f32) -> Self {
        let length = (b - a).length();
        let along = if length > 1e-6 { (b - a) / length } else { Vec2::ZERO };
        let gap = (-a.dot(along.perp()) - radius).max(0.0);
        let end = |p: Vec2| p.length_squared() - radius * radius;
        Self { a, b, along, length, at: -a.dot(along), gap, ends: (end(a), end(b)) }
    }

    /// How far the body goes in a direction before it touches the wall [m].
    #[inline(always)]
    fn gap(&self, d: Vec2) -> f32 {
        let n = self.along.perp();
        let rate = -(d.x * n.x + d.y * n.y);
        let t = self.gap / rate.max(1e-9);
        let foot = self.at + t * (d.x * self.along.x + d.y * self.along.y);
        let flank = if rate > 1e-6 && foot >= 0.0 && foot <= self.length { t } else { f32::INFINITY };
        let first = contact(self.ends.0, -(self.a.x * d.x + self.a.y * d.y), 1.0);
        let last = contact(self.ends.1, -(self.b.x * d.x + self.b.y * d.y), 1.0);
        flank.min(first).min(last)
    }
}

/// How far a body goes in a direction before it touches a wall from `a` to `b` [m].
#[inline(always)]
pub(super) fn to_wall(a: Vec2, b: Vec2, radius: f32, direction: Vec2) -> f32 {
    Flank::new(a, b, radius).gap(direction)
}

#[inline(always)]
fn lanes(column: &[f32; MOST], b: usize) -> &[f32; LANES] {
    column[b * LANES..(b + 1) * LANES].try_into().expect("eight lanes")
}

#[inline(always)]
fn lanes_mut(column: &mut [f32; MOST], b: usize) -> &mut [f32; LANES] {
    (&mut column[b * LANES..(b + 1) * LANES]).try_into().expect("eight lanes")
}
