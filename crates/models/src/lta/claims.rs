//! What the paper promises, measured: the program's checks and the tests ask here.

use super::*;
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::{AtGoal, Group, Setup, Simulation, Spread};

/// How far the velocity of least energy is from the pace towards the goal when nobody is there [m/s], at most over both
/// searches and several directions.
pub fn alone() -> f64 {
    let p = Lta::default();
    let mut worst = 0.0f32;
    for (optimiser, degrees) in [(0.0, 0.0), (0.0, 33.0), (1.0, 33.0), (1.0, -120.0)] {
        let p = Lta { optimiser, ..p.clone() };
        let desired = Vec2::from_angle(f64::to_radians(degrees));
        let mut energy = Energy::new(&p, desired, 1.3);
        energy.close();
        let found = search::least(&energy, &p, Vec2::new(0.3, 0.5), desired * 1.3);
        worst = worst.max((found - desired * 1.3).length());
    }
    f64::from(worst)
}

/// Greatest change of the energy's gradient by an agent behind that goes away and one ahead that is faster than any
/// velocity considered, and the change by an approaching agent.
pub fn already_passed() -> (f64, f64) {
    let p = Lta::default();
    let desired = Vec2::new(1.0, 0.0);
    let slopes = |others: &[(Vec2, Vec2)]| {
        let mut energy = Energy::new(&p, desired, 1.3);
        others.iter().for_each(|(at, v)| energy.add(&p, desired, *at, *v, 1.0));
        energy.close();
        [Vec2::new(1.3, 0.0), Vec2::new(1.0, 0.3), Vec2::new(0.5, -0.5)].map(|v| energy.at(v).1)
    };
    let none = slopes(&[]);
    let change = |others: &[(Vec2, Vec2)]| {
        let apart = slopes(others).into_iter().zip(none).map(|(a, b)| f64::from((a - b).length()));
        apart.fold(0.0, f64::max)
    };
    let parting = [(Vec2::new(-0.5, 0.1), Vec2::new(-1.0, 0.0)), (Vec2::new(1.0, 0.1), Vec2::new(4.0, 0.0))];
    (change(&parting), change(&[(Vec2::new(1.0, 0.1), Vec2::new(-1.0, 0.0))]))
}

/// Path of an agent past one that stands ahead.
fn path(dt: f64, params: &[(&str, f64)]) -> Vec<Point> {
    let plan = Region::from(Polygon::rectangle(0.0, 0.0, 40.0, 20.0).expect("a rectangle"));
    let mut sim = Simulation::new(Setup { dt, ..crate::setup(plan) }).expect("a rectangle has a mesh");
    let params = params.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    let group = Group { model: Lta::NAME.into(), params, speed: Spread::constant(1.3), ..Group::default() };
    let group = sim.add_group(&Group { radius: Spread::constant(0.2), ..group }).expect("parameters it has");
    let mut walker = |from: Point, to: Point| {
        let goal = sim.add_goal_at(to).expect("inside");
        let journey = sim.add_journey(&[goal], AtGoal::Stay);
        sim.spawn(group, journey, from).expect("room")
    };
    let _stands = walker(Point::new(12.0, 10.15), Point::new(12.0, 10.15));
    let id = walker(Point::new(8.0, 10.0), Point::new(30.0, 10.0));
    sim.set_velocity(id, Vec2::new(1.3, 0.0));
    let mut path = vec![sim.walker(id).expect("it stays").place];
    for _ in 0..(5.0 / dt).round() as usize {
        sim.step();
        path.push(sim.walker(id).expect("it stays").place);
    }
    path
}

/// How far a path is from another one at most [m].
fn apart(a: &[Point], b: &[Point]) -> f64 {
    let to = |p: &Point| {
        b.windows(2).map(|s| ambulo_geom::Segment::new(s[0], s[1]).distance(*p)).fold(f64::INFINITY, f64::min)
    };
    let end = a[a.len() - 1].x.min(b[b.len() - 1].x);
    a.iter().filter(|p| p.x <= end).map(to).fold(0.0, f64::max)
}

/// Paths at steps of 0.4 and of 0.1 s over 5 s.
#[derive(Clone, Copy, Debug)]
pub struct Rescaled {
    /// How far apart they are at most [m].
    pub apart: f64,
    /// The same without rescaling the inertia [m].
    pub raw: f64,
    /// How far the path goes aside [m].
    pub aside: f64,
}

/// For both searches.
pub fn rescaled() -> [Rescaled; 2] {
    [0.0, 1.0].map(|optimiser| {
        let coarse = path(0.4, &[("optimiser", optimiser), ("noise", 0.0)]);
        let fine = path(0.1, &[("optimiser", optimiser), ("noise", 0.0)]);
        // 0.73 at every step of 0.1 s, as without rescaling.
        let raw = path(0.1, &[("optimiser", optimiser), ("inertia", 0.284), ("noise", 0.0)]);
        let aside = fine.iter().map(|p| (p.y - 10.0).abs()).fold(0.0, f64::max);
        Rescaled { apart: apart(&fine, &coarse), raw: apart(&raw, &coarse), aside }
    })
}
