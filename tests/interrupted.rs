//! A run that is killed or stopped leaves a recording that opens.
#![cfg(unix)]

mod program;

use program::ambulo;
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

/// Waits until every recording that is looked at later has been flushed once.
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

#[test]
fn ctrl_c_ends_the_run_cleanly_and_says_where_the_recording_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = slow_run(folder.path());
    wait_for_frames(folder.path());
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(kill.success());
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("Stopped at") && text.contains(&*folder.path().join("run").to_string_lossy()), "{text}");
    let t = ambulo::data::recording::read(&folder.path().join("run/trajectory.parquet")).expect("the recording");
    assert!(t.frames() > 20);
    assert!(folder.path().join("run/report.html").is_file());
}
