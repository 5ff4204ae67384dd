//! The other commands, as scripts use them.

mod program;

use program::{ambulo_with, json, stderr};

#[test]
fn scenes_can_be_listed_shown_and_copied_and_are_never_overwritten() {
    let shown = ambulo_with(&["scenes", "corridor"]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("[[walkers]]"));
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().to_string_lossy().into_owned();
    assert!(ambulo_with(&["scenes", "corridor", "--copy", &to]).status.success());
    let again = ambulo_with(&["scenes", "corridor", "--copy", &to]);
    assert_eq!(again.status.code(), Some(2), "{}", stderr(&again));
    let file = folder.path().join("corridor.toml").to_string_lossy().into_owned();
    let check = json(&ambulo_with(&["scenario", "check", &file, "--json"]));
    assert_eq!((check["valid"].as_bool(), check["people"].as_u64()), (Some(true), Some(40)));
}

#[test]
fn schema_is_a_json_schema_that_knows_the_keys() {
    let schema = json(&ambulo_with(&["scenario", "schema"]));
    assert!(schema["$schema"].as_str().is_some_and(|s| s.contains("json-schema.org")));
    for key in ["seed", "dt", "plan", "areas", "walkers", "until", "limit"] {
        assert!(!schema["properties"][key].is_null(), "`{key}` is missing");
    }
}

#[test]
fn bench_reports_what_it_promises() {
    let result = json(&ambulo_with(&["bench", "crowd", "--agents", "500", "--repeat", "1", "--json"]));
    for key in [
        "workload",
        "model",
        "agents",
        "threads",
        "steps",
        "agent_steps_per_s",
        "agent_steps_per_cpu_s",
        "bytes_per_agent",
        "max_overlap_m",
        "wall_crossings",
        "stages",
    ] {
        assert!(!result[key].is_null(), "`{key}` is missing in {result}");
    }
    assert!(result["max_overlap_m"].as_f64().is_some_and(|m| m <= 0.005), "{result}");
    let shares: f64 = result["stages"].as_object().expect("stages").values().filter_map(|v| v.as_f64()).sum();
    assert!((shares - 1.0).abs() < 1e-6);
    let both =
        json(&ambulo_with(&["bench", "crowd", "--workload", "door", "--threads", "2", "--repeat", "1", "--json"]));
    assert_eq!((both["workload"].as_str(), both["agents"].as_u64()), (Some("door"), Some(1000)));
}

#[test]
fn models_print_units_ranges_defaults_and_papers() {
    let models = json(&ambulo_with(&["models", "social-force", "--json"]));
    let tau = &models["models"][0]["params"][0];
    assert_eq!(
        (tau["name"].as_str(), tau["unit"].as_str(), tau["default"].as_f64()),
        (Some("tau"), Some("s"), Some(0.5))
    );
    assert!(models["models"][0]["paper"].as_str().is_some_and(|p| p.contains("1995")));
}

#[test]
fn plan_check_reports_what_it_promises_and_draws_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let png = folder.path().join("hall.png").to_string_lossy().into_owned();
    let svg = folder.path().join("hall.svg").to_string_lossy().into_owned();
    let plan =
        json(&ambulo_with(&["plan", "check", "tests/plans/hall-r2000.dxf", "--json", "--png", &png, "--svg", &svg]));
    for key in ["file", "area_m2", "polygons", "holes", "walls", "origin", "units", "warnings", "changes"] {
        assert!(!plan[key].is_null(), "`{key}` is missing in {plan}");
    }
    assert!(plan["area_m2"].as_f64().is_some_and(|a| (a - 198.16).abs() < 0.1), "{plan}");
    let first = &plan["warnings"][0];
    assert!(first["kind"].is_string() && first["at"][1].is_number() && first["detail"].is_string(), "{first}");
    assert!(std::fs::read(&png).expect("a picture").starts_with(b"\x89PNG"));
    assert!(std::fs::read_to_string(&svg).expect("a picture").contains("</svg>"));

    // The plan of a scene, a plan that needs a flag, and one that cannot be used.
    assert!(ambulo_with(&["plan", "check", "corridor"]).status.success());
    let open = "tests/bad/dxf-open-room.dxf";
    assert_eq!(ambulo_with(&["plan", "check", open]).status.code(), Some(2));
    let closed = json(&ambulo_with(&["plan", "check", open, "--close-gaps", "0.2", "--units", "m", "--json"]));
    assert_eq!(closed["area_m2"].as_f64(), Some(40.0), "{closed}");
    let seen = ambulo_with(&["plan", "check", open, "--seed", "1,1"]);
    assert!(String::from_utf8_lossy(&seen.stdout).contains("open-boundary at (1, 1)"), "{}", stderr(&seen));
}

#[test]
fn a_run_takes_another_locomotion_says_so_in_its_copy_and_refuses_what_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_string_lossy().into_owned();
    let run = |locomotion: &str| {
        json(&ambulo_with(&[
            "run",
            "corridor",
            "--locomotion",
            locomotion,
            "--limit",
            "10",
            "--out",
            &out,
            "--json",
            "--quiet",
        ]))
    };
    let (steps, plain) = (run("gait-feedback"), run("point-mass"));
    assert_ne!(steps["state_hash"], plain["state_hash"]);
    run("gait-feedback");
    let copy = std::fs::read_to_string(folder.path().join("scenario.toml")).expect("a copy");
    assert!(copy.contains("locomotion = \"gait-feedback\""), "{copy}");
    let wrong = ambulo_with(&["run", "corridor", "--locomotion", "hovering", "--out", &out]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("expected one of point-mass, gait-feedback, footsteps"), "{}", stderr(&wrong));
    assert_eq!(ambulo_with(&["models", "hovering", "--locomotion"]).status.code(), Some(2));
    let bench = ["bench", "crowd", "--agents", "200", "--repeat", "1", "--locomotion", "gait-feedback", "--json"];
    assert_eq!(json(&ambulo_with(&bench))["locomotion"], "gait-feedback");
}

#[test]
fn perception_on_a_gpu_is_never_replaced_without_a_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("run").to_string_lossy().into_owned();
    let args = [
        "run",
        "circle",
        "--model",
        "vision",
        "--perception",
        "gpu",
        "--limit",
        "2",
        "--json",
        "--allow-incomplete",
        "--out",
        &out,
    ];
    let run = ambulo_with(&args);
    if cfg!(feature = "gpu") {
        let device = json(&run)["devices"][0].as_str().unwrap_or_default().to_owned();
        assert!(device.starts_with("vision: perception on ") && stderr(&run).contains(&device), "{device}");
        let manifest = std::fs::read_to_string(folder.path().join("run/manifest.json")).expect("a manifest");
        assert!(manifest.contains("vision: perception on "));
    } else {
        assert_eq!(run.status.code(), Some(2));
        assert!(stderr(&run).contains("--features gpu") && stderr(&run).contains("\"image\""), "{}", stderr(&run));
    }
    let bench = ambulo_with(&[
        "bench",
        "crowd",
        "--model",
        "vision",
        "--perception",
        "gpu",
        "--agents",
        "20",
        "--repeat",
        "1",
        "--json",
    ]);
    if cfg!(feature = "gpu") {
        assert!(json(&bench)["device_ms"].as_object().is_some_and(|parts| parts.len() == 6));
    } else {
        assert!(stderr(&bench).contains("--features gpu"), "{}", stderr(&bench));
    }
}
