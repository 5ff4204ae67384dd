//! What the paper and its reading promise.

use super::claims::draws;
use super::prediction::CollisionKind;
use super::reactions::{Exponents, rate};
use super::*;
use crate::crossings::CrossingSetup;

#[test]
fn every_proposal_touches_the_circle_within_a_billionth() {
    let p = claims::proposals(20_000);
    assert!(p.off_circle < 1e-9 && p.off_pace < 1e-9, "{p:?}");
    assert!(p.wrong == 0 && p.each.iter().all(|n| *n > 1000), "{p:?}");
}

#[test]
fn predicted_times_are_those_of_a_scan() {
    for seed in 0..2000 {
        let mut draw = draws(seed);
        let mut vector = |most: f64| v(draw(-most, most), draw(-most, most));
        let (relative, velocity, speed) = (vector(6.0), vector(2.0), vector(2.0));
        let other = SeenNeighbour { relative, velocity, reach: 0.5, ..SeenNeighbour::default() };
        if relative.length() <= 0.51 {
            continue;
        }
        let distance = |t: f64| (relative + (speed - velocity) * t).length();
        let scan = (0..20_000).map(|k| f64::from(k) * 1e-3).find(|t| distance(*t) < 0.499);
        match (scan, other.time(speed)) {
            (Some(t), time) => assert!((t - time).abs() <= 1.1e-3, "{t} {time}"),
            (None, time) => assert!(time > 19.9 || distance(time) > 0.4989),
        }
    }
}

#[test]
fn kinds_of_collision_have_the_meaning_of_their_names() {
    let at = |x: f64, y: f64, velocity: DVec2d| SeenNeighbour {
        relative: v(-x, -y),
        velocity,
        reach: 0.5,
        ..SeenNeighbour::default()
    };
    let speed = v(1.3, 0.0);
    let kind = |other: &SeenNeighbour| other.kind(speed, other.time(speed));
    assert_eq!(kind(&at(4.0, 0.0, v(0.0, 0.0))), CollisionKind::Static);
    assert_eq!(kind(&at(4.0, 0.0, v(-1.0, 0.0))), CollisionKind::Front);
    assert_eq!(kind(&at(4.0, 0.0, v(0.5, 0.0))), CollisionKind::Back);
    assert_eq!(kind(&at(-3.0, 0.0, v(2.0, 0.0))), CollisionKind::Rear);
    assert_eq!(at(2.0, 0.0, v(2.0, 0.0)).time(speed), f64::INFINITY, "a faster one ahead is never reached");
}

#[test]
fn ratings_lie_between_nothing_and_one() {
    let e = |turn, pace| Exponents { turn, pace };
    let wanted = v(1.3, 0.0);
    assert_eq!(rate(wanted, wanted, e(1.0, 5.0)), 1.0);
    assert_eq!(rate(v(-1.3, 0.0), wanted, e(1.0, 1.0)), 0.0);
    assert_eq!(rate(v(0.0, 0.0), wanted, e(1.0, 1.0)), 0.0);
    // With exponents of one: the cosine of the turn times the share of the pace.
    assert!((rate(v(0.65, 0.0), wanted, e(1.0, 1.0)) - 0.5).abs() < 1e-12);
    assert!((rate(v(0.65, 0.0), wanted, e(1.0, 5.0)) - 0.03125).abs() < 1e-12);
    assert!((rate(v(0.65, 1.125_833), wanted, e(1.0, 1.0)) - 0.5).abs() < 1e-6);
    assert!((rate(v(0.65, 0.0), wanted, e(1.0, 2.5)) - 0.176_776_695_3).abs() < 1e-9);
}

#[test]
fn personal_space_turns_away_and_never_changes_the_pace() {
    let p = claims::personal_space(2000);
    // Apart, never together: with the printed sign always together.
    assert!(p.off_pace < 1e-12 && p.together == 0 && p.together_as_printed > 1000, "{p:?}");
    assert_eq!(keep_norm(v(0.0, 0.0), v(1.0, 0.0)).length(), 0.0, "who stands is not pushed");
    assert_eq!(keep_norm(v(0.5, 0.0), v(0.0, 0.0)), v(0.5, 0.0), "forces that cancel leave the velocity");
}

#[test]
fn head_on_under_the_driving_rule_both_keep_right_at_constant_pace() {
    let met = claims::head_on(&[]);
    assert!(met.least >= 0.2 + 0.2 + 0.1 - 1e-3, "{met:?}");
    for [right, left] in [met.first, met.second] {
        assert!(right > 0.2 && left < 0.01, "{met:?}");
    }
    // In f32 as bodies move; the reaction itself keeps the norm to 1e-9, see above.
    assert!(met.off_pace < 2e-5, "{met:?}");
    // A country that keeps left.
    let met = claims::head_on(&[("side", 1.0)]);
    assert!(met.first[0] < 0.01 && met.second[0] < 0.01, "{met:?}");
}

fn overtaken_at(params: &[(&str, f64)], shift: f64) -> f64 {
    let (left, least) = claims::overtaken_at(params, shift);
    assert!(least > 0.4, "{least}");
    left
}

#[test]
fn overtaking_goes_left_under_the_driving_rule_and_by_the_smaller_turn_else() {
    for shift in [-0.3, -0.1, 0.0, 0.1, 0.3] {
        assert!(overtaken_at(&[], shift) > 0.4, "left, whatever is nearer");
        assert!(overtaken_at(&[("side", 1.0)], shift) < -0.4, "a country that keeps left");
    }
    let minimal = [("configuration", 1.0)];
    for shift in [0.05, 0.15, 0.3] {
        assert!(overtaken_at(&minimal, shift) > 0.4 && overtaken_at(&minimal, -shift) < -0.4);
    }
    assert!(overtaken_at(&minimal, 0.0) < 0.0, "a tie goes right");
    // A configuration of the user's own: never left of a slower one, whatever the driving rule says.
    assert!(overtaken_at(&[("back_left", 0.0), ("back_right", 1.0)], 0.1) < -0.4);
}

#[test]
fn pairs_cross_without_touching_or_swerving_and_mirrored_pairs_mirror() {
    let mut faults = Vec::new();
    for configuration in [0.0, 1.0] {
        for pair in CrossingSetup::all("lamarche").map(|p| p.with(&[("configuration", configuration)])) {
            faults.extend(pair.faults(2));
            faults.extend(pair.clone().at_speeds([1.3, 1.0]).faults(2));
            let asymmetry = pair.asymmetry();
            if asymmetry > 1e-3 {
                faults.push(format!("{pair}: mirror off by {asymmetry}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A million agent-steps among walls: nobody's body is in a wall by more than a millimetre.
#[test]
fn walls_hold_for_a_million_steps() {
    let (worst, crossings) = claims::among_pillars(1_000_000);
    assert!(worst <= 1e-3, "{} mm", worst * 1e3);
    assert_eq!(crossings, 0);
}

/// Why giving way is held: by the paper's rules alone both walkers give way, return and give way again.
#[test]
fn by_the_printed_rules_alone_a_pair_swerves() {
    let swerves = |pair: CrossingSetup| pair.run().swerves.into_iter().max().unwrap();
    let worst =
        |params: &[(&'static str, f64)]| CrossingSetup::all("lamarche").map(|p| swerves(p.with(params))).max().unwrap();
    let (printed, unturned, ours) =
        (worst(&[("hold", 0.0), ("turn_time", 0.0)]), worst(&[("turn_time", 0.0)]), worst(&[]));
    println!("printed {printed}, without turn_time {unturned}, ours {ours}");
    assert!(printed > 10 && unturned > ours && ours <= 2);
}
