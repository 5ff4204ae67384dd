//! Wilcoxon's signed-rank test of paired values.
//!
//! Definition: differences that are zero are left out; the others are ranked by size, equal ones share the mean of their ranks. T is the smaller
//! of the sums of ranks of rising and of falling differences. The probability p (two-sided) that T is so small or smaller by chance is exact for up to 30
//! differences without equal sizes; else it is that of the normal approximation, with half a rank of continuity and the correction for equal sizes.

use ambulo_geom::math;

/// The result.
///
/// ```
/// let w = ambulo_eval::wilcoxon::signed_rank(&[(1.0, 2.0), (1.0, 3.0), (1.0, 4.0), (1.0, 5.0), (1.0, 6.0), (1.0, 7.0)]).unwrap();
/// assert_eq!((w.t, w.n, w.p), (0.0, 6, 2.0 / 64.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// The smaller sum of ranks.
    pub t: f64,
    /// Differences that are not zero.
    pub n: usize,
    /// Probability, two-sided.
    pub p: f64,
    /// Whether p is exact.
    pub exact: bool,
}

/// So many differences are counted out exactly.
const EXACT: usize = 30;

/// Tests whether second values tend to be above or below first ones; none when no two differ.
///
/// ```
/// assert!(ambulo_eval::wilcoxon::signed_rank(&[(1.0, 1.0)]).is_none());
/// ```
pub fn signed_rank(pairs: &[(f64, f64)]) -> Option<SignedRank> {
    let mut steps: Vec<f64> = pairs.iter().map(|(a, b)| b - a).filter(|d| *d != 0.0 && d.is_finite()).collect();
    let n = steps.len();
    if n == 0 {
        return None;
    }
    steps.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let (mut rising, mut ties, mut before) = (0.0, 0.0, 0usize);
    for equal in steps.chunk_by(|a, b| a.abs() == b.abs()) {
        let k = equal.len() as f64;
        let rank = before as f64 + 0.5 * (k + 1.0);
        rising += rank * equal.iter().filter(|d| **d > 0.0).count() as f64;
        ties += k * k * k - k;
        before += equal.len();
    }
    let whole = 0.5 * n as f64 * (n as f64 + 1.0);
    let t = rising.min(whole - rising);
    let exact = n <= EXACT && ties == 0.0;
    let p = if exact { counted(n, t as usize) } else { normal(n as f64, t, ties) };
    Some(SignedRank { t, n, p: p.min(1.0), exact })
}

/// Twice the share of all 2^n signs whose sum of ranks is t or less.
fn counted(n: usize, t: usize) -> f64 {
    let mut counts = vec![0.0; n * (n + 1) / 2 + 1];
    counts[0] = 1.0;
    for rank in 1..=n {
        for sum in (rank..counts.len()).rev() {
            counts[sum] += counts[sum - rank];
        }
    }
    let all: f64 = counts.iter().sum();
    2.0 * counts[..=t].iter().sum::<f64>() / all
}

fn normal(n: f64, t: f64, ties: f64) -> f64 {
    let mean = n * (n + 1.0) / 4.0;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    let z = ((mean - t).abs() - 0.5).max(0.0) / variance.sqrt();
    2.0 * upper_tail(z)
}

/// Probability that a standard normal number exceeds z >= 0: Simpson's rule over the density, which falls below 1e-20 ten
/// units on.
fn upper_tail(z: f64) -> f64 {
    let density = |x: f64| math::exp(-0.5 * x * x) / std::f64::consts::TAU.sqrt();
    let (steps, end) = (400, z + 10.0);
    let h = (end - z) / f64::from(steps);
    let weight = |k: i32| if k == 0 || k == steps { 1.0 } else { 2.0 + 2.0 * f64::from(k % 2) };
    (0..=steps).map(|k| weight(k) * density(z + h * f64::from(k))).sum::<f64>() * h / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Differences 1, -2, 3, ... with the signs given.
    fn of(signs: &[f64]) -> SignedRank {
        let pairs: Vec<(f64, f64)> = (1..).zip(signs).map(|(k, s)| (0.0, s * f64::from(k))).collect();
        signed_rank(&pairs).unwrap()
    }

    #[test]
    fn the_exact_probability_agrees_with_counting_all_signs() {
        let signs = [1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0];
        let found = of(&signs);
        assert_eq!((found.t, found.exact), (7.0, true));
        let below = (0..512u32).filter(|bits| (1..=9).filter(|r| bits >> (r - 1) & 1 == 1).sum::<u32>() <= 7).count();
        assert!((found.p - 2.0 * below as f64 / 512.0).abs() < 1e-12);
    }

    #[test]
    fn the_normal_approximation_joins_the_exact_one() {
        let signs: Vec<f64> = (0..30).map(|k| if k % 3 == 0 { -1.0 } else { 1.0 }).collect();
        let found = of(&signs);
        let near = normal(30.0, found.t, 0.0);
        assert!((found.p - near).abs() < 0.005, "{} and {near}", found.p);
        assert!((upper_tail(1.959_963_985) - 0.025).abs() < 1e-9);
    }

    #[test]
    fn zeros_are_left_out_and_equal_sizes_share_ranks() {
        let w = signed_rank(&[(1.0, 1.0), (0.0, 2.0), (0.0, -2.0), (0.0, 3.0)]).unwrap();
        assert_eq!((w.n, w.t, w.exact), (3, 1.5, false));
    }
}
