//! A way through the mesh: the free edges to cross, in order.

use crate::{CellId, Goal, NavMesh, funnel};
use ambulo_geom::{Point, Segment};

/// A free edge to cross, with how far it is from there.
///
/// ```
/// let p = ambulo_nav::Portal { cell: 4, edge: 2, tail: 7.5 };
/// assert_eq!(p.tail, 7.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portal {
    /// The cell that is left.
    pub cell: CellId,
    /// The edge of it that is crossed.
    pub edge: u32,
    /// Length of the way from this edge to the goal [m].
    pub tail: f32,
}

/// A route: portals to cross, then a piece of the goal.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// use ambulo_nav::{Goal, HierarchicalPlanner, NavMesh, Planner, Roadmap};
/// let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap())).unwrap();
/// let goal = Goal::point(&mesh, Point::new(8.0, 8.0)).unwrap();
/// let start = Point::new(1.0, 1.0);
/// let route = HierarchicalPlanner::default().plan(&mesh, &Roadmap::build(&mesh, 0.4, Default::default()), start, mesh.locate(start).unwrap(), &goal).unwrap();
/// assert!((route.length(&mesh, start, &goal, 0.2) - 98f64.sqrt()).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// Edges to cross, in order.
    pub portals: Box<[Portal]>,
    /// Which piece of the goal the route ends in.
    pub piece: u32,
}

impl Route {
    /// The taut way from `from`: corners to turn at, the start first, the goal last. `radius` keeps it off corners.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_nav::{Goal, HierarchicalPlanner, NavMesh, Planner, Roadmap};
    /// # let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap())).unwrap();
    /// # let goal = Goal::point(&mesh, Point::new(8.0, 8.0)).unwrap();
    /// # let start = Point::new(1.0, 1.0);
    /// # let route = HierarchicalPlanner::default().plan(&mesh, &Roadmap::build(&mesh, 0.4, Default::default()), start, mesh.locate(start).unwrap(), &goal).unwrap();
    /// assert_eq!(route.taut(&mesh, start, &goal, 0.2), vec![start, Point::new(8.0, 8.0)]);
    /// ```
    pub fn taut(&self, mesh: &NavMesh, from: Point, goal: &Goal, radius: f32) -> Vec<Point> {
        let piece = &goal.pieces()[self.piece as usize];
        // The nearest place of the goal depends on where the last corner is, and that on the goal: once more settles.
        let mut target = piece.target(from, radius);
        let mut points = funnel::taut(mesh, &self.portals, from, target, radius);
        for _ in 0..2 {
            let last_corner = points[points.len() - 2];
            let nearer = piece.target(last_corner, radius);
            if nearer == target {
                break;
            }
            target = nearer;
            points = funnel::taut(mesh, &self.portals, from, target, radius);
        }
        points
    }

    /// Length of the taut way [m].
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_nav::{Goal, HierarchicalPlanner, NavMesh, Planner, Roadmap};
    /// # let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap())).unwrap();
    /// # let goal = Goal::point(&mesh, Point::new(8.0, 1.0)).unwrap();
    /// # let start = Point::new(1.0, 1.0);
    /// # let route = HierarchicalPlanner::default().plan(&mesh, &Roadmap::build(&mesh, 0.4, Default::default()), start, mesh.locate(start).unwrap(), &goal).unwrap();
    /// assert!((route.length(&mesh, start, &goal, 0.2) - 7.0).abs() < 1e-9);
    /// ```
    pub fn length(&self, mesh: &NavMesh, from: Point, goal: &Goal, radius: f32) -> f64 {
        self.taut(mesh, from, goal, radius).windows(2).map(|w| w[0].distance(w[1])).sum()
    }

    /// The first place to head for from `from`, when portals before `next` lie behind; and whether it is the goal.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_nav::{Goal, HierarchicalPlanner, NavMesh, Planner, Roadmap};
    /// # let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap())).unwrap();
    /// # let goal = Goal::point(&mesh, Point::new(8.0, 8.0)).unwrap();
    /// # let start = Point::new(1.0, 1.0);
    /// # let route = HierarchicalPlanner::default().plan(&mesh, &Roadmap::build(&mesh, 0.4, Default::default()), start, mesh.locate(start).unwrap(), &goal).unwrap();
    /// assert_eq!(route.heading(&mesh, start, 0, &goal, 0.2), (Point::new(8.0, 8.0), true));
    /// ```
    pub fn heading(&self, mesh: &NavMesh, from: Point, next: usize, goal: &Goal, radius: f32) -> (Point, bool) {
        let target = goal.pieces()[self.piece as usize].target(from, radius);
        funnel::first_corner(mesh, self.portals[next..].iter().copied(), from, target, radius)
    }

    /// About how far it still is from `from`, with portals before `next` behind [m].
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_nav::{Goal, HierarchicalPlanner, NavMesh, Planner, Roadmap};
    /// # let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap())).unwrap();
    /// # let goal = Goal::point(&mesh, Point::new(8.0, 8.0)).unwrap();
    /// # let start = Point::new(1.0, 1.0);
    /// # let route = HierarchicalPlanner::default().plan(&mesh, &Roadmap::build(&mesh, 0.4, Default::default()), start, mesh.locate(start).unwrap(), &goal).unwrap();
    /// assert!(route.remaining(&mesh, start, 0, &goal) > 4.0);
    /// ```
    pub fn remaining(&self, mesh: &NavMesh, from: Point, next: usize, goal: &Goal) -> f32 {
        match self.portals.get(next) {
            Some(p) => mesh.edge(p.cell, p.edge as usize).distance(from) as f32 + p.tail,
            None => goal.pieces()[self.piece as usize].nearest(from).distance(from) as f32,
        }
    }
}

/// A portal drawn in by the body's radius at both ends; its middle when it is too narrow for that.
pub(crate) fn shrink(edge: Segment, radius: f32) -> Segment {
    let share = f64::from(radius) / edge.length();
    if share >= 0.5 {
        let middle = edge.a.lerp(edge.b, 0.5);
        return Segment::new(middle, middle);
    }
    Segment::new(edge.a.lerp(edge.b, share), edge.a.lerp(edge.b, 1.0 - share))
}
