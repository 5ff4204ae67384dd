//! What a caller may ask to be done to a recording before it is measured: short gaps bridged, trajectories smoothed.
//! Nothing of this happens unasked, and how much was done is counted.

use crate::filter::{Butterworth, FilterError};
use ambulo_data::{Trajectories, TrajectoryRow};

/// Fills gaps of up to so many seconds by straight lines at constant speed; the recording and how many rows were made up.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::Region;
/// let row = |frame, x| TrajectoryRow { frame, id: 4, x, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![row(0, 0.0), row(3, 0.3), row(9, 0.9)]);
/// let (bridged, made_up) = ambulo_eval::repair::bridge(&t, 0.3);
/// assert_eq!((made_up, bridged.rows().len()), (2, 5));
/// assert!((bridged.rows()[2].x - 0.2).abs() < 1e-12);
/// ```
pub fn bridge(t: &Trajectories, seconds: f64) -> (Trajectories, usize) {
    let mut rows = t.rows().to_vec();
    for walk in t.walks() {
        for w in walk.windows(2) {
            let frames = w[1].frame.saturating_sub(w[0].frame);
            // A billionth of slack: 3 frames of 0.1 s are 0.3 s.
            if frames > 1 && f64::from(frames) / t.fps <= seconds + 1e-9 {
                rows.extend((1..frames).map(|k| between(&w[0], &w[1], k, t.fps)));
            }
        }
    }
    let made_up = rows.len() - t.rows().len();
    let mut bridged = Trajectories::new(t.fps, t.area.clone(), t.walkers.clone(), rows).with_levels(t.levels.clone());
    bridged.oriented = t.oriented;
    (bridged, made_up)
}

/// How many rows [`bridge`] would make up: a file with one far frame asks for more than fit into memory.
///
/// ```
/// # use ambulo_data::{Trajectories, TrajectoryRow};
/// # use ambulo_geom::Region;
/// # let row = |frame, x| TrajectoryRow { frame, id: 4, x, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![row(0, 0.0), row(3, 0.3), row(9, 0.9)]);
/// assert_eq!((ambulo_eval::repair::rows_to_bridge(&t, 0.3), ambulo_eval::repair::rows_to_bridge(&t, 1.0)), (2, 7));
/// ```
pub fn rows_to_bridge(t: &Trajectories, seconds: f64) -> u64 {
    let gaps = t.walks().flat_map(|walk| walk.windows(2)).map(|w| w[1].frame.saturating_sub(w[0].frame));
    gaps.filter(|frames| *frames > 1 && f64::from(*frames) / t.fps <= seconds + 1e-9).map(|n| u64::from(n - 1)).sum()
}

fn between(a: &TrajectoryRow, b: &TrajectoryRow, k: u32, fps: f64) -> TrajectoryRow {
    let frames = f64::from(b.frame - a.frame);
    let share = f64::from(k) / frames;
    let place = a.place().lerp(b.place(), share);
    let speed = (a.place().distance(b.place()) * fps / frames) as f32;
    let z = a.z + (b.z - a.z) * share as f32;
    let nearer = if share < 0.5 { a.level } else { b.level };
    TrajectoryRow { frame: a.frame + k, x: place.x, y: place.y, z, speed, level: nearer, ..*a }
}

/// Smooths the trajectories, each part without a gap by itself, with speeds and headings of the smoothed ones (what was recorded
/// of orientation is lost); and how many parts were too short and stayed as they were.
///
/// # Errors
/// As [`Butterworth::at`].
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::filter::Butterworth;
/// use ambulo_geom::Region;
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 4, x: 0.1 * f64::from(frame), y: f64::from(frame % 2), ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], (0..60).map(row).collect());
/// let (smooth, short) = ambulo_eval::repair::smooth(&t, &Butterworth { order: 3, cutoff_hz: 0.5 }).unwrap();
/// assert_eq!(short, 0);
/// assert!((smooth.rows()[30].y - 0.5).abs() < 0.01);
/// assert!((smooth.rows()[30].speed - 1.0).abs() < 0.01);
/// ```
pub fn smooth(t: &Trajectories, filter: &Butterworth) -> Result<(Trajectories, usize), FilterError> {
    let design = filter.at(t.fps)?;
    let mut rows: Vec<TrajectoryRow> = Vec::with_capacity(t.rows().len());
    let mut short = 0;
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for walk in t.walks() {
        for part in walk.chunk_by(|a, b| b.frame == a.frame + 1) {
            x.clear();
            y.clear();
            x.extend(part.iter().map(|r| r.x));
            y.extend(part.iter().map(|r| r.y));
            let done = design.smooth(&mut x);
            design.smooth(&mut y);
            short += usize::from(!done);
            let last = part.len() - 1;
            rows.extend(part.iter().enumerate().map(|(k, row)| {
                if !done {
                    return *row;
                }
                let (from, to) = (k.saturating_sub(1), (k + 1).min(last));
                let (dx, dy) = (x[to] - x[from], y[to] - y[from]);
                let length = (dx * dx + dy * dy).sqrt();
                let speed = (length * t.fps / (to - from) as f64) as f32;
                let heads = length > 1e-6;
                let (ori_x, ori_y) =
                    if heads { ((dx / length) as f32, (dy / length) as f32) } else { (row.ori_x, row.ori_y) };
                TrajectoryRow { x: x[k], y: y[k], ori_x, ori_y, speed, ..*row }
            }));
        }
    }
    let smooth = Trajectories::new(t.fps, t.area.clone(), t.walkers.clone(), rows).with_levels(t.levels.clone());
    Ok((smooth.without_orientation(), short))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sample, tracks::Tracks};

    #[test]
    fn only_short_gaps_are_bridged() {
        let rows = sample::walk(1, 0..100, (0.0, 1.0), (0.08, 0.02));
        let whole: Vec<TrajectoryRow> = rows.collect();
        let holed = whole.iter().copied().filter(|r| !(10..14).contains(&r.frame) && !(50..60).contains(&r.frame));
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], holed.collect());
        let (bridged, made_up) = bridge(&t, 0.5);
        assert_eq!(made_up, 4);
        for row in bridged.rows() {
            let true_row = whole[row.frame as usize];
            assert!(row.place().distance(true_row.place()) < 1e-12);
        }
        assert_eq!(bridge(&t, 2.0).1, 14);
        assert_eq!(bridge(&t, 0.0).1, 0);
    }

    #[test]
    fn smoothing_is_that_of_the_tracks() {
        let rows = sample::circle(1, 3.0, 90, 200).chain(sample::walk(2, 5..80, (0.0, 0.0), (0.1, 0.03)));
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], rows.collect());
        let butter = Butterworth { order: 3, cutoff_hz: 0.5 };
        let (smooth, short) = smooth(&t, &butter).unwrap();
        assert_eq!(short, 0);
        assert_eq!(Tracks::of(&smooth), butter.tracks(&Tracks::of(&t)).unwrap().0);
    }
}
