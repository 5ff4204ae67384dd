//! `ambulo clips`, and moves from a folder of files.

mod program;

use program::{ambulo_with, json, reference, stderr};
use std::path::{Path, PathBuf};

/// The first shipped walk as a BVH file of 4 s that travels.
fn walk(folder: &Path) -> PathBuf {
    use ambulo::motion::{DVec2, Placement, export::Baked, export::write_bvh, gait};
    let set = gait::shipped();
    let m = set.moves.iter().find(|m| m.name == "walk-1.4").expect("a walk");
    let mut baked = Baked::new(set.skeleton.len());
    let mut rotations = vec![ambulo::motion::Quat::IDENTITY; set.skeleton.len()];
    for f in 0..240 {
        let time = f as f32 / 60.0;
        let hips = m.clip.sample(time, &mut rotations);
        let at = DVec2::new(f64::from(m.speed * time), 0.0);
        baked.push(DVec2::ZERO, &Placement { at, floor: 0.0, heading: 0.0 }, hips, &rotations);
    }
    let path = folder.join("walk.bvh");
    let file = std::fs::File::create(&path).expect("a file");
    write_bvh(file, &set.skeleton, 60.0, &baked).expect("a BVH file");
    path
}

#[test]
fn a_walk_written_by_us_is_read_as_the_walk_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = walk(folder.path());
    let plot = folder.path().join("feet.svg");
    let (file, picture) = (path.to_string_lossy(), plot.to_string_lossy());
    let output = ambulo_with(&["clips", "inspect", &file, "--json", "--plot", &picture]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report = json(&output);
    let clip = &report["clips"][0];
    assert_eq!(clip["kind"], "walk", "{clip}");
    let near = |key: &str, wanted: f64, by: f64| {
        let value = clip[key].as_f64().unwrap_or(f64::NAN);
        assert!((value - wanted).abs() < by, "{key}: {value}");
    };
    near("speed_m_s", 1.4, 0.05);
    near("angle_deg", 0.0, 2.0);
    near("turning_deg_s", 0.0, 1.0);
    near("loop_error_deg", 0.0, 1.0);
    assert!(clip["steps"].as_array().is_some_and(|s| s.len() >= 5), "{clip}");
    assert!(std::fs::read_to_string(&plot).expect("the picture").contains("left foot"));
    let table = ambulo_with(&["clips", "inspect", &file]);
    let table = String::from_utf8_lossy(&table.stdout).into_owned();
    assert!(table.contains("walk.bvh") && table.contains("m/s"), "{table}");
}

#[test]
fn wrong_files_and_roles_are_reported_with_a_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken.bvh");
    std::fs::write(&path, "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0\n").expect("a file");
    let file = path.to_string_lossy();
    let output = ambulo_with(&["clips", "inspect", &file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("broken.bvh:4"), "{}", stderr(&output));
    let output = ambulo_with(&["clips", "inspect", &file, "--role", "left-wing=X"]);
    assert!(stderr(&output).contains("left-wing") && stderr(&output).contains("left-thigh"), "{}", stderr(&output));
    let output = ambulo_with(&["clips", "inspect", &folder.path().join("none").to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_bundled_moves_are_listed() {
    let report = json(&ambulo_with(&["clips", "list", "--json"]));
    let names: Vec<_> = report["moves"].as_array().expect("moves").iter().map(|m| m["name"].clone()).collect();
    assert!(names.iter().any(|n| n == "walk-1.4"), "{names:?}");
}

#[test]
fn a_folder_becomes_moves_of_the_built_in_body() {
    let body = ambulo::motion::body::skeleton();
    let folder = tempfile::tempdir().expect("a folder");
    let nothing = ambulo::clips::load_moves(folder.path(), &Default::default(), body).expect_err("an empty folder");
    assert!(nothing.to_string().contains(".bvh"), "{nothing}");
    std::fs::write(folder.path().join("broken.glb"), b"glTF").expect("a file");
    let broken = ambulo::clips::load_moves(folder.path(), &Default::default(), body).expect_err("a broken file");
    assert!(broken.to_string().contains("broken.glb"), "{broken}");
    walk(folder.path());
    let (set, notes) = ambulo::clips::load_moves(folder.path(), &Default::default(), body).expect("a walk");
    assert_eq!(set.moves.len(), 1);
    assert!(notes.iter().any(|n| n.contains("broken.glb")), "{notes:?}");
    assert!((set.moves[0].speed - 1.4).abs() < 0.05, "{}", set.moves[0].speed);
    let Some(captured) = reference("motion/cmu") else { return };
    let (set, _) = ambulo::clips::load_moves(&captured, &Default::default(), body).expect("captured clips");
    assert!(set.moves.len() >= 23, "{}", set.moves.len());
    assert!(set.moves.iter().all(|m| m.clip.joints() == body.len()));
}
