//! Trials out of measured ways: who met whom, how both began and where they went.

use crate::{Start, Trial};
use ambulo_eval::statistics::quantile;
use ambulo_eval::tracks::{Track, Tracks};
use ambulo_geom::Point;
use std::ops::Range;

/// Two people who met: how they began, and what they really did.
///
/// ```
/// use ambulo::eval::tracks::Tracks;
/// use ambulo::{MeasuredTrial, TrialRules};
/// // Two who cross at right angles, at 1.25 m/s.
/// let way = |k: i32| 0.125 * f64::from(k) - 6.0;
/// let places = [(1, 0, (0..96).map(|k| (way(k), 0.0)).collect()), (2, 0, (0..96).map(|k| (0.4, way(k))).collect())];
/// let trials = MeasuredTrial::all_of(&Tracks::from_places(10.0, places), 0, &TrialRules::default());
/// assert_eq!(trials.len(), 1);
/// assert!((trials[0].trial.starts[0].speed - 1.25).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredTrial {
    /// How they begin.
    pub trial: Trial,
    /// Their real ways, frame 0 being the beginning.
    pub real: Tracks,
    /// File and number of each.
    pub who: [(u32, u32); 2],
    /// When it begins in the file [s].
    pub from: f64,
}

/// Which meetings count, and how they are told.
///
/// ```
/// assert_eq!(ambulo::TrialRules::default().nearest, 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialRules {
    /// They come nearer than this [m].
    pub nearest: f64,
    /// They see each other from this distance on [m].
    pub sight: f64,
    /// At most so long before they are nearest [s].
    pub before: f64,
    /// At least so long before they are nearest [s].
    pub least: f64,
    /// And so long after it, as far as there are data [s].
    pub after: f64,
    /// Radius of the bodies [m]; less where people came nearer.
    pub radius: f64,
    /// Longest step of the simulation [s].
    pub dt: f64,
}

impl Default for TrialRules {
    fn default() -> Self {
        Self { nearest: 3.0, sight: 15.0, before: 6.0, least: 2.0, after: 2.0, radius: 0.2, dt: 0.05 }
    }
}

/// Places and velocities at the beginning are those of a straight line through this long [s]: single places are noisy.
const BEGIN: f64 = 0.8;
/// Speeds are those of chords of about this length [s].
const CHORD: f64 = 1.0;
/// Goals lie so far beyond the last place [m]: nobody slows down for them within the trial.
const BEYOND: f64 = 10.0;
/// Who is slower than this on the way stands about, and meets nobody [m/s].
const STANDS: f64 = 0.4;
/// Who is within this distance [m] of the other, at nearly the same velocity [m/s], half of the time, walks with the other.
const TOGETHER: (f64, f64) = (2.5, 0.5);

impl MeasuredTrial {
    /// All meetings of pairs in a file, by time.
    pub fn all_of(tracks: &Tracks, file: u32, rules: &TrialRules) -> Vec<Self> {
        let mut order: Vec<usize> = (0..tracks.len()).collect();
        order.sort_by_key(|i| (tracks.get(*i).first, tracks.get(*i).id));
        let mut trials = Vec::new();
        for (k, i) in order.iter().enumerate() {
            let a = tracks.get(*i);
            let later = order[k + 1..].iter().map(|j| tracks.get(*j)).take_while(|b| b.first < a.frames().end);
            for b in later.filter(|b| b.id != a.id) {
                if let Some(frames) = meeting(&a, &b, tracks.fps, rules) {
                    trials.extend(Self::of([&a, &b], frames, tracks.fps, file, rules));
                }
            }
        }
        trials.sort_by_key(|t| ((t.from * tracks.fps).round() as i64, t.who));
        trials
    }

    fn of(pair: [&Track<'_>; 2], frames: Range<u32>, fps: f64, file: u32, rules: &TrialRules) -> Option<Self> {
        let places =
            |t: &Track<'_>| -> Vec<(f64, f64)> { frames.clone().map(|f| t.place((f - t.first) as usize)).collect() };
        let real = Tracks::from_places(fps, (0..).zip(pair).map(|(id, t)| (id, 0, places(t))));
        let nearest = nearest_of(&real).0;
        let starts: Option<Vec<Start>> = (0..2)
            .map(|w| {
                let (whole, own) = (pair[w], real.get(w));
                let (place, velocity) = beginning(&own, fps);
                let speed = comfort_speed(whole, fps)?;
                let last = whole.place(whole.x.len() - 1);
                let (dx, dy) = (last.0 - place.x, last.1 - place.y);
                let far = (dx * dx + dy * dy).sqrt();
                let goal = Point::new(last.0 + BEYOND * dx / far, last.1 + BEYOND * dy / far);
                // Bodies never overlap in a simulation; people measured by their heads may.
                let radius = rules.radius.min(0.45 * nearest).max(0.05);
                (far > 0.5 && speed > STANDS).then_some(Start { place, velocity, speed, radius, goal })
            })
            .collect();
        let frames_of = frames.len();
        let trial = Trial { starts: starts?, fps, frames: frames_of, dt: rules.dt };
        let who = [(file, pair[0].id), (file, pair[1].id)];
        Some(Self { trial, real, who, from: f64::from(frames.start) / fps })
    }
}

/// The frames in which two meet, if they do.
fn meeting(a: &Track<'_>, b: &Track<'_>, fps: f64, rules: &TrialRules) -> Option<Range<u32>> {
    let both = a.first.max(b.first)..a.frames().end.min(b.frames().end);
    let count = |seconds: f64| (seconds * fps).round() as u32;
    if both.end < both.start + count(rules.least) {
        return None;
    }
    let at = |f: u32| {
        let (i, j) = ((f - a.first) as usize, (f - b.first) as usize);
        let (dx, dy, ux, uy) = (b.x[j] - a.x[i], b.y[j] - a.y[i], b.vx[j] - a.vx[i], b.vy[j] - a.vy[i]);
        ((dx * dx + dy * dy).sqrt(), (ux * ux + uy * uy).sqrt())
    };
    let (near, crossing) = both.clone().map(|f| (at(f).0, f)).min_by(|x, y| x.0.total_cmp(&y.0))?;
    let first = both.start.max(crossing.saturating_sub(count(rules.before)));
    let see = (first..crossing).find(|f| at(*f).0 <= rules.sight)?;
    // One more place after the nearest: otherwise they may still be coming nearer where the data end.
    let parted = crossing + 1 < both.end;
    if near > rules.nearest || crossing - see < count(rules.least) || !parted {
        return None;
    }
    let end = both.end.min(crossing + count(rules.after) + 1);
    let together = (see..end).filter(|f| at(*f).0 < TOGETHER.0 && at(*f).1 < TOGETHER.1).count();
    (2 * together < (end - see) as usize).then_some(see..end)
}

/// Least distance of the two, and its frame.
pub(super) fn nearest_of(pair: &Tracks) -> (f64, usize) {
    let (a, b) = (pair.get(0), pair.get(1));
    let apart = |k: usize| ((a.x[k] - b.x[k]) * (a.x[k] - b.x[k]) + (a.y[k] - b.y[k]) * (a.y[k] - b.y[k])).sqrt();
    (0..a.x.len().min(b.x.len())).map(|k| (apart(k), k)).min_by(|x, y| x.0.total_cmp(&y.0)).unwrap_or((f64::MAX, 0))
}

/// Place and velocity at the first frame: the straight line that fits the first places best.
pub(super) fn beginning(track: &Track<'_>, fps: f64) -> (Point, (f64, f64)) {
    let n = ((BEGIN * fps).floor() as usize + 1).clamp(2, track.x.len().max(2)).min(track.x.len());
    let line = |v: &[f64]| {
        let middle = (n as f64 - 1.0) / 2.0;
        let mean = v[..n].iter().sum::<f64>() / n as f64;
        let (mut along, mut squares) = (0.0, 0.0);
        for (k, v) in v[..n].iter().enumerate() {
            let t = k as f64 - middle;
            along += t * (v - mean);
            squares += t * t;
        }
        let slope = if squares > 0.0 { along / squares } else { 0.0 };
        (mean - slope * middle, slope * fps)
    };
    let ((x, vx), (y, vy)) = (line(track.x), line(track.y));
    (Point::new(x, y), (vx, vy))
}

/// How fast somebody likes to walk: the median speed over the whole way, of chords of about a second.
fn comfort_speed(track: &Track<'_>, fps: f64) -> Option<f64> {
    let span = ((CHORD * fps).round() as usize).clamp(1, track.x.len().saturating_sub(1).max(1));
    let chord = |k: usize| {
        let (dx, dy) = (track.x[k + span] - track.x[k], track.y[k + span] - track.y[k]);
        (dx * dx + dy * dy).sqrt() * fps / span as f64
    };
    let mut speeds: Vec<f64> = (0..track.x.len().saturating_sub(span)).map(chord).collect();
    speeds.sort_by(f64::total_cmp);
    quantile(&speeds, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(from: (f64, f64), step: (f64, f64), n: u32) -> Vec<(f64, f64)> {
        (0..n).map(|k| (from.0 + step.0 * f64::from(k), from.1 + step.1 * f64::from(k))).collect()
    }

    #[test]
    fn who_meets_counts_and_who_walks_together_or_far_off_does_not() {
        let tracks = Tracks::from_places(
            10.0,
            [
                (1, 0, line((-6.0, 0.0), (0.13, 0.0), 100)),
                (2, 0, line((-6.0, 0.8), (0.13, 0.0), 100)),
                (3, 5, line((6.0, 0.3), (-0.13, 0.0), 100)),
                (4, 0, line((-6.0, 30.0), (0.13, 0.0), 100)),
                (5, 0, line((0.0, 2.0), (0.0, 0.0), 100)),
            ],
        );
        let trials = MeasuredTrial::all_of(&tracks, 3, &TrialRules::default());
        let who: Vec<_> = trials.iter().map(|t| t.who).collect();
        assert_eq!(who, [[(3, 1), (3, 3)], [(3, 2), (3, 3)]]);
        let start = &trials[0].trial.starts[1];
        assert!((start.velocity.0 + 1.3).abs() < 1e-9 && (start.speed - 1.3).abs() < 1e-9);
        assert!(start.goal.x < -15.0 && (start.goal.y - 0.3).abs() < 1e-9);
        // Somebody 0.3 m beside the other: bodies are narrower than that.
        assert!(trials[0].trial.starts[0].radius < 0.16);
    }

    #[test]
    fn the_beginning_of_a_noisy_way_is_that_of_its_line() {
        let places = (0..30).map(|k| (0.12 * f64::from(k), if k % 2 == 0 { 0.05 } else { -0.05 })).collect();
        let t = Tracks::from_places(10.0, [(1, 0, places)]);
        let (place, velocity) = beginning(&t.get(0), 10.0);
        assert!(place.y.abs() < 0.03 && velocity.1.abs() < 0.1, "{place:?} {velocity:?}");
        assert!((velocity.0 - 1.2).abs() < 1e-9);
    }
}
