use super::claims::*;
use super::linear::{HalfPlanes, PlaneVec};
use super::walls::{Mover, add_lines_of};
use crate::crossings::CrossingSetup;
use ambulo_geom::{Point, Polygon, Region, Vec2};
use ambulo_sim::Walls;
use ambulo_sim::random::{Draw, Purpose};

#[test]
fn ten_thousand_random_pairs_who_both_obey_do_not_touch_within_tau() {
    let deepest = pairs_who_obey(10_000);
    assert!(deepest < 1e-4, "{deepest} m");
}

#[test]
fn the_linear_program_equals_brute_force_to_a_millionth() {
    let found = linear_programs(20_000);
    assert!(found.apart < 1e-6 && found.disagree == 0, "{found:?}");
    assert!(found.broken < 2e-5 && found.farther < 1e-3, "{found:?}");
    assert!(found.feasible > 5000 && found.infeasible > 1000, "{found:?}");
}

#[test]
fn when_nothing_is_allowed_the_worst_broken_line_is_broken_least() {
    let found = least_penetrations(150);
    // The grid is coarse: it may be worse than the optimum by what a step and a half changes, never better.
    assert!(found.deeper <= 1e-9 && found.shallower < 0.03, "{found:?}");
    assert!(found.walls <= 1e-9 && found.single < 1e-4, "{found:?}");
}

#[test]
fn in_a_corridor_nobody_crosses_or_touches_a_wall_line() {
    let found = corridor();
    assert!(found.from_wall >= 0.195 && found.arrived == 48 && found.wall_crossings == 0, "{found:?}");
}

#[test]
fn two_hundred_and_fifty_on_a_circle_arrive_without_overlap() {
    let found = circle();
    println!("circle of 250: {} s, worst overlap {} m", found.seconds, found.overlap);
    assert!(found.arrived == 250 && found.overlap <= 0.005, "{found:?}");
}

#[test]
fn each_does_exactly_half() {
    let mut draw = Draw::new(2, 0, 0, Purpose::Setup);
    for _ in 0..1000 {
        let p = narrow(disc(&mut draw, 4.0));
        if p.length() < 0.45 {
            continue;
        }
        let [a, b] = [0, 1].map(|_| narrow(disc(&mut draw, 1.5)));
        let (of_a, of_b) = (line(p, a, b, [0.2; 2], 2.0, -1.0), line(-p, b, a, [0.2; 2], 2.0, -1.0));
        assert_eq!((of_a.n.x, of_a.n.y), (-of_b.n.x, -of_b.n.y));
        let (mine, theirs) = (of_a.broken(PlaneVec::new(a.x, a.y)), of_b.broken(PlaneVec::new(b.x, b.y)));
        assert!((mine - theirs).abs() < 1e-5, "{mine} {theirs}");
    }
}

#[test]
fn ties_break_to_the_side_and_without_one_both_slow_down() {
    let (p, v) = (Vec2::new(3.0, 0.0), Vec2::new(1.3, 0.0));
    let turn = |side: f32| {
        let line = line(p, v, -v, [0.2; 2], 2.0, side);
        nearest(&lines_of(&[line], &[]), PlaneVec::new(1.3, 0.0), 2.0).unwrap()
    };
    assert!(turn(-1.0).y < -0.05 && turn(1.0).y == -turn(-1.0).y && turn(1.0).x == turn(-1.0).x);
    assert!(turn(0.0).y == 0.0 && turn(0.0).x < 0.7, "{:?}", turn(0.0));
}

#[test]
fn overlapping_and_coincident_bodies_part() {
    for p in [Vec2::new(0.3, 0.1), Vec2::ZERO, Vec2::new(1e-8, 0.0)] {
        for v in [Vec2::ZERO, Vec2::new(1.0, 0.5)] {
            let line = line(p, v, v, [0.2; 2], 2.0, -1.0);
            let lines = lines_of(&[line], &[]);
            let away = nearest(&lines, PlaneVec::new(v.x, v.y), 2.0)
                .unwrap_or_else(|| lines.least_broken(PlaneVec::new(v.x, v.y), 2.0));
            let gain = (away.x - v.x) * line.n.x + (away.y - v.y) * line.n.y;
            assert!(gain > 0.4, "{p:?} {v:?} {away:?}");
            assert!(p == Vec2::ZERO || p.x * line.n.x + p.y * line.n.y < 1e-7, "towards it: {p:?} {line:?}");
        }
    }
}

#[test]
fn an_agent_that_obeys_the_lines_of_walls_touches_none_within_the_time() {
    // A room with a niche, a pillar and a thin wall that ends inside.
    let ring = [
        (0.0, 0.0),
        (10.0, 0.0),
        (10.0, 4.0),
        (11.5, 4.0),
        (11.5, 5.5),
        (10.0, 5.5),
        (10.0, 8.0),
        (5.1, 8.0),
        (5.1, 5.0),
        (4.9, 5.0),
        (4.9, 8.0),
        (0.0, 8.0),
    ];
    let pillar: &[(f64, f64)] = &[(2.0, 2.0), (2.8, 2.2), (3.0, 3.0), (2.2, 2.9)];
    let region = Region::from(Polygon::from_rings(&ring, &[pillar]).unwrap());
    let walls = Walls::new(&region, 20.0);
    let mut draw = Draw::new(5, 0, 0, Purpose::Setup);
    let (mut tried, mut bent) = (0, 0);
    while tried < 20_000 {
        let place = Point::new(between(&mut draw, 0.0, 11.5), between(&mut draw, 0.0, 8.0));
        let radius = 0.2f32;
        let clear = walls.all().iter().map(|w| w.at.distance(place)).fold(f64::INFINITY, f64::min);
        if !region.contains(place) || clear < f64::from(radius) + 1e-3 {
            continue;
        }
        tried += 1;
        let (velocity, wish) = (narrow(disc(&mut draw, 1.5)), narrow(disc(&mut draw, 2.0)));
        let tau = between(&mut draw, 0.3, 2.0) as f32;
        let mover = Mover { place, velocity, radius, per_tau: 1.0 / tau, side: -1.0 };
        let mut lines = HalfPlanes::none();
        let near = walls.all().iter().filter(|w| w.at.distance(place) <= f64::from(tau * 2.0 + radius));
        add_lines_of(near, &mover, &mut lines);
        let chosen = nearest(&lines, PlaneVec::new(wish.x, wish.y), 2.0).expect("to stand is allowed");
        bent += usize::from(chosen != PlaneVec::new(wish.x, wish.y));
        for k in 0..=40 {
            let t = f64::from(tau) * f64::from(k) / 40.0;
            let at = Point::new(place.x + f64::from(chosen.x) * t, place.y + f64::from(chosen.y) * t);
            let least = walls.all().iter().map(|w| w.at.distance(at)).fold(f64::INFINITY, f64::min);
            assert!(
                least > f64::from(radius) - 2e-3 && region.contains(at),
                "{least} m from a wall after {t} of {tau} s, from {place} at {velocity:?} wishing {wish:?}: {chosen:?}"
            );
        }
    }
    assert!(bent > 2000, "{bent}");
}

#[test]
fn crossing_pairs_pass_without_touching_or_swerving() {
    let faults: Vec<String> = CrossingSetup::all("orca").flat_map(|pair| pair.faults(4)).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_mirrored_scene_with_the_other_side_gives_mirrored_paths() {
    for pair in CrossingSetup::all("orca") {
        let worst = pair.asymmetry();
        assert!(worst < 1e-3, "{pair}: {worst} m");
    }
}
