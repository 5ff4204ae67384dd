//! A displayable body: a mesh bound to a skeleton.

use crate::{Material, MorphTarget, Skeleton, SkinPicture};
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
    /// Unit normals, one per vertex.
    pub normals: Vec<Vec3>,
    /// What moves each vertex.
    pub influences: Vec<Influence>,
    /// Which part of the dress each vertex belongs to, an index into [`Character::parts`].
    pub parts: Vec<u8>,
    /// Triangles, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Where each vertex is on its picture, from the upper left corner; empty where there are no pictures.
    pub uvs: Vec<[f32; 2]>,
    /// Where it is on pictures that lie otherwise; empty where there are none.
    pub second_uvs: Vec<[f32; 2]>,
    /// Direction in which the first coordinate grows, and 1 or -1 for the side on which the second one does; empty where no picture of
    /// normals brought them.
    pub tangents: Vec<[f32; 4]>,
    /// Colours that tint the materials which say so (linear red, green, blue, and opacity); empty where there are none.
    pub colours: Vec<[f32; 4]>,
    /// Materials of the parts, in the order of [`Character::parts`]; empty, or short, where they are plain.
    pub materials: Vec<Material>,
    /// Pictures the materials name.
    pub pictures: Vec<SkinPicture>,
    /// Shapes the skin can be drawn towards.
    pub morphs: Vec<MorphTarget>,
}

impl Mesh {
    /// The same without vertices that no triangle has: files may give every part all vertices of the body.
    ///
    /// ```
    /// let mut mesh = ambulo_motion::body::character().mesh.clone();
    /// let whole = mesh.positions.len();
    /// mesh.triangles.truncate(1);
    /// assert!(whole > 3);
    /// assert_eq!(mesh.without_unused().positions.len(), 3);
    /// ```
    pub fn without_unused(&self) -> Self {
        let mut numbers = vec![u32::MAX; self.positions.len()];
        let morph = |m: &MorphTarget| MorphTarget { name: m.name.clone(), weight: m.weight, ..MorphTarget::default() };
        let (materials, pictures) = (self.materials.clone(), self.pictures.clone());
        let mut out = Self { materials, pictures, morphs: self.morphs.iter().map(morph).collect(), ..Self::default() };
        for triangle in &self.triangles {
            let corners = triangle.map(|corner| {
                let i = corner as usize;
                if numbers[i] == u32::MAX {
                    numbers[i] = out.positions.len() as u32;
                    out.positions.push(self.positions[i]);
                    out.normals.push(self.normals[i]);
                    out.influences.push(self.influences[i]);
                    out.parts.push(self.parts[i]);
                    out.uvs.extend(self.uvs.get(i));
                    out.second_uvs.extend(self.second_uvs.get(i));
                    out.tangents.extend(self.tangents.get(i));
                    out.colours.extend(self.colours.get(i));
                    for (to, from) in out.morphs.iter_mut().zip(&self.morphs) {
                        to.positions.push(from.positions[i]);
                        to.normals.push(from.normals[i]);
                    }
                }
                numbers[i]
            });
            out.triangles.push(corners);
        }
        out
    }
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
