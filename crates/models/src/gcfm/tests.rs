//! Ellipses, cut-offs, a single file, doors.

use super::claims::*;
use super::*;
use crate::trials::{Cast, empty_room};

#[test]
fn the_axes_of_the_ellipse_at_rest_and_at_the_preferred_speed() {
    assert!(ellipse() < 1e-6, "{}", ellipse());
}

#[test]
fn there_is_no_force_from_behind_and_beyond_two_metres() {
    let (none, some) = out_of_reach();
    assert!(none == 0.0 && some > 0.0, "{none} {some}");
}

#[test]
fn the_force_is_continuous_at_both_cut_offs_and_so_is_its_slope() {
    let found = cut_offs();
    assert!(found.step < 0.003 && found.kink < 3.0 && found.force_step < 0.02 && found.falls, "{found:?}");
    let shape = ForceProfile { cut_off: 2.0, smooth: 0.1, cap: 3.0 };
    assert_eq!((shape.at(-1.0), shape.at(0.0), shape.at(2.0), shape.at(5.0)), (30.0, 30.0, 0.0, 0.0));
    assert!((shape.at(0.5) - 2.0).abs() < 1e-6, "1 / dist in between");
}

#[test]
fn in_a_single_file_speed_falls_with_density() {
    let mut last = 0.0;
    for [pace, density, speed, overlapping] in fundamental_diagram() {
        println!("{density:.2} a metre: {speed:.2} m/s, ellipses overlap in {:.2} % of pairs", 100.0 * overlapping);
        assert!(density > last && (speed / pace - 1.0).abs() < 0.05 && overlapping < 0.01, "{density} {speed}");
        last = density;
    }
}

#[test]
fn a_push_stops_and_does_not_reverse() {
    let v = Vec2::new(1.0, 0.5);
    assert_eq!(held(v, Vec2::ZERO, 0.0), v);
    assert_eq!(held(v, Vec2::new(-9.0, 0.0), 0.0), Vec2::new(0.0, 0.5));
    assert_eq!(held(v, Vec2::new(-0.25, 0.0), 0.0), Vec2::new(0.75, 0.5));
    assert_eq!(held(v, Vec2::new(3.0, 0.0), 0.0), v);
}

#[test]
fn a_room_empties_through_a_door() {
    let emptied = empty_room(&Cast::of(Gcfm::NAME), 150, 12.0, 1.2, 400.0);
    println!(
        "{} left in {:.0} s, flow {:.2} a second",
        emptied.times.len(),
        emptied.times.last().unwrap(),
        emptied.flow(40, 120)
    );
    assert_eq!(emptied.times.len(), 150);
}
