//! A body to look at: a mesh bound to a skeleton.

use crate::Skeleton;
use glam::Vec3;

/// Up to four joints pull at a vertex; weights sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    /// Joints.
    pub joints: [u16; 4],
    /// Their weights.
    pub weights: [f32; 4],
}

/// Triangles in the skeleton's rest pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertices in the body's frame at rest [m].
    pub positions: Vec<Vec3>,
    /// Unit normals, one a vertex.
    pub normals: Vec<Vec3>,
    /// What moves each vertex.
    pub influences: Vec<Influence>,
    /// Which part of the dress each vertex belongs to, an index into [`Character::parts`].
    pub parts: Vec<u8>,
    /// Triangles, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// A skeleton, its skin, and the colours of the parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Character {
    /// The joints.
    pub skeleton: Skeleton,
    /// The skin.
    pub mesh: Mesh,
    /// Name and colour (linear red, green, blue) of each part: "skin", "hair", "top", "trousers", "shoes". The part
    /// called "top" takes the colour of a walker's group.
    pub parts: Vec<(String, [f32; 3])>,
}
