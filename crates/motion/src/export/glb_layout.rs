//! Where everything lies in the binary chunk. All sizes follow from the scene, so that the description, which comes first
//! in the file, can be written before a single frame exists.

use super::ExportScene;
use crate::Mesh;
use ambulo_gltf::Stretch;

/// The whole chunk, in the order of the file.
#[derive(Clone, Debug)]
pub struct GlbLayout {
    pub positions: Stretch,
    pub normals: Stretch,
    pub joints: Stretch,
    pub weights: Stretch,
    pub indices: Stretch,
    /// Triangles of each part, in the order of the character's parts.
    pub parts: Vec<Vec<[u32; 3]>>,
    pub binds: Stretch,
    /// Positions, normals and indices of each piece.
    pub pieces: Vec<[Stretch; 3]>,
    /// Times of all frames.
    pub times: Stretch,
    /// 0, 1, 0 as scales.
    pub scales: Stretch,
    /// When each walker comes and leaves: 0, coming, gone.
    pub visits: Stretch,
    /// Frames of each walker: the hips, then joint after joint.
    pub walkers: Vec<Stretch>,
    pub bytes: u64,
}

/// Bytes of a hips' place, three `f32`.
pub const PLACE: u64 = 12;
/// Bytes of a rotation, four `i16`.
pub const ROTATION: u64 = 8;
/// Bytes of the times of one visit, three `f32`.
pub const VISIT: u64 = 12;

impl GlbLayout {
    pub fn of(scene: &ExportScene<'_>) -> Self {
        let mesh = &scene.character.mesh;
        let joints = scene.character.skeleton.len() as u64;
        let vertices = mesh.positions.len() as u64;
        let mut next = 0u64;
        let mut take = |bytes: u64| {
            let stretch = Stretch { offset: next, bytes };
            // Every stretch begins at a multiple of four, as accessors must.
            next += bytes.next_multiple_of(4);
            stretch
        };
        let parts = parts(mesh, scene.character.parts.len());
        Self {
            positions: take(12 * vertices),
            normals: take(12 * vertices),
            joints: take(vertices * if joints <= 256 { 4 } else { 8 }),
            weights: take(16 * vertices),
            indices: take(12 * mesh.triangles.len() as u64),
            parts,
            binds: take(64 * joints),
            pieces: scene
                .pieces
                .iter()
                .map(|p| [12 * p.positions.len(), 12 * p.normals.len(), 12 * p.triangles.len()].map(|n| take(n as u64)))
                .collect(),
            times: take(4 * scene.frames as u64),
            scales: take(36),
            visits: take(VISIT * scene.actors.len() as u64),
            walkers: scene.actors.iter().map(|a| take(a.frames as u64 * (PLACE + ROTATION * joints))).collect(),
            bytes: next,
        }
    }
}

/// Triangles by part. A triangle belongs where its first corner does.
fn parts(mesh: &Mesh, parts: usize) -> Vec<Vec<[u32; 3]>> {
    let mut out = vec![Vec::new(); parts.max(1)];
    for triangle in &mesh.triangles {
        let part = mesh.parts.get(triangle[0] as usize).map_or(0, |p| usize::from(*p));
        let last = out.len() - 1;
        out[part.min(last)].push(*triangle);
    }
    out
}
