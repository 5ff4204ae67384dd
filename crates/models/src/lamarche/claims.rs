//! What the paper promises of its reactions, measured: the program's checks and the tests ask here.

use super::prediction::SeenNeighbour;
use super::reactions::{Exponents, Reaction, rate, react, tangents};
use super::vector::{DVec2d, v};
use super::{keep_norm, repulsion};
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AtGoal, Group, Setup, Simulation, Spread, WalkerState};

/// Uniform numbers between bounds.
pub(super) fn draws(seed: u32) -> impl FnMut(f64, f64) -> f64 {
    let mut draw = Draw::new(11, seed, 0, Purpose::Setup);
    move |low, high| low + (high - low) * draw.unit()
}

/// What came of reactions to random neighbours.
#[derive(Clone, Debug, Default)]
pub struct Proposals {
    /// How many turned right, turned left, decelerated and accelerated.
    pub each: [usize; 4],
    /// Farthest any passes from the circle it should touch [m].
    pub off_circle: f64,
    /// Largest change of pace of a turn [m/s].
    pub off_pace: f64,
    /// Proposals that lead away from the neighbour, to the wrong side or to the wrong pace, and tangents from inside.
    pub wrong: usize,
}

/// Reactions to so many random neighbours half a metre wide.
pub fn proposals(cases: u32) -> Proposals {
    let mut out = Proposals::default();
    for seed in 0..cases {
        let mut draw = draws(seed);
        let mut vector = |most: f64| v(draw(-most, most), draw(-most, most));
        let (relative, velocity, speed) = (vector(8.0), vector(2.0), vector(1.5));
        let other = SeenNeighbour { relative, velocity, reach: 0.5, ..SeenNeighbour::default() };
        if relative.length() <= 0.5 || speed.length() < 0.1 {
            out.wrong += usize::from(relative.length() <= 0.5 && tangents(&other).is_some());
            continue;
        }
        for (k, reaction) in
            [Reaction::Right, Reaction::Left, Reaction::Decelerate, Reaction::Accelerate].into_iter().enumerate()
        {
            let e = Exponents { turn: 1.0, pace: 1.0 };
            let Some(proposed) = react(reaction, &other, speed, 9.0, |s| rate(s, speed, e)) else { continue };
            out.each[k] += 1;
            let sr = proposed - velocity;
            if sr.length() > 1e-3 {
                out.off_circle = out.off_circle.max((relative.cross(sr).abs() / sr.length() - 0.5).abs());
            }
            let (before, after) = (speed.length(), proposed.length());
            let fits = match reaction {
                Reaction::Left | Reaction::Right => {
                    out.off_pace = out.off_pace.max((after - before).abs());
                    (speed.cross(proposed) > 0.0) == (reaction == Reaction::Left)
                }
                Reaction::Decelerate => after < before && speed.dot(proposed) >= 0.0,
                Reaction::Accelerate => after > before && speed.dot(proposed) > 0.0,
            };
            // Towards the neighbour, not away from it along the same line.
            out.wrong += usize::from(!fits || relative.dot(sr) > 1e-9);
        }
    }
    out
}

/// What personal space does to walkers at random places.
#[derive(Clone, Copy, Debug, Default)]
pub struct PersonalSpace {
    /// Largest change of pace [m/s].
    pub off_pace: f64,
    /// How often two are pushed together, or pushed although they are far apart.
    pub together: usize,
    /// How often they would be pushed together with the sign as printed.
    pub together_as_printed: usize,
}

/// Personal space between so many random pairs, weak and strong.
pub fn personal_space(cases: u32) -> PersonalSpace {
    let mut out = PersonalSpace::default();
    for strong in [false, true] {
        for seed in 0..cases {
            let mut draw = draws(seed);
            let (away, speed) = (v(draw(-1.2, 1.2), draw(-1.2, 1.2)), v(draw(-1.5, 1.5), draw(-1.5, 1.5)));
            let push = repulsion(away, 1.0, strong);
            let far = away.length() >= 1.0 && push != v(0.0, 0.0);
            out.together += usize::from(push.dot(away) < 0.0 || far);
            // Printed is the vector from the agent to the other instead of back.
            let printed: DVec2d = -push;
            out.together_as_printed += usize::from(printed.dot(away) < 0.0);
            out.off_pace = out.off_pace.max((keep_norm(speed, speed + push).length() - speed.length()).abs());
        }
    }
    out
}

/// Two walkers in an open square until one has arrived; x, y and speed of each at the start, a negative speed to -x.
pub fn pair(params: &[(&str, f64)], starts: [(f64, f64, f64); 2]) -> Vec<[WalkerState; 2]> {
    let square = Region::from(Polygon::rectangle(0.0, 0.0, 60.0, 20.0).expect("a rectangle"));
    let mut sim = Simulation::new(Setup { threads: 1, ..crate::setup(square) }).expect("a plain square");
    let ids = starts.map(|(x, y, speed)| {
        let params = params.iter().map(|(n, v)| (n.to_string(), *v)).collect();
        let group = Group {
            model: "lamarche".into(),
            params,
            speed: Spread::constant(speed.abs()),
            radius: Spread::constant(0.2),
            ..Group::default()
        };
        let group = sim.add_group(&group).expect("known parameters");
        let goal = sim.add_goal_at(Point::new(if speed > 0.0 { 58.0 } else { 2.0 }, y)).expect("inside");
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.spawn(group, journey, Point::new(x, y)).expect("room for two")
    });
    let mut states = Vec::new();
    while let [Some(a), Some(b)] = ids.map(|id| sim.walker(id)) {
        states.push([a, b]);
        sim.step();
        if sim.report().time >= 120.0 {
            break;
        }
    }
    states
}

/// Two who meet head-on at 1.3 m/s.
#[derive(Clone, Copy, Debug)]
pub struct HeadOn {
    /// Least distance between their middles [m].
    pub least: f64,
    /// How far the first, who walks to +x, goes to its right and to its left of its line [m].
    pub first: [f64; 2],
    /// The same of the second.
    pub second: [f64; 2],
    /// Largest difference of either pace from 1.3 m/s once they walk [m/s]. Bodies move in single precision.
    pub off_pace: f64,
}

/// Head-on with decisions at every step and these parameters besides.
pub fn head_on(params: &[(&str, f64)]) -> HeadOn {
    let params = [&[("decide_every", 0.0)], params].concat();
    let states = pair(&params, [(10.0, 10.0, 1.3), (50.0, 10.0, -1.3)]);
    let most = |value: &dyn Fn(&[WalkerState; 2]) -> f64| states.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
    let walking = &states[4..states.len().max(6) - 2];
    let paces = walking.iter().flat_map(|pair| pair.map(|w| f64::from((w.velocity.length() - 1.3).abs())));
    HeadOn {
        least: -most(&|[a, b]| -a.place.distance(b.place)),
        // Right of an eastbound walker is south, of a westbound one north.
        first: [most(&|[a, _]| 10.0 - a.place.y), most(&|[a, _]| a.place.y - 10.0)],
        second: [most(&|[_, b]| b.place.y - 10.0), most(&|[_, b]| 10.0 - b.place.y)],
        off_pace: paces.fold(0.0, f64::max),
    }
}

/// An agent at 1.4 m/s overtakes one at 0.8 m/s from `shift` metres left of its line: how far left of it it passes
/// (negative: right), and their least distance [m].
pub fn overtaken_at(params: &[(&str, f64)], shift: f64) -> (f64, f64) {
    let states = pair(params, [(5.0, 10.0 + shift, 1.4), (10.0, 10.0, 0.8)]);
    let beside = states.iter().find(|[a, b]| a.place.x >= b.place.x);
    let least = states.iter().map(|[a, b]| a.place.distance(b.place)).fold(f64::INFINITY, f64::min);
    (beside.map_or(f64::NAN, |[a, b]| a.place.y - b.place.y), least)
}

/// A hundred people on tours among pillars for so many agent-steps: how deep a body ever was in a wall [m], and wall
/// crossings.
pub fn among_pillars(walker_steps: u64) -> (f64, u64) {
    let pillar = |x: f64, y: f64| [(x, y), (x + 0.6, y), (x + 0.6, y + 0.6), (x, y + 0.6)];
    let pillars: Vec<_> = (0..20).map(|k| pillar(3.0 + 5.0 * f64::from(k % 5), 3.0 + 5.0 * f64::from(k / 5))).collect();
    let pillars: Vec<&[(f64, f64)]> = pillars.iter().map(|p| &p[..]).collect();
    let hall = Polygon::from_rings(&[(0.0, 0.0), (28.0, 0.0), (28.0, 23.0), (0.0, 23.0)], &pillars);
    let region = Region::from(hall.expect("pillars stand apart"));
    let mut sim =
        Simulation::new(Setup { dt: 0.1, threads: 1, ..crate::setup(region.clone()) }).expect("a hall with pillars");
    let group = sim.add_group(&Group { model: "lamarche".into(), ..Group::default() }).expect("its defaults");
    // Tours of their own, so that people cross everywhere and jam nowhere.
    for k in 0..100u32 {
        let mut draw = Draw::new(5, k, 0, Purpose::Setup);
        let mut tour = Vec::new();
        while tour.len() < 300 {
            let at = Point::new(0.3 + 27.4 * draw.unit(), 0.3 + 22.4 * draw.unit());
            tour.extend(sim.mesh().locate(at).and_then(|_| sim.add_goal_at(at)));
        }
        let journey = sim.add_journey(&tour, AtGoal::Stay);
        sim.populate(&region, group, journey, 1).expect("room for a hundred");
    }
    let mut worst = 0.0f64;
    while sim.report().agent_steps < walker_steps {
        sim.step();
        for w in sim.walkers() {
            let room = sim.walls().distance(w.place, 0.0).unwrap_or(f64::INFINITY);
            worst = worst.max(f64::from(w.radius) - room);
        }
    }
    (worst, sim.report().wall_crossings)
}
