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
