//! What a run leaves behind.

mod program;

use program::{ambulo, ambulo_with, json, stderr};

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
        "run_id",
        "complete",
        "outcome",
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

/// `run A --out X; run B --out X --format csv; eval X` measured A.
#[test]
fn a_folder_is_measured_by_the_last_run_into_it() {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().join("X");
    let path = folder.to_string_lossy().into_owned();
    let first = ambulo_with(&["run", "corridor", "--out", &path, "--explain", "0", "--format", "sqlite,parquet"]);
    assert!(first.status.success(), "{}", stderr(&first));
    assert!(ambulo_with(&["animate", &path, "--walkers", "2", "--to", "0.5"]).status.success());
    assert!(ambulo_with(&["eval", &path, "--metrics", "travel_time", "--out", &path]).status.success());
    std::fs::write(folder.join("notes.txt"), "mine").expect("a file");
    std::fs::write(folder.join("pictures/photo.png"), "mine").expect("a file");
    let second = ambulo_with(&["run", "pair-crossing", "--out", &path, "--format", "csv", "--json"]);
    assert!(second.status.success(), "{}", stderr(&second));

    let measured = json(&ambulo_with(&["eval", &path, "--metrics", "travel_time", "--no-page", "--json"]));
    assert_eq!((&measured["walkers"], &measured["complete"]), (&2.into(), &true.into()));
    assert_eq!(measured["run_id"], json(&second)["run_id"]);
    for gone in ["trajectory.sqlite", "trajectory.parquet", "explain.json", "crowd.glb", "evaluation.html"] {
        assert!(!folder.join(gone).exists(), "{gone} is of the run before");
    }
    assert!(!folder.join("pictures/explain-1.svg").exists());
    assert!(folder.join("notes.txt").exists() && folder.join("pictures/photo.png").exists());
    // Everything in the folder is listed, or was there before.
    let manifest: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("manifest.json")).expect("a manifest"))
            .expect("JSON");
    let listed: Vec<&str> = manifest["files"].as_array().expect("a list").iter().filter_map(|f| f.as_str()).collect();
    let mut left = Vec::new();
    for (dir, before) in [(folder.clone(), ""), (folder.join("pictures"), "pictures/")] {
        let entries = std::fs::read_dir(dir).expect("a folder").map(|e| e.expect("an entry"));
        left.extend(
            entries.filter(|e| e.path().is_file()).map(|e| format!("{before}{}", e.file_name().to_string_lossy())),
        );
    }
    let own = ["notes.txt", "pictures/photo.png", "manifest.json", ".ambulo.lock"];
    left.retain(|name| !listed.contains(&name.as_str()) && !own.contains(&name.as_str()));
    assert_eq!(left, Vec::<String>::new());
    assert_eq!(manifest["recordings"][0]["file"], "trajectory.csv");
}

/// Of pairs of runs into one folder, five of six left a damaged CSV.
#[test]
fn two_runs_never_write_into_one_folder() {
    let out = tempfile::tempdir().expect("a folder");
    let path = out.path().join("X").to_string_lossy().into_owned();
    let start = |seed: &str| {
        let mut command = ambulo();
        command.args([
            "run",
            "station",
            "--seed",
            seed,
            "--threads",
            "1",
            "--out",
            &path,
            "--format",
            "csv",
            "--quiet",
        ]);
        command.stderr(std::process::Stdio::piped()).spawn().expect("the program starts")
    };
    let both = [start("1"), start("2")].map(|child| child.wait_with_output().expect("it ends"));
    let (good, refused): (Vec<_>, Vec<_>) = both.iter().partition(|o| o.status.success());
    assert_eq!((good.len(), refused.len()), (1, 1), "{}{}", stderr(&both[0]), stderr(&both[1]));
    assert_eq!(refused[0].status.code(), Some(2));
    let words = stderr(refused[0]);
    assert!(
        words.contains(&path) && words.contains("is writing into this folder") && words.contains("--out"),
        "{words}"
    );
    let t = ambulo::data::recording::read(out.path().join("X").as_path()).expect("a whole recording");
    assert_eq!(t.by_walker().len(), 300);
}

/// A file of the user that only has a name like ours is neither replaced nor removed.
#[test]
fn a_users_own_scenario_is_not_replaced_by_the_resolved_one() {
    let out = tempfile::tempdir().expect("a folder");
    let text = ambulo::Scene::find("corridor").expect("a scene").text;
    let file = out.path().join("scenario.toml");
    std::fs::write(&file, text).expect("a file");
    let output = ambulo_with(&["run", &file.to_string_lossy(), "--out", &out.path().to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("scenario.toml") && stderr(&output).contains("--out"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), text);
}

/// 0 only when everybody arrived, or the time of `until` was reached.
#[test]
fn exit_codes_report_how_a_run_ended() {
    let out = tempfile::tempdir().expect("a folder");
    let path = out.path().join("run").to_string_lossy().into_owned();
    let corridor = ambulo::Scene::find("corridor").expect("a scene").text;
    let timed = out.path().join("timed.toml");
    std::fs::write(&timed, format!("until = 3.0\n{corridor}")).expect("a file");
    // A goal behind a door that opens too late: one arrives, one does not.
    let stuck = out.path().join("stuck.toml");
    let text = r#"
        limit = 45
        plan = { wkt = "POLYGON ((0 0, 20 0, 20 4, 0 4, 0 0))" }
        areas = { near = { rect = [8, 0, 9, 4] }, far = { rect = [19, 0, 20, 4] } }
        doors = { gate = { line = [[10, 0], [10, 4]], open = false, opens = [60] } }
        walkers = [{ positions = [[1, 1]], goal = "near" }, { positions = [[1, 3]], goal = "far" }]
    "#;
    std::fs::write(&stuck, text).expect("a file");
    let (timed, stuck) = (timed.to_string_lossy().into_owned(), stuck.to_string_lossy().into_owned());
    for (args, code, outcome) in [
        (vec!["corridor"], 0, "all-arrived"),
        (vec![&*timed], 0, "time-reached"),
        (vec!["corridor", "--limit", "20"], 3, "limit-reached"),
        (vec![&*stuck], 4, "some-stuck"),
        (vec!["corridor", "--limit", "3"], 5, "nobody-arrived"),
        (vec!["corridor", "--limit", "3", "--allow-incomplete"], 0, "nobody-arrived"),
    ] {
        let output = ambulo_with(&[&["run"], &args[..], &["--out", &path, "--json"]].concat());
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
        let summary = json(&output);
        assert_eq!((&summary["outcome"], &summary["complete"]), (&outcome.into(), &true.into()), "{args:?}");
        assert_eq!(stderr(&output).contains("limit reached"), code != 0, "{}", stderr(&output));
        // Who measures it is warned that the run ended at its limit.
        let eval = ambulo_with(&["eval", &path, "--metrics", "travel_time", "--no-page", "--json"]);
        let met = ["all-arrived", "time-reached"].contains(&outcome);
        assert_eq!(stderr(&eval).contains("ended at its limit"), !met, "{}", stderr(&eval));
        // The manifest states why in any case; a run that met its condition gives no reason to warn.
        let manifest = std::fs::read_to_string(std::path::Path::new(&path).join("manifest.json")).expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
        let why = manifest["why"].as_str().expect("a text");
        assert!(!why.is_empty() && stderr(&eval).contains(why) != met, "{why}: {}", stderr(&eval));
    }
}

#[test]
fn a_limit_ends_the_run() {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().to_string_lossy().into_owned();
    let output = ambulo_with(&["run", "corridor", "--limit", "3", "--out", &folder, "--json"]);
    let summary = json(&output);
    assert_eq!(summary["simulated_s"].as_f64(), Some(3.0));
    assert!(summary["arrived"].as_u64() < summary["agents"].as_u64());
}
