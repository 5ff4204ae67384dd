//! Bodies on scripted footsteps.

use super::claims::{feet, follow, landing_offset, shipped};
use super::*;
use crate::steps::StepLibrary;
use crate::{DVec2, DVec3, JointTransform, MoveSet, Quat, Side, Vec3, body, export::Baked, gait, to_world, wrap, yaw};
use proptest::prelude::*;

fn worst(all: &[f64]) -> f64 {
    all.iter().copied().fold(0.0, f64::max)
}

fn stand() -> [Footprint; 2] {
    [0.09, -0.09].map(|y| Footprint { at: [0.0, y, 0.0], heading: 0.0 })
}

#[test]
fn feet_land_where_they_are_asked_to_and_stay() {
    for settings in [FootstepSettings::default(), FootstepSettings { natural_feet: false, ..Default::default() }] {
        let controller = shipped(settings);
        for (course, fps) in courses().iter().flat_map(|c| [(c, 25.0), (c, 60.0)]) {
            let seen = follow(&controller, course, fps, |_| {});
            let name = course.name;
            assert_eq!((seen.steps, seen.landing.len()), (course.steps.len(), course.steps.len()), "{name}");
            assert!(worst(&seen.landing) < 0.005, "{name}: {:?}", seen.landing);
            assert!(worst(&seen.slide) < 0.001, "{name}: {:?}", seen.slide);
            assert!(seen.residual < 1e-6, "{name}: {}", seen.residual);
            assert!(seen.late.abs() < 1e-9 && seen.beyond == 0, "{name}: {} {}", seen.late, seen.beyond);
            let before: Vec<f64> = seen.before_ik.iter().map(|b| b.0).collect();
            assert!(worst(&before) < 0.03, "{name}: the blend alone is off by {}", worst(&before));
        }
    }
}

#[test]
fn bodies_do_not_jerk() {
    let controller = shipped(FootstepSettings::default());
    for course in courses() {
        // So many frames that a jump would be seen as one, and a fast leg would not.
        let seen = follow(&controller, &course, 400.0, |_| {});
        assert!(
            seen.jump.to_degrees() < 5.0,
            "{}: a joint turns by {:.1} degrees",
            course.name,
            seen.jump.to_degrees()
        );
        assert!(seen.fastest < 2.2, "{}: hips at {:.1} m/s", course.name, seen.fastest);
        assert!(seen.deepest < 0.007, "{}: a sole {:.1} mm in the floor", course.name, 1e3 * seen.deepest);
        println!(
            "{} deepest {:.4} lowest {:.3} jump {:.2} fastest {:.2}",
            course.name,
            seen.deepest,
            seen.lowest,
            seen.jump.to_degrees(),
            seen.fastest
        );
        assert!(seen.lowest > 0.8, "{}: hips {:.2} m above the floor", course.name, seen.lowest);
    }
}

/// Events are at their own times, whichever frames are shown: so many frames per second change nothing.
#[test]
fn the_same_moment_has_the_same_bits_at_any_frame_rate() {
    let controller = shipped(FootstepSettings { root_share: 0.2, ..Default::default() });
    for course in courses() {
        let mut moments: [Vec<(DVec2, Vec<Quat>)>; 2] = Default::default();
        for (rate, own) in [20.0, 60.0].into_iter().zip(&mut moments) {
            let mut n = 0usize;
            follow(&controller, &course, rate, |b| {
                if n.is_multiple_of(rate as usize / 20) {
                    own.push((b.placement().at, b.rotations().to_vec()));
                }
                n += 1;
            });
        }
        let [slow, fast] = moments;
        // Times at both rates differ by rounding, and so may bits; what is seen does not.
        for (k, (a, b)) in slow.iter().zip(&fast).enumerate() {
            let turned = a.1.iter().zip(&b.1).map(|(p, q)| crate::math::apart(*p, *q)).fold(0.0, f32::max);
            assert!((a.0 - b.0).length() < 1e-9 && turned < 1e-5, "{} at {k}: {turned}", course.name);
        }
    }
}

/// A walker whose hips were recorded elsewhere than its footsteps have them: the body comes near, and its feet stay.
#[test]
fn a_body_stays_near_where_it_was_recorded() {
    let controller = shipped(FootstepSettings::default());
    let course = &courses()[0];
    let led = |recorded: &dyn Fn(usize) -> Option<DVec2>| {
        let mut body = controller.begin(course.begin, 0.0).unwrap();
        course.steps.iter().for_each(|step| controller.push(&mut body, *step).unwrap());
        let frames = (0..75).map(|frame| {
            body.set_recorded(recorded(frame));
            let at = controller.frame(&mut body, frame as f64 / 25.0).at;
            (at, feet(&controller, &body), body.residual())
        });
        frames.collect::<Vec<_>>()
    };
    let free = led(&|_| None);
    let recorded = |frame: usize| free[frame].0 + DVec2::new(0.12, 0.16);
    for (frame, (at, feet, residual)) in led(&|frame| Some(recorded(frame))).into_iter().enumerate() {
        assert!((at - recorded(frame)).length() < 0.131, "{frame}: {at}");
        assert!(residual < 1e-6, "{frame}: {residual}");
        let moved = [0, 1].map(|i| (feet[i] - free[frame].1[i]).length());
        assert!(moved[0].max(moved[1]) < 1e-3, "{frame}: {moved:?}");
    }
}

#[test]
fn a_place_out_of_reach_is_come_near_to_and_the_body_recovers() {
    let controller = shipped(FootstepSettings::default());
    let mut body = controller.begin(stand(), 0.0).unwrap();
    let step = |side, x: f64, lift| {
        Footstep::new(side, [x, if side == Side::Left { 0.09 } else { -0.09 }, 0.0], 0.0, lift, lift + 0.5)
    };
    controller.push(&mut body, step(Side::Left, 2.6, 0.3)).unwrap();
    controller.push(&mut body, step(Side::Right, 2.7, 0.9)).unwrap();
    controller.push(&mut body, step(Side::Left, 3.1, 1.5)).unwrap();
    let (mut reports, mut residual) = (Vec::new(), 0.0f64);
    for frame in 0..80 {
        let begun = body.steps_begun();
        controller.frame(&mut body, frame as f64 / 25.0);
        residual = residual.max(body.residual());
        if body.steps_begun() > begun {
            reports.push(body.last_step());
        }
    }
    let [far, near, last] = reports[..] else { panic!("{} steps", reports.len()) };
    assert!(far.beyond > 0.8, "{far:?}");
    // No farther than the leg is pulled for.
    let missed = (far.landed - far.asked).length();
    assert!((missed - (far.beyond - 0.25)).abs() < 1e-6 && far.landed.x > 1.3, "{far:?}");
    assert!(near.landed.x > far.landed.x, "{near:?}");
    assert!((last.landed - last.asked).length() < 0.005, "{last:?}");
    assert!(residual < 1e-6, "{residual}");
}

#[test]
fn steps_asked_for_too_fast_land_late_and_say_so() {
    let controller = shipped(FootstepSettings::default());
    let mut body = controller.begin(stand(), 0.0).unwrap();
    controller.push(&mut body, Footstep::new(Side::Left, [0.5, 0.09, 0.0], 0.0, 0.5, 0.55)).unwrap();
    for f in 0..30 {
        controller.frame(&mut body, f as f64 / 25.0);
    }
    let report = body.last_step();
    assert!((report.rate - 2.0).abs() < 1e-9 && report.late > 0.05, "{report:?}");
    // One asked to be in the air for ever lifts later, and lands in time.
    controller.push(&mut body, Footstep::new(Side::Right, [0.5, -0.09, 0.0], 0.0, 1.3, 4.0)).unwrap();
    let mut in_the_air = 0;
    for f in 30..110 {
        controller.frame(&mut body, f as f64 / 25.0);
        in_the_air += usize::from(!body.contacts()[1]);
    }
    assert!(body.last_step().late.abs() < 1e-9 && (body.last_step().rate - 0.5).abs() < 1e-9);
    assert!((10..40).contains(&in_the_air), "{in_the_air} frames");
}

#[test]
fn feet_point_along_their_heading_and_lie_on_the_ground() {
    let skeleton = body::skeleton();
    let normal = DVec3::new(-0.2, 0.1, 1.0).normalize();
    for natural_feet in [false, true] {
        let controller = shipped(FootstepSettings { natural_feet, ..Default::default() });
        let mut walker = controller.begin(stand(), 0.0).unwrap();
        let mut step = Footstep::new(Side::Left, [0.3, 0.15, 0.05], 0.6, 0.4, 0.9);
        step.normal = normal.to_array();
        controller.push(&mut walker, step).unwrap();
        for f in 0..60 {
            controller.frame(&mut walker, f as f64 / 25.0);
        }
        let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
        to_world(skeleton, walker.hips(), walker.rotations(), &mut world);
        let foot = skeleton.joint(crate::Role::LeftFoot);
        let rest = skeleton.rest();
        let away = walker.placement().rotation() * world[foot].rotation * rest[foot].rotation.inverse();
        let up = (away * Vec3::Z).as_dvec3();
        assert!((up - normal).length() < 1e-4, "{up}");
        // Where it points, seen from above before it is laid on the ground.
        let flat = yaw(Quat::from_rotation_arc(normal.as_vec3(), Vec3::Z) * away) + controller.legs[0].points as f32;
        let off = wrap(flat - 0.6);
        if natural_feet {
            assert!(off > 0.02 && off < 0.4, "turned out by {off}");
        } else {
            assert!(off.abs() < 1e-4, "{off}");
        }
    }
}

#[test]
fn a_body_without_footsteps_stands_and_one_that_has_made_them_comes_to_rest() {
    let controller = shipped(FootstepSettings::default());
    let mut body = controller.begin(stand(), 5.0).unwrap();
    let begin = feet(&controller, &body);
    for frame in 0..100 {
        controller.frame(&mut body, 5.0 + frame as f64 / 25.0);
        assert_eq!(body.contacts(), [true; 2]);
    }
    let end = feet(&controller, &body);
    assert!((0..2).all(|i| (begin[i] - end[i]).length() < 1e-6));
    // Midway between its feet, the balls of which are in front of it.
    let middle = 0.5 * (begin[0] + begin[1]).truncate();
    assert!((body.placement().at - middle + controller.between_feet).length() < 0.03);
}

#[test]
fn a_greater_share_of_the_root_moves_more_as_asked_and_lands_less_so() {
    let course = courses().into_iter().find(|c| c.name == "stones").unwrap();
    let offsets = [0.0, 0.5, 1.0].map(|root_share| {
        let controller = shipped(FootstepSettings { root_share, replace_within: 0.0, ..Default::default() });
        let seen = follow(&controller, &course, 25.0, |_| {});
        // Feet are where they were asked to be all the same: legs bend.
        assert!(worst(&seen.landing) < 0.005, "{root_share}: {:?}", seen.landing);
        seen.before_ik.iter().map(|b| b.0).sum::<f64>() / seen.before_ik.len() as f64
    });
    assert!(offsets[0] < offsets[1] && offsets[1] < offsets[2], "{offsets:?}");
}

#[test]
fn blended_landings_are_exact_at_corners_and_near_between() {
    let controller = shipped(FootstepSettings { replace_within: 0.0, ..Default::default() });
    for side in [Side::Left, Side::Right] {
        let mesh = controller.landings(side);
        assert!(mesh.points().len() > 30 && mesh.triangles().len() > 50);
        for &p in mesh.points() {
            let (off, _) = landing_offset(&controller, side, p).unwrap();
            assert!(off < 1e-5, "{off} at {p}");
        }
        for t in mesh.triangles() {
            let middle = t.map(|k| mesh.points()[k]).into_iter().sum::<DVec2>() / 3.0;
            let (off, area) = landing_offset(&controller, side, middle).unwrap();
            assert!(off < 0.06, "{off} in {area} m2");
        }
    }
}

#[test]
fn rows_of_a_recording_become_frames() {
    let controller = shipped(FootstepSettings::default());
    let course = courses().into_iter().find(|c| c.name == "bends").unwrap();
    let row = |index: usize, s: &Footstep| FootstepRow {
        walker: 3,
        index: index as u32,
        side: s.side,
        at: s.at,
        heading: s.heading,
        lift: s.lift,
        land: s.land,
    };
    let mut rows: Vec<FootstepRow> = course.steps.iter().enumerate().map(|(i, s)| row(i, s)).collect();
    let mut frames = Baked::new(controller.skeleton().len());
    let bake =
        |rows: &[FootstepRow], out: &mut Baked| controller.bake(rows, 0.0, 25.0, 300, DVec2::new(100.0, 0.0), out);
    let figures = bake(&rows, &mut frames).unwrap();
    assert_eq!((frames.frames(), figures.steps), (300, course.steps.len() as u64));
    assert!(figures.landing.worst() < 0.005 && figures.before_ik.worst() > 0.0);
    assert!(frames.ground(0).0.x < -99.0);
    let plants = frames.plants(Side::Left).len() + frames.plants(Side::Right).len();
    assert_eq!(plants, 2 + course.steps.len());
    // Broken rows are reported, not shown.
    assert_eq!(bake(&[], &mut frames).unwrap_err(), FootstepError::Nothing);
    rows[4].at[1] = f64::NAN;
    assert!(matches!(bake(&rows, &mut frames), Err(FootstepError::NotSound(4))));
    rows[4] = rows[2];
    let error = bake(&rows, &mut frames).unwrap_err();
    assert!(error.to_string().contains("footstep 4") && error.to_string().contains("must land later"), "{error}");
}

#[test]
fn what_cannot_be_followed_is_refused() {
    let library = StepLibrary::shipped().clone();
    for settings in [
        FootstepSettings { root_share: 1.5, ..Default::default() },
        FootstepSettings { ik_max: f64::NAN, ..Default::default() },
        FootstepSettings { rates: [2.0, 0.5], ..Default::default() },
    ] {
        assert!(matches!(FootstepController::new(library.clone(), settings), Err(FootstepError::Setting(_))));
    }
    let mut set = gait::step_moves(body::skeleton());
    set.moves.retain(|m| m.kind == crate::MoveKind::Stand);
    let none = StepLibrary::of(&set);
    assert!(matches!(FootstepController::new(none, Default::default()), Err(FootstepError::NoSteps("left"))));
    let controller = shipped(FootstepSettings::default());
    let mut body = controller.begin(stand(), 0.0).unwrap();
    for k in 0..64 {
        let lift = f64::from(k);
        controller.push(&mut body, Footstep::new(Side::Left, [0.1, 0.1, 0.0], 0.0, lift, lift + 0.5)).unwrap();
    }
    let step = Footstep::new(Side::Left, [0.1, 0.1, 0.0], 0.0, 100.0, 101.0);
    assert_eq!(controller.push(&mut body, step), Err(FootstepError::Full(64)));
    let steep = Footstep { normal: [1.0, 0.0, 0.1], ..step };
    assert_eq!(controller.push(&mut body, steep), Err(FootstepError::NotSound(64)));
}

/// Small and tall people have steps of their own.
#[test]
fn bodies_of_all_sizes_follow_footsteps_of_their_size() {
    for stature in [1.15, 2.05] {
        let skeleton = body::build(stature);
        let library = StepLibrary::of(&gait::step_moves(&skeleton));
        library.check().unwrap();
        let controller = FootstepController::new(library, FootstepSettings::default()).unwrap();
        let scale = f64::from(stature) / 1.75;
        for mut course in courses().into_iter().filter(|c| ["walk", "aside", "turns on the spot"].contains(&c.name)) {
            course.begin.iter_mut().for_each(|f| f.at = f.at.map(|x| scale * x));
            course.steps.iter_mut().for_each(|s| s.at = s.at.map(|x| scale * x));
            let seen = follow(&controller, &course, 25.0, |_| {});
            let name = course.name;
            assert!(worst(&seen.landing) < 0.005, "{stature} {name}: {:?}", seen.landing);
            assert!(worst(&seen.slide) < 0.001 && seen.residual < 1e-6 && seen.beyond == 0, "{stature} {name}");
        }
    }
}

/// Any clips will do: the usual moves, and one walk alone, whose landing points are two.
#[test]
fn small_libraries_are_followed_too() {
    let usual = gait::shipped();
    let one =
        MoveSet { moves: usual.moves.iter().filter(|m| m.name == "walk-1.1").cloned().collect(), ..usual.clone() };
    for (set, most) in [(usual, 0.005), (one, 0.9)] {
        let controller = FootstepController::new(StepLibrary::of(&set), FootstepSettings::default()).unwrap();
        let course = courses().into_iter().find(|c| c.name == "walk").unwrap();
        let seen = follow(&controller, &course, 25.0, |_| {});
        assert!(worst(&seen.landing) < most, "{:?}", seen.landing);
        assert!(worst(&seen.slide) < 0.001 && seen.residual < 1e-6);
    }
}

proptest! {
    /// Whatever is asked for: numbers stay numbers, hips stay up, and a planted foot stays as far as legs reach.
    #[test]
    fn any_footsteps_leave_a_body_whole(
        asked in prop::collection::vec(
            (any::<bool>(), -0.9f64..0.9, -0.5f64..0.5, -0.3f64..0.3, -1.5f64..1.5, 0.05f64..1.5, 0.0f64..1.0), 1..8,
        ),
        root_share in 0.0f64..=1.0,
    ) {
        let controller = shipped(FootstepSettings { root_share, ..Default::default() });
        let mut course = Course { name: "any", begin: stand(), steps: Vec::new() };
        let (mut at, mut heading, mut time) = ([0.0; 3], 0.0, 0.2);
        for (left, x, y, z, turn, lasts, lift) in asked {
            at = [at[0] + x, at[1] + y, at[2] + z];
            heading += turn;
            let side = if left { Side::Left } else { Side::Right };
            course.steps.push(Footstep::new(side, at, heading, time + lift * (lasts - 0.04), time + lasts));
            time += lasts;
        }
        let mut sound = true;
        let seen = follow(&controller, &course, 30.0, |body| {
            let whole = body.rotations().iter().all(|q| (q.length() - 1.0).abs() < 1e-4);
            sound &= whole && body.hips().is_finite() && body.placement().at.is_finite();
        });
        prop_assert!(sound);
        prop_assert!(seen.lowest > 0.3, "hips {} m above the floor", seen.lowest);
        prop_assert!(worst(&seen.slide) < 0.001 + 2.0 * seen.residual, "{} with {}", worst(&seen.slide), seen.residual);
    }
}
