//! Smoothness of the path: the smaller, the smoother.
//!
//! Definition: of each walker, the sum of squared curvatures along its path, sampled every 0.25 m of it; curvature is
//! the angle between two moves over 0.25 m. Moves below 1 mm are gathered until they are longer, and samples less than
//! 1 mm apart (the walker turned on the spot) have no direction. Unit: 1/m^2. The sum depends on the step: compare only
//! what was sampled alike.

use crate::resample::{each, in_length, turn};
use ambulo_data::Trajectories;

/// Arc length between samples [m].
pub const STEP: f64 = 0.25;
/// Shorter moves have no direction [m].
pub const LEAST: f64 = 1e-3;

/// Walker and its sum, by walker.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::Region;
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 4, x: f64::from(frame), y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// let t = Trajectories::new(5.0, Region::new(vec![]).unwrap(), vec![], (0..9).map(row).collect());
/// assert_eq!(ambulo_eval::smoothness::measure(&t), [(4, 0.0)]);
/// ```
pub fn measure(t: &Trajectories) -> Vec<(u32, f64)> {
    each(t, |rows| {
        let places = in_length(rows, STEP, LEAST);
        let squared = |w: &[ambulo_geom::Point]| {
            let curvature = turn((w[0], w[1]), (w[1], w[2]), LEAST).unwrap_or(0.0) / STEP;
            curvature * curvature
        };
        Some(places.windows(3).map(squared).sum())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use std::f64::consts::PI;

    #[test]
    fn a_circle_has_its_curvature_at_every_sample() {
        for radius in [1.0, 2.5, 4.0] {
            // Fine rows, so that the path is as long as the circle.
            let rows = sample::circle(1, radius, 4000, 4001).collect();
            let sum = measure(&Trajectories::new(50.0, sample::square(9.0), vec![], rows))[0].1;
            let expected = 2.0 * PI * radius / STEP / (radius * radius);
            // The first and the last move have no move before and after, and the rest of the round is dropped.
            let (all, two) = (expected, 3.0 / (radius * radius));
            assert!(sum < all * 1.001 && sum > all - two, "radius {radius}: {sum} instead of {expected}");
        }
    }

    #[test]
    fn smoothness_of_many_rounds_is_that_of_the_formula() {
        let rows = sample::circle(1, 2.0, 4000, 40_001).collect();
        let sum = measure(&Trajectories::new(50.0, sample::square(9.0), vec![], rows))[0].1;
        let expected = 10.0 * 2.0 * PI * 2.0 / STEP / 4.0;
        assert!((sum / expected - 1.0).abs() < 0.005, "{sum} instead of {expected}");
    }

    #[test]
    fn a_straight_path_is_perfectly_smooth_at_any_pace() {
        let rows =
            sample::walk(1, 0..40, (0.0, 0.0), (0.07, 0.0)).chain(sample::walk(1, 40..90, (2.8, 0.0), (0.01, 0.0)));
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], rows.collect());
        assert!(measure(&t)[0].1 < 1e-12);
    }
}
