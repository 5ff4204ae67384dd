//! A blocked place is reported at once, with time, place and people; a queue that flows is none.

mod program;

use ambulo::data::scenario;
use ambulo::sim::Blocked;
use ambulo::{Overrides, Scene, World};
use program::{ambulo_with, json, stderr};
use std::path::Path;

/// Two groups of five face each other in a corridor too narrow to pass, far from zero.
const CORRIDOR: &str = r#"
    limit = 90
    plan = { wkt = "POLYGON ((5000 0, 5020 0, 5020 0.8, 5000 0.8, 5000 0))" }
    areas = { west = { rect = [5000, 0, 5000.5, 0.8] }, east = { rect = [5019.5, 0, 5020, 0.8] } }
    walkers = [
        { name = "a", positions = [[5002, 0.4], [5002.6, 0.4], [5003.2, 0.4], [5003.8, 0.4], [5004.4, 0.4]], goal = "east" },
        { name = "b", positions = [[5018, 0.4], [5017.4, 0.4], [5016.8, 0.4], [5016.2, 0.4], [5015.6, 0.4]], goal = "west" },
    ]"#;

fn blocked(text: &str, model: &str, threads: usize) -> (Vec<Blocked>, u64) {
    let loaded = scenario::parse("blocked.toml", text).unwrap_or_else(|e| panic!("{e}"));
    let overrides = Overrides { threads, model: Some(model.into()), ..Overrides::default() };
    let mut world = World::build(&loaded, Path::new("."), &overrides).unwrap_or_else(|e| panic!("{e}"));
    let hash = world.run().state_hash;
    (world.blocked(), hash)
}

#[test]
fn two_groups_that_cannot_pass_are_one_blocked_place_on_any_number_of_threads() {
    // They walk 5 to 6 m each before they meet in the middle; with social forces they push each other to and fro first.
    // With social-force one group pushes the other back, so that the place moves.
    for (model, latest, off, most) in [("tangent", 20.0, 3.0, 1), ("social-force", 60.0, 8.0, 2)] {
        let (found, hash) = blocked(CORRIDOR, model, 1);
        assert!((1..=most).contains(&found.len()), "{model}: {found:?}");
        let Blocked { from, to, at, level, people, .. } = found[0];
        assert!((3.0..latest).contains(&from) && to > from + 20.0, "{model}: {from} s to {to} s");
        assert!((at.x - 5010.0).abs() < off && (0.0..0.8).contains(&at.y) && level == 0, "{model}: {at}");
        assert!((5..=10).contains(&people), "{model}: {people}");
        assert_eq!((found, hash), blocked(CORRIDOR, model, 2), "{model}");
    }
}

/// People who keep coming do not hide it.
#[test]
fn a_place_with_people_who_join_from_behind_is_blocked_all_the_same() {
    let text = r#"
        limit = 100
        plan = { wkt = "POLYGON ((0 0, 20 0, 20 -2, 40 -2, 40 4, 20 4, 20 0.9, 0 0.9, 0 0))" }
        areas = { west = { rect = [0, 0, 0.5, 0.9] }, east = { rect = [39, -2, 40, 4] }, hall = { rect = [24, -1, 36, 3] } }
        walkers = [
            { positions = [[2, 0.4], [2.6, 0.4], [3.2, 0.4], [3.8, 0.4], [4.4, 0.4]], goal = "east" },
            { rate = 0.5, to = 90, start = "hall", goal = "west" },
        ]"#;
    let (found, _) = blocked(text, "tangent", 1);
    assert!(!found.is_empty() && found[0].from < 30.0, "{found:?}");
}

#[test]
fn a_bottleneck_that_flows_is_not_reported() {
    let scene = Scene::find("bottleneck").expect("a scene").text;
    let narrow = scene.replace("5.4", "5.6").replace("6.6", "6.4");
    for (text, model) in [(scene, "tangent"), (scene, "social-force"), (narrow.as_str(), "social-force")] {
        let (found, _) = blocked(text, model, 0);
        assert!(found.is_empty(), "{model}: {found:?}");
    }
}

#[test]
fn a_run_warns_once_on_standard_error_and_lists_the_place_in_summary_and_report() {
    let dir = tempfile::tempdir().expect("a folder");
    let (file, out) = (dir.path().join("narrow.toml"), dir.path().join("out"));
    std::fs::write(&file, CORRIDOR).expect("written");
    let words = ["run", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--json", "--model", "tangent"];
    let output = ambulo_with(&words);
    let said = stderr(&output);
    let warnings: Vec<&str> = said.lines().filter(|l| l.starts_with("warning: blocked at ")).collect();
    assert_eq!(warnings.len(), 1, "{said}");
    assert!(warnings[0].contains("people wait at (50") && warnings[0].contains("on level 0"), "{said}");
    let text = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let places = summary["blocked"].as_array().expect("a list");
    assert_eq!(places.len(), 1);
    let keys: Vec<&String> = places[0].as_object().expect("an object").keys().collect();
    let mut expected = ["from_s", "to_s", "x", "y", "level", "people"];
    expected.sort_unstable();
    let mut sorted = keys.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    assert!(std::fs::read_to_string(out.join("report.html")).expect("a report").contains("Blocked places"));
    let flows = ambulo_with(&["run", "corridor", "--out", dir.path().join("flows").to_str().unwrap(), "--json"]);
    assert_eq!(json(&flows)["blocked"], serde_json::json!([]));
}
