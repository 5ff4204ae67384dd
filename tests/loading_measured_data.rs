//! What measured files leave open is inferred from their rows, or warned about.

mod program;

use program::{ambulo_with, json, reference, stderr};
use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn file(dir: &Path, name: &str, text: &str) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

fn eval(path: &Path, more: &[&str]) -> Value {
    let output = ambulo_with(&[&["eval", &path.to_string_lossy(), "--no-page", "--json"], more].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    json(&output)
}

fn pairs(path: &Path, out: &Path, more: &[&str]) -> Value {
    let words = ["eval", "pairs", &path.to_string_lossy(), "--out", &out.to_string_lossy(), "--json"];
    let output = ambulo_with(&[&words, more].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    json(&output)
}

/// Two pairs who cross at 1.3 m/s, the second beginning between the rows of the first, as ETH and UCY write it.
fn obsmat(fps: f64, every: u32) -> String {
    let mut text = String::new();
    for (pair, start) in [(0, 0), (1, 20 * every + every / 2)] {
        for k in 0..16 {
            let (frame, t) = (start + k * every, f64::from(k * every) / fps);
            let along = 1.3 * t - 4.0;
            let _ = writeln!(text, "{frame} {} {along:.4} 0 0.3 1.3 0 0", 2 * pair + 1);
            let _ = writeln!(text, "{frame} {} 0.0 0 {along:.4} 0 0 1.3", 2 * pair + 2);
        }
    }
    text
}

#[test]
fn the_rate_of_an_obsmat_is_inferred_from_its_velocities() {
    let dir = tempfile::tempdir().expect("a folder");
    for (fps, every) in [(15.0, 6), (25.0, 10), (30.0, 12)] {
        let path = file(dir.path(), "obsmat.txt", &obsmat(fps, every));
        let seen = eval(&path, &["--metrics", "walking_speed"]);
        let origin = &seen["origin"];
        assert_eq!((&origin["file_fps"], &origin["frames_between"]), (&fps.into(), &every.into()), "{origin}");
        assert_eq!(origin["fps_from"], "inferred from its rows");
        assert!(origin["warnings"][0].as_str().is_some_and(|w| w.contains("32 of 64 rows were moved")), "{origin}");
        assert_eq!(seen["faults"]["missing_frames"], 0);
        let speed = seen["metrics"]["walking_speed"]["mean"].as_f64().expect("a speed");
        assert!((speed - 1.3).abs() < 0.01, "{speed}");
        assert_eq!(pairs(&path, &dir.path().join("page"), &[])["pairs"].as_array().expect("a list").len(), 2);
        // Another rate is taken, and warned about.
        let given = eval(&path, &["--metrics", "walking_speed", "--fps", "50"]);
        let warnings = given["origin"]["warnings"].to_string();
        assert!(warnings.contains(&format!("imply {fps} frames per second")), "{warnings}");
    }
}

#[test]
fn pairs_of_eth_cross() {
    let Some(path) = reference("trajectories/eth/obsmat.txt") else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let seen = eval(&path, &["--metrics", "walking_speed"]);
    let origin = &seen["origin"];
    assert_eq!(
        (&origin["file_fps"], &origin["frames_between"], &origin["fps"]),
        (&15.0.into(), &6.into(), &2.5.into())
    );
    assert_eq!(seen["faults"]["missing_frames"], 0);
    let speed = seen["metrics"]["walking_speed"]["mean"].as_f64().expect("a speed");
    assert!((1.0..1.8).contains(&speed), "{speed}");
    // They walk to and fro: at right angles nobody crosses, which is printed with what would be found.
    let none = pairs(&path, dir.path(), &[]);
    assert!(none["hint"].as_str().is_some_and(|h| h.contains("--angle 0,180) 193 do")), "{none}");
    let found = pairs(&path, dir.path(), &["--angle", "0,180"]);
    assert!(found["pairs"].as_array().expect("a list").len() > 100, "{}", found["pairs"]);
    assert!(found["hint"].is_null());
}

/// A walker at 1.2 m/s, 25 rows per second, in metres or another unit; a height behind it where one is given.
fn juelich(header: &str, unit: f64, height: &str) -> String {
    let mut text = format!("{header}\n");
    for id in 1..=2 {
        for k in 0..50 {
            let _ = writeln!(text, "{id} {k} {:.5} {:.5} {height}", 0.048 / unit * f64::from(k), f64::from(id) / unit);
        }
    }
    text
}

#[test]
fn metres_in_the_header_of_a_juelich_file_are_metres() {
    let dir = tempfile::tempdir().expect("a folder");
    let rate = "# framerate: 25 fps";
    for (header, unit, height, from) in [
        ("# id frame x/m y/m z/m", 1.0, "1.76", "as the file states"),
        ("#ID FR X Y Z\n#X,Y,Z: the agents coordinates (in metres)", 1.0, "0", "as the file states"),
        ("# x, y and z in meter", 1.0, "0", "as the file states"),
        ("# unit: m", 1.0, "", "as the file states"),
        ("# units: centimeters", 0.01, "176", "as the file states"),
        ("# PersID Frame X[cm] Y[cm] Z[cm]", 0.01, "176", "as the file states"),
        ("# positions in mm", 0.001, "1760", "as the file states"),
        ("# A corridor of 4 m width", 1.0, "1.76", "inferred from its rows"),
        ("# nothing", 0.01, "176", "inferred from its rows"),
        ("# nothing", 1.0, "", "inferred from its rows"),
    ] {
        let path = file(dir.path(), "people.txt", &juelich(&format!("{rate}\n{header}"), unit, height));
        let seen = eval(&path, &["--metrics", "walking_speed"]);
        let speed = seen["metrics"]["walking_speed"]["mean"].as_f64().expect("a speed");
        assert!((speed - 1.2).abs() < 1e-3, "{header}: {speed} m/s, {}", seen["origin"]);
        assert_eq!(seen["origin"]["unit_from"], from, "{header}");
        assert_eq!(seen["origin"]["warnings"].as_array().map(Vec::len), Some(0), "{}", seen["origin"]);
    }
}

#[test]
fn impossible_speeds_are_warned_about_with_a_remedy() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = file(dir.path(), "people.txt", &juelich("# framerate: 25\n# unit: cm", 1.0, ""));
    let seen = eval(&path, &["--metrics", "walking_speed"]);
    let words = seen["origin"]["warnings"][0].as_str().expect("a warning");
    assert!(
        words.contains("slower than 0.05 m/s") && words.contains("--unit") && words.contains("1.20 m/s"),
        "{words}"
    );
    let shown = ambulo_with(&["eval", &path.to_string_lossy(), "--no-page", "--metrics", "walking_speed"]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("Warning: half of all rows are slower"));
    // Other commands print it too, on standard error.
    let output =
        ambulo_with(&["eval", "pairs", &path.to_string_lossy(), "--out", &dir.path().join("p").to_string_lossy()]);
    assert!(
        stderr(&output).contains("warning:") && stderr(&output).contains("slower than 0.05 m/s"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn calibrate_and_eval_models_take_every_loader_option_of_eval() {
    let dir = tempfile::tempdir().expect("a folder");
    // In centimetres, with a column under another name, and a gap that only --bridge closes.
    let mut text = String::from("who;frame;x;y\n");
    for pair in 0..12 {
        for k in (0..90).filter(|k| !(40..43).contains(k)) {
            let along = 13.0 * f64::from(k) - 585.0;
            let frame = 100 * pair + k;
            let _ = writeln!(
                text,
                "{};{frame};{along:.1};{}\n{};{frame};{};{along:.1}",
                2 * pair,
                10 * pair % 7,
                2 * pair + 1,
                pair
            );
        }
    }
    let path = file(dir.path(), "people.csv", &text);
    let path = path.to_string_lossy();
    let params = file(dir.path(), "start.toml", "model = 'orca'\n[params]\ntau = 3.5\nmax_neighbours = 4\n");
    let params = params.to_string_lossy();
    let load = [
        "--fps", "10", "--units", "cm", "--column", "id=who", "--bridge", "1", "--filter", "2", "--radius", "0.15",
        "--jump", "9",
    ];
    let load =
        [&load[..], &["--filter-order", "2", "--walkable", "POLYGON ((-9 -9, 9 -9, 9 9, -9 9))", "--kind", "csv"]]
            .concat();
    let out = dir.path().join("p.toml");
    let own = [
        "calibrate",
        "orca",
        "--data",
        &path,
        "--params",
        "tau=0.5:5",
        "--params-file",
        &params,
        "--points",
        "4",
        "--polish",
        "0",
    ];
    let more = ["--folds", "2", "--out", &out.to_string_lossy(), "--json", "--quiet"];
    let output = ambulo_with(&[&own[..], &more, &load].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(json(&output)["trials"], 12);
    let written = std::fs::read_to_string(&out).expect("a file");
    assert!(written.contains("max_neighbours = 4") && written.contains("tau = "), "{written}");
    let models = dir.path().join("models");
    let own = [
        "eval",
        "models",
        "--data",
        &path,
        "--models",
        "orca",
        "--params-file",
        &params,
        "--crossings",
        "10",
        "--json",
        "--quiet",
    ];
    let run = |more: &[&str]| {
        let output = ambulo_with(&[&own[..], &["--out", &models.to_string_lossy()], &load, more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        json(&output)
    };
    let found = run(&[]);
    assert_eq!(found["pairs"], 12);
    // Wrong files are refused.
    let wrong = ambulo_with(&["calibrate", "tangent", "--data", &path, "--params-file", &params, "--fps", "10"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("parameters of `orca`"), "{}", stderr(&wrong));
}

#[test]
fn the_exponent_of_anticipation_follows_the_radius_and_has_an_interval() {
    let Some(path) = reference("trajectories/eth/obsmat.txt") else { return };
    let of = |radius: &str| {
        let seen = eval(&path, &["--metrics", "anticipation_exponent", "--radius", radius]);
        let e = seen["metrics"]["anticipation_exponent"].clone();
        (e["mean"].as_f64().expect("an exponent"), e["low"].as_f64().expect("low"), e["high"].as_f64().expect("high"))
    };
    let (narrow, wide) = (of("0.1"), of("0.2"));
    assert!((narrow.0 - wide.0).abs() > 0.05, "{narrow:?} {wide:?}");
    // The paper, of these people and others: 2.
    let (k, low, high) = narrow;
    assert!((1.3..2.4).contains(&k) && low < 2.0 && 2.0 < high, "{k}, {low} to {high}");
}
