//! Lines of a text with their places, for formats that are read line by line.

use super::ImportError;
use std::ops::Range;

/// A line without its end, where it stands, and its number from 1.
#[derive(Clone, Debug)]
pub(super) struct TextLine<'t> {
    pub text: &'t str,
    pub at: Range<usize>,
    pub number: usize,
}

impl TextLine<'_> {
    pub fn error(&self, message: impl Into<String>) -> ImportError {
        ImportError::new(message).at(self.at.clone())
    }
}

/// All lines, whatever ends them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> + Clone {
    let mut begin = 0;
    text.split_inclusive('\n').enumerate().map(move |(i, whole)| {
        let line = whole.trim_end_matches(['\n', '\r']);
        let at = begin..begin + line.len();
        begin += whole.len();
        TextLine { text: line, at, number: i + 1 }
    })
}
