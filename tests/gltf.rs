//! Khronos' validator and three.js read what `ambulo animate` writes. `./check` installs both under `tests/gltf` and names
//! Node in AMBULO_NODE.

mod dressed;
mod program;

use dressed::{TANGENT, colour, dressed, first, moved, opened, second};
use program::{ambulo_with, json, node, reference, stderr, top};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn script(node: &str, name: &str, args: &[&str]) -> Output {
    let mut command = Command::new(node);
    command.arg(top().join("tests/gltf").join(name)).args(args).output().expect("Node starts")
}

/// Simulates a scene and animates it; returns the file and the program's output.
fn animated(folder: &Path, scene: &str, more: &[&str]) -> (String, Value) {
    let out = folder.join("crowd.glb").to_string_lossy().into_owned();
    let mut args = vec!["animate", scene, "--out", &out, "--json"];
    args.extend(more);
    let summary = json(&ambulo_with(&args));
    assert!(summary["errors"].is_null(), "{summary}");
    (out, summary)
}

#[test]
fn the_validator_of_khronos_finds_no_issue() {
    let Some(node) = node() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    // Two groups at once; floors with stairs, people who come late and leave early; one walker alone without walls.
    for (scene, more) in [
        ("group-swap", vec!["--to", "5"]),
        ("two-storeys", vec!["--from", "10", "--to", "20"]),
        ("corridor", vec!["--walkers", "7,", "--walls", "0", "--fps", "60"]),
    ] {
        let (file, summary) = animated(folder.path(), scene, &more);
        let output = script(&node, "validate.mjs", &[&file]);
        let seen = json(&output);
        assert!(output.status.success(), "{scene}: {seen}");
        for kind in ["errors", "warnings", "infos", "hints"] {
            assert_eq!(seen[kind].as_u64(), Some(0), "{scene}: {seen}");
        }
        assert_eq!(seen["info"]["hasSkins"].as_bool(), Some(true));
        assert_eq!(seen["info"]["animationCount"].as_u64(), Some(1));
        assert!(summary["bytes"].as_u64() > Some(10_000));
    }
}

fn place(value: &Value) -> [f64; 3] {
    [0, 1, 2].map(|i| value[i].as_f64().expect("a number"))
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    ((a[0] - b[0]).powi(2) + (a[2] - b[2]).powi(2)).sqrt()
}

#[test]
fn three_js_plays_upright_people_who_face_where_they_walk() {
    let Some(node) = node() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (file, summary) = animated(folder.path(), "corridor", &["--to", "12"]);
    let output = script(&node, "load.mjs", &[&file, "7", "25", "12"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let seen = json(&output);
    let walkers = summary["walkers"].as_u64().expect("a number");
    assert_eq!(seen["skeletons"].as_u64(), Some(walkers));
    assert_eq!(seen["clips"].as_u64(), Some(1));
    assert_eq!(seen["vertex_buffers"].as_u64(), Some(1), "all share their vertices");
    assert_eq!(seen["bones"], summary["joints"]);
    assert!(seen["name"].as_str().is_some_and(|n| n.starts_with("walker_7")), "{}", seen["name"]);
    let frames = seen["frames"].as_array().expect("a list");
    let at = |k: usize, what: &str| place(&frames[k][what]);
    // The corridor leads along x: after four seconds everybody is walking.
    let (first, last) = (at(100, "hips"), at(250, "hips"));
    let speed = apart(first, last) / 6.0;
    assert!(last[0] > first[0] + 3.0 && (0.5..2.2).contains(&speed), "{first:?} to {last:?}");
    let (mut slowest, mut fastest) = (f64::INFINITY, 0.0f64);
    for (k, frame) in frames.iter().enumerate().take(250).skip(100) {
        let (hips, head, left, right) = (at(k, "hips"), at(k, "head"), at(k, "left_arm"), at(k, "right_arm"));
        assert!((0.75..1.1).contains(&hips[1]) && head[1] > hips[1] + 0.4, "upright in frame {k}: {hips:?} {head:?}");
        // Up is y. Who walks along x has the left arm at smaller z.
        assert!(left[2] < right[2] - 0.15, "faces forward in frame {k}: {left:?} {right:?}");
        let foot = apart(at(k, "left"), at(k - 1, "left")) * 25.0;
        (slowest, fastest) = (slowest.min(foot), fastest.max(foot));
        if let (Some(low), Some(high)) = (frame["lowest"].as_f64(), frame["highest"].as_f64()) {
            assert!((-0.03..0.03).contains(&low), "soles at {low} in frame {k}");
            assert!((1.55..1.95).contains(&high), "crown at {high} in frame {k}");
        }
    }
    assert!(slowest < 0.1, "a foot on the floor stands: {slowest} m/s");
    assert!(fastest > 1.8 * speed, "a foot in the air overtakes: {fastest} m/s of {speed}");
}

/// The description and the binary chunk of a file.
fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or(0) as usize
}

/// The bytes of a buffer view of the binary chunk.
fn view<'b>(json: &Value, bin: &'b [u8], view: &Value) -> &'b [u8] {
    let view = &json["bufferViews"][number(view)];
    &bin[number(&view["byteOffset"])..][..number(&view["byteLength"])]
}

#[test]
fn characters_keep_their_pictures_to_the_byte_and_lie_on_them_as_before() {
    let Some(node) = node() else { return };
    let (Some(man), Some(manny)) =
        (reference("motion/gltf/CesiumMan.glb"), reference("motion/gltf/kaykit/mannequin_v2/manny_med_mod.gltf"))
    else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let man_bytes = {
        let (json, bin) = opened(&man);
        view(&json, &bin, &json["images"][0]["bufferView"]).to_vec()
    };
    let manny_bytes = std::fs::read(manny.with_file_name("mannequin_texture.png")).expect("the picture beside it");
    for (character, picture) in [(man, man_bytes), (manny, manny_bytes)] {
        let named = character.to_string_lossy();
        let (file, summary) = animated(folder.path(), "pair-crossing", &["--character", &named, "--to", "3"]);
        assert_eq!(summary["cast"][0]["walkers"].as_u64(), Some(2), "{summary}");
        let output = script(&node, "validate.mjs", &[&file]);
        let seen = json(&output);
        for kind in ["errors", "warnings", "infos", "hints"] {
            assert_eq!(seen[kind].as_u64(), Some(0), "{named}: {seen}");
        }
        let (json, bin) = opened(file.as_ref());
        let images = json["images"].as_array().expect("pictures");
        assert_eq!(images.len(), 1, "once for both walkers");
        assert!(view(&json, &bin, &images[0]["bufferView"]) == picture, "{named}: the picture is another");
        let textured = json["materials"].as_array().expect("materials").iter();
        let textured = textured.filter(|m| m["pbrMetallicRoughness"]["baseColorTexture"]["index"].is_u64()).count();
        assert!(textured > 0, "{named}");
        // Coordinates lie on the picture.
        let primitives =
            json["meshes"].as_array().expect("meshes").iter().flat_map(|m| m["primitives"].as_array().expect("a list"));
        let uvs = primitives.filter_map(|p| p["attributes"]["TEXCOORD_0"].as_u64()).next().expect("coordinates");
        let uvs = &json["accessors"][uvs as usize];
        assert_eq!(uvs["type"], "VEC2");
        let bytes = view(&json, &bin, &uvs["bufferView"]);
        let floats: Vec<f32> =
            bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().expect("four bytes"))).collect();
        assert!(floats.iter().any(|v| *v > 0.3) && floats.iter().all(|v| (-1.0..=2.0).contains(v)), "{named}");
    }
}

/// The numbers of an accessor, whole ones that are normalised as shares.
fn values(json: &Value, bin: &[u8], accessor: &Value, wide: usize) -> Vec<Vec<f32>> {
    let about = &json["accessors"][number(accessor)];
    let bytes = &view(json, bin, &about["bufferView"])[number(&about["byteOffset"])..];
    let one: Vec<f32> = match number(&about["componentType"]) {
        5126 => bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().expect("four bytes"))).collect(),
        5122 => bytes.chunks_exact(2).map(|b| f32::from(i16::from_le_bytes([b[0], b[1]])) / 32_767.0).collect(),
        5123 => bytes.chunks_exact(2).map(|b| f32::from(u16::from_le_bytes([b[0], b[1]])) / 65_535.0).collect(),
        other => panic!("{other}"),
    };
    one.chunks_exact(wide).take(number(&about["count"])).map(<[f32]>::to_vec).collect()
}

#[test]
fn characters_keep_maps_of_normals_light_and_roughness_tangents_shapes_and_colours_of_vertices() {
    let Some(node) = node() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let character = dressed(folder.path());
    let named = character.file.to_string_lossy();
    for file in [named.to_string(), animated(folder.path(), "pair-crossing", &["--character", &named, "--to", "3"]).0] {
        let seen = json(&script(&node, "validate.mjs", &[&file]));
        for kind in ["errors", "warnings", "infos", "hints"] {
            assert_eq!(seen[kind].as_u64(), Some(0), "{file}: {seen}");
        }
        let (json, bin) = opened(file.as_ref());
        let images = json["images"].as_array().expect("pictures");
        assert_eq!(images.len(), 5);
        let primitives: Vec<&Value> = json["meshes"]
            .as_array()
            .expect("meshes")
            .iter()
            .flat_map(|m| m["primitives"].as_array().expect("a list"))
            .collect();
        let bent: Vec<&&Value> = primitives
            .iter()
            .filter(|p| json["materials"][number(&p["material"])]["normalTexture"].is_object())
            .collect();
        assert!(!bent.is_empty(), "{file}");
        for primitive in bent {
            let material = &json["materials"][number(&primitive["material"])];
            let surface = &material["pbrMetallicRoughness"];
            let maps = [
                (&surface["baseColorTexture"], 0, 0),
                (&surface["metallicRoughnessTexture"], 1, 0),
                (&material["normalTexture"], 2, 1),
                (&material["occlusionTexture"], 3, 1),
                (&material["emissiveTexture"], 4, 0),
            ];
            for (map, which, set) in maps {
                let texture = &json["textures"][number(&map["index"])];
                assert!(map["index"].is_u64() && number(&map["texCoord"]) == set, "{which}: {material}");
                let bytes = view(&json, &bin, &images[number(&texture["source"])]["bufferView"]);
                assert!(bytes == character.pictures[which], "picture {which} is another");
                assert_eq!(json["samplers"][number(&texture["sampler"])]["wrapT"], 33_648);
            }
            assert_eq!(
                (&material["normalTexture"]["scale"], &material["occlusionTexture"]["strength"]),
                (&0.5.into(), &0.25.into())
            );
            let factors = material["emissiveFactor"].as_array().expect("three").iter();
            assert_eq!(factors.map(|v| v.as_f64().expect("a number")).collect::<Vec<_>>(), [1.0, 0.5, 0.25]);
            assert_eq!(
                (surface["metallicFactor"].as_f64(), surface["roughnessFactor"].as_f64()),
                (Some(0.75), Some(0.5))
            );
            if file == *named {
                continue;
            }
            let attributes = &primitive["attributes"];
            let [uvs, more] = ["TEXCOORD_0", "TEXCOORD_1"].map(|name| values(&json, &bin, &attributes[name], 2));
            let [tangents, colours] = ["TANGENT", "COLOR_0"].map(|name| values(&json, &bin, &attributes[name], 4));
            let shape = values(&json, &bin, &primitive["targets"][0]["POSITION"], 3);
            let own: std::collections::BTreeSet<usize> = {
                let about = &json["accessors"][number(&primitive["indices"])];
                let bytes = &view(&json, &bin, &about["bufferView"])[number(&about["byteOffset"])..];
                let corners = bytes.chunks_exact(4).take(number(&about["count"]));
                corners.map(|b| u32::from_le_bytes(b.try_into().expect("four bytes")) as usize).collect()
            };
            assert!(own.len() > 50);
            for at in own {
                // The first coordinate says which vertex it was.
                let v = (uvs[at][0] * character.count as f32).round() as usize;
                let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 2e-5);
                assert!(
                    near(&uvs[at], &first(v, character.count)) && near(&more[at], &second(v, character.count)),
                    "{v}"
                );
                assert!(near(&tangents[at], &TANGENT), "{v}: {:?}", tangents[at]);
                assert!(near(&colours[at], &colour(v).map(|c| f32::from(c) / 255.0)), "{v}: {:?}", colours[at]);
                assert!(near(&shape[at], &moved(v)), "{v}: {:?}", shape[at]);
            }
        }
        // What no picture and no colour is meant for has none.
        assert!(
            primitives.iter().any(|p| p["attributes"]["COLOR_0"].is_null() && p["attributes"]["TANGENT"].is_null())
        );
        let mesh = json["meshes"].as_array().expect("meshes").iter().find(|m| m["weights"].is_array()).expect("shapes");
        assert_eq!(
            (mesh["weights"][0].as_f64(), mesh["extras"]["targetNames"][0].as_str()),
            (Some(0.5), Some("big smile"))
        );
    }
}

#[test]
fn a_wheelchair_rolls_by_the_way_it_goes_and_is_in_every_format() {
    let Some(node) = node() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let chair = ["--character", "eastbound=wheelchair", "--to", "12", "--tolerance", "0"];
    let (file, summary) = animated(folder.path(), "group-swap", &chair);
    let seen = json(&script(&node, "validate.mjs", &[&file]));
    for kind in ["errors", "warnings", "infos", "hints"] {
        assert_eq!(seen[kind].as_u64(), Some(0), "{seen}");
    }
    let count = summary["cast"].as_array().expect("a list").iter().find(|c| c["character"] == "wheelchair");
    assert_eq!(count.expect("wheelchairs")["walkers"].as_u64(), Some(50), "{summary}");
    assert!(summary["notes"].to_string().contains("1.08 m long"), "{summary}");
    let (json, bin) = opened(file.as_ref());
    let nodes = json["nodes"].as_array().expect("nodes");
    let channels = json["animations"][0]["channels"].as_array().expect("channels");
    let track = |node: usize, path: &str, wide: usize| {
        let channel = channels.iter().find(|c| number(&c["target"]["node"]) == node && c["target"]["path"] == path)?;
        let sampler = &json["animations"][0]["samplers"][number(&channel["sampler"])];
        Some(values(&json, &bin, &sampler["output"], wide))
    };
    let mut rolled = 0;
    for walker in (0..nodes.len()).filter(|n| nodes[*n]["extras"]["group"] == "eastbound") {
        let of = |name: &str| (walker + 1..walker + 40).find(|n| nodes[*n]["name"] == name).expect("a joint");
        let (Some(travel), Some(heading)) = (track(of("hips"), "translation", 3), track(of("hips"), "rotation", 4))
        else {
            continue;
        };
        assert_eq!(heading.len(), travel.len());
        // Both wheels: what turning adds to one it takes from the other.
        let [left, right] = ["left-wheel", "right-wheel"].map(|name| {
            let turns = track(of(name), "rotation", 4).expect("a wheel that turns");
            // Joints are in the measure of the body: across is y.
            let angle = |q: &[f32]| 2.0 * ambulo::geom::math::atan2(f64::from(q[1]), f64::from(q[3])) as f32;
            let steps = turns.windows(2).map(|pair| {
                let d = angle(&pair[1]) - angle(&pair[0]);
                d - (d / std::f32::consts::TAU).round() * std::f32::consts::TAU
            });
            0.305 * steps.sum::<f32>()
        });
        let along =
            travel.windows(2).map(|p| ((p[1][0] - p[0][0]).powi(2) + (p[1][2] - p[0][2]).powi(2)).sqrt()).sum::<f32>();
        assert!(along > 4.0 && (0.5 * (left + right) / along - 1.0).abs() < 0.02, "{left} and {right} of {along} m");
        rolled += 1;
    }
    assert_eq!(rolled, 50);
    let out = folder.path().join("bvh").to_string_lossy().into_owned();
    let bvh = ambulo_with(&[
        "animate",
        "pair-crossing",
        "--character",
        "wheelchair",
        "--format",
        "bvh",
        "--out",
        &out,
        "--quiet",
    ]);
    assert!(bvh.status.success(), "{}", stderr(&bvh));
    let text = std::fs::read_to_string(folder.path().join("bvh/walker-0.bvh")).expect("a file");
    assert!(text.contains("JOINT left-wheel") && text.matches("JOINT").count() == 27);
    // In a cast by its name, for one group alone.
    let cast = folder.path().join("cast");
    std::fs::create_dir(&cast).expect("a folder");
    let list = cast.join("cast.toml");
    let member = |more: &str| format!("[[member]]\nbuilt_in = 'person'\n\n[[member]]\n{more}\n");
    std::fs::write(&list, member("built_in = 'wheelchair'\ngroups = ['westbound']")).expect("a file");
    let named = cast.to_string_lossy();
    let (_, mixed) = animated(folder.path(), "group-swap", &["--cast", &named, "--to", "2"]);
    assert_eq!((&mixed["cast"][0]["walkers"], &mixed["cast"][1]["walkers"]), (&50.into(), &50.into()), "{mixed}");
    for (wrong, says) in [("built_in = 'broom'", "`wheelchair`"), ("weight = 1", "either `file` or `built_in`")] {
        std::fs::write(&list, member(wrong)).expect("a file");
        let output = ambulo_with(&["animate", "group-swap", "--cast", &named, "--out", &file]);
        assert!(!output.status.success() && stderr(&output).contains(says), "{}", stderr(&output));
    }
    let looped = ambulo_with(&["animate", "pair-crossing", "--character", "wheelchair", "--in-loop", "--out", &file]);
    assert!(!looped.status.success() && stderr(&looped).contains("--in-loop"), "{}", stderr(&looped));
}

#[test]
fn compressed_frames_show_the_same_in_three_js_and_take_half_the_room() {
    let Some(node) = node() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut seen = Vec::new();
    let mut sizes = Vec::new();
    for more in [&["--tolerance", "0"][..], &["--compress"][..]] {
        let (file, summary) = animated(folder.path(), "corridor", &[&["--to", "8"][..], more].concat());
        sizes.push(summary["bytes"].as_u64().expect("a number"));
        let output = script(&node, "load.mjs", &[&file, "7", "25", "7"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        seen.push(json(&output));
    }
    assert!(2 * sizes[1] < sizes[0], "{sizes:?}");
    let frames = |k: usize| seen[k]["frames"].as_array().expect("a list");
    let mut worst = 0.0f64;
    for (a, b) in frames(0).iter().zip(frames(1)) {
        for joint in ["hips", "left", "right", "head", "left_arm", "right_arm"] {
            let (a, b) = (place(&a[joint]), place(&b[joint]));
            let apart = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
            worst = worst.max(apart);
        }
    }
    assert!(worst < 0.002 && worst > 0.0, "{worst} m");
}
