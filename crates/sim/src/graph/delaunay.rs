//! The Delaunay triangulation of points, by division: two halves are triangulated and sewn together from the bottom up (Guibas and
//! Stolfi 1985), parts of one size at a time on all threads. Where the points are cut depends on their number only,
//! so the result does not depend on the threads. Signs are exact. Points on one line give a chain.
//!
//! Edges are stored as pairs of directed ones: `e` and `e ^ 1`. Each knows where it begins and its neighbours around
//! that point. Half a crowd has its own stretch of the store, three edges a point, which is more than any planar graph
//! needs; what is not in use hangs on a list.

use crate::parallel::Pool;
use ambulo_geom::Point;
use ambulo_geom::predicates::{in_circle, orient};

/// Nothing.
pub(super) const NONE: u32 = u32::MAX;
/// Fewer points than this are not worth a second thread.
const ALONE: usize = 1024;
/// Points are halved at most so often for threads.
const LEVELS: usize = 6;

#[derive(Clone, Copy, Debug)]
pub(super) struct DelaunayEdge {
    /// Where it begins; `NONE` when it is not in use.
    pub(super) from: u32,
    /// The next edge from there, counter-clockwise; for one not in use the next such.
    pub(super) next: u32,
    /// The next edge from there, clockwise.
    pub(super) previous: u32,
}

/// Edges not in use: a list with its two ends.
#[derive(Clone, Copy, Default)]
struct Spare {
    first: u32,
    last: u32,
}

/// A finished part: the hull edge at its leftmost point, counter-clockwise, and the one at its rightmost, clockwise.
#[derive(Clone, Copy, Default)]
struct HullPart {
    left: u32,
    right: u32,
    spare: Spare,
}

/// Triangulates `points`, which rise in x, then y, and are all different. Directed edge `e` leads from `edges[e].from`
/// to `edges[e ^ 1].from`.
pub(super) fn triangulate(pool: &Pool, points: &[Point], edges: &mut Vec<DelaunayEdge>) {
    let unused = DelaunayEdge { from: NONE, next: NONE, previous: NONE };
    edges.clear();
    if points.len() < 2 {
        return;
    }
    edges.resize(points.len() * 6, unused);
    let mut deepest = 0;
    while pool.threads() > 1 && deepest < LEVELS && points.len() >> deepest > ALONE {
        deepest += 1;
    }
    // The smallest parts, each on one thread; then pairs of them, up to the whole.
    let mut parts = [HullPart::default(); 1 << LEVELS];
    for level in (0..=deepest).rev() {
        let mut jobs: [Option<Job<'_>>; 1 << LEVELS] = [const { None }; 1 << LEVELS];
        let jobs = &mut jobs[..1 << level];
        Job { points, first: 0, edges, done: HullPart::default() }.divide(jobs);
        let below = parts;
        pool.each(jobs, |k, job| {
            if let Some(Job { points, first, edges, done }) = job {
                *done = if level == deepest {
                    part(points, *first, edges)
                } else {
                    Sewing { points, first: *first, edges }.sew(below[2 * k], below[2 * k + 1])
                };
            }
        });
        jobs.iter().flatten().zip(&mut parts).for_each(|(job, part)| *part = job.done);
    }
}

/// A part of the points, to be triangulated by one thread.
struct Job<'a> {
    points: &'a [Point],
    first: usize,
    edges: &'a mut [DelaunayEdge],
    done: HullPart,
}

impl<'a> Job<'a> {
    /// Halves it until there are as many as asked for, a power of two.
    fn divide(self, jobs: &mut [Option<Job<'a>>]) {
        if let [job] = jobs {
            *job = Some(self);
            return;
        }
        let at = self.points.len() / 2;
        let (left_points, right_points) = self.points.split_at(at);
        let (left_edges, right_edges) = self.edges.split_at_mut(at * 6);
        let (left, right) = jobs.split_at_mut(jobs.len() / 2);
        Job { points: left_points, edges: left_edges, ..self }.divide(left);
        Job { points: right_points, first: self.first + at, edges: right_edges, done: self.done }.divide(right);
    }
}

fn part(points: &[Point], first: usize, edges: &mut [DelaunayEdge]) -> HullPart {
    let n = points.len();
    if n <= 3 {
        return Sewing { points, first, edges }.leaf();
    }
    let at = n / 2;
    let (left_points, right_points) = points.split_at(at);
    let (left_edges, right_edges) = edges.split_at_mut(at * 6);
    let left = part(left_points, first, left_edges);
    let right = part(right_points, first + at, right_edges);
    Sewing { points, first, edges }.sew(left, right)
}

/// The points and edges of one part. Numbers are those of the whole.
struct Sewing<'a> {
    points: &'a [Point],
    first: usize,
    edges: &'a mut [DelaunayEdge],
}

impl Sewing<'_> {
    #[inline]
    fn edge(&mut self, e: u32) -> &mut DelaunayEdge {
        let at = e as usize - self.first * 6;
        &mut self.edges[at]
    }

    #[inline]
    fn get(&self, e: u32) -> DelaunayEdge {
        self.edges[e as usize - self.first * 6]
    }

    #[inline]
    fn start(&self, e: u32) -> Point {
        self.points[self.get(e).from as usize - self.first]
    }

    #[inline]
    fn end(&self, e: u32) -> Point {
        self.start(e ^ 1)
    }

    /// The next edge around the face to the left.
    fn around_left(&self, e: u32) -> u32 {
        self.get(e ^ 1).previous
    }

    fn is_left(&self, p: Point, e: u32) -> bool {
        orient(self.start(e), self.end(e), p) > 0.0
    }

    fn is_right(&self, p: Point, e: u32) -> bool {
        orient(self.start(e), self.end(e), p) < 0.0
    }

    /// Exchanges what comes next around the starts of two edges: joins two fans, or cuts one in two.
    fn splice(&mut self, a: u32, b: u32) {
        let (after_a, after_b) = (self.get(a).next, self.get(b).next);
        self.edge(a).next = after_b;
        self.edge(b).next = after_a;
        self.edge(after_b).previous = a;
        self.edge(after_a).previous = b;
    }

    fn make(&mut self, spare: &mut Spare, from: u32, to: u32) -> u32 {
        let e = spare.first;
        spare.first = self.get(e).next;
        *self.edge(e) = DelaunayEdge { from, next: e, previous: e };
        *self.edge(e ^ 1) = DelaunayEdge { from: to, next: e ^ 1, previous: e ^ 1 };
        e
    }

    /// A new edge from the end of `a` to the start of `b`, so that all three have the same face to the left.
    fn connect(&mut self, spare: &mut Spare, a: u32, b: u32) -> u32 {
        let (from, to) = (self.get(a ^ 1).from, self.get(b).from);
        let e = self.make(spare, from, to);
        let after = self.around_left(a);
        self.splice(e, after);
        self.splice(e ^ 1, b);
        e
    }

    fn remove(&mut self, spare: &mut Spare, e: u32) {
        for side in [e, e ^ 1] {
            let before = self.get(side).previous;
            self.splice(side, before);
            self.edge(side).from = NONE;
        }
        let e = e & !1;
        self.edge(e).next = spare.first;
        spare.first = e;
    }

    /// Two or three points.
    fn leaf(mut self) -> HullPart {
        let (base, n) = (self.first as u32 * 6, self.points.len() as u32);
        for k in 0..3 * n {
            self.edge(base + 2 * k).next = if k + 1 < 3 * n { base + 2 * k + 2 } else { NONE };
        }
        let mut spare = Spare { first: base, last: base + 6 * n - 2 };
        let s = self.first as u32;
        let a = self.make(&mut spare, s, s + 1);
        if n == 2 {
            return HullPart { left: a, right: a ^ 1, spare };
        }
        let b = self.make(&mut spare, s + 1, s + 2);
        self.splice(a ^ 1, b);
        let turn = orient(self.points[0], self.points[1], self.points[2]);
        if turn == 0.0 {
            return HullPart { left: a, right: b ^ 1, spare };
        }
        let c = self.connect(&mut spare, b, a);
        let (left, right) = if turn > 0.0 { (a, b ^ 1) } else { (c ^ 1, c) };
        HullPart { left, right, spare }
    }

    fn sew(mut self, l: HullPart, r: HullPart) -> HullPart {
        // One list of spare edges out of two.
        self.edge(l.spare.last).next = r.spare.first;
        let mut spare = Spare { first: l.spare.first, last: r.spare.last };
        let (mut outer_left, mut outer_right) = (l.left, r.right);
        // The lower common tangent.
        let (mut li, mut ri) = (l.right, r.left);
        loop {
            if self.is_left(self.start(ri), li) {
                li = self.around_left(li);
            } else if self.is_right(self.start(li), ri) {
                ri = self.get(ri ^ 1).next;
            } else {
                break;
            }
        }
        let mut base = self.connect(&mut spare, ri ^ 1, li);
        if self.get(li).from == self.get(outer_left).from {
            outer_left = base ^ 1;
        }
        if self.get(ri).from == self.get(outer_right).from {
            outer_right = base;
        }
        // Upwards, one cross edge after the other.
        loop {
            let (right_end, left_end) = (self.start(base), self.end(base));
            let mut left = self.get(base ^ 1).next;
            let above_left = self.is_right(self.end(left), base);
            if above_left {
                loop {
                    let next = self.get(left).next;
                    if in_circle(left_end, right_end, self.end(left), self.end(next)) <= 0.0 {
                        break;
                    }
                    self.remove(&mut spare, left);
                    left = next;
                }
            }
            let mut right = self.get(base).previous;
            let above_right = self.is_right(self.end(right), base);
            if above_right {
                loop {
                    let next = self.get(right).previous;
                    if in_circle(left_end, right_end, self.end(right), self.end(next)) <= 0.0 {
                        break;
                    }
                    self.remove(&mut spare, right);
                    right = next;
                }
            }
            if !above_left && !above_right {
                break;
            }
            let by_right =
                !above_left || (above_right && in_circle(self.end(left), left_end, right_end, self.end(right)) > 0.0);
            base = if by_right {
                self.connect(&mut spare, right, base ^ 1)
            } else {
                self.connect(&mut spare, base ^ 1, left ^ 1)
            };
        }
        HullPart { left: outer_left, right: outer_right, spare }
    }
}
