//! The table of footsteps beside the trajectories: a file of its own with commas or in columns, a table in SQLite. There is none where
//! nobody makes footsteps.

use super::RecordingError;
use super::csv::{Text, read_text};
use super::parquet_read;
use crate::parquet_file::{NumberType, Numbers};
use ::parquet::errors::ParquetError;
use ::parquet::schema::parser::parse_message_type;
use ::parquet::schema::types::TypePtr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One footstep of a recording.
///
/// ```
/// use ambulo_data::RecordedFootstep;
/// let row = RecordedFootstep { walker: 3, index: 2, side: 1, x: 0.5, y: -0.09, lift: 0.1, land: 0.6, ..RecordedFootstep::default() };
/// assert!(row.is_sound());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RecordedFootstep {
    /// Which walker.
    pub walker: u32,
    /// Which footstep of the walker, from 0.
    pub index: u32,
    /// The foot: 0 left, 1 right.
    pub side: u8,
    /// Where it lands [m].
    pub x: f64,
    /// Where it lands [m].
    pub y: f64,
    /// Height of the floor there [m].
    pub z: f64,
    /// Direction of the foot [rad].
    pub heading: f64,
    /// When it leaves the floor [s].
    pub lift: f64,
    /// When it lands [s]; the same for feet that a walker appears on.
    pub land: f64,
}

impl RecordedFootstep {
    /// Whether its numbers are numbers and its foot is one of two.
    pub fn is_sound(&self) -> bool {
        self.side < 2 && [self.x, self.y, self.z, self.heading, self.lift, self.land].iter().all(|v| v.is_finite())
    }
}

/// Its file with commas.
pub(super) const CSV: &str = "footsteps.csv";
/// Its file in columns.
pub(super) const PARQUET: &str = "footsteps.parquet";
/// Its table in SQLite.
pub(super) const TABLE: &str = "ambulo_footsteps";
pub(super) const COLUMNS: [(&str, NumberType); 9] = [
    ("walker", NumberType::U32),
    ("index", NumberType::U32),
    ("side", NumberType::U16),
    ("x", NumberType::F64),
    ("y", NumberType::F64),
    ("z", NumberType::F64),
    ("heading", NumberType::F64),
    ("lift", NumberType::F64),
    ("land", NumberType::F64),
];

fn header() -> String {
    COLUMNS.map(|(name, _)| name).join(",")
}

/// The file with commas, which is made with the first footstep.
pub(super) struct FootstepText {
    path: PathBuf,
    text: Option<Text>,
}

impl FootstepText {
    /// In a folder, in which none is.
    pub fn fresh(dir: &Path) -> Self {
        Self { path: dir.join(CSV), text: None }
    }

    /// In a folder, in which one of an earlier run is removed.
    pub fn create(dir: &Path) -> Result<Self, RecordingError> {
        remove(&dir.join(CSV))?;
        Ok(Self::fresh(dir))
    }

    /// The same without what came after the first `bytes`.
    pub fn resume(dir: &Path, bytes: u64) -> Result<Self, RecordingError> {
        let path = dir.join(CSV);
        if bytes == 0 {
            return Self::create(dir);
        }
        Ok(Self { text: Some(Text::resume(path.clone(), bytes)?), path })
    }

    pub fn add(&mut self, rows: &[RecordedFootstep]) -> Result<(), RecordingError> {
        if rows.is_empty() {
            return Ok(());
        }
        if self.text.is_none() {
            let mut text = Text::create(self.path.clone())?;
            let _ = writeln!(text.held, "{}", header());
            self.text = Some(text);
        }
        if let Some(text) = &mut self.text {
            for r in rows {
                let RecordedFootstep { walker, index, side, x, y, z, heading, lift, land } = r;
                // Writing to memory cannot fail.
                let _ = writeln!(text.held, "{walker},{index},{side},{x},{y},{z},{heading},{lift},{land}");
            }
        }
        Ok(())
    }

    pub fn hand_over(&mut self) -> Result<(), RecordingError> {
        self.text.as_mut().map_or(Ok(()), Text::hand_over)
    }

    /// Has the disk keep it; where it ends.
    pub fn keep(&mut self) -> Result<u64, RecordingError> {
        self.text.as_mut().map_or(Ok(0), Text::keep)
    }
}

pub(super) fn remove(path: &Path) -> Result<(), RecordingError> {
    match std::fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(RecordingError::io(path, e)),
        _ => Ok(()),
    }
}

/// Reads the file with commas in a folder, if there is one. A last line without its end was cut off and is left out.
pub(super) fn read_csv(dir: &Path) -> Result<Vec<RecordedFootstep>, RecordingError> {
    let file = dir.join(CSV);
    if !file.is_file() {
        return Ok(Vec::new());
    }
    let text = read_text(&file)?;
    let mut lines = text.lines().enumerate();
    if lines.next().is_some_and(|(_, line)| line.trim_end() != header()) {
        return Err(RecordingError::damaged(&file, format!("line 1 is not `{}`", header())));
    }
    let row = |(i, line): (usize, &str)| {
        let row = parse(line).filter(RecordedFootstep::is_sound);
        row.ok_or_else(|| RecordingError::damaged(&file, format!("line {} is not `{}`: {line:.60}", i + 1, header())))
    };
    lines.filter(|(_, line)| !line.is_empty()).map(row).collect()
}

fn parse(line: &str) -> Option<RecordedFootstep> {
    let mut fields = line.split(',').map(str::trim);
    let mut next = || fields.next();
    let row = RecordedFootstep {
        walker: next()?.parse().ok()?,
        index: next()?.parse().ok()?,
        side: next()?.parse().ok()?,
        x: next()?.parse().ok()?,
        y: next()?.parse().ok()?,
        z: next()?.parse().ok()?,
        heading: next()?.parse().ok()?,
        lift: next()?.parse().ok()?,
        land: next()?.parse().ok()?,
    };
    fields.next().is_none().then_some(row)
}

/// Reads the file in columns in a folder, if there is one.
pub(super) fn read_parquet(dir: &Path) -> Result<Vec<RecordedFootstep>, RecordingError> {
    let file = dir.join(PARQUET);
    if !file.is_file() {
        return Ok(Vec::new());
    }
    let lacking =
        |name: &str| RecordingError::damaged(&file, format!("its column `{name}` is missing or of another type"));
    let parquet = parquet_read::open(&file)?;
    let mut columns = Vec::new();
    for (name, number) in COLUMNS {
        let column = parquet.names().position(|found| found == name);
        let column = column.filter(|column| parquet.number_type(*column) == Some(number));
        columns.push(column.ok_or_else(|| lacking(name))?);
    }
    let mut rows = Vec::new();
    let mut batches = parquet.batches(&columns);
    while let Some(batch) = batches.next().map_err(|e| RecordingError::parquet(&file, e))? {
        add(batch, &mut rows).map_err(|column| lacking(COLUMNS[column].0))?;
    }
    match rows.iter().find(|row| !row.is_sound()) {
        Some(row) => {
            Err(RecordingError::damaged(&file, format!("footstep {} of walker {} is none", row.index, row.walker)))
        }
        None => Ok(rows),
    }
}

/// Adds a batch; the number of the column that lacks numbers, where one does.
fn add(batch: &[Numbers], rows: &mut Vec<RecordedFootstep>) -> Result<(), usize> {
    let whole = |i: usize| batch.get(i).and_then(Numbers::int32).ok_or(i);
    let real = |i: usize| batch.get(i).and_then(Numbers::double).ok_or(i);
    let (walkers, indices, sides) = (whole(0)?, whole(1)?, whole(2)?);
    let numbers = [real(3)?, real(4)?, real(5)?, real(6)?, real(7)?, real(8)?];
    // All columns of a batch have the same rows.
    for (i, ((walker, index), side)) in walkers.iter().zip(indices).zip(sides).enumerate() {
        let [x, y, z, heading, lift, land] = numbers.map(|values| values[i]);
        // Unsigned numbers are stored in the bits of signed ones.
        let (walker, index, side) = (*walker as u32, *index as u32, (*side).clamp(0, 255) as u8);
        rows.push(RecordedFootstep { walker, index, side, x, y, z, heading, lift, land });
    }
    Ok(())
}

/// The row type of the file in columns.
pub(super) fn schema() -> Result<TypePtr, ParquetError> {
    let column = |(name, number): (&str, NumberType)| match number {
        NumberType::U16 => format!("required int32 {name} (integer(16, false));"),
        NumberType::U32 => format!("required int32 {name} (integer(32, false));"),
        _ => format!("required double {name};"),
    };
    parse_message_type(&format!("message schema {{ {} }}", COLUMNS.map(column).concat())).map(Arc::new)
}
