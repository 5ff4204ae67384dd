//! The cheapest direction by going outwards from the desired one, left and right, past the ends of sections in order.
//!
//! Costs of neighbours add up, so it is enough to know by how much each end changes the cost of its own neighbour.
//! That is worked out for eight neighbours at once. Costs are whole numbers here, so that what was added is taken away
//! again without a rest.

use super::angles::within;
use super::choice::{Around, Candidate, MOST_BLOCKS, Weighing};
use super::sections::{Eight, MOST_SECTIONS, Sections};
use crate::LANES;

/// One in whole numbers: costs of 64 people and their walls, each at most 1, fit.
const ONE: f32 = (1 << 22) as f32;
/// At most so many ends on one side.
const MOST_ENDS: usize = MOST_BLOCKS * LANES * MOST_SECTIONS * 2;

/// Ends of sections on one side: how far out, and by how much the cost changes there.
struct Side {
    ends: [u64; MOST_ENDS],
    count: usize,
    /// Cost next to the desired direction.
    first: i32,
}

impl Side {
    /// Distances are never negative, so that their bits are in order; the change goes along in the lower half.
    #[inline(always)]
    fn push(&mut self, out: f32, change: i32) {
        self.ends[self.count] = (u64::from(out.to_bits()) << 32) | u64::from(change as u32);
        self.count += 1;
    }
}

impl Weighing {
    /// The best direction, where costs of neighbours add up.
    #[inline(always)]
    pub(super) fn choose_by_sweep(&self, around: &Around, mut tell: impl FnMut(&Candidate)) -> Candidate {
        let mut best = self.weigh(around, 0.0);
        tell(&best);
        // No turn that alone costs more than going straight on can be best.
        let limit = within(best.cost * 1.001 / (1.0 - self.alpha).max(1e-6)).min(2.0);
        let mut left = Side { ends: [0; MOST_ENDS], count: 0, first: 0 };
        let mut right = Side { ends: [0; MOST_ENDS], count: 0, first: 0 };
        for block in &around.blocks[..around.count] {
            changes(block, around.sections, limit, &mut left, &mut right);
        }
        for (side, sign) in [(&mut left, 1.0), (&mut right, -1.0)] {
            let ends = &mut side.ends[..side.count];
            ends.sort_unstable();
            let mut sum = side.first;
            for end in ends {
                let change = *end as u32 as i32;
                sum += change;
                if change >= 0 {
                    continue;
                }
                let out = f32::from_bits((*end >> 32) as u32);
                let c = self.priced(sign * out, sum as f32 / ONE);
                if c.turn > best.cost * 1.001 {
                    break;
                }
                tell(&c);
                if self.better(&c, &best) {
                    best = c;
                }
            }
        }
        best
    }
}

/// Finds the ends of eight neighbours' sections where their cost changes, within `limit` of the desired direction.
#[inline(always)]
fn changes(block: &Sections, sections: usize, limit: f32, left: &mut Side, right: &mut Side) {
    let (here, _) = beside(block, sections, &[0.0; LANES]);
    for k in 0..LANES {
        right.first += here[0][k];
        left.first += here[1][k];
    }
    for j in 0..sections {
        for at in [&block.from[j], &block.to[j]] {
            let mut near = false;
            for k in 0..LANES {
                near |= (at[k].abs() <= limit) & (block.from[j][k] != block.to[j][k]);
            }
            if !near {
                continue;
            }
            let (cost, again) = beside(block, sections, at);
            for k in 0..LANES {
                let change = cost[1][k] - cost[0][k];
                // An end shared by two sections of a neighbour comes up twice; the first time counts.
                if change == 0 || again[k] < (2 * j) as i32 + i32::from(std::ptr::eq(at, &block.to[j])) {
                    continue;
                }
                if at[k] > 0.0 && at[k] <= limit {
                    left.push(at[k], change);
                } else if at[k] < 0.0 && at[k] >= -limit {
                    right.push(-at[k], -change);
                }
            }
        }
    }
}

/// Each neighbour's cost just right and just left of a direction, and the first of its ends that lies there.
#[inline(always)]
fn beside(block: &Sections, sections: usize, at: &Eight) -> ([[i32; LANES]; 2], [i32; LANES]) {
    let none: Eight = [0.0; LANES];
    let (mut hurry, mut slow, mut sure) = ([none; 2], [none; 2], [none; 2]);
    let mut first = [i32::MAX; LANES];
    for j in 0..sections {
        for k in 0..LANES {
            let (from, to) = (block.from[j][k], block.to[j][k]);
            let (h, s, p) = (block.hurry[j][k], block.slow[j][k], block.sure[j][k]);
            let (after, before) = ((at[k] > from), (at[k] < to));
            let (at_from, at_to) = (at[k] == from, at[k] == to);
            let across = from > to;
            let some = from != to;
            let to_right = if across { after | before | at_to } else { after & (before | at_to) } & some;
            let to_left = if across { after | at_from | before } else { (after | at_from) & before } & some;
            for (side, inside) in [to_right, to_left].into_iter().enumerate() {
                hurry[side][k] = if inside & (h > hurry[side][k]) { h } else { hurry[side][k] };
                slow[side][k] = if inside & (s > slow[side][k]) { s } else { slow[side][k] };
                sure[side][k] = if inside & (p > sure[side][k]) { p } else { sure[side][k] };
            }
            let number = 2 * j as i32;
            let mine = if at_from { number } else { number + 1 };
            first[k] = if some & (at_from | at_to) & (mine < first[k]) { mine } else { first[k] };
        }
    }
    let mut cost = [[0; LANES]; 2];
    for side in 0..2 {
        for k in 0..LANES {
            let (h, s) = (hurry[side][k], slow[side][k]);
            cost[side][k] = ((if h < s { h } else { s }) * sure[side][k] * ONE) as i32;
        }
    }
    (cost, first)
}
