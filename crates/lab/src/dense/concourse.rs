//! The concourse of the scene `station`, where streams cross in the open at an obtuse angle: how long people take, and how much they turn.
//!
//! A rule that makes people step aside for each other costs time and turns here if it is too eager.

use super::DenseSubject;
use ambulo::Scene;
use ambulo_eval::tracks::Tracks;
use ambulo_eval::turn_rate;
use std::collections::BTreeMap;

/// Places are noted so often [1/s].
const RATE: f64 = 10.0;
/// Those who have not arrived by then count as if they arrived now [s].
const LIMIT: f64 = 420.0;

pub(super) struct Concourse {
    /// Mean time from entering to arriving [s].
    pub(super) travel: f64,
    /// Change of direction per metre walked [deg/m].
    pub(super) turn: Option<f64>,
}

pub(super) fn measure(subject: &DenseSubject) -> Concourse {
    let mut world = subject.world(Scene::find("station").expect("a scene of ours").text);
    let mut walks: BTreeMap<u32, (u32, Vec<(f64, f64)>)> = BTreeMap::new();
    let (mut frame, mut steps) = (0, 0u64);
    while world.report().time < LIMIT {
        world.step();
        let report = world.report();
        if report.time * RATE + 1e-6 >= f64::from(frame + 1) {
            frame += 1;
            for w in world.walkers() {
                walks.entry(w.id.0).or_insert((frame, Vec::new())).1.push((w.place.x, w.place.y));
            }
        }
        steps = report.agent_steps;
        if report.present == 0 && report.waiting_to_enter == 0 && report.time > 130.0 {
            break;
        }
    }
    let report = world.report();
    let people = report.appeared.max(1) as f64;
    let tracks = Tracks::from_places(RATE, walks.into_iter().map(|(id, (first, places))| (id, first, places)));
    Concourse {
        travel: steps as f64 * report.time / f64::from(report.step.max(1)) / people,
        turn: turn_rate::measure(&tracks).map(|f| f.0),
    }
}
