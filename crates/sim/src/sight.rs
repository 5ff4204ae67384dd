//! Who is hidden by a wall, eight at a time.
//!
//! Walls have people on their left. A line of sight that leaves the walkable area crosses its first wall from left to right, so
//! only walls that face the one who looks can hide others. Seen from there such a wall is a wedge from its end a to its
//! end b; hidden is who stands in the wedge beyond the wall. Most walls hide no one, since nothing but solid ground
//! lies behind them: [`Walls::screens`] leaves those out once, and where no other wall is within reach looking costs
//! one comparison.

use crate::simd_lanes::LANES;
use crate::walls::Walls;
use ambulo_geom::{Point, Segment};

/// So many screens are kept ready; where more stand around one walker they are looked up for each block.
const READY: usize = 16;

/// A screen as its two ends, seen from the one who looks, and twice the area of the triangle of the three.
type Wedge = [f32; 5];

/// How a walker looks around.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    /// Set where any wall may hide others.
    screens: Option<&'a Walls>,
    place: Point,
    z: f32,
    range2: f32,
}

impl<'a> Sight<'a> {
    /// Of a walker at a place and height that looks so far [m].
    #[inline(always)]
    pub(crate) fn new(screens: Option<&'a Walls>, place: Point, z: f32, range: f32) -> Self {
        Self { screens: screens.filter(|s| s.any_near(place)), place, z, range2: range * range }
    }

    /// Where no walls are.
    #[inline(always)]
    pub(crate) fn free() -> Self {
        Self { screens: None, place: Point::default(), z: 0.0, range2: 0.0 }
    }

    /// Whether any wall may hide others.
    #[inline(always)]
    pub(crate) fn has_screens(&self) -> bool {
        self.screens.is_some()
    }

    /// The wedges of the walls around.
    pub(crate) fn screens(self) -> Screens<'a> {
        let mut screens = Screens { sight: self, ready: [[0.0; 5]; READY], used: 0 };
        self.for_each_wedge(|wedge| {
            if let Some(ready) = screens.ready.get_mut(screens.used) {
                *ready = wedge;
            }
            screens.used += 1;
        });
        screens
    }

    /// A loop, not an iterator: its adapters are not inlined.
    #[inline(always)]
    fn for_each_wedge(self, mut work: impl FnMut(Wedge)) {
        let Some(walls) = self.screens else { return };
        for wall in walls.near(self.place, self.z) {
            if let Some(wedge) = self.wedge(&wall.at) {
                work(wedge);
            }
        }
    }

    /// The wedge of a wall that faces the place and is not too far.
    #[inline(always)]
    fn wedge(self, wall: &Segment) -> Option<Wedge> {
        let relative = |p: Point| ((p.x - self.place.x) as f32, (p.y - self.place.y) as f32);
        let ((ax, ay), (bx, by)) = (relative(wall.a), relative(wall.b));
        let area = ax * by - ay * bx;
        let (ex, ey) = (bx - ax, by - ay);
        (area > 0.0 && area * area <= self.range2 * (ex * ex + ey * ey)).then_some([ax, ay, bx, by, area])
    }
}

/// What hides people from one walker.
pub(crate) struct Screens<'a> {
    sight: Sight<'a>,
    ready: [Wedge; READY],
    used: usize,
}

impl Screens<'_> {
    /// Whether there is none after all.
    pub(crate) fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// For eight others how deep each stands behind a screen; negative for those who are seen.
    #[inline(always)]
    pub(crate) fn depth(&self, dx: &[f32; LANES], dy: &[f32; LANES]) -> [f32; LANES] {
        let mut deep = [-1.0; LANES];
        for wedge in &self.ready[..self.used.min(READY)] {
            wedge_depth(wedge, dx, dy, &mut deep);
        }
        if self.used > READY {
            self.look_up_others(dx, dy, &mut deep);
        }
        deep
    }

    #[inline(never)]
    fn look_up_others(&self, dx: &[f32; LANES], dy: &[f32; LANES], deep: &mut [f32; LANES]) {
        let mut number = 0;
        self.sight.for_each_wedge(|wedge| {
            number += 1;
            if number > READY {
                wedge_depth(&wedge, dx, dy, deep);
            }
        });
    }
}

/// How deep each stands in a wedge, beyond the wall, if deeper than in those before; negative outside.
#[inline(always)]
fn wedge_depth([ax, ay, bx, by, area]: &Wedge, dx: &[f32; LANES], dy: &[f32; LANES], deep: &mut [f32; LANES]) {
    for k in 0..LANES {
        let left = ax * dy[k] - ay * dx[k];
        let right = dx[k] * by - dy[k] * bx;
        deep[k] = larger(deep[k], smaller(smaller(left, right), left + right - area));
    }
}

/// As `f32::max` for numbers, in one instruction.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// What lies less than this behind a wall counts as in line with it [m].
const IN_LINE: f64 = 1e-6;

impl Walls {
    /// The walls that may hide people within `reach` [m] from each other: those that have another wall behind them,
    /// for a line of sight that leaves the walkable area must enter it again.
    pub(crate) fn screens(&self, reach: f64) -> Self {
        let mut screens = self.farther(reach);
        let walls: Vec<Segment> = self.all().iter().map(|w| w.at).collect();
        screens.keep(|k, others| {
            let wall = walls[k as usize];
            let along = (wall.b.x - wall.a.x, wall.b.y - wall.a.y);
            let limit = -IN_LINE * wall.length();
            others.iter().map(|o| walls[*o as usize]).any(|other| {
                let side = |p: Point| along.0 * (p.y - wall.a.y) - along.1 * (p.x - wall.a.x);
                let (a, b) = (side(other.a), side(other.b));
                let behind = a < limit || b < limit;
                // The other face of a wall without thickness, or of a door.
                let against = along.0 * (other.b.x - other.a.x) + along.1 * (other.b.y - other.a.y) < 0.0;
                behind || against && a <= -limit && b <= -limit
            })
        });
        screens
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd_lanes::{Block, NOWHERE};
    use crate::{Body, Neighbours, Row};
    use ambulo_geom::{Bounds, Crossing, Polygon, Region, Vec2};
    use ambulo_nav::{DoorLine, NavMesh, Site};
    use proptest::prelude::*;

    fn plan() -> Region {
        // Two halls with a wall of 10 cm between them, a passage at its end, and a pillar in each hall.
        let rings = [
            vec![
                (0.0, 0.0),
                (10.0, 0.0),
                (10.0, 9.0),
                (10.1, 9.0),
                (10.1, 0.0),
                (20.0, 0.0),
                (20.0, 12.0),
                (0.0, 12.0),
            ],
            vec![(4.0, 4.0), (4.0, 5.0), (5.0, 5.5), (5.0, 4.0)],
            vec![(14.0, 7.0), (14.0, 8.0), (14.2, 8.0), (14.2, 7.0)],
        ];
        Polygon::from_rings(&rings[0], &[&rings[1], &rings[2]]).unwrap().into()
    }

    #[test]
    fn a_convex_room_has_no_screens() {
        let room = Region::from(Polygon::from_rings(&[(0.0, 0.0), (9.0, -1.0), (12.0, 4.0), (3.0, 8.0)], &[]).unwrap());
        let screens = Walls::new(&room, 2.5).screens(8.0);
        for x in 0..12 {
            assert!(!screens.any_near(Point::new(f64::from(x), 3.0)));
        }
    }

    #[test]
    fn a_door_hides_while_it_is_shut_and_a_thin_wall_always() {
        let line = |x: f64| Segment::new(Point::new(x, 0.0), Point::new(x, 2.0));
        let mut site = Site::from(Region::from(Polygon::rectangle(0.0, 0.0, 12.0, 2.0).unwrap()));
        site.doors.push(DoorLine { level: 0, line: line(4.0), open: false });
        site.levels[0].walls.push(line(8.0));
        let mut mesh = NavMesh::of(&site).unwrap();
        let mut screens = Walls::of_mesh(&mesh, 2.5).screens(5.0);
        let hidden = |screens: &Walls, from: f64, to: f64| {
            let sight = Sight::new(Some(screens), Point::new(from, 1.0), 0.0, 5.0);
            sight.screens().depth(&[(to - from) as f32; LANES], &[0.3; LANES])[0] >= 0.0
        };
        assert!(hidden(&screens, 3.0, 5.0) && hidden(&screens, 5.0, 3.0));
        assert!(hidden(&screens, 7.0, 9.0) && hidden(&screens, 9.0, 7.0));
        assert!(!hidden(&screens, 5.0, 7.0) && !hidden(&screens, 2.0, 3.0));
        mesh.set_door(0, true);
        screens.follow_door(&mesh, 0);
        assert!(!hidden(&screens, 3.0, 5.0) && hidden(&screens, 7.0, 9.0));
    }

    proptest! {
        #[test]
        fn seen_is_who_has_no_wall_between(
            places in prop::collection::vec((0.05f64..19.95, 0.05f64..11.95), 2..160), range in 1.0f32..9.0,
        ) {
            let plan = plan();
            let walls = Walls::new(&plan, 2.5);
            let screens = walls.screens(9.0);
            let inside = |p: &Point| plan.contains(*p);
            let places: Vec<Point> = places.iter().map(|(x, y)| Point::new(*x, *y)).filter(inside).collect();
            let bodies: Vec<Body> = places.iter().map(|p| Body::new(*p, Vec2::ZERO, 0.2)).collect();
            let mut near = Neighbours::new(Bounds { min: Point::new(0.0, 0.0), max: Point::new(20.0, 12.0) }, 9.0);
            near.rebuild_alone(&bodies);
            for (row, body) in bodies.iter().enumerate() {
                let sight = Sight::new(Some(&screens), body.place(), 0.0, range);
                let mut seen = Vec::new();
                let note = |b: Block<'_>| {
                    seen.extend((0..LANES).filter(|k| b.dx[*k] != NOWHERE).map(|k| (b.dx[k], b.dy[k])));
                };
                near.for_each_block_seen(&sight, Row(row as u32), body, range, note);
                let free = |q: &Body| {
                    let line = Segment::new(body.place(), q.place());
                    walls.all().iter().all(|w| w.at.crossing(line) == Crossing::None)
                };
                let mut expected: Vec<(f32, f32)> = bodies
                    .iter()
                    .enumerate()
                    .filter(|(k, q)| *k != row && free(q))
                    .map(|(_, q)| ((q.x - body.x) as f32, (q.y - body.y) as f32))
                    .filter(|(x, y)| x * x + y * y <= range * range)
                    .collect();
                let order = |a: &(f32, f32), b: &(f32, f32)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
                seen.sort_by(order);
                expected.sort_by(order);
                prop_assert_eq!(seen, expected, "from {}", body.place());
            }
        }
    }
}
