//! The report of a made-up evening: two groups cross a hall with two pillars.

use ambulo_data::{Trajectories, TrajectoryRow, Walker};
use ambulo_draw::{AreaRole, Places, png};
use ambulo_eval::page::PageFiles;
use ambulo_eval::report::{self, ReportInfo};
use ambulo_geom::{Polygon, Region, math};
use std::path::Path;

fn box_(x0: f64, y0: f64, x1: f64, y1: f64) -> Region {
    Region::from(Polygon::rectangle(x0, y0, x1, y1).unwrap())
}

/// Two groups of `each` cross, one walker of each group every `gap` frames, 10 frames per second.
fn crossing(each: u32, gap: u32) -> Trajectories {
    let pillar = |x: f64| [(x, 6.2), (x + 1.2, 6.2), (x + 1.2, 7.4), (x, 7.4)];
    let (a, b) = (pillar(12.0), pillar(22.0));
    let hall =
        Polygon::from_rings(&[(0.0, 0.0), (36.0, 0.0), (36.0, 11.0), (30.0, 14.0), (0.0, 14.0)], &[&a[..], &b[..]]);
    let mut rows = Vec::new();
    let mut walkers = Vec::new();
    for id in 0..2 * each {
        let east = id % 2 == 0;
        let k = f64::from(id);
        let pace = 1.3 + 0.25 * math::sin(k * 7.3);
        let lane = 2.0 + 8.0 * (0.5 + 0.5 * math::sin(k * 1.7));
        let (mut x, mut frame) = (if east { 1.0 } else { 35.0 }, id / 2 * gap);
        while (0.5..=35.5).contains(&x) {
            // Slower in the middle of the hall, and a sway from step to step.
            let speed = pace * (1.0 - 0.6 * math::exp(-(x - 18.0) * (x - 18.0) / 12.0));
            let near = |pillar: f64| math::exp(-(x - pillar) * (x - pillar) / 8.0);
            let round = 1.2 * (near(12.6) + near(22.6)) * if lane > 6.8 { 1.0 } else { -1.0 };
            let y = lane + round + 0.04 * math::sin(f64::from(frame) * 1.2 + k);
            let ori_x = if east { 1.0 } else { -1.0 };
            rows.push(TrajectoryRow { frame, id, x, y, ori_x, ori_y: 0.0, speed: speed as f32, level: 0, z: 0.0 });
            x += f64::from(ori_x) * speed * 0.1;
            frame += 1;
        }
        let group = if east { "eastbound" } else { "westbound" };
        walkers.push(Walker { id, group: group.into(), model: "social-force".into(), radius: 0.22, level: 0 });
    }
    Trajectories::new(10.0, Region::from(hall.unwrap()), walkers, rows)
}

fn info() -> ReportInfo {
    let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
    ReportInfo {
        title: "Two groups cross <the hall> & its pillars".into(),
        provenance: vec![pair("scene", "hall.toml"), pair("seed", "7"), pair("version", "0.1.0"), pair("dt", "0.05 s")],
        results: vec![pair("Arrived", "118 of 120"), pair("Time until all had arrived", "not reached within 120.0 s")],
        places: vec![Places {
            areas: vec![
                ("west entrance".into(), box_(0.0, 1.0, 2.5, 13.0), AreaRole::Start),
                ("east entrance".into(), box_(33.5, 1.0, 36.0, 9.0), AreaRole::Exit),
                ("kiosk".into(), box_(15.0, 11.0, 20.0, 13.5), AreaRole::Plain),
            ],
            doors: Vec::new(),
        }],
        notes: vec![
            "Walkers 17 and 43 stood still for 20 s in front of the second pillar and were counted as stuck.".into(),
        ],
        ..ReportInfo::default()
    }
}

fn check(dir: &Path, files: &PageFiles) -> String {
    let html = std::fs::read_to_string(&files.html).unwrap();
    assert_eq!(files.html, dir.join("report.html"));
    assert_eq!(files.others.len(), 14);
    for path in &files.others {
        let bytes = std::fs::read(path).unwrap();
        if path.extension().unwrap() == "png" {
            assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n", "{path:?}");
            let width = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
            assert_eq!(width, 1800, "{path:?}");
        } else {
            let svg = String::from_utf8(bytes).unwrap();
            png::encode(&svg, 0.1).unwrap_or_else(|e| panic!("{path:?} is not well-formed: {e}"));
            assert!(html.contains(&svg), "{path:?} is not on the page");
        }
    }
    let without_namespace = html.replace("http://www.w3.org/2000/svg", "");
    assert!(!without_namespace.contains("http://") && !without_namespace.contains("https://"));
    assert!(!html.contains("<script") && !html.contains("NaN") && !html.contains("inf ") && !html.contains(">inf"));
    html
}

/// Where `AMBULO_KEEP_REPORT` names a folder, reports are kept there for inspection.
fn folder(name: &str) -> (Option<tempfile::TempDir>, std::path::PathBuf) {
    match std::env::var_os("AMBULO_KEEP_REPORT") {
        Some(keep) => (None, Path::new(&keep).join(name)),
        None => {
            let temp = tempfile::tempdir().unwrap();
            let path = temp.path().to_path_buf();
            (Some(temp), path)
        }
    }
}

#[test]
fn two_groups_give_a_whole_page() {
    let (_temp, dir) = folder("crossing");
    let t = crossing(60, 8);
    let html = check(&dir, &report::write(&dir, &t, &info()).unwrap());
    for words in ["&lt;the hall&gt;", "Made with Ambulo 0.1.0", "118 of 120", "eastbound", "kiosk", "Walkers 17 and 43"]
    {
        assert!(html.contains(words), "{words} is missing");
    }
    // The same recording gives the same bytes.
    let again = tempfile::tempdir().unwrap();
    let files = report::write(again.path(), &t, &info()).unwrap();
    assert_eq!(std::fs::read_to_string(&files.html).unwrap(), html);
    let png = "pictures/density-peak.png";
    assert_eq!(std::fs::read(dir.join(png)).unwrap(), std::fs::read(again.path().join(png)).unwrap());
}

#[test]
fn empty_and_tiny_recordings_give_a_sensible_page() {
    let nowhere = Region::new(vec![]).unwrap();
    let row = |id, x| TrajectoryRow { frame: 0, id, x, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
    let cases = [
        ("nobody", Trajectories::new(10.0, box_(0.0, 0.0, 9.0, 4.0), vec![], vec![]), ReportInfo::default()),
        ("nowhere", Trajectories::new(10.0, nowhere.clone(), vec![], vec![]), info()),
        (
            "one-frame",
            Trajectories::new(10.0, box_(0.0, 0.0, 9.0, 4.0), vec![], vec![row(1, 1.0), row(2, 1.0)]),
            info(),
        ),
        ("no-plan", Trajectories::new(10.0, nowhere, vec![], vec![row(1, 1.0), row(2, f64::NAN), row(3, 5.0)]), info()),
        (
            "flung-away",
            Trajectories::new(10.0, box_(0.0, 0.0, 9.0, 4.0), vec![], vec![row(1, 1e12), row(2, f64::INFINITY)]),
            info(),
        ),
    ];
    for (name, t, info) in cases {
        let (_temp, dir) = folder(name);
        let html = check(&dir, &report::write(&dir, &t, &info).unwrap());
        assert_eq!(html.contains("Nobody walked."), t.rows().is_empty(), "{name}");
    }
}

#[test]
fn three_hundred_people_for_two_hundred_seconds_fit_in_three_megabytes() {
    let (_temp, dir) = folder("large");
    let t = crossing(150, 12);
    assert!(t.frames() > 1900);
    let files = report::write(&dir, &t, &info()).unwrap();
    let bytes = std::fs::metadata(files.html).unwrap().len();
    assert!(bytes < 3_000_000, "{bytes} bytes");
}
