//! Reads Parquet recordings: a finished file, or the parts that a killed run left.

use super::parquet::{SCHEMA_VERSION, WALKERS};
use super::read::RecordingParts;
use super::{RecordingError, check_rows, level_text};
use crate::input::{self, InputError};
use crate::{TrajectoryRow, Walker, region_from_wkt};
use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use ::parquet::errors::ParquetError;
use arrow_array::{Array, Float32Array, Float64Array, RecordBatch, UInt16Array, UInt32Array};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Reads one finished file.
pub(super) fn read(file: &Path) -> Result<RecordingParts, RecordingError> {
    let mut rows = Vec::new();
    let about = read_rows(file, &mut rows)?;
    let walkers = about.get("walkers").map(|json| walkers(file, json)).transpose()?.unwrap_or_default();
    assemble(file, &about, walkers, rows)
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
    assemble(dir, &about, read_walkers(dir)?, rows)
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
    Ok(RecordingParts { fps, area, levels, walkers, rows, has_speed: true })
}

/// Adds the rows and returns the file's metadata.
fn read_rows(file: &Path, rows: &mut Vec<TrajectoryRow>) -> Result<BTreeMap<String, String>, RecordingError> {
    let open = input::open(file, u64::MAX).map_err(|e| RecordingError::input(file, e))?;
    let fault = |e: ParquetError| match e {
        ParquetError::General(why) | ParquetError::EOF(why) => RecordingError::not_a_recording(file, why),
        other => RecordingError::parquet(file, other),
    };
    let bytes = open.metadata().map_err(|e| RecordingError::io(file, e))?.len();
    let builder = ParquetRecordBatchReaderBuilder::try_new(open).map_err(fault)?;
    // What the file announces, before anything is unpacked; what it really holds, batch by batch.
    check_rows(file, builder.metadata().file_metadata().num_rows().unsigned_abs(), Some(bytes))?;
    let before = rows.len();
    let mut about = BTreeMap::new();
    for pair in builder.metadata().file_metadata().key_value_metadata().into_iter().flatten() {
        about.insert(pair.key.clone(), pair.value.clone().unwrap_or_default());
    }
    for batch in builder.with_batch_size(65_536).build().map_err(fault)? {
        let batch = batch.map_err(|e| RecordingError::parquet(file, e.into()))?;
        check_rows(file, (rows.len() - before + batch.num_rows()) as u64, Some(bytes))?;
        check_rows(file, (rows.len() + batch.num_rows()) as u64, None)?;
        add(&batch, rows).map_err(|column| {
            RecordingError::not_a_recording(file, format!("its column `{column}` is missing or of another type"))
        })?;
    }
    Ok(about)
}

fn add(batch: &RecordBatch, rows: &mut Vec<TrajectoryRow>) -> Result<(), &'static str> {
    fn column<'b, T: Array + 'static>(batch: &'b RecordBatch, name: &'static str) -> Result<&'b T, &'static str> {
        let column = batch.column_by_name(name).filter(|column| column.null_count() == 0).ok_or(name)?;
        column.as_any().downcast_ref().ok_or(name)
    }
    let frame: &UInt32Array = column(batch, "frame")?;
    let id: &UInt32Array = column(batch, "id")?;
    let x: &Float64Array = column(batch, "x")?;
    let y: &Float64Array = column(batch, "y")?;
    let ori_x: &Float32Array = column(batch, "ori_x")?;
    let ori_y: &Float32Array = column(batch, "ori_y")?;
    let speed: &Float32Array = column(batch, "speed")?;
    let level: &UInt16Array = column(batch, "level")?;
    // Only where there are several levels.
    let z: Option<&Float32Array> = column(batch, "z").ok();
    rows.extend((0..batch.num_rows()).map(|i| TrajectoryRow {
        frame: frame.value(i),
        id: id.value(i),
        x: x.value(i),
        y: y.value(i),
        ori_x: ori_x.value(i),
        ori_y: ori_y.value(i),
        speed: speed.value(i),
        level: level.value(i),
        z: z.map_or(0.0, |z| z.value(i)),
    }));
    Ok(())
}

fn walkers(file: &Path, json: &str) -> Result<Vec<Walker>, RecordingError> {
    let rows: Vec<(u32, String, String, f32, u16)> =
        serde_json::from_str(json).map_err(|e| RecordingError::damaged(file, format!("its walkers: {e}")))?;
    let walker = |(id, group, model, radius, level)| Walker { id, group, model, radius, level };
    Ok(rows.into_iter().map(walker).collect())
}
