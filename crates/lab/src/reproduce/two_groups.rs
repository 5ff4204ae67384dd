//! Two groups of fifty who cross or swap places, and two streams in a corridor: walked, recorded, measured.
//!
//! The groups stand on lattices of 1.5 m, each place shifted at random by up to 0.3 m; every walker heads for the place
//! 46.8 m ahead, 36 s at 1.3 m/s. Places are taken five times per second, from the second on: all stand at the very
//! beginning, and nobody knows yet where the others are going.

use ambulo_data::{Trajectories, TrajectoryRow};
use ambulo_eval::{acceleration, smoothness, turning};
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AgentId, AtGoal, Group, Setup, Simulation, Spread};

const SPEED: f64 = 1.3;
/// What everybody takes alone [s].
pub(super) const FREE_TIME: f64 = 36.0;
const SPACING: f64 = 1.5;
/// Samples per second.
const FPS: f64 = 5.0;
/// When the samples begin [s].
const BEGIN: f64 = 1.0;
const LIMIT: f64 = 120.0;

/// Where the second group walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SecondGroup {
    /// Across the first one's path.
    Crossing,
    /// Against it.
    Swap,
}

/// What was walked.
pub(super) struct Walked {
    /// Everybody five times per second; frame 0 is at one second.
    pub(super) recording: Trajectories,
    /// When each arrived [s].
    pub(super) times: Vec<Option<f64>>,
    /// Deepest overlap of two bodies [m].
    pub(super) overlap: f64,
}

/// Means over walkers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GroupFigures {
    pub(super) arrived: f64,
    /// Mean time of those who arrived, and its standard deviation [s].
    pub(super) time: f64,
    pub(super) time_sd: f64,
    /// Sum of squared curvatures at 0.25 m [1/m^2].
    pub(super) smoothness: f64,
    /// Sum of accelerations at 5 Hz [m/s^2].
    pub(super) acceleration: f64,
    /// Degrees turned.
    pub(super) degrees: f64,
    pub(super) overlap: f64,
}

/// Lets the two groups walk; walkers 0 to 49 are the first group.
pub(super) fn walk(model: &str, scene: SecondGroup, params: &[(&str, f64)], seed: u64) -> Walked {
    let side = 90.0;
    let (mut sim, group) = simulation(side, side, model, params, seed, 0.05, true);
    let length = SPEED * FREE_TIME;
    let mut ids = Vec::new();
    for k in 0..100u32 {
        let mut draw = Draw::new(seed, k, 0, Purpose::Setup);
        let (file, rank) = (f64::from(k % 10), f64::from(k % 50 / 10));
        let across = (file - 4.5) * SPACING + 0.6 * (draw.unit() - 0.5);
        let along = (rank - 2.0) * SPACING - length / 2.0 + 0.6 * (draw.unit() - 0.5);
        let at = |along: f64| {
            let middle = side / 2.0;
            match (scene, k < 50) {
                (_, true) => Point::new(middle + along, middle + across),
                (SecondGroup::Swap, false) => Point::new(middle - along, middle + across),
                (SecondGroup::Crossing, false) => Point::new(middle + across, middle + along),
            }
        };
        let goal = sim.add_goal_at(at(along + length)).expect("goals lie in the square");
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        ids.push(sim.spawn(group, journey, at(along)).expect("places lie apart"));
    }
    record(sim, &ids)
}

/// Two streams of twelve from the ends of a corridor of 4 m; walkers 0 to 11 go to +x.
pub(super) fn corridor(model: &str, params: &[(&str, f64)], seed: u64) -> Walked {
    let (mut sim, group) = simulation(60.0, 4.0, model, params, seed, 0.05, false);
    let area = |x0: f64, x1: f64| Region::from(Polygon::rectangle(x0, 0.0, x1, 4.0).expect("a rectangle"));
    for (goal, start) in [((58.0, 60.0), (2.0, 20.0)), ((0.0, 2.0), (40.0, 58.0))] {
        let goal = sim.add_goal_area(&area(goal.0, goal.1)).expect("goals lie in the corridor");
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.populate(&area(start.0, start.1), group, journey, 12).expect("room for twelve");
    }
    let ids: Vec<AgentId> = sim.walkers().map(|w| w.id).collect();
    record(sim, &ids)
}

fn simulation(
    length: f64,
    width: f64,
    model: &str,
    params: &[(&str, f64)],
    seed: u64,
    dt: f64,
    alike: bool,
) -> (Simulation, ambulo_sim::GroupId) {
    let ground = Region::from(Polygon::rectangle(0.0, 0.0, length, width).expect("a rectangle"));
    let mut sim =
        Simulation::new(Setup { dt, seed, threads: 1, ..ambulo_models::setup(ground) }).expect("a plain rectangle");
    let mut group = Group {
        model: model.into(),
        params: params.iter().map(|(n, v)| (n.to_string(), *v)).collect(),
        ..Group::default()
    };
    if alike {
        (group.speed, group.radius) = (Spread::constant(SPEED), Spread::constant(0.25));
    }
    let group = sim.add_group(&group).expect("known models and parameters");
    (sim, group)
}

fn record(mut sim: Simulation, ids: &[AgentId]) -> Walked {
    let mut times = vec![None; ids.len()];
    let mut rows = Vec::new();
    let every = (1.0 / (FPS * sim.dt())).round() as u32;
    let mut frame = 0;
    while sim.report().time < LIMIT && times.iter().any(Option::is_none) {
        sim.step();
        let now = sim.report().time;
        let sampled = sim.report().step.is_multiple_of(every) && now > BEGIN;
        for (k, id) in ids.iter().enumerate() {
            match sim.walker(*id) {
                Some(w) if sampled => rows.push(TrajectoryRow {
                    frame,
                    id: k as u32,
                    x: w.place.x,
                    y: w.place.y,
                    ori_x: 1.0,
                    ori_y: 0.0,
                    speed: w.velocity.length(),
                    level: 0,
                    z: 0.0,
                }),
                Some(_) => {}
                None => times[k] = times[k].or(Some(now)),
            }
        }
        frame += u32::from(sampled);
    }
    let overlap = f64::from(sim.report().max_overlap);
    Walked { recording: Trajectories::new(FPS, nowhere(), vec![], rows), times, overlap }
}

/// Metrics of trajectories need no plan.
fn nowhere() -> Region {
    Region::new(vec![]).expect("no polygons, no faults")
}

impl Walked {
    pub(super) fn figures(&self) -> GroupFigures {
        let (time, time_sd) = mean_and_sd(self.times.iter().flatten().copied());
        let over = |each: Vec<(u32, f64)>| mean_and_sd(each.into_iter().map(|(_, value)| value)).0;
        GroupFigures {
            arrived: self.times.iter().flatten().count() as f64,
            time,
            time_sd,
            smoothness: over(smoothness::measure(&self.recording)),
            acceleration: over(acceleration::measure(&self.recording)),
            degrees: over(turning::measure(&self.recording)),
            overlap: self.overlap,
        }
    }

    /// The recording between two times of the run [s].
    pub(super) fn between(&self, from: f64, to: f64) -> Trajectories {
        let inside = |r: &&TrajectoryRow| (from..to).contains(&(BEGIN + f64::from(r.frame + 1) / FPS));
        let rows = self.recording.rows().iter().filter(inside).copied().collect();
        Trajectories::new(FPS, nowhere(), vec![], rows)
    }
}

impl GroupFigures {
    /// The mean of several runs.
    pub(super) fn mean(all: &[Self]) -> Self {
        let over = |part: fn(&Self) -> f64| all.iter().map(part).sum::<f64>() / all.len() as f64;
        Self {
            arrived: over(|f| f.arrived),
            time: over(|f| f.time),
            time_sd: over(|f| f.time_sd),
            smoothness: over(|f| f.smoothness),
            acceleration: over(|f| f.acceleration),
            degrees: over(|f| f.degrees),
            overlap: over(|f| f.overlap),
        }
    }
}

fn mean_and_sd(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let all: Vec<f64> = values.collect();
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    (mean, (all.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / all.len() as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spec_table_1_swap_and_crossing_take_little_longer_than_alone_and_nobody_is_touched() {
        for scene in [SecondGroup::Swap, SecondGroup::Crossing] {
            let f = walk("karamouzas", scene, &[], 1).figures();
            assert_eq!(f.arrived, 100.0, "{scene:?}");
            assert!(f.time > FREE_TIME - 1.0 && f.time < 41.0, "{scene:?}: {f:?}");
            assert!(f.acceleration < 140.0 && f.degrees < 300.0 && f.overlap < 0.005, "{scene:?}: {f:?}");
        }
    }

    #[test]
    fn times_of_the_recording_are_those_of_the_run() {
        // Blind walkers keep to their line: a metre and a third in a second.
        let w = walk("social-force", SecondGroup::Swap, &[("strength", 0.0), ("noise", 0.0)], 1);
        let part = w.between(5.0, 6.0);
        assert_eq!(part.rows().len(), 5 * 100);
        let (first, last) = (part.rows()[0], part.rows()[400]);
        assert!(first.id == last.id && (last.x - first.x - 0.8 * SPEED).abs() < 0.05, "{first:?} {last:?}");
    }

    #[test]
    #[ignore = "prints the table of the model's page"]
    fn table_of_variants() {
        let karamouzas: &[(&str, &[(&str, f64)])] = &[
            ("default", &[]),
            ("turn at once", &[("turn_time", 0.0)]),
            ("turn in 0.2 s", &[("turn_time", 0.2)]),
            ("turn in 0.8 s", &[("turn_time", 0.8)]),
            ("way", &[("grid", 1.0)]),
            ("literal", &[("threat", 1.0)]),
            ("exp-continuous", &[("branch", 1.0)]),
            ("linear", &[("branch", 2.0)]),
            ("quadratic", &[("branch", 3.0)]),
        ];
        let rvo: &[(&str, &[(&str, f64)])] = &[("default", &[]), ("no noise", &[("noise", 0.0)])];
        for (model, sets) in [("karamouzas", karamouzas), ("rvo", rvo), ("orca", &[("default", &[])])] {
            for (name, params) in sets {
                for scene in [SecondGroup::Swap, SecondGroup::Crossing] {
                    let all = [1, 2, 3, 4, 5].map(|seed| walk(model, scene, params, seed).figures());
                    println!("{model} {name} {scene:?}: {:.2?}", GroupFigures::mean(&all));
                }
            }
        }
    }
}
