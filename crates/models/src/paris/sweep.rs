//! The cheapest direction by going outwards from the desired one, left and right, past the ends of sections in order.
//!
//! Costs of neighbours add up, so it is enough to know by how much each end changes the cost of its own neighbour.
//! That is worked out for all neighbours side by side. Costs are whole numbers here, so that what was added is taken away
//! again without a rest.

use super::angles::within;
use super::choice::{Candidate, Hull, Weighing};
use super::sections::{All, MOST, MOST_SECTIONS, Sections};

/// One in whole numbers: costs of 64 people and their walls, each at most 1, fit.
const ONE: f32 = (1 << 21) as f32;
/// See [`whole`].
const ROUND: f32 = 12_582_912.0;
/// At most so many ends on one side.
const MOST_ENDS: usize = MOST * MOST_SECTIONS * 2 + 1;

/// Ends of sections to both sides: how far out, and by how much the cost changes there, going outwards.
struct Ends {
    ends: [u64; MOST_ENDS],
    count: usize,
    /// Cost next to the desired direction, left and right.
    first: [i32; 2],
}

/// Ends are first thrown into so many rings per side, and only rings that are reached are sorted.
const RINGS: usize = 32;

/// Distances are never negative, so that their bits are in order. The top bit is free for the side, and the change goes
/// along in the lower half.
#[inline(always)]
fn key(at: f32, change: i32) -> u64 {
    let right = at < 0.0;
    let outwards = if right { -change } else { change };
    (u64::from(right) << 63) | (u64::from(at.abs().to_bits()) << 32) | u64::from(outwards as u32)
}

/// How far out an end is.
#[inline(always)]
fn distance(end: u64) -> f32 {
    f32::from_bits((end >> 32) as u32 & 0x7FFF_FFFF)
}

impl Ends {
    /// Goes past the ends in order, on each side while `go` says so.
    #[inline(always)]
    fn outwards(&self, mut go: impl FnMut(usize, f32, i32) -> bool) {
        let ends = &self.ends[..self.count];
        let ring = |end: u64| {
            let out = ((distance(end) * (RINGS as f32 / 2.0)) as usize).min(RINGS - 1);
            out + (end >> 63) as usize * RINGS
        };
        let mut starts = [0usize; 2 * RINGS + 1];
        for end in ends {
            starts[ring(*end) + 1] += 1;
        }
        for r in 0..2 * RINGS {
            starts[r + 1] += starts[r];
        }
        // Numbers of ends, not ends: there is less to clear and to move.
        let mut sorted = [0u16; MOST_ENDS];
        let mut next = starts;
        for (number, end) in ends.iter().enumerate() {
            let r = ring(*end);
            sorted[next[r]] = number as u16;
            next[r] += 1;
        }
        let end_of = |number: u16| ends[usize::from(number)];
        for side in 0..2 {
            'side: for r in side * RINGS..(side + 1) * RINGS {
                let ring = &mut sorted[starts[r]..starts[r + 1]];
                for k in 1..ring.len() {
                    let (number, mut at) = (ring[k], k);
                    while at > 0 && end_of(ring[at - 1]) > end_of(number) {
                        ring[at] = ring[at - 1];
                        at -= 1;
                    }
                    ring[at] = number;
                }
                for number in ring {
                    let end = end_of(*number);
                    if !go(side, distance(end), end as u32 as i32) {
                        break 'side;
                    }
                }
            }
        }
    }
}

impl Weighing {
    /// The best direction, where costs of neighbours add up.
    #[inline(always)]
    pub(super) fn choose_by_sweep(&self, around: &Sections, mut note: impl FnMut(&Candidate)) -> Candidate {
        let mut best = self.weigh(around, 0.0);
        note(&best);
        // No turn that alone costs more than going straight on can be best.
        let limit = within(best.cost * 1.001 / self.turning.max(1e-6)).min(2.0);
        let mut ends = Ends { ends: [0; MOST_ENDS], count: 0, first: [0; 2] };
        changes(around, limit, &mut ends);
        let mut sum = ends.first;
        ends.outwards(|side, out, change| {
            sum[side] += change;
            if change >= 0 {
                return true;
            }
            let at = if side == 0 { out } else { -out };
            let c = self.priced(at, sum[side] as f32 / ONE);
            note(&c);
            if self.better(&c, &best) {
                best = c;
            }
            c.turn <= best.cost * 1.001
        });
        best
    }
}

/// Finds the ends of sections where their neighbour's cost changes, within `limit` of the desired direction.
#[inline(always)]
fn changes(around: &Sections, limit: f32, ends: &mut Ends) {
    let (mut to_right, mut to_left) = (Hull::NONE, Hull::NONE);
    for j in 0..around.each {
        to_right.join(around, j, |from, to| right_of(from, to, 0.0));
        to_left.join(around, j, |from, to| left_of(from, to, 0.0));
    }
    for k in 0..around.count {
        ends.first[1] += whole(to_right.cost(k));
        ends.first[0] += whole(to_left.cost(k));
    }
    for j in 0..around.each {
        one_end(around, j, &around.from[j], 1, limit, ends);
        one_end(around, j, &around.to[j], -1, limit, ends);
    }
}

/// The ends `at` of everybody's section `j`: where it begins (`sign` 1) or is left (-1), going left.
#[inline(always)]
fn one_end(around: &Sections, j: usize, at: &All, sign: i32, limit: f32, ends: &mut Ends) {
    let (mut hurry, mut slow, mut sure) = ([0.0f32; MOST], [0.0f32; MOST], [0.0f32; MOST]);
    let count = around.count.min(MOST);
    // Ends of one neighbour in the same place are passed in the order of its sections, so that changes add up.
    for i in 0..around.each {
        let (from, to) = (&around.from[i], &around.to[i]);
        let (hs, ss, ps) = (&around.hurry[i], &around.slow[i], &around.sure[i]);
        if i == j {
            continue;
        }
        let first = if i < j { 1.0 } else { 0.0 };
        for k in 0..count {
            let inside = if first > 0.5 { left_of(from[k], to[k], at[k]) } else { right_of(from[k], to[k], at[k]) };
            let h = if inside { hs[k] } else { 0.0 };
            let s = if inside { ss[k] } else { 0.0 };
            let p = if inside { ps[k] } else { 0.0 };
            hurry[k] = if h > hurry[k] { h } else { hurry[k] };
            slow[k] = if s > slow[k] { s } else { slow[k] };
            sure[k] = if p > sure[k] { p } else { sure[k] };
        }
    }
    let (from, to) = (&around.from[j], &around.to[j]);
    let (hs, ss, ps) = (&around.hurry[j], &around.slow[j], &around.sure[j]);
    let mut change = [0i32; MOST];
    for k in 0..count {
        let without = whole((if hurry[k] < slow[k] { hurry[k] } else { slow[k] }) * sure[k]);
        let h = if hs[k] > hurry[k] { hs[k] } else { hurry[k] };
        let s = if ss[k] > slow[k] { ss[k] } else { slow[k] };
        let p = if ps[k] > sure[k] { ps[k] } else { sure[k] };
        let with = whole((if h < s { h } else { s }) * p);
        let some = (from[k] != to[k]) & (at[k].abs() <= limit);
        change[k] = if some { sign * (with - without) } else { 0 };
    }
    for k in 0..count {
        // Written in any case, kept if it counts: cheaper than a branch nobody can predict.
        ends.ends[ends.count] = key(at[k], change[k]);
        ends.count += usize::from((change[k] != 0) & (at[k] != 0.0));
    }
}

/// A cost from 0 to 1 as a whole number. Adding 1.5 * 2^23 leaves it in the low bits.
#[inline(always)]
fn whole(cost: f32) -> i32 {
    (cost * ONE + ROUND).to_bits() as i32 - ROUND.to_bits() as i32
}

/// Whether a section covers what lies just right of a direction.
#[inline(always)]
fn right_of(from: f32, to: f32, at: f32) -> bool {
    let (after, before) = (at > from, at <= to);
    (after & before) | ((from > to) & (after | before))
}

/// Whether a section covers what lies just left of a direction.
#[inline(always)]
fn left_of(from: f32, to: f32, at: f32) -> bool {
    let (after, before) = (at >= from, at < to);
    (after & before) | ((from > to) & (after | before))
}
