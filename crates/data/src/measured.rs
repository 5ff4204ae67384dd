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

mod csv;
mod infer;
mod juelich;
mod names;
mod obsmat;
mod parquet;
mod table;
mod times;
mod words;

#[cfg(test)]
mod tests;

use crate::input::{self, InputError};
use crate::recording::{self, RecordingError};
use crate::{Trajectories, TrajectoryRow, region_from_wkt};
use ambulo_geom::{Bounds, Polygon, Region};
use std::path::{Path, PathBuf};

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A recording: ours, or JuPedSim's database.
    Recording,
    /// Text of the Juelich archive: walker, frame, x, y and perhaps z, parted by blanks.
    Juelich,
    /// The `obsmat` of ETH and UCY: frame, walker, x, z, y and three velocities, parted by blanks.
    Obsmat,
    /// Text with a head of names, parted by commas, semicolons, tabs or blanks.
    Csv,
    /// Parquet with named columns.
    Parquet,
}

impl FileKind {
    /// All of them.
    ///
    /// ```
    /// assert!(ambulo_data::measured::FileKind::ALL.len() > 2);
    /// ```
    pub const ALL: [Self; 5] = [Self::Recording, Self::Juelich, Self::Obsmat, Self::Csv, Self::Parquet];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Recording => "recording",
            Self::Juelich => "juelich",
            Self::Obsmat => "obsmat",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }
}

/// What the caller states about a file; `None` is inferred.
///
/// ```
/// let how = ambulo_data::measured::How { fps: Some(16.0), ..Default::default() };
/// assert!(how.kind.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct How {
    /// Kind of file.
    pub kind: Option<FileKind>,
    /// Frames per second.
    pub fps: Option<f64>,
    /// Metres in the file's unit of length: 0.01 for centimetres.
    pub unit: Option<f64>,
    /// Where people could walk.
    pub area: Option<Region>,
    /// What columns are, where their names do not show it: role (frame, time, id, x, y) and name, or number from 1 on.
    pub columns: Vec<(String, String)>,
    /// Whether a walker may stand twice in a frame: its first row is taken then, and [`Origin::twice`] says so. Else that is an
    /// error.
    pub twice: bool,
}

/// Where something that a file may leave open came from.
///
/// ```
/// assert_ne!(ambulo_data::measured::From::File, ambulo_data::measured::From::Assumed);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Stated by the file.
    File,
    /// The caller gave it.
    Given,
    /// Stated by a file beside it.
    Beside,
    /// It follows from the rows: velocities beside places imply a rate, heights and speeds of people a unit.
    Inferred,
    /// None of these: it is usual for such files.
    Assumed,
}

impl From {
    /// In words.
    ///
    /// ```
    /// assert_eq!(ambulo_data::measured::From::File.words(), "as the file states");
    /// ```
    pub fn words(self) -> &'static str {
        match self {
            Self::File => "as the file states",
            Self::Given => "as given",
            Self::Beside => "from a file beside it",
            Self::Inferred => "inferred from its rows",
            Self::Assumed => "assumed",
        }
    }
}

/// How a file was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// Kind of file.
    pub kind: FileKind,
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
    /// What looks wrong, or was inferred and may be wrong, in sentences with a remedy.
    pub warnings: Vec<String>,
    /// Rows left out because their walker stood in that frame already: how many, and walker and frame (of ours) of the first.
    pub twice: Option<(usize, (u32, u32))>,
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
        FileKind::Recording => recorded(path, how),
        FileKind::Juelich => juelich::read(path, how),
        FileKind::Obsmat => obsmat::read(path, how),
        FileKind::Csv => csv::read(path, how),
        FileKind::Parquet => parquet::read(path, how),
    }
}

fn recorded(path: &Path, how: &How) -> Result<Measured, RecordingError> {
    let mut trajectories = recording::read(path)?;
    let fps = if how.fps.is_some() { From::Given } else { From::File };
    trajectories.fps = positive(path, how.fps.unwrap_or(trajectories.fps))?;
    let area = if how.area.is_some() { From::Given } else { From::File };
    if let Some(region) = &how.area {
        trajectories.area = region.clone();
    }
    let same = |w: &[TrajectoryRow]| (w[0].frame, w[0].id) == (w[1].frame, w[1].id);
    let mut twice = trajectories.rows().windows(2).filter(|w| same(w)).map(|w| (w[0].id, w[0].frame));
    let twice = twice.next().map(|first| (1 + twice.count(), first));
    if let Some((_, (id, frame))) = twice {
        if !how.twice {
            return Err(stands_twice(path, id, i64::from(frame)));
        }
        let mut rows = trajectories.rows().to_vec();
        rows.dedup_by_key(|r| (r.frame, r.id));
        let (fps, area, levels) = (trajectories.fps, trajectories.area, trajectories.levels);
        trajectories = Trajectories::new(fps, area, trajectories.walkers, rows).with_levels(levels);
    }
    let (unit, unit_from) = (1.0, From::File);
    let (first_frame, stride, warnings) = (0, 1, Vec::new());
    let origin = Origin { kind: FileKind::Recording, fps, unit, unit_from, area, first_frame, stride, warnings, twice };
    Ok(Measured { trajectories, origin })
}

/// Frames per second that a recording may have: from one in thirty years to any camera's.
const RATES: std::ops::RangeInclusive<f64> = 1e-9..=1e9;

fn positive(path: &Path, fps: f64) -> Result<f64, RecordingError> {
    RATES.contains(&fps).then_some(fps).ok_or_else(|| {
        let [least, most] = [RATES.start(), RATES.end()];
        RecordingError::unclear(path, format!("{fps} frames per second; give a number from {least} to {most}"))
    })
}

fn stands_twice(path: &Path, id: u32, frame: i64) -> RecordingError {
    let why = format!("walker {id} stands twice in frame {frame}; leave out one row (`ambulo eval` counts such rows)");
    RecordingError::damaged(path, why)
}

fn kind_of(path: &Path) -> Result<FileKind, RecordingError> {
    let meta = std::fs::metadata(path).map_err(|e| RecordingError::io(path, e))?;
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        _ if meta.is_dir() => return Ok(FileKind::Recording),
        "sqlite" | "db" => return Ok(FileKind::Recording),
        "parquet" => return Ok(if parquet::is_ours(path) { FileKind::Recording } else { FileKind::Parquet }),
        _ => {}
    }
    let text = words::text(path)?;
    if text.lines().any(|line| line.starts_with("frame,id,x,y,ori_x,ori_y,speed,level")) {
        return Ok(FileKind::Recording);
    }
    if csv::has_head(&text) || ending == "csv" {
        return Ok(FileKind::Csv);
    }
    if juelich::is_named(&text) {
        return Ok(FileKind::Juelich);
    }
    match words::first_line(path, &text)? {
        4..=5 => Ok(FileKind::Juelich),
        8 => Ok(FileKind::Obsmat),
        n => {
            let why = format!(
                "its first line has {n} words: names of columns (csv), 4 or 5 numbers (juelich) or 8 (obsmat) are \
                 expected; state its kind"
            );
            Err(RecordingError::unclear(path, why))
        }
    }
}

/// Rows further apart in time than this are gaps, not an interval [s].
const LONGEST_INTERVAL: f64 = 2.0;

/// A place as a file has it.
struct Sighting {
    frame: i64,
    id: u32,
    x: f64,
    y: f64,
}

/// Sightings put in order: frames from 0 on without those that no walker has, metres, headings and speeds of the moves.
fn put_together(
    path: &Path,
    kind: FileKind,
    (fps, fps_from): (f64, From),
    (unit, unit_from): (f64, From),
    how: &How,
    ground: Option<Region>,
    mut seen: Vec<Sighting>,
) -> Result<Measured, RecordingError> {
    positive(path, fps)?;
    positive(path, unit).map_err(|_| RecordingError::unclear(path, format!("a unit of {unit} m; give one above 0")))?;
    if seen.is_empty() {
        return Err(RecordingError::unclear(path, "nobody is in it: it has no row"));
    }
    seen.sort_by_key(|s| (s.id, s.frame));
    let (all, mut first_twice) = (seen.len(), None);
    seen.dedup_by(|b, a| {
        let same = (a.id, a.frame) == (b.id, b.frame);
        first_twice = first_twice.or(same.then_some((a.id, a.frame)));
        same
    });
    if let Some((id, frame)) = first_twice.filter(|_| !how.twice) {
        return Err(stands_twice(path, id, frame));
    }
    let first_frame = seen.iter().map(|s| s.frame).min().unwrap_or(0);
    let steps = seen.iter().map(|s| s.frame.abs_diff(first_frame)).filter(|d| *d > 0);
    let stride = steps.fold(0, gcd).max(1);
    let mut warnings = Vec::new();
    // Each walker has a row every so many frames, but some begin between the rows of others: all go to the nearest row.
    let stride = match infer::interval(&seen, LONGEST_INTERVAL * fps).filter(|every| *every > stride) {
        None => stride,
        Some(every) => {
            let off = |s: &Sighting| s.frame.abs_diff(first_frame) % every;
            let moved = seen.iter().filter(|s| off(s) != 0).count();
            let most = seen.iter().map(|s| off(s).min(every - off(s))).max().unwrap_or(0);
            seen.iter_mut().for_each(|s| {
                let along = (s.frame.abs_diff(first_frame) + every / 2) / every * every;
                s.frame = first_frame.saturating_add_unsigned(along);
            });
            warnings.push(format!(
                "every walker has a row every {every} frames, but not all in the same frames: {moved} of {} rows were moved by up to {most} \
                 frames ({:.2} s) to the frames of the others, each walker as a whole.",
                seen.len(),
                most as f64 / fps
            ));
            every
        }
    };
    let stride = u32::try_from(stride).map_err(|_| RecordingError::damaged(path, "frames lie too far apart"))?;
    let last = seen.iter().map(|s| s.frame.abs_diff(first_frame)).max().unwrap_or(0) / u64::from(stride);
    recording::check_frames(path, last, seen.len())?;
    let mut rows = Vec::with_capacity(seen.len());
    for s in &seen {
        let frame = s.frame.abs_diff(first_frame) / u64::from(stride);
        // Checked above against the rows.
        let frame = frame as u32;
        let (x, y) = (s.x * unit, s.y * unit);
        if !recording::is_place(x, y) {
            return Err(RecordingError::damaged(path, format!("walker {} is at no place in frame {}", s.id, s.frame)));
        }
        rows.push(TrajectoryRow { frame, id: s.id, x, y, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 });
    }
    let fps = fps / f64::from(stride);
    recording::add_motion(fps, &mut rows);
    let (area, area_from) = match (&how.area, ground) {
        (Some(region), _) => (region.clone(), From::Given),
        (None, Some(region)) => (region, From::File),
        (None, None) => match beside(path)? {
            Some(region) => (region, From::Beside),
            None => (box_about(&rows), From::Assumed),
        },
    };
    let of_ours = |(id, frame): (u32, i64)| (id, (frame.abs_diff(first_frame) / u64::from(stride)) as u32);
    let twice = first_twice.map(|first| (all - rows.len(), of_ours(first)));
    warnings.extend(infer::impossible_speeds(&rows));
    let trajectories = Trajectories::new(fps, area, Vec::new(), rows).without_orientation();
    let origin = Origin { kind, fps: fps_from, unit, unit_from, area: area_from, first_frame, stride, warnings, twice };
    Ok(Measured { trajectories, origin })
}

/// The walkable ground in a file of the same name that ends in `.wkt`.
fn beside(path: &Path) -> Result<Option<Region>, RecordingError> {
    let file: PathBuf = path.with_extension("wkt");
    let text = match input::read(&file, input::PLAN_BYTES) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(InputError::Io(e)) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(RecordingError::input(&file, e)),
    };
    let region =
        region_from_wkt(&text).map_err(|e| RecordingError::unclear(&file, format!("no walkable ground: {e}")))?;
    Ok(Some(region))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn nowhere() -> Region {
    Region::new(Vec::new()).expect("no polygons do not cross")
}

/// The box about all rows and a metre more: the ground where nothing is known of it.
///
/// ```
/// use ambulo_data::{TrajectoryRow, measured::box_about};
/// let row = TrajectoryRow { frame: 0, id: 1, x: 3.0, y: 4.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// assert_eq!(box_about(&[row]).area(), 4.0);
/// ```
pub fn box_about(rows: &[TrajectoryRow]) -> Region {
    let Some(b) = Bounds::of(rows.iter().map(TrajectoryRow::place)) else { return nowhere() };
    let around = Polygon::rectangle(b.min.x - 1.0, b.min.y - 1.0, b.max.x + 1.0, b.max.y + 1.0);
    around.map_or_else(|_| nowhere(), Region::from)
}
