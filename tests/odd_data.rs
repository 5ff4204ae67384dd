//! Files that ask for too much: one bad row, a device, a pipe, more threads than a machine has.
#![cfg(target_os = "linux")]

mod program;

use program::{ambulo, ambulo_with, json, stderr};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

/// The program with at most so many megabytes of memory, so that a test that asks for too much ends with an error and not with the machine.
fn within(megabytes: u32, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_ambulo");
    let script = format!("ulimit -v {}; exec \"$0\" \"$@\"", u64::from(megabytes) * 1024);
    Command::new("sh").args(["-c", &script, program]).args(args).output().expect("a shell")
}

/// Two walkers of 200 rows each, one of them with another row at the end.
fn with_row(head: &str, row: &str) -> String {
    let mut text = format!("{head}\n");
    for k in 0..200 {
        let _ = writeln!(text, "{k},1,{:.2},0\n{k},2,{:.2},3", 0.13 * f64::from(k), 20.0 - 0.13 * f64::from(k));
    }
    text + row + "\n"
}

#[test]
fn one_bad_row_does_not_fill_the_memory() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("people.csv");
    let words = path.to_string_lossy();
    for row in ["200,1,1e8,0", "200,1,-1e15,1e90", "200,4000000000,1,1", "1900000,1,5,5"] {
        std::fs::write(&path, with_row("# fps: 10\nframe,id,x,y", row)).expect("a file");
        let out = dir.path().join("page");
        let output = within(2000, &["eval", &words, "--out", &out.to_string_lossy(), "--json"]);
        assert!(output.status.success(), "{row}: {:?} {}", output.status, stderr(&output));
        assert!(json(&output)["metrics"]["smoothness"]["mean"].is_number(), "{row}");
    }
    // A clock that jumped, and one that ticks once in 31 years.
    std::fs::write(&path, with_row("# fps: 10\nframe,id,x,y", "49999999,1,5,5")).expect("a file");
    let far = within(2000, &["eval", &words, "--no-page"]);
    assert_eq!(far.status.code(), Some(2), "{}", stderr(&far));
    assert!(stderr(&far).contains("frame 49999999") && stderr(&far).contains("401 rows"), "{}", stderr(&far));
    std::fs::write(&path, with_row("# fps: 0.000000001\nframe,id,x,y", "200,1,26,0")).expect("a file");
    let slow = within(2000, &["eval", &words, "--no-page", "--json"]);
    assert!(slow.status.success(), "{}", stderr(&slow));
    // A bridge over everything.
    let mut gaps = String::from("# fps: 10\nframe,id,x,y\n");
    for id in 0..2000 {
        let _ = writeln!(gaps, "{id},{id},0,0\n{},{id},9,9", 1_000_000 + id);
    }
    std::fs::write(&path, gaps).expect("a file");
    let bridge = within(2000, &["eval", &words, "--no-page", "--bridge", "1e9"]);
    assert_eq!(bridge.status.code(), Some(2), "{}", stderr(&bridge));
    assert!(stderr(&bridge).contains("--bridge would make up"), "{}", stderr(&bridge));
}

/// The program, ended by the system when it hangs.
fn soon(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_ambulo");
    Command::new("timeout").arg("60").arg(program).args(args).output().expect("`timeout` of the system")
}

fn pipe(path: &Path) -> String {
    assert!(Command::new("mkfifo").arg(path).status().expect("`mkfifo` of the system").success());
    path.to_string_lossy().into_owned()
}

#[test]
fn devices_and_pipes_are_refused_by_every_command() {
    let dir = tempfile::tempdir().expect("a folder");
    let named = |name: &str| pipe(&dir.path().join(name));
    let (csv, wkt, toml) = (named("a.csv"), named("a.wkt"), named("a.toml"));
    let (parquet, sqlite, bvh, text) = (named("a.parquet"), named("a.sqlite"), named("a.bvh"), named("a.txt"));
    let people = dir.path().join("people.csv");
    std::fs::write(&people, with_row("# fps: 10\nframe,id,x,y", "")).expect("a file");
    let people = people.to_string_lossy();
    for args in [
        &["eval", "/dev/zero", "--no-page"][..],
        &["eval", &csv, "--no-page"],
        &["eval", &text, "--no-page"],
        &["eval", &parquet, "--no-page"],
        &["eval", &sqlite, "--no-page"],
        &["eval", "/dev/zero", "--kind", "csv", "--no-page"],
        &["eval", &people, "--walkable", &wkt, "--no-page"],
        &["eval", "pairs", &csv],
        &["calibrate", "orca", "--data", &csv],
        &["plan", "check", &wkt],
        &["run", &toml],
        &["run", "corridor", "--params-file", &toml],
        &["scenario", "check", &toml],
        &["clips", "inspect", &bvh],
    ] {
        let output = soon(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("plain file"), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn a_hundred_thousand_threads_are_clamped_with_a_warning() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = |name: &str, threads: &str| {
        let out = dir.path().join(name);
        let args = ["run", "corridor", "--limit", "2", "--threads", threads, "--out"];
        ambulo().args(args).arg(&out).arg("--json").output().expect("the program starts")
    };
    let (one, many) = (run("one", "1"), run("many", "100000"));
    assert!(stderr(&many).contains("warning: --threads 100000"), "{}", stderr(&many));
    assert!(!stderr(&one).contains("warning: --threads"), "{}", stderr(&one));
    let (one, many) = (json(&one), json(&many));
    assert!(many["threads"].as_u64().is_some_and(|n| n < 10_000), "{many}");
    assert!(one["state_hash"].is_string() && one["state_hash"] == many["state_hash"], "{one} {many}");
    let wrong = ambulo_with(&["run", "corridor", "--threads", "many"]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn rates_and_places_past_all_reason_are_refused_in_words() {
    let dir = tempfile::tempdir().expect("a folder");
    let people = dir.path().join("people.csv");
    std::fs::write(&people, with_row("# fps: 10\nframe,id,x,y", "")).expect("a file");
    let output = soon(&["eval", &people.to_string_lossy(), "--no-page", "--fps", "1e-300"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("frames per second; give a number from"), "{}", stderr(&output));
    let scene = dir.path().join("far.toml");
    for place in ["1e20", "-1e308"] {
        let text = format!(
            "limit = 1\nplan = {{ wkt = \"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))\" }}\n\
             walkers = [{{ positions = [[1, 1], [{place}, 1]], goal = [8, 8] }}]\n"
        );
        std::fs::write(&scene, text).expect("a file");
        for command in [&["scenario", "check"][..], &["run"]] {
            let output = soon(&[command, &[&scene.to_string_lossy()]].concat());
            assert_eq!(output.status.code(), Some(2), "{place}: {}", stderr(&output));
            assert!(stderr(&output).contains("far.toml:3"), "{place}: {}", stderr(&output));
        }
    }
}

/// A file of three gigabytes that takes no room on the disk.
#[test]
fn gigabytes_of_nothing_are_refused_at_once() {
    let dir = tempfile::tempdir().expect("a folder");
    for name in ["a.csv", "a.txt", "a.toml"] {
        let path = dir.path().join(name);
        std::fs::File::create(&path).and_then(|file| file.set_len(3 << 30)).expect("a sparse file");
        for command in [&["eval"][..], &["eval", "pairs"]] {
            let output = within(1000, &[command, &[&path.to_string_lossy()]].concat());
            assert_eq!(output.status.code(), Some(2), "{name}: {}", stderr(&output));
            assert!(stderr(&output).contains("it is no text"), "{name}: {}", stderr(&output));
        }
    }
}

#[test]
fn an_area_far_larger_than_the_plan_is_drawn() {
    let dir = tempfile::tempdir().expect("a folder");
    let (scene, out) = (dir.path().join("far.toml"), dir.path().join("out"));
    for far in ["2e4", "2e6", "2147483649", "1e15"] {
        let text = format!(
            "limit = 2\nplan = {{ wkt = \"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))\" }}\n\
             areas = {{ west = {{ rect = [-{far}, 0, 4, 9] }}, east = {{ rect = [8, 0, {far}, 9] }} }}\n\
             walkers = [{{ positions = [[1, 1]], goal = \"east\" }}]\n"
        );
        std::fs::write(&scene, text).expect("a file");
        let args = ["run", &scene.to_string_lossy(), "--out", &out.to_string_lossy(), "--allow-incomplete"];
        let output = ambulo_with(&args);
        assert!(output.status.success(), "{far}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"), "{far}: {}", stderr(&output));
        assert!(out.join("pictures/trajectories.png").is_file(), "{far}");
    }
}
