//! Connected parts of a mesh for bodies of one width: which places reach each other, without a search.

use crate::graph::{class_width, width_class};
use crate::union_find::UnionFind;
use crate::{CellId, Goal, NavMesh};
use ambulo_geom::Point;

/// The parts of a mesh between which nobody of some width can walk. Doors count as they stand now.
///
/// ```
/// use ambulo_geom::{Polygon, Region};
/// use ambulo_nav::{NavMesh, Parts};
/// let rooms = vec![Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap(), Polygon::rectangle(5.0, 0.0, 6.0, 4.0).unwrap()];
/// let mesh = NavMesh::build(&Region::new(rooms).unwrap()).unwrap();
/// let parts = Parts::of(&mesh, 0.5);
/// assert_eq!(parts.count(), 2);
/// assert!((parts.area(0) + parts.area(1) - 20.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug)]
pub struct Parts {
    /// Part of each cell.
    part: Vec<u32>,
    /// Ground of each part [m^2].
    areas: Vec<f64>,
}

impl Parts {
    /// The parts for bodies of diameter `width` [m], rounded up to a width class as planners do.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(ambulo_nav::Parts::of(&mesh, 0.5).count(), 1);
    /// ```
    pub fn of(mesh: &NavMesh, width: f32) -> Self {
        // A radius of 0.22 m written as f32 is a little more than 0.22: that is no wider body.
        let width = class_width(width_class((f64::from(width) * 1e6).round() / 1e6));
        let mut union_find = UnionFind::new(mesh.cells());
        for (i, s) in mesh.free_segments().iter().enumerate() {
            if s.width >= width - 1e-9 && mesh.is_open(i as u32) {
                union_find.join(s.cells[0], s.cells[1]);
            }
        }
        let mut parts = Self { part: vec![u32::MAX; mesh.cells()], areas: Vec::new() };
        // A set is known by its lowest cell, so that parts are numbered in the order of cells.
        for cell in 0..mesh.cells() as CellId {
            let root = union_find.find(cell) as usize;
            if root == cell as usize {
                parts.part[root] = parts.areas.len() as u32;
                parts.areas.push(0.0);
            }
            parts.part[cell as usize] = parts.part[root];
            parts.areas[parts.part[root] as usize] += cell_area(mesh, cell);
        }
        parts
    }

    /// The part of a cell.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(ambulo_nav::Parts::of(&mesh, 0.5).part(0), 0);
    /// ```
    #[inline]
    pub fn part(&self, cell: CellId) -> u32 {
        self.part[cell as usize]
    }

    /// How many parts there are.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(ambulo_nav::Parts::of(&mesh, 9.0).count(), 1); // too wide to leave a cell
    /// ```
    pub fn count(&self) -> usize {
        self.areas.len()
    }

    /// Ground of a part [m^2].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(ambulo_nav::Parts::of(&mesh, 0.5).area(0), 8.0);
    /// ```
    pub fn area(&self, part: u32) -> f64 {
        self.areas[part as usize]
    }

    /// Whether a goal can be reached from a cell.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let goal = ambulo_nav::Goal::point(&mesh, Point::new(1.0, 1.0)).unwrap();
    /// assert!(ambulo_nav::Parts::of(&mesh, 0.5).reach(0, &goal));
    /// ```
    pub fn reach(&self, cell: CellId, goal: &Goal) -> bool {
        let here = self.part(cell);
        goal.pieces().iter().any(|piece| self.part(piece.cell) == here)
    }

    /// How much of an area's walkable ground lies in each part [m^2], by part, without the parts that have none.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let area = Region::from(Polygon::rectangle(3.0, 0.0, 9.0, 2.0).unwrap());
    /// let area = ambulo_nav::Goal::region(&mesh, &area).unwrap();
    /// assert_eq!(ambulo_nav::Parts::of(&mesh, 0.5).shares(&area), vec![(0, 2.0)]);
    /// ```
    pub fn shares(&self, area: &Goal) -> Vec<(u32, f64)> {
        let mut shares = vec![0.0; self.count()];
        for piece in area.pieces() {
            shares[self.part(piece.cell) as usize] += piece.area();
        }
        shares.into_iter().enumerate().filter(|(_, a)| *a > 0.0).map(|(part, a)| (part as u32, a)).collect()
    }
}

fn cell_area(mesh: &NavMesh, cell: CellId) -> f64 {
    let corners: Vec<Point> = mesh.corners(cell).collect();
    crate::goal::area(&corners)
}
