//! The binary chunk of a file in the making: it is kept aside until the description, which comes first, is known.

use super::ExportError;
use ambulo_gltf::Stretch;
use std::io::{Read, Seek, SeekFrom, Write};

pub struct GlbChunk<S> {
    spool: S,
    written: u64,
    held: Vec<u8>,
    /// Most bytes.
    pub most: u64,
}

impl<S: Read + Write + Seek> GlbChunk<S> {
    pub fn new(spool: S) -> Self {
        Self { spool, written: 0, held: Vec::new(), most: u64::from(u32::MAX) - (1 << 20) }
    }

    pub fn bytes(&self) -> u64 {
        self.written
    }

    /// Bytes of the stretch so far.
    pub fn held(&self) -> u64 {
        self.held.len() as u64
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        self.held.extend_from_slice(bytes);
    }

    pub fn floats(&mut self, values: &[f32]) {
        self.held.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    }

    /// Ends a stretch. Every stretch begins at a multiple of four, as accessors must. `None` where the file would be too large.
    pub fn end(&mut self) -> Result<Option<Stretch>, ExportError> {
        let stretch = Stretch { offset: self.written, bytes: self.held.len() as u64 };
        self.held.resize(self.held.len().next_multiple_of(4), 0);
        if self.written + self.held.len() as u64 > self.most {
            return Ok(None);
        }
        self.spool.write_all(&self.held)?;
        self.written += self.held.len() as u64;
        self.held.clear();
        Ok(Some(stretch))
    }

    /// Copies all of it behind the description.
    pub fn copy(mut self, out: &mut impl Write) -> Result<(), ExportError> {
        self.spool.flush()?;
        self.spool.seek(SeekFrom::Start(0))?;
        let copied = std::io::copy(&mut self.spool, out)?;
        if copied != self.written {
            let lost = format!("the frames kept aside were {} bytes, and {copied} came back", self.written);
            return Err(std::io::Error::other(lost).into());
        }
        Ok(())
    }
}
