//! What the paper shows of crowds, in figures: lanes, passage through a door from both sides, a pair that crosses.

use super::claims::{door, lanes, passages, right_angles};
use super::*;
use crate::trials::{Cast, lane_index, mean};

#[test]
fn opposite_streams_form_lanes_when_others_step_where_they_want() {
    let all = lanes();
    assert!(mean(&all) > 0.5, "{all:?}");
}

#[test]
fn a_narrow_door_is_passed_from_both_sides_in_turns() {
    let (through, run) = door();
    println!("through {through:?} of 60, mean run {run:.1}");
    // Drawn at random the direction would change at every other person: 1.97 for thirty in each direction.
    assert!(run > 2.5, "{run}");
}

#[test]
fn a_pair_at_90_degrees_reacts_late() {
    for step_desire in [0.0, 1.0] {
        let all = right_angles(step_desire);
        // They come at each other for six seconds.
        assert!(all.iter().all(|(_, before)| *before < 2.0), "{all:?}");
        assert!(all.iter().all(|(closest, _)| *closest > 0.395), "{all:?}");
    }
}

#[test]
#[ignore = "prints a table"]
fn lane_table() {
    let sets: &[&[(&str, f64)]] = &[&[], &[("step_desire", 1.0)]];
    for params in sets {
        for count in [25, 50, 100, 200] {
            let index = |seed| lane_index(&Cast { params, seed, ..Cast::of(SocialForce::NAME) }, count);
            let all: Vec<f64> = (1..=3).map(index).collect();
            println!("{params:?}, {count} in each direction: {all:.2?}, mean {:.2}", mean(&all));
        }
    }
}

#[test]
#[ignore = "prints a table"]
fn door_table() {
    for params in [&[("step_desire", 1.0)][..], &[("wall_brake", 1.0)]] {
        let orders: Vec<Vec<bool>> = (1..=3).map(|seed| passages(params, seed)).collect();
        let through: Vec<usize> = orders.iter().map(Vec::len).collect();
        println!("{params:?}: through {through:?} of 60");
    }
}
