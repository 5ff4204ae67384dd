//! Files that are there whole or not at all: written beside their place, then moved.

use super::AnimateError;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// A file being written; gone again unless it is kept.
pub struct Beside {
    place: PathBuf,
    now: PathBuf,
    kept: bool,
}

impl Beside {
    /// Begins a file; its folder is made when missing.
    pub fn create(place: &Path) -> Result<(Self, BufWriter<File>), AnimateError> {
        let fault = |file: &Path, source| AnimateError::Io { file: file.into(), source };
        if let Some(folder) = place.parent().filter(|f| !f.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|e| fault(folder, e))?;
        }
        if place.is_dir() {
            return Err(fault(place, std::io::Error::other("this is a folder, not a file")));
        }
        let mut name = place.file_name().unwrap_or_default().to_os_string();
        name.push(".tmp");
        let now = place.with_file_name(name);
        let file = File::create(&now).map_err(|e| fault(place, e))?;
        Ok((Self { place: place.into(), now, kept: false }, BufWriter::with_capacity(1 << 20, file)))
    }

    /// A file beside a place that keeps what is not in order yet; it is gone in the end.
    pub fn spool(place: &Path) -> Result<(Self, File), AnimateError> {
        let mut name = place.file_name().unwrap_or_default().to_os_string();
        name.push(".frames.tmp");
        let now = place.with_file_name(name);
        let open = File::options().read(true).write(true).create(true).truncate(true).open(&now);
        let file = open.map_err(|source| AnimateError::Io { file: place.into(), source })?;
        Ok((Self { place: place.into(), now, kept: false }, file))
    }

    /// Moves the file, complete now, to its place.
    pub fn keep(mut self) -> Result<(), AnimateError> {
        let moved = std::fs::rename(&self.now, &self.place);
        self.kept = moved.is_ok();
        moved.map_err(|source| AnimateError::Io { file: self.place.clone(), source })
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.kept {
            let _ = std::fs::remove_file(&self.now);
        }
    }
}
