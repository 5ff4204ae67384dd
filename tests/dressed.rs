//! A character with everything a surface can have: pictures of colour, roughness, normals, occlusion and light on two sets of coordinates,
//! tangents, colours of vertices, and a shape. It is made by hand from the skin of a file of ours.

#![allow(dead_code)]

use super::program::{ambulo_with, stderr};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The character's file, and what it has.
pub struct Dressed {
    pub file: PathBuf,
    pub pictures: Vec<Vec<u8>>,
    /// Vertices of the skin.
    pub count: usize,
}

/// What a vertex has, by its number: places on the pictures, colour, how far its shape moves it (file's axes) [m].
pub fn first(v: usize, count: usize) -> [f32; 2] {
    [v as f32 / count as f32, 0.25]
}

pub fn second(v: usize, count: usize) -> [f32; 2] {
    [0.5, v as f32 / count as f32]
}

pub fn colour(v: usize) -> [u8; 4] {
    [(v * 7 % 256) as u8, (v * 3 % 256) as u8, 200, 255]
}

pub fn moved(v: usize) -> [f32; 3] {
    if v.is_multiple_of(3) { [0.0; 3] } else { [0.01, 0.02 * (v % 5) as f32, -0.005] }
}

pub const TANGENT: [f32; 4] = [0.0, 0.0, 1.0, -1.0];

pub fn opened(file: &Path) -> (Value, Vec<u8>) {
    let bytes = std::fs::read(file).expect("a file");
    let length = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
    (serde_json::from_slice(&bytes[20..20 + length]).expect("JSON"), bytes[28 + length..].to_vec())
}

fn picture(width: f64, height: f64) -> Vec<u8> {
    ambulo::draw::png::encode(&ambulo::draw::Canvas::new(width, height).to_svg(), 1.0).expect("a picture")
}

pub fn dressed(folder: &Path) -> Dressed {
    let plain = folder.join("plain.glb");
    let args = ["animate", "pair-crossing", "--walkers", "1", "--to", "1", "--walls", "0", "--quiet", "--out"];
    let output = ambulo_with(&[&args[..], &[&plain.to_string_lossy()]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let (mut json, mut bin) = opened(&plain);
    let mesh = (0..).find(|m| json["meshes"][m]["primitives"][0]["attributes"]["JOINTS_0"].is_u64()).expect("a skin");
    let position = &json["meshes"][mesh]["primitives"][0]["attributes"]["POSITION"];
    let count =
        json["accessors"][position.as_u64().expect("a number") as usize]["count"].as_u64().expect("a count") as usize;
    let mut accessor = |json: &mut Value, bytes: &[u8], code: u32, kind: &str, more: Value| {
        let view = add_view(json, &mut bin, bytes);
        json["bufferViews"][view]["target"] = 34_962.into();
        let mut about = json!({ "bufferView": view, "componentType": code, "count": count, "type": kind });
        more.as_object().expect("an object").iter().for_each(|(k, v)| about[k] = v.clone());
        let list = json["accessors"].as_array_mut().expect("accessors");
        list.push(about);
        list.len() - 1
    };
    let floats = |values: Vec<f32>| values.into_iter().flat_map(f32::to_le_bytes).collect::<Vec<u8>>();
    let uvs = floats((0..count).flat_map(|v| first(v, count)).collect());
    let more = floats((0..count).flat_map(|v| second(v, count)).collect());
    let tangents = floats(vec![TANGENT; count].concat());
    let colours: Vec<u8> = (0..count).flat_map(colour).collect();
    let places = floats((0..count).flat_map(moved).collect());
    let normals = floats(vec![0.0; 3 * count]);
    let none = || json!({});
    let uvs = accessor(&mut json, &uvs, 5126, "VEC2", none());
    let more = accessor(&mut json, &more, 5126, "VEC2", none());
    let tangents = accessor(&mut json, &tangents, 5126, "VEC4", none());
    let colours = accessor(&mut json, &colours, 5121, "VEC4", json!({ "normalized": true }));
    let range = json!({ "min": [0.0, 0.0, -0.005], "max": [0.01, 0.08, 0.0] });
    let places = accessor(&mut json, &places, 5126, "VEC3", range);
    let normals = accessor(&mut json, &normals, 5126, "VEC3", none());
    let pictures: Vec<Vec<u8>> = (0..5).map(|k| picture(8.0, f64::from(8 << k))).collect();
    json["images"] = json!([]);
    json["textures"] = json!([]);
    json["samplers"] = json!([{ "magFilter": 9729, "minFilter": 9987, "wrapS": 33071, "wrapT": 33648 }]);
    for (k, bytes) in pictures.iter().enumerate() {
        let view = add_view(&mut json, &mut bin, bytes);
        let image = json!({ "name": format!("picture {k}"), "mimeType": "image/png", "bufferView": view });
        json["images"].as_array_mut().expect("images").push(image);
        json["textures"].as_array_mut().expect("textures").push(json!({ "source": k, "sampler": 0 }));
    }
    let mesh = &mut json["meshes"][mesh];
    mesh["weights"] = json!([0.5]);
    mesh["extras"] = json!({ "targetNames": ["big smile"] });
    for primitive in mesh["primitives"].as_array_mut().expect("a list") {
        primitive["targets"] = json!([{ "POSITION": places, "NORMAL": normals }]);
    }
    let primitive = &mut mesh["primitives"][0];
    for (name, accessor) in [("TEXCOORD_0", uvs), ("TEXCOORD_1", more), ("TANGENT", tangents), ("COLOR_0", colours)] {
        primitive["attributes"][name] = accessor.into();
    }
    let material = primitive["material"].as_u64().expect("a number") as usize;
    let material = &mut json["materials"][material];
    let surface = &mut material["pbrMetallicRoughness"];
    surface["metallicFactor"] = json!(0.75);
    surface["roughnessFactor"] = json!(0.5);
    surface["baseColorTexture"] = json!({ "index": 0 });
    surface["metallicRoughnessTexture"] = json!({ "index": 1 });
    material["normalTexture"] = json!({ "index": 2, "texCoord": 1, "scale": 0.5 });
    material["occlusionTexture"] = json!({ "index": 3, "texCoord": 1, "strength": 0.25 });
    material["emissiveTexture"] = json!({ "index": 4 });
    material["emissiveFactor"] = json!([1.0, 0.5, 0.25]);
    json["buffers"][0]["byteLength"] = bin.len().into();
    let mut text = json.to_string();
    text.extend(std::iter::repeat_n(' ', text.len().next_multiple_of(4) - text.len()));
    bin.resize(bin.len().next_multiple_of(4), 0);
    let word = |v: usize| (v as u32).to_le_bytes();
    let head = [&b"glTF"[..], &word(2), &word(28 + text.len() + bin.len()), &word(text.len()), b"JSON"].concat();
    let file = folder.join("dressed.glb");
    std::fs::write(&file, [&head, text.as_bytes(), &word(bin.len()), b"BIN\0", &bin].concat()).expect("a file");
    Dressed { file, pictures, count }
}

fn add_view(json: &mut Value, bin: &mut Vec<u8>, bytes: &[u8]) -> usize {
    bin.resize(bin.len().next_multiple_of(4), 0);
    let views = json["bufferViews"].as_array_mut().expect("views");
    views.push(json!({ "buffer": 0, "byteOffset": bin.len(), "byteLength": bytes.len() }));
    bin.extend(bytes);
    views.len() - 1
}
