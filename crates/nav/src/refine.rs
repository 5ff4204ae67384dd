//! Shortens a route where key points led it past an obstacle on the wrong side.
//!
//! Key points stand for whole free segments, so that the cheapest route over them need not be the shortest. The route is
//! pulled taut, and the interval search looks for one that is shorter by [`WORTH`] at least. The length found bounds that
//! search from above, the straight line and the landmarks from below, both drawn together by [`WEIGHT`]: where even that
//! leaves room, the search covers the ellipse of all places on shorter paths, and where this promises too many states it is
//! left off. Such routes are long, and what an obstacle adds to them is little.
//!
//! Stairs and ramps cost more per metre than level ground, which the interval search does not count. They stay as they are,
//! each stretch between them is searched by itself, and what is found counts only if the whole costs less.

use crate::interval::{IntervalSearch, Limits};
use crate::planner::beyond;
use crate::{CellId, Goal, NavMesh, Portal, Roadmap, Route, funnel};
use ambulo_geom::Point;
use std::f64::consts::FRAC_PI_4;

/// Least share of the whole length that a stretch must gain.
const WORTH: f64 = 0.004;
/// Shortest routes within this factor of the one found need not be found.
const WEIGHT: f64 = 1.016;
/// Most states a search may expand.
const MOST_STATES: u32 = 500;
/// A search that promises more states is left off.
const MOST_EXPECTED: f64 = 600.0;

/// Where a taut path crosses a portal, and how far along it that is [m].
#[derive(Clone, Copy)]
struct Crossing {
    at: Point,
    along: f64,
}

/// Working memory, kept between routes.
#[derive(Default)]
pub(crate) struct Refinement {
    search: IntervalSearch,
    portals: Vec<Portal>,
    /// One per portal, then the end.
    crossings: Vec<Crossing>,
}

impl Refinement {
    /// A route of less cost than this one, if one is found within so many states; and how many it took.
    pub fn shorten(
        &mut self,
        mesh: &NavMesh,
        roads: &Roadmap,
        (from, cell): (Point, CellId),
        goal: &Goal,
        (route, cost): (&Route, f64),
        states: u32,
    ) -> (Option<Route>, u32) {
        let piece = &goal.pieces()[route.piece as usize];
        // On level ground the cost over key points bounds the length, and spares most routes the rest.
        let hopeless = || {
            let ends = ((from, cell), (piece.nearest(from), piece.cell));
            mesh.is_level() && promise(mesh, roads, ends, cost * (1.0 - WORTH)).is_none()
        };
        if route.portals.is_empty() || hopeless() {
            return (None, 0);
        }
        self.portals.clear();
        self.portals.extend_from_slice(&route.portals);
        let before = self.pull_to(mesh, from, goal, route.piece);
        let worth = WORTH * self.crossings[route.portals.len()].along;
        let (mut expanded, mut changed) = (0, false);
        // From the last stretch to the first: what comes before keeps its place.
        let mut end = route.portals.len() + 1;
        while let Some((first, last)) = level_stretch(mesh, &route.portals, end) {
            end = first;
            let (start, begins_in) = match first.checked_sub(1) {
                None => (Crossing { at: from, along: 0.0 }, cell),
                Some(i) => (self.crossings[i], beyond(mesh, &route.portals[i])),
            };
            let (target, ends_in) = (self.crossings[last], route.portals.get(last).map_or(piece.cell, |p| p.cell));
            let ends = ((start.at, begins_in), (target.at, ends_in));
            let Some(limits) = promise(mesh, roads, ends, target.along - start.along - worth) else { continue };
            let limits = Limits { states: MOST_STATES.min(states.saturating_sub(expanded)), ..limits };
            let found = self.search.run(mesh, roads, ends.0, ends.1, &limits);
            expanded += self.search.expanded;
            if found.is_ok() {
                self.portals.splice(first..last, self.search.portals.iter().copied());
                changed = true;
            }
        }
        if !changed || self.pull_to(mesh, from, goal, route.piece) >= before {
            return (None, expanded);
        }
        let whole = self.crossings[self.portals.len()].along;
        for (portal, crossing) in self.portals.iter_mut().zip(&self.crossings) {
            portal.tail = (whole - crossing.along) as f32;
        }
        (Some(Route { portals: self.portals.as_slice().into(), piece: route.piece }), expanded)
    }

    /// Pulls the portals taut to where the piece of the goal is nearest to the last turn; the cost of the path.
    fn pull_to(&mut self, mesh: &NavMesh, from: Point, goal: &Goal, piece: u32) -> f64 {
        let piece = &goal.pieces()[piece as usize];
        let mut target = piece.nearest(from);
        for _ in 0..2 {
            let last = self.pull(mesh, from, target);
            let nearer = piece.nearest(last);
            if nearer == target {
                break;
            }
            target = nearer;
            self.pull(mesh, from, target);
        }
        let along = |i: usize| i.checked_sub(1).map_or(0.0, |i| self.crossings[i].along);
        let cell = |i: usize| self.portals.get(i).map_or(piece.cell, |p| p.cell);
        (0..self.crossings.len()).map(|i| (along(i + 1) - along(i)) * mesh.effort(cell(i))).sum()
    }

    /// Pulls the portals taut; the place of the last turn.
    fn pull(&mut self, mesh: &NavMesh, from: Point, target: Point) -> Point {
        self.crossings.clear();
        let (mut apex, mut along) = (from, 0.0);
        loop {
            let done = self.crossings.len();
            let turn = funnel::turn(mesh, self.portals[done..].iter().copied(), apex, target, 0.0);
            let (next, upto) = turn.map_or((target, self.portals.len()), |(i, corner)| (corner, done + i + 1));
            let leg = apex.distance(next);
            for p in &self.portals[done..upto] {
                let at = crossed(mesh, p, apex, next);
                self.crossings.push(Crossing { at, along: along + apex.distance(at).min(leg) });
            }
            along += leg;
            if turn.is_none() {
                self.crossings.push(Crossing { at: target, along });
                return apex;
            }
            apex = next;
        }
    }
}

/// The limits of a search for a path on level ground shorter than `bound` [m]; `None` where there is none, or where the
/// search would take too long.
fn promise(
    mesh: &NavMesh,
    roads: &Roadmap,
    (start, target): ((Point, CellId), (Point, CellId)),
    bound: f64,
) -> Option<Limits> {
    let straight = start.0.distance(target.0);
    if start.1 == target.1 || bound <= WEIGHT * straight {
        return None;
    }
    let range = roads.landmarks.range(mesh, roads, target);
    let own = roads.landmarks.range(mesh, roads, start);
    let least = range.zip(own).map_or(0.0, |(a, b)| a.apart(&b));
    let promised = WEIGHT * straight.max(least);
    // The area of the ellipse around all places on paths short enough.
    let ellipse = FRAC_PI_4 * bound * (bound * bound - promised * promised).max(0.0).sqrt();
    let limits = Limits { bound, weight: WEIGHT, effort: 1.0, states: MOST_STATES, range, least };
    (bound > promised && roads.density * ellipse <= MOST_EXPECTED).then_some(limits)
}

/// Where the straight line from `a` to `b` crosses a portal.
fn crossed(mesh: &NavMesh, portal: &Portal, a: Point, b: Point) -> Point {
    let e = mesh.edge(portal.cell, portal.edge as usize);
    let side = |p: Point| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    let (p, q) = (side(e.a), side(e.b));
    if p == q {
        // The path goes along it, or turns in place: its nearer end.
        return if e.a.distance_squared(a) < e.b.distance_squared(a) { e.a } else { e.b };
    }
    e.a.lerp(e.b, (p / (p - q)).clamp(0.0, 1.0))
}

/// The last run of portals before `end` that are crossed from level ground to level ground, as a range; what lies before it is
/// left to the next call with the range's start. An `end` beyond the portals begins with the cell of the goal.
fn level_stretch(mesh: &NavMesh, portals: &[Portal], end: usize) -> Option<(usize, usize)> {
    let level = |i: usize| {
        let cell = match portals.get(i) {
            Some(p) => p.cell,
            None => portals.last().map_or(0, |p| beyond(mesh, p)),
        };
        mesh.effort(cell) == 1.0
    };
    // Cell `i` lies before portal `i`.
    let last = (0..end).rev().find(|i| level(*i))?;
    let first = (0..last).rev().take_while(|i| level(*i)).last().unwrap_or(last);
    Some((first, last))
}
