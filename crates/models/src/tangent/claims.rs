//! What the paper promises of pairs, measured: the program's checks and the tests ask here.

use super::Tangent;
use super::duel::{DuelState, adaptation, closest, crossing, duel};
use super::pair::{Judged, Own, PerceivedAgent, judge};
use super::personal_area;
use ambulo_geom::Vec2;
use ambulo_sim::Row;

/// Step of [`meeting`] [s].
pub const DT: f64 = 0.04;

/// Two at 1.5 m/s whose paths cross, steered by the pair step alone.
#[derive(Clone, Debug)]
pub struct PairRun {
    /// At what distance they would pass, step by step until they are closest [m].
    pub mpd: Vec<f64>,
    /// Least distance between their middles [m].
    pub closest: f64,
    /// Sum of all changes of velocity of each until they are closest [m/s].
    pub adaptation: [f64; 2],
    /// When each reacts for the first time [s].
    pub reacts: [Option<f64>; 2],
}

impl PairRun {
    /// The share of the time before they are closest that is left at a step: 1 at the start, 0 at the end.
    pub fn left(&self, step: usize) -> f64 {
        1.0 - step as f64 / (self.mpd.len() - 1) as f64
    }

    /// How much the predicted distance changes once no more than this share of the time is left [m].
    pub fn change_within(&self, left: f64) -> f64 {
        let late = (0..self.mpd.len()).filter(|k| self.left(*k) <= left).map(|k| self.mpd[k]);
        let (least, most) = late.fold((f64::INFINITY, 0.0f64), |(a, b), m| (a.min(m), b.max(m)));
        most - least
    }
}

/// Both start `before` metres from where their paths cross at `angle` [deg], the second `offset` metres farther; at 180
/// degrees the offset is to the side. They see each other from the start.
pub fn meeting(p: &Tangent, angle: f64, before: f64, offset: f64) -> PairRun {
    let moments = duel(p, crossing(angle, before, offset, [1.5, 1.5]), DT as f32, 9.0);
    let end = closest(&moments);
    let reacts = |k: usize| moments.iter().position(|m| m.reacts[k]).map(|step| step as f64 * DT);
    PairRun {
        mpd: moments[..=end].iter().map(|m: &DuelState| f64::from(m.mpd())).collect(),
        closest: moments[end].distance(),
        adaptation: adaptation(&moments).map(f64::from),
        reacts: [0, 1].map(reacts),
    }
}

/// So many pair steps, one after the other: an agent perceives another that crosses its path, and finds its solution.
/// The sum of all solutions is given so that none is left out; the caller has the clock.
pub fn pair_iterations(rounds: u32) -> f32 {
    let (p, velocity) = (Tangent::default(), Vec2::new(1.5, 0.0));
    let kite = personal_area(&p, Vec2::new(1.0, 0.0), velocity.length());
    let me = Own { kite, velocity, desired: velocity, limit: 2.25 };
    let mut sum = Vec2::ZERO;
    for k in 0..rounds {
        let other = PerceivedAgent {
            row: Row(1),
            p: Vec2::new(6.0, -5.7 + k as f32 * 1e-6),
            v: Vec2::new(0.0, 1.5),
            touch: 0.4,
            observed: 2.0,
            curve: Vec2::ZERO,
            prefers_left: false,
        };
        if let Judged::Interacts(i) = judge(&p, &me, std::hint::black_box(&other)) {
            sum += i.solution(&me, p.alpha);
        }
    }
    sum.length()
}
