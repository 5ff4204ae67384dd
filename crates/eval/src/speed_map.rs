//! Speed in cells.
//!
//! Definition: mean of the speeds of all rows in a cell; cells in which nobody was have no value. Unit: m/s.

use crate::cells::CellGrid;
use ambulo_data::Trajectories;

/// Mean speed over a plan.
///
/// ```
/// use ambulo_data::Trajectories;
/// use ambulo_geom::Region;
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
/// assert!(ambulo_eval::speed_map::measure(&t, &[]).mean.iter().all(Option::is_none));
/// ```
#[derive(Clone, Debug)]
pub struct SpeedMap {
    /// The cells.
    pub grid: CellGrid,
    /// Mean in each cell [m/s].
    pub mean: Vec<Option<f64>>,
}

/// Measures it; `speeds` from [`crate::speed::of_rows`].
///
/// ```
/// # use ambulo_data::{Trajectories, TrajectoryRow};
/// # use ambulo_geom::Region;
/// let row = TrajectoryRow { frame: 0, id: 1, x: 0.0, y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 1.25, level: 0, z: 0.0 };
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![row]);
/// let map = ambulo_eval::speed_map::measure(&t, &ambulo_eval::speed::of_rows(&t));
/// assert_eq!(map.mean[0], Some(1.25));
/// ```
pub fn measure(t: &Trajectories, speeds: &[f64]) -> SpeedMap {
    let grid = CellGrid::of(t);
    let mut sums = vec![(0.0, 0u32); grid.share.len()];
    for (row, speed) in t.rows().iter().zip(speeds).filter(|(_, v)| v.is_finite()) {
        if let Some(cell) = grid.index(row.place()) {
            sums[cell].0 += speed;
            sums[cell].1 += 1;
        }
    }
    let mean = sums.iter().map(|&(sum, n)| (n > 0).then(|| sum / f64::from(n))).collect();
    SpeedMap { grid, mean }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use ambulo_geom::Point;

    #[test]
    fn cells_hold_the_mean_of_who_was_there() {
        let rows = sample::walk(1, 0..3, (1.1, 1.1), (0.0, 0.0)).chain(sample::stand(2, 0..3, 1.2, 1.2)).collect();
        let t = Trajectories::new(10.0, sample::square(10.0), vec![], rows);
        let map = measure(&t, &crate::speed::of_rows(&t));
        assert_eq!(map.mean[map.grid.index(Point::new(1.1, 1.1)).unwrap()], Some(0.75));
        assert_eq!(map.mean.iter().flatten().count(), 1);
    }
}
