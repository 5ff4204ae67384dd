//! Text of the Juelich archive: walker, frame, x, y and perhaps z in each line. `# framerate: 16` and `# ... x/cm` or `x/m` in
//! the comments are understood; without them it is 16 frames a second and centimetres, as in the corridor runs.

use super::words::{lines, text, walker, whole};
use super::{From, How, Kind, Measured, Sighting, put_together};
use crate::recording::RecordingError;
use std::path::Path;

const RATE: f64 = 16.0;

pub(super) fn read(path: &Path, how: &How) -> Result<Measured, RecordingError> {
    let text = text(path)?;
    let comments = || text.lines().map(str::trim).filter_map(|line| line.strip_prefix('#'));
    let stated = comments().find_map(|c| {
        let (_, after) = c.split_once("framerate")?;
        after.trim_start_matches([':', ' ', '\t', '=']).split_ascii_whitespace().next()?.parse::<f64>().ok()
    });
    let fps = match (how.fps, stated) {
        (Some(given), _) => (given, From::Given),
        (None, Some(stated)) => (stated, From::File),
        (None, None) => (RATE, From::Assumed),
    };
    let in_file = comments().find_map(|c| match c {
        c if c.contains("x/cm") || c.contains("[cm]") || c.contains("in cm") => Some(0.01),
        c if c.contains("x/m") || c.contains("[m]") || c.contains("in m") => Some(1.0),
        _ => None,
    });
    let unit = match (how.unit, in_file) {
        (Some(given), _) => (given, From::Given),
        (None, Some(stated)) => (stated, From::File),
        (None, None) => (0.01, From::Assumed),
    };
    let mut seen = Vec::new();
    for line in lines(path, &text, 4, 5) {
        let (at, n) = line?;
        seen.push(Sighting { frame: whole(path, at, "frame", n[1])?, id: walker(path, at, n[0])?, x: n[2], y: n[3] });
    }
    put_together(path, Kind::Juelich, fps, unit, how, seen)
}
