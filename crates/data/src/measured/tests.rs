#[path = "../../../../tests/reference.rs"]
mod reference_data;

use super::*;

fn of(text: &str, how: &How) -> Result<Measured, RecordingError> {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("people.txt");
    std::fs::write(&file, text).unwrap();
    open(&file, how)
}

#[test]
fn obsmat_frames_are_counted_in_steps_and_the_rate_follows() {
    let m = of("1 7 1.5 0 2.5 0 0 0\n11 7 2.0 0 2.5 0 0 0\n  2.1e+01 7 2.5 0 2.5 0 0 0 \n", &How::default()).unwrap();
    assert_eq!((m.origin.kind, m.origin.first_frame, m.origin.stride), (FileKind::Obsmat, 1, 10));
    let t = &m.trajectories;
    assert_eq!((t.fps, t.frames(), t.rows()[2].x, t.rows()[2].y), (2.5, 3, 2.5, 2.5));
    assert!((t.rows()[1].speed - 1.25).abs() < 1e-6);
}

#[test]
fn what_is_given_wins_and_is_reported() {
    let m = of("1 0 1 2\n1 1 2 2\n", &How { fps: Some(5.0), unit: Some(1.0), ..How::default() }).unwrap();
    assert_eq!((m.origin.fps, m.origin.unit_from, m.origin.area), (From::Given, From::Given, From::Assumed));
    assert_eq!((m.trajectories.fps, m.trajectories.rows()[1].x), (5.0, 2.0));
}

#[test]
fn a_fault_names_its_line() {
    for (text, word) in
        [("1 0 1 2\n1 1 two 2\n", "line 2"), ("1 0 1 2\n1 0 1 2\n", "twice"), ("1 0 nan 2\n", "no place")]
    {
        let error = of(text, &How::default()).unwrap_err().to_string();
        assert!(error.contains(word) && error.contains("people.txt"), "{error}");
    }
}

fn named(name: &str, text: &str, how: &How) -> Result<Measured, RecordingError> {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(name);
    std::fs::write(&file, text).unwrap();
    open(&file, how)
}

/// Two rows of walker 7: from (1, 2) m to (1.5, 2) m in a tenth of a second.
fn is_the_pair(m: &Measured, words: &str) {
    let t = &m.trajectories;
    assert_eq!((t.fps, t.frames(), t.rows().len(), t.rows()[0].id), (10.0, 2, 2, 7), "{words}");
    let places: Vec<f64> = t.rows().iter().flat_map(|r| [r.x, r.y]).collect();
    assert!(places.iter().zip([1.0, 2.0, 1.5, 2.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{words}: {places:?}");
}

#[test]
fn the_same_pair_is_read_from_many_heads() {
    for text in [
        "# fps: 10\nframe,id,x,y\n0,7,1,2\n1,7,1.5,2\n",
        "# framerate = 10 fps\nid;frame;x/m;y/m\n7;100;1,0;2\n7;101;1,5;2\n",
        "time,agent,pos_x,pos_y\n0.0,7,1,2\n0.1,7,1.5,2\n",
        "\u{feff}\"Ped ID\"\t\"t [ms]\"\t\"x [cm]\"\t\"y [cm]\"\t\"note\"\n7\t300\t100\t200\t\"a, b\"\n7\t400\t150\t200\t\n",
        "frame id x_mm y_mm time\n20 7 1000 2000 2.0\n  21 7 1500 2000 2.1\n",
        "# unit: cm\r\nt,person,z,y,x\r\n5,7,170,200,100\r\n\r\n5.1,7,170,200,150\r\n",
    ] {
        for name in ["people.csv", "people.txt"] {
            is_the_pair(&named(name, text, &How::default()).unwrap(), text);
        }
    }
}

#[test]
fn columns_can_be_given_by_name_and_number() {
    let text = "when,who,east,north\n0,7,1,2\n1,7,1.5,2\n";
    let say = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect();
    let columns = say(&[("frame", "When"), ("id", "2"), ("x", "east"), ("y", "north")]);
    is_the_pair(&named("a.csv", text, &How { fps: Some(10.0), columns, ..How::default() }).unwrap(), "told");
    let columns = say(&[("frame", "when"), ("id", "who"), ("x", "eest"), ("y", "north")]);
    let error = named("a.csv", text, &How { columns, ..How::default() }).unwrap_err().to_string();
    assert!(error.contains("did you mean `east`?"), "{error}");
    let error = named("a.csv", text, &How::default()).unwrap_err().to_string();
    assert!(error.contains("a.csv") && error.contains("`north`") && error.contains("option `column`"), "{error}");
}

#[test]
fn what_a_table_lacks_is_named_with_a_remedy() {
    for (text, words) in [
        ("frame,id,x,y\n0,7,1,2\n", "option `fps`"),
        ("# fps: 10\nframe,id,x,y\n0,7,1,2\n1,7,,2\n", "line 4"),
        ("# fps: 10\nframe,id,x,y\n0,7,1\n", "line 3"),
        ("# fps: 10\nframe,id,x,y\n0,7,1,2\n0.5,7,1,2\n", "frame 0.5 is no whole number"),
        ("# fps: 10\nframe,id,x,y\n0,-7,1,2\n", "below 0"),
        ("t,id,x,y\n0,7,1,2\n0.1,7,1,2\n0.2,7,1,2\n0.25,7,1,2\n0.3,7,1,2\n", "line 5"),
        ("# fps: 10\nframe,id,x [m],y [cm]\n0,7,1,2\n", "different units"),
        ("# fps: 10\n# wkt: POLYGON ((0 0))\nframe,id,x,y\n0,7,1,2\n", "walkable ground"),
        ("# fps: 10\nframe,id,x,y\n", "nobody"),
        ("", "a.csv"),
    ] {
        let error = named("a.csv", text, &How::default()).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("a.csv"), "{text:?}: {error}");
    }
}

#[test]
fn a_walker_twice_in_a_frame_is_reported_or_refused() {
    let text = "# fps: 10\nframe,id,x,y\n5,7,1,2\n6,7,1.5,2\n6,7,9,9\n";
    assert!(named("a.csv", text, &How::default()).unwrap_err().to_string().contains("twice in frame 6"));
    let m = named("a.csv", text, &How { twice: true, ..How::default() }).unwrap();
    is_the_pair(&m, "twice");
    assert_eq!(m.origin.twice, Some((1, (7, 1))));
}

#[test]
fn heads_of_the_juelich_archive_are_understood() {
    for (head, fps, x) in [
        (
            "# description: corridor\n# framerate: 25.00\n# geometry: geometry.xml\n# id frame x/m y/m z/m\n",
            25.0,
            150.0,
        ),
        ("#framerate: 25 fps\n#ID\tFR\tX\tY\tZ\n", 25.0, 1.5),
        (
            "# PeTrack project: a.pet\n# raw trajectory file\n#framerate:50\n# id frame x/cm y/cm z/cm colour\n",
            50.0,
            1.5,
        ),
        ("# framerate: 16\n# x and y in m\n", 16.0, 150.0),
        ("", 16.0, 1.5),
    ] {
        let m = of(&format!("{head}1 10 150 200 176\n1 11 160 200 176\n"), &How::default()).unwrap();
        assert_eq!((m.origin.kind, m.trajectories.fps), (FileKind::Juelich, fps), "{head}");
        assert!((m.trajectories.rows()[0].x - x).abs() < 1e-9, "{head}");
    }
}

#[test]
fn the_comments_give_the_order_of_the_columns() {
    let m = of("# framerate: 10\n# frame id x/m y/m\n0 7 1 2\n1 7 1.5 2\n", &How::default()).unwrap();
    is_the_pair(&m, "frame before id");
}

#[test]
fn the_ground_may_lie_beside() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.csv");
    std::fs::write(&file, "t,id,x,y\n0,7,1,2\n0.1,7,1.5,2\n").unwrap();
    assert_eq!(open(&file, &How::default()).unwrap().origin.area, From::Assumed);
    std::fs::write(dir.path().join("a.wkt"), "POLYGON ((0 0, 8 0, 8 3, 0 3, 0 0))").unwrap();
    let m = open(&file, &How::default()).unwrap();
    assert_eq!((m.origin.area, m.trajectories.area.area()), (From::Beside, 24.0));
    std::fs::write(dir.path().join("a.wkt"), "POLYGON ((0 0").unwrap();
    assert!(open(&file, &How::default()).unwrap_err().to_string().contains("a.wkt"));
}

#[test]
fn parquet_of_another_program_is_read_by_its_names() {
    use crate::parquet_file::tests::{Group, plain, put, write};
    use ::parquet::data_type::{ByteArrayType, FloatType, Int64Type};
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, time: &str, fill: &dyn Fn(&mut Group)| {
        let path = dir.path().join(name);
        let columns = format!("required int64 y_cm; required float x_cm; required int64 track_id; {time}");
        let all = |group: &mut Group| {
            put::<Int64Type>(group, &[200, 200], None);
            put::<FloatType>(group, &[100.0, 150.0], None);
            put::<Int64Type>(group, &[7, 7], None);
            fill(group);
        };
        write(&path, &columns, plain(), &[&all]);
        path
    };
    let whole = file("a.parquet", "required int64 timestamp_ms;", &|group| put::<Int64Type>(group, &[900, 1000], None));
    is_the_pair(&open(&whole, &How::default()).unwrap(), "parquet");
    let words = file("b.parquet", "required binary time (UTF8);", &|group| {
        put::<ByteArrayType>(group, &["a".into(), "b".into()], None);
    });
    assert!(open(&words, &How::default()).unwrap_err().to_string().contains("`time` holds no numbers"));
    let gap = file("c.parquet", "optional int64 time;", &|group| put::<Int64Type>(group, &[1], Some(&[1, 0])));
    assert!(open(&gap, &How::default()).unwrap_err().to_string().contains("row 2"));
}

/// The tables as JuPedSim 1.4.2 makes them, with none of ours.
#[test]
fn a_database_as_jupedsim_writes_it_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("jupedsim.sqlite");
    let db = rusqlite::Connection::open(&file).unwrap();
    db.execute_batch(
        "CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL,
             pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
         CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
         CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);
         CREATE UNIQUE INDEX geometry_hash on geometry(hash);
         CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
         INSERT INTO metadata VALUES ('version', '2'), ('fps', '10.0'), ('xmin', '0.0'), ('xmax', '10.0'),
             ('ymin', '0.0'), ('ymax', '4.0');
         INSERT INTO geometry VALUES (-6412, 'GEOMETRYCOLLECTION (POLYGON ((0 0, 0 4, 10 4, 10 0, 0 0), (4 1, 5 1, 5 2, 4 1)))');
         INSERT INTO frame_data VALUES (0, -6412), (1, -6412);
         INSERT INTO trajectory_data VALUES (0, 7, 1.0, 2.0, 1.0, 0.0), (1, 7, 1.5, 2.0, 1.0, 0.0);
         CREATE INDEX frame_id_idx ON trajectory_data(frame, id);",
    )
    .unwrap();
    drop(db);
    let m = open(&file, &How::default()).unwrap();
    is_the_pair(&m, "JuPedSim");
    assert!((m.trajectories.area.area() - 39.5).abs() < 1e-9);
    assert!((m.trajectories.rows()[1].speed - 5.0).abs() < 1e-6);
}

/// The corridor runs of the archive: no head, centimetres, 16 frames per second. Lines and walkers as counted with `wc`
/// and `sort -u`.
#[test]
fn corridor_runs_of_the_archive_are_read_whole() {
    let Some(file) = reference_data::reference("trajectories/uni-corridor/uo-050-180-180.txt") else { return };
    let text = std::fs::read_to_string(&file).unwrap();
    let m = open(&file, &How::default()).unwrap();
    assert_eq!((m.origin.kind, m.trajectories.fps, m.origin.unit), (FileKind::Juelich, 16.0, 0.01));
    assert_eq!(m.trajectories.rows().len(), text.lines().count());
    // People in a corridor walk: at centimetres they are within 3 m/s, at metres they would not.
    let fastest = m.trajectories.rows().iter().map(|r| r.speed).fold(0.0, f32::max);
    assert!((1.0..5.0).contains(&fastest), "{fastest} m/s");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400), kind in 0_usize..7) {
        let dir = tempfile::tempdir().unwrap();
        let name = ["a.txt", "a.csv", "a.parquet", "a.sqlite", "a.db", "a", "a.xyz"][kind];
        let file = dir.path().join(name);
        std::fs::write(&file, &bytes).unwrap();
        let _ = open(&file, &How::default());
        for kind in FileKind::ALL {
            let _ = open(&file, &How { kind: Some(kind), twice: true, ..How::default() });
        }
    }

    #[test]
    fn no_text_of_numbers_and_names_makes_a_reader_panic(
        text in "(# ?(fps|framerate|unit|wkt)[:=]? ?[0-9a-z.]{0,6}\n){0,2}(frame|t|time|id)?[,; \t](id|x/cm|ped)[,; \t]x[,; \t](y|z)\n([-0-9.e,;\" \t]{0,24}\n){0,8}"
    ) {
        for name in ["a.csv", "a.txt"] {
            let _ = named(name, &text, &How { twice: true, ..How::default() });
            let _ = named(name, &text, &How { fps: Some(1e300), unit: Some(1e-300), twice: true, ..How::default() });
        }
    }
}

/// Dictionaries and run lengths pack equal rows into nearly nothing: what a file unpacks to is known before it is unpacked.
#[test]
fn a_parquet_bomb_is_refused_before_it_is_unpacked() {
    use crate::parquet_file::tests::{Group, plain, put, write};
    use ::parquet::data_type::{DoubleType, Int32Type};
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("bomb.parquet");
    let rows = 1_000_000;
    let fill = |group: &mut Group| {
        (1..3).for_each(|v| put::<Int32Type>(group, &vec![v; rows], None));
        (3..5).for_each(|v| put::<DoubleType>(group, &vec![f64::from(v); rows], None));
    };
    let columns = "required int32 frame; required int32 id; required double x; required double y;";
    write(&file, columns, plain(), &[&fill as &dyn Fn(&mut Group); 12]);
    let size = std::fs::metadata(&file).unwrap().len();
    assert!(size < 1_000_000, "{size} bytes");
    let error = open(&file, &How { fps: Some(10.0), ..How::default() }).unwrap_err().to_string();
    assert!(error.contains("bomb.parquet") && error.contains("12 million rows are packed into"), "{error}");
}
