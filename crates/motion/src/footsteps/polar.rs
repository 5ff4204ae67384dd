//! Polar gradient band interpolation: weights of clips by their velocity (Johansen, "Automated semi-procedural animation
//! for character locomotion", 2009).
//!
//! Each sample has an influence over the plane of velocities, 1 at its own and falling to 0 towards each other sample; the
//! least of these bands counts, and influences are normalised to weights. Differences are those of polar coordinates:
//! speeds against the mean speed of the two, and the angle between them times [`ANGLE`].

use crate::math;
use glam::DVec2;

/// What a radian counts against a doubling of speed or so.
const ANGLE: f64 = 2.0;
/// Directions this close to opposite have no side [rad].
const OPPOSITE: f64 = 0.99 * std::f64::consts::PI;
/// A velocity below this stands [m/s].
const STILL: f64 = 1e-9;

/// Velocities of clips. Made once; asking allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct PolarBands {
    velocities: Vec<DVec2>,
    speeds: Vec<f64>,
    angles: Vec<f64>,
    /// For each sample all others, the nearest first: those leave nothing soonest.
    bands: Vec<Band>,
}

/// The band from one sample to another: influence falls by `radial` with each metre per second and by `angular` with each
/// radian.
#[derive(Clone, Copy, Debug)]
struct Band {
    to: u32,
    radial: f64,
    angular: f64,
    unsigned: bool,
}

impl PolarBands {
    /// From velocities [m/s], forward and left. No two may be the same; see [`distinct`](Self::distinct).
    pub fn new(velocities: Vec<DVec2>) -> Self {
        let speeds: Vec<f64> = velocities.iter().map(|v| v.length()).collect();
        let angles: Vec<f64> = velocities.iter().map(|v| math::atan2_exact(v.y, v.x)).collect();
        let k = velocities.len();
        let mut bands = Vec::new();
        for i in 0..k {
            let mut own: Vec<(f64, Band)> = (0..k)
                .filter(|&j| j != i)
                .map(|j| {
                    let mean = 0.5 * (speeds[i] + speeds[j]);
                    let turned = math::wrap_exact(angles[j] - angles[i]);
                    let unsigned = turned.abs() > OPPOSITE;
                    let turned = if unsigned { turned.abs() } else { turned };
                    let (along, across) = ((speeds[j] - speeds[i]) / mean, ANGLE * turned);
                    let squared = along * along + across * across;
                    let band = Band {
                        to: j as u32,
                        radial: along / (mean * squared),
                        angular: ANGLE * across / squared,
                        unsigned,
                    };
                    (squared, band)
                })
                .collect();
            own.sort_by(|a, b| a.0.total_cmp(&b.0));
            bands.extend(own.into_iter().map(|(_, band)| band));
        }
        Self { velocities, speeds, angles, bands }
    }

    /// Which of some velocities to take so that no two are the same, the first of equals.
    pub fn distinct(velocities: &[DVec2]) -> Vec<usize> {
        let mut out: Vec<usize> = Vec::new();
        for (i, v) in velocities.iter().enumerate() {
            if v.is_finite() && !out.iter().any(|&k| (velocities[k] - *v).length() < 1e-3) {
                out.push(i);
            }
        }
        out
    }

    /// How many samples.
    pub fn len(&self) -> usize {
        self.velocities.len()
    }

    /// Whether there is no sample.
    pub fn is_empty(&self) -> bool {
        self.velocities.is_empty()
    }

    /// Weights of all samples for a velocity, not negative and summing to 1, into `out`.
    pub fn weigh(&self, v: DVec2, out: &mut [f64]) {
        let k = self.len();
        let out = &mut out[..k];
        if k == 0 {
            return;
        }
        let (speed, angle) = (v.length(), math::atan2_exact(v.y, v.x));
        let still = speed < STILL;
        let mut sum = 0.0;
        for (i, weight) in out.iter_mut().enumerate() {
            let own = &self.bands[i * (k - 1)..(i + 1) * (k - 1)];
            let faster = speed - self.speeds[i];
            let turned = math::wrap_exact(angle - self.angles[i]);
            let mut least = f64::INFINITY;
            for band in own {
                let j = band.to as usize;
                let fallen = if still || self.speeds[i] < STILL || self.speeds[j] < STILL {
                    self.fallen(i, j, speed, angle)
                } else {
                    let turned = if band.unsigned { turned.abs() } else { turned };
                    faster * band.radial + turned * band.angular
                };
                least = least.min(1.0 - fallen);
                if least <= 0.0 {
                    break;
                }
            }
            *weight = if k == 1 { 1.0 } else { least.max(0.0) };
            sum += *weight;
        }
        if sum > 0.0 {
            out.iter_mut().for_each(|w| *w /= sum);
        } else {
            // Far from all: the nearest.
            let far = |i: usize| {
                let mean = 0.5 * (speed + self.speeds[i]).max(STILL);
                let along = (speed - self.speeds[i]) / mean;
                let across = ANGLE * math::wrap_exact(angle - self.angles[i]);
                along * along + across * across
            };
            let nearest = (0..k).min_by(|&a, &b| far(a).total_cmp(&far(b))).unwrap_or(0);
            out[nearest] = 1.0;
        }
    }

    /// How far influence of a sample has fallen towards another, where one of the three velocities has no direction. Any
    /// other pair gives the same as its band.
    fn fallen(&self, i: usize, j: usize, speed: f64, angle: f64) -> f64 {
        let (si, sj) = (self.speeds[i], self.speeds[j]);
        let mean = 0.5 * (si + sj);
        let apart = |k: usize| math::wrap_exact(angle - self.angles[k]).abs();
        let still = speed < STILL;
        // Angle between the samples, and from the one to the velocity.
        let (between, turned, weight) = if si < STILL {
            (if still { 0.0 } else { apart(j) }, 0.0, 1.0)
        } else if sj < STILL {
            let own = if still { 0.0 } else { apart(i) };
            (own, own, 1.0)
        } else {
            let between = math::wrap_exact(self.angles[j] - self.angles[i]);
            let between = if between.abs() > OPPOSITE { between.abs() } else { between };
            let own = math::wrap_exact(angle - self.angles[i]);
            let own = if between > OPPOSITE { own.abs() } else { own };
            (between, if still { between } else { own }, ANGLE)
        };
        let pair = DVec2::new((sj - si) / mean, weight * between);
        let own = DVec2::new((speed - si) / mean, weight * turned);
        own.dot(pair) / pair.length_squared()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition as written, over all pairs.
    fn slow(bands: &PolarBands, v: DVec2) -> Vec<f64> {
        let k = bands.len();
        let angle = math::atan2_exact(v.y, v.x);
        let influence = |i: usize| {
            let least = (0..k).filter(|&j| j != i).map(|j| 1.0 - bands.fallen(i, j, v.length(), angle));
            least.fold(f64::INFINITY, f64::min).max(0.0)
        };
        let all: Vec<f64> = (0..k).map(influence).collect();
        let sum: f64 = all.iter().sum();
        all.iter().map(|h| h / sum).collect()
    }

    fn velocity() -> impl Strategy<Value = DVec2> {
        (-2.0f64..2.0, -2.0f64..2.0).prop_map(|(x, y)| DVec2::new(x, y))
    }

    proptest! {
        #[test]
        fn weights_are_not_negative_sum_to_one_and_are_those_of_the_definition(
            mut samples in prop::collection::vec(velocity(), 1..25),
            with_still in any::<bool>(),
            v in velocity(),
            still in any::<bool>(),
        ) {
            if with_still {
                samples.push(DVec2::ZERO);
            }
            let v = if still { DVec2::ZERO } else { v };
            let samples: Vec<DVec2> = PolarBands::distinct(&samples).into_iter().map(|i| samples[i]).collect();
            let bands = PolarBands::new(samples.clone());
            let mut weights = vec![0.0; bands.len()];
            bands.weigh(v, &mut weights);
            prop_assert!(weights.iter().all(|&w| w >= 0.0));
            prop_assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let exact = slow(&bands, v);
            if bands.len() > 1 && exact.iter().all(|w| w.is_finite()) {
                for (a, b) in weights.iter().zip(&exact) {
                    prop_assert!((a - b).abs() < 1e-9, "{} {}", a, b);
                }
            }
            for (i, s) in samples.iter().enumerate() {
                bands.weigh(*s, &mut weights);
                prop_assert!((weights[i] - 1.0).abs() < 1e-9, "{} at its own velocity", weights[i]);
            }
        }
    }

    #[test]
    fn between_two_speeds_of_one_direction_weights_are_linear() {
        let bands = PolarBands::new(vec![DVec2::X, 2.0 * DVec2::X]);
        let mut weights = [0.0; 2];
        bands.weigh(DVec2::new(1.25, 0.0), &mut weights);
        assert!((weights[0] - 0.75).abs() < 1e-12, "{weights:?}");
    }

    #[test]
    fn the_nearest_sample_serves_what_is_far_from_all() {
        let one = PolarBands::new(vec![DVec2::X]);
        let mut weights = [0.0];
        one.weigh(DVec2::new(-5.0, 3.0), &mut weights);
        assert_eq!(weights, [1.0]);
    }
}
