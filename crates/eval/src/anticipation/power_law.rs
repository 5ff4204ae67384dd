//! The exponent of a power law in the exponent of a ratio of counts, by greatest likelihood.
//!
//! In a bin at tau, of n counts of people who met and of strangers together, those who met are binomial with odds exp(scale - a tau^-k). For each k the
//! best a follows from Newton's method, because the logarithm of the likelihood has one maximum in a; k is searched.

use ambulo_geom::math;

/// One bin.
pub(super) struct Counts {
    /// Its middle [s].
    pub tau: f64,
    /// Times to collision of people who met.
    pub met: f64,
    /// Those of strangers.
    pub strangers: f64,
}

/// Least and greatest exponent.
const RANGE: (f64, f64) = (0.1, 6.0);
/// Steps of the first search.
const STEPS: u32 = 30;
/// Halvings of the second.
const REFINE: u32 = 24;

/// The most likely exponent; none where it lies at an end of the range, or where nothing is rarer among people who met.
pub(super) fn exponent(counts: &[Counts], scale: f64) -> Option<f64> {
    let step = (RANGE.1 - RANGE.0) / f64::from(STEPS);
    let at = |i: u32| RANGE.0 + step * f64::from(i);
    let grid: Vec<f64> = (0..=STEPS).map(|i| likelihood(counts, scale, at(i)).1).collect();
    let best = (0..=STEPS).max_by(|a, b| grid[*a as usize].total_cmp(&grid[*b as usize]))?;
    if best == 0 || best == STEPS {
        return None;
    }
    // Two thirds of the bracket remain each time.
    let (mut low, mut high) = (at(best - 1), at(best + 1));
    for _ in 0..REFINE {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if likelihood(counts, scale, a).1 < likelihood(counts, scale, b).1 { low = a } else { high = b }
    }
    let k = 0.5 * (low + high);
    (likelihood(counts, scale, k).0 > 1e-6).then_some(k)
}

/// The best strength for an exponent, 0 or more, and the logarithm of the likelihood with it.
fn likelihood(counts: &[Counts], scale: f64, k: f64) -> (f64, f64) {
    let x: Vec<f64> = counts.iter().map(|c| math::pow(c.tau, -k)).collect();
    let chance = |a: f64, x: f64| 1.0 / (1.0 + math::exp(a * x - scale));
    let mut a = 1.0;
    for _ in 0..60 {
        let (mut slope, mut bend) = (0.0, 0.0);
        for (c, x) in counts.iter().zip(&x) {
            let (n, p) = (c.met + c.strangers, chance(a, *x));
            slope += x * (n * p - c.met);
            bend -= n * p * (1.0 - p) * x * x;
        }
        if bend == 0.0 {
            break;
        }
        // Newton may overshoot where nearly nobody is left: never below 0, never more than three times as far.
        let next = (a - slope / bend).clamp(0.5 * a - 1e-9, 3.0 * a + 1.0).max(0.0);
        let done = (next - a).abs() < 1e-10 * (1.0 + a);
        a = next;
        if done {
            break;
        }
    }
    let one = |(c, x): (&Counts, &f64)| {
        let odds = scale - a * x;
        // ln(1 + exp(odds)) without overflow.
        let log = if odds > 0.0 { odds + math::ln(1.0 + math::exp(-odds)) } else { math::ln(1.0 + math::exp(odds)) };
        c.met * odds - (c.met + c.strangers) * log
    };
    (a, counts.iter().zip(&x).map(one).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_counts_give_their_exponent_even_where_nobody_is_left() {
        for (k, a) in [(2.0, 0.5), (2.0, 4.0), (1.0, 2.0), (3.0, 1.0)] {
            let counts: Vec<Counts> = (4..30)
                .map(|i| {
                    let tau = 0.1 * (f64::from(i) + 0.5);
                    Counts { tau, met: 1e5 * math::exp(-a * math::pow(tau, -k)), strangers: 4e5 }
                })
                .collect();
            let found = exponent(&counts, math::ln(0.25)).unwrap();
            assert!((found - k).abs() < 0.01, "{found} instead of {k}");
        }
    }

    #[test]
    fn people_who_do_not_avoid_each_other_have_no_exponent() {
        let counts: Vec<Counts> =
            (4..30).map(|i| Counts { tau: 0.1 * f64::from(i), met: 1e4, strangers: 4e4 }).collect();
        assert_eq!(exponent(&counts, math::ln(0.25)), None);
    }
}
