//! `ambulo clips draw`, as scripts use it.

mod program;

use program::{ambulo_with, json, stderr};

#[test]
fn a_strip_is_drawn_and_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("strip.png").to_string_lossy().into_owned();
    for view in ["side", "front", "top", "three-quarter"] {
        let args = ["clips", "draw", "walk-1.4", "turn-left", "--frames", "2", "--view", view, "--out", &out, "--json"];
        let output = ambulo_with(&args);
        assert!(output.status.success(), "{view}: {}", stderr(&output));
        let report = json(&output);
        assert_eq!(report["moves"], serde_json::json!(["walk-1.4", "turn-left"]));
        let bytes = std::fs::read(&out).expect("a picture");
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        let size = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(
            (report["width"].as_u64(), report["height"].as_u64()),
            (Some(size(16).into()), Some(size(20).into()))
        );
        assert_eq!(report["bytes"].as_u64(), Some(bytes.len() as u64));
    }
}

#[test]
fn a_move_nobody_knows_is_answered_with_those_there_are() {
    let output = ambulo_with(&["clips", "draw", "moonwalk", "--out", "strip.png"]);
    assert_eq!(output.status.code(), Some(2));
    let words = stderr(&output);
    for name in ["moonwalk", "walk-1.4", "sidestep-0.4", "start", "all"] {
        assert!(words.contains(name), "{words}");
    }
    let output = ambulo_with(&["clips", "draw", "stand", "--view", "inside", "--out", "strip.png"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("three-quarter"), "{}", stderr(&output));
}

#[test]
fn a_picture_that_cannot_be_written_names_the_file() {
    let output = ambulo_with(&["clips", "draw", "stand", "--frames", "1", "--out", "no/such/folder/strip.png"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no/such/folder/strip.png"), "{}", stderr(&output));
}

#[test]
fn a_cast_is_listed_and_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("cast.png").to_string_lossy().into_owned();
    let args = [
        "clips", "cast", "--count", "9", "--seed", "3", "--level", "2", "--shown", "walk-1.4", "--out", &out, "--json",
    ];
    let output = ambulo_with(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    let cast = json(&output)["cast"].as_array().expect("people").clone();
    assert_eq!(cast.len(), 9);
    let names: std::collections::BTreeSet<_> = cast.iter().map(|m| m["name"].to_string()).collect();
    assert_eq!(names.len(), 9);
    assert_eq!(&std::fs::read(&out).expect("a picture")[..4], b"\x89PNG");
    let output = ambulo_with(&["clips", "cast", "--shown", "moonwalk"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("moonwalk") && stderr(&output).contains("walk-1.4"), "{}", stderr(&output));
}
