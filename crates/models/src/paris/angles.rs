//! Directions without trigonometry: a number that grows with the angle, from -2 (backwards, right) over 0 (straight on)
//! to 2 (backwards, left), a quarter turn being exactly 1.
//!
//! Sorting, comparing and turning by quarters is all that sections need, so no arc tangent is taken where the choice is
//! made. The inverse is as exact.

use ambulo_geom::Vec2;

/// A whole turn.
pub(super) const TURN: f32 = 4.0;

/// The number of a direction; 0 for no direction at all.
#[inline(always)]
pub(super) fn number(x: f32, y: f32) -> f32 {
    let size = (x.abs() + y.abs()).max(1e-30);
    let turned = 1.0 - x / size;
    let turned = if size > 1e-30 { turned } else { 0.0 };
    if y < 0.0 { -turned } else { turned }
}

/// From (-6, 6) into [-2, 2].
#[inline(always)]
pub(super) fn wrap(a: f32) -> f32 {
    let a = if a > 2.0 { a - TURN } else { a };
    if a < -2.0 { a + TURN } else { a }
}

/// How far one must turn left from `from` to `to`: 0 to 4.
#[inline(always)]
pub(super) fn left_turn(from: f32, to: f32) -> f32 {
    let turn = to - from;
    if turn < 0.0 { turn + TURN } else { turn }
}

/// The unit vector of a number.
#[inline(always)]
pub(super) fn direction(a: f32) -> Vec2 {
    let x = 1.0 - a.abs();
    let y = 1.0 - x.abs();
    let y = if a < 0.0 { -y } else { y };
    let length = (x * x + y * y).sqrt();
    Vec2::new(x / length, y / length)
}

/// The number up to which `(1 - cos) / 2` stays below `share`.
pub(super) fn within(share: f32) -> f32 {
    if share >= 1.0 {
        return 2.0;
    }
    let cos = 1.0 - 2.0 * share.max(0.0);
    number(cos, (1.0 - cos * cos).max(0.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::math::{atan2, cos, sin};

    #[test]
    fn numbers_grow_with_the_angle_and_lead_back() {
        let mut last = -2.5;
        for k in -1799..=1800 {
            let angle = f64::from(k) * 0.1f64.to_radians();
            let a = number(cos(angle) as f32, sin(angle) as f32);
            assert!(a > last, "{k}");
            last = a;
            let u = direction(a);
            assert!((atan2(f64::from(u.y), f64::from(u.x)) - angle).abs() < 1e-6 || k == 1800, "{k} {u:?}");
        }
        assert_eq!((number(1.0, 0.0), number(0.0, 2.0), number(0.0, -3.0), number(-1.0, 0.0)), (0.0, 1.0, -1.0, 2.0));
    }

    #[test]
    fn a_quarter_turn_is_one() {
        for (x, y) in [(0.3, 0.4), (-1.0, 2.0), (-0.5, -0.1), (2.0, -0.7)] {
            assert!((wrap(number(x, y) + 1.0) - number(-y, x)).abs() < 1e-6);
            assert!((left_turn(number(x, y), number(-y, x)) - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn within_is_the_inverse_of_the_cost_of_turning() {
        for share in [0.0, 0.01, 0.2, 0.5, 0.9] {
            let u = direction(within(share));
            assert!(((1.0 - u.x) / 2.0 - share).abs() < 1e-6, "{share}");
        }
        assert_eq!(within(3.0), 2.0);
    }
}
