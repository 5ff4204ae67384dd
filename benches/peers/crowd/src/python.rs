//! Peers with Python bindings: a child for each run.

use crate::record::Record;
use ambulo_lab::{BenchWalker, Workload};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Program and model.
pub const PEERS: [(&str, &str); 5] = [
    ("jupedsim", "CollisionFreeSpeedModel"),
    ("jupedsim", "SocialForceModel"),
    ("jupedsim", "GeneralizedCentrifugalForceModel"),
    ("pyrvo", "ORCA"),
    ("pysocialforce", "SocialForce"),
];

pub struct Python {
    interpreter: PathBuf,
    script: PathBuf,
    /// Where people are written down, and what a peer leaves lying about.
    folder: tempfile::TempDir,
}

impl Python {
    /// The interpreter of `.venv` beside the script; `None` when there is none.
    pub fn find() -> Option<Self> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let interpreter = here.join(".venv/bin/python");
        let folder = tempfile::tempdir().expect("a folder for the people");
        interpreter.exists().then(|| Self { interpreter, script: here.join("python_peers.py"), folder })
    }

    fn people_file(&self, workload: Workload, people: &[BenchWalker]) -> PathBuf {
        let file = self.folder.path().join(format!("{}-{}.txt", workload.name(), people.len()));
        if !file.exists() {
            let mut text = String::new();
            for p in people {
                let (a, b) = (p.start, p.goal);
                let _ = writeln!(text, "{} {} {} {} {} {}", a.x, a.y, b.x, b.y, p.speed, p.radius);
            }
            std::fs::write(&file, text).expect("room for the people");
        }
        file
    }

    pub fn run(
        &self,
        (program, model): (&str, &str),
        workload: Workload,
        people: &[BenchWalker],
        budget: f64,
    ) -> Record {
        let mut command = Command::new(&self.interpreter);
        command.arg(&self.script).current_dir(self.folder.path());
        command.args(["--program", program, "--model", model, "--workload", workload.name()]);
        command.arg("--people").arg(self.people_file(workload, people));
        command.args(["--dt", &workload.dt().to_string(), "--steps", &workload.steps().to_string()]);
        command.args(["--budget", &budget.to_string(), "--setup", &(3.0 * budget).to_string()]);
        let nothing = |note: String| Record {
            program: program.into(),
            model: model.into(),
            version: String::new(),
            workload: workload.name().into(),
            people: people.len(),
            steps: 0,
            walker_steps: 0,
            cpu_s: 0.0,
            overlap_m: None,
            note,
        };
        match command.output() {
            Err(e) => nothing(format!("cannot start Python: {e}")),
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stdout);
                text.lines().rev().find_map(Record::parse).unwrap_or_else(|| {
                    let words = String::from_utf8_lossy(&output.stderr);
                    nothing(format!("{}: {}", output.status, words.lines().last().unwrap_or("no words")))
                })
            }
        }
    }
}
