//! What the behaviour promises.

use super::claims::{avoid, beyond_reach, calm, right_angles};
use super::*;
use crate::crossings::CrossingSetup;

const MODEL: &str = "reynolds";

#[test]
fn spec_no_steering_when_the_predicted_distance_is_more_than_2r_or_the_time_more_than_the_look_ahead() {
    let (threat, beyond) = beyond_reach();
    assert!(threat > 0.0 && beyond == 0.0, "{threat} {beyond}");
}

#[test]
fn spec_of_two_who_cross_at_right_angles_exactly_one_steers_if_their_speeds_differ() {
    let (unequal, equal, behind) = right_angles();
    assert_eq!(unequal, [1, 1, 1]);
    assert!(behind, "to the side the other comes from, which is behind it");
    assert_eq!(equal, 2, "both, if they are equally fast");
}

#[test]
fn head_on_it_steers_away_from_where_the_other_will_be_and_in_parallel_from_where_it_is() {
    let (p, own) = (calm(), Vec2::new(1.3, 0.0));
    // Now on the left, but drifting to the right.
    let drifting = avoid(own, Vec2::new(5.2, 0.5), Vec2::new(-1.3, -0.5), &p);
    assert_eq!(drifting, Vec2::new(0.0, 8.0), "to the left");
    let slower = avoid(own, Vec2::new(1.0, 0.3), Vec2::new(0.8, 0.0), &p);
    assert_eq!(slower, Vec2::new(0.0, -8.0), "to the right of the agent ahead on the left");
    let tie = |side| avoid(own, Vec2::new(4.0, 0.0), Vec2::new(-1.3, 0.0), &Reynolds { side, ..calm() });
    assert_eq!([tie(0.0), tie(1.0), tie(2.0)].map(|f| f.y), [-8.0, 8.0, 0.0]);
}

#[test]
fn pairs_cross_and_arrive() {
    for share in [0.0, 1.0] {
        let (mut least, mut late, mut touch) = (f64::INFINITY, 0.0f64, 0);
        for pair in CrossingSetup::all(MODEL) {
            let crossing = pair.with(&[("seek_share", share)]).run();
            least = least.min(crossing.least_distance);
            touch += usize::from(crossing.least_distance < 0.402);
            late = crossing.arrivals.iter().map(|a| a.unwrap_or(f64::INFINITY)).fold(late, f64::max);
        }
        println!("seek {share}: pairs keep {least:.3} m, {touch} of 60 touch, the last arrives after {late:.1} s");
        assert!(late < 40.0 && touch < 30, "{late} {touch}");
    }
}
