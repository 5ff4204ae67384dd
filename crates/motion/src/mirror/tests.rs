use super::*;
use crate::{ContactPoint, Side, gait};

fn contacts(skeleton: &Skeleton, pose: &Pose) -> [Vec3; 2] {
    let mut world = skeleton.rest();
    to_world(skeleton, pose.hips, &pose.rotations, &mut world);
    [Side::Left, Side::Right].map(|side| ContactPoint::of(skeleton, side).at(&world))
}

#[test]
fn a_mirrored_pose_has_its_feet_exchanged_and_reflected() {
    let set = gait::shipped();
    let mut mirror = Mirror::new(&set.skeleton);
    for frame in [0, 5, 11] {
        let pose = set.moves[2].clip.pose(frame);
        let other = mirror.pose(&set.skeleton, &pose);
        let (a, b) = (contacts(&set.skeleton, &pose), contacts(&set.skeleton, &other));
        for (here, there) in [(a[0], b[1]), (a[1], b[0])] {
            assert!((Vec3::new(here.x, -here.y, here.z) - there).length() < 1e-5, "{here} {there}");
        }
        let back = mirror.pose(&set.skeleton, &other);
        for (q, p) in back.rotations.iter().zip(&pose.rotations) {
            assert!(q.dot(*p).abs() > 1.0 - 1e-5, "twice mirrored is as before");
        }
    }
}

#[test]
fn a_mirrored_move_travels_to_the_other_side_and_lands_left_at_phase_0() {
    let set = gait::shipped();
    let mut m = set.moves[2].clone();
    m.angle = 0.5;
    m.turning = 0.2;
    let other = mirrored(&set.skeleton, &m);
    assert_eq!((other.angle, other.turning, other.speed), (-0.5, -0.2, m.speed));
    let landing = |m: &Move, side: usize| m.contacts[side].intervals[0].0;
    assert!((landing(&other, 0) - landing(&m, 0)).abs() < 1e-5);
    let apart = |m: &Move| (landing(m, 1) - landing(m, 0)).rem_euclid(1.0);
    assert!((apart(&other) + apart(&m) - 1.0).abs() < 1e-5);
    // A walk that is the same on both sides is its own mirror image, up to what lies between frames.
    let (a, b) = (contacts(&set.skeleton, &m.clip.pose(3)), contacts(&set.skeleton, &other.clip.pose(3)));
    assert!((a[0] - b[0]).length() < 0.02 && (a[1] - b[1]).length() < 0.02, "{a:?} {b:?}");
    for phase in 0..100 {
        let phase = phase as f32 / 100.0 + 0.003;
        let shifted = (phase + apart(&m)).fract();
        assert_eq!(other.contacts[0].down(phase), m.contacts[1].down(shifted));
        assert_eq!(other.contacts[1].down(phase), m.contacts[0].down(shifted));
    }
}

#[test]
fn joints_without_a_role_are_paired_by_name() {
    assert_eq!(other_side("LeftHandThumb1").as_deref(), Some("RightHandThumb1"));
    assert_eq!(other_side("finger_R").as_deref(), Some("finger_L"));
    assert_eq!(other_side("Jaw"), None);
}
