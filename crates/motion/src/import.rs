//! Clips and bodies people have: BVH and glTF files, brought into the body's frame.
//!
//! Whatever a file does (units, axes, joints above the hips, scales, bone axes of its own), what comes out is in metres,
//! x forward, y left, z up, the hips first. Every joint's own axes are laid along the body's at rest: the rest pose has no
//! rotations at all, and a pose says how far each bone has turned from rest. What was guessed is said in the notes.

mod body;
mod bvh;
mod error;
mod gltf;
mod gltf_clips;
mod gltf_look;
mod gltf_skin;
mod names;
mod options;
mod resting;
mod rig;
mod shape;

pub use error::ClipImportError;
pub use options::{ImportOptions, UpAxis};

use crate::{Character, Clip, Skeleton};
use std::path::Path;

/// A clip as a file has it: the hips travel.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedClip {
    /// Its name in the file, or the file's own.
    pub name: String,
    /// The frames, at the file's rate.
    pub clip: Clip,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The joints.
    pub skeleton: Skeleton,
    /// All clips, in the file's order.
    pub clips: Vec<NamedClip>,
    /// The skin, where the file has one.
    pub character: Option<Character>,
    /// What was guessed and what was left out.
    pub notes: Vec<String>,
}

/// Endings of files that [`load`] reads.
pub const ENDINGS: [&str; 3] = ["bvh", "glb", "gltf"];

/// Largest file that is read [bytes].
const MOST_BYTES: u64 = 512 << 20;

/// Reads a `.bvh`, `.glb` or `.gltf` file.
///
/// ```no_run
/// use ambulo_motion::{ImportOptions, import};
/// let file = import::load("walk.bvh".as_ref(), &ImportOptions::default())?;
/// println!("{} joints, {} clips", file.skeleton.len(), file.clips.len());
/// # Ok::<(), ambulo_motion::ClipImportError>(())
/// ```
pub fn load(path: &Path, options: &ImportOptions) -> Result<Imported, ClipImportError> {
    let name = path.display().to_string();
    let unreadable = |e: std::io::Error| {
        ClipImportError::new(format!("cannot be read: {e}")).help("check its name and permissions").of(&name)
    };
    let bytes = plain_bytes(path).map_err(unreadable)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(ClipImportError::new("has more than 512 MB").help("export fewer clips into one file").of(&name));
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    read(&bytes, &stem, path.parent(), options).map_err(|e| e.of(&name))
}

/// The bytes of a plain file, one more than [`MOST_BYTES`] at most. A device never ends and a pipe may never begin: both are refused
/// before they are opened.
fn plain_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::{Error, ErrorKind, Read};
    if !std::fs::metadata(path)?.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "it is no plain file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the bytes of a file: glTF when they look like it, BVH otherwise. `stem` names a clip that has no name of its
/// own; `folder` is where a glTF file's buffers are looked for.
pub fn read(
    bytes: &[u8],
    stem: &str,
    folder: Option<&Path>,
    options: &ImportOptions,
) -> Result<Imported, ClipImportError> {
    let first = bytes.iter().find(|b| !b.is_ascii_whitespace() && !matches!(b, 0xEF | 0xBB | 0xBF));
    if bytes.starts_with(b"glTF") || first == Some(&b'{') {
        gltf::read(bytes, stem, folder, options)
    } else {
        let rig = bvh::rig(&String::from_utf8_lossy(bytes), stem)?;
        body::finish(rig, options).map(|(imported, _)| imported)
    }
}

#[cfg(test)]
mod tests;
