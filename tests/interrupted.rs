//! A run that is killed or stopped leaves a recording that opens.
#![cfg(unix)]

mod program;

use program::{ambulo, ambulo_with, json, stderr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A run of the station, slow enough to be caught: it records every step.
fn slow_run(folder: &Path) -> std::process::Child {
    let text = ambulo::SCENES[0].text.replace("limit = 420.0", "limit = 420.0\ndt = 0.01\nrecord = { fps = 100 }");
    let file = folder.join("slow.toml");
    std::fs::write(&file, text).expect("a scenario");
    ambulo()
        .args(["run", &file.to_string_lossy(), "--threads", "1", "--out", &folder.join("run").to_string_lossy()])
        .args(["--format", "sqlite,csv,parquet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits until every recording that is read later has been flushed once.
fn wait_for_frames(folder: &Path) {
    let begun =
        |name: &str| ambulo::data::recording::read(&folder.join("run").join(name)).is_ok_and(|t| t.frames() > 20);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {
        if begun("trajectory.sqlite") && begun("trajectory.csv") {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("no frames in a minute");
}

#[test]
fn a_killed_run_leaves_a_recording_complete_up_to_the_last_flush() {
    for delay in [0, 130, 370] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = slow_run(folder.path());
        wait_for_frames(folder.path());
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().expect("SIGKILL");
        child.wait().expect("it is gone");
        for name in ["trajectory.sqlite", "trajectory.csv"] {
            let t = ambulo::data::recording::read(&folder.path().join("run").join(name)).expect(name);
            assert!(t.frames() > 20, "{name} has {} frames", t.frames());
            // Complete: every walker of a frame is there, so nobody vanishes for one frame and comes back.
            let gaps = t.by_walker().iter().filter(|w| w.windows(2).any(|p| p[1].frame != p[0].frame + 1)).count();
            assert_eq!(gaps, 0, "{name}");
        }
    }
}

/// An interrupted run is not a finished one: message, exit code, manifest and report are clear about it.
#[test]
fn signals_end_the_run_in_order_and_are_reported_as_an_interruption() {
    // Under `nohup` SIGHUP stays ignored, as it should: there is nothing to test then.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")?.trim().chars().last());
    let hangup = ignored.is_none_or(|digit| digit.to_digit(16).is_some_and(|bits| bits & 1 == 0));
    for (signal, code) in [("INT", 130), ("TERM", 143)].into_iter().chain(hangup.then_some(("HUP", 129))) {
        let folder = tempfile::tempdir().expect("a folder");
        let child = slow_run(folder.path());
        wait_for_frames(folder.path());
        let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().expect("kill");
        assert!(kill.success());
        let output = child.wait_with_output().expect("it ends");
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(text.contains(&format!("interrupted by SIG{signal}")), "{text}");
        let run = folder.path().join("run");
        assert!(text.contains(&*run.to_string_lossy()), "{text}");
        let t = ambulo::data::recording::read(&run.join("trajectory.parquet")).expect("the recording");
        assert!(t.frames() > 20);
        let read = |name: &str| std::fs::read_to_string(run.join(name)).expect(name);
        let manifest: serde_json::Value = serde_json::from_str(&read("manifest.json")).expect("JSON");
        assert_eq!((&manifest["complete"], &manifest["outcome"]), (&false.into(), &"interrupted".into()));
        let summary: serde_json::Value = serde_json::from_str(&read("summary.json")).expect("JSON");
        assert_eq!((&summary["complete"], &summary["run_id"]), (&false.into(), &manifest["run_id"]));
        assert!(read("report.html").contains("Incomplete: the run was interrupted at"));
    }
}

/// A killed run's recording is measured with a warning first, which can be silenced.
#[test]
fn readers_of_a_killed_run_report_first_that_it_is_incomplete() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = slow_run(folder.path());
    wait_for_frames(folder.path());
    child.kill().expect("SIGKILL");
    child.wait().expect("it is gone");
    let run = folder.path().join("run").to_string_lossy().into_owned();
    let out = folder.path().join("page").to_string_lossy().into_owned();
    let bodies = folder.path().join("crowd.glb").to_string_lossy().into_owned();
    let eval = ["eval", &run, "--metrics", "travel_time", "--out", &out, "--json"];
    let animate = ["animate", &run, "--walkers", "2", "--to", "0.5", "--out", &bodies, "--json"];
    for args in [&eval[..], &animate[..]] {
        let output = ambulo_with(args);
        assert!(output.status.success(), "{}", stderr(&output));
        let first = stderr(&output).lines().next().unwrap_or_default().to_string();
        assert!(first.contains("incomplete recording: the run was killed"), "{first}");
        assert_eq!(json(&output)["complete"], false);
        let silent = ambulo_with(&[args, &["--allow-incomplete"]].concat());
        assert_eq!((stderr(&silent).as_str(), &json(&silent)["complete"]), ("", &false.into()));
    }
    let page = std::fs::read_to_string(folder.path().join("page/evaluation.html")).expect("a page");
    assert!(!page.contains("incomplete recording"), "--allow-incomplete came last");
}
