//! `ambulo plan` and `ambulo bench paths`, as scripts use them.

mod program;

use program::{ambulo_with, json, reference, stderr, top};
use serde_json::Value;

const FIGURES: [&str; 10] = [
    "area_m2",
    "cells",
    "constrained_segments",
    "free_segments",
    "bottlenecks",
    "narrowest_m",
    "components",
    "abstraction_depth",
    "build_ms",
    "warnings",
];

fn plan(args: &[&str]) -> Value {
    let all: Vec<&str> = ["plan"].into_iter().chain(args.iter().copied()).chain(["--json"]).collect();
    let output = ambulo_with(&all);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    json(&output)
}

#[test]
fn check_and_show_report_the_figures_they_promise() {
    for command in ["check", "show"] {
        let figures = plan(&[command, "station"]);
        for key in FIGURES {
            assert!(!figures[key].is_null(), "`{key}` is missing in `plan {command}`: {figures}");
        }
        assert!((figures["area_m2"].as_f64().expect("a number") - 1950.4).abs() < 1e-6);
        assert_eq!(figures["components"], 1);
    }
    // A body wider than the gates finds the station in two parts.
    assert!(plan(&["show", "station", "--radius", "0.6"])["components"].as_u64() > Some(1));
}

#[test]
fn pictures_are_drawn_of_every_view_and_level() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("plan.svg").to_string_lossy().into_owned();
    let shown = plan(&["show", "two-storeys", "--svg", &out]);
    assert_eq!(shown["written"].as_array().map(Vec::len), Some(6), "{shown}");
    for name in ["plan-ground.svg", "plan-upper-arity.svg", "plan-upper-abstraction.svg"] {
        let text = std::fs::read_to_string(folder.path().join(name)).expect(name);
        assert!(text.contains("<svg") && text.len() > 2000, "{name}");
    }
}

#[test]
fn a_route_crosses_levels() {
    let route = plan(&["path", "two-storeys", "--from", "3,3,ground", "--to", "10,3,upper"]);
    for key in ["length_m", "portals", "points", "expanded", "micros"] {
        assert!(!route[key].is_null(), "`{key}` is missing in {route}");
    }
    let sheets: Vec<u64> =
        route["portals"].as_array().expect("portals").iter().filter_map(|p| p["sheet"].as_u64()).collect();
    assert!(sheets.iter().any(|s| *s > 1), "the route leads over stairs: {sheets:?}");
    let planners = ["hierarchical", "flat", "exact"].map(|name| {
        let route = plan(&["path", "station", "--from", "12,1", "--to", "52,36", "--planner", name]);
        route["length_m"].as_f64().expect("a length")
    });
    assert!(planners[2] <= planners[0] + 1e-6 && planners[0] < planners[2] * 1.02, "{planners:?}");
}

#[test]
fn no_route_is_a_reason_and_a_nearest_place() {
    let output =
        ambulo_with(&["plan", "path", "station", "--from", "12,1", "--to", "52,36", "--radius", "0.6", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let object = json(&output);
    assert_eq!(object["reachable"], false);
    assert!(object["reason"].as_str().is_some_and(|r| r.contains("no passage wide enough")), "{object}");
    assert!(object["nearest"].as_array().is_some() && object["points"].as_array().is_some_and(|p| p.len() > 1));
    let outside = ambulo_with(&["plan", "path", "station", "--from", "-50,0", "--to", "52,36"]);
    assert_eq!(outside.status.code(), Some(2));
    assert!(stderr(&outside).contains("nearest walkable place"), "{}", stderr(&outside));
    let nowhere = ambulo_with(&["plan", "path", "two-storeys", "--from", "3,3,cellar", "--to", "10,3"]);
    assert!(stderr(&nowhere).contains("ground, upper"), "{}", stderr(&nowhere));
}

#[test]
fn real_files_import_and_route() {
    for (name, from, to) in [
        ("village.osm", "-100,-100", "100,100"),
        ("dungeon.obj", "38.2,-8", "22,26"),
        ("arena.map", "5,10", "40,40"),
        ("den520d.map", "100,200", "200,100"),
        ("lak503d.map", "60,60", "150,100"),
        ("city_buildings_1km.geojson", "0,0", "960,1150"),
    ] {
        let Some(file) = reference(&format!("maps/{name}")) else { continue };
        let file = file.to_string_lossy();
        let place = |at: &str| -> String {
            // The nearest walkable place, as the program itself prints it.
            let output = ambulo_with(&["plan", "path", &file, "--from", at, "--to", at]);
            let report = stderr(&output);
            match report.split("nearest walkable place is (").nth(1).and_then(|t| t.split(')').next()) {
                Some(near) => near.replace(' ', ""),
                None => at.to_owned(),
            }
        };
        let route = plan(&["path", &file, "--from", &place(from), "--to", &place(to)]);
        assert!(route["length_m"].as_f64() > Some(10.0), "{name}: {route}");
    }
}

#[test]
fn bench_paths_reports_what_it_promises() {
    let output = ambulo_with(&["bench", "paths", "station", "--queries", "200", "--json"]);
    let result = json(&output);
    for key in [
        "cells",
        "build_ms",
        "queries",
        "query_mean_us",
        "query_p50_us",
        "query_p95_us",
        "query_p99_us",
        "worst_ratio_flat",
        "expanded_ratio_flat",
        "length_over_optimal",
    ] {
        assert!(!result[key].is_null(), "`{key}` is missing in {result}");
    }
    assert!(result["cost_difference"].as_f64() < Some(1e-9), "{result}");
    assert!(result["length_over_optimal"].as_f64() >= Some(1.0 - 1e-9), "{result}");
}

#[test]
fn a_scenario_runs_on_a_drawing() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawing = top().join("tests/plans/hall-r2018.dxf");
    std::fs::copy(drawing, folder.path().join("hall.dxf")).expect("the drawing");
    let hall = folder.path().join("hall.dxf").to_string_lossy().into_owned();
    let bounds = plan(&["check", &hall])["bounds"].as_array().expect("bounds").clone();
    let at = |share: f64, axis: usize| {
        let (low, high) = (bounds[axis].as_f64().expect("a number"), bounds[axis + 2].as_f64().expect("a number"));
        low + share * (high - low)
    };
    let near = |x: f64, y: f64| {
        let text = format!("{x},{y}");
        let report = stderr(&ambulo_with(&["plan", "path", &hall, "--from", &text, "--to", &text]));
        report.split("place is (").nth(1).and_then(|t| t.split(')').next()).map_or(text, |n| n.replace(' ', ""))
    };
    let (from, to) = (near(at(0.2, 0), at(0.3, 1)), near(at(0.8, 0), at(0.7, 1)));
    let scenario = format!("[plan]\nfile = \"hall.dxf\"\n[[walkers]]\npositions = [[{from}]]\ngoal = [{to}]\n");
    let file = folder.path().join("hall.toml");
    std::fs::write(&file, scenario).expect("the scenario");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let run = ambulo_with(&["run", &file.to_string_lossy(), "--out", &out, "--json"]);
    assert!(run.status.success(), "{}", stderr(&run));
    assert_eq!(json(&run)["arrived"], 1);
}

#[test]
fn people_walk_from_one_footway_of_a_map_to_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = r#"<?xml version="1.0"?><osm version="0.6">
<bounds minlat="48.135" minlon="10.068" maxlat="48.1358" maxlon="10.0692"/>
<node id="1" lat="48.1352" lon="10.0682"/><node id="2" lat="48.1352" lon="10.0690"/>
<node id="3" lat="48.1356" lon="10.0682"/><node id="4" lat="48.1356" lon="10.0690"/>
<way id="7"><nd ref="1"/><nd ref="2"/><tag k="highway" v="footway"/></way>
<way id="8"><nd ref="3"/><nd ref="4"/><tag k="highway" v="footway"/></way></osm>"#;
    std::fs::write(folder.path().join("map.osm"), map).expect("the map");
    let group = |goal: &str| {
        format!("[plan]\nfile = \"map.osm\"\n[[walkers]]\ncount = 4\nstart = \"footway-7\"\ngoal = \"{goal}\"\n")
    };
    let file = folder.path().join("walk.toml");
    std::fs::write(&file, group("footway-8")).expect("the scenario");
    let out = folder.path().join("out");
    let run = |scenario: &std::path::Path, out: &std::path::Path| {
        let output = ambulo_with(&["run", &scenario.to_string_lossy(), "--out", &out.to_string_lossy(), "--json"]);
        assert!(output.status.success(), "{}", stderr(&output));
        json(&output)
    };
    let first = run(&file, &out);
    assert_eq!(first["arrived"], 4);
    // What the folder keeps stands without the map, and runs to the same bits.
    let again = run(&out.join("scenario.toml"), &folder.path().join("again"));
    assert_eq!(first["state_hash"], again["state_hash"]);
    std::fs::write(&file, group("footway-9")).expect("the scenario");
    let wrong = ambulo_with(&["scenario", "check", &file.to_string_lossy()]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("did you mean `footway-"), "{}", stderr(&wrong));
}

#[test]
fn plan_path_keeps_the_radius_from_walls_and_corners() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("corner.wkt");
    std::fs::write(&file, "POLYGON ((0 0, 10 0, 10 10, 8 10, 8 2, 0 2, 0 0))").expect("a file");
    let file = file.to_string_lossy().into_owned();
    for planner in ["hierarchical", "flat", "exact"] {
        let path = |from: &str| {
            plan(&["path", &file, "--from", from, "--to", "8.5,9", "--radius", "0.5", "--planner", planner])
        };
        // Straight to the disc around the corner at (8, 2), a quarter of it, straight on.
        let found = path("1,1.5");
        let length = found["length_m"].as_f64().expect("a length");
        assert!((length - (14.0 + std::f64::consts::FRAC_PI_4)).abs() < 1e-6, "{planner}: {length}");
        for p in found["points"].as_array().expect("points") {
            let (x, y) = (p[0].as_f64().expect("x"), p[1].as_f64().expect("y"));
            // The wall lies left of x = 8 above y = 2.
            let (dx, dy) = ((x - 8.0).max(0.0), (2.0 - y).max(0.0));
            let off = (dx * dx + dy * dy).sqrt();
            assert!(off >= 0.4999, "{planner}: {off} m from the corner at {x}, {y}");
        }
        assert_eq!((found["clear"].as_bool(), found["ends_m"][0].as_f64()), (Some(true), Some(0.0)), "{planner}");
        // A start at the wall is left straight for the nearest clear place.
        let near = path("1,1.9");
        assert!((near["ends_m"][0].as_f64().expect("a length") - 0.4).abs() < 1e-6, "{planner}: {near}");
        assert!((near["length_m"].as_f64().expect("a length") - length - 0.4).abs() < 1e-6, "{planner}: {near}");
    }
}
