//! A* over the whole road map, key point by key point: the reference for the hierarchical planner.

use crate::planner::{NO_END, OpenEntry, end_in, nothing, route};
use crate::triangles::NONE;
use crate::{CellId, Goal, NavMesh, NoRoute, Planner, Roadmap, Route};
use ambulo_geom::Point;
use std::collections::BinaryHeap;

#[derive(Clone, Copy)]
struct VisitedCell {
    /// Search in which this entry was written: old entries need no clearing.
    round: u32,
    cost: f64,
    from: u32,
    /// The cell the key point was reached through: the route continues behind it.
    via: CellId,
    closed: bool,
}

const UNSEEN: VisitedCell = VisitedCell { round: 0, cost: f64::INFINITY, from: NONE, via: NONE, closed: false };

/// Expands every key point nearer than the goal. See [`Planner`].
///
/// ```
/// use ambulo_nav::Planner;
/// assert_eq!(ambulo_nav::FlatPlanner::default().name(), "flat");
/// ```
pub struct FlatPlanner {
    seen: Vec<VisitedCell>,
    open: BinaryHeap<OpenEntry>,
    round: u32,
    expanded: u32,
    cost: f64,
    budget: u32,
}

impl Default for FlatPlanner {
    fn default() -> Self {
        Self { seen: Vec::new(), open: BinaryHeap::new(), round: 0, expanded: 0, cost: 0.0, budget: u32::MAX }
    }
}

impl Planner for FlatPlanner {
    fn name(&self) -> &'static str {
        "flat"
    }

    fn plan(
        &mut self,
        mesh: &NavMesh,
        roads: &Roadmap,
        from: Point,
        cell: CellId,
        goal: &Goal,
    ) -> Result<Route, NoRoute> {
        self.seen.resize(self.seen.len().max(roads.keys()), UNSEEN);
        self.round += 1;
        self.open.clear();
        self.expanded = 0;
        let part = |c: CellId| roads.graph.component[c as usize];
        if goal.pieces().iter().all(|p| part(p.cell) != part(cell)) {
            return Err(nothing(self, mesh, roads, (from, cell), goal, false));
        }
        let mut end = NO_END;
        if let Some((cost, piece)) = end_in(mesh, cell, goal, from) {
            (end.cost, end.piece) = (cost, piece);
        }
        for &key in roads.outer_keys(cell) {
            if mesh.is_open(roads.segment_of(key)) {
                let cost = from.distance(roads.places[key as usize]) * mesh.effort(cell);
                self.reach(roads, goal, key, cost, NONE, cell, end.cost);
            }
        }
        while let Some(OpenEntry { estimate, state }) = self.open.pop() {
            if estimate >= end.cost {
                break;
            }
            let here = self.seen[state as usize];
            if here.closed {
                continue;
            }
            if self.expanded == self.budget {
                return Err(nothing(self, mesh, roads, (from, cell), goal, true));
            }
            self.seen[state as usize].closed = true;
            self.expanded += 1;
            let [a, b] = mesh.free[roads.segment_of(state) as usize].cells;
            let next = if a == here.via { b } else { a };
            if let Some((rest, piece)) = end_in(mesh, next, goal, roads.places[state as usize])
                && here.cost + rest < end.cost
            {
                (end.cost, end.state, end.piece) = (here.cost + rest, state, piece);
            }
            let keys = roads.outer_keys(next);
            let own = keys.iter().position(|k| *k == state).unwrap_or(0);
            for (j, &cost) in roads.row(next, own).iter().enumerate() {
                self.reach(roads, goal, keys[j], here.cost + cost, state, next, end.cost);
            }
        }
        if end.cost == f64::INFINITY {
            return Err(nothing(self, mesh, roads, (from, cell), goal, false));
        }
        self.cost = end.cost;
        let mut keys = Vec::new();
        let mut at = end.state;
        while at != NONE {
            keys.push(at);
            at = self.seen[at as usize].from;
        }
        keys.reverse();
        Ok(route(mesh, roads, cell, goal, &keys, end.piece))
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

impl FlatPlanner {
    #[inline]
    fn reach(&mut self, roads: &Roadmap, goal: &Goal, key: u32, cost: f64, from: u32, via: CellId, bound: f64) {
        let known = &mut self.seen[key as usize];
        if known.round != self.round {
            *known = VisitedCell { round: self.round, ..UNSEEN };
        }
        if cost >= known.cost {
            return;
        }
        let estimate = cost + goal.least_distance(roads.places[key as usize]);
        if estimate < bound {
            *known = VisitedCell { cost, from, via, ..*known };
            self.open.push(OpenEntry { estimate, state: key });
        }
    }
}
