//! Scenes that checks of several models share: a wide counter flow, a room with a door, a single file, two who meet.

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

/// Mean speed [m/s] in the middle of a long single file of `density` people per metre, in a corridor 0.7 m wide, where nobody overtakes. All
/// begin at rest and evenly spaced; the middle third is measured from 4 to 10 s, before what happens at the ends gets there.
pub fn file_speed(cast: &Cast<'_>, density: f64) -> f64 {
    let count = 120;
    let long = count as f64 / density + 40.0;
    let start = |k: usize| StartState {
        at: Point::new(2.0 + k as f64 / density, 0.35),
        velocity: Vec2::ZERO,
        to: Point::new(long - 0.5, 0.35),
    };
    let starts: Vec<StartState> = (0..count).map(start).collect();
    let (mut sim, ids) = started(cast, rectangle(0.0, 0.0, long, 0.7), &starts);
    let middle = &ids[count / 3..2 * count / 3];
    let place =
        |sim: &Simulation| mean(&middle.iter().map(|id| sim.walker(*id).expect("inside").place.x).collect::<Vec<_>>());
    let steps = |sim: &mut Simulation, seconds: f64| {
        (0..(seconds / cast.dt).round() as usize).for_each(|_| {
            sim.step();
        });
    };
    steps(&mut sim, 4.0);
    let from = place(&sim);
    steps(&mut sim, 6.0);
    (place(&sim) - from) / 6.0
}

/// Two who meet exactly head-on in a wide hall, 12 m apart: the time until both are past each other by 2 m, at most 40 s, and the least
/// distance between them.
pub fn head_on(cast: &Cast<'_>) -> (f64, f64) {
    let start =
        |x: f64, to: f64| StartState { at: Point::new(x, 10.0), velocity: Vec2::ZERO, to: Point::new(to, 10.0) };
    let starts = [start(4.0, 19.0), start(16.0, 1.0)];
    let (mut sim, ids) = started(cast, rectangle(0.0, 0.0, 20.0, 20.0), &starts);
    let mut least = f64::INFINITY;
    while sim.report().time < 40.0 {
        sim.step();
        let [a, b] = [ids[0], ids[1]].map(|id| sim.walker(id).expect("they stay").place);
        least = least.min(a.distance(b));
        if a.x > b.x + 2.0 {
            break;
        }
    }
    (sim.report().time, least)
}

/// A single file of thirty behind a leader of `pace` [m/s] in a hall 4 m wide: spacing of those right behind it and the speed they keep.
pub fn behind_a_leader(cast: &Cast<'_>, pace: f64) -> (f64, f64) {
    let first = 40.0;
    let follower = |k: usize| StartState {
        at: Point::new(first - 0.9 * (k + 1) as f64, 2.0),
        velocity: Vec2::ZERO,
        to: Point::new(299.0, 2.0),
    };
    let starts: Vec<StartState> = (0..30).map(follower).collect();
    let (mut sim, ids) = started(cast, rectangle(0.0, 0.0, 300.0, 4.0), &starts);
    let group =
        sim.add_group(&Cast { speed: Spread::constant(pace), ..cast.clone() }.group()).expect("parameters it has");
    let goal = sim.add_goal_at(Point::new(299.0, 2.0)).expect("inside");
    let journey = sim.add_journey(&[goal], AtGoal::Stay);
    sim.spawn(group, journey, Point::new(first, 2.0)).expect("room");
    while sim.report().time < 150.0 {
        sim.step();
    }
    let state: Vec<_> = ids[..8].iter().map(|id| sim.walker(*id).expect("they stay")).collect();
    let spacing = state[0].place.distance(state[7].place) / 7.0;
    (spacing, mean(&state.iter().map(|w| f64::from(w.velocity.length())).collect::<Vec<f64>>()))
}
