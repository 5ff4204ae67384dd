//! How far a mean of differences may lie from what more trials would show: paired bootstrap, by trial.

use ambulo_eval::statistics::{mean, quantile};
use ambulo_sim::random::{Draw, Purpose};

const ROUNDS: u32 = 2000;

/// The mean, and the middle 95 % of the means of trials drawn again with return.
pub fn interval(differences: &[f64], seed: u64) -> (f64, f64, f64) {
    let n = differences.len();
    let mut means: Vec<f64> = (0..ROUNDS)
        .map(|round| {
            let mut draw = Draw::new(seed, round, 9, Purpose::Setup);
            (0..n).map(|_| differences[(draw.unit() * n as f64) as usize]).sum::<f64>() / n.max(1) as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |q| quantile(&means, q).unwrap_or(0.0);
    (mean(differences).unwrap_or(0.0), at(0.025), at(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_about_two_standard_errors_either_way() {
        let differences: Vec<f64> = (0..400).map(|k| Draw::new(3, k, 0, Purpose::Setup).normal() + 0.5).collect();
        let (mean, low, high) = interval(&differences, 1);
        assert!((mean - 0.5).abs() < 0.15 && (mean - low - 0.098).abs() < 0.02 && (high - mean - 0.098).abs() < 0.02);
        assert_eq!(interval(&[0.25; 9], 1), (0.25, 0.25, 0.25));
    }
}
