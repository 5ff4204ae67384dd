//! Questions about places: which cell, what is seen, which walls are near.

use crate::triangles::NONE;
use crate::{CellId, NavMesh};
use ambulo_geom::{Bounds, Point, Segment, predicates::orient};

/// What stops a straight line.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// use ambulo_nav::NavMesh;
/// let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
/// let hit = mesh.walk(Point::new(1.0, 1.0), 0, Point::new(9.0, 1.0)).unwrap_err();
/// assert_eq!(hit.at, Point::new(4.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The last cell.
    pub cell: CellId,
    /// Its edge that is a wall or a shut door.
    pub edge: usize,
    /// Where the line meets it.
    pub at: Point,
}

impl NavMesh {
    /// The cell a place lies in, borders included; `None` outside the walkable area. Where surfaces lie above each
    /// other, the one with the lowest number.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(mesh.locate(Point::new(1.0, 1.0)).is_some());
    /// assert!(mesh.locate(Point::new(5.0, 1.0)).is_none());
    /// ```
    pub fn locate(&self, p: Point) -> Option<CellId> {
        self.locator.locate(self, p, |_| true)
    }

    /// The same on one surface only.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(mesh.locate_on(0, Point::new(1.0, 1.0)).is_some());
    /// ```
    pub fn locate_on(&self, surface: u32, p: Point) -> Option<CellId> {
        self.locator.locate(self, p, |c| self.surface[c as usize] == surface)
    }

    /// The cell of a body that was in cell `hint` and has moved to `p`: it or a neighbour, or found by walking there,
    /// or by searching the same surface.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.locate_from(0, Point::new(3.9, 0.1)), Some(0));
    /// ```
    #[inline]
    pub fn locate_from(&self, hint: CellId, p: Point) -> Option<CellId> {
        if hint == NONE {
            return self.locate(p);
        }
        let n = self.edges(hint);
        let left_behind = (0..n).find(|&k| {
            let e = self.edge(hint, k);
            orient(e.a, e.b, p) < 0.0
        });
        let Some(k) = left_behind else { return Some(hint) };
        let next = self.across(hint, k);
        if next != NONE && self.contains(next, p) { Some(next) } else { self.relocate(hint, p) }
    }

    #[cold]
    fn relocate(&self, hint: CellId, p: Point) -> Option<CellId> {
        if let Ok(cell) = self.walk(self.middle(hint), hint, p) {
            return Some(cell);
        }
        // On another surface only where its ground is about as high: pushing changes nobody's level.
        let level_with = |c: CellId| (self.height(c, p) - self.height(hint, p)).abs() < 1.0;
        self.locate_on(self.surface_of(hint), p).or_else(|| match self.surfaces.len() {
            1 => None,
            _ => self.locator.locate(self, p, level_with),
        })
    }

    /// Walks straight from `from`, which lies in `cell`, to `to`: the cell of `to` when nothing obstructs, else
    /// what is. Cells crossed are all that it costs.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.walk(Point::new(1.0, 1.0), 0, Point::new(3.0, 1.5)), Ok(0));
    /// ```
    pub fn walk(&self, from: Point, cell: CellId, to: Point) -> Result<CellId, Hit> {
        self.walk_through(from, cell, to, |_, _| true)
    }

    /// The same, passing to `crossed` every free segment and the place where it is crossed; the walk ends there as if
    /// at a wall when it answers false.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let mut segments = 0;
    /// mesh.walk_through(Point::new(1.0, 1.0), 0, Point::new(3.0, 1.5), |_, _| { segments += 1; true }).unwrap();
    /// assert_eq!(segments, 0);
    /// ```
    pub fn walk_through(
        &self,
        from: Point,
        cell: CellId,
        to: Point,
        mut crossed: impl FnMut(u32, Point) -> bool,
    ) -> Result<CellId, Hit> {
        let mut here = cell;
        // Rounding can in theory send a walk in circles; no straight line crosses a cell twice.
        for _ in 0..4 * self.cells() + 4 {
            let Some(k) = self.exit_edge(here, from, to) else { return Ok(here) };
            let e = self.edge(here, k);
            if orient(e.a, e.b, to) >= 0.0 {
                return Ok(here);
            }
            let at = meet(e, from, to);
            let next = self.across(here, k);
            if next == NONE || !crossed(self.segment_at(here, k), at) {
                return Err(Hit { cell: here, edge: k, at });
            }
            here = next;
        }
        Err(Hit { cell: here, edge: 0, at: from })
    }

    /// The edge by which the line leaves a cell. A corner exactly on the line counts as right of it, which is the
    /// same as turning the line a little to the left.
    #[inline]
    fn exit_edge(&self, c: CellId, from: Point, to: Point) -> Option<usize> {
        let n = self.edges(c);
        let first = self.edge(c, 0).a;
        let mut a = orient(from, to, first);
        for k in 0..n {
            let b = if k + 1 == n { orient(from, to, first) } else { orient(from, to, self.edge(c, k).b) };
            if a <= 0.0 && b > 0.0 {
                return Some(k);
            }
            a = b;
        }
        None
    }

    /// The walls within `reach` of `p`, which lies in `cell`, that can be reached without going round: each with its
    /// cell. Shut doors count as walls.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.walls_near(Point::new(0.5, 0.5), 0, 0.6).len(), 2);
    /// ```
    pub fn walls_near(&self, p: Point, cell: CellId, reach: f64) -> Vec<(CellId, Segment)> {
        let (mut seen, mut i) = (vec![cell], 0);
        let mut walls = Vec::new();
        while let Some(&c) = seen.get(i) {
            i += 1;
            for k in 0..self.edges(c) {
                let e = self.edge(c, k);
                if e.distance(p) > reach {
                    continue;
                }
                match self.across(c, k) {
                    NONE => walls.push((c, e)),
                    next if seen.contains(&next) => {}
                    next => seen.push(next),
                }
            }
        }
        walls
    }

    /// How far the nearest wall is from `p`, which lies in `cell`; `None` when none is within `reach`.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.distance_to_wall(Point::new(0.5, 1.0), 0, 9.0), Some(0.5));
    /// ```
    pub fn distance_to_wall(&self, p: Point, cell: CellId, reach: f64) -> Option<f64> {
        // The own cell first: its nearest wall bounds how far the others need to be searched.
        let own = (0..self.edges(cell)).filter(|k| self.across(cell, *k) == NONE);
        let bound = own.map(|k| self.edge(cell, k).distance(p)).fold(reach, f64::min);
        let near = self.walls_near(p, cell, bound);
        near.iter().map(|(_, s)| s.distance(p)).min_by(f64::total_cmp)
    }

    /// The walkable place nearest to `p`, with its cell.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.nearest_walkable(Point::new(5.0, 1.0)), (0, Point::new(4.0, 1.0)));
    /// ```
    pub fn nearest_walkable(&self, p: Point) -> (CellId, Point) {
        self.locator.nearest(self, p, |_| true).unwrap_or((0, p))
    }

    /// The same on one surface; `None` when that surface has no cell.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(mesh.nearest_on(1, Point::new(5.0, 1.0)).is_none());
    /// ```
    pub fn nearest_on(&self, surface: u32, p: Point) -> Option<(CellId, Point)> {
        self.locator.nearest(self, p, |c| self.surface[c as usize] == surface)
    }

    /// The cells whose boxes meet a box, in order of their numbers.
    ///
    /// ```
    /// # use ambulo_geom::{Bounds, Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let all = Bounds { min: Point::new(0.0, 0.0), max: Point::new(9.0, 9.0) };
    /// assert_eq!(mesh.cells_near(all), vec![0]);
    /// ```
    pub fn cells_near(&self, b: Bounds) -> Vec<CellId> {
        let mut cells: Vec<CellId> = self.locator.near(b).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// Where the line from `from` to `to` meets the line of an edge.
fn meet(e: Segment, from: Point, to: Point) -> Point {
    let side = |p: Point| (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
    let (a, b) = (side(e.a), side(e.b));
    if a == b { e.a } else { e.a.lerp(e.b, (a / (a - b)).clamp(0.0, 1.0)) }
}
