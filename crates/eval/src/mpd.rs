//! Minimal predicted distance (Olivier et al. 2012).
//!
//! Definition: mpd(t) is the smallest distance two walkers would come to if both kept the velocities they have at t; when they already part, their
//! distance at t. The paper's formula prints argmin; meant is the minimum, a distance and not a time, taken over times from t on. Unit: m.

use crate::tracks::Track;
use std::ops::Range;

/// Below this relative speed two walkers keep their distance [m/s].
const EPS_V: f64 = 1e-6;

/// The minimal predicted distance [m] of relative place [m] and relative velocity [m/s].
///
/// ```
/// use ambulo_eval::mpd::mpd;
/// assert_eq!(mpd((10.0, 1.0), (-2.0, 0.0)), 1.0);
/// assert_eq!(mpd((3.0, 4.0), (1.0, 0.0)), 5.0); // they part
/// ```
#[inline]
pub fn mpd(p: (f64, f64), v: (f64, f64)) -> f64 {
    let vv = v.0 * v.0 + v.1 * v.1;
    let towards = p.0 * v.0 + p.1 * v.1;
    if vv <= EPS_V * EPS_V || towards >= 0.0 {
        return (p.0 * p.0 + p.1 * p.1).sqrt();
    }
    // The distance from the line of flight; p + t v would lose digits.
    (p.0 * v.1 - p.1 * v.0).abs() / vv.sqrt()
}

/// mpd(t) [m] of two tracks, in each frame of a range that both have.
///
/// ```
/// use ambulo_eval::{mpd, tracks::Tracks};
/// let walk = |x: f64, y: f64, vx: f64, vy: f64| (0..5).map(|k| (x + vx * f64::from(k), y + vy * f64::from(k))).collect();
/// let t = Tracks::from_places(1.0, [(1, 0, walk(0.0, 0.0, 1.0, 0.0)), (2, 0, walk(5.0, -5.0, 0.0, 1.0))]);
/// assert_eq!(mpd::curve(t.get(0), t.get(1), 0..5), [0.0; 5]);
/// ```
pub fn curve(a: Track<'_>, b: Track<'_>, frames: Range<u32>) -> Vec<f64> {
    let (fa, fb) = (a.frames(), b.frames());
    let both = frames.start.max(fa.start).max(fb.start)..frames.end.min(fa.end).min(fb.end);
    let at = |frame: u32| {
        let (i, j) = ((frame - a.first) as usize, (frame - b.first) as usize);
        mpd((b.x[j] - a.x[i], b.y[j] - a.y[i]), (b.vx[j] - a.vx[i], b.vy[j] - a.vy[i]))
    };
    both.map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracks::Tracks;

    #[test]
    fn spec_the_analytic_pair_has_h_by_root_two() {
        for h in [0.0, 0.3, -1.7, 3.8] {
            let found = mpd((5.0, -5.0 + h), (-1.0, 1.0));
            assert!((found - f64::abs(h) / 2f64.sqrt()).abs() < 1e-12, "{found} for {h}");
        }
    }

    #[test]
    fn spec_of_straight_pairs_it_is_constant() {
        for h in [0.1, 0.77, 2.9] {
            let walk = |x: f64, y: f64, vx: f64, vy: f64| {
                (0..80).map(|k| (x + vx * f64::from(k) / 25.0, y + vy * f64::from(k) / 25.0)).collect()
            };
            let t =
                Tracks::from_places(25.0, [(1, 0, walk(0.0, 0.0, 1.3, 0.1)), (2, 0, walk(5.0, -5.0 + h, 0.2, 1.5))]);
            // They are nearest after 65 frames or more.
            let values = curve(t.get(0), t.get(1), 0..60);
            assert!(values.iter().all(|v| (v - values[0]).abs() < 1e-12), "{values:?}");
        }
    }

    #[test]
    fn it_is_the_smallest_distance_of_a_dense_scan() {
        for k in 0..500 {
            let wave = |by: f64| ambulo_geom::math::sin(f64::from(k) * by);
            let (p, v) = ((4.0 * wave(1.3), 4.0 * wave(2.7)), (2.0 * wave(3.1), 2.0 * wave(0.7)));
            let at = |t: f64| ((p.0 + t * v.0) * (p.0 + t * v.0) + (p.1 + t * v.1) * (p.1 + t * v.1)).sqrt();
            let scan = (0..40_000).map(|i| at(f64::from(i) * 1e-3)).fold(f64::MAX, f64::min);
            let found = mpd(p, v);
            assert!(found <= scan + 1e-9 && (scan - found < 2e-3 || at(40.0) > at(41.0)), "{found} and {scan}");
        }
    }
}
