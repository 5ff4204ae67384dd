//! Looking for the velocity that costs least.

use super::costs::total;
use super::{Composition, Eight, Seen, Velocities};
use ambulo_geom::Vec2;
use ambulo_sim::LANES;

/// Directions of a ring, in pairs right and left of the desired direction; ahead and back complete them to 32.
const PAIRS: usize = 15;
const COS_STEP: f32 = 0.980_785_25;
const SIN_STEP: f32 = 0.195_090_32;
/// Speeds of the rings, as shares of the fastest but for one at the pace.
const RINGS: [f32; 4] = [0.25, 0.5, 0.75, 1.0];
/// Rounds of ever smaller rings about the best [m/s].
const ROUNDS: usize = 6;
const FIRST_ROUND: f32 = 0.12;
/// Half a difference for slopes [m/s].
const H: f32 = 5e-3;
/// Steps downhill.
const STEPS: usize = 12;

#[inline(always)]
pub(super) fn least(seen: &Seen, p: &Composition) -> Vec2 {
    if p.optimiser < 0.5 { sampling(seen, p).0 } else { gradient(seen, p).0 }
}

/// The best so far.
struct Best {
    v: Vec2,
    cost: f32,
}

impl Best {
    #[inline(always)]
    fn take(&mut self, v: &Velocities, cost: &Eight) {
        for (k, cost) in cost.iter().enumerate() {
            if *cost < self.cost {
                (self.v, self.cost) = (v.get(k), *cost);
            }
        }
    }

    /// Four to the right and their mirror images to the left; if both sides are equal nobody can choose, and neither is taken.
    #[inline(always)]
    fn take_pairs(&mut self, v: &Velocities, cost: &Eight) {
        for k in 0..LANES / 2 {
            let (r, l) = (cost[k], cost[k + LANES / 2]);
            if r.min(l) < self.cost && r != l {
                let k = if l < r { k + LANES / 2 } else { k };
                (self.v, self.cost) = (v.get(k), cost[k]);
            }
        }
    }
}

/// Rings of velocities, then finer and finer about the best of them.
#[inline(always)]
pub(super) fn sampling(seen: &Seen, p: &Composition) -> (Vec2, f32) {
    let mut best = Best { v: seen.wish, cost: f32::INFINITY };
    let (desired, fastest) = (seen.desired, seen.fastest);
    // Along the desired direction and back, and what is known already.
    let along = [seen.pace, 0.75 * seen.pace, 0.5 * seen.pace, 0.25 * seen.pace, 0.0, fastest, -0.3 * seen.pace, 0.0];
    let mut line = Velocities { x: along.map(|s| s * desired.x), y: along.map(|s| s * desired.y) };
    (line.x[7], line.y[7]) = (seen.now.x, seen.now.y);
    best.take(&line, &total(&line, seen, p));
    for speed in RINGS.map(|share| share * fastest).into_iter().chain([seen.pace]) {
        let (mut c, mut s) = (1.0f32, 0.0f32);
        for _ in 0..PAIRS.div_ceil(LANES / 2) {
            let mut ring = Velocities::all(Vec2::ZERO);
            for k in 0..LANES / 2 {
                (c, s) = (c * COS_STEP - s * SIN_STEP, s * COS_STEP + c * SIN_STEP);
                (ring.x[k], ring.y[k]) =
                    (speed * (c * desired.x + s * desired.y), speed * (c * desired.y - s * desired.x));
                let l = k + LANES / 2;
                (ring.x[l], ring.y[l]) =
                    (speed * (c * desired.x - s * desired.y), speed * (c * desired.y + s * desired.x));
            }
            best.take_pairs(&ring, &total(&ring, seen, p));
        }
    }
    // Eight places about the best, along the desired direction and across: as symmetric as the rings.
    let (c, s) = (std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2);
    let right = Vec2::new(desired.y, -desired.x);
    let about = [
        right,
        right * c + desired * s,
        right * c - desired * s,
        desired,
        -right,
        -right * c + desired * s,
        -right * c - desired * s,
        -desired,
    ];
    let mut size = FIRST_ROUND;
    for _ in 0..ROUNDS {
        let mut near = Velocities::all(best.v);
        for (k, to) in about.iter().enumerate() {
            near.x[k] += size * to.x;
            near.y[k] += size * to.y;
            let inside = near.get(k).clamp_length(fastest);
            (near.x[k], near.y[k]) = (inside.x, inside.y);
        }
        let cost = total(&near, seen, p);
        let before = best.cost;
        // Lanes 3 and 7 lie on the desired direction and are no pair.
        for k in [3, 7] {
            if cost[k] < best.cost {
                (best.v, best.cost) = (near.get(k), cost[k]);
            }
        }
        let mut pairs = cost;
        (pairs[3], pairs[7]) = (f32::INFINITY, f32::INFINITY);
        best.take_pairs(&near, &pairs);
        if best.cost >= before {
            size *= 0.4;
        }
    }
    (best.v, best.cost)
}

/// Downhill from the wish and from the present velocity.
#[inline(always)]
pub(super) fn gradient(seen: &Seen, p: &Composition) -> (Vec2, f32) {
    let (a, b) = (descend(seen, p, seen.wish), descend(seen, p, seen.now));
    if b.1 < a.1 { b } else { a }
}

/// Cost and slope of the cost at a velocity, from one evaluation of eight.
#[inline(always)]
pub(super) fn slope(v: Vec2, seen: &Seen, p: &Composition) -> (f32, Vec2) {
    let mut about = Velocities::all(v);
    about.x[0] += H;
    about.x[1] -= H;
    about.y[2] += H;
    about.y[3] -= H;
    let cost = total(&about, seen, p);
    (cost[4], Vec2::new((cost[0] - cost[1]) / (2.0 * H), (cost[2] - cost[3]) / (2.0 * H)))
}

#[inline(always)]
fn descend(seen: &Seen, p: &Composition, from: Vec2) -> (Vec2, f32) {
    let mut best = Best { v: from, cost: f32::INFINITY };
    let mut reach = 1.0;
    for _ in 0..STEPS {
        let (here, down) = slope(best.v, seen, p);
        best.cost = here;
        if down.length() < 1e-4 {
            break;
        }
        // Eight lengths of a step at once.
        let mut tries = Velocities::all(best.v);
        let mut step = reach;
        for k in 0..LANES {
            let v = (best.v - down * step).clamp_length(seen.fastest);
            (tries.x[k], tries.y[k]) = (v.x, v.y);
            step *= 0.5;
        }
        let cost = total(&tries, seen, p);
        let from = best.v;
        best.take(&tries, &cost);
        if best.v == from {
            reach *= 1.0 / 128.0;
        }
    }
    (best.v, best.cost)
}
