//! Maps and models as they come from geographic data: what is ordinary there is read, and what is not is said.

mod program;

use ambulo::geom::math::{cos, sin};
use program::{ambulo_with, json, reference, stderr, top};
use serde_json::Value;
use std::path::PathBuf;

fn check(file: &str, more: &[&str]) -> Value {
    let all: Vec<&str> = ["plan", "check", file, "--json"].into_iter().chain(more.iter().copied()).collect();
    let output = ambulo_with(&all);
    assert!(output.status.success(), "{file}: {}", stderr(&output));
    json(&output)
}

fn refused(file: &str) -> String {
    let output = ambulo_with(&["plan", "check", file]);
    assert_eq!(output.status.code(), Some(2), "{file} is not refused");
    stderr(&output)
}

/// The details of all warnings, or of all changes, of a kind.
fn details(figures: &Value, list: &str, kind: &str) -> Vec<String> {
    let all = figures[list].as_array().expect("a list").iter();
    all.filter(|f| f["kind"] == kind).map(|f| f["detail"].as_str().unwrap_or_default().to_owned()).collect()
}

fn area(figures: &Value) -> f64 {
    figures["area_m2"].as_f64().expect("an area")
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path: PathBuf = self.0.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path.to_string_lossy().into_owned()
    }
}

#[test]
fn rooms_that_share_an_edge_and_polygons_that_overlap_are_united_and_reported() {
    let rooms = check("tests/plans/rooms.geojson", &[]);
    // A lobby, a hall with a recess in its wall, and a foyer that overlaps the hall.
    assert!((area(&rooms) - 296.0).abs() < 1e-6, "{rooms}");
    assert_eq!((rooms["polygons"].as_u64(), rooms["components"].as_u64()), (Some(1), Some(1)));
    let united = details(&rooms, "warnings", "united");
    assert!(united.len() == 1 && united[0].contains("3 polygons became 1 polygon"), "{united:?}");
    let folder = Folder::new();
    let wkt = folder.write("rooms.wkt", "MULTIPOLYGON (((0 0, 10 0, 10 8, 0 8)), ((10 0, 24 0, 24 12, 10 12)))");
    assert!((area(&check(&wkt, &[])) - 248.0).abs() < 1e-6);
    // A hole that lies on the border, and one that hangs over it.
    let wkt = folder.write("holes.wkt", "POLYGON ((0 0, 9 0, 9 9, 0 9), (0 2, 2 2, 2 4, 0 4), (8 6, 11 6, 11 7, 8 7))");
    assert!((area(&check(&wkt, &[])) - 76.0).abs() < 1e-6);
    // The same written in a scenario.
    let scenario = "plan = { wkt = \"MULTIPOLYGON (((0 0, 20 0, 20 10, 0 10)), ((15 5, 30 5, 30 8, 15 8)))\" }\n\
                    walkers = [{ positions = [[1, 1]], goal = [29, 7] }]\n";
    let run = ambulo_with(&["scenario", "check", &folder.write("overlap.toml", scenario)]);
    assert!(run.status.success(), "{}", stderr(&run));
    // An outline that crosses itself has no inside: that is still a fault.
    let bow = refused(&folder.write("bow.wkt", "POLYGON ((0 0, 9 9, 9 0, 0 9))"));
    assert!(bow.contains("meets"), "{bow}");
}

#[test]
fn names_of_features_are_areas_one_can_start_and_end_in() {
    let folder = Folder::new();
    std::fs::copy(top().join("tests/plans/rooms.geojson.gz"), folder.0.path().join("rooms.geojson.gz"))
        .expect("a copy");
    let scenario = "plan = { file = \"rooms.geojson.gz\" }\nuntil = \"all-arrived\"\n\
                    walkers = [{ count = 3, start = \"lobby\", goal = \"foyer\" }]\n";
    let scenario = folder.write("walk.toml", scenario);
    let out = folder.0.path().join("out");
    let run = ambulo_with(&["run", &scenario, "--out", &out.to_string_lossy(), "--json"]);
    assert!(run.status.success(), "{}", stderr(&run));
    assert_eq!(json(&run)["arrived"], 3);
    let rooms = check("tests/plans/rooms.geojson", &[]);
    assert_eq!(rooms["areas"], serde_json::json!(["lobby", "hall", "foyer"]));
}

#[test]
fn degrees_wider_than_half_a_degree_are_not_read_as_metres() {
    let folder = Folder::new();
    let square = |crs: &str, w: f64, s: f64, e: f64, n: f64| {
        format!(
            r#"{{"type": "FeatureCollection", {crs} "features": [{{"type": "Feature", "properties": null, "geometry":
            {{"type": "Polygon", "coordinates": [[[{w}, {s}], [{e}, {s}], [{e}, {n}], [{w}, {n}], [{w}, {s}]]]}}}}]}}"#
        )
    };
    let name = |code: &str| format!(r#""crs": {{"type": "name", "properties": {{"name": "{code}"}}}},"#);
    // Two degrees, and nothing said: not guessed.
    let report = refused(&folder.write("region.geojson", square("", 9.0, 47.0, 11.0, 49.0)));
    assert!(report.contains("could be degrees") && report.contains("units"), "{report}");
    let metres = check(&folder.write("room.geojson", square("", 9.0, 47.0, 11.0, 49.0)), &["--units", "m"]);
    assert_eq!(area(&metres), 4.0);
    // Said to be degrees: projected, with a warning, up to a limit.
    let wide = check(&folder.write("wide.geojson", square(&name("EPSG:4326"), 10.0, 48.0, 10.8, 48.6)), &[]);
    assert!((area(&wide) / (0.8 * 74_200.0 * 66_720.0) - 1.0).abs() < 0.01, "{wide}");
    assert!(details(&wide, "warnings", "projected")[0].contains("too long"), "{wide}");
    let report =
        refused(&folder.write("land.geojson", square(&name("urn:ogc:def:crs:OGC:1.3:CRS84"), 5.0, 47.0, 15.0, 55.0)));
    assert!(report.contains("km wide"), "{report}");
    // Web Mercator: the same hundredth of a degree as in degrees, to a thousandth.
    let (a, b) = (1_113_194.907_932_7, 1_114_308.102_840_7);
    let (c, d) = (6_106_854.834_885_1, 6_108_518.624_766_1);
    let web = check(&folder.write("web.geojson", square(&name("urn:ogc:def:crs:EPSG::3857"), a, c, b, d)), &[]);
    let degrees = check(&folder.write("degrees.geojson", square("", 10.0, 48.0, 10.01, 48.01)), &[]);
    assert!((area(&web) / area(&degrees) - 1.0).abs() < 1e-3, "{} and {}", area(&web), area(&degrees));
    // UTM and ETRS89 are metres; others are not guessed.
    let utm = check(&folder.write("utm.geojson", square(&name("EPSG:25832"), 5e5, 5.4e6, 500_020.0, 5_400_010.0)), &[]);
    assert_eq!(area(&utm), 200.0);
    let report = refused(&folder.write("feet.geojson", square(&name("EPSG:2263"), 0.0, 0.0, 20.0, 10.0)));
    assert!(report.contains("EPSG:2263") && report.contains("UTM"), "{report}");
    // WKT means metres as often: it is read, with a warning.
    let unsure = check(&folder.write("unsure.wkt", "POLYGON ((9 47, 11 47, 11 50, 9 50))"), &[]);
    assert_eq!(area(&unsure), 6.0);
    assert!(details(&unsure, "warnings", "units")[0].contains("could be degrees"), "{unsure}");
    let report = refused(&folder.write("wkt.wkt", "SRID=4326;POLYGON ((9 47, 11 47, 11 50, 9 50))"));
    assert!(report.contains("km wide"), "{report}");
}

#[test]
fn water_in_a_map_is_not_walkable_but_bridges_are() {
    let town = check("tests/plans/town.osm", &[]);
    // 223.3 x 222.4 m less a house, a lake with an island in it and a river with a bridge of 4 m.
    let lat = |d: f64| d * 111_200.0;
    let lon = |d: f64| d * 74_430.0;
    let lake = lat(0.0006) * lon(0.0008) - lat(0.0002) * lon(0.0002);
    let river = lat(0.002) * lon(0.0004) - 4.0 * lon(0.0004);
    let expected = lat(0.002) * lon(0.003) - lat(0.0003) * lon(0.0004) - lake - river;
    assert!((area(&town) / expected - 1.0).abs() < 0.002, "{} and {expected}", area(&town));
    assert_eq!(town["components"], 2, "the town and the island: {town}");
    assert!(details(&town, "changes", "water")[0].starts_with("2 areas of water"), "{town}");
    let over = ["--from", "0,0", "--to", "100,0", "--json"];
    let route = ambulo_with(&[&["plan", "path", "tests/plans/town.osm"][..], &over].concat());
    assert!(json(&route)["length_m"].as_f64() > Some(99.0), "{}", stderr(&route));
    let wet = ambulo_with(&["plan", "path", "tests/plans/town.osm", "--from", "25,80", "--to", "0,0"]);
    assert!(stderr(&wet).contains("is not walkable"), "{}", stderr(&wet));
    if let Some(krems) = reference("maps/krems.osm") {
        // The Danube, its harbour and the lakes have two and a half square kilometres here.
        let town = check(&krems.to_string_lossy(), &[]);
        assert!((12.2e6..12.5e6).contains(&area(&town)), "{}", area(&town));
    }
}

#[test]
fn the_sea_lies_to_the_right_of_its_coast() {
    let node = |id: u32, lat: f64, lon: f64| format!("<node id='{id}' lat='{lat}' lon='{lon}'/>");
    let bounds = "<bounds minlat='48.135' minlon='10.068' maxlat='48.137' maxlon='10.072'/>";
    // Northwards in two ways: land in the west, and an island in the sea.
    let map = [
        "<osm version='0.6'>".to_owned(),
        bounds.to_owned(),
        node(1, 48.134, 10.070),
        node(2, 48.136, 10.070),
        node(3, 48.138, 10.070),
        node(11, 48.1355, 10.0710),
        node(12, 48.1355, 10.0715),
        node(13, 48.1360, 10.0715),
        node(14, 48.1360, 10.0710),
        "<way id='1'><nd ref='2'/><nd ref='3'/><tag k='natural' v='coastline'/></way>".into(),
        "<way id='2'><nd ref='1'/><nd ref='2'/><tag k='natural' v='coastline'/></way>".into(),
        "<way id='3'><nd ref='11'/><nd ref='12'/><nd ref='13'/><nd ref='14'/><nd ref='11'/>\
         <tag k='natural' v='coastline'/></way>"
            .into(),
        "</osm>".into(),
    ];
    let coast = check(&Folder::new().write("coast.osm", map.concat()), &[]);
    // 148.9 x 222.4 m of land and 37.2 x 55.6 m of island.
    assert!((area(&coast) - 148.9 * 222.4 - 37.2 * 55.6).abs() < 60.0, "{}", area(&coast));
    assert_eq!(coast["components"], 2);
}

#[test]
fn maps_are_known_by_content_whatever_compression_and_mark_they_have() {
    let plain = check("tests/plans/town.osm", &[]);
    let folder = Folder::new();
    let copy =
        |from: &str, to: &str| folder.write(to, std::fs::read(top().join("tests/plans").join(from)).expect("a file"));
    for (from, to) in [
        ("town.osm.gz", "town.osm.gz"),
        ("town.osm.pbf", "town.osm.pbf"),
        ("town.osm", "town.osm.xml"),
        // Under names that say nothing, or something else.
        ("town.osm.pbf", "download"),
        ("town.osm.gz", "town.osm"),
        ("town.osm", "map.xml"),
    ] {
        let read = check(&copy(from, to), &[]);
        assert!((area(&read) - area(&plain)).abs() < 0.01, "{to}: {} and {}", area(&read), area(&plain));
    }
    assert_eq!(area(&check(&copy("rooms.geojson.gz", "rooms.geojson.gz"), &[])), 296.0);
    for (name, text) in [
        ("mark.wkt", "\u{feff}POLYGON ((0 0, 4 0, 4 4, 0 4))".to_owned()),
        ("mark.geojson", "\u{feff}{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[4,0],[4,4],[0,4],[0,0]]]}".to_owned()),
        ("mark.map", "\u{feff}type octile\nheight 4\nwidth 4\nmap\n....\n....\n....\n....\n".to_owned()),
        ("mark.obj", "\u{feff}v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\nf 1 2 3 4\n".to_owned()),
    ] {
        assert_eq!(area(&check(&folder.write(name, text), &[])), 16.0, "{name}");
    }
    let report = refused(&folder.write("town.osm.bz2", b"BZh91AY&SY"));
    assert!(report.contains("no plan file of a known kind") || report.contains("bunzip2"), "{report}");
    let report = refused(
        &folder.write("cut.osm.pbf", &std::fs::read(top().join("tests/plans/town.osm.pbf")).expect("a file")[..300]),
    );
    assert!(report.contains("ends in the middle"), "{report}");
}

#[test]
fn corner_slivers_are_no_connected_parts() {
    // Nine pillars ten centimetres before a wall: nobody fits in between.
    let pillar = |i: i32| format!("({x} 0.1, {y} 0.1, {y} 1, {x} 1)", x = 1 + 2 * i, y = 2 + 2 * i);
    let pillars: Vec<String> = (0..9).map(pillar).collect();
    let hall = format!("POLYGON ((0 0, 20 0, 20 6, 0 6), {})", pillars.join(", "));
    let hall = check(&Folder::new().write("hall.wkt", hall), &[]);
    assert_eq!((hall["components"].as_u64(), hall["too_narrow"]["count"].as_u64()), (Some(1), Some(9)), "{hall}");
}

#[test]
fn importers_are_not_quadratic() {
    let folder = Folder::new();
    // A face of 20,000 corners, not convex: seven petals.
    let corners = 20_000;
    let mut obj = String::new();
    for i in 0..corners {
        let a = f64::from(i) / f64::from(corners) * std::f64::consts::TAU;
        let r = 50.0 + 20.0 * sin(7.0 * a);
        obj.push_str(&format!("v {:.6} 0 {:.6}\n", r * cos(a), -r * sin(a)));
    }
    let all: Vec<String> = (1..=corners).map(|i| i.to_string()).collect();
    obj.push_str(&format!("f {}\n", all.join(" ")));
    let flower = check(&folder.write("flower.obj", obj), &[]);
    // Half the integral of r squared; a fan of triangles would fill the gaps between the petals.
    let expected = std::f64::consts::PI * (50.0 * 50.0 + 200.0);
    assert!((area(&flower) / expected - 1.0).abs() < 0.002, "{} and {expected}", area(&flower));
    // 80,089 holes.
    let n = 566;
    let row = |y: usize| (0..n).map(|x| if x % 2 == 1 && y % 2 == 1 { '@' } else { '.' }).collect::<String>();
    let rows: Vec<String> = (0..n).map(row).collect();
    let map = format!("type octile\nheight {n}\nwidth {n}\nmap\n{}\n", rows.join("\n"));
    let sieve = check(&folder.write("sieve.map", map), &[]);
    assert_eq!((area(&sieve), sieve["holes"].as_u64()), ((n * n - 283 * 283) as f64, Some(79_524)));
}

#[test]
fn uneven_ground_is_taken_whole_with_its_heights() {
    let Some(file) = reference("maps/undulating.obj") else { return };
    let ground = check(&file.to_string_lossy(), &[]);
    assert!((area(&ground) / 9604.0 - 1.0).abs() < 0.05, "{}", area(&ground));
    assert!(ground["heights"][1].as_f64() > Some(1.0), "{}", ground["heights"]);
    // At one height it is a slice, and that is reported.
    let slice = check(&file.to_string_lossy(), &["--floor", "0.1"]);
    assert!(area(&slice) < 2000.0);
    let report = details(&slice, "warnings", "ignored");
    assert!(report.iter().any(|t| t.contains("of connected ground") && t.contains("leave `floor` out")), "{report:?}");
}

/// A slope that rises by one in five, 20 by 10 m, with what stands on it.
fn slope_with(things: &str) -> String {
    format!("v 0 0 0\nv 20 4 0\nv 20 4 -10\nv 0 0 -10\nf 1 2 3 4\n{things}")
}

#[test]
fn hollow_crates_on_uneven_ground_are_no_floor() {
    let folder = Folder::new();
    // Closed boxes of six faces sunk a little into the slope: one as high as a table, one higher than people.
    let boxed = |x: f64, y: f64, height: f64| {
        let z = 0.2 * x - 0.3;
        let mut text = String::new();
        for up in [z, z + 0.9 + height] {
            for (dx, dy) in [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)] {
                text.push_str(&format!("v {} {up} {}\n", x + dx, -(y + dy)));
            }
        }
        text + "f -8 -7 -3 -4\nf -7 -6 -2 -3\nf -6 -5 -1 -2\nf -5 -8 -4 -1\nf -4 -3 -2 -1\nf -5 -6 -7 -8\n"
    };
    let things = boxed(4.0, 3.0, 0.3) + &boxed(12.0, 5.0, 2.4);
    let slope = check(&folder.write("slope.obj", slope_with(&things)), &[]);
    assert!((area(&slope) - 192.0).abs() < 0.2, "{slope}");
    assert_eq!(slope["components"], 1, "{slope}");
}

#[test]
fn recordings_on_uneven_ground_have_the_height_of_the_ground() {
    let folder = Folder::new();
    folder.write("slope.obj", slope_with(""));
    let scenario = "plan = { file = \"slope.obj\" }\nwalkers = [{ positions = [[1, 5]], goal = [18, 5] }]\n";
    let scenario = folder.write("up.toml", scenario);
    let out = folder.0.path().join("out");
    let run = ambulo_with(&["run", &scenario, "--out", &out.to_string_lossy(), "--format", "csv", "--json"]);
    assert!(run.status.success(), "{}", stderr(&run));
    let text = std::fs::read_to_string(out.join("trajectory.csv")).expect("the recording");
    let mut rows = 0;
    for row in text.lines().filter(|l| l.starts_with(|c: char| c.is_ascii_digit())) {
        let cells: Vec<f64> = row.split(',').map(|v| v.parse().expect("a number")).collect();
        assert!((cells[8] - 0.2 * cells[2]).abs() < 1e-3, "{row}");
        rows += 1;
    }
    assert!(rows > 50, "{text}");
}
