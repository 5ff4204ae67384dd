//! Binary glTF 2.0: skinned bodies with their frames, walker after walker.
//!
//! Vertices of a character are written once for everybody who has its body; each outfit is a mesh that shares them; each
//! walker has joints and a skin. The hips' place is written as floats, rotations as normalised 16-bit integers, which turns a joint by
//! at most 0.004 degrees (a test measures it); joints that do not move have no channel, and frames that interpolation gives back within
//! the tolerance are left out (`keys.rs`). How much remains is known only in the end, and the description comes first in the file: so the
//! frames are kept aside until then.

use super::axes::from_plan;
use super::glb_body::WrittenBody;
use super::glb_chunk::GlbChunk;
use super::glb_json::{GlbLists, camera, numbers, time};
use super::{Baked, ExportError, ExportScene, ScenePiece};
use ambulo_gltf::{Component, INDICES, Stretch, file_bytes, write_head};
use glam::{Quat, Vec3};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{Read, Seek, Write};

/// Writes a file as its walkers come, without holding them.
///
/// ```
/// use ambulo_motion::export::{Baked, ExportError, GlbWriter, ExportScene};
/// fn write(scene: &ExportScene<'_>, walkers: &[Baked]) -> Result<Vec<u8>, ExportError> {
///     // Frames are kept in memory here; a temporary file is better for many.
///     let mut writer = GlbWriter::begin(std::io::Cursor::new(Vec::new()), scene)?;
///     for baked in walkers {
///         writer.walker(baked)?;
///     }
///     writer.finish(Vec::new()) // any `Write`
/// }
/// ```
pub struct GlbWriter<'a, S: Read + Write + Seek> {
    pub(super) scene: ExportScene<'a>,
    pub(super) lists: GlbLists,
    pub(super) chunk: GlbChunk<S>,
    /// What was written of each character.
    pub(super) bodies: Vec<Option<WrittenBody>>,
    /// View of the times of all frames.
    pub(super) times: usize,
    /// Accessors of times by first frame and number.
    pub(super) frames: BTreeMap<(usize, usize), usize>,
    /// Accessors of sizes by (first of hidden, shown, hidden; how many; size).
    pub(super) shown: BTreeMap<(usize, usize, u32), usize>,
    /// Bytes of the frames that are compressed, once they are not.
    pub(super) loose: u64,
    /// Walkers written.
    came: usize,
}

impl<'a, S: Read + Write + Seek> GlbWriter<'a, S> {
    /// Begins a file; `spool` keeps its frames until the end.
    pub fn begin(spool: S, scene: &ExportScene<'a>) -> Result<Self, ExportError> {
        scene.check()?;
        let mut scene = scene.clone();
        scene.pieces.retain(|piece| !piece.triangles.is_empty());
        let bodies = vec![None; scene.characters.len()];
        let (lists, chunk) = (GlbLists::default(), GlbChunk::new(spool));
        let (frames, shown) = (BTreeMap::new(), BTreeMap::new());
        let mut writer = Self { scene, lists, chunk, bodies, times: 0, frames, shown, loose: 0, came: 0 };
        for piece in std::mem::take(&mut writer.scene.pieces) {
            writer.piece(&piece)?;
            writer.scene.pieces.push(piece);
        }
        if !writer.scene.actors.is_empty() {
            for frame in 0..writer.scene.frames {
                writer.chunk.floats(&[time(frame, writer.scene.fps)]);
            }
            let at = writer.end()?;
            writer.times = writer.lists.view(at, None);
        }
        Ok(writer)
    }

    /// Writes the frames of the next walker.
    pub fn walker(&mut self, baked: &Baked) -> Result<(), ExportError> {
        let actor = self.scene.next(self.came, baked)?;
        let root = self.lists.nodes.len();
        self.put(&actor, baked)?;
        if let Some((mesh, binds)) = self.body(&actor)? {
            self.skin(&actor, root, mesh, binds);
        }
        self.came += 1;
        Ok(())
    }

    /// Writes the file; all walkers must have come.
    pub fn finish<W: Write>(mut self, mut out: W) -> Result<W, ExportError> {
        if self.came != self.scene.actors.len() {
            return Err(ExportError::Count { announced: self.scene.actors.len(), came: self.came });
        }
        self.lists.animation("crowd");
        let (at, turn, _) = camera(&self.scene);
        let node = json!({
            "name": "camera", "camera": 0, "translation": numbers(&at.to_array()), "rotation": numbers(&turn.to_array())
        });
        let node = self.lists.nodes.push(&node);
        self.lists.roots.push(node);
        let json = self.lists.describe(&self.scene, self.chunk.bytes(), self.loose);
        file_bytes(&json, self.chunk.bytes()).map_err(|bytes| self.scene.too_large(bytes))?;
        write_head(&mut out, &json, self.chunk.bytes())?;
        self.chunk.copy(&mut out)?;
        out.flush()?;
        Ok(out)
    }

    /// Ends a stretch.
    pub(super) fn end(&mut self) -> Result<Stretch, ExportError> {
        let bytes = self.chunk.bytes() + self.chunk.held();
        self.chunk.end()?.ok_or_else(|| self.scene.too_large(bytes))
    }

    /// A part of the place.
    fn piece(&mut self, piece: &ScenePiece) -> Result<(), ExportError> {
        piece.positions.iter().for_each(|p| self.chunk.floats(&from_plan(*p).to_array()));
        let at = self.end()?;
        let position = self.lists.places(at, piece.positions.iter().map(|p| from_plan(*p)));
        piece.normals.iter().for_each(|n| self.chunk.floats(&from_plan(unit(*n)).to_array()));
        let at = self.end()?;
        let normal = self.lists.vertices(at, Component::Float, piece.normals.len(), "VEC3");
        piece.triangles.iter().flatten().for_each(|corner| self.chunk.raw(&corner.to_le_bytes()));
        let at = self.end()?;
        let view = self.lists.view(at, Some(INDICES));
        let index = self.lists.accessor(view, 0, Component::UnsignedInt, 3 * piece.triangles.len(), "SCALAR");
        let material = self.lists.plain(&piece.name, piece.colour);
        let mesh = self.lists.meshes.push(&json!({ "name": piece.name, "primitives": [{
            "attributes": { "POSITION": position, "NORMAL": normal }, "indices": index, "material": material
        }] }));
        let node = self.lists.nodes.push(&json!({ "name": piece.name, "mesh": mesh }));
        self.lists.roots.push(node);
        Ok(())
    }
}

/// A unit quaternion as 16-bit integers.
pub(super) fn short(q: Quat) -> [i16; 4] {
    q.to_array().map(|v| (v * 32767.0).round().clamp(-32767.0, 32767.0) as i16)
}

pub(super) fn unit(v: Vec3) -> Vec3 {
    let squared = v.dot(v);
    if squared > 1e-12 { v * (1.0 / squared.sqrt()) } else { Vec3::Z }
}

#[cfg(test)]
mod tests;
