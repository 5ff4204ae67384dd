//! What a run leaves behind.

mod program;

use program::{ambulo_with, json, stderr};

#[test]
fn the_folder_holds_recording_scenario_summary_report_and_pictures() {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().join("a/b");
    let path = folder.to_string_lossy().into_owned();
    let output = ambulo_with(&["run", "corridor", "--out", &path, "--format", "sqlite,csv,parquet", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let summary = json(&output);
    for key in [
        "scene",
        "seed",
        "threads",
        "agents",
        "steps",
        "simulated_s",
        "wall_s",
        "agent_steps_per_s",
        "arrived",
        "stuck",
        "max_overlap_m",
        "wall_crossings",
        "faults",
        "state_hash",
        "out",
    ] {
        assert!(!summary[key].is_null(), "`{key}` is missing in {summary}");
    }
    assert_eq!((summary["scene"].as_str(), summary["out"].as_str()), (Some("corridor"), Some(&*path)));
    let written: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("summary.json")).expect("summary.json"))
            .expect("JSON");
    assert_eq!(written["state_hash"], summary["state_hash"]);
    for name in ["trajectory.sqlite", "trajectory.csv", "trajectory.parquet", "scenario.toml", "report.html"] {
        assert!(folder.join(name).is_file(), "{name} is missing");
    }

    // All three formats say the same.
    let read = |name: &str| ambulo::data::recording::read(&folder.join(name)).expect(name);
    let sqlite = read("trajectory.sqlite");
    assert_eq!(sqlite.by_walker().len(), 40);
    for name in ["trajectory.csv", "trajectory.parquet"] {
        assert_eq!(read(name).rows(), sqlite.rows(), "{name}");
    }

    // The resolved scenario runs again to the same bits.
    let resolved = folder.join("scenario.toml").to_string_lossy().into_owned();
    let again = out.path().join("again").to_string_lossy().into_owned();
    let second = json(&ambulo_with(&["run", &resolved, "--out", &again, "--json"]));
    assert_eq!(second["state_hash"], summary["state_hash"]);
}

#[test]
fn an_unwritable_folder_is_a_failed_run_that_says_so() {
    let output = ambulo_with(&["run", "corridor", "--out", "/proc/ambulo"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("/proc/ambulo"), "{}", stderr(&output));
    assert!(!stderr(&output).contains("panicked"));
}

#[test]
fn another_seed_is_another_run_and_the_same_seed_the_same() {
    let out = tempfile::tempdir().expect("a folder");
    let hash = |seed: &str| {
        let folder = out.path().join(seed).to_string_lossy().into_owned();
        json(&ambulo_with(&["run", "corridor", "--seed", seed, "--out", &folder, "--json"]))["state_hash"].clone()
    };
    assert_eq!(hash("5"), hash("5"));
    assert_ne!(hash("5"), hash("6"));
}

#[test]
fn a_limit_ends_the_run_and_is_no_failure() {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().to_string_lossy().into_owned();
    let output = ambulo_with(&["run", "corridor", "--limit", "3", "--out", &folder, "--json"]);
    assert!(output.status.success());
    let summary = json(&output);
    assert_eq!(summary["simulated_s"].as_f64(), Some(3.0));
    assert!(summary["arrived"].as_u64() < summary["agents"].as_u64());
}
