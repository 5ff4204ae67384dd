//! What the paper promises, measured: the program's checks and the tests ask here.

use super::penalty::Penalty;
use super::{Limits, Rvo, choose};
use crate::crossings::swerves;
use ambulo_geom::math::{cos, sin};
use ambulo_geom::{Contact, Point, Polygon, Region, Vec2, ttc_discs};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AtGoal, Group, LANES, Setup, Silent, Simulation, Spread};

pub(super) fn disc(draw: &mut Draw, radius: f64) -> Vec2 {
    let (r, a) = (radius * draw.unit().sqrt(), draw.unit() * 2.0 * std::f64::consts::PI);
    Vec2::new((r * cos(a)) as f32, (r * sin(a)) as f32)
}

pub(super) fn cost(penalty: &Penalty, v: Vec2) -> f32 {
    let all = penalty.of_eight(&[v.x; LANES], &[v.y; LANES]);
    assert!(all.iter().all(|c| *c == all[0]));
    all[0]
}

/// Whether velocities are in the reciprocal obstacle exactly when twice them less the present is in the plain one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reciprocal {
    /// Velocities in it.
    pub hits: usize,
    /// Velocities about which the two do not agree, without grazing.
    pub disagree: usize,
    /// Greatest relative difference of the penalties.
    pub off: f64,
}

/// So many random velocities beside random others.
pub fn reciprocal(count: usize) -> Reciprocal {
    let (mut draw, mut out) = (Draw::new(1, 0, 0, Purpose::Setup), Reciprocal::default());
    for _ in 0..count {
        let (at, radius) = (disc(&mut draw, 6.0), 0.4);
        if at.length() < 0.41 {
            continue;
        }
        let [mine, other, v] = [0, 1, 2].map(|_| disc(&mut draw, 1.5));
        let mut penalty = Penalty::new(7.5, 0.05, 1.0, v);
        penalty.add_body(at, radius, 2.0, other + mine);
        // The wish is the velocity itself, so all it costs is the collision.
        let truth = match ttc_discs(at, other - (v * 2.0 - mine), radius) {
            Contact::In(t) => 7.5 / t,
            _ => 0.0,
        };
        let found = cost(&penalty, v);
        out.hits += usize::from(truth > 0.0);
        // A course that grazes may be taken for one that misses, and vice versa.
        if truth == 0.0 || found == 0.0 {
            let grazes = grazes(at, v * 2.0 - mine - other, radius) && found.max(truth) < 40.0;
            out.disagree += usize::from(found != truth && !grazes);
        } else {
            out.off = out.off.max(f64::from((found / truth - 1.0).abs()));
        }
    }
    out
}

fn grazes(at: Vec2, v: Vec2, radius: f32) -> bool {
    let off = (at.cross(v) / v.length()).abs();
    (off - radius).abs() < 1e-4
}

/// What a walker at the origin, who walks at `mine` and wants to walk at `wish` along x, chooses.
pub(super) fn chosen(at: Vec2, mine: Vec2, other: Vec2, wish: f32, p: &Rvo) -> Vec2 {
    let own = if p.reciprocal < 0.5 { 2.0 } else { 1.0 };
    let mut penalty = Penalty::new(p.weight, 0.05, p.wall_time, Vec2::new(wish, 0.0));
    penalty.add_body(at, 0.4, own, other + mine * (own - 1.0));
    let limits = Limits { now: mine, change: p.max_accel * 0.05, fastest: 2.0 };
    choose(&penalty, &limits, p, Vec2::new(1.0, 0.0), &mut Silent)
}

/// A head-on pair, with 1024 samples.
#[derive(Clone, Copy, Debug)]
pub struct HeadOnPair {
    /// How far the two changes are from opposite [m/s].
    pub uneven: f64,
    /// How much one changes [m/s].
    pub change: f64,
    /// Whether both together miss each other, and one alone would not have.
    pub just_enough: bool,
    /// How much an agent that takes all of the responsibility changes, over that.
    pub all_over_half: f64,
}

/// Head-on pairs at three distances aside.
pub fn head_on() -> Vec<HeadOnPair> {
    let p = Rvo { max_accel: 20.0, samples: 1024.0, noise: 0.0, ..Rvo::default() };
    let meet = |aside: f32| {
        let (at, v) = (Vec2::new(4.0, aside), Vec2::new(1.3, 0.0));
        // The other sees the same turned by half a turn.
        let mine = chosen(at, v, -v, 1.3, &p);
        let other = -chosen(at, v, -v, 1.3, &p);
        let misses = |v: Vec2| matches!(ttc_discs(at, v, 0.4), Contact::Never);
        // An agent that takes all of the responsibility changes about twice as much.
        let all = chosen(at, v, -v, 1.3, &Rvo { reciprocal: 1.0, ..p.clone() });
        HeadOnPair {
            uneven: f64::from((mine - v + (other + v)).length()),
            change: f64::from((mine - v).length()),
            just_enough: misses(other - mine) && !misses(-v - mine),
            all_over_half: f64::from((all - v).length() / (mine - v).length()),
        }
    };
    [0.0, 0.1, -0.2].map(meet).into()
}

/// With plain obstacles (1) or reciprocal ones (0), how often the two of a head-on pair switch between turning left and
/// right while they meet.
pub fn swings(reciprocal: f64) -> usize {
    let square = Region::from(Polygon::rectangle(0.0, 0.0, 40.0, 20.0).expect("a rectangle"));
    let mut sim = Simulation::new(Setup { dt: 0.1, ..crate::setup(square) }).expect("a rectangle has a mesh");
    let params = vec![("reciprocal".into(), reciprocal), ("noise".into(), 0.0), ("max_accel".into(), 20.0)];
    let (speed, radius) = (Spread::constant(1.3), Spread::constant(0.2));
    let group = Group { model: "rvo".into(), params, speed, radius, ..Group::default() };
    let group = sim.add_group(&group).expect("parameters it has");
    let ids = [(10.0, 30.0, 10.05), (30.0, 10.0, 9.95)].map(|(from, to, y)| {
        let goal = sim.add_goal_at(Point::new(to, y)).expect("inside");
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.spawn(group, journey, Point::new(from, y)).expect("room")
    });
    let mut velocities = Vec::new();
    while sim.report().time < 30.0 {
        sim.step();
        let [Some(a), Some(b)] = ids.map(|id| sim.walker(id)) else { break };
        if a.place.x >= b.place.x {
            break;
        }
        velocities.push(a.velocity);
    }
    swerves(&velocities)
}
