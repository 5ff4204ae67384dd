//! Single steps out of clips of people's own.

use super::folder::motion_files;
use super::kind_name;
use ambulo_motion::analysis::analyse;
use ambulo_motion::steps::StepLibrary;
use ambulo_motion::{AnalysisOptions, ImportOptions, MoveSet, Skeleton, import, retarget_move};
use serde::Serialize;
use std::path::PathBuf;

/// What a clip gave to a library of steps.
#[derive(Clone, Debug, Serialize)]
pub struct StepSource {
    /// The file.
    pub file: String,
    /// The clip in it.
    pub clip: String,
    /// What the clip is, as in `ambulo clips inspect`.
    pub kind: Option<&'static str>,
    /// Single steps seen in the whole clip.
    pub steps_seen: usize,
    /// Moves made of it, out of which steps of the library are cut.
    pub moves: usize,
    /// What one should know.
    pub notes: Vec<String>,
}

/// A library of steps out of files, and what each clip gave.
#[derive(Clone, Debug)]
pub struct FoundSteps {
    /// The library.
    pub library: StepLibrary,
    /// The clips.
    pub sources: Vec<StepSource>,
    /// Files that cannot be read, and why.
    pub errors: Vec<String>,
}

/// Steps of all clips in BVH and glTF files, or in folders of them, brought to a skeleton.
///
/// ```no_run
/// let body = ambulo::motion::body::skeleton();
/// let found = ambulo::clips::steps_of_files(&["clips".into()], &Default::default(), body);
/// println!("{} steps", found.library.steps().len());
/// ```
pub fn steps_of_files(given: &[PathBuf], options: &ImportOptions, onto: &Skeleton) -> FoundSteps {
    let mut errors = Vec::new();
    let mut files = Vec::new();
    for path in given {
        match path.is_dir() {
            false => files.push(path.clone()),
            true => match motion_files(path) {
                Ok(inside) => files.extend(inside),
                Err(error) => errors.push(error.to_string()),
            },
        }
    }
    let mut set = MoveSet { skeleton: onto.clone(), moves: Vec::new() };
    let mut sources = Vec::new();
    for path in &files {
        let imported = match import::load(path, options) {
            Ok(imported) => imported,
            Err(error) => {
                errors.push(error.to_string());
                continue;
            }
        };
        for clip in &imported.clips {
            let (report, moves) = analyse(&imported.skeleton, &clip.name, &clip.clip, &AnalysisOptions::default());
            set.moves.extend(moves.iter().map(|m| retarget_move(&imported.skeleton, onto, m)));
            sources.push(StepSource {
                file: path.display().to_string(),
                clip: report.name,
                kind: report.kind.map(kind_name),
                steps_seen: report.steps.len(),
                moves: moves.len(),
                notes: report.notes,
            });
        }
    }
    FoundSteps { library: StepLibrary::of(&set), sources, errors }
}
