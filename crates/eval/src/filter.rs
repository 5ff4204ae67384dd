//! Smoothing without delay: a low-pass Butterworth filter run forward and backward.
//!
//! Definition: the digital filter of the given order (1 to 8) is designed by the bilinear transform with the cutoff
//! prewarped, as sections of second order. It runs over the samples forward, then backward, so that nothing is shifted in
//! time. The cutoff is that of one pass: there one pass keeps 1 / sqrt 2 of an oscillation and the two passes keep a half.
//! That is the usual practice where papers say "dual pass" and name a cutoff. Both ends are extended by 3 (order + 1)
//! samples turned about the last one, and each pass starts in the steady state of its first sample, as `sosfiltfilt` of
//! SciPy does. What is left of the start bends the ends: a straight walk of 1.2 m/s at 10 frames per second comes out 5
//! cm off at its ends for order 3 and 0.5 Hz. Units: Hz; the samples keep theirs.

use crate::tracks::Tracks;
use ambulo_geom::math::{cos, sin};
use std::f64::consts::{FRAC_PI_2, PI};

/// A low-pass filter: what is slower than the cutoff stays.
///
/// ```
/// use ambulo_eval::filter::Butterworth;
/// // A walker at 1.2 m/s stays one.
/// let mut x: Vec<f64> = (0..100).map(|k| 0.12 * f64::from(k)).collect();
/// assert_eq!(Butterworth { order: 3, cutoff_hz: 0.5 }.filter(&mut x, 10.0), Ok(true));
/// assert!((x[50] - 6.0).abs() < 1e-3);
/// // 10 frames per second hold nothing faster than 5 Hz.
/// let error = Butterworth { order: 2, cutoff_hz: 5.0 }.filter(&mut x, 10.0).unwrap_err();
/// assert!(error.to_string().contains("below 5 Hz"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Butterworth {
    /// 1 to 8.
    pub order: u32,
    /// Cutoff of one pass [Hz].
    pub cutoff_hz: f64,
}

/// Why there is no such filter.
///
/// ```
/// use ambulo_eval::filter::{Butterworth, FilterError};
/// assert_eq!(Butterworth { order: 9, cutoff_hz: 1.0 }.at(25.0).unwrap_err(), FilterError::Order(9));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FilterError {
    /// Not 1 to 8.
    #[error("a filter of order {0}: choose an order from 1 to 8")]
    Order(u32),
    /// Not above zero, or not below half the frame rate.
    #[error(
        "a cutoff of {cutoff_hz} Hz at {fps} frames per second: choose a cutoff above 0 and below {} Hz (half the frame \
         rate), or no filter",
        fps / 2.0
    )]
    Cutoff {
        /// What was asked [Hz].
        cutoff_hz: f64,
        /// Frames per second.
        fps: f64,
    },
}

/// A filter designed for a frame rate.
///
/// ```
/// use ambulo_eval::filter::Butterworth;
/// let filter = Butterworth { order: 2, cutoff_hz: 1.0 }.at(25.0).unwrap();
/// let mut zigzag: Vec<f64> = (0..50).map(|k| f64::from(k % 2)).collect();
/// assert!(filter.smooth(&mut zigzag));
/// assert!((zigzag[25] - 0.5).abs() < 0.01);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    order: usize,
    sections: Vec<Biquad>,
}

/// (b0 + b1 / z + b2 / z^2) / (1 + a1 / z + a2 / z^2), one at zero frequency.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
}

impl Butterworth {
    /// The filter for a frame rate.
    ///
    /// # Errors
    /// The order is not 1 to 8, or the cutoff is not above 0 and below half the frame rate.
    ///
    /// ```
    /// assert!(ambulo_eval::filter::Butterworth { order: 2, cutoff_hz: 1.0 }.at(2.5).is_ok());
    /// ```
    pub fn at(&self, fps: f64) -> Result<Filter, FilterError> {
        if !(1..=8).contains(&self.order) {
            return Err(FilterError::Order(self.order));
        }
        let inside = self.cutoff_hz > 0.0 && self.cutoff_hz < fps / 2.0 && fps.is_finite();
        if !inside {
            return Err(FilterError::Cutoff { cutoff_hz: self.cutoff_hz, fps });
        }
        let angle = PI * self.cutoff_hz / fps;
        let k = sin(angle) / cos(angle);
        let n = self.order as usize;
        let mut sections = Vec::with_capacity(n.div_ceil(2));
        if n % 2 == 1 {
            let b = k / (1.0 + k);
            sections.push(Biquad { b: [b, b, 0.0], a: [(k - 1.0) / (k + 1.0), 0.0] });
        }
        // Pairs of poles, by their angle from the negative real axis.
        for m in (1..n).rev().step_by(2) {
            let damping = 2.0 * k * cos(FRAC_PI_2 * m as f64 / n as f64);
            let below = 1.0 + damping + k * k;
            let b = k * k / below;
            sections
                .push(Biquad { b: [b, 2.0 * b, b], a: [2.0 * (k * k - 1.0) / below, (1.0 - damping + k * k) / below] });
        }
        Ok(Filter { order: n, sections })
    }

    /// Smooths equally spaced samples; whether there were enough of them. Too few stay as they are.
    ///
    /// # Errors
    /// As [`Butterworth::at`].
    ///
    /// ```
    /// use ambulo_eval::filter::Butterworth;
    /// let mut short = [0.0, 1.0];
    /// assert_eq!(Butterworth { order: 2, cutoff_hz: 1.0 }.filter(&mut short, 25.0), Ok(false));
    /// assert_eq!(short, [0.0, 1.0]);
    /// ```
    pub fn filter(&self, samples: &mut [f64], fps: f64) -> Result<bool, FilterError> {
        Ok(self.at(fps)?.smooth(samples))
    }

    /// Smooths all tracks, and counts those too short to be.
    ///
    /// # Errors
    /// As [`Butterworth::at`].
    ///
    /// ```
    /// use ambulo_eval::{filter::Butterworth, tracks::Tracks};
    /// let line = |n: u32| (0..n).map(|k| (0.1 * f64::from(k), 0.0)).collect::<Vec<_>>();
    /// let tracks = Tracks::from_places(10.0, [(1, 0, line(60)), (2, 0, line(2))]);
    /// let (smooth, short) = Butterworth { order: 3, cutoff_hz: 0.5 }.tracks(&tracks).unwrap();
    /// assert_eq!((smooth.len(), short), (2, 1));
    /// ```
    pub fn tracks(&self, tracks: &Tracks) -> Result<(Tracks, usize), FilterError> {
        let filter = self.at(tracks.fps)?;
        let short = tracks.iter().filter(|t| !filter.can_smooth(t.x.len())).count();
        let smooth = tracks.mapped(|column| {
            filter.smooth(column);
        });
        Ok((smooth, short))
    }
}

impl Filter {
    /// Whether so many samples are enough: more than twice the order and one. Fewer would be bent more than smoothed.
    ///
    /// ```
    /// let filter = ambulo_eval::filter::Butterworth { order: 3, cutoff_hz: 0.5 }.at(10.0).unwrap();
    /// assert!(filter.can_smooth(9) && !filter.can_smooth(8));
    /// ```
    pub fn can_smooth(&self, samples: usize) -> bool {
        samples > 2 * (self.order + 1)
    }

    /// Smooths samples; whether there were enough of them. Too few stay as they are; where the extension would be longer
    /// than the samples, it is as long as they allow.
    ///
    /// ```
    /// let filter = ambulo_eval::filter::Butterworth { order: 3, cutoff_hz: 0.5 }.at(10.0).unwrap();
    /// let mut still = [4.0; 30];
    /// assert!(filter.smooth(&mut still));
    /// assert!(still.iter().all(|v| (v - 4.0).abs() < 1e-12));
    /// ```
    pub fn smooth(&self, samples: &mut [f64]) -> bool {
        let n = samples.len();
        if !self.can_smooth(n) {
            return false;
        }
        let beyond = (3 * (self.order + 1)).min(n - 1);
        let (first, last) = (samples[0], samples[n - 1]);
        let mut long = Vec::with_capacity(n + 2 * beyond);
        long.extend((1..=beyond).rev().map(|k| 2.0 * first - samples[k]));
        long.extend_from_slice(samples);
        long.extend((1..=beyond).map(|k| 2.0 * last - samples[n - 1 - k]));
        self.pass(long.iter_mut());
        self.pass(long.iter_mut().rev());
        samples.copy_from_slice(&long[beyond..beyond + n]);
        true
    }

    fn pass<'a>(&self, samples: impl Iterator<Item = &'a mut f64>) {
        let mut samples = samples.peekable();
        let start = samples.peek().map_or(0.0, |v| **v);
        // Eight orders are four sections.
        let mut state = [[0.0; 2]; 4];
        for (state, s) in state.iter_mut().zip(&self.sections) {
            *state = [start * (1.0 - s.b[0]), start * (s.b[2] - s.a[1])];
        }
        for value in samples {
            let mut v = *value;
            for (state, s) in state.iter_mut().zip(&self.sections) {
                let out = s.b[0] * v + state[0];
                state[0] = s.b[1] * v - s.a[0] * out + state[1];
                state[1] = s.b[2] * v - s.a[1] * out;
                v = out;
            }
            *value = v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much of an oscillation stays, in the middle of a long record.
    fn kept(order: u32, cutoff_hz: f64, hz: f64) -> f64 {
        let fps = 25.0;
        let wave = |k: i32| sin(2.0 * PI * hz * f64::from(k) / fps);
        let mut v: Vec<f64> = (0..4000).map(wave).collect();
        Butterworth { order, cutoff_hz }.filter(&mut v, fps).unwrap();
        // Not delayed: the part in phase with the input is all there is.
        let middle = 1000..3000;
        let with: f64 = middle.clone().map(|k| v[k as usize] * wave(k)).sum::<f64>();
        with / middle.map(|k| wave(k) * wave(k)).sum::<f64>()
    }

    #[test]
    fn two_passes_keep_a_half_at_the_cutoff_whatever_the_order() {
        for order in 1..=8 {
            let half = kept(order, 0.5, 0.5);
            assert!((half - 0.5).abs() < 1e-6, "order {order}: {half}");
        }
    }

    #[test]
    fn beyond_the_cutoff_it_falls_by_the_order() {
        // The squared gain of one pass is 1 / (1 + (w / wc)^2n), with frequencies bent by the tangent.
        let bent = |hz: f64| sin(PI * hz / 25.0) / cos(PI * hz / 25.0);
        for order in 1..=6 {
            let ratio = bent(1.25) / bent(0.5);
            let expected = 1.0 / (1.0 + ambulo_geom::math::pow(ratio, 2.0 * f64::from(order)));
            let found = kept(order, 0.5, 1.25);
            assert!((found - expected).abs() < 1e-6, "order {order}: {found} for {expected}");
        }
    }

    #[test]
    fn short_ways_are_extended_less_or_left() {
        let filter = Butterworth { order: 3, cutoff_hz: 0.5 }.at(10.0).unwrap();
        for n in 0..40 {
            let mut v: Vec<f64> = (0..n).map(|k| 3.0 - 0.12 * k as f64).collect();
            let before = v.clone();
            assert_eq!(filter.smooth(&mut v), n > 8);
            let worst = v.iter().zip(&before).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(worst < if n > 8 { 0.065 } else { 1e-300 }, "{n}: {worst}");
        }
    }

    #[test]
    fn a_cutoff_at_half_the_frame_rate_is_refused_with_a_remedy() {
        for cutoff_hz in [1.25, 3.0, 0.0, -1.0, f64::NAN, f64::INFINITY] {
            let error = Butterworth { order: 3, cutoff_hz }.at(2.5).unwrap_err().to_string();
            assert!(error.contains("below 1.25 Hz"), "{error}");
        }
    }
}
