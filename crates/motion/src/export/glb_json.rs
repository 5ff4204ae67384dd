//! The description of a binary glTF file, as it grows.

use super::{ExportScene, from_plan};
use crate::{Character, Role};
use ambulo_gltf::{Accessor, AccessorLists, Component, JsonList, Stretch, VERTICES};
use glam::{Quat, Vec3};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Default)]
pub struct GlbLists {
    pub data: AccessorLists,
    pub materials: JsonList,
    pub meshes: JsonList,
    pub nodes: JsonList,
    pub skins: JsonList,
    pub images: JsonList,
    pub samplers: JsonList,
    pub textures: JsonList,
    pub animations: JsonList,
    pub channels: Channels,
    pub roots: Vec<usize>,
    /// Entries that are there once, by list and text.
    known: BTreeMap<(&'static str, String), usize>,
}

/// What is animated, of one animation.
#[derive(Default)]
pub struct Channels {
    samplers: JsonList,
    channels: JsonList,
}

impl Channels {
    pub fn add(&mut self, node: usize, path: &str, input: usize, output: usize, steps: bool) {
        let mut sampler = json!({ "input": input, "output": output });
        if steps {
            sampler["interpolation"] = "STEP".into();
        }
        let sampler = self.samplers.push(&sampler);
        self.channels.push(&json!({ "sampler": sampler, "target": { "node": node, "path": path } }));
    }

    fn text(&self, name: &str) -> String {
        let name = Value::from(name);
        format!("{{\"name\":{name},\"samplers\":[{}],\"channels\":[{}]}}", self.samplers.text(), self.channels.text())
    }
}

impl GlbLists {
    pub fn view(&mut self, at: Stretch, target: Option<u32>) -> usize {
        self.data.view(at, target)
    }

    pub fn accessor(&mut self, view: usize, offset: u64, component: Component, count: usize, kind: &str) -> usize {
        self.data.accessor(&Accessor { component, ..Accessor::floats(view, offset, count, kind) })
    }

    /// With its range, which places and times must have.
    pub fn ranged(&mut self, view: usize, offset: u64, count: usize, kind: &str, min: &[f32], max: &[f32]) -> usize {
        self.data.accessor(&Accessor { range: Some((min, max)), ..Accessor::floats(view, offset, count, kind) })
    }

    pub fn places(&mut self, at: Stretch, places: impl Iterator<Item = Vec3> + Clone) -> usize {
        let least = places.clone().fold(Vec3::INFINITY, Vec3::min);
        let most = places.fold(Vec3::NEG_INFINITY, Vec3::max);
        let view = self.view(at, Some(VERTICES));
        self.ranged(view, 0, (at.bytes / 12) as usize, "VEC3", &least.to_array(), &most.to_array())
    }

    pub fn vertices(&mut self, at: Stretch, component: Component, count: usize, kind: &str) -> usize {
        let view = self.view(at, Some(VERTICES));
        self.accessor(view, 0, component, count, kind)
    }

    /// The number of an entry that is there once, however often it is named.
    pub fn once(&mut self, list: &'static str, value: &Value) -> usize {
        if let Some(&known) = self.known.get(&(list, value.to_string())) {
            return known;
        }
        let to = match list {
            "materials" => &mut self.materials,
            "meshes" => &mut self.meshes,
            "samplers" => &mut self.samplers,
            _ => &mut self.textures,
        };
        let number = to.push(value);
        self.known.insert((list, value.to_string()), number);
        number
    }

    /// A plain material.
    pub fn plain(&mut self, name: &str, colour: [f32; 3]) -> usize {
        let [r, g, b] = colour.map(number);
        self.once(
            "materials",
            &json!({
                "name": name, "doubleSided": true,
                "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.9 }
            }),
        )
    }

    /// Ends an animation.
    pub fn animation(&mut self, name: &str) {
        let channels = std::mem::take(&mut self.channels);
        if !channels.channels.is_empty() {
            self.animations.push_text(&channels.text(name));
        }
    }

    /// The description as text.
    pub fn describe(&self, scene: &ExportScene<'_>, bytes: u64, loose: u64) -> String {
        let mut asset = json!({
            "version": "2.0",
            "generator": scene.generator,
            "extras": {
                "fps": scene.fps, "frames": scene.frames, "frame_range": [0, scene.frames.saturating_sub(1)],
                "origin": [scene.origin.x, scene.origin.y]
            }
        });
        if !scene.title.is_empty() {
            asset["extras"]["title"] = scene.title.as_str().into();
        }
        if let Some(roles) = foreign_roles(scene) {
            asset["extras"]["roles"] = roles;
        }
        let mut out = format!("{{\"asset\":{asset},\"scene\":0,\"scenes\":[{}]", json!({ "nodes": self.roots }));
        let parts = [
            ("nodes", &self.nodes),
            ("meshes", &self.meshes),
            ("materials", &self.materials),
            ("images", &self.images),
            ("samplers", &self.samplers),
            ("textures", &self.textures),
            ("skins", &self.skins),
            ("animations", &self.animations),
            ("bufferViews", &self.data.views),
            ("accessors", &self.data.accessors),
        ];
        for (name, list) in parts {
            // The format has no empty lists.
            if !list.is_empty() {
                out += &format!(",\"{name}\":[{}]", list.text());
            }
        }
        out += &format!(
            ",\"cameras\":[{}]",
            json!({ "name": "camera", "type": "perspective", "perspective": {
            "yfov": CAMERA_FIELD, "aspectRatio": 1.777_777_8, "znear": 0.1, "zfar": number(camera(scene).2)
        } })
        );
        if loose > 0 {
            // The second buffer is nowhere: it is what a decoder fills.
            let empty = json!({ "byteLength": loose, "extensions": { MESHOPT: { "fallback": true } } });
            let used = json!([MESHOPT]);
            out += &format!(",\"buffers\":[{{\"byteLength\":{bytes}}},{empty}]");
            out += &format!(",\"extensionsUsed\":{used},\"extensionsRequired\":{used}");
        } else if bytes > 0 {
            out += &format!(",\"buffers\":[{{\"byteLength\":{bytes}}}]");
        }
        out + "}"
    }
}

/// Name of the extension for compressed frames.
pub const MESHOPT: &str = "EXT_meshopt_compression";

/// Field of view of the camera from its lower to its upper border [rad].
const CAMERA_FIELD: f64 = 0.7;

/// A camera that sees the whole place from the south, looking down by 35 degrees: its place, its rotation and how far it sees.
pub fn camera(scene: &ExportScene<'_>) -> (Vec3, Quat, f32) {
    let (least, most) = scene.bounds();
    let middle = (least + most) * 0.5;
    // The ball round the place and a person at its border; half the field of view has a sine of 0.3429.
    let far = (0.5 * (most - least).length() + 2.0) / 0.342_9;
    let towards = from_plan(Vec3::new(0.0, -0.819_152, 0.573_576_4));
    let turn = Quat::from_xyzw(-0.300_705_8, 0.0, 0.0, 0.953_717);
    (from_plan(middle) + towards * far, turn, 3.0 * far)
}

/// A number with the digits that single precision needs.
pub fn number(v: f32) -> Value {
    // Its shortest text is read back as the same number, and as fewer digits than the double it would become.
    v.to_string()
        .parse::<f64>()
        .map_or(Value::Null, |v| if v == v.trunc() && v.abs() < 1e9 { json!(v as i64) } else { json!(v) })
}

pub fn numbers(values: &[f32]) -> Value {
    values.iter().map(|v| number(*v)).collect()
}

/// When a frame is shown [s].
pub fn time(frame: usize, fps: f64) -> f32 {
    (frame as f64 / fps) as f32
}

/// The joints of roles that are not called what the role is, for readers that look for them; `None` where there are none, or where two
/// bodies disagree.
fn foreign_roles(scene: &ExportScene<'_>) -> Option<Value> {
    let of = |character: &Character| {
        let skeleton = &character.skeleton;
        let named = |role: Role| Some((role.name(), skeleton.joints()[skeleton.roles().get(role)?].name.clone()));
        Role::ALL.into_iter().filter_map(named).collect::<Vec<_>>()
    };
    let first = of(scene.characters.first()?);
    if first.iter().all(|(role, joint)| role == joint) || scene.characters.iter().any(|c| of(c) != first) {
        return None;
    }
    Some(
        first
            .into_iter()
            .map(|(role, joint)| (role.to_string(), joint.into()))
            .collect::<serde_json::Map<_, _>>()
            .into(),
    )
}
