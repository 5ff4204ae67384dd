//! What new users ran into: exits, doors, checks before a run, reports, names and flags.

mod program;

use ambulo::World;
use program::{ambulo_with, json, stderr};
use serde_json::Value;
use std::path::Path;

/// A room of 10 x 8 m with an opening of 1.2 m in the east, 0.4 m deep, and ground behind it. A door stands in the middle
/// of the opening; the exit reaches from before the door to the ground behind.
fn room_with_door(door: &str, area: &str) -> String {
    format!(
        "limit = 120
        plan = {{ wkt = 'POLYGON ((0 0, 10 0, 10 3.4, 10.4 3.4, 10.4 2, 14 2, 14 6, 10.4 6, 10.4 4.6, 10 4.6, 10 8, 0 8))' }}
        areas = {{ room = {{ rect = [1, 1, 8, 7] }}, exit = {{ rect = {area} }} }}
        doors.east = {{ line = [[10.2, 3.4], [10.2, 4.6]], {door} }}
        walkers = [{{ name = 'guests', count = 12, start = 'room', goal = 'exit' }}]"
    )
}

fn scenario(folder: &Path, text: &str) -> String {
    let file = folder.join("scenario.toml");
    std::fs::write(&file, text).expect("a file");
    file.to_string_lossy().into_owned()
}

fn stdout(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_shut_door_in_a_deep_exit_area_lets_nobody_leave() {
    // Flush behind the door, across it, and reaching far into the room.
    for area in ["[10.2, 3.4, 12, 4.6]", "[10.05, 3.4, 12, 4.6]", "[9.0, 3.0, 13, 5.0]"] {
        let text = room_with_door("open = false, opens = [20]", area);
        let mut world = World::parse("room.toml", &text).unwrap_or_else(|e| panic!("{e}"));
        while world.report().time < 19.9 {
            world.step();
        }
        assert_eq!(world.report().arrived, 0, "{area}: arrived through a shut door");
        assert_eq!(world.walkers().filter(|w| w.place.x < 10.2).count(), 12);
        let report = world.run();
        assert_eq!((report.arrived, report.wall_crossings), (12, 0), "{area}");
        let exit = &world.exits()[0];
        assert!(exit.count.first_s.is_some_and(|t| t > 20.0), "{exit:?}");
    }
    // A door that never opens: nobody ever arrives, and the program reports it before the run.
    let text = room_with_door("open = false", "[9.0, 3.0, 13, 5.0]");
    let errors = World::parse("room.toml", &text).err().expect("an error").to_string();
    assert!(errors.contains("unreachable"), "{errors}");
}

#[test]
fn an_exit_beside_a_shut_door_or_a_thin_wall_is_not_touched_through_it() {
    // The exit lies within a radius of where people stand, on the other side.
    let text = "limit = 8
        plan = { wkt = 'POLYGON ((0 0, 8 0, 8 4, 0 4))', walls = [[[4, 0], [4, 3]]] }
        areas = { exit = { rect = [4.02, 0, 4.3, 0.9] } }
        doors.top = { line = [[4, 3], [4, 4]], open = false, opens = [7.9] }
        walkers = [{ positions = [[3.75, 0.5]], goal = 'exit' }]";
    let mut world = World::parse("wall.toml", text).unwrap_or_else(|e| panic!("{e}"));
    while world.report().time < 7.5 {
        world.step();
        assert_eq!(world.report().arrived, 0, "at {} s", world.report().time);
    }
}

#[test]
fn exits_are_counted_by_the_program_itself_per_exit_group_and_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "plan = { wkt = 'POLYGON ((0 0, 20 0, 20 5, 0 5))' }
        areas = { west = { rect = [0, 0, 1, 5] }, east = { rect = [19, 0, 20, 5] }, middle = { rect = [8, 0, 12, 5] } }
        [[walkers]]
        name = 'a'
        count = 7
        start = 'middle'
        goal = 'west'
        [[walkers]]
        name = 'b'
        count = 4
        start = 'middle'
        goal = 'east'
        [[walkers]]
        name = 'c'
        count = 1
        start = 'middle'
        goal = 'west'";
    let file = scenario(folder.path(), text);
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let output = ambulo_with(&["run", &file, "--out", &out, "--json", "--quiet"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let summary = json(&output);
    let exits = summary["exits"].as_array().expect("exits");
    let names: Vec<_> = exits.iter().map(|e| (e["name"].as_str().expect("a name"), e["people"].as_u64())).collect();
    assert_eq!(names, [("west", Some(8)), ("east", Some(4))]);
    for exit in exits {
        let (first, last) = (exit["first_s"].as_f64().expect("first"), exit["last_s"].as_f64().expect("last"));
        let flow = exit["mean_flow_per_s"].as_f64().expect("a flow");
        let people = exit["people"].as_f64().expect("people");
        assert!(first > 1.0 && last > first && (flow - (people - 1.0) / (last - first)).abs() < 1e-9, "{exit}");
        let windows = exit["over_time"]["people"].as_array().expect("windows");
        assert_eq!(windows.iter().filter_map(Value::as_u64).sum::<u64>() as f64, people);
    }
    let of_group = |e: usize| -> Vec<(String, u64)> {
        let groups = exits[e]["groups"].as_array().expect("groups");
        groups.iter().map(|g| (g["name"].as_str().unwrap().into(), g["people"].as_u64().unwrap())).collect()
    };
    assert_eq!(of_group(0), [("a".to_string(), 7), ("c".into(), 1)]);
    assert_eq!(of_group(1), [("b".to_string(), 4)]);
    // One person has no flow.
    assert!(exits[0]["groups"][1]["mean_flow_per_s"].is_null());
    let written = std::fs::read_to_string(Path::new(&out).join("summary.json")).expect("summary.json");
    assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON")["exits"], summary["exits"]);
    let people: Vec<_> =
        summary["groups"].as_array().expect("groups").iter().map(|g| &g["arrived"]["people"]).collect();
    assert_eq!(people, [7, 4, 1]);
    let report = std::fs::read_to_string(Path::new(&out).join("report.html")).expect("report.html");
    assert!(report.contains("People at the exits") && report.contains(">west<"), "the report has no exits");
}

#[test]
fn a_line_at_an_exit_warns_that_people_vanish_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("run").to_string_lossy().into_owned();
    let text = room_with_door("open = true", "[10.2, 3.4, 12, 4.6]");
    let file = scenario(folder.path(), &text);
    assert!(ambulo_with(&["run", &file, "--out", &out, "--quiet"]).status.success());
    let lines = ["--line", "exit=10.2,3.4,10.2,4.6", "--line", "room=9,2,9,6", "--no-page", "--no-voronoi"];
    let eval = |more: &[&str]| ambulo_with(&[&["eval", &out][..], &lines, more].concat());
    let found = json(&eval(&["--json"]));
    let exit = &found["lines"]["exit"];
    assert_eq!(exit["people"], 0, "{exit}");
    assert!(exit["vanished"]["people"].as_u64().is_some_and(|n| n >= 10), "{exit}");
    assert!(exit["vanished"]["metres"].as_f64().is_some_and(|m| m > 0.05 && m < 0.6), "{exit}");
    let room = &found["lines"]["room"];
    assert_eq!((room["people"].as_u64(), room["vanished"]["people"].as_u64()), (Some(12), Some(0)), "{room}");
    let words = stdout(&eval(&[]));
    assert!(words.contains("before the line `exit` and are not counted there"), "{words}");
}

const DRAWN: &str = "plan = { file = 'PLAN', units = 'm', seed = [1, 1] }
    areas = { left = { rect = [0.5, 0.5, 2, 2] }, right = { rect = [3, 0.5, 4, 2] } }
    walkers = [{ name = 'few', count = 1, start = 'left', goal = 'right' }]";

#[test]
fn scenario_check_run_and_report_repeat_the_plans_warnings() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = program::top().join("tests/bad/dxf-open-room.dxf");
    let text = DRAWN.replace("PLAN", &plan.to_string_lossy());
    let file = scenario(folder.path(), &text);
    let of_plan = json(&ambulo_with(&["plan", "check", &file, "--json"]));
    let kinds = |v: &Value| -> Vec<String> {
        v["warnings"].as_array().expect("warnings").iter().map(|w| w["kind"].as_str().unwrap().to_string()).collect()
    };
    assert!(!kinds(&of_plan).is_empty(), "{of_plan}");
    let check = json(&ambulo_with(&["scenario", "check", &file, "--json"]));
    assert_eq!(kinds(&check), kinds(&of_plan));
    assert!(stdout(&ambulo_with(&["scenario", "check", &file])).contains(&kinds(&check)[0]));
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let run = ambulo_with(&["run", &file, "--out", &out, "--json"]);
    assert_eq!(kinds(&json(&run)), kinds(&of_plan));
    assert!(stderr(&run).contains(&format!("warning: {}", kinds(&check)[0])), "{}", stderr(&run));
    let report = std::fs::read_to_string(Path::new(&out).join("report.html")).expect("report.html");
    assert!(report.contains(&format!("Warning: {}", kinds(&check)[0])));
}

#[test]
fn scenario_check_reports_exits_with_widths_and_who_reaches_them_and_draws_the_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "plan = { wkt = 'POLYGON ((0 0, 10 0, 10 3.4, 10.4 3.4, 10.4 2, 14 2, 14 6, 10.4 6, 10.4 4.6, 10 4.6, 10 8, 0 8))' }
        areas = { room = { rect = [1, 1, 8, 7] }, exit = { rect = [10.4, 3, 12, 5] }, corner = { rect = [0, 7, 1, 8] } }
        doors.east = { line = [[10.2, 3.4], [10.2, 4.6]], open = false, opens = [5] }
        [[walkers]]
        name = 'guests'
        count = 12
        start = 'room'
        goal = 'exit'
        [[walkers]]
        name = 'giants'
        positions = [[3, 7.2]]
        goal = 'corner'
        radius = 0.7";
    let file = scenario(folder.path(), text);
    let picture = |ending: &str| folder.path().join(format!("picture.{ending}")).to_string_lossy().into_owned();
    let (png, svg) = (picture("png"), picture("svg"));
    let check = json(&ambulo_with(&["scenario", "check", &file, "--json", "--png", &png, "--svg", &svg]));
    let exit = &check["exits"][0];
    assert_eq!(exit["name"], "exit");
    // Open on three sides, but for the wall of 0.8 m beside the opening.
    assert!(exit["width_m"].as_f64().is_some_and(|w| (w - (1.2 + 1.6 + 2.0 + 1.6)).abs() < 0.02), "{exit}");
    let guests = &exit["groups"][0];
    assert_eq!(
        (&guests["reachable"], &guests["heads_for_it"], &guests["shut_at_first"]),
        (&true.into(), &true.into(), &true.into())
    );
    assert!(guests["narrowest_m"].as_f64().is_some_and(|w| (w - 1.2).abs() < 1e-6), "{guests}");
    let giants = &exit["groups"][1];
    assert_eq!((&giants["reachable"], &giants["heads_for_it"]), (&false.into(), &false.into()), "{giants}");
    assert!(std::fs::read(&png).expect("a picture").starts_with(b"\x89PNG"));
    let svg = std::fs::read_to_string(&svg).expect("a picture");
    for word in ["x [m]", "y [m]", ">room<", ">exit, 6.40 m<", ">east<", "door, shut at first", "guests (12)"] {
        assert!(svg.contains(word), "the picture lacks {word}");
    }
    let words = stdout(&ambulo_with(&["scenario", "check", &file]));
    assert!(
        words.contains("13 people in 2 groups") && words.contains("giants: heads elsewhere, cannot reach it"),
        "{words}"
    );
}

#[test]
fn plan_pictures_have_axes_in_metres() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in ["check", "show"] {
        let svg = folder.path().join(format!("{command}.svg")).to_string_lossy().into_owned();
        assert!(ambulo_with(&["plan", command, "doors", "--svg", &svg]).status.success());
        let text = std::fs::read_to_string(&svg).expect("a picture");
        for word in [">x [m]<", ">y [m]<", ">-4<", ">10<"] {
            assert!(text.contains(word), "plan {command} lacks {word}");
        }
    }
}

#[test]
fn the_runs_scenario_has_every_default_and_runs_to_the_same_hash() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |file: &str, name: &str, more: &[&str]| {
        let out = folder.path().join(name).to_string_lossy().into_owned();
        let args = [&["run", file, "--out", &out, "--json", "--quiet", "--limit", "5"][..], more].concat();
        (json(&ambulo_with(&args)), format!("{out}/scenario.toml"))
    };
    let models = json(&ambulo_with(&["models", "--json"]));
    for name in ["tangent", "lamarche", "power-law"] {
        let (first, file) = run("corridor", name, &["--model", name, "--locomotion", "gait-feedback"]);
        let text = std::fs::read_to_string(&file).expect("scenario.toml");
        let model = models["models"].as_array().expect("models").iter().find(|m| m["name"] == name).expect("it");
        for p in model["params"].as_array().expect("params") {
            let p = p["name"].as_str().expect("a name");
            assert!(text.contains(&format!("{p} = ")), "{name}: `{p}` is not in scenario.toml:\n{text}");
        }
        assert!(text.contains("locomotion_params = {") && text.contains("stuck_after = "));
        let (again, _) = run(&file, &format!("{name}-again"), &[]);
        assert_eq!(again["state_hash"], first["state_hash"], "{name}");
        assert_eq!(again["plan_hash"], first["plan_hash"], "{name}");
    }
}

#[test]
fn the_report_does_not_contradict_itself_and_has_doors_exits_groups_date_hash_and_parameters() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let summary = json(&ambulo_with(&["run", "doors", "--out", &out, "--json", "--quiet"]));
    let report = std::fs::read_to_string(Path::new(&out).join("report.html")).expect("report.html");
    assert_eq!(summary["arrived"], summary["agents"]);
    assert!(report.contains("<th scope=\"row\">Still walking at the end</th><td>0</td>"));
    assert!(!report.contains("Still there in the last frame") && !report.contains("was still there"));
    let overlaps: Vec<&str> =
        report.lines().filter(|l| l.contains("<th scope=\"row\">") && l.contains("overlap")).collect();
    assert!(overlaps.len() == 2 && overlaps.iter().all(|l| l.contains(" mm") || l.contains(">none<")), "{overlaps:?}");
    for word in [
        "<dt>Date</dt>",
        "<dt>Plan hash</dt>",
        summary["plan_hash"].as_str().expect("a hash"),
        ">west</text>",
        ">east</text>",
        ">yard</text>",
        "<h2>Parameters</h2>",
        "Time to reach the preferred velocity",
        "travel time [s]",
    ] {
        assert!(report.contains(word), "the report lacks {word}");
    }
}

#[test]
fn names_that_are_nearly_right_are_proposed_everywhere() {
    let cases: [(&[&str], &str); 12] = [
        (&["run", "sation"], "station"),
        (&["scenes", "coridor"], "corridor"),
        (&["scenario", "check", "bottelneck"], "bottleneck"),
        (&["plan", "check", "coridor"], "corridor"),
        (&["compare", "corridr"], "corridor"),
        (&["run", "corridor", "--model", "orka"], "orca"),
        (&["run", "corridor", "--model", "social"], "social-force"),
        (&["models", "tangant"], "tangent"),
        (&["run", "corridor", "--locomotion", "gait-fedback"], "gait-feedback"),
        (&["compare", "corridor", "--models", "orca,tangnt"], "tangent"),
        (&["run", "pair-crossing", "--set", "angel=60"], "angle"),
        (&["reproduce", "tangnet"], "tangent"),
    ];
    for (args, meant) in cases {
        let output = ambulo_with(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(&format!("did you mean `{meant}`?")), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn escape_codes_of_files_and_arguments_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "plan = { wkt = 'POLYGON ((0 0, 8 0, 8 4, 0 4))' }\n\"\\u001b[2Jkey\" = 1 # \u{1b}[31m\u{202e}\n";
    let file = scenario(folder.path(), text);
    for args in [
        &["scenario", "check", &file][..],
        &["run", "\u{1b}[31mred"],
        &["run", "corridor", "--model", "\u{1b}]0;title\u{7}"],
        &["run", "corridor", "--limit", "\u{1b}[31m"],
        &["eval", "no\u{1b}[2Jfile"],
    ] {
        let output = ambulo_with(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let words = stderr(&output) + &stdout(&output);
        assert!(!words.is_empty() && !words.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{args:?}: {words:?}");
    }
}

#[test]
fn one_person_is_one_person() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let text = "limit = 0.05
        plan = { wkt = 'POLYGON ((0 0, 8 0, 8 4, 0 4))' }
        walkers = [{ positions = [[1, 1]], goal = [7, 1] }]";
    let file = scenario(folder.path(), text);
    let check = stdout(&ambulo_with(&["scenario", "check", &file]));
    assert!(check.contains("1 person in 1 group on"), "{check}");
    let run = stdout(&ambulo_with(&["run", &file, "--out", &out, "--threads", "1"]));
    assert!(run.contains("0 of 1 person") && run.contains("1 step in") && run.contains("on 1 thread."), "{run}");
    assert!(!run.contains("1 people") && !run.contains("1 steps") && !run.contains("1 threads"), "{run}");
}

#[test]
fn lists_may_end_in_a_comma_in_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let run = out("run");
    let good = |args: &[&str]| {
        let output = ambulo_with(args);
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
        output
    };
    good(&["run", "corridor", "--out", &run, "--format", "csv, sqlite,", "--quiet"]);
    assert!(Path::new(&run).join("trajectory.csv").exists() && Path::new(&run).join("trajectory.sqlite").exists());
    good(&["run", "pair-crossing", "--set", "angle=60,offset=0.2,", "--out", &out("b"), "--quiet"]);
    good(&["compare", "corridor", "--models=orca,", "--seeds", "1", "--limit", "2", "--out", &out("c"), "--quiet"]);
    let found = json(&good(&["eval", &run, "--metrics", "travel_time, distance,", "--no-page", "--json"]));
    assert_eq!(found["metrics"].as_object().map(|m| m.len()), Some(2), "{found}");
    // Which walkers: one alone is a list with a comma, as always.
    let bodies =
        good(&["animate", &run, "--walkers", "7,", "--format", "bvh", "--out", &out("bodies"), "--json", "--quiet"]);
    assert_eq!(json(&bodies)["walkers"], 1);
    let listed = json(&good(&["eval", "--metrics", "help,", "--json"]));
    assert!(listed["metrics"].as_array().is_some_and(|m| m.len() > 10), "{listed}");
    assert!(stdout(&good(&["eval", "--metrics", "help"])).contains("travel_time"));
    // Nothing but commas is nothing.
    assert_eq!(ambulo_with(&["compare", "corridor", "--models", ","]).status.code(), Some(2));
    assert_eq!(ambulo_with(&["eval"]).status.code(), Some(2));
}

#[test]
fn unit_and_units_are_the_same_in_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows: String =
        (0..20).map(|k| format!("{},1,{},100\n{},2,{},300\n", k, 100 + 13 * k, k, 400 - 13 * k)).collect();
    let tracks = folder.path().join("tracks.csv");
    std::fs::write(&tracks, format!("frame,id,x,y\n{rows}")).expect("a file");
    let tracks = tracks.to_string_lossy().into_owned();
    let plan = folder.path().join("plan.wkt");
    std::fs::write(&plan, "POLYGON ((0 0, 800 0, 800 400, 0 400))").expect("a file");
    let plan = plan.to_string_lossy().into_owned();
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let (run, bodies) = (format!("{out}/run"), format!("{out}/bodies"));
    assert!(ambulo_with(&["run", "corridor", "--out", &run, "--quiet"]).status.success());
    let bvh = ["animate", &run, "--walkers", "1", "--format", "bvh", "--out", &bodies, "--quiet"];
    assert!(ambulo_with(&bvh).status.success());
    let commands: Vec<Vec<&str>> = vec![
        vec!["plan", "check", &plan, "--json"],
        vec!["plan", "show", &plan, "--json"],
        vec!["plan", "path", &plan, "--from", "1,1,", "--to", "7, 3", "--json"],
        vec!["eval", &tracks, "--fps", "10", "--no-page", "--json"],
        vec!["eval", "pairs", &tracks, "--fps", "10", "--out", &out, "--json"],
        vec!["clips", "inspect", &bodies, "--json"],
    ];
    for command in commands {
        let with = |flag: &str, unit: &str| {
            let output = ambulo_with(&[&command[..], &[flag, unit]].concat());
            assert!(output.status.success(), "{command:?} {flag} {unit}: {}", stderr(&output));
            let mut found = json(&output);
            for key in ["seconds", "build_ms", "micros", "page", "out"] {
                found.as_object_mut().map(|o| o.remove(key));
            }
            found
        };
        let named = with("--unit", "cm");
        assert_eq!(with("--units", "cm"), named, "{command:?}");
        for wrong in ["cubit", "0", "-1", "nan"] {
            let output = ambulo_with(&[&command[..], &[&format!("--unit={wrong}")]].concat());
            assert_eq!(output.status.code(), Some(2), "{command:?} --unit={wrong}");
            assert!(stderr(&output).contains("mm, cm"), "{command:?} --unit={wrong}: {}", stderr(&output));
        }
    }
}

/// Sizes of type in the pictures of a page [px].
fn type_sizes(page: &str) -> Vec<f64> {
    let sizes = page.split("font-size=\"").skip(1).filter_map(|rest| rest.split('"').next());
    sizes.map(|size| size.parse().expect("a number")).collect()
}

#[test]
fn the_comparison_fits_1200_px_with_legible_charts_and_ranges_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a page");
    let models = "collision-free-speed,social-force,lamarche";
    let args =
        ["compare", "crossing", "--models", models, "--seeds", "2", "--limit", "6", "--out", &out("c"), "--quiet"];
    assert!(ambulo_with(&args).status.success());
    let page = read("c/comparison.html");
    let table =
        page.split("<table class=\"figures\">").nth(1).and_then(|t| t.split("</table>").next()).expect("a table");
    // The widest text of each column, at 13.5 px and with its padding.
    let mut widths: Vec<f64> = Vec::new();
    for row in table.split("<tr>").skip(1) {
        let cells = row.split("</th>").flat_map(|part| part.split("</td>")).filter(|cell| cell.contains("<t"));
        for (k, cell) in cells.enumerate() {
            let text = cell.rsplit_once("<t").and_then(|(_, rest)| rest.split_once('>')).map_or("", |(_, text)| text);
            // Only the head breaks, at blanks.
            let words = if cell.contains("<td") { vec![text] } else { text.split([' ', '<']).collect() };
            let wide = |word: &str| ambulo::draw::text_width(word, 13.5) + 10.0;
            let widest = words.into_iter().map(wide).fold(0.0, f64::max);
            widths.resize(widths.len().max(k + 1), 0.0);
            widths[k] = widths[k].max(widest);
        }
    }
    assert_eq!(widths.len(), 12, "{widths:?}");
    // A window of 1200 px less its scroll bar and the margins of the page.
    assert!(widths.iter().sum::<f64>() < 1200.0 - 15.0 - 32.0, "{widths:?}");
    // Pictures are drawn 440 px wide and never shown smaller.
    assert!(page.contains("minmax(min(440px, 100%), 1fr)") && page.contains("viewBox=\"0 0 440 "));
    assert!(type_sizes(&page).iter().all(|size| *size >= 11.0));

    let args = ["eval", "models", "--models", "orca", "--crossings", "20", "--out", &out("m"), "--quiet"];
    assert!(ambulo_with(&args).status.success());
    let csv = read("m/groups.csv");
    let cell = csv.lines().nth(1).and_then(|row| row.split(',').nth(1)).expect("a cell");
    let (from, to) = cell.split_once(" to ").unwrap_or_else(|| panic!("{cell} is no range in words"));
    assert!(from.parse::<f64>().is_ok() && to.parse::<f64>().is_ok(), "{cell}");
    let models = std::fs::read_dir(folder.path().join("m")).expect("a folder").filter_map(Result::ok);
    let html = models.map(|e| e.path()).find(|p| p.extension().is_some_and(|e| e == "html")).expect("a page");
    assert!(type_sizes(&std::fs::read_to_string(html).expect("a page")).iter().all(|size| *size >= 11.0));
}
