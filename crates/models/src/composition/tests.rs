//! Terms, optimisers, presets.

use super::*;
use crate::crossings::CrossingSetup;
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AtGoal, Group, Params, Simulation};
use seen::FacingWall;

const MODEL: &str = "composition";

/// The presets of the page: nothing but weights and shapes. All others are 0.
const RVO: &[(&str, f64)] = &[("detour_weight", 1.0), ("time_weight", 7.5), ("share", 0.5), ("time_horizon", 20.0)];
const LTA: &[(&str, f64)] =
    &[("speed_weight", 2.073), ("heading_weight", 1.461), ("distance_weight", 1.0), ("tau", 0.5)];
const POWER_LAW: &[(&str, f64)] =
    &[("goal_weight", 1.0), ("inertia_weight", 1.0), ("energy_weight", 1.5), ("share", 1.0)];

/// A preset as parameters of a group: every weight it does not name is 0, but for walls and sides.
fn preset(of: &'static [(&'static str, f64)]) -> Vec<(&'static str, f64)> {
    let unnamed = |n: &&'static str| n.ends_with("_weight") && !["wall_weight", "side_weight"].contains(n);
    let names = Composition::INFO.iter().map(|i| i.name).filter(unnamed);
    let zeros = names.filter(|n| of.iter().all(|(name, _)| name != n)).map(|n| (n, 0.0));
    zeros.chain(of.iter().copied()).collect()
}

fn with(values: &[(&str, f64)]) -> Composition {
    let mut p = Composition::default();
    for (name, value) in values {
        p.set(Composition::INFO.iter().position(|i| i.name == *name).unwrap(), *value);
    }
    p
}

/// An agent among others, with a wall ahead.
fn scene(case: u32, others: usize) -> Seen {
    let mut draw = Draw::new(6, case, 0, Purpose::Setup);
    let mut between = |a: f64, b: f64| (a + (b - a) * draw.unit()) as f32;
    let mut seen = Seen::alone(Vec2::new(1.3, 0.0), Vec2::new(between(0.5, 1.3), between(-0.3, 0.3)), 0.2);
    for _ in 0..others {
        let at = Vec2::new(between(0.8, 5.0), between(-2.5, 2.5));
        seen.add(Other { at, velocity: Vec2::new(between(-1.3, 1.3), between(-1.0, 1.0)), radii: 0.4 });
    }
    let x = between(0.8, 3.0);
    seen.add_wall(FacingWall { a: Vec2::new(x, 2.0), b: Vec2::new(x, -2.0), ..FacingWall::default() }.turned());
    seen
}

impl FacingWall {
    /// So that the walker is on its left.
    fn turned(self) -> Self {
        if self.a.cross(self.b) > 0.0 { self } else { Self { a: self.b, b: self.a, ..self } }
    }
}

/// Slopes in f64 from differences of the cost itself, with another step than the model's.
fn differences(term: costs::Term, v: Vec2, seen: &Seen, p: &Composition, h: f32) -> Vec2 {
    let at = |d: Vec2| f64::from(term(&Velocities::all(v + d), seen, p)[5]);
    let along = |d: Vec2| ((at(d * h) - at(-d * h)) / f64::from(2.0 * h)) as f32;
    Vec2::new(along(Vec2::new(1.0, 0.0)), along(Vec2::new(0.0, 1.0)))
}

#[test]
fn spec_slopes_of_every_cost_are_those_of_finite_differences() {
    let mut compared = vec![0; costs::TERMS.len()];
    for case in 0..200 {
        let seen = scene(case, 3);
        let mut draw = Draw::new(8, case, 0, Purpose::Setup);
        let v = Vec2::from_angle(draw.unit() * 6.3) * (0.2 + 1.5 * draw.unit()) as f32;
        for (k, (name, term)) in costs::TERMS.iter().enumerate() {
            // Only this term, through the search's own slope.
            let weight = format!("{name}_weight");
            let zeros = Composition::INFO.iter().map(|i| i.name).filter(|n| n.ends_with("_weight"));
            let mut values: Vec<(&str, f64)> = zeros.map(|n| (n, 0.0)).collect();
            values.push((&weight, 1.0));
            let p = with(&values);
            let (_, own) = search::slope(v, &seen, &p);
            let (fine, coarse) = (differences(*term, v, &seen, &p, 2e-3), differences(*term, v, &seen, &p, 8e-3));
            // Where the two differ there is a jump or a kink near by.
            if (fine - coarse).length() < 0.02 * (1.0 + fine.length()) {
                compared[k] += 1;
                assert!((own - fine).length() < 0.03 * (1.0 + fine.length()), "{name} {case}: {own:?} {fine:?}");
            }
        }
    }
    assert!(compared.iter().all(|n| *n > 100), "{compared:?}");
}

#[test]
fn slopes_of_the_smooth_terms_are_the_analytic_ones() {
    for case in 0..50 {
        let seen = scene(case, 0);
        let v = Vec2::new(0.7, 0.02 * case as f32 - 0.4);
        let only = |name| {
            search::slope(
                v,
                &seen,
                &with(
                    &preset(&[])
                        .into_iter()
                        .chain([("wall_weight", 0.0), ("side_weight", 0.0), (name, 1.0)])
                        .collect::<Vec<_>>(),
                ),
            )
            .1
        };
        let near =
            |a: Vec2, b: Vec2, name: &str| assert!((a - b).length() < 2e-3 * (1.0 + b.length()), "{name}: {a:?} {b:?}");
        near(only("goal_weight"), (v - seen.wish) * 2.0, "goal");
        near(only("inertia_weight"), (v - seen.now) * 2.0, "inertia");
        near(only("speed_weight"), v * (2.0 * (v.length() - 1.3) / v.length()), "speed");
        near(only("detour_weight"), (v - seen.wish) / ((v - seen.wish).length_squared() + 1e-4).sqrt(), "detour");
    }
}

#[test]
fn spec_both_optimisers_find_the_same_minimum_on_smooth_costs() {
    let values: Vec<(&str, f64)> =
        preset(LTA).into_iter().chain([("wall_weight", 0.0), ("side_weight", 0.0)]).collect();
    let (p, mut same) = (with(&values), 0);
    for case in 0..100 {
        // One other beside the desired direction: one valley on either side, and the desired velocity lies on one of
        // the slopes.
        let seen = scene(case, 1);
        let (a, b) = (search::sampling(&seen, &p), search::gradient(&seen, &p));
        same += usize::from((a.1 - b.1).abs() < 2e-3);
        assert!(a.1 < b.1 + 2e-3, "{case}: sampling {a:?}, gradient {b:?}");
    }
    println!("same minimum in {same} of 100");
    assert!(same >= 90, "{same}");
    let p = with(&preset(&[("goal_weight", 1.0), ("inertia_weight", 0.5), ("speed_weight", 0.3)]));
    for case in 0..50 {
        let seen = Seen::alone(Vec2::new(1.3, 0.0), Vec2::new(0.2, 0.01 * case as f32), 0.2);
        let (a, b) = (search::sampling(&seen, &p), search::gradient(&seen, &p));
        assert!((a.0 - b.0).length() < 0.02 && (a.1 - b.1).abs() < 1e-3, "{a:?} {b:?}");
    }
}

#[test]
fn spec_sampling_is_as_low_as_ten_thousand_random_velocities() {
    for (name, values) in
        [("default", vec![]), ("rvo", preset(RVO)), ("lta", preset(LTA)), ("power law", preset(POWER_LAW))]
    {
        let p = with(&values);
        let mut above: Vec<f32> = Vec::new();
        for case in 0..60 {
            let seen = scene(case, 5);
            let mut draw = Draw::new(4, case, 0, Purpose::Setup);
            let mut random = || {
                let mut v = || Vec2::from_angle(draw.unit() * 6.3) * (1.95 * draw.unit().sqrt()) as f32;
                let eight: [Vec2; 8] = std::array::from_fn(|_| v());
                Velocities { x: eight.map(|v| v.x), y: eight.map(|v| v.y) }
            };
            let least = (0..1250).flat_map(|_| costs::total(&random(), &seen, &p)).fold(f32::INFINITY, f32::min);
            above.push(search::sampling(&seen, &p).1 - least);
        }
        above.sort_by(f32::total_cmp);
        println!("{name}: above the best of 10,000: median {:.4}, worst {:.4}", above[30], above[59]);
        assert!(above[30] < 0.01 && above[59] < 0.25, "{name}: {} {}", above[30], above[59]);
    }
}

fn crowd(values: &[(&str, f64)]) -> u64 {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    let mut sim = Simulation::new(crate::setup(hall)).unwrap();
    let params = values.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    let group = sim.add_group(&Group { model: MODEL.into(), params, ..Group::default() }).unwrap();
    for (from, to) in [((0.0, 8.0), 19.0), ((12.0, 20.0), 1.0)] {
        let goal = sim.add_goal_at(Point::new(to, 5.0)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        let area = Region::from(Polygon::rectangle(from.0, 0.0, from.1, 10.0).unwrap());
        sim.populate(&area, group, journey, 20).unwrap();
    }
    (0..80).for_each(|_| {
        sim.step();
    });
    sim.report().state_hash
}

#[test]
fn spec_a_term_of_weight_0_changes_no_bit() {
    let off = [("energy_weight", 0.0), ("distance_weight", 0.0), ("flow_weight", 0.0)];
    let shapes = [("energy_time", 0.7), ("distance_sigma", 1.0), ("near_sigma", 0.5)];
    let plain = crowd(&off);
    assert_eq!(plain, crowd(&[&off[..], &shapes[..]].concat()));
    assert_ne!(plain, crowd(&[("flow_weight", 0.0), ("energy_weight", 0.0)]), "a term that counts changes something");
}

#[test]
fn presets_let_pairs_cross_and_arrive() {
    let presets = [("default", vec![]), ("rvo", preset(RVO)), ("lta", preset(LTA)), ("power law", preset(POWER_LAW))];
    for (name, values) in &presets {
        for optimiser in [0.0, 1.0] {
            let (mut least, mut late, mut touch) = (f64::INFINITY, 0.0f64, 0);
            for pair in CrossingSetup::all(MODEL) {
                let crossing = pair.with(values).with(&[("optimiser", optimiser)]).run();
                least = least.min(crossing.least_distance);
                touch += usize::from(crossing.least_distance < 0.402);
                late = crossing.arrivals.iter().map(|a| a.unwrap_or(f64::INFINITY)).fold(late, f64::max);
            }
            println!("{name} {optimiser}: pairs keep {least:.3} m, {touch} of 60 touch, the last after {late:.1} s");
            assert!(late < 30.0, "{name} {optimiser}: {late}");
            assert!(touch < 30, "{name}: {touch}");
        }
    }
}
