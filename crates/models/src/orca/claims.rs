//! What the paper promises, measured: the program's checks and the tests ask here.

use super::linear::{HalfPlane, HalfPlanes, PlaneVec, Real};
use super::lines::OwnState;
use crate::nearest::Make;
use ambulo_geom::math::{cos, sin};
use ambulo_geom::{Point, Polygon, Region, Vec2, cpa};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AtGoal, Block, Group, LANES, Simulation, Spread};

pub(crate) fn between(draw: &mut Draw, low: f64, high: f64) -> f64 {
    low + (high - low) * draw.unit()
}

pub(crate) fn disc(draw: &mut Draw, radius: f64) -> (f64, f64) {
    let (r, a) = (radius * draw.unit().sqrt(), between(draw, 0.0, 2.0 * std::f64::consts::PI));
    (r * cos(a), r * sin(a))
}

pub(super) fn narrow((x, y): (f64, f64)) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

/// The line that an agent at `p` with velocity `other` imposes.
pub(super) fn line(p: Vec2, mine: Vec2, other: Vec2, radii: [f32; 2], tau: f32, side: f32) -> HalfPlane<f32> {
    let own = OwnState {
        vx: mine.x,
        vy: mine.y,
        radius: radii[0],
        per_tau: 1.0 / tau,
        per_dt: 20.0,
        side,
        apart: PlaneVec::new(0.6, 0.8),
    };
    let [dx, dy, vx, vy, radius] = [p.x, p.y, other.x, other.y, radii[1]].map(|x| [x; LANES]);
    let [nx, ny, c] = own.eight(Block { dx: &dx, dy: &dy, vx: &vx, vy: &vy, radius: &radius });
    let line = HalfPlane { n: PlaneVec::new(nx[0], ny[0]), c: c[0] };
    assert!((1..LANES).all(|k| (nx[k], ny[k], c[k]) == (nx[0], ny[0], c[0])), "all lanes are alike");
    assert!((line.n.x * line.n.x + line.n.y * line.n.y - 1.0).abs() < 1e-5, "a unit normal: {line:?}");
    line
}

pub(crate) fn lines_of<T: Real>(soft: &[HalfPlane<T>], hard: &[HalfPlane<T>]) -> HalfPlanes<T> {
    let mut lines = HalfPlanes::none();
    soft.iter().enumerate().for_each(|(k, line)| lines.set(k, *line));
    lines.soft = lines.pad(0, soft.len());
    hard.iter().enumerate().for_each(|(k, line)| lines.set(lines.soft * LANES + k, *line));
    lines.hard = lines.pad(lines.soft, hard.len());
    lines
}

/// What the first linear program gives.
pub(super) fn nearest<T: Real>(lines: &HalfPlanes<T>, wish: PlaneVec<T>, limit: T) -> Option<PlaneVec<T>> {
    match lines.refused(wish, limit) {
        None => Some(wish.within(limit)),
        Some(refused) => lines.nearest(wish, refused, limit),
    }
}

/// All velocities that can be optimal: the wish, its foot on every line, where lines meet each other and the disc.
fn brute_force(lines: &[HalfPlane<f64>], wish: PlaneVec<f64>, limit: f64) -> Option<PlaneVec<f64>> {
    let mut candidates = vec![wish];
    for (i, l) in lines.iter().enumerate() {
        let d = l.broken(wish);
        candidates.push(PlaneVec::new(wish.x + l.n.x * d, wish.y + l.n.y * d));
        let room = limit * limit - l.c * l.c;
        if room >= 0.0 {
            for t in [room.sqrt(), -room.sqrt()] {
                candidates.push(PlaneVec::new(l.n.x * l.c + l.n.y * t, l.n.y * l.c - l.n.x * t));
            }
        }
        for o in &lines[..i] {
            let det = l.n.x * o.n.y - l.n.y * o.n.x;
            candidates.push(PlaneVec::new((l.c * o.n.y - o.c * l.n.y) / det, (l.n.x * o.c - o.n.x * l.c) / det));
        }
    }
    let length = wish.x.hypot_of(wish.y);
    candidates.push(PlaneVec::new(wish.x * limit / length, wish.y * limit / length));
    let far = |v: &PlaneVec<f64>| (v.x - wish.x).hypot_of(v.y - wish.y);
    let allowed = |v: &PlaneVec<f64>| v.x.hypot_of(v.y) <= limit + 1e-9 && lines.iter().all(|l| l.broken(*v) <= 1e-9);
    candidates.into_iter().filter(allowed).min_by(|a, b| far(a).total_cmp(&far(b)))
}

trait HypotOf {
    fn hypot_of(self, other: Self) -> Self;
}

impl HypotOf for f64 {
    fn hypot_of(self, other: Self) -> Self {
        (self * self + other * other).sqrt()
    }
}

pub(crate) fn random_lines(draw: &mut Draw, most: f64, closest: f64, farthest: f64) -> Vec<HalfPlane<f64>> {
    let count = between(draw, 1.0, most + 1.0) as usize;
    let mut line = || {
        let a = between(draw, 0.0, 2.0 * std::f64::consts::PI);
        HalfPlane { n: PlaneVec::new(cos(a), sin(a)), c: between(draw, closest, farthest) }
    };
    (0..count).map(|_| line()).collect()
}

fn shorten(l: HalfPlane<f64>) -> HalfPlane<f32> {
    HalfPlane { n: PlaneVec::new(l.n.x as f32, l.n.y as f32), c: l.c as f32 }
}

/// So many random pairs in which both obey: how deep the deepest touch within the time is [m]; below 0, nobody touches.
pub fn pairs_who_obey(count: usize) -> f64 {
    let (mut draw, mut obeyed, mut deepest) = (Draw::new(1, 0, 0, Purpose::Setup), 0, f64::NEG_INFINITY);
    while obeyed < count {
        let radii = [between(&mut draw, 0.1, 0.4) as f32, between(&mut draw, 0.1, 0.4) as f32];
        let touch = radii[0] + radii[1];
        let p = narrow(disc(&mut draw, 5.0));
        if p.length() <= touch * 1.001 {
            continue;
        }
        let tau = between(&mut draw, 0.5, 5.0) as f32;
        let [a, b, to_a, to_b] = [2.0, 2.0, 1.5, 1.5].map(|most| narrow(disc(&mut draw, most)));
        let choose = |line: HalfPlane<f32>, to: Vec2| nearest(&lines_of(&[line], &[]), PlaneVec::new(to.x, to.y), 2.0);
        let chosen_a = choose(line(p, a, b, radii, tau, -1.0), to_a);
        let chosen_b = choose(line(-p, b, a, [radii[1], radii[0]], tau, -1.0), to_b);
        let (Some(a), Some(b)) = (chosen_a, chosen_b) else { continue };
        obeyed += 1;
        let v = Vec2::new(b.x - a.x, b.y - a.y);
        let t = cpa(p, v).time.clamp(0.0, tau);
        deepest = deepest.max(f64::from(touch - (p + v * t).length()));
    }
    deepest
}

/// The linear program beside brute force.
#[derive(Clone, Copy, Debug, Default)]
pub struct Programs {
    /// Sets of lines that leave something.
    pub feasible: usize,
    /// Sets that leave nothing.
    pub infeasible: usize,
    /// Sets about which the two do not agree.
    pub disagree: usize,
    /// Farthest the two are apart [m/s].
    pub apart: f64,
    /// Deepest a line is broken in single precision [m/s].
    pub broken: f64,
    /// Farthest that single precision is from the wish beyond what it could be [m/s].
    pub farther: f64,
}

/// Solves so many random sets of lines with both solvers.
pub fn linear_programs(count: usize) -> Programs {
    let mut draw = Draw::new(3, 0, 0, Purpose::Setup);
    let mut out = Programs::default();
    for _ in 0..count {
        let lines = random_lines(&mut draw, 10.0, -1.8, 0.6);
        let wish = disc(&mut draw, 2.5);
        let wish = PlaneVec::new(wish.0, wish.1);
        let found = nearest(&lines_of(&lines, &[]), wish, 2.0);
        match (found, brute_force(&lines, wish, 2.0)) {
            (Some(a), Some(b)) => {
                out.feasible += 1;
                out.apart = out.apart.max((a.x - b.x).hypot_of(a.y - b.y));
                // What steers is single precision: near-parallel lines cost digits along them, not across.
                let short: Vec<HalfPlane<f32>> = lines.iter().map(|l| shorten(*l)).collect();
                let all = lines_of(&short, &[]);
                let w = PlaneVec::new(wish.x as f32, wish.y as f32);
                let v = nearest(&all, w, 2.0).unwrap_or_else(|| all.least_broken(w, 2.0));
                out.broken = short.iter().map(|l| f64::from(l.broken(v))).fold(out.broken, f64::max);
                let (x, y) = (f64::from(v.x) - wish.x, f64::from(v.y) - wish.y);
                out.farther = out.farther.max(x.hypot_of(y) - (b.x - wish.x).hypot_of(b.y - wish.y));
            }
            (None, None) => out.infeasible += 1,
            _ => out.disagree += 1,
        }
    }
    out
}

/// Sets of lines that leave nothing, beside a grid of 1 cm/s over all velocities.
#[derive(Clone, Copy, Debug)]
pub struct Penetrations {
    /// How much deeper than on the grid the worst line is broken, at most [m/s].
    pub deeper: f64,
    /// How much less deep, at most: what the grid is too coarse for [m/s].
    pub shallower: f64,
    /// Deepest a wall's line is broken [m/s].
    pub walls: f64,
    /// How much deeper single precision is, at most [m/s].
    pub single: f64,
}

/// Solves so many sets of lines that leave nothing.
pub fn least_penetrations(count: usize) -> Penetrations {
    let mut draw = Draw::new(4, 0, 0, Purpose::Setup);
    let none = f64::NEG_INFINITY;
    let (mut seen, mut out) = (0, Penetrations { deeper: none, shallower: none, walls: none, single: none });
    while seen < count {
        let soft = random_lines(&mut draw, 10.0, -0.8, 1.5);
        // To stand is always allowed by walls.
        let hard = if draw.unit() < 0.5 { Vec::new() } else { random_lines(&mut draw, 4.0, -1.0, 0.0) };
        let wish = disc(&mut draw, 2.0);
        let wish = PlaneVec::new(wish.0, wish.1);
        let lines = lines_of(&soft, &hard);
        if nearest(&lines, wish, 2.0).is_some() {
            continue;
        }
        seen += 1;
        let worst = |v: PlaneVec<f64>| soft.iter().map(|l| l.broken(v)).fold(none, f64::max);
        let walls = |v: PlaneVec<f64>| hard.iter().map(|l| l.broken(v)).fold(v.x.hypot_of(v.y) - 2.0, f64::max);
        let found = lines.least_broken(wish, 2.0);
        let mut least = f64::INFINITY;
        for i in -200..=200 {
            for j in -200..=200 {
                let v = PlaneVec::new(f64::from(i) * 0.01, f64::from(j) * 0.01);
                if walls(v) <= 1e-9 {
                    least = least.min(worst(v));
                }
            }
        }
        let depth = worst(found);
        // Single precision finds as little.
        let short = |lines: &[HalfPlane<f64>]| -> Vec<HalfPlane<f32>> { lines.iter().map(|l| shorten(*l)).collect() };
        let v = lines_of(&short(&soft), &short(&hard)).least_broken(PlaneVec::new(wish.x as f32, wish.y as f32), 2.0);
        let v = PlaneVec::new(f64::from(v.x), f64::from(v.y));
        let single = (worst(v) - depth).max(hard.iter().map(|l| l.broken(v)).fold(none, f64::max));
        out = Penetrations {
            deeper: out.deeper.max(depth - least),
            shallower: out.shallower.max(least - depth),
            walls: out.walls.max(walls(found)),
            single: out.single.max(single),
        };
    }
    out
}

fn group(params: &[(&str, f64)]) -> Group {
    let params = params.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let (speed, radius) = (Spread::constant(1.34), Spread::constant(0.2));
    Group { model: "orca".into(), params, speed, radius, ..Group::default() }
}

/// Result of a crowd run.
#[derive(Clone, Copy, Debug)]
pub struct CrowdOutcome {
    /// How many arrived.
    pub arrived: usize,
    /// Walls crossed.
    pub wall_crossings: u64,
    /// Least distance of a middle from a wall [m].
    pub from_wall: f64,
    /// Deepest overlap [m].
    pub overlap: f64,
    /// When it was over [s].
    pub seconds: f64,
}

/// Twenty-four people in each direction in a corridor of 30 x 3 m, for at most two minutes. Radius 0.2 m.
pub fn corridor() -> CrowdOutcome {
    let corridor = |x0, x1| Region::from(Polygon::rectangle(x0, 0.0, x1, 3.0).expect("a rectangle"));
    let mut sim = Simulation::new(crate::setup(corridor(0.0, 30.0))).expect("a rectangle has a mesh");
    let group = sim.add_group(&group(&[])).expect("a model that is there");
    let mut ids = Vec::new();
    for (from, to, x) in [(2.0, 29.0, 1.0), (28.0, 1.0, -1.0)] {
        let goal = sim.add_goal_area(&corridor(to - 1.0, to + 1.0)).expect("inside");
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        for k in 0..24 {
            let at = Point::new(from + x * f64::from(k / 4) * 0.9, 0.35 + 0.75 * f64::from(k % 4));
            ids.extend(sim.spawn(group, journey, at));
        }
    }
    let mut from_wall = f64::INFINITY;
    while sim.report().arrived < 48 && sim.report().time < 120.0 {
        sim.step();
        for walker in ids.iter().filter_map(|id| sim.walker(*id)) {
            from_wall = from_wall.min(walker.place.y).min(3.0 - walker.place.y);
        }
    }
    crowd(&sim, from_wall)
}

/// Two hundred and fifty people on a circle of 53 m change places with those opposite, for at most four minutes.
pub fn circle() -> CrowdOutcome {
    let half = 32.0;
    let square = Region::from(Polygon::rectangle(-half, -half, half, half).expect("a square"));
    let mut sim = Simulation::new(crate::setup(square)).expect("a square has a mesh");
    let group = sim.add_group(&group(&[])).expect("a model that is there");
    for k in 0..250 {
        let a = f64::from(k) / 250.0 * 2.0 * std::f64::consts::PI;
        let (x, y) = (26.7 * cos(a), 26.7 * sin(a));
        let goal = sim.add_goal_at(Point::new(-x, -y)).expect("inside");
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.spawn(group, journey, Point::new(x, y));
    }
    while sim.report().arrived < 250 && sim.report().time < 240.0 {
        sim.step();
    }
    crowd(&sim, f64::INFINITY)
}

fn crowd(sim: &Simulation, from_wall: f64) -> CrowdOutcome {
    let r = sim.report();
    let (arrived, wall_crossings, overlap) = (r.arrived, r.wall_crossings, f64::from(r.max_overlap.max(0.0)));
    CrowdOutcome { arrived, wall_crossings, from_wall, overlap, seconds: r.time }
}
