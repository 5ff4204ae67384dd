use super::*;
use std::collections::BTreeSet;

#[test]
fn of_a_hundred_walkers_no_two_look_alike_and_neighbours_have_other_bodies() {
    for members in [24, 8, 5] {
        let all = cast(members, 1);
        for first in [0u32, 77, 4_000_000_000] {
            let crowd: Vec<_> = (first..first + 100).map(|id| dressed_as(id, members)).collect();
            let count = crowd.iter().collect::<BTreeSet<_>>().len();
            assert_eq!(count, 100.min(12 * members), "{members} members from {first}");
            for pair in crowd.windows(2) {
                assert_ne!(pair[0].0, pair[1].0, "two bodies of one kind side by side");
            }
            assert!(crowd.iter().all(|&(member, _)| member < members));
        }
        for member in &all {
            for a in 0..12 {
                for b in 0..a {
                    assert!(apart(member.palette(a), member.palette(b)) > 0.06, "{}: {a} and {b}", member.name);
                }
            }
        }
    }
}

#[test]
fn a_cast_is_the_same_for_the_same_seed_and_another_for_another() {
    assert_eq!(cast(24, 5), cast(24, 5));
    assert_eq!(cast(24, 5)[..8], cast(8, 5)[..]);
    assert_ne!(cast(24, 5), cast(24, 6));
    assert!(cast(0, 5).is_empty());
    assert_eq!(dressed_as(9, 0).0, 0);
}

#[test]
fn statures_and_breadths_are_those_of_the_published_people() {
    let all: Vec<Member> = (0..40).flat_map(|seed| cast(24, seed)).collect();
    let grown = |sex| all.iter().filter(move |m| m.person.sex == sex && (19.0..65.0).contains(&m.person.age));
    for (sex, stature, broad) in [(Sex::Man, (1.740, 0.070), 0.465), (Sex::Woman, (1.610, 0.062), 0.395)] {
        let of: Vec<&Person> = grown(sex).map(|m| &m.person).collect();
        let n = of.len() as f32;
        let mean = of.iter().map(|p| p.stature).sum::<f32>() / n;
        let sd = (of.iter().map(|p| (p.stature - mean) * (p.stature - mean)).sum::<f32>() / n).sqrt();
        // Of some 240 people, means lie within three standard errors.
        assert!((mean - stature.0).abs() < 3.0 * stature.1 / n.sqrt(), "{sex:?}: {mean} m");
        assert!((sd - stature.1).abs() < 0.012, "{sex:?}: {sd} m");
        let shoulders = of.iter().map(|p| p.shoulders).sum::<f32>() / n;
        assert!((shoulders - broad).abs() < 0.012, "{sex:?}: {shoulders} m over the shoulders");
        assert!(of.iter().all(|p| (0.35..=0.49).contains(&p.shoulders)));
    }
    let (woman, man) = (growth(10.0, true), growth(10.0, false));
    assert!((woman - 1.386).abs() < 1e-3 && (man - 1.378).abs() < 1e-3);
}

#[test]
fn children_walk_slower_and_old_people_lean_forward() {
    let all = cast(24, 1);
    let speed = |m: &Member| m.moves().moves.iter().find(|m| m.name == "walk-1.4").unwrap().speed;
    let child = all
        .iter()
        .filter(|m| m.person.age < 12.0)
        .min_by(|a, b| a.person.stature.total_cmp(&b.person.stature))
        .unwrap();
    assert!(speed(child) < 1.33, "{}: {} m/s", child.name, speed(child));
    let old = all.iter().max_by(|a, b| a.person.age.total_cmp(&b.person.age)).unwrap();
    assert!(old.habits.lean > 0.05 && old.habits.arm_swing < 1.2);
}

#[test]
fn whoever_fits_a_disc_is_no_broader() {
    for member in cast(24, 1) {
        let fit = member.fitting(0.2);
        assert!(fit.person.shoulders <= 0.4 && fit.palettes == member.palettes);
        // Over the upper arms, near the armpits: nothing stands out of the disc but by the drawing of the arm.
        let body = fit.character(0);
        let stature = fit.person.stature;
        let high = 0.74 * stature..0.83 * stature;
        let broad = body.mesh.positions.iter().filter(|p| high.contains(&p.z)).map(|p| p.y.abs()).fold(0.0, f32::max);
        assert!(broad < 0.215, "{}: {broad}", fit.name);
    }
}

#[test]
fn everybody_is_led_around_a_corner_without_sliding() {
    use crate::{AnimatedBody, DVec2, Mediator, Settings, Slides, Vec2, Wish};
    let dt = 1.0 / 25.0;
    for member in cast(24, 1) {
        let mediator = Mediator::new(member.moves(), Settings::default()).unwrap();
        let mut walker = AnimatedBody::new(&mediator, DVec2::ZERO, 0.0);
        let mut slides = Slides::new(mediator.skeleton());
        let mut at = DVec2::ZERO;
        for frame in 0..250 {
            // Straight, a quarter turn within two seconds, straight on, and standing for the last two.
            let time = frame as f32 * dt;
            let (sin, cos) = crate::math::sin_cos(std::f32::consts::FRAC_PI_4 * (time - 3.0).clamp(0.0, 2.0));
            let velocity = Vec2::new(cos, sin) * if time < 8.0 { 1.1 } else { 0.0 };
            at += velocity.as_dvec2() * f64::from(dt);
            let wish = Wish { at, velocity, floor: 0.0, dt, facing: None };
            mediator.frame(&mut walker, &wish);
            slides.frame(mediator.skeleton(), &walker, &wish);
        }
        slides.finish();
        let figures = slides.figures();
        assert!(figures.stances > 8 && figures.slide_mean_cm < 0.2, "{}: {} cm", member.name, figures.slide_mean_cm);
        assert!(figures.root_deviation_mean_mm < 60.0, "{}: {} mm", member.name, figures.root_deviation_mean_mm);
    }
}
