//! `ambulo eval pairs` and `ambulo eval models`, as people and scripts use them.

mod program;

use program::{ambulo_with, json, reference, stderr};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// Two who cross at right angles at 1.4 m/s, the second half a metre late, and one who keeps the first company; walker,
/// frame, x, y at 10 frames per second.
fn made(file: &Path, turn: bool) {
    let mut text = String::from("# framerate: 10\n");
    for frame in 0..100 {
        let along = 0.14 * f64::from(frame);
        // The second swings out by 0.3 m between 2 and 3 s.
        let out = if turn { 0.3 * (f64::from(frame) / 10.0 - 2.0).clamp(0.0, 1.0) } else { 0.0 };
        let _ = writeln!(text, "1 {frame} {} 0", -7.0 + along);
        let _ = writeln!(text, "2 {frame} {} {}", -out, -7.5 + along);
        let _ = writeln!(text, "3 {frame} {} 0.8", -7.0 + along);
    }
    std::fs::write(file, text).expect("a file");
}

fn pairs(file: &Path, more: &[&str]) -> Value {
    let out = file.with_extension("out");
    let (file, out) = (file.to_string_lossy(), out.to_string_lossy());
    let all: Vec<&str> =
        ["eval", "pairs", &file, "--unit", "m", "--out", &out, "--json"].iter().chain(more).copied().collect();
    let output = ambulo_with(&all);
    assert!(output.status.success(), "{}", stderr(&output));
    json(&output)
}

#[test]
fn eval_pairs_finds_who_crosses_and_leaves_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("crossing.txt");
    made(&file, false);
    let report = pairs(&file, &[]);
    let list = report["pairs"].as_array().expect("pairs");
    let who: Vec<(u64, u64)> = list.iter().map(|p| (p["a"].as_u64().unwrap(), p["b"].as_u64().unwrap())).collect();
    // 1 and 3 walk together: no pair.
    assert_eq!(who, [(1, 2), (2, 3)]);
    let first = &list[0];
    let number = |key: &str| first[key].as_f64().unwrap_or_else(|| panic!("`{key}` is missing in {first}"));
    // Half a metre late at equal speeds: 0.5 / sqrt 2, from first to last.
    for key in ["mpd_see", "mpd_cross", "dmin"] {
        assert!((number(key) - 0.5 / 2f64.sqrt()).abs() < 1e-6, "{key} in {first}");
    }
    assert!((number("angle") - 90.0).abs() < 1e-6 && number("t_see") == 0.0, "{first}");
    // Both are nearest when the first is as far past the crossing as the second is short of it.
    assert!((number("t_cross") - 7.25 / 1.4).abs() < 1e-6, "{first}");
    assert_eq!(first["order"], "a");
    assert!(report["groups"].as_array().is_some_and(|g| g.len() == 1) && report["phases"]["n"].as_u64().is_some());
    let page = std::fs::read_to_string(report["page"].as_str().expect("a page")).expect("it is there");
    assert!(page.contains("Minimal predicted distance") && page.contains("<svg"));
    assert!(pairs(&file, &["--without-company"])["pairs"].as_array().is_some_and(|p| p.is_empty()));
}

#[test]
fn who_turns_changes_the_predicted_distance() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("turn.txt");
    made(&file, true);
    let report = pairs(&file, &[]);
    let pair = &report["pairs"][0];
    let (see, cross) = (pair["mpd_see"].as_f64().unwrap(), pair["mpd_cross"].as_f64().unwrap());
    assert!((see - 0.5 / 2f64.sqrt()).abs() < 1e-6 && (cross - 0.8 / 2f64.sqrt()).abs() < 0.01, "{pair}");
    // The one who turned adapted, the other did not.
    assert!(
        pair["adaptation_b"]["total"].as_f64().unwrap() > 0.3 && pair["adaptation_a"]["total"].as_f64().unwrap() < 1e-6
    );
    let reaction = pair["reaction"].as_array().expect("it rises");
    assert!(reaction[0].as_f64().unwrap() > 0.25 && reaction[1].as_f64().unwrap() < 0.7, "{pair}");
}

#[test]
fn eval_pairs_of_zara01_finds_real_people() {
    let Some(file) = reference("trajectories/zara01/obsmat.txt") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_string_lossy().into_owned();
    let output = ambulo_with(&[
        "eval",
        "pairs",
        &file.to_string_lossy(),
        "--angle",
        "30,180",
        "--passing",
        "--nearest",
        "2",
        "--out",
        &out,
        "--json",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report = json(&output);
    assert!((report["fps"].as_f64().unwrap() - 2.5).abs() < 1e-9);
    let list = report["pairs"].as_array().unwrap();
    assert!(list.len() > 30, "{} pairs", list.len());
    for p in list {
        let (see, cross) = (p["t_see"].as_f64().unwrap(), p["t_cross"].as_f64().unwrap());
        assert!(cross > see && p["dmin"].as_f64().unwrap() <= 2.0 && p["mpd_cross"] == p["dmin"], "{p}");
    }
}

#[test]
fn eval_models_reports_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("models");
    let page = folder.path().join("human-likeness.md");
    let run = |threads: &str| {
        let (out, page) = (out.to_string_lossy(), page.to_string_lossy());
        let output = ambulo_with(&[
            "eval",
            "models",
            "--models",
            "tangent,orca",
            "--crossings",
            "30",
            "--threads",
            threads,
            "--out",
            &out,
            "--markdown",
            &page,
            "--json",
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        json(&output)
    };
    let one = run("1");
    assert_eq!(one, run("3"));
    let models = one["models"].as_array().unwrap();
    assert_eq!(models.iter().map(|m| m["model"].as_str().unwrap()).collect::<Vec<_>>(), ["tangent", "orca"]);
    for m in models {
        let c = &m["crossings"];
        // Bodies do not overlap, and near all walkers cross.
        assert!(c["dmin_least"].as_f64().unwrap() > 0.39 && c["not_crossed"].as_u64().unwrap() < 4, "{m}");
        assert!(c["human_like"].is_boolean() && c["groups"].as_array().unwrap().len() > 3);
    }
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains("| tangent |") && text.contains("images/human-likeness.png"));
    assert!(folder.path().join("images/human-likeness.png").exists());
}

#[test]
fn what_is_no_angle_is_reported_with_its_remedy() {
    let output = ambulo_with(&["eval", "pairs", "x.txt", "--angle", "90"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("45,135"), "{}", stderr(&output));
    let output = ambulo_with(&["eval", "pairs", "no/such.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no/such.txt"));
}
