//! Each urge alone does what it says.

use crate::random::{Draw, Purpose};
use crate::{AgentId, AtGoal, Group, Setup, Simulation, Spread};
use ambulo_geom::{Point, Polygon, Region, Vec2, math};

/// A flock of twenty about the middle of a very wide hall, with only some urges.
fn flock(params: &[(&str, f64)], spacing: f64, speed: f64) -> (Simulation, Vec<AgentId>) {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 400.0, 400.0).unwrap());
    let mut sim = Simulation::new(Setup::new(hall)).unwrap();
    let urges = ["separation", "alignment", "cohesion", "seek", "noise", "wall_distance"].map(|n| (n.to_string(), 0.0));
    let mut values: Vec<(String, f64)> = urges.into_iter().collect();
    for (name, value) in params {
        values.retain(|(n, _)| n != name);
        values.push((name.to_string(), *value));
    }
    let group = Group { model: "boids".into(), params: values, speed: Spread::constant(1.3), ..Group::default() };
    let group = sim.add_group(&Group { radius: Spread::constant(0.2), ..group }).unwrap();
    let goal = sim.add_goal_at(Point::new(390.0, 200.0)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    let mut ids = Vec::new();
    for k in 0..20 {
        let mut draw = Draw::new(11, k, 0, Purpose::Setup);
        let mut jitter = || 0.2 * (draw.unit() - 0.5);
        let at =
            Point::new(200.0 + spacing * f64::from(k % 5) + jitter(), 200.0 + spacing * f64::from(k / 5) + jitter());
        let id = sim.spawn(group, journey, at).unwrap();
        sim.set_velocity(id, Vec2::from_angle(2.0 * draw.unit() - 1.0) * speed as f32);
        ids.push(id);
    }
    (sim, ids)
}

fn places(sim: &Simulation, ids: &[AgentId]) -> Vec<Point> {
    ids.iter().map(|id| sim.walker(*id).unwrap().place).collect()
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
    let angles = ids.iter().map(|id| sim.walker(*id).unwrap().velocity.angle());
    let (x, y) = angles.fold((0.0, 0.0), |s, a| (s.0 + math::cos(a), s.1 + math::sin(a)));
    1.0 - (x * x + y * y).sqrt() / ids.len() as f64
}

#[test]
fn spec_with_cohesion_only_the_group_shrinks() {
    let (mut sim, ids) = flock(&[("cohesion", 2.0)], 1.0, 0.0);
    let before = size(&places(&sim, &ids));
    (0..60).for_each(|_| {
        sim.step();
    });
    let after = size(&places(&sim, &ids));
    println!("cohesion: {before:.2} m to {after:.2} m in 3 s");
    assert!(after < 0.8 * before, "{before} {after}");
}

#[test]
fn spec_with_alignment_only_headings_agree_more_at_every_one_of_1000_steps() {
    let all = [("alignment", 2.0), ("alignment_radius", 20.0), ("alignment_angle", 180.0)];
    let (mut sim, ids) = flock(&all, 1.5, 0.3);
    let first = disagreement(&sim, &ids);
    let mut before = first;
    for step in 0..1000 {
        sim.step();
        let now = disagreement(&sim, &ids);
        // Velocities are differences of places, and round as those do.
        assert!(now <= before + 1e-9, "step {step}: {before} {now}");
        before = now;
    }
    println!("alignment: disagreement {first:.3} to {before:.1e}");
    assert!(first > 0.05 && before < 1e-6, "{first} {before}");
}

#[test]
fn spec_with_separation_only_the_least_distance_grows() {
    let (mut sim, ids) = flock(&[("separation", 2.0)], 0.7, 0.0);
    let mut least = vec![nearest(&places(&sim, &ids))];
    for _ in 0..3 {
        (0..20).for_each(|_| {
            sim.step();
        });
        least.push(nearest(&places(&sim, &ids)));
    }
    println!("separation: least distance {least:.2?} m after 0, 1, 2, 3 s");
    assert!(least[1] > least[0] && least[3] > least[0] + 0.3, "{least:?}");
}

#[test]
fn without_seek_nobody_goes_anywhere_and_with_it_all_do() {
    let (mut still, ids) = flock(&[], 1.0, 0.0);
    let begin = places(&still, &ids);
    (0..100).for_each(|_| {
        still.step();
    });
    assert_eq!(begin, places(&still, &ids), "the literal model has no goal");
    let (mut sim, ids) = flock(&[("seek", 8.0), ("separation", 12.0), ("alignment", 8.0), ("cohesion", 8.0)], 1.0, 0.0);
    (0..200).for_each(|_| {
        sim.step();
    });
    let walked = places(&sim, &ids).iter().zip(&begin).map(|(a, b)| a.x - b.x).fold(f64::INFINITY, f64::min);
    assert!(walked > 8.0, "{walked} m in 10 s");
}
