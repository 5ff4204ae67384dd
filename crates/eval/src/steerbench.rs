//! A score in the manner of SteerBench (Singh et al. 2009): collisions, time and effort in one number, smaller is better.
//!
//! Definition: of each walker 50 C + T + E, then the mean over walkers. C is the number of collisions (runs of frames in which it overlaps one other
//! walker by more than 1 cm), T its time [s], E its effort [m^2/s]: the integral of its squared speed, the kinetic energy per unit of mass as SteerBench
//! sums it up, times 1/2. The weights 50, 1 and 1 are those of SteerBench's first composite benchmark. Distance walked and acceleration are
//! given beside it and do not enter. Collisions are counted by other rules than SteerSuite's, so that the numbers are not those SteerSuite prints.

use crate::by_frame::ByFrame;
use crate::tracks::Tracks;

/// What a collision counts.
pub const COLLISION: f64 = 50.0;
/// What a second counts.
pub const TIME: f64 = 1.0;
/// What a unit of effort counts.
pub const EFFORT: f64 = 1.0;
/// Overlaps up to this are no collision [m].
pub const TOUCH: f64 = 0.01;

/// The score and its parts, all means over walkers.
///
/// ```
/// assert_eq!(ambulo_eval::steerbench::SteerBenchScore::default().score, 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SteerBenchScore {
    /// 50 C + T + E.
    pub score: f64,
    /// Collisions of a walker.
    pub collisions: f64,
    /// Its time [s].
    pub seconds: f64,
    /// Its effort [m^2/s].
    pub effort: f64,
    /// The length of its trajectory [m].
    pub metres: f64,
    /// Integral of the length of its acceleration [m/s].
    pub acceleration: f64,
    /// Walkers.
    pub walkers: u64,
}

/// The score of a recording; zero without walkers.
///
/// ```
/// use ambulo_eval::{by_frame::ByFrame, steerbench, tracks::Tracks};
/// // 1.5 m/s for two seconds: 2 + 0.5 * 2.25 * 2.
/// let t = Tracks::from_places(10.0, [(1, 0, (0..21).map(|k| (0.15 * f64::from(k), 0.0)).collect())]);
/// let s = steerbench::measure(&t, &ByFrame::of_tracks(&t, 0.25));
/// assert!((s.score - 4.25).abs() < 1e-9 && (s.metres - 3.0).abs() < 1e-9 && s.collisions == 0.0);
/// ```
pub fn measure(tracks: &Tracks, crowd: &ByFrame) -> SteerBenchScore {
    let mut ids: Vec<u32> = tracks.iter().map(|t| t.id).collect();
    ids.dedup();
    let walkers = ids.len() as u64;
    if walkers == 0 {
        return SteerBenchScore::default();
    }
    let dt = 1.0 / tracks.fps;
    let mut sum = SteerBenchScore { walkers, ..SteerBenchScore::default() };
    for t in tracks.iter() {
        let mut before: Option<(f64, f64)> = None;
        for k in 1..t.x.len() {
            let (dx, dy) = (t.x[k] - t.x[k - 1], t.y[k] - t.y[k - 1]);
            let v = (dx * tracks.fps, dy * tracks.fps);
            sum.seconds += dt;
            sum.metres += (dx * dx + dy * dy).sqrt();
            sum.effort += 0.5 * (v.0 * v.0 + v.1 * v.1) * dt;
            if let Some(b) = before {
                sum.acceleration += ((v.0 - b.0) * (v.0 - b.0) + (v.1 - b.1) * (v.1 - b.1)).sqrt();
            }
            before = Some(v);
        }
    }
    // A collision is one of both walkers.
    sum.collisions = 2.0 * collisions(crowd) as f64;
    let n = walkers as f64;
    let mean = |v: f64| v / n;
    let parts = SteerBenchScore {
        collisions: mean(sum.collisions),
        seconds: mean(sum.seconds),
        effort: mean(sum.effort),
        metres: mean(sum.metres),
        acceleration: mean(sum.acceleration),
        ..sum
    };
    SteerBenchScore { score: COLLISION * parts.collisions + TIME * parts.seconds + EFFORT * parts.effort, ..parts }
}

/// Runs of frames in which two walkers overlap.
fn collisions(crowd: &ByFrame) -> u64 {
    let largest = crowd.rows().iter().map(|r| r.radius).fold(0.0, f64::max);
    let mut moments: Vec<(u32, u32, u32)> = Vec::new();
    crowd.pairs(2.0 * largest, |a, b, metres| {
        if a.radius + b.radius - metres > TOUCH {
            moments.push((a.id.min(b.id), a.id.max(b.id), a.frame));
        }
    });
    moments.sort_unstable();
    let goes_on = |w: &[(u32, u32, u32)]| (w[0].0, w[0].1, w[0].2 + 1) == w[1];
    moments.len() as u64 - moments.windows(2).filter(|w| goes_on(w)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collision_costs_fifty_for_each_of_the_two() {
        let through: Vec<(f64, f64)> = (0..41).map(|k| (0.1 * f64::from(k) - 2.0, 0.0)).collect();
        let score = |y: f64| {
            let t = Tracks::from_places(10.0, [(1, 0, vec![(0.0, y); 41]), (2, 0, through.clone())]);
            measure(&t, &ByFrame::of_tracks(&t, 0.25))
        };
        let (hit, missed) = (score(0.2), score(0.6));
        assert_eq!((hit.collisions, missed.collisions), (1.0, 0.0));
        assert!((hit.score - missed.score - COLLISION).abs() < 1e-9);
    }
}
