//! Costs of directions, and the choice.
//!
//! The paper cuts the circle at all ends of sections and looks for the cheapest piece. The cost of speed is constant on
//! a piece and the cost of turning grows with the turn, so the best of a piece is its end nearest to the desired
//! direction; and going outwards, only leaving a section can lower the cost. So the pieces need not be built or sorted:
//! the candidates are the desired direction and those ends of sections where one leaves them, and a candidate whose turn
//! alone costs more than the best so far is not looked at.

use super::angles::{TURN, direction, within, wrap};
use super::sections::{Eight, MOST_PEOPLE, MOST_SECTIONS, Sections};
use crate::{LANES, Note, Trace};
use ambulo_geom::Vec2;

/// Eights of walls' sides beside those of people.
pub(super) const WALL_BLOCKS: usize = 4;
const MOST_BLOCKS: usize = MOST_PEOPLE / LANES + WALL_BLOCKS;

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
/// Just inside a section, for candidates that enter one.
const INSIDE: f32 = 1e-5;

impl Weighing {
    /// The best direction.
    #[inline(always)]
    pub(super) fn choose<T: Trace>(&self, around: &Around, speed: f32, frame: Vec2, trace: &mut T) -> Candidate {
        let mut best = self.weigh(around, 0.0);
        let tell = |c: &Candidate, trace: &mut T| {
            trace.note(|| Note::Candidate {
                velocity: turned(frame, direction(c.at)) * speed,
                cost: c.cost,
                terms: vec![("speed", c.speed), ("turning", c.turn)],
                chosen: false,
            });
        };
        tell(&best, trace);
        let mut ends = [0.0f32; 2 * MOST_BLOCKS * LANES * MOST_SECTIONS];
        let limit = if self.literal { 2.0 } else { self.reach(best.cost) };
        let count = self.ends(around, limit, &mut ends);
        // From near to far in rings: roughly sorted is enough to drop most of the far ones unseen.
        let mut ring = (0.0, 0.125);
        while ring.0 < 2.0 {
            let limit = if self.literal { 2.0 } else { self.reach(best.cost) };
            if ring.0 > limit {
                break;
            }
            for end in &ends[..count] {
                let turn = end.abs();
                if turn < ring.0 || turn >= ring.1 || turn > limit {
                    continue;
                }
                let c = self.weigh(around, *end);
                tell(&c, trace);
                if self.better(&c, &best) {
                    best = c;
                }
            }
            ring = (ring.1, if ring.1 >= 1.0 { 2.1 } else { ring.1 * 2.0 });
        }
        best
    }

    /// How far one may turn for a cost.
    #[inline(always)]
    fn reach(&self, cost: f32) -> f32 {
        within(cost * (1.0 + 4.0 * SAME) / (1.0 - self.alpha).max(1e-6)).min(2.0)
    }

    #[inline(always)]
    fn better(&self, c: &Candidate, best: &Candidate) -> bool {
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

    /// Ends of sections within `limit` of the desired direction where one leaves the section going outwards.
    #[inline(always)]
    fn ends(&self, around: &Around, limit: f32, out: &mut [f32]) -> usize {
        let mut count = 0;
        for block in &around.blocks[..around.count] {
            for j in 0..around.sections {
                for k in 0..LANES {
                    let (from, wide) = (block.from[j][k], block.wide[j][k]);
                    if wide <= 0.0 {
                        continue;
                    }
                    let to = wrap(from + wide);
                    if from <= 0.0 && from >= -limit {
                        out[count] = from;
                        count += 1;
                    } else if self.literal {
                        out[count] = wrap(from + INSIDE);
                        count += 1;
                    }
                    if to >= 0.0 && to <= limit {
                        out[count] = to;
                        count += 1;
                    } else if self.literal {
                        out[count] = wrap(to - INSIDE);
                        count += 1;
                    }
                }
            }
        }
        count
    }

    /// What a direction costs.
    #[inline(always)]
    pub(super) fn weigh(&self, around: &Around, at: f32) -> Candidate {
        let turn = (1.0 - self.alpha) * 0.5 * (1.0 - direction(at).x);
        let mut all: Eight = [0.0; LANES];
        let mut doubts: Eight = [0.0; LANES];
        for block in &around.blocks[..around.count] {
            let (one, sure) = neighbours_at(block, around.sections, at);
            for k in 0..LANES {
                all[k] = if self.worst { all[k].max(one[k]) } else { all[k] + one[k] };
                doubts[k] += sure[k];
            }
        }
        let mut speed = self.alpha * fold(&all, self.worst);
        speed *= if at * self.side < 0.0 { self.other_side } else { 1.0 };
        let mut turn = turn;
        if self.literal {
            // As printed: every section that covers the direction charges for the turn, discounted by its confidence.
            let charged = fold(&doubts, false);
            turn *= if charged > 0.0 { charged } else { 1.0 };
        }
        Candidate { at, cost: speed + turn, speed, turn }
    }
}

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
            let inside = covers(block.from[j][k], block.wide[j][k], at);
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
pub(super) fn covers(from: f32, wide: f32, at: f32) -> bool {
    let into = at - from;
    let into = if into < 0.0 { into + TURN } else { into };
    // The left end is `from + wide`, rounded: what lies within the rounding of it is the end.
    (into > 1e-6) & (into < wide - 1e-6)
}

/// `v` of the frame whose x axis is `frame`, in the world.
#[inline(always)]
pub(super) fn turned(frame: Vec2, v: Vec2) -> Vec2 {
    Vec2::new(frame.x * v.x - frame.y * v.y, frame.y * v.x + frame.x * v.y)
}

#[cfg(test)]
mod tests;
