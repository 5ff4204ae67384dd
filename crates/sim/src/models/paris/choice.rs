//! Costs of directions, and the choice.
//!
//! The paper cuts the circle at all ends of sections and looks for the cheapest piece. The cost of speed is constant on
//! a piece and the cost of turning grows with the turn, so the best of a piece is its end nearest to the desired
//! direction; and going outwards, only leaving a section can lower the cost. So the pieces need not be built or sorted:
//! the candidates are the desired direction and those ends of sections where one leaves them, and a candidate whose turn
//! alone costs more than the best so far is not looked at.

use super::angles::{direction, wrap};
use super::sections::{Eight, MOST_PEOPLE, MOST_SECTIONS, Sections};
use crate::LANES;
use ambulo_geom::Vec2;

/// Eights of walls' sides beside those of people.
pub(super) const WALL_BLOCKS: usize = 4;
pub(super) const MOST_BLOCKS: usize = MOST_PEOPLE / LANES + WALL_BLOCKS;

/// All sections around a walker.
pub(super) struct Around {
    pub(super) blocks: [Sections; MOST_BLOCKS],
    /// Blocks in use.
    pub(super) count: usize,
    /// Sections of a neighbour in use.
    pub(super) sections: usize,
}

impl Around {
    pub(super) const NOTHING: Self = Self { blocks: [Sections::NONE; MOST_BLOCKS], count: 0, sections: 0 };
}

/// How costs are weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighing {
    /// Weight of speed against turning.
    pub(super) alpha: f32,
    /// 1: prefer the left, -1: the right, 0: neither.
    pub(super) side: f32,
    /// Factor on the cost of speed on the other side.
    pub(super) other_side: f32,
    /// Count only the worst neighbour, not the sum of all.
    pub(super) worst: bool,
    /// Turning is charged once for each neighbour and discounted with its prediction.
    pub(super) literal: bool,
}

/// A direction that was weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    /// Its number, see [`super::angles`].
    pub(super) at: f32,
    pub(super) cost: f32,
    /// The part of the cost that is for speed.
    pub(super) speed: f32,
    /// The part that is for turning.
    pub(super) turn: f32,
}

/// Ties: costs and turns that differ by less are equal.
const SAME: f32 = 1e-6;

impl Weighing {
    /// The best direction, by weighing every candidate. For costs that do not simply add up, and to test the sweep.
    #[inline(never)]
    pub(super) fn choose_by_weighing(&self, around: &Around, mut tell: impl FnMut(&Candidate)) -> Candidate {
        let mut best = self.weigh(around, 0.0);
        tell(&best);
        for block in &around.blocks[..around.count] {
            for j in 0..around.sections {
                for k in 0..LANES {
                    let (from, to) = (block.from[j][k], block.to[j][k]);
                    if from == to {
                        continue;
                    }
                    // Where turning is discounted inside a section, entering one may pay too.
                    let entered = [wrap(from + INSIDE), wrap(to - INSIDE)];
                    for at in [from, to].into_iter().chain(entered.into_iter().filter(|_| self.literal)) {
                        let least = self.turning(at);
                        if !self.literal && least > best.cost * (1.0 + SAME) + SAME {
                            continue;
                        }
                        let c = self.weigh(around, at);
                        tell(&c);
                        if self.better(&c, &best) {
                            best = c;
                        }
                    }
                }
            }
        }
        best
    }

    /// What turning costs.
    #[inline(always)]
    pub(super) fn turning(&self, at: f32) -> f32 {
        (1.0 - self.alpha) * 0.5 * (1.0 - direction(at).x)
    }

    #[inline(always)]
    pub(super) fn better(&self, c: &Candidate, best: &Candidate) -> bool {
        let slack = SAME * best.cost.abs().max(SAME);
        if (c.cost - best.cost).abs() > slack {
            return c.cost < best.cost;
        }
        let turn = c.at.abs() - best.at.abs();
        if turn.abs() > SAME {
            return turn < 0.0;
        }
        c.at * self.side > best.at * self.side
    }

    /// The cost of speed in a direction where the sum over neighbours is known.
    #[inline(always)]
    pub(super) fn priced(&self, at: f32, sum: f32) -> Candidate {
        let speed = self.alpha * sum * if at * self.side < 0.0 { self.other_side } else { 1.0 };
        let turn = self.turning(at);
        Candidate { at, cost: speed + turn, speed, turn }
    }

    /// What a direction costs.
    #[inline(always)]
    pub(super) fn weigh(&self, around: &Around, at: f32) -> Candidate {
        let mut all: Eight = [0.0; LANES];
        let mut doubts: Eight = [0.0; LANES];
        for block in &around.blocks[..around.count] {
            let (one, sure) = neighbours_at(block, around.sections, at);
            for k in 0..LANES {
                all[k] = if self.worst { all[k].max(one[k]) } else { all[k] + one[k] };
                doubts[k] += sure[k];
            }
        }
        let mut c = self.priced(at, fold(&all, self.worst));
        if self.literal {
            // As printed: every section that covers the direction charges for the turn, discounted by its confidence.
            let charged = fold(&doubts, false);
            c.turn *= if charged > 0.0 { charged } else { 1.0 };
            c.cost = c.speed + c.turn;
        }
        c
    }
}

/// Just inside a section, for candidates that enter one.
const INSIDE: f32 = 1e-5;

#[inline(always)]
fn fold(v: &Eight, worst: bool) -> f32 {
    let add = |a: f32, b: f32| if worst { a.max(b) } else { a + b };
    add(add(add(v[0], v[4]), add(v[2], v[6])), add(add(v[1], v[5]), add(v[3], v[7])))
}

/// For each of eight neighbours, the cost of speed in a direction, and how sure the prediction is that covers it.
///
/// Sections of the same neighbour that cover a direction are merged to their hull: least speed of passing behind,
/// greatest of passing in front, earliest time, which is the greatest of each cost.
#[inline(always)]
fn neighbours_at(block: &Sections, sections: usize, at: f32) -> (Eight, Eight) {
    let none: Eight = [0.0; LANES];
    let (mut hurry, mut slow, mut sure) = (none, none, none);
    for j in 0..sections {
        for k in 0..LANES {
            let inside = covers(block.from[j][k], block.to[j][k], at);
            let (h, s, p) = (block.hurry[j][k], block.slow[j][k], block.sure[j][k]);
            hurry[k] = if inside & (h > hurry[k]) { h } else { hurry[k] };
            slow[k] = if inside & (s > slow[k]) { s } else { slow[k] };
            sure[k] = if inside & (p > sure[k]) { p } else { sure[k] };
        }
    }
    let mut cost = [0.0; LANES];
    for k in 0..LANES {
        cost[k] = (if hurry[k] < slow[k] { hurry[k] } else { slow[k] }) * sure[k];
    }
    (cost, sure)
}

/// Whether a section covers a direction; its ends are free.
#[inline(always)]
pub(super) fn covers(from: f32, to: f32, at: f32) -> bool {
    let (after, before) = (at > from, at < to);
    // A section across the backward direction ends at a smaller number than it begins.
    if from > to { after | before } else { after & before }
}

/// `v` of the frame whose x axis is `frame`, in the world.
#[inline(always)]
pub(super) fn turned(frame: Vec2, v: Vec2) -> Vec2 {
    Vec2::new(frame.x * v.x - frame.y * v.y, frame.y * v.x + frame.x * v.y)
}

#[cfg(test)]
mod tests;
