//! The law of anticipation (Karamouzas, Skinner and Guy 2014).
//!
//! Definition: of all pairs that are about to collide, P(tau) is how often the time to collision is tau. The same of people who never met, because everybody's
//! way is moved in time by an amount of its own (round the end of the recording), gives P0(tau). What interaction does to it is g(tau) = P / P0, scaled to
//! 1 where tau is 5 to 8 s, and the energy of interaction is E(tau) = ln(1 / g) in units of its own. Given is the exponent k of
//! E ~ tau^-k, by least squares of ln E over ln tau between 0.4 and 2.5 s, each bin with the weight of its precision. The paper finds 2. Bins, range,
//! scaling and moving are our choice. Moves are a function of the walker's number: same bits every time.

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
    /// ... up to here [s].
    pub to: f64,
}

impl Default for Rules {
    fn default() -> Self {
        Self { radius: 0.2, reach: 6.0, bin: 0.2, scrambles: 4, from: 0.4, to: 2.5 }
    }
}

/// Times of this range are taken to be free of interaction [s].
const FREE: (f64, f64) = (5.0, 8.0);
/// A bin with fewer encounters than this says nothing.
const FEWEST: u64 = 5;

/// The law as found.
///
/// ```
/// assert!(ambulo_eval::anticipation::Law::default().exponent.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Law {
    /// k of E ~ tau^-k; none when fewer than four bins have enough encounters and energy above zero.
    pub exponent: Option<f64>,
    /// Standard error of the exponent, from the scatter about the line; bins are not independent, so that it is a lower bound.
    pub error: Option<f64>,
    /// Middle of each bin [s] and g; bins without enough encounters are left out.
    pub g: Vec<(f64, f64)>,
    /// Middle of each bin [s] and energy, where above zero.
    pub energy: Vec<(f64, f64)>,
    /// Encounters counted.
    pub encounters: u64,
}

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
    let count = ttc::Rules { reach: rules.reach, horizon: FREE.1, bin: rules.bin };
    let met = ttc::measure(&ByFrame::of_tracks(tracks, rules.radius), &count).histogram;
    let mut strangers = vec![0; met.len()];
    for turn in 0..rules.scrambles.max(1) {
        let moved =
            |id: u32, frame: u32| ((u64::from(frame) + mix(id, turn) % u64::from(last)) % u64::from(last)) as u32;
        let scrambled = ttc::measure(&ByFrame::shifted(tracks, rules.radius, moved), &count).histogram;
        strangers.iter_mut().zip(scrambled).for_each(|(sum, n)| *sum += n);
    }
    fit(&met, &strangers, rules)
}

/// The law of two histograms of times to collision: people who met, and people who did not.
///
/// ```
/// use ambulo_eval::anticipation::{Rules, fit};
/// use ambulo_geom::math::exp;
/// // g = exp(-1 / tau^2) exactly, in bins of 0.2 s.
/// let law = |i: u32| (1e6 * exp(-1.0 / (0.2 * (f64::from(i) + 0.5)).powi(2))) as u64;
/// let found = fit(&(0..40).map(law).collect::<Vec<_>>(), &[1_000_000; 40], &Rules::default());
/// assert!((found.exponent.unwrap() - 2.0).abs() < 0.15);
/// ```
pub fn fit(met: &[u64], strangers: &[u64], rules: &Rules) -> Law {
    let middle = |i: usize| (i as f64 + 0.5) * rules.bin;
    let free = |counts: &[u64]| {
        let inside = counts.iter().enumerate().filter(|(i, _)| (FREE.0..FREE.1).contains(&middle(*i)));
        inside.map(|(_, n)| *n).sum::<u64>() as f64
    };
    let (far, far_strangers) = (free(met), free(strangers));
    let mut law = Law { encounters: met.iter().sum(), ..Law::default() };
    if far == 0.0 || far_strangers == 0.0 {
        return law;
    }
    let mut points = Vec::new();
    for (i, (a, b)) in met.iter().zip(strangers).enumerate() {
        if *a < FEWEST || *b < FEWEST {
            continue;
        }
        let g = *a as f64 / far / (*b as f64 / far_strangers);
        law.g.push((middle(i), g));
        let energy = -math::ln(g);
        if energy > 0.0 {
            law.energy.push((middle(i), energy));
            // ln g is known to 1/a + 1/b, ln E to that by E^2.
            if (rules.from..=rules.to).contains(&middle(i)) {
                let weight = energy * energy / (1.0 / *a as f64 + 1.0 / *b as f64);
                points.push((math::ln(middle(i)), math::ln(energy), weight));
            }
        }
    }
    if let Some((slope, error)) = line(&points) {
        (law.exponent, law.error) = (Some(-slope), Some(error));
    }
    law
}

/// Slope of the weighted line of least squares, and its standard error.
fn line(points: &[(f64, f64, f64)]) -> Option<(f64, f64)> {
    if points.len() < 4 {
        return None;
    }
    let sum = |f: &dyn Fn(&(f64, f64, f64)) -> f64| points.iter().map(f).sum::<f64>();
    let w = sum(&|p| p.2);
    let (mx, my) = (sum(&|p| p.2 * p.0) / w, sum(&|p| p.2 * p.1) / w);
    let xx = sum(&|p| p.2 * (p.0 - mx) * (p.0 - mx));
    let slope = sum(&|p| p.2 * (p.0 - mx) * (p.1 - my)) / xx;
    let rest = sum(&|p| {
        let off = p.1 - my - slope * (p.0 - mx);
        p.2 * off * off
    });
    let error = (rest / (points.len() - 2) as f64 / xx).sqrt();
    (slope.is_finite() && error.is_finite()).then_some((slope, error))
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
            if kept == 12_000 {
                break;
            }
            let state = |s: u32| {
                let u = |i: u32| unit(n, 100 + 8 * s + i);
                let (angle, speed) = (std::f64::consts::TAU * u(2), 0.4 + 1.4 * u(3));
                ((5.0 * u(0), 5.0 * u(1)), (speed * math::cos(angle), speed * math::sin(angle)))
            };
            let ((p, v), (q, w)) = (state(0), state(1));
            let tau = ttc::time_to_collision((q.0 - p.0, q.1 - p.1), (w.0 - v.0, w.1 - v.1), 0.4);
            if tau.is_some_and(|t| t == 0.0 || unit(n, 99) > math::exp(-1.2 / math::pow(t, k))) {
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
            let law = measure(&made(k), &Rules { reach: 8.0, ..Rules::default() });
            let found = law.exponent.unwrap();
            assert!((found - k).abs() < 0.25, "{found} instead of {k}, {:?}", law.energy);
        }
    }

    #[test]
    fn the_same_bits_every_time() {
        let t = made(2.0);
        assert_eq!(measure(&t, &Rules::default()), measure(&t, &Rules::default()));
    }
}
