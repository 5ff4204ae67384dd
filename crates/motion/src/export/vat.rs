//! Vertex animation textures: where every vertex of a body is in every frame, as whole numbers that fit into the pixels of pictures.
//!
//! A reader needs no joints: it takes the pixel of a vertex and a frame, brings it from 0..65535 to the box of the walker, and adds the
//! place of the frame. Boxes are about the body and not about its trajectory, so that 16 bits are some hundredths of a millimetre.

use super::axes::{from_body, from_plan};
use super::glb::unit;
use super::glb_body::parts;
use super::glb_json::{GlbLists, numbers};
use super::{Baked, ExportError};
use crate::{Bind, Character, JointTransform, Mesh, Moved, RestVertices, palette_linear, skin_linear, to_world};
use ambulo_gltf::{Component, INDICES, Stretch, file_bytes, write_head};
use glam::{Quat, Vec3};
use serde_json::{Value, json};

/// All vertices of a walker in all its frames, in the axes of glTF files (y up).
///
/// ```
/// use ambulo_motion::{DVec2, Placement, Pose, body, export::{Baked, VertexFrames}};
/// let (character, pose) = (body::character(), Pose::rest(body::skeleton()));
/// let mut baked = Baked::new(pose.rotations.len());
/// baked.push(DVec2::ZERO, &Placement { at: DVec2::new(900.0, 0.0), floor: 0.0, heading: 0.0 }, pose.hips, &pose.rotations);
/// let all = VertexFrames::of(character, 1.0, &baked);
/// assert!(all.error() < 1e-4 && (all.position(0, 0).x - 900.0).abs() < 1.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct VertexFrames {
    /// Vertices, in the order of the character's mesh.
    pub vertices: usize,
    /// The box that 0 and 65535 stand for [m].
    pub least: Vec3,
    /// Its other corner [m].
    pub most: Vec3,
    /// What is added in each frame [m]: the floor below the body.
    pub offsets: Vec<Vec3>,
    /// Places, frame after frame, vertex after vertex.
    pub positions: Vec<[u16; 3]>,
    /// Normals in the same order: -1 is 0, 1 is 255.
    pub normals: Vec<[u8; 3]>,
}

impl VertexFrames {
    /// Skins a walker in all its frames; it is so many times as large as its character.
    pub fn of(character: &Character, scale: f32, baked: &Baked) -> Self {
        let mesh = &character.mesh;
        let (n, frames) = (mesh.positions.len(), baked.frames());
        let skeleton = &character.skeleton;
        let bind = Bind::of(skeleton);
        let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
        let mut palette = vec![Moved::NOT; skeleton.len()];
        let shaped = shaped(mesh);
        let rest = RestVertices { positions: &shaped, normals: &mesh.normals, influences: &mesh.influences };
        let (mut places, mut normals) = (vec![Vec3::ZERO; n], vec![Vec3::ZERO; n]);
        let mut all = Vec::with_capacity(n * frames);
        let mut out = Self {
            vertices: n,
            least: Vec3::INFINITY,
            most: Vec3::NEG_INFINITY,
            offsets: Vec::with_capacity(frames),
            positions: Vec::new(),
            normals: Vec::with_capacity(n * frames),
        };
        for frame in 0..frames {
            let below = baked.ground(frame).0;
            to_world(skeleton, (baked.hips(frame) - below) / scale, baked.rotations(frame), &mut world);
            palette_linear(&bind, &world, &mut palette);
            skin_linear(&palette, rest, &mut places, &mut normals);
            out.offsets.push(from_plan(below));
            for (p, normal) in places.iter().zip(&normals) {
                let p = from_plan(*p * scale);
                (out.least, out.most) = (out.least.min(p), out.most.max(p));
                all.push(p);
                out.normals
                    .push(from_plan(*normal).to_array().map(|v| (127.5 * (v + 1.0)).round().clamp(0.0, 255.0) as u8));
            }
        }
        if all.is_empty() {
            (out.least, out.most) = (Vec3::ZERO, Vec3::ZERO);
        }
        let size = (out.most - out.least).max(Vec3::splat(1e-6));
        let share =
            |p: &Vec3| ((*p - out.least) / size).to_array().map(|v| (v * 65_535.0).round().clamp(0.0, 65_535.0) as u16);
        out.positions = all.iter().map(share).collect();
        out
    }

    /// A vertex in a frame, as a reader has it [m].
    pub fn position(&self, frame: usize, vertex: usize) -> Vec3 {
        let share = Vec3::from(self.positions[frame * self.vertices + vertex].map(|v| f32::from(v) / 65_535.0));
        self.offsets[frame] + self.least + share * (self.most - self.least)
    }

    /// How far rounding moves a vertex at most [m].
    pub fn error(&self) -> f32 {
        0.5 * (self.most - self.least).length() / 65_535.0
    }
}

/// Vertices at rest, with the shapes at the weights they have.
fn shaped(mesh: &Mesh) -> Vec<Vec3> {
    let mut out = mesh.positions.clone();
    for morph in mesh.morphs.iter().filter(|m| m.weight != 0.0) {
        out.iter_mut().zip(&morph.positions).for_each(|(p, d)| *p += *d * morph.weight);
    }
    out
}

/// A body at rest without joints as a binary glTF file, for pictures of so many pixels in a row: its second coordinates are the middle of
/// each vertex' pixel across, and the row within the frame.
///
/// ```
/// let file = ambulo_motion::export::vat_body(ambulo_motion::body::character(), "built-in", 4096).unwrap();
/// assert_eq!(&file[..4], b"glTF");
/// ```
pub fn vat_body(character: &Character, name: &str, width: usize) -> Result<Vec<u8>, ExportError> {
    let (mesh, n) = (&character.mesh, character.mesh.positions.len());
    let (mut lists, mut bytes) = (GlbLists::default(), Vec::new());
    let mut add = |own: &mut dyn Iterator<Item = [u8; 4]>| {
        let offset = bytes.len() as u64;
        own.for_each(|word| bytes.extend(word));
        Stretch { offset, bytes: bytes.len() as u64 - offset }
    };
    let floats = |v: Vec3| v.to_array().map(f32::to_le_bytes);
    let places = mesh.positions.iter().map(|p| from_body(*p));
    let at = add(&mut places.clone().flat_map(floats));
    let position = lists.places(at, places);
    let at = add(&mut mesh.normals.iter().flat_map(|v| floats(from_body(unit(*v)))));
    let normal = lists.vertices(at, Component::Float, n, "VEC3");
    let own = |v: usize| mesh.uvs.get(v).copied().unwrap_or_default();
    let at = add(&mut (0..n).flat_map(|v| own(v).map(f32::to_le_bytes)));
    let uv = lists.vertices(at, Component::Float, n, "VEC2");
    let texel = |v: usize| [((v % width) as f32 + 0.5) / width as f32, (v / width) as f32];
    let at = add(&mut (0..n).flat_map(|v| texel(v).map(f32::to_le_bytes)));
    let vat = lists.vertices(at, Component::Float, n, "VEC2");
    let attributes = json!({ "POSITION": position, "NORMAL": normal, "TEXCOORD_0": uv, "TEXCOORD_1": vat });
    let mut primitives: Vec<Value> = Vec::new();
    for (part, triangles) in parts(mesh, character.parts.len()).iter().enumerate().filter(|(_, t)| !t.is_empty()) {
        let at = add(&mut triangles.iter().flatten().map(|c| c.to_le_bytes()));
        let view = lists.view(at, Some(INDICES));
        let indices = lists.accessor(view, 0, Component::UnsignedInt, 3 * triangles.len(), "SCALAR");
        let (name, [r, g, b]) = character.parts.get(part).map_or(("body", [0.6; 3]), |(n, c)| (n.as_str(), *c));
        let about = mesh.materials.get(part).cloned().unwrap_or_default();
        let material =
            lists.materials.push(&json!({ "name": name, "doubleSided": about.double_sided, "pbrMetallicRoughness": {
            "baseColorFactor": numbers(&[r, g, b, about.opacity]),
            "metallicFactor": about.metallic, "roughnessFactor": about.roughness
        } }));
        primitives.push(json!({ "attributes": attributes, "indices": indices, "material": material }));
    }
    lists.meshes.push(&json!({ "name": name, "primitives": primitives }));
    let (views, accessors) = (lists.data.views.text(), lists.data.accessors.text());
    let json = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{}],\"meshes\":[{}],\
         \"materials\":[{}],\"bufferViews\":[{views}],\"accessors\":[{accessors}],\"buffers\":[{{\"byteLength\":{}}}]}}",
        json!({ "name": name, "mesh": 0 }),
        lists.meshes.text(),
        lists.materials.text(),
        bytes.len()
    );
    let mut out = Vec::new();
    if file_bytes(&json, bytes.len() as u64).is_err() {
        return Err(std::io::Error::other("the body has too many vertices for a glTF file").into());
    }
    write_head(&mut out, &json, bytes.len() as u64)?;
    out.extend(bytes);
    Ok(out)
}
