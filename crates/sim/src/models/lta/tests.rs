//! What the model promises.

use super::*;
use crate::models::crossings::Pair;
use crate::random::{Draw, Purpose};
use crate::{AtGoal, Group, Setup, Simulation, Spread};
use ambulo_geom::{Point, Polygon, Region};

const MODEL: &str = "lta";

/// A scene of some others about a walker whose way leads along x.
fn scene(case: u32, others: usize) -> (Energy, Vec2, Vec2) {
    let p = LtaParams::default();
    let mut draw = Draw::new(2, case, 0, Purpose::Setup);
    let mut between = |a: f64, b: f64| (a + (b - a) * draw.unit()) as f32;
    let way = Vec2::new(1.0, 0.0);
    let mut energy = Energy::new(&p, way, 1.3);
    for _ in 0..others {
        let at = Vec2::new(between(0.5, 5.0), between(-2.0, 2.0));
        energy.add(&p, way, at, Vec2::new(between(-1.5, 1.0), between(-1.0, 1.0)), 1.0);
    }
    energy.close();
    (energy, Vec2::new(between(0.5, 1.3), between(-0.4, 0.4)), way * 1.3)
}

#[test]
fn spec_alone_the_least_energy_is_the_pace_towards_the_goal() {
    let p = LtaParams::default();
    for (optimiser, degrees) in [(0.0, 0.0), (0.0, 33.0), (1.0, 33.0), (1.0, -120.0)] {
        let p = LtaParams { optimiser, ..p.clone() };
        let way = Vec2::from_angle(f64::to_radians(degrees));
        let mut energy = Energy::new(&p, way, 1.3);
        energy.close();
        let found = search::least(&energy, &p, Vec2::new(0.3, 0.5), way * 1.3);
        assert!((found - way * 1.3).length() < 2e-3, "{optimiser} {degrees}: {found:?}");
    }
}

#[test]
fn spec_a_walker_already_passed_has_no_effect() {
    // It walks away behind me, or I from it: the least distance is the present one whatever I choose, so it changes no choice.
    let p = LtaParams::default();
    let way = Vec2::new(1.0, 0.0);
    let mut energy = Energy::new(&p, way, 1.3);
    energy.add(&p, way, Vec2::new(-0.5, 0.1), Vec2::new(-1.0, 0.0), 1.0);
    assert_eq!(energy.used, 0, "behind");
    // Ahead, but faster than any velocity considered: already parting.
    energy.add(&p, way, Vec2::new(1.0, 0.1), Vec2::new(4.0, 0.0), 1.0);
    energy.close();
    assert_eq!(energy.used, 1);
    let gradients = [Vec2::new(1.3, 0.0), Vec2::new(1.0, 0.3), Vec2::new(0.5, -0.5)].map(|v| {
        let mut alone = Energy::new(&p, way, 1.3);
        alone.close();
        energy.at(v).1 - alone.at(v).1
    });
    assert_eq!(gradients, [Vec2::ZERO; 3]);
    // Over all times, past ones too, it would matter: towards it is another matter.
    let mut coming = Energy::new(&p, way, 1.3);
    coming.add(&p, way, Vec2::new(1.0, 0.1), Vec2::new(-1.0, 0.0), 1.0);
    coming.close();
    let mut alone = Energy::new(&p, way, 1.3);
    alone.close();
    assert!((coming.at(Vec2::new(1.3, 0.0)).1 - alone.at(Vec2::new(1.3, 0.0)).1).length() > 0.1);
}

#[test]
fn the_gradient_is_that_of_the_energy_and_both_widths_agree() {
    for case in 0..100 {
        let (energy, v, _) = scene(case, 6);
        let (e, gradient) = energy.at(v);
        let h = 2e-3;
        let slope = |d: Vec2| (energy.at(v + d * h).0 - energy.at(v - d * h).0) / (2.0 * h);
        let rough = Vec2::new(slope(Vec2::new(1.0, 0.0)), slope(Vec2::new(0.0, 1.0)));
        assert!((rough - gradient).length() < 2e-2 * (1.0 + gradient.length()), "{case}: {rough:?} {gradient:?}");
        let eight = energy.of_eight(&[v.x; LANES], &[v.y; LANES]);
        assert!((eight[3] - e).abs() < 1e-5 * (1.0 + e.abs()), "{case}: {} {e}", eight[3]);
    }
}

#[test]
fn what_is_found_is_as_low_as_ten_thousand_random_velocities() {
    let (mut worst, mut missed) = (0.0f32, 0);
    for case in 0..60 {
        let (energy, now, wish) = scene(case, 5);
        let mut draw = Draw::new(4, case, 0, Purpose::Setup);
        let mut random = || Vec2::from_angle(draw.unit() * 6.3) * (1.95 * draw.unit()) as f32;
        let least = (0..10_000).map(|_| energy.at(random()).0).fold(f32::INFINITY, f32::min);
        let at = |optimiser: f32| {
            energy.at(search::least(&energy, &LtaParams { optimiser, ..Default::default() }, now, wish)).0
        };
        worst = worst.max(at(0.0) - least);
        missed += usize::from(at(1.0) > least + 0.01);
    }
    println!("samples: at most {worst:.4} above; descent ends in another valley in {missed} of 60 scenes");
    assert!(worst < 5e-3, "{worst}");
    assert!(missed < 20, "{missed}");
}

/// Path of a walker past somebody who stands in its way.
fn path(dt: f64, params: &[(&str, f64)]) -> Vec<Point> {
    let plan = Region::from(Polygon::rectangle(0.0, 0.0, 40.0, 20.0).unwrap());
    let mut sim = Simulation::new(Setup { dt, ..Setup::new(plan) }).unwrap();
    let params = params.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    let group = Group { model: MODEL.into(), params, speed: Spread::constant(1.3), ..Group::default() };
    let group = sim.add_group(&Group { radius: Spread::constant(0.2), ..group }).unwrap();
    let mut walker = |from: Point, to: Point| {
        let goal = sim.add_goal_at(to).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Stay);
        sim.spawn(group, journey, from).unwrap()
    };
    let _stands = walker(Point::new(12.0, 10.15), Point::new(12.0, 10.15));
    let id = walker(Point::new(8.0, 10.0), Point::new(30.0, 10.0));
    sim.set_velocity(id, Vec2::new(1.3, 0.0));
    let mut path = vec![sim.walker(id).unwrap().place];
    for _ in 0..(5.0 / dt).round() as usize {
        sim.step();
        path.push(sim.walker(id).unwrap().place);
    }
    path
}

/// How far a path is from another one at most [m].
fn apart(a: &[Point], b: &[Point]) -> f64 {
    let to = |p: &Point| {
        b.windows(2).map(|s| ambulo_geom::Segment::new(s[0], s[1]).distance(*p)).fold(f64::INFINITY, f64::min)
    };
    let end = a[a.len() - 1].x.min(b[b.len() - 1].x);
    a.iter().filter(|p| p.x <= end).map(to).fold(0.0, f64::max)
}

#[test]
fn spec_steps_of_0_4_and_0_1_s_give_the_same_path_within_5_cm_over_5_s() {
    for optimiser in [0.0, 1.0] {
        let coarse = path(0.4, &[("optimiser", optimiser), ("noise", 0.0)]);
        let fine = path(0.1, &[("optimiser", optimiser), ("noise", 0.0)]);
        let aside = fine.iter().map(|p| (p.y - 10.0).abs()).fold(0.0, f64::max);
        // 0.73 at every step of 0.1 s, as without rescaling.
        let raw = path(0.1, &[("optimiser", optimiser), ("inertia", 0.284), ("noise", 0.0)]);
        let (same, other) = (apart(&fine, &coarse), apart(&raw, &coarse));
        println!(
            "{optimiser}: {:.1} cm apart, {:.1} cm without rescaling, {aside:.2} m aside",
            same * 100.0,
            other * 100.0
        );
        assert!(same < 0.05 && other > same && aside > 0.1, "{same} {other} {aside}");
    }
}

#[test]
fn pairs_cross_and_arrive() {
    for optimiser in [0.0, 1.0] {
        let (mut least, mut late, mut touch) = (f64::INFINITY, 0.0f64, 0);
        for pair in Pair::all(MODEL) {
            let pair = pair.with(&[("optimiser", optimiser)]);
            let crossing = pair.run();
            if crossing.arrivals.iter().any(|a| a.is_none_or(|a| a > 20.0)) {
                println!("{pair}: {:?}, least {}", crossing.arrivals, crossing.least_distance);
            }
            least = least.min(crossing.least_distance);
            touch += usize::from(crossing.least_distance < 0.402);
            late = crossing.arrivals.iter().map(|a| a.unwrap_or(f64::INFINITY)).fold(late, f64::max);
        }
        println!("{optimiser}: pairs keep {least:.3} m, {touch} of 60 touch, the last arrives after {late:.1} s");
        assert!(late < 25.0 && touch == 0, "{late} {touch}");
    }
}
