//! One walker of a binary glTF file: joints, skin, and channels of what moves.

use super::axes::{from_plan, turn_from_plan};
use super::glb::{GlbWriter, short};
use super::glb_json::{MESHOPT, number, time};
use super::keys::{KeyRules, Keys};
use super::meshopt::{encode, exponents, quaternion};
use super::{Actor, Baked, ExportError, WalkerEvents};
use crate::{Side, turn};
use ambulo_gltf::{Accessor, Component};
use glam::{Quat, Vec3};
use serde_json::{Value, json};
use std::io::{Read, Seek, Write};

/// Values of one channel of a node, frame by frame.
enum Track {
    Places(Vec<Vec3>),
    Turns(Vec<Quat>),
}

/// How far the hips are above the root, at most, in measures of a person [m].
const ABOVE: f32 = 1.0;

impl<S: Read + Write + Seek> GlbWriter<'_, S> {
    pub(super) fn put(&mut self, actor: &Actor, baked: &Baked) -> Result<(), ExportError> {
        let character = self.scene.characters[actor.character];
        let skeleton = &character.skeleton;
        let style = self.scene.style;
        let name = self.scene.name(actor);
        let scale = actor.scale;
        let above = if style.root_joint { 3 } else { 1 };
        let mut rules = KeyRules::new(character, scale, above, style.tolerance);
        rules.walker(baked);
        let frames = 0..baked.frames();
        // What is below the walker's node is in its measure.
        let hips: Vec<Vec3> = frames.clone().map(|f| from_plan(baked.hips(f) / scale)).collect();
        let turns: Vec<Quat> = frames.clone().map(|f| turn_from_plan(baked.rotations(f)[0])).collect();
        let mut tracks: Vec<(usize, Track, Keys)> = Vec::new();
        let first = usize::from(style.root_joint);
        let (start, start_turn) =
            start(actor, self.scene.origin.as_vec2(), skeleton.joints()[0].translation, skeleton.joints()[0].rotation);
        let mut rest = vec![(start / scale, start_turn)];
        let scaled = |v: &[Vec3]| v.iter().map(|v| *v * scale).collect::<Vec<_>>();
        if style.root_joint {
            // The root's frame is the body's: forward, left, up.
            let grounds: Vec<(Vec3, Quat)> = frames
                .clone()
                .map(|f| baked.ground(f))
                .map(|(at, heading)| (from_plan(at / scale), turn_from_plan(turn(heading))))
                .collect();
            let roots: Vec<Vec3> = grounds.iter().map(|g| g.0).collect();
            let headings: Vec<Quat> = sided(grounds.iter().map(|g| g.1));
            let local = |f: usize| headings[f].conjugate() * (hips[f] - roots[f]);
            let places: Vec<Vec3> = frames.clone().map(local).collect();
            let local: Vec<Quat> = sided(frames.clone().map(|f| headings[f].conjugate() * turns[f]));
            let at = (actor.start.at - self.scene.origin).as_vec2().extend(actor.start.floor) / scale;
            let heading = turn_from_plan(turn(actor.start.heading));
            rest = vec![(from_plan(at), heading)];
            rest.push((skeleton.joints()[0].translation, skeleton.joints()[0].rotation.normalize()));
            let keys = rules.places(0, &scaled(&roots));
            tracks.push((0, Track::Places(roots), keys));
            let keys = rules.turns(0, Some(rules.reach(ABOVE * scale)), &headings);
            tracks.push((0, Track::Turns(headings), keys));
            let keys = rules.places(0, &scaled(&places));
            tracks.push((1, Track::Places(places), keys));
            let keys = rules.turns(0, None, &local);
            tracks.push((1, Track::Turns(local), keys));
        } else {
            let keys = rules.places(0, &scaled(&hips));
            tracks.push((0, Track::Places(hips), keys));
            let keys = rules.turns(0, None, &turns);
            tracks.push((0, Track::Turns(turns), keys));
        }
        for (j, joint) in skeleton.joints().iter().enumerate().skip(1) {
            rest.push((joint.translation, joint.rotation.normalize()));
            let turns: Vec<Quat> = frames.clone().map(|f| baked.rotations(f)[j]).collect();
            let keys = rules.turns(j, None, &turns);
            tracks.push((first + j, Track::Turns(turns), keys));
        }
        // What does not move is where it stays.
        for (node, track, keys) in &tracks {
            match (keys, track) {
                (Keys::Still, Track::Places(p)) => rest[*node].0 = p[0],
                (Keys::Still, Track::Turns(q)) => rest[*node].1 = q[0],
                _ => {}
            }
        }
        let root = self.nodes(actor, &name, &rest, baked);
        self.visit(actor, root)?;
        let moving: Vec<_> = tracks.into_iter().filter(|(_, _, keys)| *keys != Keys::Still).collect();
        if style.compress {
            let bits = |node: usize| match node.checked_sub(first) {
                Some(joint) => rules.bits(joint, None),
                None => rules.bits(0, Some(rules.reach(ABOVE * scale))),
            };
            let moving: Vec<_> = moving.into_iter().map(|(node, track, _)| (node, track, bits(node))).collect();
            self.packed(actor, root + 1, &moving)?;
        } else {
            self.channels(actor, root + 1, &moving)?;
        }
        if style.clip_per_walker {
            self.lists.animation(&name);
        }
        Ok(())
    }

    /// The nodes of a walker: itself, its joints, its body. Returns the first.
    fn nodes(&mut self, actor: &Actor, name: &str, rest: &[(Vec3, Quat)], baked: &Baked) -> usize {
        let skeleton = &self.scene.characters[actor.character].skeleton;
        let extra = usize::from(self.scene.style.root_joint);
        let root = self.lists.nodes.len();
        let group = self.scene.groups.get(actor.group).map(|g| g.name.as_str());
        let mut node =
            json!({ "name": name, "children": [root + 1], "extras": { "walker": actor.id, "group": group } });
        if actor.scale != 1.0 {
            node["scale"] = [actor.scale; 3].map(number).to_vec().into();
        }
        if self.scene.style.events {
            let fps = self.scene.fps;
            let seconds = |frame: usize| number(time(actor.first + frame, fps));
            let events = WalkerEvents::of(baked, fps);
            let plants = |side: Side| -> Value {
                let of = &events.plants[side as usize];
                of.iter().map(|[land, lift]| json!([seconds(*land), seconds(*lift)])).collect()
            };
            let extras = &mut node["extras"];
            extras["plants"] = json!({ "left": plants(Side::Left), "right": plants(Side::Right) });
            extras["phase"] = number(events.phase);
            let between = |frame: &f64| number(((actor.first as f64 + frame) / fps) as f32);
            extras["strides"] = events.strides.iter().map(between).collect();
            extras["clips"] = events.clips.iter().map(|(f, name)| json!([seconds(*f), name])).collect();
            let speed = |(f, speed): &(usize, f32)| json!([seconds(*f), number((speed * 1000.0).round() / 1000.0)]);
            extras["speeds"] = events.speeds.iter().map(speed).collect();
        }
        self.lists.nodes.push(&node);
        self.lists.roots.push(root);
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); skeleton.len() + extra];
        for (j, joint) in skeleton.joints().iter().enumerate() {
            match joint.parent {
                Some(parent) => children[extra + parent].push(root + 1 + extra + j),
                None if extra == 1 => children[0].push(root + 2),
                None => {}
            }
        }
        for (k, (at, turned)) in rest.iter().enumerate() {
            let name = if k < extra { "root" } else { skeleton.joints()[k - extra].name.as_str() };
            let mut node = json!({ "name": name, "translation": short_numbers(&at.to_array(), 1e5) });
            let turned = short_numbers(&turned.to_array(), 1e6);
            if turned != short_numbers(&Quat::IDENTITY.to_array(), 1e6) {
                node["rotation"] = turned;
            }
            if !children[k].is_empty() {
                node["children"] = children[k].clone().into();
            }
            self.lists.nodes.push(&node);
        }
        root
    }

    /// The skin over a walker's joints, and the body that wears it.
    pub(super) fn skin(&mut self, actor: &Actor, root: usize, mesh: usize, binds: usize) {
        let name = self.scene.name(actor);
        let joints = self.scene.characters[actor.character].skeleton.len();
        let extra = usize::from(self.scene.style.root_joint);
        let mut order: Vec<usize> = (root + 1 + extra..root + 1 + extra + joints).collect();
        if extra == 1 {
            order.push(root + 1);
        }
        let skin = json!({ "name": name, "joints": order, "inverseBindMatrices": binds, "skeleton": root + 1 });
        let skin = self.lists.skins.push(&skin);
        // At the top: a skin follows its joints only, and a parent would be there for nothing.
        let body = self.lists.nodes.push(&json!({ "name": format!("{name} body"), "mesh": mesh, "skin": skin }));
        self.lists.roots.push(body);
    }

    /// Writes what moves compressed, all frames of it: rotations one joint after the other.
    fn packed(&mut self, actor: &Actor, node: usize, moving: &[(usize, Track, u32)]) -> Result<(), ExportError> {
        let input = self.frames(actor)?;
        let frames = actor.frames as u64;
        let turning: Vec<(usize, &Vec<Quat>, u32)> = moving
            .iter()
            .filter_map(|(joint, track, bits)| match track {
                Track::Turns(turns) => Some((*joint, turns, *bits)),
                Track::Places(_) => None,
            })
            .collect();
        for (joint, track, _) in moving {
            if let Track::Places(places) = track {
                let view = self.compressed(&exponents(places).concat(), 12, "EXPONENTIAL")?;
                let output = self.lists.accessor(view, 0, Component::Float, actor.frames, "VEC3");
                self.lists.channels.add(node + joint, "translation", input, output, false);
            }
        }
        if turning.is_empty() {
            return Ok(());
        }
        let all: Vec<u8> =
            turning.iter().flat_map(|(_, turns, bits)| turns.iter().flat_map(|q| quaternion(*q, *bits))).collect();
        let view = self.compressed(&all, 8, "QUATERNION")?;
        for (k, (joint, _, _)) in turning.iter().enumerate() {
            let floats = Accessor::floats(view, 8 * frames * k as u64, actor.frames, "VEC4");
            let short = Accessor { component: Component::Short, normalized: true, ..floats };
            let output = self.lists.data.accessor(&short);
            self.lists.channels.add(node + joint, "rotation", input, output, false);
        }
        Ok(())
    }

    /// A view of elements of so many bytes that lie compressed in the chunk.
    fn compressed(&mut self, data: &[u8], stride: usize, filter: &str) -> Result<usize, ExportError> {
        self.chunk.raw(&encode(data, stride));
        let at = self.end()?;
        let view = json!({
            "buffer": 1, "byteOffset": self.loose, "byteLength": data.len(),
            "extensions": { MESHOPT: {
                "buffer": 0, "byteOffset": at.offset, "byteLength": at.bytes, "byteStride": stride,
                "count": data.len() / stride, "mode": "ATTRIBUTES", "filter": filter
            } }
        });
        self.loose += (data.len() as u64).next_multiple_of(4);
        Ok(self.lists.data.views.push(&view))
    }

    /// Writes what moves, and says so.
    fn channels(&mut self, actor: &Actor, node: usize, moving: &[(usize, Track, Keys)]) -> Result<(), ExportError> {
        let mut offsets = Vec::with_capacity(moving.len());
        for (_, track, keys) in moving {
            let begin = self.chunk.held();
            match track {
                Track::Places(values) => pick(keys, values).for_each(|v| self.chunk.floats(&v.to_array())),
                Track::Turns(values) => {
                    pick(keys, values).for_each(|q| short(q).into_iter().for_each(|v| self.chunk.raw(&v.to_le_bytes())))
                }
            }
            let times = self.chunk.held();
            if let Keys::Some(frames) = keys {
                frames.iter().for_each(|f| self.chunk.floats(&[time(actor.first + f, self.scene.fps)]));
            }
            offsets.push((begin, times));
        }
        if moving.is_empty() {
            return Ok(());
        }
        let at = self.end()?;
        let view = self.lists.view(at, None);
        for ((joint, track, keys), (begin, times)) in moving.iter().zip(offsets) {
            let (input, count) = match keys {
                Keys::Some(frames) => {
                    let range = [frames[0], frames[frames.len() - 1]].map(|f| time(actor.first + f, self.scene.fps));
                    let n = frames.len();
                    (self.lists.ranged(view, times, n, "SCALAR", &range[..1], &range[1..]), n)
                }
                _ => (self.frames(actor)?, actor.frames),
            };
            let (path, output) = match track {
                Track::Places(_) => ("translation", self.lists.accessor(view, begin, Component::Float, count, "VEC3")),
                Track::Turns(_) => {
                    let floats = Accessor::floats(view, begin, count, "VEC4");
                    let short = Accessor { component: Component::Short, normalized: true, ..floats };
                    ("rotation", self.lists.data.accessor(&short))
                }
            };
            self.lists.channels.add(node + joint, path, input, output, false);
        }
        Ok(())
    }

    /// Times of all frames of a walker: those with the same frames share an accessor.
    fn frames(&mut self, actor: &Actor) -> Result<usize, ExportError> {
        let (first, frames, fps) = (actor.first, actor.frames, self.scene.fps);
        if let Some(&known) = self.frames.get(&(first, frames)) {
            return Ok(known);
        }
        let range = [time(first, fps), time(first + frames - 1, fps)];
        let view = self.times;
        let made = self.lists.ranged(view, 4 * first as u64, frames, "SCALAR", &range[..1], &range[1..]);
        self.frames.insert((first, frames), made);
        Ok(made)
    }

    /// A body that comes late or leaves early is hidden meanwhile: scale 0, in steps.
    fn visit(&mut self, actor: &Actor, root: usize) -> Result<(), ExportError> {
        let (late, leaves) = (actor.first > 0, actor.first + actor.frames < self.scene.frames);
        let (skip, count) = match (late, leaves) {
            (false, false) => return Ok(()),
            (true, true) => (0, 3),
            (true, false) => (0, 2),
            (false, true) => (1, 2),
        };
        let fps = self.scene.fps;
        let times = [0.0, time(actor.first, fps), time(actor.first + actor.frames, fps)];
        let times = &times[skip..skip + count];
        self.chunk.floats(times);
        let at = self.end()?;
        let view = self.lists.view(at, None);
        let input = self.lists.ranged(view, 0, count, "SCALAR", &times[..1], &times[count - 1..]);
        let shown = match self.shown.get(&(skip, count, actor.scale.to_bits())) {
            Some(&known) => known,
            None => {
                for size in &[0.0, actor.scale, 0.0][skip..skip + count] {
                    self.chunk.floats(&[*size; 3]);
                }
                let at = self.end()?;
                let view = self.lists.view(at, None);
                let made = self.lists.accessor(view, 0, Component::Float, count, "VEC3");
                self.shown.insert((skip, count, actor.scale.to_bits()), made);
                made
            }
        };
        self.lists.channels.add(root, "scale", input, shown, true);
        Ok(())
    }
}

/// Numbers to so many parts of one, places to a hundredth of a millimetre: there are many of them, and each digit is a byte.
fn short_numbers(values: &[f32], parts: f64) -> Value {
    values.iter().map(|v| number(((f64::from(*v) * parts).round() / parts) as f32)).collect()
}

/// The values of the frames that are written.
fn pick<'a, T: Copy>(keys: &'a Keys, values: &'a [T]) -> Box<dyn Iterator<Item = T> + 'a> {
    match keys {
        Keys::Some(frames) => Box::new(frames.iter().map(|f| values[*f])),
        _ => Box::new(values.iter().copied()),
    }
}

/// Rotations, each on the side of the one before.
fn sided(turns: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut out: Vec<Quat> = Vec::new();
    for q in turns {
        let q = q.normalize();
        out.push(if out.last().is_some_and(|b| b.dot(q) < 0.0) { -q } else { q });
    }
    out
}

/// The hips as they rest, where the walker begins.
fn start(actor: &Actor, origin: glam::Vec2, hips: Vec3, rotation: Quat) -> (Vec3, Quat) {
    let at = actor.start.at.as_vec2() - origin;
    let place = actor.start.offset(hips * actor.scale) + at.extend(0.0);
    (from_plan(place), turn_from_plan(actor.start.rotation() * rotation).normalize())
}
