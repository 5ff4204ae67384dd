//! No overlap grows, the fundamental diagram of a single file, doors.

use super::claims::*;
use super::*;
use crate::trials::empty_room;

#[test]
fn overlap_never_increases_for_steps_up_to_a_twentieth_of_a_second() {
    let (overlapping, worst) = overlaps(200);
    println!("{overlapping} overlapping pairs, worst approach {worst:e} m");
    assert!(overlapping > 10_000 && worst < 1e-6, "{overlapping} {worst}");
}

#[test]
fn a_single_file_follows_the_fundamental_diagram_within_2_per_cent() {
    // A leader slower than all behind it sets their speed, and they find their spacing. One who is faster holds nobody back.
    for [density, speed, expected] in fundamental_diagram() {
        println!("density {density:.2} a metre: {speed:.3} m/s, expected {expected:.3}");
        assert!((speed / expected - 1.0).abs() < 0.02, "{speed} {expected}");
    }
}

#[test]
fn the_flow_through_a_door_grows_with_its_width() {
    let flows = flows(&[]);
    println!("people per second through 0.8, 1.0 and 1.2 m: {flows:.2?}");
    assert!(flows[0] < flows[1] && flows[1] < flows[2]);
    assert!(flows[0] > 0.6 && flows[2] < 2.5);
}

#[test]
fn an_agent_that_follows_or_meets_another_never_touches_it() {
    let p = CollisionFreeSpeed { strength: 0.0, ..CollisionFreeSpeed::default() };
    let (mut a, mut b, e) = (Vec2::ZERO, Vec2::new(5.0, 0.1), Vec2::new(1.0, 0.0));
    for _ in 0..2000 {
        let (va, vb) = (choose(a, e, 1.2, &[b], &p), choose(b, -e, 1.2, &[a], &p));
        (a, b) = (a + va * 0.05, b + vb * 0.05);
    }
    let gap = (b - a).length() - 2.0 * R;
    assert!((0.0..1e-3).contains(&gap), "{gap}");
}

#[test]
#[ignore = "prints a table"]
fn flow_table() {
    let sets: &[&[(&str, f64)]] = &[&[("noise", 0.0)], &[("noise", 0.3)], &[("time_gap", 0.5)]];
    for params in sets {
        println!("{params:?}: {:.2?}", flows(params));
    }
    for door in [0.8, 1.0, 1.2] {
        let through =
            [1, 2].map(|seed| empty_room(&cast(&[("strength", 5.0)], seed), 150, 12.0, door, 400.0).times.len());
        println!("strength 5, door {door}: {through:?} of 150");
    }
}
