//! Pulling a route taut through its portals: the funnel algorithm.
//!
//! The funnel is the cone of directions in which all portals so far can be crossed on a straight line. When a portal
//! closes it on one side, the path turns at the corner of that side.

use crate::{NavMesh, Portal, route::shrink};
use ambulo_geom::{Point, Segment};

/// Twice the signed area: positive when `c` is left of `a` to `b`. Plain arithmetic: a rounding error here bends a
/// path by nothing visible.
#[inline]
fn side(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Left and right end of a portal, seen by an agent crossing it.
#[inline]
fn ends(mesh: &NavMesh, portal: Portal, radius: f32) -> (Point, Point) {
    let edge = mesh.edge(portal.cell, portal.edge as usize);
    let Segment { a, b } = if radius > 0.0 { shrink(edge, radius) } else { edge };
    (b, a)
}

/// The whole taut path: `from`, corners, `target`.
pub(crate) fn taut(mesh: &NavMesh, portals: &[Portal], from: Point, target: Point, radius: f32) -> Vec<Point> {
    let mut points = vec![from];
    let (mut apex, mut rest) = (from, portals);
    while let Some((index, corner)) = turn(mesh, rest.iter().copied(), apex, target, radius) {
        if corner != apex {
            points.push(corner);
        }
        apex = corner;
        rest = &rest[index + 1..];
    }
    points.push(target);
    points
}

/// Whether the cone narrows to the next end of a portal. In line with the last one only what lies further counts: what
/// comes back along the line is the other side of a thin wall, and the path turns where that wall ends.
#[inline]
fn tighter(inward: f64, apex: Point, last: Point, next: Point) -> bool {
    inward > 0.0 || (inward == 0.0 && apex.distance_squared(next) >= apex.distance_squared(last))
}

/// The first corner at which the path from `apex` must turn, with the number of its portal; `None` when the target is
/// seen through all portals.
pub(crate) fn turn(
    mesh: &NavMesh,
    portals: impl Iterator<Item = Portal>,
    apex: Point,
    target: Point,
    radius: f32,
) -> Option<(usize, Point)> {
    let mut cone: Option<((usize, Point), (usize, Point))> = None;
    let portal_ends = portals.map(|p| ends(mesh, p, radius));
    for (i, (l, r)) in portal_ends.chain([(target, target)]).enumerate() {
        let Some((left, right)) = &mut cone else {
            cone = Some(((i, l), (i, r)));
            continue;
        };
        if tighter(side(apex, right.1, r), apex, right.1, r) {
            if side(apex, left.1, r) > 0.0 {
                return Some(*left);
            }
            *right = (i, r);
        }
        if tighter(-side(apex, left.1, l), apex, left.1, l) {
            if side(apex, right.1, l) < 0.0 {
                return Some(*right);
            }
            *left = (i, l);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::{ExactPlanner, Goal, NavMesh, Planner, Roadmap};
    use ambulo_geom::{Point, Polygon, Region};

    #[test]
    fn a_slalom_turns_at_every_baffle_and_is_the_shortest_path() {
        // Walls from below at x = 2 and 6, from above at x = 4, each leaving 1 m.
        let plan = Polygon::from_rings(
            &[
                (0.0, 0.0),
                (1.9, 0.0),
                (1.9, 3.0),
                (2.1, 3.0),
                (2.1, 0.0),
                (5.9, 0.0),
                (5.9, 3.0),
                (6.1, 3.0),
                (6.1, 0.0),
                (8.0, 0.0),
                (8.0, 4.0),
                (4.1, 4.0),
                (4.1, 1.0),
                (3.9, 1.0),
                (3.9, 4.0),
                (0.0, 4.0),
            ],
            &[],
        )
        .unwrap();
        let mesh = NavMesh::build(&Region::from(plan)).unwrap();
        mesh.check().unwrap();
        let (a, b) = (Point::new(1.0, 0.5), Point::new(7.0, 0.5));
        let goal = Goal::point(&mesh, b).unwrap();
        let roads = Roadmap::build(&mesh, 0.0, Default::default());
        let route = ExactPlanner::default().plan(&mesh, &roads, a, mesh.locate(a).unwrap(), &goal).unwrap();
        let length = route.length(&mesh, a, &goal, 0.0);
        let corners = [a, Point::new(1.9, 3.0), Point::new(2.1, 3.0), Point::new(3.9, 1.0), Point::new(4.1, 1.0)];
        let half: f64 = corners.windows(2).map(|w| w[0].distance(w[1])).sum();
        let by_hand = half + corners[4].distance(Point::new(5.9, 3.0)) + 0.2 + Point::new(6.1, 3.0).distance(b);
        assert!((length - by_hand).abs() < 1e-9, "{length} against {by_hand}");
    }

    #[test]
    fn the_path_around_a_thin_wall_goes_around_its_end() {
        // A wall from x = -8 to 3 on y = -6; from below it to above it the only short path leads past x = -8.
        let yard = Polygon::rectangle(-10.0, -10.0, 10.0, 10.0).unwrap();
        let p = |x, y| Point::new(x, y);
        let mut level = crate::Level::new(Region::from(yard));
        level.walls = vec![
            ambulo_geom::Segment::new(p(-8.0, -6.0), p(3.0, -6.0)),
            ambulo_geom::Segment::new(p(3.0, -6.0), p(10.0, -6.0)),
        ];
        let mesh = NavMesh::of(&crate::Site { levels: vec![level], ..Default::default() }).unwrap();
        let (a, b) = (p(1.0, -6.5), p(1.0, -5.5));
        let goal = Goal::point(&mesh, b).unwrap();
        let roads = Roadmap::build(&mesh, 0.0, Default::default());
        let route = ExactPlanner::default().plan(&mesh, &roads, a, mesh.locate(a).unwrap(), &goal).unwrap();
        let by_hand = 2.0 * p(-8.0, -6.0).distance(a);
        assert!((route.length(&mesh, a, &goal, 0.0) - by_hand).abs() < 1e-9);
    }
}
