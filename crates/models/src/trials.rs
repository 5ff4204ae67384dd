//! Scenes that checks of several models share: a wide counter flow, a room with a door, a single file.

use ambulo_geom::{Point, Polygon, Region, Vec2};
use ambulo_sim::{AgentId, AtGoal, Group, Setup, Simulation, Spread};

/// Who walks, and how.
#[derive(Clone)]
pub struct Cast<'a> {
    pub model: &'a str,
    pub params: &'a [(&'a str, f64)],
    pub speed: Spread,
    pub radius: Spread,
    pub dt: f64,
    pub seed: u64,
}

impl<'a> Cast<'a> {
    /// The usual walkers of a model.
    pub fn of(model: &'a str) -> Self {
        let Group { speed, radius, .. } = Group::default();
        Self { model, params: &[], speed, radius, dt: 0.05, seed: 1 }
    }

    pub fn group(&self) -> Group {
        Group {
            model: self.model.into(),
            params: self.params.iter().map(|(n, v)| (n.to_string(), *v)).collect(),
            speed: self.speed,
            radius: self.radius,
            ..Group::default()
        }
    }

    pub fn simulation(&self, plan: Region) -> Simulation {
        Simulation::new(Setup { dt: self.dt, seed: self.seed, ..crate::setup(plan) }).unwrap()
    }
}

pub fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Region {
    Region::from(Polygon::rectangle(x0, y0, x1, y1).unwrap())
}

/// Lane index of `count` people in each direction in a corridor 10 m wide and 50 m long whose ends are joined, over the
/// last of three minutes: over all walkers who have others within 0.5 m to the side and 6 m along, twice the share of
/// those who go in the same direction, less one. Mixed at random it is 0.
///
/// An agent that reaches one end is put back at the other, where it is seen only from then on.
pub fn lane_index(cast: &Cast<'_>, count: usize) -> f64 {
    let (from, to) = (100.0, 150.0);
    let mut sim = cast.simulation(rectangle(0.0, 0.0, 250.0, 10.0));
    for end in [249.0, 0.0] {
        let group = sim.add_group(&cast.group()).unwrap();
        let goal = sim.add_goal_area(&rectangle(end, 0.0, end + 1.0, 10.0)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.populate(&rectangle(from, 0.0, to, 10.0), group, journey, count).unwrap();
    }
    let (mut sum, mut samples) = (0.0, 0.0);
    while sim.report().time < 180.0 {
        sim.step();
        let out: Vec<_> = sim.walkers().filter(|w| !(from..to).contains(&w.place.x)).collect();
        for w in out {
            let x = if w.place.x < from { w.place.x + (to - from) } else { w.place.x - (to - from) };
            sim.put(w.id, Point::new(x, w.place.y), w.velocity);
        }
        if sim.report().time < 120.0 || !sim.report().step.is_multiple_of(40) {
            continue;
        }
        let now: Vec<(Point, u16)> = sim.walkers().map(|w| (w.place, w.group.0)).collect();
        for (k, (p, direction)) in now.iter().enumerate() {
            let beside = |q: &Point| (p.y - q.y).abs() < 0.5 && (p.x - q.x).abs() < 6.0;
            let near: Vec<bool> = now
                .iter()
                .enumerate()
                .filter(|(j, (q, _))| *j != k && beside(q))
                .map(|(_, (_, w))| w == direction)
                .collect();
            if !near.is_empty() {
                sum += 2.0 * near.iter().filter(|s| **s).count() as f64 / near.len() as f64 - 1.0;
                samples += 1.0;
            }
        }
    }
    sum / samples
}

/// What became of a room with a door.
#[derive(Debug, Default)]
pub struct Emptied {
    /// When each passed the door [s], rising.
    pub times: Vec<f64>,
    /// Spread along the wall over spread away from it of the sixty nearest to the door, when the fortieth has passed.
    /// 1.9 is a half disc.
    pub arch: f64,
    pub overlap: f64,
}

impl Emptied {
    /// People per second between the `from`th and the `to`th.
    pub fn flow(&self, from: usize, to: usize) -> f64 {
        (to - from) as f64 / (self.times[to - 1] - self.times[from - 1])
    }
}

/// `count` people leave a square room of `side` metres by a door of `door` metres in its east wall, which is 0.3 m
/// thick; at most `limit` seconds.
pub fn empty_room(cast: &Cast<'_>, count: usize, side: f64, door: f64, limit: f64) -> Emptied {
    let (low, high, out) = (0.5 * (side - door), 0.5 * (side + door), side + 0.3);
    let ring = [
        (0.0, 0.0),
        (side, 0.0),
        (side, low),
        (out, low),
        (out, 0.0),
        (out + 6.0, 0.0),
        (out + 6.0, side),
        (out, side),
        (out, high),
        (side, high),
        (side, side),
        (0.0, side),
    ];
    let mut sim = cast.simulation(Region::from(Polygon::from_rings(&ring, &[]).unwrap()));
    let group = sim.add_group(&cast.group()).unwrap();
    let goal = sim.add_goal_area(&rectangle(out + 4.0, 0.0, out + 6.0, side)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    sim.populate(&rectangle(0.0, 0.0, side - 1.0, side), group, journey, count).unwrap();
    let mut passed = vec![false; count];
    let mut emptied = Emptied::default();
    while emptied.times.len() < count && sim.report().time < limit {
        sim.step();
        let through: Vec<u32> =
            sim.walkers().filter(|w| w.place.x > side + 0.15 && !passed[w.id.0 as usize]).map(|w| w.id.0).collect();
        for id in through {
            passed[id as usize] = true;
            emptied.times.push(sim.report().time);
        }
        if emptied.arch == 0.0 && emptied.times.len() >= 40 {
            let door = Point::new(side, 0.5 * side);
            let mut waiting: Vec<Vec2> = sim.walkers().filter(|w| w.place.x < side).map(|w| w.place - door).collect();
            waiting.sort_by(|a, b| a.length().total_cmp(&b.length()));
            waiting.truncate(60);
            let spread = |part: fn(&Vec2) -> f32| {
                let all: Vec<f64> = waiting.iter().map(|v| f64::from(part(v))).collect();
                standard_deviation(&all)
            };
            emptied.arch = spread(|v| v.y) / spread(|v| v.x);
        }
    }
    emptied.overlap = f64::from(sim.report().max_overlap);
    emptied
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

pub fn standard_deviation(values: &[f64]) -> f64 {
    let middle = mean(values);
    mean(&values.iter().map(|v| (v - middle) * (v - middle)).collect::<Vec<f64>>()).sqrt()
}

/// A place, the velocity there and where to go.
pub struct StartState {
    pub at: Point,
    pub velocity: Vec2,
    pub to: Point,
}

/// Walkers of a cast in a plan, already moving.
pub fn started(cast: &Cast<'_>, plan: Region, starts: &[StartState]) -> (Simulation, Vec<AgentId>) {
    let mut sim = cast.simulation(plan);
    let group = sim.add_group(&cast.group()).unwrap();
    let ids = starts
        .iter()
        .map(|start| {
            let goal = sim.add_goal_at(start.to).unwrap();
            let journey = sim.add_journey(&[goal], AtGoal::Stay);
            let id = sim.spawn(group, journey, start.at).unwrap();
            sim.set_velocity(id, start.velocity);
            id
        })
        .collect();
    (sim, ids)
}
