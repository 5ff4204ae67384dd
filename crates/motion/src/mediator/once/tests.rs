//! Starts, stops and turns: they are played, end where they should, and nothing jumps.

use super::super::paths::*;
use super::*;
use crate::{DVec2, Mediator, Settings, Slides, WayAhead, gait};

/// A body led at a velocity over time that is known beforehand, 25 frames per second: its last state, the figures, and how often
/// each kind led.
fn led(seconds: f32, velocity: impl Fn(f32) -> f32, facing: Option<f32>) -> (AnimatedBody, Slides, [u32; 3]) {
    let m = mediator(Settings::default());
    let dt = 0.04;
    let mut walker = AnimatedBody::new(&m, DVec2::ZERO, 0.0);
    let mut slides = Slides::new(m.skeleton());
    let (mut at, mut led) = (0.0, [0; 3]);
    for i in 0..(seconds / dt) as usize {
        let time = i as f32 * dt;
        at += velocity(time) * dt;
        let next = |span: f32| (1..(span / dt) as usize).map(|k| velocity(time + k as f32 * dt) * dt);
        let rest = (1..60).find(|k| (0..20).all(|l| velocity(time + (k + l) as f32 * dt) < 0.02));
        let rests = rest.filter(|k| *k > 1).map(|k| next(k as f32 * dt).sum());
        walker.set_ahead(Some(WayAhead { soon: next(SOON).sum(), rests }));
        let wish = Wish { facing, ..wish(DVec2::new(at.into(), 0.0), Vec2::new(velocity(time), 0.0), dt) };
        m.frame(&mut walker, &wish);
        slides.frame(m.skeleton(), &walker, &wish);
        if let Some(once) = walker.once.filter(|once| once.leads) {
            led[once.kind as usize] += 1;
        }
    }
    slides.finish();
    (walker, slides, led)
}

/// Stands for a second, walks at 1.2 m/s for four, stands again; 2 m/s2.
fn to_and_fro(time: f32) -> f32 {
    (2.0 * (time - 1.0)).min(2.0 * (5.0 - time)).clamp(0.0, 1.2)
}

#[test]
fn who_sets_off_plays_a_start_and_who_comes_to_rest_a_stop() {
    let (walker, slides, led) = led(9.0, to_and_fro, None);
    assert_eq!(walker.played(), [1, 1, 0]);
    assert!(led[0] > 10 && led[1] > 15, "{led:?}");
    assert!(!walker.is_walking() && walker.touches() == [true; 2]);
    let f = slides.figures();
    assert!(f.slide_worst_cm < 0.2 && f.jump_worst_deg < 40.0, "{f:?}");
    assert!(f.root_deviation_worst_mm < 120.0, "{f:?}");
}

#[test]
fn a_stop_that_is_none_goes_on_as_a_walk() {
    // Comes nearly to rest, is said to rest, and walks on.
    let m = mediator(Settings::default());
    let mut walker = AnimatedBody::new(&m, DVec2::ZERO, 0.0);
    let mut slides = Slides::new(m.skeleton());
    let mut at = 0.0;
    for i in 0..250 {
        at += 0.05;
        let rests = (i > 50 && i < 90).then(|| 0.05 * (90 - i) as f32).filter(|_| i < 78);
        walker.set_ahead(Some(WayAhead { soon: 1.5, rests }));
        let wish = wish(DVec2::new(at, 0.0), Vec2::new(1.25, 0.0), 0.04);
        m.frame(&mut walker, &wish);
        slides.frame(m.skeleton(), &walker, &wish);
    }
    slides.finish();
    assert_eq!(walker.played()[1], 1);
    assert!(walker.once.is_none() && walker.is_walking());
    let f = slides.figures();
    assert!(f.slide_worst_cm < 0.5 && f.jump_worst_deg < 40.0 && f.root_deviation_worst_mm < 150.0, "{f:?}");
}

#[test]
fn who_stands_and_shall_face_backwards_steps_round() {
    let (walker, slides, led) = led(4.0, |_| 0.0, Some(2.6));
    assert_eq!(walker.played(), [0, 0, 1]);
    assert!(led[2] > 15, "{led:?}");
    assert!(wrap(walker.placement().heading - 2.6).abs() < 0.35, "{}", walker.placement().heading);
    assert!((walker.placement().at).length() < 0.05, "{}", walker.placement().at);
    let f = slides.figures();
    assert!(f.slide_worst_cm < 0.2 && f.jump_worst_deg < 40.0, "{f:?}");
    // A little is made by the feet as before.
    let (walker, ..) = self::led(3.0, |_| 0.0, Some(0.8));
    assert_eq!(walker.played(), [0; 3]);
}

#[test]
fn a_set_without_such_clips_walks_as_before() {
    let mut set = gait::shipped();
    set.moves.retain(|m| matches!(m.kind, MoveKind::Walk | MoveKind::Stand));
    let m = Mediator::new(set, Settings::default()).unwrap();
    let mut walker = AnimatedBody::new(&m, DVec2::ZERO, 0.0);
    for i in 0..50 {
        walker.set_ahead(Some(WayAhead { soon: 1.5, rests: Some(0.9) }));
        m.frame(&mut walker, &wish(DVec2::new(0.05 * f64::from(i), 0.0), Vec2::new(1.25, 0.0), 0.04));
    }
    assert_eq!(walker.played(), [0; 3]);
}
