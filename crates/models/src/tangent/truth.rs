//! The comparison of the paper on synthetic data: crossings at a right angle walked by the model with hidden
//! parameters, measured with noise; how well do a calibrated set, the defaults and a rival reproduce them?

use super::Tangent;
use super::duel::{DuelWalker, crossing, duel};
use ambulo_geom::math::{exp, ln};
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AtGoal, Group, Setup, Simulation, Spread};

const DT: f32 = 0.05;
/// Until both have long passed [s].
const SECONDS: f32 = 6.0;
/// Spread of the likelihood [m].
const SIGMA: f64 = 0.3;
/// Noise of the measurement [m].
const NOISE: f64 = 0.05;
const TRIALS: u32 = 429;
/// Trials the calibration sees.
const TAUGHT: usize = 60;

type Paths = Vec<[Point; 2]>;

struct TruthTrial {
    start: [DuelWalker; 2],
    measured: Paths,
    /// Whether the first walker reaches the crossing before the second.
    first_leads: bool,
}

fn hidden() -> Tangent {
    Tangent { alpha: 0.3, beta_v: 0.8, gamma_v: 0.6, beta_theta: 0.4, gamma_theta: 0.5, ..Tangent::default() }
}

fn walk(p: &Tangent, start: [DuelWalker; 2]) -> Paths {
    duel(p, start, DT, SECONDS).iter().map(|m| m.walkers.map(|w| w.place)).collect()
}

/// Who reaches the place where the straight lines cross first: the first walks along x, the second along y.
fn first_leads(paths: &Paths) -> bool {
    let when = |k: usize| paths.iter().position(|p| [p[0].x, p[1].y][k] >= 0.0).unwrap_or(usize::MAX);
    let (a, b) = (when(0), when(1));
    // In the same step the one farther beyond was earlier.
    if a == b && a < paths.len() { paths[a][0].x >= paths[a][1].y } else { a < b }
}

fn trials() -> Vec<TruthTrial> {
    let truth = hidden();
    (0..TRIALS)
        .map(|k| {
            let mut draw = Draw::new(7, k, 0, Purpose::Setup);
            let speeds = [0, 1].map(|_| draw.normal_within(1.5, 0.2, 1.0, 2.0) as f32);
            // Both reach the crossing within a second of each other.
            let offset = (draw.unit() * 2.0 - 1.0) + 6.0 * (f64::from(speeds[1] / speeds[0]) - 1.0);
            let start = crossing(90.0, 6.0, offset, speeds);
            let paths = walk(&truth, start);
            let mut noisy = |p: Point| Point::new(p.x + NOISE * draw.normal(), p.y + NOISE * draw.normal());
            let measured = paths.iter().map(|both| both.map(&mut noisy)).collect();
            TruthTrial { start, measured, first_leads: first_leads(&paths) }
        })
        .collect()
}

/// Likelihood of a trial, for each sample and walker: exp of the mean of log f.
fn likelihood(trial: &TruthTrial, paths: &Paths) -> f64 {
    let mut sum = 0.0;
    let mut n = 0.0;
    for (e, s) in trial.measured.iter().zip(paths) {
        for k in 0..2 {
            let delta = (e[k].x - s[k].x).abs() + (e[k].y - s[k].y).abs();
            sum -= delta * delta / (2.0 * SIGMA * SIGMA);
            n += 1.0;
        }
    }
    exp(sum / n - ln((2.0 * std::f64::consts::PI).sqrt() * SIGMA))
}

struct CaseScore {
    mean: f64,
    order: f64,
}

fn score(trials: &[TruthTrial], model: impl Fn(&TruthTrial) -> Paths) -> CaseScore {
    let (mut mean, mut order) = (0.0, 0.0);
    for t in trials {
        let paths = model(t);
        mean += likelihood(t, &paths);
        order += f64::from(u8::from(first_leads(&paths) == t.first_leads));
    }
    CaseScore { mean: mean / trials.len() as f64, order: order / trials.len() as f64 }
}

/// Bounds of alpha, both betas and both gammas.
const BOUNDS: [(f64, f64); 5] = [(0.0, 1.0), (0.0, 2.0), (0.0, 2.0), (0.05, 2.0), (0.05, 2.0)];

fn params(x: &[f64; 5]) -> Tangent {
    let [alpha, beta_v, beta_theta, gamma_v, gamma_theta] = x.map(|v| v as f32);
    Tangent { alpha, beta_v, beta_theta, gamma_v, gamma_theta, ..Tangent::default() }
}

/// Maximises the mean logarithm of the likelihood: a Latin hypercube, then Nelder and Mead from the best.
fn calibrate(trials: &[TruthTrial]) -> Tangent {
    let cost = |x: &[f64; 5]| -> f64 {
        let p = params(x);
        -trials.iter().map(|t| ln(likelihood(t, &walk(&p, t.start)).max(1e-300))).sum::<f64>() / trials.len() as f64
    };
    const POINTS: usize = 256;
    let mut columns = [0; 5].map(|_: i32| (0..POINTS).collect::<Vec<usize>>());
    let mut draw = Draw::new(3, 0, 0, Purpose::Setup);
    for column in &mut columns {
        for i in (1..POINTS).rev() {
            column.swap(i, (draw.unit() * (i + 1) as f64) as usize);
        }
    }
    let mut all: Vec<([f64; 5], f64)> = (0..POINTS)
        .map(|i| {
            let x = std::array::from_fn(|d| {
                let (low, high) = BOUNDS[d];
                low + (high - low) * (columns[d][i] as f64 + 0.5) / POINTS as f64
            });
            (x, cost(&x))
        })
        .collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    let best = all[..3].iter().map(|(x, _)| nelder_mead(*x, &cost)).min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    params(&best.0)
}

fn nelder_mead(start: [f64; 5], cost: &impl Fn(&[f64; 5]) -> f64) -> ([f64; 5], f64) {
    let clip = |x: [f64; 5]| -> [f64; 5] { std::array::from_fn(|d| x[d].clamp(BOUNDS[d].0, BOUNDS[d].1)) };
    let at = |x: [f64; 5]| (clip(x), cost(&clip(x)));
    let mut simplex = vec![at(start)];
    for d in 0..5 {
        let mut x = start;
        x[d] += 0.15 * if x[d] > 0.5 * BOUNDS[d].1 { -1.0 } else { 1.0 };
        simplex.push(at(x));
    }
    for _ in 0..150 {
        simplex.sort_by(|a, b| a.1.total_cmp(&b.1));
        let worst = simplex[5];
        let middle: [f64; 5] = std::array::from_fn(|d| simplex[..5].iter().map(|s| s.0[d]).sum::<f64>() / 5.0);
        let towards = |k: f64| -> [f64; 5] { std::array::from_fn(|d| middle[d] + k * (worst.0[d] - middle[d])) };
        let mirrored = at(towards(-1.0));
        let better = if mirrored.1 < simplex[0].1 {
            let far = at(towards(-2.0));
            if far.1 < mirrored.1 { far } else { mirrored }
        } else if mirrored.1 < simplex[4].1 {
            mirrored
        } else {
            at(towards(0.5))
        };
        if better.1 < worst.1 {
            simplex[5] = better;
        } else {
            let best = simplex[0].0;
            for s in &mut simplex[1..] {
                *s = at(std::array::from_fn(|d| 0.5 * (best[d] + s.0[d])));
            }
        }
    }
    simplex.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
}

/// The same trial walked by a model in the engine.
fn in_engine(model: &str, start: [DuelWalker; 2]) -> Paths {
    let square = Region::from(Polygon::rectangle(-40.0, -40.0, 40.0, 40.0).unwrap());
    let mut sim = Simulation::new(Setup { dt: f64::from(DT), ..crate::setup(square) }).unwrap();
    let ids = start.map(|w| {
        let (speed, radius) = (Spread::constant(f64::from(w.speed)), Spread::constant(0.2));
        let group = Group { model: model.into(), speed, radius, ..Group::default() };
        let group = sim.add_group(&group).unwrap();
        let goal = sim.add_goal_at(w.goal).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        let id = sim.spawn(group, journey, w.place).unwrap();
        sim.set_velocity(id, w.velocity);
        id
    });
    let mut paths = Vec::new();
    for _ in 0..(SECONDS / DT).round() as usize {
        paths.push(ids.map(|id| sim.walker(id).map_or(Point::new(1e3, 1e3), |w| w.place)));
        sim.step();
    }
    paths
}

#[test]
fn the_likelihood_of_a_path_given_itself_is_the_peak_of_the_density() {
    let start = crossing(90.0, 6.0, 0.3, [1.5, 1.5]);
    let paths = walk(&hidden(), start);
    let trial = TruthTrial { start, first_leads: true, measured: paths.clone() };
    let peak = 1.0 / ((2.0 * std::f64::consts::PI).sqrt() * SIGMA);
    assert!((likelihood(&trial, &paths) - peak).abs() < 1e-12);
}

#[test]
fn the_engine_walks_pairs_as_the_pair_step_alone_does() {
    for offset in [-0.9, -0.3, 0.1, 0.6, 1.1] {
        let start = crossing(90.0, 6.0, offset, [1.5, 1.4]);
        let (alone, engine) = (walk(&Tangent::default(), start), in_engine("tangent", start));
        let apart = |(a, b): (&[Point; 2], &[Point; 2])| a[0].distance(b[0]).max(a[1].distance(b[1]));
        let worst = alone.iter().zip(&engine).map(apart).fold(0.0, f64::max);
        assert!(worst < 0.01, "offset {offset}: {worst} m");
    }
}

#[test]
fn calibrated_beats_default_beats_social_force_on_synthetic_truth() {
    // In the paper: likelihood 0.214, 0.165 and 0.004; passage order right in 97.0 and 92.8 of 100.
    let trials = trials();
    let (taught, held_out) = trials.split_at(TAUGHT);
    let found = calibrate(taught);
    let truth = score(held_out, |t| walk(&hidden(), t.start));
    let calibrated = score(held_out, |t| walk(&found, t.start));
    let default = score(held_out, |t| walk(&Tangent::default(), t.start));
    let social = score(held_out, |t| in_engine("social-force", t.start));
    let rvo = score(held_out, |t| in_engine("rvo", t.start));
    println!("calibrated: {found:?}");
    let walkers = [("hidden", &truth), ("calibrated", &calibrated), ("default", &default)];
    for (name, s) in walkers.into_iter().chain([("rvo", &rvo), ("social-force", &social)]) {
        println!("{name}: likelihood {:.3}, passage order right {:.1} %", s.mean, 100.0 * s.order);
    }
    assert!(calibrated.mean > default.mean && default.mean > social.mean);
    assert!(default.order >= 0.93 && calibrated.order >= default.order);
    assert!((found.alpha - hidden().alpha).abs() < 0.1, "alpha {}", found.alpha);
}
