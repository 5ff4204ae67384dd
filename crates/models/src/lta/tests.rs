//! What the model promises.

use super::claims::*;
use super::*;
use crate::crossings::CrossingSetup;
use ambulo_sim::LANES;
use ambulo_sim::random::{Draw, Purpose};

#[test]
fn spec_alone_the_least_energy_is_the_pace_towards_the_goal() {
    assert!(alone() < 2e-3, "{}", alone());
}

#[test]
fn spec_a_walker_already_passed_has_no_effect() {
    let (parting, coming) = already_passed();
    assert!(parting == 0.0 && coming > 0.1, "{parting} {coming}");
}

#[test]
fn spec_steps_of_0_4_and_0_1_s_give_the_same_path_within_5_cm_over_5_s() {
    for found in rescaled() {
        assert!(found.apart < 0.05 && found.raw > found.apart && found.aside > 0.1, "{found:?}");
    }
}

const MODEL: &str = "lta";

/// A scene of some others about an agent whose desired direction is x.
fn scene(case: u32, others: usize) -> (Energy, Vec2, Vec2) {
    let p = Lta::default();
    let mut draw = Draw::new(2, case, 0, Purpose::Setup);
    let mut between = |a: f64, b: f64| (a + (b - a) * draw.unit()) as f32;
    let desired = Vec2::new(1.0, 0.0);
    let mut energy = Energy::new(&p, desired, 1.3);
    for _ in 0..others {
        let at = Vec2::new(between(0.5, 5.0), between(-2.0, 2.0));
        energy.add(&p, desired, at, Vec2::new(between(-1.5, 1.0), between(-1.0, 1.0)), 1.0);
    }
    energy.close();
    (energy, Vec2::new(between(0.5, 1.3), between(-0.4, 0.4)), desired * 1.3)
}

#[test]
fn the_gradient_is_that_of_the_energy_and_both_widths_agree() {
    for case in 0..100 {
        let (energy, v, _) = scene(case, 6);
        let (e, gradient) = energy.at(v);
        let h = 2e-3;
        let slope = |d: Vec2| (energy.at(v + d * h).0 - energy.at(v - d * h).0) / (2.0 * h);
        let rough = Vec2::new(slope(Vec2::new(1.0, 0.0)), slope(Vec2::new(0.0, 1.0)));
        assert!((rough - gradient).length() < 2e-2 * (1.0 + gradient.length()), "{case}: {rough:?} {gradient:?}");
        let eight = energy.of_eight(&[v.x; LANES], &[v.y; LANES]);
        assert!((eight[3] - e).abs() < 1e-5 * (1.0 + e.abs()), "{case}: {} {e}", eight[3]);
    }
}

#[test]
fn what_is_found_is_as_low_as_ten_thousand_random_velocities() {
    let (mut worst, mut missed) = (0.0f32, 0);
    for case in 0..60 {
        let (energy, now, wish) = scene(case, 5);
        let mut draw = Draw::new(4, case, 0, Purpose::Setup);
        let mut random = || Vec2::from_angle(draw.unit() * 6.3) * (1.95 * draw.unit()) as f32;
        let least = (0..10_000).map(|_| energy.at(random()).0).fold(f32::INFINITY, f32::min);
        let at =
            |optimiser: f32| energy.at(search::least(&energy, &Lta { optimiser, ..Default::default() }, now, wish)).0;
        worst = worst.max(at(0.0) - least);
        missed += usize::from(at(1.0) > least + 0.01);
    }
    println!("samples: at most {worst:.4} above; descent ends in another valley in {missed} of 60 scenes");
    assert!(worst < 5e-3, "{worst}");
    assert!(missed < 20, "{missed}");
}

#[test]
fn pairs_cross_and_arrive() {
    for optimiser in [0.0, 1.0] {
        let (mut least, mut late, mut touch) = (f64::INFINITY, 0.0f64, 0);
        for pair in CrossingSetup::all(MODEL) {
            let pair = pair.with(&[("optimiser", optimiser)]);
            let crossing = pair.run();
            if crossing.arrivals.iter().any(|a| a.is_none_or(|a| a > 20.0)) {
                println!("{pair}: {:?}, least {}", crossing.arrivals, crossing.least_distance);
            }
            least = least.min(crossing.least_distance);
            touch += usize::from(crossing.least_distance < 0.402);
            late = crossing.arrivals.iter().map(|a| a.unwrap_or(f64::INFINITY)).fold(late, f64::max);
        }
        println!("{optimiser}: pairs keep {least:.3} m, {touch} of 60 touch, the last arrives after {late:.1} s");
        assert!(late < 25.0 && touch == 0, "{late} {touch}");
    }
}
