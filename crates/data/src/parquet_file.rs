//! Columns of numbers in Parquet files, read in batches with Parquet's own column readers.
//!
//! Nothing here trusts the file: memory follows the pages that are there, and what its decoders take for granted is
//! checked before they see it (`pages.rs`).

mod arrow_schema;
mod pages;
#[cfg(test)]
pub(crate) mod tests;

use ::parquet::basic::{ConvertedType, LogicalType, Repetition, Type as Physical};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use ::parquet::data_type::DataType;
use ::parquet::errors::ParquetError;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::schema::types::Type;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Most rows in one batch.
pub(crate) const BATCH_ROWS: usize = 65_536;

/// What a column's numbers are, whatever they are stored as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberType {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
}

impl NumberType {
    /// None for what is no plain number: text, dates, decimals, lists.
    fn of(field: &Type) -> Option<Self> {
        let info = field.get_basic_info();
        if !field.is_primitive() || !info.has_repetition() || info.repetition() == Repetition::REPEATED {
            return None;
        }
        let (logical, converted) = (info.logical_type_ref(), info.converted_type());
        let signed_bits = match (logical, converted) {
            (None, ConvertedType::NONE) => None,
            (Some(LogicalType::Integer(int)), _) => Some((int.is_signed, int.bit_width)),
            (None, ConvertedType::INT_8) => Some((true, 8)),
            (None, ConvertedType::INT_16) => Some((true, 16)),
            (None, ConvertedType::INT_32) => Some((true, 32)),
            (None, ConvertedType::INT_64) => Some((true, 64)),
            (None, ConvertedType::UINT_8) => Some((false, 8)),
            (None, ConvertedType::UINT_16) => Some((false, 16)),
            (None, ConvertedType::UINT_32) => Some((false, 32)),
            (None, ConvertedType::UINT_64) => Some((false, 64)),
            _ => return None,
        };
        Some(match (field.get_physical_type(), signed_bits) {
            (Physical::FLOAT, None) => Self::F32,
            (Physical::DOUBLE, None) => Self::F64,
            (Physical::INT32, None | Some((true, 32))) => Self::I32,
            (Physical::INT32, Some((true, 8))) => Self::I8,
            (Physical::INT32, Some((true, 16))) => Self::I16,
            (Physical::INT32, Some((false, 8))) => Self::U8,
            (Physical::INT32, Some((false, 16))) => Self::U16,
            (Physical::INT32, Some((false, 32))) => Self::U32,
            (Physical::INT64, None | Some((true, 64))) => Self::I64,
            (Physical::INT64, Some((false, 64))) => Self::U64,
            _ => return None,
        })
    }
}

/// An open file.
pub(crate) struct ParquetFile {
    reader: SerializedFileReader<File>,
    /// Names of the columns at the root; where a column holds numbers, which of the stored columns it is and their type.
    columns: Vec<(String, Option<(usize, NumberType)>)>,
}

impl ParquetFile {
    pub fn open(file: File) -> Result<Self, ParquetError> {
        guard(|| {
            let reader = SerializedFileReader::new(file)?;
            let schema = reader.metadata().file_metadata().schema_descr();
            let hints = key_values(&reader).find(|(key, _)| *key == "ARROW:schema");
            let times = hints.map(|(_, value)| arrow_schema::times(value)).unwrap_or_default();
            let fields = schema.root_schema().get_fields().iter();
            let mut columns: Vec<_> = fields.map(|field| (field.name().to_owned(), None)).collect();
            for leaf in 0..schema.num_columns() {
                let root = schema.get_column_root_idx(leaf);
                if let Some((_, number)) = columns.get_mut(root).filter(|_| times.get(root) != Some(&true)) {
                    *number = NumberType::of(schema.get_column_root(leaf)).map(|number| (leaf, number));
                }
            }
            Ok(Self { reader, columns })
        })
    }

    /// Rows that the file announces; it may hold more or fewer.
    pub fn rows(&self) -> u64 {
        self.reader.metadata().file_metadata().num_rows().unsigned_abs()
    }

    /// The metadata that programs add, in the order of the file.
    pub fn about(&self) -> impl Iterator<Item = (&str, &str)> {
        key_values(&self.reader)
    }

    /// Names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| name.as_str())
    }

    /// The type of a column's numbers; none where there is no such column or it holds something else.
    pub fn number_type(&self, column: usize) -> Option<NumberType> {
        Some(self.columns.get(column)?.1?.1)
    }

    /// All rows of some columns, which hold numbers; other columns are left out.
    pub fn batches(&self, columns: &[usize]) -> Batches<'_> {
        let of = |column: &usize| self.columns.get(*column)?.1;
        let wanted: Vec<(usize, NumberType)> = columns.iter().filter_map(of).collect();
        let batch = wanted.iter().map(|(_, number)| Numbers::new(*number)).collect();
        let leaves = wanted.iter().map(|(leaf, _)| *leaf).collect();
        Batches { file: self, leaves, group: 0, readers: Vec::new(), batch }
    }
}

fn key_values(reader: &SerializedFileReader<File>) -> impl Iterator<Item = (&str, &str)> {
    let pairs = reader.metadata().file_metadata().key_value_metadata().into_iter().flatten();
    pairs.map(|pair| (pair.key.as_str(), pair.value.as_deref().unwrap_or_default()))
}

/// Reads columns side by side, batch by batch.
pub(crate) struct Batches<'f> {
    file: &'f ParquetFile,
    /// The stored columns.
    leaves: Vec<usize>,
    /// Row groups that were opened so far.
    group: usize,
    readers: Vec<ColumnReader>,
    batch: Vec<Numbers>,
}

impl Batches<'_> {
    /// The next rows, at least one and at most [`BATCH_ROWS`]; none at the end. After an error there is no going on.
    pub fn next(&mut self) -> Result<Option<&[Numbers]>, ParquetError> {
        let more = guard(|| self.advance())?;
        Ok(more.then_some(self.batch.as_slice()))
    }

    fn advance(&mut self) -> Result<bool, ParquetError> {
        loop {
            for (reader, numbers) in self.readers.iter_mut().zip(&mut self.batch) {
                numbers.fill(reader)?;
            }
            let rows = self.batch.first().map_or(0, |numbers| numbers.rows);
            if self.batch.iter().any(|numbers| numbers.rows != rows) {
                return Err(ParquetError::General(format!("columns of different lengths in row group {}", self.group)));
            }
            if rows > 0 && !self.readers.is_empty() {
                return Ok(true);
            }
            if self.group == self.file.reader.num_row_groups() {
                return Ok(false);
            }
            self.open_group()?;
        }
    }

    fn open_group(&mut self) -> Result<(), ParquetError> {
        let group = self.file.reader.get_row_group(self.group)?;
        self.group += 1;
        self.readers.clear();
        for leaf in &self.leaves {
            let chunk = group.metadata().columns().get(*leaf);
            let chunk =
                chunk.ok_or_else(|| ParquetError::General(format!("row group {} lacks columns", self.group)))?;
            pages::check_chunk(chunk)?;
            let pages = pages::CheckedPages::new(group.get_column_page_reader(*leaf)?, chunk.column_descr());
            self.readers.push(get_column_reader(chunk.column_descr_ptr(), Box::new(pages)));
        }
        Ok(())
    }
}

/// One column of a batch.
pub(crate) struct Numbers {
    number: NumberType,
    rows: usize,
    /// The numbers that are there, one after another.
    values: Values,
    /// 1 for each row with a number, 0 for each without; empty where every row must have one.
    present: Vec<i16>,
}

/// As they are stored.
enum Values {
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Float(Vec<f32>),
    Double(Vec<f64>),
}

impl Numbers {
    fn new(number: NumberType) -> Self {
        let values = match number {
            NumberType::I64 | NumberType::U64 => Values::Int64(Vec::new()),
            NumberType::F32 => Values::Float(Vec::new()),
            NumberType::F64 => Values::Double(Vec::new()),
            _ => Values::Int32(Vec::new()),
        };
        Self { number, rows: 0, values, present: Vec::new() }
    }

    fn fill(&mut self, reader: &mut ColumnReader) -> Result<(), ParquetError> {
        fn read<T: DataType>(
            reader: &mut ColumnReaderImpl<T>,
            present: &mut Vec<i16>,
            values: &mut Vec<T::T>,
        ) -> Result<usize, ParquetError> {
            values.clear();
            present.clear();
            Ok(reader.read_records(BATCH_ROWS, Some(present), None, values)?.0)
        }
        let present = &mut self.present;
        self.rows = match (reader, &mut self.values) {
            (ColumnReader::Int32ColumnReader(reader), Values::Int32(values)) => read(reader, present, values)?,
            (ColumnReader::Int64ColumnReader(reader), Values::Int64(values)) => read(reader, present, values)?,
            (ColumnReader::FloatColumnReader(reader), Values::Float(values)) => read(reader, present, values)?,
            (ColumnReader::DoubleColumnReader(reader), Values::Double(values)) => read(reader, present, values)?,
            _ => return Err(ParquetError::General("a column is of another type than its schema".into())),
        };
        Ok(())
    }

    /// How many rows the batch has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// A number for each row, where all have one and they are stored in 32 bits as whole numbers.
    pub fn int32(&self) -> Option<&[i32]> {
        let Values::Int32(values) = &self.values else { return None };
        (values.len() == self.rows).then_some(values)
    }

    /// A number for each row, where all have one and they are stored so.
    pub fn float(&self) -> Option<&[f32]> {
        let Values::Float(values) = &self.values else { return None };
        (values.len() == self.rows).then_some(values)
    }

    /// A number for each row, where all have one and they are stored so.
    pub fn double(&self) -> Option<&[f64]> {
        let Values::Double(values) = &self.values else { return None };
        (values.len() == self.rows).then_some(values)
    }

    /// Adds a number for each row; what is missing is NaN.
    pub fn append_to(&self, out: &mut Vec<f64>) {
        match (&self.values, self.number) {
            (Values::Double(values), _) => self.append(values, out, |v| v),
            (Values::Float(values), _) => self.append(values, out, f64::from),
            (Values::Int64(values), NumberType::U64) => self.append(values, out, |v| v as u64 as f64),
            (Values::Int64(values), _) => self.append(values, out, |v| v as f64),
            // Of small numbers the lowest bits count, of whatever sign they are stored.
            (Values::Int32(values), NumberType::I8) => self.append(values, out, |v| f64::from(v as i8)),
            (Values::Int32(values), NumberType::I16) => self.append(values, out, |v| f64::from(v as i16)),
            (Values::Int32(values), NumberType::U8) => self.append(values, out, |v| f64::from(v as u8)),
            (Values::Int32(values), NumberType::U16) => self.append(values, out, |v| f64::from(v as u16)),
            (Values::Int32(values), NumberType::U32) => self.append(values, out, |v| f64::from(v as u32)),
            (Values::Int32(values), _) => self.append(values, out, f64::from),
        }
    }

    fn append<T: Copy>(&self, values: &[T], out: &mut Vec<f64>, number: impl Fn(T) -> f64) {
        let mut values = values.iter().map(|value| number(*value));
        if values.len() == self.rows {
            out.extend(values);
        } else {
            let of = |present: &i16| if *present == 1 { values.next() } else { None };
            out.extend(self.present.iter().map(of).map(|value| value.unwrap_or(f64::NAN)));
        }
    }
}

const MALFORMED: &str = "its pages are malformed";

/// Turns a panic of the library on bytes that the checks let pass into an error.
fn guard<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    // Nothing that a panic may have left half done is used after it: an error ends the reading.
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(ParquetError::General(MALFORMED.into())))
}
