//! Square cells over a plan, each with the share of it that can be walked.

use ambulo_data::Trajectories;
use ambulo_draw::{Cells, plan};
use ambulo_geom::{Bounds, Point, Region};

/// Points along one side of a cell at which the plan is asked whether it can be walked.
const SAMPLES: usize = 8;
/// More cells than this and they are made larger: a map nobody could read cell by cell.
const MOST: f64 = 60_000.0;

/// Cells over a plan.
///
/// ```
/// use ambulo_eval::cells::CellGrid;
/// use ambulo_geom::{Point, Polygon, Region};
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.25).unwrap());
/// let grid = CellGrid::over(&hall, hall.bounds().unwrap(), 0.5);
/// assert_eq!((grid.columns, grid.rows), (40, 21));
/// assert_eq!(grid.share[0], 1.0);
/// assert_eq!(grid.share[20 * 40], 0.5); // the last row sticks out
/// assert_eq!(grid.index(Point::new(0.7, 0.2)), Some(1));
/// ```
#[derive(Clone, Debug)]
pub struct CellGrid {
    /// Lower left corner [m].
    pub origin: Point,
    /// Side of a cell [m].
    pub size: f64,
    /// Cells in a row.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// Share of each cell that can be walked, 0 to 1; row by row from the lowest.
    pub share: Vec<f64>,
}

/// The side of a cell for a plan [m]: half a metre, a quarter in small rooms, more where there would be too many.
///
/// ```
/// use ambulo_eval::cells::default_size;
/// use ambulo_geom::{Bounds, Point};
/// let plan = |w, h| Bounds { min: Point::new(0.0, 0.0), max: Point::new(w, h) };
/// assert_eq!(default_size(plan(40.0, 20.0)), 0.5);
/// assert_eq!(default_size(plan(6.0, 4.0)), 0.25);
/// assert_eq!(default_size(plan(400.0, 300.0)), 2.0);
/// ```
pub fn default_size(plan: Bounds) -> f64 {
    let mut size = if plan.width().max(plan.height()) < 8.0 { 0.25 } else { 0.5 };
    while (plan.width() / size).ceil() * (plan.height() / size).ceil() > MOST {
        size *= 2.0;
    }
    size
}

impl CellGrid {
    /// Cells over a recording's plan, or over where people were when it has none.
    ///
    /// ```
    /// use ambulo_data::Trajectories;
    /// use ambulo_eval::cells::CellGrid;
    /// use ambulo_geom::Region;
    /// let nothing = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert!(CellGrid::of(&nothing).columns > 0);
    /// ```
    pub fn of(t: &Trajectories) -> Self {
        let extent = plan::extent(&t.area, t.rows().iter().map(|r| r.place()));
        Self::over(&t.area, extent, default_size(extent))
    }

    /// Cells of some size over a box; without a plan all of it can be walked.
    ///
    /// ```
    /// use ambulo_eval::cells::CellGrid;
    /// use ambulo_geom::{Bounds, Point, Region};
    /// let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(2.0, 1.0) };
    /// let grid = CellGrid::over(&Region::new(vec![]).unwrap(), bounds, 0.5);
    /// assert_eq!(grid.share, [1.0; 8]);
    /// ```
    pub fn over(plan: &Region, bounds: Bounds, size: f64) -> Self {
        // A span that ends on a border of cells needs no further cell for rounding's sake.
        let count = |span: f64| (((span / size) - 1e-9).ceil() as usize).clamp(1, MOST as usize);
        let (columns, rows) = (count(bounds.width()), count(bounds.height()));
        let mut grid = Self { origin: bounds.min, size, columns, rows, share: vec![1.0; columns * rows] };
        if !plan.polygons().is_empty() {
            grid.sample(plan);
        }
        grid
    }

    /// Asks the plan along horizontal lines: between an odd crossing and the next one can walk. One pass over the
    /// edges a line, instead of one for each point.
    fn sample(&mut self, plan: &Region) {
        let step = self.size / SAMPLES as f64;
        let mut crossings: Vec<f64> = Vec::new();
        self.share.fill(0.0);
        for line in 0..self.rows * SAMPLES {
            let y = self.origin.y + (line as f64 + 0.5) * step;
            crossings.clear();
            crossings.extend(
                plan.edges()
                    .filter(|e| (e.a.y > y) != (e.b.y > y))
                    .map(|e| e.a.x + (y - e.a.y) / (e.b.y - e.a.y) * (e.b.x - e.a.x)),
            );
            crossings.sort_by(f64::total_cmp);
            let row = line / SAMPLES * self.columns;
            let mut passed = 0;
            for point in 0..self.columns * SAMPLES {
                let x = self.origin.x + (point as f64 + 0.5) * step;
                while crossings.get(passed).is_some_and(|c| *c <= x) {
                    passed += 1;
                }
                if passed % 2 == 1 {
                    self.share[row + point / SAMPLES] += 1.0;
                }
            }
        }
        self.share.iter_mut().for_each(|s| *s /= (SAMPLES * SAMPLES) as f64);
    }

    /// The cell a place lies in; `None` outside the grid.
    ///
    /// ```
    /// # use ambulo_eval::cells::CellGrid;
    /// # use ambulo_geom::{Bounds, Point, Region};
    /// # let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(2.0, 1.0) };
    /// let grid = CellGrid::over(&Region::new(vec![]).unwrap(), bounds, 0.5);
    /// assert_eq!(grid.index(Point::new(2.0, 1.0)), Some(7)); // the outer border belongs to the last cell
    /// assert_eq!(grid.index(Point::new(f64::NAN, 1.0)), None);
    /// ```
    pub fn index(&self, p: Point) -> Option<usize> {
        let along = |v: f64, count: usize| {
            let i = v / self.size;
            let inside = i >= 0.0 && i <= count as f64 + 1e-9;
            inside.then(|| (i as usize).min(count - 1))
        };
        let column = along(p.x - self.origin.x, self.columns)?;
        let row = along(p.y - self.origin.y, self.rows)?;
        Some(row * self.columns + column)
    }

    /// Area of a cell that can be walked [m^2], never less than a quarter of it: a sliver beside a wall must not turn
    /// one person into a crowd.
    ///
    /// ```
    /// # use ambulo_eval::cells::CellGrid;
    /// # use ambulo_geom::{Bounds, Point, Region};
    /// # let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(2.0, 1.0) };
    /// assert_eq!(CellGrid::over(&Region::new(vec![]).unwrap(), bounds, 0.5).area(0), 0.25);
    /// ```
    pub fn area(&self, cell: usize) -> f64 {
        self.size * self.size * self.share[cell].max(0.25)
    }

    /// Values for a picture.
    ///
    /// ```
    /// # use ambulo_eval::cells::CellGrid;
    /// # use ambulo_geom::{Bounds, Point, Region};
    /// # let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(2.0, 1.0) };
    /// let grid = CellGrid::over(&Region::new(vec![]).unwrap(), bounds, 0.5);
    /// assert_eq!(grid.picture(vec![None; 8]).columns, 4);
    /// ```
    pub fn picture(&self, values: Vec<Option<f64>>) -> Cells {
        Cells { origin: self.origin, size: self.size, columns: self.columns, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Polygon;

    #[test]
    fn shares_agree_with_asking_the_plan_point_by_point() {
        let plan = Region::new(vec![
            Polygon::from_rings(
                &[(0.0, 0.0), (9.0, 1.0), (10.0, 7.0), (4.0, 9.0), (-1.0, 5.0)],
                &[&[(2.0, 2.0), (4.3, 2.2), (3.1, 4.4)]],
            )
            .unwrap(),
            Polygon::rectangle(11.0, 0.0, 13.1, 4.0).unwrap(),
        ])
        .unwrap();
        let grid = CellGrid::over(&plan, plan.bounds().unwrap(), 0.5);
        for (i, share) in grid.share.iter().enumerate() {
            let corner = ((i % grid.columns) as f64 * 0.5, (i / grid.columns) as f64 * 0.5);
            let at = |k: usize| (k as f64 + 0.5) * 0.5 / SAMPLES as f64;
            let points = (0..SAMPLES).flat_map(|a| (0..SAMPLES).map(move |b| (a, b)));
            let inside = points.filter(|&(a, b)| {
                plan.contains(Point::new(grid.origin.x + corner.0 + at(a), grid.origin.y + corner.1 + at(b)))
            });
            // A point on a border may fall on either side.
            let slow = inside.count() as f64 / (SAMPLES * SAMPLES) as f64;
            assert!((slow - share).abs() < 0.13, "cell {i}: {slow} and {share}");
        }
        let walkable: f64 = grid.share.iter().sum::<f64>() * 0.25;
        assert!((walkable - plan.area()).abs() < 0.3, "{walkable} against {}", plan.area());
    }

    #[test]
    fn no_extent_makes_endless_cells() {
        let far = Bounds { min: Point::new(-1e300, 0.0), max: Point::new(1e300, 1.0) };
        assert!(default_size(far) > 0.0);
        let wide = Bounds { min: Point::new(f64::MIN, f64::MIN), max: Point::new(f64::MAX, f64::MAX) };
        let grid = CellGrid::over(&Region::new(vec![]).unwrap(), wide, default_size(wide));
        assert!(grid.share.len() <= 70_000);
    }
}
