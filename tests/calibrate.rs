//! `ambulo calibrate`, as people and scripts use it.

mod program;

use program::{ambulo_with, json, reference, stderr};
use serde_json::Value;

const QUICK: [&str; 10] = ["--points", "8", "--polish", "1", "--steps", "6", "--folds", "2", "--quiet", "--json"];

/// The scenario that a short run with a parameter file leaves in its folder.
fn scenario_of_run(model: &str, params: &str, run: &str) -> String {
    let args = ["run", "crossing", "--model", model, "--params-file", params, "--limit", "2", "--allow-incomplete"];
    let output = ambulo_with(&args.iter().copied().chain(["--out", run, "--json"]).collect::<Vec<_>>());
    assert!(output.status.success(), "{}", stderr(&output));
    std::fs::read_to_string(std::path::Path::new(run).join("scenario.toml")).expect("the scenario of the run")
}

#[test]
fn what_is_calibrated_can_be_run_and_a_resumed_search_gives_the_same_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (params, page, run) = (place("params.toml"), place("page"), place("run"));
    let hidden =
        ["calibrate", "tangent", "--recover", "alpha=0.9,beta_v=1", "--trials", "10", "--params", "alpha,beta_v=0:2"];
    let out = ["--out", &params, "--report", &page];
    let all: Vec<&str> = hidden.iter().chain(&QUICK).chain(&out).copied().collect();
    let output = ambulo_with(&all);
    assert!(output.status.success(), "{}", stderr(&output));
    let report = json(&output);
    let found = |k: usize| report["params"][k]["value"].as_f64().expect("a value");
    assert!((found(0) - 0.9).abs() < 0.15, "{report}");
    let lg = |key: &str| report["lg"][key].as_f64().expect(key);
    assert!(lg("calibrated") > lg("default") && lg("calibrated") <= lg("greatest"), "{report}");
    assert_eq!(
        (report["hidden"][1]["name"].as_str(), report["folds"].as_array().map(Vec::len)),
        (Some("beta_v"), Some(2))
    );
    assert!(folder.path().join("page/calibration.html").exists() && folder.path().join("page/parameters.csv").exists());

    // A journal whose end is missing, as after a kill.
    let text = std::fs::read_to_string(&params).expect("a file");
    let journal = folder.path().join("params.journal");
    let lines = std::fs::read_to_string(&journal).expect("a journal");
    std::fs::write(&journal, &lines[..lines.len() / 2]).expect("written");
    let again = ambulo_with(&all.iter().copied().chain(["--resume"]).collect::<Vec<_>>());
    assert!(again.status.success(), "{}", stderr(&again));
    let resumed = std::fs::read_to_string(&params).expect("a file");
    let but_command = |t: &str| t.lines().filter(|l| !l.starts_with("command")).map(String::from).collect::<Vec<_>>();
    assert_eq!(but_command(&text), but_command(&resumed));
    let other = all.iter().copied().chain(["--resume", "--seed", "9"]).collect::<Vec<_>>();
    let refused = ambulo_with(&other);
    assert!(refused.status.code() == Some(2) && stderr(&refused).contains("another search"), "{}", stderr(&refused));

    let kept = scenario_of_run("tangent", &params, &run);
    assert!(kept.contains(&format!("alpha = {}", found(0))), "{kept}");
}

#[test]
fn wrong_questions_are_answered_with_what_would_be_right() {
    for (args, word) in [
        (&["calibrate", "telepathy", "--recover", "alpha=1"][..], "telepathy"),
        (&["calibrate", "tangent", "--recover", "alpha=1", "--params", "alfa"], "alpha"),
        (&["calibrate", "tangent", "--recover", "alpha=7"], "outside 0 to 1"),
        (&["calibrate", "tangent", "--data", "no/such.txt"], "no/such.txt"),
        (&["calibrate", "tangent", "--recover", "alpha=1", "--resume"], "--out"),
        (&["calibrate", "default", "--recover", "alpha=1"], "add --targets"),
        (&["calibrate", "default", "--targets", "door"], "did you mean `doors`?"),
        (&["calibrate", "default", "--targets", "doors,doors"], "twice"),
        (&["calibrate", "default", "--targets", "corridors"], "--data"),
        (&["calibrate", "default", "--targets", "doors", "--data", "a.txt"], "add it, or leave --data out"),
        (
            &["calibrate", "default", "--targets", "doors", "--folds", "3"],
            "--folds belongs to the calibration on pairs",
        ),
        (&["calibrate", "default", "--targets", "doors", "--recover", "tau=1"], "--recover belongs to"),
        (&["calibrate", "default", "--targets", "doors", "--params", "time_gap"], "did you mean `headway.time_gap`?"),
        (&["calibrate", "default", "--targets", "doors", "--headway", "off"], "always has headway"),
        (&["calibrate", "default", "--targets", "doors", "--headway", "lenght=0.3"], "did you mean `length`?"),
        (&["calibrate", "orca", "--targets", "doors", "--params", "headway.length"], "--headway on"),
        (
            &["calibrate", "default", "--targets", "doors", "--train-seeds", "1:3", "--test-seeds", "3:4"],
            "seed 3 is both",
        ),
        (&["calibrate", "default", "--targets", "doors", "--train-seeds", "3:1"], "FIRST:LAST"),
        (&["calibrate", "default", "--targets", "doors", "--weights", "jam=2"], "add it to --targets"),
        (&["calibrate", "default", "--targets", "doors", "--weights", "yam=2"], "did you mean `jam`?"),
        (&["calibrate", "tangent", "--recover", "alpha=1", "--weights", "doors=2"], "--targets"),
    ] {
        let output = ambulo_with(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}

/// On crowds: the file is read back by a run and by a second calibration, and the page has the plots.
#[test]
fn what_is_calibrated_on_crowds_can_be_run_and_calibrated_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (params, page, run) = (place("crowd.toml"), place("page"), place("run"));
    let search =
        ["calibrate", "default", "--targets", "file", "--train-seeds", "1", "--test-seeds", "11", "--points", "2"];
    let rest = ["--polish", "0", "--params", "headway.time_gap=1.2:1.6", "--quiet", "--json", "--out", &params];
    let all: Vec<&str> =
        search.iter().chain(&rest).copied().chain(["--report", &page, "--headway", "length=0.4"]).collect();
    let output = ambulo_with(&all);
    assert!(output.status.success(), "{}", stderr(&output));
    let report = json(&output);
    let found = report["params"][0]["value"].as_f64().expect("a value");
    assert_eq!(report["walked_test"].as_u64(), Some(2));
    assert!(report["seconds_per_candidate"].as_f64().expect("seconds") > 0.0);
    let parts = report["figures"].as_array().expect("figures").iter().map(|f| f["part"].as_str().expect("a part"));
    assert_eq!(parts.filter(|p| *p == "test").count(), 3);
    assert!(
        folder.path().join("page/pictures/single-file.svg").exists() && folder.path().join("page/figures.csv").exists()
    );
    let kept = scenario_of_run("social-force", &params, &run);
    assert!(kept.contains(&format!("time_gap = {found}")) && kept.contains("length = 0.4"), "{kept}");
    let again: Vec<&str> = search
        .iter()
        .chain(&["--polish", "0", "--params", "headway.crowd_gap", "--quiet", "--json"])
        .copied()
        .collect();
    let second = place("second.toml");
    let output =
        ambulo_with(&again.iter().copied().chain(["--params-file", &params, "--out", &second]).collect::<Vec<_>>());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = std::fs::read_to_string(&second).expect("a file");
    assert!(text.contains(&format!("time_gap = {found:?}  # as given")), "{text}");
}

/// Real people, and a small search of what is searched by default: what was found with some of them is more likely for the others than
/// the model's own values.
#[test]
fn on_a_street_what_is_searched_by_default_gains_out_of_fold() {
    let Some(street) = reference("trajectories/zara01/obsmat.txt") else { return };
    let street = street.to_string_lossy();
    let folder = tempfile::tempdir().expect("a folder");
    for (model, points) in [("karamouzas", "16"), ("tangent", "32")] {
        let out = folder.path().join(format!("{model}.toml"));
        let out = out.to_string_lossy();
        let search = ["--points", points, "--polish", "0", "--quiet", "--json"];
        let all: Vec<&str> = ["calibrate", model, "--data", &street, "--out", &out].into_iter().chain(search).collect();
        let output = ambulo_with(&all);
        assert!(output.status.success(), "{}", stderr(&output));
        let report: Value = json(&output);
        assert!(report["trials"].as_u64().expect("a count") > 200, "{report}");
        let of = |measure: &str, key: &str| report[measure][key].as_f64().expect(key);
        assert!(of("lg", "default") > 0.65 && of("ln", "held_out") > of("ln", "default"), "{model}: {report}");
        assert!(of("ln", "gain_low") > 0.0 && of("lg", "gain_low") > 0.0, "{model}: {report}");
        assert!(of("order", "default") >= 0.93 * of("order", "trials"), "{model}: {report}");
    }
}
