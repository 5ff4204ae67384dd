//! A trial: a few people with known places, velocities and goals, walked by a model. Calibration, human-likeness and the papers'
//! checks play thousands of these.

use ambulo_eval::tracks::Tracks;
use ambulo_geom::{Bounds, Point, Polygon, Region, Vec2};
use ambulo_sim::{AtGoal, Group, GroupError, Setup, Simulation, Spread};

/// How one person begins.
///
/// ```
/// use ambulo::geom::Point;
/// use ambulo_lab::Start;
/// let s = Start { place: Point::new(0.0, 0.0), velocity: (1.5, 0.0), speed: 1.5, radius: 0.25, goal: Point::new(9.0, 0.0) };
/// assert_eq!(s.speed, s.velocity.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Where [m].
    pub place: Point,
    /// How it moves [m/s].
    pub velocity: (f64, f64),
    /// Preferred speed [m/s].
    pub speed: f64,
    /// Radius of the body [m].
    pub radius: f64,
    /// Where to [m]; it stays there.
    pub goal: Point,
}

impl Start {
    /// A group of its own.
    pub(crate) fn group(&self, model: &str, params: &[(String, f64)]) -> Group {
        Group {
            model: model.into(),
            params: params.to_vec(),
            speed: Spread::constant(self.speed),
            radius: Spread::constant(self.radius),
            ..Group::default()
        }
    }
}

/// Who meets, and how long they are watched.
///
/// ```
/// use ambulo::geom::Point;
/// use ambulo_lab::{Start, Trial};
/// let start = |x, y| Start {
///     place: Point::new(x, y), velocity: (-0.25 * x, -0.25 * y), speed: 1.5, radius: 0.25, goal: Point::new(-x, -y),
/// };
/// let trial = Trial { starts: vec![start(6.0, 0.0), start(0.0, 6.0)], fps: 10.0, frames: 81, dt: 0.05 };
/// let tracks = trial.play("tangent", &[], 1).unwrap();
/// assert_eq!((tracks.len(), tracks.get(0).x.len()), (2, 81));
/// assert_eq!(tracks.get(1).place(0), (0.0, 6.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The people; walker k of the result is the k-th.
    pub starts: Vec<Start>,
    /// Frames per second of the result.
    pub fps: f64,
    /// Frames of the result, the first being the start.
    pub frames: usize,
    /// Longest step [s]; the step is the longest that fits a whole number of times between frames.
    pub dt: f64,
}

/// So much open ground is around everybody [m].
const MARGIN: f64 = 30.0;

impl Trial {
    /// Walks them by a model, on open ground, in one thread. Same seed, same random numbers for whatever parameters.
    pub fn play(&self, model: &str, params: &[(String, f64)], seed: u64) -> Result<Tracks, GroupError> {
        let steps = (1.0 / (self.fps * self.dt) - 1e-9).ceil().max(1.0);
        let setup = Setup { dt: 1.0 / (self.fps * steps), seed, threads: 1, ..ambulo_models::setup(self.ground()) };
        let mut sim = Simulation::new(setup).expect("a rectangle can be walked on");
        let mut ids = Vec::with_capacity(self.starts.len());
        for start in &self.starts {
            let group = sim.add_group(&start.group(model, params))?;
            let goal = sim.add_goal_at(start.goal).expect("goals lie on the ground");
            let journey = sim.add_journey(&[goal], AtGoal::Stay);
            let velocity = Vec2::new(start.velocity.0 as f32, start.velocity.1 as f32);
            ids.push(sim.spawn_moving(group, journey, start.place, velocity));
        }
        let mut places: Vec<Vec<(f64, f64)>> = self.starts.iter().map(|s| vec![(s.place.x, s.place.y)]).collect();
        for _ in 1..self.frames {
            (0..steps as usize).for_each(|_| {
                sim.step();
            });
            for (id, places) in ids.iter().zip(&mut places) {
                let now = id.and_then(|id| sim.walker(id)).map(|w| (w.place.x, w.place.y));
                // Who could not be placed (bodies of real people may overlap) stands where it was.
                let last = places[places.len() - 1];
                places.push(now.unwrap_or(last));
            }
        }
        Ok(Tracks::from_places(self.fps, (0..).zip(places).map(|(id, places)| (id, 0, places))))
    }

    fn ground(&self) -> Region {
        let all = self.starts.iter().flat_map(|s| [s.place, s.goal]);
        let b = Bounds::of(all).unwrap_or(Bounds { min: Point::new(0.0, 0.0), max: Point::new(0.0, 0.0) });
        let m = MARGIN;
        let ground = Polygon::rectangle(b.min.x - m, b.min.y - m, b.max.x + m, b.max.y + m);
        Region::from(ground.expect("a margin all round"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crossing(offset: f64) -> Trial {
        let start = |x: f64, y: f64, u: (f64, f64)| Start {
            place: Point::new(x, y),
            velocity: (1.5 * u.0, 1.5 * u.1),
            speed: 1.5,
            radius: 0.25,
            goal: Point::new(x + 20.0 * u.0, y + 20.0 * u.1),
        };
        let starts = vec![start(-6.0, 0.0, (1.0, 0.0)), start(0.0, -6.0 - offset, (0.0, 1.0))];
        Trial { starts, fps: 25.0, frames: 200, dt: 0.05 }
    }

    #[test]
    fn every_model_begins_with_the_velocity_given_and_passes() {
        for model in ambulo_models::MODELS.iter() {
            let tracks = crossing(0.4).play(model.name, &[], 1).unwrap();
            let (a, b) = (tracks.get(0), tracks.get(1));
            let nearest = (0..a.x.len())
                .map(|k| Point::new(a.x[k], a.y[k]).distance(Point::new(b.x[k], b.y[k])))
                .fold(f64::MAX, f64::min);
            assert!(nearest > 0.49, "{}: {nearest}", model.name);
            assert!(a.speed(1) > 1.2, "{} starts with {}", model.name, a.speed(1));
            assert!(a.x[a.x.len() - 1] > 0.0, "{} got to {:?}", model.name, a.place(a.x.len() - 1));
        }
    }

    #[test]
    fn steps_fit_between_frames_and_the_same_seed_gives_the_same_bits() {
        let slow = Trial { fps: 2.5, frames: 12, ..crossing(0.2) };
        let one = slow.play("tangent", &[], 3).unwrap();
        assert_eq!(one, slow.play("tangent", &[], 3).unwrap());
        // Walking freely until they meet: 1.5 m/s for 0.4 s.
        assert!((one.get(0).x[1] + 5.4).abs() < 0.05, "{}", one.get(0).x[1]);
    }
}
