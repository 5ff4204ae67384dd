//! What the paper promises, measured: the program's checks and the tests ask here.

use super::exact;
use crate::crossings::{CrossingRun, CrossingSetup};
use ambulo_geom::math::{cos, sin};
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AtGoal, Group, Setup, Simulation, Spread};

/// How far the critical speeds in closed form are from a search of the window, in so many random cases [m/s]: the speed
/// up to which one passes behind, and the one from which on one passes in front.
pub fn critical_speeds(cases: u32) -> (f64, f64) {
    let mut worst = (0.0f64, 0.0f64);
    for case in 0..cases {
        let mut draw = Draw::new(7, case, 0, Purpose::Setup);
        let mut between = |a: f64, b: f64| a + (b - a) * draw.unit();
        let reach = between(0.3, 0.8);
        let (angle, distance) = (between(0.0, std::f64::consts::TAU), between(reach + 0.01, 12.0));
        let d = (distance * cos(angle), distance * sin(angle));
        let v = (between(-2.0, 2.0), between(-2.0, 2.0));
        let (t1, t2) = [(0.0, 1.0), (1.0, 2.0), (2.0, 4.0), (4.0, 8.0)][case as usize % 4];
        let (slow, fast) = exact::critical_speeds(d, v, reach, t1, t2);
        // A scan in 1/t, refined about its least value by thirds, for the function is convex there.
        let (mut low, mut high) = (1.0 / t2, 1.0 / f64::max(t1, 1e-3));
        for _ in 0..100 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if near_side(d, v, reach, a) < near_side(d, v, reach, b) {
                high = b;
            } else {
                low = a;
            }
        }
        worst.0 = worst.0.max((near_side(d, v, reach, low).max(0.0) - slow).abs());
        let most = if t1 > 0.0 {
            (0..=40).map(|k| far_side(d, v, reach, t1 + (t2 - t1) * f64::from(k) / 40.0)).fold(0.0, f64::max)
        } else {
            f64::INFINITY
        };
        worst.1 = worst.1.max(if most == fast { 0.0 } else { (most - fast).abs() });
    }
    worst
}

/// |d s + v| - R s.
fn near_side(d: (f64, f64), v: (f64, f64), reach: f64, s: f64) -> f64 {
    let (x, y) = (d.0 * s + v.0, d.1 * s + v.1);
    (x * x + y * y).sqrt() - reach * s
}

/// The speed at which the neighbour's far side is met at time `t`.
fn far_side(d: (f64, f64), v: (f64, f64), reach: f64, t: f64) -> f64 {
    let (x, y) = (d.0 + v.0 * t, d.1 + v.1 * t);
    ((x * x + y * y).sqrt() + reach) / t
}

/// Two who cross at a right angle at 1.3 m/s.
#[derive(Clone, Debug)]
pub struct Met {
    /// At what distance they would pass if both kept their velocities, step by step until they are nearest [m].
    pub predicted: Vec<f64>,
    /// Least distance between their middles [m].
    pub nearest: f64,
    /// Whether the first, who started nearer to the crossing, passes it first.
    pub first_leads: bool,
    /// Step [s].
    pub dt: f64,
}

impl Met {
    /// The predicted distance so many seconds before they are nearest [m].
    pub fn before(&self, seconds: f64) -> f64 {
        let steps = (seconds / self.dt).round() as usize;
        self.predicted[self.predicted.len().saturating_sub(steps + 1)]
    }
}

/// Two cross at a right angle, the second `offset` metres behind.
pub fn crossing(offset: f64) -> Met {
    let pair = CrossingSetup::new("paris", 90.0, offset);
    let c = pair.run();
    let steps = c.paths[0].len().min(c.paths[1].len());
    let gap = |t: &usize| c.paths[0][*t].distance(c.paths[1][*t]);
    let nearest = (2..steps).min_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or(2);
    // Walkers meet in the middle of the square.
    let passes = |k: usize, at: fn(Point) -> f64| c.paths[k].iter().position(|p| at(*p) > 24.0);
    Met {
        predicted: (2..=nearest).map(|t| predicted(&c, t, pair.dt)).collect(),
        nearest: gap(&nearest),
        first_leads: passes(0, |p| p.x) < passes(1, |p| p.y),
        dt: pair.dt,
    }
}

/// Least distance the two would come to, each keeping its velocity of step `t`.
fn predicted(c: &CrossingRun, t: usize, dt: f64) -> f64 {
    let [v, w] = [0, 1].map(|k| (c.paths[k][t] - c.paths[k][t - 1]) / dt as f32);
    let (p, w) = (c.paths[1][t] - c.paths[0][t], w - v);
    let ahead = (-p.dot(w) / w.length_squared().max(1e-9)).max(0.0);
    f64::from((p + w * ahead).length())
}

/// Two cross at a right angle, the second so far behind that they pass beyond what is kept free: how far the velocity
/// either decides for is from the preferred one [m/s], and from how many decisions.
pub fn unmoved(offset: f64) -> (f64, usize) {
    let (mut worst, mut decisions) = (0.0f64, 0);
    for which in 0..2 {
        let mut sim = open_square();
        let group = sim.add_group(&person("paris", &[])).expect("its defaults");
        let ids = [((16.0, 24.0), (42.0, 24.0)), ((24.0, 16.0 - offset), (24.0, 42.0))].map(|(from, to)| {
            let goal = sim.add_goal_at(Point::new(to.0, to.1)).expect("inside");
            let journey = sim.add_journey(&[goal], AtGoal::Leave);
            sim.spawn(group, journey, Point::new(from.0, from.1)).expect("room for two")
        });
        sim.explain(Some(ids[which]));
        while sim.report().time < 12.0 {
            sim.step();
            // The first second is for getting from rest to the pace.
            if let Some(e) = sim.explanation().filter(|e| e.decided && e.time > 1.0) {
                worst = worst.max(f64::from((e.chosen - e.preferred).length()));
                decisions += 1;
            }
        }
    }
    (worst, decisions)
}

fn open_square() -> Simulation {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 60.0, 60.0).expect("a rectangle"));
    Simulation::new(Setup { threads: 1, ..crate::setup(hall) }).expect("a plain square")
}

fn person(model: &str, params: &[(&str, f64)]) -> Group {
    Group {
        model: model.into(),
        speed: Spread::constant(1.3),
        radius: Spread::constant(0.2),
        params: params.iter().map(|(name, value)| (name.to_string(), *value)).collect(),
        ..Group::default()
    }
}

/// A walker first sees one that crosses its path at a right angle `tti` seconds before the two would meet; how much of
/// its answer is a change of speed.
pub fn share_of_speed(tti: f64, more: &[(&str, f64)]) -> f64 {
    let mut sim = open_square();
    let sees = 1.3 * tti * std::f64::consts::SQRT_2;
    let every = [&[("decide_every", 0.0), ("smooth", 0.0), ("range", sees)], more].concat();
    let walker = sim.add_group(&person("paris", &every)).expect("known parameters");
    // Minds nobody.
    let blind = person("social-force", &[("strength", 0.0), ("noise", 0.0), ("tau", 0.05)]);
    let passer = sim.add_group(&blind).expect("known parameters");
    let mut journey = |x: f64, y: f64| {
        let goal = sim.add_goal_at(Point::new(x, y)).expect("inside");
        sim.add_journey(&[goal], AtGoal::Leave)
    };
    let (east, north) = (journey(58.0, 30.0), journey(30.0, 58.0));
    let before = 1.3 * (tti + 1.0);
    let me = sim.spawn(walker, east, Point::new(30.0 - before, 30.0)).expect("room for two");
    sim.spawn(passer, north, Point::new(30.0, 30.0 - before)).expect("room for two");
    while sim.report().time < tti + 2.0 {
        sim.step();
        let Some(w) = sim.walker(me) else { break };
        let v = w.velocity;
        let (dv, turn) = (f64::from((v.length() - 1.3).abs()), f64::from(v.length()) * v.angle().abs());
        if dv + turn > 1e-3 && sim.report().time > 0.2 {
            return dv / (dv + turn);
        }
    }
    f64::NAN
}
