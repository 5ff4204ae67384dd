//! Room between torsos: who leans aside when, so that nobody is in anybody else.
//!
//! Walkers keep apart, but bodies are not where their walkers are: feet hold them back when walkers swerve, by a few
//! centimetres mostly, and shoulders are broader than walkers are deep. So all bodies walk once unseen. Where their
//! outlines meet, each of the two leans half of the way; a lean that begins or ends is spread over the time around it.
//! Feet and places stay as they are, and with them everything else that was found.

use super::bake::{FrameClock, Lead};
use ambulo_motion::{TorsoOutline, Vec2};

/// Outlines are compared this often [s], less often where that would be more than so many, and not at all if it would be less
/// often than that [s].
const MOMENT: f64 = 0.1;
const MOST_OUTLINES: f64 = 2e6;
const SELDOM: f64 = 0.4;
/// Rounds of making room and of spreading it.
const ROUNDS: usize = 16;
/// Room that is left between two torsos [m].
const ROOM: f32 = 0.008;
/// Farthest that one leans [m].
const FARTHEST: f32 = 0.12;
/// Share of a lean that is kept from round to round: none stays that is not needed.
const KEPT: f32 = 0.97;
/// No torso reaches as far as half of this from its walker [m].
const REACH: f32 = 1.6;

/// The moments at which outlines are compared.
#[derive(Clone, Copy, Debug)]
pub struct RoomMoments {
    /// Frames from one to the next.
    every: f64,
}

impl RoomMoments {
    /// For so many walkers and frames; `None` where they would be too far apart to be of use.
    pub fn new(leads: &[Lead], clock: FrameClock) -> Option<Self> {
        let frames: usize = leads.iter().map(|lead| lead.frames).sum();
        let usual = (MOMENT * clock.fps).max(1.0);
        let every = usual * (frames as f64 / usual / MOST_OUTLINES).max(1.0);
        (every / clock.fps <= SELDOM).then_some(Self { every: every.round() })
    }

    /// The number of the moment at a frame, if it is one.
    pub fn at(self, frame: usize) -> Option<u32> {
        let number = frame as f64 / self.every;
        (number.fract() == 0.0).then_some(number as u32)
    }
}

/// How far everybody leans aside.
#[derive(Clone, Debug, Default)]
pub struct LeansAside {
    every: f64,
    /// Of each lead: the number of its first moment, and its leans from then on [m].
    leans: Vec<(u32, Vec<Vec2>)>,
}

impl LeansAside {
    /// How far a walker leans in a frame [m].
    pub fn at(&self, lead: usize, frame: usize) -> Vec2 {
        let Some((first, leans)) = self.leans.get(lead).filter(|(_, leans)| !leans.is_empty()) else {
            return Vec2::ZERO;
        };
        let place = (frame as f64 / self.every - f64::from(*first)).clamp(0.0, (leans.len() - 1) as f64);
        let before = place as usize;
        let after = (before + 1).min(leans.len() - 1);
        leans[before].lerp(leans[after], (place - before as f64) as f32)
    }

    /// Makes room between the outlines of all leads, each in order of time.
    pub fn between(outlines: Vec<Vec<TorsoOutline>>, moments: RoomMoments) -> Self {
        let spans: Vec<(u32, usize)> =
            outlines.iter().map(|of| (of.first().map_or(0, |o| o.moment), of.len())).collect();
        let all: Vec<TorsoOutline> = outlines.into_iter().flatten().collect();
        let pairs = near_pairs(&all);
        let mut leans = vec![Vec2::ZERO; all.len()];
        for round in 0..ROUNDS {
            for &(a, b) in &pairs {
                let (a, b) = (a as usize, b as usize);
                let Some((depth, away)) = all[a].depth(&all[b], [leans[a], leans[b]]) else { continue };
                if depth > -ROOM {
                    let by = away * (0.5 * (depth + ROOM));
                    leans[a] = (leans[a] - by).clamp_length_max(FARTHEST);
                    leans[b] = (leans[b] + by).clamp_length_max(FARTHEST);
                }
            }
            if round + 1 < ROUNDS {
                let mut begin = 0;
                for &(_, count) in &spans {
                    spread(&mut leans[begin..begin + count]);
                    begin += count;
                }
            }
        }
        let mut rest = leans.as_slice();
        let leans = spans
            .into_iter()
            .map(|(first, count)| {
                let (own, left) = rest.split_at(count);
                rest = left;
                (first, if own.iter().any(|lean| *lean != Vec2::ZERO) { own.to_vec() } else { Vec::new() })
            })
            .collect();
        Self { every: moments.every, leans }
    }
}

/// Evens out the leans of one walker over time.
fn spread(leans: &mut [Vec2]) {
    let mut before = leans.first().copied().unwrap_or_default();
    for k in 0..leans.len() {
        let (now, next) = (leans[k], leans[(k + 1).min(leans.len() - 1)]);
        leans[k] = (now * 0.5 + (before + next) * 0.25) * KEPT;
        before = now;
    }
}

/// Pairs of outlines of a moment that may touch when both lean towards each other, in order of moment and x.
fn near_pairs(all: &[TorsoOutline]) -> Vec<(u32, u32)> {
    let mut order: Vec<u32> = (0..all.len() as u32).collect();
    order.sort_by(|&a, &b| {
        let (p, q) = (&all[a as usize], &all[b as usize]);
        p.moment.cmp(&q.moment).then(p.at.x.total_cmp(&q.at.x)).then(a.cmp(&b))
    });
    let mut pairs = Vec::new();
    for (k, &a) in order.iter().enumerate() {
        let one = &all[a as usize];
        let near = |b: &&u32| {
            let other = &all[**b as usize];
            other.moment == one.moment && other.at.x - one.at.x < REACH
        };
        for &b in order[k + 1..].iter().take_while(near) {
            let other = &all[b as usize];
            if (other.at.y - one.at.y).abs() < REACH
                && one.depth(other, [Vec2::ZERO; 2]).is_some_and(|(depth, _)| depth > -2.0 * FARTHEST)
            {
                pairs.push((a, b));
            }
        }
    }
    pairs
}
