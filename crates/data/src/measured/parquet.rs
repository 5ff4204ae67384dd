//! Parquet with named columns of numbers of any type. `fps`, `unit` and `wkt` in its metadata are understood.

use super::names::roles;
use super::table::{About, TableRows, understand};
use super::{FileKind, How, Measured};
use crate::input;
use crate::recording::{self, RecordingError};
use ::parquet::arrow::ProjectionMask;
use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use std::fs::File;
use std::path::Path;

type Builder = ParquetRecordBatchReaderBuilder<File>;

fn open(path: &Path) -> Result<Builder, RecordingError> {
    let file = input::open(path, u64::MAX).map_err(|e| RecordingError::input(path, e))?;
    Builder::try_new(file).map_err(|e| RecordingError::unclear(path, format!("it is no Parquet file: {e}")))
}

/// Whether it is one of our own recordings; what cannot be opened may be: its reader knows better what is wrong.
pub(super) fn is_ours(path: &Path) -> bool {
    open(path).map_or(true, |builder| {
        let about = builder.metadata().file_metadata().key_value_metadata();
        about.into_iter().flatten().any(|pair| pair.key == "schema_version")
    })
}

pub(super) fn read(path: &Path, how: &How) -> Result<Measured, RecordingError> {
    let builder = open(path)?;
    let mut about = About::default();
    for pair in builder.metadata().file_metadata().key_value_metadata().into_iter().flatten() {
        about.note(&pair.key, pair.value.as_deref().unwrap_or_default());
    }
    let names: Vec<String> = builder.schema().fields().iter().map(|f| f.name().clone()).collect();
    let roles = roles(path, &names, how)?;
    let mut columns: [Vec<f64>; 5] = Default::default();
    let bytes = std::fs::metadata(path).map_err(|e| RecordingError::io(path, e))?.len();
    // What the file announces, before anything is unpacked; what it really holds, batch by batch.
    recording::check_rows(path, builder.metadata().file_metadata().num_rows().unsigned_abs(), Some(bytes))?;
    // Only the columns that have a role are unpacked; they keep their order.
    let mut wanted: Vec<usize> = roles.columns.iter().flatten().copied().collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mask = ProjectionMask::roots(builder.parquet_schema(), wanted.iter().copied());
    let batches = builder.with_projection(mask).with_batch_size(65_536).build();
    let mut rows = 0;
    for batch in batches.map_err(|e| RecordingError::parquet(path, e))? {
        let batch = batch.map_err(|e| RecordingError::parquet(path, e.into()))?;
        rows += batch.num_rows() as u64;
        recording::check_rows(path, rows, Some(bytes))?;
        for (values, column) in columns.iter_mut().zip(roles.columns) {
            let Some(column) = column else { continue };
            let Ok(place) = wanted.binary_search(&column) else { continue };
            if !add(batch.column(place), values) {
                let why = format!("column `{}` holds no numbers", names[column]);
                return Err(RecordingError::unclear(path, why));
            }
        }
    }
    let row = |i: usize| format!("row {}", i + 1);
    understand(path, FileKind::Parquet, how, &roles, &about, &TableRows { columns, row: &row })
}

/// Adds a column's numbers, what is missing as no number; false where it holds something else.
fn add(column: &ArrayRef, out: &mut Vec<f64>) -> bool {
    fn all<T: ArrowPrimitiveType>(column: &ArrayRef, out: &mut Vec<f64>, number: impl Fn(T::Native) -> f64) {
        let values = column.as_primitive::<T>();
        out.extend((0..values.len()).map(|i| if values.is_null(i) { f64::NAN } else { number(values.value(i)) }));
    }
    match column.data_type() {
        DataType::Float64 => all::<Float64Type>(column, out, |v| v),
        DataType::Float32 => all::<Float32Type>(column, out, f64::from),
        DataType::Int8 => all::<Int8Type>(column, out, f64::from),
        DataType::Int16 => all::<Int16Type>(column, out, f64::from),
        DataType::Int32 => all::<Int32Type>(column, out, f64::from),
        DataType::Int64 => all::<Int64Type>(column, out, |v| v as f64),
        DataType::UInt8 => all::<UInt8Type>(column, out, f64::from),
        DataType::UInt16 => all::<UInt16Type>(column, out, f64::from),
        DataType::UInt32 => all::<UInt32Type>(column, out, f64::from),
        DataType::UInt64 => all::<UInt64Type>(column, out, |v| v as f64),
        _ => return false,
    }
    true
}
