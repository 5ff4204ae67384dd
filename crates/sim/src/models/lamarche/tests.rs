//! What the paper and its reading promise.

use super::prediction::Kind;
use super::reactions::{Exponents, Reaction, rate, react, tangents};
use super::*;
use crate::models::crossings::Pair;
use crate::random::{Draw, Purpose};
use crate::{AtGoal, Group, Setup, Simulation, Spread};
use ambulo_geom::{Point, Polygon, Region};

fn draws(seed: u32) -> impl FnMut(f64, f64) -> f64 {
    let mut draw = Draw::new(11, seed, 0, Purpose::Setup);
    move |low, high| low + (high - low) * draw.unit()
}

/// Distance of the neighbour from the line on which the walker moves relative to it.
fn passes_at(other: &Other, speed: V) -> f64 {
    let sr = speed - other.velocity;
    other.relative.cross(sr).abs() / sr.length()
}

#[test]
fn every_proposal_touches_the_circle_within_a_billionth() {
    let mut counts = [0; 4];
    for seed in 0..20_000 {
        let mut draw = draws(seed);
        let mut vector = |most: f64| v(draw(-most, most), draw(-most, most));
        let (relative, velocity, speed) = (vector(8.0), vector(2.0), vector(1.5));
        let other = Other { relative, velocity, reach: 0.5, ..Other::default() };
        if relative.length() <= 0.5 || speed.length() < 0.1 {
            assert!(relative.length() > 0.5 || tangents(&other).is_none());
            continue;
        }
        for (k, reaction) in
            [Reaction::Right, Reaction::Left, Reaction::Decelerate, Reaction::Accelerate].into_iter().enumerate()
        {
            let e = Exponents { turn: 1.0, pace: 1.0 };
            let Some(out) = react(reaction, &other, speed, 9.0, |s| rate(s, speed, e)) else { continue };
            counts[k] += 1;
            let sr = out - velocity;
            if sr.length() > 1e-3 {
                assert!((passes_at(&other, out) - 0.5).abs() < 1e-9, "{reaction:?} {other:?} {speed:?} {out:?}");
            }
            // Towards the neighbour, not away from it along the same line.
            assert!(relative.dot(sr) <= 1e-9);
            match reaction {
                Reaction::Left | Reaction::Right => {
                    assert!((out.length() - speed.length()).abs() < 1e-9, "the norm stays");
                    assert_eq!(speed.cross(out) > 0.0, reaction == Reaction::Left);
                }
                Reaction::Decelerate => assert!(out.length() < speed.length() && speed.dot(out) >= 0.0),
                Reaction::Accelerate => assert!(out.length() > speed.length() && speed.dot(out) > 0.0),
            }
        }
    }
    assert!(counts.iter().all(|n| *n > 1000), "{counts:?}");
}

#[test]
fn predicted_times_are_those_of_a_scan() {
    for seed in 0..2000 {
        let mut draw = draws(seed);
        let mut vector = |most: f64| v(draw(-most, most), draw(-most, most));
        let (relative, velocity, speed) = (vector(6.0), vector(2.0), vector(2.0));
        let other = Other { relative, velocity, reach: 0.5, ..Other::default() };
        if relative.length() <= 0.51 {
            continue;
        }
        let distance = |t: f64| (relative + (speed - velocity) * t).length();
        let scan = (0..20_000).map(|k| f64::from(k) * 1e-3).find(|t| distance(*t) < 0.499);
        match (scan, other.time(speed)) {
            (Some(t), time) => assert!((t - time).abs() <= 1.1e-3, "{t} {time}"),
            (None, time) => assert!(time > 19.9 || distance(time) > 0.4989),
        }
    }
}

#[test]
fn kinds_of_collision_have_the_meaning_of_their_names() {
    let at = |x: f64, y: f64, velocity: V| Other { relative: v(-x, -y), velocity, reach: 0.5, ..Other::default() };
    let speed = v(1.3, 0.0);
    let kind = |other: &Other| other.kind(speed, other.time(speed));
    assert_eq!(kind(&at(4.0, 0.0, v(0.0, 0.0))), Kind::Static);
    assert_eq!(kind(&at(4.0, 0.0, v(-1.0, 0.0))), Kind::Front);
    assert_eq!(kind(&at(4.0, 0.0, v(0.5, 0.0))), Kind::Back);
    assert_eq!(kind(&at(-3.0, 0.0, v(2.0, 0.0))), Kind::Rear);
    assert_eq!(at(2.0, 0.0, v(2.0, 0.0)).time(speed), f64::INFINITY, "a faster one ahead is never reached");
}

#[test]
fn ratings_lie_between_nothing_and_one() {
    let e = |turn, pace| Exponents { turn, pace };
    let wanted = v(1.3, 0.0);
    assert_eq!(rate(wanted, wanted, e(1.0, 5.0)), 1.0);
    assert_eq!(rate(v(-1.3, 0.0), wanted, e(1.0, 1.0)), 0.0);
    assert_eq!(rate(v(0.0, 0.0), wanted, e(1.0, 1.0)), 0.0);
    // With exponents of one: the cosine of the turn times the share of the pace.
    assert!((rate(v(0.65, 0.0), wanted, e(1.0, 1.0)) - 0.5).abs() < 1e-12);
    assert!((rate(v(0.65, 0.0), wanted, e(1.0, 5.0)) - 0.03125).abs() < 1e-12);
    assert!((rate(v(0.65, 1.125_833), wanted, e(1.0, 1.0)) - 0.5).abs() < 1e-6);
    assert!((rate(v(0.65, 0.0), wanted, e(1.0, 2.5)) - 0.176_776_695_3).abs() < 1e-9);
}

#[test]
fn personal_space_turns_away_and_never_changes_the_pace() {
    for strong in [false, true] {
        for seed in 0..2000 {
            let mut draw = draws(seed);
            let (away, speed) = (v(draw(-1.2, 1.2), draw(-1.2, 1.2)), v(draw(-1.5, 1.5), draw(-1.5, 1.5)));
            let push = repulsion(away, 1.0, strong);
            // Apart, never together: this fails when the sign is the printed one.
            assert!(push.dot(away) >= 0.0 && (away.length() < 1.0 || push == v(0.0, 0.0)));
            let out = keep_norm(speed, speed + push);
            assert!((out.length() - speed.length()).abs() < 1e-12);
        }
    }
    assert_eq!(keep_norm(v(0.0, 0.0), v(1.0, 0.0)).length(), 0.0, "who stands is not pushed");
    assert_eq!(keep_norm(v(0.5, 0.0), v(0.0, 0.0)), v(0.5, 0.0), "forces that cancel leave the velocity");
}

/// Two walkers in an open square; the paths of both and their velocities.
fn pair(params: &[(&str, f64)], starts: [(f64, f64, f64); 2]) -> Vec<[crate::WalkerState; 2]> {
    let square = Region::from(Polygon::rectangle(0.0, 0.0, 60.0, 20.0).unwrap());
    let mut sim = Simulation::new(Setup::new(square)).unwrap();
    let ids = starts.map(|(x, y, speed)| {
        let params = params.iter().map(|(n, v)| (n.to_string(), *v)).collect();
        let group = Group {
            model: "lamarche".into(),
            params,
            speed: Spread::constant(speed.abs()),
            radius: Spread::constant(0.2),
            ..Group::default()
        };
        let group = sim.add_group(&group).unwrap();
        let goal = sim.add_goal_at(Point::new(if speed > 0.0 { 58.0 } else { 2.0 }, y)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.spawn(group, journey, Point::new(x, y)).unwrap()
    });
    let mut states = Vec::new();
    while let [Some(a), Some(b)] = ids.map(|id| sim.walker(id)) {
        states.push([a, b]);
        sim.step();
        assert!(sim.report().time < 120.0);
    }
    states
}

#[test]
fn head_on_under_the_driving_rule_both_keep_right_at_constant_pace() {
    let states = pair(&[("decide_every", 0.0)], [(10.0, 10.0, 1.3), (50.0, 10.0, -1.3)]);
    let least = states.iter().map(|[a, b]| a.place.distance(b.place)).fold(f64::INFINITY, f64::min);
    assert!(least >= 0.2 + 0.2 + 0.1 - 1e-3, "{least}");
    // Right of an eastbound walker is south, of a westbound one north.
    assert!(states.iter().map(|[a, _]| a.place.y).fold(f64::INFINITY, f64::min) < 9.8);
    assert!(states.iter().map(|[_, b]| b.place.y).fold(0.0, f64::max) > 10.2);
    assert!(states.iter().all(|[a, b]| a.place.y < 10.01 && b.place.y > 9.99));
    // In f32 as bodies move; the reaction itself keeps the norm to 1e-9, see above.
    let paces = states[4..states.len() - 2].iter().flat_map(|pair| pair.map(|w| w.velocity.length()));
    assert!(paces.into_iter().all(|pace| (pace - 1.3).abs() < 2e-5));
    // A country that keeps left.
    let states = pair(&[("side", 1.0), ("decide_every", 0.0)], [(10.0, 10.0, 1.3), (50.0, 10.0, -1.3)]);
    assert!(states.iter().all(|[a, b]| a.place.y > 9.99 && b.place.y < 10.01));
}

fn overtaken_at(params: &[(&str, f64)], shift: f64) -> f64 {
    let states = pair(params, [(5.0, 10.0 + shift, 1.4), (10.0, 10.0, 0.8)]);
    let beside = states.iter().find(|[a, b]| a.place.x >= b.place.x).expect("it passes");
    let least = states.iter().map(|[a, b]| a.place.distance(b.place)).fold(f64::INFINITY, f64::min);
    assert!(least > 0.4, "{least}");
    beside[0].place.y - beside[1].place.y
}

#[test]
fn overtaking_goes_left_under_the_driving_rule_and_by_the_smaller_turn_else() {
    for shift in [-0.3, -0.1, 0.0, 0.1, 0.3] {
        assert!(overtaken_at(&[], shift) > 0.4, "left, whatever is nearer");
        assert!(overtaken_at(&[("side", 1.0)], shift) < -0.4, "a country that keeps left");
    }
    let minimal = [("configuration", 1.0)];
    for shift in [0.05, 0.15, 0.3] {
        assert!(overtaken_at(&minimal, shift) > 0.4 && overtaken_at(&minimal, -shift) < -0.4);
    }
    assert!(overtaken_at(&minimal, 0.0) < 0.0, "a tie goes right");
    // A configuration of the user's own: never left of a slower one, whatever the driving rule says.
    assert!(overtaken_at(&[("back_left", 0.0), ("back_right", 1.0)], 0.1) < -0.4);
}

#[test]
fn pairs_cross_without_touching_or_swerving_and_mirrored_pairs_mirror() {
    let mut faults = Vec::new();
    for configuration in [0.0, 1.0] {
        for pair in Pair::all("lamarche").map(|p| p.with(&[("configuration", configuration)])) {
            faults.extend(pair.faults(2));
            faults.extend(pair.clone().at_speeds([1.3, 1.0]).faults(2));
            let asymmetry = pair.asymmetry();
            if asymmetry > 1e-3 {
                faults.push(format!("{pair}: mirror off by {asymmetry}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A million walker-steps among walls: nobody's body is in a wall by more than a millimetre.
#[test]
fn walls_hold_for_a_million_steps() {
    let pillar = |x: f64, y: f64| [(x, y), (x + 0.6, y), (x + 0.6, y + 0.6), (x, y + 0.6)];
    let pillars: Vec<_> = (0..20).map(|k| pillar(3.0 + 5.0 * f64::from(k % 5), 3.0 + 5.0 * f64::from(k / 5))).collect();
    let pillars: Vec<&[(f64, f64)]> = pillars.iter().map(|p| &p[..]).collect();
    let hall = Polygon::from_rings(&[(0.0, 0.0), (28.0, 0.0), (28.0, 23.0), (0.0, 23.0)], &pillars).unwrap();
    let region = Region::from(hall);
    let mut sim = Simulation::new(Setup { dt: 0.1, ..Setup::new(region.clone()) }).unwrap();
    let group = Group { model: "lamarche".into(), ..Group::default() };
    let group = sim.add_group(&group).unwrap();
    // Tours of their own, so that people cross everywhere and jam nowhere.
    for k in 0..100u32 {
        let mut draw = Draw::new(5, k, 0, Purpose::Setup);
        let mut tour = Vec::new();
        while tour.len() < 300 {
            let at = Point::new(0.3 + 27.4 * draw.unit(), 0.3 + 22.4 * draw.unit());
            tour.extend(sim.mesh().locate(at).and_then(|_| sim.add_goal_at(at)));
        }
        let journey = sim.add_journey(&tour, AtGoal::Stay);
        sim.populate(&region, group, journey, 1).unwrap();
    }
    let mut worst = 0.0f64;
    while sim.report().agent_steps < 1_000_000 {
        sim.step();
        for w in sim.walkers() {
            let room = sim.walls().distance(w.place, 0.0).unwrap_or(f64::INFINITY);
            worst = worst.max(f64::from(w.radius) - room);
        }
    }
    assert!(worst <= 1e-3, "{} mm", worst * 1e3);
    assert_eq!(sim.report().wall_crossings, 0);
}

/// Why giving way is kept to: by the paper's rules alone both walkers give way, return and give way again.
#[test]
fn by_the_printed_rules_alone_a_pair_swerves() {
    let swerves = |pair: Pair| pair.run().swerves.into_iter().max().unwrap();
    let worst = |params: &[(&'static str, f64)]| Pair::all("lamarche").map(|p| swerves(p.with(params))).max().unwrap();
    let (printed, unturned, ours) =
        (worst(&[("hold", 0.0), ("turn_time", 0.0)]), worst(&[("turn_time", 0.0)]), worst(&[]));
    println!("printed {printed}, without turn_time {unturned}, ours {ours}");
    assert!(printed > 10 && unturned > ours && ours <= 2);
}
