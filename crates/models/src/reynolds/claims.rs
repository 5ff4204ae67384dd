//! What the paper promises, measured: the program's checks and the tests ask here.

use super::*;
use ambulo_sim::NOWHERE;

pub(super) fn calm() -> Reynolds {
    Reynolds { noise: 0.0, ..Reynolds::default() }
}

fn me(v: Vec2) -> Me {
    Me { forward: v.unit().unwrap_or(Vec2::new(1.0, 0.0)), velocity: v, radius: 0.2 }
}

/// The force a walker of velocity `own` avoids one other with.
pub(super) fn avoid(own: Vec2, at: Vec2, v: Vec2, p: &Reynolds) -> Vec2 {
    let eight = |first: f32, others: f32| std::array::from_fn(|k| if k == 0 { first } else { others });
    let (dx, dy, vx, vy) = (eight(at.x, NOWHERE), eight(at.y, NOWHERE), eight(v.x, 0.0), eight(v.y, 0.0));
    let radius = eight(0.2, 0.0);
    let mut threats = Threats::new(p);
    threats.look(&ambulo_sim::Block { dx: &dx, dy: &dy, vx: &vx, vy: &vy, radius: &radius }, &me(own), p);
    threats.avoid(&me(own), p)
}

/// Force on a walker of 1.3 m/s from one just within the look-ahead and 2r, and the greatest from those beyond either [m/s2]:
/// farther aside, later, past, abreast.
pub fn beyond_reach() -> (f64, f64) {
    let (p, own) = (calm(), Vec2::new(1.3, 0.0));
    let other = Vec2::new(-1.3, 0.0);
    let force = |at: Vec2, v: Vec2| f64::from(avoid(own, at, v, &p).length());
    // Head-on in 2.9 s, 0.99 m aside: just a threat.
    let threat = force(Vec2::new(2.9 * 2.6, 0.99), other);
    let none = [
        (Vec2::new(2.9 * 2.6, 1.01), other),
        (Vec2::new(3.1 * 2.6, 0.5), other),
        (Vec2::new(-2.0, 0.5), other),
        (Vec2::new(0.0, 0.6), own),
    ];
    (threat, none.map(|(at, v)| force(at, v)).into_iter().fold(0.0, f64::max))
}

/// Pairs at right angles of unequal speeds, and of equal ones: for each how many of the two steer, and whether those of unequal
/// speeds who steer all do so to the side the other comes from.
pub fn right_angles() -> (Vec<usize>, usize, bool) {
    let p = calm();
    let mut behind = true;
    let unequal = [(1.5, 1.2), (1.31, 1.3), (2.0, 0.4)].map(|(fast, slow)| {
        // They meet in 2 s: the first comes from the left of the second.
        let (v, w) = (Vec2::new(fast, 0.0), Vec2::new(0.0, slow));
        let between = w * -2.0 - v * -2.0;
        let (a, b) = (avoid(v, between, w, &p), avoid(w, -between, v, &p));
        behind &= a.dot(w) < 0.0 && a.x == 0.0 && a.length() == 8.0;
        usize::from(a != Vec2::ZERO) + usize::from(b != Vec2::ZERO)
    });
    let v = Vec2::new(1.3, 0.0);
    let both = [avoid(v, Vec2::new(2.6, -2.6), v.perp(), &p), avoid(v.perp(), Vec2::new(-2.6, 2.6), v, &p)];
    (unequal.into(), both.iter().filter(|f| **f != Vec2::ZERO).count(), behind)
}
