//! The claims of the law, and what it does to crowds.

use super::claims::*;
use super::*;
use crate::trials::mean;

#[test]
fn the_force_is_minus_the_gradient_of_the_energy_to_a_millionth() {
    let (count, worst) = gradient();
    println!("{count} pairs, worst relative difference {worst:e}");
    assert!(count > 300 && worst < 1e-6, "{count} {worst}");
}

#[test]
fn there_is_no_force_when_diverging_or_missing() {
    let (none, some) = without_collision();
    assert!(none == 0.0 && some > 0.0, "{none} {some}");
}

#[test]
fn the_energy_fitted_from_head_on_pairs_goes_with_the_inverse_square_of_time() {
    let (points, [k, exponent, horizon]) = revealed_energy();
    println!("{} points: E = {k:.3} t^-{exponent:.3} exp(-t / {horizon:.2} s)", points.len());
    assert!((exponent - 2.0).abs() < 0.1, "{exponent}");
    assert!((k - K).abs() < 0.15 && (horizon - HORIZON).abs() < 0.6);
}

#[test]
fn opposite_streams_form_lanes() {
    let all = lanes();
    println!("lane index {all:.2?}, mean {:.2}", mean(&all));
    assert!(mean(&all) > 0.3, "{all:?}");
}

#[test]
fn people_wait_at_a_door_in_an_arch() {
    let emptied = door();
    println!("arch {:.2}, {} left, flow {:.2} a second", emptied.arch, emptied.times.len(), emptied.flow(40, 120));
    assert_eq!(emptied.times.len(), 150);
    // A half disc has 1.9, a queue straight away from the door less than 1.
    assert!(emptied.arch > 1.3, "{}", emptied.arch);
}

#[test]
fn the_kernel_in_single_precision_follows_the_formula() {
    let mut worst = 0.0f64;
    for (x, w) in pairs() {
        let f = formula(x, w, 0.5).unwrap();
        let v = Vec2::new(w[0] as f32, w[1] as f32);
        let k = force(v, Vec2::new(-x[0] as f32, -x[1] as f32), Vec2::ZERO);
        worst = worst.max(length(f64::from(k.x) - f[0], f64::from(k.y) - f[1]) / length(f[0], f[1]));
    }
    println!("single precision: worst relative difference {worst:e}");
    assert!(worst < 1e-3, "{worst}");
}

#[test]
fn coincident_places_give_finite_forces() {
    for v in [Vec2::ZERO, Vec2::new(1.0, 0.0)] {
        assert!(force(v, Vec2::ZERO, Vec2::ZERO).is_finite());
        assert!(force(v, Vec2::new(1e-7, 0.0), Vec2::ZERO).is_finite());
    }
}

#[test]
fn a_wall_pushes_back_by_the_same_law_however_it_is_cut() {
    let law = EnergyLaw { strength: 1.5, per_horizon: 1.0 / 3.0 };
    let velocity = Vec2::new(0.5, -1.0);
    let whole = flank(law, Vec2::new(4.0, 2.0), velocity, 0.25, Vec2::new(10.0, 0.0));
    let parts =
        [(4.0, 5.0), (-1.0, 5.0)].map(|(x, l)| flank(law, Vec2::new(x, 2.0), velocity, 0.25, Vec2::new(l, 0.0)));
    assert_eq!(whole, parts[0] + parts[1]);
    // As for a pair head-on: t = 1.75 s, and E falls by dE/dt over the closing speed.
    let (t, h) = (1.75, 1e-5);
    let truth = -(energy(t + h) - energy(t - h)) / (2.0 * h);
    assert!((f64::from(whole.y) - truth).abs() < 1e-4 && whole.x == 0.0, "{whole:?} {truth}");
    assert_eq!(flank(law, Vec2::new(4.0, 2.0), -velocity, 0.25, Vec2::new(10.0, 0.0)), Vec2::ZERO);
}
