//! What the paper promises.

use super::claims::*;
use super::*;
use crate::crossings::CrossingSetup;
use ambulo_sim::Explanation;
use ambulo_sim::random::{Draw, Purpose};

const MODEL: &str = "moussaid";

#[test]
fn spec_in_empty_space_the_chosen_direction_is_the_desired_one() {
    let (other, limit) = empty_space();
    assert!(other == 0 && limit < 1e-3, "{other} {limit}");
}

#[test]
fn spec_near_a_wall_a_walker_wants_to_go_gap_by_tau_and_stops_before_contact() {
    let found = at_a_wall();
    assert!((found.fastest - 1.3).abs() < 0.01, "it never walked: {found:?}");
    assert!(found.off < 0.02 && found.last.0 < 0.01 && found.last.1 < 0.05 && found.nearest > -1e-6, "{found:?}");
    // With the paper's one relaxation time it arrives at the wall walking.
    assert!(found.literal_hit > 0.3, "{found:?}");
}

#[test]
fn spec_a_pair_meeting_head_on_with_a_small_offset_deviates_early() {
    let (apart, least) = head_on();
    println!("head-on: {apart:.2} m apart when 5 cm aside, least {least:.2} m");
    assert!(apart > 4.0);
}

#[test]
fn spec_opposite_streams_in_a_street_form_lanes() {
    let (before, after) = street_lanes();
    println!("lanes: index {before:.2} at the start, {after:.2} after 10 s");
    assert!(after > before + 0.25, "{before} {after}");
}

#[test]
fn spec_dense_streams_stop_and_go_and_sparse_ones_do_not() {
    let seen = stop_and_go();
    println!("density, speed and share standing: {seen:.3?}");
    assert!(seen[0][2] < 0.02 && seen[0][1] > 0.9, "{seen:?}");
    assert!(seen[4][2] > 0.05 && seen[4][1] < seen[2][1] && seen[2][1] < seen[0][1], "{seen:?}");
}

#[test]
fn directions_are_as_free_as_a_slow_search_finds_them() {
    let p = Moussaid::default();
    for case in 0..200 {
        let mut draw = Draw::new(3, case, 0, Purpose::Setup);
        let mut between = |a: f64, b: f64| (a + (b - a) * draw.unit()) as f32;
        let (at, v) =
            (Vec2::new(between(-4.0, 4.0), between(-4.0, 4.0)), Vec2::new(between(-1.5, 1.5), between(-1.5, 1.5)));
        if at.length() < 0.5 {
            continue;
        }
        let mut fan = Fan::new(&p, Vec2::new(1.0, 0.0), Vec2::new(1.0, 0.0), 1.3);
        // Lanes before it may be empty: a wall hides those.
        let lane = case as usize % LANES;
        let eight = |one: f32, others: f32| std::array::from_fn(|k| if k == lane { one } else { others });
        let far = ambulo_sim::NOWHERE;
        let (dx, dy, vx, vy) = (eight(at.x, far), eight(at.y, far), eight(v.x, 0.0), eight(v.y, 0.0));
        let radius = eight(0.2, 0.0);
        fan.people(&ambulo_sim::Block { dx: &dx, dy: &dy, vx: &vx, vy: &vy, radius: &radius }, 0.2);
        let mut heard = Explanation::default();
        fan.explain_to(Vec2::ZERO, &mut heard);
        for note in &heard.notes {
            let Note::Candidate { velocity, terms, .. } = note else { panic!() };
            let meets = |t: f32| (at + (v - *velocity) * t).length() < 0.4 - 2e-4;
            let slow = (0..8000).map(|i| i as f32 * 0.001).find(|t| meets(*t)).map_or(10.0, |t| (t * 1.3).min(10.0));
            // Grazing is a matter of rounding, so only a clear hit or miss counts.
            let grazes = (0..8000).map(|i| i as f32 * 0.001).map(|t| (at + (v - *velocity) * t).length());
            if (grazes.fold(f32::INFINITY, f32::min) - 0.4).abs() > 0.01 {
                assert!((terms[0].1 - slow).abs() < 0.02, "{at:?} {v:?} {velocity:?}: {} {slow}", terms[0].1);
            }
        }
    }
}

#[test]
fn pairs_cross_and_arrive() {
    let (mut least, mut late, mut faults) = (f64::INFINITY, 0.0f64, 0);
    for pair in CrossingSetup::all(MODEL) {
        let crossing = pair.run();
        least = least.min(crossing.least_distance);
        faults += usize::from(crossing.least_distance < 0.402);
        for arrival in crossing.arrivals {
            let arrival = arrival.unwrap_or(f64::INFINITY);
            if arrival > 20.0 {
                println!("{pair}: {arrival:.1} s");
            }
            late = late.max(arrival);
        }
    }
    println!("pairs keep {least:.3} m, {faults} of 60 touch, the last arrives after {late:.1} s");
    assert!(late < 25.0 && faults < 30, "{late} s, {faults}");
}

#[test]
fn ties_break_to_the_side_asked_for() {
    let step_aside = |side: f64| {
        let crossing = CrossingSetup::new(MODEL, 180.0, 0.0).with(&[("side", side), ("noise", 0.0)]).run();
        let most =
            crossing.paths[0].iter().map(|p| p.y - 24.0).fold(0.0f64, |a, b| if b.abs() > a.abs() { b } else { a });
        (most, crossing.arrivals[0].is_some())
    };
    let (right, left, none) = (step_aside(0.0), step_aside(1.0), step_aside(2.0));
    assert!(right.0 < -0.15 && right.1, "{right:?}");
    assert!(left.0 > 0.15 && left.1, "{left:?}");
    assert_eq!(none.0, 0.0, "nobody can choose");
}
