//! What the behaviour promises.

use super::*;
use crate::lanes::NOWHERE;
use crate::models::crossings::Pair;

const MODEL: &str = "reynolds";

fn calm() -> ReynoldsParams {
    ReynoldsParams { noise: 0.0, ..ReynoldsParams::default() }
}

fn me(v: Vec2) -> Me {
    Me { forward: v.unit().unwrap(), velocity: v, radius: 0.2 }
}

/// The force a walker of velocity `own` avoids one other with.
fn avoid(own: Vec2, at: Vec2, v: Vec2, p: &ReynoldsParams) -> Vec2 {
    let eight = |first: f32, others: f32| std::array::from_fn(|k| if k == 0 { first } else { others });
    let (dx, dy, vx, vy) = (eight(at.x, NOWHERE), eight(at.y, NOWHERE), eight(v.x, 0.0), eight(v.y, 0.0));
    let radius = eight(0.2, 0.0);
    let mut threats = Threats::new(p);
    threats.look(&crate::Block { dx: &dx, dy: &dy, vx: &vx, vy: &vy, radius: &radius }, &me(own), p);
    threats.avoid(&me(own), p)
}

#[test]
fn spec_no_steering_when_the_predicted_distance_is_more_than_2r_or_the_time_more_than_the_look_ahead() {
    let (p, own) = (calm(), Vec2::new(1.3, 0.0));
    let other = Vec2::new(-1.3, 0.0);
    // Head-on in 2.9 s, 0.99 m aside: just a threat. Farther aside, later or past: none.
    assert_ne!(avoid(own, Vec2::new(2.9 * 2.6, 0.99), other, &p), Vec2::ZERO);
    assert_eq!(avoid(own, Vec2::new(2.9 * 2.6, 1.01), other, &p), Vec2::ZERO);
    assert_eq!(avoid(own, Vec2::new(3.1 * 2.6, 0.5), other, &p), Vec2::ZERO);
    assert_eq!(avoid(own, Vec2::new(-2.0, 0.5), other, &p), Vec2::ZERO);
    // Side by side at the same velocity: never nearer, no threat.
    assert_eq!(avoid(own, Vec2::new(0.0, 0.6), own, &p), Vec2::ZERO);
}

#[test]
fn spec_of_two_who_cross_at_right_angles_exactly_one_steers_if_their_speeds_differ() {
    let p = calm();
    for (fast, slow) in [(1.5, 1.2), (1.31, 1.3), (2.0, 0.4)] {
        // They meet in 2 s: the first comes from the left of the second.
        let (v, w) = (Vec2::new(fast, 0.0), Vec2::new(0.0, slow));
        let between = w * -2.0 - v * -2.0;
        let (a, b) = (avoid(v, between, w, &p), avoid(w, -between, v, &p));
        assert!(a != Vec2::ZERO && b == Vec2::ZERO, "{fast} {slow}: {a:?} {b:?}");
        // To the side the other comes from, which is behind it.
        assert!(a.dot(w) < 0.0 && a.x == 0.0 && a.length() == 8.0, "{a:?}");
    }
    let v = Vec2::new(1.3, 0.0);
    let (a, b) = (avoid(v, Vec2::new(2.6, -2.6), v.perp(), &p), avoid(v.perp(), Vec2::new(-2.6, 2.6), v, &p));
    assert!(a != Vec2::ZERO && b != Vec2::ZERO, "both, if they are equally fast");
}

#[test]
fn head_on_it_steers_away_from_where_the_other_will_be_and_in_parallel_from_where_it_is() {
    let (p, own) = (calm(), Vec2::new(1.3, 0.0));
    // Now on the left, but drifting to the right.
    let drifting = avoid(own, Vec2::new(5.2, 0.5), Vec2::new(-1.3, -0.5), &p);
    assert_eq!(drifting, Vec2::new(0.0, 8.0), "to the left");
    let slower = avoid(own, Vec2::new(1.0, 0.3), Vec2::new(0.8, 0.0), &p);
    assert_eq!(slower, Vec2::new(0.0, -8.0), "to the right of whoever walks ahead on the left");
    let tie = |side| avoid(own, Vec2::new(4.0, 0.0), Vec2::new(-1.3, 0.0), &ReynoldsParams { side, ..calm() });
    assert_eq!([tie(0.0), tie(1.0), tie(2.0)].map(|f| f.y), [-8.0, 8.0, 0.0]);
}

#[test]
fn pairs_cross_and_arrive() {
    for share in [0.0, 1.0] {
        let (mut least, mut late, mut touch) = (f64::INFINITY, 0.0f64, 0);
        for pair in Pair::all(MODEL) {
            let crossing = pair.with(&[("seek_share", share)]).run();
            least = least.min(crossing.least_distance);
            touch += usize::from(crossing.least_distance < 0.402);
            late = crossing.arrivals.iter().map(|a| a.unwrap_or(f64::INFINITY)).fold(late, f64::max);
        }
        println!("seek {share}: pairs keep {least:.3} m, {touch} of 60 touch, the last arrives after {late:.1} s");
        assert!(late < 40.0 && touch < 30, "{late} {touch}");
    }
}
