//! The checks of the paper on pairs, and of all models on crossings.

use super::TangentParams;
use super::duel::{Moment, adaptation, closest, crossing, duel};
use crate::models::crossings::Pair;

fn run(p: &TangentParams, angle: f64, before: f64, offset: f64) -> Vec<Moment> {
    duel(p, crossing(angle, before, offset, [1.5, 1.5]), 0.04, 9.0)
}

#[test]
fn nobody_touches_swerves_or_gets_stuck_in_crossings() {
    let faults: Vec<String> = Pair::all("tangent")
        .flat_map(|pair| [pair.clone().at_speeds([1.3, 1.0]), pair.at_speeds([1.0, 1.3])])
        .chain(Pair::all("tangent"))
        .flat_map(|pair| pair.faults(2))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn mirrored_scenes_give_mirrored_paths() {
    for pair in Pair::all("tangent") {
        let worst = pair.asymmetry();
        assert!(worst < 1e-3, "{pair}: {worst} m");
    }
}

#[test]
fn no_adaptation_when_they_would_pass_beyond_the_tangents() {
    // [R] At a right angle the kite of 1.4 m reaches 0.99 m across the relative way.
    for (offset, adapts) in [(1.2, true), (1.45, false), (2.0, false)] {
        let sum: f32 = adaptation(&run(&TangentParams::default(), 90.0, 6.0, offset)).iter().sum();
        assert_eq!(sum > 1e-4, adapts, "offset {offset}: {sum}");
    }
}

#[test]
fn who_passes_first_adapts_less_than_six_tenths_of_who_gives_way() {
    // [R] Right angle, the second 0.3 s later.
    let [first, second] = adaptation(&run(&TangentParams::default(), 90.0, 6.0, 0.45));
    assert!(second > 0.1 && first < 0.6 * second, "{first} {second}");
}

#[test]
fn the_predicted_distance_is_flat_then_rises_then_stays() {
    // [R] Observation, reaction, regulation.
    let moments = run(&TangentParams::default(), 90.0, 6.0, 0.45);
    let end = closest(&moments);
    let mpd: Vec<f32> = moments[..=end].iter().map(Moment::mpd).collect();
    let left = |k: usize| 1.0 - k as f32 / end as f32;
    let first = moments.iter().position(|m| m.reacts.iter().any(|r| *r)).unwrap();
    println!("first reaction at {:.2} of the time left, mpd {:.2} to {:.2}", left(first), mpd[0], mpd[end]);
    assert!((mpd[first] - mpd[0]).abs() < 1e-3, "not flat before the reaction");
    assert!(mpd[end] > mpd[0] + 0.3, "does not rise");
    let late: Vec<f32> = (0..=end).filter(|k| left(*k) <= 0.4).map(|k| mpd[k]).collect();
    let spread = late.iter().copied().fold(0.0, f32::max) - late.iter().copied().fold(9.0, f32::min);
    assert!(spread < 0.05, "changes by {spread} m in the last 0.4 of the time");
}

#[test]
fn larger_errors_and_slower_decay_delay_the_first_reaction() {
    // [R] The second walker is the one that reacts.
    let reacts = |p: TangentParams| run(&p, 90.0, 6.0, 0.8).iter().position(|m| m.reacts[1]).unwrap_or(usize::MAX);
    let beta = |b: f32| reacts(TangentParams { beta_v: b, beta_theta: b, ..TangentParams::default() });
    let gamma = |g: f32| reacts(TangentParams { gamma_v: g, gamma_theta: g, ..TangentParams::default() });
    println!(
        "steps to the first reaction: beta {:?}, gamma {:?}",
        [0.25, 0.5, 1.0].map(beta),
        [0.12, 0.25, 0.5].map(gamma)
    );
    assert!(beta(0.25) < beta(0.5) && beta(0.5) < beta(1.0));
    assert!(gamma(0.12) < gamma(0.25) && gamma(0.25) < gamma(0.5));
}

#[test]
fn closest_distances_are_those_of_the_prototype() {
    // At 1.5 m/s from 6 m. Columns: angle, offset, closest distance, adaptation of both.
    let p = TangentParams::default();
    for (angle, least, most) in [(90.0, 0.86, 1.0), (135.0, 0.68, 0.8), (180.0, 0.75, 0.9)] {
        for offset in [0.0, 0.2, 0.4, 0.8, 1.2] {
            let shift = if angle == 180.0 { 0.2 * offset } else { offset };
            let moments = run(&p, angle, 6.0, shift);
            let (d, [a, b]) = (moments[closest(&moments)].distance(), adaptation(&moments));
            println!("{angle} {offset}: mpd {:.2}, closest {d:.2}, adaptation {a:.2} / {b:.2}", moments[0].mpd());
            assert!((least..most).contains(&d), "{angle} {offset}: {d}");
        }
    }
}
