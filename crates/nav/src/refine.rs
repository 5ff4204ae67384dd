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
use crate::landmarks::Range;
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
struct PathCrossing {
    at: Point,
    along: f64,
}

/// Working memory, kept between routes.
#[derive(Default)]
pub(crate) struct Refinement {
    search: IntervalSearch,
    portals: Vec<Portal>,
    /// One per portal, then the end.
    crossings: Vec<PathCrossing>,
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
        if route.portals.is_empty() {
            return (None, 0);
        }
        // On level ground the cost over key points bounds the length, which spares most routes the rest.
        let nearest = piece.nearest(from);
        let whole = mesh.is_level().then(|| Prospect::of(mesh, roads, (from, cell), (nearest, piece.cell)));
        if whole.is_some_and(|prospect| prospect.limits(roads, cost * (1.0 - WORTH)).is_none()) {
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
                None => (PathCrossing { at: from, along: 0.0 }, cell),
                Some(i) => (self.crossings[i], beyond(mesh, &route.portals[i])),
            };
            let (target, ends_in) = (self.crossings[last], route.portals.get(last).map_or(piece.cell, |p| p.cell));
            let ends = ((start.at, begins_in), (target.at, ends_in));
            let prospect = match whole {
                Some(whole) if target.at == nearest => whole,
                _ => Prospect::of(mesh, roads, ends.0, ends.1),
            };
            let bound = target.along - start.along - worth;
            let limits = prospect.limits(roads, bound).filter(|_| begins_in != ends_in);
            let Some(limits) = limits else { continue };
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
        let length = self.crossings[self.portals.len()].along;
        for (portal, crossing) in self.portals.iter_mut().zip(&self.crossings) {
            portal.tail = (length - crossing.along) as f32;
        }
        (Some(Route { portals: self.portals.as_slice().into(), piece: route.piece }), expanded)
    }

    /// Pulls the portals taut to where the piece of the goal is nearest to the last turn; the cost of the path.
    fn pull_to(&mut self, mesh: &NavMesh, from: Point, goal: &Goal, piece: u32) -> f64 {
        let piece = &goal.pieces()[piece as usize];
        let mut target = piece.nearest(from);
        let mut last = self.pull(mesh, from, target);
        // As for the path that is walked: once more settles.
        for _ in 0..2 {
            let nearer = piece.nearest(last);
            if nearer == target {
                break;
            }
            target = nearer;
            last = self.pull(mesh, from, target);
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
                self.crossings.push(PathCrossing { at, along: along + apex.distance(at).min(leg) });
            }
            along += leg;
            if turn.is_none() {
                self.crossings.push(PathCrossing { at: target, along });
                return apex;
            }
            apex = next;
        }
    }
}

/// What is known of the paths on level ground between two places before any search.
#[derive(Clone, Copy)]
struct Prospect {
    /// What the landmarks know of the target, and the least length by it and by the straight line [m].
    range: Option<Range>,
    least: f64,
}

impl Prospect {
    fn of(mesh: &NavMesh, roads: &Roadmap, start: (Point, CellId), target: (Point, CellId)) -> Self {
        let range = roads.landmarks.range(mesh, roads, target);
        let own = roads.landmarks.range(mesh, roads, start);
        let apart = range.zip(own).map_or(0.0, |(a, b)| a.apart(&b));
        Self { range, least: apart.max(start.0.distance(target.0)) }
    }

    /// The limits of a search for a path shorter than `bound` [m]; `None` where there is none, or where the search would
    /// take too long.
    fn limits(&self, roads: &Roadmap, bound: f64) -> Option<Limits> {
        let promised = WEIGHT * self.least;
        // The area of the ellipse around all places on paths short enough.
        let ellipse = FRAC_PI_4 * bound * (bound * bound - promised * promised).max(0.0).sqrt();
        let Self { range, least } = *self;
        let limits = Limits { bound, weight: WEIGHT, effort: 1.0, states: MOST_STATES, range, least };
        (bound > promised && roads.density * ellipse <= MOST_EXPECTED).then_some(limits)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Dice, pillars, rooms, somewhere};
    use crate::{DoorLine, ExactPlanner, HierarchicalPlanner, Landing, Level, Planner, RoadmapOptions, Site, Stairs};
    use ambulo_geom::{Polygon, Region, Segment};

    /// What the taut path of a route costs.
    fn cost(mesh: &NavMesh, from: Point, goal: &Goal, route: &Route) -> f64 {
        let mut refinement = Refinement { portals: route.portals.to_vec(), ..Refinement::default() };
        refinement.pull_to(mesh, from, goal, route.piece)
    }

    /// That a route crosses only open segments wide enough, in order, to the piece it ends in.
    fn check(mesh: &NavMesh, roads: &Roadmap, cell: CellId, goal: &Goal, route: &Route) {
        let mut at = cell;
        for p in &route.portals {
            assert_eq!(p.cell, at, "the portals follow each other");
            assert!(roads.graph.passable[mesh.segment_at(p.cell, p.edge as usize) as usize], "too narrow");
            at = mesh.across(p.cell, p.edge as usize);
            assert_ne!(at, crate::triangles::NONE, "through a wall or a shut door");
        }
        assert_eq!(at, goal.pieces()[route.piece as usize].cell);
        assert!(route.portals.windows(2).all(|w| w[1].tail <= w[0].tail), "it gets nearer");
    }

    /// Plans with and without refinement, and checks that it never makes a route dearer; how many it made cheaper.
    fn never_dearer(mesh: &NavMesh, roads: &Roadmap, ends: &[((Point, CellId), Goal)]) -> usize {
        let (mut refined, mut plain) = (HierarchicalPlanner::default(), HierarchicalPlanner::default().unrefined());
        let mut shorter = 0;
        for ((a, cell), goal) in ends {
            let routes = (refined.plan(mesh, roads, *a, *cell, goal), plain.plan(mesh, roads, *a, *cell, goal));
            let (Ok(new), Ok(old)) = routes else { continue };
            check(mesh, roads, *cell, goal, &new);
            let (new, old) = (cost(mesh, *a, goal, &new), cost(mesh, *a, goal, &old));
            assert!(new <= old && old <= plain.cost() + 1e-9 && refined.cost() == plain.cost(), "{new} above {old}");
            shorter += usize::from(new < old);
        }
        shorter
    }

    #[test]
    fn refined_routes_among_pillars_are_within_two_per_cent_of_the_shortest() {
        let (mut worst, mut shorter) = (1.0f64, 0);
        for seed in 0..40 {
            let mesh = NavMesh::build(&pillars(seed, 20.0, 60)).expect("a sound plan");
            let roads = Roadmap::build(&mesh, 0.3, RoadmapOptions::default());
            let mut dice = Dice::new(seed + 900);
            let ends: Vec<_> = (0..40)
                .map(|_| (somewhere(&mesh, &mut dice, 20.0), somewhere(&mesh, &mut dice, 20.0)))
                .map(|(a, b)| (a, Goal::point_in(b.1, b.0)))
                .collect();
            shorter += never_dearer(&mesh, &roads, &ends);
            let (mut fast, mut exact) = (HierarchicalPlanner::default(), ExactPlanner::default());
            for ((a, cell), goal) in &ends {
                let Ok(route) = fast.plan(&mesh, &roads, *a, *cell, goal) else { continue };
                exact.plan(&mesh, &roads, *a, *cell, goal).expect("as above");
                worst = worst.max(cost(&mesh, *a, goal, &route) / exact.cost().max(1e-9));
            }
        }
        assert!(shorter > 50, "{shorter} of 1600");
        // What a search that ends leaves: `WEIGHT` over what is worth looking for.
        assert!(worst < WEIGHT / (1.0 - WORTH) + 1e-9, "{worst}");
    }

    #[test]
    fn shut_doors_and_narrow_passages_stay_shut() {
        for seed in 0..30 {
            let mut site = rooms(seed, 4, 5.0);
            for pair in site.levels[0].walls.clone().chunks(2) {
                site.doors.push(DoorLine { level: 0, line: Segment::new(pair[0].b, pair[1].a), open: true });
            }
            let mut mesh = NavMesh::of(&site).expect("a sound plan");
            // Gaps are 0.5 to 1.5 m wide: some are too narrow.
            let mut roads = Roadmap::build(&mesh, 0.7, RoadmapOptions::default());
            let mut dice = Dice::new(seed);
            for _ in 0..6 {
                let door = dice.below(site.doors.len());
                mesh.set_door(door, !mesh.doors()[door].open);
                roads.follow_door(&mesh, door);
                let mut end = || somewhere(&mesh, &mut dice, 20.0);
                let ends: Vec<_> =
                    (0..15).map(|_| (end(), end())).map(|(a, b)| (a, Goal::point_in(b.1, b.0))).collect();
                never_dearer(&mesh, &roads, &ends);
            }
        }
    }

    #[test]
    fn stairs_are_not_taken_for_level_ground() {
        // A hall of pillars, and a gallery above its end that two stairs lead to.
        let mut shorter = 0;
        for seed in 0..12 {
            let line = |x: f64, y: f64| Segment::new(Point::new(x, y), Point::new(x, y + 3.0));
            let stair = |bottom: f64, top: f64, y: f64| Stairs {
                bottom: Landing { level: 0, line: line(bottom, y) },
                top: Landing { level: 1, line: line(top, y) },
                up: 0.5,
                down: 0.5,
            };
            let mut gallery = Level::new(Region::from(Polygon::rectangle(26.0, 0.0, 40.0, 20.0).expect("a rectangle")));
            gallery.height = 3.0;
            let site = Site {
                levels: vec![Level::new(pillars(seed, 20.0, 60)), gallery],
                stairs: vec![stair(20.0, 26.0, 2.0), stair(20.0, 26.0, 14.0)],
                doors: Vec::new(),
            };
            let mesh = NavMesh::of(&site).expect("a sound plan");
            assert!(!mesh.is_level());
            let roads = Roadmap::build(&mesh, 0.3, RoadmapOptions::default());
            let mut dice = Dice::new(seed + 40);
            let up = Goal::region_on(
                &mesh,
                1,
                &Region::from(Polygon::rectangle(30.0, 5.0, 39.0, 15.0).expect("a rectangle")),
            );
            let up = up.expect("on the gallery");
            let ends: Vec<_> = (0..60).map(|_| (somewhere(&mesh, &mut dice, 20.0), up.clone())).collect();
            shorter += never_dearer(&mesh, &roads, &ends);
        }
        assert!(shorter > 10, "the stretch before the stairs is refined: {shorter} of 720");
    }
}
