//! Ellipses, cut-offs, a single file, doors.

use super::*;
use crate::lanes::OnlyOne;
use crate::trials::{Cast, Start, empty_room, mean, rectangle, started};
use crate::{AtGoal, Spread};
use ambulo_geom::Point;

const U: f32 = 1.3;

/// Force of one other at `d` with velocity `v` on somebody who walks at `mine` and goes on so.
fn force(mine: Vec2, d: Vec2, v: Vec2) -> Vec2 {
    let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
    let params = GcfmParams::default();
    let kernel = Kernel::new(&params, mine, mine, mine.unit().unwrap_or(Vec2::new(1.0, 0.0)), U);
    kernel.add(OnlyOne::new(d, v, 0.2).block(), &mut x, &mut y, None::<fn(Vec2) -> bool>);
    assert_eq!((&x[1..], &y[1..]), (&[0.0; LANES - 1][..], &[0.0; LANES - 1][..]), "empty lanes push");
    Vec2::new(total(&x), total(&y))
}

#[test]
fn the_axes_of_the_ellipse_at_rest_and_at_the_preferred_speed() {
    let p = GcfmParams::default();
    let near = |a: f32, b: f32| (a - b).abs() < 1e-6;
    let (a, b) = axes(&p, 0.0, U);
    assert!(near(a, 0.18) && near(b, 0.25));
    let (a, b) = axes(&p, U, U);
    assert!(near(a, 0.18 + 0.53 * U) && near(b, 0.2));
    // Faster than preferred it gets no narrower.
    assert!(near(axes(&p, 2.0 * U, U).1, 0.2));
    assert!(near(radius(0.8, 0.2, 1.0), 0.8) && near(radius(0.8, 0.2, 0.0), 0.2));
    // A place on the ellipse in a direction of 45 degrees.
    let r = radius(0.8, 0.2, 0.5);
    assert!(near(0.5 * r * r * (1.0 / 0.64 + 1.0 / 0.04), 1.0));
}

#[test]
fn there_is_no_force_from_behind_and_beyond_two_metres() {
    let v = Vec2::new(U, 0.0);
    assert_eq!(force(v, Vec2::new(-0.8, 0.0), Vec2::ZERO), Vec2::ZERO);
    assert_eq!(force(v, Vec2::new(-0.8, 0.5), Vec2::new(2.0, 0.0)), Vec2::ZERO);
    assert_eq!(force(v, Vec2::new(0.0, 0.8), Vec2::ZERO), Vec2::ZERO);
    // Own radius 0.869 m ahead; the other stands, with a radius of 0.207 m: 2 m between them is at 3.076 m.
    assert_eq!(force(v, Vec2::new(3.08, 0.0), Vec2::ZERO), Vec2::ZERO);
    assert!(force(v, Vec2::new(3.07, 0.0), Vec2::ZERO).x < 0.0);
    // Whoever stands and does not mean to go is not pushed.
    assert_eq!(force(Vec2::ZERO, Vec2::new(0.5, 0.0), Vec2::ZERO), Vec2::ZERO);
}

#[test]
fn the_force_is_continuous_at_both_cut_offs_and_so_is_its_slope() {
    let shape = Shape { cut_off: 2.0, smooth: 0.1, cap: 3.0 };
    assert_eq!((shape.at(-1.0), shape.at(0.0), shape.at(2.0), shape.at(5.0)), (30.0, 30.0, 0.0, 0.0));
    for at in [0.0f32, 0.1, 1.9, 2.0] {
        let h = 1e-4;
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|k| shape.at(at + k * h));
        assert!((c - b).abs() < 0.003 * (1.0 + b), "step at {at}: {b} {c}");
        assert!(((b - a) - (d - c)).abs() / h < 3.0, "kink at {at}: {} {}", (b - a) / h, (d - c) / h);
    }
    // It falls all the way, and is 1 / dist in between.
    let all: Vec<f32> = (0..2100).map(|k| shape.at(k as f32 * 1e-3)).collect();
    assert!(all.windows(2).all(|w| w[1] <= w[0] + 1e-5));
    assert!((shape.at(0.5) - 2.0).abs() < 1e-6);
    // The same for the whole force on the way towards somebody.
    let v = Vec2::new(U, 0.0);
    let along: Vec<f32> = (0..3000).map(|k| force(v, Vec2::new(0.5 + k as f32 * 1e-3, 0.0), Vec2::ZERO).x).collect();
    let step = along.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f32::max);
    assert!(step < 0.02 * along[0].abs(), "{step}");
}

#[test]
fn a_push_stops_and_does_not_reverse() {
    let v = Vec2::new(1.0, 0.5);
    assert_eq!(held(v, Vec2::ZERO, 0.0), v);
    assert_eq!(held(v, Vec2::new(-9.0, 0.0), 0.0), Vec2::new(0.0, 0.5));
    assert_eq!(held(v, Vec2::new(-0.25, 0.0), 0.0), Vec2::new(0.75, 0.5));
    assert_eq!(held(v, Vec2::new(3.0, 0.0), 0.0), v);
}

/// Distance of the ellipses of two walkers.
fn dist(a: &crate::WalkerState, b: &crate::WalkerState) -> f64 {
    let p = GcfmParams::default();
    let d = b.place - a.place;
    let Some(e) = d.unit() else { return 0.0 };
    let r = |w: &crate::WalkerState| {
        let (long, wide) = axes(&p, w.velocity.length(), w.preferred_speed);
        radius(long, wide, w.heading.dot(e).powi(2).min(1.0))
    };
    f64::from(d.length() - r(a) - r(b))
}

/// A single file behind a leader of `pace` [m/s]: spacing, speed and the share of neighbours whose ellipses overlap.
fn single_file(pace: f64) -> (f64, f64, f64) {
    let params = [("noise", 0.0)];
    let cast = Cast { params: &params, speed: Spread::constant(1.3), ..Cast::of(Gcfm::NAME) };
    let first = 60.0;
    let follower = |k: usize| Start {
        at: Point::new(first - 1.5 * (k + 1) as f64, 2.0),
        velocity: Vec2::ZERO,
        to: Point::new(399.0, 2.0),
    };
    let starts: Vec<Start> = (0..30).map(follower).collect();
    let (mut sim, ids) = started(&cast, rectangle(0.0, 0.0, 400.0, 4.0), &starts);
    let group = sim.add_group(&Cast { speed: Spread::constant(pace), ..cast.clone() }.group()).unwrap();
    let goal = sim.add_goal_at(Point::new(399.0, 2.0)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Stay);
    sim.spawn(group, journey, Point::new(first, 2.0)).unwrap();
    let (mut spacings, mut speeds, mut overlapping, mut pairs) = (Vec::new(), Vec::new(), 0, 0);
    while sim.report().time < 180.0 {
        sim.step();
        if sim.report().time > 120.0 {
            let file: Vec<_> = ids[..10].iter().map(|id| sim.walker(*id).unwrap()).collect();
            spacings.push(file[0].place.distance(file[9].place) / 9.0);
            speeds.extend(file.iter().map(|w| f64::from(w.velocity.length())));
            pairs += 9;
            overlapping += file.windows(2).filter(|w| dist(&w[0], &w[1]) < 0.0).count();
        }
    }
    (mean(&spacings), mean(&speeds), overlapping as f64 / f64::from(pairs))
}

#[test]
fn in_a_single_file_speed_falls_with_density() {
    let (mut last, mut worst) = (f64::INFINITY, 0.0f64);
    for pace in [1.2, 1.0, 0.8, 0.6, 0.4, 0.2] {
        let (spacing, speed, overlapping) = single_file(pace);
        println!(
            "{:.2} a metre: {speed:.2} m/s, ellipses overlap in {:.2} % of pairs",
            1.0 / spacing,
            100.0 * overlapping
        );
        assert!(spacing < last, "{spacing} after {last}");
        assert!((speed / pace - 1.0).abs() < 0.05, "{speed} {pace}");
        (last, worst) = (spacing, worst.max(overlapping));
    }
    assert!(worst < 0.01, "{worst}");
}

#[test]
fn a_room_empties_through_a_door() {
    let emptied = empty_room(&Cast::of(Gcfm::NAME), 150, 12.0, 1.2, 400.0);
    println!(
        "{} left in {:.0} s, flow {:.2} a second",
        emptied.times.len(),
        emptied.times.last().unwrap(),
        emptied.flow(40, 120)
    );
    assert_eq!(emptied.times.len(), 150);
}
