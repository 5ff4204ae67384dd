//! A route through the mesh: the free edges to cross, in order.

use crate::{CellId, Goal, NavMesh, heading};
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
    /// Remaining length from this edge to the goal [m].
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
    /// The taut path from `from` as places, the start first, the goal last: the points of [`path`](Self::path).
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
        self.path(mesh, from, goal, radius).points
    }

    /// Length of the taut path [m].
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
        self.path(mesh, from, goal, radius).length
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
        let piece = &goal.pieces()[self.piece as usize];
        let cell = self.portals.get(next).map_or(piece.cell, |p| p.cell);
        heading::first(mesh, self.portals[next..].iter().copied(), (from, cell), piece.target(from, radius), radius)
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
