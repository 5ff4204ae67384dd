//! Files people have: motion capture and game characters from the reference data.

#[path = "../../../tests/reference.rs"]
mod reference_data;

use ambulo_motion::{
    AnalysisOptions, Clip, ClipReport, ContactPoint, ImportOptions, Imported, JointTransform, Move, MoveKind, Quat,
    Role, Side, Skeleton, Vec3, analysis::analyse, body, import, retarget, retarget_move, to_world, turn,
};
use std::path::PathBuf;

fn reference(name: &str) -> Option<PathBuf> {
    reference_data::reference(&format!("motion/{name}"))
}

fn read(name: &str) -> Option<Imported> {
    let path = reference(name)?;
    Some(import::load(&path, &ImportOptions::default()).unwrap_or_else(|e| panic!("{e}")))
}

fn report(file: &Imported, clip: usize) -> ClipReport {
    let clip = &file.clips[clip];
    analyse(&file.skeleton, &clip.name, &clip.clip, &AnalysisOptions::default()).0
}

/// File, kind, and what speed and turning [degrees/s] the part that repeats has: as found on inspection, so that a
/// change is seen. The files do not say themselves.
const CAPTURED: [(&str, MoveKind, [f32; 2], [f32; 2]); 29] = [
    ("02_01", MoveKind::Walk, [1.1, 1.3], [-5.0, 5.0]),
    ("07_01", MoveKind::Walk, [1.25, 1.5], [-5.0, 5.0]),
    ("07_12", MoveKind::Walk, [1.8, 2.1], [-5.0, 5.0]),
    ("08_01", MoveKind::Walk, [1.5, 1.75], [-5.0, 5.0]),
    ("08_03", MoveKind::Walk, [1.4, 1.65], [-5.0, 5.0]),
    ("09_01", MoveKind::Run, [3.3, 3.9], [-15.0, 15.0]),
    ("104_06", MoveKind::Start, [1.5, 2.1], [-10.0, 10.0]),
    ("113_11", MoveKind::Stand, [0.0, 0.05], [-1.0, 1.0]),
    ("16_08", MoveKind::Stop, [1.3, 1.9], [-10.0, 10.0]),
    ("16_11", MoveKind::Walk, [0.85, 1.15], [-15.0, 15.0]),
    ("16_15", MoveKind::Walk, [1.0, 1.2], [-5.0, 5.0]),
    ("16_19", MoveKind::Walk, [0.8, 1.0], [-50.0, 5.0]),
    ("16_33", MoveKind::Stop, [0.6, 0.85], [-10.0, 10.0]),
    ("16_35", MoveKind::Run, [2.6, 3.0], [-15.0, 15.0]),
    ("16_39", MoveKind::Run, [2.6, 3.1], [-70.0, -40.0]),
    ("16_57", MoveKind::Stop, [1.1, 1.5], [-10.0, 10.0]),
    ("35_01", MoveKind::Walk, [1.15, 1.4], [-5.0, 5.0]),
    ("36_01", MoveKind::Walk, [0.85, 1.15], [-10.0, 10.0]),
    ("45_01", MoveKind::Walk, [0.9, 1.2], [-75.0, -45.0]),
    ("69_01", MoveKind::Start, [0.5, 0.8], [-5.0, 5.0]),
    ("69_20", MoveKind::Walk, [0.6, 0.9], [-40.0, 10.0]),
    ("69_28", MoveKind::Walk, [0.7, 1.0], [-70.0, -40.0]),
    ("69_50", MoveKind::Walk, [0.65, 0.95], [-80.0, -50.0]),
    // Before, these were a turn of 0.04 m/s (out and back), refused (no foot ever landed), and a run (a casual walk).
    ("26_01", MoveKind::Walk, [0.7, 0.95], [-10.0, 10.0]),
    ("29_01", MoveKind::Walk, [0.55, 0.8], [-10.0, 10.0]),
    ("08_10", MoveKind::Walk, [1.5, 1.8], [-5.0, 5.0]),
    ("35_10", MoveKind::Walk, [1.1, 1.35], [-10.0, 10.0]),
    ("39_08", MoveKind::Walk, [1.35, 1.65], [-5.0, 5.0]),
    ("104_19", MoveKind::Walk, [1.05, 1.3], [-5.0, 5.0]),
];

/// The only file of them whose moves are left out: a foot turns over.
const TORN: &str = "104_06";

#[test]
fn captured_clips_keep_their_kinds_and_speeds() {
    for (name, kind, speed, turning) in CAPTURED {
        let Some(file) = read(&format!("cmu/{name}.bvh")) else { return };
        let clip = &file.clips[0];
        let (r, moves) = analyse(&file.skeleton, &clip.name, &clip.clip, &AnalysisOptions::default());
        assert_eq!(r.kind, Some(kind), "{name}: {:?}", r.notes);
        assert_eq!(moves.is_empty(), name == TORN, "{name}: {:?}", r.notes);
        assert!((speed[0]..=speed[1]).contains(&r.speed), "{name}: {} m/s", r.speed);
        let turned = r.turning.to_degrees();
        assert!((turning[0]..=turning[1]).contains(&turned), "{name}: {turned} degrees/s");
        if matches!(kind, MoveKind::Walk | MoveKind::Run) {
            let (_, _, error) = r.cycle.expect("a cycle");
            assert!(error.degrees < 6.0 && error.metres < 0.2, "{name}: {error:?}");
            // Backwards in one of them, forward in all others.
            let back = name == "69_50";
            assert_eq!(r.angle.abs() > 2.4, back, "{name}: {}", r.angle.to_degrees());
        }
        // Legs of grown people, whatever the unit of the file.
        let hips = file.skeleton.joints()[0].translation.z;
        assert!((0.85..1.15).contains(&hips), "{name}: hips at {hips} m");
    }
}

#[test]
fn game_clips_in_place_have_the_speed_of_their_feet() {
    let Some(file) = read("gltf/kaykit/Med_MovementBasic.glb") else { return };
    let of = |name: &str| {
        let at = file.clips.iter().position(|c| c.name == name).unwrap_or_else(|| panic!("no {name}"));
        report(&file, at)
    };
    for name in ["Walking_A", "Walking_B", "Walking_C"] {
        let r = of(name);
        assert_eq!((r.kind, r.in_place), (Some(MoveKind::Walk), true), "{name}: {:?}", r.notes);
        assert!((0.2..2.0).contains(&r.speed) && r.angle.abs() < 0.2, "{name}: {} m/s, {} rad", r.speed, r.angle);
    }
    for name in ["Running_A", "Running_B"] {
        let r = of(name);
        assert_eq!((r.kind, r.in_place), (Some(MoveKind::Run), true), "{name}: {:?}", r.notes);
        assert!(r.speed > of("Walking_A").speed, "{name}: {} m/s", r.speed);
    }
    for name in ["Jump_Full_Long", "Jump_Idle", "T-Pose"] {
        assert_eq!(of(name).kind, None, "{name}");
    }
}

#[test]
fn every_clip_has_a_kind_or_a_note_that_says_why_not() {
    for name in ["General", "MovementBasic", "MovementAdvanced", "Simulation"] {
        let Some(file) = read(&format!("gltf/kaykit/Med_{name}.glb")) else { return };
        for (k, clip) in file.clips.iter().enumerate() {
            let r = report(&file, k);
            assert!(r.kind.is_some() || !r.notes.is_empty(), "{name}, {}: neither kind nor note", clip.name);
        }
    }
}

#[test]
fn bodies_that_stand_sit_and_lie_are_distinguished() {
    let (Some(general), Some(others)) = (read("gltf/kaykit/Med_General.glb"), read("gltf/kaykit/Med_Simulation.glb"))
    else {
        return;
    };
    let kind = |file: &Imported, name: &str| {
        let at = file.clips.iter().position(|c| c.name == name).unwrap_or_else(|| panic!("no {name}"));
        report(file, at).kind
    };
    assert_eq!(kind(&general, "Idle_A"), Some(MoveKind::Stand));
    assert_eq!(kind(&others, "Waving"), Some(MoveKind::Stand));
    for name in ["Lie_Idle", "Sit_Chair_Idle", "Sit_Floor_Idle", "Push_Ups", "Lie_StandUp"] {
        assert_eq!(kind(&others, name), None, "{name}");
    }
}

#[test]
fn skinned_characters_come_with_their_skin_on_the_floor() {
    for (name, height) in [
        ("gltf/CesiumMan.glb", 1.2..1.9),
        ("gltf/RiggedFigure.glb", 1.2..1.9),
        ("gltf/kaykit/mannequin_v2/manny_med_mod.gltf", 0.8..3.0),
    ] {
        let Some(file) = read(name) else { return };
        let character = file.character.unwrap_or_else(|| panic!("{name} has no skin"));
        let mesh = &character.mesh;
        let low = mesh.positions.iter().map(|p| p.z).fold(f32::INFINITY, f32::min);
        let high = mesh.positions.iter().map(|p| p.z).fold(f32::NEG_INFINITY, f32::max);
        assert!(low.abs() < 0.05, "{name} stands at {low} m");
        assert!(height.contains(&(high - low)), "{name} is {} m tall", high - low);
        for influence in &mesh.influences {
            assert!((influence.weights.iter().sum::<f32>() - 1.0).abs() < 1e-3);
            assert!(influence.joints.iter().all(|j| usize::from(*j) < character.skeleton.len()));
        }
        // Left is left: the left foot's joint lies at positive y.
        let s = &file.skeleton;
        assert!(s.rest()[s.joint(Role::LeftFoot)].at.y > 0.0, "{name}");
        assert!(mesh.normals.iter().all(|n| (n.length() - 1.0).abs() < 1e-3));
    }
}

#[test]
fn the_walking_man_of_the_samples_walks() {
    let Some(file) = read("gltf/CesiumMan.glb") else { return };
    let r = report(&file, 0);
    assert_eq!((r.kind, r.in_place), (Some(MoveKind::Walk), true), "{:?}", r.notes);
    assert!((0.4..2.0).contains(&r.speed) && r.angle.abs() < 0.3, "{} m/s at {} rad", r.speed, r.angle);
}

fn world(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Vec<JointTransform> {
    let mut out = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    to_world(skeleton, clip.hips(frame), clip.rotations(frame), &mut out);
    out
}

/// Angle of the knee and of the thigh against the vertical [degrees], and height of the ankle.
fn leg(skeleton: &Skeleton, world: &[JointTransform], left: bool) -> [f32; 3] {
    let roles = if left {
        [Role::LeftThigh, Role::LeftShank, Role::LeftFoot]
    } else {
        [Role::RightThigh, Role::RightShank, Role::RightFoot]
    };
    let [hip, knee, ankle] = roles.map(|r| world[skeleton.joint(r)].at);
    let (thigh, shank) = ((knee - hip).normalize(), (ankle - knee).normalize());
    [thigh.angle_between(shank).to_degrees(), thigh.angle_between(Vec3::NEG_Z).to_degrees(), ankle.z]
}

#[test]
fn retargeting_keeps_angles_of_legs_and_heights_of_feet() {
    let man = read("gltf/CesiumMan.glb").map(|f| f.skeleton);
    let onto = [Some(body::skeleton().clone()), man];
    let (mut worst_angle, mut worst_height) = (0.0f32, 0.0f32);
    for name in ["07_01", "16_35", "69_50"] {
        let Some(file) = read(&format!("cmu/{name}.bvh")) else { return };
        let (from, clip) = (&file.skeleton, &file.clips[0].clip);
        for to in onto.iter().flatten() {
            let made = retarget(from, to, clip);
            let size = |s: &Skeleton| {
                let rest = s.rest();
                let at = |r: Role| rest[s.joint(r)].at;
                (at(Role::LeftThigh) - at(Role::LeftShank)).length()
                    + (at(Role::LeftShank) - at(Role::LeftFoot)).length()
            };
            let ratio = size(to) / size(from);
            let ankle = |s: &Skeleton| s.rest()[s.joint(Role::LeftFoot)].at.z;
            for f in 0..clip.frames() {
                let (a, b) = (world(from, clip, f), world(to, &made, f));
                let sides = [true, false].map(|left| (leg(from, &a, left), leg(to, &b, left)));
                for (a, b) in sides {
                    worst_angle = worst_angle.max((a[0] - b[0]).abs()).max((a[1] - b[1]).abs());
                }
                // The lower foot carries the body: its height over where it rests, in measures of the leg.
                let (a, b) = if sides[0].0[2] < sides[1].0[2] { sides[0] } else { sides[1] };
                let off = (b[2] - ankle(to)) / ratio - (a[2] - ankle(from));
                worst_height = worst_height.max(off.abs());
            }
        }
    }
    println!("worst: {worst_angle:.4} degrees, {:.1} mm", 1e3 * worst_height);
    assert!(worst_angle < 0.1, "{worst_angle} degrees");
    assert!(worst_height < 0.03, "{worst_height} m");
}

/// Of a move: how far the ball of a planted foot is from going back at the move's speed [m/s, mean], how high it is over
/// where it rests [m, mean], and how far it slides in a stance [m, largest].
fn stance(skeleton: &Skeleton, of: &Move) -> (f32, f32, f32) {
    let n = of.clip.frames();
    let (mut along, mut height, mut count, mut worst) = (0.0, 0.0, 0.0f32, 0.0f32);
    let wanted = turn(of.angle) * Vec3::X * -of.speed;
    for (foot, side) in [Side::Left, Side::Right].into_iter().enumerate() {
        let ball = ContactPoint::of(skeleton, side);
        let rest = ball.at(&skeleton.rest()).z;
        for &(a, b) in &of.contacts[foot].intervals {
            let frames = ((b - a) * n as f32) as usize;
            let at = |k: usize| ball.at(&world(skeleton, &of.clip, ((a * n as f32) as usize + k) % n));
            let mut slid = Vec3::ZERO;
            for k in 1..frames {
                let step = (at(k) - at(k - 1)) - wanted / of.clip.rate;
                slid += step.with_z(0.0);
                worst = worst.max(slid.length());
                along += step.dot(-wanted / of.speed) * of.clip.rate;
                height += at(k).z - rest;
                count += 1.0;
            }
        }
    }
    (along / count, height / count, worst)
}

#[test]
fn retargeted_walks_go_at_the_speed_of_their_feet() {
    let onto = body::skeleton();
    for name in ["02_01", "07_01", "07_12", "08_03", "16_15", "35_01"] {
        let Some(file) = read(&format!("cmu/{name}.bvh")) else { return };
        let clip = &file.clips[0];
        let moves = analyse(&file.skeleton, &clip.name, &clip.clip, &AnalysisOptions::default()).1;
        let own = stance(&file.skeleton, &moves[0]);
        let made = retarget_move(&file.skeleton, onto, &moves[0]);
        let there = stance(onto, &made);
        println!(
            "{name}: speed off {:.3} -> {:.3} m/s, ball {:.1} -> {:.1} cm high, slide {:.1} -> {:.1} cm, {:.2} m/s",
            own.0,
            there.0,
            100.0 * own.1,
            100.0 * there.1,
            100.0 * own.2,
            100.0 * there.2,
            made.speed
        );
        assert!(own.0.abs() < 0.12 && there.0.abs() < 0.12, "{name}: feet go at another speed: {own:?}, {there:?}");
        assert!(own.1.abs() < 0.005 && there.1.abs() < 0.005, "{name}: feet over the floor: {own:?}, {there:?}");
        assert!(there.2 < 0.09, "{name}: a foot slides {} m in a stance", there.2);
    }
}
