//! Speed over time.
//!
//! Definition: the recorded speed of each row; where a recording has none (all zero or not numbers), the central
//! difference of places, |p(k+1) - p(k-1)| / (t(k+1) - t(k-1)), one-sided at the ends. Over time: mean of all walkers
//! present in a frame, with the 10 % and 90 % quantiles. Unit: m/s.

use crate::statistics::{mean, quantile};
use ambulo_data::Trajectories;

/// Speed of the people present at one time.
///
/// ```
/// use ambulo_eval::speed::SpeedSample;
/// let s = SpeedSample { time: 1.0, mean: 1.2, low: 0.9, high: 1.5 };
/// assert!(s.low <= s.mean);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpeedSample {
    /// Time [s].
    pub time: f64,
    /// Mean [m/s].
    pub mean: f64,
    /// A tenth of the people are slower [m/s].
    pub low: f64,
    /// A tenth of the people are faster [m/s].
    pub high: f64,
}

/// Speed of every row of a recording, in the order of [`Trajectories::rows`]; NaN where it cannot be known.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::Region;
/// // No recorded speed; 0.2 m between frames at 10 frames per second.
/// let row = |frame| TrajectoryRow {
///     frame, id: 1, x: 0.2 * f64::from(frame), y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], (0..3).map(row).collect());
/// for v in ambulo_eval::speed::of_rows(&t) {
///     assert!((v - 2.0).abs() < 1e-12);
/// }
/// ```
pub fn of_rows(t: &Trajectories) -> Vec<f64> {
    let rows = t.rows();
    if rows.iter().any(|r| r.speed.is_finite() && r.speed != 0.0) {
        return rows.iter().map(|r| f64::from(r.speed)).collect();
    }
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&i| (rows[i].id, rows[i].frame));
    let mut speeds = vec![f64::NAN; rows.len()];
    for one in order.chunk_by(|&a, &b| rows[a].id == rows[b].id) {
        for (k, &i) in one.iter().enumerate() {
            let (before, after) = (one[k.saturating_sub(1)], one[(k + 1).min(one.len() - 1)]);
            let frames = rows[after].frame - rows[before].frame;
            if frames > 0 {
                let moved = rows[after].place().distance(rows[before].place());
                speeds[i] = moved * t.fps / f64::from(frames);
            }
        }
    }
    speeds
}

/// Mean and spread in each frame in which a speed is known; `speeds` from [`of_rows`].
///
/// ```
/// use ambulo_data::Trajectories;
/// use ambulo_geom::Region;
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
/// assert!(ambulo_eval::speed::over_time(&t, &[]).is_empty());
/// ```
pub fn over_time(t: &Trajectories, speeds: &[f64]) -> Vec<SpeedSample> {
    let mut samples = Vec::with_capacity(t.frames());
    let (mut from, mut known) = (0, Vec::new());
    for frame in 0..t.frames() {
        let to = from + t.frame(frame).len();
        known.clear();
        known.extend(speeds.get(from..to).unwrap_or(&[]).iter().copied().filter(|v| v.is_finite()));
        from = to;
        known.sort_by(f64::total_cmp);
        if let (Some(mean), Some(low), Some(high)) = (mean(&known), quantile(&known, 0.1), quantile(&known, 0.9)) {
            samples.push(SpeedSample { time: frame as f64 / t.fps, mean, low, high });
        }
    }
    samples
}

/// Mean over all rows whose speed is known [m/s].
///
/// ```
/// assert_eq!(ambulo_eval::speed::overall(&[1.0, f64::NAN, 2.0]), Some(1.5));
/// ```
pub fn overall(speeds: &[f64]) -> Option<f64> {
    mean(&speeds.iter().copied().filter(|v| v.is_finite()).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn recorded_speeds_are_believed_and_missing_ones_derived() {
        let mut rows: Vec<_> = sample::walk(1, 0..11, (0.0, 0.0), (0.1, 0.0)).collect();
        let recorded = Trajectories::new(10.0, sample::square(9.0), vec![], rows.clone());
        // `walk` records 1.5 m/s whatever the places say.
        assert_eq!(overall(&of_rows(&recorded)), Some(1.5));
        rows.iter_mut().for_each(|r| r.speed = 0.0);
        let derived = Trajectories::new(10.0, sample::square(9.0), vec![], rows);
        assert!((overall(&of_rows(&derived)).unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn band_holds_the_middle_four_fifths() {
        let rows = (0..11).flat_map(|id| {
            sample::stand(id, 0..1, 1.0, 1.0).map(move |r| ambulo_data::TrajectoryRow { speed: id as f32, ..r })
        });
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], rows.collect());
        let s = over_time(&t, &of_rows(&t))[0];
        assert_eq!((s.mean, s.low, s.high), (5.0, 1.0, 9.0));
    }
}
