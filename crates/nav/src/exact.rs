//! The shortest route there is, by the interval search without bounds. It takes longer than the hierarchical planner, and
//! is what its routes are measured against.
//!
//! That is the shortest route of a point. For a body that keeps its radius from walls the route found is the first
//! guess, and a search over tangents and arcs no longer than its path finds the shortest there is.
//!
//! Lengths are as seen from above: the effort of stairs is not counted. An area is aimed at where it is nearest in a
//! straight line.

use crate::clearance::Strip;
use crate::interval::{IntervalSearch, Limits};
use crate::path;
use crate::round_body::RoundBody;
use crate::{Goal, NavMesh, NoRoute, Planner, Route, RouteQuery, SearchTally};
use ambulo_geom::Point;

/// Finds the shortest path for a point. See [`Planner`].
#[derive(Default)]
pub struct ExactPlanner {
    search: IntervalSearch,
    tally: SearchTally,
    /// Radius to keep from walls [m].
    radius: f32,
}

impl ExactPlanner {
    /// Finds the shortest path on which a body keeps this radius from walls [m], in place of the shortest for a point.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region};
    /// use ambulo_nav::{ExactPlanner, Goal, NavMesh, Planner, Roadmap};
    /// let plan = Polygon::from_rings(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (8.0, 10.0), (8.0, 2.0), (0.0, 2.0)], &[]);
    /// let mesh = NavMesh::build(&Region::from(plan.unwrap())).unwrap();
    /// let (start, goal) = (Point::new(1.0, 1.5), Goal::point(&mesh, Point::new(8.5, 9.0)).unwrap());
    /// let mut exact = ExactPlanner::keeping(0.5);
    /// let roads = Roadmap::build(&mesh, 1.0, Default::default());
    /// exact.plan(&mesh, &roads, start, mesh.locate(start).unwrap(), &goal).unwrap();
    /// assert!((exact.cost() - (14.0 + 0.25 * std::f64::consts::PI)).abs() < 1e-9);
    /// ```
    pub fn keeping(radius: f32) -> Self {
        Self { radius, ..Self::default() }
    }

    /// The shortest for a body, no longer than the path of the route of a point; `None` where no path is clear.
    fn for_body(&mut self, mesh: &NavMesh, from: Point, goal: &Goal, route: &Route) -> Option<Route> {
        let guess = route.path(mesh, from, goal, self.radius);
        if !guess.clear {
            return None;
        }
        let bound = guess.length - guess.ends[0] - guess.ends[1];
        let piece = &goal.pieces()[route.piece as usize];
        let first = route.portals.first().map_or(piece.cell, |p| p.cell);
        let target = *guess.points.last()?;
        let mut body = RoundBody::new(mesh, f64::from(self.radius));
        let ends = ((from, first), (target, piece.cell));
        // Rounding must not shut the guess itself out.
        let found = path::between(mesh, &mut Strip::default(), f64::from(self.radius), ends, |a, b| {
            body.path(a, b, bound * (1.0 + 1e-12) + 1e-9)
        });
        self.tally.expanded = self.tally.expanded.saturating_add(body.checked);
        let best = found.filter(|p| p.length < guess.length).unwrap_or(guess);
        self.tally.cost = best.length;
        let portals = path::portals_along(mesh, first, &best.points, piece.cell)?;
        Some(Route { portals, piece: route.piece })
    }
}

impl Planner for ExactPlanner {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn search(&mut self, query: &RouteQuery<'_>) -> Result<Route, NoRoute> {
        let route = self.search_point(query)?;
        if self.radius <= 0.0 {
            return Ok(route);
        }
        Ok(self.for_body(query.mesh, query.from, query.goal, &route).unwrap_or(route))
    }

    fn tally(&self) -> &SearchTally {
        &self.tally
    }

    fn tally_mut(&mut self) -> &mut SearchTally {
        &mut self.tally
    }
}

impl ExactPlanner {
    fn search_point(&mut self, query: &RouteQuery<'_>) -> Result<Route, NoRoute> {
        let RouteQuery { mesh, roads, from, cell, goal } = *query;
        let ends = goal.pieces().iter().map(|p| p.nearest(from)).enumerate();
        let (piece, target) =
            ends.min_by(|a, b| a.1.distance_squared(from).total_cmp(&b.1.distance_squared(from))).unwrap_or((0, from));
        let ends_in = goal.pieces()[piece].cell;
        self.tally.expanded = 0;
        if roads.graph.component[ends_in as usize] != roads.graph.component[cell as usize] {
            return Err(query.no_route(0, false));
        }
        if ends_in == cell {
            self.tally.cost = from.distance(target);
            return Ok(Route { portals: Box::default(), piece: piece as u32 });
        }
        let limits = Limits { states: self.tally.budget, ..Limits::default() };
        let found = self.search.run(mesh, roads, (from, cell), (target, ends_in), &limits);
        self.tally.expanded = self.search.expanded;
        match found {
            Ok(length) => self.tally.cost = length,
            Err(given_up) => return Err(query.no_route(self.tally.expanded, given_up)),
        }
        Ok(Route { portals: self.search.portals.as_slice().into(), piece: piece as u32 })
    }
}
