//! The real PedPy reads our recordings. `./check` makes the environment and names it in AMBULO_PEDPY_PYTHON.

mod program;

use program::{ambulo_with, json, top};
use std::process::Command;

#[test]
fn pedpy_reads_trajectories_and_walkable_area_and_computes_a_density() {
    let Ok(python) = std::env::var("AMBULO_PEDPY_PYTHON") else {
        eprintln!("SKIPPED: AMBULO_PEDPY_PYTHON names no Python with PedPy; run ./check");
        return;
    };
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
    let Ok(python) = std::env::var("AMBULO_PEDPY_PYTHON") else {
        eprintln!("SKIPPED: AMBULO_PEDPY_PYTHON names no Python with PedPy; run ./check");
        return;
    };
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
