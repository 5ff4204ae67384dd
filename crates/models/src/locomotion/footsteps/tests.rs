//! What planned footsteps must be, alone and among others.

use super::claims::{Walked, estimates, four, thin_wall, walk};
use super::steps;
use crate::trials::rectangle;
use ambulo_geom::Point;

/// Feet alternate, land later and later, and are numbered.
fn check_order(walk: &Walked) {
    for steps in walk.steps.values() {
        assert!(steps.iter().enumerate().all(|(k, s)| s.index == k as u32), "{steps:?}");
        assert!(steps[..2].iter().all(|s| s.lift == s.land) && steps[0].right != steps[1].right);
        for pair in steps[2..].windows(2) {
            assert!(pair[0].right != pair[1].right, "{pair:?}");
            assert!(
                pair[1].land > pair[0].land && pair[1].lift >= pair[0].land && pair[1].lift < pair[1].land,
                "{pair:?}"
            );
        }
    }
}

#[test]
fn one_alone_walks_at_its_pace_straight_on_alternating_feet() {
    let trips = [(Point::new(1.0, 3.0), Point::new(38.0, 3.0))];
    for model in ["social-force", "orca", "karamouzas"] {
        let walk = walk(rectangle(0.0, 0.0, 40.0, 6.0), model, &[], 1, &trips, 60.0);
        check_order(&walk);
        let (steps, time) = (&walk.steps[&0], walk.sim.report().time);
        let aside = steps.iter().map(|s| (s.place.y - 3.0).abs()).fold(0.0, f64::max);
        println!("{model}: {time} s, {} steps, aside {aside}", steps.len());
        // 37 m at 1.3 m/s are 28.5 s; a step is as long as the relation says, 0.7 m.
        assert!((27.0..32.0).contains(&time), "{model}: {time} s");
        assert!((48..66).contains(&steps.len()) && aside < 0.6, "{model}: {} steps, {aside} m aside", steps.len());
    }
}

#[test]
fn the_own_step_has_the_speed_that_is_intended() {
    let mut set = Vec::new();
    for speed in [0.3, 0.8, 1.3, 1.6] {
        steps::fill(&mut set, speed, 0.5);
        assert!((set[0].forward / set[0].time - speed).abs() < 1e-4, "{:?} at {speed}", set[0]);
        assert!(set.iter().all(|s| s.effort >= 1.0 && s.time > 0.0));
    }
}

#[test]
fn four_cross_without_overlap_on_alternating_feet_and_arrive() {
    let trips = four(1);
    for model in ["social-force", "orca"] {
        let walk = walk(rectangle(0.0, 0.0, 16.0, 16.0), model, &[], 1, &trips, 60.0);
        let report = walk.sim.report();
        println!("{model}: {} arrived at {} s, overlap {}", report.arrived, report.time, report.max_overlap);
        check_order(&walk);
        assert_eq!(report.arrived, 4, "{model}");
        assert!(report.max_overlap < 0.005);
    }
}

#[test]
fn no_swing_crosses_a_thin_wall() {
    let (plan, trips) = thin_wall();
    let walk = walk(plan, "social-force", &[], 1, &trips, 90.0);
    check_order(&walk);
    println!("{} arrived at {} s", walk.sim.report().arrived, walk.sim.report().time);
    assert_eq!((walk.crossings().1, walk.sim.report().arrived), (0, 4));
}

#[test]
fn the_same_bits_on_any_number_of_threads_and_from_a_snapshot() {
    let trips: Vec<(Point, Point)> = (0..600)
        .map(|k| {
            let (x, y) = (f64::from(k % 30) + 1.0, f64::from(k / 30) + 1.0);
            (Point::new(x, y), Point::new(31.0 - x, 21.0 - y))
        })
        .collect();
    let run = |threads| walk(rectangle(0.0, 0.0, 32.0, 22.0), "social-force", &[], threads, &trips, 4.0);
    let (one, three) = (run(1), run(3));
    assert_eq!(one.sim.report().state_hash, three.sim.report().state_hash);
    assert_eq!(one.steps, three.steps);
    // A run that goes on from a snapshot, in the middle of steps, plans the same.
    let (mut first, mut second) =
        (run(1).sim, walk(rectangle(0.0, 0.0, 32.0, 22.0), "social-force", &[], 1, &trips, 0.0).sim);
    second.restore(&first.save().unwrap()).unwrap();
    for _ in 0..40 {
        first.step();
        second.step();
        assert_eq!(first.footsteps(), second.footsteps());
    }
    assert_eq!(first.report().state_hash, second.report().state_hash);
}

#[test]
fn spec_the_estimate_never_exceeds_the_cost_of_a_chain_of_steps() {
    let found = estimates(20, 1);
    println!("{found:?}");
    assert!(found.chains > 20_000 && found.above == 0 && found.greatest > 0.5, "{found:?}");
}

#[test]
fn a_planner_that_looks_ahead_touches_less_than_one_that_does_not() {
    let touches = |horizon: f64| -> u64 {
        let one =
            |k| walk(rectangle(0.0, 0.0, 16.0, 16.0), "straight", &[("horizon", horizon)], 1, &four(k), 60.0).touches;
        (0..8).map(one).sum()
    };
    let (near, far) = (touches(1.0), touches(8.0));
    println!("touches: {near} with 1 step, {far} with 8");
    assert!(near > far, "{near} touches with 1 step, {far} with 8");
}
