//! A* over the edges of the mesh.
//!
//! A state is a free edge that was crossed. The cost so far is measured between crossing places, each chosen on its
//! edge nearest to the straight line towards the goal, which is close to the taut way without pulling it taut. A
//! passage narrower than the body is not taken.

use crate::{Goal, NONE, NavMesh, Portal, Route, TriangleId, route::shrink};
use ambulo_geom::{Point, Segment};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use thiserror::Error;

/// Why there is no way.
///
/// ```
/// use ambulo_geom::Point;
/// let e = ambulo_nav::NoRoute { expanded: 3, nearest: Point::new(1.0, 2.0), short_by: 4.0 };
/// assert!(e.to_string().contains("(1, 2)"));
/// ```
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("no way to the goal; the nearest reachable place, {nearest}, is {short_by:.1} m from it")]
pub struct NoRoute {
    /// How many states were looked at.
    pub expanded: u32,
    /// The reachable place nearest to the goal.
    pub nearest: Point,
    /// How far from the goal that is [m].
    pub short_by: f64,
}

#[derive(Clone, Copy, PartialEq)]
struct Open {
    estimate: f64,
    state: u32,
}

impl Eq for Open {}

impl Ord for Open {
    /// Least estimate first; ties by state, so that the order never depends on memory.
    fn cmp(&self, o: &Self) -> Ordering {
        o.estimate.total_cmp(&self.estimate).then(o.state.cmp(&self.state))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

#[derive(Clone, Copy)]
struct Seen {
    /// Search in which this entry was written: old entries need no clearing.
    round: u32,
    cost: f64,
    at: Point,
    from: u32,
    closed: bool,
}

const UNSEEN: Seen = Seen { round: 0, cost: 0.0, at: Point::new(0.0, 0.0), from: NONE, closed: false };

/// Finds routes; keeps its working memory between searches.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// use ambulo_nav::{Goal, NavMesh, Planner};
/// let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap())).unwrap();
/// let goal = Goal::point(&mesh, Point::new(8.0, 1.0)).unwrap();
/// let start = Point::new(1.0, 8.0);
/// let mut planner = Planner::new();
/// assert!(planner.plan(&mesh, start, mesh.locate(start).unwrap(), &goal, 0.5).is_ok());
/// assert!(planner.expanded() <= 4);
/// ```
#[derive(Default)]
pub struct Planner {
    seen: Vec<Seen>,
    open: BinaryHeap<Open>,
    round: u32,
    expanded: u32,
}

impl Planner {
    /// An idle planner.
    ///
    /// ```
    /// assert_eq!(ambulo_nav::Planner::new().expanded(), 0);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// How many states the last search looked at.
    ///
    /// ```
    /// assert_eq!(ambulo_nav::Planner::new().expanded(), 0);
    /// ```
    pub fn expanded(&self) -> u32 {
        self.expanded
    }

    /// The way from `from`, which lies in triangle `at`, to the goal for a body that needs `clearance` (its
    /// diameter) [m].
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_nav::{Goal, NavMesh, Planner};
    /// let rooms = vec![Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap(), Polygon::rectangle(5.0, 0.0, 9.0, 4.0).unwrap()];
    /// let mesh = NavMesh::build(&Region::new(rooms).unwrap()).unwrap();
    /// let goal = Goal::point(&mesh, Point::new(6.0, 2.0)).unwrap();
    /// let start = Point::new(1.0, 2.0);
    /// let none = Planner::new().plan(&mesh, start, mesh.locate(start).unwrap(), &goal, 0.5).unwrap_err();
    /// assert_eq!(none.short_by, 2.0); // from the wall at x = 4
    /// ```
    pub fn plan(
        &mut self,
        mesh: &NavMesh,
        from: Point,
        at: TriangleId,
        goal: &Goal,
        clearance: f32,
    ) -> Result<Route, NoRoute> {
        self.seen.resize(mesh.triangles() * 3 + 1, UNSEEN);
        self.round += 1;
        self.open.clear();
        self.expanded = 0;
        let start = mesh.triangles() as u32 * 3; // one more than the last edge
        self.seen[start as usize] = Seen { round: self.round, cost: 0.0, at: from, from: NONE, closed: false };
        self.open.push(Open { estimate: goal.least_distance(from), state: start });
        // Finishing inside a goal triangle costs the rest of the way, so it goes through the queue like an edge.
        let mut best_end: Option<(f64, u32, u32)> = None;
        let (mut nearest, mut short_by) = (from, goal.least_distance(from));
        while let Some(Open { estimate, state }) = self.open.pop() {
            if best_end.is_some_and(|(cost, ..)| cost <= estimate) {
                break;
            }
            let here = self.seen[state as usize];
            if here.closed {
                continue;
            }
            self.seen[state as usize].closed = true;
            self.expanded += 1;
            let (triangle, entered) = if state == start { (at, None) } else { beyond(mesh, state) };
            for piece in goal.pieces_in(triangle) {
                let cost = here.cost + goal.pieces()[piece].nearest(here.at).distance(here.at);
                if best_end.is_none_or(|(best, ..)| cost < best) {
                    best_end = Some((cost, state, piece as u32));
                }
            }
            let closest = |k| mesh.edge(triangle, k).closest_point(goal.middle());
            let distance = (0..3).map(closest).map(|c| (goal.least_distance(c), c));
            if let Some((d, c)) = distance.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(d, _)| *d < short_by) {
                (short_by, nearest) = (d, c);
            }
            self.expand(mesh, goal, state, here, triangle, entered, clearance);
        }
        match best_end {
            Some((cost, state, piece)) => Ok(self.route(start, state, piece, cost)),
            None => Err(NoRoute { expanded: self.expanded, nearest, short_by }),
        }
    }

    fn expand(
        &mut self,
        mesh: &NavMesh,
        goal: &Goal,
        state: u32,
        here: Seen,
        triangle: TriangleId,
        entered: Option<usize>,
        clearance: f32,
    ) {
        for k in 0..3 {
            if Some(k) == entered || mesh.across(triangle, k) == NONE {
                continue;
            }
            let edge = mesh.edge(triangle, k);
            let wide = match entered {
                Some(e) => mesh.passage_width(triangle, shared_corner(e, k)),
                None => edge.length() as f32,
            };
            if wide < clearance {
                continue;
            }
            let at = crossing_place(shrink(edge, clearance / 2.0), here.at, goal.aim(here.at));
            let cost = here.cost + here.at.distance(at);
            let next = triangle * 3 + k as u32;
            let known = &mut self.seen[next as usize];
            if known.round == self.round && (known.closed || known.cost <= cost) {
                continue;
            }
            *known = Seen { round: self.round, cost, at, from: state, closed: false };
            self.open.push(Open { estimate: cost + goal.least_distance(at), state: next });
        }
    }

    fn route(&self, start: u32, last: u32, piece: u32, total: f64) -> Route {
        let mut portals = Vec::new();
        let mut state = last;
        while state != start {
            let seen = &self.seen[state as usize];
            let tail = (total - seen.cost) as f32;
            portals.push(Portal { triangle: state / 3, edge: state % 3, tail });
            state = seen.from;
        }
        portals.reverse();
        Route { portals: portals.into(), piece }
    }
}

/// The triangle behind a crossed edge, and the number the edge has there.
fn beyond(mesh: &NavMesh, state: u32) -> (TriangleId, Option<usize>) {
    let (t, k) = (state / 3, (state % 3) as usize);
    let next = mesh.across(t, k);
    let entered = (0..3).find(|j| mesh.across(next, *j) == t);
    (next, entered)
}

/// Edge k runs from corner k to k + 1: two edges share the corner that begins the later of the two.
fn shared_corner(e: usize, k: usize) -> usize {
    if (e + 1) % 3 == k { k } else { e }
}

/// The place of `edge` on the straight line from `from` to `aim`, or its end nearest to that line.
fn crossing_place(edge: Segment, from: Point, aim: Point) -> Point {
    let side = |p: Point| (aim.x - from.x) * (p.y - from.y) - (aim.y - from.y) * (p.x - from.x);
    let (a, b) = (side(edge.a), side(edge.b));
    if (a > 0.0) != (b > 0.0) && a != b {
        return edge.a.lerp(edge.b, (a / (a - b)).clamp(0.0, 1.0));
    }
    if a.abs() < b.abs() { edge.a } else { edge.b }
}
