//! Text of the Juelich archive: walker, frame, x, y and perhaps more in each line, parted by blanks. Its comments are understood:
//! `# framerate: 16`, `# id frame x/m y/m z/m` (which also gives the order), `x/cm`, `in m`, `coordinates (in metres)`. Without them it is
//! 16 frames per second, as in the corridor runs; the unit follows from the heights of people in the fifth column, else from their
//! speeds, else it is centimetres.

use super::infer;
use super::names::{FRAME, ID, X, Y, metres, roles};
use super::words::{lines, text, walker, whole};
use super::{FileKind, From, How, Measured, Sighting, put_together};
use crate::recording::RecordingError;
use std::path::Path;

const RATE: f64 = 16.0;
/// Metres in the unit, where neither the header nor the rows show it.
const USUAL_UNIT: f64 = 0.01;
/// More columns than any such file has.
const MOST: usize = 64;

/// The line of names in the comments.
fn names(text: &str) -> Option<Vec<String>> {
    let comments = text.lines().map(str::trim).filter_map(|line| line.strip_prefix('#'));
    let words = |c: &str| c.split_ascii_whitespace().map(String::from).collect::<Vec<_>>();
    let has_frame =
        |w: &Vec<String>| roles(Path::new(""), w, &How::default()).is_ok_and(|r| r.columns[FRAME].is_some());
    comments.map(words).find(|w| w.len() >= 4 && has_frame(w))
}

/// Whether the comments name the columns.
pub(super) fn is_named(text: &str) -> bool {
    names(text).is_some()
}

/// Metres in the unit that a comment in lower case states: `in m`, `x/cm`, `[mm]`, `unit: m`, `coordinates (in metres)`.
fn unit_in_words(comment: &str) -> Option<f64> {
    let words: Vec<&str> = comment.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let before = ["in", "x", "y", "unit", "units"];
    let beside = words.windows(2).find_map(|w| metres(w[1]).filter(|_| before.contains(&w[0])));
    let bracketed = || {
        let units = ["cm", "mm", "m"].into_iter();
        units.filter(|unit| comment.contains(&format!("[{unit}]"))).find_map(metres)
    };
    // Written out, the unit may stand further from what it belongs to. `A corridor of 4 metres` is about something else.
    let about = ["x", "coordinate", "coordinates", "position", "positions", "unit", "units", "length", "lengths"];
    let long = || words.iter().filter(|w| w.len() > 2).find_map(|w| metres(w));
    beside.or_else(bracketed).or_else(|| words.iter().any(|w| about.contains(w)).then(long).flatten())
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
    let in_file = named.as_ref().and_then(|r| r.metres).or_else(|| comments.iter().find_map(|c| unit_in_words(c)));
    let column = |k: usize, usual: usize| named.as_ref().and_then(|r| r.columns[k]).unwrap_or(usual);
    let (id, frame, x, y) = (column(ID, 0), column(FRAME, 1), column(X, 2), column(Y, 3));
    let least = 1 + id.max(frame).max(x).max(y);
    let mut seen = Vec::new();
    let mut heights = Vec::new();
    for line in lines(path, &text, least, MOST) {
        let (at, n) = line?;
        // Only where the columns are the usual ones is the fifth a height.
        if named.is_none() || [id, frame, x, y] == [0, 1, 2, 3] {
            heights.extend(n.get(4));
        }
        let (frame, id) = (whole(path, at, "frame", n[frame])?, walker(path, at, n[id])?);
        seen.push(Sighting { frame, id, x: n[x], y: n[y] });
    }
    seen.sort_by_key(|s| (s.id, s.frame));
    let unit = match (how.unit, in_file) {
        (Some(given), _) => (given, From::Given),
        (None, Some(stated)) => (stated, From::File),
        (None, None) => {
            match infer::unit_by_heights(&mut heights).or(infer::unit_by_speeds(&seen, fps.0, USUAL_UNIT)) {
                Some(inferred) => (inferred, From::Inferred),
                None => (USUAL_UNIT, From::Assumed),
            }
        }
    };
    put_together(path, FileKind::Juelich, fps, unit, how, None, seen)
}
