//! Why a recording cannot be written or read.

use crate::input::InputError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a recording cannot be written or read; names the file and says what to do.
///
/// ```
/// let error = ambulo_data::recording::read(std::path::Path::new("no/such.sqlite")).unwrap_err();
/// assert!(error.to_string().starts_with("no/such.sqlite: there is no such file or folder"));
/// ```
#[derive(Debug, Error)]
pub enum RecordingError {
    /// No room left.
    #[error("{}: the disk is full; free some space or choose another folder. What was written before can be read", file.display())]
    DiskFull {
        /// The file.
        file: PathBuf,
    },
    /// It may not be written or read.
    #[error("{}: permission denied; choose a folder you may write to, or change its permissions", file.display())]
    Denied {
        /// The file or folder.
        file: PathBuf,
    },
    /// It does not exist.
    #[error("{}: there is no such file or folder; check the spelling", file.display())]
    Missing {
        /// The file or folder.
        file: PathBuf,
    },
    /// Another fault of the system.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// Not one of our formats.
    #[error("{}: not a recording: {why}; expected trajectory.sqlite, .csv or .parquet, or a run folder with one", file.display())]
    NotARecording {
        /// The file.
        file: PathBuf,
        /// What is missing.
        why: String,
    },
    /// What its columns or its rate mean is not clear.
    #[error("{}: {why}", file.display())]
    Unclear {
        /// The file.
        file: PathBuf,
        /// What is missing, and what to do.
        why: String,
    },
    /// Made by another version of the format.
    #[error("{}: format version {found} cannot be read, only version {expected}; write it again with a matching program", file.display())]
    WrongVersion {
        /// The file.
        file: PathBuf,
        /// Its version.
        found: String,
        /// The version we know.
        expected: &'static str,
    },
    /// A recording with a fault in it.
    #[error("{}: the recording is damaged: {why}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Where and what.
        why: String,
    },
}

impl RecordingError {
    pub(crate) fn io(file: &Path, source: io::Error) -> Self {
        let file = file.to_path_buf();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull { file },
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Self::Denied { file },
            io::ErrorKind::NotFound => Self::Missing { file },
            _ => Self::Io { file, source },
        }
    }

    /// What [`crate::input`] refused.
    pub(crate) fn input(file: &Path, e: InputError) -> Self {
        match e {
            InputError::Io(e) => Self::io(file, e),
            other => Self::unclear(file, other.to_string()),
        }
    }

    pub(crate) fn damaged(file: &Path, why: impl Into<String>) -> Self {
        Self::Damaged { file: file.into(), why: why.into() }
    }

    pub(crate) fn not_a_recording(file: &Path, why: impl Into<String>) -> Self {
        Self::NotARecording { file: file.into(), why: why.into() }
    }

    /// The manifest of a folder cannot be used; its words name the file already.
    pub(crate) fn unclear_folder(dir: &Path, error: &crate::run_folder::FolderError) -> Self {
        Self::Unclear { file: dir.into(), why: error.to_string() }
    }

    pub(crate) fn unclear(file: &Path, why: impl Into<String>) -> Self {
        Self::Unclear { file: file.into(), why: why.into() }
    }

    pub(crate) fn sqlite(file: &Path, e: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        let path = file.to_path_buf();
        match e.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull { file: path },
            Some(ErrorCode::PermissionDenied | ErrorCode::ReadOnly | ErrorCode::CannotOpen) => {
                Self::Denied { file: path }
            }
            Some(ErrorCode::NotADatabase) => Self::not_a_recording(file, "it is no SQLite database"),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Io {
                file: path,
                source: io::Error::other("another program holds the database; close it and try again"),
            },
            Some(ErrorCode::SystemIoFailure) => Self::Io { file: path, source: io::Error::other(e) },
            _ => Self::damaged(file, e.to_string()),
        }
    }

    pub(crate) fn parquet(file: &Path, e: parquet::errors::ParquetError) -> Self {
        use parquet::errors::ParquetError;
        const DAMAGE: [io::ErrorKind; 3] =
            [io::ErrorKind::Other, io::ErrorKind::InvalidData, io::ErrorKind::UnexpectedEof];
        match e {
            ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                // Decompressors report bytes they cannot read as faults of the system, which they are not.
                Ok(e) if e.raw_os_error().is_none() && DAMAGE.contains(&e.kind()) => Self::damaged(file, e.to_string()),
                Ok(e) => Self::io(file, *e),
                Err(other) => Self::damaged(file, other.to_string()),
            },
            other => Self::damaged(file, other.to_string()),
        }
    }
}
