//! Convex merging: triangles grow into the largest cells that stay convex and hide no bottleneck.
//!
//! Free edges are taken from the longest to the shortest. Two cells become one across an edge when the union is convex
//! and the edge is longer than every other free edge around the union: a body that can pass those can pass here, so
//! that dropping the edge forgets nothing about widths.

use crate::triangles::{EdgeKind, NONE, Triangles, next, prev};
use crate::union_find::UnionFind;
use ambulo_geom::Point;

/// An interior angle may exceed half a turn by this much [rad]: feet lie on walls only to rounding.
pub(crate) const STRAIGHT: f64 = 1e-9;

/// Cells as loops of half-edges of the triangulation.
pub(crate) struct Loops {
    next: Vec<u32>,
    prev: Vec<u32>,
    /// Which triangles are one cell.
    cells: UnionFind,
    length: Vec<f64>,
    /// Half-edges that were merged away.
    gone: Vec<bool>,
}

/// Sine and cosine of the turn from `a` to `b` to `c`, both times the two lengths.
fn turn(a: Point, b: Point, c: Point) -> (f64, f64) {
    let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y);
    (ux * vy - uy * vx, ux * vx + uy * vy)
}

/// Whether the boundary turns left or goes straight at `b`.
pub(crate) fn convex_at(a: Point, b: Point, c: Point) -> bool {
    let (sin, cos) = turn(a, b, c);
    // Where the boundary turns back on itself, only a turn to the left is a sharp corner; the other is a spike.
    if cos > 0.0 { sin >= -STRAIGHT * cos.max(sin.abs()) } else { sin > 0.0 }
}

impl Loops {
    /// The half-edges around a cell, from any of them.
    pub fn around(&self, h: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(h), move |e| Some(self.next[*e as usize]).filter(|n| *n != h))
    }

    pub fn is_gone(&self, h: u32) -> bool {
        self.gone[h as usize]
    }

    /// Whether the rule of merging allows dropping `h`.
    pub fn may_drop(&self, t: &Triangles, h: u32) -> bool {
        let g = t.twin[h as usize];
        if t.kind[h as usize] != EdgeKind::Free || g == NONE {
            return false;
        }
        // A run of edges between the same two cells goes as one: its ends count for convexity, its longest for width.
        let (first, last) = self.run(t, h);
        let (first_twin, last_twin) = (t.twin[first as usize], t.twin[last as usize]);
        let before = |e: u32| t.from(self.prev[e as usize]);
        let after = |e: u32| t.from(self.next[self.next[e as usize] as usize]);
        // At the start of the run: in from this cell, out into the other. At its end the opposite.
        let start = t.from(first);
        let end = t.from(self.next[last as usize]);
        if !convex_at(before(first), start, after(first_twin)) || !convex_at(before(last_twin), end, after(last)) {
            return false;
        }
        let longest = self.around_part(first, last).map(|e| self.length[e as usize]).fold(0.0, f64::max);
        let outside = |from: u32, stop: u32| {
            std::iter::successors(Some(self.next[from as usize]), move |e| Some(self.next[*e as usize]))
                .take_while(move |e| *e != stop)
        };
        outside(last, first)
            .chain(outside(first_twin, last_twin))
            .all(|e| t.is_wall(e) || self.length[e as usize] < longest)
    }

    fn around_part(&self, first: u32, last: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(first), move |e| (*e != last).then(|| self.next[*e as usize]))
    }

    /// First and last half-edge of the run of free edges around `h` that the same two cells share.
    fn run(&self, t: &Triangles, h: u32) -> (u32, u32) {
        let same = |e: u32, onward: u32, twin_onward: u32| {
            t.kind[onward as usize] == EdgeKind::Free && t.twin[onward as usize] == twin_onward && onward != e
        };
        let (mut first, mut last) = (h, h);
        loop {
            let (p, q) = (self.prev[first as usize], self.next[t.twin[first as usize] as usize]);
            if p == last || !same(first, p, q) {
                break;
            }
            first = p;
        }
        loop {
            let (n, q) = (self.next[last as usize], self.prev[t.twin[last as usize] as usize]);
            if n == first || !same(last, n, q) {
                break;
            }
            last = n;
        }
        (first, last)
    }

    fn drop_run(&mut self, t: &Triangles, h: u32) {
        let (first, last) = self.run(t, h);
        for e in self.around_part(first, last).collect::<Vec<_>>() {
            self.gone[e as usize] = true;
            self.gone[t.twin[e as usize] as usize] = true;
        }
        let (first_twin, last_twin) = (t.twin[first as usize], t.twin[last as usize]);
        let (a, b) = (self.prev[first as usize], self.next[first_twin as usize]);
        let (c, d) = (self.prev[last_twin as usize], self.next[last as usize]);
        self.next[a as usize] = b;
        self.prev[b as usize] = a;
        self.next[c as usize] = d;
        self.prev[d as usize] = c;
        self.cells.join(h / 3, first_twin / 3);
    }
}

/// Merges what may be merged, in one pass.
pub(crate) fn merge(t: &Triangles) -> Loops {
    let count = t.tail.len() as u32;
    let mut loops = Loops {
        next: (0..count).map(next).collect(),
        prev: (0..count).map(prev).collect(),
        cells: UnionFind::new(t.count()),
        length: (0..count).map(|h| t.from(h).distance(t.to(h))).collect(),
        gone: vec![false; count as usize],
    };
    let mut free: Vec<u32> =
        (0..count).filter(|&h| t.kind[h as usize] == EdgeKind::Free && h < t.twin[h as usize]).collect();
    free.sort_by(|a, b| loops.length[*b as usize].total_cmp(&loops.length[*a as usize]).then(a.cmp(b)));
    for h in free {
        let (x, y) = (loops.cells.find(h / 3), loops.cells.find(t.twin[h as usize] / 3));
        if !loops.is_gone(h) && x != y && loops.may_drop(t, h) {
            loops.drop_run(t, h);
        }
    }
    loops
}
