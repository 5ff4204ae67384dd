//! Compressed columns. A Parquet file cannot be read before its end is written, so a run writes closed parts into a
//! folder; `finish` makes one file of them.

use super::footsteps::{self, FootstepText};
use super::pace::Pace;
use super::{Format, RecordedFootstep, RecordingError, RecordingMeta, RecordingWriter, level_text, parquet_read};
use crate::parquet_file::{BATCH_ROWS, NumberType};
use crate::{TrajectoryRow, Walker, region_to_wkt};
use ::parquet::basic::{Compression, ZstdLevel};
use ::parquet::data_type::{DataType, DoubleType, FloatType, Int32Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use ::parquet::schema::types::TypePtr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub(super) const SCHEMA_VERSION: &str = "1";
pub(super) const PARTS: &str = "trajectory.parquet.parts";
pub(super) const WALKERS: &str = "walkers.json";

/// The columns in their order; the last only where there are several levels.
pub(super) const COLUMNS: [(&str, NumberType); 9] = [
    ("frame", NumberType::U32),
    ("id", NumberType::U32),
    ("x", NumberType::F64),
    ("y", NumberType::F64),
    ("ori_x", NumberType::F32),
    ("ori_y", NumberType::F32),
    ("speed", NumberType::F32),
    ("level", NumberType::U16),
    ("z", NumberType::F32),
];

/// Most rows in one row group.
const GROUP_ROWS: usize = 1 << 20;
/// Many small parts compress badly, so they are larger than what the other formats hand over.
const PART_ROWS: usize = 500_000;
const PART_TIME: Duration = Duration::from_secs(1);

pub(super) struct ParquetWriter {
    file: PathBuf,
    parts: PathBuf,
    /// Numbers of the first frames of the parts: their names.
    written: Vec<u32>,
    about: Vec<KeyValue>,
    rows: Vec<TrajectoryRow>,
    walkers: Vec<Walker>,
    walkers_written: usize,
    /// With commas, among the parts.
    footsteps: FootstepText,
    /// Whether there are several levels.
    heights: bool,
    pace: Pace,
}

impl ParquetWriter {
    pub fn create(dir: &Path, meta: &RecordingMeta) -> Result<Self, RecordingError> {
        let file = dir.join(Format::Parquet.file_name());
        let parts = dir.join(PARTS);
        for (path, gone) in [(&file, std::fs::remove_file(&file)), (&parts, std::fs::remove_dir_all(&parts))] {
            match gone {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(RecordingError::io(path, e)),
                _ => {}
            }
        }
        std::fs::create_dir(&parts).map_err(|e| RecordingError::io(&parts, e))?;
        footsteps::remove(&dir.join(footsteps::PARQUET))?;
        let footsteps = FootstepText::create(&parts)?;
        Ok(Self::of(file, parts, meta, footsteps))
    }

    /// Keeps the parts up to frame `frames` and `walkers` walkers. A recording that was finished becomes a part again.
    pub fn resume(
        dir: &Path,
        meta: &RecordingMeta,
        frames: u32,
        walkers: u64,
        footsteps: u64,
    ) -> Result<Self, RecordingError> {
        let (file, parts) = (dir.join(Format::Parquet.file_name()), dir.join(PARTS));
        let landed = if file.is_file() { footsteps::read_parquet(dir)? } else { footsteps::read_csv(&parts)? };
        let mut writer = Self::of(file, parts, meta, FootstepText::fresh(&dir.join(PARTS)));
        let fault = |path: &Path, e| RecordingError::io(path, e);
        if writer.file.is_file() {
            // It is whole; of the parts some may be gone already.
            let whole = parquet_read::read(&writer.file)?;
            writer.walkers = whole.walkers;
            writer.rows = whole.rows.into_iter().filter(|row| row.frame < frames).collect();
            if writer.parts.is_dir() {
                std::fs::remove_dir_all(&writer.parts).map_err(|e| fault(&writer.parts, e))?;
            }
        } else {
            writer.walkers = parquet_read::read_walkers(&writer.parts)?;
        }
        if (writer.walkers.len() as u64) < walkers {
            let why = format!("it knows {} walkers, and {walkers} at its checkpoint", writer.walkers.len());
            return Err(RecordingError::damaged(&writer.parts, why));
        }
        writer.walkers.truncate(walkers as usize);
        std::fs::create_dir_all(&writer.parts).map_err(|e| fault(&writer.parts, e))?;
        // Written again: numbers are written so that the same ones have the same text.
        writer.footsteps = FootstepText::create(&writer.parts)?;
        writer.footsteps.add(&landed)?;
        writer.footsteps.hand_over()?;
        writer.footsteps = FootstepText::resume(&writer.parts, footsteps)?;
        footsteps::remove(&dir.join(footsteps::PARQUET))?;
        for (first, path) in parquet_read::parts(&writer.parts)? {
            if first < frames {
                writer.written.push(first);
            } else {
                std::fs::remove_file(&path).map_err(|e| fault(&path, e))?;
            }
        }
        writer.flush()?;
        match std::fs::remove_file(&writer.file) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(RecordingError::io(&writer.file, e)),
            _ => Ok(writer),
        }
    }

    fn of(file: PathBuf, parts: PathBuf, meta: &RecordingMeta, footsteps: FootstepText) -> Self {
        let about = [
            ("schema_version", SCHEMA_VERSION.to_string()),
            ("fps", format!("{:?}", meta.fps)),
            ("wkt", region_to_wkt(&meta.area)),
            ("units", "x, y: m; ori_x, ori_y: unit vector; speed: m/s; time: frame / fps s".to_string()),
            ("title", meta.title.clone()),
            ("scene", meta.scene.clone()),
            ("seed", meta.seed.to_string()),
            ("dt", format!("{:?}", meta.dt)),
            ("version", meta.version.clone()),
        ];
        let heights = !meta.levels.is_empty();
        let levels = heights.then(|| ("levels", level_text::to_json(&meta.levels)));
        let about = about.into_iter().chain(meta.coordinates()).chain(levels);
        let about = about.map(|(key, value)| KeyValue::new(key.to_string(), value)).collect();
        let pace = Pace::new(PART_ROWS, PART_TIME);
        let (rows, walkers) = (Vec::new(), Vec::new());
        Self { file, parts, written: Vec::new(), about, rows, walkers, walkers_written: 0, footsteps, heights, pace }
    }

    fn part(&self, first: u32) -> PathBuf {
        self.parts.join(format!("part-{first:08}.parquet"))
    }

    fn properties(&self, more: Option<KeyValue>) -> WriterProperties {
        let about = self.about.iter().cloned().chain(more).collect();
        WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(about))
            .build()
    }

    fn write_part(&mut self) -> Result<(), RecordingError> {
        let first = self.rows.first().map_or(0, |row| row.frame);
        let path = self.part(first);
        self.write(&path, None, |into| {
            let groups = &mut self.rows.chunks(GROUP_ROWS);
            groups.try_for_each(|rows| self.write_group(into, rows)).map_err(|e| RecordingError::parquet(&path, e))
        })?;
        self.written.push(first);
        self.rows.clear();
        Ok(())
    }

    /// The file of footsteps, where there are any.
    fn write_footsteps(&self) -> Result<(), RecordingError> {
        let rows = footsteps::read_csv(&self.parts)?;
        if rows.is_empty() {
            return Ok(());
        }
        let path = self.file.with_file_name(footsteps::PARQUET);
        let schema = footsteps::schema().map_err(|e| RecordingError::parquet(&path, e))?;
        self.write_as(&path, schema, None, |into| {
            let groups = &mut rows.chunks(GROUP_ROWS);
            groups.try_for_each(|rows| write_steps(into, rows)).map_err(|e| RecordingError::parquet(&path, e))
        })
    }

    fn write(
        &self,
        path: &Path,
        more: Option<KeyValue>,
        fill: impl FnOnce(&mut SerializedFileWriter<File>) -> Result<(), RecordingError>,
    ) -> Result<(), RecordingError> {
        let schema = schema(self.heights).map_err(|e| RecordingError::parquet(path, e))?;
        self.write_as(path, schema, more, fill)
    }

    /// Writes under another name and renames, so that a file of this name is always complete.
    fn write_as(
        &self,
        path: &Path,
        schema: TypePtr,
        more: Option<KeyValue>,
        fill: impl FnOnce(&mut SerializedFileWriter<File>) -> Result<(), RecordingError>,
    ) -> Result<(), RecordingError> {
        let fresh = path.with_extension("parquet.tmp");
        let fault = |e| RecordingError::parquet(&fresh, e);
        let file = File::create(&fresh).map_err(|e| RecordingError::io(&fresh, e))?;
        let mut writer = SerializedFileWriter::new(file, schema, Arc::new(self.properties(more))).map_err(fault)?;
        fill(&mut writer)?;
        writer.close().map_err(fault)?;
        // A name must not outlive what it names.
        File::open(&fresh).and_then(|f| f.sync_all()).map_err(|e| RecordingError::io(&fresh, e))?;
        std::fs::rename(&fresh, path).map_err(|e| RecordingError::io(path, e))
    }

    /// The parts one after another, one row group in memory at a time.
    fn join(&self, into: &mut SerializedFileWriter<File>) -> Result<(), RecordingError> {
        let fault = |e| RecordingError::parquet(&self.file, e);
        let mut rows = Vec::new();
        for first in &self.written {
            let path = self.part(*first);
            let part = parquet_read::open(&path)?;
            let mut batches = parquet_read::RowBatches::new(&path, &part)?;
            while batches.add_next(&mut rows)? {
                if rows.len() >= GROUP_ROWS {
                    self.write_group(into, &rows[..GROUP_ROWS]).map_err(fault)?;
                    rows.drain(..GROUP_ROWS);
                }
            }
        }
        if rows.is_empty() { Ok(()) } else { self.write_group(into, &rows).map_err(fault) }
    }

    fn write_group(&self, into: &mut SerializedFileWriter<File>, rows: &[TrajectoryRow]) -> Result<(), ParquetError> {
        let mut group = into.next_row_group()?;
        // Unsigned numbers are stored in the bits of signed ones.
        column::<Int32Type, _>(&mut group, rows, |r| r.frame as i32)?;
        column::<Int32Type, _>(&mut group, rows, |r| r.id as i32)?;
        column::<DoubleType, _>(&mut group, rows, |r| r.x)?;
        column::<DoubleType, _>(&mut group, rows, |r| r.y)?;
        column::<FloatType, _>(&mut group, rows, |r| r.ori_x)?;
        column::<FloatType, _>(&mut group, rows, |r| r.ori_y)?;
        column::<FloatType, _>(&mut group, rows, |r| r.speed)?;
        column::<Int32Type, _>(&mut group, rows, |r| i32::from(r.level))?;
        if self.heights {
            column::<FloatType, _>(&mut group, rows, |r| r.z)?;
        }
        group.close().map(|_| ())
    }
}

impl RecordingWriter for ParquetWriter {
    fn walkers(&mut self, new: &[Walker]) -> Result<(), RecordingError> {
        self.walkers.extend_from_slice(new);
        Ok(())
    }

    fn frame(&mut self, frame: u32, rows: &[TrajectoryRow]) -> Result<(), RecordingError> {
        self.rows.extend(rows.iter().map(|r| TrajectoryRow { frame, ..*r }));
        if self.pace.due(rows.len()) { self.flush() } else { Ok(()) }
    }

    fn footsteps(&mut self, landed: &[RecordedFootstep]) -> Result<(), RecordingError> {
        self.footsteps.add(landed)
    }

    fn flush(&mut self) -> Result<(), RecordingError> {
        self.pace.reset();
        self.footsteps.hand_over()?;
        if self.walkers_written < self.walkers.len() {
            let (path, fresh) = (self.parts.join(WALKERS), self.parts.join("walkers.json.tmp"));
            std::fs::write(&fresh, walkers_json(&self.walkers)).map_err(|e| RecordingError::io(&fresh, e))?;
            std::fs::rename(&fresh, &path).map_err(|e| RecordingError::io(&path, e))?;
            self.walkers_written = self.walkers.len();
        }
        if self.rows.is_empty() { Ok(()) } else { self.write_part() }
    }

    fn keep(&mut self) -> Result<Vec<u64>, RecordingError> {
        self.flush()?;
        Ok(vec![0, self.walkers.len() as u64, self.footsteps.keep()?])
    }

    fn finish(mut self: Box<Self>) -> Result<(), RecordingError> {
        self.flush()?;
        self.write_footsteps()?;
        let walkers = KeyValue::new("walkers".to_string(), walkers_json(&self.walkers));
        self.write(&self.file, Some(walkers), |writer| self.join(writer))?;
        std::fs::remove_dir_all(&self.parts).map_err(|e| RecordingError::io(&self.parts, e))
    }
}

fn write_steps(into: &mut SerializedFileWriter<File>, rows: &[RecordedFootstep]) -> Result<(), ParquetError> {
    let mut group = into.next_row_group()?;
    column::<Int32Type, _>(&mut group, rows, |r| r.walker as i32)?;
    column::<Int32Type, _>(&mut group, rows, |r| r.index as i32)?;
    column::<Int32Type, _>(&mut group, rows, |r| i32::from(r.side))?;
    let values: [fn(&RecordedFootstep) -> f64; 6] = [|r| r.x, |r| r.y, |r| r.z, |r| r.heading, |r| r.lift, |r| r.land];
    for value in values {
        column::<DoubleType, _>(&mut group, rows, value)?;
    }
    group.close().map(|_| ())
}

fn schema(heights: bool) -> Result<TypePtr, ParquetError> {
    let columns = COLUMNS.iter().filter(|(name, _)| heights || *name != "z");
    let column = |(name, number): &(&str, NumberType)| match number {
        NumberType::U16 => format!("required int32 {name} (integer(16, false));"),
        NumberType::U32 => format!("required int32 {name} (integer(32, false));"),
        NumberType::F32 => format!("required float {name};"),
        _ => format!("required double {name};"),
    };
    parse_message_type(&format!("message schema {{ {} }}", columns.map(column).collect::<String>())).map(Arc::new)
}

/// Writes the next column of a row group.
fn column<T: DataType, R>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    rows: &[R],
    value: fn(&R) -> T::T,
) -> Result<(), ParquetError> {
    let past = || ParquetError::General("more columns than the schema has".into());
    let mut column = group.next_column()?.ok_or_else(past)?;
    let mut values = Vec::with_capacity(rows.len().min(BATCH_ROWS));
    for rows in rows.chunks(BATCH_ROWS) {
        values.clear();
        values.extend(rows.iter().map(value));
        column.typed::<T>().write_batch(&values, None, None)?;
    }
    column.close()
}

/// One list `[id, group, model, radius, level]` a walker.
fn walkers_json(walkers: &[Walker]) -> String {
    let rows: Vec<_> = walkers.iter().map(|w| (w.id, &w.group, &w.model, w.radius, w.level)).collect();
    serde_json::to_string(&rows).unwrap_or_default()
}
