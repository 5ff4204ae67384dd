//! Small recordings for tests.

use ambulo_data::{TrajectoryRow, Walker};
use ambulo_geom::{Polygon, Region, math};
use std::ops::Range;

pub fn square(side: f64) -> Region {
    Region::from(Polygon::rectangle(0.0, 0.0, side, side).unwrap())
}

pub fn walker(id: u32, group: &str) -> Walker {
    Walker { id, group: group.into(), model: String::new(), radius: 0.25, level: 0 }
}

/// Moves by `step` each frame and claims 1.5 m/s.
pub fn walk(id: u32, frames: Range<u32>, from: (f64, f64), step: (f64, f64)) -> impl Iterator<Item = TrajectoryRow> {
    frames.enumerate().map(move |(k, frame)| TrajectoryRow {
        frame,
        id,
        x: from.0 + step.0 * k as f64,
        y: from.1 + step.1 * k as f64,
        ori_x: 1.0,
        ori_y: 0.0,
        speed: 1.5,
        level: 0,
        z: 0.0,
    })
}

pub fn stand(id: u32, frames: Range<u32>, x: f64, y: f64) -> impl Iterator<Item = TrajectoryRow> {
    walk(id, frames, (x, y), (0.0, 0.0)).map(|r| TrajectoryRow { speed: 0.0, ..r })
}

/// Goes round a circle in `parts` rows, for so many rows.
pub fn circle(id: u32, radius: f64, parts: u32, rows: u32) -> impl Iterator<Item = TrajectoryRow> {
    (0..rows).flat_map(move |k| {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(parts);
        stand(id, k..k + 1, 4.5 + radius * math::cos(angle), 4.5 + radius * math::sin(angle))
    })
}
