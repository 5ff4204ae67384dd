//! Whether one place can be seen from another: a line is followed from cell to cell.

use crate::triangles::NONE;
use crate::{CellId, NavMesh};
use ambulo_geom::{Point, predicates::orient};

impl NavMesh {
    /// Whether the straight line from `from`, which lies in `cell`, to `to` meets neither a wall nor a shut door.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region};
    /// use ambulo_nav::NavMesh;
    /// let ring = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (6.0, 9.0), (6.0, 3.0), (0.0, 3.0)];
    /// let mesh = NavMesh::build(&Region::from(Polygon::from_rings(&ring, &[]).unwrap())).unwrap();
    /// let (west, middle, north) = (Point::new(1.0, 1.0), Point::new(7.0, 2.0), Point::new(8.0, 8.0));
    /// let cell = mesh.locate(west).unwrap();
    /// assert!(mesh.clear_line(cell, west, middle) && !mesh.clear_line(cell, west, north));
    /// ```
    pub fn clear_line(&self, mut cell: CellId, from: Point, to: Point) -> bool {
        // No line enters a convex cell twice; along a border, rounding may.
        for _ in 0..=self.cells() {
            if self.contains(cell, to) {
                return true;
            }
            let leaves = |k: &usize| {
                let e = self.edge(cell, *k);
                orient(e.a, e.b, to) < 0.0 && orient(from, to, e.a) <= 0.0 && orient(from, to, e.b) >= 0.0
            };
            let next = (0..self.edges(cell)).filter(leaves).map(|k| self.across(cell, k)).find(|next| *next != NONE);
            match next {
                Some(next) => cell = next,
                None => return false,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::{Polygon, Region, Segment};

    /// A hall with two pillars, against the crossing of every wall.
    #[test]
    fn what_is_seen_is_what_no_wall_crosses() {
        let pillars: [&[(f64, f64)]; 2] =
            [&[(3.0, 3.0), (4.0, 3.0), (4.0, 5.0), (3.0, 5.0)], &[(6.0, 1.0), (7.5, 1.5), (6.5, 6.0)]];
        let hall = Polygon::from_rings(&[(0.0, 0.0), (10.0, 0.0), (10.0, 8.0), (0.0, 8.0)], &pillars).unwrap();
        let mesh = NavMesh::build(&Region::from(hall)).unwrap();
        let walls: Vec<Segment> = mesh.walls().map(|(_, wall)| wall).collect();
        let place = |k: u32| {
            let at = |n: u32| f64::from((k.wrapping_mul(n) >> 8) % 1000) / 1000.0;
            Point::new(0.01 + 9.9 * at(2_654_435_761), 0.01 + 7.9 * at(1_597_334_677))
        };
        let (mut seen, mut hidden) = (0, 0);
        for k in 0..2000 {
            let (from, to) = (place(2 * k), place(2 * k + 1));
            let (Some(cell), Some(_)) = (mesh.locate(from), mesh.locate(to)) else { continue };
            let line = Segment::new(from, to);
            let crossed = walls.iter().any(|w| {
                let side = |p| orient(w.a, w.b, p);
                let across = |p| orient(line.a, line.b, p);
                side(from) * side(to) < 0.0 && across(w.a) * across(w.b) < 0.0
            });
            assert_eq!(mesh.clear_line(cell, from, to), !crossed, "{from} {to}");
            if crossed { hidden += 1 } else { seen += 1 }
        }
        assert!(seen > 300 && hidden > 300, "{seen} {hidden}");
    }
}
