use super::super::glb_body::tidy;
use super::super::testing::{legs, odd};
use super::super::{Actor, ColourGroup, ExportStyle, from_plan};
use super::*;
use crate::{
    Bind, Character, Influence, JointTransform, Moved, Placement, Pose, palette_linear, skin_linear, to_world,
};
use glam::{DVec2, Mat4, Vec4};
use serde_json::Value;
use std::io::Cursor;

/// The description and the binary chunk of a file, with its lengths checked.
fn open(file: &[u8]) -> (Value, &[u8]) {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&file[..4], word(4), word(8)), (&b"glTF"[..], 2, file.len()));
    let json = word(12);
    assert_eq!((&file[16..20], json % 4), (&b"JSON"[..], 0));
    let bin = 20 + json;
    assert_eq!((&file[bin + 4..bin + 8], bin + 8 + word(bin)), (&b"BIN\0"[..], file.len()));
    (serde_json::from_slice(&file[20..bin]).unwrap(), &file[bin + 8..])
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

/// The numbers of an accessor.
fn values(json: &Value, bin: &[u8], accessor: &Value) -> Vec<f32> {
    let accessor = &json["accessors"][number(accessor)];
    let view = &json["bufferViews"][number(&accessor["bufferView"])];
    let offset = number(&view["byteOffset"]) + accessor["byteOffset"].as_u64().unwrap_or(0) as usize;
    let wide = match accessor["type"].as_str().unwrap() {
        "SCALAR" => 1,
        "VEC3" => 3,
        "VEC4" => 4,
        "MAT4" => 16,
        other => panic!("{other}"),
    };
    let n = wide * number(&accessor["count"]);
    let (size, read): (usize, fn(&[u8]) -> f32) = match number(&accessor["componentType"]) {
        5126 => (4, |b| f32::from_le_bytes(b.try_into().unwrap())),
        5125 => (4, |b| u32::from_le_bytes(b.try_into().unwrap()) as f32),
        5122 => (2, |b| f32::from(i16::from_le_bytes(b.try_into().unwrap())) / 32767.0),
        5121 => (1, |b| f32::from(b[0])),
        other => panic!("{other}"),
    };
    assert!(
        accessor["byteOffset"].as_u64().unwrap_or(0) as usize + n * size <= number(&view["byteLength"]),
        "{accessor} in {view}"
    );
    bin[offset..offset + n * size].chunks(size).map(read).collect()
}

fn actor(id: u32, first: usize, frames: usize) -> Actor {
    let start = Placement { at: DVec2::new(1000.5, 2000.0), floor: 0.0, heading: 0.4 };
    Actor { id, group: id as usize % 2, character: 0, colours: Vec::new(), scale: 1.0, first, frames, start }
}

fn scene<'a>(character: &'a Character, actors: Vec<Actor>) -> ExportScene<'a> {
    let floor = ScenePiece {
        name: "floor".into(),
        colour: [0.5; 3],
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        normals: vec![Vec3::Z; 3],
        triangles: vec![[0, 1, 2]],
    };
    let group = |name: &str| ColourGroup { name: name.into(), colour: [0.1, 0.2, 0.9] };
    ExportScene {
        title: "Two groups".into(),
        generator: "test".into(),
        characters: vec![character],
        groups: vec![group("east"), group("west")],
        actors,
        fps: 25.0,
        frames: 10,
        origin: DVec2::new(1000.0, 2000.0),
        pieces: vec![floor, ScenePiece::default()],
        style: ExportStyle::default(),
    }
}

fn bake(character: &Character, frames: usize, odd_from: u32) -> (Baked, Vec<(Placement, Pose)>) {
    let mut baked = Baked::new(character.skeleton.len());
    let mut poses = Vec::new();
    for frame in 0..frames {
        let f = frame as f32;
        let placement = Placement { at: DVec2::new(1003.0 + 0.1 * frame as f64, 1998.0), floor: 0.5, heading: 0.3 * f };
        let mut pose = Pose::rest(&character.skeleton);
        pose.hips += Vec3::new(0.01 * f, 0.0, -0.02);
        pose.rotations.iter_mut().enumerate().for_each(|(j, q)| *q *= odd(odd_from + 7 * frame as u32 + j as u32));
        baked.push(DVec2::new(1000.0, 2000.0), &placement, pose.hips, &pose.rotations);
        poses.push((placement, pose));
    }
    (baked, poses)
}

/// What a reader of the file draws: joints from the animation, skin by the inverse binds.
#[test]
fn the_skin_a_reader_draws_is_where_ours_is() {
    let character = legs();
    let actors = vec![actor(3, 0, 10), actor(4, 4, 3)];
    let mut writer = GlbWriter::begin(Cursor::new(Vec::new()), &scene(&character, actors)).unwrap();
    let (first, _) = bake(&character, 10, 0);
    let (second, poses) = bake(&character, 3, 40);
    writer.walker(&first).unwrap();
    writer.walker(&second).unwrap();
    let file = writer.finish(Vec::new()).unwrap();
    let (json, bin) = open(&file);
    let skin = &json["skins"][1];
    let joints: Vec<usize> = skin["joints"].as_array().unwrap().iter().map(number).collect();
    let channel = |node: usize, path: &str| {
        let channels = json["animations"][0]["channels"].as_array().unwrap();
        let wanted = |c: &&Value| number(&c["target"]["node"]) == node && c["target"]["path"] == path;
        let sampler = number(&channels.iter().find(wanted).unwrap()["sampler"]);
        json["animations"][0]["samplers"][sampler].clone()
    };
    let bind = Bind::of(&character.skeleton);
    let primitive = &json["meshes"][number(&json["nodes"][joints[6] + 1]["mesh"])]["primitives"][0]["attributes"];
    let read = |name: &str| values(&json, bin, &primitive[name]);
    let (places, pulls, weights) = (read("POSITION"), read("JOINTS_0"), read("WEIGHTS_0"));
    let inverse = values(&json, bin, &skin["inverseBindMatrices"]);
    for (frame, (placement, pose)) in poses.iter().enumerate() {
        let mut world: Vec<Mat4> = Vec::new();
        for (j, &node) in joints.iter().enumerate() {
            let turns = values(&json, bin, &channel(node, "rotation")["output"]);
            let turn = Quat::from_slice(&turns[4 * frame..]).normalize();
            let local = match j {
                0 => {
                    let at = values(&json, bin, &channel(node, "translation")["output"]);
                    Mat4::from_rotation_translation(turn, Vec3::from_slice(&at[3 * frame..]))
                }
                _ => Mat4::from_rotation_translation(turn, character.skeleton.joints()[j].translation),
            };
            let parent = character.skeleton.joints()[j].parent;
            world.push(parent.map_or(local, |p| world[p] * local));
        }
        let mut now = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; joints.len()];
        to_world(&character.skeleton, pose.hips, &pose.rotations, &mut now);
        let mut palette = vec![Moved::NOT; now.len()];
        palette_linear(&bind, &now, &mut palette);
        let (mut ours, mut normals) = (character.mesh.positions.clone(), character.mesh.normals.clone());
        skin_linear(&palette, (&character.mesh).into(), &mut ours, &mut normals);
        for (v, ours) in ours.iter().enumerate() {
            let mut theirs = Vec4::ZERO;
            for k in 4 * v..4 * v + 4 {
                let j = pulls[k] as usize;
                let matrix = world[j] * Mat4::from_cols_slice(&inverse[16 * j..16 * j + 16]);
                theirs += matrix * Vec3::from_slice(&places[3 * v..]).extend(1.0) * weights[k];
            }
            let at = (placement.at - DVec2::new(1000.0, 2000.0)).as_vec2();
            let ours = from_plan(placement.offset(*ours) + Vec3::new(at.x, at.y, 0.0));
            assert!((theirs.truncate() - ours).length() < 2e-4, "vertex {v} in frame {frame}: {theirs} {ours}");
        }
    }
}

#[test]
fn vertices_are_there_once_and_every_group_wears_its_colour() {
    let character = legs();
    let mut writer =
        GlbWriter::begin(Cursor::new(Vec::new()), &scene(&character, vec![actor(0, 0, 10), actor(1, 0, 10)])).unwrap();
    let (baked, _) = bake(&character, 10, 0);
    writer.walker(&baked).unwrap();
    writer.walker(&baked).unwrap();
    let file = writer.finish(Vec::new()).unwrap();
    let (json, _) = open(&file);
    let meshes = json["meshes"].as_array().unwrap();
    let group =
        |name: &str| meshes.iter().find(|m| m["name"] == name).unwrap()["primitives"].as_array().unwrap().clone();
    let (east, west) = (group("east"), group("west"));
    assert_eq!(east.len(), 2, "a primitive a part");
    for (a, b) in east.iter().zip(&west) {
        assert_eq!((&a["attributes"], &a["indices"]), (&b["attributes"], &b["indices"]));
    }
    assert_ne!(east[0]["material"], west[0]["material"], "the top");
    assert_eq!(east[1]["material"], west[1]["material"], "the trousers");
    // Both are there all the time: one accessor of times, nothing that hides them.
    let animation = &json["animations"][0];
    let inputs: Vec<_> = animation["samplers"].as_array().unwrap().iter().map(|s| s["input"].clone()).collect();
    assert!(inputs.iter().all(|i| *i == inputs[0]));
    assert!(animation["channels"].as_array().unwrap().iter().all(|c| c["target"]["path"] != "scale"));
    assert_eq!(json["asset"]["generator"], "test");
    assert!(json["nodes"].as_array().unwrap().iter().any(|n| n["name"] == "walker 1 west"));
}

#[test]
fn who_comes_late_or_leaves_early_is_hidden_in_steps() {
    let character = legs();
    for (first, frames, times, scales) in [
        (0, 4, vec![0.0, 0.16], vec![1.0, 0.0]),
        (3, 7, vec![0.0, 0.12], vec![0.0, 1.0]),
        (3, 4, vec![0.0, 0.12, 0.28], vec![0.0, 1.0, 0.0]),
    ] {
        let mut writer =
            GlbWriter::begin(Cursor::new(Vec::new()), &scene(&character, vec![actor(1, first, frames)])).unwrap();
        writer.walker(&bake(&character, frames, 0).0).unwrap();
        let file = writer.finish(Vec::new()).unwrap();
        let (json, bin) = open(&file);
        let animation = &json["animations"][0];
        let scale = animation["channels"].as_array().unwrap().iter().find(|c| c["target"]["path"] == "scale").unwrap();
        let sampler = &animation["samplers"][number(&scale["sampler"])];
        assert_eq!(sampler["interpolation"], "STEP");
        assert_eq!(values(&json, bin, &sampler["input"]), times);
        let sizes = values(&json, bin, &sampler["output"]);
        assert_eq!(sizes, scales.iter().flat_map(|s| [*s; 3]).collect::<Vec<f32>>());
    }
}

/// The header of this file promises it.
#[test]
fn sixteen_bits_turn_a_joint_by_at_most_four_thousandths_of_a_degree() {
    let mut worst = 0.0f64;
    for k in 0..20_000 {
        let q = odd(k);
        let [x, y, z, w] = short(q).map(|v| f64::from(v) / 32767.0);
        let back = glam::DQuat::from_xyzw(x, y, z, w).normalize();
        let between = q.as_dquat().normalize().conjugate() * back;
        let sine = glam::DVec3::new(between.x, between.y, between.z).length();
        worst = worst.max((2.0 * libm::asin(sine)).to_degrees());
    }
    assert!(worst < 0.004, "{worst}");
    assert!(worst > 0.001, "measured nothing: {worst}");
}

#[test]
fn a_file_that_would_be_too_large_is_refused() {
    let character = legs();
    let mut writer =
        GlbWriter::begin(Cursor::new(Vec::new()), &scene(&character, vec![actor(0, 0, 10), actor(1, 0, 10)])).unwrap();
    // The format ends at 4 GiB; here it ends after the first walker.
    let (baked, _) = bake(&character, 10, 0);
    writer.walker(&baked).unwrap();
    writer.chunk.most = writer.chunk.bytes() + 100;
    let error = writer.walker(&baked).unwrap_err().to_string();
    assert!(error.contains("2 walkers with 20 frames") && error.contains("fewer frames per second"), "{error}");
}

#[test]
fn frames_that_were_not_announced_are_refused() {
    let character = legs();
    let mut writer = GlbWriter::begin(Cursor::new(Vec::new()), &scene(&character, vec![actor(9, 0, 10)])).unwrap();
    let error = writer.walker(&bake(&character, 9, 0).0).unwrap_err().to_string();
    assert!(error.contains("walker 9 was announced with 10 frames"), "{error}");
    assert!(matches!(writer.finish(Vec::new()), Err(ExportError::Count { announced: 1, came: 0 })));
    let mut writer = GlbWriter::begin(Cursor::new(Vec::new()), &scene(&character, vec![actor(9, 0, 2)])).unwrap();
    let mut broken = Baked::new(7);
    let nowhere = Placement { at: DVec2::new(f64::NAN, 0.0), floor: 0.0, heading: 0.0 };
    let pose = Pose::rest(&character.skeleton);
    (0..2).for_each(|_| broken.push(DVec2::ZERO, &nowhere, pose.hips, &pose.rotations));
    assert!(matches!(writer.walker(&broken), Err(ExportError::NotFinite { id: 9, frame: 0 })));
}

#[test]
fn weights_are_put_in_order() {
    let pull = Influence { joints: [3, 5, 3, 7], weights: [0.25, 0.5, 0.25, 0.0] };
    assert_eq!(tidy(&pull), Influence { joints: [3, 5, 0, 0], weights: [0.5, 0.5, 0.0, 0.0] });
    assert_eq!(tidy(&Influence { joints: [3; 4], weights: [0.0; 4] }).weights, [1.0, 0.0, 0.0, 0.0]);
}

/// What a reader draws of one walker in one frame: places of all joints, by the nodes and the animation.
fn joints_drawn(json: &Value, bin: &[u8], skin: usize, frame: usize) -> Vec<Mat4> {
    let nodes = json["nodes"].as_array().unwrap();
    let channels: Vec<(usize, String, Value)> = json["animations"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|a| {
            let of = |c: &Value| {
                let sampler = a["samplers"][number(&c["sampler"])].clone();
                (number(&c["target"]["node"]), c["target"]["path"].as_str().unwrap().to_owned(), sampler)
            };
            a["channels"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
        })
        .collect();
    let value = |node: usize, path: &str, wide: usize, or: Vec<f32>| -> Vec<f32> {
        match channels.iter().find(|(n, p, _)| *n == node && p == path) {
            None => nodes[node][path].as_array().map_or(or, |v| v.iter().map(|v| v.as_f64().unwrap() as f32).collect()),
            Some((_, _, sampler)) => values(json, bin, &sampler["output"])[wide * frame..][..wide].to_vec(),
        }
    };
    let parent = |node: usize| {
        let of = |n: &Value| n["children"].as_array().is_some_and(|c| c.iter().any(|c| number(c) == node));
        nodes.iter().position(of)
    };
    let local = |node: usize| {
        let (at, turn) =
            (value(node, "translation", 3, vec![0.0; 3]), value(node, "rotation", 4, vec![0.0, 0.0, 0.0, 1.0]));
        let scale = value(node, "scale", 3, vec![1.0; 3]);
        Mat4::from_scale_rotation_translation(
            Vec3::from_slice(&scale),
            Quat::from_slice(&turn).normalize(),
            Vec3::from_slice(&at),
        )
    };
    let world = |mut node: usize| {
        let mut out = local(node);
        while let Some(above) = parent(node) {
            out = local(above) * out;
            node = above;
        }
        out
    };
    json["skins"][skin]["joints"].as_array().unwrap().iter().map(|j| world(number(j))).collect()
}

#[test]
fn a_root_joint_carries_place_and_heading_and_leaves_every_joint_where_it_was() {
    let character = legs();
    let (baked, _) = bake(&character, 10, 3);
    let mut plain = scene(&character, vec![actor(0, 0, 10)]);
    plain.actors[0].scale = 1.25;
    let mut rooted = plain.clone();
    rooted.style = ExportStyle { root_joint: true, clip_per_walker: true, events: true, ..ExportStyle::default() };
    let written = [plain, rooted].map(|scene| {
        let mut writer = GlbWriter::begin(Cursor::new(Vec::new()), &scene).unwrap();
        writer.walker(&baked).unwrap();
        writer.finish(Vec::new()).unwrap()
    });
    let [(a, a_bin), (b, b_bin)] = [open(&written[0]), open(&written[1])];
    assert_eq!((&a["animations"][0]["name"], &b["animations"][0]["name"]), (&"crowd".into(), &"walker 0 east".into()));
    let order = b["skins"][0]["joints"].as_array().unwrap();
    assert_eq!(order.len(), character.skeleton.len() + 1);
    assert_eq!(b["nodes"][number(order.last().unwrap())]["name"], "root");
    for frame in 0..10 {
        let [theirs, ours] = [joints_drawn(&a, a_bin, 0, frame), joints_drawn(&b, b_bin, 0, frame)];
        for (joint, (a, b)) in theirs.iter().zip(&ours).enumerate() {
            assert!((a.w_axis - b.w_axis).length() < 3e-4, "joint {joint} in frame {frame}: {a} {b}");
        }
        // Ten rotations of 25 % more than a metre: the place of the root is that of the floor below the body.
        let (at, _) = baked.ground(frame);
        assert!((ours.last().unwrap().w_axis.truncate() - from_plan(at)).length() < 1e-4);
        assert!((theirs[0].w_axis.truncate() - from_plan(baked.hips(frame))).length() < 1e-4);
    }
}

#[test]
fn two_characters_and_colours_of_ones_own_share_what_is_equal() {
    let (character, mut other) = (legs(), legs());
    other.parts[1].1 = [0.9, 0.1, 0.1];
    let mut scene = scene(&character, (0..4).map(|id| actor(id, 0, 3)).collect());
    scene.characters.push(&other);
    scene.actors.iter_mut().for_each(|a| a.group = 0);
    scene.actors[2].character = 1;
    scene.actors[3].colours = vec![Some([1.0, 0.0, 0.0])];
    let mut writer = GlbWriter::begin(Cursor::new(Vec::new()), &scene).unwrap();
    for k in 0..4 {
        writer.walker(&bake(&character, 3, k).0).unwrap();
    }
    let file = writer.finish(Vec::new()).unwrap();
    let (json, _) = open(&file);
    let worn = |walker: u32| {
        let name = format!("walker {walker} east body");
        let body = json["nodes"].as_array().unwrap().iter().find(|n| n["name"] == name.as_str()).unwrap();
        json["meshes"][number(&body["mesh"])]["primitives"].as_array().unwrap().clone()
    };
    let [a, b, c, d] = [0, 1, 2, 3].map(worn);
    assert_eq!(a, b, "two of one group and body wear one mesh");
    assert_ne!(a[0]["attributes"], c[0]["attributes"], "another body has its own vertices");
    assert_eq!(a[0]["material"], c[0]["material"], "the group's colour on both tops");
    assert_ne!(a[1]["material"], c[1]["material"], "other trousers");
    assert_eq!((&a[0]["attributes"], &a[1]), (&d[0]["attributes"], &d[1]), "only the top differs");
    assert_ne!(a[0]["material"], d[0]["material"]);
    scene.actors[1].character = 2;
    let error = GlbWriter::begin(Cursor::new(Vec::new()), &scene).err().unwrap().to_string();
    assert!(error.contains("walker 1 has no body"), "{error}");
}

#[test]
fn pictures_materials_and_shapes_come_back_as_they_were() {
    use crate::{Alpha, Material, MorphTarget, SkinPicture};
    let mut character = legs();
    let n = character.mesh.positions.len();
    let png = [&b"\x89PNG"[..], &[3; 61]].concat();
    let mesh = &mut character.mesh;
    mesh.uvs = (0..n).map(|v| [v as f32 / n as f32, 1.0 - v as f32 / n as f32]).collect();
    mesh.pictures = vec![SkinPicture { name: "cloth".into(), mime: "image/png".into(), bytes: png.clone().into() }];
    let cloth = Material {
        picture: Some(0),
        sampler: [9729, 9987, 33_071, 10_497],
        opacity: 0.75,
        metallic: 0.25,
        roughness: 0.5,
        alpha: Alpha::Mask(0.3),
        double_sided: true,
        ..Material::default()
    };
    mesh.materials = vec![cloth.clone(), Material { roughness: 0.125, alpha: Alpha::Blend, ..Material::default() }];
    let bend = |v: usize| Vec3::new(0.01 * v as f32, -0.02, 0.003 * v as f32);
    mesh.morphs = vec![MorphTarget {
        name: "thick".into(),
        weight: 0.25,
        positions: (0..n).map(bend).collect(),
        normals: (0..n).map(|v| -bend(v)).collect(),
    }];
    let mut scene = scene(&character, vec![actor(0, 0, 4), actor(1, 0, 4)]);
    scene.actors[0].colours = vec![Some([0.5, 0.25, 1.0])];
    let mut writer = GlbWriter::begin(Cursor::new(Vec::new()), &scene).unwrap();
    (0..2).for_each(|k| writer.walker(&bake(&character, 4, k).0).unwrap());
    let file = writer.finish(Vec::new()).unwrap();
    let (json, bin) = open(&file);
    assert_eq!(json["images"].as_array().unwrap().len(), 1, "once for both");
    let view = &json["bufferViews"][number(&json["images"][0]["bufferView"])];
    assert_eq!(&bin[number(&view["byteOffset"])..][..number(&view["byteLength"])], png);
    // Only the part with a picture has coordinates: what is unused is a fault to some readers.
    let primitives = json["meshes"][1]["primitives"].as_array().unwrap();
    assert!(primitives[0]["attributes"]["TEXCOORD_0"].is_u64() && primitives[1]["attributes"]["TEXCOORD_0"].is_null());
    let back = crate::import::read(&file, "crowd", None, &Default::default()).unwrap().character.unwrap();
    let mesh = back.mesh.without_unused();
    assert_eq!((mesh.pictures.len(), &mesh.pictures[0].bytes[..]), (1, &png[..]));
    let k = back.parts.iter().position(|(name, colour)| name == "top" && *colour == [0.5, 0.25, 1.0]).unwrap();
    assert_eq!(mesh.materials[k], cloth);
    let plain = back.parts.iter().position(|(name, _)| name == "trousers").unwrap();
    assert_eq!((mesh.materials[plain].roughness, mesh.materials[plain].alpha), (0.125, Alpha::Blend));
    assert_eq!((mesh.morphs.len(), mesh.morphs[0].name.as_str(), mesh.morphs[0].weight), (1, "thick", 0.25));
    // These legs rest with hips that are turned, which the reader turns back: lengths, heights and angles stay.
    for v in (0..mesh.positions.len()).filter(|v| usize::from(mesh.parts[*v]) == k) {
        let from = (mesh.uvs[v][0] * n as f32).round() as usize;
        assert!((mesh.uvs[v][1] - character.mesh.uvs[from][1]).abs() < 1e-6, "vertex {v}");
        let (moved, turned) = (mesh.morphs[0].positions[v], mesh.morphs[0].normals[v]);
        assert!((moved.length() - bend(from).length()).abs() < 2e-4 && (moved.z - bend(from).z).abs() < 2e-4);
        assert!((moved + turned).length() < 2e-4, "vertex {v}");
        let along = moved.dot(mesh.normals[v]) - bend(from).dot(character.mesh.normals[from]);
        assert!(along.abs() < 2e-4, "vertex {v}: {along}");
    }
}
