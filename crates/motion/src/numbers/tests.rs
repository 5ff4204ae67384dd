use super::*;
use crate::{Mediator, Settings, Vec2, gait};

fn mediator(settings: Settings) -> Mediator {
    Mediator::new(gait::shipped(), settings).unwrap()
}

fn wish(at: DVec2, dt: f32) -> Wish {
    Wish { at, velocity: Vec2::new(1.2, 0.0), floor: 0.0, dt, facing: None }
}

/// A body that walks on while it is carried sideways at a known speed.
#[test]
fn a_body_that_is_carried_along_slides_by_as_much() {
    let m = mediator(Settings::default());
    let measure = |sideways: f64| {
        let mut walker = AnimatedBody::new(&m, DVec2::ZERO, 0.0);
        let mut slides = Slides::new(m.skeleton());
        for i in 1..=100 {
            let w = wish(DVec2::new(0.048 * f64::from(i), 0.0), 0.04);
            m.frame(&mut walker, &w);
            let mut shown = walker.clone();
            shown.placement.at.y += sideways * 0.04 * f64::from(i);
            slides.frame(m.skeleton(), &shown, &w);
        }
        slides.finish();
        slides.figures()
    };
    let (still, carried) = (measure(0.0), measure(0.1));
    assert!(still.slide_worst_cm < 0.01, "{}", still.slide_worst_cm);
    // Stances last about 0.6 s: 6 cm at 0.1 m/s.
    assert!((3.0..8.0).contains(&carried.slide_p99_cm), "{}", carried.slide_p99_cm);
    assert!(carried.slide_path_mean_cm > 2.0 && carried.slide_mean_cm <= carried.slide_worst_cm);
    assert!((carried.root_deviation_worst_mm - 400.0).abs() < 1.0, "{}", carried.root_deviation_worst_mm);
}

#[test]
fn a_foot_in_the_air_is_high_and_a_turned_joint_jumps() {
    let m = mediator(Settings::default());
    let mut walker = AnimatedBody::new(&m, DVec2::ZERO, 0.0);
    let mut slides = Slides::new(m.skeleton());
    let still = Wish { velocity: Vec2::ZERO, ..wish(DVec2::ZERO, 0.04) };
    m.frame(&mut walker, &still);
    slides.frame(m.skeleton(), &walker, &still);
    walker.hips.z += 0.012;
    walker.rotations[5] *= turn(0.25);
    slides.frame(m.skeleton(), &walker, &still);
    let f = slides.figures();
    assert!((f.foot_height_worst_mm - 12.0).abs() < 1.0, "{}", f.foot_height_worst_mm);
    assert!((f.jump_worst_deg - 0.25f64.to_degrees()).abs() < 1e-2, "{}", f.jump_worst_deg);
    assert_eq!((f.frames, f.stances), (2, 0), "a stance is counted when it ends");
}

#[test]
fn merging_in_order_is_the_same_as_one_after_the_other() {
    let m = mediator(Settings::default());
    let walk = |slides: &mut Slides, speed: f32| {
        let mut walker = AnimatedBody::new(&m, DVec2::ZERO, 0.0).with_phase(speed);
        let mut at = DVec2::ZERO;
        for _ in 0..80 {
            at.x += f64::from(speed * 0.04);
            let w = Wish { velocity: Vec2::new(speed, 0.1), ..wish(at, 0.04) };
            m.frame(&mut walker, &w);
            slides.frame(m.skeleton(), &walker, &w);
        }
        slides.finish();
    };
    let mut one = Slides::new(m.skeleton());
    let mut whole = Slides::new(m.skeleton());
    for speed in [0.8, 1.2, 1.7] {
        walk(&mut one, speed);
        let mut alone = Slides::new(m.skeleton());
        walk(&mut alone, speed);
        whole.merge(&alone);
    }
    let (a, b) = (one.figures(), whole.figures());
    assert_eq!((a.frames, a.stances, a.slide_p99_cm), (b.frames, b.stances, b.slide_p99_cm));
    assert!((a.root_deviation_mean_mm - b.root_deviation_mean_mm).abs() < 1e-9);
}

#[test]
fn percentiles_are_within_two_percent_and_never_beyond_the_worst() {
    let mut spread = ValueStats::default();
    for i in 1..=1000 {
        spread.add(f64::from(i) * 1e-4);
    }
    spread.add(f64::NAN);
    spread.add(-1.0);
    assert_eq!(spread.count(), 1000);
    for share in [0.1f64, 0.5, 0.9, 0.99] {
        let (found, exact) = (spread.percentile(share), 0.1 * share);
        assert!(found >= exact * 0.999 && found <= exact * 1.021, "{share}: {found} for {exact}");
    }
    assert_eq!(spread.percentile(1.0), spread.worst());
    assert_eq!(ValueStats::default().percentile(0.5), 0.0);
}
