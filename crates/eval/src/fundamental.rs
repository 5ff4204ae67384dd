//! The fundamental diagram: how speed and flow go with density.
//!
//! Definition: pairs (rho, v) of an area, one per frame or one per window of frames (the means of its frames); frames
//! without people, and so without a speed, make no pair. With [`Steady`] only a part of the recording counts. J = rho
//! v. Units: 1/m^2, m/s, 1/(m s).
//!
//! The curve to compare with is Weidmann's (1993): v = 1.34 (1 - exp(-1.913 (1/rho - 1/5.4))), zero from 5.4 /m^2 on.

use crate::statistics::mean;
use ambulo_geom::math;
use std::ops::Range;

/// Weidmann's speed without others near [m/s].
pub const FREE_SPEED: f64 = 1.34;
/// The density at which Weidmann's people stand [1/m^2].
pub const JAM_DENSITY: f64 = 5.4;
/// How fast Weidmann's curve falls [1/m^2].
const FALL: f64 = 1.913;

/// Weidmann's speed at a density [m/s].
///
/// ```
/// use ambulo_eval::fundamental::weidmann;
/// assert_eq!((weidmann(0.0), weidmann(5.4), weidmann(9.0)), (1.34, 0.0, 0.0));
/// assert!((weidmann(1.0) - 1.0581).abs() < 5e-5);
/// ```
pub fn weidmann(density: f64) -> f64 {
    if density <= 0.0 {
        return FREE_SPEED;
    }
    (FREE_SPEED * (1.0 - math::exp(-FALL * (1.0 / density - 1.0 / JAM_DENSITY)))).max(0.0)
}

/// Density and speed at one time.
///
/// ```
/// let p = ambulo_eval::fundamental::DensitySpeed { frame: 7, density: 2.0, speed: 0.6 };
/// assert_eq!(p.flow(), 1.2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DensitySpeed {
    /// Frame, the first one of a window.
    pub frame: u32,
    /// Density [1/m^2].
    pub density: f64,
    /// Speed [m/s].
    pub speed: f64,
}

impl DensitySpeed {
    /// Specific flow, density times speed [1/(m s)].
    ///
    /// ```
    /// assert_eq!(ambulo_eval::fundamental::DensitySpeed { frame: 0, density: 2.0, speed: 0.5 }.flow(), 1.0);
    /// ```
    pub fn flow(&self) -> f64 {
        self.density * self.speed
    }
}

/// Which part of a recording counts.
///
/// ```
/// use ambulo_eval::fundamental::Steady;
/// let densities = [0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0];
/// // A walker is there in frames 2 to 11; a fifth of those ten is left out at either end.
/// assert_eq!(Steady::Middle(0.2).frames(&densities), 4..10);
/// assert_eq!(Steady::All.frames(&densities), 0..13);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Steady {
    /// All of it.
    #[default]
    All,
    /// These frames.
    Frames(Range<u32>),
    /// From the first frame with people in the area to the last, less such a share (0 to 0.5) at either end, in which the
    /// area fills and empties.
    Middle(f64),
}

impl Steady {
    /// The frames that count, given the densities of all.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::fundamental::Steady::Frames(3..9).frames(&[1.0; 6]), 3..6);
    /// ```
    pub fn frames(&self, densities: &[f64]) -> Range<usize> {
        let all = densities.len();
        match self {
            Self::All => 0..all,
            Self::Frames(r) => (r.start as usize).min(all)..(r.end as usize).min(all),
            Self::Middle(share) => {
                let there = |d: &f64| *d > 0.0;
                let Some(first) = densities.iter().position(there) else { return 0..0 };
                let end = densities.iter().rposition(there).map_or(first, |last| last + 1);
                let cut = ((end - first) as f64 * share.clamp(0.0, 0.5)).round() as usize;
                first + cut..(end - cut).max(first + cut)
            }
        }
    }
}

/// Pairs of the given frames, each the mean of `window` frames; 1 for one per frame. Means are over frames that have a
/// speed.
///
/// ```
/// use ambulo_eval::fundamental::pairs;
/// let found = pairs(&[1.0, 3.0, 0.0, 2.0], &[1.2, 0.8, f64::NAN, 1.0], 0..4, 2);
/// assert_eq!((found[0].density, found[0].speed), (2.0, 1.0));
/// assert_eq!((found[1].frame, found[1].density), (2, 2.0));
/// ```
pub fn pairs(densities: &[f64], speeds: &[f64], frames: Range<usize>, window: u32) -> Vec<DensitySpeed> {
    let end = frames.end.min(densities.len()).min(speeds.len());
    let mut found = Vec::new();
    for from in (frames.start..end).step_by(window.max(1) as usize) {
        let to = (from + window.max(1) as usize).min(end);
        let known = |k: &usize| densities[*k].is_finite() && speeds[*k].is_finite();
        let values = |of: &[f64]| mean(&(from..to).filter(known).map(|k| of[k]).collect::<Vec<_>>());
        if let (Some(density), Some(speed)) = (values(densities), values(speeds)) {
            found.push(DensitySpeed { frame: from as u32, density, speed });
        }
    }
    found
}

/// How far pairs lie from Weidmann's curve: root of the mean squared difference in speed [m/s].
///
/// ```
/// use ambulo_eval::fundamental::{DensitySpeed, from_weidmann, weidmann};
/// let on = DensitySpeed { frame: 0, density: 2.0, speed: weidmann(2.0) };
/// let off = DensitySpeed { speed: on.speed + 0.2, ..on };
/// assert_eq!(from_weidmann(&[on, on]), Some(0.0));
/// assert!((from_weidmann(&[off]).unwrap() - 0.2).abs() < 1e-12);
/// ```
pub fn from_weidmann(pairs: &[DensitySpeed]) -> Option<f64> {
    let squares: Vec<f64> = pairs.iter().map(|p| p.speed - weidmann(p.density)).map(|d| d * d).collect();
    mean(&squares).map(f64::sqrt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weidmann_falls_from_free_speed_to_rest() {
        let speeds: Vec<f64> = (0..60).map(|k| weidmann(0.1 * f64::from(k))).collect();
        assert!(speeds.windows(2).all(|w| w[1] <= w[0]));
        // 1.34 (1 - exp(-1.913 (0.5 - 0.185185))) by hand.
        assert!((weidmann(2.0) - 0.606_238).abs() < 1e-6, "{}", weidmann(2.0));
    }

    #[test]
    fn nobody_makes_no_pair_and_no_steady_part() {
        assert!(pairs(&[0.0; 5], &[f64::NAN; 5], 0..5, 1).is_empty());
        assert_eq!(Steady::Middle(0.1).frames(&[0.0; 5]), 0..0);
        assert_eq!(from_weidmann(&[]), None);
    }
}
