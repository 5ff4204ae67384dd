//! Connected parts of the ground in which a body has room to stand.
//!
//! Cells in the corners of walls are cut off from the rest by free segments that are narrower than the body. Each is a
//! component of the graph, but nobody could ever be there: they are not parts of the place.

use crate::{CellGraph, CellId, NONE, NavMesh};
use ambulo_geom::Point;

/// The connected parts for one width.
///
/// ```
/// use ambulo_geom::{Polygon, Region};
/// use ambulo_nav::{CellGraph, NavMesh, PartsWithRoom};
/// // A hall with a notch that narrows to nothing.
/// let hall = [(0.0, 0.0), (9.0, 0.0), (9.0, 5.0), (5.0, 5.0), (4.9, 8.0), (4.8, 5.0), (0.0, 5.0)];
/// let mesh = NavMesh::build(&Region::from(Polygon::from_rings(&hall, &[]).unwrap())).unwrap();
/// let parts = PartsWithRoom::of(&mesh, &CellGraph::build(&mesh, 0.4));
/// assert_eq!(parts.areas.len(), 1);
/// assert!(parts.too_narrow > 0 && parts.too_narrow_area < 0.31);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartsWithRoom {
    /// The area of each part with room for a body, the largest first [m^2].
    pub areas: Vec<f64>,
    /// How many components have no room.
    pub too_narrow: usize,
    /// Their area [m^2].
    pub too_narrow_area: f64,
}

impl PartsWithRoom {
    /// The parts of a mesh for the width of a graph.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_nav::{CellGraph, NavMesh, PartsWithRoom};
    /// let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(PartsWithRoom::of(&mesh, &CellGraph::build(&mesh, 0.4)).areas, [8.0]);
    /// assert_eq!(PartsWithRoom::of(&mesh, &CellGraph::build(&mesh, 3.0)).too_narrow, 1);
    /// ```
    pub fn of(mesh: &NavMesh, graph: &CellGraph) -> Self {
        let count = graph.components as usize;
        let (mut area, mut room) = (vec![0.0; count], vec![false; count]);
        for c in 0..mesh.cells() as CellId {
            let part = graph.component[c as usize] as usize;
            area[part] += mesh.cell_area(c);
            // A body that passes a segment has room on it.
            let passes = (0..mesh.edges(c)).any(|k| {
                let segment = mesh.segment_at(c, k);
                segment != NONE && graph.passable[segment as usize]
            });
            room[part] = room[part] || passes || has_room(mesh, c, graph.width / 2.0);
        }
        let mut parts = Self::default();
        for (area, room) in area.into_iter().zip(room) {
            if room {
                parts.areas.push(area);
            } else {
                parts.too_narrow += 1;
                parts.too_narrow_area += area;
            }
        }
        parts.areas.sort_by(|a, b| b.total_cmp(a));
        parts
    }
}

/// Whether a body can stand in a cell: at a place as far from its walls and corners as the body needs.
fn has_room(mesh: &NavMesh, c: CellId, radius: f64) -> bool {
    let mut shape: Vec<Point> = mesh.corners(c).collect();
    for k in (0..mesh.edges(c)).filter(|&k| mesh.segment_at(c, k) == NONE) {
        let e = mesh.edge(c, k);
        let length = e.length().max(1e-300);
        // How far inside of the wall, less the radius.
        let inside =
            |p: Point| ((e.b.x - e.a.x) * (p.y - e.a.y) - (e.b.y - e.a.y) * (p.x - e.a.x)) / length - radius + 1e-9;
        let mut kept = Vec::with_capacity(shape.len() + 1);
        for i in 0..shape.len() {
            let (p, q) = (shape[i], shape[(i + 1) % shape.len()]);
            let (dp, dq) = (inside(p), inside(q));
            if dp >= 0.0 {
                kept.push(p);
            }
            if (dp < 0.0) != (dq < 0.0) {
                kept.push(p.lerp(q, dp / (dp - dq)));
            }
        }
        shape = kept;
    }
    let n = shape.len();
    if n == 0 {
        return false;
    }
    let sum = shape.iter().fold((0.0, 0.0), |s, p| (s.0 + p.x, s.1 + p.y));
    let middle = Point::new(sum.0 / n as f64, sum.1 / n as f64);
    let halves = (0..n).map(|i| shape[i].lerp(shape[(i + 1) % n], 0.5));
    // Every corner of a cell is one of walls.
    let clear = |p: Point| mesh.corners(c).all(|q| q.distance(p) >= radius - 1e-9);
    [middle].into_iter().chain(halves).chain(shape.iter().copied()).any(clear)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::{Polygon, Region};

    #[test]
    fn corners_too_narrow_for_a_body_are_no_connected_parts() {
        // Nine pillars ten centimetres before a wall.
        let pillars: Vec<Vec<(f64, f64)>> = (0..9)
            .map(|i| {
                let x = 1.0 + 2.0 * f64::from(i);
                vec![(x, 0.1), (x + 1.0, 0.1), (x + 1.0, 1.0), (x, 1.0)]
            })
            .collect();
        let holes: Vec<&[(f64, f64)]> = pillars.iter().map(Vec::as_slice).collect();
        let hall = Polygon::from_rings(&[(0.0, 0.0), (20.0, 0.0), (20.0, 6.0), (0.0, 6.0)], &holes).unwrap();
        let mesh = NavMesh::build(&Region::from(hall)).unwrap();
        let graph = CellGraph::build(&mesh, 0.4);
        assert_eq!(graph.components, 10);
        let parts = PartsWithRoom::of(&mesh, &graph);
        assert_eq!((parts.areas.len(), parts.too_narrow), (1, 9));
        assert!((parts.areas[0] + parts.too_narrow_area - mesh.area()).abs() < 1e-9);
        // Two rooms are two parts.
        let rooms = Region::new(vec![
            Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap(),
            Polygon::rectangle(6.0, 0.0, 8.0, 4.0).unwrap(),
        ]);
        let mesh = NavMesh::build(&rooms.unwrap()).unwrap();
        assert_eq!(PartsWithRoom::of(&mesh, &CellGraph::build(&mesh, 0.4)).areas, [16.0, 8.0]);
    }
}
