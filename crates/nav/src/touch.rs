//! Whether a body touches a goal: anywhere along a step, in any cell, and never through a wall.
//!
//! A body that keeps off walls sees everything its disc covers, so touching is a question of distance. Distance alone
//! would also count a goal behind a thin wall that the body leans on, or on the level above: the line from the body to
//! the goal must lie in the mesh.

use crate::{CellId, Goal, GoalPiece, NavMesh};
use ambulo_geom::{Point, Segment, predicates::orient};

/// A goal is on the level of a body when its ground is as high to this much [m].
const SAME_LEVEL: f64 = 0.5;
/// Farther from a goal than this the box around it says enough about the distance [m].
const FAR: f64 = 1.0;
/// So far inside a goal its border is left [m].
const INSIDE: f64 = 1e-4;

impl Goal {
    /// How near the centre of a body of radius `r` must come to have arrived [m]: its radius, or for a goal that is one place
    /// the arrival radius.
    ///
    /// ```
    /// let place = ambulo_nav::Goal::point_in(0, ambulo_geom::Point::new(1.0, 1.0));
    /// assert_eq!(place.reach(0.2), 0.5);
    /// ```
    #[inline]
    pub fn reach(&self, r: f32) -> f32 {
        if self.arrival > 0.0 { self.arrival } else { r }
    }

    /// Whether a body of radius `r` that moved straight along `step` into cell `t` touched the goal meanwhile, as near as
    /// [`reach`](Self::reach) says.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region, Segment};
    /// # use ambulo_nav::{Goal, NavMesh};
    /// # let p = |x, y| Point::new(x, y);
    /// let mesh = NavMesh::build(&Polygon::rectangle(0.0, 0.0, 9.0, 4.0).unwrap().into()).unwrap();
    /// let strip = Region::from(Polygon::rectangle(4.0, 0.0, 4.01, 4.0).unwrap());
    /// let goal = Goal::region(&mesh, &strip).unwrap();
    /// // A long step passes over the strip: neither of its ends touches it.
    /// assert!(goal.touched(&mesh, Segment::new(p(3.0, 2.0), p(5.0, 2.0)), 0, 0.2));
    /// assert!(!goal.touched(&mesh, Segment::new(p(1.0, 2.0), p(3.0, 2.0)), 0, 0.2));
    /// ```
    pub fn touched(&self, mesh: &NavMesh, step: Segment, t: CellId, r: f32) -> bool {
        self.comes_within(mesh, step, t, f64::from(self.reach(r)))
    }

    fn comes_within(&self, mesh: &NavMesh, step: Segment, t: CellId, reach: f64) -> bool {
        let around = reach + step.length();
        self.least_distance(step.b) <= around
            && self.pieces().iter().filter(|piece| piece.least_distance(step.b) <= around).any(|piece| {
                let (body, place) = piece.approach(step);
                body.distance(place) <= reach && on_one_level(mesh, step.b, t, body, piece.into(place), piece.cell)
            })
    }

    /// Whether some piece of the goal, where it is nearest, lies within `reach` [m] of `p` in cell `t` and nothing stands
    /// between them.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let goal = ambulo_nav::Goal::point(&mesh, Point::new(1.0, 1.0)).unwrap();
    /// assert!(goal.in_sight(&mesh, Point::new(3.0, 1.0), 0, 2.5));
    /// ```
    pub fn in_sight(&self, mesh: &NavMesh, p: Point, t: CellId, reach: f32) -> bool {
        self.comes_within(mesh, Segment::new(p, p), t, f64::from(reach))
    }

    /// The same for a body that stands at `p`.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let goal = ambulo_nav::Goal::point(&mesh, Point::new(1.0, 1.0)).unwrap();
    /// assert!(goal.reached(&mesh, Point::new(1.4, 1.0), 0, 0.2));
    /// assert!(!goal.reached(&mesh, Point::new(1.6, 1.0), 0, 0.2));
    /// ```
    pub fn reached(&self, mesh: &NavMesh, p: Point, t: CellId, r: f32) -> bool {
        self.touched(mesh, Segment::new(p, p), t, r)
    }

    /// Distance from a place to the nearest of the pieces in cells that are `wanted` [m], through walls too, or
    /// `within` where none is nearer than that.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let goal = ambulo_nav::Goal::point(&mesh, Point::new(1.0, 1.0)).unwrap();
    /// assert_eq!(goal.distance_within(Point::new(3.0, 1.0), 5.0, |_| true), 2.0);
    /// assert_eq!(goal.distance_within(Point::new(3.0, 1.0), 1.5, |_| true), 1.5);
    /// ```
    #[inline]
    pub fn distance_within(&self, p: Point, within: f64, wanted: impl Fn(CellId) -> bool) -> f64 {
        if self.least_distance(p) >= within {
            return within;
        }
        self.pieces().iter().filter(|piece| wanted(piece.cell)).fold(within, |least, piece| {
            if piece.least_distance(p) >= least { least } else { least.min(piece.nearest(p).distance(p)) }
        })
    }

    /// A distance from `p` that no place of the goal is nearer than [m]: exact up to a metre, by the box around the goal beyond.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let goal = ambulo_nav::Goal::point(&mesh, Point::new(1.0, 1.0)).unwrap();
    /// assert_eq!(goal.distance_at_least(Point::new(1.5, 1.0)), 0.5);
    /// ```
    pub fn distance_at_least(&self, p: Point) -> f64 {
        let by_box = self.least_distance(p);
        if by_box > FAR { by_box } else { self.distance_within(p, f64::INFINITY, |_| true) }
    }
}

/// Whether the straight line from `body` to `place` is free and ends on the ground of cell `goal`. The body stands on a
/// step that ended at `to` in cell `t`.
fn on_one_level(mesh: &NavMesh, to: Point, t: CellId, body: Point, place: Point, goal: CellId) -> bool {
    let under_body = if body == to { Ok(t) } else { mesh.walk(to, t, body) };
    let under_place = under_body.and_then(|cell| mesh.walk(body, cell, place));
    let level = |cell| (mesh.height(cell, place) - mesh.height(goal, place)).abs() <= SAME_LEVEL;
    under_place.is_ok_and(|cell| mesh.surfaces().len() == 1 || level(cell))
}

impl GoalPiece {
    /// A place a little inside the piece from one on its border: the border may lie on a wall, which belongs to both of
    /// its sides.
    fn into(&self, place: Point) -> Point {
        let inward = self.middle.distance(place);
        if inward > 0.0 { place.lerp(self.middle, (INSIDE / inward).min(1.0)) } else { place }
    }

    /// Where a step and the piece come nearest: the place on the step, then the one in the piece.
    fn approach(&self, step: Segment) -> (Point, Point) {
        let n = self.corners.len();
        if n == 0 {
            return (step.closest_point(self.middle), self.middle);
        }
        if let Some(inside) = [step.b, step.a].into_iter().find(|p| self.contains(*p)) {
            return (inside, inside);
        }
        let mut best = (f64::INFINITY, (step.b, step.b));
        for i in 0..n {
            let edge = Segment::new(self.corners[i], self.corners[(i + 1) % n]);
            if let Some(place) = crossing(step, edge) {
                return (place, place);
            }
            let feet = [step.b, step.a].map(|end| (end, edge.closest_point(end)));
            for pair in feet.into_iter().chain([(step.closest_point(edge.a), edge.a)]) {
                let apart = pair.0.distance_squared(pair.1);
                if apart < best.0 {
                    best = (apart, pair);
                }
            }
        }
        best.1
    }
}

/// Where two segments cross in the inside of both. Where they only touch, or lie on one line, an end of one is on the
/// other, which a comparison of ends finds.
fn crossing(s: Segment, t: Segment) -> Option<Point> {
    let (a, b) = (orient(t.a, t.b, s.a), orient(t.a, t.b, s.b));
    let (c, d) = (orient(s.a, s.b, t.a), orient(s.a, s.b, t.b));
    let apart = |x: f64, y: f64| (x > 0.0 && y < 0.0) || (x < 0.0 && y > 0.0);
    (apart(a, b) && apart(c, d)).then(|| s.a.lerp(s.b, a / (a - b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DoorLine, Landing, Level, Site, Stairs};
    use ambulo_geom::{Polygon, Region};

    fn p(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Region {
        Polygon::rectangle(x0, y0, x1, y1).unwrap().into()
    }

    fn touches(mesh: &NavMesh, goal: &Goal, from: Point, to: Point) -> bool {
        goal.touched(mesh, Segment::new(from, to), mesh.locate(to).unwrap(), 0.25)
    }

    #[test]
    fn a_goal_in_a_recess_too_shallow_to_stand_in_is_touched_from_outside() {
        let room = Polygon::from_rings(
            &[(0.0, 0.0), (10.0, 0.0), (10.0, 2.0), (10.2, 2.0), (10.2, 3.0), (10.0, 3.0), (10.0, 5.0), (0.0, 5.0)],
            &[],
        );
        let mesh = NavMesh::build(&room.unwrap().into()).unwrap();
        let goal = Goal::region(&mesh, &rectangle(10.0, 2.0, 10.2, 3.0)).unwrap();
        // The centre stays in another cell than the goal.
        let before = p(9.8, 2.5);
        assert!(goal.pieces().iter().all(|piece| !mesh.contains(piece.cell, before)));
        assert!(touches(&mesh, &goal, before, before));
        assert!(!touches(&mesh, &goal, p(9.7, 2.5), p(9.7, 2.5)));
    }

    #[test]
    fn a_goal_is_not_touched_through_a_thin_wall_or_a_shut_door() {
        let line = Segment::new(p(5.0, 0.0), p(5.0, 4.0));
        let mut walled = Level::new(rectangle(0.0, 0.0, 10.0, 4.0));
        walled.walls.push(Segment::new(p(5.0, 0.0), p(5.0, 3.0)));
        let mesh = NavMesh::of(&Site { levels: vec![walled], ..Site::default() }).unwrap();
        let goal = Goal::region(&mesh, &rectangle(5.0, 0.0, 6.0, 4.0)).unwrap();
        // Leaning on the wall, and a millimetre into it.
        for x in [4.75, 4.751] {
            assert!(!touches(&mesh, &goal, p(x, 1.0), p(x, 1.5)));
        }
        assert!(touches(&mesh, &goal, p(4.76, 3.2), p(4.76, 3.5)));

        let levels = vec![Level::new(rectangle(0.0, 0.0, 10.0, 4.0))];
        let doors = vec![DoorLine { level: 0, line, open: false }];
        let mut mesh = NavMesh::of(&Site { levels, doors, ..Site::default() }).unwrap();
        let goal = Goal::region(&mesh, &rectangle(5.0, 0.0, 6.0, 4.0)).unwrap();
        assert!(!touches(&mesh, &goal, p(4.5, 1.0), p(4.76, 1.0)));
        mesh.set_door(0, true);
        assert!(touches(&mesh, &goal, p(4.5, 1.0), p(4.76, 1.0)));
        let place = Goal::point(&mesh, p(5.3, 1.0)).unwrap();
        assert!(touches(&mesh, &place, p(4.9, 1.0), p(4.9, 1.0)));
        mesh.set_door(0, false);
        assert!(!touches(&mesh, &place, p(4.9, 1.0), p(4.9, 1.0)));
    }

    #[test]
    fn a_goal_on_the_level_above_is_not_touched_from_below() {
        let mut upper = Level::new(rectangle(0.0, 0.0, 6.0, 4.0));
        upper.height = 3.0;
        let landing = |level, x: f64| Landing { level, line: Segment::new(p(x, 1.0), p(x, 3.0)) };
        let stairs = Stairs { bottom: landing(0, 11.0), top: landing(1, 6.0), up: 0.5, down: 0.5 };
        let rooms = [(0.0, 5.5), (11.0, 16.0)].map(|(x0, x1)| Polygon::rectangle(x0, 0.0, x1, 4.0).unwrap());
        let levels = vec![Level::new(Region::new(rooms.into()).unwrap()), upper];
        let mesh = NavMesh::of(&Site { levels, stairs: vec![stairs], ..Site::default() }).unwrap();
        let goal = Goal::region_on(&mesh, 1, &rectangle(0.0, 0.0, 1.0, 4.0)).unwrap();
        let on = |surface: u32| mesh.locate_on(surface, p(0.5, 2.0)).unwrap();
        let step = Segment::new(p(1.5, 2.0), p(0.5, 2.0));
        assert!(!goal.touched(&mesh, step, on(0), 0.25));
        assert!(goal.touched(&mesh, step, on(1), 0.25));
    }

    #[test]
    fn the_place_of_nearest_approach_agrees_with_a_dense_scan() {
        let piece = GoalPiece::new(0, vec![p(0.0, 0.0), p(4.0, -1.0), p(5.0, 2.0), p(1.0, 3.0)]);
        let mut seed = 7u64;
        let mut draw = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as f64 / f64::from(1u32 << 31) * 12.0 - 4.0
        };
        for _ in 0..300 {
            let step = Segment::new(p(draw(), draw()), p(draw(), draw()));
            let (body, place) = piece.approach(step);
            let scan = (0..=2000).map(|k| step.a.lerp(step.b, f64::from(k) / 2000.0));
            let truth = scan.map(|q| piece.nearest(q).distance(q)).fold(f64::INFINITY, f64::min);
            assert!((body.distance(place) - truth).abs() < 0.01, "{step:?}: {body} {place}, {truth}");
            assert!(piece.nearest(place).distance(place) < 1e-9 && step.distance(body) < 1e-9);
            assert!(piece.least_distance(step.a) <= piece.nearest(step.a).distance(step.a) + 1e-9);
        }
    }
}
