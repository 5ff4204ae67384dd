//! The law of anticipation (Karamouzas, Skinner and Guy 2014, Physical Review Letters 113, 238701).
//!
//! Definition, after the paper: P(tau) is how often two people who are there at the same time have the time to collision tau, P0(tau) the same of
//! people who never met, because everybody's trajectory is moved in time by an amount of its own (round the end of the recording). g = P / P0 is the pair
//! distribution function, and the energy of interaction E(tau) = ln(1 / g) in units of its own. Positions are smoothed first, by a Butterworth filter of second
//! order. The paper finds E ~ tau^-2 between the time people need to react and t0, some 1.4 s in a dense crowd and 2.4 s in a loose one, beyond which E is
//! zero: interactions there are screened by others. Given is the exponent k of E = a tau^-k from 0.4 to 3 s, where g is scaled to be 1 from 3 to 6 s.
//!
//! What is ours: a pair in company (within 1.5 m for 70 % of their time, both with fewer than three others so near on average) is left out, for they stay
//! near each other on purpose; the fit is that of greatest likelihood, counts in a bin being binomial, which bins without any encounter take part in; its 95 %
//! interval is a bootstrap over blocks of 5 s and over the moves in time. Moves are a function of the walker's number: same bits every time.

mod company;
mod power_law;

use crate::by_frame::ByFrame;
use crate::filter::Butterworth;
use crate::statistics::quantile;
use crate::tracks::Tracks;
use crate::ttc::time_to_collision;
use ambulo_geom::{math, random};
use power_law::Counts;

/// What counts.
///
/// ```
/// assert_eq!(ambulo_eval::anticipation::AnticipationRules::default().scrambles, 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnticipationRules {
    /// Radius of everybody's body [m].
    pub radius: f64,
    /// People further apart do not count [m].
    pub reach: f64,
    /// Width of a bin [s].
    pub bin: f64,
    /// How often trajectories are moved in time.
    pub scrambles: u32,
    /// Of more rows only every second, third ... frame counts: the next frame says nearly the same again.
    pub rows: usize,
    /// From here on the exponent is fitted [s] ...
    pub from: f64,
    /// ... up to here [s]. From here on ...
    pub to: f64,
    /// ... up to here people do not interact: g is 1 there [s].
    pub free: f64,
    /// Highest frequency that is kept when positions are smoothed [Hz], at most 0.8 of what the rate can hold.
    pub smooth_hz: f64,
}

impl Default for AnticipationRules {
    fn default() -> Self {
        let (from, to, free) = (0.4, 3.0, 6.0);
        Self { radius: 0.2, reach: 15.0, bin: 0.1, scrambles: 8, rows: 40_000, from, to, free, smooth_hz: 3.0 }
    }
}

/// A bin with fewer encounters than this is not drawn.
const FEWEST: u64 = 5;
/// Fewer encounters than this, among those that are fitted and those that are free, make no law.
const FEWEST_ENCOUNTERS: u64 = 20;
/// Length of a block of the bootstrap [s], and how often blocks are drawn.
const BLOCK_S: f64 = 5.0;
const RESAMPLES: u32 = 400;

/// The law as found.
///
/// ```
/// assert!(ambulo_eval::anticipation::Law::default().exponent.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Law {
    /// k of E = a tau^-k; none when there are too few encounters, or close ones are not rarer.
    pub exponent: Option<f64>,
    /// Its 95 % interval, by bootstrap over blocks of time; none of fewer than four blocks, or where the counts leave it open.
    pub interval: Option<(f64, f64)>,
    /// Middle of each bin [s] and g; bins without enough encounters are left out.
    pub g: Vec<(f64, f64)>,
    /// Middle of each bin [s] and energy.
    pub energy: Vec<(f64, f64)>,
    /// Encounters counted.
    pub encounters: u64,
    /// Pairs in company, who were left out.
    pub company: usize,
}

/// The law of a recording.
///
/// ```
/// use ambulo_eval::{anticipation, tracks::Tracks};
/// let nobody = Tracks::from_places(10.0, []);
/// assert!(anticipation::measure(&nobody, &anticipation::AnticipationRules::default()).exponent.is_none());
/// ```
pub fn measure(tracks: &Tracks, rules: &AnticipationRules) -> Law {
    let rows: usize = tracks.iter().map(|t| t.x.len()).sum();
    let last = tracks.iter().map(|t| t.frames().end).max().unwrap_or(0);
    if rows == 0 {
        return Law::default();
    }
    let butter = Butterworth { order: 2, cutoff_hz: rules.smooth_hz.min(0.4 * tracks.fps) };
    let smooth = butter.tracks(tracks).map_or_else(|_| tracks.clone(), |(smooth, _)| smooth);
    let every = rows.div_ceil(rules.rows.max(1)) as u32;
    let together = company::pairs(&smooth, every);
    let blocks = (f64::from(last) / tracks.fps / BLOCK_S).clamp(1.0, 200.0) as usize;
    let mut met = vec![vec![0; rules.bins()]; blocks];
    rules.count(&ByFrame::shifted(&smooth, rules.radius, every, |_, frame| frame), |frame, pair, bin| {
        if together.binary_search(&pair).is_err() {
            met[frame as usize * blocks / last.max(1) as usize][bin] += 1;
        }
    });
    let strangers = (0..rules.scrambles.max(1)).map(|turn| {
        let moved =
            |id: u32, frame: u32| ((u64::from(frame) + mix(id, turn) % u64::from(last)) % u64::from(last)) as u32;
        let mut counts = vec![0; rules.bins()];
        rules.count(&ByFrame::shifted(&smooth, rules.radius, every, moved), |_, _, bin| counts[bin] += 1);
        counts
    });
    let strangers: Vec<Vec<u64>> = strangers.collect();
    let mut law = fit(&sum(met.iter()), &sum(strangers.iter()), rules);
    law.company = together.len();
    if law.exponent.is_some() && blocks >= 4 {
        let drawn = |lists: &[Vec<u64>], turn: u32, salt: u32| {
            let n = lists.len() as u32;
            sum((0..n).map(|k| &lists[(mix(turn, salt + k) % u64::from(n)) as usize]))
        };
        let again = (0..RESAMPLES).filter_map(|turn| {
            exponent(&drawn(&met, turn, 1 << 20), &drawn(&strangers, turn, 1 << 21), rules).map(|(k, _)| k)
        });
        // Where no exponent follows from a draw, it may be anything: that is the end of the range it lies beyond.
        let mut again: Vec<f64> = again.map(|k| if k.is_finite() { k } else { f64::INFINITY }).collect();
        again.sort_by(f64::total_cmp);
        law.interval = quantile(&again, 0.025).zip(quantile(&again, 0.975)).filter(|(_, high)| high.is_finite());
    }
    law
}

fn sum<'a>(lists: impl Iterator<Item = &'a Vec<u64>>) -> Vec<u64> {
    lists.fold(Vec::new(), |mut all, list| {
        all.resize(list.len(), 0);
        all.iter_mut().zip(list).for_each(|(sum, n)| *sum += n);
        all
    })
}

impl AnticipationRules {
    fn bins(&self) -> usize {
        (self.free / self.bin).ceil().clamp(1.0, 1e6) as usize
    }

    fn middle(&self, bin: usize) -> f64 {
        (bin as f64 + 0.5) * self.bin
    }

    /// Calls `found` with frame, walkers (the smaller number first) and bin of every time to collision.
    fn count(&self, crowd: &ByFrame, mut found: impl FnMut(u32, (u32, u32), usize)) {
        let bins = self.bins();
        crowd.pairs(self.reach, |a, b, _| {
            let (p, v) = a.sees(b);
            let Some(seconds) = time_to_collision(p, v, a.radius + b.radius) else { return };
            let bin = (seconds / self.bin) as usize;
            if seconds > 0.0 && bin < bins {
                found(a.frame, (a.id.min(b.id), a.id.max(b.id)), bin);
            }
        });
    }
}

/// The law of two histograms of times to collision, in bins from 0 on: people who met, and people who did not.
///
/// ```
/// use ambulo_eval::anticipation::{AnticipationRules, fit};
/// use ambulo_geom::math::exp;
/// // g = exp(-0.5 / tau^2), and 1 from 3 s on, in bins of 0.1 s.
/// let tau = |i: u32| 0.1 * (f64::from(i) + 0.5);
/// let law = |i: u32| (1e6 * if tau(i) < 3.0 { exp(-0.5 / tau(i).powi(2)) } else { 1.0 }) as u64;
/// let found = fit(&(0..60).map(law).collect::<Vec<_>>(), &[1_000_000; 60], &AnticipationRules::default());
/// assert!((found.exponent.unwrap() - 2.0).abs() < 0.02);
/// ```
pub fn fit(met: &[u64], strangers: &[u64], rules: &AnticipationRules) -> Law {
    let mut law = Law { encounters: met.iter().sum(), ..Law::default() };
    let Some((k, scale)) = exponent(met, strangers, rules) else { return law };
    law.exponent = k.is_finite().then_some(k);
    let both = met.iter().zip(strangers).enumerate().filter(|(_, (a, b))| **a >= FEWEST && **b >= FEWEST);
    law.energy = both.map(|(i, (a, b))| (rules.middle(i), math::ln(*b as f64 / *a as f64) + scale)).collect();
    law.g = law.energy.iter().map(|(t, e)| (*t, math::exp(-e))).collect();
    law
}

/// The exponent, no number where the counts have none, and the logarithm of the ratio of counts where people do not interact; nothing where there
/// are too few.
fn exponent(met: &[u64], strangers: &[u64], rules: &AnticipationRules) -> Option<(f64, f64)> {
    let within = |low: f64, high: f64| {
        let bins = 0..met.len().min(strangers.len());
        bins.filter(move |i| (low..high).contains(&rules.middle(*i)))
    };
    let total = |counts: &[u64], low: f64, high: f64| within(low, high).map(|i| counts[i]).sum::<u64>();
    let free = (total(met, rules.to, rules.free), total(strangers, rules.to, rules.free));
    let fitted = (total(met, rules.from, rules.to), total(strangers, rules.from, rules.to));
    if [free.0, free.1, fitted.0, fitted.1].into_iter().any(|n| n < FEWEST_ENCOUNTERS) {
        return None;
    }
    let scale = math::ln(free.0 as f64 / free.1 as f64);
    let counts = |i: usize| Counts { tau: rules.middle(i), met: met[i] as f64, strangers: strangers[i] as f64 };
    let counts: Vec<Counts> = within(rules.from, rules.to).map(counts).collect();
    Some((power_law::exponent(&counts, scale).unwrap_or(f64::NAN), scale))
}

/// A number that looks random, of a walker and a turn.
pub(crate) fn mix(id: u32, turn: u32) -> u64 {
    random::bits(u64::from(id) | u64::from(turn) << 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(id: u32, turn: u32) -> f64 {
        random::unit(mix(id, turn))
    }

    /// As the paper has it: exp(-a / tau^k), and 1 beyond 3 s.
    fn survival(tau: f64, k: f64) -> f64 {
        if tau < 3.0 { math::exp(-0.6 / math::pow(tau, k)) } else { 1.0 }
    }

    /// Encounters of two, each in frames of its own, drawn so that a time to collision survives with that probability.
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
            let tau = time_to_collision((q.0 - p.0, q.1 - p.1), (w.0 - v.0, w.1 - v.1), 0.4);
            if tau.is_some_and(|t| t == 0.0 || unit(n, 99) > survival(t, k)) {
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
            let rules =
                AnticipationRules { reach: 9.0, rows: usize::MAX, scrambles: 2, ..AnticipationRules::default() };
            let law = measure(&made(k), &rules);
            let (found, (low, high)) = (law.exponent.unwrap(), law.interval.unwrap());
            assert!((found - k).abs() < 0.2, "{found} instead of {k}, {:?}", law.energy);
            assert!(low < found && found < high && high - low < 1.0, "{low} to {high}");
        }
    }

    #[test]
    fn the_same_bits_every_time() {
        let t = made(2.0);
        assert_eq!(measure(&t, &AnticipationRules::default()), measure(&t, &AnticipationRules::default()));
    }
}
