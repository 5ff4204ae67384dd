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
    acceleration: f64,
    degrees: f64,
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
    let side = 90.0;
    let square = Region::from(Polygon::rectangle(0.0, 0.0, side, side).unwrap());
    let mut sim = Simulation::new(Setup { dt: 0.05, ..Setup::new(square) }).unwrap();
    let group = Group {
        model: super::tests::MODEL.into(),
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

fn total_acceleration(velocities: &[Vec2]) -> f64 {
    velocities.windows(2).map(|v| f64::from((v[1] - v[0]).length()) / SAMPLE).sum()
}

fn mean(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let all: Vec<f64> = values.collect();
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    (mean, (all.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / all.len() as f64).sqrt())
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
            acceleration: mean(self.velocities.iter().map(|v| total_acceleration(v))).0,
            degrees: mean(self.velocities.iter().map(|v| degrees_turned(v))).0,
            touching: near as f64 / samples as f64,
            least,
            overlap: self.overlap,
        }
    }
}

#[test]
#[ignore = "prints a table"]
fn table() {
    let sets: &[(&str, &[(&str, f64)])] = &[
        ("default", &[]),
        ("way", &[("grid", 1.0)]),
        ("literal", &[("threat", 1.0)]),
        ("literal way", &[("threat", 1.0), ("grid", 1.0)]),
        ("exp-continuous", &[("branch", 1.0)]),
        ("linear", &[("branch", 2.0)]),
        ("quadratic", &[("branch", 3.0)]),
        ("every step", &[("decide_every", 0.0)]),
        ("literal quadratic", &[("threat", 1.0), ("branch", 3.0)]),
    ];
    for scene in [Scene::Swap, Scene::Crossing] {
        for (name, params) in sets {
            let all: Vec<Figures> = (1..=5).map(|seed| run(scene, params, seed).figures()).collect();
            let over = |part: fn(&Figures) -> f64| mean(all.iter().map(part)).0;
            println!(
                "{scene:?} {name}: {} of 500 arrive in {:.2} ({:.2}) s, smoothness {:.2}, acceleration {:.1}, degrees {:.0}, touching {:.4}, least {:.3}, overlap {:.4}",
                all.iter().map(|f| f.arrived).sum::<usize>(),
                over(|f| f.time),
                over(|f| f.time_sd),
                over(|f| f.smoothness),
                over(|f| f.acceleration),
                over(|f| f.degrees),
                over(|f| f.touching),
                over(|f| f.least),
                over(|f| f.overlap)
            );
        }
    }
}

#[test]
#[ignore = "prints a walk"]
fn walk() {
    let r = run(Scene::Crossing, &[], 1);
    for k in [24usize, 77] {
        println!("walker {k}");
        for (i, (p, v)) in r.paths[k].iter().zip(&r.velocities[k]).enumerate() {
            println!(
                "{:.1} {:.2} {:.2} speed {:.2} angle {:.1}",
                i as f64 * 0.2,
                p.x,
                p.y,
                v.length(),
                v.angle().to_degrees()
            );
        }
    }
}
