//! What the paper promises, measured: the program's checks and the tests ask here.

use super::*;
use crate::trials::{Cast, behind_a_leader, empty_room, mean};
use ambulo_sim::NOWHERE;
use ambulo_sim::Spread;
use ambulo_sim::random::{Draw, Purpose};

pub(super) const R: f32 = 0.2;

/// The velocity chosen by the kernel alone among others at `places`.
pub(super) fn choose(me: Vec2, e: Vec2, u: f32, places: &[Vec2], p: &CollisionFreeSpeed) -> Vec2 {
    let kernel = SpeedKernel { radius: R, strength: p.strength, reach: p.reach };
    let blocks: Vec<[[f32; LANES]; 3]> = places
        .chunks(LANES)
        .map(|c| {
            let mut lanes = [[NOWHERE; LANES], [NOWHERE; LANES], [0.0; LANES]];
            for (k, q) in c.iter().enumerate() {
                (lanes[0][k], lanes[1][k], lanes[2][k]) = (q.x - me.x, q.y - me.y, R);
            }
            lanes
        })
        .collect();
    let zero = [0.0; LANES];
    let block = |b: &[[f32; LANES]; 3], work: &mut dyn FnMut(Block<'_>)| {
        work(Block { dx: &b[0], dy: &b[1], vx: &zero, vy: &zero, radius: &b[2] });
    };
    let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
    for b in &blocks {
        block(b, &mut |o| kernel.repel(o, &mut x, &mut y));
    }
    let direction = (e + Vec2::new(total(&x), total(&y))).unit().unwrap_or(e);
    let mut gap = u * p.time_gap;
    for b in &blocks {
        block(b, &mut |o| gap = gap_ahead(o, R, direction, gap));
    }
    direction * (gap / p.time_gap).min(u)
}

/// Crowds thrown together at random, many of them overlapping, each heading somewhere else, without the engine's help: how
/// many pairs overlapped at the beginning of a step, and the most that one of them came nearer in it [m].
pub fn overlaps(crowds: u32) -> (usize, f64) {
    let p = CollisionFreeSpeed::default();
    let (mut overlapping, mut worst) = (0, 0.0f32);
    for crowd in 0..crowds {
        let mut draw = Draw::new(2, crowd, 0, Purpose::Setup);
        let mut number = |limit: f64| (limit * (2.0 * draw.unit() - 1.0)) as f32;
        let mut places: Vec<Vec2> = (0..30).map(|_| Vec2::new(number(1.2), number(1.2))).collect();
        let directions: Vec<Vec2> = (0..30).filter_map(|_| Vec2::new(number(1.0), number(1.0)).unit()).collect();
        let dt = [0.05, 0.02][crowd as usize % 2];
        for _ in 0..40 {
            let next: Vec<Vec2> = (0..places.len())
                .map(|i| {
                    let others: Vec<Vec2> = (0..places.len()).filter(|j| *j != i).map(|j| places[j]).collect();
                    places[i] + choose(places[i], directions[i], 1.2, &others, &p) * dt
                })
                .collect();
            for i in 0..places.len() {
                for j in 0..i {
                    let (before, after) = ((places[i] - places[j]).length(), (next[i] - next[j]).length());
                    if before <= 2.0 * R {
                        overlapping += 1;
                        worst = worst.max(before - after);
                    }
                }
            }
            places = next;
        }
    }
    (overlapping, f64::from(worst))
}

/// Density [1/m], speed [m/s] and the speed of the fundamental diagram, behind leaders of several paces. The last leader is
/// faster than all behind it.
pub fn fundamental_diagram() -> Vec<[f64; 3]> {
    let params = [("noise", 0.0)];
    let cast = Cast {
        params: &params,
        speed: Spread::constant(1.2),
        radius: Spread::constant(f64::from(R)),
        ..Cast::of(CollisionFreeSpeed::NAME)
    };
    let behind = |pace| {
        let (spacing, speed) = behind_a_leader(&cast, pace);
        [1.0 / spacing, speed, (spacing - 2.0 * f64::from(R)).min(1.2)]
    };
    [0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5].map(behind).into()
}

pub(super) fn cast<'a>(params: &'a [(&'a str, f64)], seed: u64) -> Cast<'a> {
    Cast {
        params,
        seed,
        speed: Spread { mean: 1.2, sd: 0.1, min: 0.8, max: 1.6 },
        radius: Spread::constant(f64::from(R)),
        ..Cast::of(CollisionFreeSpeed::NAME)
    }
}

/// People per second through doors of 0.8, 1.0 and 1.2 m.
pub fn flows(params: &[(&str, f64)]) -> [f64; 3] {
    [0.8, 1.0, 1.2].map(|door| {
        let flow = |seed| empty_room(&cast(params, seed), 150, 12.0, door, 400.0).flow(40, 120);
        mean(&[1, 2].map(flow))
    })
}
