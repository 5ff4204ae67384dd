//! The forces alone, pairs, and rooms that empty.

use super::claims::*;
use super::motion::{Obstacle, Obstacles};
use super::*;
use crate::trials::{Cast, StartState, mean, rectangle, started};
use ambulo_geom::Point;
use ambulo_sim::Spread;

#[test]
fn two_pressed_walkers_reach_the_overlap_at_which_the_contact_force_is_the_external_one() {
    // The drive m u / tau is the external force: 214 N keeps them apart, 3200 and 4800 N press them.
    let (off, still) = pressed(&[1.34, 20.0, 30.0]);
    assert!(off < 1e-3 && still < 1e-4, "{off} {still}");
}

#[test]
fn the_tangential_force_opposes_sliding_and_grows_with_the_overlap() {
    let f = friction();
    assert!(f.off < 0.2 && f.across < 1e-3 && f.apart == 0.0, "{f:?}");
}

#[test]
fn faster_is_slower_the_room_empties_soonest_at_a_middling_speed() {
    let [slow, middling, fast] = [1.0, 1.5, 5.0].map(|u| mean_leaving_time(u, &[], 2));
    assert!(slow > 1.1 * middling && fast > 1.1 * middling && fast.is_finite(), "{slow} {middling} {fast}");
}

#[test]
fn halving_the_substep_changes_the_leaving_time_by_less_than_5_per_cent() {
    let (usual, half) = (mean_leaving_time(1.5, &[], 6), mean_leaving_time(1.5, &[("substep", 0.0025)], 6));
    assert!((half / usual - 1.0).abs() < 0.05, "{usual} {half}");
}

#[test]
fn two_pressed_walkers_in_a_simulation_reach_the_same_overlap() {
    // A weaker repulsion, so that a walking pace presses bodies: at 160 N, and 800 N.
    for u in [1.0, 5.0] {
        let params = [("strength", 100.0), ("noise", 0.0)];
        let cast = Cast {
            params: &params,
            speed: Spread::constant(u),
            radius: Spread::constant(f64::from(R)),
            ..Cast::of(Helbing2000::NAME)
        };
        let start = |side: f64| StartState {
            at: Point::new(20.0 + side, 5.0),
            velocity: Vec2::ZERO,
            to: Point::new(20.0 - side * 19.0, 5.0),
        };
        let (mut sim, ids) = started(&cast, rectangle(0.0, 0.0, 40.0, 10.0), &[start(-1.0), start(1.0)]);
        (0..400).for_each(|_| {
            sim.step();
        });
        let apart = sim.walker(ids[0]).unwrap().place.distance(sim.walker(ids[1]).unwrap().place);
        let p = Helbing2000 { strength: 100.0, ..Helbing2000::default() };
        let (force, external) = (repulsion(&p, f64::from(touch(&p)) - apart), 80.0 * u / 0.5);
        println!("{external} N: overlap {:.2} mm, {force:.1} N", 1e3 * (f64::from(touch(&p)) - apart));
        assert!(f64::from(touch(&p)) - apart > 1e-4, "they are pressed");
        assert!((force / external - 1.0).abs() < 0.01, "{force} {external}");
    }
}

#[test]
fn friction_stops_sliding_and_never_reverses_it() {
    // A wall pressed as deep as bodies give, at a hundred times the usual friction.
    let params = Helbing2000 { friction: 1e6, strength: 0.0, stiffness: 0.0, tau: 5.0, ..Default::default() };
    let mut wall = Obstacles::none(R + params.give);
    wall.list[0] = Obstacle::new(Vec2::new(0.0, -R), true);
    wall.count = 1;
    let near = Near::NOBODY;
    let mut v = Vec2::new(1.5, 0.0);
    for _ in 0..10 {
        let (_, after) = motion(&params, &near, &wall, Vec2::ZERO).advance(v);
        assert!(after.x >= 0.0 && after.x < v.x, "{after:?} {v:?}");
        v = after;
    }
    assert!(v.x < 1e-3);
}

#[test]
fn a_static_overlapping_pair_separates_without_growing_oscillation() {
    for overlap in [0.002f32, 0.005, 0.03, 0.06] {
        let params = Helbing2000::default();
        let gap = touch(&params) - overlap;
        let mut pair =
            LinePair { params, x: [-0.5 * gap, 0.5 * gap], v: [0.0; 2], shown: [0.0; 2], preferred: [0.0; 2] };
        let mut apart = gap;
        for k in 0..400 {
            pair.step();
            let now = pair.x[1] - pair.x[0];
            assert!(now >= apart, "step {k}: from {apart} to {now} m apart");
            apart = now;
        }
        assert!(apart > touch(&pair.params) && pair.v[1] < 1e-2, "{apart} {:?}", pair.v);
        // Each gets no more than half the energy there was.
        let p = &pair.params;
        let stored = p.strength * p.reach * ambulo_geom::math::exp32(overlap / p.reach);
        assert!(pair.x[1] < (stored / p.mass).sqrt() * 0.5 + 0.5 * p.stiffness.sqrt() * overlap + gap);
    }
}

#[test]
fn a_pair_under_pressure_comes_to_rest_for_any_length_of_a_step() {
    // Taken to move on unchanged, the other would make this grow.
    let params = Helbing2000::default();
    let mut pair =
        LinePair { params, x: [-0.262, 0.262], v: [1.0, -1.0], shown: [1.0, -1.0], preferred: [20.0, -20.0] };
    let mut last = f32::INFINITY;
    for _ in 0..12 {
        let swing = (0..20).map(|_| {
            pair.step();
            pair.v[0].abs()
        });
        let worst = swing.fold(0.0, f32::max);
        assert!(worst < last, "{worst} after {last} m/s");
        last = worst;
    }
}

#[test]
#[ignore = "prints a table"]
fn faster_is_slower_table() {
    let row = |u: f64, dt: f64, params: &[(&str, f64)]| {
        let all: Vec<(f64, usize)> = (1..=3).map(|seed| leaving_time(u, dt, params, seed)).collect();
        let times: Vec<f64> = all.iter().map(|a| a.0).collect();
        println!("u {u}, dt {dt}, {params:?}: {:.1} s, {all:.1?}", mean(&times));
    };
    for u in [1.5, 5.0] {
        row(u, 0.05, &[("friction", 0.0)]);
        row(u, 0.05, &[("give", 0.0)]);
        row(u, 0.025, &[]);
    }
    for u in [0.8, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0] {
        row(u, 0.05, &[]);
    }
}
