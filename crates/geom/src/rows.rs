//! Where places lie against rings, for many places: edges by rows of y, so that each place is tested against few of
//! them.

use crate::polygon::{RingSide, side_of};
use crate::{Bounds, Point, Segment};

/// The edges of one or more rings, by rows.
pub(crate) struct EdgeRows {
    edges: Vec<Segment>,
    low: f64,
    high: f64,
    /// Rows per metre.
    per: f64,
    /// Where each row begins in `members`; one more than there are rows.
    first: Vec<u32>,
    members: Vec<u32>,
}

/// More rows than this gain nothing.
const MOST: usize = 1 << 16;
/// Edges stand in several rows; in so many on the average at most.
const COPIES: f64 = 8.0;

impl EdgeRows {
    pub fn new(edges: Vec<Segment>) -> Self {
        let low = edges.iter().map(|e| e.a.y.min(e.b.y)).fold(f64::INFINITY, f64::min);
        let high = edges.iter().map(|e| e.a.y.max(e.b.y)).fold(f64::NEG_INFINITY, f64::max);
        let rise: f64 = edges.iter().map(|e| (e.a.y - e.b.y).abs()).sum();
        // Every edge is in one row and in as many more as it rises through.
        let share = rise / (high - low).max(1e-300);
        let fits = (COPIES - 1.0) * edges.len() as f64 / share.max(1e-9);
        let count = (edges.len() as f64).min(fits).clamp(1.0, MOST as f64) as usize;
        let mut rows = Self {
            edges,
            low,
            high,
            per: count as f64 / (high - low).max(1e-300),
            first: Vec::new(),
            members: Vec::new(),
        };
        let mut first = vec![0u32; count + 1];
        for e in &rows.edges {
            let (from, to) = rows.span(e, count);
            (from..=to).for_each(|r| first[r + 1] += 1);
        }
        for r in 0..count {
            first[r + 1] += first[r];
        }
        let (mut next, mut members) = (first.clone(), vec![0; first[count] as usize]);
        for (i, e) in rows.edges.iter().enumerate() {
            let (from, to) = rows.span(e, count);
            for slot in &mut next[from..=to] {
                members[*slot as usize] = i as u32;
                *slot += 1;
            }
        }
        (rows.first, rows.members) = (first, members);
        rows
    }

    fn row(&self, y: f64, count: usize) -> usize {
        (((y - self.low) * self.per) as usize).min(count - 1)
    }

    fn span(&self, e: &Segment, count: usize) -> (usize, usize) {
        (self.row(e.a.y.min(e.b.y), count), self.row(e.a.y.max(e.b.y), count))
    }

    /// The same answer as [`crate::polygon::locate`] for one ring; for several, inside means inside an odd number.
    pub fn locate(&self, p: Point) -> RingSide {
        if !(self.low..=self.high).contains(&p.y) {
            return RingSide::Out;
        }
        let row = self.row(p.y, self.first.len() - 1);
        let members = &self.members[self.first[row] as usize..self.first[row + 1] as usize];
        side_of(members.iter().map(|&i| self.edges[i as usize]), p)
    }
}

/// Every pair of boxes that meet, each once and in both orders, sorted.
pub(crate) fn meeting(boxes: &[Bounds]) -> Vec<(u32, u32)> {
    let share = |size: fn(&Bounds) -> f64, all: f64| boxes.iter().map(size).sum::<f64>() / all.max(1e-300);
    let Some(whole) = boxes.iter().copied().reduce(Bounds::union) else { return Vec::new() };
    let flip = share(|b| b.height(), whole.height()) < share(|b| b.width(), whole.width());
    let low = |b: &Bounds| if flip { b.min.y } else { b.min.x };
    let high = |b: &Bounds| if flip { b.max.y } else { b.max.x };
    let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
    order.sort_by(|&i, &j| low(&boxes[i as usize]).total_cmp(&low(&boxes[j as usize])).then(i.cmp(&j)));
    let mut pairs = Vec::new();
    for (k, &i) in order.iter().enumerate() {
        let a = boxes[i as usize];
        for &j in order[k + 1..].iter().take_while(|&&j| low(&boxes[j as usize]) <= high(&a)) {
            if a.meets(boxes[j as usize]) {
                pairs.extend([(i, j), (j, i)]);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polygon::{locate, ring_edges};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_agree_with_looking_at_every_edge(
            ring in prop::collection::vec((0i32..40, 0i32..40), 3..80), at in prop::collection::vec((0i32..40, 0i32..40), 20)
        ) {
            let point = |(x, y): (i32, i32)| Point::new(f64::from(x) / 4.0, f64::from(y) / 4.0);
            let ring: Vec<Point> = ring.into_iter().map(point).collect();
            let rows = EdgeRows::new(ring_edges(&ring).collect());
            for p in at.into_iter().map(point) {
                let same = matches!((rows.locate(p), locate(&ring, p)), (RingSide::In, RingSide::In) | (RingSide::On, RingSide::On) | (RingSide::Out, RingSide::Out));
                prop_assert!(same, "{p}");
            }
        }
    }
}
