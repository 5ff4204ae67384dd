//! Removing what earlier runs left, and nothing else.

use super::{FolderError, Manifest};
use crate::recording::Format;
use std::io::ErrorKind;
use std::path::{Component, Path};

/// Files that runs leave under these names, besides recordings. `manifest.json` is replaced, not removed.
const FIXED: [&str; 9] = [
    "scenario.toml",
    "summary.json",
    "walkers.csv",
    "explain.json",
    "report.html",
    "report.html.tmp",
    "manifest.json.tmp",
    "crowd.glb",
    "crowd.glb.tmp",
];
/// Folders in which nothing is but what a run left.
const FOLDERS: [&str; 3] = ["trajectory.parquet.parts", "checkpoints", "bodies.tmp"];
/// Pictures of a run; a number may follow.
const PICTURES: [&str; 9] = [
    "trajectories",
    "density-mean",
    "density-peak",
    "speed-map",
    "people",
    "speed",
    "travel-time",
    "explain",
    "neighbourhood",
];

/// Removes what earlier runs left: the files their manifest lists, and those with the names that all runs use. Where such a
/// name belongs to a file that no run left, nothing is removed and the file is named.
pub(super) fn remove_older_run(dir: &Path) -> Result<(), FolderError> {
    match Manifest::read(dir) {
        Ok(Some(old)) => remove_listed(dir, &old.files)?,
        Ok(None) => refuse_foreign(dir)?,
        // A manifest that this program cannot read was written by another version of it.
        Err(FolderError::Manifest { .. }) => {}
        Err(error) => return Err(error),
    }
    for name in recordings().chain(FIXED.map(String::from)) {
        remove_file(&dir.join(name))?;
    }
    for name in FOLDERS {
        let folder = dir.join(name);
        match std::fs::symlink_metadata(&folder) {
            Ok(meta) if meta.is_dir() => {
                std::fs::remove_dir_all(&folder).map_err(|e| FolderError::io(&folder, e))?;
            }
            _ => {}
        }
    }
    remove_matching(&dir.join("pictures"), is_picture)?;
    remove_matching(&dir.join("bodies"), is_body)?;
    Ok(())
}

/// Removes files by their names in a manifest, and folders that become empty by that. A name that leads out of the folder,
/// or through a link, is left alone: the manifest may have been changed by hand.
pub(super) fn remove_listed(dir: &Path, files: &[String]) -> Result<(), FolderError> {
    for name in files {
        let inside = Path::new(name);
        if !inside.components().all(|c| matches!(c, Component::Normal(_))) || through_a_link(dir, inside) {
            continue;
        }
        remove_file(&dir.join(inside))?;
        for folder in inside.ancestors().skip(1).filter(|f| !f.as_os_str().is_empty()) {
            // Succeeds only when it is empty.
            let _ = std::fs::remove_dir(dir.join(folder));
        }
    }
    Ok(())
}

fn through_a_link(dir: &Path, inside: &Path) -> bool {
    let folders = inside.ancestors().skip(1).filter(|f| !f.as_os_str().is_empty());
    folders.map(|f| dir.join(f)).any(|f| std::fs::symlink_metadata(f).is_ok_and(|m| m.is_symlink()))
}

/// Without a manifest, a folder with a resolved scenario beside a recording was left by an older version of the program. Any
/// other file under a name of ours belongs to the user.
fn refuse_foreign(dir: &Path) -> Result<(), FolderError> {
    let recorded = recordings().any(|name| dir.join(name).exists()) || dir.join(FOLDERS[0]).exists();
    if recorded && dir.join(FIXED[0]).exists() {
        return Ok(());
    }
    let mut ours = recordings().chain(FIXED.map(String::from)).map(|name| dir.join(name));
    match ours.find(|file| file.exists()) {
        Some(file) => Err(FolderError::NotOurs { file }),
        None => Ok(()),
    }
}

/// Recordings of all formats, with what their writers keep beside them.
fn recordings() -> impl Iterator<Item = String> {
    let beside = ["", "-journal", "-wal", "-shm", ".tmp"];
    Format::ALL.into_iter().flat_map(move |f| beside.map(|suffix| format!("{}{suffix}", f.file_name())))
}

/// A picture of a run, by its name.
fn is_picture(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".svg").or_else(|| name.strip_suffix(".png")) else { return false };
    let numbered = |stem: &str| {
        let (front, number) = stem.rsplit_once('-')?;
        number.bytes().all(|b| b.is_ascii_digit()).then(|| front.to_string())
    };
    PICTURES.contains(&stem) || numbered(stem).is_some_and(|front| PICTURES.contains(&front.as_str()))
}

/// A body of a walker, by its name, or the list of them.
fn is_body(name: &str) -> bool {
    let walker = name.strip_prefix("walker-").and_then(|n| n.strip_suffix(".bvh"));
    name == "walkers.csv" || walker.is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
}

fn remove_matching(folder: &Path, ours: impl Fn(&str) -> bool) -> Result<(), FolderError> {
    // A link leads to somewhere else: what is there is not ours.
    if !std::fs::symlink_metadata(folder).is_ok_and(|m| m.is_dir()) {
        return Ok(());
    }
    let entries = std::fs::read_dir(folder).map_err(|e| FolderError::io(folder, e))?;
    for entry in entries.filter_map(Result::ok) {
        if ours(&entry.file_name().to_string_lossy()) {
            remove_file(&entry.path())?;
        }
    }
    // Succeeds only when it is empty.
    let _ = std::fs::remove_dir(folder);
    Ok(())
}

fn remove_file(file: &Path) -> Result<(), FolderError> {
    match std::fs::remove_file(file) {
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::IsADirectory | ErrorKind::NotADirectory) => {
            Ok(())
        }
        Err(_) if file.is_dir() => Ok(()),
        other => other.map_err(|e| FolderError::io(file, e)),
    }
}
