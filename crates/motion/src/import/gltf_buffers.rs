//! The bytes of a glTF file: GLB chunks, base64 and side files, and numbers out of them, with every bound checked.

use super::ClipImportError;
use serde_json::Value;
use std::path::{Component, Path};

/// Most bytes of all buffers together.
const MOST_BYTES: usize = 512 << 20;
/// Most numbers that are read in all: an accessor can be named many times.
const MOST_NUMBERS: usize = 64_000_000;

/// A number out of its bytes.
type ReadNumber = fn(&[u8]) -> f32;

const AGAIN: &str = "export the file again as glTF 2.0";

/// The JSON of a file and its binary part.
pub(super) fn parts(bytes: &[u8]) -> Result<(Value, Option<&[u8]>), ClipImportError> {
    let parse = |json: &[u8]| {
        serde_json::from_slice::<Value>(json)
            .map_err(|e| ClipImportError::new(format!("the JSON of the glTF file is broken: {e}")).help(AGAIN))
    };
    if !bytes.starts_with(b"glTF") {
        return Ok((parse(bytes)?, None));
    }
    let cut = |what: &str| {
        ClipImportError::new(format!("the GLB file ends in its {what}")).help("the file was cut off: export it again")
    };
    let word = |at: usize| -> Option<usize> {
        let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(u32::from_le_bytes(four) as usize)
    };
    let version = word(4).ok_or_else(|| cut("head"))?;
    if version != 2 {
        return Err(ClipImportError::new(format!("this is GLB version {version}")).help(AGAIN));
    }
    let (mut at, mut json, mut binary) = (12usize, None, None);
    while at < bytes.len() {
        let (Some(length), Some(kind)) = (word(at), word(at + 4)) else { return Err(cut("chunks")) };
        let chunk = bytes.get(at + 8..(at + 8).saturating_add(length)).ok_or_else(|| cut("chunks"))?;
        match kind {
            0x4E4F_534A if json.is_none() => json = Some(parse(chunk)?),
            0x004E_4942 if binary.is_none() => binary = Some(chunk),
            _ => {}
        }
        at += 8 + length;
    }
    let json = json.ok_or_else(|| ClipImportError::new("the GLB file has no JSON part").help(AGAIN))?;
    Ok((json, binary))
}

/// All buffers of a file.
pub(super) struct Buffers {
    all: Vec<Vec<u8>>,
    /// Numbers read so far.
    read: usize,
}

impl Buffers {
    pub fn load(json: &Value, binary: Option<&[u8]>, folder: Option<&Path>) -> Result<Self, ClipImportError> {
        let mut all: Vec<Vec<u8>> = Vec::new();
        let mut sum = 0usize;
        for (i, buffer) in list(json, "buffers").iter().enumerate() {
            let bytes = match (buffer["uri"].as_str(), binary) {
                (Some(uri), _) => from_uri(uri, i, folder)?,
                (None, Some(chunk)) if i == 0 => chunk.to_vec(),
                _ => {
                    let error = ClipImportError::new(format!("buffer {i} has no `uri` and no binary part"));
                    return Err(error.help(AGAIN));
                }
            };
            sum = sum.saturating_add(bytes.len());
            if sum > MOST_BYTES {
                let error = ClipImportError::new("the buffers have more than 512 MB");
                return Err(error.help("export fewer clips into one file"));
            }
            all.push(bytes);
        }
        Ok(Self { all, read: 0 })
    }

    /// The numbers of an accessor of one of these types, element after element. Whole numbers marked as normalised become
    /// shares of their largest.
    pub fn numbers(&mut self, json: &Value, accessor: usize, types: &[&str]) -> Result<Vec<f32>, ClipImportError> {
        let error = |why: String| ClipImportError::new(format!("accessor {accessor} {why}")).help(AGAIN);
        let a = list(json, "accessors").get(accessor).ok_or_else(|| error("is not in the file".into()))?;
        if !a["sparse"].is_null() {
            return Err(error("is sparse, which is not read".into())
                .help("export without sparse accessors (in Blender: turn off the optimisation of animation size)"));
        }
        let kind = a["type"].as_str().unwrap_or_default();
        if !types.contains(&kind) {
            return Err(error(format!("is not of type {}", types.join(" or "))));
        }
        let parts = match kind {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            "MAT4" => 16,
            _ => return Err(error("has an unknown type".into())),
        };
        let count = index(&a["count"]).filter(|n| *n <= MOST_NUMBERS / parts);
        let count = count.ok_or_else(|| error("has no usable count".into()))?;
        let (size, read, most): (usize, ReadNumber, f32) = match a["componentType"].as_u64() {
            Some(5120) => (1, |b| f32::from(b[0] as i8), 127.0),
            Some(5121) => (1, |b| f32::from(b[0]), 255.0),
            Some(5122) => (2, |b| f32::from(i16::from_le_bytes([b[0], b[1]])), 32_767.0),
            Some(5123) => (2, |b| f32::from(u16::from_le_bytes([b[0], b[1]])), 65_535.0),
            Some(5125) => (4, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as f32, 1.0),
            Some(5126) => (4, |b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]), 1.0),
            _ => return Err(error("has an unknown componentType".into())),
        };
        let normal = a["normalized"].as_bool() == Some(true) && size < 4;
        self.read = self.read.saturating_add(count * parts);
        if self.read > MOST_NUMBERS {
            return Err(error("is one too many: more than 64 million numbers".into()));
        }
        let view = index(&a["bufferView"]).and_then(|v| list(json, "bufferViews").get(v));
        let view = view.ok_or_else(|| error("points to no bufferView of the file".into()))?;
        let buffer = index(&view["buffer"]).and_then(|b| self.all.get(b));
        let buffer = buffer.ok_or_else(|| error("points to a buffer that is not in the file".into()))?;
        let or_zero = |v: &Value| if v.is_null() { Some(0) } else { index(v) };
        let begin = or_zero(&view["byteOffset"]).zip(index(&view["byteLength"]));
        let (begin, length) = begin.ok_or_else(|| error("has a bufferView without a length".into()))?;
        let bytes = begin.checked_add(length).and_then(|end| buffer.get(begin..end));
        let bytes = bytes.ok_or_else(|| error(format!("reaches beyond its buffer of {} bytes", buffer.len())))?;
        let stride = or_zero(&view["byteStride"]).filter(|s| *s <= 252);
        let stride = stride.ok_or_else(|| error("has a wrong byteStride".into()))?;
        let stride = if stride == 0 { size * parts } else { stride };
        let offset = or_zero(&a["byteOffset"]).ok_or_else(|| error("has a wrong byteOffset".into()))?;
        // Checked before anything is allocated: a count is only a claim.
        let needed = if count == 0 { 0 } else { offset + (count - 1) * stride + parts * size };
        if needed > bytes.len() {
            return Err(error(format!("reaches beyond its bufferView of {length} bytes")));
        }
        let mut out = Vec::with_capacity(count * parts);
        for i in 0..count {
            for p in 0..parts {
                let at = offset + i * stride + p * size;
                let value = read(&bytes[at..at + size]);
                out.push(if normal { (value / most).max(-1.0) } else { value });
            }
        }
        Ok(out)
    }
}

/// A list of the file; none when it is left out.
pub(super) fn list<'v>(json: &'v Value, key: &str) -> &'v [Value] {
    json[key].as_array().map_or(&[], Vec::as_slice)
}

/// A whole number that can count things.
pub(super) fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|v| usize::try_from(v).ok()).filter(|v| *v < 1 << 40)
}

/// So many finite numbers, or the default.
pub(super) fn floats<const N: usize>(value: &Value, or: [f32; N]) -> [f32; N] {
    let Some(list) = value.as_array().filter(|l| l.len() == N) else { return or };
    let mut out = or;
    for (o, v) in out.iter_mut().zip(list) {
        *o = v.as_f64().map(|v| v as f32).filter(|v| v.is_finite()).unwrap_or(*o);
    }
    out
}

fn from_uri(uri: &str, number: usize, folder: Option<&Path>) -> Result<Vec<u8>, ClipImportError> {
    let error = |why: String| ClipImportError::new(format!("buffer {number} {why}"));
    if let Some(data) = uri.strip_prefix("data:") {
        let Some((_, text)) = data.split_once(";base64,") else {
            return Err(error("is embedded, but not as base64".into()).help("export the file as .glb"));
        };
        return base64(text).ok_or_else(|| error("is not base64".into()).help(AGAIN));
    }
    let name = percent_decoded(uri);
    let path = Path::new(&name);
    // A file has no business outside its folder.
    if !path.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir)) {
        let error = error(format!("lies outside the folder of the file: {uri}"));
        return Err(error.help("put it beside the file, or export as .glb"));
    }
    let Some(folder) = folder else {
        return Err(error(format!("is in another file, {uri}")).help("export as .glb, all in one"));
    };
    let full = folder.join(path);
    let bytes = super::plain_bytes(&full).map_err(|e| {
        error(format!("is in {}, which cannot be read: {e}", full.display()))
            .help("put it beside the file, or export as .glb")
    })?;
    if bytes.len() > MOST_BYTES {
        return Err(error("has more than 512 MB".into()).help("export fewer clips into one file"));
    }
    Ok(bytes)
}

fn percent_decoded(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let (mut out, mut i) = (Vec::with_capacity(bytes.len()), 0);
    while i < bytes.len() {
        let hex =
            (bytes[i] == b'%').then(|| uri.get(i + 1..i + 3).and_then(|h| u8::from_str_radix(h, 16).ok())).flatten();
        out.push(hex.unwrap_or(bytes[i]));
        i += if hex.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for c in text.bytes().filter(|c| !c.is_ascii_whitespace() && *c != b'=') {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_reads_what_it_should() {
        assert_eq!(base64("aGVsbG8=").unwrap(), b"hello");
        assert!(base64("a*b").is_none());
    }

    #[test]
    fn normalised_numbers_are_shares() {
        let json = serde_json::json!({
            "buffers": [{ "uri": "data:;base64,f4AA", "byteLength": 3 }],
            "bufferViews": [{ "buffer": 0, "byteLength": 3 }],
            "accessors": [{ "bufferView": 0, "componentType": 5120, "normalized": true, "count": 1, "type": "VEC3" }]
        });
        let mut buffers = Buffers::load(&json, None, None).unwrap();
        // 127, -128 and 0: the lowest is as far down as the highest is up.
        assert_eq!(buffers.numbers(&json, 0, &["VEC3"]).unwrap(), [1.0, -1.0, 0.0]);
        assert!(buffers.numbers(&json, 0, &["VEC4"]).is_err());
    }
}
