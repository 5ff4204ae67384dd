//! Hierarchical A*: far away the search crosses big nodes in one hop, near start and goal it sees every cell.
//!
//! From the root downwards every node that contains the start or a part of the goal is open; what remains closed is
//! one node a step, bigger the farther away. Their tables make the graph that A* searches. Starting from the root and
//! not from the lowest common node is what makes the result equal to the flat search: a route may leave that node.
//!
//! The heuristic for the remaining cost is the straight line, or what landmarks know, whichever is more.
//!
//! What is found is the cheapest route over key points; the refinement then looks for a shorter one near it.
//!
//! A key point reached through one node is only gone on from into the node behind it: within the same node its table
//! has the shorter hop already.

use crate::landmarks::Bearing;
use crate::planner::{RouteEnd, end_in};
use crate::refine::Refinement;
use crate::roadmap::RoadmapWorkspace;
use crate::triangles::NONE;
use crate::{CellId, Goal, NavMesh, NoRoute, Planner, Roadmap, Route, RouteQuery, SearchTally};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A node of the query graph, with the numbers its key points have in this search.
#[derive(Clone, Copy)]
struct QueryNode {
    node: u32,
    first: u32,
}

/// A key point in this search.
#[derive(Clone, Copy)]
struct KeyPointState {
    key: u32,
    /// The slots on its two sides, and its place in each one's list.
    slots: [u32; 2],
    places: [u32; 2],
    from: u32,
    /// The slot it was reached through.
    via: u32,
    /// Cost of the straight line to the goal in a cell beside it, and the piece.
    end: f64,
    piece: u32,
}

/// What the search asks of a key point again and again.
#[derive(Clone, Copy)]
struct Hot {
    /// Least cost so far.
    cost: f64,
    /// Least possible rest; negative until asked for.
    rest: f64,
}

/// An entry of the queue: the estimate, rounded down to half the digits, then the state. One number compares faster
/// than two, and rounding down keeps the estimate a lower bound; a state whose cost falls after it was taken up is
/// simply taken up again.
fn entry(estimate: f64, state: u32) -> Reverse<u64> {
    let near = estimate as f32;
    // Costs are never negative, so that the bits of the numbers are in their order.
    let below = if f64::from(near) > estimate { near.to_bits() - 1 } else { near.to_bits() };
    Reverse(u64::from(below) << 32 | u64::from(state))
}

fn estimate_of(Reverse(entry): Reverse<u64>) -> (f64, u32) {
    (f64::from(f32::from_bits((entry >> 32) as u32)), entry as u32)
}

/// Plans over the abstraction. See [`Planner`].
pub struct HierarchicalPlanner {
    slots: Vec<QueryNode>,
    /// For every slot, the states of its key points, in the order of its table.
    members: Vec<u32>,
    states: Vec<KeyPointState>,
    hot: Vec<Hot>,
    /// Per state: the cost it was last taken up with.
    taken: Vec<f64>,
    /// Per key point: the search that numbered it, and its number.
    number: Vec<(u32, u32)>,
    /// Per node: the search in which it contains start or goal.
    mark: Vec<u32>,
    open: BinaryHeap<Reverse<u64>>,
    scratch: RoadmapWorkspace,
    keys: Vec<u32>,
    refinement: Refinement,
    refined: bool,
    /// What the landmarks know of the goal.
    bearing: Option<Bearing>,
    round: u32,
    tally: SearchTally,
    from_common: bool,
}

impl Default for HierarchicalPlanner {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            members: Vec::new(),
            states: Vec::new(),
            hot: Vec::new(),
            taken: Vec::new(),
            number: Vec::new(),
            mark: Vec::new(),
            open: BinaryHeap::new(),
            scratch: RoadmapWorkspace::default(),
            keys: Vec::new(),
            refinement: Refinement::default(),
            refined: true,
            bearing: None,
            round: 0,
            tally: SearchTally::default(),
            from_common: false,
        }
    }
}

impl HierarchicalPlanner {
    /// Searches only within the lowest node that contains start and goal: faster, but routes that leave that node are
    /// not found.
    ///
    /// ```
    /// let quick = ambulo_nav::HierarchicalPlanner::default().from_lowest_common_node();
    /// ```
    pub fn from_lowest_common_node(mut self) -> Self {
        self.from_common = true;
        self
    }

    /// Answers with the cheapest route over key points, as the hierarchy finds it: faster, and now and then around an
    /// obstacle on the wrong side.
    ///
    /// ```
    /// let plain = ambulo_nav::HierarchicalPlanner::default().unrefined();
    /// ```
    pub fn unrefined(mut self) -> Self {
        self.refined = false;
        self
    }

    /// Marks every node that contains the start or a part of the goal: those are open, all others are crossed whole.
    fn open_nodes(&mut self, roads: &Roadmap, cell: CellId, goal: &Goal) {
        let tree = &roads.tree;
        self.mark.resize(self.mark.len().max(tree.nodes()), 0);
        self.slots.clear();
        self.members.clear();
        self.states.clear();
        self.hot.clear();
        self.taken.clear();
        for mut node in std::iter::once(cell).chain(goal.pieces().iter().map(|p| p.cell)) {
            while node != NONE && self.mark[node as usize] != self.round {
                self.mark[node as usize] = self.round;
                node = tree.parent[node as usize];
            }
            if self.from_common && goal.pieces().len() == 1 && node != NONE {
                // What lies above the lowest common node is out of bounds.
                node = tree.parent[node as usize];
                while node != NONE {
                    self.mark[node as usize] = NONE;
                    node = tree.parent[node as usize];
                }
            }
        }
        self.add_slot(roads, cell);
        for (i, piece) in goal.pieces().iter().enumerate() {
            let again = i > 0 && goal.pieces()[i - 1].cell == piece.cell;
            if piece.cell != cell && !again {
                self.add_slot(roads, piece.cell);
            }
        }
    }

    /// The node of the query graph a cell belongs to: itself when it is open, else its highest node that is not.
    fn node_of(&self, roads: &Roadmap, cell: CellId) -> Option<u32> {
        let mut node = cell;
        if self.mark[node as usize] == self.round {
            return Some(node);
        }
        loop {
            let parent = roads.tree.parent[node as usize];
            match self.mark.get(parent as usize) {
                Some(&mark) if mark == self.round => return Some(node),
                Some(&NONE) | None => return None,
                _ => node = parent,
            }
        }
    }

    /// The slot behind a key point that was reached through `via`. It is listed when first needed: much of the plan
    /// never is.
    fn slot_behind(&mut self, mesh: &NavMesh, roads: &Roadmap, state: u32) -> Option<(u32, u32)> {
        let KeyPointState { key, slots, places, via, .. } = self.states[state as usize];
        let side = usize::from(slots[0] == via);
        if slots[side] != NONE {
            return Some((slots[side], places[side]));
        }
        let via_node = self.slots[via as usize].node;
        let cells = mesh.free[roads.segment_of(key) as usize].cells;
        let behind = cells.into_iter().filter_map(|c| self.node_of(roads, c)).find(|n| *n != via_node)?;
        self.add_slot(roads, behind);
        let KeyPointState { slots, places, .. } = self.states[state as usize];
        Some((slots[side], places[side])).filter(|(slot, _)| *slot != NONE)
    }

    fn add_slot(&mut self, roads: &Roadmap, node: u32) {
        let slot = self.slots.len() as u32;
        self.slots.push(QueryNode { node, first: self.members.len() as u32 });
        for (place, &key) in roads.outer_keys(node).iter().enumerate() {
            let (round, number) = self.number[key as usize];
            let number = if round == self.round {
                let state = &mut self.states[number as usize];
                state.slots[1] = slot;
                state.places[1] = place as u32;
                number
            } else {
                let number = self.states.len() as u32;
                self.number[key as usize] = (self.round, number);
                self.hot.push(Hot { cost: f64::INFINITY, rest: -1.0 });
                self.taken.push(f64::INFINITY);
                self.states.push(KeyPointState {
                    key,
                    slots: [slot, NONE],
                    places: [place as u32, 0],
                    from: NONE,
                    via: NONE,
                    end: f64::INFINITY,
                    piece: 0,
                });
                number
            };
            self.members.push(number);
        }
    }

    /// Notes at every key point of a goal cell what the rest costs from there.
    fn place_ends(&mut self, mesh: &NavMesh, roads: &Roadmap, goal: &Goal) {
        for slot in 0..self.slots.len() {
            let QueryNode { node, first } = self.slots[slot];
            if !roads.tree.is_cell(node) || goal.pieces_in(node).is_empty() {
                continue;
            }
            for (i, &key) in roads.outer_keys(node).iter().enumerate() {
                let state = &mut self.states[self.members[first as usize + i] as usize];
                if let Some((rest, piece)) = end_in(mesh, node, goal, roads.places[key as usize])
                    && rest < state.end
                    && mesh.is_open(roads.segment_of(key))
                {
                    (state.end, state.piece) = (rest, piece);
                }
            }
        }
    }

    #[inline]
    fn reach(
        &mut self,
        roads: &Roadmap,
        goal: &Goal,
        (state, cost): (u32, f64),
        from: u32,
        via: u32,
        end: &mut RouteEnd,
    ) {
        let hot = &mut self.hot[state as usize];
        if hot.rest < 0.0 {
            let key = self.states[state as usize].key;
            let straight = goal.least_distance(roads.places[key as usize]);
            hot.rest = match &self.bearing {
                Some(bearing) => straight.max(roads.landmarks.bound(key, bearing)),
                None => straight,
            };
        }
        let estimate = cost + hot.rest;
        if estimate >= end.cost {
            return;
        }
        hot.cost = cost;
        let known = &mut self.states[state as usize];
        (known.from, known.via) = (from, via);
        if cost + known.end < end.cost {
            *end = RouteEnd { cost: cost + known.end, state, piece: known.piece };
        }
        self.open.push(entry(estimate, state));
    }

    fn unfold_route(&mut self, roads: &Roadmap, end: &RouteEnd) {
        let mut states = Vec::new();
        let mut at = end.state;
        while at != NONE {
            states.push(at);
            at = self.states[at as usize].from;
        }
        states.reverse();
        self.scratch.fit(roads.keys());
        self.keys.clear();
        for (i, &s) in states.iter().enumerate() {
            let KeyPointState { key, slots, places, via, .. } = self.states[s as usize];
            if i == 0 {
                self.keys.push(key);
                continue;
            }
            let place_in = |places: [u32; 2], slots: [u32; 2]| places[usize::from(slots[0] != via)] as usize;
            let before = &self.states[states[i - 1] as usize];
            let (a, b) = (place_in(before.places, before.slots), place_in(places, slots));
            roads.unfold(self.slots[via as usize].node, a, b, &mut self.keys, &mut self.scratch);
        }
    }
}

impl Planner for HierarchicalPlanner {
    fn name(&self) -> &'static str {
        "hierarchical"
    }

    fn search(&mut self, query: &RouteQuery<'_>) -> Result<Route, NoRoute> {
        let RouteQuery { mesh, roads, from, cell, goal } = *query;
        self.number.resize(self.number.len().max(roads.keys()), (0, 0));
        self.round += 1;
        self.open.clear();
        self.tally.expanded = 0;
        let Some(mut end) = query.first_end() else { return Err(query.no_route(0, false)) };
        self.bearing = roads.landmarks.bearing(mesh, roads, goal);
        self.open_nodes(roads, cell, goal);
        self.place_ends(mesh, roads, goal);
        for (key, cost) in query.first_keys() {
            let state = self.number[key as usize].1;
            self.reach(roads, goal, (state, cost), NONE, 0, &mut end);
        }
        while let Some(popped) = self.open.pop() {
            let (estimate, state) = estimate_of(popped);
            if estimate >= end.cost {
                break;
            }
            let cost = self.hot[state as usize].cost;
            if self.taken[state as usize] <= cost {
                continue;
            }
            if self.tally.expanded == self.tally.budget {
                return Err(query.no_route(self.tally.expanded, true));
            }
            self.taken[state as usize] = cost;
            self.tally.expanded += 1;
            let Some((slot, place)) = self.slot_behind(mesh, roads, state) else { continue };
            let QueryNode { node, first } = self.slots[slot as usize];
            let row = roads.row(node, place as usize);
            for (j, &hop) in row.iter().enumerate() {
                let next = self.members[first as usize + j];
                if cost + hop < self.hot[next as usize].cost {
                    self.reach(roads, goal, (next, cost + hop), state, slot, &mut end);
                }
            }
        }
        if end.cost == f64::INFINITY {
            return Err(query.no_route(self.tally.expanded, false));
        }
        self.tally.cost = end.cost;
        self.unfold_route(roads, &end);
        let found = query.route(&self.keys, end.piece);
        if !self.refined {
            return Ok(found);
        }
        let states = self.tally.budget - self.tally.expanded;
        let (shorter, expanded) =
            self.refinement.shorten(mesh, roads, (from, cell), goal, (&found, self.tally.cost), states);
        self.tally.expanded += expanded;
        Ok(shorter.unwrap_or(found))
    }

    fn tally(&self) -> &SearchTally {
        &self.tally
    }

    fn tally_mut(&mut self) -> &mut SearchTally {
        &mut self.tally
    }
}
