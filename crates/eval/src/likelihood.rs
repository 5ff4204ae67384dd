//! How likely measured tracks are, if people walk as simulated: the likelihood of Pettré and others 2009, made
//! independent of how many samples a trial has.
//!
//! The distance of a sample is |x measured - x simulated| + |y measured - y simulated| [m]; it has the density of a normal
//! distribution with mean 0 and standard deviation sigma [m]. The likelihood of a trial is the geometric mean of the densities of
//! all samples of all its walkers [1/m]: `Lg = exp(mean of ln density)`. The paper prints a product of densities, which tends to
//! zero with the number of samples, and neither mean nor sigma. A mean other than 0 would reward a constant error.
//!
//! Lg is 1/(sqrt(2 pi) sigma) for identical tracks, and smaller otherwise.

use crate::tracks::Tracks;
use ambulo_geom::math;

/// The usual sigma [m].
///
/// ```
/// assert_eq!(ambulo_eval::likelihood::SIGMA, 0.3);
/// ```
pub const SIGMA: f64 = 0.3;

/// The logarithm of the density of a distance.
///
/// ```
/// use ambulo_eval::likelihood::ln_density;
/// let (at_zero, at_sigma) = (ln_density(0.0, 0.3), ln_density(0.3, 0.3));
/// assert!((at_zero - at_sigma - 0.5).abs() < 1e-12);
/// ```
pub fn ln_density(distance: f64, sigma: f64) -> f64 {
    let z = distance / sigma;
    -0.5 * z * z - math::ln((std::f64::consts::TAU).sqrt() * sigma)
}

/// The mean logarithm of the densities of all samples; walkers are paired in order, and frames that only one side has are left
/// out. `None` when there is nothing to compare.
///
/// ```
/// use ambulo_eval::{likelihood::{greatest, mean_ln_density}, tracks::Tracks};
/// let real = Tracks::from_places(10.0, [(1, 0, vec![(0.0, 0.0), (0.3, 0.0)])]);
/// let simulated = Tracks::from_places(10.0, [(1, 0, vec![(0.0, 0.0), (0.0, 0.0)])]);
/// // Distances 0 and sigma: half of a half below the greatest.
/// let ln = mean_ln_density(&real, &simulated, 0.3).unwrap();
/// assert!((ln - (greatest(0.3).ln() - 0.25)).abs() < 1e-12);
/// ```
pub fn mean_ln_density(real: &Tracks, simulated: &Tracks, sigma: f64) -> Option<f64> {
    let (mut sum, mut samples) = (0.0, 0usize);
    for (a, b) in real.iter().zip(simulated.iter()) {
        let frames = a.first.max(b.first)..a.frames().end.min(b.frames().end);
        for frame in frames {
            let (i, j) = ((frame - a.first) as usize, (frame - b.first) as usize);
            sum += ln_density((a.x[i] - b.x[j]).abs() + (a.y[i] - b.y[j]).abs(), sigma);
            samples += 1;
        }
    }
    (samples > 0).then(|| sum / samples as f64)
}

/// The likelihood Lg [1/m] of a mean logarithm.
///
/// ```
/// use ambulo_eval::likelihood::{lg, ln_density};
/// assert!((lg(ln_density(0.0, 0.3)) - 1.329_807_601).abs() < 1e-8);
/// ```
pub fn lg(mean_ln: f64) -> f64 {
    math::exp(mean_ln)
}

/// The greatest possible value: that of identical tracks, 1/(sqrt(2 pi) sigma).
///
/// ```
/// assert!((ambulo_eval::likelihood::greatest(0.3) - 1.329_807_601).abs() < 1e-8);
/// ```
pub fn greatest(sigma: f64) -> f64 {
    1.0 / (std::f64::consts::TAU.sqrt() * sigma)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likelihood_of_identical_tracks_is_one_over_root_two_pi_sigma() {
        let places = |k: u32| (0..40).map(|i| (0.1 * f64::from(i * k), f64::from(k))).collect();
        let t = Tracks::from_places(10.0, [(1, 0, places(1)), (2, 0, places(2))]);
        for sigma in [0.05, 0.3, 2.0] {
            let same = lg(mean_ln_density(&t, &t, sigma).unwrap());
            assert!((same - 1.0 / ((2.0 * std::f64::consts::PI).sqrt() * sigma)).abs() < 1e-9 / sigma, "{same}");
            assert!((same - greatest(sigma)).abs() < 1e-9 / sigma);
        }
    }

    #[test]
    fn twice_the_samples_of_the_same_error_are_as_likely() {
        let track =
            |n: u32, off: f64| Tracks::from_places(1.0, [(1, 0, (0..n).map(|i| (f64::from(i), off)).collect())]);
        let of = |n| mean_ln_density(&track(n, 0.0), &track(n, 0.4), 0.3).unwrap();
        assert!((of(10) - of(20)).abs() < 1e-12);
        assert!(mean_ln_density(&track(0, 0.0), &track(3, 0.0), 0.3).is_none());
    }
}
