//! Phases of an interaction: observation, reaction, regulation (Olivier et al. 2012).
//!
//! Definition: of the mean curve mpd(t) over trials that begin below 1 m, the sign of its derivative, smoothed over 0.3
//! s, defines the phases. Reaction is the longest time in which the derivative stays above zero and somewhere exceeds
//! 0.02 m/s, begun where it first exceeds that; observation is what comes before, regulation what comes after. In a
//! single trial reaction is the longest time with a derivative above 0.05 m/s. Units: shares of the time from t_see to
//! t_cross, m, m/s.

/// A derivative below this is none, of a mean curve [m/s].
pub const STILL: f64 = 0.02;
/// A derivative below this is none, of a single trial [m/s].
pub const STILL_ALONE: f64 = 0.05;
/// The derivative is smoothed over so much time [s].
pub const SMOOTHING: f64 = 0.3;
/// Trials that begin with less than this must react [m].
pub const ADMISSIBLE: f64 = 1.0;

/// The phases of a curve.
///
/// ```
/// let p = ambulo_eval::phases::Phases { reaction: (0.07, 0.79), mpd: [0.44, 0.44, 0.88, 0.84], seconds: 4.1 };
/// assert!((p.durations()[1] - 2.952).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phases {
    /// When reaction begins and ends, as shares of the time.
    pub reaction: (f64, f64),
    /// mpd at the beginning, when reaction begins, when it ends, and at the crossing [m].
    pub mpd: [f64; 4],
    /// How long the whole lasts [s].
    pub seconds: f64,
}

impl Phases {
    /// How long observation, reaction and regulation last [s].
    ///
    /// ```
    /// let p = ambulo_eval::phases::Phases { reaction: (0.25, 0.75), mpd: [0.0; 4], seconds: 4.0 };
    /// assert_eq!(p.durations(), [1.0, 2.0, 1.0]);
    /// ```
    pub fn durations(&self) -> [f64; 3] {
        let (a, b) = self.reaction;
        [a * self.seconds, (b - a) * self.seconds, (1.0 - b) * self.seconds]
    }
}

/// The derivative [m/s] of a curve given at equal times over `seconds`, smoothed over 0.3 s by a running mean.
///
/// ```
/// let d = ambulo_eval::phases::derivative(&[0.0, 0.5, 1.0, 1.5, 2.0], 4.0);
/// assert!(d.iter().all(|d| (d - 0.5).abs() < 1e-12));
/// ```
pub fn derivative(curve: &[f64], seconds: f64) -> Vec<f64> {
    let n = curve.len();
    if n < 2 || seconds <= 0.0 {
        return vec![0.0; n];
    }
    let step = seconds / (n - 1) as f64;
    let raw = |k: usize| {
        let (from, to) = (k.saturating_sub(1), (k + 1).min(n - 1));
        (curve[to] - curve[from]) / ((to - from) as f64 * step)
    };
    let raw: Vec<f64> = (0..n).map(raw).collect();
    let half = (0.5 * SMOOTHING / step).round() as usize;
    // At the ends the window is cut on both sides, so that it stays in the middle.
    let mean = |k: usize| {
        let h = half.min(k).min(n - 1 - k);
        let window = &raw[k - h..=k + h];
        window.iter().sum::<f64>() / window.len() as f64
    };
    (0..n).map(mean).collect()
}

/// The phases of a mean curve, given at equal times over `seconds`; none when nothing rises.
///
/// ```
/// // Flat for a quarter, up to three quarters, then slightly down.
/// let at = |t: f64| if t < 0.25 { 0.4 } else if t < 0.75 { 0.4 + t - 0.25 } else { 0.9 - 0.2 * (t - 0.75) };
/// let curve: Vec<f64> = (0..=100).map(|k| at(f64::from(k) / 100.0)).collect();
/// let p = ambulo_eval::phases::of_mean(&curve, 4.0).unwrap();
/// assert!((p.reaction.0 - 0.25).abs() < 0.05 && (p.reaction.1 - 0.75).abs() < 0.05);
/// ```
pub fn of_mean(curve: &[f64], seconds: f64) -> Option<Phases> {
    phases(curve, seconds, 0.0, STILL)
}

/// The phases of a single trial; none when nothing rises.
///
/// ```
/// assert!(ambulo_eval::phases::of_one(&[1.0; 101], 4.0).is_none());
/// ```
pub fn of_one(curve: &[f64], seconds: f64) -> Option<Phases> {
    phases(curve, seconds, STILL_ALONE, STILL_ALONE)
}

/// The longest run above `floor` that exceeds `still`, begun where it first does.
fn phases(curve: &[f64], seconds: f64, floor: f64, still: f64) -> Option<Phases> {
    let slope = derivative(curve, seconds);
    let mut best: Option<(usize, usize)> = None;
    let mut k = 0;
    while k < slope.len() {
        let from = k;
        while k < slope.len() && slope[k] > floor {
            k += 1;
        }
        if let Some(start) = (from..k).find(|i| slope[*i] > still)
            && best.is_none_or(|(a, b)| k - start > b - a)
        {
            best = Some((start, k));
        }
        k = k.max(from + 1);
    }
    let (from, to) = best?;
    let last = curve.len() - 1;
    let to = to.min(last);
    let share = |k: usize| k as f64 / last as f64;
    Some(Phases { reaction: (share(from), share(to)), mpd: [curve[0], curve[from], curve[to], curve[last]], seconds })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::math::sin;

    /// A curve like the study's: 0.44 m to 7 %, up to 0.88 m at 79 %, down to 0.84 m.
    fn like_the_study(t: f64) -> f64 {
        if t < 0.07 {
            0.44 - 0.05 * t
        } else if t < 0.79 {
            let s = (t - 0.07) / 0.72;
            0.4365 + 0.4435 * (s - sin(std::f64::consts::TAU * s) / 12.0)
        } else {
            0.88 - 0.04 * (t - 0.79) / 0.21
        }
    }

    #[test]
    fn spec_phases_of_a_made_curve_begin_and_end_where_it_was_made_so() {
        let curve: Vec<f64> = (0..=100).map(|k| like_the_study(f64::from(k) / 100.0)).collect();
        let p = of_mean(&curve, 4.1).unwrap();
        assert!((p.reaction.0 - 0.07).abs() < 0.035 && (p.reaction.1 - 0.79).abs() < 0.035, "{p:?}");
        assert!((p.mpd[2] - 0.88).abs() < 0.02 && (p.durations()[1] - 3.0).abs() < 0.25, "{p:?}");
    }

    #[test]
    fn a_short_wobble_is_no_reaction() {
        let wobble = |k: u32| if (10..14).contains(&k) { 0.02 * f64::from(k - 10) } else { 0.0 };
        let curve: Vec<f64> = (0..=100u32).map(|k| wobble(k) + like_the_study(f64::from(k) / 100.0 - 0.1)).collect();
        let p = of_one(&curve, 4.1).unwrap();
        assert!((p.reaction.0 - 0.17).abs() < 0.06 && p.reaction.1 > 0.8, "{p:?}");
        assert!(of_mean(&[0.7; 101], 4.1).is_none());
    }
}
