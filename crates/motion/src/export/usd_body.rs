//! Bodies of a USD file: skeleton, mesh and constant channels of each character once, as classes that walkers inherit, and what is
//! worn over them as classes that inherit those.

use super::glb_body::{parts, tidy};
use super::usd_text::{list, matrix, name, numbers, points, quoted, short, tuple};
use super::{Actor, ExportScene};
use crate::{Alpha, Character, Material, PictureMap};
use glam::{Mat4, Quat, Vec3};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Names of the classes, and pictures to be put beside the file.
#[derive(Default)]
pub struct UsdBodies {
    /// Class of each outfit: character and materials.
    worn: BTreeMap<(usize, Vec<usize>), String>,
    materials: Vec<String>,
    names: BTreeMap<String, usize>,
    /// Path and character and picture.
    pub pictures: Vec<(String, usize, usize)>,
    folder: String,
}

/// Paths of all joints, as the format names them, with the root above the hips or without.
pub fn joints(character: &Character, root: bool) -> Vec<String> {
    let mut own: Vec<String> = Vec::new();
    let mut paths: Vec<String> = Vec::new();
    if root {
        own.push("root".into());
        paths.push("root".into());
    }
    let first = paths.len();
    for joint in character.skeleton.joints() {
        let name = name(&joint.name, &own);
        own.push(name.clone());
        let above = match joint.parent {
            Some(parent) => Some(&paths[first + parent]),
            None => paths.first().filter(|_| root),
        };
        paths.push(above.map_or_else(|| name.clone(), |above| format!("{above}/{name}")));
    }
    paths
}

impl UsdBodies {
    /// Pictures will lie in this folder beside the file.
    pub fn new(folder: &str) -> Self {
        Self { folder: folder.into(), ..Self::default() }
    }

    /// The class an actor inherits.
    pub fn worn(&mut self, scene: &ExportScene<'_>, actor: &Actor) -> String {
        let character = scene.characters[actor.character];
        let used = parts(&character.mesh, character.parts.len());
        let used: Vec<usize> = (0..used.len()).filter(|p| !used[*p].is_empty()).collect();
        let materials: Vec<usize> = used.iter().map(|part| self.material(scene, actor, *part)).collect();
        let next = self.worn.len();
        let class = self.worn.entry((actor.character, materials));
        class.or_insert_with(|| format!("worn_{next}")).clone()
    }

    fn material(&mut self, scene: &ExportScene<'_>, actor: &Actor, part: usize) -> usize {
        let character = scene.characters[actor.character];
        let about = character.mesh.materials.get(part).cloned().unwrap_or_default();
        let colour = scene.colour(actor, part);
        let own = character.parts.get(part).is_some_and(|p| p.1 == colour);
        let text = self.surface(&about, actor.character, colour, own);
        let title = character.parts.get(part).map_or("body", |(n, _)| n.as_str());
        self.once(title, &text)
    }

    /// The number of a material that is there once.
    fn once(&mut self, title: &str, text: &str) -> usize {
        let key = format!("{}\n{text}", name(title, &[]));
        let next = self.materials.len();
        let number = *self.names.entry(key.clone()).or_insert(next);
        if number == next {
            self.materials.push(key);
        }
        number
    }

    /// A plain material for a part of the place.
    pub fn plain(&mut self, title: &str, colour: [f32; 3]) -> usize {
        let text = self.surface(&Material::default(), 0, colour, true);
        self.once(title, &text)
    }

    pub fn path(number: usize) -> String {
        format!("/crowd/materials/m{number}")
    }

    /// What is inside a material, with PATH for its own.
    fn surface(&mut self, about: &Material, character: usize, colour: [f32; 3], own_colour: bool) -> String {
        let mut out = String::from("token outputs:surface.connect = <PATH/surface.outputs:surface>\n");
        out += "def Shader \"surface\"\n{\nuniform token info:id = \"UsdPreviewSurface\"\n";
        let pictured = about.picture.is_some();
        // The surface multiplies nothing: colours of vertices are seen where neither a picture nor a group's colour is.
        let tinted = about.tinted && own_colour && !pictured;
        let [rough, normal, occlusion, emissive] = about.maps();
        let value = |out: &mut String, name: &str, v: f32| {
            let _ = write!(out, "float inputs:{name} = ");
            short(out, v);
            out.push('\n');
        };
        let plain = |out: &mut String, name: &str, rgb: &[f32; 3]| {
            let _ = write!(out, "color3f inputs:{name} = ");
            tuple(out, rgb);
            out.push('\n');
        };
        match (pictured, tinted) {
            (true, _) => out += "color3f inputs:diffuseColor.connect = <PATH/picture.outputs:rgb>\n",
            (_, true) => out += "color3f inputs:diffuseColor.connect = <PATH/tint.outputs:result>\n",
            _ => plain(&mut out, "diffuseColor", &colour),
        }
        match rough {
            Some(_) => {
                out += "float inputs:roughness.connect = <PATH/rough.outputs:g>\n";
                out += "float inputs:metallic.connect = <PATH/rough.outputs:b>\n";
            }
            None => {
                value(&mut out, "roughness", about.roughness);
                value(&mut out, "metallic", about.metallic);
            }
        }
        if normal.is_some() {
            out += "normal3f inputs:normal.connect = <PATH/normal.outputs:rgb>\n";
        }
        if occlusion.is_some() {
            out += "float inputs:occlusion.connect = <PATH/occlusion.outputs:r>\n";
        }
        match emissive {
            Some(_) => out += "color3f inputs:emissiveColor.connect = <PATH/emissive.outputs:rgb>\n",
            None if about.emission != [0.0; 3] => plain(&mut out, "emissiveColor", &about.emission),
            None => {}
        }
        match about.alpha {
            Alpha::Opaque => {}
            Alpha::Mask(cutoff) => value(&mut out, "opacityThreshold", cutoff),
            Alpha::Blend if !pictured => value(&mut out, "opacity", about.opacity),
            Alpha::Blend => {}
        }
        if pictured && about.alpha != Alpha::Opaque {
            out += "float inputs:opacity.connect = <PATH/picture.outputs:a>\n";
        }
        out += "token outputs:surface\n}\n";
        if tinted {
            out += "def Shader \"tint\"\n{\nuniform token info:id = \"UsdPrimvarReader_float3\"\n";
            out += "string inputs:varname = \"displayColor\"\nfloat3 outputs:result\n}\n";
        }
        for (reader, used) in ["st", "st1"].into_iter().zip(about.pictured()) {
            if used {
                let _ =
                    writeln!(out, "def Shader \"{reader}\"\n{{\nuniform token info:id = \"UsdPrimvarReader_float2\"");
                let _ = writeln!(out, "string inputs:varname = \"{reader}\"\nfloat2 outputs:result\n}}");
            }
        }
        let [r, g, b] = colour;
        let one = [1.0; 4];
        let strong = |map: Option<PictureMap>| map.map_or(1.0, |m| m.strength);
        let dark = strong(occlusion);
        let whole = about.picture.map(|p| PictureMap {
            picture: p,
            sampler: about.sampler,
            second: about.second,
            strength: 1.0,
        });
        let [er, eg, eb] = about.emission;
        let none = [0.0; 4];
        for (name, map, space, scale, bias, outputs) in [
            ("picture", whole, "auto", [r, g, b, about.opacity], none, "float3 outputs:rgb\nfloat outputs:a\n"),
            (
                "rough",
                rough,
                "raw",
                [1.0, about.roughness, about.metallic, 1.0],
                none,
                "float outputs:g\nfloat outputs:b\n",
            ),
            // At full strength: readers want these very numbers.
            ("normal", normal, "raw", [2.0, 2.0, 2.0, 1.0], [-1.0, -1.0, -1.0, 0.0], "float3 outputs:rgb\n"),
            ("occlusion", occlusion, "raw", one.map(|v| v * dark), none.map(|_| 1.0 - dark), "float outputs:r\n"),
            ("emissive", emissive, "sRGB", [er, eg, eb, 1.0], none, "float3 outputs:rgb\n"),
        ] {
            let Some(map) = map else { continue };
            let file = self.picture(character, map.picture);
            let _ = writeln!(out, "def Shader \"{name}\"\n{{\nuniform token info:id = \"UsdUVTexture\"");
            let _ = writeln!(out, "asset inputs:file = @{file}@");
            let reader = if map.second { "st1" } else { "st" };
            let _ = writeln!(out, "float2 inputs:st.connect = <PATH/{reader}.outputs:result>");
            let _ = writeln!(out, "token inputs:sourceColorSpace = \"{space}\"");
            let wrap = |v: u32| match v {
                33_071 => "clamp",
                33_648 => "mirror",
                _ => "repeat",
            };
            let _ = writeln!(out, "token inputs:wrapS = \"{}\"", wrap(map.sampler[2]));
            let _ = writeln!(out, "token inputs:wrapT = \"{}\"", wrap(map.sampler[3]));
            for (input, by, unless) in [("scale", scale, one), ("bias", bias, none)] {
                if by != unless || name == "picture" && input == "scale" {
                    let _ = write!(out, "float4 inputs:{input} = ");
                    tuple(&mut out, &by);
                    out.push('\n');
                }
            }
            out += outputs;
            out += "}\n";
        }
        out
    }

    fn picture(&mut self, character: usize, picture: usize) -> String {
        if let Some((path, _, _)) = self.pictures.iter().find(|(_, c, p)| (*c, *p) == (character, picture)) {
            return path.clone();
        }
        let path = format!("{}picture_{}", self.folder, self.pictures.len());
        self.pictures.push((path.clone(), character, picture));
        path
    }

    /// Gives pictures the endings of their kinds, which readers go by.
    pub fn end_pictures(&mut self, scene: &ExportScene<'_>) {
        for (path, character, picture) in &mut self.pictures {
            let mime = scene.characters[*character].mesh.pictures.get(*picture).map_or("", |p| p.mime.as_str());
            let ending = if mime == "image/jpeg" { "jpg" } else { "png" };
            let ended = format!("{path}.{ending}");
            for text in &mut self.materials {
                *text = text.replace(&format!("@{path}@"), &format!("@{ended}@"));
            }
            *path = ended;
        }
    }

    /// All materials, in a scope.
    pub fn materials(&self, out: &mut String) {
        *out += "def Scope \"materials\"\n{\n";
        for (number, text) in self.materials.iter().enumerate() {
            let (title, text) = text.split_once('\n').unwrap_or(("material", text));
            let _ = writeln!(out, "def Material \"m{number}\" (\ndisplayName = {}\n)\n{{", quoted(title));
            *out += &text.replace("PATH", &Self::path(number));
            *out += "}\n";
        }
        *out += "}\n";
    }

    /// The classes: bodies, and what is worn.
    pub fn classes(&self, out: &mut String, scene: &ExportScene<'_>) {
        *out += "class \"bodies\"\n{\n";
        let mut characters: Vec<usize> = self.worn.keys().map(|k| k.0).collect();
        characters.dedup();
        for index in characters {
            body(out, scene, index);
        }
        for ((index, materials), class) in &self.worn {
            let character = scene.characters[*index];
            let split = parts(&character.mesh, character.parts.len());
            let used = split.iter().enumerate().filter(|(_, t)| !t.is_empty());
            let _ = writeln!(out, "class \"{class}\" (\ninherits = </bodies/body_{index}>\n)\n{{");
            if !character.mesh.triangles.is_empty() {
                *out += "over \"mesh\"\n{\n";
                for ((part, _), material) in used.zip(materials) {
                    let _ = writeln!(
                        out,
                        "over \"part_{part}\"\n{{\nrel material:binding = <{}>\n}}",
                        Self::path(*material)
                    );
                }
                *out += "}\n";
            }
            *out += "}\n";
        }
        *out += "}\n";
    }
}

/// Skeleton, mesh and constant channels of a character.
fn body(out: &mut String, scene: &ExportScene<'_>, index: usize) {
    let character = scene.characters[index];
    let root = scene.style.root_joint;
    let names = joints(character, root);
    let first = usize::from(root);
    let skeleton = &character.skeleton;
    let tokens = |out: &mut String| list(out, names.iter(), |out, n| out.push_str(&quoted(n)));
    let _ = writeln!(
        out,
        "class \"body_{index}\"\n{{\ndef Skeleton \"skeleton\" (\nprepend apiSchemas = [\"SkelBindingAPI\"]\n)\n{{"
    );
    *out += "uniform token[] joints = ";
    tokens(out);
    *out += "\nuniform matrix4d[] bindTransforms = ";
    let rest = skeleton.rest();
    let bind = rest.iter().map(|j| Mat4::from_rotation_translation(j.rotation, j.at));
    let above = root.then_some(Mat4::IDENTITY);
    list(out, above.into_iter().chain(bind), |out, m| matrix(out, &m));
    *out += "\nuniform matrix4d[] restTransforms = ";
    let local =
        skeleton.joints().iter().map(|j| Mat4::from_rotation_translation(j.rotation.normalize(), j.translation));
    list(out, above.into_iter().chain(local), |out, m| matrix(out, &m));
    *out += "\n}\ndef SkelAnimation \"animation\"\n{\nuniform token[] joints = ";
    tokens(out);
    // Without a root the hips stay where the walker's node is, which moves with them.
    let mut at: Vec<Vec3> = skeleton.joints().iter().map(|j| j.translation).collect();
    let mut turns: Vec<Quat> = skeleton.joints().iter().map(|j| j.rotation.normalize()).collect();
    if root {
        at.insert(0, Vec3::ZERO);
        turns.insert(0, Quat::IDENTITY);
    } else {
        at[0] = Vec3::ZERO;
    }
    *out += "\nfloat3[] translations = ";
    list(out, at.iter(), |out, v| {
        let _ = write!(out, "({}, {}, {})", v.x, v.y, v.z);
    });
    *out += "\nquatf[] rotations = ";
    super::usd_text::quats(out, turns.into_iter());
    *out += "\nhalf3[] scales = ";
    list(out, names.iter(), |out, _| out.push_str("(1, 1, 1)"));
    if !character.mesh.morphs.is_empty() {
        *out += "\nuniform token[] blendShapes = ";
        list(out, shapes(character).iter(), |out, n| out.push_str(&quoted(n)));
        *out += "\nfloat[] blendShapeWeights = ";
        list(out, character.mesh.morphs.iter(), |out, m| short(out, m.weight));
    }
    *out += "\n}\n";
    if !character.mesh.triangles.is_empty() {
        mesh(out, character, first, &format!("/bodies/body_{index}/mesh"));
    }
    *out += "}\n";
}

/// Names of the shapes, as the format allows them.
fn shapes(character: &Character) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for morph in &character.mesh.morphs {
        let name = name(&morph.name, &out);
        out.push(name);
    }
    out
}

/// Shapes the skin can take: what of it moves, and how far at full weight.
fn put_shapes(out: &mut String, character: &Character, path: &str) {
    let names = shapes(character);
    if names.is_empty() {
        return;
    }
    *out += "uniform token[] skel:blendShapes = ";
    list(out, names.iter(), |out, n| out.push_str(&quoted(n)));
    *out += "\nrel skel:blendShapeTargets = ";
    list(out, names.iter(), |out, n| {
        let _ = write!(out, "<{path}/shape_{n}>");
    });
    out.push('\n');
    for (morph, name) in character.mesh.morphs.iter().zip(&names) {
        let moved: Vec<usize> = (0..morph.positions.len())
            .filter(|v| morph.positions[*v] != Vec3::ZERO || morph.normals.get(*v).is_some_and(|n| *n != Vec3::ZERO))
            .collect();
        let normal = |v: usize| morph.normals.get(v).copied().unwrap_or(Vec3::ZERO);
        let _ = writeln!(out, "def BlendShape \"shape_{name}\" (\ndisplayName = {}\n)\n{{", quoted(&morph.name));
        *out += "uniform vector3f[] offsets = ";
        points(out, moved.iter().map(|v| morph.positions[*v]));
        *out += "\nuniform vector3f[] normalOffsets = ";
        points(out, moved.iter().map(|v| normal(*v)));
        *out += "\nuniform int[] pointIndices = ";
        numbers(out, moved.iter());
        *out += "\n}\n";
    }
}

fn mesh(out: &mut String, character: &Character, first: usize, path: &str) {
    let mesh = &character.mesh;
    *out += "def Mesh \"mesh\" (\nprepend apiSchemas = [\"SkelBindingAPI\", \"MaterialBindingAPI\"]\n)\n{\n";
    if mesh.materials.iter().any(|m| m.double_sided) {
        *out += "uniform bool doubleSided = 1\n";
    }
    let (least, most) = extent(&mesh.positions);
    *out += "float3[] extent = ";
    points(out, [least, most].into_iter());
    // Triangles part after part.
    let split = parts(mesh, character.parts.len());
    *out += "\nint[] faceVertexCounts = ";
    numbers(out, split.iter().flatten().map(|_| 3));
    *out += "\nint[] faceVertexIndices = ";
    numbers(out, split.iter().flatten().flatten());
    *out += "\npoint3f[] points = ";
    points(out, mesh.positions.iter().copied());
    *out += "\nnormal3f[] normals = ";
    points(out, mesh.normals.iter().copied());
    *out += " (\ninterpolation = \"vertex\"\n)\nuniform token subdivisionScheme = \"none\"\n";
    for (name, uvs) in [("st", &mesh.uvs), ("st1", &mesh.second_uvs)] {
        if uvs.is_empty() {
            continue;
        }
        let _ = write!(out, "texCoord2f[] primvars:{name} = ");
        // The format counts from the lower border.
        list(out, uvs.iter(), |out, uv| {
            let _ = write!(out, "({}, {})", uv[0], 1.0 - uv[1]);
        });
        *out += " (\ninterpolation = \"vertex\"\n)\n";
    }
    if mesh.colours.len() == mesh.positions.len() && !mesh.colours.is_empty() {
        *out += "color3f[] primvars:displayColor = ";
        // With the colour of the part, which the format's surface does not multiply.
        list(out, mesh.colours.iter().zip(&mesh.parts), |out, (c, part)| {
            let own = character.parts.get(usize::from(*part)).map_or([1.0; 3], |p| p.1);
            tuple(out, &[c[0] * own[0], c[1] * own[1], c[2] * own[2]]);
        });
        *out += " (\ninterpolation = \"vertex\"\n)\n";
    }
    put_shapes(out, character, path);
    let pulls: Vec<_> = mesh.influences.iter().map(tidy).collect();
    *out += "matrix4d primvars:skel:geomBindTransform = ";
    matrix(out, &Mat4::IDENTITY);
    *out += "\nint[] primvars:skel:jointIndices = ";
    numbers(out, pulls.iter().flat_map(|p| p.joints.map(|j| usize::from(j) + first)));
    *out += " (\nelementSize = 4\ninterpolation = \"vertex\"\n)\nfloat[] primvars:skel:jointWeights = ";
    numbers(out, pulls.iter().flat_map(|p| p.weights));
    *out += " (\nelementSize = 4\ninterpolation = \"vertex\"\n)\n";
    *out += "uniform token subsetFamily:materialBind:familyType = \"partition\"\n";
    let mut face = 0;
    for (part, triangles) in split.iter().enumerate().filter(|(_, t)| !t.is_empty()) {
        let title = character.parts.get(part).map_or("body", |(n, _)| n.as_str());
        let _ = writeln!(
            out,
            "def GeomSubset \"part_{part}\" (\nprepend apiSchemas = [\"MaterialBindingAPI\"]\ndisplayName = {}\n)\n{{",
            quoted(title)
        );
        *out += "uniform token elementType = \"face\"\nuniform token familyName = \"materialBind\"\nint[] indices = ";
        numbers(out, face..face + triangles.len());
        face += triangles.len();
        *out += "\n}\n";
    }
    *out += "}\n";
}

pub fn extent(points: &[Vec3]) -> (Vec3, Vec3) {
    points.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), p| (a.min(*p), b.max(*p)))
}
