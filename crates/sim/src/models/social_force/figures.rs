//! What the paper shows of crowds, in figures: lanes, passage through a door from both sides, a pair that crosses.

use super::*;
use crate::AtGoal;
use crate::models::crossings::Pair;
use crate::trials::{Cast, lane_index, mean, rectangle};
use ambulo_geom::{Point, Polygon, Region, cpa};

#[test]
fn opposite_streams_form_lanes_when_others_step_where_they_want() {
    let params = [("step_desire", 1.0)];
    let all = [1, 2].map(|seed| lane_index(&Cast { params: &params, seed, ..Cast::of(SocialForce::NAME) }, 25));
    assert!(mean(&all) > 0.5, "{all:?}");
}

#[test]
#[ignore = "prints a table"]
fn lane_table() {
    let sets: &[&[(&str, f64)]] = &[&[], &[("step_desire", 1.0)]];
    for params in sets {
        for count in [25, 50, 100, 200] {
            let index = |seed| lane_index(&Cast { params, seed, ..Cast::of(SocialForce::NAME) }, count);
            let all: Vec<f64> = (1..=3).map(index).collect();
            println!("{params:?}, {count} each way: {all:.2?}, mean {:.2}", mean(&all));
        }
    }
}

/// Who passes a door of 1 m, in which order, when thirty people come from either side: true from the west. At most 300 s.
fn passages(params: &[(&str, f64)], seed: u64) -> Vec<bool> {
    let ring = [
        (0.0, 0.0),
        (10.0, 0.0),
        (10.0, 4.5),
        (10.2, 4.5),
        (10.2, 0.0),
        (20.2, 0.0),
        (20.2, 10.0),
        (10.2, 10.0),
        (10.2, 5.5),
        (10.0, 5.5),
        (10.0, 10.0),
        (0.0, 10.0),
    ];
    let cast = Cast { params, seed, ..Cast::of(SocialForce::NAME) };
    let mut sim = cast.simulation(Region::from(Polygon::from_rings(&ring, &[]).unwrap()));
    let count = 30;
    for (from, to) in [(0.0, 19.2), (12.2, 0.0)] {
        let group = sim.add_group(&cast.group()).unwrap();
        let goal = sim.add_goal_area(&rectangle(to, 0.0, to + 1.0, 10.0)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.populate(&rectangle(from, 0.0, from + 8.0, 10.0), group, journey, count).unwrap();
    }
    let (mut passed, mut order) = (vec![false; 2 * count], Vec::new());
    while order.len() < 2 * count && sim.report().time < 300.0 {
        sim.step();
        for w in sim.walkers() {
            let east = w.group.0 == 0;
            let id = w.id.0 as usize;
            if !passed[id] && (w.place.x > 10.1) == east {
                passed[id] = true;
                order.push(east);
            }
        }
    }
    order
}

/// Mean number of people who pass one after the other in the same direction.
fn mean_run(order: &[bool]) -> f64 {
    let changes = order.windows(2).filter(|w| w[0] != w[1]).count();
    order.len() as f64 / (changes + 1) as f64
}

#[test]
fn a_narrow_door_is_passed_from_both_sides_in_turns() {
    let orders: Vec<Vec<bool>> = (1..=5).map(|seed| passages(&[], seed)).collect();
    let runs: Vec<f64> = orders.iter().map(|o| mean_run(o)).collect();
    let through: Vec<usize> = orders.iter().map(Vec::len).collect();
    println!("through {through:?} of 60, mean run {runs:.1?}, mean {:.1}", mean(&runs));
    // Drawn at random the direction would change at every other person: 1.97 for thirty each way.
    assert!(mean(&runs) > 2.5, "{runs:?}");
}

#[test]
#[ignore = "prints a table"]
fn door_table() {
    for params in [&[("step_desire", 1.0)][..], &[("wall_brake", 1.0)]] {
        let orders: Vec<Vec<bool>> = (1..=3).map(|seed| passages(params, seed)).collect();
        let through: Vec<usize> = orders.iter().map(Vec::len).collect();
        println!("{params:?}: through {through:?} of 60");
    }
}

/// Two who cross at 90 degrees, one starting `offset` metres late: closest distance, and how long before it the first of
/// them has turned by 5 degrees or changed its speed by 5 %.
fn right_angle(offset: f64, params: &[(&'static str, f64)]) -> (f64, f64) {
    let run = Pair::new(SocialForce::NAME, 90.0, offset).with(params).run();
    let dt = 0.05;
    let steps = run.paths[0].len().min(run.paths[1].len());
    let apart = |k: usize| run.paths[0][k].distance(run.paths[1][k]);
    // Those who touch push each other along for a while: the first time counts.
    let least = (0..steps).map(apart).fold(f64::INFINITY, f64::min);
    let closest = (0..steps).find(|k| apart(*k) < least + 0.01).unwrap();
    let velocity = |path: &[Point], k: usize| (path[k + 1] - path[k]) / dt as f32;
    // Both have reached their pace after two and a half seconds.
    let reacts = |path: &[Point]| {
        let way = velocity(path, 49);
        (50..closest).find(|k| {
            let v = velocity(path, *k);
            let turned = f64::from(way.cross(v)).abs() > 0.0872 * f64::from(way.length() * v.length());
            turned || (v.length() / way.length() - 1.0).abs() > 0.05
        })
    };
    let first = run.paths.iter().filter_map(|p| reacts(p)).min().unwrap_or(closest);
    let place = run.paths[1][first] - run.paths[0][first];
    let v = velocity(&run.paths[1], first) - velocity(&run.paths[0], first);
    println!(
        "{params:?}, offset {offset}: closest {:.2} m; first reaction {:.2} s before, {:.2} m apart, {:.2} m predicted",
        apart(closest),
        (closest - first) as f64 * dt,
        apart(first),
        cpa(place, v).distance
    );
    (apart(closest), (closest - first) as f64 * dt)
}

#[test]
fn a_pair_at_90_degrees_reacts_late() {
    for params in [&[("noise", 0.0)][..], &[("noise", 0.0), ("step_desire", 1.0)]] {
        let all: Vec<(f64, f64)> = [0.0, 0.3, 0.6, 0.9, 1.2, 1.5].map(|offset| right_angle(offset, params)).into();
        // They come at each other for six seconds.
        assert!(all.iter().all(|(_, before)| *before < 2.0), "{all:?}");
        assert!(all.iter().all(|(closest, _)| *closest > 0.395), "{all:?}");
    }
}
