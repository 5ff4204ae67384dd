//! Costs of directions, and the choice.
//!
//! The paper cuts the circle at all ends of sections and looks for the cheapest piece. The cost of speed is constant on
//! a piece and the cost of turning grows with the turn, so the best of a piece is its end nearest to the desired
//! direction; and going outwards, only leaving a section can lower the cost. So the pieces need not be built or sorted:
//! the candidates are the desired direction and those ends of sections where one leaves them, and a candidate whose turn
//! alone costs more than the best so far is not evaluated.

use super::angles::{direction, wrap};
use super::sections::{All, MOST, Sections};
use ambulo_geom::Vec2;

/// How costs are weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighing {
    /// Weight of speed.
    pub(super) alpha: f32,
    /// Weight of turning.
    pub(super) turning: f32,
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
    pub(super) fn choose_by_weighing(&self, around: &Sections, mut note: impl FnMut(&Candidate)) -> Candidate {
        let mut best = self.weigh(around, 0.0);
        note(&best);
        for j in 0..around.each {
            for k in 0..around.count {
                let (from, to) = (around.from[j][k], around.to[j][k]);
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
                    note(&c);
                    if self.better(&c, &best) {
                        best = c;
                    }
                }
            }
        }
        best
    }

    /// What turning costs.
    #[inline(always)]
    pub(super) fn turning(&self, at: f32) -> f32 {
        self.turning * 0.5 * (1.0 - direction(at).x)
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
    pub(super) fn weigh(&self, around: &Sections, at: f32) -> Candidate {
        let mut hull = Hull::NONE;
        for j in 0..around.each {
            hull.join(around, j, |from, to| covers(from, to, at));
        }
        let (mut sum, mut charged) = (0.0, 0.0);
        for k in 0..around.count {
            let cost = hull.cost(k);
            sum = if self.worst { cost.max(sum) } else { sum + cost };
            charged += hull.sure[k];
        }
        let mut c = self.priced(at, sum);
        if self.literal {
            // As printed: every section that covers the direction charges for the turn, discounted by its confidence.
            c.turn *= if charged > 0.0 { charged } else { 1.0 };
            c.cost = c.speed + c.turn;
        }
        c
    }
}

/// Just inside a section, for candidates that enter one.
const INSIDE: f32 = 1e-5;

/// Of each neighbour, the merged sections in some direction: least speed of passing behind, greatest of passing in front
/// and earliest time, which is the greatest of each cost.
pub(super) struct Hull {
    pub(super) hurry: All,
    pub(super) slow: All,
    pub(super) sure: All,
}

impl Hull {
    pub(super) const NONE: Self = Self { hurry: [0.0; MOST], slow: [0.0; MOST], sure: [0.0; MOST] };

    /// Joins those of the sections `j` of which `inside` says so. A plain loop over memory: it becomes vector code.
    #[inline(always)]
    pub(super) fn join(&mut self, around: &Sections, j: usize, inside: impl Fn(f32, f32) -> bool) {
        let (from, to) = (&around.from[j], &around.to[j]);
        let (hurry, slow, sure) = (&around.hurry[j], &around.slow[j], &around.sure[j]);
        for k in 0..around.count.min(MOST) {
            let inside = inside(from[k], to[k]);
            let h = if inside { hurry[k] } else { 0.0 };
            let s = if inside { slow[k] } else { 0.0 };
            let p = if inside { sure[k] } else { 0.0 };
            self.hurry[k] = if h > self.hurry[k] { h } else { self.hurry[k] };
            self.slow[k] = if s > self.slow[k] { s } else { self.slow[k] };
            self.sure[k] = if p > self.sure[k] { p } else { self.sure[k] };
        }
    }

    /// The cost of speed of neighbour `k`.
    #[inline(always)]
    pub(super) fn cost(&self, k: usize) -> f32 {
        (if self.hurry[k] < self.slow[k] { self.hurry[k] } else { self.slow[k] }) * self.sure[k]
    }
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
