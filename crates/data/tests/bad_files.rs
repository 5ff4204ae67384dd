//! Every malformed file in `tests/bad` gives the message that stands beside it.

use std::path::{Path, PathBuf};

/// `semantic-*` files are wrong only for those who know the models and the mesh; they are tested there.
fn bad_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bad");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.retain(|path| !path.file_name().unwrap().to_string_lossy().starts_with("semantic-"));
    files.sort();
    files
}

fn errors_of(path: &Path) -> Option<String> {
    let loaded = match ambulo_data::scenario::load(path) {
        Ok(loaded) => loaded,
        Err(errors) => return Some(errors.to_string()),
    };
    ambulo_data::resolve_building(&loaded, path.parent().unwrap()).err().map(|errors| errors.to_string())
}

#[test]
fn every_bad_file_gives_its_message() {
    let files = bad_files();
    assert!(files.len() >= 25, "only {} files", files.len());
    let mut faults = String::new();
    for path in files {
        let expected = std::fs::read_to_string(path.with_extension("expected"))
            .unwrap_or_else(|e| panic!("{} has no .expected: {e}", path.display()));
        let Some(output) = errors_of(&path) else {
            faults += &format!("\n=== {} was accepted\n", path.display());
            continue;
        };
        for line in expected.lines().filter(|line| !output.contains(line)) {
            faults += &format!("\n=== {}: expected\n{line}\n--- but got\n{output}\n", path.display());
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
