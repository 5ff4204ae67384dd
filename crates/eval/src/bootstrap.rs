//! How sure a mean is: 95 % intervals.
//!
//! Definition: percentile bootstrap. The values are drawn again with replacement, as many as there are, 1000 times; the interval
//! is from the 2.5 % to the 97.5 % quantile of the 1000 means. Of more than 2000 values it is the mean ± 1.96 standard errors,
//! which is the same to within its own noise and costs nothing. Values that follow each other in time are not independent: a series
//! is cut into blocks, and blocks are drawn. Random numbers are a function of counters: same bits every time.

use crate::statistics::{mean, quantile, sd};
use ambulo_geom::random;

/// How often values are drawn again.
pub const RESAMPLES: usize = 1000;
/// Of more values the interval is computed from the standard error.
pub const MOST: usize = 2000;

/// A mean and its 95 % interval.
///
/// ```
/// use ambulo_eval::bootstrap::{Method, estimate};
/// let e = estimate(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
/// assert_eq!((e.mean, e.n, e.method), (3.0, 5, Method::Bootstrap));
/// assert!(e.low < 2.5 && e.low > 1.0 && e.high > 3.5 && e.high < 5.0);
/// // One value has no interval.
/// assert_eq!(estimate(&[7.0]).unwrap().method, Method::None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean.
    pub mean: f64,
    /// Lower end of the interval; the mean itself where there is none.
    pub low: f64,
    /// Upper end of the interval; the mean itself where there is none.
    pub high: f64,
    /// Number of values.
    pub n: usize,
    /// Where the interval comes from.
    pub method: Method,
}

/// Where an interval comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Values drawn again.
    Bootstrap,
    /// Blocks of a series drawn again.
    BlockBootstrap,
    /// 1.96 standard errors: there are many values.
    StandardError,
    /// There is none: fewer than two values, or a number that is no mean.
    None,
}

impl Method {
    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bootstrap => "bootstrap",
            Self::BlockBootstrap => "block-bootstrap",
            Self::StandardError => "standard-error",
            Self::None => "none",
        }
    }
}

impl Estimate {
    /// A number without an interval: a count, a sum, a smallest distance.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::bootstrap::Estimate::of_one(3.0, 9).low, 3.0);
    /// ```
    pub fn of_one(value: f64, n: usize) -> Self {
        Self { mean: value, low: value, high: value, n, method: Method::None }
    }
}

/// The mean of independent values and its interval; those that are no numbers are left out.
///
/// ```
/// assert_eq!(ambulo_eval::bootstrap::estimate(&[f64::NAN]), None);
/// ```
pub fn estimate(values: &[f64]) -> Option<Estimate> {
    let known: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
    let (mean, n) = (mean(&known)?, known.len());
    if n < 2 {
        return Some(Estimate::of_one(mean, n));
    }
    if n > MOST {
        let half = 1.96 * sd(&known)? / (n as f64).sqrt();
        return Some(Estimate { mean, low: mean - half, high: mean + half, n, method: Method::StandardError });
    }
    let ones: Vec<(f64, f64)> = known.iter().map(|v| (*v, 1.0)).collect();
    let (low, high) = drawn(&ones);
    Some(Estimate { mean, low, high, n, method: Method::Bootstrap })
}

/// The mean of a series in time and its interval, from blocks of so many values; those that are no numbers are left out.
///
/// ```
/// use ambulo_eval::bootstrap::{Method, of_series};
/// let slow: Vec<f64> = (0..100).map(|k| f64::from(k / 50)).collect();
/// let e = of_series(&slow, 10).unwrap();
/// assert_eq!((e.mean, e.n, e.method), (0.5, 100, Method::BlockBootstrap));
/// ```
pub fn of_series(values: &[f64], block: usize) -> Option<Estimate> {
    let known = || values.iter().copied().filter(|v| v.is_finite());
    let (n, sum) = known().fold((0, 0.0), |(n, sum), v| (n + 1, sum + v));
    if n == 0 {
        return None;
    }
    // A recording of an hour has thousands of blocks; longer ones do as well.
    let block = block.max(1).max(values.len().div_ceil(MOST));
    let of_block = |b: &[f64]| {
        let known = b.iter().filter(|v| v.is_finite());
        known.fold((0.0, 0.0), |(sum, n), v| (sum + v, n + 1.0))
    };
    let blocks: Vec<(f64, f64)> = values.chunks(block).map(of_block).filter(|b| b.1 > 0.0).collect();
    let mean = sum / n as f64;
    if blocks.len() < 2 {
        return Some(Estimate::of_one(mean, n));
    }
    let (low, high) = drawn(&blocks);
    Some(Estimate { mean, low, high, n, method: Method::BlockBootstrap })
}

/// The interval of means of values (sum, number) drawn again.
fn drawn(values: &[(f64, f64)]) -> (f64, f64) {
    let n = values.len() as u64;
    let mut means = Vec::with_capacity(RESAMPLES);
    for round in 0..RESAMPLES as u64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for k in 0..n {
            // The upper half of the hash, scaled to 0..n.
            let pick = ((random::bits(round << 32 | k) >> 32) * n) >> 32;
            let value = values[pick as usize];
            sum += value.0;
            count += value.1;
        }
        means.push(sum / count);
    }
    means.sort_by(f64::total_cmp);
    (quantile(&means, 0.025).unwrap_or(f64::NAN), quantile(&means, 0.975).unwrap_or(f64::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uniform in 0..1, not from the counters above in the same order.
    fn noise(k: u64) -> f64 {
        random::unit(random::bits(k.wrapping_mul(7919) + (1 << 50)))
    }

    #[test]
    fn the_interval_is_that_of_the_standard_error_for_many_values() {
        let values: Vec<f64> = (0..1000).map(noise).collect();
        let e = estimate(&values).unwrap();
        let half = 1.96 * sd(&values).unwrap() / 1000_f64.sqrt();
        assert!(((e.high - e.low) / (2.0 * half) - 1.0).abs() < 0.1, "{e:?} for ± {half}");
        assert!(e.low < e.mean && e.mean < e.high);
    }

    #[test]
    fn nineteen_of_twenty_intervals_hold_the_truth() {
        let holds = |trial: u64| {
            let values: Vec<f64> = (0..40).map(|k| noise(trial * 40 + k)).collect();
            let e = estimate(&values).unwrap();
            e.low <= 0.5 && 0.5 <= e.high
        };
        let held = (0..400).filter(|t| holds(*t)).count();
        assert!((364..=392).contains(&held), "{held} of 400");
    }

    #[test]
    fn blocks_know_that_a_slow_series_is_less_sure() {
        // Each value fifty times: fifty times fewer values than it looks.
        let slow: Vec<f64> = (0..5000).map(|k| noise(k / 50)).collect();
        let once: Vec<f64> = (0..100).map(noise).collect();
        let wide = |e: Estimate| e.high - e.low;
        let (blocks, truth) = (wide(of_series(&slow, 50).unwrap()), wide(estimate(&once).unwrap()));
        assert!((blocks / truth - 1.0).abs() < 0.15, "{blocks} for {truth}");
        assert!(wide(of_series(&slow, 1).unwrap()) < 0.5 * truth);
    }

    #[test]
    fn the_same_values_give_the_same_bits() {
        let values: Vec<f64> = (0..50).map(noise).collect();
        assert_eq!(estimate(&values), estimate(&values));
    }
}
