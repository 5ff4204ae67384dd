//! How fast each format is written and read; run by hand:
//! `cargo test --release -p ambulo-data --test throughput -- --ignored --nocapture`

use ambulo_data::recording::{Format, RecordingMeta, create, read};
use ambulo_data::{TrajectoryRow, Walker};
use ambulo_geom::{Polygon, Region};
use std::time::Instant;

#[test]
#[ignore = "prints numbers, checks nothing"]
fn a_million_rows() {
    const PEOPLE: u32 = 1000;
    const FRAMES: u32 = 1000;
    let area = Region::from(Polygon::rectangle(0.0, 0.0, 900.0, 900.0).unwrap());
    let meta = RecordingMeta::new(area, 0.05, 10.0);
    for format in Format::ALL {
        let dir = tempfile::tempdir().unwrap();
        let began = Instant::now();
        let mut writer = create(dir.path(), format, &meta).unwrap();
        let walker = |id| Walker { id, group: "g".into(), model: "m".into(), radius: 0.2, level: 0 };
        writer.walkers(&(0..PEOPLE).map(walker).collect::<Vec<_>>()).unwrap();
        for frame in 0..FRAMES {
            let row = |id: u32| {
                // Digits as a simulation has them, not the round numbers that compress well.
                let x = f64::from(id) * 0.8 + f64::from(frame) * 0.134 / 1.7;
                let y = f64::from(id * 7919 % 1000) * 0.9 + f64::from(frame) / 997.0;
                TrajectoryRow {
                    frame,
                    id,
                    x,
                    y,
                    ori_x: 0.6,
                    ori_y: 0.8,
                    speed: 1.0 + id as f32 / 997.0,
                    level: 0,
                    z: 0.0,
                }
            };
            writer.frame(frame, &(0..PEOPLE).map(row).collect::<Vec<_>>()).unwrap();
        }
        writer.finish().unwrap();
        let written = began.elapsed().as_secs_f64();
        let size = std::fs::metadata(dir.path().join(format.file_name())).unwrap().len() as f64 / 1e6;
        let began = Instant::now();
        let rows = read(dir.path()).unwrap().rows().len() as f64;
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{:8} {:9.0} rows/s written, {:9.0} rows/s read, {size:.1} MB",
            format.name(),
            rows / written,
            rows / seconds
        );
    }
}
