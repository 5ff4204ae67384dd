//! The checks of the paper on pairs, and of all models on crossings.

use super::Tangent;
use super::claims::{PairRun, meeting};
use crate::crossings::CrossingSetup;
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::{AgentId, AtGoal, Group, Note, Simulation, Spread};

/// By default values, from 6 m.
fn run(angle: f64, offset: f64) -> PairRun {
    meeting(&Tangent::default(), angle, 6.0, offset)
}

#[test]
fn nobody_touches_swerves_or_gets_stuck_in_crossings() {
    let faults: Vec<String> = CrossingSetup::all("tangent")
        .flat_map(|pair| [pair.clone().at_speeds([1.3, 1.0]), pair.at_speeds([1.0, 1.3])])
        .chain(CrossingSetup::all("tangent"))
        .flat_map(|pair| pair.faults(2))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn mirrored_scenes_give_mirrored_paths() {
    for pair in CrossingSetup::all("tangent") {
        let worst = pair.asymmetry();
        assert!(worst < 1e-3, "{pair}: {worst} m");
    }
}

#[test]
fn no_adaptation_when_they_would_pass_beyond_the_tangents() {
    // At a right angle the kite of 1.4 m reaches 0.99 m across the relative path.
    for (offset, adapts) in [(1.2, true), (1.45, false), (2.0, false)] {
        let sum: f64 = run(90.0, offset).adaptation.iter().sum();
        assert_eq!(sum > 1e-4, adapts, "offset {offset}: {sum}");
    }
}

#[test]
fn who_passes_first_adapts_less_than_six_tenths_of_who_gives_way() {
    // Right angle, the second 0.3 s later.
    let [first, second] = run(90.0, 0.45).adaptation;
    assert!(second > 0.1 && first < 0.6 * second, "{first} {second}");
}

#[test]
fn the_predicted_distance_is_flat_then_rises_then_stays() {
    // Observation, reaction, regulation.
    let met = run(90.0, 0.45);
    let (first, end) = (met.reacts[1].unwrap(), met.mpd.len() - 1);
    let first = (first / super::claims::DT).round() as usize;
    println!("first reaction at {:.2} of the time left, mpd {:.2} to {:.2}", met.left(first), met.mpd[0], met.mpd[end]);
    assert!((met.mpd[first] - met.mpd[0]).abs() < 1e-3, "not flat before the reaction");
    assert!(met.mpd[end] > met.mpd[0] + 0.3, "does not rise");
    let late = met.change_within(0.4);
    assert!(late < 0.05, "changes by {late} m in the last 0.4 of the time");
}

#[test]
fn larger_errors_and_slower_decay_delay_the_first_reaction() {
    // The second walker is the one that reacts.
    let reacts = |p: Tangent| meeting(&p, 90.0, 6.0, 0.8).reacts[1].unwrap_or(f64::INFINITY);
    let beta = |b: f32| reacts(Tangent { beta_v: b, beta_theta: b, ..Tangent::default() });
    let gamma = |g: f32| reacts(Tangent { gamma_v: g, gamma_theta: g, ..Tangent::default() });
    assert!(beta(0.25) < beta(0.5) && beta(0.5) < beta(1.0));
    assert!(gamma(0.12) < gamma(0.25) && gamma(0.25) < gamma(0.5));
}

#[test]
fn closest_distances_are_those_of_the_prototype() {
    // At 1.5 m/s from 6 m.
    for (angle, least, most) in [(90.0, 0.86, 1.0), (135.0, 0.68, 0.8), (180.0, 0.75, 0.9)] {
        for offset in [0.0, 0.2, 0.4, 0.8, 1.2] {
            let shift = if angle == 180.0 { 0.2 * offset } else { offset };
            let met = run(angle, shift);
            assert!((least..most).contains(&met.closest), "{angle} {offset}: {}", met.closest);
        }
    }
}

/// A corridor with people walking from one end to the other.
fn corridor(width: f64, people: &[(Point, Point)]) -> Simulation {
    let plan = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, width).unwrap());
    let mut sim = Simulation::new(crate::setup(plan)).unwrap();
    let (speed, radius) = (Spread::constant(1.3), Spread::constant(0.2));
    let group = Group { model: "tangent".into(), speed, radius, ..Group::default() };
    let group = sim.add_group(&group).unwrap();
    for (from, to) in people {
        let goal = sim.add_goal_at(*to).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.spawn(group, journey, *from).unwrap();
    }
    sim
}

#[test]
fn an_explanation_draws_the_whole_construction() {
    let at = Point::new;
    let mut sim = corridor(4.0, &[(at(1.0, 2.0), at(19.0, 2.0)), (at(19.0, 2.0), at(1.0, 2.0))]);
    let mut shapes = Vec::new();
    let mut counted = false;
    sim.explain(Some(AgentId(0)));
    for _ in 0..120 {
        sim.step();
        let Some(explanation) = sim.explanation() else { continue };
        for note in &explanation.notes {
            match note {
                Note::Shape { what, points, .. } => {
                    assert!(points.iter().all(|p| p.is_finite()));
                    shapes.push(*what);
                }
                Note::Neighbour { seen, time, .. } => counted |= *seen == "counted" && time.is_some(),
                _ => {}
            }
        }
    }
    assert!(counted);
    for what in ["kite", "tangent", "interaction area", "decision line", "locus", "solution"] {
        assert!(shapes.contains(&what), "no {what}");
    }
}

#[test]
fn between_walls_people_pass_without_touching_walls_or_each_other() {
    let at = Point::new;
    // One walks close to the wall on its right: it cannot turn to that side.
    for y in [0.4, 0.6, 1.0] {
        let mut sim = corridor(2.0, &[(at(1.0, y), at(19.0, y)), (at(19.0, y), at(1.0, y))]);
        while sim.report().arrived < 2 && sim.report().time < 40.0 {
            sim.step();
        }
        let r = sim.report();
        assert_eq!((r.arrived, r.wall_crossings), (2, 0), "y {y}");
        assert!(r.max_overlap <= 0.0, "y {y}: {} m", r.max_overlap);
    }
}

#[test]
fn an_agent_hidden_by_a_wall_is_met_as_a_stranger() {
    // Two rooms joined by a door in the middle: a walker behind the wall must not be reacted to.
    let ring = [(0.0, 0.0), (9.9, 0.0), (9.9, 6.0), (10.1, 6.0), (10.1, 0.0), (20.0, 0.0), (20.0, 8.0), (0.0, 8.0)];
    let plan = Region::from(Polygon::from_rings(&ring, &[]).unwrap());
    let mut sim = Simulation::new(crate::setup(plan)).unwrap();
    let group = sim.add_group(&Group { model: "tangent".into(), ..Group::default() }).unwrap();
    for (from, to) in [((1.0, 1.0), (8.5, 1.0)), ((19.0, 1.0), (11.5, 1.0))] {
        let goal = sim.add_goal_at(Point::new(to.0, to.1)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Stay);
        sim.spawn(group, journey, Point::new(from.0, from.1)).unwrap();
    }
    sim.explain(Some(AgentId(0)));
    for _ in 0..100 {
        sim.step();
        let explanation = sim.explanation().unwrap();
        let others =
            explanation.notes.iter().filter(|n| matches!(n, Note::Neighbour { seen, .. } if *seen != "hidden"));
        assert_eq!(others.count(), 0);
    }
}
