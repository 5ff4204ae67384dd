//! Data with a known answer: pairs that a model walks with hidden parameters. Whether calibration finds them again
//! shows which parameters such data can determine at all.

use super::trials::beginning;
use super::{MeasuredTrial, TrialRules};
use crate::{Start, Trial, TrialBatch};
use ambulo_eval::tracks::Tracks;
use ambulo_geom::{Point, math};
use ambulo_sim::GroupError;
use ambulo_sim::random::{Draw, Purpose};

/// What is made.
///
/// ```
/// let made = ambulo_lab::Recovery { trials: 6, noise: 0.05, ..Default::default() }.make("tangent", &[("alpha".into(), 0.8)]).unwrap();
/// assert_eq!(made.len(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recovery {
    /// Pairs.
    pub trials: usize,
    /// Standard deviation of what is added to every place, in x and in y [m].
    pub noise: f64,
    /// Seed of the pairs and of the noise.
    pub seed: u64,
}

impl Default for Recovery {
    fn default() -> Self {
        Self { trials: 100, noise: 0.0, seed: 1 }
    }
}

const FPS: f64 = 10.0;
/// From 6 m before the crossing to well past it [s].
const SECONDS: f64 = 8.0;
const BEFORE: f64 = 6.0;

impl Recovery {
    /// Crossings at all angles from 30 to 150 degrees, from either side, at about 1.4 m/s, with one of the two ahead by
    /// up to 1.2 m. The tracks are generated with hidden parameters; starts are read off the noisy tracks, while goals
    /// and preferred speeds are known, as in a laboratory.
    pub fn make(&self, model: &str, hidden: &[(String, f64)]) -> Result<Vec<MeasuredTrial>, GroupError> {
        let trials: Vec<Trial> = (0..self.trials as u32).map(|k| self.crossing(k)).collect();
        let mut made = Vec::with_capacity(trials.len());
        for (chunk, trials) in trials.chunks(16).enumerate() {
            let tracks = TrialBatch::new(trials.to_vec()).play(model, hidden, self.seed)?;
            for (k, (trial, tracks)) in trials.iter().zip(tracks).enumerate() {
                made.push(self.measured((16 * chunk + k) as u32, trial.clone(), &tracks));
            }
        }
        Ok(made)
    }

    fn crossing(&self, k: u32) -> Trial {
        let mut draw = Draw::new(self.seed, k, 1, Purpose::Setup);
        let side = if draw.unit() < 0.5 { 1.0 } else { -1.0 };
        let turn = side * (30.0 + 120.0 * draw.unit()) * std::f64::consts::PI / 180.0;
        let toward = std::f64::consts::TAU * draw.unit();
        let offset = 2.4 * draw.unit() - 1.2;
        let mut start = |angle: f64, back: f64| {
            let speed = draw.normal_within(1.4, 0.15, 1.0, 1.8);
            let u = (math::cos(angle), math::sin(angle));
            // Both would be at the crossing at the same time but for the offset.
            let back = back + BEFORE * speed / 1.4;
            Start {
                place: Point::new(-back * u.0, -back * u.1),
                velocity: (speed * u.0, speed * u.1),
                speed,
                radius: TrialRules::default().radius,
                goal: Point::new(20.0 * u.0, 20.0 * u.1),
            }
        };
        let starts = vec![start(toward, 0.0), start(toward + turn, offset)];
        Trial { starts, fps: FPS, frames: (SECONDS * FPS) as usize + 1, dt: TrialRules::default().dt }
    }

    fn measured(&self, k: u32, mut trial: Trial, tracks: &Tracks) -> MeasuredTrial {
        let noisy = |w: usize| {
            let mut draw = Draw::new(self.seed, k, 2 + w as u32, Purpose::Setup);
            let track = tracks.get(w);
            let places = (0..track.x.len()).map(|i| track.place(i));
            places.map(|(x, y)| (x + self.noise * draw.normal(), y + self.noise * draw.normal())).collect()
        };
        let real = Tracks::from_places(FPS, (0..2).map(|w| (w as u32, 0, noisy(w))));
        for (w, start) in trial.starts.iter_mut().enumerate() {
            if self.noise > 0.0 {
                (start.place, start.velocity) = beginning(&real.get(w), FPS);
            }
        }
        MeasuredTrial { trial, real, who: [(0, 2 * k), (0, 2 * k + 1)], from: 0.0 }
    }
}
