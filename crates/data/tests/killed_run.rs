//! A run that is killed leaves a recording that opens and ends with a complete frame.
//!
//! The test starts itself again as a child that writes without end, kills it, and reads what is left.

use ambulo_data::recording::{Format, RecordingMeta, create, read};
use ambulo_data::{TrajectoryRow, Walker};
use ambulo_geom::{Polygon, Region};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PEOPLE: u32 = 200;
const CHILD_DIR: &str = "AMBULO_TEST_KILLED_DIR";
const CHILD_FORMAT: &str = "AMBULO_TEST_KILLED_FORMAT";

fn write_without_end(dir: &Path, format: Format) {
    let area = Region::from(Polygon::rectangle(0.0, 0.0, 900.0, 900.0).unwrap());
    let meta = RecordingMeta::new(area, 0.05, 10.0);
    let mut writer = create(dir, format, &meta).unwrap();
    let walker = |id| Walker { id, group: "g".into(), model: "m".into(), radius: 0.2, level: 0 };
    writer.walkers(&(0..PEOPLE).map(walker).collect::<Vec<_>>()).unwrap();
    for frame in 0..1_000_000 {
        let row = |id: u32| {
            let (x, y) = (f64::from(id), f64::from(frame));
            TrajectoryRow { frame, id, x, y, ori_x: 1.0, ori_y: 0.0, speed: 1.0, level: 0, z: 0.0 }
        };
        writer.frame(frame, &(0..PEOPLE).map(row).collect::<Vec<_>>()).unwrap();
        if frame % 100 == 99 {
            writer.flush().unwrap();
        }
    }
}

/// Does nothing unless it is the child.
#[test]
fn child() {
    if let (Ok(dir), Ok(format)) = (std::env::var(CHILD_DIR), std::env::var(CHILD_FORMAT)) {
        write_without_end(Path::new(&dir), format.parse().unwrap());
    }
}

fn start(dir: &Path, format: Format) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env(CHILD_DIR, dir)
        .env(CHILD_FORMAT, format.name())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_killed_run_leaves_whole_frames() {
    for format in Format::ALL {
        // Two different moments, to hit the writer at different work.
        for more in [0, 137] {
            let dir = tempfile::tempdir().unwrap();
            let mut child = start(dir.path(), format);
            let began = Instant::now();
            while read(dir.path()).map_or(0, |t| t.frames()) < 100 {
                assert!(began.elapsed() < Duration::from_secs(60), "{format:?}: nothing was written in a minute");
                std::thread::sleep(Duration::from_millis(30));
            }
            std::thread::sleep(Duration::from_millis(more));
            child.kill().unwrap();
            child.wait().unwrap();

            let left = read(dir.path()).unwrap();
            assert!(left.frames() >= 100, "{format:?}: {} frames", left.frames());
            assert_eq!(left.walkers.len(), PEOPLE as usize, "{format:?}");
            for frame in 0..left.frames() {
                assert_eq!(left.frame(frame).len(), PEOPLE as usize, "{format:?}: frame {frame}");
            }
        }
    }
}
