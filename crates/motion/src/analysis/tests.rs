//! Moves made by calculation say when their feet are down and how fast they go: what the analysis must find again.

use super::*;
use crate::{Pose, gait, turn};
use glam::Vec3;

/// A move played for some seconds, travelling, from a phase on, at a rate.
fn travelling(of: &Move, seconds: f32, phase: f32, rate: f32) -> Clip {
    let mut clip = Clip::new(of.clip.joints(), rate, false);
    let mut pose = of.clip.pose(0);
    let (s, c) = crate::math::sin_cos(of.angle);
    let mut at = Vec3::new(3.0, -2.0, 0.0);
    let mut facing = 0.4;
    for f in 0..(seconds * rate) as usize {
        let time = f as f32 / rate;
        let hips = of.clip.sample(time + phase * of.clip.duration(), &mut pose.rotations);
        let spin = turn(facing);
        let mut now = Pose { hips: at + spin * hips, rotations: pose.rotations.clone() };
        now.rotations[0] = spin * now.rotations[0];
        clip.push(&now);
        at += spin * Vec3::new(c, s, 0.0) * (of.speed / rate);
        facing += of.turning / rate;
    }
    clip
}

fn walks() -> (Skeleton, Vec<Move>) {
    let set = gait::shipped();
    let walks: Vec<Move> = set.moves.into_iter().filter(|m| m.kind == MoveKind::Walk && m.turning == 0.0).collect();
    assert!(walks.len() >= 4);
    (set.skeleton, walks)
}

#[test]
fn travelling_walks_are_found_again_at_120_and_30_frames_a_second() {
    let (skeleton, walks) = walks();
    for m in &walks {
        for rate in [120.0, 30.0] {
            let clip = travelling(m, 4.0, 0.37, rate);
            let (report, made) = analyse(&skeleton, &m.name, &clip, &AnalysisOptions::default());
            let about = format!("{} at {rate}: {:?}", m.name, report.notes);
            assert_eq!(report.kind, Some(MoveKind::Walk), "{about}");
            assert!(!report.in_place, "{about}");
            assert!(
                (report.speed - m.speed).abs() < 0.03 * m.speed + 0.01,
                "{about}: {} for {}",
                report.speed,
                m.speed
            );
            assert!(crate::wrap(report.angle - m.angle).abs() < 0.05, "{about}: {}", report.angle);
            assert!(report.turning.abs() < 0.05, "{about}");
            let period = report.cycle.unwrap().1 as f32 / rate;
            assert!((period - m.clip.duration()).abs() < 1.5 / rate.min(60.0), "{about}: {period}");
            // The move begins where the other does: the left ball comes down.
            let contacts = &made[0].contacts;
            assert_eq!(contacts[0].intervals[0].0, 0.0, "{about}");
            let wrong = (0..100).filter(|&k| {
                let phase = k as f32 / 100.0;
                (0..2).any(|foot| contacts[foot].down(phase) != m.contacts[foot].down(phase))
            });
            let wrong = wrong.count();
            // A foot that leaves slowly, as in slow steps to the side, leaves when one says it does.
            let most = if m.angle == 0.0 { 16 } else { 26 };
            assert!(
                wrong <= most,
                "{about}: {wrong} % of the cycle have other contacts\n{contacts:?}\n{:?}",
                m.contacts
            );
        }
    }
}

#[test]
fn clips_that_stay_in_place_get_their_speed_from_their_feet() {
    let (skeleton, walks) = walks();
    for m in walks.iter().filter(|m| m.speed > 0.7) {
        // As games have them: the last frame is the first again, and the flag says nothing.
        let mut clip = Clip::new(m.clip.joints(), m.clip.rate, false);
        for f in (0..m.clip.frames()).chain([0]) {
            clip.push(&m.clip.pose((f + 7) % m.clip.frames()));
        }
        let (report, made) = analyse(&skeleton, &m.name, &clip, &AnalysisOptions::default());
        assert!(report.in_place, "{}: {:?}", m.name, report.notes);
        assert_eq!(report.kind, Some(MoveKind::Walk), "{}: {:?}", m.name, report.notes);
        assert!((report.speed - m.speed).abs() < 0.06 * m.speed, "{}: {}", m.name, report.speed);
        assert!(made[0].clip.cyclic && (made[0].clip.duration() - m.clip.duration()).abs() < 1e-3);
    }
}

#[test]
fn steps_alternate_and_are_as_long_as_the_walk_says() {
    let (skeleton, walks) = walks();
    let m = walks.iter().find(|m| m.name == "walk-1.4").unwrap();
    let clip = travelling(m, 5.0, 0.1, 60.0);
    let (report, _) = analyse(&skeleton, "walk", &clip, &AnalysisOptions::default());
    assert!(report.steps.len() >= 6);
    for pair in report.steps.windows(2) {
        assert_ne!(pair[0].swing, pair[1].swing);
    }
    let stride = m.speed * m.clip.duration();
    for s in &report.steps {
        assert!((s.foot.x - stride).abs() < 0.12 * stride && s.foot.y.abs() < 0.15, "{s:?}");
        assert!(s.angle.abs() < 0.1 && s.rotation.abs() < 0.5);
        assert_eq!(s.samples.len(), (s.duration * 10.0) as usize + 1);
    }
}

#[test]
fn moves_are_in_place_and_close() {
    let (skeleton, walks) = walks();
    let m = &walks[3];
    let made = moves_of(&skeleton, "again", &travelling(m, 4.0, 0.2, 120.0));
    let clip = &made[0].clip;
    let mean = (0..clip.frames()).map(|f| clip.hips(f).truncate()).sum::<glam::Vec2>() / clip.frames() as f32;
    assert!(mean.length() < 1e-3, "{mean}");
    // From the last frame to the first is a step like any other.
    let step = |a: usize, b: usize| {
        let turns = clip.rotations(a).iter().zip(clip.rotations(b)).map(|(p, q)| crate::math::apart(*p, *q));
        turns.fold(0.0, f32::max)
    };
    let usual = (1..clip.frames()).map(|f| step(f - 1, f)).fold(0.0, f32::max);
    assert!(step(clip.frames() - 1, 0) < 1.2 * usual);
}

#[test]
fn a_foot_that_turns_over_is_reported_and_makes_no_move() {
    let (skeleton, walks) = walks();
    let clip = travelling(&walks[3], 4.0, 0.0, 120.0);
    let foot = skeleton.joint(crate::Role::LeftFoot);
    let mut torn = Clip::new(clip.joints(), clip.rate, false);
    for frame in 0..clip.frames() {
        let mut pose = clip.pose(frame);
        // Four frames in every half second.
        if frame % 60 < 4 {
            pose.rotations[foot] *= crate::math::about(Vec3::X, 2.6);
        }
        torn.push(&pose);
    }
    let options = AnalysisOptions::default();
    assert!(!analyse(&skeleton, "whole", &clip, &options).1.is_empty());
    let (report, moves) = analyse(&skeleton, "torn", &torn, &options);
    assert!(moves.is_empty());
    assert!(report.notes.iter().any(|note| note.contains("jumps by")), "{:?}", report.notes);
}

#[test]
fn a_pose_is_nothing_that_walks() {
    let skeleton = crate::body::skeleton();
    let mut clip = Clip::new(skeleton.len(), 30.0, false);
    clip.push(&Pose::rest(skeleton));
    let (report, moves) = analyse(skeleton, "pose", &clip, &AnalysisOptions::default());
    assert!(report.kind.is_none() && moves.is_empty() && !report.notes.is_empty());
    for _ in 0..60 {
        clip.push(&Pose::rest(skeleton));
    }
    assert_eq!(analyse(skeleton, "still", &clip, &AnalysisOptions::default()).0.kind, Some(MoveKind::Stand));
}

#[test]
fn a_walk_out_and_back_is_a_walk_and_not_a_turn() {
    let (skeleton, walks) = walks();
    let m = walks.iter().find(|m| m.name == "walk-1.1").unwrap();
    // Out, half a turn within a second, and back: the net displacement is next to nothing.
    let mut clip = Clip::new(m.clip.joints(), 60.0, false);
    let mut pose = m.clip.pose(0);
    let (mut at, mut facing) = (Vec3::ZERO, 0.0f32);
    for f in 0..540 {
        let time = f as f32 / 60.0;
        let hips = m.clip.sample(time, &mut pose.rotations);
        let spin = turn(facing);
        let mut now = Pose { hips: at + spin * hips, rotations: pose.rotations.clone() };
        now.rotations[0] = spin * now.rotations[0];
        clip.push(&now);
        at += spin * Vec3::X * (m.speed / 60.0);
        if (4.0..5.0).contains(&time) {
            facing += std::f32::consts::PI / 60.0;
        }
    }
    assert!(at.length() < 1.0, "it comes back: {at}");
    let (report, made) = analyse(&skeleton, "out and back", &clip, &AnalysisOptions::default());
    assert_eq!(report.kind, Some(MoveKind::Walk), "{:?}", report.notes);
    assert!((report.speed - m.speed).abs() < 0.05 && report.turning.abs() < 0.1, "{} m/s", report.speed);
    assert!(report.notes.iter().any(|note| note.contains("turns by 1")), "{:?}", report.notes);
    assert_eq!(made.len(), 1);
}

/// The built-in skeleton with a branch more: three bones from the chest down to the floor.
fn with_a_finger_and_a_leg(finger: bool) -> Skeleton {
    let base = crate::body::skeleton();
    let mut joints = base.joints().to_vec();
    let mut add = |name: &str, parent: usize, translation: Vec3, tip: Option<Vec3>| {
        let (name, rotation) = (name.to_owned(), glam::Quat::IDENTITY);
        joints.push(crate::Joint { name, parent: Some(parent), translation, rotation, tip });
        joints.len() - 1
    };
    if finger {
        add("thumb", base.joint(crate::Role::LeftHand), Vec3::new(0.03, 0.05, 0.0), Some(Vec3::Y * 0.05));
    } else {
        let chest = base.joint(crate::Role::UpperChest);
        let top = base.rest()[chest].at;
        let hip = add("front leg", chest, Vec3::X * 0.3, None);
        let knee = add("front shank", hip, Vec3::NEG_Z * (0.5 * top.z), None);
        add("front hoof", knee, Vec3::NEG_Z * (0.5 * top.z - 0.02), Some(Vec3::X * 0.05));
    }
    Skeleton::new(joints, *base.roles()).unwrap()
}

#[test]
fn a_thumb_that_jumps_is_held_still_and_the_walk_is_kept() {
    let (_, walks) = walks();
    let skeleton = with_a_finger_and_a_leg(true);
    let plain = travelling(&walks[3], 4.0, 0.0, 120.0);
    let mut clip = Clip::new(skeleton.len(), plain.rate, false);
    for frame in 0..plain.frames() {
        let mut pose = plain.pose(frame);
        pose.rotations.push(if frame % 60 < 4 { crate::math::about(Vec3::X, 2.6) } else { glam::Quat::IDENTITY });
        clip.push(&pose);
    }
    let (report, moves) = analyse(&skeleton, "thumb", &clip, &AnalysisOptions::default());
    assert_eq!(moves.len(), 1, "{:?}", report.notes);
    assert!(report.notes.iter().any(|note| note.contains("`thumb` jumps by") && note.contains("held still")));
    let thumb = skeleton.len() - 1;
    assert!((0..moves[0].clip.frames()).all(|f| moves[0].clip.rotations(f)[thumb] == glam::Quat::IDENTITY));
}

#[test]
fn a_third_leg_that_stands_is_refused_and_one_that_is_carried_along_is_not() {
    let (_, walks) = walks();
    let skeleton = with_a_finger_and_a_leg(false);
    let (hip, shin) = (skeleton.len() - 3, skeleton.len() - 2);
    let plain = travelling(&walks[3], 4.0, 0.0, 60.0);
    for walks_on_it in [true, false] {
        let mut clip = Clip::new(skeleton.len(), plain.rate, false);
        for frame in 0..plain.frames() {
            let mut pose = plain.pose(frame);
            // As a leg: back with the floor in two thirds of a stride of a second, then lifted and brought forward.
            let phase = (frame % 60) as f32 / 60.0;
            let swing = if phase < 0.66 { 0.36 - phase * 1.09 } else { (phase - 0.66) * 2.1 - 0.36 };
            let lift = if phase < 0.66 { 0.0 } else { 0.9 };
            let (swing, lift) = if walks_on_it { (swing, lift) } else { (0.0, 0.0) };
            pose.rotations.extend([glam::Quat::IDENTITY; 3]);
            pose.rotations[hip] = crate::math::about(Vec3::Y, -swing);
            pose.rotations[shin] = crate::math::about(Vec3::Y, lift);
            clip.push(&pose);
        }
        let (report, moves) = analyse(&skeleton, "three legs", &clip, &AnalysisOptions::default());
        assert_eq!(moves.is_empty(), walks_on_it, "{:?} {:?}", report.kind, report.notes);
        assert_eq!(report.notes.iter().any(|note| note.contains("more than two legs")), walks_on_it);
    }
}

#[test]
fn a_four_legged_animal_is_refused_with_the_reason() {
    use crate::Role;
    let (base, walks) = walks();
    // A dog with the joints of a person: the trunk level, arms straight down as front legs.
    let mut joints = base.joints().to_vec();
    let of = |role| base.joint(role);
    for role in [Role::Spine, Role::Chest, Role::UpperChest, Role::Neck, Role::Head] {
        let t = joints[of(role)].translation;
        joints[of(role)].translation = Vec3::new(t.z, t.y, 0.0);
    }
    for (role, side) in [(Role::LeftArm, 1.0), (Role::RightArm, -1.0)] {
        joints[of(role)].translation = Vec3::new(0.0, 0.08 * side, -0.05);
    }
    for role in [Role::LeftForearm, Role::RightForearm, Role::LeftHand, Role::RightHand] {
        joints[of(role)].translation = Vec3::NEG_Z * 0.43;
    }
    let skeleton = Skeleton::new(joints, *base.roles()).unwrap();
    let (report, moves) =
        analyse(&skeleton, "dog", &travelling(&walks[2], 4.0, 0.0, 60.0), &AnalysisOptions::default());
    assert!(report.kind.is_none() && moves.is_empty());
    assert!(report.notes.iter().any(|note| note.contains("four-legged")), "{:?}", report.notes);
    // A person who stoops so far that the hands walk along is refused by the hands.
    let arms = [Role::LeftHand, Role::RightHand, Role::LeftForearm, Role::RightForearm];
    let mut joints = base.joints().to_vec();
    for role in arms {
        joints[of(role)].translation = Vec3::NEG_Z * 0.68;
    }
    let skeleton = Skeleton::new(joints, *base.roles()).unwrap();
    let mut clip = travelling(&walks[2], 4.0, 0.0, 60.0);
    clip.hold(&[Role::LeftArm, Role::RightArm].map(of), glam::Quat::IDENTITY);
    clip.hold(&[Role::LeftForearm, Role::RightForearm].map(of), glam::Quat::IDENTITY);
    let (report, moves) = analyse(&skeleton, "ape", &clip, &AnalysisOptions::default());
    assert!(
        moves.is_empty() && report.notes.iter().any(|note| note.contains("hands are on the floor")),
        "{:?}",
        report.notes
    );
}
