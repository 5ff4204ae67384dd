//! Smooth curves between given ends.

use std::ops::{Add, Mul};

/// Value, slope and bend of a curve at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurveEnd<T> {
    pub at: T,
    pub slope: T,
    pub bend: T,
}

/// The polynomial of fifth degree between two ends `span` apart, at the share `u` of it.
pub(super) fn quintic<T>(a: CurveEnd<T>, b: CurveEnd<T>, span: f32, u: f32) -> T
where
    T: Copy + Add<Output = T> + Mul<f32, Output = T>,
{
    let (u2, u3) = (u * u, u * u * u);
    let (u4, u5) = (u3 * u, u3 * u2);
    let far = 10.0 * u3 - 15.0 * u4 + 6.0 * u5;
    a.at * (1.0 - far)
        + b.at * far
        + a.slope * (span * (u - 6.0 * u3 + 8.0 * u4 - 3.0 * u5))
        + b.slope * (span * (-4.0 * u3 + 7.0 * u4 - 3.0 * u5))
        + a.bend * (0.5 * span * span * (u2 - 3.0 * u3 + 3.0 * u4 - u5))
        + b.bend * (0.5 * span * span * (u3 - 2.0 * u4 + u5))
}

/// From 0 at `a` to 1 at `b`, level at both ends.
pub(super) fn ease(a: f32, b: f32, t: f32) -> f32 {
    let u = ((t - a) / (b - a)).clamp(0.0, 1.0);
    u * u * u * (10.0 - 15.0 * u + 6.0 * u * u)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quintic_meets_both_ends_with_slope_and_bend() {
        let (a, b) = (CurveEnd { at: 1.0, slope: -2.0, bend: 3.0 }, CurveEnd { at: 0.5, slope: 4.0, bend: -1.0 });
        let f = |u: f64| {
            let q = |u: f64| f64::from(quintic(a, b, 2.0, u as f32));
            let h = 0.01;
            (q(u), (q(u + h) - q(u - h)) / (2.0 * h) / 2.0, (q(u + h) - 2.0 * q(u) + q(u - h)) / (h * h) / 4.0)
        };
        for (u, end) in [(0.0, a), (1.0, b)] {
            let (value, slope, bend) = f(u);
            assert!((value - f64::from(end.at)).abs() < 1e-6, "{value}");
            assert!((slope - f64::from(end.slope)).abs() < 0.02, "{slope}");
            assert!((bend - f64::from(end.bend)).abs() < 0.3, "{bend}");
        }
    }
}
