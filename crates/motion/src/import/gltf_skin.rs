//! Skins and meshes of a glTF file: the pose they were bound in, and vertices in the body's frame.

use super::body::FileFrame;
use super::gltf::{Gltf, floats, taken_apart};
use super::gltf_look::{Looks, PictureUse, Shapes, shape, shapes};
use super::rig::{Placed, Rig, RigNode};
use super::{ClipImportError, Imported};
use crate::{Character, Influence, Material, Mesh};
use ambulo_gltf::{index, list};
use glam::{Mat3, Vec3};
use serde_json::Value;
use std::path::Path;

/// Most vertices of a body.
const MOST_VERTICES: usize = 2_000_000;
const AGAIN: &str = "export the character again";
/// Where a file has no tangent: readers want unit vectors even of vertices that no picture of normals lies on.
pub(super) const NO_TANGENT: [f32; 4] = [1.0, 0.0, 0.0, 1.0];

/// A skin: joints as places in the rig, and what brings the mesh to each joint.
pub(super) struct Skin {
    joints: Vec<usize>,
    inverse: Vec<Affine>,
    /// The node whose mesh wears it.
    wearer: Option<usize>,
    given: bool,
}

#[derive(Clone, Copy)]
struct Affine {
    linear: Mat3,
    at: Vec3,
}

impl Affine {
    const NONE: Self = Self { linear: Mat3::IDENTITY, at: Vec3::ZERO };

    fn inverse(&self) -> Option<Self> {
        let linear = self.linear.inverse();
        (self.linear.determinant().abs() > 1e-12 && linear.is_finite())
            .then(|| Self { linear, at: -(linear * self.at) })
    }
}

/// All skins of the file.
pub(super) fn bound(file: &mut Gltf) -> Result<Vec<Skin>, ClipImportError> {
    let skins: Vec<Value> = list(&file.json, "skins").to_vec();
    let mut out = Vec::new();
    for (s, skin) in skins.iter().enumerate() {
        let wrong = |why: &str| ClipImportError::new(format!("skin {s} {why}")).help(AGAIN);
        let place = |v: &Value| index(v).and_then(|i| file.place_of.get(i).copied().flatten());
        let joints: Option<Vec<usize>> = list(skin, "joints").iter().map(place).collect();
        let joints = joints.ok_or_else(|| wrong("names a joint that is not in the file"))?;
        let wearer = list(&file.json, "nodes")
            .iter()
            .position(|n| index(&n["skin"]) == Some(s) && !n["mesh"].is_null())
            .and_then(|i| file.place_of[i]);
        let accessor = index(&skin["inverseBindMatrices"]);
        let inverse = match accessor {
            None => vec![Affine::NONE; joints.len()],
            Some(accessor) => {
                let flat = file.numbers(accessor, &["MAT4"])?;
                if flat.len() < 16 * joints.len() || flat.iter().any(|v| !v.is_finite()) {
                    return Err(wrong("has too few matrices, or some without numbers"));
                }
                let column = |m: &[f32], c: usize| Vec3::new(m[4 * c], m[4 * c + 1], m[4 * c + 2]);
                flat.chunks_exact(16)
                    .take(joints.len())
                    .map(|m| Affine {
                        linear: Mat3::from_cols(column(m, 0), column(m, 1), column(m, 2)),
                        at: column(m, 3),
                    })
                    .collect()
            }
        };
        out.push(Skin { joints, inverse, wearer, given: accessor.is_some() });
    }
    Ok(out)
}

/// The pose the skins were bound in: better at rest than the nodes, which may stand in the midst of a motion. `None` when
/// there are no matrices, or when the nodes stand in that pose themselves.
///
/// Matrices say how joints lie to the mesh, and nobody says how the mesh lies to the nodes: the format bids to ignore the
/// place of its node. Of the usual conventions (where its node is, nowhere else, as the first joint has it) the one
/// counts that leaves joints nearest to where the nodes have them.
pub(super) fn bind_pose(rig: &Rig, skins: &[Skin]) -> Option<Vec<Placed>> {
    let nodes = rig.rest_of_nodes();
    let mut bound: Vec<Option<Placed>> = vec![None; nodes.len()];
    let mut stands = true;
    for skin in skins.iter().filter(|s| s.given && s.wearer.is_some()) {
        let own: Vec<Option<Affine>> = skin.inverse.iter().map(Affine::inverse).collect();
        let joints = || skin.joints.iter().zip(&own).filter_map(|(&j, own)| own.map(|own| (j, own)));
        let apart = |space: &Affine| -> f32 {
            joints().map(|(j, own)| (space.at + space.linear * own.at - nodes[j].at).length()).sum()
        };
        let first = skin
            .joints
            .first()
            .zip(skin.inverse.first())
            .map(|(&j, inverse)| Affine { linear: nodes[j].linear * inverse.linear, at: nodes[j].point(inverse.at) });
        let worn = skin.wearer.map(|w| Affine { linear: nodes[w].linear, at: nodes[w].at });
        let candidates = [first, worn, Some(Affine::NONE)].into_iter().flatten();
        let Some(space) = candidates.min_by(|a, b| apart(a).total_cmp(&apart(b))) else { continue };
        for (joint, own) in joints() {
            let linear = space.linear * own.linear;
            let (rotation, _) = taken_apart(linear);
            let at = space.at + space.linear * own.at;
            stands &= crate::math::apart(rotation, nodes[joint].rotation) < 0.01;
            bound[joint].get_or_insert(Placed { at, rotation, linear });
        }
    }
    if stands {
        return None;
    }
    let mut out: Vec<Placed> = Vec::with_capacity(nodes.len());
    for (i, node) in rig.nodes.iter().enumerate() {
        let parent = node.parent.map_or(Placed::ORIGIN, |p| out[p]);
        out.push(bound[i].unwrap_or_else(|| parent.child(&node.local)));
    }
    Some(out)
}

/// The skin of the body, with the parts its materials make.
pub(super) fn character(
    file: &mut Gltf,
    nodes: &[RigNode],
    placed: &[Placed],
    skins: &[Skin],
    frame: &FileFrame,
    folder: Option<&Path>,
    imported: &mut Imported,
) -> Result<Option<Character>, ClipImportError> {
    let mut made = Making::default();
    for (place, _) in nodes.iter().enumerate() {
        let node = list(&file.json, "nodes")[file.node_at[place]].clone();
        let Some(mesh) = index(&node["mesh"]) else { continue };
        let Some(mesh) = list(&file.json, "meshes").get(mesh).cloned() else {
            return Err(ClipImportError::new(format!("mesh {mesh} is not in the file")).help(AGAIN));
        };
        let skin = index(&node["skin"]).and_then(|s| skins.get(s));
        // A thing without a skin belongs to the body when it hangs on a joint.
        let hangs = nodes[place].parent.and_then(|p| frame.joint_of[p]);
        if skin.is_none() && hangs.is_none() {
            continue;
        }
        // As it rests, a thing without a skin is where its joint rests, not where the file's nodes stand.
        let own = nodes[place].parent.map_or(placed[place], |p| frame.rest[p].child(&nodes[place].local));
        for primitive in list(&mesh, "primitives") {
            let tinted = !primitive["attributes"]["COLOR_0"].is_null();
            let part = made.part(file, index(&primitive["material"]), tinted, folder);
            let count = made.mesh.positions.len();
            made.primitive(file, primitive, part, skin, hangs.unwrap_or(0), own, frame)?;
            let added = made.mesh.positions.len() - count;
            if added > 0 && !primitive["targets"].is_null() {
                match shapes(file, &mesh, &node, primitive, added) {
                    Ok(shapes) => made.shapes(shapes, skin, own, frame, file, primitive)?,
                    Err(error) => imported.notes.push(format!("shapes (morph targets) are left out: {error}")),
                }
            }
        }
    }
    if made.mesh.triangles.is_empty() {
        return Ok(None);
    }
    if made.left_out > 0 {
        imported.notes.push(format!("{} parts of meshes that are no triangles are left out", made.left_out));
    }
    imported.notes.append(&mut made.looks.notes);
    let mut mesh = made.mesh;
    let count = mesh.positions.len();
    for morph in &mut mesh.morphs {
        morph.positions.resize(count, Vec3::ZERO);
        morph.normals.resize(count, Vec3::ZERO);
    }
    mesh.pictures = made.looks.pictures;
    let used = mesh.materials.iter().map(Material::pictured).fold([false; 2], |a, b| [a[0] | b[0], a[1] | b[1]]);
    if !used[0] {
        mesh.uvs.clear();
    }
    if !used[1] {
        mesh.second_uvs.clear();
    }
    if mesh.tangents.iter().all(|t| *t == NO_TANGENT) {
        mesh.tangents.clear();
    }
    if mesh.materials.iter().all(|m| !m.tinted) {
        mesh.colours.clear();
    }
    Ok(Some(Character { skeleton: imported.skeleton.clone(), mesh, parts: made.parts }))
}

#[derive(Default)]
struct Making {
    mesh: Mesh,
    parts: Vec<(String, [f32; 3])>,
    /// Material of each part, whether vertices tint it, and how its pictures lie.
    materials: Vec<(Option<usize>, bool, [Option<PictureUse>; 2])>,
    left_out: usize,
    looks: Looks,
}

/// Where a vertex of a primitive goes at rest: the linear part, by the joints that pull at it.
fn laid(skin: Option<&Skin>, own: Placed, frame: &FileFrame, pull: &Influence) -> Mat3 {
    match skin {
        None => own.linear,
        Some(skin) => {
            let mut out = Mat3::ZERO;
            for (&j, &w) in pull.joints.iter().zip(&pull.weights).filter(|(_, w)| **w > 0.0) {
                if let Some(&joint) = skin.joints.get(usize::from(j)) {
                    out += frame.rest[joint].linear * skin.inverse[usize::from(j)].linear * w;
                }
            }
            out
        }
    }
}

impl Making {
    fn primitive(
        &mut self,
        file: &mut Gltf,
        primitive: &Value,
        part: u8,
        skin: Option<&Skin>,
        hangs: usize,
        own: Placed,
        frame: &FileFrame,
    ) -> Result<(), ClipImportError> {
        let attributes = &primitive["attributes"];
        let (Some(position), 4) = (index(&attributes["POSITION"]), primitive["mode"].as_u64().unwrap_or(4)) else {
            self.left_out += 1;
            return Ok(());
        };
        let wrong = |why: String| ClipImportError::new(why).help(AGAIN);
        let vectors = |flat: Vec<f32>| flat.chunks_exact(3).map(Vec3::from_slice).collect::<Vec<_>>();
        let places = vectors(file.numbers(position, &["VEC3"])?);
        let first = self.mesh.positions.len();
        if first + places.len() > MOST_VERTICES {
            return Err(wrong(format!("the skin has more than {MOST_VERTICES} vertices")).help("export a simpler one"));
        }
        if places.iter().any(|p| !p.is_finite()) {
            return Err(wrong(format!("accessor {position} has a place that is no number")));
        }
        let normals = match index(&attributes["NORMAL"]) {
            Some(n) => vectors(file.numbers(n, &["VEC3"])?),
            None => Vec::new(),
        };
        let influences = match skin {
            None => vec![Influence { joints: [hangs as u16, 0, 0, 0], weights: [1.0, 0.0, 0.0, 0.0] }; places.len()],
            Some(_) => influences(file, attributes, places.len())?,
        };
        let corners: Vec<usize> = match index(&primitive["indices"]) {
            Some(i) => {
                let numbers = file.numbers(i, &["SCALAR"])?;
                numbers.into_iter().map(|v| if v >= 0.0 { v as usize } else { usize::MAX }).collect()
            }
            None => (0..places.len()).collect(),
        };
        if let Some(bad) = corners.iter().find(|c| **c >= places.len()) {
            return Err(wrong(format!("a triangle has a corner {bad}, but there are {} places", places.len())));
        }
        let lies = self.materials.get(usize::from(part)).map_or([None; 2], |m| m.2);
        let mut uvs: [Vec<f32>; 2] = Default::default();
        for (uvs, lies) in uvs.iter_mut().zip(lies) {
            if let Some(accessor) = lies.and_then(|lies| index(&attributes[format!("TEXCOORD_{}", lies.set)])) {
                *uvs = file.numbers(accessor, &["VEC2"])?;
            }
        }
        let uv = |k: usize, v: usize| match (lies[k], uvs[k].get(2 * v..2 * v + 2)) {
            (Some(lies), Some(uv)) => lies.moved([uv[0], uv[1]]).map(|x| if x.is_finite() { x } else { 0.0 }),
            _ => [0.0; 2],
        };
        // Only a picture of normals needs them.
        let bent = self.mesh.materials.get(usize::from(part)).is_some_and(|m| m.normal.is_some());
        let tangents = match index(&attributes["TANGENT"]).filter(|_| bent) {
            Some(accessor) => file.numbers(accessor, &["VEC4"])?,
            None => Vec::new(),
        };
        let (colours, wide) = match index(&attributes["COLOR_0"]) {
            Some(accessor) => {
                let flat = file.numbers(accessor, &["VEC3", "VEC4"])?;
                let wide = flat.len() / places.len().max(1);
                if flat.len() != wide * places.len() {
                    return Err(wrong(format!(
                        "accessor {accessor} has another number of colours than there are places"
                    )));
                }
                (flat, wide)
            }
            None => (Vec::new(), 0),
        };
        let colour = |v: usize| {
            let mut out = [1.0f32; 4];
            if let Some(given) = colours.get(wide * v..wide * (v + 1)).filter(|_| wide == 3 || wide == 4) {
                let sound = |c: f32| if c.is_finite() { c.clamp(0.0, 1.0) } else { 1.0 };
                out.iter_mut().zip(given).for_each(|(out, c)| *out = sound(*c));
            }
            out
        };
        for (v, &place) in places.iter().enumerate() {
            let normal = normals.get(v).copied().unwrap_or(Vec3::ZERO);
            let (mut at, mut towards, mut along) = (Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
            let tangent = tangents.get(4 * v..4 * v + 4).map(|t| (Vec3::from_slice(t), t[3]));
            let direction = tangent.map_or(Vec3::ZERO, |t| t.0);
            let mut influence = influences[v];
            match skin {
                None => (at, towards, along) = (own.point(place), own.linear * normal, own.linear * direction),
                Some(skin) => {
                    for k in 0..4 {
                        let (j, w) = (usize::from(influence.joints[k]), influence.weights[k]);
                        let Some(&joint) = skin.joints.get(j) else {
                            return Err(wrong(format!(
                                "a vertex hangs on joint {j} of a skin of {}",
                                skin.joints.len()
                            )));
                        };
                        let (rest, inverse) = (frame.rest[joint], skin.inverse[j]);
                        at += rest.point(inverse.linear * place + inverse.at) * w;
                        towards += rest.linear * (inverse.linear * normal) * w;
                        along += rest.linear * (inverse.linear * direction) * w;
                        influence.joints[k] = if w > 0.0 { frame.joint_of[joint].unwrap_or(0) as u16 } else { 0 };
                    }
                }
            }
            let placed = frame.place(at);
            if !placed.is_finite() {
                return Err(wrong(format!("vertex {v} of accessor {position} is nowhere at rest")));
            }
            self.mesh.positions.push(placed);
            self.mesh.normals.push((frame.turn * towards).normalize_or(Vec3::ZERO));
            self.mesh.influences.push(influence);
            self.mesh.parts.push(part);
            self.mesh.uvs.push(uv(0, v));
            self.mesh.second_uvs.push(uv(1, v));
            let along = (frame.turn * along).try_normalize();
            self.mesh.tangents.push(match (along, tangent) {
                (Some(t), Some((_, side))) => [t.x, t.y, t.z, if side < 0.0 { -1.0 } else { 1.0 }],
                _ => NO_TANGENT,
            });
            self.mesh.colours.push(colour(v));
        }
        let corner = |c: usize| (first + c) as u32;
        self.mesh.triangles.extend(corners.chunks_exact(3).map(|t| [corner(t[0]), corner(t[1]), corner(t[2])]));
        self.missing_normals(first);
        Ok(())
    }

    /// Normals of faces, for vertices that came without.
    fn missing_normals(&mut self, first: usize) {
        let mesh = &mut self.mesh;
        let lacking: Vec<bool> = mesh.normals.iter().map(|n| *n == Vec3::ZERO).collect();
        if !lacking[first..].contains(&true) {
            return;
        }
        for t in &mesh.triangles {
            let [a, b, c] = t.map(|i| mesh.positions[i as usize]);
            let face = (b - a).cross(c - a);
            for &i in t {
                if lacking[i as usize] {
                    mesh.normals[i as usize] += face;
                }
            }
        }
        for (normal, lacks) in mesh.normals.iter_mut().zip(&lacking) {
            if *lacks {
                *normal = normal.normalize_or(Vec3::Z);
            }
        }
    }

    /// Adds what the shapes of the last primitive do to its vertices.
    fn shapes(
        &mut self,
        given: Shapes,
        skin: Option<&Skin>,
        own: Placed,
        frame: &FileFrame,
        file: &mut Gltf,
        primitive: &Value,
    ) -> Result<(), ClipImportError> {
        let count = given.first().map_or(0, |(_, _, places, _)| places.len());
        let first = self.mesh.positions.len() - count;
        let pulls = match skin {
            Some(_) => influences(file, &primitive["attributes"], count)?,
            None => vec![Influence { joints: [0; 4], weights: [0.0; 4] }; count],
        };
        let linear: Vec<Mat3> = pulls.iter().map(|pull| laid(skin, own, frame, pull)).collect();
        for (name, weight, places, normals) in given {
            let morph = shape(&mut self.mesh.morphs, &name, weight, first + count);
            for v in 0..count {
                morph.positions[first + v] = frame.turn * (linear[v] * places[v]) * frame.metres;
                morph.normals[first + v] = frame.turn * (linear[v] * normals[v]);
            }
        }
        Ok(())
    }

    /// The part of a material; what does not fit into 255 parts goes into the last.
    fn part(&mut self, file: &Gltf, material: Option<usize>, tinted: bool, folder: Option<&Path>) -> u8 {
        if let Some(known) = self.materials.iter().position(|(m, t, _)| (*m, *t) == (material, tinted)) {
            return known as u8;
        }
        if self.parts.len() == 255 {
            return 254;
        }
        let about = material.and_then(|m| list(&file.json, "materials").get(m)).cloned();
        let (look, lies) = match &about {
            Some(about) => self.looks.material(file, about, folder),
            None => (Material::default(), [None; 2]),
        };
        let look = Material { tinted, ..look };
        let about = about.unwrap_or_default();
        // Without a picture the usual grey, with one its own colours.
        let or = if look.picture.is_some() || material.is_some() || tinted { 1.0 } else { 0.8 };
        let [r, g, b, _] = floats(&about["pbrMetallicRoughness"]["baseColorFactor"], [or, or, or, 1.0]);
        let name: String = about["name"].as_str().unwrap_or_default().chars().take(60).collect();
        self.parts.push((if name.is_empty() { format!("part {}", self.parts.len() + 1) } else { name }, [r, g, b]));
        self.mesh.materials.push(look);
        self.materials.push((material, tinted, lies));
        (self.parts.len() - 1) as u8
    }
}

fn influences(file: &mut Gltf, attributes: &Value, count: usize) -> Result<Vec<Influence>, ClipImportError> {
    let wrong = |why: &str| ClipImportError::new(format!("a skinned mesh {why}")).help(AGAIN);
    let (Some(joints), Some(weights)) = (index(&attributes["JOINTS_0"]), index(&attributes["WEIGHTS_0"])) else {
        return Err(wrong("has no JOINTS_0 and WEIGHTS_0"));
    };
    let joints = file.numbers(joints, &["VEC4"])?;
    let weights = file.numbers(weights, &["VEC4"])?;
    if joints.len() != 4 * count || weights.len() != 4 * count {
        return Err(wrong("has another number of weights than of places"));
    }
    let make = |(j, w): (&[f32], &[f32])| {
        let good = |x: f32| if x.is_finite() && x > 0.0 { x } else { 0.0 };
        let sum: f32 = w.iter().map(|&x| good(x)).sum();
        let mut out = Influence { joints: [0; 4], weights: [1.0, 0.0, 0.0, 0.0] };
        for k in 0..4 {
            out.joints[k] = if good(w[k]) > 0.0 || sum == 0.0 { j[k].clamp(0.0, 65_535.0) as u16 } else { 0 };
            if sum > 0.0 {
                out.weights[k] = good(w[k]) / sum;
            }
        }
        out
    };
    Ok(joints.chunks_exact(4).zip(weights.chunks_exact(4)).map(make).collect())
}
