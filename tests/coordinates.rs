//! A plan far from zero: every number a person reads or writes is in the coordinates of the file.

mod program;

use program::{ambulo_with, json, stderr};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Far off as maps in UTM are.
const FAR: (f64, f64) = (500_000.0, 4_500_000.0);
const HERE: (f64, f64) = (0.0, 0.0);

/// A hall with a pillar and a door that shuts before both walkers are through.
fn scenario((x, y): (f64, f64)) -> String {
    let p = |dx: f64, dy: f64| format!("{} {}", x + dx, y + dy);
    let ring = |corners: &[(f64, f64)]| corners.iter().map(|c| p(c.0, c.1)).collect::<Vec<_>>().join(", ");
    let hall = ring(&[(0.0, 0.0), (20.0, 0.0), (20.0, 4.0), (0.0, 4.0)]);
    let pillar = ring(&[(9.0, 1.0), (10.0, 1.0), (10.0, 2.0), (9.0, 2.0)]);
    let list = |dx: f64, dy: f64| format!("[{}, {}]", x + dx, y + dy);
    format!(
        "title = 'A hall'\nlimit = 40\nstuck_after = 5\nplan = {{ wkt = 'POLYGON (({hall}), ({pillar}))' }}\n\
         doors.mid = {{ line = [{}, {}], closes = [9] }}\n\
         walkers = [{{ positions = [{}, {}], goal = {} }}]\n",
        list(14.0, 0.0),
        list(14.0, 4.0),
        list(1.0, 1.0),
        list(3.0, 3.0),
        list(19.0, 2.0),
    )
}

fn write(dir: &Path, name: &str, text: &str) -> String {
    let file = dir.join(name);
    std::fs::write(&file, text).expect("a file");
    file.to_string_lossy().into_owned()
}

struct Ran {
    folder: PathBuf,
    summary: Value,
}

fn run(dir: &Path, name: &str, at: (f64, f64)) -> Ran {
    let file = write(dir, &format!("{name}.toml"), &scenario(at));
    let folder = dir.join(name);
    let out = folder.to_string_lossy().into_owned();
    let args = ["run", &file, "--out", &out, "--format", "sqlite,csv,parquet", "--explain", "0", "--json"];
    Ran { folder, summary: json(&ambulo_with(&args)) }
}

#[test]
fn a_run_far_from_zero_is_recorded_and_reported_in_the_coordinates_of_its_file() {
    let dir = tempfile::tempdir().expect("a folder");
    let (near, far) = (run(dir.path(), "near", HERE), run(dir.path(), "far", FAR));
    assert_eq!(near.summary["state_hash"], far.summary["state_hash"], "both compute the same");
    for file in ["trajectory.sqlite", "trajectory.csv", "trajectory.parquet"] {
        let read = |ran: &Ran| ambulo::data::recording::read(&ran.folder.join(file)).expect("a recording");
        let (near, far) = (read(&near), read(&far));
        let least = far.area.bounds().expect("an area").min;
        assert_eq!((least.x, least.y), FAR, "{file}");
        assert_eq!(near.rows().len(), far.rows().len());
        for (a, b) in near.rows().iter().zip(far.rows()) {
            let off = (b.x - a.x - FAR.0).abs().max((b.y - a.y - FAR.1).abs());
            assert!(off < 1e-8, "{file}: {off} m");
        }
    }
    let stuck = |ran: &Ran| ran.summary["stuck_walkers"][0]["x"].as_f64().expect("a stuck walker");
    assert!((stuck(&far) - stuck(&near) - FAR.0).abs() < 1e-8);
    let report = std::fs::read_to_string(far.folder.join("report.html")).expect("a report");
    assert!(report.contains("at (5000") && !report.contains("at (1"), "the report names the place of who is stuck");
    let steps = |ran: &Ran| -> Value {
        let text = std::fs::read_to_string(ran.folder.join("explain.json")).expect("explanations");
        serde_json::from_str::<Value>(&text).expect("JSON")["steps"][3].clone()
    };
    let (a, b) = (steps(&near), steps(&far));
    let x = |v: &Value| v["x"].as_f64().expect("a number");
    // Four digits are written.
    assert!((x(&b) - x(&a) - FAR.0).abs() < 1e-3);
    assert!((x(&b["neighbours"][0]) - x(&a["neighbours"][0]) - FAR.0).abs() < 1e-3);
    // The scenario that the run leaves can be run again where it is.
    let again = far.folder.join("scenario.toml").to_string_lossy().into_owned();
    let out = dir.path().join("again").to_string_lossy().into_owned();
    assert_eq!(json(&ambulo_with(&["run", &again, "--out", &out, "--json"]))["state_hash"], far.summary["state_hash"]);
}

#[test]
fn eval_takes_lines_and_areas_in_the_coordinates_of_the_file() {
    let dir = tempfile::tempdir().expect("a folder");
    let eval = |name: &str, at: (f64, f64)| -> Value {
        let ran = run(dir.path(), name, at);
        let folder = ran.folder.to_string_lossy().into_owned();
        let line = format!("gate={},{},{},{}", at.0 + 5.0, at.1, at.0 + 5.0, at.1 + 4.0);
        let area = format!("box={},{},{},{}", at.0 + 2.0, at.1, at.0 + 8.0, at.1 + 4.0);
        json(&ambulo_with(&["eval", &folder, "--json", "--no-page", "--line", &line, "--area", &area]))
    };
    let (near, far) = (eval("near", HERE), eval("far", FAR));
    assert_eq!(far["lines"]["gate"]["people"], 2);
    assert_eq!(far["faults"]["rows_off_ground"], 0);
    same(&near["lines"], &far["lines"], "lines");
    same(&near["areas"], &far["areas"], "areas");
    same(&near["metrics"], &far["metrics"], "metrics");
}

/// Numbers of both agree to one part in a million: coordinates of UTM hold a nanometre.
fn same(a: &Value, b: &Value, at: &str) {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>(), "{at}");
            a.iter().for_each(|(key, value)| same(value, &b[key], &format!("{at}.{key}")));
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().expect("a number"), b.as_f64().expect("a number"));
            assert!((a - b).abs() <= 1e-6 * a.abs().max(1.0), "{at}: {a} and {b}");
        }
        _ => assert_eq!(a, b, "{at}"),
    }
}

#[test]
fn plan_commands_speak_the_coordinates_of_the_file() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = write(dir.path(), "far.toml", &scenario(FAR));
    let check = json(&ambulo_with(&["plan", "check", &file, "--json"]));
    let bounds: Vec<f64> = check["bounds"].as_array().expect("a box").iter().filter_map(Value::as_f64).collect();
    assert_eq!(bounds, [500_000.0, 4_500_000.0, 500_020.0, 4_500_004.0]);
    assert_eq!(check["changes"][0]["at"][0], 500_000.0);
    let path = json(&ambulo_with(&[
        "plan",
        "path",
        &file,
        "--json",
        "--from",
        "500001,4500001.5",
        "--to",
        "500019,4500001.5",
    ]));
    let points = path["points"].as_array().expect("points");
    let inside = |p: &Value| {
        let (x, y) = (p[0].as_f64().expect("x"), p[1].as_f64().expect("y"));
        (500_000.0..=500_020.0).contains(&x) && (4_500_000.0..=4_500_004.0).contains(&y)
    };
    assert!(points.len() > 2 && points.iter().all(inside), "{points:?}");
    let wkt = dir.path().join("far.wkt");
    ambulo_with(&["plan", "show", &file, "--wkt", &wkt.to_string_lossy()]);
    assert!(std::fs::read_to_string(wkt).expect("WKT").contains("500020 4500004"));
}

#[test]
fn messages_name_places_of_the_file() {
    let dir = tempfile::tempdir().expect("a folder");
    // A door that ends in the open, beyond the wall, and across another; a walker behind a wall that closes the hall.
    let reports = |change: &dyn Fn(String) -> String, expected: &str| {
        let file = write(dir.path(), "wrong.toml", &change(scenario(FAR)));
        let words = stderr(&ambulo_with(&["scenario", "check", &file]));
        assert!(words.contains(expected), "expected `{expected}` in: {words}");
    };
    reports(&|s| s.replace("[500014, 4500004]]", "[500014, 4500003]]"), "(500014, 4500003)");
    reports(&|s| s.replace("[500014, 4500004]]", "[500014, 4500009]]"), "near (500014, 4500004)");
    let wall = "walls = [[[500015, 4500000], [500015, 4500004]]], wkt =";
    reports(&|s| s.replace("wkt =", wall), "from (500001, 4500001) people get no nearer than (50001");
}
