//! The workloads with `dodgy_2d`: the same people, steps and neighbours; velocities straight to the goal, in `door`
//! through the opening; bodies move as they choose, nothing keeps them apart.

use crate::grid::{Grid, NEAREST};
use crate::meter::METER;
use crate::record::Record;
use ambulo::geom::Point;
use ambulo_lab::{BenchWalker, Workload};
use dodgy_2d::{Agent, AvoidanceOptions, Obstacle, Vec2};
use std::borrow::Cow;

/// As `orca` of ours has them by default [s].
const TIME_HORIZON: f32 = 2.0;
const WALL_HORIZON: f32 = 1.0;
/// As the engine of ours allows, in preferred speeds.
const FASTEST: f32 = 1.5;
/// Overlaps are looked for every so many steps, off the clock.
const LOOK_EVERY: u32 = 10;

struct Walkers {
    agents: Vec<Agent>,
    goals: Vec<Vec2>,
    speeds: Vec<f32>,
}

impl Walkers {
    fn reorder(&mut self, order: &[u32]) {
        let pick = |i: &u32| *i as usize;
        self.agents = order.iter().map(|i| self.agents[pick(i)].clone()).collect();
        self.goals = order.iter().map(|i| self.goals[pick(i)]).collect();
        self.speeds = order.iter().map(|i| self.speeds[pick(i)]).collect();
    }

    fn leave(&mut self, arrived: impl Fn(&Agent, Vec2) -> bool) {
        for i in (0..self.agents.len()).rev() {
            if arrived(&self.agents[i], self.goals[i]) {
                self.agents.swap_remove(i);
                self.goals.swap_remove(i);
                self.speeds.swap_remove(i);
            }
        }
    }
}

fn vec2(p: Point) -> Vec2 {
    Vec2::new(p.x as f32, p.y as f32)
}

/// One run; no more steps once `budget` seconds of CPU time are spent.
pub fn run(workload: Workload, people: &[BenchWalker], budget: f64) -> Record {
    let area = workload.area();
    let bounds = area.bounds().expect("an area");
    let mut grid = Grid::new(vec2(bounds.min), vec2(bounds.max));
    let walls: Vec<Vec2> = match workload {
        Workload::Open { .. } => Vec::new(),
        // Clockwise: nobody leaves the ring.
        Workload::Door => area.polygons()[0].outer().iter().rev().map(|p| vec2(*p)).collect(),
    };
    let obstacle = Obstacle::Closed { vertices: walls.clone() };
    let agent = |p: &BenchWalker| Agent {
        position: vec2(p.start),
        velocity: Vec2::ZERO,
        radius: p.radius as f32,
        avoidance_responsibility: 1.0,
    };
    let mut walkers = Walkers {
        agents: people.iter().map(agent).collect(),
        goals: people.iter().map(|p| vec2(p.goal)).collect(),
        speeds: people.iter().map(|p| p.speed as f32).collect(),
    };
    let dt = workload.dt() as f32;
    let (mut cpu, mut walker_steps, mut steps, mut overlap) = (0.0, 0, 0, 0f64);
    while steps < workload.steps() && cpu < budget {
        let began = (METER.cpu_seconds)();
        step(workload, &mut walkers, &mut grid, &walls, &obstacle, dt);
        walker_steps += walkers.agents.len() as u64;
        walkers.leave(|a, goal| match workload {
            Workload::Open { .. } => a.position.distance(goal) <= a.radius,
            Workload::Door => a.position.x >= 38.0,
        });
        cpu += (METER.cpu_seconds)() - began;
        steps += 1;
        if steps % LOOK_EVERY == 0 {
            overlap = overlap.max(deepest(&walkers, &mut grid));
        }
    }
    Record {
        program: "dodgy_2d".into(),
        model: "ORCA".into(),
        version: "0.5.5".into(),
        workload: workload.name().into(),
        people: people.len(),
        steps,
        walker_steps,
        cpu_s: cpu,
        overlap_m: Some(overlap),
        note: String::new(),
    }
}

fn step(workload: Workload, walkers: &mut Walkers, grid: &mut Grid, walls: &[Vec2], obstacle: &Obstacle, dt: f32) {
    let order = grid.sort(walkers.agents.iter().map(|a| a.position));
    walkers.reorder(&order);
    let Walkers { agents, goals, speeds } = &*walkers;
    let obstacles = [Cow::Borrowed(obstacle)];
    let mut neighbours: Vec<Cow<'_, Agent>> = Vec::with_capacity(NEAREST);
    let mut found = [(0.0, 0); NEAREST];
    let mut chosen = Vec::with_capacity(agents.len());
    for (i, me) in agents.iter().enumerate() {
        let count = grid.nearest(i, |k| agents[k].position, &mut found);
        neighbours.clear();
        neighbours.extend(found[..count].iter().map(|(_, k)| Cow::Borrowed(&agents[*k as usize])));
        let to = waypoint(workload, me, goals[i]) - me.position;
        // Not beyond the goal.
        let preferred = to.normalize_or_zero() * speeds[i].min(to.length() / dt);
        let options = AvoidanceOptions {
            obstacle_margin: me.radius,
            time_horizon: TIME_HORIZON,
            obstacle_time_horizon: WALL_HORIZON,
        };
        let fastest = FASTEST * speeds[i];
        let near = near_a_wall(me.position, walls, fastest * WALL_HORIZON + me.radius);
        let obstacles = if near { &obstacles[..] } else { &[] };
        chosen.push(me.compute_avoiding_velocity(&neighbours, obstacles, preferred, fastest, dt, &options));
    }
    for (a, v) in walkers.agents.iter_mut().zip(chosen) {
        a.velocity = v;
        a.position += v * dt;
    }
}

/// Where to aim: in `door` at the opening until it is passed, then straight out.
fn waypoint(workload: Workload, me: &Agent, goal: Vec2) -> Vec2 {
    match workload {
        Workload::Open { .. } => goal,
        Workload::Door if me.position.x < 30.15 => {
            Vec2::new(30.3, me.position.y.clamp(14.4 + me.radius + 0.05, 15.6 - me.radius - 0.05))
        }
        Workload::Door => Vec2::new(39.0, me.position.y),
    }
}

fn near_a_wall(p: Vec2, ring: &[Vec2], range: f32) -> bool {
    ring.iter().zip(ring.iter().cycle().skip(1)).any(|(&a, &b)| {
        let along = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        p.distance_squared(a + (b - a) * along) < range * range
    })
}

/// The deepest overlap of two bodies now [m].
fn deepest(walkers: &Walkers, grid: &mut Grid) -> f64 {
    let order = grid.sort(walkers.agents.iter().map(|a| a.position));
    let sorted: Vec<&Agent> = order.iter().map(|i| &walkers.agents[*i as usize]).collect();
    let mut found = [(0.0, 0); NEAREST];
    let mut most = 0f64;
    for (i, me) in sorted.iter().enumerate() {
        let count = grid.nearest(i, |k| sorted[k].position, &mut found);
        for (d, k) in &found[..count] {
            most = most.max(f64::from(me.radius + sorted[*k as usize].radius - d.sqrt()));
        }
    }
    most
}
