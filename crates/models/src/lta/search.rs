//! Finding the velocity of least energy.

use super::Lta;
use super::energy::Energy;
use ambulo_geom::Vec2;
use ambulo_sim::LANES;

/// Speeds of the samples, as tenths of the pace.
const SPEEDS: usize = 15;
/// Pairs of directions right and left of the desired direction, every 10 degrees; ahead and back make 36.
const PAIRS: usize = 17;
const COS_STEP: f32 = 0.984_807_7;
const SIN_STEP: f32 = 0.173_648_18;
/// Energies on the other side than `side` count so much higher.
const LEAN: f32 = 1e-6;
/// Where going downhill begins, the wish is turned by so much, so that it does not stay on a ridge [rad].
const TURN: f32 = 0.02;
/// Steps downhill at most, and when they have come to an end [m/s].
const STEPS: usize = 30;
const DONE: f32 = 1e-5;

#[inline(always)]
pub(super) fn least(energy: &Energy, p: &Lta, now: Vec2, wish: Vec2) -> Vec2 {
    if p.optimiser < 0.5 {
        return descend(energy, sample(energy, p, wish)).0;
    }
    let turn = if p.side == 0.0 {
        -TURN
    } else if p.side == 1.0 {
        TURN
    } else {
        0.0
    };
    let begin = |v: Vec2| descend(energy, v + v.perp() * turn);
    let (from_now, from_wish) = (begin(now), begin(wish));
    if from_now.1 < from_wish.1 { from_now.0 } else { from_wish.0 }
}

/// The best of 15 speeds by 36 directions.
#[inline(always)]
fn sample(energy: &Energy, p: &Lta, wish: Vec2) -> Vec2 {
    let (right, left) = (if p.side == 1.0 { LEAN } else { 0.0 }, if p.side == 0.0 { LEAN } else { 0.0 });
    let (mut best, mut least) = (wish, f32::INFINITY);
    let (mut c, mut s) = (1.0f32, 0.0f32);
    for pair in 0..=PAIRS + 1 {
        // Ahead and back are one direction each, the others two.
        let single = pair == 0 || pair == PAIRS + 1;
        if pair == PAIRS + 1 {
            (c, s) = (-1.0, 0.0);
        }
        let to_right = Vec2::new(c * wish.x + s * wish.y, c * wish.y - s * wish.x);
        let to_left = Vec2::new(c * wish.x - s * wish.y, c * wish.y + s * wish.x);
        for block in 0..SPEEDS.div_ceil(LANES) {
            let share: [f32; LANES] = std::array::from_fn(|l| 0.1 * ((block * LANES + l).min(SPEEDS - 1) + 1) as f32);
            let scaled = |d: Vec2| energy.of_eight(&share.map(|k| k * d.x), &share.map(|k| k * d.y));
            let r = scaled(to_right);
            let l = if single { r } else { scaled(to_left) };
            for k in 0..LANES {
                let (er, el) = if single { (r[k], r[k]) } else { (r[k] + right, l[k] + left) };
                if er.min(el) < least {
                    least = er.min(el);
                    // Equal on both sides: nobody can choose, so straight on.
                    best = if single || er < el {
                        to_right * share[k]
                    } else if el < er {
                        to_left * share[k]
                    } else {
                        wish * share[k]
                    };
                }
            }
        }
        (c, s) = (c * COS_STEP - s * SIN_STEP, s * COS_STEP + c * SIN_STEP);
    }
    best
}

/// Downhill from a velocity: along the steepest descent, in steps that grow while they succeed.
#[inline(always)]
pub(super) fn descend(energy: &Energy, from: Vec2) -> (Vec2, f32) {
    let mut v = from;
    let (mut e, mut gradient) = energy.at(v);
    let mut step = 0.1;
    for _ in 0..STEPS {
        if gradient.length() * step < DONE {
            break;
        }
        let next = v - gradient * step;
        let (there, slope) = energy.at(next);
        if there < e {
            (v, e, gradient) = (next, there, slope);
            step *= 1.5;
        } else {
            step *= 0.4;
        }
    }
    (v, e)
}
