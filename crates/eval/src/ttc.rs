//! Time to collision.
//!
//! Definition: for two bodies that keep their velocities, the time until they touch; of discs at relative place p with relative
//! velocity v the smaller root of |p + t v| = r1 + r2. None while they part or pass beside each other; bodies that overlap
//! already have none either and are counted apart. Taken of all pairs in reach, in every frame. Unit: s.

use crate::by_frame::ByFrame;

/// Which pairs count.
///
/// ```
/// assert_eq!(ambulo_eval::ttc::TtcRules::default().horizon, 8.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TtcRules {
    /// People further apart do not count [m].
    pub reach: f64,
    /// Times above this do not count [s].
    pub horizon: f64,
    /// Width of a bin of the histogram [s].
    pub bin: f64,
}

impl Default for TtcRules {
    fn default() -> Self {
        Self { reach: 6.0, horizon: 8.0, bin: 0.1 }
    }
}

/// Times to collision of a recording.
///
/// ```
/// assert!(ambulo_eval::ttc::TimesToCollision::default().smallest.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimesToCollision {
    /// The shortest, of bodies that did not overlap.
    pub smallest: Option<Threat>,
    /// How often a pair was in reach in a frame.
    pub pair_frames: u64,
    /// Of these, how often it was about to collide within the horizon.
    pub closing: u64,
    /// Of these, how often bodies overlapped already.
    pub inside: u64,
    /// How often the time lay in each bin, from 0 on.
    pub histogram: Vec<u64>,
    /// Width of a bin [s].
    pub bin: f64,
}

/// Two walkers about to collide.
///
/// ```
/// let t = ambulo_eval::ttc::Threat { seconds: 0.4, walkers: (3, 8), time: 12.0 };
/// assert!(t.walkers.0 < t.walkers.1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// Time to collision [s].
    pub seconds: f64,
    /// Who.
    pub walkers: (u32, u32),
    /// When [s].
    pub time: f64,
}

/// Below this relative speed nothing approaches anything [m/s].
const EPS_V: f64 = 1e-6;

/// The time until two discs touch [s], of relative place [m], relative velocity [m/s] and the sum of their radii [m]: 0 when they
/// overlap, none when they do not meet.
///
/// ```
/// use ambulo_eval::ttc::time_to_collision;
/// assert_eq!(time_to_collision((10.0, 0.0), (-2.0, 0.0), 1.0), Some(4.5));
/// assert_eq!(time_to_collision((10.0, 0.0), (2.0, 0.0), 1.0), None);
/// assert_eq!(time_to_collision((0.5, 0.0), (2.0, 0.0), 1.0), Some(0.0));
/// ```
#[inline]
pub fn time_to_collision(p: (f64, f64), v: (f64, f64), radii: f64) -> Option<f64> {
    let a = v.0 * v.0 + v.1 * v.1;
    let b = p.0 * v.0 + p.1 * v.1;
    let c = p.0 * p.0 + p.1 * p.1 - radii * radii;
    let disc = b * b - a * c;
    // One branch that is seldom taken instead of three that nobody foresees: most pairs do not collide.
    let meet = (a >= EPS_V * EPS_V) & (b < 0.0) & (disc > 0.0);
    if !(meet | (c < 0.0)) {
        return None;
    }
    if c < 0.0 {
        return Some(0.0);
    }
    // The form of the smaller root that does not cancel.
    Some(c / (disc.sqrt() - b))
}

/// All times to collision.
///
/// ```
/// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks, ttc};
/// // Heads on at 1 m/s each, 4 m apart.
/// let walk = |from: f64, step: f64| (0..2).map(|k| (from + step * f64::from(k), 0.0)).collect();
/// let t = Tracks::from_places(10.0, [(1, 0, walk(0.0, 0.1)), (2, 0, walk(4.0, -0.1))]);
/// let found = ttc::measure(&ByFrame::of_tracks(&t, 0.25), &ttc::TtcRules::default());
/// assert!((found.smallest.unwrap().seconds - 1.65).abs() < 1e-9);
/// assert_eq!((found.pair_frames, found.closing, found.histogram[17]), (2, 2, 1));
/// ```
pub fn measure(crowd: &ByFrame, rules: &TtcRules) -> TimesToCollision {
    let bins = (rules.horizon / rules.bin).ceil().clamp(1.0, 1e6) as usize;
    let mut found = TimesToCollision { histogram: vec![0; bins], bin: rules.bin, ..TimesToCollision::default() };
    crowd.pairs(rules.reach, |a, b, _| {
        found.pair_frames += 1;
        let (p, v) = a.sees(b);
        let Some(seconds) = time_to_collision(p, v, a.radius + b.radius) else { return };
        if seconds == 0.0 {
            found.inside += 1;
            return;
        }
        if seconds > rules.horizon {
            return;
        }
        found.closing += 1;
        found.histogram[((seconds / rules.bin) as usize).min(bins - 1)] += 1;
        let walkers = (a.id.min(b.id), a.id.max(b.id));
        // Among equals the first in time wins, then the smaller numbers.
        let wins = found.smallest.is_none_or(|old| {
            let now = f64::from(a.frame) / crowd.fps;
            seconds < old.seconds || (seconds == old.seconds && now == old.time && walkers < old.walkers)
        });
        if wins {
            found.smallest = Some(Threat { seconds, walkers, time: f64::from(a.frame) / crowd.fps });
        }
    });
    found
}

impl TimesToCollision {
    /// The share of threats shorter than `seconds` among all threats within the horizon; none without threats.
    ///
    /// ```
    /// use ambulo_eval::ttc::TimesToCollision;
    /// let t = TimesToCollision { closing: 4, histogram: vec![1, 0, 3], bin: 0.5, ..TimesToCollision::default() };
    /// assert_eq!(t.share_below(1.0), Some(0.25));
    /// ```
    pub fn share_below(&self, seconds: f64) -> Option<f64> {
        let whole = (seconds / self.bin).round().max(0.0) as usize;
        let below: u64 = self.histogram.iter().take(whole).sum();
        (self.closing > 0).then(|| below as f64 / self.closing as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_agrees_with_a_scan_over_time() {
        let mut hits = 0;
        for k in 0..2000u32 {
            let wave = |by: f64| ambulo_geom::math::sin(f64::from(k) * by);
            let (p, v) = ((4.0 * wave(1.3), 4.0 * wave(2.7)), (2.0 * wave(3.1), 2.0 * wave(0.7)));
            let gap = |t: f64| {
                let (x, y) = (p.0 + t * v.0, p.1 + t * v.1);
                (x * x + y * y).sqrt() - 0.5
            };
            let scan = (0..10_000).map(|i| f64::from(i) * 1e-3).find(|t| gap(*t) <= 0.0);
            match (time_to_collision(p, v, 0.5), scan) {
                (Some(t), Some(s)) => {
                    assert!(t <= s + 1e-9 && s - t <= 1e-3 + 1e-9, "{t} and {s}");
                    hits += 1;
                }
                (Some(t), None) => assert!(t > 9.99 || gap(t + 1e-3) > -1e-3, "{t} was not seen by the scan"),
                (None, seen) => assert!(seen.is_none(), "{seen:?} not found"),
            }
        }
        assert!(hits > 100);
    }
}
