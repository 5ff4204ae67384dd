//! Compressed columns. A Parquet file cannot be read before its end is written, so a run writes closed parts into a
//! folder; `finish` makes one file of them.

use super::pace::Pace;
use super::{Format, RecordingError, RecordingMeta, RecordingWriter, level_text, parquet_read};
use crate::{TrajectoryRow, Walker, region_to_wkt};
use ::parquet::arrow::ArrowWriter;
use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use ::parquet::basic::{Compression, ZstdLevel};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use arrow_array::{ArrayRef, Float32Array, Float64Array, RecordBatch, UInt16Array, UInt32Array};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub(super) const SCHEMA_VERSION: &str = "1";
pub(super) const PARTS: &str = "trajectory.parquet.parts";
pub(super) const WALKERS: &str = "walkers.json";

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
        Ok(Self::of(file, parts, meta))
    }

    /// Keeps the parts up to frame `frames` and `walkers` walkers. A recording that was finished becomes a part again.
    pub fn resume(dir: &Path, meta: &RecordingMeta, frames: u32, walkers: u64) -> Result<Self, RecordingError> {
        let mut writer = Self::of(dir.join(Format::Parquet.file_name()), dir.join(PARTS), meta);
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

    fn of(file: PathBuf, parts: PathBuf, meta: &RecordingMeta) -> Self {
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
        Self { file, parts, written: Vec::new(), about, rows, walkers, walkers_written: 0, heights, pace }
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
        let batch = batch(&self.rows, self.heights).map_err(|e| RecordingError::parquet(&self.file, e.into()))?;
        let first = self.rows.first().map_or(0, |row| row.frame);
        self.write(&self.part(first), None, |writer| writer.write(&batch))?;
        self.written.push(first);
        self.rows.clear();
        Ok(())
    }

    /// Writes under another name and renames, so that a file of this name is always complete.
    fn write(
        &self,
        path: &Path,
        more: Option<KeyValue>,
        fill: impl FnOnce(&mut ArrowWriter<File>) -> Result<(), ParquetError>,
    ) -> Result<(), RecordingError> {
        let fresh = path.with_extension("parquet.tmp");
        let file = File::create(&fresh).map_err(|e| RecordingError::io(&fresh, e))?;
        let written =
            ArrowWriter::try_new(file, schema(self.heights), Some(self.properties(more))).and_then(|mut writer| {
                fill(&mut writer)?;
                writer.close()
            });
        written.map_err(|e| RecordingError::parquet(&fresh, e))?;
        // A name must not outlive what it names.
        File::open(&fresh).and_then(|f| f.sync_all()).map_err(|e| RecordingError::io(&fresh, e))?;
        std::fs::rename(&fresh, path).map_err(|e| RecordingError::io(path, e))
    }

    /// The parts one after another, one batch in memory at a time.
    fn join(&self, into: &mut ArrowWriter<File>) -> Result<(), ParquetError> {
        for first in &self.written {
            let part = File::open(self.part(*first))?;
            for batch in ParquetRecordBatchReaderBuilder::try_new(part)?.with_batch_size(65_536).build()? {
                into.write(&batch?)?;
            }
        }
        Ok(())
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

    fn flush(&mut self) -> Result<(), RecordingError> {
        self.pace.reset();
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
        Ok(vec![0, self.walkers.len() as u64])
    }

    fn finish(mut self: Box<Self>) -> Result<(), RecordingError> {
        self.flush()?;
        let walkers = KeyValue::new("walkers".to_string(), walkers_json(&self.walkers));
        self.write(&self.file, Some(walkers), |writer| self.join(writer))?;
        std::fs::remove_dir_all(&self.parts).map_err(|e| RecordingError::io(&self.parts, e))
    }
}

fn schema(heights: bool) -> Arc<Schema> {
    let column = |name: &str, kind| Field::new(name, kind, false);
    let mut columns = vec![
        column("frame", DataType::UInt32),
        column("id", DataType::UInt32),
        column("x", DataType::Float64),
        column("y", DataType::Float64),
        column("ori_x", DataType::Float32),
        column("ori_y", DataType::Float32),
        column("speed", DataType::Float32),
        column("level", DataType::UInt16),
    ];
    columns.extend(heights.then(|| column("z", DataType::Float32)));
    Arc::new(Schema::new(columns))
}

fn batch(rows: &[TrajectoryRow], heights: bool) -> Result<RecordBatch, ArrowError> {
    let whole = |f: fn(&TrajectoryRow) -> u32| Arc::new(UInt32Array::from_iter_values(rows.iter().map(f))) as ArrayRef;
    let place = |f: fn(&TrajectoryRow) -> f64| Arc::new(Float64Array::from_iter_values(rows.iter().map(f))) as ArrayRef;
    let small = |f: fn(&TrajectoryRow) -> f32| Arc::new(Float32Array::from_iter_values(rows.iter().map(f))) as ArrayRef;
    let mut columns = vec![
        whole(|r| r.frame),
        whole(|r| r.id),
        place(|r| r.x),
        place(|r| r.y),
        small(|r| r.ori_x),
        small(|r| r.ori_y),
        small(|r| r.speed),
        Arc::new(UInt16Array::from_iter_values(rows.iter().map(|r| r.level))) as ArrayRef,
    ];
    columns.extend(heights.then(|| small(|r| r.z)));
    RecordBatch::try_new(schema(heights), columns)
}

/// One list `[id, group, model, radius, level]` a walker.
fn walkers_json(walkers: &[Walker]) -> String {
    let rows: Vec<_> = walkers.iter().map(|w| (w.id, &w.group, &w.model, w.radius, w.level)).collect();
    serde_json::to_string(&rows).unwrap_or_default()
}
