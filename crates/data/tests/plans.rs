//! Plans in every format become what was drawn, from our own small files and from real ones.

#[path = "../../../tests/reference.rs"]
mod reference_data;

use ambulo_data::{FindingKind, Plan, PlanKind, PlanOptions, Severity, import_plan, import_plan_bytes};
use ambulo_geom::{Point, Segment};
use std::path::{Path, PathBuf};

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A real map that does not come with the project.
fn reference(name: &str) -> Option<PathBuf> {
    reference_data::reference(&format!("maps/{name}"))
}

fn read(path: &Path, options: &PlanOptions) -> Plan {
    let plan = import_plan(path, options).unwrap_or_else(|e| panic!("{e}"));
    plan.check().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    plan
}

fn count(plan: &Plan, kind: FindingKind) -> usize {
    plan.findings.iter().filter(|f| f.kind == kind).count()
}

#[test]
fn the_same_hall_comes_out_of_three_versions_of_dxf() {
    for version in ["r12", "r2000", "r2018"] {
        let path = top().join(format!("tests/plans/hall-{version}.dxf"));
        let walls = read(&path, &PlanOptions::default());
        let pillars = 200.0 - std::f64::consts::PI * (0.5 + 0.09);
        assert!((walls.walkable.area() - pillars).abs() < 0.03, "furniture is no wall: {}", walls.walkable.area());
        let furnished = PlanOptions { layers: vec!["WALLS".into(), "FURNITURE".into()], ..PlanOptions::default() };
        let plan = read(&path, &furnished);
        // 20 x 10 m less a half disc of radius 1, a pillar of radius 0.3 and seven tables of half a square metre.
        let pi = std::f64::consts::PI;
        let mut area = 200.0 - pi / 2.0 - 0.09 * pi - 7.0 * 0.5;
        let mut walls = 2.0;
        if version != "r12" {
            // A square with a bulge of half a quarter circle's tangent, and an ellipse.
            let angle = 4.0 * 0.463_647_609_000_806_1f64;
            let radius = 0.5 / ambulo_geom::math::sin(angle / 2.0);
            area -= 1.0 + radius * radius / 2.0 * (angle - ambulo_geom::math::sin(angle)) + 0.6 * 0.3 * pi;
            walls += 2.6;
        }
        assert!((plan.walkable.area() - area).abs() < 0.06, "{version}: {} and not {area}", plan.walkable.area());
        let length: f64 = plan.walls.iter().map(|w| w.length()).sum();
        assert!((length - walls).abs() < 0.1, "{version}: {length}");
        assert!(plan.walls.contains(&Segment::new(Point::new(15.0, 2.0), Point::new(15.0, 4.0))), "{version}");
        assert_eq!((plan.units.name.as_str(), count(&plan, FindingKind::Units)), ("mm", usize::from(version == "r12")));
    }
}

#[test]
fn layers_are_chosen_by_name_and_the_error_lists_them() {
    let path = top().join("tests/plans/hall-r2000.dxf");
    let walls = PlanOptions { layers: vec!["walls".into()], ..PlanOptions::default() };
    assert_eq!(read(&path, &walls).walkable.polygons()[0].holes().count(), 1);
    let hidden = PlanOptions { layers: vec!["WALLS".into(), "HIDDEN".into()], ..PlanOptions::default() };
    assert!(read(&path, &hidden).walkable.area() < 101.0);
    let wrong = PlanOptions { layers: vec!["A-WALL".into()], ..PlanOptions::default() };
    let error = import_plan(&path, &wrong).unwrap_err().to_string();
    assert!(error.contains("there is no layer `A-WALL`") && error.contains("`FURNITURE`, `HIDDEN`"), "{error}");
}

#[test]
fn a_drawing_far_from_zero_is_moved_and_says_so() {
    let wkt = b"POLYGON ((500000 5400000, 500010 5400000, 500010 5400005, 500000 5400005))";
    let plan = import_plan_bytes(PlanKind::Wkt, wkt, &PlanOptions::default()).unwrap();
    assert_eq!((plan.origin, plan.walkable.area()), (Point::new(500_000.0, 5_400_000.0), 50.0));
    assert_eq!(plan.in_file(Point::new(1.0, 1.0)), Point::new(500_001.0, 5_400_001.0));
    assert_eq!(
        plan.walkable_in_file().unwrap(),
        ambulo_data::region_from_wkt(std::str::from_utf8(wkt).unwrap()).unwrap()
    );
    assert_eq!(count(&plan, FindingKind::Recentred), 1);
    let houses = br#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"building":"yes"},
        "geometry":{"type":"Polygon","coordinates":[[[500000,0],[500010,0],[500010,10],[500000,10],[500000,0]]]}}]}"#;
    let plan = import_plan_bytes(PlanKind::GeoJson, houses, &PlanOptions::default()).unwrap();
    assert_eq!((plan.walkable.area(), plan.origin.x), (800.0, 500_000.0));
}

#[test]
fn units_are_converted_where_they_are_given() {
    let feet = PlanOptions { units: ambulo_data::Units::parse("ft"), ..PlanOptions::default() };
    let plan = import_plan_bytes(PlanKind::Wkt, b"POLYGON ((0 0, 100 0, 100 10, 0 10))", &feet).unwrap();
    assert!((plan.walkable.area() - 1000.0 * 0.3048 * 0.3048).abs() < 1e-9);
}

#[test]
fn degrees_become_metres() {
    let text =
        br#"{"type":"Polygon","coordinates":[[[10.0,48.0],[10.01,48.0],[10.01,48.01],[10.0,48.01],[10.0,48.0]]]}"#;
    let plan = import_plan_bytes(PlanKind::GeoJson, text, &PlanOptions::default()).unwrap();
    // A hundredth of a degree at 48 degrees north: 745.9 m by 1112.0 m.
    assert!((plan.walkable.area() / (745.9 * 1112.0) - 1.0).abs() < 1e-3, "{}", plan.walkable.area());
    assert_eq!(count(&plan, FindingKind::Projected), 1);
}

const CUBE: &str = "o floor\nv -5 0 5\nv 5 0 5\nv 5 0 -5\nv -5 0 -5\nf 1 2 3 4\n\
o box\nv 1 0 -1\nv 3 0 -1\nv 3 0 -3\nv 1 0 -3\nv 1 1 -1\nv 3 1 -1\nv 3 1 -3\nv 1 1 -3\n\
f 5 6 10 9\nf 6 7 11 10\nf 7 8 12 11\nf 8 5 9 12\nf 9 10 11 12\n\
o kerb\nv -4 0.1 4\nv -3 0.1 4\nv -3 0.1 -4\nv -4 0.1 -4\nf -4 -3 -2 -1\n\
o beam\nv -5 2.5 1\nv 5 2.5 1\nv 5 2.5 0\nv -5 2.5 0\nf -4 -3 -2 -1\n";

#[test]
fn a_model_is_cut_between_the_knees_and_the_head() {
    let plan = import_plan_bytes(PlanKind::Obj, CUBE.as_bytes(), &PlanOptions::default()).unwrap();
    assert_eq!((plan.walkable.area(), plan.walkable.polygons()[0].holes().count()), (96.0, 1));
    // The box stands where x is 1 to 3 and z is -1 to -3: y of the plan points to minus z.
    assert!(!plan.walkable.contains(Point::new(2.0, 2.0)) && plan.walkable.contains(Point::new(2.0, -2.0)));
    let low = PlanOptions { step: 0.05, ..PlanOptions::default() };
    assert_eq!(import_plan_bytes(PlanKind::Obj, CUBE.as_bytes(), &low).unwrap().walkable.area(), 88.0);
    let seed = PlanOptions { seed: Some(Point::new(2.0, 2.0)), floor: Some(0.0), ..PlanOptions::default() };
    let error = import_plan_bytes(PlanKind::Obj, CUBE.as_bytes(), &seed).unwrap_err().to_string();
    assert!(error.contains("the nearest place one can walk is"), "{error}");
}

#[test]
fn gltf_nodes_put_their_triangles_where_they_belong() {
    // A floor of 2 x 2 m as two triangles, 16-bit indices, in one embedded buffer; a node doubles and moves it.
    let places: [f32; 12] = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 0.0, -2.0, 0.0, 0.0, -2.0];
    let mut bytes: Vec<u8> = places.iter().flat_map(|v| v.to_le_bytes()).collect();
    bytes.extend([0u16, 1, 2, 0, 2, 3].iter().flat_map(|v| v.to_le_bytes()));
    let json = |buffer: &str| {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
            "nodes":[{{"translation":[10,0,0],"children":[1]}},{{"scale":[2,2,2],"mesh":0}}],
            "meshes":[{{"name":"floor","primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
                         {{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}}],
            "bufferViews":[{{"buffer":0,"byteLength":48}},{{"buffer":0,"byteOffset":48,"byteLength":12}}],
            "buffers":[{{"byteLength":60{buffer}}}]}}"#
        )
    };
    let mut head = json("").into_bytes();
    head.resize(head.len().next_multiple_of(4), b' ');
    let word = |n: usize| (n as u32).to_le_bytes();
    let glb = [
        b"glTF".to_vec(),
        word(2).to_vec(),
        word(28 + head.len() + bytes.len()).to_vec(),
        word(head.len()).to_vec(),
        b"JSON".to_vec(),
        head,
        word(bytes.len()).to_vec(),
        b"BIN\0".to_vec(),
        bytes.clone(),
    ]
    .concat();
    let plan = import_plan_bytes(PlanKind::Gltf, &glb, &PlanOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    let b = plan.walkable.bounds().unwrap();
    assert_eq!((plan.walkable.area(), b.min, b.max), (16.0, Point::new(10.0, 0.0), Point::new(14.0, 4.0)));

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("floor.bin"), &bytes).unwrap();
    let path = folder.path().join("floor.gltf");
    std::fs::write(&path, json(r#","uri":"floor.bin""#)).unwrap();
    assert_eq!(read(&path, &PlanOptions::default()).walkable, plan.walkable);
    std::fs::write(&path, json(r#","uri":"../floor.bin""#)).unwrap();
    let error = import_plan(&path, &PlanOptions::default()).unwrap_err().to_string();
    assert!(error.contains("outside the folder"), "{error}");
}

#[test]
fn a_map_has_buildings_fences_and_footways() {
    let node = |id: u32, lat: &str, lon: &str| format!("<node id=\"{id}\" lat=\"{lat}\" lon=\"{lon}\"/>");
    let way = |id: u32, nodes: &[u32], tags: &[(&str, &str)]| {
        let nodes: String = nodes.iter().map(|n| format!("<nd ref=\"{n}\"/>")).collect();
        let tags: String = tags.iter().map(|(k, v)| format!("<tag k=\"{k}\" v=\"{v}\"/>")).collect();
        format!("<way id=\"{id}\">{nodes}{tags}</way>")
    };
    let text = [
        "<osm version=\"0.6\"><bounds minlat=\"48.135\" minlon=\"10.068\" maxlat=\"48.137\" maxlon=\"10.071\"/>"
            .to_owned(),
        node(1, "48.1355", "10.0690"),
        node(2, "48.1355", "10.0695"),
        node(3, "48.1360", "10.0695"),
        node(4, "48.1360", "10.0690"),
        node(5, "48.1362", "10.0690"),
        node(6, "48.1362", "10.0700"),
        way(7, &[1, 2, 3, 4, 1], &[("building", "yes")]),
        way(8, &[5, 6, 99], &[("barrier", "fence")]),
        way(9, &[5, 6], &[("highway", "footway"), ("width", "3")]),
        "</osm>".to_owned(),
    ]
    .concat();
    let plan =
        import_plan_bytes(PlanKind::Osm, text.as_bytes(), &PlanOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((plan.walkable.polygons()[0].holes().count(), plan.walls.len()), (1, 1));
    // A thousandth of a degree of longitude at 48.136 degrees north is 74.43 m.
    let fence = plan.walls[0].length();
    assert!((fence - 74.43).abs() < 0.01, "{fence}");
    let footway = plan.area("footway-9").expect("the footway is an area").area();
    assert!((footway - 3.0 * fence).abs() < 0.1, "{footway}");
    let missing: Vec<_> = plan.findings.iter().filter(|f| f.kind == FindingKind::Missing).collect();
    assert!(missing[0].detail.contains("1 of the 3 nodes of way 8"), "{missing:?}");
}

#[test]
fn a_city_of_two_thousand_buildings() {
    let Some(path) = reference("city_buildings_1km.geojson") else { return };
    let plan = read(&path, &PlanOptions::default());
    assert!((plan.walkable.area() - 764_532.0).abs() < 5.0, "{}", plan.walkable.area());
    // The same buildings by force, whatever they are called, and a larger field.
    let wide = PlanOptions { obstacles: true, margin: 20.0, ..PlanOptions::default() };
    let added = 1001.976 * 1193.612 - 981.976 * 1173.612;
    assert!((read(&path, &wide).walkable.area() - plan.walkable.area() - added).abs() < 1.0);
}

#[test]
fn a_village_from_the_map_of_the_world() {
    let Some(path) = reference("village.osm") else { return };
    let plan = read(&path, &PlanOptions::default());
    let b = plan.walkable.bounds().unwrap();
    // 0.003 degrees by 0.002 degrees at 48.136 degrees north.
    assert!((b.width() - 223.3).abs() < 0.1 && (b.height() - 222.4).abs() < 0.1, "{b:?}");
    assert!((plan.walkable.area() - 46_920.0).abs() < 10.0, "{}", plan.walkable.area());
    assert!(count(&plan, FindingKind::Missing) > 0);
}

#[test]
fn a_dungeon_has_no_floor_in_the_void() {
    let Some(path) = reference("dungeon.obj") else { return };
    let plan = read(&path, &PlanOptions::default());
    // Its rooms lie at several heights, joined by slopes: all of that is ground.
    assert!((1700.0..1850.0).contains(&plan.walkable.area()), "{}", plan.walkable.area());
    let (low, high) = plan.relief.as_ref().expect("heights").range();
    assert!(high - low > 5.0, "{low} to {high}");
    let guesses = plan.findings.iter().filter(|f| f.kind == FindingKind::Guessed && f.severity == Severity::Warning);
    assert_eq!(guesses.count(), 2); // the ground and the seed
    let given = PlanOptions { floor: Some(10.0), seed: Some(Point::new(40.0, 0.0)), ..PlanOptions::default() };
    let same = read(&path, &given);
    // At one height it is less, and that is reported.
    assert!((1150.0..1300.0).contains(&same.walkable.area()), "{}", same.walkable.area());
    assert_eq!((count(&same, FindingKind::Guessed), count(&same, FindingKind::Ignored)), (0, 1));
}

#[test]
fn grid_maps_have_the_area_of_their_cells() {
    for (name, cells) in [("arena.map", 2054.0), ("den520d.map", 28178.0), ("lak503d.map", 17953.0)] {
        let Some(path) = reference(name) else { return };
        assert_eq!(read(&path, &PlanOptions::default()).walkable.area(), cells, "{name}");
        let fine = PlanOptions { cell: 0.25, ..PlanOptions::default() };
        assert_eq!(read(&path, &fine).walkable.area(), cells / 16.0, "{name}");
    }
}

/// Found by fuzzing: the outline was valid, and its area lost in rounding.
#[test]
fn coordinates_beyond_any_map_are_refused() {
    let far = "31888888888888888888888888888888888888888888888888888887";
    let wkt = format!("POLYGON ((5 0, 31888888888888888888 31888888881, {far} 1, 31 2, 30 1))");
    let error = import_plan_bytes(PlanKind::Wkt, wkt.as_bytes(), &PlanOptions::default()).unwrap_err();
    assert!(error.to_string().contains("digit too many"), "{error}");
    let json = format!(r#"{{"type": "Polygon", "coordinates": [[[0, 0], [{far}, 0], [1, 1], [0, 0]]]}}"#);
    let error = import_plan_bytes(PlanKind::GeoJson, json.as_bytes(), &PlanOptions::default()).unwrap_err();
    assert!(error.to_string().contains("digit too many"), "{error}");
}

#[test]
fn maps_in_protocol_buffers_and_compressed_ones_are_the_same_map() {
    let read = |name: &str| read(&top().join("tests/plans").join(name), &PlanOptions::default());
    let plain = read("town.osm");
    for name in ["town.osm.gz", "town.osm.pbf", "town-raw.osm.pbf"] {
        let other = read(name);
        assert!((other.walkable.area() - plain.walkable.area()).abs() < 0.01, "{name}");
        assert_eq!(other.areas.len(), plain.areas.len(), "{name}");
    }
}
