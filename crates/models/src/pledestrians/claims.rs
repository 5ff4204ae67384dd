//! What the paper promises, measured: the program's checks and the tests ask here.

use super::{Pledestrians, cheapest_speed};
use crate::orca::claims::{between, disc, lines_of, random_lines};
use crate::orca::linear::{Effort, HalfPlane, PlaneVec};
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AtGoal, Group, Setup, Simulation, Spread};

pub(super) const STANDING: f64 = 2.23;
pub(super) const WALKING: f64 = 1.26;

/// The printed energy [J/kg] of a velocity kept for `t` seconds with the goal at `goal` [m].
fn energy(v: PlaneVec<f64>, goal: PlaneVec<f64>, t: f64) -> f64 {
    let (x, y) = (goal.x - t * v.x, goal.y - t * v.y);
    t * (STANDING + WALKING * (v.x * v.x + v.y * v.y)) + 2.0 * (x * x + y * y).sqrt() * (STANDING * WALKING).sqrt()
}

/// The cheapest velocity of the printed energy, on a grid of 2 mm/s: its speed [m/s] and how far it points beside the goal [rad];
/// and the cheapest speed as the model works it out [m/s].
pub fn free_optimum() -> (f64, f64, f64) {
    let (goal, t) = (PlaneVec::new(8.0, 6.0), 2.0);
    let mut best = (f64::INFINITY, PlaneVec::new(0.0, 0.0));
    for i in -1000..=1000 {
        for j in -1000..=1000 {
            let v = PlaneVec::new(f64::from(i) * 0.002, f64::from(j) * 0.002);
            best = if energy(v, goal, t) < best.0 { (energy(v, goal, t), v) } else { best };
        }
    }
    let v = best.1;
    let speed = (v.x * v.x + v.y * v.y).sqrt();
    let paper = Pledestrians { cost: 1.0, ..Pledestrians::default() };
    (speed, (v.x * 0.6 - v.y * 0.8).abs() / speed, f64::from(cheapest_speed(&paper, 1.1, 2.0)))
}

/// Speed [m/s] of an agent alone with the printed costs.
pub fn alone() -> f64 {
    let mut sim = Simulation::new(crate::setup(square(0.0, 40.0))).expect("a square has a mesh");
    let group = group("pledestrians", &[("cost", 1.0)], 1.1);
    let group = sim.add_group(&group).expect("parameters it has");
    let goal = sim.add_goal_at(Point::new(38.0, 20.0)).expect("inside");
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    let id = sim.spawn(group, journey, Point::new(2.0, 18.0)).expect("room");
    while sim.report().time < 5.0 {
        sim.step();
    }
    sim.walker(id).map_or(0.0, |w| f64::from(w.velocity.length()))
}

/// What is found beside random velocities that the lines allow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cheapest {
    /// Velocities that the lines allow, over all sets.
    pub tried: usize,
    /// The most by which one of them costs less [J/kg]; below 0 none does.
    pub dearer: f64,
    /// Deepest that what is found breaks a line [m/s].
    pub broken: f64,
    /// Greatest difference of the short form of the energy from the printed one, but for a factor and a constant.
    pub short_form: f64,
    /// How much more single precision pays, at most, relative.
    pub single: f64,
}

/// So many sets of lines, with ten thousand velocities each.
pub fn cheapest(count: usize) -> Cheapest {
    let mut draw = Draw::new(6, 0, 0, Purpose::Setup);
    let u = (STANDING / WALKING).sqrt();
    let (mut sets, mut out) = (0, Cheapest { dearer: f64::NEG_INFINITY, ..Cheapest::default() });
    while sets < count {
        let lines = random_lines(&mut draw, 10.0, -1.5, 0.5);
        let t = between(&mut draw, 1.0, 3.0);
        let (along, far) = (disc(&mut draw, 1.0), between(&mut draw, 1.0, 12.0) * t * u);
        let length = (along.0 * along.0 + along.1 * along.1).sqrt();
        let goal = PlaneVec::new(along.0 / length * far, along.1 / length * far);
        let effort = Effort { pace: u, goal: PlaneVec::new(goal.x / t, goal.y / t) };
        let best = PlaneVec::new(along.0 / length * u, along.1 / length * u);
        let all = lines_of(&lines, &[]);
        let Some(refused) = all.refused(best, 2.0) else { continue };
        let Some(found) = all.cheapest(effort, refused, 2.0) else { continue };
        sets += 1;
        let allowed =
            |v: PlaneVec<f64>| v.x * v.x + v.y * v.y <= 4.0 + 1e-9 && lines.iter().all(|l| l.broken(v) <= 1e-9);
        let over = (found.x * found.x + found.y * found.y).sqrt() - 2.0;
        out.broken = lines.iter().map(|l| l.broken(found)).fold(out.broken.max(over), f64::max);
        let rest = |v| energy(v, goal, t) / (t * WALKING) - effort.of(v);
        out.short_form = out.short_form.max((rest(found) - rest(best)).abs());
        let least = energy(found, goal, t);
        for k in 0..10_000 {
            // All over the disc, and close to what was found.
            let (x, y) = disc(&mut draw, if k % 2 == 0 { 2.0 } else { 0.01 });
            let v = if k % 2 == 0 { PlaneVec::new(x, y) } else { PlaneVec::new(found.x + x, found.y + y) };
            if allowed(v) {
                out.tried += 1;
                out.dearer = out.dearer.max(least - energy(v, goal, t));
            }
        }
        let short: Vec<_> =
            lines.iter().map(|l| HalfPlane { n: PlaneVec::new(l.n.x as f32, l.n.y as f32), c: l.c as f32 }).collect();
        let goal32 = PlaneVec::new(effort.goal.x as f32, effort.goal.y as f32);
        let v = lines_of(&short, &[]).cheapest(Effort { pace: u as f32, goal: goal32 }, refused, 2.0);
        if let Some(v) = v {
            out.single = out.single.max(energy(PlaneVec::new(f64::from(v.x), f64::from(v.y)), goal, t) / least - 1.0);
        }
    }
    out
}

fn square(from: f64, to: f64) -> Region {
    Region::from(Polygon::rectangle(from, from, to, to).expect("a square"))
}

fn group(model: &str, params: &[(&str, f64)], speed: f64) -> Group {
    let params = params.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let (speed, radius) = (Spread::constant(speed), Spread::constant(0.2));
    Group { model: model.into(), params, speed, radius, ..Group::default() }
}

/// Two groups of fifty change places, `gap` [m] apart from each other: energy [J/kg] by metre as the crow flies, time
/// until all are there, and how many are.
fn swap(model: &str, params: &[(&str, f64)], speed: Spread, gap: f64, seed: u64) -> (f64, f64, usize) {
    let mut sim = Simulation::new(Setup { seed, ..crate::setup(square(0.0, 50.0)) }).expect("a square has a mesh");
    let group = sim.add_group(&Group { speed, ..group(model, params, 1.0) }).expect("parameters it has");
    let mut draw = Draw::new(seed, 0, 0, Purpose::Setup);
    let mut walkers = Vec::new();
    for (x, to) in [(10.0, 25.0), (35.0, -25.0)] {
        for k in 0..50 {
            let shift = [0, 1].map(|_| between(&mut draw, -0.2, 0.2) * gap);
            let (i, j) = (f64::from(k / 10), f64::from(k % 10) - 4.5);
            let at = Point::new(x + gap * i + shift[0], 25.0 + gap * j + shift[1]);
            let goal = sim.add_goal_at(Point::new(at.x + to, at.y)).expect("inside");
            let journey = sim.add_journey(&[goal], AtGoal::Leave);
            walkers.extend(sim.spawn(group, journey, at).map(|id| (id, at, at)));
        }
    }
    let mut energy = 0.0;
    while sim.report().arrived < 100 && sim.report().time < 200.0 {
        sim.step();
        for (id, _, last) in &mut walkers {
            if let Some(walker) = sim.walker(*id) {
                let v = f64::from(walker.velocity.length());
                energy += 0.05 * (STANDING + WALKING * v * v);
                *last = walker.place;
            }
        }
    }
    let metres: f64 = walkers.iter().map(|(_, from, to)| from.distance(*to)).sum();
    (energy / metres, sim.report().time, sim.report().arrived)
}

/// Two groups of fifty change places: energy by metre [J/kg/m] and time until all are there [s], mean over eight seeds, and the
/// least number of those who arrived.
pub(super) fn mean_of_swaps(model: &str, params: &[(&str, f64)], speed: Spread) -> (f64, f64, usize) {
    let runs = (1..=8).map(|seed| swap(model, params, speed, 0.8, seed));
    runs.fold((0.0, 0.0, 100), |(e, t, n), (more, time, arrived)| (e + more / 8.0, t + time / 8.0, n.min(arrived)))
}

/// The same for people of all speeds with ORCA, and with the printed costs.
pub fn swaps() -> [(f64, f64, usize); 2] {
    let speed = Group::default().speed;
    [mean_of_swaps("orca", &[], speed), mean_of_swaps("pledestrians", &[("cost", 1.0)], speed)]
}
