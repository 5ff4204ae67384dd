use super::*;
use crate::analysis::analyse;
use crate::{AnalysisOptions, JointTransform, Pose, Role, to_world};
use glam::{Quat, Vec3};
use proptest::prelude::*;

mod files;
use files::{legs_bvh, legs_gltf};

fn text(bytes: &str) -> Result<Imported, ClipImportError> {
    read(bytes.as_bytes(), "clip", None, &ImportOptions::default())
}

fn places(skeleton: &Skeleton, pose: &Pose) -> Vec<Vec3> {
    let mut out = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    to_world(skeleton, pose.hips, &pose.rotations, &mut out);
    out.into_iter().map(|w| w.at).collect()
}

#[test]
fn a_body_comes_out_upright_facing_forward_on_the_floor() {
    let file = text(&legs_bvh(1.0)).unwrap();
    let s = &file.skeleton;
    let rest = s.rest();
    let at = |role: Role| rest[s.joint(role)].at;
    assert!((at(Role::Hips) - Vec3::new(0.0, 0.0, 0.95)).length() < 1e-4, "{}", at(Role::Hips));
    assert!((at(Role::LeftThigh) - Vec3::new(0.0, 0.1, 0.9)).length() < 1e-4);
    assert!((at(Role::RightFoot) - Vec3::new(0.0, -0.1, 0.1)).length() < 1e-4);
    assert!((at(Role::LeftToes) - Vec3::new(0.15, 0.1, 0.0)).length() < 1e-4);
    assert!(s.joints().iter().all(|j| j.rotation == Quat::IDENTITY));
}

#[test]
fn frames_turn_bones_as_the_file_says() {
    // The second frame bends the left knee by a quarter turn: the shank points backwards.
    let file = text(&legs_bvh(1.0)).unwrap();
    let (s, clip) = (&file.skeleton, &file.clips[0].clip);
    assert_eq!((clip.frames(), clip.rate), (3, 100.0));
    let now = places(s, &clip.pose(1));
    let (knee, ankle) = (now[s.joint(Role::LeftShank)], now[s.joint(Role::LeftFoot)]);
    assert!((ankle - knee - Vec3::new(-0.4, 0.0, 0.0)).length() < 1e-4, "{}", ankle - knee);
    // The third has moved 0.2 m forward and looks to the left.
    assert!((clip.hips(2) - clip.hips(0) - Vec3::new(0.2, 0.0, 0.0)).length() < 1e-4);
    assert!((crate::yaw(clip.rotations(2)[0]) - std::f32::consts::FRAC_PI_2).abs() < 1e-3);
}

#[test]
fn any_unit_gives_the_same_body() {
    let metres = text(&legs_bvh(1.0)).unwrap();
    for per_metre in [100.0, 1000.0, 1.0 / 0.0254, 0.45 / 0.0254] {
        let other = text(&legs_bvh(per_metre)).unwrap();
        for (a, b) in metres.skeleton.joints().iter().zip(other.skeleton.joints()) {
            assert!((a.translation - b.translation).length() < 1e-3, "{per_metre}: {}", a.name);
        }
        assert!((metres.clips[0].clip.hips(2) - other.clips[0].clip.hips(2)).length() < 1e-3);
        assert!(other.notes.iter().any(|n| n.contains("unit")), "{:?}", other.notes);
    }
    let given = ImportOptions { unit: Some(0.5), ..ImportOptions::default() };
    let half = read(legs_bvh(1.0).as_bytes(), "clip", None, &given).unwrap();
    assert!((half.skeleton.joints()[0].translation.z - 0.475).abs() < 1e-4);
}

#[test]
fn windows_line_ends_and_missing_end_sites_are_fine() {
    let plain = legs_bvh(1.0);
    let windows = plain.replace('\n', "\r\n");
    assert_eq!(text(&plain).unwrap(), text(&windows).unwrap());
    let bare: String = plain
        .lines()
        .filter(|l| !l.contains("End Site") && !l.contains("{ OFFSET 0 0"))
        .map(|l| format!("{l}\n"))
        .collect();
    assert!(text(&bare).unwrap().skeleton.joints().iter().all(|j| j.tip.is_none()));
}

#[test]
fn another_axis_up_is_another_notation_of_the_same() {
    let turned = legs_bvh(1.0).lines().map(files::y_up_to_z_up).collect::<Vec<_>>().join("\n");
    let options = ImportOptions { up: UpAxis::Z, ..ImportOptions::default() };
    let file = read(turned.as_bytes(), "clip", None, &options).unwrap();
    let plain = text(&legs_bvh(1.0)).unwrap();
    for (a, b) in plain.skeleton.joints().iter().zip(file.skeleton.joints()) {
        assert!((a.translation - b.translation).length() < 1e-4, "{}", a.name);
    }
}

#[test]
fn errors_name_the_line_and_what_to_do() {
    let good = legs_bvh(1.0);
    let cases = [
        (good.replace("HIERARCHY", "HIERARCHIE"), 1, "HIERARCHY"),
        (good.replace("OFFSET 0.1 -0.05 0", "OFFSET 0.1 -0.05"), 8, "three numbers"),
        (good.replacen("Zrotation", "Wrotation", 1), 5, "Wrotation"),
        (good.replace("CHANNELS 6", "CHANNELS 5"), 5, "counts"),
        (good.replace("Frames: 3", "Frames: x"), 50, "number of frames"),
        (good.replace("Frame Time: 0.01", "Frame Time: -1"), 51, "frame time"),
        (good.replace("90 0 0 0", "90 0 zero 0"), 53, "zero"),
    ];
    for (file, line, word) in cases {
        let error = text(&file).unwrap_err();
        let given = error.to_string();
        assert_eq!(error.line, Some(line), "{given}");
        assert!(given.contains(word) && !error.help.is_empty(), "{given}");
    }
    let half: Vec<&str> = good.lines().take(20).collect();
    assert!(text(&half.join("\n")).unwrap_err().to_string().contains("cut off"));
    let rootless = good.replace("LeftUpLeg", "abc").replace("LeftLeg", "def").replace("LeftFoot", "ghi");
    // Shape helps where names do not.
    let file = text(&rootless).unwrap();
    assert_eq!(file.skeleton.joints()[file.skeleton.joint(Role::LeftShank)].name, "def");
}

#[test]
fn roles_can_be_given() {
    let mut options = ImportOptions::default();
    options.role("left-toes=LeftFoot").unwrap();
    let file = read(legs_bvh(1.0).as_bytes(), "clip", None, &options).unwrap();
    assert_eq!(file.skeleton.joint(Role::LeftToes), file.skeleton.joint(Role::LeftFoot));
    options.role("left-toes=Nobody").unwrap();
    let error = read(legs_bvh(1.0).as_bytes(), "clip", None, &options).unwrap_err();
    assert!(error.to_string().contains("Nobody") && error.help.contains("LeftToeBase"), "{error}");
}

#[test]
fn gltf_reads_all_interpolations_scales_and_what_is_above_the_hips() {
    let file = read(&legs_gltf(), "legs", None, &ImportOptions::default()).unwrap();
    let s = &file.skeleton;
    assert_eq!(s.joints()[0].name, "Hips");
    // The armature is scaled by 0.01 and turned: hips at 0.95 m, left at y.
    let rest = s.rest();
    assert!((rest[s.joint(Role::LeftThigh)].at - Vec3::new(0.0, 0.1, 0.9)).length() < 1e-4);
    let clip = &file.clips[0].clip;
    assert_eq!(file.clips[0].name, "bend");
    let knee = |time: f32, role: Role| {
        let f = (time * clip.rate).round() as usize;
        crate::math::apart(clip.rotations(f)[s.joint(role)], Quat::IDENTITY)
    };
    // Linear: halfway at half time. Step: nothing until the key. Cubic with flat tangents: slow at the ends.
    let quarter = std::f32::consts::FRAC_PI_2;
    assert!((knee(0.5, Role::LeftShank) - 0.5 * quarter).abs() < 1e-3);
    assert!(knee(0.5, Role::RightShank) < 1e-3 && (knee(1.0, Role::RightShank) - quarter).abs() < 1e-3);
    let slow = knee(0.2, Role::LeftThigh);
    assert!(slow > 0.05 * quarter && slow < 0.17 * quarter, "{slow}");
    let character = file.character.unwrap();
    assert_eq!(character.mesh.triangles, [[0, 1, 2]]);
    assert!(
        (character.mesh.positions[0] - Vec3::new(0.0, 0.1, 0.9)).length() < 1e-4,
        "{}",
        character.mesh.positions[0]
    );
    assert_eq!(character.mesh.influences[0].joints[0] as usize, s.joint(Role::LeftThigh));
    assert!((character.mesh.normals[0].length() - 1.0).abs() < 1e-4);
}

#[test]
fn sparse_accessors_are_refused_with_a_remedy() {
    let text = String::from_utf8(legs_gltf()).unwrap();
    let sparse = text.replacen("\"componentType\":5126", "\"sparse\":{\"count\":1},\"componentType\":5126", 1);
    assert_ne!(text, sparse);
    let error = read(sparse.as_bytes(), "legs", None, &ImportOptions::default()).unwrap_err();
    assert!(error.message.contains("sparse") && error.help.contains("sparse"), "{error}");
}

/// Reads any input and analyses the clips: nothing may panic.
fn swallow(bytes: &[u8]) {
    if let Ok(file) = read(bytes, "clip", None, &ImportOptions::default()) {
        for clip in &file.clips {
            analyse(&file.skeleton, &clip.name, &clip.clip, &AnalysisOptions::default());
        }
    }
}

proptest! {
    #[test]
    fn mutated_files_never_panic(
        which in 0..3usize,
        cut in 0.0..1.3f64,
        changes in prop::collection::vec((0.0..1.0f64, any::<u8>()), 0..8),
        digits in prop::collection::vec((0.0..1.0f64, 0..10u8), 0..8),
    ) {
        let mut bytes = match which {
            0 => files::longer(&legs_bvh(1.0)).into_bytes(),
            1 => legs_gltf(),
            _ => files::as_glb(&legs_gltf()),
        };
        let n = bytes.len() as f64;
        for (at, byte) in changes {
            bytes[(at * n) as usize] = byte;
        }
        // Changed digits leave the file readable and make its numbers wrong.
        for (at, digit) in digits {
            let begin = (at * n) as usize;
            if let Some(i) = (begin..bytes.len()).find(|&i| bytes[i].is_ascii_digit()) {
                bytes[i] = b'0' + digit;
            }
        }
        bytes.truncate((cut * n) as usize);
        swallow(&bytes);
    }
}
