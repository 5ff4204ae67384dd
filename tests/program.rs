//! The program under test, as a user calls it. Every test takes what it needs of it.
#![allow(dead_code, unused_imports)]

#[path = "reference.rs"]
mod reference_data;

pub use reference_data::{node, pedpy_python, reference, usd_python};

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Top folder of the project.
pub fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project's folder")
}

pub fn ambulo() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ambulo"));
    command.current_dir(top());
    command
}

pub fn ambulo_with(args: &[&str]) -> Output {
    ambulo().args(args).output().expect("the program starts")
}

/// The one JSON object on standard output.
pub fn json(output: &Output) -> serde_json::Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("not one JSON object: {e}\n{text}\n{}", String::from_utf8_lossy(&output.stderr)))
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
