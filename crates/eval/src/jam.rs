//! Jams: how long people stand in one, how fast they are there, how much they turn.
//!
//! Definition: a person is in a jam in a frame when the mean speed of the people within 2 m, itself included, is below 0.2 m/s and there
//! are at least 4 of them. A speed is the displacement from 0.25 s before to 0.25 s after the frame over that time, one-sided at the ends of
//! a trajectory; people seen in a single frame have none and do not count. People more than 1.5 m apart in height are not near each other.
//!
//! - share: frames of people in a jam over all frames of people with a speed. Unit: 1.
//! - speed: the mean speed of people in a jam. Unit: m/s.
//! - turning: the recorded orientation is taken every 0.5 s from a trajectory's first row on; the sum of the angles from each to the next,
//!   without sign, over the time between them, where the person is in a jam at both. Unit: degrees per minute. A recording without
//!   orientation, whose headings follow from its moves, has none.

use crate::by_frame::ByFrame;
use crate::moving_mean::{WINDOW, frames};
use crate::tracks::{Track, Tracks};
use ambulo_data::Trajectories;
use ambulo_geom::math::atan2;

/// People so near count [m].
pub const REACH: f64 = 2.0;
/// So many must be there, the person itself included.
pub const PEOPLE: u32 = 4;
/// Below this mean speed it is a jam [m/s].
pub const SLOW: f64 = 0.2;

/// Jams of a recording.
///
/// ```
/// assert_eq!(ambulo_eval::jam::Jams::default().share, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jams {
    /// Mean speed of people in a jam [m/s]; none without a jam.
    pub speed: Option<f64>,
    /// Share of person-time in a jam; none without people.
    pub share: Option<f64>,
    /// How much people in a jam turn [degrees per minute]; none without a jam or without orientation.
    pub turn_deg_per_min: Option<f64>,
    /// Frames of people with a speed.
    pub rows: usize,
    /// Of these, in a jam.
    pub in_jam: usize,
    /// Pairs of orientations that were compared.
    pub turns: usize,
}

/// Measures jams. `tracks` and `crowd` must be those of `t`.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::{by_frame::ByFrame, jam, tracks::Tracks};
/// use ambulo_geom::Region;
/// // Four stand in a square for 3 s.
/// let row = |id: u32, frame| TrajectoryRow {
///     frame, id, x: f64::from(id % 2), y: f64::from(id / 2), ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// let rows = (0..4).flat_map(|id| (0..30).map(move |frame| row(id, frame))).collect();
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], rows);
/// let tracks = Tracks::of(&t);
/// let jams = jam::measure(&t, &tracks, &ByFrame::new(&t, &tracks, 0.2));
/// assert_eq!((jams.share, jams.speed, jams.turn_deg_per_min), (Some(1.0), Some(0.0), Some(0.0)));
/// ```
pub fn measure(t: &Trajectories, tracks: &Tracks, crowd: &ByFrame) -> Jams {
    // Columns by track, then by time.
    let mut starts = Vec::with_capacity(tracks.len());
    let mut speeds = Vec::with_capacity(crowd.rows().len());
    let reach = frames(0.5 * WINDOW, tracks.fps);
    for track in tracks.iter() {
        starts.push(speeds.len());
        speeds.extend((0..track.x.len()).map(|k| speed(&track, k, reach, tracks.fps)));
    }
    let place = |row: &crate::by_frame::AgentRow| {
        starts[row.track as usize] + (row.frame - tracks.get(row.track as usize).first) as usize
    };
    let places: Vec<usize> = crowd.rows().iter().map(place).collect();
    // Sums of speeds, and of people, around each row.
    let mut around: Vec<(f64, u32)> = speeds.iter().map(|v| v.map_or((0.0, 0), |v| (v, 1))).collect();
    crowd.pairs_of_rows(REACH, |i, j, _| {
        let (i, j) = (places[i], places[j]);
        for (me, other) in [(i, j), (j, i)] {
            if let Some(v) = speeds[other] {
                around[me].0 += v;
                around[me].1 += 1;
            }
        }
    });
    let in_jam: Vec<bool> = around
        .iter()
        .zip(&speeds)
        .map(|((sum, people), own)| own.is_some() && *people >= PEOPLE && sum / f64::from(*people) < SLOW)
        .collect();
    let rows = speeds.iter().flatten().count();
    let slow: Vec<f64> = speeds.iter().zip(&in_jam).filter(|(_, jam)| **jam).filter_map(|(v, _)| *v).collect();
    let (turns, turn_deg_per_min) = turning(t, tracks, crowd, &places, &starts, &in_jam);
    Jams {
        speed: crate::statistics::mean(&slow),
        share: (rows > 0).then(|| slow.len() as f64 / rows as f64),
        turn_deg_per_min,
        rows,
        in_jam: slow.len(),
        turns,
    }
}

/// Displacement from `reach` rows before to as many after, over the time; none of a single row.
fn speed(track: &Track<'_>, k: usize, reach: usize, fps: f64) -> Option<f64> {
    let (from, to) = (k.saturating_sub(reach), k.saturating_add(reach).min(track.x.len() - 1));
    let (dx, dy) = (track.x[to] - track.x[from], track.y[to] - track.y[from]);
    let speed = (dx * dx + dy * dy).sqrt() * fps / (to - from) as f64;
    (to > from && speed.is_finite()).then_some(speed)
}

/// How many orientations of people in a jam were compared with the one before, and the degrees per minute between them.
fn turning(
    t: &Trajectories,
    tracks: &Tracks,
    crowd: &ByFrame,
    places: &[usize],
    starts: &[usize],
    in_jam: &[bool],
) -> (usize, Option<f64>) {
    let placed = || t.rows().iter().filter(|r| r.place().is_finite());
    // Both are by frame, then by walker: where both have the same rows, they stand side by side.
    if !t.oriented || placed().count() != crowd.rows().len() {
        return (0, None);
    }
    let mut facing = vec![(0.0_f64, 0.0_f64); in_jam.len()];
    placed().zip(places).for_each(|(row, at)| facing[*at] = (f64::from(row.ori_x), f64::from(row.ori_y)));
    let every = frames(WINDOW, tracks.fps);
    let (mut radians, mut turns) = (0.0, 0_usize);
    for (track, start) in tracks.iter().zip(starts) {
        let mut before = None;
        for at in (*start..*start + track.x.len()).step_by(every) {
            let (x, y) = facing[at];
            let now = (in_jam[at] && x * x + y * y > 1e-6).then_some((x, y));
            if let (Some((a, b)), Some((c, d))) = (before, now) {
                let (a, b): (f64, f64) = (a, b);
                radians += atan2(a * d - b * c, a * c + b * d).abs();
                turns += 1;
            }
            before = now;
        }
    }
    let minutes = turns as f64 * every as f64 / tracks.fps / 60.0;
    let rate = radians.to_degrees() / minutes;
    (turns, rate.is_finite().then_some(rate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use ambulo_data::TrajectoryRow;
    use ambulo_geom::Region;
    use ambulo_geom::math::{cos, sin};

    fn recording(rows: Vec<TrajectoryRow>) -> Trajectories {
        Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], rows)
    }

    fn of(t: &Trajectories) -> Jams {
        let tracks = Tracks::of(t);
        measure(t, &tracks, &ByFrame::new(t, &tracks, 0.2))
    }

    /// People in a row, 0.6 m apart, each moving so far a frame.
    fn queue(people: u32, step: f64) -> impl Iterator<Item = TrajectoryRow> {
        (0..people).flat_map(move |id| sample::walk(id, 0..101, (0.6 * f64::from(id), 0.0), (step, 0.0)))
    }

    #[test]
    fn a_creeping_queue_is_a_jam_and_a_walking_one_is_none() {
        let jams = of(&recording(queue(6, 0.015).collect()));
        assert_eq!((jams.share, jams.in_jam, jams.rows), (Some(1.0), 606, 606));
        assert!((jams.speed.unwrap() - 0.15).abs() < 1e-9);
        assert_eq!(jams.turn_deg_per_min, Some(0.0));
        let walk = of(&recording(queue(6, 0.05).collect()));
        assert_eq!((walk.share, walk.speed, walk.turn_deg_per_min), (Some(0.0), None, None));
    }

    #[test]
    fn three_are_no_jam_and_the_ends_of_a_row_see_only_one_side() {
        assert_eq!(of(&recording(queue(3, 0.0).collect())).share, Some(0.0));
        // 2 m hold three more on one side: everybody in a row of 8 has at least four.
        assert_eq!(of(&recording(queue(8, 0.0).collect())).share, Some(1.0));
        // On another level nobody stands near.
        let upstairs = queue(4, 0.0).map(|r| TrajectoryRow { z: if r.id < 2 { 0.0 } else { 3.0 }, ..r });
        assert_eq!(of(&recording(upstairs.collect())).share, Some(0.0));
    }

    #[test]
    fn one_who_passes_a_standing_crowd_is_in_the_jam_and_counts_with_its_speed() {
        // Five stand; with one at 0.9 m/s among them the mean is 0.15 m/s.
        let stand = (0..5).flat_map(|id| sample::stand(id, 0..11, 0.3 * f64::from(id), 0.5));
        let pass = sample::walk(9, 0..11, (0.15, 0.0), (0.09, 0.0));
        let jams = of(&recording(stand.chain(pass).collect()));
        assert_eq!(jams.share, Some(1.0));
        assert!((jams.speed.unwrap() - 0.15).abs() < 1e-9, "{jams:?}");
    }

    #[test]
    fn turning_is_the_change_of_the_recorded_orientation() {
        // 0.1 rad per second; from side to side by 0.1 rad every half second.
        let turned = |angle: fn(u32) -> f64| {
            let rows = queue(5, 0.0).map(|r| {
                let a = angle(r.frame);
                TrajectoryRow { ori_x: cos(a) as f32, ori_y: sin(a) as f32, ..r }
            });
            of(&recording(rows.collect())).turn_deg_per_min.unwrap()
        };
        let steady = turned(|frame| 0.01 * f64::from(frame));
        assert!((steady - 6.0_f64.to_degrees()).abs() < 1e-3, "{steady}");
        let wavering = turned(|frame| 0.1 * f64::from(frame / 5 % 2));
        assert!((wavering - 12.0_f64.to_degrees()).abs() < 1e-3, "{wavering}");
    }

    #[test]
    fn without_orientation_there_is_no_turning() {
        let t = recording(queue(5, 0.0).collect()).without_orientation();
        let jams = of(&t);
        assert_eq!((jams.share, jams.turn_deg_per_min), (Some(1.0), None));
        let none = queue(5, 0.0).map(|r| TrajectoryRow { ori_x: 0.0, ori_y: 0.0, ..r });
        assert_eq!(of(&recording(none.collect())).turn_deg_per_min, None);
    }

    #[test]
    fn nobody_one_person_and_one_frame_give_no_figures() {
        assert_eq!(of(&recording(vec![])), Jams::default());
        let one_frame = (0..9).flat_map(|id| sample::stand(id, 0..1, 0.1 * f64::from(id), 0.0)).collect();
        assert_eq!(of(&recording(one_frame)), Jams::default());
        let alone = of(&recording(sample::stand(1, 0..2, 0.0, 0.0).collect()));
        assert_eq!((alone.share, alone.speed, alone.turn_deg_per_min), (Some(0.0), None, None));
    }
}
