//! The real PedPy reads our recordings. `./check` makes the environment and names it in AMBULO_PEDPY_PYTHON.

mod program;

use program::{ambulo_with, json, pedpy_python, top};
use std::process::Command;

#[test]
fn pedpy_reads_trajectories_and_walkable_area_and_computes_a_density() {
    let Some(python) = pedpy_python() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().to_string_lossy().into_owned();
    let run = json(&ambulo_with(&["run", "bottleneck", "--out", &folder, "--json"]));
    let output = Command::new(python)
        .arg(top().join("tests/pedpy/check_recording.py"))
        .arg(out.path().join("trajectory.sqlite"))
        .output()
        .expect("Python starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let seen = json(&output);
    let ours = ambulo::data::recording::read(out.path()).expect("our own reader");
    assert_eq!(seen["rows"].as_u64(), Some(ours.rows().len() as u64));
    assert_eq!(seen["walkers"], run["agents"]);
    assert_eq!(seen["fps"].as_f64(), Some(ours.fps));
    assert!((seen["area_m2"].as_f64().expect("a number") - ours.area.area()).abs() < 1e-9);
    assert!(seen["max_density"].as_f64().expect("a number") > 0.5);
}

#[test]
fn pedpy_reads_a_recording_of_two_levels() {
    let Some(python) = pedpy_python() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().to_string_lossy().into_owned();
    ambulo_with(&["run", "two-storeys", "--out", &folder, "--json"]);
    let output = Command::new(python)
        .arg(top().join("tests/pedpy/check_recording.py"))
        .arg(out.path().join("trajectory.sqlite"))
        .output()
        .expect("Python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let seen = json(&output);
    let ours = ambulo::data::recording::read(out.path()).expect("our own reader");
    assert_eq!(seen["rows"].as_u64(), Some(ours.rows().len() as u64));
    // 24 x 16 m and two vestibules: the levels and the stairs laid over each other.
    assert!((seen["area_m2"].as_f64().expect("a number") - 396.0).abs() < 1e-6);
}

#[test]
fn pedpy_gets_the_coordinates_of_a_plan_far_from_zero() {
    let Some(python) = pedpy_python() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let (file, folder) = (out.path().join("far.toml"), out.path().join("run"));
    let text = "plan = { wkt = 'POLYGON ((500000 4500000, 500020 4500000, 500020 4500004, 500000 4500004))' }\n\
        walkers = [{ positions = [[500001.25, 4500001.5]], goal = [500018, 4500003] }]";
    std::fs::write(&file, text).expect("a file");
    json(&ambulo_with(&["run", &file.to_string_lossy(), "--out", &folder.to_string_lossy(), "--json"]));
    let output = Command::new(python)
        .arg(top().join("tests/pedpy/check_recording.py"))
        .arg(folder.join("trajectory.sqlite"))
        .output()
        .expect("Python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let seen = json(&output);
    let figure = |key: &str| seen[key].as_f64().expect("a number");
    assert_eq!(figure("least_x"), 500_001.25); // where the walker begins
    assert!((4_500_000.0..=4_500_001.5).contains(&figure("least_y")), "{}", figure("least_y"));
    assert_eq!((figure("walkable_left"), figure("walkable_low")), (500_000.0, 4_500_000.0));
}
