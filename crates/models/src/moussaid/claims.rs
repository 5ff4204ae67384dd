//! What the paper promises, measured: the program's checks and the tests ask here.

use super::*;
use crate::crossings::CrossingSetup;
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AgentId, AtGoal, Group, Simulation, Spread};

fn group(params: &[(&str, f64)]) -> Group {
    Group {
        model: Moussaid::NAME.into(),
        params: params.iter().map(|(n, v)| (n.to_string(), *v)).collect(),
        speed: Spread::constant(1.3),
        radius: Spread::constant(0.2),
        ..Group::default()
    }
}

fn hall(width: f64, height: f64) -> Simulation {
    Simulation::new(crate::setup(Region::from(Polygon::rectangle(0.0, 0.0, width, height).expect("a hall"))))
        .expect("a hall has a mesh")
}

/// In empty space, over directions up to 74 degrees to either side of the line of sight: how many choices were not
/// exactly the desired one at full view, and how far from the limit of sight of 75 degrees the choice for a direction
/// out of sight is [deg].
pub fn empty_space() -> (usize, f64) {
    let p = Moussaid::default();
    let mut other = 0;
    for degrees in (-74..=74).step_by(7) {
        let sight = Vec2::from_angle(0.4);
        let desired = Vec2::from_angle(0.4 + f64::from(degrees).to_radians());
        other += usize::from(Fan::new(&p, sight, desired, 1.3).choose(&p) != (desired, 10.0));
    }
    // A direction out of sight is approached up to the limit of view.
    let (direction, _) = Fan::new(&p, Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), 1.3).choose(&p);
    (other, (direction.angle().to_degrees() - 75.0).abs())
}

/// A stout agent whose goal is too near to a wall for it: speeds and gaps to the wall.
fn into_a_wall(params: &[(&str, f64)]) -> Vec<(f64, f64)> {
    let mut sim = hall(10.0, 3.0);
    let group = sim.add_group(&Group { radius: Spread::constant(0.9), ..group(params) }).expect("parameters it has");
    let goal = sim.add_goal_at(Point::new(9.7, 1.5)).expect("inside");
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    let id = sim.spawn(group, journey, Point::new(3.0, 1.5)).expect("room");
    let mut look = || {
        sim.step();
        let w = sim.walker(id).expect("it cannot arrive");
        (f64::from(w.velocity.length()), 9.1 - w.place.x)
    };
    (0..400).map(|_| look()).collect()
}

/// A walker in front of a wall.
#[derive(Clone, Copy, Debug)]
pub struct AtWall {
    /// Greatest difference from the speed that follows gap / tau within a brake time [m/s].
    pub off: f64,
    /// Greatest speed of the approach [m/s].
    pub fastest: f64,
    /// Speed and gap at last [m/s, m].
    pub last: (f64, f64),
    /// Least gap [m].
    pub nearest: f64,
    /// Speed at the wall with the one relaxation time of the paper [m/s].
    pub literal_hit: f64,
}

/// A stout walker who wants to go into a wall.
pub fn at_a_wall() -> AtWall {
    let (narrow, calm) = (("half_angle", 5.0), ("noise", 0.0));
    let walk = into_a_wall(&[narrow, calm]);
    let mut off = 0.0f64;
    // Where it walks slower than it could, it follows gap / tau within a brake time.
    for ((speed, gap), (next, _)) in walk.iter().zip(&walk[1..]) {
        let wanted = (gap / 0.5).min(1.3);
        if *speed > wanted {
            off = off.max((next - (speed + (wanted - speed) * 0.05 / 0.125)).abs());
        }
    }
    let literal = into_a_wall(&[narrow, calm, ("brake_time", 0.5)]);
    AtWall {
        off,
        fastest: walk.iter().map(|w| w.0).fold(0.0, f64::max),
        last: walk[walk.len() - 1],
        nearest: walk.iter().map(|w| w.1).fold(f64::INFINITY, f64::min),
        literal_hit: literal.iter().find(|(_, gap)| *gap < 0.02).map_or(0.0, |hit| hit.0),
    }
}

/// How far apart the two of a head-on pair, 0.2 m aside, are when the first has stepped 5 cm aside, and at least [m].
pub fn head_on() -> (f64, f64) {
    let crossing = CrossingSetup::new(Moussaid::NAME, 180.0, 0.2).with(&[("noise", 0.0)]).run();
    let aside = crossing.paths[0].iter().zip(&crossing.paths[1]).find(|(a, _)| (a.y - 24.0).abs() > 0.05);
    (aside.map_or(0.0, |(a, b)| a.distance(*b)), crossing.least_distance)
}

/// People walking along a street, half of them in each direction, or all in one.
fn street(count: usize, width: f64, both: bool, params: &[(&str, f64)]) -> (Simulation, Vec<(AgentId, bool)>) {
    let length = 40.0;
    let mut sim = hall(length, width);
    let group = sim.add_group(&group(params)).expect("parameters it has");
    let mut ids = Vec::new();
    for east in [true, false] {
        if !both && !east {
            continue;
        }
        let end = if east { (length - 1.0, length) } else { (0.0, 1.0) };
        let goal = sim
            .add_goal_area(&Region::from(Polygon::rectangle(end.0, 0.0, end.1, width).expect("an end")))
            .expect("inside");
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        let half = if both { count / 2 } else { count };
        let mut placed = 0;
        for k in 0..20_000 {
            let mut draw = Draw::new(5, k, u32::from(east), Purpose::Setup);
            let room = if both { 1.0..39.0 } else { 1.0..21.0 };
            let at = Point::new(room.start + draw.unit() * (room.end - room.start), 0.3 + draw.unit() * (width - 0.6));
            if let Some(id) = sim.spawn(group, journey, at).filter(|_| placed < half) {
                ids.push((id, east));
                placed += 1;
            }
            if placed == half {
                break;
            }
        }
    }
    (sim, ids)
}

/// Share of the same direction less that of the other among those beside and ahead, at first and after 10 s: eighty people in a
/// street of 40 x 5 m, half of them in each direction.
pub fn street_lanes() -> (f64, f64) {
    let index = |sim: &Simulation, ids: &[(AgentId, bool)]| {
        let now: Vec<(Point, bool)> = ids.iter().filter_map(|(id, e)| sim.walker(*id).map(|w| (w.place, *e))).collect();
        let (mut sum, mut counted) = (0.0, 0.0);
        for (k, (p, east)) in now.iter().enumerate() {
            let beside = |q: &Point| (p.y - q.y).abs() < 0.4 && (p.x - q.x).abs() < 5.0;
            let near: Vec<bool> = now
                .iter()
                .enumerate()
                .filter(|(j, (q, _))| *j != k && beside(q))
                .map(|(_, (_, e))| e == east)
                .collect();
            if !near.is_empty() {
                sum += 2.0 * near.iter().filter(|s| **s).count() as f64 / near.len() as f64 - 1.0;
                counted += 1.0;
            }
        }
        sum / counted
    };
    let (mut sim, ids) = street(80, 5.0, true, &[]);
    let before = index(&sim, &ids);
    (0..200).for_each(|_| {
        sim.step();
    });
    (before, index(&sim, &ids))
}

/// People walking round a ring of 3 m width: mean speed, and share of agent-steps at less than a tenth of the pace.
fn ring(density: f64) -> (f64, f64) {
    let circle = |radius: f64| -> Vec<(f64, f64)> {
        let at = |k: u32| Vec2::from_angle(f64::from(k) * std::f64::consts::TAU / 32.0) * radius as f32;
        (0..32).map(|k| (8.0 + f64::from(at(k).x), 8.0 + f64::from(at(k).y))).collect()
    };
    let plan = Polygon::from_rings(&circle(7.0), &[&circle(4.0)]).expect("a ring");
    let mut sim = Simulation::new(crate::setup(Region::from(plan))).expect("a ring has a mesh");
    let group = sim.add_group(&group(&[])).expect("parameters it has");
    let gates = [(11.5, 7.9, 15.5, 8.1), (7.9, 11.5, 8.1, 15.5), (0.5, 7.9, 4.5, 8.1), (7.9, 0.5, 8.1, 4.5)];
    let goals = gates.map(|(a, b, c, d)| Region::from(Polygon::rectangle(a, b, c, d).expect("a gate")));
    let goals = goals.map(|gate| sim.add_goal_area(&gate).expect("on the ring"));
    let quarter = |first: usize| -> Vec<_> { (0..12).map(|k| goals[(first + k) % 4]).collect() };
    let journeys = [1, 2, 3, 0].map(|first| sim.add_journey(&quarter(first), AtGoal::Leave));
    let people = (density * 103.0) as usize;
    let (mut ids, mut k) = (Vec::new(), 0);
    while ids.len() < people && k < 100_000 {
        let mut draw = Draw::new(9, k, 0, Purpose::Setup);
        let (angle, radius) = (draw.unit() * std::f64::consts::TAU, 4.3 + 2.4 * draw.unit());
        let at = Vec2::from_angle(angle) * radius as f32;
        let journey = journeys[(angle / std::f64::consts::FRAC_PI_2) as usize % 4];
        ids.extend(sim.spawn(group, journey, Point::new(8.0, 8.0) + at));
        k += 1;
    }
    let (mut sum, mut slow, mut all) = (0.0, 0, 0);
    for step in 0..300 {
        sim.step();
        if step < 100 {
            continue;
        }
        for w in ids.iter().filter_map(|id| sim.walker(*id)) {
            all += 1;
            sum += f64::from(w.velocity.length());
            slow += usize::from(w.velocity.length() < 0.13);
        }
    }
    (sum / f64::from(all), f64::from(slow as u32) / f64::from(all))
}

/// Density [1/m2], mean speed [m/s] and share of agent-steps below a tenth of the pace, at five densities.
pub fn stop_and_go() -> Vec<[f64; 3]> {
    let walk = |density| {
        let (speed, standing) = ring(density);
        [density, speed, standing]
    };
    [0.5, 1.0, 1.5, 2.0, 2.5].map(walk).into()
}
