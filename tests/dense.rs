//! Dense crowds, through the program: the suite, and headway in scenarios.

mod program;

use program::{ambulo_with, json, stderr};

#[test]
fn the_suite_measures_what_is_asked_for_and_the_default_meets_its_bounds() {
    let parts = "lone,stander,doors,bottleneck";
    let args =
        ["compare", "--suite", "dense", "--models", "default", "--parts", parts, "--seeds", "1", "--threads", "0"];
    let report = json(&ambulo_with(&[&args[..], &["--json"]].concat()));
    let row = &report["rows"][0];
    let number = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"));
    assert_eq!((row["model"].as_str(), row["headway"].as_str()), (Some("default"), Some("on")));
    assert!(number("lone_swerve_m") < 0.005 && number("stander_push_m") < 0.2, "{row}");
    assert!(number("bottleneck_gap_s") < 5.0, "{row}");
    let doors = row["door_flow_ratio"].as_object().expect("widths");
    assert_eq!(doors.len(), 6);
    // One seed; over five seeds the mean is within 16 %.
    assert!(doors.values().all(|r| (0.8..1.25).contains(&r.as_f64().expect("a flow"))), "{row}");
    // What was not asked for is not there.
    assert!(row["lane_order"].is_null() && row["speed_at_density"].as_object().is_some_and(|s| s.is_empty()));
}

#[test]
fn headway_is_checked_like_everything_in_a_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file.toml");
    let check = |headway: &str| {
        let text = format!(
            "[plan]\nwkt = \"POLYGON ((0 0, 9 0, 9 9, 0 9))\"\n[[walkers]]\npositions = [[1, 1]]\ngoal = [8, 8]\nheadway = {headway}\n"
        );
        std::fs::write(&file, text).expect("a file");
        let output = ambulo_with(&["scenario", "check", &file.to_string_lossy()]);
        (output.status.success(), stderr(&output))
    };
    for good in ["\"on\"", "\"off\"", "{ time_gap = 0.8 }"] {
        let (passes, errors) = check(good);
        assert!(passes, "{good}: {errors}");
    }
    for (bad, message) in
        [("\"maybe\"", "\"off\", \"on\""), ("{ time_gab = 0.8 }", "time_gap"), ("{ time_gap = -1 }", "0.05")]
    {
        let (passes, errors) = check(bad);
        assert!(!passes && errors.contains(message) && errors.contains("file.toml"), "{bad}: {errors}");
    }
}

#[test]
fn a_named_model_is_as_published_and_a_group_without_one_keeps_its_headway() {
    let hash = |args: &[&str]| {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("out");
        let out = out.to_string_lossy();
        let mut all = vec!["run", "corridor", "--limit", "20", "--allow-incomplete", "--json", "--out", &out];
        all.extend(args);
        json(&ambulo_with(&all))["state_hash"].as_str().expect("a hash").to_owned()
    };
    let default = hash(&[]);
    assert_eq!(hash(&["--model", "social-force"]), hash(&["--model", "social-force", "--headway", "off"]));
    assert_ne!(default, hash(&["--model", "social-force"]));
    assert_ne!(default, hash(&["--headway", "time_gap=0.6"]));
}

#[test]
fn a_model_has_its_calibrated_headway_where_a_group_leaves_it_open() {
    let scenario = |headway: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("out");
        let args = ["run", "pair-crossing", "--model", "orca", "--headway", headway, "--quiet", "--out"];
        let output = ambulo_with(&[&args[..], &[&out.to_string_lossy()]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        std::fs::read_to_string(out.join("scenario.toml")).expect("the scenario of the run")
    };
    let models = json(&ambulo_with(&["models", "orca", "--json"]));
    let own = models["models"][0]["rule_params"].as_array().expect("parameters of rules").clone();
    let value = |name: &str| own.iter().find(|p| p["param"] == name).expect("a parameter")["value"].clone();
    let (on, partly) = (scenario("on"), scenario("follow=0.6"));
    for name in ["follow", "time_gap"] {
        assert!(on.contains(&format!("{name} = {}", value(name))), "{name}: {on}");
    }
    assert!(
        partly.contains("follow = 0.6") && partly.contains(&format!("time_gap = {}", value("time_gap"))),
        "{partly}"
    );
}
