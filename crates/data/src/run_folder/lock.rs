//! One writer for each folder: a lock of the system, which is released however a process ends.

use super::FolderError;
use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

/// The file that is locked. It stays: were it removed, two processes could lock two files of this name.
pub(super) const LOCK: &str = ".ambulo.lock";
/// A reader that asks whether the folder has a writer holds the lock for a moment: a writer tries again that often.
const TRIES: usize = 5;

/// A lock on a folder, until it is dropped or the process ends.
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Locks a folder that exists; an error when another process writes into it.
    ///
    /// ```
    /// use ambulo_data::run_folder::FolderLock;
    /// let dir = tempfile::tempdir().unwrap();
    /// let first = FolderLock::take(dir.path()).unwrap();
    /// assert!(FolderLock::take(dir.path()).is_err());
    /// drop(first);
    /// assert!(FolderLock::take(dir.path()).is_ok());
    /// ```
    pub fn take(dir: &Path) -> Result<Self, FolderError> {
        let path = dir.join(LOCK);
        let open = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = open.map_err(|e| FolderError::io(dir, e))?;
        for tries_left in (0..TRIES).rev() {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if tries_left > 0 => std::thread::sleep(Duration::from_millis(40)),
                Err(TryLockError::WouldBlock) => {
                    let mut text = String::new();
                    let _ = file.read_to_string(&mut text);
                    return Err(FolderError::Busy { dir: dir.to_path_buf(), process: text.trim().parse().ok() });
                }
                // Some network file systems have no locks; then there is none to wait for.
                Err(TryLockError::Error(e)) if e.kind() == std::io::ErrorKind::Unsupported => break,
                Err(TryLockError::Error(e)) => return Err(FolderError::io(&path, e)),
            }
        }
        // Who it is, for the message of the other; nothing depends on it.
        let _ = file.set_len(0);
        let _ = file.rewind();
        let _ = writeln!(file, "{}", std::process::id());
        Ok(Self { _file: file })
    }

    /// Whether a process writes into the folder now.
    ///
    /// ```
    /// assert!(!ambulo_data::run_folder::FolderLock::is_held("no/such/folder".as_ref()));
    /// ```
    pub fn is_held(dir: &Path) -> bool {
        let Ok(file) = File::open(dir.join(LOCK)) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }
}
