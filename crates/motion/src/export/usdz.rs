//! USDZ: a stage and its pictures in one zip file, stored as they are, each beginning at a multiple of 64 bytes.

use super::ExportError;
use std::io::{Read, Seek, SeekFrom, Write};

/// Writes a package. The stage comes first, as the format wants it; it is read twice, since its checksum precedes it.
///
/// ```
/// use ambulo_motion::export::write_usdz;
/// let stage = b"#usda 1.0\n".to_vec();
/// let package = write_usdz(Vec::new(), "crowd.usda", std::io::Cursor::new(stage), &[]).unwrap();
/// assert_eq!((&package[..4], &package[64..73]), (&b"PK\x03\x04"[..], &b"#usda 1.0"[..]));
/// ```
pub fn write_usdz<W: Write>(
    out: W,
    name: &str,
    mut stage: impl Read + Seek,
    pictures: &[super::UsdPicture],
) -> Result<W, ExportError> {
    let mut zip = Zip { out, at: 0, directory: Vec::new(), entries: 0 };
    stage.seek(SeekFrom::Start(0))?;
    let (crc, bytes) = checksum(&mut stage)?;
    stage.seek(SeekFrom::Start(0))?;
    zip.entry(name, crc, bytes, &mut stage)?;
    for picture in pictures {
        let (crc, bytes) = checksum(&mut &picture.bytes[..])?;
        zip.entry(&picture.path, crc, bytes, &mut &picture.bytes[..])?;
    }
    zip.finish()
}

struct Zip<W> {
    out: W,
    at: u64,
    directory: Vec<u8>,
    entries: u16,
}

const ALIGNED: u64 = 64;

impl<W: Write> Zip<W> {
    fn entry(&mut self, name: &str, crc: u32, bytes: u64, from: &mut impl Read) -> Result<(), ExportError> {
        // An extra field fills the head up; it has four bytes of its own.
        let head = self.at + 30 + name.len() as u64;
        let mut extra = (ALIGNED - head % ALIGNED) % ALIGNED;
        if (1..4).contains(&extra) {
            extra += ALIGNED;
        }
        let end = head + extra + bytes;
        let (Ok(offset), Ok(size), Ok(_)) =
            (u32::try_from(self.at), u32::try_from(bytes), u32::try_from(end + (1 << 20)))
        else {
            let why = "a usdz package ends at 4 GiB; write .usda, or take fewer walkers or a shorter time";
            return Err(std::io::Error::other(why).into());
        };
        // Version, flags, stored, no time, 1 January 1980.
        let mut common: Vec<u8> = [10u16, 0, 0, 0, 33].iter().flat_map(|v| v.to_le_bytes()).collect();
        [crc, size, size].iter().for_each(|v| common.extend(v.to_le_bytes()));
        common.extend((name.len() as u16).to_le_bytes());
        let mut local = b"PK\x03\x04".to_vec();
        local.extend(&common);
        local.extend((extra as u16).to_le_bytes());
        local.extend(name.as_bytes());
        if extra > 0 {
            // The number 0x1986 is what others use for this.
            local.extend(0x1986u16.to_le_bytes());
            local.extend((extra as u16 - 4).to_le_bytes());
            local.resize(local.len() + extra as usize - 4, 0);
        }
        self.out.write_all(&local)?;
        let copied = std::io::copy(from, &mut self.out)?;
        if copied != bytes {
            return Err(std::io::Error::other("the stage changed while it was packed").into());
        }
        self.at = end;
        self.directory.extend(b"PK\x01\x02\x14\x00");
        self.directory.extend(&common);
        // No extra field, no comment, first disk, no attributes.
        self.directory.extend([0; 12]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.entries += 1;
        Ok(())
    }

    fn finish(mut self) -> Result<W, ExportError> {
        self.out.write_all(&self.directory)?;
        self.out.write_all(b"PK\x05\x06\0\0\0\0")?;
        self.out.write_all(&self.entries.to_le_bytes())?;
        self.out.write_all(&self.entries.to_le_bytes())?;
        self.out.write_all(&(self.directory.len() as u32).to_le_bytes())?;
        self.out.write_all(&(self.at as u32).to_le_bytes())?;
        self.out.write_all(&[0, 0])?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// CRC-32 and length of what a reader gives.
fn checksum(from: &mut impl Read) -> std::io::Result<(u32, u64)> {
    let table: [u32; 256] =
        std::array::from_fn(|k| (0..8).fold(k as u32, |c, _| if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 }));
    let (mut crc, mut bytes, mut held) = (u32::MAX, 0u64, vec![0u8; 1 << 16]);
    loop {
        let n = from.read(&mut held)?;
        if n == 0 {
            return Ok((!crc, bytes));
        }
        bytes += n as u64;
        for &b in &held[..n] {
            crc = table[((crc ^ u32::from(b)) & 0xFF) as usize] ^ (crc >> 8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn entries_begin_at_multiples_of_64_bytes_and_checksums_are_right() {
        assert_eq!(checksum(&mut &b"123456789"[..]).unwrap(), (0xCBF4_3926, 9));
        for name in ["a.usda", "a-name-of-34-characters-in-all.usda", "crowd of people on the move.usda"] {
            let picture = super::super::UsdPicture { path: "pictures/picture_0.png".into(), bytes: vec![7; 99].into() };
            let package = write_usdz(Vec::new(), name, Cursor::new(vec![5u8; 1000]), &[picture]).unwrap();
            let first = package.windows(1000).position(|w| w == [5; 1000]).unwrap();
            let second = package.windows(99).position(|w| w == [7; 99]).unwrap();
            assert_eq!((first % 64, second % 64), (0, 0), "{name}");
        }
    }
}
