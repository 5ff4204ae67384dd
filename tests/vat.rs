//! Vertex animation textures hold the very bodies of the glTF file: decoded and compared by a script that knows nothing of the program.

mod program;

use program::{ambulo_with, json, node, pedpy_python, stderr, top};
use std::process::Command;

#[test]
fn every_vertex_is_where_the_skinned_body_has_it_within_a_millimetre() {
    let Some(python) = pedpy_python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    // People of many bodies on stairs who come late; a body of more vertices than a row has pixels.
    for (more, bodies) in [
        (&["two-storeys", "--cast", "people", "--detail", "1", "--walkers", "5", "--from", "10", "--to", "14"][..], 5),
        (&["pair-crossing", "--character", "wheelchair", "--to", "3", "--events"][..], 1),
    ] {
        let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        for args in [&["--format", "vat", "--out", &at("vat")][..], &["--tolerance", "0", "--out", &at("crowd.glb")]] {
            let output = ambulo_with(&[&["animate"], more, args, &["--quiet"]].concat());
            assert!(output.status.success(), "{}", stderr(&output));
        }
        let mut script = Command::new(&python);
        let output = script.arg(top().join("tests/vat/check.py")).args([at("vat"), at("crowd.glb")]).output();
        let output = output.expect("Python starts");
        assert!(output.status.success(), "{}", stderr(&output));
        let seen = json(&output);
        let of = |key: &str| seen[key].as_f64().unwrap_or_else(|| panic!("{key}: {seen}"));
        assert!(of("bodies") as usize == bodies && of("compared") > 50_000.0, "{seen}");
        // What the rotations of the glTF file are rounded by is most of it.
        assert!(of("worst_m") < 0.0005 && of("worst_m") > 0.0 && of("said_m") < 5e-5, "{seen}");
        assert!(of("normals_deg") < 0.6, "{seen}");
        let Some(node) = node() else { continue };
        let body = std::fs::read_dir(at("vat")).expect("a folder").filter_map(|e| Some(e.ok()?.path()));
        for file in body.filter(|f| f.extension().is_some_and(|e| e == "glb")) {
            let output = Command::new(&node).arg(top().join("tests/gltf/validate.mjs")).arg(&file).output();
            let seen = json(&output.expect("Node starts"));
            // Second coordinates are for a shader, which the validator does not know.
            assert_eq!((seen["errors"].as_u64(), seen["warnings"].as_u64()), (Some(0), Some(0)), "{seen}");
        }
    }
}
