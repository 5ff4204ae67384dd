//! Walking up and down a floor that leans.

use super::{AnimatedBody, Mediator, Settings, Wish};
use crate::{DVec2, MotionFigures, Slides, Vec2, gait};

/// Up (or down) a slope along x for ten seconds, with or without the grade set.
fn climb(rise: f32, graded: bool) -> MotionFigures {
    let mediator = Mediator::new(gait::shipped(), Settings::default()).unwrap();
    let mut slides = Slides::new(mediator.skeleton());
    let (dt, speed) = (0.04f32, 0.7f32);
    let velocity = Vec2::new(speed, 0.0);
    let mut walker = AnimatedBody::new(&mediator, DVec2::new(f64::from(-speed * dt), 0.0), 0.0);
    walker.set_grade(Vec2::new(if graded { rise } else { 0.0 }, 0.0));
    for frame in 0..250 {
        let x = speed * dt * frame as f32;
        let wish = Wish { at: DVec2::new(x.into(), 0.0), velocity, floor: rise * x, dt, facing: None };
        mediator.frame(&mut walker, &wish);
        // The floor is the same in both cases.
        let mut seen = walker.clone();
        seen.set_grade(Vec2::new(rise, 0.0));
        slides.frame(mediator.skeleton(), &seen, &wish);
    }
    slides.finish();
    slides.figures()
}

#[test]
fn feet_on_stairs_are_on_the_stairs_and_do_not_slide() {
    for rise in [0.5, -0.5, 0.1] {
        let figures = climb(rise, true);
        assert!(figures.stances > 10);
        assert!(figures.foot_height_mean_mm < 5.0, "{rise}: {figures:?}");
        assert!(figures.slide_p99_cm < 1.0, "{rise}: {figures:?}");
    }
    // Without the grade, feet step into them.
    assert!(climb(0.5, false).foot_height_mean_mm > 30.0);
}
