//! People who leave a recording just before a line that they were about to cross.
//!
//! Definition: a walker vanishes before a line when it never crosses it, its last row lies before the recording's last frame,
//! and its trajectory, extended from its last row in the direction in which it last moved, meets the line within
//! [`REACH`]. A simulation takes people out when their body touches their goal, so a line at an exit counts nobody of them. They are
//! not counted as crossings, because nobody saw them cross; that there are some is reported.

use crate::measuring::MeasuringLine;
use crate::n_t::{LineCrossing, meet};
use ambulo_data::{Trajectories, TrajectoryRow};
use ambulo_geom::{Point, Segment};

/// So far beyond the last row a trajectory is extended [m].
pub const REACH: f64 = 1.0;
/// The direction is taken from the last row at least so far away [m].
const MOVED: f64 = 0.05;

/// People who vanish before a line.
///
/// ```
/// let v = ambulo_eval::vanish::Vanished { people: 12, metres: 0.31 };
/// assert_eq!(v.people, 12);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vanished {
    /// How many.
    pub people: usize,
    /// How far before the line at most [m].
    pub metres: f64,
}

/// Who vanishes before a line, of those who do not cross it.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::{measuring::MeasuringLine, vanish};
/// let row = |frame: u32, id, x: f64| TrajectoryRow { frame, id, x, y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 1.0, level: 0, z: 0.0 };
/// let rows = vec![row(0, 1, 0.0), row(1, 1, 0.5), row(0, 2, 0.0), row(2, 2, 0.0)];
/// let t = Trajectories::new(1.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], rows);
/// let line = MeasuringLine::between("exit", (0.75, -1.0), (0.75, 1.0)).unwrap();
/// assert_eq!(vanish::before(&t, &line, &[]), vanish::Vanished { people: 1, metres: 0.25 });
/// ```
pub fn before(t: &Trajectories, line: &MeasuringLine, crossings: &[LineCrossing]) -> Vanished {
    let mut crossed: Vec<u32> = crossings.iter().map(|c| c.id).collect();
    crossed.sort_unstable();
    let end = t.frames().saturating_sub(1) as u32;
    let mut found = Vanished::default();
    for walk in t.walks().filter(|walk| crossed.binary_search(&walk[0].id).is_err()) {
        let Some(distance) = beyond(walk, line, end) else { continue };
        found.people += 1;
        found.metres = found.metres.max(distance);
    }
    found
}

/// How far before the line a trajectory ends that would have met it.
fn beyond(walk: &[TrajectoryRow], line: &MeasuringLine, end: u32) -> Option<f64> {
    let last = walk.last().filter(|row| row.frame < end && row.level == line.level)?;
    let place = last.place();
    let from = walk.iter().rev().find(|row| row.place().distance(place) >= MOVED)?.place();
    let length = from.distance(place);
    let (dx, dy) = ((place.x - from.x) / length * REACH, (place.y - from.y) / length * REACH);
    // The last move itself is extended too: the last row never counts as a crossing.
    let drawn_on = Segment::new(walk.get(walk.len().wrapping_sub(2))?.place(), Point::new(place.x + dx, place.y + dy));
    (drawn_on.b.is_finite() && meet(line.segment, drawn_on)).then(|| line.segment.distance(place))
}
