//! Bodies of a USD file: skeleton, mesh and constant channels of each character once, as classes that walkers inherit, and what is
//! worn over them as classes that inherit those.

use super::glb_body::{parts, tidy};
use super::usd_text::{list, matrix, name, numbers, points, quoted, short, tuple};
use super::{Actor, ExportScene};
use crate::{Alpha, Character, Material};
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
        let text = self.surface(&about, actor.character, scene.colour(actor, part));
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
        let text = self.surface(&Material::default(), 0, colour);
        self.once(title, &text)
    }

    pub fn path(number: usize) -> String {
        format!("/crowd/materials/m{number}")
    }

    /// What is inside a material, with PATH for its own.
    fn surface(&mut self, about: &Material, character: usize, colour: [f32; 3]) -> String {
        let mut out = String::from("token outputs:surface.connect = <PATH/surface.outputs:surface>\n");
        out += "def Shader \"surface\"\n{\nuniform token info:id = \"UsdPreviewSurface\"\n";
        let pictured = about.picture.is_some();
        if pictured {
            out += "color3f inputs:diffuseColor.connect = <PATH/picture.outputs:rgb>\n";
        } else {
            out += "color3f inputs:diffuseColor = ";
            tuple(&mut out, &colour);
            out.push('\n');
        }
        let mut input = |name: &str, v: f32| {
            let _ = write!(out, "float inputs:{name} = ");
            short(&mut out, v);
            out.push('\n');
        };
        input("roughness", about.roughness);
        input("metallic", about.metallic);
        match about.alpha {
            Alpha::Opaque => {}
            Alpha::Mask(cutoff) => input("opacityThreshold", cutoff),
            Alpha::Blend if !pictured => input("opacity", about.opacity),
            Alpha::Blend => {}
        }
        if pictured && about.alpha != Alpha::Opaque {
            out += "float inputs:opacity.connect = <PATH/picture.outputs:a>\n";
        }
        out += "token outputs:surface\n}\n";
        if let Some(picture) = about.picture {
            let file = self.picture(character, picture, about);
            out += "def Shader \"st\"\n{\nuniform token info:id = \"UsdPrimvarReader_float2\"\n";
            out += "string inputs:varname = \"st\"\nfloat2 outputs:result\n}\n";
            out += "def Shader \"picture\"\n{\nuniform token info:id = \"UsdUVTexture\"\n";
            let _ = writeln!(out, "asset inputs:file = @{file}@");
            out += "float2 inputs:st.connect = <PATH/st.outputs:result>\ntoken inputs:sourceColorSpace = \"auto\"\n";
            let wrap = |v: u32| match v {
                33_071 => "clamp",
                33_648 => "mirror",
                _ => "repeat",
            };
            let _ = writeln!(out, "token inputs:wrapS = \"{}\"", wrap(about.sampler[2]));
            let _ = writeln!(out, "token inputs:wrapT = \"{}\"", wrap(about.sampler[3]));
            out += "float4 inputs:scale = ";
            tuple(&mut out, &[colour[0], colour[1], colour[2], about.opacity]);
            out += "\nfloat3 outputs:rgb\nfloat outputs:a\n}\n";
        }
        out
    }

    fn picture(&mut self, character: usize, picture: usize, about: &Material) -> String {
        let _ = about;
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
    *out += "\n}\n";
    if !character.mesh.triangles.is_empty() {
        mesh(out, character, first);
    }
    *out += "}\n";
}

fn mesh(out: &mut String, character: &Character, first: usize) {
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
    if !mesh.uvs.is_empty() {
        *out += "texCoord2f[] primvars:st = ";
        // The format counts from the lower border.
        list(out, mesh.uvs.iter(), |out, uv| {
            let _ = write!(out, "({}, {})", uv[0], 1.0 - uv[1]);
        });
        *out += " (\ninterpolation = \"vertex\"\n)\n";
    }
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
