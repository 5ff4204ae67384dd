use super::super::testing::{legs, odd};
use super::*;
use crate::Placement;
use glam::{DMat3, DVec2, DVec3};

/// As much of a reader as our own files need: joints with name, parent and offset, and the numbers of every frame.
struct Read {
    joints: Vec<(String, Option<usize>, DVec3)>,
    frames: Vec<Vec<f64>>,
    seconds: f64,
}

fn read(text: &str) -> Read {
    let (hierarchy, motion) = text.split_once("MOTION\n").unwrap();
    let mut joints: Vec<(String, Option<usize>, DVec3)> = Vec::new();
    let mut open: Vec<Option<usize>> = Vec::new();
    let (mut end, mut last) = (false, None);
    for line in hierarchy.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "ROOT" | "JOINT" => {
                joints.push((words[1].into(), open.last().copied().flatten(), DVec3::ZERO));
                last = Some(joints.len() - 1);
            }
            "End" => end = true,
            "{" => open.push(if end { None } else { last }),
            "}" => {
                open.pop();
                (end, last) = (false, open.last().copied().flatten());
            }
            "OFFSET" if !end => {
                let v: Vec<f64> = words[1..].iter().map(|w| w.parse().unwrap()).collect();
                joints[last.unwrap()].2 = DVec3::from_slice(&v);
            }
            _ => {}
        }
    }
    let mut lines = motion.lines();
    let count: usize = lines.next().unwrap().strip_prefix("Frames: ").unwrap().parse().unwrap();
    let seconds = lines.next().unwrap().strip_prefix("Frame Time: ").unwrap().parse().unwrap();
    let frames: Vec<Vec<f64>> = lines.map(|l| l.split(' ').map(|w| w.parse().unwrap()).collect()).collect();
    assert_eq!(frames.len(), count);
    Read { joints, frames, seconds }
}

/// Places of all joints in a frame.
fn places(read: &Read, frame: usize) -> Vec<DVec3> {
    let values = &read.frames[frame];
    let mut out: Vec<(DVec3, DMat3)> = Vec::new();
    for (j, (_, parent, offset)) in read.joints.iter().enumerate() {
        let a: Vec<f64> = values[3 + 3 * j..6 + 3 * j].iter().map(|v| v.to_radians()).collect();
        let turn = DMat3::from_rotation_z(a[0]) * DMat3::from_rotation_x(a[1]) * DMat3::from_rotation_y(a[2]);
        out.push(match parent {
            None => (DVec3::from_slice(values) + *offset, turn),
            Some(p) => (out[*p].0 + out[*p].1 * *offset, out[*p].1 * turn),
        });
    }
    out.into_iter().map(|(at, _)| at).collect()
}

#[test]
fn read_again_all_joints_are_within_a_tenth_of_a_millimetre() {
    let skeleton = legs().skeleton;
    let mut baked = Baked::new(skeleton.len());
    let mut wanted = Vec::new();
    for frame in 0..40u32 {
        let at = DVec2::new(30.0 + 0.05 * f64::from(frame), -20.0);
        let placement = Placement { at, floor: 3.0, heading: 0.4 * frame as f32 };
        let mut pose = Pose::rest(&skeleton);
        pose.rotations.iter_mut().enumerate().for_each(|(j, q)| *q *= odd(11 * frame + j as u32));
        // Straight up is where angles are worst.
        pose.rotations[1] = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        baked.push(DVec2::ZERO, &placement, pose.hips, &pose.rotations);
        let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
        to_world(&skeleton, pose.hips, &pose.rotations, &mut world);
        let place = |w: &JointTransform| {
            let p = placement.offset(w.at).as_dvec3() + DVec3::new(at.x, at.y, 0.0);
            DVec3::new(p.x, p.z, -p.y)
        };
        wanted.push(world.iter().map(place).collect::<Vec<_>>());
    }
    let mut text = Vec::new();
    write_bvh(&mut text, &skeleton, 25.0, &baked).unwrap();
    let read = read(std::str::from_utf8(&text).unwrap());
    assert_eq!(read.seconds, 0.04);
    let names: Vec<_> = read.joints.iter().map(|j| j.0.as_str()).collect();
    assert_eq!(names[..3], ["hips", "left_thigh", "left_shank"]);
    let mut worst = 0.0f64;
    for (frame, wanted) in wanted.iter().enumerate() {
        for (got, want) in places(&read, frame).iter().zip(wanted) {
            worst = worst.max(got.distance(*want));
        }
    }
    assert!(worst < 1e-4, "{worst} m");
}

#[test]
fn at_rest_all_angles_are_zero_and_the_body_looks_along_z() {
    let skeleton = legs().skeleton;
    let mut baked = Baked::new(skeleton.len());
    let pose = Pose::rest(&skeleton);
    // Looking along z of the file is looking against y of the plan.
    let placement = Placement { at: DVec2::ZERO, floor: 0.0, heading: -std::f32::consts::FRAC_PI_2 };
    baked.push(DVec2::ZERO, &placement, pose.hips, &pose.rotations);
    let mut text = Vec::new();
    write_bvh(&mut text, &skeleton, 30.0, &baked).unwrap();
    let read = read(std::str::from_utf8(&text).unwrap());
    assert!(read.frames[0][3..].iter().all(|a| a.abs() < 1e-3), "{:?}", read.frames[0]);
    assert!((read.frames[0][1] - 0.9).abs() < 1e-6);
    // The left thigh is to the left of one who looks along z: x.
    assert!(read.joints[1].2.x > 0.09);
}

#[test]
fn angles_never_jump_by_a_whole_turn() {
    let skeleton = legs().skeleton;
    let mut baked = Baked::new(skeleton.len());
    let pose = Pose::rest(&skeleton);
    for frame in 0..100 {
        let placement = Placement { at: DVec2::ZERO, floor: 0.0, heading: 0.2 * frame as f32 };
        baked.push(DVec2::ZERO, &placement, pose.hips, &pose.rotations);
    }
    let mut text = Vec::new();
    write_bvh(&mut text, &skeleton, 25.0, &baked).unwrap();
    let read = read(std::str::from_utf8(&text).unwrap());
    for pair in read.frames.windows(2) {
        assert!(pair[0].iter().zip(&pair[1]).all(|(a, b)| (a - b).abs() < 20.0), "{pair:?}");
    }
}

/// Our own reader gives the poses back that were written, joint by joint.
#[test]
fn imported_again_all_joints_are_within_a_tenth_of_a_millimetre() {
    let skeleton = crate::body::skeleton();
    let walk = crate::gait::shipped().moves.into_iter().find(|m| m.kind == crate::MoveKind::Walk).unwrap();
    let mut baked = Baked::new(skeleton.len());
    let frames = walk.clip.frames();
    for frame in 0..frames {
        // The file's z is against the plan's y: so a body that goes there comes back as one that goes along its own x.
        let at = DVec2::new(0.0, -f64::from(walk.speed) * frame as f64 / f64::from(walk.clip.rate));
        let placement = Placement { at, floor: 0.0, heading: -std::f32::consts::FRAC_PI_2 };
        baked.push(DVec2::ZERO, &placement, walk.clip.hips(frame), walk.clip.rotations(frame));
    }
    let mut text = Vec::new();
    write_bvh(&mut text, skeleton, 25.0, &baked).unwrap();
    let options = crate::ImportOptions { unit: Some(1.0), ..Default::default() };
    let again = crate::import::read(&text, "walk", None, &options).unwrap();
    let clip = &again.clips[0].clip;
    assert_eq!((clip.frames(), again.skeleton.len()), (frames, skeleton.len()));
    assert_eq!(clip.rate, 25.0);
    let zero = JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY };
    let (mut ours, mut theirs) = (vec![zero; skeleton.len()], vec![zero; skeleton.len()]);
    let mut worst = 0.0f32;
    let mut off = None;
    for frame in 0..frames {
        to_world(skeleton, walk.clip.hips(frame), walk.clip.rotations(frame), &mut ours);
        to_world(&again.skeleton, clip.hips(frame), clip.rotations(frame), &mut theirs);
        let gone = Vec3::X * (walk.speed * frame as f32 / walk.clip.rate);
        for (j, joint) in skeleton.joints().iter().enumerate() {
            let k = again.skeleton.find(&joint.name).expect("names are kept");
            let by = theirs[k].at - ours[j].at - gone;
            // A reader may lay the origin elsewhere, once and for all.
            worst = worst.max((by - *off.get_or_insert(by)).length());
        }
    }
    assert!(worst < 1e-4, "{worst} m");
}
