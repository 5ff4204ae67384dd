//! What tests need beside the project: reference data (real files that are too large, or not ours, to come with it), Python with PedPy,
//! Node, Python with OpenUSD. What is missing fails a test, unless skipping it was asked for by name: `AMBULO_SKIP=reference-data,pedpy,node,usd`.

use std::path::{Path, PathBuf};

/// A file or folder of the reference data; nothing where skipping was asked for.
pub fn reference(path: &str) -> Option<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::var_os("AMBULO_REFERENCE_DATA").map_or_else(|| top.join("../shared/data"), PathBuf::from);
    let path = folder.join(path);
    if path.exists() {
        return Some(path);
    }
    skip("reference-data", &format!("{} is not there; AMBULO_REFERENCE_DATA names its folder", path.display()));
    None
}

/// The Python that has PedPy; nothing where skipping was asked for.
#[allow(dead_code)]
pub fn pedpy_python() -> Option<String> {
    needed("pedpy", "AMBULO_PEDPY_PYTHON", "Python with PedPy")
}

/// The Node that has the packages of `tests/gltf`; nothing where skipping was asked for.
#[allow(dead_code)]
pub fn node() -> Option<String> {
    needed("node", "AMBULO_NODE", "Node with the packages of tests/gltf")
}

/// The Python that has OpenUSD; nothing where skipping was asked for.
#[allow(dead_code)]
pub fn usd_python() -> Option<String> {
    needed("usd", "AMBULO_USD_PYTHON", "Python with OpenUSD (usd-core)")
}

#[allow(dead_code)]
fn needed(name: &str, variable: &str, what: &str) -> Option<String> {
    let found = std::env::var(variable).ok();
    if found.is_none() {
        skip(name, &format!("{variable} names no {what}; ./check installs it"));
    }
    found
}

/// # Panics
/// Unless skipping was asked for by this name.
fn skip(name: &str, why: &str) {
    let asked = std::env::var("AMBULO_SKIP").unwrap_or_default();
    assert!(asked.split(',').any(|n| n.trim() == name), "{why}. To go without, set AMBULO_SKIP={name}");
    eprintln!("SKIPPED by name ({name}): {why}");
}
