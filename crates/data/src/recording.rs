//! Recordings: what a run writes down while it goes, and how it is read again.
//!
//! Every writer hands over whole frames about once per second, so that a run which is killed leaves a recording that
//! opens and ends with a complete frame.
//!
//! ```
//! use ambulo_data::recording::{Format, RecordingMeta, create, read};
//! use ambulo_data::{TrajectoryRow, Walker};
//! use ambulo_geom::{Polygon, Region};
//! let dir = tempfile::tempdir().unwrap();
//! let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
//! let meta = RecordingMeta { title: "One walker".into(), ..RecordingMeta::new(area, 0.05, 10.0) };
//! let mut writer = create(dir.path(), Format::Sqlite, &meta).unwrap();
//! writer.walkers(&[Walker { id: 3, group: "a".into(), model: "b".into(), radius: 0.25, level: 0 }]).unwrap();
//! let row = TrajectoryRow { frame: 0, id: 3, x: 1.0, y: 2.0, ori_x: 1.0, ori_y: 0.0, speed: 1.5, level: 0, z: 0.0 };
//! writer.frame(0, &[row]).unwrap();
//! writer.finish().unwrap();
//!
//! let trajectories = read(dir.path()).unwrap();
//! assert_eq!(trajectories.frame(0), [row]);
//! ```

mod csv;
mod error;
mod footsteps;
mod level_text;
mod limits;
mod memory;
mod pace;
mod parquet;
mod parquet_read;
mod read;
mod sqlite;
mod sqlite_read;

pub use error::RecordingError;
pub use footsteps::RecordedFootstep;
pub(crate) use limits::{check_frames, check_rows, is_place};
pub use memory::MemoryRecording;
pub(crate) use read::add_motion;
pub use read::read;

use crate::words::nearest;
use crate::{RecordedLevel, TrajectoryRow, Walker};
use ambulo_geom::{Point, Region};
use std::path::Path;

/// Metadata of a recording.
///
/// ```
/// use ambulo_data::recording::RecordingMeta;
/// use ambulo_geom::{Polygon, Region};
/// let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
/// let meta = RecordingMeta { scene: "hall.toml".into(), seed: 7, ..RecordingMeta::new(area, 0.05, 10.0) };
/// assert!(meta.levels.is_empty() && meta.centre.is_none());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RecordingMeta {
    /// Title of the scenario.
    pub title: String,
    /// Name of the scenario (its file or its built-in name).
    pub scene: String,
    /// Seed of the run.
    pub seed: u64,
    /// Version of the program.
    pub version: String,
    /// Time step [s].
    pub dt: f64,
    /// Frames per second.
    pub fps: f64,
    /// Where people could walk; of the first level where there are several.
    pub area: Region,
    /// The levels, where there are several; else none.
    pub levels: Vec<RecordedLevel>,
    /// What the run subtracted from all coordinates while it computed [m]. Rows, areas and levels are in the
    /// coordinates of the plan file all the same: no reader has to add it.
    pub origin: Point,
    /// Latitude and longitude of (0, 0) [degrees], where the plan is a map in degrees.
    pub centre: Option<[f64; 2]>,
}

impl RecordingMeta {
    /// Of a run on one level in the coordinates of its plan, with seed 1, and without title, scene and version.
    ///
    /// ```
    /// # use ambulo_data::recording::RecordingMeta;
    /// # let area = ambulo_geom::Region::from(ambulo_geom::Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// assert_eq!(RecordingMeta::new(area, 0.05, 10.0).fps, 10.0);
    /// ```
    pub fn new(area: Region, dt: f64, fps: f64) -> Self {
        let (title, scene, version) = (String::new(), String::new(), String::new());
        let (levels, origin, centre) = (Vec::new(), Point::default(), None);
        Self { title, scene, seed: 1, version, dt, fps, area, levels, origin, centre }
    }

    /// What every format notes about coordinates: names and values.
    fn coordinates(&self) -> Vec<(&'static str, String)> {
        let mut all = vec![("origin_x", format!("{:?}", self.origin.x)), ("origin_y", format!("{:?}", self.origin.y))];
        if let Some([latitude, longitude]) = self.centre {
            all.push(("centre_latitude", format!("{latitude:?}")));
            all.push(("centre_longitude", format!("{longitude:?}")));
        }
        all
    }
}

/// The formats a recording can have.
///
/// ```
/// use ambulo_data::recording::Format;
/// assert_eq!("parquet".parse::<Format>().unwrap(), Format::Parquet);
/// assert!("parket".parse::<Format>().unwrap_err().contains("did you mean `parquet`?"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// JuPedSim's trajectory database, version 2: PedPy and JuPedSim open it.
    Sqlite,
    /// Text with commas: everything opens it.
    Csv,
    /// Compressed columns: small and fast for large crowds.
    Parquet,
}

impl Format {
    /// All of them; a run folder is searched in this order.
    ///
    /// ```
    /// assert_eq!(ambulo_data::recording::Format::ALL.len(), 3);
    /// ```
    pub const ALL: [Self; 3] = [Self::Sqlite, Self::Parquet, Self::Csv];

    /// Its name on the command line.
    ///
    /// ```
    /// use ambulo_data::recording::Format;
    /// assert!(Format::ALL.into_iter().all(|format| format.name().parse() == Ok(format)));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }

    /// Name of its file in a run folder.
    ///
    /// ```
    /// assert_eq!(ambulo_data::recording::Format::Csv.file_name(), "trajectory.csv");
    /// ```
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Sqlite => "trajectory.sqlite",
            Self::Csv => "trajectory.csv",
            Self::Parquet => "trajectory.parquet",
        }
    }

    /// Version of the format that is written.
    ///
    /// ```
    /// assert_eq!(ambulo_data::recording::Format::Sqlite.version(), "2");
    /// ```
    pub fn version(self) -> &'static str {
        match self {
            Self::Sqlite => sqlite::VERSION,
            Self::Csv => csv::VERSION,
            Self::Parquet => parquet::SCHEMA_VERSION,
        }
    }

    /// The file of footsteps beside its own, where it is one; there is none where nobody makes footsteps.
    ///
    /// ```
    /// assert_eq!(ambulo_data::recording::Format::Csv.footstep_file(), Some("footsteps.csv"));
    /// ```
    pub fn footstep_file(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => None,
            Self::Csv => Some(footsteps::CSV),
            Self::Parquet => Some(footsteps::PARQUET),
        }
    }

    /// All files in a run folder that every recording consists of; the others beside its own hold the walkers.
    ///
    /// ```
    /// assert_eq!(ambulo_data::recording::Format::Csv.files(), ["trajectory.csv", "walkers.csv"]);
    /// ```
    pub fn files(self) -> &'static [&'static str] {
        match self {
            Self::Sqlite => &["trajectory.sqlite"],
            Self::Csv => &["trajectory.csv", "walkers.csv"],
            Self::Parquet => &["trajectory.parquet"],
        }
    }
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(given: &str) -> Result<Self, String> {
        if let Some(format) = Self::ALL.into_iter().find(|format| format.name() == given) {
            return Ok(format);
        }
        let names = Self::ALL.map(Self::name);
        let hint = nearest(given, names).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
        Err(format!("`{given}` is no recording format, expected one of `{}`{hint}", names.join("`, `")))
    }
}

/// Writes a recording while a run goes.
///
/// ```no_run
/// # use ambulo_data::recording::*;
/// # fn f(meta: &RecordingMeta) -> Result<(), RecordingError> {
/// let mut writer = create(std::path::Path::new("out"), Format::Parquet, meta)?;
/// writer.frame(0, &[])?;
/// writer.finish()
/// # }
/// ```
pub trait RecordingWriter: Send {
    /// Makes walkers known: before, or together with, the first frame they are in.
    fn walkers(&mut self, new: &[Walker]) -> Result<(), RecordingError>;

    /// Adds one frame: 0, 1, 2 ... without gaps, also when nobody is there.
    fn frame(&mut self, frame: u32, rows: &[TrajectoryRow]) -> Result<(), RecordingError>;

    /// Adds footsteps that landed: of each walker in their order.
    fn footsteps(&mut self, landed: &[RecordedFootstep]) -> Result<(), RecordingError>;

    /// Makes sure that everything so far outlives the process.
    fn flush(&mut self) -> Result<(), RecordingError>;

    /// The same, and has the disk keep it. Returns where the recording ends now, for [`resume`].
    fn keep(&mut self) -> Result<Vec<u64>, RecordingError>;

    /// Completes the recording.
    fn finish(self: Box<Self>) -> Result<(), RecordingError>;
}

/// Begins a recording in a folder, which is made when it is missing; a recording of the same format is replaced.
///
/// ```
/// # use ambulo_data::recording::{Format, RecordingMeta, create};
/// # use ambulo_geom::{Polygon, Region};
/// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
/// # let meta = RecordingMeta::new(area, 0.05, 10.0);
/// let dir = tempfile::tempdir().unwrap();
/// create(dir.path(), Format::Csv, &meta).unwrap().finish().unwrap();
/// assert!(dir.path().join("trajectory.csv").exists());
/// ```
pub fn create(dir: &Path, format: Format, meta: &RecordingMeta) -> Result<Box<dyn RecordingWriter>, RecordingError> {
    std::fs::create_dir_all(dir).map_err(|e| RecordingError::io(dir, e))?;
    Ok(match format {
        Format::Sqlite => Box::new(sqlite::SqliteWriter::create(dir, meta)?),
        Format::Csv => Box::new(csv::CsvWriter::create(dir, meta)?),
        Format::Parquet => Box::new(parquet::ParquetWriter::create(dir, meta)?),
    })
}

/// Resumes a recording in a folder: what was added after [`RecordingWriter::keep`] returned `end` is taken out again, so that the
/// next frame is number `frames`. Works on recordings of killed runs and on finished ones.
///
/// ```
/// # use ambulo_data::recording::{Format, RecordingMeta, create, read, resume};
/// # use ambulo_geom::{Polygon, Region};
/// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
/// # let meta = RecordingMeta::new(area, 0.05, 10.0);
/// # let row = |frame| ambulo_data::TrajectoryRow { frame, id: 3, x: 1.0, y: 2.0, ori_x: 1.0, ori_y: 0.0, speed: 1.5, level: 0, z: 0.0 };
/// let dir = tempfile::tempdir().unwrap();
/// let mut writer = create(dir.path(), Format::Csv, &meta).unwrap();
/// writer.frame(0, &[row(0)]).unwrap();
/// let end = writer.keep().unwrap();
/// writer.frame(1, &[row(1)]).unwrap();
/// writer.finish().unwrap();
///
/// let mut writer = resume(dir.path(), Format::Csv, &meta, 1, &end).unwrap();
/// writer.frame(1, &[]).unwrap();
/// writer.finish().unwrap();
/// assert_eq!(read(dir.path()).unwrap().rows(), [row(0)]);
/// ```
pub fn resume(
    dir: &Path,
    format: Format,
    meta: &RecordingMeta,
    frames: u32,
    end: &[u64],
) -> Result<Box<dyn RecordingWriter>, RecordingError> {
    let &[rows, walkers, footsteps] = end else {
        return Err(RecordingError::damaged(&dir.join(format.file_name()), "its checkpoint does not fit its format"));
    };
    Ok(match format {
        Format::Sqlite => Box::new(sqlite::SqliteWriter::resume(dir, meta, frames, [rows, walkers, footsteps])?),
        Format::Csv => Box::new(csv::CsvWriter::resume(dir, meta, [rows, walkers, footsteps])?),
        Format::Parquet => Box::new(parquet::ParquetWriter::resume(dir, meta, frames, walkers, footsteps)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::region_from_wkt;

    pub fn meta() -> RecordingMeta {
        let area = region_from_wkt("POLYGON ((0 0, 30.1 0, 30 20, 0 20), (5 5, 6 5, 6 6))").unwrap();
        let (title, scene, version) = ("Line one\nline two".into(), "hall.toml".into(), "0.1.0".into());
        let (origin, centre) = (Point::new(4000.0, -3000.0), Some([48.41, 15.6]));
        RecordingMeta { title, scene, seed: u64::MAX, version, origin, centre, ..RecordingMeta::new(area, 0.05, 12.5) }
    }

    pub fn rows(frame: u32, n: u32) -> Vec<TrajectoryRow> {
        let row = |id: u32| {
            let (x, y) = (f64::from(id) * 0.1 + 1.0 / 3.0, f64::from(frame) * 0.07);
            TrajectoryRow { frame, id, x, y, ori_x: 0.6, ori_y: -0.8, speed: 1.1 + id as f32, level: 2, z: 0.0 }
        };
        (0..n).map(row).collect()
    }

    fn walker(id: u32) -> Walker {
        Walker { id, group: "a, \"b\"".into(), model: "social-force".into(), radius: 0.22, level: 2 }
    }

    #[test]
    fn every_format_reads_back_what_was_written() {
        for format in Format::ALL {
            let dir = tempfile::tempdir().unwrap();
            let mut writer = create(dir.path(), format, &meta()).unwrap();
            writer.walkers(&[walker(0), walker(1)]).unwrap();
            writer.frame(0, &rows(0, 2)).unwrap();
            writer.flush().unwrap();
            writer.frame(1, &[]).unwrap();
            writer.walkers(&[walker(2)]).unwrap();
            writer.frame(2, &rows(2, 3)).unwrap();
            writer.finish().unwrap();

            let read = read(&dir.path().join(format.file_name())).unwrap();
            assert_eq!((read.fps, &read.area), (12.5, &meta().area), "{format:?}");
            assert_eq!(read.walkers, [walker(0), walker(1), walker(2)], "{format:?}");
            assert_eq!(read.rows(), [rows(0, 2), rows(2, 3)].concat(), "{format:?}");
            assert_eq!(read.frames(), 3, "{format:?}");
        }
    }

    fn footstep(walker: u32, index: u32) -> RecordedFootstep {
        let x = f64::from(index) * 0.7 + 1.0 / 3.0;
        let (side, land) = ((index % 2) as u8, f64::from(index) * 0.5);
        RecordedFootstep { walker, index, side, x, y: -0.09, z: 0.25, heading: -0.1, lift: land - 0.4, land }
    }

    #[test]
    fn footsteps_are_kept_also_of_a_run_that_was_killed_and_resumed() {
        for (format, finished) in Format::ALL.into_iter().flat_map(|f| [(f, false), (f, true)]) {
            let dir = tempfile::tempdir().unwrap();
            let mut writer = create(dir.path(), format, &meta()).unwrap();
            writer.frame(0, &rows(0, 2)).unwrap();
            writer.footsteps(&[footstep(0, 0), footstep(1, 0)]).unwrap();
            let end = writer.keep().unwrap();
            writer.frame(1, &rows(1, 2)).unwrap();
            writer.footsteps(&[footstep(1, 1)]).unwrap();
            writer.flush().unwrap();
            if finished {
                writer.finish().unwrap()
            } else {
                drop(writer)
            }
            let killed = read(dir.path()).unwrap();
            assert_eq!(killed.footsteps, [footstep(0, 0), footstep(1, 0), footstep(1, 1)], "{format:?} {finished}");

            let mut writer = resume(dir.path(), format, &meta(), 1, &end).unwrap();
            writer.frame(1, &rows(1, 2)).unwrap();
            writer.footsteps(&[footstep(0, 1)]).unwrap();
            writer.finish().unwrap();
            let whole = read(dir.path()).unwrap();
            assert_eq!(whole.footsteps, [footstep(0, 0), footstep(0, 1), footstep(1, 0)], "{format:?} {finished}");
            // A run without footsteps into the same folder leaves none behind.
            let mut writer = create(dir.path(), format, &meta()).unwrap();
            writer.frame(0, &rows(0, 2)).unwrap();
            writer.finish().unwrap();
            assert!(read(dir.path()).unwrap().footsteps.is_empty(), "{format:?} {finished}");
        }
    }

    #[test]
    fn heights_and_levels_are_kept_where_there_are_several() {
        for format in Format::ALL {
            let dir = tempfile::tempdir().unwrap();
            let level = |name: &str, height: f64| {
                let strip = ambulo_geom::Polygon::rectangle(30.0, 2.0, 35.0, 4.5).unwrap();
                RecordedLevel { name: name.into(), height, area: meta().area, stairs: vec![strip.clone(), strip] }
            };
            let levels = vec![level("ground, \"0\"", 0.0), RecordedLevel { stairs: vec![], ..level("roof\nbar", 3.2) }];
            let mut writer = create(dir.path(), format, &RecordingMeta { levels: levels.clone(), ..meta() }).unwrap();
            let mut rows = rows(0, 4);
            rows.iter_mut().enumerate().for_each(|(i, r)| (r.level, r.z) = (i as u16 % 2, 0.1 + i as f32));
            writer.frame(0, &rows).unwrap();
            writer.finish().unwrap();
            let read = read(dir.path()).unwrap();
            assert_eq!(read.levels, levels, "{format:?}");
            assert_eq!(read.rows(), rows, "{format:?}");
            assert_eq!(read.level(1).rows().len(), 2, "{format:?}");
        }
    }

    #[test]
    fn an_older_recording_of_the_same_name_is_replaced() {
        for format in Format::ALL {
            let dir = tempfile::tempdir().unwrap();
            for n in [5, 1] {
                let mut writer = create(dir.path(), format, &meta()).unwrap();
                writer.frame(0, &rows(0, n)).unwrap();
                writer.finish().unwrap();
            }
            assert_eq!(read(dir.path()).unwrap().rows().len(), 1, "{format:?}");
        }
    }

    /// What is left of a run that was killed after `kept` frames of six, or that had come to its end.
    #[test]
    fn a_resumed_recording_is_that_of_an_uninterrupted_run() {
        for format in Format::ALL {
            let whole = tempfile::tempdir().unwrap();
            let record = |writer: &mut Box<dyn RecordingWriter>, frame: u32| {
                if frame.is_multiple_of(2) {
                    writer.walkers(&[walker(frame)]).unwrap();
                }
                // Nobody is there in frame 3.
                writer.frame(frame, &rows(frame, if frame == 3 { 0 } else { 3 + frame })).unwrap();
            };
            let mut writer = create(whole.path(), format, &meta()).unwrap();
            (0..6).for_each(|frame| record(&mut writer, frame));
            writer.finish().unwrap();
            let whole = read(whole.path()).unwrap();
            for (kept, finished) in (0..6).flat_map(|kept| [(kept, false), (kept, true)]) {
                let dir = tempfile::tempdir().unwrap();
                let mut writer = create(dir.path(), format, &meta()).unwrap();
                (0..kept).for_each(|frame| record(&mut writer, frame));
                let end = writer.keep().unwrap();
                (kept..6).for_each(|frame| {
                    record(&mut writer, frame);
                    writer.flush().unwrap();
                });
                if finished {
                    writer.finish().unwrap();
                } else {
                    // As if killed: nothing is closed in order.
                    drop(writer);
                }
                // Twice: a run may be killed again before its next checkpoint.
                for last in [5, 6] {
                    let mut writer = resume(dir.path(), format, &meta(), kept, &end).unwrap();
                    (kept..last).for_each(|frame| record(&mut writer, frame));
                    if last == 6 {
                        writer.finish().unwrap();
                    } else {
                        writer.flush().unwrap();
                    }
                }
                let read = read(dir.path()).unwrap();
                assert_eq!(read.rows(), whole.rows(), "{format:?} {kept} {finished}");
                assert_eq!(read.walkers, whole.walkers, "{format:?} {kept} {finished}");
            }
        }
    }

    #[test]
    fn a_recording_that_lost_frames_before_its_checkpoint_is_not_resumed() {
        for format in Format::ALL {
            let dir = tempfile::tempdir().unwrap();
            let mut writer = create(dir.path(), format, &meta()).unwrap();
            writer.frame(0, &rows(0, 3)).unwrap();
            writer.keep().unwrap();
            drop(writer);
            let error = resume(dir.path(), format, &meta(), 9, &[1_000_000, 9]).map(|_| ()).unwrap_err();
            assert!(error.to_string().contains("its checkpoint"), "{format:?}: {error}");
        }
    }

    #[test]
    fn what_was_flushed_can_be_read_before_the_end() {
        for format in Format::ALL {
            let dir = tempfile::tempdir().unwrap();
            let mut writer = create(dir.path(), format, &meta()).unwrap();
            writer.walkers(&[walker(0)]).unwrap();
            writer.frame(0, &rows(0, 4)).unwrap();
            writer.flush().unwrap();
            let read = read(dir.path()).unwrap();
            assert_eq!((read.rows().len(), read.walkers.len()), (4, 1), "{format:?}");
        }
    }

    #[test]
    fn a_file_of_another_kind_is_refused_with_its_name() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["a.sqlite", "a.csv", "a.parquet", "a.txt"] {
            let path = dir.path().join(name);
            std::fs::write(&path, "this is a shopping list, not a recording at all\n".repeat(40)).unwrap();
            let error = read(&path).unwrap_err();
            assert!(matches!(error, RecordingError::NotARecording { .. }), "{name}: {error:?}");
            assert!(error.to_string().contains(name));
        }
    }

    #[test]
    fn another_version_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        create(dir.path(), Format::Sqlite, &meta()).unwrap().finish().unwrap();
        let path = dir.path().join("trajectory.sqlite");
        let db = rusqlite::Connection::open(&path).unwrap();
        db.execute("UPDATE metadata SET value = '1' WHERE key = 'version'", []).unwrap();
        drop(db);
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("version 1 cannot be read, only version 2"), "{error}");
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("in-the-way");
        std::fs::write(&file, "").unwrap();
        let error = create(&file.join("out"), Format::Csv, &meta()).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("in-the-way"), "{error}");
    }
}
