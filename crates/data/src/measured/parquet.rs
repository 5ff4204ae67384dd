//! Parquet with named columns of numbers of any type. `fps`, `unit` and `wkt` in its metadata are understood.

use super::names::roles;
use super::table::{About, TableRows, understand};
use super::{FileKind, How, Measured};
use crate::input;
use crate::parquet_file::ParquetFile;
use crate::recording::{self, RecordingError};
use std::path::Path;

fn open(path: &Path) -> Result<ParquetFile, RecordingError> {
    let file = input::open(path, u64::MAX).map_err(|e| RecordingError::input(path, e))?;
    ParquetFile::open(file).map_err(|e| RecordingError::unclear(path, format!("it is no Parquet file: {e}")))
}

/// Whether it is one of our own recordings; what cannot be opened may be: its reader knows better what is wrong.
pub(super) fn is_ours(path: &Path) -> bool {
    open(path).map_or(true, |file| file.about().any(|(key, _)| key == "schema_version"))
}

pub(super) fn read(path: &Path, how: &How) -> Result<Measured, RecordingError> {
    let file = open(path)?;
    let mut about = About::default();
    file.about().for_each(|(key, value)| about.note(key, value));
    let names: Vec<String> = file.names().map(str::to_owned).collect();
    let roles = roles(path, &names, how)?;
    let mut columns: [Vec<f64>; 5] = Default::default();
    let bytes = std::fs::metadata(path).map_err(|e| RecordingError::io(path, e))?.len();
    // What the file announces, before anything is unpacked; what it really holds, batch by batch.
    recording::check_rows(path, file.rows(), Some(bytes))?;
    // Only the columns that have a role are unpacked.
    let mut wanted: Vec<usize> = roles.columns.iter().flatten().copied().collect();
    wanted.sort_unstable();
    wanted.dedup();
    if file.rows() == 0 {
        wanted.clear();
    }
    if let Some(column) = wanted.iter().find(|column| file.number_type(**column).is_none()) {
        return Err(RecordingError::unclear(path, format!("column `{}` holds no numbers", names[*column])));
    }
    let mut batches = file.batches(&wanted);
    let mut rows = 0;
    while let Some(batch) = batches.next().map_err(|e| RecordingError::parquet(path, e))? {
        rows += batch.first().map_or(0, |numbers| numbers.rows()) as u64;
        recording::check_rows(path, rows, Some(bytes))?;
        for (values, column) in columns.iter_mut().zip(roles.columns) {
            let place = column.and_then(|column| wanted.binary_search(&column).ok());
            if let Some(numbers) = place.and_then(|place| batch.get(place)) {
                numbers.append_to(values);
            }
        }
    }
    let row = |i: usize| format!("row {}", i + 1);
    understand(path, FileKind::Parquet, how, &roles, &about, &TableRows { columns, row: &row })
}
