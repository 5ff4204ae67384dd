//! The folder of a run: one writer at a time, nothing of an older run in it, and a manifest that names what is there.
//!
//! A writer takes the folder ([`RunFolder::take`]), which locks it, removes what earlier runs left and nothing else, and
//! writes `manifest.json` with `"complete": false`. At the end it writes the manifest again. A run that is killed
//! therefore leaves a manifest of an incomplete run, and the system releases its lock. Readers ask [`Provenance::of`].
//!
//! ```
//! use ambulo_data::run_folder::{Manifest, Provenance, RunFolder};
//! let dir = tempfile::tempdir().unwrap();
//! let mut folder = RunFolder::take(dir.path(), Manifest::new("run", "ambulo 0.1.0")).unwrap();
//! assert!(RunFolder::take(dir.path(), Manifest::new("run", "ambulo 0.1.0")).is_err());
//! folder.manifest.complete = true;
//! folder.write_manifest().unwrap();
//! drop(folder);
//! assert_eq!(Provenance::of(dir.path()).complete, Some(true));
//! ```

mod clean;
mod clock;
mod lock;
mod manifest;
mod provenance;

pub use lock::FolderLock;
pub use manifest::{MANIFEST, Manifest, RecordedFile, write_atomically};
pub use provenance::Provenance;

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a folder cannot be written to, or its manifest not be read.
///
/// ```
/// use ambulo_data::run_folder::FolderError;
/// let busy = FolderError::Busy { dir: "out/hall".into(), process: Some(4711) };
/// assert!(busy.to_string().contains("out/hall: process 4711 is writing into this folder"));
/// ```
#[derive(Debug, Error)]
pub enum FolderError {
    /// Another process writes into it.
    #[error(
        "{}: {} is writing into this folder; wait until it ends, or choose another folder with option `out`",
        dir.display(), process.map_or("another process".to_string(), |p| format!("process {p}"))
    )]
    Busy {
        /// The folder.
        dir: PathBuf,
        /// Which process, if that is known.
        process: Option<u32>,
    },
    /// It holds a file under a name that a run uses, and no run left it.
    #[error(
        "{}: no run left this file, and a run into its folder would replace it; move it, or choose another folder with option `out`",
        file.display()
    )]
    NotOurs {
        /// The file.
        file: PathBuf,
    },
    /// Its manifest cannot be used.
    #[error("{}: {why}; name the recording itself instead of its folder, or repeat the run", file.display())]
    Manifest {
        /// The manifest.
        file: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The system objects.
    #[error("{}: {source}; choose another folder with option `out`", file.display())]
    Io {
        /// The file or folder.
        file: PathBuf,
        /// What the system reports.
        source: io::Error,
    },
}

impl FolderError {
    pub(crate) fn io(file: &Path, source: io::Error) -> Self {
        Self::Io { file: file.to_path_buf(), source }
    }
}

/// A folder that this process writes into, and nobody else until this value is dropped.
pub struct RunFolder {
    dir: PathBuf,
    /// What the folder holds; written by [`RunFolder::write_manifest`].
    pub manifest: Manifest,
    _lock: FolderLock,
}

impl RunFolder {
    /// Locks a folder, which is made when it is missing, removes what earlier runs left in it and writes the manifest of
    /// a run that is not complete. Files that no run left are kept.
    ///
    /// ```
    /// use ambulo_data::run_folder::{Manifest, RunFolder};
    /// let dir = tempfile::tempdir().unwrap();
    /// std::fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    /// RunFolder::take(dir.path(), Manifest::new("run", "ambulo 0.1.0")).unwrap();
    /// assert!(dir.path().join("notes.txt").exists() && dir.path().join("manifest.json").exists());
    /// ```
    pub fn take(dir: &Path, manifest: Manifest) -> Result<Self, FolderError> {
        std::fs::create_dir_all(dir).map_err(|e| FolderError::io(dir, e))?;
        let lock = FolderLock::take(dir)?;
        clean::remove_older_run(dir)?;
        let folder = Self { dir: dir.to_path_buf(), manifest, _lock: lock };
        folder.write_manifest()?;
        Ok(folder)
    }

    /// Locks a folder to resume the run in it: nothing is removed.
    ///
    /// ```
    /// assert!(ambulo_data::run_folder::RunFolder::resume("no/such/folder".as_ref()).is_err());
    /// ```
    pub fn resume(dir: &Path) -> Result<Self, FolderError> {
        let missing = || {
            let why = "there is no run to resume here: the manifest is missing".to_string();
            FolderError::Manifest { file: dir.join(MANIFEST), why }
        };
        if !dir.join(MANIFEST).is_file() {
            return Err(missing());
        }
        let lock = FolderLock::take(dir)?;
        let manifest = Manifest::read(dir)?.ok_or_else(missing)?;
        Ok(Self { dir: dir.to_path_buf(), manifest, _lock: lock })
    }

    /// Locks a folder to add files to it, such as bodies or the page of an evaluation: files that an earlier writer of the
    /// same kind left are removed, all others are kept.
    ///
    /// ```
    /// use ambulo_data::run_folder::RunFolder;
    /// let dir = tempfile::tempdir().unwrap();
    /// let mut folder = RunFolder::add_to(dir.path(), "evaluation", "ambulo 0.1.0").unwrap();
    /// folder.manifest.complete = true;
    /// folder.write_manifest().unwrap();
    /// ```
    pub fn add_to(dir: &Path, kind: &str, program: &str) -> Result<Self, FolderError> {
        std::fs::create_dir_all(dir).map_err(|e| FolderError::io(dir, e))?;
        let lock = FolderLock::take(dir)?;
        let manifest = match Manifest::read(dir)? {
            Some(old) if old.kind == kind => {
                clean::remove_listed(dir, &old.files)?;
                Manifest::new(kind, program)
            }
            Some(run) => run,
            None => Manifest::new(kind, program),
        };
        Ok(Self { dir: dir.to_path_buf(), manifest, _lock: lock })
    }

    /// The folder.
    ///
    /// ```
    /// # use ambulo_data::run_folder::RunFolder;
    /// # let dir = tempfile::tempdir().unwrap();
    /// assert_eq!(RunFolder::add_to(dir.path(), "evaluation", "ambulo").unwrap().dir(), dir.path());
    /// ```
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Enters files into the manifest; those outside of the folder are left out.
    ///
    /// ```
    /// # use ambulo_data::run_folder::RunFolder;
    /// # let dir = tempfile::tempdir().unwrap();
    /// let mut folder = RunFolder::add_to(dir.path(), "evaluation", "ambulo").unwrap();
    /// folder.list([dir.path().join("pictures/flow.svg")]);
    /// assert_eq!(folder.manifest.files, ["pictures/flow.svg"]);
    /// ```
    pub fn list(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        for file in files {
            let Ok(inside) = file.strip_prefix(&self.dir) else { continue };
            let parts: Vec<_> = inside.components().map(|c| c.as_os_str().to_string_lossy()).collect();
            let name = parts.join("/");
            if !self.manifest.files.contains(&name) {
                self.manifest.files.push(name);
            }
        }
    }

    /// Writes the manifest: beside its place first, so that it is always whole.
    ///
    /// ```
    /// # use ambulo_data::run_folder::RunFolder;
    /// # let dir = tempfile::tempdir().unwrap();
    /// RunFolder::add_to(dir.path(), "evaluation", "ambulo").unwrap().write_manifest().unwrap();
    /// assert!(dir.path().join("manifest.json").is_file());
    /// ```
    pub fn write_manifest(&self) -> Result<(), FolderError> {
        let text = serde_json::to_string_pretty(&self.manifest).unwrap_or_default() + "\n";
        write_atomically(&self.dir.join(MANIFEST), text.as_bytes())
    }
}

#[cfg(test)]
mod tests;
