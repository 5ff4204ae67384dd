//! `ambulo calibrate`, as people and scripts use it.

mod program;

use program::{ambulo_with, json, reference, stderr};
use serde_json::Value;

const QUICK: [&str; 10] = ["--points", "8", "--polish", "1", "--steps", "6", "--folds", "2", "--quiet", "--json"];

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

    let output = ambulo_with(&[
        "run",
        "crossing",
        "--model",
        "tangent",
        "--params-file",
        &params,
        "--limit",
        "2",
        "--allow-incomplete",
        "--out",
        &run,
        "--json",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let kept = std::fs::read_to_string(folder.path().join("run/scenario.toml")).expect("the scenario of the run");
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
    ] {
        let output = ambulo_with(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
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
