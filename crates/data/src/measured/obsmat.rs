//! The `obsmat` of ETH and UCY: frame, walker, x, z, y, vx, vz, vy in each line, in metres; the video had 25 frames a second and
//! every tenth or so was looked at. The velocities are not read: they are differences of the places.

use super::words::{lines, text, walker, whole};
use super::{From, How, Kind, Measured, Sighting, put_together};
use crate::recording::RecordingError;
use std::path::Path;

const RATE: f64 = 25.0;

pub(super) fn read(path: &Path, how: &How) -> Result<Measured, RecordingError> {
    let text = text(path)?;
    let fps = how.fps.map_or((RATE, From::Assumed), |given| (given, From::Given));
    let unit = how.unit.map_or((1.0, From::Assumed), |given| (given, From::Given));
    let mut seen = Vec::new();
    for line in lines(path, &text, 8, 8) {
        let (at, n) = line?;
        seen.push(Sighting { frame: whole(path, at, "frame", n[0])?, id: walker(path, at, n[1])?, x: n[2], y: n[4] });
    }
    put_together(path, Kind::Obsmat, fps, unit, how, None, seen)
}
