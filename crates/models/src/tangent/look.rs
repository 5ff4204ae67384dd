//! Looking around: who is perceived, since when, and which of them interact.

use super::pair::{Judged, Own, PairInteraction, PerceivedAgent, judge};
use super::several::{First, MOST, Perceived};
use super::standstill::Standstill;
use super::{SHRINK, Tangent, draw};
use crate::Pairs;
use ambulo_geom::{Vec2, math};
use ambulo_sim::{LANES, Note, Row, Trace, View};

/// What a walker remembers of another.
#[derive(Clone, Copy, Debug)]
pub(super) struct RememberedAgent {
    /// When it came into sight [steps].
    since: u32,
    /// When a wall came between them [steps]; `IN_SIGHT` while there is none.
    lost: u32,
}

const IN_SIGHT: u32 = u32::MAX;

ambulo_sim::snapshot!(RememberedAgent { since, lost });
ambulo_sim::snapshot!(ObservedMotion { velocity, change });

impl Default for RememberedAgent {
    fn default() -> Self {
        Self { since: 0, lost: IN_SIGHT }
    }
}

/// How another moved, for those who foresee curves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ObservedMotion {
    /// Its velocity relative to the walker's.
    velocity: Vec2,
    /// How that changes, smoothed.
    change: Vec2,
}

/// What a walker remembers. Owned by the engine.
///
/// ```
/// let memory = ambulo_models::tangent::TangentMemory::default();
/// # let _ = memory;
/// ```
#[derive(Clone, Debug, Default)]
pub struct TangentMemory {
    sights: Pairs<RememberedAgent>,
    /// Empty unless curves are foreseen.
    motions: Pairs<ObservedMotion>,
    pub(super) standstill: Standstill,
}

ambulo_sim::snapshot!(TangentMemory { sights, motions, standstill });

/// An agent not checked for this many steps is checked again: a wall may have come between.
const LOOK_AGAIN: u32 = 8;
/// Frequency to which changes of velocity are smoothed [1/s].
const SMOOTH: f32 = 1.0;

pub(super) struct Look<'a, 'v> {
    pub(super) view: &'a View<'v>,
    pub(super) me: Row,
    pub(super) params: &'a Tangent,
    pub(super) own: &'a Own,
    /// For how many steps a lost agent is remembered.
    pub(super) keep: u32,
}

impl Look<'_, '_> {
    /// Everybody perceived, and the interactions that come first.
    #[inline(always)]
    pub(super) fn around<T: Trace>(&self, memory: &mut TangentMemory, trace: &mut T) -> (First, Perceived) {
        let (mut first, mut perceived) = (First::new(), Perceived::new());
        let body = self.view.body(self.me);
        let sieve = Sieve::new(self.params, self.own);
        let most = (self.params.most as usize).clamp(1, MOST);
        for (chunk, rows) in self.view.neighbours(self.me).chunks(LANES).enumerate() {
            let mut eight = NeighbourLanes::default();
            for (k, row) in rows.iter().enumerate() {
                let other = self.view.body(row);
                (eight.px[k], eight.py[k]) = ((other.x - body.x) as f32, (other.y - body.y) as f32);
                (eight.vx[k], eight.vy[k]) = (other.vx, other.vy);
            }
            let [seen, near] = sieve.sift(&eight);
            let mut bits = seen & ((1u32 << rows.len()) - 1) as u8;
            let mut visible = 0;
            while bits != 0 {
                let k = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let row = rows.at(k);
                let near = near >> k & 1 == 1;
                let Some(observed) = self.observe(memory, row, near) else {
                    trace.note(|| neighbour(row, "hidden", None, String::new()));
                    continue;
                };
                visible |= 1 << k;
                if near || T::ON || self.params.curved >= 0.5 {
                    let (p, v) = (Vec2::new(eight.px[k], eight.py[k]), Vec2::new(eight.vx[k], eight.vy[k]));
                    let curve = self.curve(memory, row, v);
                    let touch = body.radius + self.view.body(row).radius;
                    let other =
                        PerceivedAgent { row, p, v, touch, observed, curve, prefers_left: self.prefers_left(row) };
                    if let Some(i) = self.pair(&other, trace) {
                        first.add(i, most);
                    }
                }
            }
            perceived.set(chunk * LANES, visible);
        }
        (first, perceived)
    }

    /// How much of the personal area is left: people keep less room where there is less. It shrinks until nobody ahead
    /// is inside, but not below where bodies touch.
    #[inline(always)]
    pub(super) fn squeeze(&self) -> f32 {
        let (body, kite) = (self.view.body(self.me), &self.own.kite);
        let reach2 = kite.reach() * kite.reach();
        let mut least = 1.0f32;
        for rows in self.view.neighbours(self.me).chunks(LANES) {
            let (mut px, mut py) = ([0.0f32; LANES], [0.0f32; LANES]);
            for (k, row) in rows.iter().enumerate() {
                let other = self.view.body(row);
                (px[k], py[k]) = ((other.x - body.x) as f32, (other.y - body.y) as f32);
            }
            // Eight at once; the exact measure only for the few inside the circle around the kite.
            let mut near = [0u32; LANES];
            for k in 0..LANES {
                let ahead = px[k] * kite.forward.x + py[k] * kite.forward.y;
                near[k] = u32::from((px[k] * px[k] + py[k] * py[k] < reach2) & (ahead >= 0.0)) << k;
            }
            let mut bits = near.iter().fold(0, |all, bit| all | bit) & ((1 << rows.len()) - 1);
            while bits != 0 {
                let k = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let gauge = kite.gauge(Vec2::new(px[k], py[k]));
                if gauge < least && self.view.sees(self.me, rows.at(k)) {
                    least = gauge;
                }
            }
        }
        if least >= 1.0 {
            return 1.0;
        }
        (SHRINK * least).max(2.0 * body.radius / kite.half).min(1.0)
    }

    /// Meets an agent in the field of view: for how long it has been observed, or nothing when a wall hides it. Walls
    /// are checked when an agent comes into view, whenever it matters, and now and then.
    #[inline(always)]
    fn observe(&self, memory: &mut TangentMemory, row: Row, matters: bool) -> Option<f32> {
        let (now, id) = (self.view.step(), self.view.id(row));
        let keep = self.keep;
        let (sight, stranger) = memory.sights.meet(id, now, keep);
        if stranger || matters || now.wrapping_add(id.0).is_multiple_of(LOOK_AGAIN) {
            if self.view.sees(self.me, row) {
                if stranger || (sight.lost != IN_SIGHT && now.wrapping_sub(sight.lost) > keep) {
                    sight.since = now;
                }
                sight.lost = IN_SIGHT;
            } else if stranger {
                // Never seen: as if lost long ago.
                sight.lost = now.wrapping_sub(keep + 1);
            } else if sight.lost == IN_SIGHT {
                sight.lost = now;
            }
        }
        (sight.lost == IN_SIGHT).then(|| now.wrapping_sub(sight.since) as f32 * self.view.dt)
    }

    /// How the velocity of another changes relative to the walker's [m/s^2].
    #[inline(always)]
    fn curve(&self, memory: &mut TangentMemory, row: Row, v: Vec2) -> Vec2 {
        if self.params.curved < 0.5 {
            return Vec2::ZERO;
        }
        let dt = self.view.dt.max(self.params.decide_every);
        let relative = v - self.own.velocity;
        let (motion, stranger) = memory.motions.meet(self.view.id(row), self.view.step(), self.keep);
        if !stranger {
            let share = dt / (dt + 1.0 / (std::f32::consts::TAU * SMOOTH));
            motion.change += ((relative - motion.velocity) / dt - motion.change) * share;
        }
        motion.velocity = relative;
        motion.change
    }

    /// Where exact ties with an agent lead. Without a preferred side a coin is thrown, the same for both.
    #[inline(always)]
    fn prefers_left(&self, row: Row) -> bool {
        if self.params.side < 1.5 {
            return self.params.side >= 0.5;
        }
        let (a, b) = (self.view.id(self.me).0, self.view.id(row).0);
        let mixed = a.min(b).wrapping_mul(0x9E37_79B9) ^ a.max(b).wrapping_mul(0x85EB_CA6B);
        mixed.wrapping_mul(0xC2B2_AE35) >> 31 == 1
    }

    fn pair<T: Trace>(&self, other: &PerceivedAgent, trace: &mut T) -> Option<PairInteraction> {
        let judged = judge(self.params, self.own, other);
        if T::ON {
            let relative = other.v - self.own.velocity;
            let time = ambulo_geom::cpa(other.p, relative).signed_time;
            let seen = match judged {
                Judged::Interacts(i) if i.time == 0.0 => "inside the personal area",
                Judged::Interacts(_) => "counted",
                Judged::Uncertain => "uncertain",
                Judged::Passes => "passes",
                Judged::Behind => "behind",
            };
            let about = format!("observed for {:.2} s", other.observed);
            trace.note(|| neighbour(other.row, seen, (time > 0.0).then_some(time), about));
            if matches!(judged, Judged::Interacts(_) | Judged::Uncertain) {
                draw::pair(self.params, self.own, other, &judged, trace);
            }
        }
        match judged {
            Judged::Interacts(i) => Some(i),
            _ => None,
        }
    }
}

fn neighbour(row: Row, seen: &'static str, time: Option<f32>, about: String) -> Note {
    Note::Neighbour { row, seen, time, about }
}

/// Eight neighbours side by side.
#[derive(Default)]
struct NeighbourLanes {
    px: [f32; LANES],
    py: [f32; LANES],
    vx: [f32; LANES],
    vy: [f32; LANES],
}

/// Cheap test of who is in the field of view, and who of them may interact at all.
struct Sieve {
    forward: Vec2,
    range2: f32,
    cos_half: f32,
    velocity: Vec2,
    desired: Vec2,
    reach2: f32,
}

impl Sieve {
    fn new(p: &Tangent, own: &Own) -> Self {
        // A little more than the kite reaches, so that rounding never drops an agent.
        let reach = own.kite.reach() * 1.001;
        Self {
            forward: own.kite.forward,
            range2: p.range * p.range,
            cos_half: math::cos32(0.5 * p.fov.to_radians()),
            velocity: own.velocity,
            desired: own.desired,
            reach2: reach * reach,
        }
    }

    /// One bit for each: in the field of view; may interact.
    #[inline(always)]
    fn sift(&self, e: &NeighbourLanes) -> [u8; 2] {
        let (mut seen, mut near) = ([0u32; LANES], [0u32; LANES]);
        for k in 0..LANES {
            let (px, py) = (e.px[k], e.py[k]);
            let d2 = px * px + py * py;
            let ahead = px * self.forward.x + py * self.forward.y;
            // No short cuts: all eight at once.
            let in_view = (d2 <= self.range2) & (ahead >= self.cos_half * d2.sqrt());
            let (rx, ry) = (e.vx[k] - self.velocity.x, e.vy[k] - self.velocity.y);
            let converges = px * rx + py * ry < 0.0;
            // The path of the other past this agent, if that walks as desired.
            let (wx, wy) = (e.vx[k] - self.desired.x, e.vy[k] - self.desired.y);
            let miss = px * wy - py * wx;
            let close = miss * miss <= self.reach2 * (wx * wx + wy * wy);
            seen[k] = u32::from(in_view);
            near[k] = u32::from((d2 <= self.reach2) | (converges & close));
        }
        let bits = |lanes: [u32; LANES]| (0..LANES).fold(0, |all, k| all | lanes[k] << k) as u8;
        [bits(seen), bits(near)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tangent::personal_area;
    use proptest::prelude::*;

    fn vec2(range: f32) -> impl Strategy<Value = Vec2> {
        (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
    }

    proptest! {
        /// The cheap test never drops an interacting agent.
        #[test]
        fn every_interacting_agent_passes_the_sieve(
            p in vec2(6.0), v in vec2(2.0), velocity in vec2(2.0), desired in vec2(2.0), turn in 0.0f64..6.25,
        ) {
            let params = Tangent::default();
            let kite = personal_area(&params, Vec2::from_angle(turn), velocity.length());
            let own = Own { kite, velocity, desired, limit: 2.0 };
            let other = PerceivedAgent { row: Row(1), p, v, touch: 0.4, observed: 1e6, curve: Vec2::ZERO, prefers_left: false };
            let mut eight = NeighbourLanes::default();
            (eight.px[3], eight.py[3], eight.vx[3], eight.vy[3]) = (p.x, p.y, v.x, v.y);
            let [_, near] = Sieve::new(&params, &own).sift(&eight);
            let interacts = matches!(judge(&params, &own, &other), Judged::Interacts(_) | Judged::Uncertain);
            prop_assert!(!interacts || near >> 3 & 1 == 1);
        }
    }
}
