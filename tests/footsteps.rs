//! Steps and footsteps, as people and scripts use them.

mod program;

use program::{ambulo_with, json, reference, stderr};
use std::path::Path;

fn words(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[test]
fn the_built_in_steps_are_listed_written_and_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let [out, png] = ["steps.json", "steps.png"].map(|name| words(&folder.path().join(name)));
    let output = ambulo_with(&["clips", "steps", "--out", &out, "--png", &png, "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report = json(&output);
    let steps = report["steps"].as_array().expect("a list");
    assert!(steps.len() > 90 && report["clips"].as_array().expect("a list").len() >= 24);
    for s in steps {
        assert!(s["duration_s"].as_f64() > s["lift_s"].as_f64() && s["swing"] != s["support"], "{s}");
        assert!(s["samples_m"].as_array().is_some_and(|a| a.len() >= 3 && a[0].as_array().expect("five").len() == 5));
    }
    for foot in report["landings"].as_array().expect("both feet") {
        assert!(foot["points"].as_u64() > Some(40) && foot["area_m2"].as_f64() > Some(1.5), "{foot}");
    }
    let written: serde_json::Value = serde_json::from_slice(&std::fs::read(&out).expect("a file")).expect("JSON");
    assert_eq!(written["version"].as_u64(), Some(1));
    let clips = |of: &serde_json::Value| -> Vec<String> {
        of["steps"].as_array().expect("a list").iter().map(|s| format!("{} {}", s["clip"], s["swing"])).collect()
    };
    assert_eq!(clips(&written), clips(&report));
    assert_eq!(&std::fs::read(&png).expect("a picture")[..8], b"\x89PNG\r\n\x1a\n");
}

#[test]
fn steps_of_clips_are_cut_and_what_cannot_be_read_is_named() {
    let captured = reference("motion/cmu/16_15.bvh");
    let folder = tempfile::tempdir().expect("a folder");
    let broken = folder.path().join("broken.bvh");
    std::fs::write(&broken, "HIERARCHY\nROOT").expect("a file");
    if let Some(captured) = captured {
        let output = ambulo_with(&["clips", "steps", &words(&captured), &words(&broken), "--json"]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let report = json(&output);
        assert_eq!(report["sources"][0]["kind"].as_str(), Some("walk"));
        assert!(report["sources"][0]["steps_seen"].as_u64() >= Some(3), "{}", report["sources"]);
        // Two steps of the walk and two of its mirror image.
        let steps = report["steps"].as_array().expect("a list");
        assert_eq!(steps.len(), 4);
        assert!(steps.iter().all(|s| s["root_m"][0].as_f64() > Some(0.4) && s["blended"] == true), "{report}");
        assert!(report["errors"][0]["message"].as_str().is_some_and(|m| m.contains("broken.bvh")));
    }
    let output = ambulo_with(&["clips", "steps", &words(&broken)]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("broken.bvh") && said.contains("no step in these clips"), "{said}");
}

/// A walker of a recording along x, and footsteps for it.
fn scene(folder: &Path) -> [String; 2] {
    let [run, steps] = ["run.csv", "steps.csv"].map(|name| folder.join(name));
    let mut text = "# fps: 10\n# wkt: POLYGON ((-5 -5, 40 -5, 40 5, -5 5, -5 -5))\n".to_owned();
    text.push_str("frame,id,x,y,ori_x,ori_y,speed,level\n");
    let mut table =
        "walker,index,side,x,y,z,heading,lift,land\n7,0,0,0,0.09,0,0,0,0\n7,1,1,0,-0.09,0,0,0,0\n".to_owned();
    for frame in 0..=80 {
        for id in [7, 8] {
            text.push_str(&format!("{frame},{id},{:.3},{},1,0,1.1,0\n", 0.11 * f64::from(frame), 2 * (id - 7)));
        }
    }
    for k in 0..12 {
        let (side, begin) = (k % 2, 0.3 + 0.55 * f64::from(k));
        let y = if side == 0 { 0.09 } else { -0.09 };
        let x = 0.6 * (f64::from(k) + 0.5);
        table.push_str(&format!("7,{},{side},{x},{y},0,0,{},{}\n", k + 2, begin + 0.06, begin + 0.55));
    }
    std::fs::write(&run, text).expect("a recording");
    std::fs::write(&steps, table).expect("a table");
    [words(&run), words(&steps)]
}

#[test]
fn bodies_follow_a_table_of_footsteps() {
    let folder = tempfile::tempdir().expect("a folder");
    let [run, steps] = scene(folder.path());
    let out = words(&folder.path().join("crowd.glb"));
    let output = ambulo_with(&["animate", &run, "--footsteps", &steps, "--out", &out, "--threads", "1", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(report["walkers"].as_u64(), Some(2));
    assert!(report["slide_worst_cm"].as_f64() < Some(0.1), "{report}");
    let notes = report["notes"].to_string();
    assert!(notes.contains("1 of 2 walkers follow 12 footsteps: feet land within 0.0 mm"), "{notes}");
    // Any number of threads writes the same bytes, and the mediator others.
    let bytes = |args: &[&str]| {
        let again = words(&folder.path().join("again.glb"));
        let output = ambulo_with(&[&["animate", &run, "--out", &again, "--quiet"], args].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        std::fs::read(&again).expect("a file")
    };
    let first = std::fs::read(&out).expect("a file");
    assert!(first == bytes(&["--footsteps", &steps, "--threads", "3"]));
    assert!(first != bytes(&["--controller", "mediator", "--footsteps", &steps]));
}

#[test]
fn tables_that_cannot_be_followed_are_refused_with_a_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    let [run, steps] = scene(folder.path());
    let table = std::fs::read_to_string(&steps).expect("a table");
    let said = |text: &str| {
        std::fs::write(&steps, text).expect("a table");
        let out = words(&folder.path().join("none.glb"));
        let output = ambulo_with(&["animate", &run, "--footsteps", &steps, "--out", &out]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(!Path::new(&out).exists());
        stderr(&output)
    };
    for (text, wanted) in [
        ("walker,x,y\n".to_owned(), "line 1 must name the columns"),
        (format!("{table}7,20,2,0,0,0,0,9,9.5\n"), "line 16 is not nine numbers"),
        (format!("{table}7,20,0,0,0,0,0,1,1.5\n"), "must land later"),
        (table.lines().next().expect("a line").to_owned(), "none of the chosen walkers has footsteps"),
    ] {
        let message = said(&text);
        assert!(message.contains(wanted), "{message}");
    }
    std::fs::remove_file(&steps).expect("the table");
    let output = ambulo_with(&["animate", &run, "--controller", "footsteps"]);
    assert!(stderr(&output).contains("option `footsteps`") || stderr(&output).contains("--footsteps"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_bench_of_footsteps_reports_figures() {
    let report = json(&ambulo_with(&["bench", "footsteps", "--walkers", "20", "--seconds", "2", "--json"]));
    assert_eq!(report["frames"].as_u64(), Some(20 * 50));
    for key in ["micros_per_walker_frame", "micros_interpolator", "micros_polar", "micros_barycentric"] {
        assert!(report[key].as_f64().is_some_and(|v| v > 0.0 && v < 1000.0), "{key}: {report}");
    }
    assert!(report["landing_worst_mm"].as_f64() < Some(5.0), "{report}");
    for key in ["micros_planning_per_second", "planned_at_25_fps"] {
        assert!(report[key].as_f64() > Some(0.0), "{key}: {report}");
    }
}
