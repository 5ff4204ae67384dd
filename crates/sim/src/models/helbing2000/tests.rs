//! The forces alone, pairs, and rooms that empty.

use super::motion::{Obstacle, Obstacles};
use super::*;
use crate::Spread;
use crate::trials::{Cast, Start, empty_room, mean, rectangle, started};
use ambulo_geom::Point;
use ambulo_geom::math::exp;

const R: f32 = 0.25;

fn motion<'a>(params: &'a Helbing2000Params, near: &'a Near, obstacles: &'a Obstacles, preferred: Vec2) -> Motion<'a> {
    Motion { params, near, obstacles, shown: Vec2::ZERO, preferred, noise: Vec2::ZERO, limit: 100.0, dt: 0.05 }
}

fn touch(p: &Helbing2000Params) -> f32 {
    2.0 * R + 2.0 * p.give
}

/// Two walkers on a line, each stepped by the real integration.
struct Pair {
    params: Helbing2000Params,
    x: [f32; 2],
    v: [f32; 2],
    /// Velocities of the last step as a whole [m/s].
    shown: [f32; 2],
    /// What each prefers [m/s].
    preferred: [f32; 2],
}

impl Pair {
    fn step(&mut self) {
        let none = Obstacles::none(R);
        let (x, v, shown) = (self.x, self.v, self.shown);
        for me in 0..2 {
            let other = 1 - me;
            let mut near = Near::NOBODY;
            near.push(Vec2::new(x[other] - x[me], 0.0), Vec2::new(shown[other], 0.0), touch(&self.params));
            let m = motion(&self.params, &near, &none, Vec2::new(self.preferred[me], 0.0));
            let m = Motion { shown: Vec2::new(shown[me], 0.0), ..m };
            let (way, ended) = m.advance(Vec2::new(v[me], 0.0));
            assert_eq!(way.y, 0.0);
            (self.x[me], self.v[me], self.shown[me]) = (x[me] + way.x, ended.x, way.x / m.dt);
        }
    }

    fn overlap(&self) -> f32 {
        touch(&self.params) - (self.x[1] - self.x[0])
    }
}

fn repulsion(p: &Helbing2000Params, overlap: f64) -> f64 {
    f64::from(p.strength) * exp(overlap / f64::from(p.reach)) + f64::from(p.stiffness) * overlap.max(0.0)
}

#[test]
fn two_pressed_walkers_reach_the_overlap_at_which_the_contact_force_is_the_external_one() {
    // The drive m u / tau is the external force: 214 N keeps them apart, 3200 and 4800 N press them.
    for u in [1.34f32, 20.0, 30.0] {
        let params = Helbing2000Params::default();
        let external = f64::from(params.mass * u / params.tau);
        let mut pair = Pair { params, x: [-0.4, 0.4], v: [0.0; 2], shown: [0.0; 2], preferred: [u, -u] };
        (0..600).for_each(|_| pair.step());
        let force = repulsion(&pair.params, f64::from(pair.overlap()));
        println!("{external:.0} N: overlap {:.2} mm, {force:.1} N", 1e3 * pair.overlap());
        assert!((force / external - 1.0).abs() < 1e-3, "{force} {external}");
        assert!(pair.v.iter().all(|v| v.abs() < 1e-4), "{:?}", pair.v);
    }
}

#[test]
fn two_pressed_walkers_in_a_simulation_reach_the_same_overlap() {
    // A weaker repulsion, so that a walking pace presses bodies: at 160 N, and 800 N.
    for u in [1.0, 5.0] {
        let params = [("strength", 100.0), ("noise", 0.0)];
        let cast = Cast {
            params: &params,
            speed: Spread::constant(u),
            radius: Spread::constant(f64::from(R)),
            ..Cast::of(Helbing2000::NAME)
        };
        let start = |side: f64| Start {
            at: Point::new(20.0 + side, 5.0),
            velocity: Vec2::ZERO,
            to: Point::new(20.0 - side * 19.0, 5.0),
        };
        let (mut sim, ids) = started(&cast, rectangle(0.0, 0.0, 40.0, 10.0), &[start(-1.0), start(1.0)]);
        (0..400).for_each(|_| {
            sim.step();
        });
        let apart = sim.walker(ids[0]).unwrap().place.distance(sim.walker(ids[1]).unwrap().place);
        let p = Helbing2000Params { strength: 100.0, ..Helbing2000Params::default() };
        let (force, external) = (repulsion(&p, f64::from(touch(&p)) - apart), 80.0 * u / 0.5);
        println!("{external} N: overlap {:.2} mm, {force:.1} N", 1e3 * (f64::from(touch(&p)) - apart));
        assert!(f64::from(touch(&p)) - apart > 1e-4, "they are pressed");
        assert!((force / external - 1.0).abs() < 0.01, "{force} {external}");
    }
}

#[test]
fn the_tangential_force_opposes_sliding_and_grows_with_the_overlap() {
    let params = Helbing2000Params::default();
    let none = Obstacles::none(R);
    let force = |overlap: f32, v: Vec2| {
        let mut near = Near::NOBODY;
        near.push(Vec2::new(touch(&params) - overlap, 0.0), Vec2::new(0.0, 0.3), touch(&params));
        motion(&params, &near, &none, Vec2::ZERO).people(Vec2::ZERO, v, 0.0).force
    };
    for (v, slide) in [(Vec2::new(0.0, 1.3), 1.0), (Vec2::new(0.5, -0.7), -1.0), (Vec2::new(1.0, 0.3), 0.0)] {
        for overlap in [0.001, 0.004f32] {
            let (f, free) = (force(overlap, v), force(overlap, Vec2::new(v.x, 0.3)));
            assert!((f.y + 2.4e5 * overlap * slide).abs() < 0.2, "{f:?}");
            assert!((f.x - free.x).abs() < 1e-3, "friction acts sideways only");
        }
        assert_eq!(force(-0.01, v).y, 0.0, "no friction without a touch");
    }
    // The same at a wall, which stands.
    let mut wall = Obstacles::none(R + params.give);
    wall.list[0] = Obstacle { at: Vec2::new(0.0, -(wall.touch - 0.002)), flat: true };
    wall.count = 1;
    let near = Near::NOBODY;
    let f = motion(&params, &near, &wall, Vec2::ZERO).walls(Vec2::ZERO, Vec2::new(1.0, 0.0)).force;
    assert!((f.x + 480.0).abs() < 0.2 && f.y > 2000.0, "{f:?}");
}

#[test]
fn friction_stops_sliding_and_never_reverses_it() {
    // A wall pressed as deep as bodies give, at a hundred times the usual friction.
    let params = Helbing2000Params { friction: 1e6, strength: 0.0, stiffness: 0.0, tau: 5.0, ..Default::default() };
    let mut wall = Obstacles::none(R + params.give);
    wall.list[0] = Obstacle { at: Vec2::new(0.0, -R), flat: true };
    wall.count = 1;
    let near = Near::NOBODY;
    let mut v = Vec2::new(1.5, 0.0);
    for _ in 0..10 {
        let (_, after) = motion(&params, &near, &wall, Vec2::ZERO).advance(v);
        assert!(after.x >= 0.0 && after.x < v.x, "{after:?} {v:?}");
        v = after;
    }
    assert!(v.x < 1e-3);
}

#[test]
fn a_static_overlapping_pair_separates_without_growing_oscillation() {
    for overlap in [0.002f32, 0.005, 0.03, 0.06] {
        let params = Helbing2000Params::default();
        let gap = touch(&params) - overlap;
        let mut pair = Pair { params, x: [-0.5 * gap, 0.5 * gap], v: [0.0; 2], shown: [0.0; 2], preferred: [0.0; 2] };
        let mut apart = gap;
        for k in 0..400 {
            pair.step();
            let now = pair.x[1] - pair.x[0];
            assert!(now >= apart, "step {k}: from {apart} to {now} m apart");
            apart = now;
        }
        assert!(apart > touch(&pair.params) && pair.v[1] < 1e-2, "{apart} {:?}", pair.v);
        // Each gets no more than half the energy there was.
        let p = &pair.params;
        let stored = p.strength * p.reach * ambulo_geom::math::exp32(overlap / p.reach);
        assert!(pair.x[1] < (stored / p.mass).sqrt() * 0.5 + 0.5 * p.stiffness.sqrt() * overlap + gap);
    }
}

#[test]
fn a_pair_under_pressure_comes_to_rest_for_any_length_of_a_step() {
    // Taken to move on unchanged, the other would make this grow.
    let params = Helbing2000Params::default();
    let mut pair = Pair { params, x: [-0.262, 0.262], v: [1.0, -1.0], shown: [1.0, -1.0], preferred: [20.0, -20.0] };
    let mut last = f32::INFINITY;
    for _ in 0..12 {
        let swing = (0..20).map(|_| {
            pair.step();
            pair.v[0].abs()
        });
        let worst = swing.fold(0.0, f32::max);
        assert!(worst < last, "{worst} after {last} m/s");
        last = worst;
    }
}

/// The paper's room: two hundred people of 0.5 to 0.7 m across in 15 m, a door of 1 m. Seconds until all are through, and
/// how many were.
fn leaving_time(u: f64, dt: f64, params: &[(&str, f64)], seed: u64) -> (f64, usize) {
    let radius = Spread { mean: 0.3, sd: 0.03, min: 0.25, max: 0.35 };
    let cast = Cast { params, speed: Spread::constant(u), radius, dt, seed, ..Cast::of(Helbing2000::NAME) };
    let emptied = empty_room(&cast, 200, 15.0, 1.0, 600.0);
    assert!(emptied.overlap < 0.0051);
    (emptied.times.last().copied().unwrap_or(f64::INFINITY), emptied.times.len())
}

/// Mean over seeds.
fn mean_time(u: f64, dt: f64, params: &[(&str, f64)], seeds: std::ops::RangeInclusive<u64>) -> f64 {
    let times: Vec<f64> = seeds
        .map(|seed| {
            let (time, left) = leaving_time(u, dt, params, seed);
            assert_eq!(left, 200, "u = {u}, seed {seed}");
            time
        })
        .collect();
    println!("u {u}, dt {dt}, {params:?}: {times:.1?}, mean {:.1}", mean(&times));
    mean(&times)
}

#[test]
fn faster_is_slower_the_room_empties_soonest_at_a_middling_speed() {
    let [slow, middling, fast] = [1.0, 1.5, 5.0].map(|u| mean_time(u, 0.05, &[], 1..=2));
    assert!(slow > 1.1 * middling && fast > 1.1 * middling, "{slow} {middling} {fast}");
}

#[test]
fn halving_the_substep_changes_the_leaving_time_by_less_than_5_per_cent() {
    let usual = mean_time(1.5, 0.05, &[], 1..=2);
    let half = mean_time(1.5, 0.05, &[("substep", 0.0025)], 1..=2);
    assert!((half / usual - 1.0).abs() < 0.05, "{usual} {half}");
}

#[test]
#[ignore = "prints a table"]
fn faster_is_slower_table() {
    let row = |u: f64, dt: f64, params: &[(&str, f64)]| {
        let all: Vec<(f64, usize)> = (1..=3).map(|seed| leaving_time(u, dt, params, seed)).collect();
        let times: Vec<f64> = all.iter().map(|a| a.0).collect();
        println!("u {u}, dt {dt}, {params:?}: {:.1} s, {all:.1?}", mean(&times));
    };
    for u in [1.5, 5.0] {
        row(u, 0.05, &[("friction", 0.0)]);
        row(u, 0.05, &[("give", 0.0)]);
        row(u, 0.025, &[]);
    }
    for u in [0.8, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0] {
        row(u, 0.05, &[]);
    }
}
