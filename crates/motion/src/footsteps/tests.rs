//! Bodies on scripted footsteps.

use super::claims::{follow, shipped};
use super::*;

#[test]
fn feet_land_where_they_are_asked_to_and_stay() {
    let controller = shipped(FootstepSettings::default());
    for course in courses() {
        let seen = follow(&controller, &course, 50.0, |_| {});
        let worst = |all: &[f64]| all.iter().copied().fold(0.0, f64::max);
        let before: Vec<f64> = seen.before_ik.iter().map(|b| b.0).collect();
        println!(
            "{:20} steps {} landing {:.2e} before {:.3} slide {:.2e} residual {:.1e} late {:.3} beyond {} fastest {:.2} jump {:.1} lowest {:.3}",
            course.name,
            seen.steps,
            worst(&seen.landing),
            worst(&before),
            worst(&seen.slide),
            seen.residual,
            seen.late,
            seen.beyond,
            seen.fastest,
            seen.jump.to_degrees(),
            seen.lowest
        );
        assert_eq!(seen.steps, course.steps.len(), "{}", course.name);
        assert_eq!(seen.landing.len(), course.steps.len(), "{}", course.name);
        assert!(worst(&seen.landing) < 0.005, "{}: {:?}", course.name, seen.landing);
        assert!(worst(&seen.slide) < 0.001, "{}: {:?}", course.name, seen.slide);
        assert!(seen.residual < 1e-6, "{}: {}", course.name, seen.residual);
    }
}
