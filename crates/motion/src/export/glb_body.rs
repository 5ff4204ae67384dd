//! Bodies of a binary glTF file: vertices, materials and pictures of each character once, and a mesh for each of its outfits.

use super::axes::{from_body, to_body};
use super::glb::{GlbWriter, unit};
use super::glb_json::{number, numbers};
use super::{Actor, ExportError};
use crate::{Alpha, Bind, Influence, Material, Mesh, PictureMap};
use ambulo_gltf::{Accessor, Component, INDICES, VERTICES};
use glam::{Mat4, Vec3};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Seek, Write};

/// What was written of a character.
#[derive(Clone, Debug)]
pub struct WrittenBody {
    attributes: Value,
    uvs: [Option<usize>; 2],
    tangents: Option<usize>,
    colours: Option<usize>,
    targets: Value,
    /// Part and indices.
    parts: Vec<(usize, usize)>,
    pub binds: usize,
    /// Images of its pictures.
    pictures: Vec<Option<usize>>,
    /// Meshes by their materials.
    meshes: BTreeMap<Vec<usize>, usize>,
}

impl<S: Read + Write + Seek> GlbWriter<'_, S> {
    /// The mesh an actor wears, and the inverse binds of its skin.
    pub(super) fn body(&mut self, actor: &Actor) -> Result<Option<(usize, usize)>, ExportError> {
        let character = self.scene.characters[actor.character];
        if character.mesh.triangles.is_empty() {
            return Ok(None);
        }
        if self.bodies[actor.character].is_none() {
            let written = self.vertices(actor.character)?;
            self.bodies[actor.character] = Some(written);
        }
        let Some(mut body) = self.bodies[actor.character].take() else { return Ok(None) };
        let mut worn = Vec::with_capacity(body.parts.len());
        for &(part, _) in &body.parts {
            worn.push(self.material(actor, part, &mut body.pictures)?);
        }
        let known = body.meshes.get(&worn).copied();
        let mesh = known.unwrap_or_else(|| {
            let primitive = |(&(part, indices), &material): (&(usize, usize), &usize)| {
                let mut attributes = body.attributes.clone();
                // What no picture needs is a fault to some readers.
                let about = character.mesh.materials.get(part);
                let pictured = about.map_or([false; 2], Material::pictured);
                // A second set alone would be the first: sets count from 0 without a gap.
                for (set, uvs) in ["TEXCOORD_0", "TEXCOORD_1"].into_iter().zip(body.uvs) {
                    if let Some(uvs) = uvs.filter(|_| pictured[1] || (pictured[0] && set == "TEXCOORD_0")) {
                        attributes[set] = uvs.into();
                    }
                }
                if let Some(tangents) = body.tangents.filter(|_| about.is_some_and(|m| m.normal.is_some())) {
                    attributes["TANGENT"] = tangents.into();
                }
                if let Some(colours) = body.colours.filter(|_| about.is_some_and(|m| m.tinted)) {
                    attributes["COLOR_0"] = colours.into();
                }
                let mut primitive = json!({ "attributes": attributes, "indices": indices, "material": material });
                if !body.targets.is_null() {
                    primitive["targets"] = body.targets.clone();
                }
                primitive
            };
            let primitives: Vec<Value> = body.parts.iter().zip(&worn).map(primitive).collect();
            let name = self.scene.groups.get(actor.group).map_or("", |g| g.name.as_str());
            let mut mesh = json!({ "name": name, "primitives": primitives });
            let morphs = &character.mesh.morphs;
            if !morphs.is_empty() {
                mesh["weights"] = numbers(&morphs.iter().map(|m| m.weight).collect::<Vec<_>>());
                mesh["extras"] = json!({ "targetNames": morphs.iter().map(|m| m.name.as_str()).collect::<Vec<_>>() });
            }
            self.lists.meshes.push(&mesh)
        });
        body.meshes.insert(worn, mesh);
        let binds = body.binds;
        self.bodies[actor.character] = Some(body);
        Ok(Some((mesh, binds)))
    }

    fn vertices(&mut self, index: usize) -> Result<WrittenBody, ExportError> {
        let character = self.scene.characters[index];
        let (mesh, joints) = (&character.mesh, character.skeleton.len());
        let count = mesh.positions.len();
        mesh.positions.iter().for_each(|p| self.chunk.floats(&from_body(*p).to_array()));
        let at = self.end()?;
        let position = self.lists.places(at, mesh.positions.iter().map(|p| from_body(*p)));
        mesh.normals.iter().for_each(|n| self.chunk.floats(&from_body(unit(*n)).to_array()));
        let at = self.end()?;
        let normal = self.lists.vertices(at, Component::Float, count, "VEC3");
        let pulls: Vec<Influence> = mesh.influences.iter().map(tidy).collect();
        let bytes = joints < 256;
        for joint in pulls.iter().flat_map(|p| p.joints) {
            if bytes { self.chunk.raw(&[joint as u8]) } else { self.chunk.raw(&joint.to_le_bytes()) }
        }
        let at = self.end()?;
        let component = if bytes { Component::UnsignedByte } else { Component::UnsignedShort };
        let joint = self.lists.vertices(at, component, count, "VEC4");
        pulls.iter().for_each(|pull| self.chunk.floats(&pull.weights));
        let at = self.end()?;
        let weight = self.lists.vertices(at, Component::Float, count, "VEC4");
        let mut uvs = [None; 2];
        for (k, (uvs, own)) in uvs.iter_mut().zip([&mesh.uvs, &mesh.second_uvs]).enumerate() {
            if own.len() == count && mesh.materials.iter().any(|m| m.pictured()[k]) {
                own.iter().for_each(|uv| self.chunk.floats(uv));
                let at = self.end()?;
                *uvs = Some(self.lists.vertices(at, Component::Float, count, "VEC2"));
            }
        }
        let tangents = match mesh.tangents.len() == count && mesh.materials.iter().any(|m| m.normal.is_some()) {
            true => {
                for &[x, y, z, side] in &mesh.tangents {
                    self.chunk.floats(&from_body(unit(Vec3::new(x, y, z))).extend(side).to_array());
                }
                let at = self.end()?;
                Some(self.lists.vertices(at, Component::Float, count, "VEC4"))
            }
            false => None,
        };
        let colours = match mesh.colours.len() == count && mesh.materials.iter().any(|m| m.tinted) {
            true => {
                let shares = mesh.colours.iter().flatten().map(|c| (c * 65_535.0).round() as u16);
                shares.for_each(|share| self.chunk.raw(&share.to_le_bytes()));
                let at = self.end()?;
                let view = self.lists.view(at, Some(VERTICES));
                let floats = Accessor::floats(view, 0, count, "VEC4");
                let shares = Accessor { component: Component::UnsignedShort, normalized: true, ..floats };
                Some(self.lists.data.accessor(&shares))
            }
            false => None,
        };
        let mut targets = Vec::new();
        for morph in &mesh.morphs {
            morph.positions.iter().for_each(|p| self.chunk.floats(&from_body(*p).to_array()));
            let at = self.end()?;
            let position = self.lists.places(at, morph.positions.iter().map(|p| from_body(*p)));
            morph.normals.iter().for_each(|n| self.chunk.floats(&from_body(*n).to_array()));
            let at = self.end()?;
            let normal = self.lists.vertices(at, Component::Float, count, "VEC3");
            targets.push(json!({ "POSITION": position, "NORMAL": normal }));
        }
        let split = parts(mesh, character.parts.len());
        split.iter().flatten().flatten().for_each(|corner| self.chunk.raw(&corner.to_le_bytes()));
        let at = self.end()?;
        let view = self.lists.view(at, Some(INDICES));
        let (mut offset, mut numbers) = (0, Vec::new());
        for (part, triangles) in split.iter().enumerate().filter(|(_, t)| !t.is_empty()) {
            let indices = self.lists.accessor(view, offset, Component::UnsignedInt, 3 * triangles.len(), "SCALAR");
            numbers.push((part, indices));
            offset += 12 * triangles.len() as u64;
        }
        for rest in Bind::of(&character.skeleton).inverse() {
            let bind = Mat4::from_rotation_translation(rest.rotation * to_body(), rest.at);
            self.chunk.floats(&bind.to_cols_array());
        }
        if self.scene.style.root_joint {
            // The root rests below the body, in its frame.
            self.chunk.floats(&Mat4::from_quat(to_body()).to_cols_array());
        }
        let at = self.end()?;
        let view = self.lists.view(at, None);
        let count = joints + usize::from(self.scene.style.root_joint);
        let binds = self.lists.accessor(view, 0, Component::Float, count, "MAT4");
        Ok(WrittenBody {
            attributes: json!({ "POSITION": position, "NORMAL": normal, "JOINTS_0": joint, "WEIGHTS_0": weight }),
            uvs,
            tangents,
            colours,
            targets: if targets.is_empty() { Value::Null } else { targets.into() },
            parts: numbers,
            binds,
            pictures: vec![None; mesh.pictures.len()],
            meshes: BTreeMap::new(),
        })
    }

    /// The material of a part of an actor; equal ones are shared.
    fn material(&mut self, actor: &Actor, part: usize, pictures: &mut [Option<usize>]) -> Result<usize, ExportError> {
        let character = self.scene.characters[actor.character];
        let name = character.parts.get(part).map_or("body", |(name, _)| name.as_str());
        let [r, g, b] = self.scene.colour(actor, part).map(number);
        let about = character.mesh.materials.get(part).cloned().unwrap_or_default();
        // What takes a group's colour is called after it.
        let own = matches!(actor.colours.get(part), Some(Some(_)));
        let group =
            self.scene.groups.get(actor.group).filter(|_| name == "top" && !own).map_or("", |g| g.name.as_str());
        let mut material = json!({
            "name": format!("{name} {group}").trim(),
            "pbrMetallicRoughness": {
                "baseColorFactor": [r, g, b, number(about.opacity)],
                "metallicFactor": number(about.metallic), "roughnessFactor": number(about.roughness)
            }
        });
        if about.double_sided {
            material["doubleSided"] = true.into();
        }
        match about.alpha {
            Alpha::Opaque => {}
            Alpha::Mask(cutoff) => {
                material["alphaMode"] = "MASK".into();
                material["alphaCutoff"] = number(cutoff);
            }
            Alpha::Blend => material["alphaMode"] = "BLEND".into(),
        }
        if about.emission != [0.0; 3] {
            material["emissiveFactor"] = numbers(&about.emission);
        }
        let colour = about.picture.map(|p| PictureMap {
            picture: p,
            sampler: about.sampler,
            second: about.second,
            strength: 1.0,
        });
        let [rough, normal, occlusion, emissive] = about.maps();
        for (name, map, strength) in [
            ("baseColorTexture", colour, ""),
            ("metallicRoughnessTexture", rough, ""),
            ("normalTexture", normal, "scale"),
            ("occlusionTexture", occlusion, "strength"),
            ("emissiveTexture", emissive, ""),
        ] {
            let Some(map) = map else { continue };
            let Some(texture) = self.texture(&map, actor.character, pictures)? else { continue };
            let mut used = json!({ "index": texture });
            if map.second {
                used["texCoord"] = 1.into();
            }
            if !strength.is_empty() && map.strength != 1.0 {
                used[strength] = number(map.strength);
            }
            match name {
                "baseColorTexture" | "metallicRoughnessTexture" => material["pbrMetallicRoughness"][name] = used,
                _ => material[name] = used,
            }
        }
        Ok(self.lists.once("materials", &material))
    }

    fn texture(
        &mut self,
        map: &PictureMap,
        character: usize,
        pictures: &mut [Option<usize>],
    ) -> Result<Option<usize>, ExportError> {
        let mesh = &self.scene.characters[character].mesh;
        let Some(picture) = mesh.pictures.get(map.picture).map(|p| (map.picture, p)) else {
            return Ok(None);
        };
        let source = match pictures[picture.0] {
            Some(image) => image,
            None => {
                self.chunk.raw(&picture.1.bytes);
                let at = self.end()?;
                let view = self.lists.view(at, None);
                let (name, mime) = (&picture.1.name, &picture.1.mime);
                let image = self.lists.images.push(&json!({ "name": name, "mimeType": mime, "bufferView": view }));
                pictures[picture.0] = Some(image);
                image
            }
        };
        let mut texture = json!({ "source": source });
        let names = ["magFilter", "minFilter", "wrapS", "wrapT"];
        let given = names.iter().zip(map.sampler).filter(|(_, v)| *v != 0);
        let sampler: serde_json::Map<String, Value> = given.map(|(n, v)| ((*n).to_string(), v.into())).collect();
        if !sampler.is_empty() {
            texture["sampler"] = self.lists.once("samplers", &sampler.into()).into();
        }
        Ok(Some(self.lists.once("textures", &texture)))
    }
}

/// Triangles by part. A triangle belongs where its first corner does.
pub(super) fn parts(mesh: &Mesh, parts: usize) -> Vec<Vec<[u32; 3]>> {
    let mut out = vec![Vec::new(); parts.max(1)];
    for triangle in &mesh.triangles {
        let part = mesh.parts.get(triangle[0] as usize).map_or(0, |p| usize::from(*p));
        let last = out.len() - 1;
        out[part.min(last)].push(*triangle);
    }
    out
}

/// Each joint once, weights that sum to 1, and joint 0 where nothing pulls: readers insist on it.
pub(super) fn tidy(pull: &Influence) -> Influence {
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
