//! What the paper promises.

use super::*;
use crate::models::crossings::Pair;
use crate::random::{Draw, Purpose};
use crate::{AgentId, AtGoal, Group, Setup, Simulation, Spread};
use ambulo_geom::{Point, Polygon, Region};

const MODEL: &str = "moussaid";

fn group(params: &[(&str, f64)]) -> Group {
    Group {
        model: MODEL.into(),
        params: params.iter().map(|(n, v)| (n.to_string(), *v)).collect(),
        speed: Spread::constant(1.3),
        radius: Spread::constant(0.2),
        ..Group::default()
    }
}

fn hall(width: f64, height: f64) -> Simulation {
    Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, width, height).unwrap()))).unwrap()
}

#[test]
fn spec_in_empty_space_the_chosen_direction_is_the_way() {
    let p = MoussaidParams::default();
    for degrees in (-74..=74).step_by(7) {
        let sight = Vec2::from_angle(0.4);
        let way = Vec2::from_angle(0.4 + f64::from(degrees).to_radians());
        let (direction, free) = Fan::new(&p, sight, way, 1.3).choose(&p);
        assert_eq!((direction, free), (way, 10.0), "{degrees} degrees");
    }
    // A way out of sight is approached as far as one sees.
    let (direction, _) = Fan::new(&p, Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), 1.3).choose(&p);
    assert!((direction.angle().to_degrees() - 75.0).abs() < 1e-3, "{direction:?}");
}

#[test]
fn directions_are_as_free_as_a_slow_search_finds_them() {
    let p = MoussaidParams::default();
    for case in 0..200 {
        let mut draw = Draw::new(3, case, 0, Purpose::Setup);
        let mut between = |a: f64, b: f64| (a + (b - a) * draw.unit()) as f32;
        let (at, v) =
            (Vec2::new(between(-4.0, 4.0), between(-4.0, 4.0)), Vec2::new(between(-1.5, 1.5), between(-1.5, 1.5)));
        if at.length() < 0.5 {
            continue;
        }
        let mut fan = Fan::new(&p, Vec2::new(1.0, 0.0), Vec2::new(1.0, 0.0), 1.3);
        let eight = |first: f32, others: f32| std::array::from_fn(|k| if k == 0 { first } else { others });
        let far = crate::lanes::NOWHERE;
        let (dx, dy, vx, vy) = (eight(at.x, far), eight(at.y, far), eight(v.x, 0.0), eight(v.y, 0.0));
        let radius = eight(0.2, 0.0);
        fan.people(&crate::Block { dx: &dx, dy: &dy, vx: &vx, vy: &vy, radius: &radius }, 0.2);
        let mut heard = Explanation::default();
        fan.tell(Vec2::ZERO, &mut heard);
        for note in &heard.notes {
            let Note::Candidate { velocity, terms, .. } = note else { panic!() };
            let meets = |t: f32| (at + (v - *velocity) * t).length() < 0.4 - 2e-4;
            let slow = (0..8000).map(|i| i as f32 * 0.001).find(|t| meets(*t)).map_or(10.0, |t| (t * 1.3).min(10.0));
            // Grazing is a matter of rounding, so only a clear hit or miss counts.
            let grazes = (0..8000).map(|i| i as f32 * 0.001).map(|t| (at + (v - *velocity) * t).length());
            if (grazes.fold(f32::INFINITY, f32::min) - 0.4).abs() > 0.01 {
                assert!((terms[0].1 - slow).abs() < 0.02, "{at:?} {v:?} {velocity:?}: {} {slow}", terms[0].1);
            }
        }
    }
}

/// A stout walker on its way to a place so near to a wall that it cannot get there: speeds and gaps to the wall.
fn into_a_wall(params: &[(&str, f64)]) -> Vec<(f64, f64)> {
    let mut sim = hall(10.0, 3.0);
    let group = sim.add_group(&Group { radius: Spread::constant(0.9), ..group(params) }).unwrap();
    let goal = sim.add_goal_at(Point::new(9.7, 1.5)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    let id = sim.spawn(group, journey, Point::new(3.0, 1.5)).unwrap();
    let mut look = || {
        sim.step();
        let w = sim.walker(id).unwrap();
        (f64::from(w.velocity.length()), 9.1 - w.place.x)
    };
    (0..400).map(|_| look()).collect()
}

#[test]
fn spec_near_a_wall_a_walker_wants_to_go_gap_by_tau_and_stops_before_contact() {
    let (narrow, calm) = (("half_angle", 5.0), ("noise", 0.0));
    let walk = into_a_wall(&[narrow, calm]);
    assert!(walk.iter().any(|(speed, _)| (speed - 1.3).abs() < 0.01), "it never walked");
    // Where it walks slower than it could, it follows gap / tau within a brake time.
    for ((speed, gap), (next, _)) in walk.iter().zip(&walk[1..]) {
        let wanted = (gap / 0.5).min(1.3);
        if *speed > wanted {
            let expected = speed + (wanted - speed) * 0.05 / 0.125;
            assert!((next - expected).abs() < 0.02, "{speed} {wanted} {next}");
        }
    }
    let (speed, gap) = walk[399];
    let nearest = walk.iter().map(|w| w.1).fold(f64::INFINITY, f64::min);
    assert!(speed < 0.01 && gap < 0.05 && nearest > -1e-6, "{speed} m/s, {nearest} m");
    // With the paper's one relaxation time it arrives at the wall walking.
    let literal = into_a_wall(&[narrow, calm, ("brake_time", 0.5)]);
    let hit = literal.iter().find(|(_, gap)| *gap < 0.02).unwrap();
    assert!(hit.0 > 0.3, "{} m/s at the wall", hit.0);
}

#[test]
fn spec_a_pair_meeting_head_on_with_a_small_offset_deviates_early() {
    let crossing = Pair::new(MODEL, 180.0, 0.2).with(&[("noise", 0.0)]).run();
    // The distance between the two when the first has stepped 5 cm aside.
    let aside = crossing.paths[0].iter().zip(&crossing.paths[1]).find(|(a, _)| (a.y - 24.0).abs() > 0.05);
    let (a, b) = aside.expect("it never deviates");
    println!("head-on: {:.2} m apart when 5 cm aside, least {:.2} m", a.distance(*b), crossing.least_distance);
    assert!(a.distance(*b) > 4.0);
}

#[test]
fn pairs_cross_and_arrive() {
    let (mut least, mut late, mut faults) = (f64::INFINITY, 0.0f64, 0);
    for pair in Pair::all(MODEL) {
        let crossing = pair.run();
        least = least.min(crossing.least_distance);
        faults += usize::from(crossing.least_distance < 0.402);
        for arrival in crossing.arrivals {
            let arrival = arrival.unwrap_or(f64::INFINITY);
            if arrival > 20.0 {
                println!("{pair}: {arrival:.1} s");
            }
            late = late.max(arrival);
        }
    }
    println!("pairs keep {least:.3} m, {faults} of 60 touch, the last arrives after {late:.1} s");
    assert!(late < 25.0 && faults < 30, "{late} s, {faults}");
}

/// People walking along a street, half of them each way, or all one way.
fn street(count: usize, width: f64, both: bool, params: &[(&str, f64)]) -> (Simulation, Vec<(AgentId, bool)>) {
    let length = 40.0;
    let mut sim = hall(length, width);
    let group = sim.add_group(&group(params)).unwrap();
    let mut ids = Vec::new();
    for east in [true, false] {
        if !both && !east {
            continue;
        }
        let end = if east { (length - 1.0, length) } else { (0.0, 1.0) };
        let goal = sim.add_goal_area(&Region::from(Polygon::rectangle(end.0, 0.0, end.1, width).unwrap())).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        let half = if both { count / 2 } else { count };
        let mut placed = 0;
        for k in 0..20_000 {
            let mut draw = Draw::new(5, k, u32::from(east), Purpose::Setup);
            let room = if both { 1.0..39.0 } else { 1.0..21.0 };
            let at = Point::new(room.start + draw.unit() * (room.end - room.start), 0.3 + draw.unit() * (width - 0.6));
            if let Some(id) = sim.spawn(group, journey, at).filter(|_| placed < half) {
                ids.push((id, east));
                placed += 1;
            }
            if placed == half {
                break;
            }
        }
    }
    (sim, ids)
}

#[test]
fn spec_opposite_streams_in_a_street_form_lanes() {
    // Share of the same direction less that of the other among those beside and ahead, as for lanes in the scene group-swap.
    let index = |sim: &Simulation, ids: &[(AgentId, bool)]| {
        let now: Vec<(Point, bool)> = ids.iter().filter_map(|(id, e)| sim.walker(*id).map(|w| (w.place, *e))).collect();
        let (mut sum, mut counted) = (0.0, 0.0);
        for (k, (p, east)) in now.iter().enumerate() {
            let beside = |q: &Point| (p.y - q.y).abs() < 0.4 && (p.x - q.x).abs() < 5.0;
            let near: Vec<bool> = now
                .iter()
                .enumerate()
                .filter(|(j, (q, _))| *j != k && beside(q))
                .map(|(_, (_, e))| e == east)
                .collect();
            if !near.is_empty() {
                sum += 2.0 * near.iter().filter(|s| **s).count() as f64 / near.len() as f64 - 1.0;
                counted += 1.0;
            }
        }
        sum / counted
    };
    let (mut sim, ids) = street(80, 5.0, true, &[]);
    let before = index(&sim, &ids);
    (0..200).for_each(|_| {
        sim.step();
    });
    let after = index(&sim, &ids);
    println!("lanes: index {before:.2} at the start, {after:.2} after 10 s");
    assert!(after > before + 0.25, "{before} {after}");
}

/// People walking round a ring of 3 m width: mean speed, and share of walker-steps at less than a tenth of the pace.
fn ring(density: f64) -> (f64, f64) {
    let circle = |radius: f64| -> Vec<(f64, f64)> {
        let at = |k: u32| Vec2::from_angle(f64::from(k) * std::f64::consts::TAU / 32.0) * radius as f32;
        (0..32).map(|k| (8.0 + f64::from(at(k).x), 8.0 + f64::from(at(k).y))).collect()
    };
    let plan = Polygon::from_rings(&circle(7.0), &[&circle(4.0)]).unwrap();
    let mut sim = Simulation::new(Setup::new(Region::from(plan))).unwrap();
    let group = sim.add_group(&group(&[])).unwrap();
    let gates = [(11.5, 7.9, 15.5, 8.1), (7.9, 11.5, 8.1, 15.5), (0.5, 7.9, 4.5, 8.1), (7.9, 0.5, 8.1, 4.5)];
    let goals = gates.map(|(a, b, c, d)| Region::from(Polygon::rectangle(a, b, c, d).unwrap()));
    let goals = goals.map(|gate| sim.add_goal_area(&gate).unwrap());
    let quarter = |first: usize| -> Vec<_> { (0..12).map(|k| goals[(first + k) % 4]).collect() };
    let journeys = [1, 2, 3, 0].map(|first| sim.add_journey(&quarter(first), AtGoal::Leave));
    let people = (density * 103.0) as usize;
    let (mut ids, mut k) = (Vec::new(), 0);
    while ids.len() < people && k < 100_000 {
        let mut draw = Draw::new(9, k, 0, Purpose::Setup);
        let (angle, radius) = (draw.unit() * std::f64::consts::TAU, 4.3 + 2.4 * draw.unit());
        let at = Vec2::from_angle(angle) * radius as f32;
        let journey = journeys[(angle / std::f64::consts::FRAC_PI_2) as usize % 4];
        ids.extend(sim.spawn(group, journey, Point::new(8.0, 8.0) + at));
        k += 1;
    }
    assert_eq!(ids.len(), people);
    let (mut sum, mut slow, mut all) = (0.0, 0, 0);
    for step in 0..300 {
        sim.step();
        if step < 100 {
            continue;
        }
        for w in ids.iter().filter_map(|id| sim.walker(*id)) {
            all += 1;
            sum += f64::from(w.velocity.length());
            slow += usize::from(w.velocity.length() < 0.13);
        }
    }
    (sum / f64::from(all), f64::from(slow as u32) / f64::from(all))
}

#[test]
fn spec_dense_streams_stop_and_go_and_sparse_ones_do_not() {
    let seen = [0.5, 1.0, 1.5, 2.0, 2.5].map(ring);
    println!("speed and share standing at 0.5, 1, 1.5, 2, 2.5 people a square metre: {seen:.3?}");
    assert!(seen[0].1 < 0.02 && seen[0].0 > 0.9, "{seen:?}");
    assert!(seen[4].1 > 0.05 && seen[4].0 < seen[2].0 && seen[2].0 < seen[0].0, "{seen:?}");
}

#[test]
fn ties_break_to_the_side_asked_for() {
    let step_aside = |side: f64| {
        let crossing = Pair::new(MODEL, 180.0, 0.0).with(&[("side", side), ("noise", 0.0)]).run();
        let most =
            crossing.paths[0].iter().map(|p| p.y - 24.0).fold(0.0f64, |a, b| if b.abs() > a.abs() { b } else { a });
        (most, crossing.arrivals[0].is_some())
    };
    let (right, left, none) = (step_aside(0.0), step_aside(1.0), step_aside(2.0));
    assert!(right.0 < -0.15 && right.1, "{right:?}");
    assert!(left.0 > 0.15 && left.1, "{left:?}");
    assert_eq!(none.0, 0.0, "nobody can choose");
}
