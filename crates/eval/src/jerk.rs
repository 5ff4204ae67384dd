//! Jerk: how abruptly people change their acceleration.
//!
//! Definition: the root mean square of the third derivative of places, over all rows of all people. Places are smoothed by a moving mean
//! over 0.5 s; the derivative is the third central difference with a step h of 0.1 s, as nearly as frames allow:
//! (x(t + 2h) - 2 x(t + h) + 2 x(t - h) - x(t - 2h)) / (2 h^3). Window and step are times, not frames, so that recordings of 8 frames
//! per second and more can be compared; rows nearer to the end of a trajectory, or to a gap, than window and step reach are left out.
//! Unit: m/s^3. Of an oscillation of 1 Hz about 0.6 is left, of 2 Hz next to nothing.

use crate::moving_mean::{frames, half, smooth};
use crate::tracks::Tracks;

/// Step of the derivative [s].
pub const STEP: f64 = 0.1;

/// The jerk, and of how many rows; none when no trajectory is long enough.
///
/// ```
/// use ambulo_eval::{jerk, tracks::Tracks};
/// // x = 2 t^3 / 6 has a jerk of 2 m/s^3.
/// let cubic = (0..60).map(|k| (f64::from(k * k * k) / 3000.0, 1.0)).collect();
/// let (jerk, rows) = jerk::measure(&Tracks::from_places(10.0, [(1, 0, cubic)])).unwrap();
/// assert!((jerk - 2.0).abs() < 1e-6);
/// assert_eq!(rows, 52);
/// ```
pub fn measure(tracks: &Tracks) -> Option<(f64, u64)> {
    let (half, step) = (half(tracks.fps), frames(STEP, tracks.fps));
    let h = step as f64 / tracks.fps;
    let by = 1.0 / (2.0 * h * h * h);
    let margin = half.saturating_add(step.saturating_mul(2));
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let (mut sum, mut rows) = (0.0, 0_u64);
    for track in tracks.iter() {
        let n = track.x.len();
        if n <= margin.saturating_mul(2) {
            continue;
        }
        smooth(track.x, half, &mut x);
        smooth(track.y, half, &mut y);
        for k in margin..n - margin {
            let third = |v: &[f64]| by * (v[k + 2 * step] - v[k - 2 * step] - 2.0 * (v[k + step] - v[k - step]));
            let (a, b) = (third(&x), third(&y));
            sum += a * a + b * b;
            rows += 1;
        }
    }
    let jerk = (sum / rows as f64).sqrt();
    jerk.is_finite().then_some((jerk, rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::math::{cos, sin};
    use std::f64::consts::TAU;

    fn of(fps: f64, seconds: f64, walk: impl Fn(f64) -> (f64, f64)) -> Option<f64> {
        let places = (0..=(seconds * fps) as u32).map(|k| walk(f64::from(k) / fps)).collect();
        measure(&Tracks::from_places(fps, [(1, 0, places)])).map(|(jerk, _)| jerk)
    }

    #[test]
    fn a_cubic_has_its_jerk_at_any_rate_and_far_from_zero() {
        for fps in [8.0, 10.0, 16.0, 25.0, 50.0] {
            let jerk = of(fps, 6.0, |t| (4e5 + 1.2 * t + 0.9 * t * t * t / 6.0, 5e6 - 0.3 * t * t)).unwrap();
            assert!((jerk - 0.9).abs() < 1e-3, "{fps} fps: {jerk}");
        }
    }

    #[test]
    fn an_even_walk_and_an_even_acceleration_have_none() {
        assert!(of(10.0, 9.0, |t| (1.3 * t, 0.4 * t)).unwrap() < 1e-6);
        assert!(of(10.0, 9.0, |t| (0.2 * t * t, 0.0)).unwrap() < 1e-6);
    }

    /// A circle of radius r at angular speed w has r w^3; slow ones are hardly damped, and by the rate of the recording hardly at all.
    #[test]
    fn a_circle_has_the_cube_of_its_angular_speed() {
        let circle = |fps, w: f64| of(fps, 40.0, move |t| (2.0 * cos(w * t), 2.0 * sin(w * t))).unwrap();
        for fps in [8.0, 10.0, 16.0, 25.0, 50.0] {
            assert!((circle(fps, 0.6) / (2.0 * 0.6 * 0.6 * 0.6) - 1.0).abs() < 0.02, "{fps}: {}", circle(fps, 0.6));
            let fast = circle(fps, TAU) / (2.0 * TAU * TAU * TAU);
            assert!((0.4..0.65).contains(&fast), "{fps} fps: {fast} of 1 Hz");
        }
    }

    #[test]
    fn too_few_rows_have_no_jerk() {
        for rows in 0..=8 {
            assert_eq!(of(10.0, 0.1 * f64::from(rows) - 0.05, |t| (t * t * t, 0.0)), None, "{rows} rows");
        }
        assert_eq!(measure(&Tracks::from_places(10.0, [])), None);
    }
}
