//! What must hold of every step.

use super::*;
use crate::{ContactPoint, JointTransform, Quat, Side, Vec3, to_world};

fn feet(library: &StepLibrary, s: &LibraryStep, key: usize) -> [Vec3; 2] {
    let skeleton = library.skeleton();
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    to_world(skeleton, s.motion.hips(key), s.motion.rotations(key), &mut world);
    [Side::Left, Side::Right].map(|side| ContactPoint::of(skeleton, side).at(&world))
}

#[test]
fn the_built_in_library_is_sound_and_covers_the_plane_of_steps() {
    let library = StepLibrary::shipped();
    library.check().unwrap();
    assert!(gait::step_moves(body::skeleton()).moves.len() >= 24);
    for side in [Side::Left, Side::Right] {
        let out = if side == Side::Left { 1.0 } else { -1.0 };
        let own: Vec<&LibraryStep> =
            library.steps().iter().filter(|s| s.figures.swing == side && library.blends(s)).collect();
        let reach = |direction: DVec2| {
            own.iter().map(|s| s.landing.dot(DVec2::new(direction.x, out * direction.y))).fold(0.0, f64::max)
        };
        assert!(reach(DVec2::X) > 1.3, "forward {}", reach(DVec2::X));
        assert!(reach(DVec2::NEG_X) > 0.4, "back {}", reach(DVec2::NEG_X));
        assert!(reach(DVec2::Y) > 0.45, "out {}", reach(DVec2::Y));
        let turns = |sign: f32| own.iter().any(|s| sign * s.figures.rotation > 0.5);
        assert!(turns(1.0) && turns(-1.0), "turning to both sides");
        let shortest = own.iter().map(|s| s.figures.foot.length()).fold(1.0, f32::min);
        assert!(shortest < 0.02, "on the spot {shortest}");
    }
}

#[test]
fn the_supporting_foot_of_a_step_stands_still_and_the_other_does_until_it_lifts() {
    let library = StepLibrary::shipped();
    for s in library.steps() {
        let name = &library.clips()[s.clip].name;
        let (swing, support) = (s.figures.swing as usize, s.figures.support as usize);
        let begin = feet(library, s, 0);
        for key in 0..KEYS {
            let now = feet(library, s, key);
            let off = (now[support] - begin[support]).truncate().length();
            // Interpolation between frames of the move and its keys.
            assert!(off < 2.5e-3, "{name}: the support is off by {off} at key {key}");
            // Turning is taken out about the other foot, so that only straight steps keep the hind foot.
            let off = (now[swing] - begin[swing]).truncate().length();
            let straight = s.figures.rotation.abs() < 1e-3;
            assert!(key > DOUBLE || !straight || off < 2.5e-3, "{name}: the foot that lifts is off by {off} at {key}");
        }
        let end = feet(library, s, KEYS - 1)[swing].truncate().as_dvec2();
        assert!((end - s.landing).length() < 1e-5, "{name}");
    }
}

#[test]
fn two_steps_of_a_walk_cover_its_cycle_and_are_mirror_images() {
    let library = StepLibrary::shipped();
    let clip = library.clips().iter().position(|c| c.name == "walk-1.4").unwrap();
    let own: Vec<&LibraryStep> = library.steps().iter().filter(|s| s.clip == clip).collect();
    assert_eq!(own.len(), 2);
    let (length, seconds) = (own[0].root.x + own[1].root.x, own[0].figures.duration + own[1].figures.duration);
    let speed = length / f64::from(seconds);
    assert!((speed - library.clips()[clip].velocity.x).abs() < 1e-3, "{speed}");
    assert!((own[0].landing - own[1].landing * DVec2::new(1.0, -1.0)).length() < 5e-3);
    assert!(own.iter().all(|s| (s.figures.foot.x / own[0].figures.foot.x - 1.0).abs() < 0.02));
    let angle = own[0].figures.angle.to_degrees();
    assert!(angle.abs() < 3.0, "{angle}");
}

#[test]
fn a_mirrored_sidestep_goes_to_the_other_side() {
    let library = StepLibrary::shipped();
    let velocity = |name: &str| library.clips().iter().find(|c| c.name == name).unwrap().velocity;
    let (left, right) = (velocity("walk-sidestep-0.4"), velocity("walk-sidestep-0.4 (mirrored)"));
    assert!(left.y > 0.35 && right.y < -0.35 && (left + right).length() < 1e-3);
}

#[test]
fn figures_survive_being_written_and_read() {
    let record = StepLibrary::shipped().record();
    let text = serde_json::to_string(&record).unwrap();
    let back: StepLibraryRecord = serde_json::from_str(&text).unwrap();
    assert!(back == record);
    // Ten samples per second, the last one not beyond the end.
    for s in &record.steps {
        assert!((s.samples_m.len() as f32 - (1.0 + (10.0 * s.duration_s).floor())).abs() <= 1.0);
    }
}
