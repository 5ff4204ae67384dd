//! The law of anticipation (Karamouzas, Skinner and Guy 2014).
//!
//! Definition: of all pairs that are about to collide, P(tau) is how often the time to collision is tau. The same of people who never met, because everybody's
//! way is moved in time by an amount of its own (round the end of the recording), gives P0(tau). What interaction does to it is g(tau) ~ P / P0, and the
//! energy of interaction is E(tau) = ln(1 / g), in units of its own. Given is the exponent k of E = a tau^-k by least squares, each bin with the weight
//! of its precision, from 0.4 to 8 s; the scale of g, which the two counts leave open, is fitted with it, so that g goes to 1 for long times.
//! The paper finds 2. Bins, range, fit and moving are our choice. Moves are a function of the walker's number: same bits every time.

use crate::by_frame::ByFrame;
use crate::tracks::Tracks;
use crate::ttc;
use ambulo_geom::math;

/// What counts.
///
/// ```
/// assert_eq!(ambulo_eval::anticipation::Rules::default().scrambles, 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Radius of everybody's body [m].
    pub radius: f64,
    /// People further apart do not count [m].
    pub reach: f64,
    /// Width of a bin [s].
    pub bin: f64,
    /// How often ways are moved in time.
    pub scrambles: u32,
    /// From here on the exponent is fitted [s] ...
    pub from: f64,
    /// ... up to here; longer times do not count [s].
    pub to: f64,
}

impl Default for Rules {
    fn default() -> Self {
        Self { radius: 0.2, reach: 6.0, bin: 0.1, scrambles: 4, from: 0.4, to: 8.0 }
    }
}

/// Exponents looked at: from the first to the second, in steps of a hundredth.
const EXPONENTS: (u32, u32) = (20, 500);
/// Fewer bins than this make no law.
const FEWEST_BINS: usize = 8;
/// A bin with fewer encounters than this says nothing.
const FEWEST: u64 = 5;

/// The law as found.
///
/// ```
/// assert!(ambulo_eval::anticipation::Law::default().exponent.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Law {
    /// k of E = a tau^-k; none when too few bins have enough encounters, or close ones are not rarer.
    pub exponent: Option<f64>,
    /// How far the exponent may be off for the squares to grow by their mean: a standard error if bins were independent, which those of one
    /// recording are not.
    pub error: Option<f64>,
    /// Middle of each bin [s] and g; bins without enough encounters are left out.
    pub g: Vec<(f64, f64)>,
    /// Middle of each bin [s] and energy.
    pub energy: Vec<(f64, f64)>,
    /// Encounters counted.
    pub encounters: u64,
}

/// Of more rows only every second, third ... frame is looked at: the next frame says nearly the same again.
const MOST_ROWS: usize = 250_000;

/// The law of a recording.
///
/// ```
/// use ambulo_eval::{anticipation, tracks::Tracks};
/// let nobody = Tracks::from_places(10.0, []);
/// assert!(anticipation::measure(&nobody, &anticipation::Rules::default()).exponent.is_none());
/// ```
pub fn measure(tracks: &Tracks, rules: &Rules) -> Law {
    let rows: usize = tracks.iter().map(|t| t.x.len()).sum();
    let last = tracks.iter().map(|t| t.frames().end).max().unwrap_or(0);
    if rows == 0 {
        return Law::default();
    }
    let count = ttc::Rules { reach: rules.reach, horizon: rules.to, bin: rules.bin };
    let every = rows.div_ceil(MOST_ROWS) as u32;
    let met = ttc::measure(&ByFrame::shifted(tracks, rules.radius, every, |_, frame| frame), &count).histogram;
    let mut strangers = vec![0; met.len()];
    for turn in 0..rules.scrambles.max(1) {
        let moved =
            |id: u32, frame: u32| ((u64::from(frame) + mix(id, turn) % u64::from(last)) % u64::from(last)) as u32;
        let scrambled = ttc::measure(&ByFrame::shifted(tracks, rules.radius, every, moved), &count).histogram;
        strangers.iter_mut().zip(scrambled).for_each(|(sum, n)| *sum += n);
    }
    fit(&met, &strangers, rules)
}

/// The law of two histograms of times to collision: people who met, and people who did not.
///
/// ```
/// use ambulo_eval::anticipation::{Rules, fit};
/// use ambulo_geom::math::exp;
/// // g = exp(-1 / tau^2) exactly, in bins of 0.1 s.
/// let law = |i: u32| (1e6 * exp(-1.0 / (0.1 * (f64::from(i) + 0.5)).powi(2))) as u64;
/// let found = fit(&(0..80).map(law).collect::<Vec<_>>(), &[1_000_000; 80], &Rules::default());
/// assert!((found.exponent.unwrap() - 2.0).abs() < 0.02);
/// ```
pub fn fit(met: &[u64], strangers: &[u64], rules: &Rules) -> Law {
    let middle = |i: usize| (i as f64 + 0.5) * rules.bin;
    let mut law = Law { encounters: met.iter().sum(), ..Law::default() };
    // Time, ln(P0 / P) and its weight: ln of counts a and b is known to 1/a + 1/b.
    let mut points = Vec::new();
    for (i, (a, b)) in met.iter().zip(strangers).enumerate().filter(|(_, (a, b))| **a >= FEWEST && **b >= FEWEST) {
        let (a, b) = (*a as f64, *b as f64);
        points.push((middle(i), math::ln(b / a), 1.0 / (1.0 / a + 1.0 / b)));
    }
    let fitted: Vec<_> = points.iter().copied().filter(|p| (rules.from..=rules.to).contains(&p.0)).collect();
    if fitted.len() < FEWEST_BINS {
        return law;
    }
    let tries = (EXPONENTS.0..=EXPONENTS.1).map(|k| f64::from(k) / 100.0).map(|k| (k, line(&fitted, k)));
    let all: Vec<(f64, Line)> = tries.collect();
    let Some((k, best)) = all.iter().copied().min_by(|a, b| a.1.rest.total_cmp(&b.1.rest)) else { return law };
    let energy = |p: &(f64, f64, f64)| (p.0, p.1 - best.offset);
    law.energy = points.iter().map(energy).collect();
    law.g = law.energy.iter().map(|(t, e)| (*t, math::exp(-e))).collect();
    let inside = k > all[0].0 && k < all[all.len() - 1].0;
    if best.slope > 0.0 && inside {
        let most = best.rest * (1.0 + 1.0 / (fitted.len() - 3) as f64);
        let near = all.iter().filter(|t| t.1.rest <= most).map(|t| (t.0 - k).abs());
        (law.exponent, law.error) = (Some(k), Some(near.fold(0.005, f64::max)));
    }
    law
}

#[derive(Clone, Copy)]
struct Line {
    slope: f64,
    offset: f64,
    rest: f64,
}

/// The line of least squares over tau^-k, and what is left.
fn line(points: &[(f64, f64, f64)], k: f64) -> Line {
    let x: Vec<f64> = points.iter().map(|p| math::pow(p.0, -k)).collect();
    let w: f64 = points.iter().map(|p| p.2).sum();
    let mean = |f: &dyn Fn(usize) -> f64| (0..points.len()).map(|i| points[i].2 * f(i)).sum::<f64>() / w;
    let (mx, my) = (mean(&|i| x[i]), mean(&|i| points[i].1));
    let slope = mean(&|i| (x[i] - mx) * (points[i].1 - my)) / mean(&|i| (x[i] - mx) * (x[i] - mx));
    let off = |i: usize| points[i].1 - my - slope * (x[i] - mx);
    Line { slope, offset: my - slope * mx, rest: mean(&|i| off(i) * off(i)) }
}

/// A number that looks random, of a walker and a turn (the finaliser of SplitMix64).
pub(crate) fn mix(id: u32, turn: u32) -> u64 {
    let mut z = (u64::from(id) | u64::from(turn) << 32).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(id: u32, turn: u32) -> f64 {
        (mix(id, turn) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Encounters of two, each in frames of its own, drawn so that a time to collision tau survives with exp(-a / tau^k).
    fn made(k: f64) -> Tracks {
        let mut walks = Vec::new();
        let mut kept = 0u32;
        for n in 0..u32::MAX {
            if kept == 50_000 {
                break;
            }
            let state = |s: u32| {
                let u = |i: u32| unit(n, 100 + 8 * s + i);
                let (angle, speed) = (std::f64::consts::TAU * u(2), 0.3 + 0.9 * u(3));
                ((6.0 * u(0), 6.0 * u(1)), (speed * math::cos(angle), speed * math::sin(angle)))
            };
            let ((p, v), (q, w)) = (state(0), state(1));
            let tau = ttc::time_to_collision((q.0 - p.0, q.1 - p.1), (w.0 - v.0, w.1 - v.1), 0.4);
            if tau.is_some_and(|t| t == 0.0 || unit(n, 99) > math::exp(-0.6 / math::pow(t, k))) {
                continue;
            }
            for (side, (p, v)) in [(0, (p, v)), (1, (q, w))] {
                let places = vec![p, (p.0 + 0.1 * v.0, p.1 + 0.1 * v.1)];
                walks.push((2 * kept + side, 3 * kept, places));
            }
            kept += 1;
        }
        Tracks::from_places(10.0, walks)
    }

    #[test]
    fn spec_the_exponent_of_data_made_with_a_known_law_is_found() {
        for k in [2.0, 1.0] {
            let law = measure(&made(k), &Rules { reach: 9.0, ..Rules::default() });
            let found = law.exponent.unwrap();
            assert!((found - k).abs() < 0.3, "{found} instead of {k}, {:?}", law.energy);
        }
    }

    #[test]
    fn the_same_bits_every_time() {
        let t = made(2.0);
        assert_eq!(measure(&t, &Rules::default()), measure(&t, &Rules::default()));
    }
}
