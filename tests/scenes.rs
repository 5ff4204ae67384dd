//! Every scene, run as a user would: all arrive, nobody overlaps or passes a wall, and threads change nothing.

mod program;

use program::{ambulo_with, json, top};

fn scenes() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(top().join("scenes"))
        .expect("scenes/")
        .map(|e| format!("scenes/{}", e.expect("an entry").file_name().to_string_lossy()))
        .filter(|n| n.ends_with(".toml"))
        .collect();
    names.sort();
    names
}

#[test]
fn every_scene_file_is_embedded() {
    let listed = json(&ambulo_with(&["scenes", "--json"]));
    let mut names: Vec<String> = listed["scenes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| format!("scenes/{}.toml", s["name"].as_str().expect("a name")))
        .collect();
    names.sort();
    assert_eq!(names, scenes());
}

#[test]
fn all_arrive_without_overlap_on_any_number_of_threads() {
    let out = tempfile::tempdir().expect("a folder");
    for scene in scenes() {
        let mut first = None;
        // The two largest take longer than all others together.
        let large = scene.contains("forest") || scene.contains("random");
        let counts = if large { &["1", "3"][..] } else { &["1", "2", "3", "7"] };
        for &threads in counts {
            let folder = out.path().join("run");
            let folder = folder.to_string_lossy();
            let output = ambulo_with(&["run", &scene, "--threads", threads, "--out", &folder, "--json"]);
            assert!(output.status.success(), "{scene}: {}", program::stderr(&output));
            let s = json(&output);
            let context = format!("{scene} on {threads} threads: {s}");
            assert_eq!(s["arrived"], s["agents"], "{context}");
            assert!(s["max_overlap_m"].as_f64().expect("a number") <= 0.005, "{context}");
            for key in ["wall_crossings", "faults", "stuck"] {
                assert_eq!(s[key], 0, "{key}: {context}");
            }
            assert_eq!(s["threads"].to_string(), threads, "{context}");
            let hash = s["state_hash"].clone();
            assert_eq!(first.get_or_insert(hash.clone()), &hash, "{context}");
        }
    }
}
