//! The path a route becomes for a round body: taut, and clear of walls.

use crate::clearance::Strip;
use crate::planner::beyond;
use crate::round_body::{Bent, PlaceInCell, RoundBody};
use crate::{CellId, FreeSegment, Goal, NavMesh, Portal, Route, funnel};
use ambulo_geom::Point;

/// How far around the route's own cells a path may turn: corners behind an edge beside the route can obstruct it.
const BESIDE: u32 = 2;

/// Where the centre of a body goes.
///
/// ```
/// use ambulo_geom::Point;
/// let path = ambulo_nav::Path { points: vec![Point::new(0.0, 0.0), Point::new(3.0, 4.0)], length: 5.0, ends: [0.0; 2], clear: true };
/// assert_eq!(path.length, 5.0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// From start to goal. Arcs around corners are chords that cut less than a tenth of a millimetre.
    pub points: Vec<Point>,
    /// Length with true arcs [m].
    pub length: f64,
    /// Length of the first and last pieces that lead from a start, and to a goal, nearer to a wall than the radius [m].
    pub ends: [f64; 2],
    /// Whether all between these pieces keeps the radius from walls. False only where no such path was found.
    pub clear: bool,
}

impl Path {
    /// The places between the two end pieces.
    ///
    /// ```
    /// use ambulo_geom::Point;
    /// let points = vec![Point::new(0.0, 0.0), Point::new(0.0, 1.0), Point::new(3.0, 5.0)];
    /// let path = ambulo_nav::Path { points, length: 6.0, ends: [1.0, 0.0], clear: true };
    /// assert_eq!(path.inner().len(), 2);
    /// ```
    pub fn inner(&self) -> &[Point] {
        let first = usize::from(self.ends[0] > 0.0);
        let last = self.points.len() - usize::from(self.ends[1] > 0.0);
        &self.points[first.min(last)..last]
    }
}

/// Lengths of consecutive places.
pub(crate) fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|w| w[0].distance(w[1])).sum()
}

/// A path between two places for a body of this radius, by `search` from the nearest clear place to the other one.
pub(crate) fn between(
    mesh: &NavMesh,
    strip: &mut Strip,
    radius: f64,
    (start, target): (PlaceInCell, PlaceInCell),
    search: impl FnOnce(PlaceInCell, PlaceInCell) -> Option<Bent>,
) -> Option<Path> {
    let begin = strip.clear_place(mesh, start.0, start.1, radius)?;
    let end = strip.clear_place(mesh, target.0, target.1, radius)?;
    let ends = [start.0.distance(begin.0), end.0.distance(target.0)];
    // Who stands nearer to the goal than to any clear place goes there.
    let direct = start.0.distance(target.0);
    if ends[0] > 0.0 && direct <= ends[0].max(ends[1]) && mesh.walk(start.0, start.1, target.0).is_ok() {
        let points = vec![start.0, target.0];
        return Some(Path { points, length: direct, ends: [direct, 0.0], clear: true });
    }
    let Bent { mut points, length } = search(begin, end)?;
    if ends[0] > 0.0 {
        points.insert(0, start.0);
    }
    if ends[1] > 0.0 {
        points.push(target.0);
    }
    Some(Path { points, length: ends[0] + length + ends[1], ends, clear: true })
}

/// The portals a path crosses from `first` on; `None` when rounding leads it into a wall or to another end than `last`.
pub(crate) fn portals_along(mesh: &NavMesh, first: CellId, points: &[Point], last: CellId) -> Option<Box<[Portal]>> {
    let mut segments: Vec<u32> = Vec::new();
    let mut cell = first;
    for w in points.windows(2) {
        cell = mesh
            .walk_through(w[0], cell, w[1], |s, _| {
                segments.push(s);
                true
            })
            .ok()?;
    }
    let mut portals: Vec<Portal> = Vec::with_capacity(segments.len());
    let mut at = first;
    for s in segments {
        let FreeSegment { cells, edges, .. } = mesh.free[s as usize];
        let side = cells.iter().position(|c| *c == at)?;
        portals.push(Portal { cell: at, edge: edges[side], tail: 0.0 });
        at = cells[1 - side];
    }
    (at == last && cell == last).then(|| portals.into())
}

impl Route {
    /// The cells of the route, in order.
    pub(crate) fn cells<'a>(&'a self, mesh: &'a NavMesh, goal: &Goal) -> impl Iterator<Item = CellId> + 'a {
        let end = goal.pieces()[self.piece as usize].cell;
        let first = self.portals.first().map_or(end, |p| p.cell);
        std::iter::once(first).chain(self.portals.iter().map(|p| beyond(mesh, p)))
    }

    /// The shortest path from `from` near this route for a body of this radius, at least the radius from every wall.
    ///
    /// A start or goal nearer to a wall than the radius is left, or reached, straight from the nearest place that is
    /// not. Where nothing clear is found the path keeps what distance the portals of the route allow, and says so.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region};
    /// use ambulo_nav::{Goal, NavMesh, Navigator};
    /// let plan = Polygon::from_rings(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (8.0, 10.0), (8.0, 2.0), (0.0, 2.0)], &[]);
    /// let mesh = NavMesh::build(&Region::from(plan.unwrap())).unwrap();
    /// let (start, goal) = (Point::new(1.0, 1.5), Goal::point(&mesh, Point::new(8.5, 9.0)).unwrap());
    /// let cell = mesh.locate(start).unwrap();
    /// let route = Navigator::default().plan(&mesh, start, cell, &goal, 0.5).unwrap();
    /// let path = route.path(&mesh, start, &goal, 0.5);
    /// // Straight to the disc around the corner at (8, 2), a quarter of it, straight on.
    /// assert!((path.length - (7.0 + 7.0 + 0.25 * std::f64::consts::PI)).abs() < 1e-9);
    /// ```
    pub fn path(&self, mesh: &NavMesh, from: Point, goal: &Goal, radius: f32) -> Path {
        let piece = &goal.pieces()[self.piece as usize];
        // The nearest place of the goal depends on where the last corner is, and that on the goal: once more settles.
        let mut target = piece.target(from, radius);
        let mut points = funnel::taut(mesh, &self.portals, from, target, radius);
        for _ in 0..2 {
            let nearer = piece.target(points[points.len() - 2], radius);
            if nearer == target {
                break;
            }
            target = nearer;
            points = funnel::taut(mesh, &self.portals, from, target, radius);
        }
        let plain = Path { length: length(&points), points, ends: [0.0; 2], clear: radius <= 0.0 };
        if radius <= 0.0 {
            return plain;
        }
        let radius = f64::from(radius);
        let first = self.portals.first().map_or(piece.cell, |p| p.cell);
        let mut body = RoundBody::new(mesh, radius);
        body.keep_to(self.cells(mesh, goal), BESIDE);
        let ends = ((from, first), (target, piece.cell));
        between(mesh, &mut Strip::default(), radius, ends, |a, b| {
            body.path(a, b, f64::INFINITY).or_else(|| {
                body.go_anywhere();
                body.path(a, b, f64::INFINITY)
            })
        })
        .unwrap_or(plain)
    }
}
