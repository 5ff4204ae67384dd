//! A table with named columns, from text or Parquet: what the columns are, what frames and metres come of them.

use super::names::{ColumnRoles, FRAME, ID, TIME, X, Y};
use super::{FileKind, From, How, Measured, Sighting, put_together, times};
use crate::recording::RecordingError;
use crate::region_from_wkt;
use std::path::Path;

/// Metadata of a file outside its columns.
#[derive(Default)]
pub(super) struct About {
    pub fps: Option<f64>,
    pub metres: Option<f64>,
    pub wkt: Option<String>,
}

impl About {
    /// Takes in one `key: value`.
    pub fn note(&mut self, key: &str, value: &str) {
        let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        let first = value.split_ascii_whitespace().next().unwrap_or_default();
        match key.as_str() {
            "fps" | "framerate" | "framespersecond" => self.fps = first.parse().ok().or(self.fps),
            "unit" | "units" | "lengthunit" => self.metres = super::names::metres(first).or(self.metres),
            "wkt" | "geometry" | "wktgeometry" | "walkablearea" => self.wkt = Some(value.trim().to_owned()),
            _ => {}
        }
    }
}

/// The columns that have a role, and what to call a row in words.
pub(super) struct TableRows<'a> {
    pub columns: [Vec<f64>; 5],
    pub row: &'a dyn Fn(usize) -> String,
}

pub(super) fn understand(
    path: &Path,
    kind: FileKind,
    how: &How,
    roles: &ColumnRoles,
    about: &About,
    rows: &TableRows<'_>,
) -> Result<Measured, RecordingError> {
    let [frame, time, id, x, y] = &rows.columns;
    let bad = |i: usize, why: String| RecordingError::damaged(path, format!("{}: {why}", (rows.row)(i)));
    for (k, name) in [(ID, "id"), (X, "x"), (Y, "y"), (FRAME, "frame"), (TIME, "time")] {
        if let Some(i) = rows.columns[k].iter().position(|v| !v.is_finite()) {
            return Err(bad(i, format!("{name} is no number; leave out rows without a place")));
        }
    }
    let whole = |i: usize, what: &str, v: f64| {
        let fits = v.fract() == 0.0 && v.abs() <= 9e15;
        fits.then_some(v as i64).ok_or_else(|| bad(i, format!("{what} {v} is no whole number")))
    };
    let stated = how.fps.map(|fps| (fps, From::Given)).or(about.fps.map(|fps| (fps, From::File)));
    let (fps, frames) = if roles.columns[FRAME].is_some() {
        let frames = frame.iter().enumerate().map(|(i, v)| whole(i, "frame", *v)).collect::<Result<Vec<i64>, _>>()?;
        let fps = stated.or_else(|| rate_beside(frame, time, roles.seconds).map(|fps| (fps, From::File)));
        let why = "the file does not state its frames per second; give option `fps`";
        (fps.ok_or_else(|| RecordingError::unclear(path, why))?, frames)
    } else {
        let seconds: Vec<f64> = time.iter().map(|t| t * roles.seconds).collect();
        match stated {
            Some((fps, from)) => {
                let near = |(i, t): (usize, &f64)| whole(i, "time", (t * fps).round());
                ((fps, from), seconds.iter().enumerate().map(near).collect::<Result<Vec<i64>, _>>()?)
            }
            None => {
                let (step, frames) = times::frames(&seconds, id).map_err(|i| {
                    let fit = "does not fit a constant step; give option `fps`, and each row goes to the nearest frame";
                    bad(i, format!("time {} {fit}", time[i]))
                })?;
                ((times::rate(step), From::File), frames)
            }
        }
    };
    let unit = match (how.unit, roles.metres, about.metres) {
        (Some(given), _, _) => (given, From::Given),
        (None, Some(stated), _) | (None, None, Some(stated)) => (stated, From::File),
        (None, None, None) => (1.0, From::Assumed),
    };
    let mut seen = Vec::with_capacity(x.len());
    for i in 0..x.len() {
        let walker = whole(i, "walker", id[i])?;
        let walker = u32::try_from(walker).map_err(|_| bad(i, format!("walker {walker} is below 0 or too large")))?;
        seen.push(Sighting { frame: frames[i], id: walker, x: x[i], y: y[i] });
    }
    let ground = about.wkt.as_ref().map(|wkt| {
        region_from_wkt(wkt).map_err(|e| RecordingError::damaged(path, format!("its walkable ground: {e}")))
    });
    put_together(path, kind, fps, unit, how, ground.transpose()?, seen)
}

/// Frames per second from the times beside the frames: the first against the last.
fn rate_beside(frame: &[f64], time: &[f64], seconds: f64) -> Option<f64> {
    let first = (0..time.len()).min_by(|a, b| frame[*a].total_cmp(&frame[*b]))?;
    let last = (0..time.len()).max_by(|a, b| frame[*a].total_cmp(&frame[*b]))?;
    let (frames, took) = (frame[last] - frame[first], (time[last] - time[first]) * seconds);
    (frames > 0.0 && took > 0.0).then(|| times::rate(took / frames))
}
