//! The description at the head of a binary glTF file.

use super::axes::{from_plan, turn_from_plan};
use super::glb_layout::{GlbLayout, PLACE, ROTATION, VISIT};
use super::{Actor, ExportScene, from_body};
use ambulo_gltf::{Accessor, AccessorLists, Component, INDICES, JsonList, Stretch, VERTICES};
use glam::{Quat, Vec3};
use serde_json::{Value, json};

#[derive(Default)]
struct GlbLists {
    data: AccessorLists,
    materials: JsonList,
    meshes: JsonList,
    nodes: JsonList,
    skins: JsonList,
    samplers: JsonList,
    channels: JsonList,
    roots: Vec<usize>,
}

impl GlbLists {
    fn view(&mut self, at: Stretch, target: Option<u32>) -> usize {
        self.data.view(at, target)
    }

    fn accessor(&mut self, view: usize, offset: u64, component: Component, count: usize, kind: &str) -> usize {
        self.data.accessor(&Accessor { component, ..Accessor::floats(view, offset, count, kind) })
    }

    /// With its range, which places and times must have.
    fn ranged(&mut self, view: usize, offset: u64, count: usize, kind: &str, min: &[f32], max: &[f32]) -> usize {
        self.data.accessor(&Accessor { range: Some((min, max)), ..Accessor::floats(view, offset, count, kind) })
    }

    fn places(&mut self, at: Stretch, places: impl Iterator<Item = Vec3> + Clone) -> usize {
        let least = places.clone().fold(Vec3::INFINITY, Vec3::min);
        let most = places.fold(Vec3::NEG_INFINITY, Vec3::max);
        let view = self.view(at, Some(VERTICES));
        self.ranged(view, 0, (at.bytes / 12) as usize, "VEC3", &least.to_array(), &most.to_array())
    }

    fn normals(&mut self, at: Stretch) -> usize {
        let view = self.view(at, Some(VERTICES));
        self.accessor(view, 0, Component::Float, (at.bytes / 12) as usize, "VEC3")
    }

    fn material(&mut self, name: &str, [r, g, b]: [f32; 3], double_sided: bool) -> usize {
        let mut material = json!({
            "name": name,
            "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.9 }
        });
        if double_sided {
            material["doubleSided"] = true.into();
        }
        self.materials.push(&material)
    }

    fn sampler(&mut self, node: usize, path: &str, input: usize, output: usize, how: &str) {
        let sampler = self.samplers.push(&json!({ "input": input, "output": output, "interpolation": how }));
        self.channels.push(&json!({ "sampler": sampler, "target": { "node": node, "path": path } }));
    }
}

/// When a frame is shown [s].
pub fn time(frame: usize, fps: f64) -> f32 {
    (frame as f64 / fps) as f32
}

/// The description as text.
pub fn describe(scene: &ExportScene<'_>, layout: &GlbLayout) -> String {
    let mut lists = GlbLists::default();
    pieces(&mut lists, scene, layout);
    let meshes = bodies(&mut lists, scene, layout);
    walkers(&mut lists, scene, layout, &meshes);
    let mut asset = json!({
        "version": "2.0",
        "generator": scene.generator,
        "extras": { "fps": scene.fps, "frames": scene.frames, "origin": [scene.origin.x, scene.origin.y] }
    });
    if !scene.title.is_empty() {
        asset["extras"]["title"] = scene.title.as_str().into();
    }
    let mut out = format!("{{\"asset\":{asset},\"scene\":0,\"scenes\":[{}]", json!({ "nodes": lists.roots }));
    let parts = [
        ("nodes", &lists.nodes),
        ("meshes", &lists.meshes),
        ("materials", &lists.materials),
        ("skins", &lists.skins),
        ("bufferViews", &lists.data.views),
        ("accessors", &lists.data.accessors),
    ];
    for (name, list) in parts {
        // The format has no empty lists.
        if !list.is_empty() {
            out += &format!(",\"{name}\":[{}]", list.text());
        }
    }
    if !lists.channels.is_empty() {
        out += &format!(
            ",\"animations\":[{{\"name\":\"crowd\",\"samplers\":[{}],\"channels\":[{}]}}]",
            lists.samplers.text(),
            lists.channels.text()
        );
    }
    out + &format!(",\"buffers\":[{{\"byteLength\":{}}}]}}", layout.bytes)
}

/// Floor and walls.
fn pieces(lists: &mut GlbLists, scene: &ExportScene<'_>, layout: &GlbLayout) {
    for (piece, [positions, normals, indices]) in scene.pieces.iter().zip(&layout.pieces) {
        let position = lists.places(*positions, piece.positions.iter().map(|p| from_plan(*p)));
        let normal = lists.normals(*normals);
        let view = lists.view(*indices, Some(INDICES));
        let index = lists.accessor(view, 0, Component::UnsignedInt, 3 * piece.triangles.len(), "SCALAR");
        let material = lists.material(&piece.name, piece.colour, true);
        let mesh = lists.meshes.push(&json!({ "name": piece.name, "primitives": [{
            "attributes": { "POSITION": position, "NORMAL": normal }, "indices": index, "material": material
        }] }));
        let node = lists.nodes.push(&json!({ "name": piece.name, "mesh": mesh }));
        lists.roots.push(node);
    }
}

/// One mesh a group. All share their vertices; what they wear has the group's colour.
fn bodies(lists: &mut GlbLists, scene: &ExportScene<'_>, layout: &GlbLayout) -> Vec<usize> {
    let character = scene.character;
    if character.mesh.triangles.is_empty() {
        return Vec::new();
    }
    let position = lists.places(layout.positions, character.mesh.positions.iter().map(|p| from_body(*p)));
    let normal = lists.normals(layout.normals);
    let view = lists.view(layout.joints, Some(VERTICES));
    let component = if character.skeleton.len() <= 256 { Component::UnsignedByte } else { Component::UnsignedShort };
    let vertices = character.mesh.positions.len();
    let joint = lists.accessor(view, 0, component, vertices, "VEC4");
    let view = lists.view(layout.weights, Some(VERTICES));
    let weight = lists.accessor(view, 0, Component::Float, vertices, "VEC4");
    let attributes = json!({ "POSITION": position, "NORMAL": normal, "JOINTS_0": joint, "WEIGHTS_0": weight });
    let view = lists.view(layout.indices, Some(INDICES));
    let mut parts = Vec::new();
    let mut offset = 0;
    for (i, triangles) in layout.parts.iter().enumerate().filter(|(_, t)| !t.is_empty()) {
        let index = lists.accessor(view, offset, Component::UnsignedInt, 3 * triangles.len(), "SCALAR");
        offset += 12 * triangles.len() as u64;
        let (name, colour) = character.parts.get(i).map_or(("body", [0.6; 3]), |(n, c)| (n.as_str(), *c));
        // What takes a group's colour gets a material for each.
        let material = (name != "top").then(|| lists.material(name, colour, false));
        parts.push((index, material));
    }
    let mesh = |group: &super::ColourGroup| {
        let primitives: Vec<Value> = parts
            .iter()
            .map(|(index, material)| {
                let material = material
                    .unwrap_or_else(|| lists.material(format!("top {}", group.name).trim(), group.colour, false));
                json!({ "attributes": attributes, "indices": index, "material": material })
            })
            .collect();
        lists.meshes.push(&json!({ "name": group.name, "primitives": primitives }))
    };
    scene.groups.iter().map(mesh).collect()
}

/// Joints, skin, body and frames of everybody.
fn walkers(lists: &mut GlbLists, scene: &ExportScene<'_>, layout: &GlbLayout, meshes: &[usize]) {
    let skeleton = &scene.character.skeleton;
    let binds = (!meshes.is_empty()).then(|| {
        let view = lists.view(layout.binds, None);
        lists.accessor(view, 0, Component::Float, skeleton.len(), "MAT4")
    });
    if scene.actors.is_empty() {
        return;
    }
    let children: Vec<Vec<usize>> = (0..skeleton.len())
        .map(|j| (0..skeleton.len()).filter(|k| skeleton.joints()[*k].parent == Some(j)).collect())
        .collect();
    let mut clock = TimeAccessors::new(lists, scene, layout);
    for (i, actor) in scene.actors.iter().enumerate() {
        let name = name(scene, actor);
        let root = lists.nodes.len();
        let hips = root + 1;
        lists.nodes.push(&json!({
            "name": name, "children": [hips],
            "extras": { "walker": actor.id, "group": scene.groups.get(actor.group).map(|g| g.name.as_str()) }
        }));
        lists.roots.push(root);
        for (j, joint) in skeleton.joints().iter().enumerate() {
            let (at, turn) = if j == 0 { start(scene, actor) } else { (joint.translation, joint.rotation.normalize()) };
            let mut node = json!({ "name": joint.name, "translation": at.to_array(), "rotation": turn.to_array() });
            if !children[j].is_empty() {
                node["children"] = children[j].iter().map(|k| hips + k).collect();
            }
            lists.nodes.push(&node);
        }
        if let (Some(binds), Some(mesh)) = (binds, meshes.get(actor.group)) {
            let joints: Vec<usize> = (hips..hips + skeleton.len()).collect();
            let skin = lists
                .skins
                .push(&json!({ "name": name, "joints": joints, "inverseBindMatrices": binds, "skeleton": hips }));
            // At the top: a skin follows its joints only, and a parent would be there for nothing.
            let body = lists.nodes.push(&json!({ "name": format!("{name} body"), "mesh": mesh, "skin": skin }));
            lists.roots.push(body);
        }
        clock.visit(lists, scene, i, root);
        let input = clock.frames(lists, scene, actor);
        let view = lists.view(layout.walkers[i], None);
        let places = lists.accessor(view, 0, Component::Float, actor.frames, "VEC3");
        lists.sampler(hips, "translation", input, places, "LINEAR");
        for j in 0..skeleton.len() {
            let offset = actor.frames as u64 * (PLACE + ROTATION * j as u64);
            let turns = Accessor {
                component: Component::Short,
                normalized: true,
                ..Accessor::floats(view, offset, actor.frames, "VEC4")
            };
            let turns = lists.data.accessor(&turns);
            lists.sampler(hips + j, "rotation", input, turns, "LINEAR");
        }
    }
}

fn name(scene: &ExportScene<'_>, actor: &Actor) -> String {
    match scene.groups.get(actor.group) {
        Some(group) if !group.name.is_empty() => format!("walker {} {}", actor.id, group.name),
        _ => format!("walker {}", actor.id),
    }
}

/// The hips as they rest, where the walker begins.
fn start(scene: &ExportScene<'_>, actor: &Actor) -> (Vec3, Quat) {
    let rest = &scene.character.skeleton.joints()[0];
    let at = actor.start.at - scene.origin;
    let place = actor.start.offset(rest.translation) + Vec3::new(at.x as f32, at.y as f32, 0.0);
    (from_plan(place), turn_from_plan(actor.start.rotation() * rest.rotation).normalize())
}

/// Accessors of times. One stretch holds the times of all frames: bodies with the same frames share an accessor.
struct TimeAccessors {
    times: usize,
    visits: usize,
    scales: usize,
    known: std::collections::BTreeMap<(usize, usize), usize>,
    /// Scales by (first of 0, 1, 0; how many).
    shown: std::collections::BTreeMap<(u64, usize), usize>,
}

impl TimeAccessors {
    fn new(lists: &mut GlbLists, scene: &ExportScene<'_>, layout: &GlbLayout) -> Self {
        let times = lists.view(layout.times, None);
        let whole = |a: &Actor| a.first == 0 && a.frames == scene.frames;
        // An unused view is an error to some readers.
        let (visits, scales) = if scene.actors.iter().all(whole) {
            (0, 0)
        } else {
            (lists.view(layout.visits, None), lists.view(layout.scales, None))
        };
        Self { times, visits, scales, known: Default::default(), shown: Default::default() }
    }

    fn frames(&mut self, lists: &mut GlbLists, scene: &ExportScene<'_>, actor: &Actor) -> usize {
        let range = [time(actor.first, scene.fps), time(actor.first + actor.frames - 1, scene.fps)];
        *self.known.entry((actor.first, actor.frames)).or_insert_with(|| {
            lists.ranged(self.times, 4 * actor.first as u64, actor.frames, "SCALAR", &range[..1], &range[1..])
        })
    }

    /// A body that comes late or leaves early is hidden meanwhile: scale 0, in steps.
    fn visit(&mut self, lists: &mut GlbLists, scene: &ExportScene<'_>, i: usize, root: usize) {
        let actor = &scene.actors[i];
        let (late, leaves) = (actor.first > 0, actor.first + actor.frames < scene.frames);
        let (skip, count) = match (late, leaves) {
            (false, false) => return,
            (true, true) => (0, 3),
            (true, false) => (0, 2),
            (false, true) => (1, 2),
        };
        let times = visit(actor, scene.fps);
        let offset = VISIT * i as u64 + 4 * skip;
        let (first, last) = (times[skip as usize], times[skip as usize + count - 1]);
        let input = lists.ranged(self.visits, offset, count, "SCALAR", &[first], &[last]);
        let scales = self.scales;
        let shown = *self
            .shown
            .entry((skip, count))
            .or_insert_with(|| lists.accessor(scales, 12 * skip, Component::Float, count, "VEC3"));
        lists.sampler(root, "scale", input, shown, "STEP");
    }
}

/// The beginning, when a walker comes, and when it is gone [s].
pub fn visit(actor: &Actor, fps: f64) -> [f32; 3] {
    [0.0, time(actor.first, fps), time(actor.first + actor.frames, fps)]
}
