//! How long people stay where they are before they set out.

use crate::random::{Draw, Purpose};
use ambulo_geom::math;

/// The distribution of the time between a walker's appearance and its first move [s].
///
/// ```
/// use ambulo_sim::Premovement;
/// let walk_at_once = Premovement::default();
/// assert_eq!(walk_at_once.draw(1, 0), 0.0);
/// let delay = Premovement::Uniform { min: 10.0, max: 100.0 }.draw(1, 0);
/// assert!((10.0..100.0).contains(&delay));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Premovement {
    /// The same for everybody.
    Constant(f64),
    /// Equally likely between two times.
    Uniform {
        /// Least time.
        min: f64,
        /// Greatest time.
        max: f64,
    },
    /// Normal, truncated.
    Normal {
        /// Mean before truncation.
        mean: f64,
        /// Standard deviation before truncation.
        sd: f64,
        /// Least time.
        min: f64,
        /// Greatest time.
        max: f64,
    },
    /// Its logarithm is normal; truncated.
    LogNormal {
        /// Mean of the natural logarithm of the time in seconds.
        mu: f64,
        /// Standard deviation of it.
        sigma: f64,
        /// Least time.
        min: f64,
        /// Greatest time.
        max: f64,
    },
    /// Weibull, truncated.
    Weibull {
        /// Shape; 1 is the exponential distribution.
        shape: f64,
        /// Scale: 63 % of people have set out by then.
        scale: f64,
        /// Least time.
        min: f64,
        /// Greatest time.
        max: f64,
    },
    /// Rises linearly to the mode and falls linearly from it.
    Triangular {
        /// Least time.
        min: f64,
        /// Most likely time.
        mode: f64,
        /// Greatest time.
        max: f64,
    },
    /// Times with the share of people who have set out by then: both rise, the last share is 1, and between two times the share grows linearly.
    /// The share of the first sets out at the first time.
    Table(Vec<[f64; 2]>),
}

impl Default for Premovement {
    fn default() -> Self {
        Self::Constant(0.0)
    }
}

impl Premovement {
    /// The time of one walker [s].
    ///
    /// ```
    /// # use ambulo_sim::Premovement;
    /// let table = Premovement::Table(vec![[10.0, 0.0], [30.0, 0.5], [90.0, 1.0]]);
    /// let before_30 = (0..1000).filter(|k| table.draw(1, *k) < 30.0).count();
    /// assert!((450..550).contains(&before_30));
    /// ```
    pub fn draw(&self, seed: u64, agent: u32) -> f64 {
        let mut draw = Draw::new(seed, agent, 0, Purpose::Premovement);
        match self {
            Self::Constant(time) => *time,
            Self::Uniform { min, max } => min + (max - min) * draw.unit(),
            Self::Normal { mean, sd: 0.0, .. } => *mean,
            Self::Normal { mean, sd, min, max } => draw.normal_within(*mean, *sd, *min, *max),
            Self::LogNormal { mu, sigma: 0.0, min, max } => math::exp(*mu).clamp(*min, *max),
            Self::LogNormal { mu, sigma, min, max } => {
                let ln = |time: f64| if time > 0.0 { math::ln(time) } else { f64::NEG_INFINITY };
                math::exp(draw.normal_within(*mu, *sigma, ln(*min), ln(*max))).clamp(*min, *max)
            }
            Self::Weibull { shape, scale, min, max } => {
                // Share that is left at a time; its inverse, between those of the ends.
                let left = |time: f64| math::exp(-math::pow(time / scale, *shape));
                let (most, least) = (left(*min), if *max == f64::INFINITY { 0.0 } else { left(*max) });
                let u = most - (most - least) * draw.unit();
                (scale * math::pow(-math::ln(u.max(f64::MIN_POSITIVE)), 1.0 / shape)).clamp(*min, *max)
            }
            Self::Triangular { min, mode, max } => {
                let (u, width) = (draw.unit(), max - min);
                if width == 0.0 {
                    return *min;
                }
                if u * width < mode - min {
                    min + (u * width * (mode - min)).sqrt()
                } else {
                    max - ((1.0 - u) * width * (max - mode)).sqrt()
                }
            }
            Self::Table(rows) => {
                let u = draw.unit();
                let after = rows.iter().position(|row| row[1] > u).unwrap_or(rows.len().saturating_sub(1));
                match rows.get(after.wrapping_sub(1)) {
                    Some(&[t0, s0]) => {
                        let [t1, s1] = rows[after];
                        if s1 > s0 { t0 + (t1 - t0) * ((u - s0) / (s1 - s0)).clamp(0.0, 1.0) } else { t1 }
                    }
                    None => rows.first().map_or(0.0, |row| row[0]),
                }
            }
        }
    }

    /// Whether everybody sets out at once.
    ///
    /// ```
    /// # use ambulo_sim::Premovement;
    /// assert!(Premovement::default().is_none() && !Premovement::Constant(3.0).is_none());
    /// ```
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Greatest distance between the cumulated shares of ten thousand draws and a distribution function.
    fn distance(of: &Premovement, share: impl Fn(f64) -> f64) -> f64 {
        const N: u32 = 10_000;
        let mut times: Vec<f64> = (0..N).map(|k| of.draw(7, k)).collect();
        times.sort_by(f64::total_cmp);
        let n = f64::from(N);
        let both = |(k, t): (usize, &f64)| {
            let f = share(*t);
            (f - k as f64 / n).abs().max((f - (k + 1) as f64 / n).abs())
        };
        times.iter().enumerate().map(both).fold(0.0, f64::max)
    }

    /// Beyond this distance the test of Kolmogorov and Smirnov rejects at 1 %, for ten thousand draws.
    const CRITICAL: f64 = 1.63 / 100.0;

    /// Normal distribution function by integration: an oracle that shares nothing with the draws.
    fn phi(x: f64) -> f64 {
        let steps = 4000;
        let h = (x + 9.0) / f64::from(steps);
        let density = |t: f64| math::exp(-0.5 * t * t) / std::f64::consts::TAU.sqrt();
        (0..steps).map(|k| h * density(-9.0 + (f64::from(k) + 0.5) * h)).sum()
    }

    #[test]
    fn ten_thousand_draws_follow_each_distribution() {
        let uniform = Premovement::Uniform { min: 10.0, max: 100.0 };
        assert!(distance(&uniform, |t| (t - 10.0) / 90.0) < CRITICAL);

        let normal = Premovement::Normal { mean: 60.0, sd: 30.0, min: 0.0, max: 90.0 };
        let (low, high) = (phi(-2.0), phi(1.0));
        assert!(distance(&normal, |t| (phi((t - 60.0) / 30.0) - low) / (high - low)) < CRITICAL);

        let log_normal = Premovement::LogNormal { mu: 4.0, sigma: 0.6, min: 0.0, max: 120.0 };
        let high = phi((math::ln(120.0) - 4.0) / 0.6);
        assert!(distance(&log_normal, |t| phi((math::ln(t) - 4.0) / 0.6) / high) < CRITICAL);

        let weibull = |t: f64| 1.0 - math::exp(-math::pow(t / 50.0, 1.7));
        let cut = Premovement::Weibull { shape: 1.7, scale: 50.0, min: 5.0, max: 80.0 };
        let (low, high) = (weibull(5.0), weibull(80.0));
        assert!(distance(&cut, |t| (weibull(t) - low) / (high - low)) < CRITICAL);
        let whole = Premovement::Weibull { shape: 1.7, scale: 50.0, min: 0.0, max: f64::INFINITY };
        assert!(distance(&whole, weibull) < CRITICAL);

        let triangular = Premovement::Triangular { min: 10.0, mode: 30.0, max: 90.0 };
        let share = |t: f64| match t {
            t if t < 30.0 => (t - 10.0) * (t - 10.0) / (80.0 * 20.0),
            t => 1.0 - (90.0 - t) * (90.0 - t) / (80.0 * 60.0),
        };
        assert!(distance(&triangular, share) < CRITICAL);

        let table = Premovement::Table(vec![[5.0, 0.0], [20.0, 0.3], [40.0, 0.9], [100.0, 1.0]]);
        let share = |t: f64| match t {
            t if t < 20.0 => 0.3 * (t - 5.0) / 15.0,
            t if t < 40.0 => 0.3 + 0.6 * (t - 20.0) / 20.0,
            t => 0.9 + 0.1 * (t - 40.0) / 60.0,
        };
        assert!(distance(&table, share) < CRITICAL);
        // The measure separates distributions.
        assert!(distance(&table, |t| (t - 5.0) / 95.0) > 10.0 * CRITICAL);
    }

    #[test]
    fn a_share_sets_out_at_the_first_time_of_a_table() {
        let table = Premovement::Table(vec![[5.0, 0.25], [20.0, 1.0]]);
        let first = (0..10_000).filter(|k| table.draw(3, *k) == 5.0).count();
        assert!((2350..2650).contains(&first), "{first}");
    }

    #[test]
    fn distributions_without_width_are_constant() {
        for (of, time) in [
            (Premovement::Normal { mean: 9.0, sd: 0.0, min: 0.0, max: 20.0 }, 9.0),
            (Premovement::LogNormal { mu: 0.0, sigma: 0.0, min: 0.0, max: 20.0 }, 1.0),
            (Premovement::Triangular { min: 4.0, mode: 4.0, max: 4.0 }, 4.0),
            (Premovement::Uniform { min: 4.0, max: 4.0 }, 4.0),
            (Premovement::Table(vec![[7.0, 1.0]]), 7.0),
        ] {
            assert!((of.draw(1, 5) - time).abs() < 1e-9, "{of:?}");
        }
    }
}
