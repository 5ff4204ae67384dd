//! Whether a round body fits: along a leg, around a corner, at a place; and the nearest place where it does.

use crate::tangents::{Vector, cross, dot, to};
use crate::triangles::NONE;
use crate::{CellId, NavMesh};
use ambulo_geom::{Point, Segment};

/// Legs are tangent to discs, and rounding must not call that a collision [m].
pub(crate) const SLACK: f64 = 1e-7;

/// Workspace for checking the walls around a line.
#[derive(Default)]
pub(crate) struct Strip {
    seen: Vec<u32>,
    round: u32,
    stack: Vec<CellId>,
}

impl Strip {
    /// Calls `wall` with every wall within `reach` of `line` that can be reached from `cell` without leaving that strip,
    /// until it returns false. False when it did.
    pub fn walls(
        &mut self,
        mesh: &NavMesh,
        cell: CellId,
        line: Segment,
        reach: f64,
        mut wall: impl FnMut(Segment) -> bool,
    ) -> bool {
        self.seen.resize(self.seen.len().max(mesh.cells()), 0);
        self.round += 1;
        self.stack.clear();
        self.stack.push(cell);
        self.seen[cell as usize] = self.round;
        let (low, high) = (line.a.x.min(line.b.x) - reach, line.a.x.max(line.b.x) + reach);
        let (bottom, top) = (line.a.y.min(line.b.y) - reach, line.a.y.max(line.b.y) + reach);
        while let Some(c) = self.stack.pop() {
            for k in 0..mesh.edges(c) {
                let e = mesh.edge(c, k);
                let apart = e.a.x.max(e.b.x) < low
                    || e.a.x.min(e.b.x) > high
                    || e.a.y.max(e.b.y) < bottom
                    || e.a.y.min(e.b.y) > top;
                if apart {
                    continue;
                }
                let next = mesh.across(c, k);
                if next != NONE && self.seen[next as usize] == self.round {
                    continue;
                }
                if line.distance_to_segment(e) > reach {
                    continue;
                }
                if next == NONE {
                    if !wall(e) {
                        return false;
                    }
                } else {
                    self.seen[next as usize] = self.round;
                    self.stack.push(next);
                }
            }
        }
        true
    }

    /// Whether a body of this radius can go along `line`, which begins within its radius of `cell`.
    pub fn fits_along(&mut self, mesh: &NavMesh, cell: CellId, line: Segment, radius: f64) -> bool {
        // A leg leaves a corner at the radius exactly: rounding must not cut its strip off from the cells there.
        self.walls(mesh, cell, line, radius + SLACK, |wall| line.distance_to_segment(wall) >= radius - SLACK)
    }

    /// Whether it can go around `corner`, which `cell` has, with its centre on the circle from direction `first` to
    /// `last`, seen from the corner and counter-clockwise. The ends of the arc are checked with the legs.
    pub fn fits_around(
        &mut self,
        mesh: &NavMesh,
        cell: CellId,
        corner: Point,
        (first, last): (Vector, Vector),
        radius: f64,
    ) -> bool {
        self.walls(mesh, cell, Segment::new(corner, corner), 2.0 * radius, |wall| {
            let w = to(corner, wall.closest_point(corner));
            let far = dot(w, w).sqrt();
            // The walls that make the corner end in it.
            far < 1e-9 || far >= 2.0 * radius - SLACK || cross(first, w) < 0.0 || cross(w, last) < 0.0
        })
    }

    /// The distance to the nearest wall within `reach`.
    pub fn clearance(&mut self, mesh: &NavMesh, cell: CellId, p: Point, reach: f64) -> f64 {
        let mut least = reach;
        self.walls(mesh, cell, Segment::new(p, p), reach, |wall| {
            least = least.min(wall.distance(p));
            true
        });
        least
    }

    /// The place nearest to `p` where a body of this radius stands clear of all walls and to which a straight line leads,
    /// with its cell: `p` itself nearly always.
    pub fn clear_place(&mut self, mesh: &NavMesh, p: Point, cell: CellId, radius: f64) -> Option<(Point, CellId)> {
        if self.clearance(mesh, cell, p, radius) >= radius - SLACK {
            return Some((p, cell));
        }
        for reach in [3.0 * radius, 8.0 * radius, 24.0 * radius] {
            if let Some(found) = self.clear_place_within(mesh, p, cell, radius, reach) {
                return Some(found);
            }
        }
        None
    }

    /// The ground where the body fits ends at lines beside walls and at circles around their ends: the nearest place of
    /// it lies straight out from one of these, or where two of them cross.
    fn clear_place_within(
        &mut self,
        mesh: &NavMesh,
        p: Point,
        cell: CellId,
        radius: f64,
        reach: f64,
    ) -> Option<(Point, CellId)> {
        // Rounding must not put the place a hair too near.
        let out = radius + SLACK / 2.0;
        let mut walls: Vec<Segment> = Vec::new();
        self.walls(mesh, cell, Segment::new(p, p), reach, |wall| {
            walls.push(wall);
            // More than this many around one place are no plan a body could stand in.
            walls.len() < 60
        });
        let mut ends: Vec<Point> = walls.iter().flat_map(|w| [w.a, w.b]).collect();
        ends.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        ends.dedup();
        // The cell lies left of its walls.
        let beside: Vec<(Point, Vector)> = walls
            .iter()
            .filter(|w| w.length() > 0.0)
            .map(|w| {
                let u = to(w.a, w.b);
                let length = dot(u, u).sqrt();
                let u = (u.0 / length, u.1 / length);
                (Point::new(w.a.x - u.1 * out, w.a.y + u.0 * out), u)
            })
            .collect();
        let along = |o: Point, u: Vector, by: f64| Point::new(o.x + u.0 * by, o.y + u.1 * by);
        let mut places: Vec<Point> = Vec::new();
        for (i, &(o, u)) in beside.iter().enumerate() {
            places.push(along(o, u, dot(u, to(o, p))));
            for &(q, v) in &beside[i + 1..] {
                if cross(u, v).abs() > 1e-12 {
                    places.push(along(o, u, cross(to(o, q), v) / cross(u, v)));
                }
            }
            for &c in &ends {
                let w = to(o, c);
                let (middle, off) = (dot(u, w), cross(u, w));
                let half = out * out - off * off;
                if half >= 0.0 {
                    places.extend([middle - half.sqrt(), middle + half.sqrt()].map(|by| along(o, u, by)));
                }
            }
        }
        for (i, &c) in ends.iter().enumerate() {
            let w = to(c, p);
            let far = dot(w, w).sqrt();
            if far > 1e-12 {
                places.push(along(c, w, out / far));
            }
            for &d in &ends[i + 1..] {
                let w = to(c, d);
                let far = dot(w, w).sqrt();
                if far > 1e-9 && far < 2.0 * out {
                    let (middle, up) = (along(c, w, 0.5), (out * out - far * far / 4.0).sqrt() / far);
                    places.extend([up, -up].map(|by| along(middle, (-w.1, w.0), by)));
                }
            }
        }
        places.retain(|q| q.is_finite() && q.distance(p) <= reach);
        places.sort_by(|a, b| a.distance_squared(p).total_cmp(&b.distance_squared(p)));
        places.into_iter().find_map(|q| {
            let end = mesh.walk(p, cell, q).ok()?;
            (mesh.contains(end, q) && self.clearance(mesh, end, q, radius) >= radius - SLACK).then_some((q, end))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::{Polygon, Region};

    #[test]
    fn the_nearest_clear_place_lies_off_the_wall_and_out_of_the_corner() {
        let room = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
        let mut strip = Strip::default();
        let near = |strip: &mut Strip, x: f64, y: f64| strip.clear_place(&room, Point::new(x, y), 0, 0.3).unwrap().0;
        assert_eq!(near(&mut strip, 1.0, 1.0), Point::new(1.0, 1.0));
        assert!(near(&mut strip, 1.0, 0.1).distance(Point::new(1.0, 0.3)) < 1e-6);
        assert!(near(&mut strip, 0.0, 0.0).distance(Point::new(0.3, 0.3)) < 1e-6);
        assert!(strip.clear_place(&room, Point::new(1.0, 0.5), 0, 1.1).is_none());
    }
}
