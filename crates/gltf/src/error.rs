//! Why a file is no glTF that can be read.

use std::fmt;

/// What is wrong with a file, and what to do about it.
///
/// ```
/// use ambulo_gltf::GltfFile;
/// let error = GltfFile::read(b"glTF", &|_, _| Ok(None), None).err().unwrap();
/// assert_eq!(error.to_string(), "the GLB file ends in its head; the file was cut off: export it again");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GltfError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// What helps in most cases.
pub(crate) const AGAIN: &str = "export the model again";

impl GltfError {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

impl fmt::Display for GltfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl std::error::Error for GltfError {}
