//! What the paper promises, in running crowds.

use super::claims::{self, hall};
use crate::crossings::CrossingSetup;
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::{AtGoal, Group, Note, Simulation};

const MODEL: &str = "karamouzas";

#[test]
fn pairs_cross_without_touching_and_arrive_without_swerving() {
    let (mut faults, mut least) = (Vec::new(), f64::INFINITY);
    for pair in CrossingSetup::all(MODEL) {
        least = least.min(pair.run().least_distance);
        faults.extend(pair.faults(2));
        faults.extend(pair.at_speeds([1.3, 1.0]).faults(2));
    }
    println!("pairs keep {least:.3} m");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn samples_about_the_desired_direction_alone_make_walkers_swerve() {
    let count = |params: &[(&'static str, f64)]| -> usize {
        let swerves = |pair: CrossingSetup| usize::from(!pair.with(params).faults(2).is_empty());
        CrossingSetup::all(MODEL).map(|pair| swerves(pair.clone()) + swerves(pair.at_speeds([1.3, 1.0]))).sum()
    };
    let at_once = count(&[("grid", 1.0), ("turn_time", 0.0)]);
    let (slowly, fine) = (count(&[("grid", 1.0)]), count(&[("turn_time", 0.0)]));
    println!("of 120 crossings {at_once} swerve, {slowly} when turning takes time, {fine} with finer samples");
    assert!(at_once > 5 && slowly < at_once && fine < at_once, "{at_once} {slowly} {fine}");
}

#[test]
fn mirrored_pairs_walk_mirrored_paths() {
    for pair in CrossingSetup::all(MODEL) {
        let apart = pair.asymmetry();
        assert!(apart < 1e-3, "{pair}: {apart} m");
    }
}

#[test]
fn spec_without_a_collision_ahead_it_walks_exactly_as_it_wishes() {
    for params in [&[][..], &[("turn_time", 0.0)]] {
        let (off, decisions) = claims::alone(params);
        assert!(off == 0.0 && decisions >= 9, "{off} {decisions}");
    }
}

#[test]
fn an_explanation_names_neighbours_candidates_and_the_choice() {
    let (mut sim, ids) = hall(200, &[("decide_every", 0.0)]);
    let mut noted = 0;
    for id in ids.iter().take(20) {
        sim.explain(Some(*id));
        sim.step();
        let Some(e) = sim.explanation() else { continue };
        let count = |is: fn(&Note) -> bool| e.notes.iter().filter(|n| is(n)).count();
        if count(|n| matches!(n, Note::Neighbour { seen: "counted", .. })) == 0 {
            continue;
        }
        noted += 1;
        assert!(count(|n| matches!(n, Note::Candidate { chosen: true, .. })) >= 1);
        assert!(count(|n| matches!(n, Note::Shape { .. })) == 2 && count(|n| matches!(n, Note::Text(_))) == 1);
        let cost = |n: &Note| if let Note::Candidate { cost, .. } = n { *cost } else { f32::INFINITY };
        let least = e.notes.iter().map(cost).fold(f32::INFINITY, f32::min);
        let taken = e.notes.iter().filter(|n| matches!(n, Note::Candidate { chosen: true, .. })).map(cost);
        assert!(taken.fold(f32::INFINITY, f32::min) <= least + 3e-5);
    }
    assert!(noted >= 5, "{noted}");
}

#[test]
fn a_body_takes_time_to_turn() {
    // Two people who meet head-on: the farthest either turns from one decision to the next.
    let sharpest = |turn_time: f64| {
        let square = Region::from(Polygon::rectangle(0.0, 0.0, 30.0, 30.0).unwrap());
        let mut sim = Simulation::new(crate::setup(square)).unwrap();
        let params = [("turn_time".to_string(), turn_time)].into_iter().collect();
        let group = sim.add_group(&Group { model: MODEL.into(), params, ..Group::default() }).unwrap();
        let mut ids = Vec::new();
        for (from, to) in [(5.0, 25.0), (25.0, 5.0)] {
            let goal = sim.add_goal_at(Point::new(to, 15.0)).unwrap();
            let journey = sim.add_journey(&[goal], AtGoal::Leave);
            ids.push(sim.spawn(group, journey, Point::new(from, 15.0)).unwrap());
        }
        let (mut before, mut most) = (None, 0.0f64);
        for _ in 0..160 {
            sim.step();
            let now = sim.walker(ids[0]).map(|w| w.velocity).filter(|v| v.length() > 0.5);
            if let (Some(a), Some(b)) = (before, now) {
                let (a, b): (ambulo_geom::Vec2, ambulo_geom::Vec2) = (a, b);
                most = most.max(ambulo_geom::math::wrap(b.angle() - a.angle()).abs());
            }
            before = now;
        }
        most.to_degrees()
    };
    let (slowly, at_once) = (sharpest(0.4), sharpest(0.0));
    assert!(slowly > 0.1 && slowly < 0.6 * at_once, "{slowly} {at_once} deg");
}
