//! Made crossings: two walkers on the diagonals of a square of 15 m, at right angles, as in the study.
//!
//! They are watched from first sight, 4.1 s before the crossing if nobody avoided. Speeds are normal about 1.57 m/s (standard deviation 0.24), mpd at first sight is uniform from 0
//! to 3.8 m, and either may be the first.

use super::RADIUS;
use crate::{Start, Trial};
use ambulo_eval::human_like::{HumanLikeVerdict, judge};
use ambulo_eval::interaction::Interaction;
use ambulo_eval::mpd::mpd;
use ambulo_eval::mpd_groups::{Curve, MeanCurve, MpdGroup, ascending, how_many, reacting};
use ambulo_eval::statistics::mean;
use ambulo_eval::tracks::Tracks;
use ambulo_geom::Point;
use ambulo_sim::random::{Draw, Purpose};

/// Mean and standard deviation of speeds [m/s].
const SPEED: (f64, f64) = (1.57, 0.24);
/// Largest mpd at first sight [m].
const FURTHEST: f64 = 3.8;
/// So many crossings; the same for the same seed.
///
/// ```
/// let trials = ambulo_lab::made_crossings(3, 1);
/// assert_eq!((trials.len(), trials[0].starts.len()), (3, 2));
/// ```
pub fn made_crossings(n: u32, seed: u64) -> Vec<Trial> {
    (0..n).map(|k| made(Draw::new(seed, k, 0, Purpose::Setup))).collect()
}

/// From first sight to the crossing, if nobody avoids [s].
const WATCHED: f64 = 4.1;
/// From the middle of the square to a corner [m].
const HALF_DIAGONAL: f64 = 10.606_601_717_798_213;
/// Frames per second.
const FPS: f64 = 20.0;
/// How long a trial lasts at most [s].
const LENGTH: f64 = 9.0;

fn made(mut draw: Draw) -> Trial {
    let mut speed = || draw.normal_within(SPEED.0, SPEED.1, SPEED.0 - 3.0 * SPEED.1, SPEED.0 + 3.0 * SPEED.1);
    let (va, vb) = (speed(), speed());
    let mpd = FURTHEST * draw.unit();
    let side = if draw.unit() < 0.5 { -1.0 } else { 1.0 };
    // With a and b still to go to the crossing, mpd is |a vb - b va| / |v|; the one is late by as much as the other is early.
    let late = side * mpd * (va * va + vb * vb).sqrt() / 2.0;
    let far = [va * WATCHED + late / vb, vb * WATCHED - late / va];
    let start = |far: f64, speed: f64, u: (f64, f64)| Start {
        place: Point::new(-far * u.0, -far * u.1),
        velocity: (speed * u.0, speed * u.1),
        speed,
        radius: RADIUS,
        goal: Point::new(HALF_DIAGONAL * u.0, HALF_DIAGONAL * u.1),
    };
    let r = std::f64::consts::FRAC_1_SQRT_2;
    let starts = vec![start(far[0], va, (r, r)), start(far[1], vb, (-r, r))];
    Trial { starts, fps: FPS, frames: (LENGTH * FPS) as usize + 1, dt: 0.05 }
}

/// mpd of two as they start [m].
fn predicted(trial: &Trial) -> f64 {
    let (a, b) = (&trial.starts[0], &trial.starts[1]);
    let velocity = (b.velocity.0 - a.velocity.0, b.velocity.1 - a.velocity.1);
    mpd((b.place.x - a.place.x, b.place.y - a.place.y), velocity)
}

/// What a model made of them.
#[derive(Clone, Debug)]
pub struct Crossings {
    /// Trials.
    pub trials: usize,
    /// Of these, those whose walkers came no nearer to each other from first sight on, or were still coming nearer at the end. They are not in the curves.
    pub uncrossed: usize,
    /// mpd of each.
    pub curves: Vec<Curve>,
    /// Groups of ascending mpd at first sight.
    pub groups: Vec<MpdGroup>,
    /// Mean of those that begin below 1 m.
    pub mean: Option<MeanCurve>,
    /// By the three criteria.
    pub verdict: HumanLikeVerdict,
    /// Smallest distance of centres in all trials [m].
    pub dmin_least: f64,
    /// Mean of the smallest distance [m].
    pub dmin_mean: f64,
    /// Mean of the smallest distance of those that begin below 1 m [m].
    pub dmin_reacting: f64,
}

impl Crossings {
    /// Of trials as they were walked.
    pub(super) fn of(trials: &[Trial], played: &[Tracks]) -> Self {
        let mut curves = Vec::new();
        let mut nearest = Vec::new();
        for (trial, tracks) in trials.iter().zip(played) {
            let (a, b) = (tracks.get(0), tracks.get(1));
            let Some(i) = Interaction::of(a, b, tracks.fps, |_| true) else { continue };
            nearest.push(i.dmin);
            if i.cross > 0.0 && i.cross < (a.x.len() - 1) as f64 {
                let mut values = i.mpd_curve(a, b);
                // Of the velocities given: a model may choose others at once, and differences of places know only those.
                values[0] = predicted(trial);
                curves.push(Curve { values, seconds: i.seconds() });
            }
        }
        let groups = ascending(&curves, how_many(curves.len()));
        let mean_curve = reacting(&curves);
        let close: Vec<f64> = curves.iter().filter(|c| c.see() < 1.0).map(Curve::cross).collect();
        Self {
            trials: played.len(),
            uncrossed: played.len() - curves.len(),
            verdict: judge(&groups, mean_curve.as_ref()),
            dmin_least: nearest.iter().copied().fold(f64::INFINITY, f64::min),
            dmin_mean: mean(&nearest).unwrap_or(f64::NAN),
            dmin_reacting: mean(&close).unwrap_or(f64::NAN),
            groups,
            mean: mean_curve,
            curves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spec_made_crossings_have_the_speeds_and_predicted_distances_of_the_study() {
        let trials = made_crossings(420, 1);
        let mpds: Vec<f64> = trials.iter().map(predicted).collect();
        assert!(mpds.iter().all(|m| (0.0..FURTHEST + 1e-9).contains(m)));
        // A tenth of them lies in each tenth, give or take.
        for k in 0..10 {
            let inside = mpds.iter().filter(|m| (**m / FURTHEST * 10.0) as usize == k).count();
            assert!((22..=65).contains(&inside), "{inside} in part {k}");
        }
        let speeds: Vec<f64> = trials.iter().flat_map(|t| t.starts.iter().map(|s| s.speed)).collect();
        let m = mean(&speeds).unwrap();
        assert!((m - SPEED.0).abs() < 0.03, "{m}");
        // Nobody starts past the crossing, or much outside of the square.
        assert!(
            trials
                .iter()
                .flat_map(|t| &t.starts)
                .all(|s| (0.3..16.0).contains(&s.place.distance(Point::new(0.0, 0.0))))
        );
    }
}
