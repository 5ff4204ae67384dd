//! What parts of a glTF body look like: materials, pictures, where they lie on the skin, and shapes the skin can take.

use super::gltf::{Gltf, beside, floats};
use crate::{Alpha, Material, MorphTarget, PictureMap, SkinPicture};
use ambulo_gltf::{index, list};
use glam::Vec3;
use serde_json::Value;
use std::path::Path;

/// Most bytes of all pictures together.
const MOST_BYTES: usize = 256 << 20;
/// Most shapes.
const MOST_MORPHS: usize = 512;

/// Pictures of a body as they are found.
#[derive(Default)]
pub(super) struct Looks {
    pub pictures: Vec<SkinPicture>,
    /// Picture of each image of the file that was looked for.
    known: Vec<(usize, Option<usize>)>,
    bytes: usize,
    pub notes: Vec<String>,
}

/// Where a material's picture lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PictureUse {
    /// Which set of coordinates.
    pub set: u64,
    offset: [f32; 2],
    scale: [f32; 2],
    turned: f32,
}

impl PictureUse {
    /// Coordinates as the file's extension moves them.
    pub fn moved(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let (u, v) = (u * self.scale[0], v * self.scale[1]);
        let (s, c) = crate::math::sin_cos(self.turned);
        [c * u + s * v + self.offset[0], c * v - s * u + self.offset[1]]
    }
}

impl Looks {
    /// A material of the file, and how its pictures lie on the skin: at most two sets of coordinates.
    pub fn material(
        &mut self,
        file: &Gltf,
        about: &Value,
        folder: Option<&Path>,
    ) -> (Material, [Option<PictureUse>; 2]) {
        let surface = &about["pbrMetallicRoughness"];
        let share = |value: &Value, or: f32| value.as_f64().map_or(or, |v| (v as f32).clamp(0.0, 1.0));
        let mut out = Material {
            opacity: floats(&surface["baseColorFactor"], [1.0; 4])[3].clamp(0.0, 1.0),
            metallic: share(&surface["metallicFactor"], 1.0),
            roughness: share(&surface["roughnessFactor"], 1.0),
            emission: floats(&about["emissiveFactor"], [0.0; 3]).map(|v| v.clamp(0.0, 1.0)),
            alpha: match about["alphaMode"].as_str() {
                Some("MASK") => Alpha::Mask(share(&about["alphaCutoff"], 0.5)),
                Some("BLEND") => Alpha::Blend,
                _ => Alpha::Opaque,
            },
            double_sided: about["doubleSided"].as_bool().unwrap_or(false),
            ..Material::default()
        };
        let mut lies = [None; 2];
        if let Some(map) = self.map(file, &surface["baseColorTexture"], "baseColorTexture", &mut lies, folder) {
            (out.picture, out.sampler, out.second) = (Some(map.picture), map.sampler, map.second);
        }
        let rough = &surface["metallicRoughnessTexture"];
        out.metallic_roughness = self.map(file, rough, "metallicRoughnessTexture", &mut lies, folder);
        if out.metallic_roughness.is_none() && !rough.is_null() {
            // Without it everything would be metal: the factor is 1 where a picture holds the values.
            (out.metallic, out.roughness) = (0.0, 0.9);
        }
        let strong = |used: &Value, name: &str| used[name].as_f64().map_or(1.0, |v| (v as f32).clamp(-100.0, 100.0));
        let mut map = |name: &str, strength: &str| {
            let used = &about[name];
            let map = self.map(file, used, name, &mut lies, folder)?;
            Some(PictureMap { strength: strong(used, strength), ..map })
        };
        out.normal = map("normalTexture", "scale");
        out.occlusion =
            map("occlusionTexture", "strength").map(|m| PictureMap { strength: m.strength.clamp(0.0, 1.0), ..m });
        out.emissive = map("emissiveTexture", "");
        (out, lies)
    }

    /// A picture that a material names, where it can be kept.
    fn map(
        &mut self,
        file: &Gltf,
        used: &Value,
        name: &str,
        lies: &mut [Option<PictureUse>; 2],
        folder: Option<&Path>,
    ) -> Option<PictureMap> {
        let texture = index(&used["index"]).and_then(|t| list(&file.json, "textures").get(t))?;
        let moved = &used["extensions"]["KHR_texture_transform"];
        let turned = moved["rotation"].as_f64().unwrap_or(0.0) as f32;
        let this = PictureUse {
            set: moved["texCoord"].as_u64().or(used["texCoord"].as_u64()).unwrap_or(0),
            offset: floats(&moved["offset"], [0.0; 2]),
            scale: floats(&moved["scale"], [1.0; 2]),
            turned: if turned.is_finite() { turned } else { 0.0 },
        };
        let Some(place) = lies.iter().position(|l| l.is_none_or(|l| l == this)) else {
            self.note(format!(
                "of the pictures on the skin a `{name}` is not kept: it lies otherwise than two others of its material"
            ));
            return None;
        };
        let image = index(&texture["source"]);
        if image.is_none() {
            self.note(format!("of the pictures on the skin a `{name}` is not kept: it is neither PNG nor JPEG"));
        }
        let picture = self.picture(file, image?, folder)?;
        lies[place] = Some(this);
        let mut sampler = [0; 4];
        if let Some(about) = index(&texture["sampler"]).and_then(|s| list(&file.json, "samplers").get(s)) {
            let known = |name: &str, may: &[u64]| about[name].as_u64().filter(|v| may.contains(v)).unwrap_or(0) as u32;
            const WRAPS: [u64; 3] = [33_071, 33_648, 10_497];
            sampler = [
                known("magFilter", &[9728, 9729]),
                known("minFilter", &[9728, 9729, 9984, 9985, 9986, 9987]),
                known("wrapS", &WRAPS),
                known("wrapT", &WRAPS),
            ];
        }
        Some(PictureMap { picture, sampler, second: place == 1, strength: 1.0 })
    }

    fn picture(&mut self, file: &Gltf, image: usize, folder: Option<&Path>) -> Option<usize> {
        if let Some((_, known)) = self.known.iter().find(|k| k.0 == image) {
            return *known;
        }
        let found = match file.buffers.picture(&file.json, image, &beside, folder) {
            Ok((bytes, _)) if self.bytes + bytes.len() > MOST_BYTES => {
                self.note(format!("picture {image} is left out: pictures have more than 256 MB; export smaller ones"));
                None
            }
            Ok((bytes, mime)) => {
                self.bytes += bytes.len();
                let about = &list(&file.json, "images")[image];
                let name: String = about["name"].as_str().or(about["uri"].as_str()).unwrap_or_default().into();
                let name = if name.is_empty() || name.starts_with("data:") { format!("picture {image}") } else { name };
                let name = name.chars().take(100).collect();
                self.pictures.push(SkinPicture { name, mime: mime.into(), bytes: bytes.into() });
                Some(self.pictures.len() - 1)
            }
            Err(error) => {
                self.note(format!("{error}; its parts do without"));
                None
            }
        };
        self.known.push((image, found));
        found
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// Displacements of one primitive towards each shape: name, weight, places and normals in the file's measures.
pub(super) type Shapes = Vec<(String, f32, Vec<Vec3>, Vec<Vec3>)>;

/// The shapes of a primitive.
pub(super) fn shapes(
    file: &mut Gltf,
    mesh: &Value,
    node: &Value,
    primitive: &Value,
    count: usize,
) -> Result<Shapes, super::ClipImportError> {
    let mut out = Vec::new();
    let weights = if node["weights"].is_array() { &node["weights"] } else { &mesh["weights"] };
    for (t, target) in list(primitive, "targets").iter().take(MOST_MORPHS).enumerate() {
        let mut read = |name: &str| -> Result<Vec<Vec3>, super::ClipImportError> {
            let Some(accessor) = index(&target[name]) else { return Ok(vec![Vec3::ZERO; count]) };
            let flat = file.numbers(accessor, &["VEC3"])?;
            if flat.len() != 3 * count || flat.iter().any(|v| !v.is_finite()) {
                let error = super::ClipImportError::new(format!("target {t} of a mesh does not fit its places"));
                return Err(error.help("export the character again"));
            }
            Ok(flat.chunks_exact(3).map(Vec3::from_slice).collect())
        };
        let (places, normals) = (read("POSITION")?, read("NORMAL")?);
        let name = mesh["extras"]["targetNames"][t].as_str().map_or_else(|| format!("target {t}"), str::to_owned);
        let weight = weights[t].as_f64().map_or(0.0, |w| (w as f32).clamp(-10.0, 10.0));
        out.push((name.chars().take(100).collect(), weight, places, normals));
    }
    Ok(out)
}

/// The shape of that name, with nothing moved yet, as long as the skin is.
pub(super) fn shape<'a>(
    morphs: &'a mut Vec<MorphTarget>,
    name: &str,
    weight: f32,
    vertices: usize,
) -> &'a mut MorphTarget {
    let k = morphs.iter().position(|m| m.name == name).unwrap_or_else(|| {
        morphs.push(MorphTarget { name: name.into(), weight, ..MorphTarget::default() });
        morphs.len() - 1
    });
    let morph = &mut morphs[k];
    morph.positions.resize(vertices, Vec3::ZERO);
    morph.normals.resize(vertices, Vec3::ZERO);
    morph
}
