//! Each figure sees what it is for, and nothing else.

use super::*;
use crate::{Mediator, Settings, Slope, Vec2, Wish, body, gait};

const FPS: f64 = 25.0;

/// People who walk side by side along x, so far apart, for so long.
fn side_by_side(apart: f64, seconds: usize) -> SeenFigures {
    let character = body::character();
    let mediator = Mediator::for_character(gait::shipped(), &character.mesh, Settings::default()).unwrap();
    let skin = SeenSkin::new(&character.skeleton, &character.mesh);
    let mut all = SeenMotion::new(FPS);
    for k in 0..2 {
        let mut seen = SeenMotion::new(FPS);
        let y = apart * f64::from(k);
        let mut walker = AnimatedBody::new(&mediator, DVec2::new(-0.05, y), 0.0);
        for frame in 0..seconds * FPS as usize {
            let at = DVec2::new(1.25 * frame as f64 / FPS, y);
            let wish = Wish { at, velocity: Vec2::new(1.25, 0.0), floor: 0.0, dt: 0.04, facing: None };
            mediator.frame(&mut walker, &wish);
            let moment = (frame % 5 == 0).then_some(frame as u32 / 5);
            seen.frame((&character.skeleton, &skin), &walker, &Slope::default(), moment, DVec2::ZERO);
        }
        seen.finish();
        all.merge(&seen);
    }
    all.figures()
}

#[test]
fn people_who_walk_apart_show_no_fault() {
    let f = side_by_side(1.0, 8);
    assert!(f.skid_mean_cm < 3.0 && f.sink_max_mm < 5.0 && f.hip_jump_max_cm < 2.0, "{f:?}");
    assert!(f.knee_min_deg > 0.0 && f.joint_jumps_per_walker_minute == 0.0, "{f:?}");
    assert_eq!((f.interpenetration_share, f.interpenetration_max_cm), (0.0, 0.0));
}

#[test]
fn torsos_in_each_other_are_found() {
    let f = side_by_side(0.2, 3);
    assert!(f.interpenetration_share > 0.99, "{f:?}");
    assert!((10.0..40.0).contains(&f.interpenetration_max_cm), "{f:?}");
}

#[test]
fn soles_that_slide_or_sink_hips_that_pop_and_joints_that_jump_are_found() {
    let character = body::character();
    let mediator = Mediator::new(gait::shipped(), Settings::default()).unwrap();
    let skin = SeenSkin::new(&character.skeleton, &character.mesh);
    let mut seen = SeenMotion::new(FPS);
    let mut walker = AnimatedBody::new(&mediator, DVec2::ZERO, 0.0);
    let wish = Wish { at: DVec2::ZERO, velocity: Vec2::ZERO, floor: 0.0, dt: 0.04, facing: None };
    mediator.frame(&mut walker, &wish);
    for frame in 0..50 {
        // Carried along at 0.5 m/s without a step; down by 4 cm and a head turned over in the middle.
        let mut shown = walker.clone();
        shown.placement.at.x += 0.02 * f64::from(frame);
        if frame >= 25 {
            shown.hips.z -= 0.04;
            let head = character.skeleton.joint(Role::Head);
            shown.rotations[head] = math::about(Vec3::Z, 1.2) * shown.rotations[head];
        }
        seen.frame((&character.skeleton, &skin), &shown, &Slope::default(), None, DVec2::ZERO);
    }
    seen.finish();
    let f = seen.figures();
    assert!((f.skid_mean_cm - 98.0).abs() < 1.0, "{f:?}");
    assert!((f.hip_jump_max_cm - 4.0).abs() < 0.01, "{f:?}");
    assert!((35.0..45.0).contains(&f.sink_max_mm), "{f:?}");
    assert!((f.joint_jumps_per_walker_minute - 30.0).abs() < 0.1, "one in two seconds: {f:?}");
}
