//! A run that is killed at any moment is resumed to the end it would have had: the same state hash, the same recordings.
#![cfg(unix)]

mod program;

use ambulo::data::recording::read;
use program::{ambulo, ambulo_with, json, stderr};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

/// A run that records every step, so that there is always something half written.
struct Case {
    scene: &'static str,
    model: &'static str,
    locomotion: &'static str,
    formats: &'static str,
    threads: &'static str,
}

const CASES: [Case; 8] = [
    case("station", "social-force", "point-mass", "sqlite,csv", "1"),
    case("counterflow", "tangent", "point-mass", "csv", "2"),
    case("doors", "paris", "point-mass", "sqlite", "2"),
    case("station", "orca", "gait-feedback", "sqlite,csv,parquet", "2"),
    case("two-storeys", "helbing2000", "point-mass", "parquet", "1"),
    case("square", "lamarche", "point-mass", "csv,parquet", "2"),
    case("bottleneck", "karamouzas", "gait-feedback", "sqlite", "1"),
    case("crossing", "reynolds", "point-mass", "csv,sqlite", "2"),
];

const fn case(
    scene: &'static str,
    model: &'static str,
    locomotion: &'static str,
    formats: &'static str,
    threads: &'static str,
) -> Case {
    Case { scene, model, locomotion, formats, threads }
}

impl Case {
    /// The scenario of the case, recorded at every step and ended after twelve seconds.
    fn scenario(&self, folder: &Path) -> PathBuf {
        let file = folder.join(format!("{}.toml", self.scene));
        let text = ambulo::Scene::find(self.scene).expect("a scene").text;
        let rest: Vec<&str> = text.lines().filter(|l| !l.starts_with("limit") && !l.starts_with("record")).collect();
        std::fs::write(&file, format!("limit = 12.0\nrecord = {{ fps = 20 }}\n{}", rest.join("\n"))).expect("a file");
        file
    }

    fn start(&self, folder: &Path, out: &Path) -> Child {
        let scenario = self.scenario(folder).to_string_lossy().into_owned();
        let mut command = ambulo();
        command.args(["run", &scenario, "--out", &out.to_string_lossy(), "--checkpoint", "0.02", "--json"]);
        command.args(["--model", self.model, "--locomotion", self.locomotion, "--threads", self.threads]);
        command.args(["--format", self.formats, "--explain", "3", "--allow-incomplete"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
    }

    /// Kills a run after each of some delays, resuming it each time; then lets it end, and compares it with one that was left
    /// alone. How many of the kills came before the end.
    fn kill_and_resume(&self, delays: &[u64]) -> usize {
        let folder = tempfile::tempdir().expect("a folder");
        let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
        let output = self.start(folder.path(), &whole).wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", stderr(&output));
        let expected = json(&output);

        let mut child = self.start(folder.path(), &killed);
        let mut kills = 0;
        for delay in delays {
            std::thread::sleep(Duration::from_millis(*delay));
            // A kill may come at any moment; only one before the folder was taken leaves nothing to resume.
            while !killed.join("manifest.json").exists() {
                std::thread::sleep(Duration::from_millis(1));
            }
            if child.try_wait().expect("a child").is_some() {
                break;
            }
            child.kill().expect("SIGKILL");
            child.wait().expect("it is gone");
            if is_complete(&killed) {
                // It had ended and was about to exit: there is nothing to resume, and nobody to compare with.
                return kills;
            }
            kills += 1;
            child = resume(&killed, ["1", "2"][kills % 2]);
        }
        let output = child.wait_with_output().expect("it ends");
        let name = format!("{} by {}, {}: {delays:?}", self.scene, self.model, self.locomotion);
        assert!(output.status.success(), "{name}: {}", stderr(&output));
        let resumed = json(&output);
        for key in
            ["state_hash", "steps", "arrived", "frames", "max_overlap_m", "wall_crossings", "stuck", "scene", "title"]
        {
            assert_eq!(resumed[key], expected[key], "{name}: {key}");
        }
        assert_eq!(resumed["complete"], true, "{name}");
        for format in self.formats.split(',') {
            let file = format!("trajectory.{format}");
            let (a, b) = (read(&whole.join(&file)).expect(&name), read(&killed.join(&file)).expect(&name));
            assert!(a.rows() == b.rows() && a.walkers == b.walkers, "{name}: {file} differs");
        }
        let explained = |dir: &Path| std::fs::read(dir.join("explain.json")).expect("explain.json");
        assert!(explained(&whole) == explained(&killed), "{name}: explain.json differs");
        let pictures = |dir: &Path| {
            let entries =
                std::fs::read_dir(dir.join("pictures")).expect("pictures").map(|e| e.expect("an entry").path());
            let mut files: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == "svg")).collect();
            files.sort();
            files.iter().map(|f| std::fs::read(f).expect("a picture")).collect::<Vec<_>>()
        };
        assert!(pictures(&whole) == pictures(&killed), "{name}: pictures differ");
        assert!(!killed.join("checkpoints").exists(), "{name}: checkpoints of a complete run");
        kills
    }
}

/// Whether the run in a folder had ended.
fn is_complete(folder: &Path) -> bool {
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap_or_default();
    manifest.contains("\"complete\": true")
}

fn resume(folder: &Path, threads: &str) -> Child {
    let mut command = ambulo();
    command.args([
        "run",
        "--resume",
        &folder.to_string_lossy(),
        "--checkpoint",
        "0.02",
        "--json",
        "--threads",
        threads,
    ]);
    command.arg("--allow-incomplete").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// Delays that are different every time and the same in every run of the test [ms].
fn delays(seed: u64, count: usize) -> Vec<u64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 33
    };
    (0..count).map(|_| 20 + next() % 280).collect()
}

#[test]
fn killed_runs_are_resumed_to_the_same_end() {
    let kills: usize = CASES[..4].iter().enumerate().map(|(k, c)| c.kill_and_resume(&delays(k as u64 + 1, 3))).sum();
    assert!(kills >= 6, "only {kills} kills came in time");
}

#[test]
#[ignore = "minutes: fifty kills at random moments, over eight models"]
fn fifty_killed_runs_are_resumed_to_the_same_end() {
    let (mut kills, mut round) = (0, 0);
    while kills < 50 {
        let case = &CASES[round % CASES.len()];
        kills += case.kill_and_resume(&delays(100 + round as u64, 4));
        round += 1;
        assert!(round < 60, "only {kills} kills came in time");
    }
    println!("{kills} kills in {round} runs, each resumed to the same state hash and recordings");
}

/// An interrupted run takes a checkpoint as its last act; what was changed since is refused.
#[test]
fn a_changed_run_is_not_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("run");
    let path = out.to_string_lossy().into_owned();
    let mut world = ambulo::World::scene("corridor").expect("a scene");
    let mut steps = 0;
    let stop = |_: &ambulo::Progress<'_>| {
        steps += 1;
        steps < 50
    };
    let summary = ambulo::run_to_folder(&mut world, &ambulo::RunOptions::new(&out), stop).expect("a run");
    assert!(!summary.complete);
    assert_eq!(std::fs::read_dir(out.join("checkpoints")).expect("checkpoints").count(), 1);
    let refused = |words: &str| {
        let output = ambulo_with(&["run", "--resume", &path]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    };
    let edit = |name: &str, from: &str, to: &str| {
        let file = out.join(name);
        let text = std::fs::read_to_string(&file).expect(name);
        assert!(text.contains(from), "{name}");
        std::fs::write(&file, text.replace(from, to)).expect(name);
    };
    let program = format!("ambulo {}", ambulo::VERSION);
    edit("scenario.toml", "seed", "# a remark\nseed");
    refused("scenario.toml was changed");
    edit("scenario.toml", "# a remark\n", "");
    edit("manifest.json", &program, "ambulo 99.0.0");
    refused("begun by ambulo 99.0.0");
    edit("manifest.json", "ambulo 99.0.0", &program);
    // A checkpoint with a byte changed is not used; there is no other, so that the run begins anew.
    let checkpoint =
        std::fs::read_dir(out.join("checkpoints")).expect("checkpoints").next().expect("one").expect("one");
    let mut bytes = std::fs::read(checkpoint.path()).expect("a checkpoint");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(checkpoint.path(), bytes).expect("a checkpoint");
    let resumed = json(&ambulo_with(&["run", "--resume", &path, "--json"]));
    let mut world = ambulo::World::scene("corridor").expect("a scene");
    assert_eq!(resumed["state_hash"], format!("{:016x}", world.run().state_hash));
    refused("the run is complete");
    let nothing = folder.path().join("nothing").to_string_lossy().into_owned();
    let output = ambulo_with(&["run", "--resume", &nothing]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}
