//! Writing: the head of a GLB file, and the lists of its JSON part.

use serde_json::{Value, json};
use std::io::{self, Write};

/// Target of a buffer view that holds vertices.
pub const VERTICES: u32 = 34962;
/// Target of a buffer view that holds indices.
pub const INDICES: u32 = 34963;

/// What a number of an accessor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// `u8`.
    UnsignedByte,
    /// `i16`.
    Short,
    /// `u16`.
    UnsignedShort,
    /// `u32`.
    UnsignedInt,
    /// `f32`.
    Float,
}

impl Component {
    /// What glTF calls it.
    fn code(self) -> u32 {
        match self {
            Self::UnsignedByte => 5121,
            Self::Short => 5122,
            Self::UnsignedShort => 5123,
            Self::UnsignedInt => 5125,
            Self::Float => 5126,
        }
    }
}

/// A stretch of the binary chunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Where it begins [bytes].
    pub offset: u64,
    /// How long it is [bytes].
    pub bytes: u64,
}

/// A list of the JSON part, as text: ten thousand walkers have a million entries.
///
/// ```
/// let mut list = ambulo_gltf::JsonList::default();
/// assert_eq!((list.push(&1.into()), list.push(&2.into())), (0, 1));
/// assert_eq!((list.text(), list.len()), ("1,2", 2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct JsonList {
    text: String,
    len: usize,
}

impl JsonList {
    /// Adds an entry and returns its number.
    pub fn push(&mut self, value: &Value) -> usize {
        self.push_text(&value.to_string())
    }

    /// Adds an entry that is text already and returns its number.
    pub fn push_text(&mut self, text: &str) -> usize {
        if self.len > 0 {
            self.text.push(',');
        }
        self.text.push_str(text);
        self.len += 1;
        self.len - 1
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none: the format has no empty lists.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entries, with commas between them.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// What an accessor reads.
#[derive(Clone, Copy, Debug)]
pub struct Accessor<'a> {
    /// Number of its buffer view.
    pub view: usize,
    /// Where it begins in the view [bytes].
    pub offset: u64,
    /// What its numbers are.
    pub component: Component,
    /// Whether whole numbers are shares of their largest.
    pub normalized: bool,
    /// How many elements it has.
    pub count: usize,
    /// What an element is: `SCALAR`, `VEC3` ...
    pub kind: &'a str,
    /// Least and greatest of each part, which places and times must have.
    pub range: Option<(&'a [f32], &'a [f32])>,
}

impl<'a> Accessor<'a> {
    /// Floats without a range.
    pub fn floats(view: usize, offset: u64, count: usize, kind: &'a str) -> Self {
        Self { view, offset, component: Component::Float, normalized: false, count, kind, range: None }
    }
}

/// Buffer views and accessors of a file in the making; its one buffer is the binary chunk.
#[derive(Clone, Debug, Default)]
pub struct AccessorLists {
    /// The list `bufferViews`.
    pub views: JsonList,
    /// The list `accessors`.
    pub accessors: JsonList,
}

impl AccessorLists {
    /// Adds a view of a stretch, for [`VERTICES`], [`INDICES`] or neither, and returns its number.
    pub fn view(&mut self, at: Stretch, target: Option<u32>) -> usize {
        let mut view = json!({ "buffer": 0, "byteOffset": at.offset, "byteLength": at.bytes });
        if let Some(target) = target {
            view["target"] = target.into();
        }
        self.views.push(&view)
    }

    /// Adds an accessor and returns its number.
    pub fn accessor(&mut self, a: &Accessor<'_>) -> usize {
        let mut accessor = json!({
            "bufferView": a.view, "componentType": a.component.code(), "count": a.count, "type": a.kind
        });
        if a.offset > 0 {
            accessor["byteOffset"] = a.offset.into();
        }
        if a.normalized {
            accessor["normalized"] = true.into();
        }
        if let Some((min, max)) = a.range {
            // The shortest text that is read back as the same number.
            let short =
                |v: &[f32]| v.iter().map(|v| v.to_string().parse::<f64>().unwrap_or_default()).collect::<Value>();
            accessor["min"] = short(min);
            accessor["max"] = short(max);
        }
        self.accessors.push(&accessor)
    }
}

/// Bytes of a whole GLB file, where they are fewer than the format can count: else the number they would be.
///
/// ```
/// assert_eq!(ambulo_gltf::file_bytes("{}", 8), Ok(40));
/// assert!(ambulo_gltf::file_bytes("{}", 1 << 32).is_err());
/// ```
pub fn file_bytes(json: &str, binary: u64) -> Result<u32, u64> {
    let whole = 12 + 8 + (json.len() as u64).next_multiple_of(4) + 8 + binary;
    u32::try_from(whole).map_err(|_| whole)
}

/// Writes everything before the bytes of the binary chunk, of which `binary` follow: a multiple of four.
pub fn write_head(out: &mut impl Write, json: &str, binary: u64) -> io::Result<()> {
    let whole = file_bytes(json, binary).map_err(|_| io::Error::other("GLB files have less than 4 GiB"))?;
    let padded = json.len().next_multiple_of(4);
    out.write_all(b"glTF")?;
    for word in [2, whole, padded as u32] {
        out.write_all(&word.to_le_bytes())?;
    }
    out.write_all(b"JSON")?;
    out.write_all(json.as_bytes())?;
    out.write_all(&b"   "[..padded - json.len()])?;
    out.write_all(&(binary as u32).to_le_bytes())?;
    out.write_all(b"BIN\0")
}
