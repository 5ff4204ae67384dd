//! Why a file of clips cannot be used.

use std::fmt;

/// What is wrong, where, and what to do about it.
///
/// ```
/// use ambulo_motion::{ImportOptions, import};
/// let error = import::read(b"HIERARCHY\nROOT Hips\n{\nOFFSET 0 x 0\n", "walk", None, &ImportOptions::default());
/// assert_eq!(error.unwrap_err().line, Some(4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipImportError {
    /// The file, where it is known.
    pub file: Option<String>,
    /// Line in a text file, from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl ClipImportError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { file: None, line: None, message: message.into(), help: String::new() }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    pub(crate) fn at(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }

    pub(crate) fn of(self, file: &str) -> Self {
        Self { file: Some(file.into()), ..self }
    }
}

impl fmt::Display for ClipImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}: ")?,
            (Some(file), None) => write!(f, "{file}: ")?,
            (None, Some(line)) => write!(f, "line {line}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.message)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "; {}", self.help) }
    }
}

impl std::error::Error for ClipImportError {}
