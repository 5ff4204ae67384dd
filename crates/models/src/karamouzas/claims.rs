//! What the paper promises of a decision, measured: the program's checks and the tests ask here.

use super::Karamouzas;
use super::ahead::{Ahead, WallsAhead};
use super::choice::Scales;
use super::colliding::{Colliding, CollidingAgent, LocalFrame};
use super::domain::{DirectionFan, Speeds, most_turn};
use ambulo_geom::{Point, Polygon, Region, Segment, Vec2, ttc_discs};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AgentId, AtGoal, Group, LANES, Setup, Simulation, SteeringModel, Wall};

/// The farthest turn from the desired direction for a collision in so many seconds, with the given `branch` [deg].
pub fn turn(branch: f32, seconds: f32) -> f64 {
    f64::from(most_turn(&Karamouzas { branch, ..Karamouzas::default() }, seconds).to_degrees())
}

/// An agent alone in a hall: how far the velocities it decides for are from those it wishes for [m/s], and from how
/// many decisions.
pub fn alone(params: &[(&str, f64)]) -> (f64, usize) {
    let (mut sim, ids) = hall(1, params);
    sim.explain(Some(ids[0]));
    let (mut worst, mut decisions) = (0.0f64, 0);
    for _ in 0..40 {
        sim.step();
        if let Some(e) = sim.explanation().filter(|e| e.decided) {
            decisions += 1;
            worst = worst.max(f64::from((e.chosen - e.preferred).length()));
        }
    }
    (worst, decisions)
}

/// People at one for two square metres in a square hall, with random starts and goals, walked by one thread.
pub fn hall(people: usize, params: &[(&str, f64)]) -> (Simulation, Vec<AgentId>) {
    let side = (people as f64 * 2.0).sqrt().max(20.0);
    let square = Region::from(Polygon::rectangle(0.0, 0.0, side, side).expect("a rectangle"));
    let mut sim = Simulation::new(Setup { threads: 1, ..crate::setup(square) }).expect("a plain square");
    let params = params.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    let group = Group { model: Karamouzas::NAME.into(), params, ..Group::default() };
    let group = sim.add_group(&group).expect("known parameters");
    let mut ids = Vec::new();
    for k in 0..people as u32 {
        let mut draw = Draw::new(7, k, 0, Purpose::Setup);
        let mut place = || Point::new(1.0 + draw.unit() * (side - 2.0), 1.0 + draw.unit() * (side - 2.0));
        let (start, goal) = (place(), place());
        let goal = sim.add_goal_at(goal).expect("inside");
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        ids.extend(sim.spawn(group, journey, start));
    }
    (sim, ids)
}

/// What the turning term as printed, 1 - cos / 2, does to choices made with (1 - cos) / 2.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameChoice {
    /// Velocities weighed.
    pub candidates: usize,
    /// Situations in which another velocity is chosen that does not cost the same within 1e-12.
    pub different: usize,
    /// Largest difference of the two costs from one half.
    pub off: f64,
}

/// Both forms in so many random situations.
pub fn printed_turning_term(situations: u32) -> SameChoice {
    let mut out = SameChoice::default();
    for seed in 0..situations {
        Situation::drawn(seed).weigh(|scales, fan, speeds| {
            let all = candidates(fan, speeds);
            let costs = |printed: bool| -> Vec<f64> { all.iter().map(|v| cost(scales, *v, printed)).collect() };
            let (ours, printed) = (costs(false), costs(true));
            let (a, b) = (least(&ours), least(&printed));
            out.candidates += all.len();
            out.different += usize::from((ours[a] - ours[b]).abs() >= 1e-12);
            out.off = ours.iter().zip(&printed).map(|(a, b)| (b - a - 0.5).abs()).fold(out.off, f64::max);
        });
    }
    out
}

fn least(costs: &[f64]) -> usize {
    (0..costs.len()).min_by(|a, b| costs[*a].total_cmp(&costs[*b])).unwrap_or(0)
}

/// What a walker faces.
#[derive(Clone, Debug)]
pub(super) struct Situation {
    pub(super) others: Vec<CollidingAgent>,
    pub(super) walls: Vec<(Vec2, Vec2)>,
    pub(super) now: Vec2,
    pub(super) pace: f32,
    pub(super) time: f32,
    pub(super) side: f32,
    pub(super) grid: f32,
}

impl Situation {
    fn drawn(seed: u32) -> Self {
        let mut draw = Draw::new(21, seed, 0, Purpose::Setup);
        let mut between = |low: f64, high: f64| (low + (high - low) * draw.unit()) as f32;
        let others = (0..between(0.0, 8.0) as usize)
            .map(|_| {
                let (x, y, vx, vy) = (between(-6.0, 6.0), between(-6.0, 6.0), between(-1.6, 1.6), between(-1.6, 1.6));
                let keep = between(0.3, 1.0);
                let (keep2, gap) = (keep * keep, x * x + y * y - keep * keep);
                CollidingAgent { x, y, vx, vy, keep2, gap, touches: gap < 0.0, ..CollidingAgent::default() }
            })
            .collect();
        let mut vector = || Vec2::new(between(-4.0, 4.0), between(-4.0, 4.0));
        let walls = (0..seed % 4).map(|_| (vector(), vector())).collect();
        let now = vector() * 0.35;
        Self {
            others,
            walls,
            now: if now.length() < 0.2 { Vec2::ZERO } else { now },
            pace: between(0.2, 1.9),
            time: between(0.0, 8.0),
            side: (seed % 3) as f32,
            grid: (seed % 2) as f32,
        }
    }
    /// Hands over what the choice is made from.
    pub(super) fn weigh<R>(&self, work: impl FnOnce(&Scales<'_>, DirectionFan, &Speeds) -> R) -> R {
        let p = Karamouzas { side: self.side, grid: self.grid, ..Karamouzas::default() };
        let speed = self.now.length();
        let facing = if speed > 0.0 { self.now / speed } else { Vec2::ZERO };
        let here = Point::new(0.0, 0.0);
        let frame = LocalFrame { along: Vec2::new(1.0, 0.0) };
        let walls: Vec<Ahead> = (self.walls.iter())
            .map(|(a, b)| Wall { at: Segment::new(here + *a, here + *b), before: here + *a })
            .filter(|w| w.faces(here) && w.at.length() > 0.1)
            .map(|w| Ahead::new(&w, here, 0.2, frame))
            .collect();
        let (others, walls) = (Colliding::of(&self.others), WallsAhead::of(&walls, 4.0));
        let scales = Scales { p: &p, pace: self.pace, speed, facing, dread: 1.0, others: others.list(), walls: &walls };
        let fan = DirectionFan::new(&p, most_turn(&p, self.time), facing);
        work(&scales, fan, &Speeds::new(&p, self.time, self.pace, self.pace.max(2.0)))
    }
}

/// All candidates of a fan, in f64.
pub(super) fn candidates(fan: DirectionFan, speeds: &Speeds) -> Vec<(f64, f64)> {
    let now = (fan.facing != Vec2::ZERO).then(|| fan.about_now());
    let blocks = now.into_iter().chain((0..fan.blocks()).map(|b| fan.block(b)));
    let lanes = blocks
        .flat_map(|d| (0..LANES).filter(|k| d.extra[*k].is_finite()).map(|k| (d.cos[k], d.sin[k])).collect::<Vec<_>>());
    let speeds = speeds.list().to_vec();
    lanes
        .flat_map(|(c, s)| speeds.iter().map(move |u| (f64::from(u * c), f64::from(u * s))).collect::<Vec<_>>())
        .collect()
}

/// The cost as the paper prints it, or in the form used here.
pub(super) fn cost(scales: &Scales<'_>, v: (f64, f64), printed: bool) -> f64 {
    let p = scales.p;
    let length = |x: f64, y: f64| (x * x + y * y).sqrt();
    let (speed, now) = (length(v.0, v.1), f64::from(scales.speed));
    let turns = scales.facing != Vec2::ZERO && speed > 1e-6;
    let dot = v.0 * f64::from(scales.facing.x) + v.1 * f64::from(scales.facing.y);
    let cos = if turns { dot / speed } else { 1.0 };
    let turning = if printed { 1.0 - cos / 2.0 } else { (1.0 - cos) / 2.0 };
    let own = Vec2::new(v.0 as f32, v.1 as f32);
    let meets = |o: &CollidingAgent| ttc_discs(Vec2::new(o.x, o.y), Vec2::new(o.vx, o.vy) - own, o.keep2.sqrt()).time();
    let time = scales.others.iter().map(meets).fold(scales.walls.meets(own.x, own.y), f32::min).min(p.time_max);
    let (most, horizon) = (f64::from(p.max_speed), f64::from(p.time_max));
    f64::from(p.turn_weight) * turning
        + f64::from(p.speed_weight) * (speed - now).abs() / most
        + f64::from(p.deviation_weight) * length(v.0 - f64::from(scales.pace), v.1) / (2.0 * most)
        + f64::from(scales.dread) * (horizon - f64::from(time)) / horizon
}
