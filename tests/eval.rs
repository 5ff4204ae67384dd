//! `ambulo eval`: any file of trajectories in, figures, intervals and faults out.

mod program;

use program::{ambulo_with, json, reference, stderr};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn file(dir: &Path, name: &str, text: &str) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// Five who walk 1.2 m/s one after the other, 2 s apart, along y = 1: frames of 0.1 s, times in seconds.
fn procession() -> String {
    let mut text = String::from("id;t [s];x [cm];y [cm]\n");
    for id in 0..5 {
        for k in 0..=100 {
            let _ = writeln!(text, "{id};{:.1};{:.1};100", f64::from(20 * id + k) / 10.0, 12.0 * f64::from(k));
        }
    }
    text
}

fn near(value: &serde_json::Value, expected: f64) {
    let found = value.as_f64().unwrap_or(f64::NAN);
    assert!((found - expected).abs() < 1e-6 * expected.abs().max(1.0), "{found} instead of {expected}");
}

#[test]
fn a_procession_measures_as_it_was_made() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = file(dir.path(), "people.csv", &procession());
    let out = dir.path().join("page");
    let words = [path.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let measured =
        ["eval", words[0], words[1], words[2], "--line", "door=6,0,6,2", "--area", "mid=4.8,0,7.2,2", "--json"];
    let output = ambulo_with(&measured);
    assert!(output.status.success(), "{}", stderr(&output));
    let seen = json(&output);
    assert_eq!((&seen["rows"], &seen["walkers"], &seen["frames"]), (&505.into(), &5.into(), &181.into()));
    near(&seen["origin"]["fps"], 10.0);
    near(&seen["origin"]["unit_m"], 0.01);
    let metrics = &seen["metrics"];
    near(&metrics["travel_time"]["mean"], 10.0);
    near(&metrics["walking_speed"]["mean"], 1.2);
    near(&metrics["path_efficiency"]["mean"], 1.0);
    near(&metrics["nearest"]["mean"], 2.4);
    assert_eq!(metrics["overlap_pairs"]["mean"], 0.0);
    assert_eq!((&metrics["travel_time"]["unit"], &metrics["travel_time"]["n"]), (&"s".into(), &5.into()));
    // No jam, no turn, no step back; a file without orientation.
    near(&metrics["jam_share"]["mean"], 0.0);
    near(&metrics["turn_deg_per_m"]["mean"], 0.0);
    near(&metrics["backward_share"]["mean"], 0.0);
    near(&metrics["jerk"]["mean"], 0.0);
    assert!(metrics["jam_speed"]["mean"].is_null() && metrics["jam_turn_deg_per_min"]["mean"].is_null());
    assert_eq!((&metrics["jerk"]["unit"], &metrics["jam_speed"]["n"]), (&"m/s³".into(), &0.into()));
    let door = &seen["lines"]["door"];
    assert_eq!(door["people"], 5);
    near(&door["flow"]["mean"], 0.5);
    near(&door["specific_flow"]["mean"], 0.25);
    near(&door["time_gap"]["mean"], 2.0);
    near(&seen["areas"]["mid"]["speed"]["mean"], 1.2);
    assert_eq!(seen["faults"]["missing_frames"], 0);
    assert!(seen["seconds"]["travel_time"].as_f64().is_some());
    let page = std::fs::read_to_string(out.join("evaluation.html")).expect("a page");
    assert!(page.contains("Jams and motion") && page.contains("turn_deg_per_m"));
    assert!(page.contains("no orientation of people"));
    assert!(page.contains("walking_speed") && page.contains("Fundamental diagram") && page.contains("N(t)"));
    for csv in ["walkers.csv", "frames.csv", "flow.csv", "areas.csv", "lines.csv", "intervals.csv", "faults.csv"] {
        assert!(std::fs::metadata(out.join(csv)).is_ok_and(|m| m.len() > 0), "{csv}");
    }
    assert_eq!(std::fs::read_to_string(out.join("walkers.csv")).expect("walkers").lines().count(), 6);
    assert!(out.join("pictures/n-t.png").exists());
}

#[test]
fn faults_are_reported_and_repaired_only_when_asked() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut text = String::from("# fps: 10\n# wkt: POLYGON ((-1 0, 20 0, 20 2, -1 2, -1 0))\nframe,id,x,y\n");
    for k in (0..100).filter(|k| !(40..44).contains(k)) {
        let jump = if k >= 70 { 5.0 } else { 0.0 };
        let _ = writeln!(text, "{k},7,{:.3},1", 0.1 * f64::from(k) + jump);
    }
    text.push_str("20,7,2,1\n100,7,15,2.5\n");
    let path = file(dir.path(), "broken.csv", &text);
    let path = path.to_str().unwrap();
    let report = json(&ambulo_with(&["eval", path, "--no-page", "--json"]));
    let faults = &report["faults"];
    assert_eq!((&faults["missing_frames"], &faults["longest_gap_frames"]), (&4.into(), &4.into()));
    assert_eq!((&faults["rows_twice"], &faults["rows_off_ground"]), (&1.into(), &1.into()));
    assert_eq!(faults["first_twice"]["frame"], 20);
    assert_eq!(faults["walkers"][0]["jumps"][0]["frame"], 70);
    assert_eq!(report["rows"], 97);
    let bridged = json(&ambulo_with(&["eval", path, "--no-page", "--json", "--bridge", "0.6", "--filter", "0.5"]));
    assert_eq!((&bridged["rows"], &bridged["bridge"]["rows_made_up"]), (&101.into(), &4.into()));
    assert_eq!(bridged["filter"]["order"], 3);
    // The fault is that of the file, whatever was repaired.
    assert_eq!(bridged["faults"]["missing_frames"], 4);
    let words = ambulo_with(&["eval", path, "--no-page"]);
    let words = String::from_utf8_lossy(&words.stdout).into_owned();
    assert!(words.contains("missing frames") && words.contains("walker 7 in frame 70"), "{words}");
}

#[test]
fn wrong_words_are_answered_with_a_remedy_and_exit_code_2() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = file(dir.path(), "people.csv", &procession());
    let path = path.to_str().unwrap();
    for (more, words) in [
        (&["--line", "1,2,3"][..], "X0,Y0,X1,Y1"),
        (&["--line", "1,2,1,2"], "X0,Y0,X1,Y1"),
        (&["--area", "round"], "POLYGON"),
        (&["--metrics", "beauty"], "travel_time"),
        (&["--filter", "5"], "below 5 Hz"),
        (&["--filter", "1", "--filter-order", "9"], "from 1 to 8"),
        (&["--kind", "films"], "juelich"),
        (&["--unit", "ell"], "cm"),
        (&["--column", "x"], "ROLE=NAME"),
        (&["--column", "x=east"], "no column is called `east`"),
        (&["--walkable", "no/such.wkt"], "no/such.wkt"),
        (&["--direction", "up"], "forward"),
        (&["--settle", "0.7"], "below 0.5"),
    ] {
        let output = ambulo_with(&[&["eval", path, "--no-page"], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{more:?}: {}", stderr(&output));
    }
    let missing = ambulo_with(&["eval", "no/such.csv", "--json"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(json(&missing)["errors"][0]["message"].as_str().is_some_and(|m| m.contains("no/such.csv")));
}

#[test]
fn a_run_is_measured_like_any_file_and_metrics_can_be_chosen() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().to_string_lossy().into_owned();
    let run = json(&ambulo_with(&["run", "bottleneck", "--out", &folder, "--json"]));
    let seen =
        json(&ambulo_with(&["eval", &folder, "--no-page", "--json", "--metrics", "travel_time,overlap_deepest"]));
    assert_eq!(seen["walkers"], run["agents"]);
    assert_eq!(seen["origin"]["kind"], "recording");
    let names: Vec<&String> = seen["metrics"].as_object().expect("metrics").keys().collect();
    assert_eq!(names, ["overlap_deepest", "travel_time"]);
    let (low, high) = (&seen["metrics"]["travel_time"]["low"], &seen["metrics"]["travel_time"]["high"]);
    assert!(low.as_f64() < seen["metrics"]["travel_time"]["mean"].as_f64() && low.as_f64() < high.as_f64());
}

/// The corridor of the Juelich archive: everybody walks through once.
#[test]
fn everybody_in_the_corridor_crosses_its_middle() {
    let Some(path) = reference("trajectories/uni-corridor/uo-050-180-180.txt") else { return };
    let seen = json(&ambulo_with(&["eval", path.to_str().unwrap(), "--no-page", "--json", "--line", "mid=0,0,1.8,0"]));
    assert_eq!(seen["lines"]["mid"]["people"], seen["walkers"]);
    assert_eq!(seen["origin"]["fps_from"], "assumed");
    let speed = seen["metrics"]["walking_speed"]["mean"].as_f64().expect("a speed");
    assert!((1.2..1.7).contains(&speed), "{speed} m/s");
}

/// How long a million rows take: `cargo build --release -p ambulo-cli`, then `cargo test -p ambulo-cli --test eval -- --ignored
/// --nocapture`. A hall of 50 m by 20 m with 500 people who walk up and down, 2000 frames.
#[test]
#[ignore = "needs the release build; prints CPU seconds of each metric"]
fn a_million_rows_cost_less_than_two_seconds_a_metric() {
    let program = program::top().join("target/release/ambulo");
    assert!(program.exists(), "build {} first", program.display());
    let dir = tempfile::tempdir().expect("a folder");
    let mut text = String::from("# fps: 10\nframe,id,x,y\n");
    for frame in 0..2000_u32 {
        for id in 0..500_u32 {
            // Spread over the hall by steps of the golden ratio.
            let share = |by: f64| (f64::from(id) * by).fract();
            let speed = (1.0 + 0.6 * share(0.754_877)) * if id % 2 == 0 { 1.0 } else { -1.0 };
            let along = (50.0 * share(0.618_034) + speed * f64::from(frame) / 10.0).rem_euclid(100.0);
            let x = if along > 50.0 { 100.0 - along } else { along };
            let _ = writeln!(text, "{frame},{id},{x:.4},{:.4}", 20.0 * share(0.569_84));
        }
    }
    let path = file(dir.path(), "million.csv", &text);
    let places = ["--line", "25,0,25,20", "--area", "20,5,30,15", "--no-voronoi", "--no-page", "--json"];
    let output = std::process::Command::new(program).arg("eval").arg(path).args(places).output().expect("it starts");
    let seen = json(&output);
    assert_eq!(seen["rows"], 1_000_000);
    let seconds = seen["seconds"].as_object().expect("seconds");
    let mut sum = 0.0;
    for (name, s) in seconds {
        let s = s.as_f64().expect("a number");
        eprintln!("{name:<20} {s:.3} s");
        assert!(s < 2.0, "{name} takes {s} s");
        sum += s;
    }
    eprintln!("{:<20} {sum:.3} s", "all");
}
