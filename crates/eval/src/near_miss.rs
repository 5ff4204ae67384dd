//! Near misses.
//!
//! Definition (of our own; there is no common one): two people are in a near miss while they close in on each other and either less
//! than 0.2 m is left between their bodies or they would collide in less than 1 s. Closing in means that their distance shrinks by
//! more than 0.1 m/s. Frames of one pair that follow each other are one near miss; bodies that touch count too. Given as a
//! number and per walker-minute: two times the number by all people's time, because each concerns two.

use crate::by_frame::ByFrame;
use crate::ttc::time_to_collision;

/// What counts.
///
/// ```
/// assert_eq!(ambulo_eval::near_miss::NearMissRules::default().gap, 0.2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearMissRules {
    /// Less than this between bodies [m] ...
    pub gap: f64,
    /// ... or a time to collision below this [s] ...
    pub seconds: f64,
    /// ... while the distance shrinks by more than this [m/s].
    pub closing: f64,
}

impl Default for NearMissRules {
    fn default() -> Self {
        Self { gap: 0.2, seconds: 1.0, closing: 0.1 }
    }
}

/// Near misses of a recording.
///
/// ```
/// assert_eq!(ambulo_eval::near_miss::NearMisses::default().count, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NearMisses {
    /// How many.
    pub count: u64,
    /// Pairs that had one or more.
    pub pairs: u64,
    /// How long all of them lasted [s].
    pub seconds: f64,
    /// How many a walker had in a minute; none without people.
    pub per_walker_minute: Option<f64>,
}

/// Greatest closing speed [m/s]: pairs further apart than it covers in the time given are not checked.
const FASTEST: f64 = 5.0;

/// Counts near misses.
///
/// ```
/// use ambulo_eval::{by_frame::ByFrame, near_miss, tracks::Tracks};
/// // Heads on, then one stops: one near miss, of two people there for 4 s.
/// let walk = |from: f64, step: f64| (0..40).map(|k| (from + step * f64::from(k.min(17)), 0.0)).collect();
/// let t = Tracks::from_places(10.0, [(1, 0, walk(0.0, 0.1)), (2, 0, walk(4.0, -0.1))]);
/// let found = near_miss::measure(&ByFrame::of_tracks(&t, 0.25), &near_miss::NearMissRules::default());
/// assert_eq!((found.count, found.pairs), (1, 1));
/// assert!((found.per_walker_minute.unwrap() - 2.0 * 60.0 / 8.0).abs() < 1e-9);
/// ```
pub fn measure(crowd: &ByFrame, rules: &NearMissRules) -> NearMisses {
    let largest = crowd.rows().iter().map(|r| r.radius).fold(0.0, f64::max);
    let fastest = crowd.rows().iter().map(|r| r.vx * r.vx + r.vy * r.vy).fold(0.0, f64::max).sqrt();
    let reach = 2.0 * largest + rules.gap.max(rules.seconds * (2.0 * fastest).min(FASTEST));
    let mut moments: Vec<(u32, u32, u32)> = Vec::new();
    crowd.pairs(reach, |a, b, metres| {
        let (p, v) = a.sees(b);
        let radii = a.radius + b.radius;
        let approach = -(p.0 * v.0 + p.1 * v.1);
        if approach <= rules.closing * metres {
            return;
        }
        let soon = || time_to_collision(p, v, radii).is_some_and(|s| s < rules.seconds);
        if metres - radii < rules.gap || soon() {
            moments.push((a.id.min(b.id), a.id.max(b.id), a.frame));
        }
    });
    moments.sort_unstable();
    let mut found = NearMisses { seconds: moments.len() as f64 / crowd.fps, ..NearMisses::default() };
    for (i, now) in moments.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| moments[i]);
        let same = before.is_some_and(|b| (b.0, b.1) == (now.0, now.1));
        found.pairs += u64::from(!same);
        found.count += u64::from(!(same && before.is_some_and(|b| b.2 + 1 == now.2)));
    }
    let minutes = crowd.person_seconds() / 60.0;
    found.per_walker_minute = (minutes > 0.0).then(|| 2.0 * found.count as f64 / minutes);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracks::Tracks;

    fn of(walks: [Vec<(f64, f64)>; 2]) -> NearMisses {
        let [a, b] = walks;
        let t = Tracks::from_places(10.0, [(1, 0, a), (2, 0, b)]);
        measure(&ByFrame::of_tracks(&t, 0.25), &NearMissRules::default())
    }

    #[test]
    fn side_by_side_is_no_near_miss_and_coming_back_is_a_second_one() {
        let along = |y: f64| (0..50).map(|k| (0.1 * f64::from(k), y)).collect::<Vec<_>>();
        assert_eq!(of([along(0.0), along(0.6)]).count, 0);
        // Towards a standing one and back, twice.
        let swing = |k: i32| 3.0 - 0.12 * f64::from((k % 40 - 20).abs() - 20).abs();
        let found = of([vec![(0.0, 0.0); 80], (0..80).map(|k| (swing(k), 0.0)).collect()]);
        assert_eq!((found.count, found.pairs), (2, 1));
    }
}
