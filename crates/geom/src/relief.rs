//! Ground that rises and falls: triangles over the plan, each with the heights of its corners.

use crate::{Bounds, Point};

/// Heights over a plan.
///
/// ```
/// use ambulo_geom::{Point, Relief};
/// // A slope that rises by a metre over ten.
/// let slope = Relief::new(vec![
///     [[0.0, 0.0, 0.0], [10.0, 0.0, 1.0], [10.0, 4.0, 1.0]],
///     [[0.0, 0.0, 0.0], [10.0, 4.0, 1.0], [0.0, 4.0, 0.0]],
/// ]).unwrap();
/// assert!((slope.z(Point::new(5.0, 2.0)) - 0.5).abs() < 1e-12);
/// assert_eq!(slope.range(), (0.0, 1.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Relief {
    triangles: Vec<[[f64; 3]; 3]>,
    bounds: Bounds,
    columns: usize,
    rows: usize,
    /// Where each cell of a grid over the plan begins in `members`; one more than there are cells.
    first: Vec<u32>,
    members: Vec<u32>,
}

/// Cells of the grid at most: what more would gain is less than what they cost.
const MOST: usize = 1 << 20;

impl Relief {
    /// The heights of triangles (x, y, z); none without a triangle or with a number that is not finite.
    ///
    /// ```
    /// assert!(ambulo_geom::Relief::new(Vec::new()).is_none());
    /// ```
    pub fn new(triangles: Vec<[[f64; 3]; 3]>) -> Option<Self> {
        if triangles.iter().flatten().flatten().any(|v| !v.is_finite()) {
            return None;
        }
        let bounds = Bounds::of(triangles.iter().flatten().map(|p| Point::new(p[0], p[1])))?;
        let side = (triangles.len().min(MOST) as f64).sqrt().ceil();
        let ratio = (bounds.width().max(1e-9) / bounds.height().max(1e-9)).sqrt().clamp(1e-3, 1e3);
        let columns = ((side * ratio) as usize).clamp(1, MOST);
        let rows = ((side / ratio) as usize).clamp(1, (MOST / columns).max(1));
        let mut relief = Self { triangles, bounds, columns, rows, first: Vec::new(), members: Vec::new() };
        let mut first = vec![0u32; columns * rows + 1];
        for t in &relief.triangles {
            relief.cells(t).for_each(|c| first[c + 1] += 1);
        }
        for c in 0..columns * rows {
            first[c + 1] += first[c];
        }
        let (mut next, mut members) = (first.clone(), vec![0; first[columns * rows] as usize]);
        for (i, t) in relief.triangles.iter().enumerate() {
            for c in relief.cells(t) {
                members[next[c] as usize] = i as u32;
                next[c] += 1;
            }
        }
        (relief.first, relief.members) = (first, members);
        Some(relief)
    }

    fn cell(&self, p: Point) -> (usize, usize) {
        let share = |v: f64, low: f64, size: f64, count: usize| {
            (((v - low) / size.max(1e-9) * count as f64).max(0.0) as usize).min(count - 1)
        };
        let b = self.bounds;
        (share(p.x, b.min.x, b.width(), self.columns), share(p.y, b.min.y, b.height(), self.rows))
    }

    /// The cells that the box of a triangle meets.
    fn cells(&self, t: &[[f64; 3]; 3]) -> impl Iterator<Item = usize> + use<> {
        let low = |k: usize| t[0][k].min(t[1][k]).min(t[2][k]);
        let high = |k: usize| t[0][k].max(t[1][k]).max(t[2][k]);
        let (from, to) = (self.cell(Point::new(low(0), low(1))), self.cell(Point::new(high(0), high(1))));
        let columns = self.columns;
        (from.1..=to.1).flat_map(move |y| (from.0..=to.0).map(move |x| y * columns + x))
    }

    /// The triangles.
    ///
    /// ```
    /// let one = ambulo_geom::Relief::new(vec![[[0.0, 0.0, 2.0], [1.0, 0.0, 2.0], [0.0, 1.0, 2.0]]]).unwrap();
    /// assert_eq!(one.triangles().len(), 1);
    /// ```
    pub fn triangles(&self) -> &[[[f64; 3]; 3]] {
        &self.triangles
    }

    /// The lowest and the highest place [m].
    ///
    /// ```
    /// let one = ambulo_geom::Relief::new(vec![[[0.0, 0.0, 2.0], [1.0, 0.0, 3.0], [0.0, 1.0, 2.0]]]).unwrap();
    /// assert_eq!(one.range(), (2.0, 3.0));
    /// ```
    pub fn range(&self) -> (f64, f64) {
        let all = || self.triangles.iter().flatten().map(|p| p[2]);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    }

    /// The same ground, with another place as zero of the plan.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Relief};
    /// let one = Relief::new(vec![[[5.0, 0.0, 2.0], [6.0, 0.0, 3.0], [5.0, 1.0, 2.0]]]).unwrap();
    /// assert_eq!(one.moved(Point::new(5.0, 0.0)).unwrap().triangles()[0][0], [0.0, 0.0, 2.0]);
    /// ```
    pub fn moved(&self, origin: Point) -> Option<Self> {
        let place = |p: &[f64; 3]| [p[0] - origin.x, p[1] - origin.y, p[2]];
        Self::new(self.triangles.iter().map(|t| [place(&t[0]), place(&t[1]), place(&t[2])]).collect())
    }

    /// Height of the ground [m]: of the highest triangle over a place, or where there is none, of the nearest corner
    /// around.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Relief};
    /// let one = Relief::new(vec![[[0.0, 0.0, 2.0], [1.0, 0.0, 3.0], [0.0, 1.0, 2.0]]]).unwrap();
    /// assert_eq!((one.z(Point::new(0.5, 0.0)), one.z(Point::new(9.0, 0.0))), (2.5, 3.0));
    /// ```
    pub fn z(&self, p: Point) -> f64 {
        let (x, y) = self.cell(p);
        let members = |c: usize| &self.members[self.first[c] as usize..self.first[c + 1] as usize];
        let here = members(y * self.columns + x).iter().filter_map(|&i| over(&self.triangles[i as usize], p));
        if let Some(z) = here.reduce(f64::max) {
            return z;
        }
        // Off the ground by rounding, mostly: rings of cells around until one has a corner.
        for ring in 0..self.columns.max(self.rows) {
            let (left, right) = (x.saturating_sub(ring), (x + ring).min(self.columns - 1));
            let (low, high) = (y.saturating_sub(ring), (y + ring).min(self.rows - 1));
            let mut best: Option<(f64, f64)> = None;
            for c in (low..=high).flat_map(|y| (left..=right).map(move |x| y * self.columns + x)) {
                for corner in members(c).iter().flat_map(|&i| &self.triangles[i as usize]) {
                    let d = Point::new(corner[0], corner[1]).distance_squared(p);
                    if best.is_none_or(|(nearest, _)| d < nearest) {
                        best = Some((d, corner[2]));
                    }
                }
            }
            if let Some((_, z)) = best {
                return z;
            }
        }
        self.triangles[0][0][2]
    }
}

/// Height of a triangle at a place it lies over, its border and a hair beyond included.
fn over([a, b, c]: &[[f64; 3]; 3], p: Point) -> Option<f64> {
    let cross = |u: &[f64; 3], v: &[f64; 3]| (v[0] - u[0]) * (p.y - u[1]) - (v[1] - u[1]) * (p.x - u[0]);
    let whole = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if whole == 0.0 {
        return None;
    }
    let share = [cross(b, c) / whole, cross(c, a) / whole, cross(a, b) / whole];
    share.iter().all(|s| *s >= -1e-9).then(|| share[0] * a[2] + share[1] * b[2] + share[2] * c[2])
}
