//! Trials from measured trajectories: which pairs met, how both began and where they went.

use crate::{Start, Trial};
use ambulo_eval::pairs::{PairRules, extract};
use ambulo_eval::statistics::quantile;
use ambulo_eval::tracks::{Track, Tracks};
use ambulo_geom::Point;
use std::ops::Range;

/// Two people who met: how they began, and what they really did.
///
/// ```
/// use ambulo::eval::tracks::Tracks;
/// use ambulo_lab::{MeasuredTrial, TrialRules};
/// // Two who cross at right angles, at 1.25 m/s.
/// let along = |k: i32| 0.125 * f64::from(k) - 6.0;
/// let places = [(1, 0, (0..96).map(|k| (along(k), 0.0)).collect()), (2, 0, (0..96).map(|k| (0.4, along(k))).collect())];
/// let trials = MeasuredTrial::all_of(&Tracks::from_places(10.0, places), 0, &TrialRules::default());
/// assert_eq!(trials.len(), 1);
/// assert!((trials[0].trial.starts[0].speed - 1.25).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredTrial {
    /// How they begin.
    pub trial: Trial,
    /// Their real tracks, frame 0 being the beginning.
    pub real: Tracks,
    /// File and number of each.
    pub who: [(u32, u32); 2],
    /// When it begins in the file [s].
    pub from: f64,
}

/// Which meetings count, and how trials are made of them.
///
/// ```
/// assert_eq!(ambulo_lab::TrialRules::default().pairs.nearest, 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialRules {
    /// Which pairs are taken.
    pub pairs: PairRules,
    /// They see each other from this distance on [m].
    pub sight: f64,
    /// Trials end so long after the two were nearest, as far as there are data [s].
    pub after: f64,
    /// Radius of the bodies [m]; less where people came nearer.
    pub radius: f64,
    /// Longest step of the simulation [s].
    pub dt: f64,
}

impl Default for TrialRules {
    fn default() -> Self {
        // At any angle: oncoming and overtaken people are avoided too.
        let angle_deg = (0.0, 180.0);
        let pairs = PairRules {
            angle_deg,
            nearest: 3.0,
            before: 6.0,
            at_least: 2.0,
            lines_cross: false,
            ..PairRules::default()
        };
        Self { pairs, sight: 15.0, after: 2.0, radius: 0.2, dt: 0.05 }
    }
}

/// Places and velocities at the beginning are those of a straight line through this long [s]: single places are noisy.
const BEGIN: f64 = 0.8;
/// Speeds are those of chords of about this length [s].
const CHORD: f64 = 1.0;
/// Goals lie so far beyond the last place [m]: nobody slows down for them within the trial.
const BEYOND: f64 = 10.0;
impl MeasuredTrial {
    /// All meetings of pairs in a file, by time.
    pub fn all_of(tracks: &Tracks, file: u32, rules: &TrialRules) -> Vec<Self> {
        let fps = tracks.fps;
        let mut trials = Vec::new();
        for pair in extract(tracks, &rules.pairs) {
            let two = [tracks.get(pair.tracks.0), tracks.get(pair.tracks.1)];
            let seen = |f: &u32| apart(&two, *f) <= rules.sight;
            let crossing = pair.interaction.cross.ceil() as u32;
            let Some(see) = (pair.interaction.see..crossing).find(seen) else { continue };
            let end = pair.end.min(crossing + (rules.after * fps).round() as u32 + 1);
            if f64::from(crossing - see) >= rules.pairs.at_least * fps {
                trials.extend(Self::of([&two[0], &two[1]], see..end, fps, file, rules));
            }
        }
        trials.sort_by_key(|t| ((t.from * fps).round() as i64, t.who));
        trials
    }

    fn of(pair: [&Track<'_>; 2], frames: Range<u32>, fps: f64, file: u32, rules: &TrialRules) -> Option<Self> {
        let places =
            |t: &Track<'_>| -> Vec<(f64, f64)> { frames.clone().map(|f| t.place((f - t.first) as usize)).collect() };
        let real = Tracks::from_places(fps, (0..).zip(pair).map(|(id, t)| (id, 0, places(t))));
        let nearest = frames.clone().map(|f| apart(&[*pair[0], *pair[1]], f)).fold(f64::MAX, f64::min);
        let starts: Option<Vec<Start>> = (0..2)
            .map(|w| {
                let own = real.get(w);
                let (place, velocity) = beginning(&own, fps);
                let speed = comfort_speed(&own, fps)?;
                // Not where the whole track ends: who goes round a corner later does not want through it now.
                let last = own.place(own.x.len() - 1);
                let (dx, dy) = (last.0 - place.x, last.1 - place.y);
                let far = (dx * dx + dy * dy).sqrt();
                let goal = Point::new(last.0 + BEYOND * dx / far, last.1 + BEYOND * dy / far);
                // Bodies never overlap in a simulation; people measured by their heads may.
                let radius = rules.radius.min(0.45 * nearest).max(0.05);
                (far > 0.5).then_some(Start { place, velocity, speed, radius, goal })
            })
            .collect();
        let frames_of = frames.len();
        let trial = Trial { starts: starts?, fps, frames: frames_of, dt: rules.dt };
        let who = [(file, pair[0].id), (file, pair[1].id)];
        Some(Self { trial, real, who, from: f64::from(frames.start) / fps })
    }
}

/// How far two are from each other [m].
fn apart(two: &[Track<'_>; 2], frame: u32) -> f64 {
    let [a, b] = two.map(|t| t.place((frame - t.first) as usize));
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
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

/// Preferred speed: the median speed over the trial, of chords of about a second.
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
        assert!(start.goal.x < -12.0 && (start.goal.y - 0.3).abs() < 1e-9);
        // A person 0.3 m beside the other: bodies are narrower than that.
        assert!(trials[0].trial.starts[0].radius < 0.16);
    }

    #[test]
    fn the_beginning_of_a_noisy_track_is_that_of_its_line() {
        let places = (0..30).map(|k| (0.12 * f64::from(k), if k % 2 == 0 { 0.05 } else { -0.05 })).collect();
        let t = Tracks::from_places(10.0, [(1, 0, places)]);
        let (place, velocity) = beginning(&t.get(0), 10.0);
        assert!(place.y.abs() < 0.03 && velocity.1.abs() < 0.1, "{place:?} {velocity:?}");
        assert!((velocity.0 - 1.2).abs() < 1e-9);
    }
}
