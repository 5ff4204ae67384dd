//! What stands in front of a plan: compression and the marks of text encodings. Both are known by content, whatever the
//! file is called.

use super::ImportError;
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use std::borrow::Cow;
use std::io::Read;

/// The bytes of a file; unpacked when they are compressed by gzip, to at most so many.
pub(super) fn unpacked(bytes: &[u8], most: usize) -> Result<Cow<'_, [u8]>, ImportError> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return bounded(MultiGzDecoder::new(bytes), most, "gzip").map(Cow::Owned);
    }
    for (magic, name, how) in [
        (&b"BZh"[..], "bzip2", "bunzip2"),
        (b"PK\x03\x04", "zip", "unzip"),
        (b"\xfd7zXZ", "xz", "unxz"),
        (b"\x28\xb5\x2f\xfd", "zstd", "unzstd"),
    ] {
        if bytes.starts_with(magic) {
            let error = ImportError::new(format!("the file is compressed by {name}, which is not read"));
            return Err(error.help(format!("unpack it first ({how}), or compress it by gzip")));
        }
    }
    Ok(Cow::Borrowed(bytes))
}

/// The first bytes of what a file compressed by gzip holds; none when it is not compressed.
pub(super) fn begin(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let packed = bytes.starts_with(&[0x1f, 0x8b]);
    // What could be read before damage is enough to see what it is.
    packed.then(|| MultiGzDecoder::new(bytes).take(4096).read_to_end(&mut out).ok())?;
    Some(out)
}

/// What a block compressed by zlib holds, at most so many bytes.
pub(super) fn inflated(bytes: &[u8], most: usize) -> Result<Vec<u8>, ImportError> {
    bounded(ZlibDecoder::new(bytes), most, "zlib")
}

fn bounded(reader: impl Read, most: usize, name: &str) -> Result<Vec<u8>, ImportError> {
    let mut out = Vec::new();
    // One more than allowed shows that there is more.
    reader.take(most as u64 + 1).read_to_end(&mut out).map_err(|e| {
        let error = ImportError::new(format!("the {name} compression is damaged after {} bytes: {e}", out.len()));
        error.help("download the file again")
    })?;
    if out.len() > most {
        let error = ImportError::new(format!("unpacked, the file has more than {} MB", most >> 20));
        return Err(error.help("export only what matters to walkers"));
    }
    Ok(out)
}

/// Text without the mark of its encoding: UTF-8, or UTF-16 where the mark says so. None when it is neither.
pub(super) fn text(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let wide = |rest: &[u8], word: fn([u8; 2]) -> u16| {
        let words: Vec<u16> = rest.chunks_exact(2).map(|c| word([c[0], c[1]])).collect();
        String::from_utf16(&words).ok().map(Cow::Owned)
    };
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => std::str::from_utf8(rest).ok().map(Cow::Borrowed),
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    #[test]
    fn a_bomb_is_refused_and_damage_is_reported() {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&vec![b' '; 3 << 20]).unwrap();
        let bomb = packer.finish().unwrap();
        assert!(bomb.len() < 10_000);
        assert!(unpacked(&bomb, 1 << 20).unwrap_err().message.contains("more than 1 MB"));
        assert_eq!(unpacked(&bomb, 4 << 20).unwrap().len(), 3 << 20);
        assert!(unpacked(&bomb[..100], 4 << 20).unwrap_err().message.contains("damaged"));
        assert!(unpacked(b"BZh91AY", 99).unwrap_err().to_string().contains("bunzip2"));
    }

    #[test]
    fn marks_of_encodings_are_taken_off() {
        assert_eq!(text(b"\xef\xbb\xbfPOLYGON").unwrap(), "POLYGON");
        assert_eq!(text(b"\xff\xfeP\0").unwrap(), "P");
        assert_eq!(text(b"\xfe\xff\0P").unwrap(), "P");
        assert!(text(b"\xc3").is_none());
    }
}
