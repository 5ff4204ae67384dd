//! The lines of one surface before triangulation: rings, thin walls, doors and links, cut where they meet.

use crate::{MeshError, triangles::EdgeKind};
use ambulo_geom::{Point, Region, Segment};

/// Ends of doors and links are moved onto a wall this near [m].
const REACH: f64 = 0.05;
/// An end this near to a corner counts as the corner [m].
const CORNER: f64 = 1e-3;

/// A line that is not border: what it is, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InnerLine {
    pub at: Segment,
    pub kind: EdgeKind,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// Closed; walkable ground lies between an odd number of them and the outside.
    pub rings: Vec<Vec<Point>>,
    /// Thin walls and doors.
    pub lines: Vec<InnerLine>,
    /// Parts of the rings that lead to another surface.
    pub links: Vec<InnerLine>,
}

impl Outline {
    pub fn of(region: &Region, walls: &[Segment]) -> Self {
        let rings = region.polygons().iter().flat_map(|p| p.rings()).map(<[Point]>::to_vec).collect();
        let lines = walls.iter().map(|&at| InnerLine { at, kind: EdgeKind::Wall(0) }).collect();
        Self { rings, lines, links: Vec::new() }
    }

    /// Adds a door; both ends must touch walls.
    pub fn add_door(&mut self, line: Segment, door: u32) -> Result<(), MeshError> {
        let end = |outline: &mut Self, p: Point| {
            outline.anchor(p).map_err(|gap| MeshError::LooseDoor { door: door as usize, at: p, gap })
        };
        let at = Segment::new(end(self, line.a)?, end(self, line.b)?);
        if at.length() < 1e-3 {
            return Err(MeshError::LooseDoor { door: door as usize, at: line.a, gap: 0.0 });
        }
        self.lines.push(InnerLine { at, kind: EdgeKind::Door(door) });
        Ok(())
    }

    /// Adds the line where this surface meets another; both ends must lie on the border.
    pub fn add_link(&mut self, line: Segment, link: u32) -> Result<(), MeshError> {
        let stairs = (link / 2) as usize;
        let end = |outline: &mut Self, p: Point| {
            outline.anchor(p).map_err(|gap| MeshError::LooseStairs { stairs, at: p, gap })
        };
        let at = Segment::new(end(self, line.a)?, end(self, line.b)?);
        self.links.push(InnerLine { at, kind: EdgeKind::Link(link) });
        Ok(())
    }

    /// Puts a corner at the place of a wall nearest to `p`, unless there is one; the distance when none is near.
    fn anchor(&mut self, p: Point) -> Result<Point, f64> {
        let mut best: Option<(f64, usize, usize, Point)> = None;
        let thin_walls = self.lines.iter().enumerate().filter(|(_, l)| matches!(l.kind, EdgeKind::Wall(_)));
        let border = self.rings.iter().enumerate().flat_map(|(r, ring)| {
            (0..ring.len()).map(move |i| (r, i, Segment::new(ring[i], ring[(i + 1) % ring.len()])))
        });
        for (r, i, edge) in border.chain(thin_walls.map(|(i, l)| (usize::MAX, i, l.at))) {
            let q = edge.closest_point(p);
            let d = q.distance(p);
            if best.is_none_or(|b| d < b.0) {
                let q = [edge.a, edge.b].into_iter().find(|c| c.distance(q) <= CORNER).unwrap_or(q);
                best = Some((d, r, i, q));
            }
        }
        let Some((d, ring, i, q)) = best else { return Err(f64::INFINITY) };
        if d > REACH {
            return Err(d);
        }
        // What was written lies on the wall but for rounding: keep what was written.
        let q = if d < 1e-9 && q.distance(p) < 1e-9 { p } else { q };
        if ring == usize::MAX {
            let Segment { a, b } = self.lines[i].at;
            if q != a && q != b {
                self.lines[i].at = Segment::new(a, q);
                self.lines.push(InnerLine { at: Segment::new(q, b), kind: EdgeKind::Wall(0) });
            }
        } else if !self.rings[ring].contains(&q) {
            self.rings[ring].insert(i + 1, q);
        }
        Ok(q)
    }
}
