//! `ambulo compare`, as people and scripts use it.

mod program;

use program::{ambulo_with, json, stderr};
use serde_json::Value;
use std::path::Path;

const KEYS: [&str; 12] = [
    "model",
    "arrived",
    "travel_time_mean_s",
    "travel_time_max_s",
    "slow_share",
    "degrees_turned",
    "total_acceleration",
    "smoothness",
    "energy_j",
    "max_overlap_m",
    "stuck",
    "micros_per_agent_step",
];

fn compare(args: &[&str], out: &Path) -> Value {
    let out = out.to_string_lossy();
    let all: Vec<&str> = ["compare"].iter().chain(args).copied().chain(["--out", &out, "--json"]).collect();
    let output = ambulo_with(&all);
    assert!(output.status.success(), "{}", stderr(&output));
    json(&output)
}

fn rows(comparison: &Value) -> &[Value] {
    comparison["rows"].as_array().expect("rows")
}

#[test]
fn compare_reports_what_it_promises_and_leaves_one_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let models = ["tangent", "social-force", "paris"];
    let report = compare(&["corridor", "--models", &models.join(","), "--seeds", "2"], folder.path());
    assert_eq!(
        (report["scene"].as_str(), report["seeds"].as_u64(), report["agents"].as_u64()),
        (Some("corridor"), Some(2), Some(80))
    );
    assert_eq!(rows(&report).iter().map(|r| r["model"].as_str().expect("a name")).collect::<Vec<_>>(), models);
    for row in rows(&report) {
        for key in KEYS {
            assert!(!row[key].is_null(), "`{key}` is missing in {row}");
        }
        // Everybody of both runs, in a corridor of 40 m at about 1.3 m/s.
        assert_eq!(
            (row["arrived"].as_u64(), row["agents"].as_u64(), row["stuck"].as_u64()),
            (Some(80), Some(80), Some(0))
        );
        let number = |key: &str| row[key].as_f64().expect(key);
        assert!((10.0..60.0).contains(&number("travel_time_mean_s")), "{row}");
        assert!(number("travel_time_max_s") > number("travel_time_mean_s"), "{row}");
        assert!((0.0..0.5).contains(&number("slow_share")) && number("max_overlap_m") <= 0.005, "{row}");
        // Walking costs between 2.23 + 1.26 and 2.23 + 1.26 * 4 times 70 W.
        let watts = number("energy_j") / number("travel_time_mean_s");
        assert!((200.0..520.0).contains(&watts), "{watts} W in {row}");
        assert!(number("micros_per_agent_step") > 0.0 && number("travel_time_mean_s_sd") > 0.0, "{row}");
    }
    let page = std::fs::read_to_string(folder.path().join("comparison.html")).expect("the page");
    for model in models {
        assert_eq!(page.matches(&format!("<figure id=\"paths-{model}\">")).count(), 1, "one picture of {model}");
        let png = std::fs::read(folder.path().join(format!("pictures/paths-{model}.png"))).expect("a picture");
        assert!(png.starts_with(b"\x89PNG"));
    }
    assert_eq!(page.matches("<figure id=\"paths-").count(), models.len());
    // Self-contained: nothing is loaded.
    assert!(!page.contains("src=") && !page.contains("href=") && !page.contains("<script"));
    let written = std::fs::read_to_string(folder.path().join("comparison.json")).expect("the numbers");
    assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), report);
}

#[test]
fn figures_are_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let on = |threads: &str| {
        let args = ["circle", "--models", "social-force,tangent", "--seeds", "2", "--threads", threads];
        let report = compare(&args, &folder.path().join(threads));
        let mut rows = rows(&report).to_vec();
        for row in &mut rows {
            let row = row.as_object_mut().expect("an object");
            row.retain(|key, _| !key.starts_with("micros_"));
        }
        rows
    };
    let one = on("1");
    assert_eq!(one, on("3"));
    assert!(one[0]["state_hashes"][0] != one[0]["state_hashes"][1], "two seeds, two runs: {}", one[0]);
}

#[test]
fn the_same_seed_gives_what_run_gives() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = compare(&["corridor", "--models", "paris", "--seeds", "1"], folder.path());
    let out = folder.path().join("run").to_string_lossy().into_owned();
    let run = json(&ambulo_with(&["run", "corridor", "--model", "paris", "--seed", "1", "--out", &out, "--json"]));
    assert_eq!(report["rows"][0]["state_hashes"][0], run["state_hash"]);
    assert_eq!(report["rows"][0]["max_overlap_m"], run["max_overlap_m"]);
}

#[test]
fn who_does_not_arrive_counts_as_the_length_of_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = compare(&["corridor", "--models", "tangent", "--seeds", "1", "--limit", "3"], folder.path());
    let row = &report["rows"][0];
    assert_eq!((row["arrived"].as_u64(), row["unfinished"].as_u64()), (Some(0), Some(40)), "{row}");
    assert_eq!(row["travel_time_mean_s"], row["travel_time_max_s"]);
    assert!(row["travel_time_max_s"].as_f64().is_some_and(|t| (t - 3.0).abs() < 1e-6), "{row}");
    let page = std::fs::read_to_string(folder.path().join("comparison.html")).expect("the page");
    assert!(page.contains("40 of 40 entered but did not arrive"));
}

#[test]
fn wrong_words_are_answered_with_the_right_ones() {
    for (args, words) in [
        (
            &["compare", "corridor", "--models", "social-force,telepathy"][..],
            "`telepathy`; expected one of social-force,",
        ),
        (&["compare", "corridor", "--models", "paris,paris"][..], "named twice"),
        (&["compare", "corridor", "--models", ""][..], "expected one of social-force,"),
        (&["compare", "atlantis"][..], "expected one of station, corridor,"),
        (&["compare", "no/such.toml"][..], "no such file"),
        (&["compare", "corridor", "--seeds", "0"][..], "--seeds"),
        (&["compare", "corridor", "--set", "people=3"][..], "people"),
    ] {
        let output = ambulo_with(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
    }
    let report = json(&ambulo_with(&["compare", "atlantis", "--json"]));
    assert!(report["errors"][0]["message"].as_str().is_some_and(|m| m.contains("atlantis")), "{report}");
}
