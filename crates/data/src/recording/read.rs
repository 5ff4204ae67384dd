//! Reading a recording, whatever its format.

use super::parquet::PARTS;
use super::{Format, RecordedFootstep, RecordingError, check_frames, csv, is_place, parquet_read, sqlite_read};
use crate::run_folder::{Manifest, RecordedFile};
use crate::{RecordedLevel, Trajectories, TrajectoryRow, Walker};
use ambulo_geom::Region;
use std::collections::BTreeMap;
use std::path::Path;

/// What each format's reader finds.
pub(super) struct RecordingParts {
    pub fps: f64,
    pub area: Region,
    pub levels: Vec<RecordedLevel>,
    pub walkers: Vec<Walker>,
    pub rows: Vec<TrajectoryRow>,
    pub footsteps: Vec<RecordedFootstep>,
    /// False for recordings of other programs, which have places only.
    pub has_speed: bool,
}

/// Reads a recording: a file of any of the formats, or a run folder that holds one; also of a run that was killed.
///
/// ```
/// let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
/// let error = ambulo_data::recording::read(here).unwrap_err();
/// assert!(error.to_string().contains("not a recording"));
/// ```
pub fn read(path: &Path) -> Result<Trajectories, RecordingError> {
    let meta = std::fs::metadata(path).map_err(|e| RecordingError::io(path, e))?;
    let mut parts = if meta.is_dir() { read_folder(path) } else { read_file(path) }?;
    let last = parts.rows.iter().map(|row| row.frame).max().unwrap_or(0);
    check_frames(path, u64::from(last), parts.rows.len())?;
    for row in &parts.rows {
        if !is_place(row.x, row.y) {
            let why = format!("walker {} is at no place in frame {}", row.id, row.frame);
            return Err(RecordingError::damaged(path, why));
        }
    }
    if !parts.has_speed {
        add_speeds(parts.fps, &mut parts.rows);
    }
    let walked = Trajectories::new(parts.fps, parts.area, parts.walkers, parts.rows);
    Ok(walked.with_levels(parts.levels).with_footsteps(parts.footsteps))
}

fn read_folder(dir: &Path) -> Result<RecordingParts, RecordingError> {
    if dir.file_name().is_some_and(|name| name == PARTS) {
        return parquet_read::read_parts(dir);
    }
    let manifest = Manifest::read(dir).map_err(|e| RecordingError::unclear_folder(dir, &e))?;
    if let Some(recorded) = manifest.as_ref().and_then(|m| m.recordings.first()) {
        return read_named(dir, recorded);
    }
    for format in Format::ALL {
        let file = dir.join(format.file_name());
        if file.is_file() {
            return read_file(&file);
        }
        let parts = dir.join(PARTS);
        if format == Format::Parquet && parts.is_dir() {
            return parquet_read::read_parts(&parts);
        }
    }
    Err(RecordingError::not_a_recording(dir, "the folder holds no trajectory"))
}

/// The recording that the manifest names first: another in the same folder may be of another run.
fn read_named(dir: &Path, recorded: &RecordedFile) -> Result<RecordingParts, RecordingError> {
    let (file, parts) = (dir.join(&recorded.file), dir.join(PARTS));
    if file.is_file() {
        return read_file(&file);
    }
    if recorded.format == Format::Parquet.name() && parts.is_dir() {
        return parquet_read::read_parts(&parts);
    }
    let why = format!("its manifest.json names `{}`, which is not there", recorded.file);
    Err(RecordingError::not_a_recording(dir, why))
}

fn read_file(file: &Path) -> Result<RecordingParts, RecordingError> {
    match file.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase().as_str() {
        "sqlite" | "db" => sqlite_read::read(file),
        "csv" => csv::read(file),
        "parquet" => parquet_read::read(file),
        _ => Err(RecordingError::not_a_recording(file, "its name ends in none of .sqlite, .csv, .parquet")),
    }
}

/// Speeds and headings from the move since the frame before; the first row of a walker has those of its second.
pub(crate) fn add_motion(fps: f64, rows: &mut [TrajectoryRow]) {
    add_speeds(fps, rows);
    let mut first = 0;
    for i in 1..=rows.len() {
        if i == rows.len() || rows[i].id != rows[first].id {
            head(&mut rows[first..i]);
            first = i;
        }
    }
}

/// Headings of one walker's rows; a standing walker keeps the last one.
fn head(rows: &mut [TrajectoryRow]) {
    let mut last = None;
    for i in 1..rows.len() {
        let (dx, dy) = (rows[i].x - rows[i - 1].x, rows[i].y - rows[i - 1].y);
        let length = (dx * dx + dy * dy).sqrt();
        if length > 1e-6 {
            let now = ((dx / length) as f32, (dy / length) as f32);
            if last.is_none() {
                rows[..i].iter_mut().for_each(|r| (r.ori_x, r.ori_y) = now);
            }
            last = Some(now);
        }
        if let Some(heading) = last {
            (rows[i].ori_x, rows[i].ori_y) = heading;
        }
    }
}

/// Speeds from the move since the frame before; the first of a walker has that of the second.
fn add_speeds(fps: f64, rows: &mut [TrajectoryRow]) {
    rows.sort_by_key(|r| (r.id, r.frame));
    for i in 1..rows.len() {
        let (before, now) = (rows[i - 1], rows[i]);
        if before.id == now.id && now.frame > before.frame {
            let distance = before.place().distance(now.place());
            rows[i].speed = (distance * fps / f64::from(now.frame - before.frame)) as f32;
        }
    }
    let mut firsts: BTreeMap<u32, usize> = BTreeMap::new();
    for (i, row) in rows.iter().enumerate() {
        firsts.entry(row.id).or_insert(i);
    }
    for i in firsts.into_values() {
        if rows.get(i + 1).is_some_and(|next| next.id == rows[i].id) {
            rows[i].speed = rows[i + 1].speed;
        }
    }
}
