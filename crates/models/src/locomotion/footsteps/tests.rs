//! What planned footsteps must be, alone and among others.

use super::steps;
use crate::trials::rectangle;
use ambulo_geom::{Crossing, Point, Polygon, Region, Segment};
use ambulo_sim::{AtGoal, Footstep, Group, Setup, Simulation, Spread};
use std::collections::BTreeMap;

/// Walkers with planned footsteps on a plan, until all are there or `limit` is over [s].
struct Walk {
    sim: Simulation,
    steps: BTreeMap<u32, Vec<Footstep>>,
}

fn walk(region: Region, model: &str, threads: usize, trips: &[(Point, Point)], limit: f64) -> Walk {
    let mut sim = Simulation::new(Setup { threads, ..crate::setup(region) }).unwrap();
    let speed = Spread::constant(1.3);
    let group = Group {
        model: model.into(),
        locomotion: "footsteps".into(),
        speed,
        radius: Spread::constant(0.22),
        ..Group::default()
    };
    let group = sim.add_group(&group).unwrap();
    for (from, to) in trips {
        let goal = sim.add_goal_at(*to).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.spawn(group, journey, *from).unwrap();
    }
    let mut steps: BTreeMap<u32, Vec<Footstep>> = BTreeMap::new();
    while sim.report().time < limit && sim.report().arrived < trips.len() {
        sim.step();
        sim.footsteps().into_iter().for_each(|step| steps.entry(step.id.0).or_default().push(step));
    }
    Walk { sim, steps }
}

/// Feet alternate, land later and later, and are numbered.
fn check_order(walk: &Walk) {
    for steps in walk.steps.values() {
        assert!(steps.iter().enumerate().all(|(k, s)| s.index == k as u32), "{steps:?}");
        assert!(steps[..2].iter().all(|s| s.lift == s.land) && steps[0].right != steps[1].right);
        for pair in steps[2..].windows(2) {
            assert!(pair[0].right != pair[1].right, "{pair:?}");
            assert!(
                pair[1].land > pair[0].land && pair[1].lift >= pair[0].land && pair[1].lift < pair[1].land,
                "{pair:?}"
            );
        }
    }
}

/// Swings that cross a wall.
fn crossings(walk: &Walk) -> usize {
    let walls = walk.sim.walls().all();
    let mut found = 0;
    for steps in walk.steps.values() {
        for right in [false, true] {
            let places: Vec<Point> = steps.iter().filter(|s| s.right == right).map(|s| s.place).collect();
            let swings = places.windows(2).map(|p| Segment::new(p[0], p[1]));
            found += swings.filter(|s| walls.iter().any(|w| s.crossing(w.at) != Crossing::None)).count();
        }
    }
    found
}

#[test]
fn one_alone_walks_at_its_pace_straight_on_alternating_feet() {
    let trips = [(Point::new(1.0, 3.0), Point::new(38.0, 3.0))];
    for model in ["social-force", "orca", "karamouzas"] {
        let walk = walk(rectangle(0.0, 0.0, 40.0, 6.0), model, 1, &trips, 60.0);
        check_order(&walk);
        let (steps, time) = (&walk.steps[&0], walk.sim.report().time);
        let aside = steps.iter().map(|s| (s.place.y - 3.0).abs()).fold(0.0, f64::max);
        println!("{model}: {time} s, {} steps, aside {aside}", steps.len());
        // 37 m at 1.3 m/s are 28.5 s; a step is as long as the relation says, 0.7 m.
        assert!((27.0..32.0).contains(&time), "{model}: {time} s");
        assert!((48..66).contains(&steps.len()) && aside < 0.6, "{model}: {} steps, {aside} m aside", steps.len());
    }
}

#[test]
fn the_own_step_has_the_speed_that_is_intended() {
    let mut set = Vec::new();
    for speed in [0.3, 0.8, 1.3, 1.6] {
        steps::fill(&mut set, speed, 0.5);
        assert!((set[0].forward / set[0].time - speed).abs() < 1e-4, "{:?} at {speed}", set[0]);
        assert!(set.iter().all(|s| s.effort >= 1.0 && s.time > 0.0));
    }
}

#[test]
fn four_cross_without_overlap_on_alternating_feet_and_arrive() {
    let p = Point::new;
    let trips = [
        (p(1.0, 8.0), p(15.0, 8.0)),
        (p(15.0, 8.2), p(1.0, 8.2)),
        (p(8.0, 1.0), p(8.0, 15.0)),
        (p(8.2, 15.0), p(8.2, 1.0)),
    ];
    for model in ["social-force", "orca"] {
        let walk = walk(rectangle(0.0, 0.0, 16.0, 16.0), model, 1, &trips, 60.0);
        let report = walk.sim.report();
        println!("{model}: {} arrived at {} s, overlap {}", report.arrived, report.time, report.max_overlap);
        check_order(&walk);
        assert_eq!(report.arrived, 4, "{model}");
        assert!(report.max_overlap < 0.005);
    }
}

#[test]
fn no_swing_crosses_a_thin_wall() {
    // A wall of 0.1 m with a door of 1 m in it.
    let p = |x0, y0, x1, y1| vec![(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
    let holes = [p(5.0, 0.5, 5.1, 3.0), p(5.0, 4.0, 5.1, 7.5)];
    let holes: Vec<&[(f64, f64)]> = holes.iter().map(Vec::as_slice).collect();
    let plan = Region::from(Polygon::from_rings(&p(0.0, 0.0, 10.0, 8.0), &holes).unwrap());
    let at = Point::new;
    let trips = [
        (at(4.5, 1.5), at(5.6, 1.5)),
        (at(4.4, 6.5), at(9.0, 6.0)),
        (at(9.0, 3.5), at(1.0, 3.4)),
        (at(1.0, 3.6), at(9.0, 3.5)),
    ];
    let walk = walk(plan, "social-force", 1, &trips, 90.0);
    check_order(&walk);
    println!("{} arrived at {} s", walk.sim.report().arrived, walk.sim.report().time);
    assert_eq!((crossings(&walk), walk.sim.report().arrived), (0, 4));
}

#[test]
fn the_same_bits_on_any_number_of_threads_and_from_a_snapshot() {
    let trips: Vec<(Point, Point)> = (0..600)
        .map(|k| {
            let (x, y) = (f64::from(k % 30) + 1.0, f64::from(k / 30) + 1.0);
            (Point::new(x, y), Point::new(31.0 - x, 21.0 - y))
        })
        .collect();
    let run = |threads| walk(rectangle(0.0, 0.0, 32.0, 22.0), "social-force", threads, &trips, 4.0);
    let (one, three) = (run(1), run(3));
    assert_eq!(one.sim.report().state_hash, three.sim.report().state_hash);
    assert_eq!(one.steps, three.steps);
    // A run that goes on from a snapshot, in the middle of steps, plans the same.
    let (mut first, mut second) =
        (run(1).sim, walk(rectangle(0.0, 0.0, 32.0, 22.0), "social-force", 1, &trips, 0.0).sim);
    second.restore(&first.save().unwrap()).unwrap();
    for _ in 0..40 {
        first.step();
        second.step();
        assert_eq!(first.footsteps(), second.footsteps());
    }
    assert_eq!(first.report().state_hash, second.report().state_hash);
}
