use super::*;
use ::parquet::basic::{Compression, Encoding, ZstdLevel};
use ::parquet::data_type::{ByteArrayType, DoubleType, FloatType, Int32Type, Int64Type};
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use std::path::Path;
use std::sync::Arc;

pub(crate) type Group<'g> = SerializedRowGroupWriter<'g, File>;

/// Writes a file of some columns (`"required double x;"`) with as many row groups as there are functions that fill them.
pub(crate) fn write(path: &Path, columns: &str, properties: WriterPropertiesBuilder, groups: &[&dyn Fn(&mut Group)]) {
    let schema = Arc::new(parse_message_type(&format!("message schema {{ {columns} }}")).unwrap());
    let file = File::create(path).unwrap();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties.build())).unwrap();
    for fill in groups {
        let mut group = writer.next_row_group().unwrap();
        fill(&mut group);
        group.close().unwrap();
    }
    writer.close().unwrap();
}

/// Writes the next column; `present` has a 1 or 0 for each row of an optional one.
pub(crate) fn put<T: DataType>(group: &mut Group, values: &[T::T], present: Option<&[i16]>) {
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<T>().write_batch(values, present, None).unwrap();
    column.close().unwrap();
}

pub(crate) fn plain() -> WriterPropertiesBuilder {
    WriterProperties::builder()
}

fn zstd() -> WriterPropertiesBuilder {
    plain().set_compression(Compression::ZSTD(ZstdLevel::default()))
}

/// All numbers of all columns that hold some.
fn numbers(path: &Path) -> Result<Vec<Vec<f64>>, ParquetError> {
    let file = ParquetFile::open(File::open(path)?)?;
    let wanted: Vec<usize> = (0..file.names().count()).filter(|c| file.number_type(*c).is_some()).collect();
    let mut columns = vec![Vec::new(); wanted.len()];
    let mut batches = file.batches(&wanted);
    while let Some(batch) = batches.next()? {
        assert!((1..=BATCH_ROWS).contains(&batch[0].rows()));
        columns.iter_mut().zip(batch).for_each(|(column, numbers)| numbers.append_to(column));
        // A file of a few kilobytes may unpack to anything; the callers stop at their limits.
        if columns.first().is_some_and(|column| column.len() > 1_000_000) {
            break;
        }
    }
    Ok(columns)
}

#[test]
fn every_type_of_number_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.parquet");
    let columns = "required int32 a (integer(8, true)); required int32 b (integer(16, true)); required int32 c;
        required int64 d; required int32 e (integer(8, false)); required int32 f (integer(16, false));
        required int32 g (integer(32, false)); required int64 h (integer(64, false)); required float i;
        required double j; optional int64 k; optional double l; required int32 m (UINT_32);";
    let fill = |group: &mut Group| {
        (0..3).for_each(|_| put::<Int32Type>(group, &[-1, 100], None));
        put::<Int64Type>(group, &[-1, 1 << 40], None);
        (0..3).for_each(|_| put::<Int32Type>(group, &[-1, 100], None));
        put::<Int64Type>(group, &[-1, 1 << 40], None);
        put::<FloatType>(group, &[0.5, -2.0], None);
        put::<DoubleType>(group, &[0.1, 1e300], None);
        put::<Int64Type>(group, &[7], Some(&[0, 1]));
        put::<DoubleType>(group, &[1.0, 2.0], Some(&[1, 1]));
        put::<Int32Type>(group, &[-1, 100], None);
    };
    write(&path, columns, zstd(), &[&fill, &fill]);
    let once = [
        [-1.0, 100.0],
        [-1.0, 100.0],
        [-1.0, 100.0],
        [-1.0, 1_099_511_627_776.0],
        [255.0, 100.0],
        [65_535.0, 100.0],
        [4_294_967_295.0, 100.0],
        [18_446_744_073_709_551_615.0, 1_099_511_627_776.0],
        [0.5, -2.0],
        [0.1, 1e300],
        [f64::NAN, 7.0],
        [1.0, 2.0],
        [4_294_967_295.0, 100.0],
    ];
    let same = |a: &f64, b: &f64| a == b || (a.is_nan() && b.is_nan());
    for (i, (found, once)) in numbers(&path).unwrap().iter().zip(once).enumerate() {
        let twice = [once, once].concat();
        assert!(found.len() == 4 && found.iter().zip(&twice).all(|(a, b)| same(a, b)), "column {i}: {found:?}");
    }
}

#[test]
fn what_is_no_plain_number_has_no_number_type() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.parquet");
    let columns =
        "required int32 date (DATE); required int64 at (TIMESTAMP(MILLIS, true)); required binary name (UTF8);
        repeated int32 list; optional group nested { required double x; } required int32 money (DECIMAL(9, 2));
        required boolean here; required int64 took; required double x;";
    write(&path, columns, plain(), &[]);
    let file = ParquetFile::open(File::open(&path).unwrap()).unwrap();
    let types: Vec<_> = (0..10).map(|column| file.number_type(column)).collect();
    let (whole, real) = (Some(NumberType::I64), Some(NumberType::F64));
    assert_eq!(types, [None, None, None, None, None, None, None, whole, real, None]);
    assert_eq!(file.names().nth(8), Some("x"));
}

#[test]
fn batches_go_over_row_groups_and_empty_ones_end_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.parquet");
    let values: Vec<f64> = (0..100_000).map(f64::from).collect();
    for (columns, optional) in [("required double x;", false), ("optional double x;", true)] {
        let rows = |group: &mut Group, n: usize| {
            put::<DoubleType>(group, &values[..n], optional.then(|| vec![1; n]).as_deref());
        };
        let (fill, few, none) =
            (|g: &mut Group| rows(g, 100_000), |g: &mut Group| rows(g, 3), |g: &mut Group| rows(g, 0));
        write(&path, columns, zstd(), &[&fill, &none, &few, &fill]);
        assert_eq!(numbers(&path).unwrap()[0], [&values[..], &values[..3], &values[..]].concat());
        write(&path, columns, zstd(), &[]);
        assert_eq!(numbers(&path).unwrap(), [Vec::<f64>::new()]);
    }
}

/// Files with all kinds of pages that this crate or others write.
fn samples(dir: &Path) -> Vec<std::path::PathBuf> {
    let version = |version| plain().set_writer_version(version).set_data_page_row_count_limit(40);
    let encoded = |encoding| version(WriterVersion::PARQUET_2_0).set_dictionary_enabled(false).set_encoding(encoding);
    let all = [
        ("v1", version(WriterVersion::PARQUET_1_0)),
        ("v2", version(WriterVersion::PARQUET_2_0)),
        ("zstd", version(WriterVersion::PARQUET_1_0).set_compression(Compression::ZSTD(ZstdLevel::default()))),
        ("split", encoded(Encoding::BYTE_STREAM_SPLIT)),
        ("plain", encoded(Encoding::PLAIN)),
    ];
    let fill = |group: &mut Group| {
        let whole: Vec<i32> = (0..60).map(|i| i / 3).collect();
        let real: Vec<f64> = (0..60).map(|i| f64::from(i % 7) * 0.37).collect();
        let present: Vec<i16> = (0..60).map(|i| i16::from(i % 5 != 0)).collect();
        put::<Int32Type>(group, &whole, None);
        put::<DoubleType>(group, &real, None);
        put::<Int64Type>(group, &[4; 48], Some(&present));
    };
    let delta = version(WriterVersion::PARQUET_2_0).set_dictionary_enabled(false);
    let columns = "required int32 id (integer(32, false)); required double x; optional int64 time;";
    let mut files = Vec::new();
    for (name, properties) in all.into_iter().chain([("delta", delta)]) {
        files.push(dir.join(format!("{name}.parquet")));
        write(&files[files.len() - 1], columns, properties, &[&fill]);
    }
    files
}

/// Every byte of every sample, changed: the reader ends with rows or with an error that says what is wrong. Files of which a
/// decoder made a panic are found by the checks of their pages.
#[test]
fn no_changed_byte_makes_the_reader_panic_or_hang() {
    let dir = tempfile::tempdir().unwrap();
    let changed = dir.path().join("changed.parquet");
    for file in samples(dir.path()) {
        let whole = std::fs::read(&file).unwrap();
        let rows = numbers(&file).unwrap();
        assert_eq!((rows.len(), rows[0].len(), rows[2].iter().filter(|v| v.is_nan()).count()), (3, 60, 12));
        for i in 0..whole.len() {
            for change in [1, whole[i] | 0x80] {
                let mut bytes = whole.clone();
                bytes[i] ^= change;
                // A new file each time: some file systems wait for the disk when one is overwritten.
                let _ = std::fs::remove_file(&changed);
                std::fs::write(&changed, &bytes).unwrap();
                let why = numbers(&changed).err().map(|e| e.to_string()).unwrap_or_default();
                assert!(!why.contains(MALFORMED), "{}: byte {i} changed by {change}", file.display());
            }
        }
    }
}

#[test]
fn an_arrow_schema_beside_the_columns_marks_durations() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.parquet");
    let noted = vec![KeyValue::new("ARROW:schema".to_string(), arrow_schema::NOTED.to_string())];
    let properties = plain().set_key_value_metadata(Some(noted));
    write(&path, "required int64 id; required int64 time; required double x;", properties, &[]);
    let file = ParquetFile::open(File::open(&path).unwrap()).unwrap();
    let types: Vec<_> = (0..3).map(|column| file.number_type(column)).collect();
    assert_eq!(types, [Some(NumberType::I64), None, Some(NumberType::F64)]);
}

#[test]
fn columns_of_text_are_passed_over() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.parquet");
    let fill = |group: &mut Group| {
        put::<ByteArrayType>(group, &["a".into(), "b".into()], None);
        put::<DoubleType>(group, &[1.0, 2.0], None);
    };
    write(&path, "required binary name (UTF8); required double x;", plain(), &[&fill]);
    assert_eq!(numbers(&path).unwrap(), [[1.0, 2.0]]);
}
