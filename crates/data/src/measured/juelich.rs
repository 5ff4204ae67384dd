//! Text of the Juelich archive: walker, frame, x, y and perhaps more in each line, parted by blanks. Its comments are understood:
//! `# framerate: 16`, `# id frame x/m y/m z/m` (which also tells the order), `x/cm`, `in m`. Without them it is 16 frames a second
//! and centimetres, as in the corridor runs.

use super::names::{FRAME, ID, X, Y, roles};
use super::words::{lines, text, walker, whole};
use super::{From, How, Kind, Measured, Sighting, put_together};
use crate::recording::RecordingError;
use std::path::Path;

const RATE: f64 = 16.0;
/// More columns than any such file has.
const MOST: usize = 64;

/// The line of names in the comments.
fn names(text: &str) -> Option<Vec<String>> {
    let comments = text.lines().map(str::trim).filter_map(|line| line.strip_prefix('#'));
    let words = |c: &str| c.split_ascii_whitespace().map(String::from).collect::<Vec<_>>();
    let tells = |w: &Vec<String>| roles(Path::new(""), w, &How::default()).is_ok_and(|r| r.columns[FRAME].is_some());
    comments.map(words).find(|w| w.len() >= 4 && tells(w))
}

/// Whether the comments name the columns.
pub(super) fn is_named(text: &str) -> bool {
    names(text).is_some()
}

pub(super) fn read(path: &Path, how: &How) -> Result<Measured, RecordingError> {
    let text = text(path)?;
    let lower = |line: &str| line.trim().strip_prefix('#').map(str::to_ascii_lowercase);
    let comments: Vec<String> = text.lines().filter_map(lower).collect();
    let stated = comments.iter().find_map(|c| {
        let after = ["framerate", "frame rate", "fps"].iter().find_map(|word| Some(c.split_once(word)?.1))?;
        let number = |c: char| c.is_ascii_digit() || c == '.';
        let from = &after[after.find(number)?..];
        from[..from.find(|c| !number(c)).unwrap_or(from.len())].trim_end_matches('.').parse::<f64>().ok()
    });
    let fps = match (how.fps, stated) {
        (Some(given), _) => (given, From::Given),
        (None, Some(stated)) => (stated, From::File),
        (None, None) => (RATE, From::Assumed),
    };
    let named = names(&text).map(|names| roles(path, &names, how)).transpose()?;
    let in_words = || {
        comments.iter().find_map(|c| {
            let words: Vec<&str> = c.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
            let has =
                |unit: &str| words.windows(2).any(|w| ["in", "x", "unit", "units"].contains(&w[0]) && w[1] == unit);
            let bracketed = |unit: &str| c.contains(&format!("[{unit}]"));
            [("cm", 0.01), ("mm", 0.001), ("m", 1.0)].into_iter().find(|(u, _)| has(u) || bracketed(u)).map(|u| u.1)
        })
    };
    let in_file = named.as_ref().and_then(|r| r.metres).or_else(in_words);
    let unit = match (how.unit, in_file) {
        (Some(given), _) => (given, From::Given),
        (None, Some(stated)) => (stated, From::File),
        (None, None) => (0.01, From::Assumed),
    };
    let column = |k: usize, usual: usize| named.as_ref().and_then(|r| r.columns[k]).unwrap_or(usual);
    let (id, frame, x, y) = (column(ID, 0), column(FRAME, 1), column(X, 2), column(Y, 3));
    let least = 1 + id.max(frame).max(x).max(y);
    let mut seen = Vec::new();
    for line in lines(path, &text, least, MOST) {
        let (at, n) = line?;
        let (frame, id) = (whole(path, at, "frame", n[frame])?, walker(path, at, n[id])?);
        seen.push(Sighting { frame, id, x: n[x], y: n[y] });
    }
    put_together(path, Kind::Juelich, fps, unit, how, None, seen)
}
