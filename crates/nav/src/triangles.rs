//! Triangles that can still change: the constrained Delaunay triangulation as half-edges, so that points can be put
//! on walls and edges flipped.
//!
//! Half-edge `h` belongs to triangle `h / 3`, runs from `tail[h]` to the tail of the next one, and has the triangle to
//! its left. Only walkable triangles are kept; a wall with ground on both sides has two half-edges that know each
//! other, but nobody crosses it.

use ambulo_geom::{
    Point, Segment,
    predicates::{in_circle, orient},
};

/// No half-edge, no triangle, no cell.
pub const NONE: u32 = u32::MAX;

/// What an edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeKind {
    /// People may cross, and the edge may be flipped or merged away.
    Free,
    /// A wall; the number names the input segment it is a part of.
    Wall(u32),
    /// Part of a door: crossed while it is open, but kept as it is.
    Door(u32),
    /// Part of the line where a level meets stairs: the other side is on another surface.
    Link(u32),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Triangles {
    pub points: Vec<Point>,
    /// Whether a point is a corner of the input; the others are feet put on walls.
    pub corner: Vec<bool>,
    pub tail: Vec<u32>,
    pub twin: Vec<u32>,
    pub kind: Vec<EdgeKind>,
    /// Input segments walls are parts of.
    pub supports: Vec<Segment>,
}

#[inline]
pub(crate) fn next(h: u32) -> u32 {
    if h % 3 == 2 { h - 2 } else { h + 1 }
}

#[inline]
pub(crate) fn prev(h: u32) -> u32 {
    if h.is_multiple_of(3) { h + 2 } else { h - 1 }
}

impl Triangles {
    pub fn count(&self) -> usize {
        self.tail.len() / 3
    }

    #[inline]
    pub fn from(&self, h: u32) -> Point {
        self.points[self.tail[h as usize] as usize]
    }

    #[inline]
    pub fn to(&self, h: u32) -> Point {
        self.from(next(h))
    }

    /// The corner across from an edge.
    #[inline]
    pub fn apex(&self, h: u32) -> Point {
        self.from(prev(h))
    }

    #[inline]
    pub fn is_wall(&self, h: u32) -> bool {
        matches!(self.kind[h as usize], EdgeKind::Wall(_))
    }

    fn join(&mut self, a: u32, b: u32) {
        if a != NONE {
            self.twin[a as usize] = b;
        }
        if b != NONE {
            self.twin[b as usize] = a;
        }
    }

    /// Cuts wall `h` at `p`, which lies on it but for rounding, and restores the Delaunay property around `p`. Every
    /// triangle that changed is added to `changed`. False, with nothing done, where rounding leaves no room for it.
    pub fn split(&mut self, h: u32, p: Point, changed: &mut Vec<u32>) -> bool {
        let fits = |t: &Self, h: u32| {
            let (a, b, c) = (t.from(h), t.to(h), t.apex(h));
            orient(a, p, c) > 0.0 && orient(p, b, c) > 0.0
        };
        let g = self.twin[h as usize];
        if !fits(self, h) || (g != NONE && !fits(self, g)) {
            return false;
        }
        let v = self.points.len() as u32;
        self.points.push(p);
        self.corner.push(false);
        let first = self.cut(h, v);
        let mut check = vec![prev(h), next(first)];
        if g != NONE {
            let second = self.cut(g, v);
            // h: a to p, first: p to b, g: b to p, second: p to a.
            self.join(h, second);
            self.join(first, g);
            check.extend([prev(g), next(second)]);
        }
        changed.extend(check.iter().map(|e| e / 3));
        while let Some(e) = check.pop() {
            self.legalise(e, &mut check, changed);
        }
        true
    }

    /// Triangle (a, b, c) of edge `h` = a to b becomes (a, v, c), and a new one (v, b, c), whose first half-edge it
    /// returns.
    fn cut(&mut self, h: u32, v: u32) -> u32 {
        let (bc, ca) = (next(h), prev(h));
        let n = self.tail.len() as u32;
        let (b, c) = (self.tail[bc as usize], self.tail[ca as usize]);
        self.tail.extend([v, b, c]);
        self.twin.extend([NONE, NONE, NONE]);
        self.kind.extend([self.kind[h as usize], self.kind[bc as usize], EdgeKind::Free]);
        let outside = self.twin[bc as usize];
        self.join(n + 1, outside);
        self.tail[bc as usize] = v;
        self.kind[bc as usize] = EdgeKind::Free;
        self.join(bc, n + 2);
        n
    }

    /// Flips edge `e` when the corner behind it lies inside the circle of its triangle. The apex of `e` is the new
    /// point, so that only the two edges behind can become illegal.
    fn legalise(&mut self, e: u32, check: &mut Vec<u32>, changed: &mut Vec<u32>) {
        let f = self.twin[e as usize];
        if f == NONE || self.kind[e as usize] != EdgeKind::Free {
            return;
        }
        let (a, b, c, d) = (self.from(e), self.to(e), self.apex(e), self.apex(f));
        if in_circle(a, b, c, d) <= 0.0 {
            return;
        }
        // (a, b, c) and (b, a, d) become (d, b, c) and (a, d, c): e runs from d to c, f back.
        let (bc, ca, ad, db) = (next(e), prev(e), next(f), prev(f));
        let (vc, vd) = (self.tail[ca as usize], self.tail[db as usize]);
        let (va, vb) = (self.tail[e as usize], self.tail[f as usize]);
        let keep = |t: &Self, h: u32| (t.twin[h as usize], t.kind[h as usize]);
        let (bc_old, ca_old, ad_old, db_old) = (keep(self, bc), keep(self, ca), keep(self, ad), keep(self, db));
        // Triangle of e: c to d, d to b, b to c. Triangle of f: d to c, c to a, a to d.
        let place = |t: &mut Self, h: u32, tail: u32, (twin, kind): (u32, EdgeKind)| {
            t.tail[h as usize] = tail;
            t.kind[h as usize] = kind;
            t.join(h, twin);
        };
        self.tail[e as usize] = vc;
        place(self, bc, vd, db_old);
        place(self, ca, vb, bc_old);
        self.tail[f as usize] = vd;
        place(self, ad, vc, ca_old);
        place(self, db, va, ad_old);
        self.kind[e as usize] = EdgeKind::Free;
        self.kind[f as usize] = EdgeKind::Free;
        self.join(e, f);
        // The new point is c: behind it lie d to b and a to d.
        check.extend([bc, db]);
        changed.extend([e / 3, f / 3]);
    }

    /// Free edges that the Delaunay rule would flip: none, unless something is wrong.
    #[cfg(any(test, feature = "claims"))]
    pub fn illegal_edges(&self) -> usize {
        (0..self.tail.len() as u32)
            .filter(|&e| {
                let f = self.twin[e as usize];
                let (a, b) = (self.from(e), self.to(e));
                f != NONE
                    && self.kind[e as usize] == EdgeKind::Free
                    && in_circle(a, b, self.apex(e), self.apex(f)) > 0.0
                    && orient(self.apex(f), b, self.apex(e)) > 0.0
                    && orient(self.apex(e), a, self.apex(f)) > 0.0
            })
            .count()
    }

    /// Walks all that must hold.
    #[cfg(any(test, feature = "claims"))]
    pub fn check(&self) -> Result<(), String> {
        for h in 0..self.tail.len() as u32 {
            if h % 3 == 0 && orient(self.from(h), self.to(h), self.apex(h)) <= 0.0 {
                return Err(format!("triangle {} is not counter-clockwise", h / 3));
            }
            let g = self.twin[h as usize];
            if g != NONE && (self.twin[g as usize] != h || self.tail[g as usize] != self.tail[next(h) as usize]) {
                return Err(format!("half-edges {h} and {g} disagree"));
            }
            if g != NONE && self.kind[g as usize] != self.kind[h as usize] {
                return Err(format!("half-edges {h} and {g} are of different kinds"));
            }
        }
        Ok(())
    }
}
