//! Potentials, steps, two who meet, distances kept, a single file, doors.

use super::potentials::Spaces;
use super::*;
use crate::trials::{Cast, StartState, empty_room, file_speed, head_on, rectangle, started};
use ambulo_geom::Point;
use ambulo_sim::Spread;

const R: f64 = 0.2;

fn cast<'a>(params: &'a [(&'a str, f64)]) -> Cast<'a> {
    Cast { params, speed: Spread::constant(1.3), radius: Spread::constant(R), ..Cast::of(OptimalSteps::NAME) }
}

#[test]
fn personal_and_intimate_space_end_where_they_should_and_fall_until_there() {
    let spaces = Spaces::new(&OptimalSteps::default(), 0.4);
    let at = |d: f32| spaces.personal(d * d) + spaces.intimate(d * d) + spaces.touch(d * d);
    // By hand: 50 exp(4 / (0.8^2 / 1.6^2 - 1)), where the intimate space hardly reaches.
    assert!((spaces.personal(0.64) - 0.2414).abs() < 1e-3, "{}", spaces.personal(0.64));
    assert_eq!((spaces.personal(2.57), spaces.intimate(0.7226)), (0.0, 0.0));
    let all: Vec<f32> = (0..170).map(|k| at(0.01 * k as f32)).collect();
    assert!(all.windows(2).all(|w| w[1] <= w[0]) && all[0] > 300.0 && all[41] < 2.0);
}

#[test]
fn a_step_is_longer_the_faster_people_walk_and_takes_as_long_as_they_walk_it() {
    let p = OptimalSteps::default();
    assert!((p.step(1.3) - 0.7675).abs() < 1e-6);
    // Alone for six seconds: the velocity is kept within a step, and no time is lost between steps.
    let start = StartState { at: Point::new(2.0, 5.0), velocity: Vec2::ZERO, to: Point::new(28.0, 5.0) };
    let (mut sim, ids) = started(&cast(&[]), rectangle(0.0, 0.0, 30.0, 10.0), &[start]);
    while sim.report().time < 6.0 {
        sim.step();
    }
    let place = sim.walker(ids[0]).unwrap().place;
    assert!((place.x - 2.0 - 1.3 * 6.0).abs() < 1e-4 && (place.y - 5.0).abs() < 1e-5, "{place}");
}

#[test]
fn two_who_meet_head_on_pass_without_touching() {
    let (seconds, least) = head_on(&cast(&[]));
    println!("past each other after {seconds:.1} s, {least:.2} m apart");
    assert!(seconds < 8.0 && least > 2.0 * R, "{seconds} {least}");
}

#[test]
fn people_who_wait_keep_their_personal_distance() {
    // The first stays at its goal at the end of a narrow corridor.
    let start = |x: f64| StartState { at: Point::new(x, 0.35), velocity: Vec2::ZERO, to: Point::new(19.0, 0.35) };
    let starts: Vec<StartState> = [18.0, 14.0, 11.0, 8.0].map(start).into();
    let (mut sim, ids) = started(&cast(&[]), rectangle(0.0, 0.0, 20.0, 0.7), &starts);
    while sim.report().time < 40.0 {
        sim.step();
    }
    let at: Vec<f64> = ids.iter().map(|id| sim.walker(*id).unwrap().place.x).collect();
    let gaps: Vec<f64> = at.windows(2).map(|w| w[0] - w[1]).collect();
    println!("distances {gaps:.2?} m");
    // Alone behind another the potential is steeper than the goal from 0.84 m on; those behind push a little.
    assert!(gaps.iter().all(|g| (0.45..1.1).contains(g)), "{gaps:?}");
}

#[test]
fn in_a_single_file_speed_falls_with_density() {
    let speeds = [0.7, 1.1, 1.5, 1.9].map(|density| file_speed(&cast(&[]), density));
    println!("speeds at 0.7, 1.1, 1.5 and 1.9 people per metre: {speeds:.2?} m/s");
    assert!(speeds.windows(2).all(|w| w[1] < w[0]) && speeds[0] > 0.7, "{speeds:?}");
    // With a least step as Vadere has it, a dense file that stands stays where it is.
    assert!(speeds[3] > 0.05 && file_speed(&cast(&[("least_step", 0.1)]), 1.9) == 0.0, "{speeds:?}");
}

#[test]
fn the_flow_through_a_door_grows_with_its_width() {
    let flows = [0.8, 1.2].map(|door| empty_room(&cast(&[]), 150, 12.0, door, 400.0).flow(40, 120));
    println!("people per second through 0.8 and 1.2 m: {flows:.2?}");
    assert!(flows[0] > 0.5 && flows[1] > flows[0], "{flows:?}");
}
