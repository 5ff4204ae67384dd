//! What a reader must know before it measures a recording.

use super::{FolderLock, MANIFEST, Manifest};
use crate::recording::Format;
use std::path::Path;

/// Which run a recording is of, and whether it is all of it.
///
/// ```
/// use ambulo_data::run_folder::Provenance;
/// // Trajectories of real people: no run, nothing to warn about.
/// assert_eq!(Provenance::of("corridor.txt".as_ref()), Provenance::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Provenance {
    /// Whether the run came to its end; none where no manifest answers that.
    pub complete: Option<bool>,
    /// Which run, where that is known.
    pub run_id: Option<String>,
    /// What must be printed before anything is measured.
    pub warning: Option<String>,
}

impl Provenance {
    /// Of a run folder, or of a recording in one.
    ///
    /// ```
    /// use ambulo_data::run_folder::{Manifest, Provenance, RunFolder};
    /// let dir = tempfile::tempdir().unwrap();
    /// drop(RunFolder::take(dir.path(), Manifest::new("run", "ambulo 0.1.0")).unwrap());
    /// let killed = Provenance::of(dir.path());
    /// assert_eq!(killed.complete, Some(false));
    /// assert!(killed.warning.unwrap().contains("incomplete"));
    /// ```
    pub fn of(path: &Path) -> Self {
        let is_dir = path.is_dir();
        let dir = if is_dir { path } else { path.parent().unwrap_or(Path::new("")) };
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        // Only these can be of the manifest's run; other files beside it have nothing to do with it.
        let recording = Format::ALL.into_iter().any(|f| f.file_name() == name);
        let manifest = match Manifest::read(dir) {
            Ok(manifest) => manifest,
            Err(error) if is_dir || recording => return Self::warn(path, None, &error.to_string()),
            Err(_) => return Self::default(),
        };
        match manifest {
            Some(m) if (is_dir && m.kind == "run") || m.recordings.iter().any(|r| r.file == name) => {
                Self::of_manifest(path, dir, &m, &name)
            }
            Some(_) if recording => {
                Self::warn(path, None, &format!("not of the run that {MANIFEST} beside it describes"))
            }
            Some(_) | None if is_dir => {
                let words =
                    format!("no {MANIFEST} of a run here, so that it is not known whether the run came to its end");
                Self::warn(path, None, &words)
            }
            _ => Self::default(),
        }
    }

    fn of_manifest(path: &Path, dir: &Path, m: &Manifest, name: &str) -> Self {
        let read = m.recordings.iter().find(|r| r.file == name).or(m.recordings.first());
        let words = if !m.complete {
            Some(match m.outcome.as_str() {
                "interrupted" => format!("incomplete recording: {}", m.why),
                _ if FolderLock::is_held(dir) => "incomplete recording: the run has not ended yet".into(),
                _ => "incomplete recording: the run was killed before its end".into(),
            })
        } else if let Some(r) = read.filter(|r| r.bytes.is_some() && size(&dir.join(&r.file)) != r.bytes) {
            Some(format!("{} was changed after the run that {MANIFEST} describes", r.file))
        } else {
            let met = MET_CONDITION.contains(&m.outcome.as_str());
            (!met && !m.why.is_empty()).then(|| m.why.clone())
        };
        let warning = words.map(|words| format!("{}: {words}", path.display()));
        Self { complete: Some(m.complete), run_id: Some(m.run_id.clone()), warning }
    }

    fn warn(path: &Path, complete: Option<bool>, words: &str) -> Self {
        Self { complete, run_id: None, warning: Some(format!("{}: {words}", path.display())) }
    }
}

/// Outcomes of runs that ended as their scenario asks for: nothing to warn of.
const MET_CONDITION: [&str; 2] = ["all-arrived", "time-reached"];

fn size(file: &Path) -> Option<u64> {
    std::fs::metadata(file).ok().map(|m| m.len())
}
