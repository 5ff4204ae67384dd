//! What the paper promises, measured: the program's checks and the tests ask here.

use ambulo_geom::{Point, Polygon, Region, Vec2, math};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AgentId, AtGoal, Group, Simulation, Spread};

/// A flock of twenty about the middle of a very wide hall, with only some urges.
pub(super) fn flock(params: &[(&str, f64)], spacing: f64, speed: f64) -> (Simulation, Vec<AgentId>) {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 400.0, 400.0).expect("a hall"));
    let mut sim = Simulation::new(crate::setup(hall)).expect("a hall has a mesh");
    let urges = ["separation", "alignment", "cohesion", "seek", "noise", "wall_distance"].map(|n| (n.to_string(), 0.0));
    let mut values: Vec<(String, f64)> = urges.into_iter().collect();
    for (name, value) in params {
        values.retain(|(n, _)| n != name);
        values.push((name.to_string(), *value));
    }
    let group = Group { model: "boids".into(), params: values, speed: Spread::constant(1.3), ..Group::default() };
    let group = sim.add_group(&Group { radius: Spread::constant(0.2), ..group }).expect("urges it has");
    let goal = sim.add_goal_at(Point::new(390.0, 200.0)).expect("inside");
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    let mut ids = Vec::new();
    for k in 0..20 {
        let mut draw = Draw::new(11, k, 0, Purpose::Setup);
        let mut jitter = || 0.2 * (draw.unit() - 0.5);
        let at =
            Point::new(200.0 + spacing * f64::from(k % 5) + jitter(), 200.0 + spacing * f64::from(k / 5) + jitter());
        let id = sim.spawn(group, journey, at).expect("room");
        sim.set_velocity(id, Vec2::from_angle(2.0 * draw.unit() - 1.0) * speed as f32);
        ids.push(id);
    }
    (sim, ids)
}

pub(super) fn places(sim: &Simulation, ids: &[AgentId]) -> Vec<Point> {
    ids.iter().map(|id| sim.walker(*id).map_or(Point::new(f64::NAN, f64::NAN), |w| w.place)).collect()
}

/// Root mean square distance from the middle.
fn size(places: &[Point]) -> f64 {
    let n = places.len() as f64;
    let (x, y) = places.iter().fold((0.0, 0.0), |s, p| (s.0 + p.x / n, s.1 + p.y / n));
    (places.iter().map(|p| p.distance_squared(Point::new(x, y))).sum::<f64>() / n).sqrt()
}

fn nearest(places: &[Point]) -> f64 {
    let pairs = (0..places.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.map(|(i, j)| places[i].distance(places[j])).fold(f64::INFINITY, f64::min)
}

/// One minus the length of the mean of all headings: 0 when all agree.
fn disagreement(sim: &Simulation, ids: &[AgentId]) -> f64 {
    let angles = ids.iter().map(|id| sim.walker(*id).map_or(f64::NAN, |w| w.velocity.angle()));
    let (x, y) = angles.fold((0.0, 0.0), |s, a| (s.0 + math::cos(a), s.1 + math::sin(a)));
    1.0 - (x * x + y * y).sqrt() / ids.len() as f64
}

/// Size of a flock at first and after 3 s with cohesion only [m].
pub fn cohesion() -> (f64, f64) {
    let (mut sim, ids) = flock(&[("cohesion", 2.0)], 1.0, 0.0);
    let before = size(&places(&sim, &ids));
    (0..60).for_each(|_| {
        sim.step();
    });
    (before, size(&places(&sim, &ids)))
}

/// With alignment only, over 1000 steps: disagreement of headings at first and at last, and how often it grew.
pub fn alignment() -> (f64, f64, usize) {
    let all = [("alignment", 2.0), ("alignment_radius", 20.0), ("alignment_angle", 180.0)];
    let (mut sim, ids) = flock(&all, 1.5, 0.3);
    let first = disagreement(&sim, &ids);
    let (mut before, mut grew) = (first, 0);
    for _ in 0..1000 {
        sim.step();
        let now = disagreement(&sim, &ids);
        // Velocities are differences of places, and round as those do.
        grew += usize::from(now > before + 1e-9);
        before = now;
    }
    (first, before, grew)
}

/// Least distance after 0, 1, 2 and 3 s with separation only [m].
pub fn separation() -> Vec<f64> {
    let (mut sim, ids) = flock(&[("separation", 2.0)], 0.7, 0.0);
    let mut least = vec![nearest(&places(&sim, &ids))];
    for _ in 0..3 {
        (0..20).for_each(|_| {
            sim.step();
        });
        least.push(nearest(&places(&sim, &ids)));
    }
    least
}
