//! The faces that settled edges cut the plane into.
//!
//! Every edge is two half-edges, one per direction, each with the face on its left. Half-edge 2e runs from a to b.

use super::lattice::{Spot, by_angle};
use super::split::LatticeEdge;
use std::cmp::Ordering;

/// The plane, cut into faces. Face 0 is the outside of everything.
pub(super) struct Faces {
    pub edges: Vec<LatticeEdge>,
    /// The face on the left of each half-edge.
    pub left: Vec<u32>,
    /// Twice the area of each face, holes off; 0 for the outside.
    pub area2: Vec<i128>,
    /// Length of the outline of each face, holes included [steps].
    pub perimeter: Vec<f64>,
    /// Half-edges by face: those of face f are `halves[first[f]..first[f + 1]]`.
    first: Vec<u32>,
    halves: Vec<u32>,
}

impl Faces {
    pub fn new(edges: Vec<LatticeEdge>) -> Self {
        let next = next_halves(&edges);
        let (cycle, cycles) = cycles(&edges, &next);
        let face_of_cycle = nest(&edges, &cycle, &cycles);
        let count = 1 + face_of_cycle.iter().copied().max().unwrap_or(0) as usize;
        let left: Vec<u32> = cycle.iter().map(|c| face_of_cycle[*c as usize]).collect();
        let (mut area2, mut perimeter) = (vec![0i128; count], vec![0.0; count]);
        for (c, &face) in cycles.iter().zip(&face_of_cycle) {
            if face != 0 {
                area2[face as usize] += c.area2;
            }
        }
        for (h, &face) in left.iter().enumerate() {
            perimeter[face as usize] += edges[h / 2].a.distance(edges[h / 2].b);
        }
        let (first, halves) = by_face(&left, count);
        Self { edges, left, area2, perimeter, first, halves }
    }

    pub fn count(&self) -> usize {
        self.area2.len()
    }

    /// The half-edges with this face on their left.
    pub fn halves(&self, face: usize) -> &[u32] {
        &self.halves[self.first[face] as usize..self.first[face + 1] as usize]
    }

    pub fn ends(&self, half: usize) -> (Spot, Spot) {
        ends(&self.edges, half)
    }

    /// The face a place lies in; on an edge, the one to the right of the drawing.
    pub fn at(&self, p: Spot) -> u32 {
        let mut sight = LeftRay::new(p);
        for (e, edge) in self.edges.iter().enumerate() {
            sight.look(e, edge, true);
        }
        sight.half(&self.edges).map_or(0, |h| self.left[h])
    }
}

pub(super) fn ends(edges: &[LatticeEdge], half: usize) -> (Spot, Spot) {
    let e = &edges[half / 2];
    if half.is_multiple_of(2) { (e.a, e.b) } else { (e.b, e.a) }
}

/// The half-edge after each one around the face on its left.
fn next_halves(edges: &[LatticeEdge]) -> Vec<u32> {
    let mut out: Vec<(Spot, u32)> = (0..2 * edges.len()).map(|h| (ends(edges, h).0, h as u32)).collect();
    let direction = |h: u32| {
        let (from, to) = ends(edges, h as usize);
        to.minus(from)
    };
    out.sort_unstable_by(|(p, g), (q, h)| p.cmp(q).then_with(|| by_angle(direction(*g), direction(*h))));
    let mut next = vec![0; out.len()];
    let mut begin = 0;
    while begin < out.len() {
        let end = begin + out[begin..].iter().take_while(|(p, _)| *p == out[begin].0).count();
        for i in begin..end {
            // Arriving by the twin of this one, the sharpest turn to the right of it keeps the face on the left.
            let before = if i == begin { end - 1 } else { i - 1 };
            next[(out[i].1 ^ 1) as usize] = out[before].1;
        }
        begin = end;
    }
    next
}

struct FaceCycle {
    area2: i128,
    /// Its lowest place by x, then y.
    low: Spot,
}

/// The cycle of each half-edge, and the cycles.
fn cycles(edges: &[LatticeEdge], next: &[u32]) -> (Vec<u32>, Vec<FaceCycle>) {
    let mut cycle = vec![u32::MAX; next.len()];
    let mut all = Vec::new();
    for begin in 0..next.len() {
        if cycle[begin] != u32::MAX {
            continue;
        }
        let origin = ends(edges, begin).0;
        let mut c = FaceCycle { area2: 0, low: origin };
        let mut h = begin;
        while cycle[h] == u32::MAX {
            cycle[h] = all.len() as u32;
            let (p, q) = ends(edges, h);
            let ((ux, uy), (vx, vy)) = (p.minus(origin), q.minus(origin));
            c.area2 += i128::from(ux) * i128::from(vy) - i128::from(uy) * i128::from(vx);
            c.low = c.low.min(p);
            h = next[h] as usize;
        }
        all.push(c);
    }
    (cycle, all)
}

/// The face of each cycle: those that run counter-clockwise bound one, the others are the outer sides of connected
/// parts and lie in the face that is seen to their left.
fn nest(edges: &[LatticeEdge], cycle: &[u32], cycles: &[FaceCycle]) -> Vec<u32> {
    let mut face = vec![0; cycles.len()];
    let mut count = 0;
    for (f, _) in face.iter_mut().zip(cycles).filter(|(_, c)| c.area2 > 0) {
        count += 1;
        *f = count;
    }
    let mut outer: Vec<usize> = (0..cycles.len()).filter(|&c| cycles[c].area2 <= 0).collect();
    let seen = sights(edges, &outer.iter().map(|&c| cycles[c].low).collect::<Vec<_>>());
    let seen: Vec<(usize, Option<usize>)> = outer.iter().copied().zip(seen).collect();
    outer.clear();
    // What is seen lies farther left, so that its own face is known by then.
    let mut order: Vec<usize> = (0..seen.len()).collect();
    order.sort_unstable_by_key(|&i| cycles[seen[i].0].low);
    for i in order {
        let (c, half) = seen[i];
        face[c] = half.map_or(0, |h| face[cycle[h] as usize]);
    }
    face
}

/// For each place the half-edge that is seen first to its left, which has the face between on its left.
fn sights(edges: &[LatticeEdge], places: &[Spot]) -> Vec<Option<usize>> {
    let low = |e: &LatticeEdge| e.a.y.min(e.b.y);
    let mut by_low: Vec<usize> = (0..edges.len()).filter(|&e| edges[e].a.y != edges[e].b.y).collect();
    by_low.sort_unstable_by_key(|&e| (low(&edges[e]), e));
    let mut queries: Vec<usize> = (0..places.len()).collect();
    queries.sort_unstable_by_key(|&q| (places[q].y, q));
    let mut seen = vec![None; places.len()];
    let (mut active, mut coming): (Vec<usize>, _) = (Vec::new(), by_low.into_iter().peekable());
    for q in queries {
        let y = places[q].y;
        while let Some(e) = coming.next_if(|&e| low(&edges[e]) <= y) {
            active.push(e);
        }
        active.retain(|&e| edges[e].a.y.max(edges[e].b.y) > y);
        let mut sight = LeftRay::new(places[q]);
        for &e in &active {
            sight.look(e, &edges[e], false);
        }
        seen[q] = sight.half(edges);
    }
    seen
}

/// Looks from a place to the left, a hair above it, and keeps the nearest edge.
struct LeftRay {
    from: Spot,
    best: Option<(usize, i128, i128, i64)>,
}

impl LeftRay {
    fn new(from: Spot) -> Self {
        Self { from, best: None }
    }

    fn look(&mut self, index: usize, edge: &LatticeEdge, touching: bool) {
        let (low, high) = if edge.a.y < edge.b.y { (edge.a, edge.b) } else { (edge.b, edge.a) };
        if low.y > self.from.y || high.y <= self.from.y || low.x.min(high.x) > self.from.x {
            return;
        }
        // Where it passes the height of the place, as a fraction with a positive denominator.
        let rise = i128::from(high.y - low.y);
        let run = high.x - low.x;
        let x = i128::from(low.x) * rise + i128::from(run) * i128::from(self.from.y - low.y);
        let own = i128::from(self.from.x) * rise;
        if x > own || (x == own && !touching) {
            return;
        }
        let nearer = match self.best {
            None => true,
            Some((_, other_x, other_rise, other_run)) => match (x * other_rise).cmp(&(other_x * rise)) {
                Ordering::Equal => i128::from(run) * other_rise > i128::from(other_run) * rise,
                order => order == Ordering::Greater,
            },
        };
        if nearer {
            self.best = Some((index, x, rise, run));
        }
    }

    /// The half of it that runs down, whose left is to the right of the drawing.
    fn half(&self, edges: &[LatticeEdge]) -> Option<usize> {
        let (e, ..) = self.best?;
        Some(2 * e + usize::from(edges[e].a.y < edges[e].b.y))
    }
}

fn by_face(left: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0u32; count + 1];
    for &f in left {
        first[f as usize + 1] += 1;
    }
    for f in 0..count {
        first[f + 1] += first[f];
    }
    let (mut at, mut halves) = (first.clone(), vec![0; left.len()]);
    for (h, &f) in left.iter().enumerate() {
        halves[at[f as usize] as usize] = h as u32;
        at[f as usize] += 1;
    }
    (first, halves)
}
