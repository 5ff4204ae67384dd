use super::*;
use crate::paris::sections::{Aim, People, of_people};
use crate::paris::windows::Windows;
use ambulo_sim::LANES;
use proptest::prelude::*;

fn weighing() -> Weighing {
    Weighing { alpha: 0.5, turning: 0.5, side: -1.0, other_side: 1.0, worst: false, literal: false }
}

fn around(crowd: &[[f32; 4]]) -> Sections {
    let aim = Aim { speed: 1.3, top: 1.95, windows: Windows::new(1.0, 2.0, 8.0), trust: 8.0, refine: true };
    let mut people = People::NOBODY;
    for (k, p) in crowd.iter().enumerate() {
        (people.dx[k], people.dy[k], people.vx[k], people.vy[k], people.reach[k]) = (p[0], p[1], p[2], p[3], 0.5);
        people.count += 1;
    }
    let mut out = Sections::NONE;
    for block in 0..people.blocks() {
        of_people(&people, block, &aim, &mut out);
    }
    (out.each, out.count) = (aim.windows.count + 1, people.blocks() * LANES);
    out
}

proptest! {
    #[test]
    fn the_sweep_finds_what_weighing_every_end_finds(
        crowd in prop::collection::vec([-6.0f32..6.0, -6.0f32..6.0, -1.5f32..1.5, -1.5f32..1.5], 0..40),
        alpha in 0.1f32..0.9,
    ) {
        let (w, around) = (Weighing { alpha, turning: 1.0 - alpha, ..weighing() }, around(&crowd));
        let (sweep, weighed) = (w.choose_by_sweep(&around, |_| ()), w.choose_by_weighing(&around, |_| ()));
        // Costs are whole numbers of 2^-21 in the sweep.
        prop_assert!((sweep.cost - weighed.cost).abs() < 1e-4 * (1.0 + weighed.cost), "{sweep:?} {weighed:?}");
    }
}

#[test]
fn a_mirrored_tie_goes_to_the_preferred_side() {
    let around = around(&[[4.0, 0.0, 0.0, 0.0]]);
    for side in [-1.0, 1.0] {
        let best = Weighing { side, ..weighing() }.choose_by_sweep(&around, |_| ());
        assert!(best.at * side > 0.05, "{best:?}");
    }
}

#[test]
fn deviation_is_free_inside_a_section_and_charged_once() {
    // Two people ahead, one behind the other: the literal rule charges the turn for each of them.
    let around = around(&[[3.0, 0.0, 0.0, 0.0], [4.5, 0.1, 0.0, 0.0]]);
    assert_eq!(weighing().weigh(&around, 0.0).turn, 0.0);
    let at = 0.06;
    let (once, each) = (weighing().weigh(&around, at), Weighing { literal: true, ..weighing() }.weigh(&around, at));
    assert!((once.turn - weighing().turning(at)).abs() < 1e-9);
    assert!(each.turn > 1.2 * once.turn, "{once:?} {each:?}");
}

#[test]
fn the_worst_counts_or_all_do() {
    let around = around(&[[3.0, 0.0, 0.0, 0.0], [4.0, 0.1, 0.0, 0.0]]);
    let (sum, worst) = (weighing().weigh(&around, 0.0), Weighing { worst: true, ..weighing() }.weigh(&around, 0.0));
    assert!(worst.speed > 0.1 && sum.speed > 1.3 * worst.speed, "{sum:?} {worst:?}");
}
