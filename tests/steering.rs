//! Steering from the command line: mixed crowds, models that take over, variables, and explanations.

mod program;

use program::{ambulo_with, json, stderr};
use serde_json::Value;
use std::path::Path;

fn run(file: &str, out: &Path, more: &[&str]) -> Value {
    let out = out.to_string_lossy().into_owned();
    let mut words = vec!["run", file, "--out", &out, "--json"];
    words.extend(more);
    json(&ambulo_with(&words))
}

const MIXED: &str = r#"
title = "Mixed"
limit = 90.0
neighbourhood = "delaunay"
rings = 2
union_radius = 2.0
plan = { wkt = "POLYGON ((0 0, 30 0, 30 8, 0 8, 0 0))" }
areas = { west = { rect = [0, 0, 6, 8] }, east = { rect = [24, 0, 30, 8] } }

[[walkers]]
name = "a"
count = 12
start = "west"
goal = "east"
model = "lamarche"
params = { configuration = "minimal-adjustment", side = "left", front_accelerate = 0 }

[[walkers]]
name = "b"
count = 12
start = "east"
goal = "west"
switch = [{ at = 5, model = "lamarche" }, { at = 10.0, model = "social-force", params = { noise = 0 } }]
"#;

#[test]
fn models_mix_in_one_crowd_and_take_over_during_a_run() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mixed.toml");
    std::fs::write(&file, MIXED).unwrap();
    let summary = run(&file.to_string_lossy(), &dir.path().join("out"), &[]);
    assert_eq!(summary["arrived"], 24);
    // The resolved scenario runs again to the same bits: nothing of it was lost.
    let again = dir.path().join("out/scenario.toml");
    let text = std::fs::read_to_string(&again).unwrap();
    assert!(text.contains("minimal-adjustment") && text.contains("switch = [{ at = 5.0"), "{text}");
    let second = run(&again.to_string_lossy(), &dir.path().join("again"), &[]);
    assert_eq!(second["state_hash"], summary["state_hash"]);
    // Without the switches it is another run.
    std::fs::write(&file, MIXED.replace("switch", "# switch")).unwrap();
    let plain = run(&file.to_string_lossy(), &dir.path().join("plain"), &[]);
    assert_ne!(plain["state_hash"], summary["state_hash"]);
    assert!(dir.path().join("out/pictures/neighbourhood.svg").exists());
}

#[test]
fn variables_are_set_for_one_run_and_unknown_ones_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let wide = run("pair-crossing", &dir.path().join("a"), &["--set", "angle=150", "--set", "offset=0"]);
    let other = run("pair-crossing", &dir.path().join("b"), &[]);
    assert_ne!(wide["state_hash"], other["state_hash"]);
    let text = std::fs::read_to_string(dir.path().join("a/scenario.toml")).unwrap();
    // 20 - 8 cos 150, from the file's own formula.
    assert!(text.contains("26.928"), "{text}");
    let wrong = ambulo_with(&["run", "pair-crossing", "--set", "angel=1"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("did you mean `angle`"), "{}", stderr(&wrong));
    assert_eq!(ambulo_with(&["run", "pair-crossing", "--set", "angle"]).status.code(), Some(2));
}

#[test]
fn every_model_explains_itself() {
    let models = json(&ambulo_with(&["models", "--json"]));
    let dir = tempfile::tempdir().unwrap();
    for model in models["models"].as_array().unwrap() {
        let name = model["name"].as_str().unwrap();
        let out = dir.path().join(name);
        let plain = run("pair-crossing", &dir.path().join("plain"), &["--model", name]);
        let explained = run("pair-crossing", &out, &["--model", name, "--explain", "1"]);
        assert_eq!(plain["state_hash"], explained["state_hash"], "{name}: explaining changes nothing");
        let text = std::fs::read_to_string(out.join("explain.json")).unwrap();
        let report: Value = serde_json::from_str(&text).unwrap();
        let steps = report["steps"].as_array().unwrap();
        assert!(steps.len() > 100 && report["walker"] == 1);
        assert!(steps.iter().any(|s| s["decided"] == true && !s["neighbours"].as_array().unwrap().is_empty()));
        let weighed = |key: &str| steps.iter().any(|s| !s[key].as_array().unwrap().is_empty());
        if model["chooses"] == true {
            assert!(weighed("candidates") || weighed("sections") || weighed("shapes"), "{name} reports what it weighs");
        }
        if model["samples"] == true {
            assert!(steps.iter().any(|s| s["neighbours"][0]["seen"].is_string()), "{name} reports what it sees");
        }
        let page = std::fs::read_to_string(out.join("report.html")).unwrap();
        assert!(page.contains("What walker 1 saw and weighed") && page.contains("explain-1"), "{name}");
        assert!(out.join("pictures/explain-1.png").exists());
    }
    let nobody =
        ambulo_with(&["run", "pair-crossing", "--explain", "77", "--out", &dir.path().join("x").to_string_lossy()]);
    assert_eq!(nobody.status.code(), Some(1));
    assert!(stderr(&nobody).contains("no walker 77"), "{}", stderr(&nobody));
}
