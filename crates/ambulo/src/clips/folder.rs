//! A folder of clips, made into moves of one skeleton.

use ambulo_motion::analysis::analyse;
use ambulo_motion::import::{ENDINGS, load};
use ambulo_motion::{AnalysisOptions, ImportOptions, MoveSet, Skeleton, retarget_move};
use std::path::{Path, PathBuf};

/// Why a folder gives no moves.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ClipsError {
    /// It cannot be read.
    #[error("the folder {folder} cannot be read: {why}; check its name and permissions")]
    Folder {
        /// The folder.
        folder: String,
        /// The error of the operating system.
        why: String,
    },
    /// Nothing in it can be used.
    #[error("no usable move in {folder}: {why}")]
    Nothing {
        /// The folder.
        folder: String,
        /// What is wrong with each file, or that there is none.
        why: String,
    },
}

/// The motion files in a folder, in the order of their names.
pub(super) fn motion_files(folder: &Path) -> Result<Vec<PathBuf>, ClipsError> {
    let unreadable =
        |e: std::io::Error| ClipsError::Folder { folder: folder.display().to_string(), why: e.to_string() };
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if ENDINGS.contains(&ending.as_str()) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The moves of all BVH and glTF files in a folder, in the order of their names, retargeted onto a skeleton; and notes on
/// what was guessed and left out. Files that cannot be read are noted; only when no move is left it is an error.
///
/// ```no_run
/// let body = ambulo::motion::body::skeleton();
/// let (moves, notes) = ambulo::clips::load_moves("clips".as_ref(), &Default::default(), body)?;
/// println!("{} moves; {} notes", moves.moves.len(), notes.len());
/// # Ok::<(), ambulo::clips::ClipsError>(())
/// ```
pub fn load_moves(
    folder: &Path,
    options: &ImportOptions,
    onto: &Skeleton,
) -> Result<(MoveSet, Vec<String>), ClipsError> {
    let name = folder.display().to_string();
    let files = motion_files(folder)?;
    let mut set = MoveSet { skeleton: onto.clone(), moves: Vec::new() };
    let mut notes = Vec::new();
    for path in &files {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let imported = match load(path, options) {
            Ok(imported) => imported,
            Err(e) => {
                notes.push(e.to_string());
                continue;
            }
        };
        notes.extend(imported.notes.iter().map(|note| format!("{file}: {note}")));
        for clip in &imported.clips {
            let (report, moves) = analyse(&imported.skeleton, &clip.name, &clip.clip, &AnalysisOptions::default());
            // Each clip is accounted for: by its moves, or by why there is none.
            let none = if moves.is_empty() { "no move: " } else { "" };
            notes.extend(report.notes.iter().map(|note| format!("{file}, {}: {none}{note}", clip.name)));
            set.moves.extend(moves.iter().map(|m| retarget_move(&imported.skeleton, onto, m)));
        }
    }
    if set.moves.is_empty() {
        let why = match (files.is_empty(), notes.is_empty()) {
            (true, _) => "it has no .bvh, .glb or .gltf file; give a folder with some".into(),
            (_, true) => "the files hold no clips; `ambulo clips inspect` lists the details".into(),
            _ => format!("{}; `ambulo clips inspect` lists the details", notes.join("; ")),
        };
        return Err(ClipsError::Nothing { folder: name, why });
    }
    Ok((set, notes))
}
