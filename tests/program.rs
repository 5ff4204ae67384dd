//! The program under test, as a user calls it. Every test takes what it needs of it.
#![allow(dead_code)]

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

/// A file or folder of the reference data, or nothing, with a loud note, where there is none.
pub fn reference(path: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("AMBULO_REFERENCE_DATA").map_or_else(|| top().join("../shared/data"), PathBuf::from);
    let path = folder.join(path);
    if !path.exists() {
        eprintln!("SKIPPED: {} is not there; set AMBULO_REFERENCE_DATA", path.display());
        return None;
    }
    Some(path)
}
