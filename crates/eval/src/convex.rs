//! Convex shapes: cutting them by lines, and any ground as triangles that know their neighbours.
//!
//! A convex cell and a ground with holes meet in several parts. Cut triangle by triangle every part is convex, and which
//! parts hang together is seen at the sides that triangles share. Nothing is rounded to a grid, so that areas keep the
//! accuracy of f64.

use ambulo_geom::predicates::orient;
use ambulo_geom::{Bounds, Point, Polygon, Region};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// No triangle.
pub(crate) const NONE: u32 = u32::MAX;

/// Leaves of a convex ring what lies where `beyond` is not above zero; `beyond` must be linear.
pub(crate) fn cut(ring: &mut Vec<Point>, spare: &mut Vec<Point>, beyond: impl Fn(Point) -> f64) {
    let Some(&last) = ring.last() else { return };
    spare.clear();
    let (mut from, mut from_by) = (last, beyond(last));
    for &to in ring.iter() {
        let to_by = beyond(to);
        if (from_by > 0.0) != (to_by > 0.0) {
            let share = from_by / (from_by - to_by);
            spare.push(Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share));
        }
        if to_by <= 0.0 {
            spare.push(to);
        }
        (from, from_by) = (to, to_by);
    }
    std::mem::swap(ring, spare);
}

/// How far a place lies to the right of the line from a to b, times the length from a to b.
pub(crate) fn right_of(a: Point, b: Point, p: Point) -> f64 {
    (b.y - a.y) * (p.x - a.x) - (b.x - a.x) * (p.y - a.y)
}

/// Leaves of a convex ring what lies in a convex one, which runs counter-clockwise.
pub(crate) fn cut_to(ring: &mut Vec<Point>, spare: &mut Vec<Point>, other: &[Point]) {
    for (k, &a) in other.iter().enumerate() {
        let b = other[(k + 1) % other.len()];
        cut(ring, spare, |p| right_of(a, b, p));
    }
}

/// Area of a ring [m^2]; summed from a corner of its own, so that far places lose nothing.
pub(crate) fn area(ring: &[Point]) -> f64 {
    let Some((&o, rest)) = ring.split_first() else { return 0.0 };
    let twice = |w: &[Point]| (w[0].x - o.x) * (w[1].y - o.y) - (w[0].y - o.y) * (w[1].x - o.x);
    0.5 * rest.windows(2).map(twice).sum::<f64>()
}

/// Which parts of the segment from a to b lie in a convex ring that runs counter-clockwise; `None` when none do. A
/// segment along a side lies in the ring, though rounding may have put it a hair beside it.
pub(crate) fn stretch(ring: &[Point], a: Point, b: Point) -> Option<(f64, f64)> {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    if ring.len() < 3 {
        return None;
    }
    // What places of this size lose by rounding [m].
    let hair = 1e-14 * (1.0 + [a.x, a.y, b.x, b.y].into_iter().fold(0.0, |m, v| v.abs().max(m)));
    for (k, &p) in ring.iter().enumerate() {
        let q = ring[(k + 1) % ring.len()];
        let side = p.distance(q);
        if side < 100.0 * hair {
            continue; // two cuts at one corner: such a side has no direction
        }
        let beyond = |end: Point| {
            let by = right_of(p, q, end);
            if by.abs() < hair * side { 0.0 } else { by }
        };
        let (from, to) = (beyond(a), beyond(b));
        match (from > 0.0, to > 0.0) {
            (true, true) => return None,
            (true, false) => low = low.max(from / (from - to)),
            (false, true) => high = high.min(from / (from - to)),
            (false, false) => {}
        }
    }
    (low <= high).then_some((low, high))
}

/// A polygon as convex pieces: itself where it is convex.
pub(crate) fn pieces(polygon: &Polygon) -> Vec<Vec<Point>> {
    let ring = polygon.outer();
    let n = ring.len();
    let turns_left = |k: usize| orient(ring[k], ring[(k + 1) % n], ring[(k + 2) % n]) >= 0.0;
    if polygon.holes().next().is_none() && (0..n).all(turns_left) {
        return vec![ring.to_vec()];
    }
    TriangulatedGround::of(&Region::from(polygon.clone())).triangles.iter().map(|t| t.to_vec()).collect()
}

/// A ground cut into triangles, counter-clockwise.
#[derive(Clone, Debug)]
pub(crate) struct TriangulatedGround {
    pub(crate) triangles: Vec<[Point; 3]>,
    /// Across the side from corner k to the next; `NONE` is a wall.
    pub(crate) beside: Vec<[u32; 3]>,
    pub(crate) bounds: Bounds,
    lookup: Lookup,
}

/// Which triangles reach into which square of a grid.
#[derive(Clone, Debug)]
struct Lookup {
    side: f64,
    columns: usize,
    squares: Vec<Vec<u32>>,
}

impl TriangulatedGround {
    pub(crate) fn of(region: &Region) -> Self {
        let nothing = Bounds { min: Point::new(0.0, 0.0), max: Point::new(0.0, 0.0) };
        let bounds = region.bounds().unwrap_or(nothing);
        let mut cdt = ConstrainedDelaunayTriangulation::<Point2<f64>>::new();
        for ring in region.polygons().iter().flat_map(Polygon::rings) {
            // Rings are valid: simple, apart and finite. A corner the triangulation refuses would be one too near to
            // zero to be distinguished from it.
            let corners: Vec<_> =
                ring.iter().filter_map(|p| cdt.insert(Point2::new(tidy(p.x), tidy(p.y))).ok()).collect();
            for (k, from) in corners.iter().enumerate() {
                let to = corners[(k + 1) % corners.len()];
                if *from != to && cdt.can_add_constraint(*from, to) {
                    cdt.add_constraint(*from, to);
                }
            }
        }
        let place = |p: Point2<f64>| Point::new(p.x, p.y);
        let mut number = vec![NONE; cdt.num_all_faces()];
        let mut triangles = Vec::new();
        for face in cdt.inner_faces() {
            let [a, b, c] = face.positions().map(place);
            let middle = Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0);
            if region.contains(middle) {
                number[face.fix().index()] = triangles.len() as u32;
                triangles.push([a, b, c]);
            }
        }
        let mut beside = Vec::with_capacity(triangles.len());
        for face in cdt.inner_faces().filter(|f| number[f.fix().index()] != NONE) {
            beside.push(
                face.adjacent_edges()
                    .map(|e| if e.is_constraint_edge() { NONE } else { number[e.rev().face().fix().index()] }),
            );
        }
        let lookup = Lookup::of(&triangles, bounds);
        Self { triangles, beside, bounds, lookup }
    }

    /// The triangle a place lies in, its sides included; `None` outside the ground.
    pub(crate) fn at(&self, p: Point) -> Option<u32> {
        let near = self.bounds.contains(p).then(|| self.lookup.at(self.bounds, p))?;
        near.iter().copied().find(|t| {
            let [a, b, c] = self.triangles[*t as usize];
            orient(a, b, p) >= 0.0 && orient(b, c, p) >= 0.0 && orient(c, a, p) >= 0.0
        })
    }
}

/// The triangulation takes no numbers nearer to zero than this, except zero.
pub(crate) fn tidy(v: f64) -> f64 {
    if v.abs() < 1e-40 { 0.0 } else { v }
}

impl Lookup {
    fn of(triangles: &[[Point; 3]], bounds: Bounds) -> Self {
        // About one square a triangle, and never more than four each.
        let count = triangles.len().max(1) as f64;
        let even = (bounds.width() * bounds.height() / count).sqrt();
        let side = even.max((bounds.width() + bounds.height()) / (2.0 * count)).max(1e-9);
        let columns = (bounds.width() / side) as usize + 1;
        let rows = (bounds.height() / side) as usize + 1;
        let mut new = Self { side, columns, squares: vec![Vec::new(); columns * rows] };
        for (k, corners) in triangles.iter().enumerate() {
            let Some(b) = Bounds::of(*corners) else { continue };
            let (low, high) = (new.square(bounds, b.min), new.square(bounds, b.max));
            for row in low.1..=high.1 {
                for column in low.0..=high.0 {
                    new.squares[row * columns + column].push(k as u32);
                }
            }
        }
        new
    }

    fn square(&self, bounds: Bounds, p: Point) -> (usize, usize) {
        let column = ((p.x - bounds.min.x) / self.side) as usize;
        let row = ((p.y - bounds.min.y) / self.side) as usize;
        (column.min(self.columns - 1), row.min(self.squares.len() / self.columns - 1))
    }

    fn at(&self, bounds: Bounds, p: Point) -> &[u32] {
        let (column, row) = self.square(bounds, p);
        &self.squares[row * self.columns + column]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_cut_by_lines_keeps_the_right_part() {
        let mut ring = Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap().outer().to_vec();
        let mut spare = Vec::new();
        cut(&mut ring, &mut spare, |p| p.x + p.y - 4.0);
        assert_eq!(area(&ring), 8.0);
        assert_eq!(stretch(&ring, Point::new(-1.0, 1.0), Point::new(5.0, 1.0)), Some((1.0 / 6.0, 4.0 / 6.0)));
        assert_eq!(stretch(&ring, Point::new(-1.0, 5.0), Point::new(5.0, 5.0)), None);
        cut(&mut ring, &mut spare, |p| p.x + 1.0);
        assert!(area(&ring) == 0.0 && stretch(&ring, Point::new(0.0, 0.0), Point::new(1.0, 0.0)).is_none());
    }

    #[test]
    fn triangles_of_a_ground_with_a_hole_fill_it_and_know_their_neighbours() {
        let hole: &[(f64, f64)] = &[(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)];
        let room = Polygon::from_rings(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], &[hole]).unwrap();
        let apart = Polygon::rectangle(6.0, 0.0, 8.0, 1.0).unwrap();
        let ground = TriangulatedGround::of(&Region::new(vec![room, apart]).unwrap());
        let sum: f64 = ground.triangles.iter().map(|t| area(t)).sum();
        assert!((sum - 17.0).abs() < 1e-12 && ground.triangles.iter().all(|t| area(t) > 0.0));
        for (k, sides) in ground.beside.iter().enumerate() {
            for &other in sides.iter().filter(|o| **o != NONE) {
                assert!(ground.beside[other as usize].contains(&(k as u32)));
            }
        }
        // Eight walls and four more: sides without a neighbour.
        assert_eq!(ground.beside.iter().flatten().filter(|o| **o == NONE).count(), 12);
        for (x, y, there) in [
            (0.5, 0.5, true),
            (1.5, 1.5, false),
            (1.0, 1.5, true),
            (5.0, 0.5, false),
            (7.0, 1.0, true),
            (9.0, 9.0, false),
        ] {
            assert_eq!(ground.at(Point::new(x, y)).is_some(), there, "({x}, {y})");
        }
    }
}
