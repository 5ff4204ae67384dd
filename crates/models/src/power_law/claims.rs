//! What the paper promises, measured: the program's checks and the tests ask here.

use super::*;
use crate::trials::{Cast, Emptied, StartState, empty_room, lane_index, rectangle, started};
use ambulo_geom::math;
use ambulo_sim::OnlyOne;
use ambulo_sim::random::{Draw, Purpose};

pub(super) const K: f64 = 1.5;
pub(super) const HORIZON: f64 = 3.0;

/// Time to collision in f64, as the law is printed.
fn time(x: [f64; 2], w: [f64; 2], touch: f64) -> Option<f64> {
    let (a, b) = (w[0] * w[0] + w[1] * w[1], -(x[0] * w[0] + x[1] * w[1]));
    let c = x[0] * x[0] + x[1] * x[1] - touch * touch;
    let disc = b * b - a * c;
    (disc > 0.0 && b > 0.0 && c > 0.0).then(|| (b - disc.sqrt()) / a)
}

pub(super) fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

pub(super) fn energy(t: f64) -> f64 {
    K / (t * t) * math::exp(-t / HORIZON)
}

/// The force in f64, by the formula this model uses.
pub(super) fn formula(x: [f64; 2], w: [f64; 2], touch: f64) -> Option<[f64; 2]> {
    let t = time(x, w, touch)?;
    let (a, aside) = (w[0] * w[0] + w[1] * w[1], x[0] * w[1] - x[1] * w[0]);
    let d = (a * touch * touch - aside * aside).sqrt();
    let f = K * math::exp(-t / HORIZON) * (2.0 + t / HORIZON) / (t * t * t) / d;
    Some([f * (x[0] + t * w[0]), f * (x[1] + t * w[1])])
}

/// Force of one other at `d` with velocity `v` on an agent with velocity `mine`, both 0.25 m in radius.
pub(super) fn force(mine: Vec2, d: Vec2, v: Vec2) -> Vec2 {
    let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
    let law = EnergyLaw { strength: K as f32, per_horizon: 1.0 / HORIZON as f32 };
    let kernel = PowerLawKernel { law, velocity: mine, radius: 0.25, range2: 100.0 };
    kernel.add(OnlyOne::new(d, v, 0.25).block(), &mut x, &mut y);
    assert_eq!((&x[1..], &y[1..]), (&[0.0; LANES - 1][..], &[0.0; LANES - 1][..]), "empty lanes push");
    Vec2::new(total(&x), total(&y))
}

/// Pairs about to collide: place and velocity relative to the other, well away from grazing.
pub(super) fn pairs() -> impl Iterator<Item = ([f64; 2], [f64; 2])> {
    (0..20_000u32).filter_map(|k| {
        let mut draw = Draw::new(1, k, 0, Purpose::Setup);
        let mut number = |limit: f64| f64::from((limit * (2.0 * draw.unit() - 1.0)) as f32);
        let (x, w) = ([number(5.0), number(5.0)], [number(3.0), number(3.0)]);
        let (a, aside) = (w[0] * w[0] + w[1] * w[1], x[0] * w[1] - x[1] * w[0]);
        let t = time(x, w, 0.5).filter(|t| *t > 0.1)?;
        (a * 0.25 - aside * aside > 0.01 * a * 0.25 && t < 8.0).then_some((x, w))
    })
}

/// How many pairs were checked, and the greatest relative difference between the force and the finite difference of E.
pub fn gradient() -> (usize, f64) {
    let (mut worst, mut count) = (0.0f64, 0);
    for (x, w) in pairs() {
        let h = 1e-6;
        let slope = |k: usize| {
            let at = |s: f64| {
                let mut x = x;
                x[k] += s * h;
                time(x, w, 0.5).map(energy)
            };
            // Fourth order, so that the difference itself is not what is measured.
            Some((8.0 * (at(1.0)? - at(-1.0)?) - (at(2.0)? - at(-2.0)?)) / (12.0 * h))
        };
        let (Some(gx), Some(gy), Some(f)) = (slope(0), slope(1), formula(x, w, 0.5)) else { continue };
        let size = length(gx, gy);
        worst = worst.max(length(f[0] + gx, f[1] + gy) / size);
        count += 1;
    }
    (count, worst)
}

/// The greatest force without a collision course, and the least with one.
pub fn without_collision() -> (f64, f64) {
    let right = Vec2::new(1.0, 0.0);
    let size = |d: Vec2, v: Vec2| f64::from(force(right, d, v).length());
    // Behind and slower; abreast at the same velocity; ahead and faster; passing a metre aside; overlapping and behind.
    let none = [
        (Vec2::new(-1.0, 0.0), Vec2::new(0.5, 0.0)),
        (Vec2::new(0.0, 0.6), right),
        (Vec2::new(1.0, 0.0), Vec2::new(1.5, 0.0)),
        (Vec2::new(3.0, 1.0), -right),
        (Vec2::new(-0.3, 0.0), Vec2::ZERO),
    ];
    let some = [(Vec2::new(0.3, 0.0), Vec2::ZERO), (Vec2::new(3.0, 0.0), -right)];
    let away = some.map(|(d, v)| f64::from(-force(right, d, v).x)).into_iter().fold(f64::INFINITY, f64::min);
    (none.map(|(d, v)| size(d, v)).into_iter().fold(0.0, f64::max), away)
}

/// What two walkers who meet head-on reveal: the closing speed, the time left and the force at every step, from their
/// places alone. The force is the measured acceleration less the drive to the preferred speed.
fn encounter(speed: f32, gap: f64) -> Vec<(f64, f64)> {
    let (dt, middle) = (0.01, 60.0);
    let params = [("noise", 0.0), ("range", 50.0)];
    let cast = Cast {
        params: &params,
        dt,
        speed: ambulo_sim::Spread::constant(f64::from(speed)),
        radius: ambulo_sim::Spread::constant(0.25),
        ..Cast::of(PowerLaw::NAME)
    };
    let start = |side: f64| StartState {
        at: Point::new(middle + side * gap / 2.0, 5.0),
        velocity: Vec2::new(-side as f32 * speed, 0.0),
        to: Point::new(middle - side * 55.0, 5.0),
    };
    let (mut sim, ids) = started(&cast, rectangle(0.0, 0.0, 120.0, 10.0), &[start(-1.0), start(1.0)]);
    let mut found = Vec::new();
    let (mut before, mut last) = (None, None);
    for _ in 0..3000 {
        let x = sim.walker(ids[0]).map_or(f64::NAN, |w| w.place.x);
        if let (Some(a), Some(b)) = (before, last) {
            let (v0, v1) = ((b - a) / dt, (x - b) / dt);
            let drive = (f64::from(speed) - v0) / 0.5;
            let force = drive - (v1 - v0) / dt;
            let (closing, distance) = (2.0 * v0, 2.0 * (middle - b) - 0.5);
            if closing > 0.05 && distance > 0.0 {
                found.push((distance / closing, force * closing));
            }
        }
        (before, last) = (last, Some(x));
        sim.step();
    }
    found
}

/// Least squares of ln E = ln k - n ln t - t / h in the three unknowns.
fn fit(points: &[(f64, f64)]) -> [f64; 3] {
    let (mut m, mut r) = ([[0.0; 3]; 3], [0.0; 3]);
    for (t, e) in points {
        let row = [1.0, -math::ln(*t), -t];
        for i in 0..3 {
            (0..3).for_each(|j| m[i][j] += row[i] * row[j]);
            r[i] += row[i] * math::ln(*e);
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            if i != j {
                let k = m[j][i] / m[i][i];
                (0..3).for_each(|c| m[j][c] -= k * m[i][c]);
                r[j] -= k * r[i];
            }
        }
    }
    [0, 1, 2].map(|i| r[i] / m[i][i])
}

/// The energy E(t) that head-on pairs reveal, as points, and the fit E = k t^-n exp(-t / h): k, n and h.
///
/// Head-on, the time left changes with the distance by one over the closing speed, so the force times the closing speed is
/// -dE/dt. It is gathered from pairs of several speeds, put in bins of time and summed from the far end.
pub fn revealed_energy() -> (Vec<(f64, f64)>, [f64; 3]) {
    let bin = 0.02;
    let mut bins = vec![(0.0, 0); 800];
    for (speed, gap) in [(0.4, 14.0), (0.7, 24.0), (1.0, 36.0), (1.34, 46.0), (1.8, 48.0), (2.5, 48.0), (3.5, 48.0)] {
        for (t, slope) in encounter(speed, gap) {
            if let Some(bin) = bins.get_mut((t / bin) as usize) {
                *bin = (bin.0 + slope, bin.1 + 1);
            }
        }
    }
    let (mut e, mut points) = (0.0, Vec::new());
    for (k, (sum, count)) in bins.iter().enumerate().rev() {
        if *count > 0 {
            e += sum / f64::from(*count) * bin;
        }
        let t = k as f64 * bin;
        if (0.8..=5.0).contains(&t) {
            points.push((t, e));
        }
    }
    let [ln_k, exponent, per_horizon] = fit(&points);
    points.reverse();
    (points, [math::exp(ln_k), exponent, 1.0 / per_horizon])
}

/// Lane index of a hundred people in each direction, for two seeds.
pub fn lanes() -> [f64; 2] {
    [1, 2].map(|seed| lane_index(&Cast { seed, ..Cast::of(PowerLaw::NAME) }, 100))
}

/// A room of 150 people that empties through a door of 1 m.
pub fn door() -> Emptied {
    empty_room(&Cast::of(PowerLaw::NAME), 150, 12.0, 1.0, 400.0)
}
