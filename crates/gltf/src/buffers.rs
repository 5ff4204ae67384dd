//! Reading: GLB chunks, buffers, and numbers out of them, with every bound checked.

use crate::error::{AGAIN, GltfError};
use crate::{index, list, uri};
use serde_json::Value;
use std::path::Path;

/// Most bytes of all buffers together.
pub(crate) const MOST_BYTES: usize = 512 << 20;
/// Most numbers that are read in all: an accessor can be named many times.
const MOST_NUMBERS: usize = 64_000_000;
/// Extensions that change neither places nor frames.
const HARMLESS: [&str; 3] = ["KHR_mesh_quantization", "KHR_texture_transform", "KHR_lights_punctual"];

/// Reads a file beside the model, of at most so many bytes; `None` where it has more.
pub type ReadFile<'a> = dyn Fn(&Path, u64) -> std::io::Result<Option<Vec<u8>>> + 'a;

/// A number out of its bytes.
type ReadNumber = fn(&[u8]) -> f64;

/// A file: its JSON and its buffers.
///
/// ```
/// use ambulo_gltf::GltfFile;
/// let file = GltfFile::read(br#"{"asset":{"version":"2.0"}}"#, &|_, _| Ok(None), None).unwrap();
/// assert_eq!(file.json["asset"]["version"], "2.0");
/// ```
pub struct GltfFile {
    /// The JSON part.
    pub json: Value,
    /// The bytes.
    pub buffers: GltfBuffers,
}

/// All buffers of a file.
pub struct GltfBuffers {
    all: Vec<Vec<u8>>,
    /// Numbers read so far.
    read: usize,
}

impl GltfFile {
    /// Reads glTF or GLB. Buffers in other files are looked for in `folder`, where there is one, and read by `read`.
    pub fn read(bytes: &[u8], read: &ReadFile<'_>, folder: Option<&Path>) -> Result<Self, GltfError> {
        let (json, binary) = parts(bytes)?;
        check(&json)?;
        let mut all: Vec<Vec<u8>> = Vec::new();
        let mut sum = 0usize;
        for (i, buffer) in list(&json, "buffers").iter().enumerate() {
            let bytes = match (buffer["uri"].as_str(), binary) {
                (Some(uri), _) => uri::bytes(uri, &format!("buffer {i}"), read, folder)?,
                (None, Some(chunk)) if i == 0 => chunk.to_vec(),
                _ => {
                    let message = format!("buffer {i} has no `uri`, and there is no binary part for it");
                    return Err(GltfError::new(message, AGAIN));
                }
            };
            sum = sum.saturating_add(bytes.len());
            if sum > MOST_BYTES {
                return Err(GltfError::new("the buffers have more than 512 MB", "export a simpler model"));
            }
            all.push(bytes);
        }
        Ok(Self { json, buffers: GltfBuffers { all, read: 0 } })
    }

    /// The numbers of an accessor: see [`GltfBuffers::numbers`].
    pub fn numbers(&mut self, accessor: usize, types: &[&str]) -> Result<Vec<f64>, GltfError> {
        self.buffers.numbers(&self.json, accessor, types)
    }
}

impl GltfBuffers {
    /// The numbers of an accessor of one of these types, element after element. Whole numbers marked as normalised become
    /// shares of their largest. An accessor without a buffer view is all zeros.
    pub fn numbers(&mut self, json: &Value, accessor: usize, types: &[&str]) -> Result<Vec<f64>, GltfError> {
        let error = |why: String| GltfError::new(format!("accessor {accessor} {why}"), AGAIN);
        let a = list(json, "accessors").get(accessor).ok_or_else(|| error("is not in the file".into()))?;
        if !a["sparse"].is_null() {
            let help = "export without sparse accessors (in Blender: turn off the optimisation of animation size)";
            return Err(GltfError { help: help.into(), ..error("is sparse, which is not read".into()) });
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
        let (size, read, most): (usize, ReadNumber, f64) = match a["componentType"].as_u64() {
            Some(5120) => (1, |b| f64::from(b[0] as i8), 127.0),
            Some(5121) => (1, |b| f64::from(b[0]), 255.0),
            Some(5122) => (2, |b| f64::from(i16::from_le_bytes([b[0], b[1]])), 32_767.0),
            Some(5123) => (2, |b| f64::from(u16::from_le_bytes([b[0], b[1]])), 65_535.0),
            Some(5125) => (4, |b| f64::from(u32::from_le_bytes([b[0], b[1], b[2], b[3]])), 1.0),
            Some(5126) => (4, |b| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]])), 1.0),
            _ => return Err(error("has an unknown componentType".into())),
        };
        let normal = a["normalized"].as_bool() == Some(true) && size < 4;
        self.read = self.read.saturating_add(count * parts);
        if self.read > MOST_NUMBERS {
            return Err(error("is one too many: the model has more than 64 million numbers".into()));
        }
        if a["bufferView"].is_null() && count > 1000 {
            return Err(error("has no bufferView".into()));
        }
        if a["bufferView"].is_null() {
            return Ok(vec![0.0; count * parts]);
        }
        let view = index(&a["bufferView"]).and_then(|v| list(json, "bufferViews").get(v));
        let view = view.ok_or_else(|| error("points to a bufferView that is not in the file".into()))?;
        let buffer = index(&view["buffer"]).and_then(|b| self.all.get(b));
        let buffer = buffer.ok_or_else(|| error("points to a buffer that is not in the file".into()))?;
        let or_zero = |v: &Value| if v.is_null() { Some(0) } else { index(v) };
        let begin = or_zero(&view["byteOffset"]).zip(index(&view["byteLength"]));
        let (begin, length) = begin.ok_or_else(|| error("has a bufferView without a length".into()))?;
        let bytes = begin.checked_add(length).and_then(|end| buffer.get(begin..end));
        let bytes =
            bytes.ok_or_else(|| error(format!("reaches beyond the end of its buffer, {} bytes", buffer.len())))?;
        let stride = or_zero(&view["byteStride"]).filter(|s| *s <= 252);
        let stride = stride.ok_or_else(|| error("has a wrong byteStride".into()))?;
        let stride = if stride == 0 { size * parts } else { stride };
        let offset = or_zero(&a["byteOffset"]).ok_or_else(|| error("has a wrong byteOffset".into()))?;
        // Checked before anything is allocated: a count is only a claim.
        let needed = if count == 0 { 0 } else { offset + (count - 1) * stride + parts * size };
        if needed > bytes.len() {
            return Err(error(format!("reaches beyond the end of its bufferView, {length} bytes")));
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

impl GltfBuffers {
    /// The bytes of a picture, an entry of `images`: from a buffer view, embedded as text, or from a file in `folder`; and its kind,
    /// `image/png` or `image/jpeg`, by its first bytes.
    pub fn picture(
        &self,
        json: &Value,
        image: usize,
        read: &ReadFile<'_>,
        folder: Option<&Path>,
    ) -> Result<(Vec<u8>, &'static str), GltfError> {
        let error = |why: String| GltfError::new(format!("picture {image} {why}"), AGAIN);
        let about = list(json, "images").get(image).ok_or_else(|| error("is not in the file".into()))?;
        let bytes = match about["uri"].as_str() {
            Some(uri) => uri::bytes(uri, &format!("picture {image}"), read, folder)?,
            None => {
                let view = index(&about["bufferView"]).and_then(|v| list(json, "bufferViews").get(v));
                let view = view.ok_or_else(|| error("has neither `uri` nor `bufferView`".into()))?;
                let buffer = index(&view["buffer"]).and_then(|b| self.all.get(b));
                let begin = if view["byteOffset"].is_null() { Some(0) } else { index(&view["byteOffset"]) };
                let end = begin.zip(index(&view["byteLength"])).and_then(|(b, n)| b.checked_add(n));
                let bytes = buffer.zip(begin).zip(end).and_then(|((all, b), e)| all.get(b..e));
                bytes.ok_or_else(|| error("reaches beyond its buffer".into()))?.to_vec()
            }
        };
        let kind = match bytes.as_slice() {
            [0x89, b'P', b'N', b'G', ..] => "image/png",
            [0xFF, 0xD8, 0xFF, ..] => "image/jpeg",
            _ => return Err(error("is neither PNG nor JPEG".into())),
        };
        Ok((bytes, kind))
    }
}

/// The JSON of a file and its binary part.
fn parts(bytes: &[u8]) -> Result<(Value, Option<&[u8]>), GltfError> {
    let parse = |json: &[u8]| {
        serde_json::from_slice::<Value>(json)
            .map_err(|e| GltfError::new(format!("the JSON of the glTF file is broken: {e}"), AGAIN))
    };
    if !bytes.starts_with(b"glTF") {
        return Ok((parse(bytes)?, None));
    }
    let cut = |what: &str| {
        GltfError::new(format!("the GLB file ends in its {what}"), "the file was cut off: export it again")
    };
    let word = |at: usize| -> Option<usize> {
        let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(u32::from_le_bytes(four) as usize)
    };
    let version = word(4).ok_or_else(|| cut("head"))?;
    if version != 2 {
        return Err(GltfError::new(format!("this is GLB version {version}"), "export as glTF 2.0"));
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
    Ok((json.ok_or_else(|| GltfError::new("the GLB file has no JSON part", AGAIN))?, binary))
}

/// Whether the version and the extensions of a file are ones that are read.
fn check(json: &Value) -> Result<(), GltfError> {
    let version = json["asset"]["version"].as_str().unwrap_or_default();
    if !version.starts_with("2.") {
        let message = format!("this is no glTF 2.0 file: the version of its asset is `{version}`");
        return Err(GltfError::new(message, "export the model as glTF 2.0"));
    }
    for name in list(json, "extensionsRequired").iter().filter_map(Value::as_str) {
        if !HARMLESS.contains(&name) && !name.starts_with("KHR_materials") && !name.contains("texture") {
            let message = format!("the file requires the extension `{name}`, which is not read");
            return Err(GltfError::new(message, "export the model without compression and extensions"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn file(accessor: Value) -> GltfFile {
        let json = json!({
            "asset": { "version": "2.0" },
            "buffers": [{ "uri": "data:;base64,f4AA", "byteLength": 3 }],
            "bufferViews": [{ "buffer": 0, "byteLength": 3 }],
            "accessors": [accessor]
        });
        GltfFile::read(json.to_string().as_bytes(), &|_, _| Ok(None), None).unwrap()
    }

    #[test]
    fn normalised_numbers_are_shares() {
        let mut file =
            file(json!({ "bufferView": 0, "componentType": 5120, "normalized": true, "count": 1, "type": "VEC3" }));
        // 127, -128 and 0: the lowest is as far down as the highest is up.
        assert_eq!(file.numbers(0, &["VEC3"]).unwrap(), [1.0, -1.0, 0.0]);
        assert!(file.numbers(0, &["VEC4"]).is_err());
    }

    #[test]
    fn a_count_beyond_the_bytes_is_refused_before_anything_is_allocated() {
        let mut file = file(json!({ "bufferView": 0, "componentType": 5121, "count": 4_000_000, "type": "SCALAR" }));
        assert!(file.numbers(0, &["SCALAR"]).unwrap_err().message.contains("reaches beyond"));
    }

    #[test]
    fn pictures_come_from_views_and_from_text_and_are_known_by_their_first_bytes() {
        let json = json!({
            "asset": { "version": "2.0" },
            "buffers": [{ "uri": "data:;base64,AP/Y/+A=", "byteLength": 5 }],
            "bufferViews": [{ "buffer": 0, "byteOffset": 1, "byteLength": 4 }, { "buffer": 0, "byteLength": 9 }],
            "images": [
                { "bufferView": 0 }, { "uri": "data:image/png;base64,iVBORw==" }, { "bufferView": 1 },
                { "uri": "data:;base64,AAAA" }, { "uri": "beside.png" }, {}
            ]
        });
        let file = GltfFile::read(json.to_string().as_bytes(), &|_, _| Ok(None), None).unwrap();
        let of =
            |k| file.buffers.picture(&file.json, k, &|_, _| Ok(Some(vec![0x89, b'P', b'N', b'G'])), Some("x".as_ref()));
        assert_eq!(of(0).unwrap(), (vec![0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"));
        assert_eq!(of(1).unwrap(), (b"\x89PNG".to_vec(), "image/png"));
        assert!(of(2).unwrap_err().message.contains("picture 2 reaches beyond"));
        assert!(of(3).unwrap_err().message.contains("neither PNG nor JPEG"));
        assert_eq!(of(4).unwrap().1, "image/png");
        assert!(of(5).is_err() && of(6).is_err());
    }

    #[test]
    fn zeros_stand_for_an_accessor_without_a_view() {
        let mut file = file(json!({ "componentType": 5126, "count": 2, "type": "VEC2" }));
        assert_eq!(file.numbers(0, &["VEC2"]).unwrap(), [0.0; 4]);
    }
}
