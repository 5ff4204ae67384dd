//! Share of the time spent slowly.
//!
//! Definition: of each walker, the share of the time between its first row and its last in which it made less than
//! 0.5 m/s, the speed between two rows being the distance between them over the time. Unit: 1. Rows after arrival must
//! not be in the recording: a walker who stands at a goal does not wait.

use crate::resample::{each, paces};
use ambulo_data::Trajectories;

/// Below this a walker is slow [m/s].
pub const SLOW: f64 = 0.5;

/// Walker and its slow share, by walker; those with one row have none.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::Region;
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 4, x: f64::from(frame.max(3)), y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// let t = Trajectories::new(1.0, Region::new(vec![]).unwrap(), vec![], (0..=4).map(row).collect());
/// assert_eq!(ambulo_eval::slow_share::measure(&t), [(4, 0.75)]);
/// ```
pub fn measure(t: &Trajectories) -> Vec<(u32, f64)> {
    each(t, |rows| {
        let (mut slow, mut all) = (0.0, 0.0);
        for (seconds, speed) in paces(rows, t.fps) {
            all += seconds;
            slow += if speed < SLOW { seconds } else { 0.0 };
        }
        (all > 0.0).then(|| slow / all)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn standing_a_third_of_the_time_is_a_third() {
        let walk = |from, to, x| sample::walk(1, from..to, (x, 1.0), (0.12, 0.0));
        let rows = walk(0, 21, 0.0).chain(sample::stand(1, 21..41, 2.4, 1.0)).chain(walk(41, 61, 2.52));
        let other = sample::walk(2, 0..61, (0.0, 5.0), (0.049, 0.0));
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], rows.chain(other).collect());
        let shares = measure(&t);
        assert!((shares[0].1 - 1.0 / 3.0).abs() < 1e-12, "{shares:?}");
        assert_eq!(shares[1], (2, 1.0));
    }
}
