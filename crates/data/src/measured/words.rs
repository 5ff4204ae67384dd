//! Lines of numbers parted by blanks; `#` begins a comment.

use crate::input;
use crate::recording::RecordingError;
use std::io::Read;
use std::path::Path;

/// Zero bytes within so many from the beginning mean that a file is no text.
const HEAD: u64 = 1 << 16;

pub(super) fn text(path: &Path) -> Result<String, RecordingError> {
    let no_text =
        || RecordingError::unclear(path, "it is no text, and its ending is none of .sqlite, .db and .parquet");
    // Before gigabytes are read that mean nothing.
    let mut head = Vec::new();
    let file = input::open(path, input::TRAJECTORY_BYTES).map_err(|e| RecordingError::input(path, e))?;
    file.take(HEAD).read_to_end(&mut head).map_err(|e| RecordingError::input(path, e.into()))?;
    if head.contains(&0) {
        return Err(no_text());
    }
    let bytes = input::read(path, input::TRAJECTORY_BYTES).map_err(|e| RecordingError::input(path, e))?;
    String::from_utf8(bytes).map_err(|_| no_text())
}

/// How many words the first line has that is no comment.
pub(super) fn first_line(path: &Path, text: &str) -> Result<usize, RecordingError> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let line = line.ok_or_else(|| RecordingError::unclear(path, "it has no line of numbers"))?;
    Ok(line.split_ascii_whitespace().count())
}

/// The numbers of each line, `least..=most` of them, and the comments before.
pub(super) fn lines<'a>(
    path: &'a Path,
    text: &'a str,
    least: usize,
    most: usize,
) -> impl Iterator<Item = Result<(usize, Vec<f64>), RecordingError>> + 'a {
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#'));
    lines.map(move |(i, line)| {
        let damaged = |why: String| RecordingError::damaged(path, format!("line {}: {why}", i + 1));
        let number = |w: &str| w.parse::<f64>().map_err(|_| damaged(format!("`{w}` is no number")));
        let numbers = line.split_ascii_whitespace().map(number).collect::<Result<Vec<f64>, _>>()?;
        if !(least..=most).contains(&numbers.len()) {
            return Err(damaged(format!("{} numbers where {least} to {most} are expected", numbers.len())));
        }
        Ok((i + 1, numbers))
    })
}

/// A number that counts something.
pub(super) fn whole(path: &Path, line: usize, what: &str, value: f64) -> Result<i64, RecordingError> {
    if value.fract() != 0.0 || value.abs() > 9e15 {
        return Err(RecordingError::damaged(path, format!("line {line}: {what} {value} is no whole number")));
    }
    Ok(value as i64)
}

/// The number of a walker.
pub(super) fn walker(path: &Path, line: usize, value: f64) -> Result<u32, RecordingError> {
    let id = whole(path, line, "walker", value)?;
    u32::try_from(id)
        .map_err(|_| RecordingError::damaged(path, format!("line {line}: walker {id} is below 0 or too large")))
}
