//! The `obsmat` of ETH and UCY: frame, walker, x, z, y, vx, vz, vy in each line, in metres. Videos had 25 frames per second (UCY) or 15 (ETH)
//! and every tenth or sixth was annotated: the rate follows from the velocities, which are differences of the places by the time between them.

use super::infer::{self, MovingRow};
use super::words::{lines, text, walker, whole};
use super::{FileKind, From, How, Measured, Sighting, put_together};
use crate::recording::RecordingError;
use std::path::Path;

/// Where there are too few rows to infer it.
const RATE: f64 = 25.0;

pub(super) fn read(path: &Path, how: &How) -> Result<Measured, RecordingError> {
    let text = text(path)?;
    let unit = how.unit.map_or((1.0, From::Assumed), |given| (given, From::Given));
    let (mut seen, mut moving) = (Vec::new(), Vec::new());
    for line in lines(path, &text, 8, 8) {
        let (at, n) = line?;
        let (frame, id) = (whole(path, at, "frame", n[0])?, walker(path, at, n[1])?);
        seen.push(Sighting { frame, id, x: n[2], y: n[4] });
        moving.push(MovingRow { frame, id, place: (n[2], n[4]), velocity: (n[5], n[7]) });
    }
    let implied = infer::rate(&mut moving);
    let fps = match (how.fps, implied) {
        (Some(given), _) => (given, From::Given),
        (None, Some(implied)) => (implied, From::Inferred),
        (None, None) => (RATE, From::Assumed),
    };
    let mut measured = put_together(path, FileKind::Obsmat, fps, unit, how, None, seen)?;
    if let Some(implied) = implied.filter(|implied| (implied / fps.0 - 1.0).abs() > 0.1) {
        let given = fps.0;
        let words = format!("the velocities in the file imply {implied} frames per second, and {given} was given.");
        measured.origin.warnings.push(words);
    }
    Ok(measured)
}
