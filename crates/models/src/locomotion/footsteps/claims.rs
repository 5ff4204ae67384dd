//! What is claimed of planning footsteps, measured: the program's checks and the tests ask here.

use super::Footsteps;
use super::search::{Energy, Stance};
use super::steps::{self, PlannedStep, STANCE};
use crate::trials::rectangle;
use ambulo_geom::{Crossing, Point, Polygon, Region, Segment, Vec2, random::bits};
use ambulo_sim::{AtGoal, Group, LandedFootstep, Row, Setup, Simulation, Spread, SteeringModel, View, params};
use std::collections::BTreeMap;

/// The estimate beside the cost of every chain of up to four steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimates {
    /// Chains of steps compared.
    pub chains: u64,
    /// Those whose cost is below the estimate of where they end.
    pub above: u64,
    /// The greatest estimate as a share of the cost.
    pub greatest: f64,
}

/// Random step sets of six steps, at random speeds, all chains of up to four.
pub fn estimates(sets: u32, seed: u64) -> Estimates {
    let mut found = Estimates::default();
    for k in 0..sets {
        let draw = |what: u64| bits(seed ^ (u64::from(k) << 8) ^ what) as f64 / u64::MAX as f64;
        let mut all = Vec::new();
        let speed = 0.3 + 1.5 * draw(0) as f32;
        steps::fill(&mut all, speed, 0.5);
        let set: Vec<PlannedStep> = (1..=6).map(|n| all[(draw(n) * all.len() as f64) as usize % all.len()]).collect();
        let p = Footsteps { energy: f32::from(draw(7) < 0.5), tolerance: 0.05, ..Footsteps::default() };
        let energy = Energy::of(&p, speed);
        let half = 0.5 * STANCE;
        let feet = [Vec2::new(0.0, half), Vec2::new(0.0, -half)];
        let from = Stance { feet, facing: Vec2::new(1.0, 0.0), ..Stance::default() };
        let mut open = vec![(from, 0.0f32, 0)];
        while let Some((stance, cost, depth)) = open.pop() {
            if depth > 0 {
                let estimate = energy.least((stance.root - from.root).length() - p.tolerance);
                found.chains += 1;
                // Sums of f32.
                found.above += u64::from(estimate > cost * (1.0 + 1e-5));
                found.greatest = found.greatest.max(f64::from(estimate / cost));
            }
            if depth < 4 {
                for step in &set {
                    let (next, moving) = stance.after(step);
                    open.push((next, cost + energy.cost(step, next.speed, moving.askew()), depth + 1));
                }
            }
        }
    }
    found
}

params! {
    /// Walks straight to the goal: the planner alone avoids others.
    pub struct Straight {}
}

impl SteeringModel for Straight {
    const NAME: &'static str = "straight";
    const TITLE: &'static str = "Straight to the goal";
    const PAPER: &'static str = "none";
    const LIMITS: &'static str = "avoids nobody";
    type Memory = ();

    fn range(&self) -> f32 {
        0.0
    }

    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        view.preferred(me)
    }
}

/// A walk of several people on planned footsteps.
pub struct Walked {
    /// The simulation at its end.
    pub sim: Simulation,
    /// Footsteps of each walker.
    pub steps: BTreeMap<u32, Vec<LandedFootstep>>,
    /// Steps of the simulation in which two bodies touched, each pair counted.
    pub touches: u64,
}

impl Walked {
    /// Footsteps in all, and pairs of the same foot in a row.
    pub fn repeated(&self) -> (usize, usize) {
        let twice = |steps: &Vec<LandedFootstep>| steps[2..].windows(2).filter(|p| p[0].right == p[1].right).count();
        (self.steps.values().map(Vec::len).sum(), self.steps.values().filter(|s| s.len() > 2).map(twice).sum())
    }

    /// Swings, and those that cross a wall.
    pub fn crossings(&self) -> (usize, usize) {
        let walls = self.sim.walls().all();
        let (mut swings, mut crossed) = (0, 0);
        for steps in self.steps.values() {
            for right in [false, true] {
                let places: Vec<Point> = steps.iter().filter(|s| s.right == right).map(|s| s.place).collect();
                for swing in places.windows(2).map(|p| Segment::new(p[0], p[1])) {
                    swings += 1;
                    crossed += usize::from(walls.iter().any(|w| swing.crossing(w.at) != Crossing::None));
                }
            }
        }
        (swings, crossed)
    }
}

/// Those who walk trips, at 1.3 m/s with a radius of 0.22 m, before their first step.
pub fn begin(
    region: Region,
    model: &str,
    params: &[(&str, f64)],
    threads: usize,
    trips: &[(Point, Point)],
) -> Simulation {
    let setup = crate::setup(region);
    let models = setup.models.clone().with::<Straight>();
    let mut sim = Simulation::new(Setup { threads, models, ..setup }).expect("a plan with a mesh");
    let group = Group {
        model: model.into(),
        locomotion: "footsteps".into(),
        locomotion_params: params.iter().map(|(name, value)| ((*name).to_string(), *value)).collect(),
        speed: Spread::constant(1.3),
        radius: Spread::constant(0.22),
        ..Group::default()
    };
    let group = sim.add_group(&group).expect("parameters it has");
    for (from, to) in trips {
        let goal = sim.add_goal_at(*to).expect("inside");
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.spawn(group, journey, *from);
    }
    sim
}

/// Walks trips to their end.
pub fn walk(
    region: Region,
    model: &str,
    params: &[(&str, f64)],
    threads: usize,
    trips: &[(Point, Point)],
    limit: f64,
) -> Walked {
    let sim = begin(region, model, params, threads, trips);
    let mut walked = Walked { sim, steps: BTreeMap::new(), touches: 0 };
    while walked.sim.report().time < limit && walked.sim.report().arrived < trips.len() {
        walked.sim.step();
        for step in walked.sim.footsteps() {
            walked.steps.entry(step.id.0).or_default().push(step);
        }
        let here: Vec<Point> = walked.sim.walkers().map(|w| w.place).collect();
        for (k, a) in here.iter().enumerate() {
            walked.touches += here[k + 1..].iter().filter(|b| a.distance(**b) < 0.445).count() as u64;
        }
    }
    walked
}

/// Four who cross a square of 16 m, shifted by variant.
pub fn four(variant: u32) -> Vec<(Point, Point)> {
    let (p, shift) = (Point::new, f64::from(variant) * 0.15);
    vec![
        (p(1.0, 8.0), p(15.0, 8.0)),
        (p(15.0, 8.0 + shift), p(1.0, 8.0 + shift)),
        (p(8.0, 1.0 + shift), p(8.0, 15.0)),
        (p(8.0 + shift, 15.0), p(8.0 + shift, 1.0)),
    ]
}

/// A room with a wall of 0.1 m and a door of 1 m in it, and those who walk through it, along it, and up to it.
pub fn thin_wall() -> (Region, Vec<(Point, Point)>) {
    let ring = |x0, y0, x1, y1| vec![(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
    let holes = [ring(5.0, 0.5, 5.1, 3.0), ring(5.0, 4.0, 5.1, 7.5)];
    let holes: Vec<&[(f64, f64)]> = holes.iter().map(Vec::as_slice).collect();
    let plan = Polygon::from_rings(&ring(0.0, 0.0, 10.0, 8.0), &holes).expect("a room");
    let at = Point::new;
    let trips = vec![
        (at(4.5, 1.5), at(5.6, 1.5)),
        (at(4.4, 6.5), at(9.0, 6.0)),
        (at(9.0, 3.5), at(1.0, 3.4)),
        (at(1.0, 3.6), at(9.0, 3.5)),
    ];
    (Region::from(plan), trips)
}

/// So many who cross a hall in both directions: 3 m² each.
pub fn crowd(count: u32) -> (Region, Vec<(Point, Point)>) {
    let side = (3.0 * f64::from(count)).sqrt().max(8.0);
    let columns = f64::from(count).sqrt().ceil() as u32;
    let gap = (side - 2.0) / f64::from(columns);
    let trip = |k: u32| {
        let (i, j) = (f64::from(k % columns) + 0.5, f64::from(k / columns) + 0.5);
        let from = Point::new(1.0 + i * gap, 1.0 + j * gap);
        let to =
            if k.is_multiple_of(2) { Point::new(side - from.x, from.y) } else { Point::new(from.x, side - from.y) };
        (from, to)
    };
    (rectangle(0.0, 0.0, side, side), (0..count).map(trip).collect())
}
