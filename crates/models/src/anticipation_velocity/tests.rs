//! Influence on the direction, turning, a single file, two who meet, lanes and doors.

use super::*;
use crate::trials::{Cast, behind_a_leader, empty_room, file_speed, head_on, lane_index};
use ambulo_sim::{OnlyOne, Spread};

const R: f32 = 0.2;
const EAST: Vec2 = Vec2 { x: 1.0, y: 0.0 };

/// How far one other at `d` with velocity `v` turns a walker to the left that goes east at `pace` [m/s].
fn influence(pace: f32, d: (f32, f32), v: (f32, f32)) -> f32 {
    let params = AnticipationVelocity::default();
    let seer = Seer { params: &params, wished: EAST, facing: EAST, velocity: EAST * pace, radius: R };
    let mut left = [0.0; LANES];
    seer.add(OnlyOne::new(Vec2::new(d.0, d.1), Vec2::new(v.0, v.1), R).block(), &mut left);
    assert_eq!(left[1..], [0.0; LANES - 1], "empty lanes turn it");
    left[0]
}

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-4 * b.abs().max(1e-3)
}

#[test]
fn the_influence_goes_with_the_predicted_gap_and_with_how_much_the_other_goes_against_it() {
    let k = AnticipationVelocity::default().strength;
    // Nearly 1: how much the direction of one who walks at 1.2 m/s counts.
    let moving = 1.2 / (1.2f32 * 1.2 + SLOW * SLOW).sqrt();
    // Side by side at one pace the gap of now, 0.1 m, is that of later.
    assert!(close(influence(1.2, (0.0, 0.5), (1.2, 0.0)), -k * exp32(-1.0) * (1.0 + 0.5 * (1.0 - moving))));
    // Head-on, 2 m apart: within a second they touch, and the other goes against it.
    assert!(close(influence(1.2, (2.0, 0.1), (-1.2, 0.0)), -k * (1.5 + 0.5 * moving)));
    assert!(close(influence(1.2, (2.0, -0.1), (-1.2, 0.0)), k * (1.5 + 0.5 * moving)));
    // It steps behind one who crosses: that one is on the right now and will be on the left.
    assert!(influence(1.2, (1.0, -0.5), (0.0, 1.2)) < 0.0);
    // One who walks ahead at the same pace or comes from behind does nothing.
    assert!(influence(1.2, (1.5, 0.1), (1.2, 0.0)).abs() < 1e-3);
    assert_eq!(influence(1.2, (-0.5, 0.1), (1.2, 0.0)), 0.0);
    // Exactly ahead there is no side.
    assert_eq!(influence(1.2, (1.0, 0.0), (0.0, 0.0)), 0.0);
}

#[test]
fn a_direction_turns_with_its_time_constant_and_at_once_from_back_to_ahead() {
    let north = Vec2::new(0.1, 1.0).unit().unwrap();
    let mut e = EAST;
    let before = (e - north).length();
    for _ in 0..30 {
        e = turned(e, north, EAST, 0.01, 0.3);
    }
    // After one time constant a good third is left; large turns are slower, because the length stays one.
    let left = (e - north).length() / before;
    assert!((0.3..0.5).contains(&left), "{left}");
    assert_eq!(turned(-EAST, north, EAST, 0.01, 0.3), north);
    assert_eq!(turned(EAST, north, EAST, 0.5, 0.3), north);
}

fn cast<'a>(params: &'a [(&'a str, f64)]) -> Cast<'a> {
    Cast {
        params,
        speed: Spread::constant(1.2),
        radius: Spread::constant(f64::from(R)),
        ..Cast::of(AnticipationVelocity::NAME)
    }
}

#[test]
fn a_single_file_follows_the_fundamental_diagram_within_2_per_cent() {
    for pace in [0.2, 0.6, 1.0] {
        let (spacing, speed) = behind_a_leader(&cast(&[("noise", 0.0)]), pace);
        let expected = (spacing - 2.0 * f64::from(R)) / 1.06;
        println!("{:.2} people per metre: {speed:.3} m/s, expected {expected:.3}", 1.0 / spacing);
        assert!((speed / expected - 1.0).abs() < 0.02 && (speed / pace - 1.0).abs() < 0.05, "{speed} {expected}");
    }
    for density in [0.7, 1.1, 1.5, 1.9] {
        let speed = file_speed(&cast(&[]), density);
        let expected = ((1.0 / density - 2.0 * f64::from(R)) / 1.06).min(1.2);
        println!("{density} people per metre, narrow: {speed:.3} m/s, expected {expected:.3}");
        assert!((speed / expected - 1.0).abs() < 0.15, "{speed} {expected}");
    }
}

#[test]
fn two_who_meet_head_on_pass_without_touching_and_without_stopping() {
    let (seconds, least) = head_on(&cast(&[]));
    println!("past each other after {seconds:.1} s, {least:.2} m apart");
    // Straight on it would take 5.8 s.
    assert!(seconds < 8.0 && least > 2.0 * f64::from(R), "{seconds} {least}");
}

#[test]
fn lanes_form_in_a_counter_flow() {
    let index = lane_index(&Cast::of(AnticipationVelocity::NAME), 100);
    println!("lane index {index:.2}");
    assert!(index > 0.8, "{index}");
}

#[test]
fn the_flow_through_a_door_grows_with_its_width() {
    let flows = [0.8, 1.2].map(|door| empty_room(&cast(&[]), 150, 12.0, door, 400.0).flow(40, 120));
    println!("people per second through 0.8 and 1.2 m: {flows:.2?}");
    assert!(flows[0] > 0.3 && flows[1] > 1.2 * flows[0], "{flows:?}");
}
