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
        let bytes = page.buffer().len();
        let values = page.num_values() as usize;
        let before_values = match page {
            Page::DictionaryPage { .. } => {
                self.has_dictionary = true;
                // A dictionary is unpacked at once.
                return self.fits(values, bytes);
            }
            Page::DataPage { def_level_encoding, .. } => {
                #[expect(deprecated, reason = "old files have it")]
                let packed = self.nullable && *def_level_encoding == Encoding::BIT_PACKED;
                let levels = if packed { values.div_ceil(8) } else { 0 };
                if levels > bytes {
                    return Err(fault("a page is shorter than its levels".into()));
                }
                levels
            }
            Page::DataPageV2 { def_levels_byte_len, rep_levels_byte_len, .. } => {
                let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                usize::try_from(levels)
                    .ok()
                    .filter(|levels| *levels <= bytes)
                    .ok_or_else(|| fault("a page is shorter than its levels".into()))?
            }
        };
        match page.encoding() {
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY if !self.has_dictionary => {
                Err(fault("a page needs a dictionary, and there is none".into()))
            }
            Encoding::BYTE_STREAM_SPLIT if !self.nullable => self.fits(values, bytes - before_values),
            _ => Ok(()),
        }
    }

    fn fits(&self, values: usize, bytes: usize) -> Result<()> {
        if values.saturating_mul(self.width) > bytes {
            return Err(fault(format!("a page of {bytes} bytes announces {values} values")));
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
            self.check(&page)?;
            // An empty page would pass for the end of the column.
            if page.is_dictionary_page() || page.num_values() > 0 {
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

fn fault(why: String) -> ParquetError {
    ParquetError::General(why)
}
