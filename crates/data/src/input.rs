//! Opens files that come from outside: plain files of bounded size and nothing else.
//!
//! A device never ends and a pipe may never begin, so that a program which opens either hangs or fills the memory. What
//! `metadata` reports is checked before the file is opened, and the number of bytes while it is read: files that the kernel makes up
//! have no size.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use thiserror::Error;

/// Largest plan, scenario or parameter file that is read [bytes].
pub const PLAN_BYTES: u64 = 512 << 20;
/// Largest text file of trajectories that is read [bytes].
pub const TRAJECTORY_BYTES: u64 = 4 << 30;

/// Why a file is not read.
///
/// ```
/// let error = ambulo_data::input::read("no/such.toml".as_ref(), 10).unwrap_err();
/// assert!(matches!(error, ambulo_data::input::InputError::Io(_)));
/// ```
#[derive(Debug, Error)]
pub enum InputError {
    /// A folder.
    #[error("this is a folder, not a file")]
    Folder,
    /// A device, a pipe or a socket.
    #[error("this is {0}, not a plain file; copy its content into a file and name that")]
    NotPlain(&'static str),
    /// Too many bytes.
    #[error("the file has more than {} MB, which is the most that is read", most >> 20)]
    TooLarge {
        /// What would be read [bytes].
        most: u64,
    },
    /// A fault of the system.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Opens a plain file of at most so many bytes.
///
/// ```
/// use ambulo_data::input::{InputError, open};
/// assert!(matches!(open(std::env::temp_dir().as_ref(), 10), Err(InputError::Folder)));
/// ```
pub fn open(path: &Path, most: u64) -> Result<File, InputError> {
    check(&std::fs::metadata(path)?, most)?;
    let file = File::open(path)?;
    // The name may have come to mean something else since.
    check(&file.metadata()?, most)?;
    Ok(file)
}

/// Reads a plain file of at most so many bytes.
///
/// ```
/// let dir = tempfile::tempdir().unwrap();
/// let path = dir.path().join("a.txt");
/// std::fs::write(&path, "12345").unwrap();
/// assert_eq!(ambulo_data::input::read(&path, 5).unwrap(), b"12345");
/// assert!(ambulo_data::input::read(&path, 4).is_err());
/// ```
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, InputError> {
    let file = open(path, most)?;
    let mut bytes = Vec::with_capacity(file.metadata()?.len().min(most) as usize);
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(InputError::TooLarge { most }) } else { Ok(bytes) }
}

/// Whether a path can be opened as a plain file of at most so many bytes.
///
/// ```
/// assert!(ambulo_data::input::check_path("no/such.sqlite".as_ref(), 10).is_err());
/// ```
pub fn check_path(path: &Path, most: u64) -> Result<(), InputError> {
    check(&std::fs::metadata(path)?, most)
}

fn check(meta: &Metadata, most: u64) -> Result<(), InputError> {
    if meta.is_dir() {
        return Err(InputError::Folder);
    }
    if !meta.is_file() {
        return Err(InputError::NotPlain(kind(meta)));
    }
    if meta.len() > most { Err(InputError::TooLarge { most }) } else { Ok(()) }
}

#[cfg(unix)]
fn kind(meta: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = meta.file_type();
    match () {
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () => "a device",
    }
}

#[cfg(not(unix))]
fn kind(_: &Metadata) -> &'static str {
    "a device"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn devices_are_refused_and_files_without_a_size_are_bounded() {
        for device in ["/dev/zero", "/dev/null"] {
            let error = read(device.as_ref(), 10).unwrap_err().to_string();
            assert!(error.contains("a device, not a plain file"), "{error}");
        }
        // The kernel makes it up: its size is 0.
        assert!(matches!(read("/proc/self/status".as_ref(), 10), Err(InputError::TooLarge { most: 10 })));
        assert!(read("/proc/self/status".as_ref(), 1 << 20).is_ok_and(|bytes| bytes.len() > 100));
    }
}
