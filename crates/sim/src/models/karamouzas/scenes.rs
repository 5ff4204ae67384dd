//! The scenes of the paper's table and what it measures there, as well as stripes and lanes.
//!
//! Two groups of fifty on lattices of 1.5 m, each place shifted at random by up to 0.3 m; every walker heads for the
//! place 46.8 m ahead, 36 s at 1.3 m/s. Velocities are taken five times a second.

use crate::random::{Draw, Purpose};
use crate::{AtGoal, Group, Setup, Simulation, Spread};
use ambulo_geom::math::wrap;
use ambulo_geom::{Point, Polygon, Region, Vec2};

const SPEED: f64 = 1.3;
const FREE_TIME: f64 = 36.0;
const SAMPLE: f64 = 0.2;
const SPACING: f64 = 1.5;
/// Distance at which paths are sampled for their curvature [m].
const ARC: f64 = 0.25;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Scene {
    Swap,
    Crossing,
}

/// Means over walkers.
#[derive(Debug, Default)]
struct Figures {
    arrived: usize,
    time: f64,
    time_sd: f64,
    smoothness: f64,
    smoothness_median: f64,
    /// Smoothness of the parts walked at half the pace or more.
    smoothness_walking: f64,
    acceleration: f64,
    degrees: f64,
    degrees_median: f64,
    degrees_walking: f64,
    /// Share of samples in which a walker was nearer than the sum of radii to another.
    touching: f64,
    least: f64,
    /// Worst of all steps.
    overlap: f64,
}

struct Run {
    paths: Vec<Vec<Point>>,
    velocities: Vec<Vec<Vec2>>,
    times: Vec<Option<f64>>,
    overlap: f64,
}

fn run(scene: Scene, params: &[(&str, f64)], seed: u64) -> Run {
    run_model(super::tests::MODEL, scene, params, seed)
}

fn run_model(model: &str, scene: Scene, params: &[(&str, f64)], seed: u64) -> Run {
    let side = 90.0;
    let square = Region::from(Polygon::rectangle(0.0, 0.0, side, side).unwrap());
    let mut sim = Simulation::new(Setup { dt: 0.05, ..Setup::new(square) }).unwrap();
    let group = Group {
        model: model.into(),
        params: params.iter().map(|(n, v)| (n.to_string(), *v)).collect(),
        speed: Spread::constant(SPEED),
        radius: Spread::constant(0.25),
        ..Group::default()
    };
    let group = sim.add_group(&group).unwrap();
    let length = SPEED * FREE_TIME;
    let mut ids = Vec::new();
    for k in 0..100u32 {
        let mut draw = Draw::new(seed, k, 0, Purpose::Setup);
        let first = k < 50;
        let (file, rank) = (f64::from(k % 10), f64::from(k % 50 / 10));
        let across = (file - 4.5) * SPACING + 0.6 * (draw.unit() - 0.5);
        let along = (rank - 2.0) * SPACING - length / 2.0 + 0.6 * (draw.unit() - 0.5);
        let at = |along: f64| {
            let middle = side / 2.0;
            match (scene, first) {
                (_, true) => Point::new(middle + along, middle + across),
                (Scene::Swap, false) => Point::new(middle - along, middle + across),
                (Scene::Crossing, false) => Point::new(middle + across, middle + along),
            }
        };
        let goal = sim.add_goal_at(at(along + length)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        ids.push(sim.spawn(group, journey, at(along)).unwrap());
    }
    let n = ids.len();
    let mut run =
        Run { paths: vec![Vec::new(); n], velocities: vec![Vec::new(); n], times: vec![None; n], overlap: 0.0 };
    let every = (SAMPLE / sim.dt()).round() as u32;
    while sim.report().time < 120.0 && run.times.iter().any(Option::is_none) {
        sim.step();
        // From the second on: all stand at the very beginning, and nobody knows yet where the others are going.
        let sampled = sim.report().step.is_multiple_of(every) && sim.report().time > 1.0;
        for (k, id) in ids.iter().enumerate() {
            match sim.walker(*id) {
                Some(w) if sampled => {
                    run.paths[k].push(w.place);
                    run.velocities[k].push(w.velocity);
                }
                Some(_) => {}
                None => run.times[k] = run.times[k].or(Some(sim.report().time)),
            }
        }
    }
    run.overlap = f64::from(sim.report().max_overlap);
    run
}

/// Angles of a walk at equal distances, from which its curvature follows.
fn squared_curvature(path: &[Point]) -> f64 {
    let mut places = vec![path[0]];
    let mut rest = ARC;
    for leg in path.windows(2) {
        let length = leg[0].distance(leg[1]);
        let mut at = rest;
        while at <= length {
            places.push(leg[0].lerp(leg[1], at / length));
            at += ARC;
        }
        rest = at - length;
    }
    let angles: Vec<f64> =
        places.windows(2).filter(|p| p[0].distance(p[1]) > 1e-3).map(|p| (p[1] - p[0]).angle()).collect();
    angles.windows(2).map(|a| (wrap(a[1] - a[0]) / ARC).powi(2)).sum()
}

fn degrees_turned(velocities: &[Vec2]) -> f64 {
    let angles: Vec<f64> = velocities.iter().filter(|v| v.length() > 0.05).map(|v| v.angle()).collect();
    angles.windows(2).map(|a| wrap(a[1] - a[0]).abs().to_degrees()).sum()
}

/// What of the degrees turned falls to samples at half the pace or more.
fn degrees_walking(velocities: &[Vec2]) -> f64 {
    let walks = |v: &Vec2| f64::from(v.length()) >= 0.5 * SPEED;
    velocities.windows(2).filter(|v| v.iter().all(walks)).map(degrees_turned).sum()
}

/// The same for the squared curvature, taken over the stretches between slower samples.
fn curvature_walking(path: &[Point]) -> f64 {
    let slow = |leg: &[Point]| leg[0].distance(leg[1]) < 0.5 * SPEED * SAMPLE;
    let (mut sum, mut begin) = (0.0, 0);
    for k in 1..=path.len() {
        if k == path.len() || slow(&path[k - 1..=k]) {
            sum += squared_curvature(&path[begin..k]);
            begin = k;
        }
    }
    sum
}

fn total_acceleration(velocities: &[Vec2]) -> f64 {
    velocities.windows(2).map(|v| f64::from((v[1] - v[0]).length()) / SAMPLE).sum()
}

fn mean(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let all: Vec<f64> = values.collect();
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    (mean, (all.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / all.len() as f64).sqrt())
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut all: Vec<f64> = values.collect();
    all.sort_by(f64::total_cmp);
    0.5 * (all[(all.len() - 1) / 2] + all[all.len() / 2])
}

impl Run {
    fn figures(&self) -> Figures {
        let (time, time_sd) = mean(self.times.iter().flatten().copied());
        let (mut near, mut samples, mut least) = (0, 0, f64::INFINITY);
        for step in 0..self.paths.iter().map(Vec::len).max().unwrap() {
            let now: Vec<Point> = self.paths.iter().filter_map(|p| p.get(step)).copied().collect();
            for (i, p) in now.iter().enumerate() {
                let nearest = now.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, q)| p.distance(*q));
                let nearest = nearest.fold(f64::INFINITY, f64::min);
                samples += 1;
                near += usize::from(nearest < 0.5);
                least = least.min(nearest);
            }
        }
        Figures {
            arrived: self.times.iter().flatten().count(),
            time,
            time_sd,
            smoothness: mean(self.paths.iter().map(|p| squared_curvature(p))).0,
            smoothness_median: median(self.paths.iter().map(|p| squared_curvature(p))),
            smoothness_walking: mean(self.paths.iter().map(|p| curvature_walking(p))).0,
            acceleration: mean(self.velocities.iter().map(|v| total_acceleration(v))).0,
            degrees: mean(self.velocities.iter().map(|v| degrees_turned(v))).0,
            degrees_median: median(self.velocities.iter().map(|v| degrees_turned(v))),
            degrees_walking: mean(self.velocities.iter().map(|v| degrees_walking(v))).0,
            touching: near as f64 / samples as f64,
            least,
            overlap: self.overlap,
        }
    }
}

#[test]
#[ignore = "prints a table"]
fn table_of_others() {
    let sets: &[Named<'_>] = &[
        ("karamouzas", "karamouzas", &[]),
        ("rvo", "rvo", &[]),
        ("rvo, no noise", "rvo", &[("noise", 0.0)]),
        ("rvo, plain velocity obstacle", "rvo", &[("reciprocal", 1.0)]),
        ("orca", "orca", &[]),
    ];
    print_table(sets.iter().copied());
}

#[test]
#[ignore = "prints a table"]
fn table() {
    let sets: &[(&str, &[(&str, f64)])] = &[
        ("default", &[]),
        ("turn at once", &[("turn_time", 0.0)]),
        ("turn in 0.2 s", &[("turn_time", 0.2)]),
        ("turn in 0.8 s", &[("turn_time", 0.8)]),
        ("way", &[("grid", 1.0)]),
        ("literal", &[("threat", 1.0)]),
        ("literal way", &[("threat", 1.0), ("grid", 1.0)]),
        ("exp-continuous", &[("branch", 1.0)]),
        ("linear", &[("branch", 2.0)]),
        ("quadratic", &[("branch", 3.0)]),
        ("every step", &[("decide_every", 0.0)]),
        ("literal quadratic", &[("threat", 1.0), ("branch", 3.0)]),
    ];
    let model = super::tests::MODEL;
    print_table(sets.iter().map(|(name, params)| (*name, model, *params)));
}

/// What it is called, its model and its parameters.
type Named<'a> = (&'a str, &'a str, &'a [(&'a str, f64)]);

fn print_table<'a>(sets: impl Iterator<Item = Named<'a>> + Clone) {
    for scene in [Scene::Swap, Scene::Crossing] {
        for (name, model, params) in sets.clone() {
            let all: Vec<Figures> = (1..=5).map(|seed| run_model(model, scene, params, seed).figures()).collect();
            let over = |part: fn(&Figures) -> f64| mean(all.iter().map(part)).0;
            println!(
                "{scene:?} {name}: {} of 500 arrive in {:.2} ({:.2}) s, smoothness {:.2} (median {:.2}, walking {:.2}), acceleration {:.1}, degrees {:.0} (median {:.0}, walking {:.0}), touching {:.4}, least {:.3}, overlap {:.4}",
                all.iter().map(|f| f.arrived).sum::<usize>(),
                over(|f| f.time),
                over(|f| f.time_sd),
                over(|f| f.smoothness),
                over(|f| f.smoothness_median),
                over(|f| f.smoothness_walking),
                over(|f| f.acceleration),
                over(|f| f.degrees),
                over(|f| f.degrees_median),
                over(|f| f.degrees_walking),
                over(|f| f.touching),
                over(|f| f.least),
                over(|f| f.overlap)
            );
        }
    }
}

#[test]
fn spec_table_1_swap_and_crossing_take_little_longer_than_alone_and_nobody_is_touched() {
    for scene in [Scene::Swap, Scene::Crossing] {
        let f = run(scene, &[], 1).figures();
        assert_eq!(f.arrived, 100, "{scene:?}");
        assert!(f.time > FREE_TIME - 1.0 && f.time < 41.0, "{scene:?}: {f:?}");
        assert!(f.acceleration < 140.0 && f.degrees < 300.0 && f.overlap < 0.005, "{scene:?}: {f:?}");
    }
}

/// Direction of the greatest change of who walks where, in the square where two streams cross [deg].
fn stripes(seed: u64) -> f64 {
    let r = run(Scene::Crossing, &[], seed);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    // The heads of the groups meet in the middle after 15 s, the tails leave it after 21 s.
    for step in 75..105 {
        let now: Vec<(Point, f64)> = (r.paths.iter().enumerate())
            .filter_map(|(k, p)| p.get(step).map(|p| (*p, if k < 50 { 1.0 } else { -1.0 })))
            .collect();
        for i in 0..20 {
            for j in 0..20 {
                let at = Point::new(40.0 + f64::from(i) * 0.5, 40.0 + f64::from(j) * 0.5);
                // Gradient of the difference of the two densities, each walker a bell of 1 m.
                let (mut gx, mut gy) = (0.0, 0.0);
                for (p, sign) in &now {
                    let d = at - *p;
                    let bell = sign * ambulo_geom::math::exp(-0.5 * f64::from(d.length_squared()));
                    (gx, gy) = (gx - bell * f64::from(d.x), gy - bell * f64::from(d.y));
                }
                (xx, xy, yy) = (xx + gx * gx, xy + gx * gy, yy + gy * gy);
            }
        }
    }
    (0.5 * ambulo_geom::math::atan2(2.0 * xy, xx - yy)).to_degrees()
}

#[test]
fn spec_crossing_streams_form_stripes_at_45_degrees() {
    let all: Vec<f64> = (1..=5).map(stripes).collect();
    let (middle, _) = mean(all.iter().copied());
    println!("stripes {all:?}, mean {middle:.1}");
    assert!((middle - 45.0).abs() < 15.0, "{all:?}");
}

/// Lane index: over all walkers who have others within 0.5 m to the side and 6 m along, twice the share of those who
/// go the same way, less one.
fn lanes(r: &Run, step: usize) -> f64 {
    let now: Vec<(Point, bool)> =
        (r.paths.iter().enumerate()).filter_map(|(k, p)| p.get(step).map(|p| (*p, k < 50))).collect();
    let index = |(k, (p, east)): (usize, &(Point, bool))| {
        let beside = |q: &Point| (p.y - q.y).abs() < 0.5 && (p.x - q.x).abs() < 6.0;
        let near: Vec<bool> =
            now.iter().enumerate().filter(|(j, (q, _))| *j != k && beside(q)).map(|(_, (_, e))| e == east).collect();
        let same = near.iter().filter(|s| **s).count();
        (!near.is_empty()).then(|| 2.0 * same as f64 / near.len() as f64 - 1.0)
    };
    mean(now.iter().enumerate().filter_map(index)).0
}

#[test]
fn spec_opposite_streams_form_lanes() {
    // The groups are right through each other after 18 s. Walkers who mind nobody and only push past each other show
    // what the index is without lanes.
    let index = |params: &[(&str, f64)]| mean((1..=5).map(|seed| lanes(&run(Scene::Swap, params, seed), 85))).0;
    let (minding, blind) = (index(&[]), index(&[("collision_weight", 0.0)]));
    println!("lanes {minding:.2}, without avoidance {blind:.2}");
    assert!(minding > blind + 0.3, "{minding} {blind}");
}
