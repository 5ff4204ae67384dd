//! Total acceleration.
//!
//! Definition: of each walker, the sum over samples of |v(k) - v(k-1)| / dt, with places at 5 samples per second and
//! v(k) = (p(k) - p(k-1)) / dt. Unit: m/s^2. The sum depends on the rate and on how long a walker walks: compare only
//! what was sampled alike.

use crate::resample::{each, in_time};
use ambulo_data::Trajectories;

/// Samples per second.
pub const RATE: f64 = 5.0;

/// Walker and its total acceleration, by walker.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::Region;
/// // One metre a second, then none: one change of 1 m/s in 0.2 s.
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 4, x: 0.2 * f64::from(frame.min(5)), y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// let t = Trajectories::new(5.0, Region::new(vec![]).unwrap(), vec![], (0..9).map(row).collect());
/// assert!((ambulo_eval::acceleration::measure(&t)[0].1 - 5.0).abs() < 1e-9);
/// ```
pub fn measure(t: &Trajectories) -> Vec<(u32, f64)> {
    each(t, |rows| {
        let runs = in_time(rows, t.fps, RATE);
        let change = |w: &[ambulo_geom::Point]| {
            let (x, y) = (w[2].x - 2.0 * w[1].x + w[0].x, w[2].y - 2.0 * w[1].y + w[0].y);
            (x * x + y * y).sqrt() * RATE * RATE
        };
        Some(runs.iter().flat_map(|run| run.windows(3)).map(change).sum())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use ambulo_geom::math::sin;
    use std::f64::consts::PI;

    #[test]
    fn constant_velocity_gives_zero_and_a_circle_its_centripetal_sum() {
        let line = sample::walk(1, 0..100, (0.0, 0.0), (0.06, 0.08));
        let (radius, parts) = (3.0, 300);
        let circle = sample::circle(2, radius, parts, 302);
        let t = Trajectories::new(5.0, sample::square(9.0), vec![], line.chain(circle).collect());
        let sums = measure(&t);
        assert!(sums[0].1 < 1e-10, "{sums:?}");
        // Velocities of length v turn by 2 pi / parts at each of 300 samples.
        let v = 2.0 * radius * sin(PI / f64::from(parts)) * RATE;
        let expected = 300.0 * 2.0 * v * sin(PI / f64::from(parts)) * RATE;
        assert!((sums[1].1 - expected).abs() < 1e-6, "{} instead of {expected}", sums[1].1);
    }

    #[test]
    fn the_rate_of_the_recording_does_not_matter() {
        let at = |fps: f64| {
            let rows = (0..=(10.0 * fps) as u32).flat_map(|f| {
                let s = f64::from(f) / fps;
                sample::stand(1, f..f + 1, s, 3.0 + sin(s))
            });
            measure(&Trajectories::new(fps, sample::square(9.0), vec![], rows.collect()))[0].1
        };
        assert!((at(5.0) - at(20.0)).abs() < 1e-9 && at(5.0) > 10.0, "{} and {}", at(5.0), at(20.0));
    }
}
