//! Drawings with the traps of real ones: frames, furniture, door swings, frozen layers and wrong units.

mod program;

use program::{ambulo_with, json, reference, stderr, top};
use serde_json::Value;
use std::process::Output;

/// Both rooms of the office, the opening between them included.
const OFFICE: f64 = 95.29;

fn check(args: &[&str]) -> (Output, Value) {
    let all: Vec<&str> = ["plan", "check"].into_iter().chain(args.iter().copied()).chain(["--json"]).collect();
    let output = ambulo_with(&all);
    let object = json(&output);
    (output, object)
}

fn drawing(name: &str) -> String {
    top().join("tests/plans").join(name).to_string_lossy().into_owned()
}

fn area(object: &Value) -> f64 {
    object["area_m2"].as_f64().unwrap_or_else(|| panic!("no area in {object}"))
}

fn layer<'v>(object: &'v Value, name: &str) -> &'v Value {
    let layers = object["layers"].as_array().expect("layers");
    layers.iter().find(|l| l["name"] == name).unwrap_or_else(|| panic!("no layer {name} in {object}"))
}

#[test]
fn title_frames_furniture_and_door_swings_are_no_walls() {
    for (name, unit) in
        [("office-aia.dxf", "mm"), ("office-german.dxf", "cm"), ("office-plain.dxf", "m"), ("office-uncut.dxf", "m")]
    {
        let (output, object) = check(&[&drawing(name)]);
        assert!(output.status.success(), "{name}: {}", stderr(&output));
        assert!((area(&object) - OFFICE).abs() < 0.01, "{name}: {} m2", area(&object));
        assert_eq!(object["units"]["name"], unit, "{name}");
        assert_eq!(
            (&object["usable"], &object["question"], &object["components"]),
            (&true.into(), &Value::Null, &1.into())
        );
        // One door between the rooms, which is open, and one that leads out and stays shut.
        let doors = object["drawn_doors"].as_array().expect("doors");
        let mut found: Vec<(bool, u64)> = doors
            .iter()
            .map(|d| (d["outer"] == true, (d["width_m"].as_f64().expect("a width") * 100.0).round() as u64))
            .collect();
        found.sort_unstable();
        assert_eq!(found, [(false, 90), (true, 100)], "{name}: {doors:?}");
    }
    let (_, aia) = check(&[&drawing("office-aia.dxf")]);
    for (name, kind, read) in [
        ("A-WALL", "walls", true),
        ("A-GLAZ", "windows", true),
        ("A-DOOR", "doors", false),
        ("A-FURN", "furniture", false),
        ("A-ANNO-DIMS", "dimensions", false),
        ("A-WALL-PATT", "hatching", false),
        ("S-GRID", "grid", false),
        ("A-WALL-EXST", "walls", false),
    ] {
        let found = layer(&aia, name);
        assert_eq!((&found["kind"], &found["read"]), (&kind.into(), &read.into()), "{found}");
        assert!(found["length_m"].as_f64() > Some(1.0) && found["entities"].as_u64() > Some(0), "{found}");
    }
    assert_eq!(layer(&aia, "A-WALL-EXST")["frozen"], true);
    assert_eq!(layer(&aia, "S-GRID")["plotted"], false);
    let (_, plain) = check(&[&drawing("office-plain.dxf")]);
    assert_eq!(plain["frames"].as_array().map(Vec::len), Some(2), "{plain}");
}

#[test]
fn a_frozen_layer_is_read_when_it_is_named() {
    // The wall of another year cuts the rooms at y = 4.
    let (_, object) = check(&[&drawing("office-aia.dxf"), "--layers", "A-WALL,A-GLAZ,A-WALL-EXST"]);
    assert!(area(&object) < 0.6 * OFFICE, "{}", area(&object));
    let (_, german) = check(&[&drawing("office-german.dxf"), "--layers", "wände,fenster,wand alt"]);
    assert!(area(&german) < 0.6 * OFFICE, "{}", area(&german));
    assert_eq!(layer(&german, "WAND ALT")["off"], true);
}

#[test]
fn a_drawing_that_leaves_a_choice_asks_for_layers_instead_of_being_usable() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("choice.svg").to_string_lossy().into_owned();
    let file = drawing("office-unclear.dxf");
    let (output, object) = check(&[&file, "--svg", &picture]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(object["usable"], false);
    assert!(object["question"].as_str().is_some_and(|q| q.contains("layers")), "{object}");
    assert!(stderr(&output).contains("--layers"), "{}", stderr(&output));
    let choices = object["choices"].as_array().expect("choices");
    let walls = choices.iter().find(|c| c["layers"] == serde_json::json!(["1"])).expect("layer 1 alone");
    let promised = walls["area_m2"].as_f64().expect("an area");
    assert!((promised - OFFICE).abs() < 0.01, "{choices:?}");
    let svg = std::fs::read_to_string(&picture).expect("a picture");
    assert!(svg.contains("1 (unknown)") && svg.contains("2 (unknown)"), "a legend of layers");
    let (chosen, object) = check(&[&file, "--layers", "1"]);
    assert!(chosen.status.success() && (area(&object) - promised).abs() < 1e-9);
    // A scenario asks the same, and takes the answer.
    std::fs::copy(&file, folder.path().join("office.dxf")).expect("the drawing");
    let scenario = folder.path().join("office.toml");
    let text = |layers: &str| {
        format!("[plan]\nfile = \"office.dxf\"\n{layers}[[walkers]]\npositions = [[1, 1]]\ngoal = [11, 7]\n")
    };
    std::fs::write(&scenario, text("")).expect("the scenario");
    let asked = ambulo_with(&["scenario", "check", &scenario.to_string_lossy()]);
    assert_eq!(asked.status.code(), Some(2));
    assert!(stderr(&asked).contains("layers = [...]"), "{}", stderr(&asked));
    std::fs::write(&scenario, text("layers = [\"1\"]\n")).expect("the scenario");
    let taken = ambulo_with(&["scenario", "check", &scenario.to_string_lossy()]);
    assert!(taken.status.success(), "{}", stderr(&taken));
}

/// A hall of 20 x 8 units in a drawing whose header has a code for its unit.
fn hall(code: u32) -> String {
    let corners = [(0, 0), (20, 0), (20, 8), (0, 8)];
    let mut text = format!("0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n{code}\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n");
    text.push_str("0\nLWPOLYLINE\n8\nWALLS\n90\n4\n70\n1\n");
    corners.iter().for_each(|(x, y)| text.push_str(&format!("10\n{x}\n20\n{y}\n")));
    text + "0\nENDSEC\n0\nEOF\n"
}

#[test]
fn insunits_that_makes_a_room_two_centimetres_wide_is_contradicted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("hall.dxf").to_string_lossy().into_owned();
    std::fs::write(&file, hall(4)).expect("the drawing");
    let (output, object) = check(&[&file]);
    assert!(output.status.success());
    assert_eq!((object["units"]["name"].as_str(), area(&object)), (Some("m"), 160.0));
    let first = &object["warnings"][0];
    assert_eq!(first["kind"], "units");
    assert!(first["detail"].as_str().is_some_and(|d| d.contains("2.0 cm wide") && d.contains("--units m")), "{first}");
    // A unit that is given is taken, with the warning.
    let (_, object) = check(&[&file, "--units", "mm"]);
    assert_eq!(object["units"]["name"], "mm");
    assert_eq!(object["warnings"][0]["kind"], "units");
    std::fs::write(&file, hall(6)).expect("the drawing");
    let (_, object) = check(&[&file]);
    assert_eq!(area(&object), 160.0);
    assert!(object["warnings"].as_array().is_some_and(|w| w.iter().all(|w| w["kind"] != "units")), "{object}");
}

#[test]
fn two_hundred_square_kilometres_for_ten_people_are_questioned() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("hall.toml");
    let scenario = |count: u32, size: u32| {
        format!(
            "plan = {{ wkt = 'POLYGON ((0 0, {size} 0, {size} {}, 0 {}))' }}\nareas.a = {{ rect = [0, 0, 10, 10] }}\n\
             walkers = [{{ count = {count}, start = 'a', goal = [15, 5] }}]\n",
            size / 2,
            size / 2
        )
    };
    for (count, size, warned) in [(10, 20_000, true), (10, 1_000, false), (30, 20, false)] {
        std::fs::write(&file, scenario(count, size)).expect("the scenario");
        let (output, object) = check(&[&file.to_string_lossy()]);
        assert!(output.status.success(), "{}", stderr(&output));
        let text = object["warnings"].to_string();
        assert_eq!(text.contains("km2 for 10 people"), warned, "{count} people, {size} m: {text}");
        assert!(!warned || text.contains("200.0 m2"), "the area in mm is proposed: {text}");
    }
}

#[test]
fn drawings_of_others_have_the_area_of_their_walls() {
    // 219.45 m2 inside the outline less 14.54 m2 of walls; all layers at once gave 63.5.
    if let Some(file) = reference("maps/drawings/ISO-Office.dxf") {
        let (output, object) = check(&[&file.to_string_lossy()]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!((area(&object) / 204.9 - 1.0).abs() < 0.01, "{}", area(&object));
    }
    if let Some(file) = reference("maps/drawings/turns.dxf") {
        let (output, object) = check(&[&file.to_string_lossy()]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!((area(&object) - 120.0).abs() < 0.1, "{}", area(&object));
        assert_eq!(object["warnings"][0]["kind"], "units", "{object}");
    }
    if let Some(file) = reference("maps/drawings/BUW.wkt") {
        let (_, object) = check(&[&file.to_string_lossy()]);
        assert!((area(&object) - 1377.6).abs() < 0.1, "{}", area(&object));
    }
}

#[test]
fn the_picture_of_a_drawing_explains_what_was_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("office.svg").to_string_lossy().into_owned();
    check(&[&drawing("office-aia.dxf"), "--svg", &picture]);
    let svg = std::fs::read_to_string(&picture).expect("a picture");
    for words in
        ["read as walls", "not read: furniture", "dimensions", "not read: frame", "door, open", "door that leads out"]
    {
        assert!(svg.contains(words), "`{words}` is not in the legend");
    }
}
