//! No overlap grows, the fundamental diagram of a single file, doors.

use super::*;
use crate::lanes::NOWHERE;
use crate::random::{Draw, Purpose};
use crate::trials::{Cast, Start, empty_room, mean, rectangle, started};
use crate::{AtGoal, Spread};
use ambulo_geom::Point;

const R: f32 = 0.2;

/// The velocity chosen by the kernel alone among others at `places`.
fn choose(me: Vec2, e: Vec2, u: f32, places: &[Vec2], p: &CollisionFreeSpeedParams) -> Vec2 {
    let kernel = Kernel { radius: R, strength: p.strength, reach: p.reach };
    let blocks: Vec<[[f32; LANES]; 3]> = places
        .chunks(LANES)
        .map(|c| {
            let mut lanes = [[NOWHERE; LANES], [NOWHERE; LANES], [0.0; LANES]];
            for (k, q) in c.iter().enumerate() {
                (lanes[0][k], lanes[1][k], lanes[2][k]) = (q.x - me.x, q.y - me.y, R);
            }
            lanes
        })
        .collect();
    let zero = [0.0; LANES];
    let block = |b: &[[f32; LANES]; 3], work: &mut dyn FnMut(Block<'_>)| {
        work(Block { dx: &b[0], dy: &b[1], vx: &zero, vy: &zero, radius: &b[2] });
    };
    let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
    for b in &blocks {
        block(b, &mut |o| kernel.repel(o, &mut x, &mut y, None::<fn(Vec2) -> bool>));
    }
    let direction = (e + Vec2::new(total(&x), total(&y))).unit().unwrap_or(e);
    let mut gap = u * p.time_gap;
    for b in &blocks {
        block(b, &mut |o| gap = kernel.gap(o, direction, gap, |_| false));
    }
    direction * (gap / p.time_gap).min(u)
}

#[test]
fn overlap_never_increases_for_steps_up_to_a_twentieth_of_a_second() {
    // Crowds thrown together at random, many of them overlapping, each heading somewhere else; no engine helps.
    let p = CollisionFreeSpeedParams::default();
    let (mut overlapping, mut worst) = (0, 0.0f32);
    for crowd in 0..200u32 {
        let mut draw = Draw::new(2, crowd, 0, Purpose::Setup);
        let mut number = |limit: f64| (limit * (2.0 * draw.unit() - 1.0)) as f32;
        let mut places: Vec<Vec2> = (0..30).map(|_| Vec2::new(number(1.2), number(1.2))).collect();
        let ways: Vec<Vec2> = (0..30).filter_map(|_| Vec2::new(number(1.0), number(1.0)).unit()).collect();
        let dt = [0.05, 0.02][crowd as usize % 2];
        for _ in 0..40 {
            let next: Vec<Vec2> = (0..places.len())
                .map(|i| {
                    let others: Vec<Vec2> = (0..places.len()).filter(|j| *j != i).map(|j| places[j]).collect();
                    places[i] + choose(places[i], ways[i], 1.2, &others, &p) * dt
                })
                .collect();
            for i in 0..places.len() {
                for j in 0..i {
                    let (before, after) = ((places[i] - places[j]).length(), (next[i] - next[j]).length());
                    if before <= 2.0 * R {
                        overlapping += 1;
                        worst = worst.max(before - after);
                    }
                }
            }
            places = next;
        }
    }
    println!("{overlapping} overlapping pairs, worst approach {worst:e} m");
    assert!(overlapping > 10_000 && worst < 1e-6, "{overlapping} {worst}");
}

#[test]
fn whoever_follows_or_meets_another_never_touches() {
    let p = CollisionFreeSpeedParams { strength: 0.0, ..CollisionFreeSpeedParams::default() };
    let (mut a, mut b, e) = (Vec2::ZERO, Vec2::new(5.0, 0.1), Vec2::new(1.0, 0.0));
    for _ in 0..2000 {
        let (va, vb) = (choose(a, e, 1.2, &[b], &p), choose(b, -e, 1.2, &[a], &p));
        (a, b) = (a + va * 0.05, b + vb * 0.05);
    }
    let gap = (b - a).length() - 2.0 * R;
    assert!((0.0..1e-3).contains(&gap), "{gap}");
}

/// A single file behind a leader of `pace` [m/s]: spacing of those right behind it and the speed they keep.
fn single_file(pace: f64) -> (f64, f64) {
    let params = [("noise", 0.0)];
    let cast = Cast {
        params: &params,
        speed: Spread::constant(1.2),
        radius: Spread::constant(f64::from(R)),
        ..Cast::of(CollisionFreeSpeed::NAME)
    };
    let first = 40.0;
    let follower = |k: usize| Start {
        at: Point::new(first - 0.9 * (k + 1) as f64, 2.0),
        velocity: Vec2::ZERO,
        to: Point::new(299.0, 2.0),
    };
    let starts: Vec<Start> = (0..30).map(follower).collect();
    let (mut sim, ids) = started(&cast, rectangle(0.0, 0.0, 300.0, 4.0), &starts);
    let group = sim.add_group(&Cast { speed: Spread::constant(pace), ..cast.clone() }.group()).unwrap();
    let goal = sim.add_goal_at(Point::new(299.0, 2.0)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Stay);
    sim.spawn(group, journey, Point::new(first, 2.0)).unwrap();
    while sim.report().time < 150.0 {
        sim.step();
    }
    let state: Vec<_> = ids[..8].iter().map(|id| sim.walker(*id).unwrap()).collect();
    let spacing = state[0].place.distance(state[7].place) / 7.0;
    (spacing, mean(&state.iter().map(|w| f64::from(w.velocity.length())).collect::<Vec<f64>>()))
}

#[test]
fn a_single_file_follows_the_fundamental_diagram_within_2_per_cent() {
    // A leader slower than all behind it sets their speed, and they find their spacing.
    for pace in [0.1, 0.2, 0.4, 0.6, 0.8, 1.0] {
        let (spacing, speed) = single_file(pace);
        let density = 1.0 / spacing;
        let expected = (1.0 / density - 2.0 * f64::from(R)).min(1.2);
        println!("density {density:.2} a metre: {speed:.3} m/s, expected {expected:.3}");
        assert!((speed / expected - 1.0).abs() < 0.02, "{speed} {expected}");
    }
    // A leader who is faster holds nobody back.
    let (spacing, speed) = single_file(1.5);
    println!("spacing {spacing:.2}, free {speed:.3} m/s");
    assert!((speed / 1.2 - 1.0).abs() < 0.02);
}

fn cast<'a>(params: &'a [(&'a str, f64)], seed: u64) -> Cast<'a> {
    Cast {
        params,
        seed,
        speed: Spread { mean: 1.2, sd: 0.1, min: 0.8, max: 1.6 },
        radius: Spread::constant(f64::from(R)),
        ..Cast::of(CollisionFreeSpeed::NAME)
    }
}

/// People a second through doors of 0.8, 1.0 and 1.2 m.
fn flows(params: &[(&str, f64)]) -> [f64; 3] {
    [0.8, 1.0, 1.2].map(|door| {
        let flow = |seed| empty_room(&cast(params, seed), 150, 12.0, door, 400.0).flow(40, 120);
        mean(&[1, 2].map(flow))
    })
}

#[test]
fn the_flow_through_a_door_grows_with_its_width() {
    let flows = flows(&[]);
    println!("people a second through 0.8, 1.0 and 1.2 m: {flows:.2?}");
    assert!(flows[0] < flows[1] && flows[1] < flows[2]);
    assert!(flows[0] > 0.6 && flows[2] < 2.5);
}

#[test]
#[ignore = "prints a table"]
fn flow_table() {
    let sets: &[&[(&str, f64)]] = &[&[("noise", 0.0)], &[("noise", 0.3)], &[("time_gap", 0.5)]];
    for params in sets {
        println!("{params:?}: {:.2?}", flows(params));
    }
    for door in [0.8, 1.0, 1.2] {
        let through =
            [1, 2].map(|seed| empty_room(&cast(&[("strength", 5.0)], seed), 150, 12.0, door, 400.0).times.len());
        println!("strength 5, door {door}: {through:?} of 150");
    }
}
