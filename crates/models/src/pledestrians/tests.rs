use super::claims::*;
use super::{Pledestrians, cheapest_speed};
use crate::crossings::CrossingSetup;
use ambulo_sim::Spread;

#[test]
fn the_free_optimum_is_1_330_metres_a_second_towards_the_goal() {
    let (speed, beside, model) = free_optimum();
    assert!((speed - 1.330).abs() < 0.003 && beside < 0.004, "{speed} {beside}");
    assert!((model - 1.330).abs() < 0.0005, "{model}");
    assert_eq!(cheapest_speed(&Pledestrians::default(), 1.1, 2.0), 1.1);
}

#[test]
fn with_the_printed_costs_an_agent_alone_walks_at_1_330_metres_per_second() {
    assert!((alone() - 1.330).abs() < 0.001, "{}", alone());
}

#[test]
fn no_velocity_of_ten_thousand_that_the_lines_allow_costs_less() {
    let found = cheapest(200);
    assert!(found.tried > 100_000 && found.dearer <= 1e-9 && found.broken <= 1e-9, "{found:?}");
    assert!(found.short_form < 1e-9 && found.single < 1e-5, "{found:?}");
}

#[test]
fn at_the_printed_costs_swapping_groups_spend_less_by_metre_than_with_orca() {
    let [orca, ours] = swaps();
    println!("people of all speeds: orca {orca:?}, pledestrians {ours:?}");
    assert!(ours.0 < 0.99 * orca.0 && ours.2 == 100 && orca.2 == 100, "{ours:?} {orca:?}");
    // Nobody can walk for less than this.
    assert!(ours.0 > 2.0 * (STANDING * WALKING).sqrt(), "{ours:?}");
}

#[test]
fn at_the_cheapest_speed_orca_spends_as_little() {
    // With a goal far away the energy is the squared distance to the preferred velocity, which orca minimises.
    let speed = Spread::constant((STANDING / WALKING).sqrt());
    let (orca, ours) = (mean_of_swaps("orca", &[], speed), mean_of_swaps("pledestrians", &[], speed));
    println!("people of one speed: orca {orca:?}, pledestrians {ours:?}");
    assert!((ours.0 / orca.0 - 1.0).abs() < 0.002 && ours.2 == 100, "{ours:?} {orca:?}");
}

#[test]
fn crossing_pairs_pass_without_touching() {
    let faults: Vec<String> = CrossingSetup::all("pledestrians").flat_map(|pair| pair.faults(4)).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}
