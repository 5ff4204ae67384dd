//! Density in cells, mean and peak.
//!
//! Mean: rows in a cell, divided by the number of frames and by the cell's walkable area. Peak: people in a square of
//! about 1.5 m around the cell, averaged over any 1 s, divided by the square's walkable area; the largest over time.
//! The square and the second keep one person who stops from reading as a crowd. Cells without walkable part have no
//! value. Unit: 1/m^2. Not modelled: walls inside the square (people behind a thin wall count), levels above each
//! other.

use crate::cells::CellGrid;
use ambulo_data::Trajectories;

/// Time over which the peak is averaged [s].
pub const WINDOW_SECONDS: f64 = 1.0;

/// Mean and peak density over a plan.
///
/// ```
/// use ambulo_data::Trajectories;
/// use ambulo_geom::Region;
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
/// assert_eq!(ambulo_eval::density_map::measure(&t).highest(), None);
/// ```
#[derive(Clone, Debug)]
pub struct DensityMaps {
    /// The cells.
    pub grid: CellGrid,
    /// Mean over the recording in each cell [1/m^2].
    pub mean: Vec<Option<f64>>,
    /// Peak in each cell [1/m^2].
    pub peak: Vec<Option<f64>>,
    /// Side of the square over which the peak is taken [m].
    pub square: f64,
    /// Time over which the peak is averaged [s].
    pub window: f64,
}

/// Measures both.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::{Polygon, Region};
/// // One person stands for 2 s in a hall of 10 m x 10 m.
/// let area = Region::from(Polygon::rectangle(0.0, 0.0, 10.0, 10.0).unwrap());
/// let row = |frame| TrajectoryRow { frame, id: 1, x: 5.2, y: 5.2, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let t = Trajectories::new(10.0, area, vec![], (0..20).map(row).collect());
/// let maps = ambulo_eval::density_map::measure(&t);
/// assert_eq!(maps.square, 1.5);
/// assert!((maps.highest().unwrap() - 1.0 / 2.25).abs() < 1e-12);
/// ```
pub fn measure(t: &Trajectories) -> DensityMaps {
    let grid = CellGrid::of(t);
    // Whole cells on each side of the middle one, so that the square is about 1.5 m.
    let reach = ((0.75 / grid.size - 0.5).round() as usize).max(1);
    let cells: Vec<Option<usize>> = t.rows().iter().map(|r| grid.index(r.place())).collect();
    let wanted = (WINDOW_SECONDS * t.fps).round() as usize;
    let window = wanted.clamp(1, t.frames().max(1));
    let mean = mean_density(&grid, &cells, t.frames());
    let peak = peak_density(t, &grid, &cells, reach, window);
    let square = (2 * reach + 1) as f64 * grid.size;
    DensityMaps { mean, peak, square, window: window as f64 / t.fps, grid }
}

fn mean_density(grid: &CellGrid, cells: &[Option<usize>], frames: usize) -> Vec<Option<f64>> {
    let mut counts = vec![0u64; grid.share.len()];
    cells.iter().flatten().for_each(|&c| counts[c] += 1);
    let value = |(c, n): (usize, &u64)| (grid.share[c] > 0.0).then(|| *n as f64 / frames.max(1) as f64 / grid.area(c));
    counts.iter().enumerate().map(value).collect()
}

/// Slides a window over the frames: adds the new frame's people to the squares they lie in, takes the oldest's away.
/// Counts are whole numbers, so no precision is lost.
fn peak_density(
    t: &Trajectories,
    grid: &CellGrid,
    cells: &[Option<usize>],
    reach: usize,
    window: usize,
) -> Vec<Option<f64>> {
    let near = |cell: usize| {
        let (row, column) = (cell / grid.columns, cell % grid.columns);
        let rows = row.saturating_sub(reach)..=(row + reach).min(grid.rows - 1);
        let columns = column.saturating_sub(reach)..=(column + reach).min(grid.columns - 1);
        rows.flat_map(move |r| columns.clone().map(move |c| r * grid.columns + c))
    };
    let mut starts = Vec::with_capacity(t.frames() + 1);
    starts.push(0);
    (0..t.frames()).for_each(|f| starts.push(starts[f] + t.frame(f).len()));
    let mut now = vec![0u32; grid.share.len()];
    let mut most = vec![0u32; grid.share.len()];
    for frame in 0..t.frames() {
        if let Some(old) = frame.checked_sub(window) {
            for &cell in cells[starts[old]..starts[old + 1]].iter().flatten() {
                near(cell).for_each(|c| now[c] -= 1);
            }
        }
        for &cell in cells[starts[frame]..starts[frame + 1]].iter().flatten() {
            for c in near(cell) {
                now[c] += 1;
                most[c] = most[c].max(now[c]);
            }
        }
    }
    let whole = ((2 * reach + 1) * (2 * reach + 1)) as f64 * grid.size * grid.size;
    let value = |(cell, n): (usize, &u32)| {
        (grid.share[cell] > 0.0).then(|| {
            let walkable = near(cell).map(|c| grid.share[c]).sum::<f64>() * grid.size * grid.size;
            f64::from(*n) / window as f64 / walkable.max(0.25 * whole)
        })
    };
    most.iter().enumerate().map(value).collect()
}

impl DensityMaps {
    /// The highest peak [1/m^2]; `None` when nobody was there.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_geom::Region;
    /// # let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert!(ambulo_eval::density_map::measure(&t).highest().is_none());
    /// ```
    pub fn highest(&self) -> Option<f64> {
        self.peak.iter().flatten().copied().filter(|v| *v > 0.0).max_by(f64::total_cmp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use ambulo_geom::{Point, Polygon, Region};

    #[test]
    fn mean_counts_the_share_of_time_and_of_the_cell() {
        // Present in 5 of 10 frames, in a cell of 0.25 m^2 all of which can be walked: 0.5 / 0.25.
        let rows = sample::stand(1, 0..5, 5.1, 5.1).chain(sample::stand(2, 0..10, 1.1, 1.1)).collect();
        let t = Trajectories::new(10.0, sample::square(10.0), vec![], rows);
        let maps = measure(&t);
        let at = |x, y| maps.mean[maps.grid.index(Point::new(x, y)).unwrap()];
        assert_eq!((at(5.1, 5.1), at(1.1, 1.1), at(9.0, 9.0)), (Some(2.0), Some(4.0), Some(0.0)));
        // All cells together hold the mean number of people.
        let people: f64 = maps.mean.iter().flatten().sum::<f64>() * 0.25;
        assert!((people - 1.5).abs() < 1e-12);
    }

    #[test]
    fn half_a_cell_doubles_the_density_and_a_pillar_has_none() {
        let hall = Polygon::from_rings(
            &[(0.0, 0.0), (10.25, 0.0), (10.25, 10.0), (0.0, 10.0)],
            &[&[(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)]],
        );
        let rows = sample::stand(1, 0..10, 10.1, 5.1).collect();
        let maps = measure(&Trajectories::new(10.0, Region::from(hall.unwrap()), vec![], rows));
        let at = |x, y| maps.mean[maps.grid.index(Point::new(x, y)).unwrap()];
        assert_eq!((at(10.1, 5.1), at(4.6, 4.6)), (Some(8.0), None));
    }

    #[test]
    fn peak_needs_people_together_in_place_and_time() {
        // Three within 1.5 m for one second; one passes elsewhere for a tenth.
        let crowd = (0..3u32).flat_map(|i| sample::stand(i, 0..10, 5.1 + 0.4 * f64::from(i), 5.1));
        let rows = crowd.chain(sample::stand(9, 20..21, 1.1, 1.1)).collect();
        let maps = measure(&Trajectories::new(10.0, sample::square(10.0), vec![], rows));
        assert!((maps.highest().unwrap() - 3.0 / 2.25).abs() < 1e-12);
        let passing = maps.peak[maps.grid.index(Point::new(1.1, 1.1)).unwrap()].unwrap();
        assert!((passing - 0.1 / 2.25).abs() < 1e-12);
    }
}
