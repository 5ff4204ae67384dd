//! Pairs of real people, walked by models: each pair starts as measured when both see each other, and is compared with what the people did.
//!
//! Both walk to the place where their tracks end, drawn out by 3 m so that nobody slows down in sight of it, at their mean speed over the whole track. Nobody else is
//! there: what others made them do, a model cannot know. Given are the mean distance to where they really were (over all frames after the first and both
//! walkers), how often who passes first is the same, mpd at the crossing beside the real one, and the likelihood Lg = exp(mean ln N(delta; 0, 0.3 m))
//! with delta = |dx| + |dy|.

use super::RADIUS;
use crate::{Start, Trial};
use ambulo_eval::bootstrap::estimate;
use ambulo_eval::interaction::Interaction;
use ambulo_eval::likelihood::{SIGMA, lg, ln_density};
use ambulo_eval::pairs::{Pair, PairRules, extract};
use ambulo_eval::passage_order::first;
use ambulo_eval::statistics::mean;
use ambulo_eval::tracks::{Track, Tracks};
use ambulo_geom::Point;

/// Tracks are extended by so much [m].
const BEYOND: f64 = 3.0;

/// Two real people who meet.
#[derive(Clone, Debug)]
pub struct RealMeeting {
    /// What is known of them.
    pub pair: Pair,
    /// Their tracks from first sight on, as long as both are there.
    pub tracks: Tracks,
    /// Their speeds [m/s].
    pub speeds: [f64; 2],
    /// Radius of their bodies when a model walks them [m].
    pub radius: f64,
}

/// All pairs of a recording by the rules.
///
/// ```
/// use ambulo::eval::{pairs::PairRules, tracks::Tracks};
/// let walk = |x: f64, y: f64, vx: f64, vy: f64| (0..90).map(|k| (x + vx * f64::from(k), y + vy * f64::from(k))).collect();
/// let t = Tracks::from_places(10.0, [(4, 0, walk(-6.0, 0.0, 0.14, 0.0)), (7, 0, walk(0.0, -5.0, 0.0, 0.14))]);
/// let meetings = ambulo_lab::meetings_of(&t, &PairRules::default());
/// assert_eq!(meetings.len(), 1);
/// assert!((meetings[0].speeds[0] - 1.4).abs() < 1e-9);
/// ```
pub fn meetings_of(tracks: &Tracks, rules: &PairRules) -> Vec<RealMeeting> {
    let meeting = |pair: Pair| {
        let (a, b) = (tracks.get(pair.tracks.0), tracks.get(pair.tracks.1));
        let frames = pair.interaction.see..pair.end;
        let cut = |t: Track<'_>| frames.clone().map(|f| t.place((f - t.first) as usize)).collect::<Vec<_>>();
        let tracks = Tracks::from_places(tracks.fps, [(0, 0, cut(a)), (1, 0, cut(b))]);
        let speed = |t: Track<'_>| (0..t.x.len()).map(|k| t.speed(k)).sum::<f64>() / t.x.len() as f64;
        RealMeeting { speeds: [speed(a), speed(b)], tracks, pair, radius: RADIUS }
    };
    extract(tracks, rules).into_iter().map(meeting).collect()
}

impl RealMeeting {
    fn goal(&self, k: usize) -> (f64, f64) {
        let line = self.pair.lines[k];
        let (dx, dy) = (line.goal.0 - line.start.0, line.goal.1 - line.start.1);
        let by = 1.0 + BEYOND / (dx * dx + dy * dy).sqrt();
        (line.start.0 + by * dx, line.start.1 + by * dy)
    }

    /// The trial that begins as they did.
    pub fn trial(&self) -> Trial {
        let start = |k: usize| {
            let t = self.tracks.get(k);
            let (x, y) = self.goal(k);
            Start {
                place: Point::new(t.x[0], t.y[0]),
                velocity: t.velocity(0),
                speed: self.speeds[k],
                radius: self.radius,
                goal: Point::new(x, y),
            }
        };
        let frames = self.tracks.get(0).x.len();
        Trial { starts: vec![start(0), start(1)], fps: self.tracks.fps, frames, dt: 0.05 }
    }

    /// Both straight to their goals.
    pub(super) fn straight_on(&self) -> Tracks {
        let walk = |k: usize| {
            let (t, goal) = (self.tracks.get(k), self.goal(k));
            let (dx, dy) = (goal.0 - t.x[0], goal.1 - t.y[0]);
            let length = (dx * dx + dy * dy).sqrt();
            let at = |frame: usize| {
                let share = (self.speeds[k] * frame as f64 / self.tracks.fps / length).min(1.0);
                (t.x[0] + share * dx, t.y[0] + share * dy)
            };
            (0..t.x.len()).map(at).collect()
        };
        Tracks::from_places(self.tracks.fps, [(0, 0, walk(0)), (1, 0, walk(1))])
    }
}

/// What a model made of all meetings.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelMeetings {
    /// Pairs.
    pub pairs: usize,
    /// Mean distance to where people really were, of each pair [m].
    pub deviations: Vec<f64>,
    /// Pairs with a known passing order, in reality and in the trial.
    pub ordered: usize,
    /// Of these, those in the same order.
    pub order_right: usize,
    /// mpd at the crossing, real and of the trial, of each pair [m].
    pub mpd_cross: Vec<(f64, f64)>,
    /// Mean over the pairs of the likelihood Lg [1/m].
    pub likelihood: f64,
    /// 95 % interval of that mean, by bootstrap over the pairs.
    pub likelihood_interval: (f64, f64),
}

impl ModelMeetings {
    /// Of pairs and how they were walked.
    pub(super) fn of(meetings: &[RealMeeting], walked: &[Tracks]) -> Self {
        let mut found = Self {
            pairs: meetings.len(),
            deviations: Vec::new(),
            ordered: 0,
            order_right: 0,
            mpd_cross: Vec::new(),
            likelihood: f64::NAN,
            likelihood_interval: (f64::NAN, f64::NAN),
        };
        let mut likelihoods = Vec::new();
        for (m, tracks) in meetings.iter().zip(walked) {
            let (deviation, likelihood) = compare(&m.tracks, tracks);
            found.deviations.push(deviation);
            likelihoods.push(likelihood);
            let (a, b) = (tracks.get(0), tracks.get(1));
            let real = first([m.tracks.get(0), m.tracks.get(1)], m.pair.lines);
            if let (Some(real), Some(here)) = (real, first([a, b], m.pair.lines)) {
                found.ordered += 1;
                found.order_right += usize::from(real == here);
            }
            if let Some(i) = Interaction::of(a, b, tracks.fps, |_| true) {
                found.mpd_cross.push((m.pair.mpd_cross(), i.dmin));
            }
        }
        if let Some(e) = estimate(&likelihoods) {
            (found.likelihood, found.likelihood_interval) = (e.mean, (e.low, e.high));
        }
        found
    }

    /// Mean distance to where people really were [m].
    pub fn deviation(&self) -> Option<f64> {
        mean(&self.deviations)
    }

    /// 95 % interval of that mean, by bootstrap over the pairs [m].
    pub fn deviation_interval(&self) -> Option<(f64, f64)> {
        estimate(&self.deviations).map(|e| (e.low, e.high))
    }

    /// Mean of mpd at the crossing: real, of the trials, and of the size of the difference [m].
    pub fn mpd_means(&self) -> Option<(f64, f64, f64)> {
        let of = |f: fn(&(f64, f64)) -> f64| mean(&self.mpd_cross.iter().map(f).collect::<Vec<_>>());
        Some((of(|p| p.0)?, of(|p| p.1)?, of(|p| (p.0 - p.1).abs())?))
    }
}

/// Mean distance [m] and likelihood Lg [1/m] of simulated tracks against real ones; the first frame is given and does
/// not count.
fn compare(real: &Tracks, walked: &Tracks) -> (f64, f64) {
    let (mut distance, mut ln, mut n) = (0.0, 0.0, 0.0);
    for k in 0..2 {
        let (r, w) = (real.get(k), walked.get(k));
        for i in 1..r.x.len().min(w.x.len()) {
            let (dx, dy) = (w.x[i] - r.x[i], w.y[i] - r.y[i]);
            distance += (dx * dx + dy * dy).sqrt();
            ln += ln_density(dx.abs() + dy.abs(), SIGMA);
            n += 1.0;
        }
    }
    (distance / n, lg(ln / n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spec_the_likelihood_of_the_same_tracks_is_one_by_root_two_pi_sigma() {
        let t = Tracks::from_places(10.0, [(0, 0, vec![(0.0, 0.0); 9]), (1, 0, vec![(3.0, 0.0); 9])]);
        let (distance, likelihood) = compare(&t, &t);
        assert_eq!(distance, 0.0);
        assert!((likelihood - 1.0 / (std::f64::consts::TAU.sqrt() * 0.3)).abs() < 1e-12, "{likelihood}");
    }

    #[test]
    fn straight_people_are_met_exactly_by_going_straight_on() {
        let walk =
            |x: f64, y: f64, vx: f64, vy: f64| (0..90).map(move |k| (x + vx * f64::from(k), y + vy * f64::from(k)));
        let tracks = [(4, 0, walk(-6.0, 0.0, 0.14, 0.0).collect()), (7, 0, walk(0.0, -4.0, 0.0, 0.14).collect())];
        let all = meetings_of(&Tracks::from_places(10.0, tracks), &PairRules::default());
        let found = ModelMeetings::of(&all, &[all[0].straight_on()]);
        assert!(found.deviation().unwrap() < 1e-9 && (found.ordered, found.order_right) == (1, 1));
        let (real, here, apart) = found.mpd_means().unwrap();
        assert!((real - here).abs() < 1e-9 && apart < 1e-9);
    }
}
