//! Degrees turned per metre walked.
//!
//! Definition: places are smoothed by a moving mean over 0.5 s and taken every 0.5 s; a place less than 0.05 m from the last one taken is
//! passed over. The sum of the angles between one move and the next, each without sign, over the sum of the lengths of all moves, of all
//! people. Unit: degrees per metre. A circle of radius r has 180 / (pi r); smoothing shortens it by 1.5 % at 1 m and 1.2 m/s. Of a sway
//! of 1 Hz about 0.4 is left, of 2 Hz nothing. Nobody turns across a gap.

use crate::moving_mean::{WINDOW, frames, half, smooth};
use crate::resample::turn;
use crate::tracks::Tracks;
use ambulo_geom::Point;

/// Shorter moves have no direction [m].
pub const LEAST: f64 = 0.05;

/// Degrees per metre, and the metres; none when nobody made two moves.
///
/// ```
/// use ambulo_eval::{tracks::Tracks, turn_rate};
/// let walk = (0..60).map(|k| (0.13 * f64::from(k), 1.0)).collect();
/// let (turned, metres) = turn_rate::measure(&Tracks::from_places(10.0, [(1, 0, walk)])).unwrap();
/// assert!(turned < 1e-5 && metres > 7.0);
/// ```
pub fn measure(tracks: &Tracks) -> Option<(f64, f64)> {
    let (half, every) = (half(tracks.fps), frames(WINDOW, tracks.fps));
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let (mut radians, mut metres, mut moves) = (0.0, 0.0, 0_u64);
    for track in tracks.iter() {
        smooth(track.x, half, &mut x);
        smooth(track.y, half, &mut y);
        let mut places = x.iter().zip(&y).step_by(every).map(|(x, y)| Point::new(*x, *y));
        let Some(mut at) = places.next() else { continue };
        let mut last: Option<(Point, Point)> = None;
        for to in places {
            let length = at.distance(to);
            if length < LEAST || !length.is_finite() {
                continue;
            }
            if let Some(angle) = last.and_then(|last| turn(last, (at, to), LEAST)) {
                radians += angle.abs();
                moves += 1;
            }
            metres += length;
            last = Some((at, to));
            at = to;
        }
    }
    let rate = radians.to_degrees() / metres;
    (moves > 0 && rate.is_finite()).then_some((rate, metres))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::math::{cos, sin};
    use std::f64::consts::{PI, TAU};

    fn of(fps: f64, walk: impl Fn(f64) -> (f64, f64), seconds: f64) -> Option<(f64, f64)> {
        let places = (0..=(seconds * fps) as u32).map(|k| walk(f64::from(k) / fps)).collect();
        measure(&Tracks::from_places(fps, [(1, 0, places)]))
    }

    #[test]
    fn a_circle_turns_by_180_over_pi_r_per_metre_at_any_rate() {
        for fps in [5.0, 10.0, 16.0, 25.0, 50.0] {
            for r in [1.0, 3.0] {
                let (turned, _) = of(fps, |t| (r * cos(1.2 * t / r), r * sin(1.2 * t / r)), 60.0).unwrap();
                let exact = 180.0 / (PI * r);
                let most = if r > 2.0 { 0.01 } else { 0.06 };
                assert!((turned / exact - 1.0).abs() < most, "radius {r}, {fps} fps: {turned}, not {exact}");
            }
        }
    }

    #[test]
    fn a_straight_walk_turns_by_nothing_and_steps_from_side_to_side_by_little() {
        assert!(of(10.0, |t| (0.8 * t, 0.6 * t), 20.0).unwrap().0 < 1e-4);
        // 2 steps per second, 2 cm to either side: as it is, it would be 4 * 14 degrees in 0.65 m.
        let (turned, _) = of(10.0, |t| (1.3 * t, 0.02 * sin(2.0 * TAU * t)), 20.0).unwrap();
        assert!(turned < 1.0, "{turned}");
    }

    #[test]
    fn who_stands_trembles_or_is_hardly_there_has_none() {
        assert_eq!(of(10.0, |_| (1.0, 1.0), 60.0), None);
        assert_eq!(of(10.0, |t| (0.01 * sin(9.0 * t), 0.0), 60.0), None);
        for seconds in [0.0, 0.1, 0.5, 0.9] {
            assert_eq!(of(10.0, |t| (1.3 * t, 0.0), seconds), None);
        }
        assert_eq!(measure(&Tracks::from_places(10.0, [])), None);
    }
}
