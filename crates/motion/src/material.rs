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

/// A picture that says more of a surface than its colour: how it is bent, how rough it is, where it shines.
///
/// ```
/// let map = ambulo_motion::PictureMap { picture: 1, ..ambulo_motion::PictureMap::default() };
/// assert_eq!((map.second, map.strength), (false, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureMap {
    /// An index into [`Mesh::pictures`](crate::Mesh::pictures).
    pub picture: usize,
    /// As in [`Material::sampler`].
    pub sampler: [u32; 4],
    /// Whether it lies as [`Mesh::second_uvs`](crate::Mesh::second_uvs) say, not as [`Mesh::uvs`](crate::Mesh::uvs) do.
    pub second: bool,
    /// How strong it is: the scale of a normal map, the strength of an occlusion map.
    pub strength: f32,
}

impl Default for PictureMap {
    fn default() -> Self {
        Self { picture: 0, sampler: [0; 4], second: false, strength: 1.0 }
    }
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
    /// Whether that picture lies as [`Mesh::second_uvs`](crate::Mesh::second_uvs) say.
    pub second: bool,
    /// Roughness in green and metal in blue, each times its number below.
    pub metallic_roughness: Option<PictureMap>,
    /// Direction of the surface, in the tangents' frame.
    pub normal: Option<PictureMap>,
    /// How little light reaches it, in red.
    pub occlusion: Option<PictureMap>,
    /// Its own light, times `emission`.
    pub emissive: Option<PictureMap>,
    /// Its own light (linear red, green, blue).
    pub emission: [f32; 3],
    /// Whether the colours of the vertices tint it.
    pub tinted: bool,
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
            second: false,
            metallic_roughness: None,
            normal: None,
            occlusion: None,
            emissive: None,
            emission: [0.0; 3],
            tinted: false,
            opacity: 1.0,
            metallic: 0.0,
            roughness: 0.9,
            alpha: Alpha::Opaque,
            double_sided: false,
        }
    }
}

impl Material {
    /// Its maps beside the picture of its colour: roughness and metal, normals, occlusion, light.
    ///
    /// ```
    /// assert!(ambulo_motion::Material::default().maps().iter().all(Option::is_none));
    /// ```
    pub fn maps(&self) -> [Option<PictureMap>; 4] {
        [self.metallic_roughness, self.normal, self.occlusion, self.emissive]
    }

    /// Whether any picture lies on it in the first or the second set of coordinates.
    pub(crate) fn pictured(&self) -> [bool; 2] {
        let mut out = [false; 2];
        let colour = self.picture.map(|_| self.second);
        for second in colour.into_iter().chain(self.maps().into_iter().flatten().map(|m| m.second)) {
            out[usize::from(second)] = true;
        }
        out
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
