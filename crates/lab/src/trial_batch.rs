//! Many trials in one simulation, so far apart that nobody sees into another trial. A pair alone spends most of its time on
//! the fixed cost of a step; together they share it.

use crate::Trial;
use ambulo_eval::tracks::Tracks;
use ambulo_geom::{Bounds, Point, Polygon, Region, Vec2};
use ambulo_models::model_info;
use ambulo_sim::{AgentId, AtGoal, GroupError, Neighbourhood, Setup, Simulation};

/// Trials that are walked together, by whatever parameters and as often as wanted.
///
/// ```
/// use ambulo::geom::Point;
/// use ambulo_lab::{Start, Trial, TrialBatch};
/// let start = |x, y| Start {
///     place: Point::new(x, y), velocity: (-0.25 * x, -0.25 * y), speed: 1.5, radius: 0.25, goal: Point::new(-x, -y),
/// };
/// let trial = |y| Trial { starts: vec![start(6.0, 0.0), start(0.0, y)], fps: 10.0, frames: 41, dt: 0.05 };
/// let batch = TrialBatch::new(vec![trial(6.0), trial(-6.5)]);
/// let tracks = batch.play("tangent", &[], 1).unwrap();
/// assert_eq!(tracks.len(), 2);
/// assert_eq!(tracks[1].get(1).place(0), (0.0, -6.5));
/// ```
#[derive(Clone, Debug)]
pub struct TrialBatch {
    trials: Vec<Trial>,
    /// What is added to the places of each trial, when trials lie this far apart [m].
    reach: f64,
    shifts: Vec<(f64, f64)>,
    ground: Region,
}

/// Trials lie at least so far apart [m]: farther than most models look.
const SIGHT: f64 = 15.0;
/// Open ground around each trial [m]: a walker pushed far off its path still does not meet the border or another trial.
const MARGIN: f64 = 15.0;

impl TrialBatch {
    /// Lays trials out. They must have the same rate and step.
    ///
    /// ```
    /// assert!(ambulo_lab::TrialBatch::new(vec![]).is_empty());
    /// ```
    ///
    /// # Panics
    /// If rates or steps differ.
    pub fn new(trials: Vec<Trial>) -> Self {
        if let Some(first) = trials.first() {
            assert!(trials.iter().all(|t| (t.fps, t.dt) == (first.fps, first.dt)), "trials of one rate and step");
        }
        let (shifts, ground) = layout(&trials, SIGHT);
        Self { trials, reach: SIGHT, shifts, ground }
    }

    /// Whether there are none.
    ///
    /// ```
    /// assert!(ambulo_lab::TrialBatch::new(vec![]).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.trials.is_empty()
    }

    /// Walks them all by a model, in one thread: the tracks of each trial, in order. Same seed, same random numbers for whatever
    /// parameters.
    pub fn play(&self, model: &str, params: &[(String, f64)], seed: u64) -> Result<Vec<Tracks>, GroupError> {
        // The graph of everybody links trials across any distance: they are walked alone.
        if model_info(model).is_some_and(|m| m.neighbourhood == Neighbourhood::Delaunay) {
            return self.trials.iter().map(|t| t.play(model, params, seed)).collect();
        }
        let mut out = Vec::with_capacity(self.trials.len());
        self.play_with(model, params, seed, |_, tracks| out.push(tracks))?;
        Ok(out)
    }

    fn play_with(
        &self,
        model: &str,
        params: &[(String, f64)],
        seed: u64,
        mut take: impl FnMut(usize, Tracks),
    ) -> Result<(), GroupError> {
        let Some(first) = self.trials.first() else { return Ok(()) };
        let sight = model_info(model).map_or(SIGHT, |m| f64::from(m.range(params)));
        let (shifts, ground) =
            if sight > self.reach { layout(&self.trials, sight) } else { (self.shifts.clone(), self.ground.clone()) };
        let steps = (1.0 / (first.fps * first.dt) - 1e-9).ceil().max(1.0);
        let dt = 1.0 / (first.fps * steps);
        let setup = Setup { dt, seed, threads: 1, ..ambulo_models::setup(ground) };
        let mut sim = Simulation::new(setup).expect("a rectangle can be walked on");
        let mut walkers = self.enter(&mut sim, model, params, &shifts)?;
        let most = self.trials.iter().map(|t| t.frames).max().unwrap_or(0);
        for frame in 1..most {
            (0..steps as usize).for_each(|_| {
                sim.step();
            });
            for w in walkers.iter_mut().filter(|w| frame < self.trials[w.trial].frames) {
                let shift = shifts[w.trial];
                let now = w.id.and_then(|id| sim.walker(id)).map(|s| (s.place.x - shift.0, s.place.y - shift.1));
                // Who could not be placed (bodies of real people may overlap) stands where it was.
                let last = w.places[w.places.len() - 1];
                w.places.push(now.unwrap_or(last));
            }
        }
        let mut walkers = walkers.into_iter().peekable();
        for (k, trial) in self.trials.iter().enumerate() {
            let own = std::iter::from_fn(|| walkers.next_if(|w| w.trial == k));
            take(k, Tracks::from_places(trial.fps, (0..).zip(own).map(|(id, w)| (id, 0, w.places))));
        }
        Ok(())
    }

    fn enter(
        &self,
        sim: &mut Simulation,
        model: &str,
        params: &[(String, f64)],
        shifts: &[(f64, f64)],
    ) -> Result<Vec<BatchWalker>, GroupError> {
        let mut walkers = Vec::new();
        for (k, (trial, shift)) in self.trials.iter().zip(shifts).enumerate() {
            for start in &trial.starts {
                let group = sim.add_group(&start.group(model, params))?;
                let there = |p: Point| Point::new(p.x + shift.0, p.y + shift.1);
                let goal = sim.add_goal_at(there(start.goal)).expect("goals lie on the ground");
                let journey = sim.add_journey(&[goal], AtGoal::Stay);
                let velocity = Vec2::new(start.velocity.0 as f32, start.velocity.1 as f32);
                let id = sim.spawn_moving(group, journey, there(start.place), velocity);
                let mut places = Vec::with_capacity(trial.frames);
                places.push((start.place.x, start.place.y));
                walkers.push(BatchWalker { trial: k, id, places });
            }
        }
        Ok(walkers)
    }
}

struct BatchWalker {
    trial: usize,
    id: Option<AgentId>,
    places: Vec<(f64, f64)>,
}

/// Where each trial goes, and the ground under all: a square of squares as large as the largest trial.
fn layout(trials: &[Trial], sight: f64) -> (Vec<(f64, f64)>, Region) {
    let of = |t: &Trial| Bounds::of(t.starts.iter().flat_map(|s| [s.place, s.goal]));
    let bounds: Vec<Bounds> = trials
        .iter()
        .map(|t| of(t).unwrap_or(Bounds { min: Point::new(0.0, 0.0), max: Point::new(0.0, 0.0) }))
        .collect();
    let largest = bounds.iter().map(|b| b.width().max(b.height())).fold(0.0, f64::max);
    let pitch = largest + sight + MARGIN;
    let columns = (trials.len() as f64).sqrt().ceil().max(1.0) as usize;
    let rows = trials.len().div_ceil(columns).max(1);
    let shift = |(k, b): (usize, &Bounds)| {
        let (i, j) = (k % columns, k / columns);
        (i as f64 * pitch - b.min.x, j as f64 * pitch - b.min.y)
    };
    let shifts = bounds.iter().enumerate().map(shift).collect();
    let (w, h) = ((columns - 1) as f64 * pitch + largest, (rows - 1) as f64 * pitch + largest);
    let ground = Polygon::rectangle(-MARGIN, -MARGIN, w + MARGIN, h + MARGIN).expect("a margin all round");
    (shifts, Region::from(ground))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Start;

    fn crossing(k: usize) -> Trial {
        let angle = 0.6 + 0.35 * k as f64;
        let (s, c) = (ambulo_geom::math::sin(angle), ambulo_geom::math::cos(angle));
        let start = |u: (f64, f64), back: f64| Start {
            place: Point::new(3.7 - back * u.0, 1.9 - back * u.1),
            velocity: (1.4 * u.0, 1.4 * u.1),
            speed: 1.4,
            radius: 0.22,
            goal: Point::new(3.7 + 12.0 * u.0, 1.9 + 12.0 * u.1),
        };
        Trial { starts: vec![start((1.0, 0.0), 5.0), start((c, s), 5.3)], fps: 10.0, frames: 60 + k, dt: 0.05 }
    }

    #[test]
    fn every_model_walks_trials_together_as_alone() {
        let trials: Vec<Trial> = (0..9).map(crossing).collect();
        let batch = TrialBatch::new(trials.clone());
        for model in ambulo_models::MODELS.iter() {
            // Random numbers belong to a walker's number, which is another one in a batch, and so do the steps at which models
            // that decide now and then do so.
            let own = model.params.iter().filter(|p| ["noise", "decide_every"].contains(&p.name));
            let quiet: Vec<(String, f64)> = own.map(|p| (p.name.to_string(), 0.0)).collect();
            let together = batch.play(model.name, &quiet, 1).unwrap();
            for (trial, together) in trials.iter().zip(&together) {
                let alone = trial.play(model.name, &quiet, 1).unwrap();
                for (a, b) in alone.iter().zip(together.iter()) {
                    assert_eq!(a.x.len(), b.x.len());
                    let far = (0..a.x.len()).map(|k| (a.x[k] - b.x[k]).abs() + (a.y[k] - b.y[k]).abs());
                    let far = far.fold(0.0, f64::max);
                    assert!(far < 1e-3, "{}: {far} m from where it is alone", model.name);
                }
            }
        }
    }

    #[test]
    #[ignore = "a measurement"]
    fn how_long_trials_take() {
        for n in [1, 4, 8, 16, 32, 64] {
            let trials: Vec<Trial> = (0..n).map(crossing).map(|t| Trial { frames: 60, ..t }).collect();
            let batch = TrialBatch::new(trials.clone());
            for model in ["tangent", "karamouzas", "social-force"] {
                let from = std::time::Instant::now();
                let rounds = 64 / n;
                (0..rounds).for_each(|_| drop(batch.play(model, &[], 1).unwrap()));
                let each = from.elapsed().as_secs_f64() / (rounds * n) as f64;
                println!("{n} {model}: {:.0} µs a trial", 1e6 * each);
            }
            let from = std::time::Instant::now();
            trials.iter().for_each(|t| drop(t.play("tangent", &[], 1).unwrap()));
            println!("alone: {:.0} µs a trial", 1e6 * from.elapsed().as_secs_f64() / n as f64);
        }
    }
}
