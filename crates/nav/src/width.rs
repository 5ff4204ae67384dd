//! How wide is the passage around a corner of a triangle?
//!
//! Whoever enters a triangle by one edge and leaves by another turns around the corner the two share. The passage is
//! as wide as that corner is far from the nearest wall on the other side, which may lie several triangles away: the
//! search follows free edges as long as they are nearer than the best so far.

use crate::{NONE, NavMesh, TriangleId};
use ambulo_geom::{Point, Segment};

pub(crate) fn all(mesh: &NavMesh) -> Vec<[f32; 3]> {
    (0..mesh.triangles() as u32).map(|t| [0, 1, 2].map(|k| around(mesh, t, k) as f32)).collect()
}

fn around(mesh: &NavMesh, t: TriangleId, k: usize) -> f64 {
    let corner = mesh.corners(t)[k];
    // Both edges that meet in the corner are crossed, so their other ends bound the passage too.
    let limit = mesh.edge(t, k).length().min(mesh.edge(t, (k + 2) % 3).length());
    search(mesh, corner, t, (k + 1) % 3, limit)
}

fn search(mesh: &NavMesh, corner: Point, t: TriangleId, k: usize, limit: f64) -> f64 {
    // A stack of edges instead of recursion: a fan of thousands of triangles must not overflow.
    let mut best = limit;
    let mut stack = vec![(t, k)];
    while let Some((t, k)) = stack.pop() {
        let edge = mesh.edge(t, k);
        let Some(distance) = foot_distance(edge, corner).filter(|d| *d < best) else { continue };
        let next = mesh.across(t, k);
        if next == NONE {
            best = distance;
            continue;
        }
        let entered = (0..3).find(|j| mesh.across(next, *j) == t).expect("neighbours know each other");
        stack.push((next, (entered + 2) % 3));
        stack.push((next, (entered + 1) % 3));
    }
    best
}

/// Distance to the edge when the nearest place is inside it; its ends are corners that were counted already.
fn foot_distance(edge: Segment, corner: Point) -> Option<f64> {
    let share = edge.closest_share(corner);
    (share > 0.0 && share < 1.0).then(|| edge.distance(corner))
}

#[cfg(test)]
mod tests {
    use crate::{Goal, NavMesh, Planner};
    use ambulo_geom::{Point, Polygon, Region};

    /// Two rooms joined by a gap of 0.6 m that no triangle edge measures directly.
    fn rooms() -> NavMesh {
        let plan = Polygon::from_rings(
            &[(0.0, 0.0), (10.0, 0.0), (10.0, 6.0), (5.2, 6.0), (5.2, 0.6), (5.0, 0.6), (5.0, 6.0), (0.0, 6.0)],
            &[],
        );
        NavMesh::build(&Region::from(plan.unwrap())).unwrap()
    }

    #[test]
    fn a_gap_lets_the_thin_pass_and_stops_the_wide() {
        let mesh = rooms();
        let goal = Goal::point(&mesh, Point::new(9.0, 5.0)).unwrap();
        let from = Point::new(1.0, 5.0);
        let at = mesh.locate(from).unwrap();
        assert!(Planner::new().plan(&mesh, from, at, &goal, 0.59).is_ok());
        assert!(Planner::new().plan(&mesh, from, at, &goal, 0.61).is_err());
    }
}
