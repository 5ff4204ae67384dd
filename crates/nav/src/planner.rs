//! What every planner promises, and what they share.

use crate::locate::nearest_in_cell;
use crate::triangles::NONE;
use crate::{CellId, Goal, HierarchicalPlanner, NavMesh, Portal, Roadmap, Route};
use ambulo_geom::Point;
use std::cmp::Ordering;
use thiserror::Error;

/// Plans routes on a mesh; keeps its workspace between searches.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// use ambulo_nav::{FlatPlanner, Goal, HierarchicalPlanner, NavMesh, Planner, Roadmap, RoadmapOptions};
/// let pillar: &[(f64, f64)] = &[(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)];
/// let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[pillar]).unwrap();
/// let mesh = NavMesh::build(&Region::from(hall)).unwrap();
/// let roads = Roadmap::build(&mesh, 0.5, RoadmapOptions::default());
/// let goal = Goal::point(&mesh, Point::new(8.0, 8.0)).unwrap();
/// let start = Point::new(1.0, 1.0);
/// let cell = mesh.locate(start).unwrap();
/// let (mut fast, mut plain) = (HierarchicalPlanner::default(), FlatPlanner::default());
/// fast.plan(&mesh, &roads, start, cell, &goal).unwrap();
/// plain.plan(&mesh, &roads, start, cell, &goal).unwrap();
/// assert!((fast.cost() - plain.cost()).abs() < 1e-9);
/// ```
pub trait Planner {
    /// What it is called in reports.
    fn name(&self) -> &'static str;

    /// Answers a query.
    fn search(&mut self, query: &RouteQuery<'_>) -> Result<Route, NoRoute>;

    /// What the last search took and found.
    fn tally(&self) -> &SearchTally;

    /// The same, to set the budget of the next.
    fn tally_mut(&mut self) -> &mut SearchTally;

    /// The route from `from`, which lies in `cell`, to the goal.
    fn plan(
        &mut self,
        mesh: &NavMesh,
        roads: &Roadmap,
        from: Point,
        cell: CellId,
        goal: &Goal,
    ) -> Result<Route, NoRoute> {
        self.search(&RouteQuery { mesh, roads, from, cell, goal })
    }

    /// How many states the last search expanded.
    fn expanded(&self) -> u32 {
        self.tally().expanded
    }

    /// What the last route found costs, measured through key points and before it was refined: its path costs no more [m].
    fn cost(&self) -> f64 {
        self.tally().cost
    }

    /// Gives up searches after this many states.
    fn set_budget(&mut self, states: u32) {
        self.tally_mut().budget = states;
    }
}

/// What a search took and found, and how much it may take.
///
/// ```
/// assert_eq!(ambulo_nav::SearchTally::default().budget, u32::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchTally {
    /// States the last search expanded.
    pub expanded: u32,
    /// What the last route found costs [m].
    pub cost: f64,
    /// States after which a search is given up.
    pub budget: u32,
}

impl Default for SearchTally {
    fn default() -> Self {
        Self { expanded: 0, cost: 0.0, budget: u32::MAX }
    }
}

/// What a planner is asked: a route from a place to a goal.
///
/// ```
/// use ambulo_nav::RouteQuery;
/// fn is_there(query: &RouteQuery<'_>) -> bool { query.goal.pieces().iter().any(|piece| piece.cell == query.cell) }
/// ```
pub struct RouteQuery<'a> {
    /// The mesh.
    pub mesh: &'a NavMesh,
    /// Its road map for the width of the body.
    pub roads: &'a Roadmap,
    /// Where the route begins.
    pub from: Point,
    /// The cell that place lies in.
    pub cell: CellId,
    /// Where the route leads.
    pub goal: &'a Goal,
}

impl<'a> RouteQuery<'a> {
    /// Whether no passage wide enough joins the start and the goal, doors open or shut.
    fn apart(&self) -> bool {
        let part = |c: CellId| self.roads.graph.component[c as usize];
        self.goal.pieces().iter().all(|p| part(p.cell) != part(self.cell))
    }

    /// The best end known before a search: the straight line within the cell of the start, if the goal has a piece there. None
    /// where no search can find a route.
    pub(crate) fn first_end(&self) -> Option<RouteEnd> {
        let straight = || end_in(self.mesh, self.cell, self.goal, self.from);
        let end = |(cost, piece)| RouteEnd { cost, piece, ..NO_END };
        (!self.apart()).then(|| straight().map_or(NO_END, end))
    }

    /// Key points around the cell of the start, each with its cost, without those in shut doors.
    #[inline]
    pub(crate) fn first_keys(&self) -> impl Iterator<Item = (u32, f64)> + 'a {
        let Self { mesh, roads, from, cell, .. } = *self;
        let open = roads.outer_keys(cell).iter().filter(|&&key| mesh.is_open(roads.segment_of(key)));
        open.map(move |&key| (key, from.distance(roads.places[key as usize]) * mesh.effort(cell)))
    }

    /// Key points in order become the portals of a route.
    pub(crate) fn route(&self, keys: &[u32], piece: u32) -> Route {
        route(self.mesh, self.roads, self.cell, self.goal, keys, piece)
    }
}

/// Why there is no route.
///
/// ```
/// assert!(ambulo_nav::Reason::DoorsShut.to_string().contains("shut"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// No passage is wide enough: the two lie in different parts of the plan.
    #[error("it lies in part {goal} of the plan, the start in part {start}, and no passage wide enough joins them")]
    Apart {
        /// Connected part of the start.
        start: u32,
        /// Connected part of the goal.
        goal: u32,
    },
    /// Every route is blocked by a shut door.
    #[error("every route to it is blocked by a shut door")]
    DoorsShut,
    /// The search was given up.
    #[error("the search was abandoned after {0} states")]
    Budget(u32),
}

/// No route, and the nearest reachable place instead.
///
/// ```
/// use ambulo_geom::Point;
/// use ambulo_nav::{NoRoute, Reason, Route};
/// let e = NoRoute { reason: Reason::DoorsShut, expanded: 3, nearest: Point::new(1.0, 2.0), cell: 0, short_by: 4.0, partial: Route::default() };
/// assert!(e.to_string().contains("(1, 2)"));
/// ```
#[derive(Clone, Debug, Error)]
#[error("no route to the goal: {reason}; the nearest reachable place, {nearest}, is {short_by:.1} m from it")]
pub struct NoRoute {
    /// Why.
    pub reason: Reason,
    /// How many states were expanded.
    pub expanded: u32,
    /// The reachable place nearest to the goal.
    pub nearest: Point,
    /// Its cell.
    pub cell: CellId,
    /// How far from the goal that is [m].
    pub short_by: f64,
    /// The route to that place.
    pub partial: Route,
}

/// An entry of a search's queue.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct OpenEntry {
    pub estimate: f64,
    pub state: u32,
}

impl Eq for OpenEntry {}

impl Ord for OpenEntry {
    /// Least estimate first; ties by state, so that the order never depends on memory.
    fn cmp(&self, o: &Self) -> Ordering {
        o.estimate.total_cmp(&self.estimate).then(o.state.cmp(&self.state))
    }
}

impl PartialOrd for OpenEntry {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

/// The end of a route: what it costs, from which state, in which piece of the goal.
#[derive(Clone, Copy)]
pub(crate) struct RouteEnd {
    pub cost: f64,
    pub state: u32,
    pub piece: u32,
}

const NO_END: RouteEnd = RouteEnd { cost: f64::INFINITY, state: NONE, piece: 0 };

/// The nearest piece of the goal in a cell, with the cost of the straight line to it.
pub(crate) fn end_in(mesh: &NavMesh, cell: CellId, goal: &Goal, from: Point) -> Option<(f64, u32)> {
    let ends = goal.pieces_in(cell).map(|i| (goal.pieces()[i].nearest(from).distance(from), i as u32));
    ends.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(d, i)| (d * mesh.effort(cell), i))
}

/// Key points in order become the portals of a route.
fn route(mesh: &NavMesh, roads: &Roadmap, cell: CellId, goal: &Goal, keys: &[u32], piece: u32) -> Route {
    let mut portals: Vec<Portal> = Vec::with_capacity(keys.len());
    let mut kept: Vec<u32> = Vec::with_capacity(keys.len());
    let cell_now = |portals: &[Portal]| portals.last().map_or(cell, |p| beyond(mesh, p));
    for &key in keys {
        let s = &mesh.free[roads.segment_of(key) as usize];
        // Rounding may touch a key point without crossing there: what cannot be gone on from was not crossed.
        while !s.cells.contains(&cell_now(&portals)) && !portals.is_empty() {
            portals.pop();
            kept.pop();
        }
        let side = usize::from(s.cells[0] != cell_now(&portals));
        portals.push(Portal { cell: s.cells[side], edge: s.edges[side], tail: 0.0 });
        kept.push(key);
    }
    let end = goal.pieces()[piece as usize].cell;
    while cell_now(&portals) != end && !portals.is_empty() {
        portals.pop();
        kept.pop();
    }
    let mut tail = 0.0;
    let mut after: Option<Point> = None;
    for (portal, key) in portals.iter_mut().zip(&kept).rev() {
        let at = roads.places[*key as usize];
        tail += at.distance(after.unwrap_or_else(|| goal.pieces()[piece as usize].nearest(at)));
        portal.tail = tail as f32;
        after = Some(at);
    }
    Route { portals: portals.into(), piece }
}

/// The cell behind a portal, whether its door is open or not.
pub(crate) fn beyond(mesh: &NavMesh, portal: &Portal) -> CellId {
    let [a, b] = mesh.free[mesh.segment_at(portal.cell, portal.edge as usize) as usize].cells;
    if a == portal.cell { b } else { a }
}

impl RouteQuery<'_> {
    /// What to answer when a search of so many states found nothing: the reason, and the route to the nearest reachable place.
    #[cold]
    pub(crate) fn no_route(&self, expanded: u32, given_up: bool) -> NoRoute {
        let Self { mesh, roads, from, cell, goal } = *self;
        let part = |c: CellId| roads.graph.component[c as usize];
        let reason = match given_up {
            true => Reason::Budget(expanded),
            false if self.apart() => Reason::Apart { start: part(cell), goal: part(goal.pieces()[0].cell) },
            false => Reason::DoorsShut,
        };
        let aim = goal.middle();
        let mut seen = vec![false; mesh.cells()];
        let mut stack = vec![cell];
        seen[cell as usize] = true;
        let mut best = (goal.least_distance(from), cell, from);
        while let Some(c) = stack.pop() {
            let at = nearest_in_cell(mesh, c, aim);
            if goal.least_distance(at) < best.0 {
                best = (goal.least_distance(at), c, at);
            }
            for k in 0..mesh.edges(c) {
                let (next, s) = (mesh.across(c, k), mesh.segment_at(c, k));
                if next != NONE
                    && roads.graph.passable[s as usize]
                    && !std::mem::replace(&mut seen[next as usize], true)
                {
                    stack.push(next);
                }
            }
        }
        let (short_by, nearest_cell, nearest) = best;
        let partial = match given_up {
            true => Route::default(),
            // It is reachable, so that this search ends with a route.
            // By the hierarchical planner for every caller: where it fails, so would this, and there would be no end.
            false if nearest_cell == cell => Route::default(),
            false => HierarchicalPlanner::default()
                .plan(mesh, roads, from, cell, &Goal::point_in(nearest_cell, nearest))
                .unwrap_or_default(),
        };
        NoRoute { reason, expanded, nearest, cell: nearest_cell, short_by, partial }
    }
}
