//! glTF 2.0 and GLB: nodes, skins, animations, meshes.

use super::rig::{Local, Placed, Rig, RigNode};
use super::{ClipImportError, ImportOptions, Imported, body, gltf_clips, gltf_skin};
use ambulo_gltf::{GltfBuffers, GltfError, GltfFile, index, list, numbers, parentless};
use glam::{Mat3, Quat, Vec3};
use serde_json::Value;
use std::path::Path;

/// Most nodes of a file.
const MOST_NODES: usize = 20_000;
const AGAIN: &str = "export the file again as glTF 2.0";

/// A file with its nodes in another order: parents first.
pub(super) struct Gltf {
    pub json: Value,
    pub buffers: GltfBuffers,
    /// Where each of the file's nodes went.
    pub place_of: Vec<Option<usize>>,
    /// The file's node at each place.
    pub node_at: Vec<usize>,
}

pub(super) fn read(
    bytes: &[u8],
    stem: &str,
    folder: Option<&Path>,
    options: &ImportOptions,
) -> Result<Imported, ClipImportError> {
    let GltfFile { json, buffers } = GltfFile::read(bytes, &beside, folder)?;
    let (node_at, place_of) = order(&json)?;
    let mut file = Gltf { json, buffers, place_of, node_at };
    let mut rig = Rig { metres: true, nodes: nodes(&file), ..Rig::default() };
    if rig.nodes.is_empty() {
        return Err(ClipImportError::new("the file has no nodes").help("export an animated character"));
    }
    let bound = gltf_skin::bound(&mut file)?;
    rig.bind = gltf_skin::bind_pose(&rig, &bound);
    rig.clips = gltf_clips::clips(&mut file, &rig, stem)?;
    let nodes = rig.nodes.clone();
    let placed = rig.rest_of_nodes();
    let (mut imported, frame) = body::finish(rig, options)?;
    imported.character = gltf_skin::character(&mut file, &nodes, &placed, &bound, &frame, folder, &mut imported)?;
    Ok(imported)
}

/// A buffer beside the file.
pub(super) fn beside(path: &Path, most: u64) -> std::io::Result<Option<Vec<u8>>> {
    super::plain_bytes(path).map(|bytes| Some(bytes).filter(|b| b.len() as u64 <= most))
}

impl From<GltfError> for ClipImportError {
    fn from(e: GltfError) -> Self {
        Self::new(e.message).help(e.help)
    }
}

impl Gltf {
    /// The numbers of an accessor of one of these types.
    pub fn numbers(&mut self, accessor: usize, types: &[&str]) -> Result<Vec<f32>, ClipImportError> {
        let all = self.buffers.numbers(&self.json, accessor, types)?;
        Ok(all.into_iter().map(|v| v as f32).collect())
    }
}

/// So many finite numbers, or the default.
pub(super) fn floats<const N: usize>(value: &Value, or: [f32; N]) -> [f32; N] {
    let given = numbers(value, or.map(f64::from));
    std::array::from_fn(|i| Some(given[i] as f32).filter(|v| v.is_finite()).unwrap_or(or[i]))
}

/// Nodes with parents before children: the file's node at each place, and the place of each.
fn order(json: &Value) -> Result<(Vec<usize>, Vec<Option<usize>>), ClipImportError> {
    let nodes = list(json, "nodes");
    if nodes.len() > MOST_NODES {
        let error = ClipImportError::new(format!("the file has more than {MOST_NODES} nodes"));
        return Err(error.help("export only the character"));
    }
    let mut place_of = vec![None; nodes.len()];
    let mut out: Vec<usize> = Vec::with_capacity(nodes.len());
    let mut open: Vec<usize> = parentless(json).into_iter().rev().collect();
    while let Some(i) = open.pop() {
        if place_of[i].is_some() {
            let error = ClipImportError::new(format!("node {i} is a child of two nodes, or of itself"));
            return Err(error.help(AGAIN));
        }
        place_of[i] = Some(out.len());
        out.push(i);
        open.extend(list(&nodes[i], "children").iter().rev().filter_map(index).filter(|&c| c < nodes.len()));
    }
    Ok((out, place_of))
}

fn nodes(file: &Gltf) -> Vec<RigNode> {
    let all = list(&file.json, "nodes");
    let mut parent = vec![None; all.len()];
    for (i, node) in all.iter().enumerate() {
        for c in list(node, "children").iter().filter_map(index).filter(|&c| c < all.len()) {
            parent[c] = file.place_of[i];
        }
    }
    let mut in_skin = vec![false; all.len()];
    let skins = list(&file.json, "skins");
    for i in skins.iter().flat_map(|s| list(s, "joints")).filter_map(index).filter(|&i| i < all.len()) {
        in_skin[i] = true;
    }
    let make = |&i: &usize| {
        let node = &all[i];
        let name: String = node["name"].as_str().unwrap_or_default().chars().take(100).collect();
        let thing = !node["mesh"].is_null() || !node["camera"].is_null();
        RigNode {
            name: if name.is_empty() { format!("node {i}") } else { name },
            parent: parent[i],
            local: local(node),
            tip: None,
            joint: if skins.is_empty() { !thing } else { in_skin[i] },
        }
    };
    file.node_at.iter().map(make).collect()
}

/// How a node is placed in its parent.
fn local(node: &Value) -> Local {
    if node["matrix"].is_array() {
        let m = floats(&node["matrix"], [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]);
        let linear =
            Mat3::from_cols(Vec3::new(m[0], m[1], m[2]), Vec3::new(m[4], m[5], m[6]), Vec3::new(m[8], m[9], m[10]));
        let (rotation, scale) = taken_apart(linear);
        return Local { translation: Vec3::new(m[12], m[13], m[14]), rotation, scale };
    }
    let [x, y, z, w] = floats(&node["rotation"], [0.0, 0.0, 0.0, 1.0]);
    Local {
        translation: floats(&node["translation"], [0.0; 3]).into(),
        rotation: unit(Quat::from_xyzw(x, y, z, w)),
        scale: floats(&node["scale"], [1.0; 3]).into(),
    }
}

/// Unit length, and no rotation for what is none.
pub(super) fn unit(q: Quat) -> Quat {
    let n = q.length();
    if n.is_finite() && n > 1e-6 { q * (1.0 / n) } else { Quat::IDENTITY }
}

/// Rotation and scale of a linear map, shear left out.
pub(super) fn taken_apart(linear: Mat3) -> (Quat, Vec3) {
    let columns = [linear.x_axis, linear.y_axis, linear.z_axis];
    let mut scale = Vec3::from(columns.map(Vec3::length));
    if linear.determinant() < 0.0 {
        scale.x = -scale.x;
    }
    let x = (linear.x_axis / scale.x).try_normalize();
    let y = x.and_then(|x| (linear.y_axis - x * linear.y_axis.dot(x)).try_normalize());
    let (Some(x), Some(y)) = (x, y) else { return (Quat::IDENTITY, scale) };
    (unit(Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y)))), scale)
}

impl Rig {
    /// Places of the nodes as the file has them, whatever skins say.
    pub(super) fn rest_of_nodes(&self) -> Vec<Placed> {
        self.placed(|i| self.nodes[i].local)
    }
}
