//! OpenUSD reads what `ambulo animate --format usd` writes. `./check` installs it and names its Python in AMBULO_USD_PYTHON.

mod dressed;
mod program;

use program::{ambulo_with, json, reference, stderr, top, usd_python};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn script(python: &str, name: &str, args: &[&str]) -> Output {
    Command::new(python).arg(top().join("tests").join(name)).args(args).output().expect("Python starts")
}

/// Simulates a scene and writes it as a stage, or as another file.
fn written(folder: &Path, name: &str, args: &[&str]) -> String {
    let out = folder.join(name).to_string_lossy().into_owned();
    let output = ambulo_with(&[&["animate", "--quiet", "--out", &out], args].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    out
}

fn checked(python: &str, args: &[&str]) -> Value {
    let output = script(python, "usd/check.py", args);
    assert!(output.status.success(), "{}", stderr(&output));
    json(&output)
}

#[test]
fn a_stage_has_no_fault_and_its_joints_are_where_those_of_the_gltf_file_are() {
    let Some(python) = usd_python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let every = ["--tolerance", "0"];
    // People who come late and leave early, on stairs; two groups with a root joint.
    for (scene, more) in [
        ("two-storeys", vec!["--from", "10", "--to", "20"]),
        ("group-swap", vec!["--to", "4", "--root-joint", "--events"]),
    ] {
        let args = [&[scene][..], &more, &every].concat();
        let stage = written(folder.path(), "crowd.usda", &[&args[..], &["--format", "usd"]].concat());
        let glb = written(folder.path(), "crowd.glb", &args);
        let seen = checked(&python, &[&stage, &glb]);
        assert_eq!((seen["errors"].as_u64(), seen["warnings"].as_u64()), (Some(0), Some(0)), "{scene}: {seen}");
        assert!(seen["validators"].as_u64() >= Some(25), "{seen}");
        assert_eq!(
            (seen["up"].as_str(), seen["metres"].as_f64(), seen["fps"].as_f64()),
            (Some("Z"), Some(1.0), Some(25.0))
        );
        assert!(seen["walkers"].as_u64() >= Some(20) && seen["skinned"] == seen["walkers"], "{seen}");
        assert_eq!(seen["meshes"], seen["meshes_with_materials"], "{seen}");
        assert!(seen["compared"].as_u64() > Some(2000), "{seen}");
        assert!(seen["worst_m"].as_f64().is_some_and(|m| m < 1e-4 && m > 0.0), "{scene}: {seen}");
        // The same stage with a fault: what finds none in ours can find some.
        let text = std::fs::read_to_string(&stage).expect("a stage");
        let broken = folder.path().join("broken.usda");
        std::fs::write(
            &broken,
            text.replace("\"SkelBindingAPI\", \"MaterialBindingAPI\"", "\"SkelBindingAPI\"")
                .replace("prepend apiSchemas = [\"MaterialBindingAPI\"]\n", "")
                .replace("upAxis = \"Z\"\n", ""),
        )
        .expect("a file");
        let seen = checked(&python, &[&broken.to_string_lossy()]);
        assert!(seen["errors"].as_u64() > Some(0), "{seen}");
    }
}

#[test]
fn a_package_holds_its_pictures_and_a_stage_has_them_beside_it() {
    let Some(python) = usd_python() else { return };
    let Some(man) = reference("motion/gltf/CesiumMan.glb") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["pair-crossing", "--to", "2", "--format", "usd", "--character", &man.to_string_lossy()];
    for name in ["crowd.usdz", "crowd.usda"] {
        let stage = written(folder.path(), name, &args);
        let seen = checked(&python, &[&stage]);
        assert_eq!((seen["errors"].as_u64(), seen["warnings"].as_u64()), (Some(0), Some(0)), "{name}: {seen}");
        assert_eq!((seen["pictures"].as_u64(), seen["pictures_found"].as_u64()), (Some(1), Some(1)), "{name}: {seen}");
        assert_eq!(seen["walkers"].as_u64(), Some(2));
    }
    assert!(folder.path().join("crowd_pictures/picture_0.jpg").exists());
    let wrong = ambulo_with(&["animate", "pair-crossing", "--format", "usd", "--out", "crowd.glb"]);
    assert!(stderr(&wrong).contains("ends in .usda") && stderr(&wrong).contains("--out"), "{}", stderr(&wrong));
}

#[test]
fn events_say_when_feet_land_clips_change_and_how_fast_one_goes_in_both_formats() {
    let Some(python) = usd_python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["corridor", "--walkers", "7,", "--to", "12", "--tolerance", "0", "--events"];
    let stage = written(folder.path(), "crowd.usda", &[&args[..], &["--format", "usd"]].concat());
    let glb = written(folder.path(), "crowd.glb", &args);
    let (gltf, _) = dressed::opened(glb.as_ref());
    let nodes = gltf["nodes"].as_array().expect("nodes");
    let extras = &nodes.iter().find(|n| n["extras"]["walker"] == 7).expect("a walker")["extras"];
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let column = |value: &Value, k: usize| list(value).iter().map(|pair| pair[k].clone()).collect::<Vec<_>>();
    let seconds = |values: Vec<Value>| values.iter().map(|v| v.as_f64().expect("a number")).collect::<Vec<_>>();
    // A stride begins where the left foot comes down; the first plant may have begun before the file.
    let (plants, strides) = (seconds(column(&extras["plants"]["left"], 0)), seconds(list(&extras["strides"])));
    assert!(strides.len() > 6, "{extras}");
    for land in &plants[1..] {
        assert!(strides.iter().any(|s| (s - land).abs() < 0.15), "no stride at {land} s: {strides:?}");
    }
    let names = column(&extras["clips"], 1);
    assert!(names.iter().any(|n| n.as_str().is_some_and(|n| n.starts_with("walk-"))), "{names:?}");
    assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
    // Who walks along a corridor goes as fast as agents do, and lines between few speeds say so.
    let speeds = seconds(column(&extras["speeds"], 1));
    assert!(speeds.len() > 1 && speeds.len() < 60 && speeds.iter().any(|v| (0.9..1.9).contains(v)), "{speeds:?}");
    let seen = checked(&python, &[&stage]);
    assert_eq!((seen["errors"].as_u64(), seen["warnings"].as_u64()), (Some(0), Some(0)), "{seen}");
    let custom = &seen["events"];
    let near = |a: Vec<f64>, b: Vec<f64>| a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-4);
    assert!(
        near(seconds(list(&custom["strides"])), strides) && near(seconds(list(&custom["speeds"])), speeds),
        "{custom}"
    );
    assert!(near(seconds(list(&custom["clip_times"])), seconds(column(&extras["clips"], 0))), "{custom}");
    assert_eq!(list(&custom["clips"]), names);
}

#[test]
fn shapes_are_blend_shapes_with_their_weights_and_maps_are_inputs_of_the_surface() {
    let Some(python) = usd_python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let character = dressed::dressed(folder.path());
    let args = ["pair-crossing", "--to", "2", "--format", "usd", "--character", &character.file.to_string_lossy()];
    let stage = written(folder.path(), "crowd.usda", &args);
    let seen = checked(&python, &[&stage]);
    assert_eq!((seen["errors"].as_u64(), seen["warnings"].as_u64()), (Some(0), Some(0)), "{seen}");
    let shapes = &seen["shapes"];
    assert_eq!((shapes["names"][0].as_str(), shapes["weights"][0].as_f64()), (Some("big_smile"), Some(0.5)), "{seen}");
    // Half of how far it moves at full weight; two vertices of three move.
    let most =
        (0..character.count).map(|v| dressed::moved(v).iter().map(|x| x * x).sum::<f32>().sqrt()).fold(0.0, f32::max);
    assert!(shapes["most_m"].as_f64().is_some_and(|m| (m - 0.5 * f64::from(most)).abs() < 2e-5), "{seen}");
    assert_eq!(shapes["moved"].as_u64(), Some((character.count - character.count.div_ceil(3)) as u64), "{seen}");
    let inputs = seen["inputs"].as_object().expect("an object");
    for name in ["diffuseColor", "roughness", "metallic", "normal", "occlusion", "emissiveColor"] {
        let file = inputs.get(name).and_then(Value::as_str).unwrap_or_else(|| panic!("no {name}: {seen}"));
        let bytes = std::fs::read(folder.path().join(file)).expect("a picture beside the stage");
        let which =
            ["diffuseColor", "roughness", "normal", "occlusion", "emissiveColor"].iter().position(|n| *n == name);
        assert!(bytes == character.pictures[which.unwrap_or(1)], "{name}: another picture");
    }
}

#[test]
fn frames_that_are_left_out_move_no_joint_beyond_the_tolerance() {
    let Some(python) = usd_python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    // 100 frames per second, so that many can be left out.
    let common = ["corridor", "--to", "6", "--fps", "100", "--walkers", "12", "--events", "--tolerance"];
    let whole = written(folder.path(), "whole.glb", &[&common[..], &["0"]].concat());
    for (tolerance, mm) in [("2", 2.0), ("8", 8.0)] {
        let reduced = written(folder.path(), "reduced.glb", &[&common[..], &[tolerance]].concat());
        let output = script(&python, "bodies/compare.py", &[&reduced, &whole]);
        assert!(output.status.success(), "{}", stderr(&output));
        let seen = json(&output);
        let figure = |key: &str| seen[key].as_f64().expect("a number");
        // 16 bits add up to 0.2 mm along the chain of joints.
        assert!(figure("worst_mm") < mm && figure("worst_mm") > 0.02 * mm, "{tolerance}: {seen}");
        assert!(figure("planted_worst_mm") < 0.25 * mm, "{tolerance}: {seen}");
        let [small, large] = [&reduced, &whole].map(|file| std::fs::metadata(file).expect("a file").len());
        // A twelfth of it is the skin, which stays.
        assert!(6 * small < 5 * large, "{small} of {large} bytes");
    }
}
