//! The interval search over the cells (after Cui, Harabor and Grastien 2017): the shortest route between two places, or
//! none where limits exclude it.
//!
//! A state is the part of a free segment that is seen from the last corner turned at. Crossing a cell, what is seen
//! goes straight on; what is hidden behind an end of the interval is reached by turning there. The straight line from
//! the corner through the interval to the target never overestimates, so that the search may end when no state
//! promises less than the best route found.
//!
//! Turns are tried only where walls bend towards the walkable side: a taut path turns nowhere else.

use crate::landmarks::Range;
use crate::planner::OpenEntry;
use crate::triangles::NONE;
use crate::{CellId, NavMesh, Portal, Roadmap};
use ambulo_geom::{Point, Segment};
use std::collections::BinaryHeap;

#[derive(Clone, Copy)]
struct Node {
    /// The last corner, its number, and what it cost to get there.
    root: Point,
    corner: u32,
    cost: f64,
    /// From the corner on it is at least this far, by the landmarks.
    least: f64,
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
fn seen_edge_on(node: &Node) -> bool {
    let (r, l) = (node.root.distance(node.right), node.root.distance(node.left));
    r > 0.0 && l > 0.0 && side(node.root, node.right, node.left) <= 1e-12 * r * l
}

/// Whether a place that is in line with two others lies between them.
fn is_between(p: Point, a: Point, b: Point) -> bool {
    (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y) < 0.0
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

/// What a search need not find.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Routes of this length or more [m].
    pub bound: f64,
    /// Routes that are shorter than the one found by less than this factor. One asks for the shortest.
    pub weight: f64,
    /// Routes through cells of more effort than this.
    pub effort: f64,
    /// Routes beyond this many states.
    pub states: u32,
    /// What the landmarks know of the target, and the least length of any route by it [m].
    pub range: Option<Range>,
    pub least: f64,
}

impl Default for Limits {
    fn default() -> Self {
        let (bound, effort) = (f64::INFINITY, f64::INFINITY);
        Self { bound, weight: 1.0, effort, states: u32::MAX, range: None, least: 0.0 }
    }
}

/// Working memory, kept between searches.
#[derive(Default)]
pub(crate) struct IntervalSearch {
    nodes: Vec<Node>,
    open: BinaryHeap<OpenEntry>,
    /// Per corner: the search that reached it, and the least cost.
    best: Vec<(u32, f64)>,
    round: u32,
    limits: Limits,
    /// Where to; `None` searches everywhere, through shut doors too.
    target: Option<(Point, CellId)>,
    /// The last state of the best route so far.
    end: u32,
    /// Of the last route found.
    pub portals: Vec<Portal>,
    /// States the last search expanded.
    pub expanded: u32,
}

impl IntervalSearch {
    /// The length of the route, whose portals are in `portals`; an error when the limits exclude every route: true when
    /// it was the number of states.
    pub fn run(
        &mut self,
        mesh: &NavMesh,
        roads: &Roadmap,
        start: (Point, CellId),
        target: (Point, CellId),
        limits: &Limits,
    ) -> Result<f64, bool> {
        self.begin(mesh, roads, start, Some(target), limits);
        let mut given_up = false;
        while let Some(OpenEntry { estimate, state }) = self.open.pop() {
            if estimate >= self.limits.bound {
                break;
            }
            if self.is_outdated(state) {
                continue;
            }
            if self.expanded == limits.states {
                given_up = true;
                break;
            }
            self.expanded += 1;
            self.expand(mesh, roads, state);
        }
        if self.end == NONE {
            return Err(given_up);
        }
        let mut at = self.end;
        while at != NONE {
            self.portals.push(self.nodes[at as usize].portal);
            at = self.nodes[at as usize].parent;
        }
        self.portals.reverse();
        Ok(self.limits.bound)
    }

    /// How far every corner is from a place, if all doors are open [m]: what is nearer than known so far is noted.
    pub fn spread(&mut self, mesh: &NavMesh, roads: &Roadmap, (from, cell): (Point, CellId), far: &mut [f64]) {
        self.begin(mesh, roads, (from, cell), None, &Limits::default());
        let mut note = |number: u32, length: f64| {
            if number != NONE {
                far[number as usize] = far[number as usize].min(length);
            }
        };
        for slot in mesh.span(cell) {
            note(roads.fans[slot], mesh.points[mesh.corner[slot] as usize].distance(from));
        }
        while let Some(OpenEntry { state, .. }) = self.open.pop() {
            if self.is_outdated(state) {
                continue;
            }
            let node = &self.nodes[state as usize];
            note(node.left_corner, node.cost + node.root.distance(node.left));
            note(node.right_corner, node.cost + node.root.distance(node.right));
            self.expand(mesh, roads, state);
        }
    }

    /// States in all cells beside the start's.
    fn begin(
        &mut self,
        mesh: &NavMesh,
        roads: &Roadmap,
        (from, cell): (Point, CellId),
        target: Option<(Point, CellId)>,
        limits: &Limits,
    ) {
        self.best.resize(self.best.len().max(roads.fans.len()), (0, 0.0));
        self.round += 1;
        self.open.clear();
        self.nodes.clear();
        self.portals.clear();
        self.expanded = 0;
        (self.limits, self.target, self.end) = (*limits, target, NONE);
        let begin = Node {
            root: from,
            corner: NONE,
            cost: 0.0,
            least: limits.least,
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
            self.push(mesh, roads, begin, k, p, q, NONE);
        }
    }

    /// Whether its corner was reached for less since.
    fn is_outdated(&self, state: u32) -> bool {
        let Node { corner, cost, .. } = self.nodes[state as usize];
        corner != NONE && self.best[corner as usize].1 < cost - 1e-12
    }

    fn push(
        &mut self,
        mesh: &NavMesh,
        roads: &Roadmap,
        from: Node,
        edge: usize,
        (right, right_corner): (Point, u32),
        (left, left_corner): (Point, u32),
        parent: u32,
    ) {
        let segment = mesh.segment_at(from.cell, edge);
        if segment == NONE || !roads.graph.passable[segment as usize] || right.distance_squared(left) < 1e-18 {
            return;
        }
        let s = &mesh.free[segment as usize];
        let side = usize::from(s.cells[0] == from.cell);
        let (cell, entered) = (s.cells[side], s.edges[side]);
        let portal = Portal { cell: from.cell, edge: edge as u32, tail: 0.0 };
        let node = Node { left, right, left_corner, right_corner, cell, entered, portal, parent, ..from };
        let state = self.nodes.len() as u32;
        let Some((target, ends_in)) = self.target else {
            let estimate = node.cost + Segment::new(left, right).distance(node.root);
            self.open.push(OpenEntry { estimate, state });
            self.nodes.push(node);
            return;
        };
        if !mesh.is_open(segment) || mesh.effort(cell) > self.limits.effort {
            return;
        }
        let rest = rest(node.root, left, right, target);
        let estimate = node.cost + self.limits.weight * rest.max(node.least);
        if cell == ends_in && node.cost + rest < self.limits.bound {
            (self.limits.bound, self.end) = (node.cost + rest, state);
            self.nodes.push(node);
        } else if cell != ends_in && estimate < self.limits.bound {
            self.open.push(OpenEntry { estimate, state });
            self.nodes.push(node);
        }
    }

    /// Turns at a corner; `None` when no taut path does, when it was reached for less, or when the limits exclude it.
    fn turn(&mut self, roads: &Roadmap, node: &Node, corner: Point, number: u32) -> Option<Node> {
        if number == NONE || !roads.turns[number as usize] {
            return None;
        }
        let cost = node.cost + node.root.distance(corner);
        let known = &mut self.best[number as usize];
        if known.0 == self.round && known.1 < cost - 1e-12 {
            return None;
        }
        *known = (self.round, cost);
        let least = self.limits.range.as_ref().map_or(0.0, |range| roads.landmarks.corner_bound(number, range));
        let promised = cost + self.limits.weight * least;
        (promised < self.limits.bound).then_some(Node { root: corner, corner: number, cost, least, ..*node })
    }

    fn expand(&mut self, mesh: &NavMesh, roads: &Roadmap, state: u32) {
        let mut node = self.nodes[state as usize];
        let edge_on = seen_edge_on(&node);
        let on_it = edge_on && is_between(node.root, node.left, node.right);
        if edge_on && !on_it {
            // Nothing behind it is in sight: the path goes along it to its nearer end and turns there.
            let to_left = node.root.distance_squared(node.left) < node.root.distance_squared(node.right);
            let (end, number) = if to_left { (node.left, node.left_corner) } else { (node.right, node.right_corner) };
            let Some(turned) = self.turn(roads, &node, end, number) else { return };
            node = turned;
        }
        let n = mesh.edges(node.cell);
        let corners = mesh.span(node.cell).start;
        let corner = |k: usize| roads.fans[corners + k % n];
        // At an end of the interval, or on it, the whole cell is seen.
        let at_right = on_it || node.root == node.right;
        let at_left = on_it || node.root == node.left;
        let (mut turned_right, mut turned_left) = (None, None);
        for step in 1..n {
            let k = (node.entered as usize + step) % n;
            let e = mesh.edge(node.cell, k);
            if mesh.segment_at(node.cell, k) == NONE {
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
            if right_of(p.0) || right_of(q.0) {
                let turned =
                    *turned_right.get_or_insert_with(|| self.turn(roads, &node, node.right, node.right_corner));
                if let Some(turned) = turned {
                    // Where the line of sight meets the edge's end but for rounding, nothing of it is hidden, but from that end on a wall
                    // may be: who turns sees all of the edge.
                    let to = if seen_from.0 == p.0 { q } else { seen_from };
                    self.push(mesh, roads, turned, k, p, to, state);
                }
            }
            if !right_of(q.0) && !left_of(p.0) {
                self.push(mesh, roads, node, k, seen_from, seen_to, state);
            }
            if left_of(p.0) || left_of(q.0) {
                let turned = *turned_left.get_or_insert_with(|| self.turn(roads, &node, node.left, node.left_corner));
                if let Some(turned) = turned {
                    let from = if seen_to.0 == q.0 { p } else { seen_to };
                    self.push(mesh, roads, turned, k, from, q, state);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Dice, rooms, somewhere};
    use crate::{ExactPlanner, Goal, NavMesh, Planner, Roadmap, RoadmapOptions};

    #[test]
    fn whoever_stands_on_a_free_segment_sees_both_sides() {
        let site = rooms(3, 3, 5.0);
        let mesh = NavMesh::of(&site).expect("a sound plan");
        let roads = Roadmap::build(&mesh, 0.3, RoadmapOptions::default());
        let mut exact = ExactPlanner::default();
        let mut dice = Dice::new(5);
        for s in mesh.free_segments().iter().filter(|s| s.width > 0.3) {
            let from = s.at.a.lerp(s.at.b, dice.between(0.1, 0.9));
            let (to, end) = somewhere(&mesh, &mut dice, 15.0);
            let mut length = |cell| {
                exact.plan(&mesh, &roads, from, cell, &Goal::point_in(end, to)).expect("all rooms are joined");
                exact.cost()
            };
            let [a, b] = s.cells.map(&mut length);
            assert!((a - b).abs() < 1e-9, "{a} and {b} from {from} to {to}");
        }
    }
}
