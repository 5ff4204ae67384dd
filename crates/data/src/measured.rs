//! Trajectories of real people, and of other programs: files of several kinds read into one form.
//!
//! What a file leaves open (rate, unit, walkable ground) is given in [`How`] or assumed, and [`Origin`] says which it was.
//!
//! ```
//! use ambulo_data::measured::{How, open};
//! let dir = tempfile::tempdir().unwrap();
//! let file = dir.path().join("corridor.txt");
//! std::fs::write(&file, "# framerate: 16\n1 0 100 50 176\n1 1 108 50 176\n").unwrap();
//! let measured = open(&file, &How::default()).unwrap();
//! assert_eq!(measured.trajectories.fps, 16.0);
//! assert!((measured.trajectories.rows()[1].x - 1.08).abs() < 1e-12);
//! assert_eq!(measured.origin.kind.name(), "juelich");
//! ```

mod juelich;
mod obsmat;
mod words;

use crate::recording::{self, RecordingError};
use crate::{Trajectories, TrajectoryRow};
use ambulo_geom::{Bounds, Polygon, Region};
use std::path::Path;

/// The kinds of files.
///
/// ```
/// assert_eq!(ambulo_data::measured::Kind::Obsmat.name(), "obsmat");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A recording: ours, or JuPedSim's database.
    Recording,
    /// Text of the Juelich archive: walker, frame, x, y and perhaps z, parted by blanks.
    Juelich,
    /// The `obsmat` of ETH and UCY: frame, walker, x, z, y and three velocities, parted by blanks.
    Obsmat,
}

impl Kind {
    /// All of them.
    ///
    /// ```
    /// assert!(ambulo_data::measured::Kind::ALL.len() > 2);
    /// ```
    pub const ALL: [Self; 3] = [Self::Recording, Self::Juelich, Self::Obsmat];

    /// Its name on the command line.
    ///
    /// ```
    /// assert_eq!(ambulo_data::measured::Kind::Juelich.name(), "juelich");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Recording => "recording",
            Self::Juelich => "juelich",
            Self::Obsmat => "obsmat",
        }
    }
}

/// What the reader is told about a file; `None` is found out.
///
/// ```
/// let how = ambulo_data::measured::How { fps: Some(16.0), ..Default::default() };
/// assert!(how.kind.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct How {
    /// Kind of file.
    pub kind: Option<Kind>,
    /// Frames per second.
    pub fps: Option<f64>,
    /// Metres in the file's unit of length: 0.01 for centimetres.
    pub unit: Option<f64>,
    /// Where people could walk.
    pub area: Option<Region>,
}

/// Where something that a file may leave open came from.
///
/// ```
/// assert_ne!(ambulo_data::measured::From::File, ambulo_data::measured::From::Assumed);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// The file says it.
    File,
    /// The caller gave it.
    Given,
    /// Neither: it is usual for such files, or follows from the rows.
    Assumed,
}

/// How a file was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// Kind of file.
    pub kind: Kind,
    /// Where the rate came from.
    pub fps: From,
    /// Metres in the file's unit of length.
    pub unit: f64,
    /// Where the unit came from.
    pub unit_from: From,
    /// Where the walkable ground came from; assumed, it is the box about all rows and a metre more.
    pub area: From,
    /// The file's number of frame 0.
    pub first_frame: i64,
    /// Frames of the file from one of ours to the next.
    pub stride: u32,
}

/// Trajectories and how they were understood.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The rows; frames begin at 0.
    pub trajectories: Trajectories,
    /// How the file was understood.
    pub origin: Origin,
}

/// Reads a file of any kind, or a run folder.
///
/// ```
/// use ambulo_data::measured::{How, open};
/// let error = open(std::path::Path::new("no/such.txt"), &How::default()).unwrap_err();
/// assert!(error.to_string().contains("no/such.txt"));
/// ```
pub fn open(path: &Path, how: &How) -> Result<Measured, RecordingError> {
    match how.kind.map_or_else(|| kind_of(path), Ok)? {
        Kind::Recording => {
            let mut trajectories = recording::read(path)?;
            let fps = if how.fps.is_some() { From::Given } else { From::File };
            trajectories.fps = how.fps.unwrap_or(trajectories.fps);
            let area = if how.area.is_some() { From::Given } else { From::File };
            if let Some(region) = &how.area {
                trajectories.area = region.clone();
            }
            let (unit, unit_from) = (1.0, From::File);
            let origin = Origin { kind: Kind::Recording, fps, unit, unit_from, area, first_frame: 0, stride: 1 };
            Ok(Measured { trajectories, origin })
        }
        Kind::Juelich => juelich::read(path, how),
        Kind::Obsmat => obsmat::read(path, how),
    }
}

fn kind_of(path: &Path) -> Result<Kind, RecordingError> {
    let meta = std::fs::metadata(path).map_err(|e| RecordingError::io(path, e))?;
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    if meta.is_dir() || ["sqlite", "db", "csv", "parquet"].contains(&ending.as_str()) {
        return Ok(Kind::Recording);
    }
    let columns = words::first_line(path)?;
    match columns {
        4..=5 => Ok(Kind::Juelich),
        8 => Ok(Kind::Obsmat),
        n => {
            let why = format!("its first line of numbers has {n}, neither 4 or 5 (juelich) nor 8 (obsmat)");
            Err(RecordingError::not_a_recording(path, why))
        }
    }
}

/// A place as a file has it.
struct Sighting {
    frame: i64,
    id: u32,
    x: f64,
    y: f64,
}

/// Sightings put in order: frames from 0 on without those that no walker has, metres, headings and speeds of the way.
fn put_together(
    path: &Path,
    kind: Kind,
    (fps, fps_from): (f64, From),
    (unit, unit_from): (f64, From),
    how: &How,
    mut seen: Vec<Sighting>,
) -> Result<Measured, RecordingError> {
    if !(fps.is_finite() && fps > 0.0) {
        return Err(RecordingError::damaged(path, format!("{fps} frames per second; give a number above 0")));
    }
    seen.sort_by_key(|s| (s.id, s.frame));
    if let Some(w) = seen.windows(2).find(|w| (w[0].id, w[0].frame) == (w[1].id, w[1].frame)) {
        let why = format!("walker {} stands twice in frame {}", w[0].id, w[0].frame);
        return Err(RecordingError::damaged(path, why));
    }
    let first_frame = seen.iter().map(|s| s.frame).min().unwrap_or(0);
    let steps = seen.iter().map(|s| (s.frame - first_frame).unsigned_abs()).filter(|d| *d > 0);
    let stride = steps.fold(0, gcd).max(1);
    let stride = u32::try_from(stride).map_err(|_| RecordingError::damaged(path, "frames lie too far apart"))?;
    let mut rows = Vec::with_capacity(seen.len());
    for s in &seen {
        let frame = (s.frame - first_frame) / i64::from(stride);
        let frame = u32::try_from(frame).ok().filter(|f| *f < 50_000_000);
        let frame =
            frame.ok_or_else(|| RecordingError::damaged(path, format!("frame {} is past all reason", s.frame)))?;
        let (x, y) = (s.x * unit, s.y * unit);
        if !(x.is_finite() && y.is_finite()) {
            return Err(RecordingError::damaged(path, format!("walker {} is at no place in frame {}", s.id, s.frame)));
        }
        rows.push(TrajectoryRow { frame, id: s.id, x, y, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 });
    }
    let fps = fps / f64::from(stride);
    recording::add_motion(fps, &mut rows);
    let (area, area_from) = match &how.area {
        Some(region) => (region.clone(), From::Given),
        None => (box_about(&rows), From::Assumed),
    };
    let trajectories = Trajectories::new(fps, area, Vec::new(), rows);
    let origin = Origin { kind, fps: fps_from, unit, unit_from, area: area_from, first_frame, stride };
    Ok(Measured { trajectories, origin })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn nowhere() -> Region {
    Region::new(Vec::new()).expect("no polygons do not cross")
}

fn box_about(rows: &[TrajectoryRow]) -> Region {
    let Some(b) = Bounds::of(rows.iter().map(TrajectoryRow::place)) else { return nowhere() };
    let around = Polygon::rectangle(b.min.x - 1.0, b.min.y - 1.0, b.max.x + 1.0, b.max.y + 1.0);
    around.map_or_else(|_| nowhere(), Region::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, how: &How) -> Result<Measured, RecordingError> {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("people.txt");
        std::fs::write(&file, text).unwrap();
        open(&file, how)
    }

    #[test]
    fn obsmat_frames_are_counted_in_steps_and_the_rate_follows() {
        let m =
            of("1 7 1.5 0 2.5 0 0 0\n11 7 2.0 0 2.5 0 0 0\n  2.1e+01 7 2.5 0 2.5 0 0 0 \n", &How::default()).unwrap();
        assert_eq!((m.origin.kind, m.origin.first_frame, m.origin.stride), (Kind::Obsmat, 1, 10));
        let t = &m.trajectories;
        assert_eq!((t.fps, t.frames(), t.rows()[2].x, t.rows()[2].y), (2.5, 3, 2.5, 2.5));
        assert!((t.rows()[1].speed - 1.25).abs() < 1e-6);
    }

    #[test]
    fn what_is_given_wins_and_is_told() {
        let m = of("1 0 1 2\n1 1 2 2\n", &How { fps: Some(5.0), unit: Some(1.0), ..How::default() }).unwrap();
        assert_eq!((m.origin.fps, m.origin.unit_from, m.origin.area), (From::Given, From::Given, From::Assumed));
        assert_eq!((m.trajectories.fps, m.trajectories.rows()[1].x), (5.0, 2.0));
    }

    #[test]
    fn a_fault_names_its_line() {
        for (text, word) in
            [("1 0 1 2\n1 1 two 2\n", "line 2"), ("1 0 1 2\n1 0 1 2\n", "twice"), ("1 0 nan 2\n", "no place")]
        {
            let error = of(text, &How::default()).unwrap_err().to_string();
            assert!(error.contains(word) && error.contains("people.txt"), "{error}");
        }
    }
}
