//! A* over the whole road map, key point by key point: the reference for the hierarchical planner.

use crate::planner::{OpenEntry, end_in};
use crate::triangles::NONE;
use crate::{CellId, Goal, NoRoute, Planner, Roadmap, Route, RouteQuery, SearchTally};
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
#[derive(Default)]
pub struct FlatPlanner {
    seen: Vec<VisitedCell>,
    open: BinaryHeap<OpenEntry>,
    round: u32,
    tally: SearchTally,
}

impl Planner for FlatPlanner {
    fn name(&self) -> &'static str {
        "flat"
    }

    fn search(&mut self, query: &RouteQuery<'_>) -> Result<Route, NoRoute> {
        self.search_delayed(query, |_, cost| cost)
    }

    fn tally(&self) -> &SearchTally {
        &self.tally
    }

    fn tally_mut(&mut self) -> &mut SearchTally {
        &mut self.tally
    }
}

impl FlatPlanner {
    /// The cheapest route where free segments delay: `pass` is asked for a segment and what it costs to be there, and answers with what it costs
    /// to be through, never less [m]. It must not fall when the cost rises: nobody is through sooner by coming later.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region};
    /// use ambulo_nav::{FlatPlanner, Goal, NavMesh, Roadmap, RouteQuery};
    /// // Two doors in a wall: the near one at y = 2, the other at y = 8.
    /// let wall: &[(f64, f64)] = &[(5.0, 2.5), (5.2, 2.5), (5.2, 7.5), (5.0, 7.5)];
    /// let ring = [(0.0, 0.0), (5.0, 0.0), (5.0, 1.5), (5.2, 1.5), (5.2, 0.0), (10.0, 0.0), (10.0, 10.0), (5.2, 10.0), (5.2, 8.5), (5.0, 8.5), (5.0, 10.0), (0.0, 10.0)];
    /// let mesh = NavMesh::build(&Region::from(Polygon::from_rings(&ring, &[wall]).unwrap())).unwrap();
    /// let roads = Roadmap::build(&mesh, 0.5, Default::default());
    /// let goal = Goal::point(&mesh, Point::new(9.0, 3.0)).unwrap();
    /// let from = Point::new(1.0, 3.0);
    /// let query = RouteQuery { mesh: &mesh, roads: &roads, from, cell: mesh.locate(from).unwrap(), goal: &goal };
    /// let crosses_at = |route: ambulo_nav::Route| { let p = route.portals[route.portals.len() / 2]; mesh.edge(p.cell, p.edge as usize).a.y };
    /// let narrow_below = |s: u32| mesh.free_segments()[s as usize].at.a.y < 3.0 && mesh.free_segments()[s as usize].width < 1.5;
    /// let mut planner = FlatPlanner::default();
    /// assert!(crosses_at(planner.search_delayed(&query, |_, cost| cost).unwrap()) < 3.0);
    /// let queue = |s, cost: f64| if narrow_below(s) { cost.max(40.0) } else { cost };
    /// assert!(crosses_at(planner.search_delayed(&query, queue).unwrap()) > 7.0);
    /// ```
    pub fn search_delayed(&mut self, query: &RouteQuery<'_>, pass: impl Fn(u32, f64) -> f64) -> Result<Route, NoRoute> {
        let RouteQuery { mesh, roads, goal, .. } = *query;
        self.seen.resize(self.seen.len().max(roads.keys()), UNSEEN);
        self.round += 1;
        self.open.clear();
        self.tally.expanded = 0;
        let Some(mut end) = query.first_end() else { return Err(query.no_route(0, false)) };
        for (key, cost) in query.first_keys() {
            let cost = pass(roads.segment_of(key), cost);
            self.reach(roads, goal, key, cost, NONE, query.cell, end.cost);
        }
        while let Some(OpenEntry { estimate, state }) = self.open.pop() {
            if estimate >= end.cost {
                break;
            }
            let here = self.seen[state as usize];
            if here.closed {
                continue;
            }
            if self.tally.expanded == self.tally.budget {
                return Err(query.no_route(self.tally.expanded, true));
            }
            self.seen[state as usize].closed = true;
            self.tally.expanded += 1;
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
                let cost = pass(roads.segment_of(keys[j]), here.cost + cost);
                self.reach(roads, goal, keys[j], cost, state, next, end.cost);
            }
        }
        if end.cost == f64::INFINITY {
            return Err(query.no_route(self.tally.expanded, false));
        }
        self.tally.cost = end.cost;
        let mut keys = Vec::new();
        let mut at = end.state;
        while at != NONE {
            keys.push(at);
            at = self.seen[at as usize].from;
        }
        keys.reverse();
        Ok(query.route(&keys, end.piece))
    }

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
