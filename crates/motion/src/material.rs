//! What the parts of a body look like beyond their colour: pictures, roughness, transparency; and shapes it can take.

use glam::Vec3;
use std::sync::Arc;

/// A picture as its file has it: its bytes are kept and never decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkinPicture {
    /// Its name.
    pub name: String,
    /// `image/png` or `image/jpeg`.
    pub mime: String,
    /// The bytes of the PNG or JPEG file.
    pub bytes: Arc<[u8]>,
}

/// How a material treats what is behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Alpha {
    /// It hides it.
    #[default]
    Opaque,
    /// It hides it where its own alpha is at least this.
    Mask(f32),
    /// It mixes with it.
    Blend,
}

/// The material of one part. Its colour is in [`Character::parts`](crate::Character::parts).
///
/// ```
/// let plain = ambulo_motion::Material::default();
/// assert_eq!((plain.metallic, plain.roughness, plain.picture), (0.0, 0.9, None));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Picture of its colour, an index into [`Mesh::pictures`](crate::Mesh::pictures); the part's colour tints it.
    pub picture: Option<usize>,
    /// glTF's numbers for how the picture is enlarged, made smaller, and goes on beyond its left and right and its upper and lower
    /// border; 0 leaves it open.
    pub sampler: [u32; 4],
    /// Opacity, from 0 to 1.
    pub opacity: f32,
    /// How metallic it is, from 0 to 1.
    pub metallic: f32,
    /// How rough it is, from 0 to 1.
    pub roughness: f32,
    /// What shows through.
    pub alpha: Alpha,
    /// Whether it is seen from inside too.
    pub double_sided: bool,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            picture: None,
            sampler: [0; 4],
            opacity: 1.0,
            metallic: 0.0,
            roughness: 0.9,
            alpha: Alpha::Opaque,
            double_sided: false,
        }
    }
}

/// A shape the skin can be drawn towards, such as a smile: by how far each vertex moves at full weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphTarget {
    /// Its name.
    pub name: String,
    /// Weight at rest.
    pub weight: f32,
    /// Displacements, one per vertex [m].
    pub positions: Vec<Vec3>,
    /// Changes of the normals, one per vertex.
    pub normals: Vec<Vec3>,
}
