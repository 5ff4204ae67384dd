//! Checks pages before they are decoded: the decoders take for granted that a page is as its header says.

use ::parquet::basic::Encoding;
use ::parquet::column::page::{Page, PageMetadata, PageReader};
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::metadata::ColumnChunkMetaData;
use ::parquet::schema::types::ColumnDescriptor;

/// Whether the place of a chunk can be one.
pub(super) fn check_chunk(chunk: &ColumnChunkMetaData) -> Result<()> {
    let places = [chunk.data_page_offset(), chunk.dictionary_page_offset().unwrap_or(0), chunk.compressed_size()];
    if places.iter().any(|place| *place < 0) {
        return Err(fault(format!("column `{}` lies before the file", chunk.column_path())));
    }
    Ok(())
}

/// The pages of one column of numbers.
pub(super) struct CheckedPages {
    pages: Box<dyn PageReader>,
    /// Bytes of one number.
    width: usize,
    /// Whether rows may lack a number.
    nullable: bool,
    has_dictionary: bool,
}

impl CheckedPages {
    pub fn new(pages: Box<dyn PageReader>, column: &ColumnDescriptor) -> Self {
        use ::parquet::basic::Type;
        let width = if matches!(column.physical_type(), Type::INT32 | Type::FLOAT) { 4 } else { 8 };
        Self { pages, width, nullable: column.max_def_level() > 0, has_dictionary: false }
    }

    fn check(&mut self, page: &Page) -> Result<()> {
        let bytes: &[u8] = page.buffer();
        let rows = page.num_values() as usize;
        // Bytes of the levels, which stand before the values, and how many values there are at most.
        let (levels, values) = match page {
            Page::DictionaryPage { .. } => {
                self.has_dictionary = true;
                // A dictionary is unpacked at once.
                return self.fits(rows, bytes);
            }
            Page::DataPage { .. } if !self.nullable => (0, rows),
            // Of a page of the first version only its levels show how many values are missing.
            Page::DataPage { def_level_encoding: Encoding::RLE, .. } => {
                (bytes.first_chunk().map_or(4, |length| 4 + u64::from(u32::from_le_bytes(*length))), 0)
            }
            Page::DataPage { .. } => (rows.div_ceil(8) as u64, 0),
            Page::DataPageV2 { def_levels_byte_len, rep_levels_byte_len, num_nulls, .. } => {
                let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                (levels, rows.saturating_sub(*num_nulls as usize))
            }
        };
        let past = || fault("a page is shorter than its levels".into());
        let bytes = usize::try_from(levels).ok().and_then(|levels| bytes.get(levels..)).ok_or_else(past)?;
        match page.encoding() {
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY if !self.has_dictionary => {
                Err(fault("a page needs a dictionary, and there is none".into()))
            }
            Encoding::BYTE_STREAM_SPLIT => self.fits(values, bytes),
            // Three numbers begin it: two sizes of blocks and the number of values.
            Encoding::DELTA_BINARY_PACKED if varint(bytes, 2) == Some(0) => {
                Err(fault("a page of differences lacks its first value".into()))
            }
            _ => Ok(()),
        }
    }

    fn fits(&self, values: usize, bytes: &[u8]) -> Result<()> {
        if values.saturating_mul(self.width) > bytes.len() {
            return Err(fault(format!("a page of {} bytes announces {values} values", bytes.len())));
        }
        Ok(())
    }
}

impl Iterator for CheckedPages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        while let Some(page) = self.pages.get_next_page()? {
            // An empty page would pass for the end of the column.
            if page.is_dictionary_page() || page.num_values() > 0 {
                self.check(&page)?;
                return Ok(Some(page));
            }
        }
        Ok(None)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }
}

/// Number `n` of the numbers at the start, each of seven bits per byte, the lowest first, as far as it fits.
fn varint(bytes: &[u8], n: usize) -> Option<u64> {
    let mut numbers = bytes.split_inclusive(|byte| byte & 0x80 == 0);
    let bits = numbers.nth(n)?.iter().take(9).rev();
    Some(bits.fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f)))
}

fn fault(why: String) -> ParquetError {
    ParquetError::General(why)
}
