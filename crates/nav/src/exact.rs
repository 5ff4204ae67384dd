//! The shortest path: an interval search over the cells (after Cui, Harabor and Grastien 2017).
//!
//! A state is the part of a free segment that is seen from the last corner turned at. Crossing a cell, what is seen
//! goes straight on; what is hidden behind an end of the interval is reached by turning there. The straight line from
//! the corner through the interval to the goal never overestimates, so that the first state taken up in the goal's
//! cell is the best. It takes longer than the hierarchical planner, and is the reference for its routes.
//!
//! That is the shortest route of a point. For a body that keeps its radius from walls the route found is the first
//! guess, and a search over tangents and arcs no longer than its path finds the shortest there is.
//!
//! Lengths are as seen from above: the effort of stairs is not counted. An area is aimed at where it is nearest in a
//! straight line.

use crate::clearance::Strip;
use crate::path;
use crate::planner::{OpenEntry, nothing};
use crate::round_body::RoundBody;
use crate::triangles::NONE;
use crate::{CellId, Goal, NavMesh, NoRoute, Planner, Portal, Roadmap, Route};
use ambulo_geom::Point;
use std::collections::BinaryHeap;

#[derive(Clone, Copy)]
struct CornerNode {
    /// The last corner, its number, and what it cost to get there.
    root: Point,
    corner: u32,
    cost: f64,
    /// The interval's ends as seen from the root, with their numbers where they are corners.
    left: Point,
    right: Point,
    left_corner: u32,
    right_corner: u32,
    /// The cell behind the interval, and the edge it was entered by.
    cell: CellId,
    entered: u32,
    portal: Portal,
    parent: u32,
}

/// Finds the shortest path for a point. See [`Planner`].
///
/// ```
/// use ambulo_nav::Planner;
/// assert_eq!(ambulo_nav::ExactPlanner::default().name(), "exact");
/// ```
pub struct ExactPlanner {
    nodes: Vec<CornerNode>,
    /// Of the last route found.
    portals: Vec<Portal>,
    open: BinaryHeap<OpenEntry>,
    /// Per corner: the search that reached it, and the least cost.
    best: Vec<(u32, f64)>,
    round: u32,
    expanded: u32,
    cost: f64,
    budget: u32,
    /// Radius to keep from walls [m].
    radius: f32,
}

impl Default for ExactPlanner {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            portals: Vec::new(),
            open: BinaryHeap::new(),
            best: Vec::new(),
            round: 0,
            expanded: 0,
            cost: 0.0,
            budget: u32::MAX,
            radius: 0.0,
        }
    }
}

/// Twice the signed area: positive when `c` is left of `a` to `b`.
#[inline]
fn side(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Where the line from `root` through `through` meets the edge from `p` to `q`, which it does. A corner that lies on
/// the line but for rounding is that corner: on straight walls it matters that one can still turn there.
fn meet(root: Point, through: Point, p: (Point, u32), q: (Point, u32)) -> (Point, u32) {
    const SAME: f64 = 1e-6;
    let (a, b) = (side(root, through, p.0), side(root, through, q.0));
    let at = p.0.lerp(q.0, a / (a - b));
    let corner = [p, q].into_iter().find(|c| c.0.distance_squared(at) < SAME * SAME);
    corner.unwrap_or((at, NONE))
}

/// Whether the interval lies in the line of sight.
fn seen_edge_on(node: &CornerNode) -> bool {
    let (r, l) = (node.root.distance(node.right), node.root.distance(node.left));
    r > 0.0 && l > 0.0 && side(node.root, node.right, node.left) <= 1e-12 * r * l
}

/// Least length from the root through the interval to the target.
fn rest(root: Point, left: Point, right: Point, target: Point) -> f64 {
    // A target on the root's side is as far as its mirror image behind the interval. The root is always on the left of
    // right to left, or in line with them: rounding must not say otherwise.
    let target = if side(right, left, target) > 0.0 {
        let (dx, dy) = (left.x - right.x, left.y - right.y);
        let away = 2.0 * side(right, left, target) / (dx * dx + dy * dy);
        Point::new(target.x + dy * away, target.y - dx * away)
    } else {
        target
    };
    if side(root, left, target) > 0.0 {
        return root.distance(left) + left.distance(target);
    }
    if side(root, right, target) < 0.0 {
        return root.distance(right) + right.distance(target);
    }
    root.distance(target)
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
        self.expanded = self.expanded.saturating_add(body.checked);
        let best = found.filter(|p| p.length < guess.length).unwrap_or(guess);
        self.cost = best.length;
        let portals = path::portals_along(mesh, first, &best.points, piece.cell)?;
        Some(Route { portals, piece: route.piece })
    }

    #[allow(clippy::too_many_arguments)]
    fn push(
        &mut self,
        mesh: &NavMesh,
        roads: &Roadmap,
        from: CornerNode,
        edge: usize,
        (right, right_corner): (Point, u32),
        (left, left_corner): (Point, u32),
        (parent, target): (u32, Point),
    ) {
        let (cell, segment) = (mesh.across(from.cell, edge), mesh.segment_at(from.cell, edge));
        if cell == NONE || !roads.graph.passable[segment as usize] || right.distance_squared(left) < 1e-18 {
            return;
        }
        let s = &mesh.free[segment as usize];
        let entered = if s.cells[0] == cell { s.edges[0] } else { s.edges[1] };
        let portal = Portal { cell: from.cell, edge: edge as u32, tail: 0.0 };
        let node = CornerNode { left, right, left_corner, right_corner, cell, entered, portal, parent, ..from };
        let estimate = node.cost + rest(node.root, left, right, target);
        self.open.push(OpenEntry { estimate, state: self.nodes.len() as u32 });
        self.nodes.push(node);
    }

    /// Turns at a corner; `None` when it was reached at lower cost.
    fn turn(&mut self, node: &CornerNode, corner: Point, number: u32) -> Option<CornerNode> {
        let cost = node.cost + node.root.distance(corner);
        let known = &mut self.best[number as usize];
        if known.0 == self.round && known.1 < cost - 1e-12 {
            return None;
        }
        *known = (self.round, cost);
        Some(CornerNode { root: corner, corner: number, cost, ..*node })
    }

    fn expand(&mut self, mesh: &NavMesh, roads: &Roadmap, state: u32, target: Point) {
        let mut node = self.nodes[state as usize];
        if seen_edge_on(&node) {
            // Nothing behind it is in sight: the path follows it to its nearer end and turns there.
            let to_left = node.root.distance_squared(node.left) < node.root.distance_squared(node.right);
            let (end, number) = if to_left { (node.left, node.left_corner) } else { (node.right, node.right_corner) };
            let turned = if number == NONE { None } else { self.turn(&node, end, number) };
            let Some(turned) = turned else { return };
            node = turned;
        }
        let n = mesh.edges(node.cell);
        let corners = mesh.span(node.cell).start;
        let corner = |k: usize| roads.fans[corners + k % n];
        let ends = (state, target);
        // At an end of the interval the whole cell is seen.
        let at_right = node.root == node.right;
        let at_left = node.root == node.left;
        let (mut turned_right, mut turned_left) = (None, None);
        for step in 1..n {
            let k = (node.entered as usize + step) % n;
            let e = mesh.edge(node.cell, k);
            if mesh.across(node.cell, k) == NONE {
                continue;
            }
            let (p, q) = ((e.a, corner(k)), (e.b, corner(k + 1)));
            // From right to left: hidden behind the right end, seen, hidden behind the left end.
            let right_of = |x: Point| !at_right && side(node.root, node.right, x) < 0.0;
            let left_of = |x: Point| !at_left && side(node.root, node.left, x) > 0.0;
            // The chain of edges begins at the right end and comes back to the left one, so that an edge may start or
            // end on a line of sight and yet be hidden.
            let seen_from = match (right_of(p.0), right_of(q.0)) {
                (_, true) => q,
                (true, false) => meet(node.root, node.right, p, q),
                _ => p,
            };
            let seen_to = match (left_of(p.0), left_of(q.0)) {
                (true, _) => p,
                (false, true) => meet(node.root, node.left, p, q),
                _ => q,
            };
            if (right_of(p.0) || right_of(q.0)) && node.right_corner != NONE {
                let turned = *turned_right.get_or_insert_with(|| self.turn(&node, node.right, node.right_corner));
                if let Some(turned) = turned {
                    self.push(mesh, roads, turned, k, p, seen_from, ends);
                }
            }
            if !right_of(q.0) && !left_of(p.0) {
                self.push(mesh, roads, node, k, seen_from, seen_to, ends);
            }
            if (left_of(p.0) || left_of(q.0)) && node.left_corner != NONE {
                let turned = *turned_left.get_or_insert_with(|| self.turn(&node, node.left, node.left_corner));
                if let Some(turned) = turned {
                    self.push(mesh, roads, turned, k, seen_to, q, ends);
                }
            }
        }
    }
}

impl Planner for ExactPlanner {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn plan(
        &mut self,
        mesh: &NavMesh,
        roads: &Roadmap,
        from: Point,
        cell: CellId,
        goal: &Goal,
    ) -> Result<Route, NoRoute> {
        let route = self.plan_point(mesh, roads, from, cell, goal)?;
        if self.radius <= 0.0 {
            return Ok(route);
        }
        Ok(self.for_body(mesh, from, goal, &route).unwrap_or(route))
    }

    fn expanded(&self) -> u32 {
        self.expanded
    }

    fn cost(&self) -> f64 {
        self.cost
    }

    fn set_budget(&mut self, states: u32) {
        self.budget = states;
    }
}

impl ExactPlanner {
    fn plan_point(
        &mut self,
        mesh: &NavMesh,
        roads: &Roadmap,
        from: Point,
        cell: CellId,
        goal: &Goal,
    ) -> Result<Route, NoRoute> {
        let ends = goal.pieces().iter().map(|p| p.nearest(from)).enumerate();
        let (piece, target) =
            ends.min_by(|a, b| a.1.distance_squared(from).total_cmp(&b.1.distance_squared(from))).unwrap_or((0, from));
        let ends_in = goal.pieces()[piece].cell;
        self.expanded = 0;
        if roads.graph.component[ends_in as usize] != roads.graph.component[cell as usize] {
            return Err(nothing(self, mesh, roads, (from, cell), goal, false));
        }
        if ends_in == cell {
            self.cost = from.distance(target);
            return Ok(Route { portals: Box::default(), piece: piece as u32 });
        }
        let found = self.search(mesh, roads, (from, cell), (target, ends_in));
        found.map_err(|given_up| nothing(self, mesh, roads, (from, cell), goal, given_up))?;
        Ok(Route { portals: self.portals.as_slice().into(), piece: piece as u32 })
    }

    /// Fills `portals` and `cost`; an error when there is no route: true when the budget ran out first.
    fn search(
        &mut self,
        mesh: &NavMesh,
        roads: &Roadmap,
        (from, cell): (Point, CellId),
        (target, ends_in): (Point, CellId),
    ) -> Result<(), bool> {
        self.best.resize(self.best.len().max(roads.fans.len()), (0, 0.0));
        self.round += 1;
        self.open.clear();
        self.nodes.clear();
        self.portals.clear();
        self.expanded = 0;
        let begin = CornerNode {
            root: from,
            corner: NONE,
            cost: 0.0,
            left: from,
            right: from,
            left_corner: NONE,
            right_corner: NONE,
            cell,
            entered: 0,
            portal: Portal { cell, edge: 0, tail: 0.0 },
            parent: NONE,
        };
        let first = mesh.span(cell).start;
        let n = mesh.edges(cell);
        for k in 0..n {
            let e = mesh.edge(cell, k);
            let (p, q) = ((e.a, roads.fans[first + k]), (e.b, roads.fans[first + (k + 1) % n]));
            self.push(mesh, roads, begin, k, p, q, (NONE, target));
        }
        while let Some(OpenEntry { estimate, state }) = self.open.pop() {
            let node = self.nodes[state as usize];
            if node.cell == ends_in {
                self.cost = estimate;
                let mut at = state;
                while at != NONE {
                    self.portals.push(self.nodes[at as usize].portal);
                    at = self.nodes[at as usize].parent;
                }
                self.portals.reverse();
                return Ok(());
            }
            if node.corner != NONE && self.best[node.corner as usize].1 < node.cost - 1e-12 {
                continue;
            }
            if self.expanded == self.budget {
                return Err(true);
            }
            self.expanded += 1;
            self.expand(mesh, roads, state, target);
        }
        Err(false)
    }
}
