//! Walking up and down a floor that leans.

use super::{AnimatedBody, Mediator, Settings, Slope, Wish};
use crate::{DVec2, MotionFigures, Slides, Vec2, gait};

/// Up (or down) a slope along x for ten seconds.
fn climb(rise: f32) -> MotionFigures {
    let mediator = Mediator::new(gait::shipped(), Settings::default()).unwrap();
    let mut slides = Slides::new(mediator.skeleton());
    let (dt, speed) = (0.04f32, 0.7f32);
    let velocity = Vec2::new(speed, 0.0);
    let mut walker = AnimatedBody::new(&mediator, DVec2::new(f64::from(-speed * dt), 0.0), 0.0);
    let ground = Slope { grade: Vec2::new(rise, 0.0), ..Slope::default() };
    for frame in 0..250 {
        let x = speed * dt * frame as f32;
        let wish = Wish { at: DVec2::new(x.into(), 0.0), velocity, floor: rise * x, dt, facing: None };
        mediator.frame_on(&mut walker, &wish, &ground);
        slides.frame(mediator.skeleton(), &walker, &wish);
    }
    slides.finish();
    slides.figures()
}

#[test]
fn feet_on_stairs_are_on_the_stairs_and_do_not_slide() {
    for rise in [0.5, -0.5, 0.1] {
        let figures = climb(rise);
        assert!(figures.stances > 10);
        assert!(figures.foot_height_mean_mm < 5.0, "{rise}: {figures:?}");
        assert!(figures.slide_p99_cm < 1.0, "{rise}: {figures:?}");
    }
}
