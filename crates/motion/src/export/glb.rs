//! Binary glTF 2.0: skinned bodies with their frames, walker after walker.
//!
//! Vertices are written once for everybody; each group has a mesh that shares them and wears its own colour; each
//! walker has joints and a skin. All frames are one animation: the hips' place as floats, rotations as normalised
//! 16-bit integers, which halves the file and turns a joint by at most 0.004 degrees (a test measures it).

use super::axes::{from_body, from_plan, to_body, turn_from_plan};
use super::glb_json::{describe, time, visit};
use super::glb_layout::GlbLayout;
use super::{Actor, Baked, ExportError, ExportScene, ScenePiece};
use crate::{Bind, Character, Influence};
use ambulo_gltf::{Stretch, file_bytes, write_head};
use glam::{Mat4, Quat, Vec3};
use std::io::Write;

/// Writes a file as its walkers come, without holding them.
///
/// ```
/// use ambulo_motion::export::{Baked, ExportError, GlbWriter, ExportScene};
/// fn write(scene: &ExportScene<'_>, walkers: &[Baked]) -> Result<Vec<u8>, ExportError> {
///     let mut writer = GlbWriter::begin(Vec::new(), scene)?; // any `Write`, best one with a buffer
///     for baked in walkers {
///         writer.walker(baked)?;
///     }
///     writer.finish()
/// }
/// ```
pub struct GlbWriter<W: Write> {
    out: W,
    actors: Vec<Actor>,
    joints: usize,
    /// Walkers written.
    came: usize,
    /// Bytes of the binary chunk written, and all of them.
    written: u64,
    bytes: u64,
    held: Vec<u8>,
}

/// A fault in the order of writing would make a file that opens and shows nonsense.
const ORDER: &str = "stretches are written in the order of the layout";

impl<W: Write> GlbWriter<W> {
    /// Writes all but the walkers' frames.
    pub fn begin(out: W, scene: &ExportScene<'_>) -> Result<Self, ExportError> {
        let mut scene = scene.clone();
        scene.pieces.retain(|piece| !piece.triangles.is_empty());
        let scene = &scene;
        let layout = GlbLayout::of(scene);
        let too_large = |bytes: u64| ExportError::TooLarge {
            walkers: scene.actors.len(),
            frames: scene.actors.iter().map(|a| a.frames).sum(),
            gib: bytes as f64 / f64::from(1 << 30),
        };
        // Before the description is made: it grows with the walkers too.
        if layout.bytes > u64::from(u32::MAX) {
            return Err(too_large(layout.bytes));
        }
        let json = describe(scene, &layout);
        file_bytes(&json, layout.bytes).map_err(too_large)?;
        let joints = scene.character.skeleton.len();
        let (actors, bytes) = (scene.actors.clone(), layout.bytes);
        let mut writer = Self { out, actors, joints, came: 0, written: 0, bytes, held: Vec::new() };
        write_head(&mut writer.out, &json, layout.bytes)?;
        writer.character(scene.character, &layout)?;
        for (piece, stretches) in scene.pieces.iter().zip(&layout.pieces) {
            writer.piece(piece, stretches)?;
        }
        for frame in 0..scene.frames {
            writer.floats(&[time(frame, scene.fps)]);
        }
        writer.stretch(layout.times)?;
        writer.floats(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        writer.stretch(layout.scales)?;
        for actor in &scene.actors {
            writer.floats(&visit(actor, scene.fps));
        }
        writer.stretch(layout.visits)?;
        Ok(writer)
    }

    /// Writes the frames of the next walker.
    pub fn walker(&mut self, baked: &Baked) -> Result<(), ExportError> {
        let (announced, came) = (self.actors.len(), self.came + 1);
        let Some(actor) = self.actors.get(self.came) else { return Err(ExportError::Count { announced, came }) };
        let (id, frames, joints) = (actor.id, actor.frames, self.joints);
        if (baked.frames(), baked.joints()) != (frames, joints) {
            let (came, of) = (baked.frames(), baked.joints());
            return Err(ExportError::NotAsAnnounced { id, announced: frames, joints, came, of });
        }
        for frame in 0..frames {
            let whole = baked.hips(frame).is_finite() && baked.rotations(frame).iter().all(|q| q.is_finite());
            if !whole {
                return Err(ExportError::NotFinite { id, frame });
            }
            self.floats(&from_plan(baked.hips(frame)).to_array());
        }
        for joint in 0..joints {
            for frame in 0..frames {
                let q = baked.rotations(frame)[joint];
                let q = if joint == 0 { turn_from_plan(q) } else { q };
                self.held.extend(short(q).into_iter().flat_map(i16::to_le_bytes));
            }
        }
        self.came = came;
        self.hand_over()
    }

    /// Ends the file; all walkers must have come.
    pub fn finish(mut self) -> Result<W, ExportError> {
        if self.came != self.actors.len() {
            return Err(ExportError::Count { announced: self.actors.len(), came: self.came });
        }
        assert_eq!(self.written, self.bytes, "{ORDER}");
        self.out.flush()?;
        Ok(self.out)
    }

    fn floats(&mut self, values: &[f32]) {
        self.held.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    }

    /// Ends a stretch.
    fn stretch(&mut self, stretch: Stretch) -> Result<(), ExportError> {
        assert_eq!((self.written, self.held.len() as u64), (stretch.offset, stretch.bytes), "{ORDER}");
        self.hand_over()
    }

    fn hand_over(&mut self) -> Result<(), ExportError> {
        self.held.resize(self.held.len().next_multiple_of(4), 0);
        self.out.write_all(&self.held)?;
        self.written += self.held.len() as u64;
        self.held.clear();
        Ok(())
    }

    fn character(&mut self, character: &Character, layout: &GlbLayout) -> Result<(), ExportError> {
        let mesh = &character.mesh;
        for p in &mesh.positions {
            self.floats(&from_body(*p).to_array());
        }
        self.stretch(layout.positions)?;
        for n in &mesh.normals {
            self.floats(&from_body(unit(*n)).to_array());
        }
        self.stretch(layout.normals)?;
        let pulls: Vec<Influence> = mesh.influences.iter().map(tidy).collect();
        for joint in pulls.iter().flat_map(|p| p.joints) {
            match self.joints <= 256 {
                true => self.held.push(joint as u8),
                false => self.held.extend(joint.to_le_bytes()),
            }
        }
        self.stretch(layout.joints)?;
        for pull in &pulls {
            self.floats(&pull.weights);
        }
        self.stretch(layout.weights)?;
        for corner in layout.parts.iter().flatten().flatten() {
            self.held.extend(corner.to_le_bytes());
        }
        self.stretch(layout.indices)?;
        for rest in Bind::of(&character.skeleton).inverse() {
            self.floats(&Mat4::from_rotation_translation(rest.rotation * to_body(), rest.at).to_cols_array());
        }
        self.stretch(layout.binds)
    }

    fn piece(&mut self, piece: &ScenePiece, [positions, normals, indices]: &[Stretch; 3]) -> Result<(), ExportError> {
        for p in &piece.positions {
            self.floats(&from_plan(*p).to_array());
        }
        self.stretch(*positions)?;
        for n in &piece.normals {
            self.floats(&from_plan(unit(*n)).to_array());
        }
        self.stretch(*normals)?;
        for corner in piece.triangles.iter().flatten() {
            self.held.extend(corner.to_le_bytes());
        }
        self.stretch(*indices)
    }
}

/// A unit quaternion as 16-bit integers.
fn short(q: Quat) -> [i16; 4] {
    q.to_array().map(|v| (v * 32767.0).round().clamp(-32767.0, 32767.0) as i16)
}

fn unit(v: Vec3) -> Vec3 {
    let squared = v.dot(v);
    if squared > 1e-12 { v * (1.0 / squared.sqrt()) } else { Vec3::Z }
}

/// Each joint once, weights that sum to 1, and joint 0 where nothing pulls: readers insist on it.
fn tidy(pull: &Influence) -> Influence {
    let mut out = Influence { joints: [0; 4], weights: [0.0; 4] };
    let mut n = 0;
    for (&joint, &weight) in pull.joints.iter().zip(&pull.weights) {
        if !(weight > 0.0 && weight.is_finite()) {
            continue;
        }
        match (0..n).find(|k| out.joints[*k] == joint) {
            Some(k) => out.weights[k] += weight,
            None => {
                (out.joints[n], out.weights[n]) = (joint, weight);
                n += 1;
            }
        }
    }
    let sum: f32 = out.weights.iter().sum();
    match sum > 0.0 {
        true => out.weights.iter_mut().for_each(|w| *w /= sum),
        false => out.weights[0] = 1.0,
    }
    out
}

#[cfg(test)]
mod tests;
