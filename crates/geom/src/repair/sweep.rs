//! Pairs of boxes that meet, by a sweep along the axis on which they overlap less.

use super::lattice::Spot;

/// An upright box on the lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct LatticeBox {
    low: [i64; 2],
    high: [i64; 2],
}

impl LatticeBox {
    pub fn new(a: Spot, b: Spot, margin: i64) -> Self {
        Self {
            low: [a.x.min(b.x) - margin, a.y.min(b.y) - margin],
            high: [a.x.max(b.x) + margin, a.y.max(b.y) + margin],
        }
    }
}

/// Calls `f` with every pair (index in `all`, index in `all`) whose boxes meet, each once; stops when `f` returns
/// false.
pub(super) fn pairs(all: &[LatticeBox], mut f: impl FnMut(usize, usize) -> bool) {
    let axis = better_axis(all);
    let mut order: Vec<u32> = (0..all.len() as u32).collect();
    order.sort_unstable_by_key(|&i| (all[i as usize].low[axis], i));
    let sorted: Vec<LatticeBox> = order.iter().map(|&i| all[i as usize]).collect();
    let other = 1 - axis;
    for (i, a) in sorted.iter().enumerate() {
        for (j, b) in sorted.iter().enumerate().skip(i + 1) {
            if b.low[axis] > a.high[axis] {
                break;
            }
            if b.low[other] <= a.high[other]
                && b.high[other] >= a.low[other]
                && !f(order[i] as usize, order[j] as usize)
            {
                return;
            }
        }
    }
}

/// The axis along which the boxes are short against the whole.
fn better_axis(all: &[LatticeBox]) -> usize {
    let share = |axis: usize| {
        let low = all.iter().map(|r| r.low[axis]).min().unwrap_or(0);
        let high = all.iter().map(|r| r.high[axis]).max().unwrap_or(0);
        let sum: f64 = all.iter().map(|r| (r.high[axis] - r.low[axis] + 1) as f64).sum();
        sum / (high - low + 1) as f64
    };
    usize::from(share(1) < share(0))
}
