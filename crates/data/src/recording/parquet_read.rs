//! Reads Parquet recordings: a finished file, or the parts that a killed run left.

use super::parquet::{COLUMNS, SCHEMA_VERSION, WALKERS};
use super::read::RecordingParts;
use super::{RecordingError, check_rows, footsteps, level_text};
use crate::input::{self, InputError};
use crate::parquet_file::{Batches, Numbers, ParquetFile};
use crate::{TrajectoryRow, Walker, region_from_wkt};
use ::parquet::errors::ParquetError;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Reads one finished file.
pub(super) fn read(file: &Path) -> Result<RecordingParts, RecordingError> {
    let mut rows = Vec::new();
    let about = read_rows(file, &mut rows)?;
    let walkers = about.get("walkers").map(|json| walkers(file, json)).transpose()?.unwrap_or_default();
    let footsteps = footsteps::read_parquet(file.parent().unwrap_or(Path::new("")))?;
    Ok(RecordingParts { footsteps, ..assemble(file, &about, walkers, rows)? })
}

/// Reads the closed parts of an unfinished recording.
pub(super) fn read_parts(dir: &Path) -> Result<RecordingParts, RecordingError> {
    let parts = parts(dir)?;
    let mut rows = Vec::new();
    let mut about = BTreeMap::new();
    for (_, part) in &parts {
        about = read_rows(part, &mut rows)?;
    }
    if parts.is_empty() {
        return Err(RecordingError::not_a_recording(dir, "the run ended before the first part was complete"));
    }
    let footsteps = footsteps::read_csv(dir)?;
    Ok(RecordingParts { footsteps, ..assemble(dir, &about, read_walkers(dir)?, rows)? })
}

/// The parts in order, each with the number in its name.
pub(super) fn parts(dir: &Path) -> Result<Vec<(u32, PathBuf)>, RecordingError> {
    let entries = std::fs::read_dir(dir).map_err(|e| RecordingError::io(dir, e))?;
    let numbered = |path: PathBuf| {
        let name = path.file_name()?.to_str()?;
        let number = name.strip_prefix("part-")?.strip_suffix(".parquet")?.parse().ok()?;
        Some((number, path))
    };
    let mut parts: Vec<(u32, PathBuf)> = entries.filter_map(|entry| numbered(entry.ok()?.path())).collect();
    parts.sort();
    Ok(parts)
}

/// The walkers of an unfinished recording, as far as they were written.
pub(super) fn read_walkers(dir: &Path) -> Result<Vec<Walker>, RecordingError> {
    let json = dir.join(WALKERS);
    match input::read(&json, input::TRAJECTORY_BYTES) {
        Ok(bytes) => walkers(&json, &String::from_utf8_lossy(&bytes)),
        Err(InputError::Io(_)) => Ok(Vec::new()),
        Err(e) => Err(RecordingError::input(&json, e)),
    }
}

fn assemble(
    file: &Path,
    about: &BTreeMap<String, String>,
    walkers: Vec<Walker>,
    rows: Vec<TrajectoryRow>,
) -> Result<RecordingParts, RecordingError> {
    let version = about.get("schema_version").map_or("unknown", String::as_str);
    if version != SCHEMA_VERSION {
        let found = version.to_owned();
        return Err(RecordingError::WrongVersion { file: file.into(), found, expected: SCHEMA_VERSION });
    }
    let fps = about.get("fps").and_then(|v| v.parse::<f64>().ok()).filter(|v| v.is_finite() && *v > 0.0);
    let fps = fps.ok_or_else(|| RecordingError::damaged(file, "its `fps` is no number above 0"))?;
    let wkt = about.get("wkt").ok_or_else(|| RecordingError::damaged(file, "its `wkt` is missing"))?;
    let area = region_from_wkt(wkt).map_err(|e| RecordingError::damaged(file, format!("its geometry: {e}")))?;
    let levels = about.get("levels").map(|json| level_text::from_json(file, json)).transpose()?.unwrap_or_default();
    Ok(RecordingParts { fps, area, levels, walkers, rows, footsteps: Vec::new(), has_speed: true })
}

/// Adds the rows and returns the file's metadata.
fn read_rows(file: &Path, rows: &mut Vec<TrajectoryRow>) -> Result<BTreeMap<String, String>, RecordingError> {
    let parquet = open(file)?;
    let bytes = std::fs::metadata(file).map_err(|e| RecordingError::io(file, e))?.len();
    // What the file announces, before anything is unpacked; what it really holds, batch by batch.
    check_rows(file, parquet.rows(), Some(bytes))?;
    let before = rows.len();
    let mut batches = RowBatches::new(file, &parquet)?;
    while batches.add_next(rows)? {
        check_rows(file, (rows.len() - before) as u64, Some(bytes))?;
        check_rows(file, rows.len() as u64, None)?;
    }
    Ok(parquet.about().map(|(key, value)| (key.to_owned(), value.to_owned())).collect())
}

pub(super) fn open(file: &Path) -> Result<ParquetFile, RecordingError> {
    let open = input::open(file, u64::MAX).map_err(|e| RecordingError::input(file, e))?;
    ParquetFile::open(open).map_err(|e| match e {
        ParquetError::General(why) | ParquetError::EOF(why) => RecordingError::not_a_recording(file, why),
        other => RecordingError::parquet(file, other),
    })
}

/// The rows of one file, batch by batch.
pub(super) struct RowBatches<'f> {
    file: &'f Path,
    batches: Batches<'f>,
}

impl<'f> RowBatches<'f> {
    pub fn new(file: &'f Path, parquet: &'f ParquetFile) -> Result<Self, RecordingError> {
        let mut columns = Vec::new();
        // An empty file need not have columns.
        for (name, number) in COLUMNS.into_iter().filter(|_| parquet.rows() > 0) {
            let column = parquet.names().position(|found| found == name);
            match column.filter(|column| parquet.number_type(*column) == Some(number)) {
                Some(column) => columns.push(column),
                // Only where there are several levels.
                None if name == "z" => {}
                None => return Err(lacking(file, name)),
            }
        }
        Ok(Self { file, batches: parquet.batches(&columns) })
    }

    /// Adds the next rows; false at the end.
    pub fn add_next(&mut self, rows: &mut Vec<TrajectoryRow>) -> Result<bool, RecordingError> {
        let batch = self.batches.next().map_err(|e| RecordingError::parquet(self.file, e))?;
        batch.map_or(Ok(false), |batch| add(batch, rows).map(|()| true).map_err(|name| lacking(self.file, name)))
    }
}

fn lacking(file: &Path, column: &str) -> RecordingError {
    RecordingError::not_a_recording(file, format!("its column `{column}` is missing or of another type"))
}

/// Adds a batch of [`COLUMNS`]; the name of the column that lacks numbers, where one does.
fn add(batch: &[Numbers], rows: &mut Vec<TrajectoryRow>) -> Result<(), &'static str> {
    fn column<'b, T>(
        batch: &'b [Numbers],
        i: usize,
        numbers: fn(&'b Numbers) -> Option<&'b [T]>,
    ) -> Result<&'b [T], &'static str> {
        batch.get(i).and_then(numbers).ok_or(COLUMNS[i].0)
    }
    let frame = column(batch, 0, Numbers::int32)?;
    let id = column(batch, 1, Numbers::int32)?;
    let x = column(batch, 2, Numbers::double)?;
    let y = column(batch, 3, Numbers::double)?;
    let ori_x = column(batch, 4, Numbers::float)?;
    let ori_y = column(batch, 5, Numbers::float)?;
    let speed = column(batch, 6, Numbers::float)?;
    let level = column(batch, 7, Numbers::int32)?;
    let z = column(batch, 8, Numbers::float).ok();
    // Unsigned numbers are stored in the bits of signed ones.
    rows.extend((0..frame.len()).map(|i| TrajectoryRow {
        frame: frame[i] as u32,
        id: id[i] as u32,
        x: x[i],
        y: y[i],
        ori_x: ori_x[i],
        ori_y: ori_y[i],
        speed: speed[i],
        level: level[i] as u16,
        z: z.map_or(0.0, |z| z[i]),
    }));
    Ok(())
}

fn walkers(file: &Path, json: &str) -> Result<Vec<Walker>, RecordingError> {
    let rows: Vec<(u32, String, String, f32, u16)> =
        serde_json::from_str(json).map_err(|e| RecordingError::damaged(file, format!("its walkers: {e}")))?;
    let walker = |(id, group, model, radius, level)| Walker { id, group, model, radius, level };
    Ok(rows.into_iter().map(walker).collect())
}
