//! Where tests find reference data: real files that are too large, or not ours, to come with the project.

use std::path::{Path, PathBuf};

/// A file or folder of the reference data, or nothing, with a loud note, where there is none.
pub fn reference(path: &str) -> Option<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::var_os("AMBULO_REFERENCE_DATA").map_or_else(|| top.join("../shared/data"), PathBuf::from);
    let path = folder.join(path);
    if !path.exists() {
        eprintln!("SKIPPED: {} is not there; set AMBULO_REFERENCE_DATA", path.display());
        return None;
    }
    Some(path)
}
