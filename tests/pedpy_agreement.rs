//! Density, speed and flow as the real PedPy finds them, on a run of ours and on people in a corridor. `./check` makes the
//! environment and names it in AMBULO_PEDPY_PYTHON.
//!
//! Where definitions differ: a frame with nobody in the area has no mean speed here and 0 there; a crossing that ends less
//! than 0.01 mm beyond the line is counted a frame later here and never there (none of these files has one).

mod program;

use ambulo::data::Trajectories;
use ambulo::data::measured::{How, open};
use ambulo::eval::fundamental::Steady;
use ambulo::eval::individual_speed::{self, Border};
use ambulo::eval::macroscopic::{Macroscopic, MacroscopicOptions, measure};
use ambulo::eval::measuring::{Area, MeasuringLine};
use ambulo::eval::voronoi::CutOff;
use ambulo::geom::{Point, Polygon, Region};
use program::{ambulo_with, json, pedpy_python, reference, top};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A corridor 1.8 m wide and 8 m long between two rooms: what the rows of all corridor files keep to.
const CORRIDOR: [(f64, f64); 12] = [
    (-1.0, 9.0),
    (-1.0, 4.0),
    (0.0, 4.0),
    (0.0, -4.0),
    (-1.0, -4.0),
    (-1.0, -7.0),
    (3.0, -7.0),
    (3.0, -4.0),
    (1.8, -4.0),
    (1.8, 4.0),
    (3.0, 4.0),
    (3.0, 9.0),
];
const CUT_OFF: CutOff = CutOff { radius: 0.8, quarter: 3 };
const STEP: u32 = 5;
const WINDOW: u32 = 100;

/// What both programs are asked.
struct Question {
    corners: [(f64, f64); 4],
    line: [(f64, f64); 2],
}

const IN_CORRIDOR: Question =
    Question { corners: [(0.0, -2.0), (1.8, -2.0), (1.8, 0.0), (0.0, 0.0)], line: [(0.0, 0.0), (1.8, 0.0)] };

fn walkable() -> Polygon {
    Polygon::from_rings(&CORRIDOR, &[]).expect("a sound corridor")
}

fn wkt() -> String {
    let corners: Vec<String> = CORRIDOR.iter().chain(&CORRIDOR[..1]).map(|(x, y)| format!("{x} {y}")).collect();
    format!("POLYGON (({}))", corners.join(", "))
}

fn corridor(name: &str) -> Option<Trajectories> {
    let path = reference(&format!("trajectories/uni-corridor/{name}.txt"))?;
    let how = How { fps: Some(16.0), area: Some(Region::from(walkable())), ..How::default() };
    Some(open(&path, &how).expect("a file of the corridor").trajectories)
}

fn pedpy(file: &Path, fps: f64, question: &Question) -> Option<Value> {
    let python = pedpy_python()?;
    let dir = tempfile::tempdir().expect("a folder");
    let asked = serde_json::json!({
        "file": file, "fps": fps, "walkable": wkt(), "area": question.corners, "line": question.line,
        "frame_step": STEP, "delta_frame": WINDOW, "cut_off": (CUT_OFF.radius, CUT_OFF.quarter),
    });
    let path = dir.path().join("question.json");
    std::fs::write(&path, asked.to_string()).expect("a file");
    let script = top().join("tests/pedpy/measure.py");
    let output = Command::new(python).arg(script).arg(&path).output().expect("Python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(json(&output))
}

fn ours(t: &Trajectories, question: &Question, cut_off: Option<CutOff>) -> Macroscopic {
    let corners = question.corners.map(|(x, y)| Point::new(x, y)).to_vec();
    let area = Area { name: "area".into(), polygon: Polygon::new(corners, vec![]).expect("a sound area"), level: 0 };
    let line = MeasuringLine::between("line", question.line[0], question.line[1]).expect("a line");
    let options = MacroscopicOptions {
        frame_step: Some(STEP),
        delta_frame: Some(WINDOW),
        cut_off,
        ..MacroscopicOptions::default()
    };
    measure(t, &[area], &[line], &options)
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|v| v.as_f64().unwrap_or(f64::NAN)).collect()
}

/// Both lists are the same to a millionth; says what the largest difference was.
fn same(what: &str, ours: &[f64], theirs: &[f64]) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    let mut worst = 0.0_f64;
    for (k, (a, b)) in ours.iter().zip(theirs).enumerate() {
        assert_eq!(a.is_finite(), b.is_finite(), "{what} [{k}]: {a} and {b}");
        if a.is_finite() {
            let off = (a - b).abs() / a.abs().max(b.abs()).max(1e-3);
            assert!(off <= 1e-6, "{what} [{k}]: {a} and {b}");
            worst = worst.max(off);
        }
    }
    eprintln!("{what}: {} values, largest relative difference {worst:.1e}", ours.len());
}

/// Columns of walker, frame and value by row of the trajectories; NaN where they say nothing.
fn by_row(t: &Trajectories, table: &Value, first_frame: i64) -> Vec<f64> {
    let (ids, frames, values) = (numbers(&table[0]), numbers(&table[1]), numbers(&table[2]));
    let mut all = vec![f64::NAN; t.rows().len()];
    for ((id, frame), value) in ids.iter().zip(frames).zip(values) {
        let key = ((frame as i64 - first_frame) as u32, *id as u32);
        let row = t.rows().binary_search_by_key(&key, |r| (r.frame, r.id)).expect("a row of ours");
        all[row] = value;
    }
    all
}

fn agree(t: &Trajectories, question: &Question, theirs: &Value) {
    assert_eq!(theirs["rows"].as_u64(), Some(t.rows().len() as u64));
    assert_eq!(theirs["fps"].as_f64(), Some(t.fps));
    let first = theirs["first_frame"].as_i64().expect("a frame");
    for border in Border::ALL {
        let speeds = individual_speed::measure(t, STEP, border).speed;
        let name = format!("individual speed, {}", border.name());
        same(&name, &speeds, &by_row(t, &theirs["individual_speed"][border.name()], first));
    }
    for (key, cut_off) in [("voronoi", None), ("voronoi_cut_off", Some(CUT_OFF))] {
        let found = ours(t, question, cut_off);
        let (area, line) = (&found.areas[0], &found.lines[0]);
        let theirs_by_cells = &theirs[key];
        assert_eq!(found.without_cell, 0);
        let of = |name: &str| numbers(&theirs_by_cells[name]);
        same(&format!("{key}, of each"), &found.individual_density, &by_row(t, &theirs_by_cells["individual"], first));
        let cells = area.voronoi.as_ref().expect("cells");
        same(&format!("{key} density"), &cells.density, &of("density"));
        same(&format!("{key} speed"), &cells.speed, &of("speed"));
        let cells = line.voronoi.as_ref().expect("cells");
        same(&format!("{key} line density"), &cells.density, &of("line_density"));
        same(&format!("{key} line speed"), &cells.speed, &of("line_speed"));
        same(&format!("{key} line flow"), &cells.flow, &of("line_flow"));
        if cut_off.is_none() {
            same("density", &area.density, &numbers(&theirs["density"]));
            let speeds: Vec<f64> = area.speed.iter().map(|v| if v.is_nan() { 0.0 } else { *v }).collect();
            same("mean speed", &speeds, &numbers(&theirs["mean_speed"]));
            let n: Vec<f64> = line.n_t.iter().map(|n| f64::from(*n)).collect();
            assert_eq!(n, numbers(&theirs["n_t"]));
            let mut pairs: Vec<(i64, u32)> =
                line.crossings.iter().map(|c| (i64::from(c.frame) + first, c.id)).collect();
            let (ids, frames) = (numbers(&theirs["crossings"][0]), numbers(&theirs["crossings"][1]));
            let mut them: Vec<(i64, u32)> = frames.iter().zip(ids).map(|(f, id)| (*f as i64, id as u32)).collect();
            pairs.sort_unstable();
            them.sort_unstable();
            assert_eq!(pairs, them);
            assert!(pairs.len() > 30 && line.flow.len() > 3, "too little to compare");
            same("flow", &line.flow.iter().map(|f| f.flow).collect::<Vec<_>>(), &numbers(&theirs["flow"]));
            same(
                "speed across",
                &line.flow.iter().map(|f| f.speed).collect::<Vec<_>>(),
                &numbers(&theirs["flow_speed"]),
            );
        }
    }
}

fn agree_in_corridor(name: &str) {
    let Some(t) = corridor(name) else { return };
    let path = reference(&format!("trajectories/uni-corridor/{name}.txt")).expect("it was there");
    let Some(theirs) = pedpy(&path, 16.0, &IN_CORRIDOR) else { return };
    agree(&t, &IN_CORRIDOR, &theirs);
}

/// What the data's own page says of these files: density [1/m^2] and speed [m/s] in the area.
const PUBLISHED: [(&str, f64, f64); 4] = [
    ("uo-050-180-180", 0.50, 1.34),
    ("uo-100-180-180", 1.14, 1.20),
    ("uo-180-180-180", 1.68, 0.96),
    ("uo-180-180-070", 3.06, 0.31),
];

/// The page does not say over which frames it takes means, nor over what step speed. Many windows and definitions were
/// tried: some meet all four densities to the last digit, none meets densities and speeds together. So no window is fitted
/// here; it is the middle half of the time in which people are in the area, and all else as the program does it unasked.
/// That comes within 6 % of the densities and 2 % of the speeds.
#[test]
fn corridor_figures_come_near_those_their_page_gives() {
    for (name, density, speed) in PUBLISHED {
        let Some(t) = corridor(name) else { return };
        let options = MacroscopicOptions { steady: Steady::Middle(0.25), ..MacroscopicOptions::default() };
        let area = Area::rectangle("area", 0.0, -2.0, 1.8, 0.0).expect("a box");
        let found = measure(&t, &[area], &[], &options);
        let a = &found.areas[0];
        let (rho, v) = (a.mean_density().expect("people"), a.mean_speed().expect("people"));
        eprintln!(
            "{name}: density {rho:.3} (said {density}), speed {v:.3} (said {speed}), by cells {:.3} and {:.3}, product {:.3}",
            a.voronoi_density().expect("cells"),
            a.voronoi_speed().expect("cells"),
            rho * v
        );
        assert!((rho - density).abs() < 0.06 * density, "{name}: density {rho}, said {density}");
        assert!((v - speed).abs() < 0.02 * speed, "{name}: speed {v}, said {speed}");
    }
}

#[test]
fn the_program_reports_what_pedpy_finds() {
    let name = "uo-050-180-180";
    let Some(path) = reference(&format!("trajectories/uni-corridor/{name}.txt")) else { return };
    let Some(theirs) = pedpy(&path, 16.0, &IN_CORRIDOR) else { return };
    let (file, walkable) = (path.to_string_lossy().into_owned(), wkt());
    let mut asked = vec!["eval", &file, "--json", "--no-page", "--fps", "16", "--walkable", &walkable];
    asked.extend(["--area", "area=0,-2,1.8,0", "--line", "line=0,0,1.8,0", "--speed-window", "0.3125"]);
    let report = json(&ambulo_with(&asked));
    let mean = |v: &Value| numbers(v).iter().sum::<f64>() / numbers(v).len() as f64;
    let area = &report["areas"]["area"];
    let figure = |name: &str| area[name]["mean"].as_f64().unwrap_or_else(|| panic!("no {name} in {area}"));
    same("reported density", &[figure("density")], &[mean(&theirs["density"])]);
    same("reported Voronoi density", &[figure("voronoi_density")], &[mean(&theirs["voronoi"]["density"])]);
    // Where nobody is, PedPy says 0; a speed of 0 is nobody's else.
    let there: Vec<f64> = numbers(&theirs["mean_speed"]).into_iter().filter(|v| *v > 0.0).collect();
    same("reported speed", &[figure("speed")], &[there.iter().sum::<f64>() / there.len() as f64]);
    assert_eq!(report["lines"]["line"]["people"].as_u64(), numbers(&theirs["n_t"]).last().map(|n| *n as u64));
}

#[test]
fn few_people_in_a_corridor_measure_as_in_pedpy() {
    agree_in_corridor("uo-050-180-180");
}

#[test]
fn a_jam_in_a_corridor_measures_as_in_pedpy() {
    agree_in_corridor("uo-180-180-070");
}

#[test]
fn a_run_of_ours_measures_as_in_pedpy() {
    if pedpy_python().is_none() {
        return;
    }
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().to_string_lossy().into_owned();
    json(&ambulo_with(&["run", "bottleneck", "--out", &folder, "--json"]));
    let t = ambulo::data::recording::read(out.path()).expect("our own reader");
    // In front of the door, and in it.
    let corners = [(10.0, 5.0), (12.0, 5.0), (12.0, 7.0), (10.0, 7.0)];
    let question = Question { corners, line: [(12.15, 5.4), (12.15, 6.6)] };
    let theirs = pedpy(&out.path().join("trajectory.sqlite"), t.fps, &question).expect("an answer");
    agree(&t, &question, &theirs);
}

/// The seven others, which take a minute: `cargo test -p ambulo-cli --test pedpy_agreement -- --ignored`.
#[test]
#[ignore = "a minute; the sparsest and the densest run always"]
fn the_other_corridor_runs_agree() {
    for middle in ["060-180-180", "070-180-180", "100-180-180", "145-180-180"] {
        agree_in_corridor(&format!("uo-{middle}"));
    }
    for exit in ["095", "120", "180"] {
        agree_in_corridor(&format!("uo-180-180-{exit}"));
    }
}
