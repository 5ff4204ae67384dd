//! What the paper promises, measured: the program's checks and the tests ask here.

use super::Vision;
use super::camera::Camera;
use super::control::{self, Law};
use super::image::{Image, Person, Surroundings};
use super::stimuli::Judge;
use crate::crossings::{ANGLES, CrossingSetup};
use crate::trials::{Cast, StartState, rectangle, started};
use ambulo_geom::{Point, Polygon, Region, Vec2, math};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AgentId, AtGoal, Simulation};

/// How a crowd got through a scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passage {
    /// Walkers, and how many of them arrived.
    pub people: usize,
    pub arrived: usize,
    /// Longest travel time; the limit where one did not arrive [s].
    pub longest: f64,
    /// Mean travel time of those who arrived [s].
    pub mean: f64,
    /// Mean share of their time that walkers are slower than 0.5 m/s.
    pub slow: f64,
}

/// Slower than this counts as slow in the paper [m/s].
const SLOW: f32 = 0.5;
/// Scenes end at this time [s].
const LIMIT: f64 = 150.0;

/// The mean of several runs.
pub fn mean_of(runs: &[Passage]) -> Passage {
    let n = runs.len().max(1) as f64;
    let mean = |part: fn(&Passage) -> f64| runs.iter().map(part).sum::<f64>() / n;
    Passage {
        people: runs.iter().map(|r| r.people).sum(),
        arrived: runs.iter().map(|r| r.arrived).sum(),
        longest: mean(|r| r.longest),
        mean: mean(|r| r.mean),
        slow: mean(|r| r.slow),
    }
}

/// Lets everybody walk to the end.
fn pass(mut sim: Simulation, people: usize) -> Passage {
    let mut slow = vec![0.0f64; people];
    let mut arrival = vec![None; people];
    let dt = 0.05;
    while sim.report().time < LIMIT && arrival.iter().any(Option::is_none) {
        sim.step();
        let time = sim.report().time;
        for id in 0..people {
            match sim.walker(AgentId(id as u32)) {
                Some(w) => slow[id] += if w.velocity.length() < SLOW { dt } else { 0.0 },
                None => arrival[id] = arrival[id].or(Some(time)),
            }
        }
    }
    let times: Vec<f64> = arrival.iter().map(|t| t.unwrap_or(LIMIT)).collect();
    let there: Vec<f64> = arrival.iter().filter_map(|t| *t).collect();
    Passage {
        people,
        arrived: there.len(),
        longest: times.iter().copied().fold(0.0, f64::max),
        mean: there.iter().sum::<f64>() / there.len().max(1) as f64,
        slow: slow.iter().zip(&times).map(|(s, t)| s / t).sum::<f64>() / people as f64,
    }
}

/// So many people on a circle [m], each heading for the opposite place; where exactly on the circle, the seed decides, but nobody starts within half a metre
/// of another.
pub fn circle(cast: &Cast<'_>, people: usize, radius: f64) -> Passage {
    let side = 2.0 * radius + 8.0;
    let mut sim = cast.simulation(rectangle(0.0, 0.0, side, side));
    let group = sim.add_group(&cast.group()).unwrap();
    for k in 0..people {
        let spacing = std::f64::consts::TAU * radius / people as f64;
        let aside = (Draw::new(cast.seed, k as u32, 0, Purpose::Setup).unit() - 0.5) * (spacing - 0.5);
        let angle = k as f64 * std::f64::consts::TAU / people as f64 + aside / radius;
        let at = |r: f64| Point::new(0.5 * side + r * math::cos(angle), 0.5 * side + r * math::sin(angle));
        let goal = sim.add_goal_at(at(-radius)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.spawn(group, journey, at(radius)).unwrap();
    }
    pass(sim, people)
}

/// Two groups of fifty that change places, 26 m apart.
pub fn swap(cast: &Cast<'_>) -> Passage {
    let mut sim = cast.simulation(rectangle(0.0, 0.0, 40.0, 24.0));
    let group = sim.add_group(&cast.group()).unwrap();
    for (x, to) in [(2.0, 37.0), (28.0, 0.0)] {
        let goal = sim.add_goal_area(&rectangle(to, 0.0, to + 3.0, 24.0)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.populate(&rectangle(x, 5.0, x + 10.0, 19.0), group, journey, 50).unwrap();
    }
    pass(sim, 100)
}

/// To which side walkers turn for what stands ahead to one side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signs {
    /// Places tried, ahead to the left.
    pub tried: usize,
    /// Of which the rate of the bearing was not positive, or the turn not to the right.
    pub wrong: usize,
}

/// Standing points ahead to the left of a walker: the bearing moves to the left and the turn is to the right.
pub fn sign_of_turns() -> Signs {
    let p = Vision::default();
    let (judge, mut out) = (Judge::new(&p), Signs::default());
    for k in 0..400 {
        let (x, y) = (2.0 + 0.03 * k as f32, 0.05 + 0.001 * k as f32);
        let around = Surroundings {
            people: vec![Person { at: Vec2::new(x, y + p.person_radius), velocity: Vec2::new(-1.3, 0.0) }],
            ..Surroundings::default()
        };
        let (mut camera, mut image) = (Camera::default(), Image::default());
        camera.fit(&p);
        image.draw(&camera, &around);
        let d = (x * x + y * y).sqrt();
        let point = judge.point(d, 1.3 * x / d, 1.3 * y / d);
        let (turn, law) = control::turn(&p, &judge.image(&image), 0.0, 0.0);
        if law == Law::Clear {
            continue;
        }
        out.tried += 1;
        out.wrong += usize::from(point.rate <= 0.0 || turn >= 0.0);
    }
    out
}

/// Two who cross.
#[derive(Clone, Copy, Debug)]
pub struct CrossingPair {
    /// Between their directions [deg].
    pub angle: f64,
    /// Least distance between their middles [m].
    pub apart: f64,
    /// Share of the time, after they got going and before they arrive, that one is slow.
    pub slow: f64,
    pub arrived: usize,
}

/// Pairs that would meet in the middle, at all angles.
pub fn pairs(params: &[(&'static str, f64)]) -> Vec<CrossingPair> {
    ANGLES
        .iter()
        .map(|angle| {
            let run = CrossingSetup::new("vision", *angle, 0.0).with(params).run();
            let pace =
                |path: &Vec<Point>| -> Vec<f64> { path.windows(2).map(|w| w[0].distance(w[1]) / 0.05).collect() };
            // One second to get going.
            let paces: Vec<f64> = run.paths.iter().flat_map(|p| pace(p).into_iter().skip(20)).collect();
            let slow = paces.iter().filter(|v| **v < f64::from(SLOW)).count() as f64 / paces.len() as f64;
            CrossingPair {
                angle: *angle,
                apart: run.least_distance,
                slow,
                arrived: run.arrivals.iter().flatten().count(),
            }
        })
        .collect()
}

/// The fastest changes of motion seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct FastestChanges {
    /// Turning rate [rad/s], and its change [rad/s^2].
    pub turn: f64,
    pub turn_change: f64,
    /// Change of speed [m/s^2].
    pub accel: f64,
}

/// Over pairs that meet head-on, once they walk.
pub fn fastest_changes() -> FastestChanges {
    let (dt, mut out) = (0.05, FastestChanges::default());
    for path in CrossingSetup::new("vision", 180.0, 0.0).run().paths {
        let steps: Vec<Vec2> = path.windows(2).map(|w| w[1] - w[0]).collect();
        // Until one second before the goal, where the route ends.
        let steps = &steps[20..steps.len() - 20];
        let turns: Vec<f64> = steps.windows(2).map(|w| math::wrap(w[1].angle() - w[0].angle()) / dt).collect();
        out.turn = turns.iter().fold(out.turn, |a, b| a.max(b.abs()));
        out.turn_change = turns.windows(2).fold(out.turn_change, |a, w| a.max(((w[1] - w[0]) / dt).abs()));
        let paces = steps.windows(2).map(|w| (f64::from(w[1].length() - w[0].length()) / dt / dt).abs());
        out.accel = paces.fold(out.accel, f64::max);
    }
    out
}

/// How far the path of a walker in one hall changes by another who walks towards it behind a wall [m].
pub fn hidden_influence() -> f64 {
    let cast = Cast::of("vision");
    let path = |hidden: bool| {
        let ring =
            [(0.0, 0.0), (20.0, 0.0), (20.0, 5.0), (0.5, 5.0), (0.5, 5.2), (20.0, 5.2), (20.0, 10.0), (0.0, 10.0)];
        let plan = Region::from(Polygon::from_rings(&ring, &[]).expect("a proper ring"));
        let start = |x: f64, y: f64, to: f64, w: f64| StartState {
            at: Point::new(x, y),
            velocity: Vec2::new(w as f32, 0.0),
            to: Point::new(to, y),
        };
        let starts = [start(2.0, 4.0, 19.0, 1.3), start(18.0, 5.8, 3.0, -1.3)];
        let (mut sim, ids) = started(&cast, plan, &starts[..if hidden { 2 } else { 1 }]);
        let mut path = Vec::new();
        for _ in 0..200 {
            sim.step();
            path.extend(sim.walker(ids[0]).map(|w| w.place));
        }
        path
    };
    path(false).iter().zip(&path(true)).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}
