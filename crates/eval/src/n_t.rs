//! Line crossings over time: N(t).
//!
//! Definition: a walker crosses in frame k when its move from frame k - 1 to k meets the line, or begins within 0.01 mm
//! of it, and does not end within 0.01 mm of it. The last row of a trajectory never counts: whether it continued is
//! unknown. Each walker counts once, when it first crosses in the direction asked for. N(t) is how many have crossed
//! until frame t. Unit: people.
//!
//! These are PedPy's rules but for one: there a move must begin exactly on the line, so that who ends one step less
//! than 0.01 mm beyond it is never counted. The time of a crossing, which PedPy does not give, is where the straight
//! line between the two frames meets the line.

use crate::measuring::MeasuringLine;
use ambulo_data::{Trajectories, TrajectoryRow};
use ambulo_geom::predicates::orient;
use ambulo_geom::{Bounds, Point, Segment};

/// Nearer to the line than this [m] a move ends on it.
const ON_LINE: f64 = 1e-5;

/// Which crossings count.
///
/// ```
/// use ambulo_eval::n_t::Direction;
/// assert_eq!(Direction::from_name("forward"), Some(Direction::Forward));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Both directions.
    #[default]
    Both,
    /// From the left of the line to its right.
    Forward,
    /// From its right to its left.
    Backward,
}

impl Direction {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::n_t::Direction::ALL.len(), 3);
    /// ```
    pub const ALL: [Self; 3] = [Self::Both, Self::Forward, Self::Backward];

    /// Its name on the command line.
    ///
    /// ```
    /// use ambulo_eval::n_t::Direction;
    /// assert_eq!(Direction::from_name(Direction::Both.name()), Some(Direction::Both));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Forward => "forward",
            Self::Backward => "backward",
        }
    }

    /// The direction of that name.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::n_t::Direction::from_name("up"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.name() == name)
    }
}

/// One walker crossing a line.
///
/// ```
/// let c = ambulo_eval::n_t::LineCrossing { id: 4, frame: 12, row: 80, time: 1.16, forward: true };
/// assert!(c.time <= f64::from(c.frame) / 10.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineCrossing {
    /// Walker.
    pub id: u32,
    /// The frame in which it is across.
    pub frame: u32,
    /// Its row in that frame, in the order of [`Trajectories::rows`].
    pub row: usize,
    /// When it was on the line [s].
    pub time: f64,
    /// Whether it went forward.
    pub forward: bool,
}

/// The first crossing of each walker, by frame and walker.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::{measuring::MeasuringLine, n_t};
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 1, x: f64::from(frame) - 2.5, y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], (0..6).map(row).collect());
/// let door = MeasuringLine::between("door", (0.0, -1.0), (0.0, 1.0)).unwrap();
/// let found = n_t::crossings(&t, &door, n_t::Direction::Both);
/// assert_eq!((found[0].frame, found[0].time, found[0].forward), (3, 0.25, true));
/// ```
pub fn crossings(t: &Trajectories, line: &MeasuringLine, direction: Direction) -> Vec<LineCrossing> {
    let rows = t.rows();
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    // By frame already; a stable sort by walker keeps that.
    order.sort_by_key(|i| rows[*i as usize].id);
    let near = Bounds::of([line.segment.a, line.segment.b]).expect("two places").grown(ON_LINE);
    let mut found = Vec::new();
    for walk in order.chunk_by(|a, b| rows[*a as usize].id == rows[*b as usize].id) {
        let mut steps = walk.windows(2).take(walk.len().saturating_sub(2));
        let first = steps.find_map(|w| {
            let (a, b) = (&rows[w[0] as usize], &rows[w[1] as usize]);
            let forward = step_over(a, b, line, near)?;
            let wanted = match direction {
                Direction::Both => true,
                Direction::Forward => forward,
                Direction::Backward => !forward,
            };
            let time = (f64::from(a.frame) + share(line.segment, a.place(), b.place())) / t.fps;
            wanted.then_some(LineCrossing { id: b.id, frame: b.frame, row: w[1] as usize, time, forward })
        });
        found.extend(first);
    }
    found.sort_by_key(|c| (c.frame, c.id));
    found
}

/// Whether a step crosses the line, and if so whether forward.
fn step_over(a: &TrajectoryRow, b: &TrajectoryRow, line: &MeasuringLine, near: Bounds) -> Option<bool> {
    if b.frame != a.frame + 1 || a.level != line.level || b.level != line.level {
        return None;
    }
    let (s, p, q) = (line.segment, a.place(), b.place());
    let step = Bounds::of([p, q])?;
    let sound = p.is_finite() && q.is_finite() && step.meets(near);
    if !sound || !(meet(s, Segment::new(p, q)) || s.distance(p) < ON_LINE) || s.distance(q) < ON_LINE {
        return None;
    }
    // A step that begins on the line is judged by where it ends.
    let (from, to) = (orient(s.a, s.b, p), orient(s.a, s.b, q));
    Some(if to == 0.0 { from > 0.0 } else { to < 0.0 })
}

/// Whether two segments have a place in common, ends included. Exact.
pub(crate) fn meet(s: Segment, o: Segment) -> bool {
    let boxes = |s: Segment| Bounds::of([s.a, s.b]).expect("two places");
    let parted = |s: Segment, o: Segment| {
        let (a, b) = (orient(s.a, s.b, o.a), orient(s.a, s.b, o.b));
        (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
    };
    boxes(s).meets(boxes(o)) && !parted(s, o) && !parted(o, s)
}

/// At which fraction of the segment from p to q a step meets the line.
fn share(s: Segment, p: Point, q: Point) -> f64 {
    let (from, to) = (orient(s.a, s.b, p), orient(s.a, s.b, q));
    if from == to { 0.0 } else { (from / (from - to)).clamp(0.0, 1.0) }
}

/// N(t): how many have crossed until each of so many frames.
///
/// ```
/// use ambulo_eval::n_t::{LineCrossing, cumulative};
/// let at = |frame| LineCrossing { id: frame, frame, row: 0, time: 0.0, forward: true };
/// assert_eq!(cumulative(&[at(1), at(3)], 5), [0, 1, 1, 2, 2]);
/// ```
pub fn cumulative(crossings: &[LineCrossing], frames: usize) -> Vec<u32> {
    let mut n = vec![0; frames];
    crossings.iter().filter(|c| (c.frame as usize) < frames).for_each(|c| n[c.frame as usize] += 1);
    for f in 1..frames {
        n[f] += n[f - 1];
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn crossed(rows: impl Iterator<Item = TrajectoryRow>, direction: Direction) -> Vec<(u32, u32, bool)> {
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], rows.collect());
        let line = MeasuringLine::between("door", (0.0, -1.0), (0.0, 1.0)).unwrap();
        crossings(&t, &line, direction).iter().map(|c| (c.id, c.frame, c.forward)).collect()
    }

    #[test]
    fn straight_walkers_are_counted_when_they_must_be() {
        // Walker i starts 0.05 + 0.1 i before the line and does 0.1 per frame: across in frame i + 1.
        let rows = (0..20).flat_map(|i| sample::walk(i, 0..40, (-0.05 - 0.1 * f64::from(i), 0.0), (0.1, 0.0)));
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], rows.collect());
        let line = MeasuringLine::between("door", (0.0, -1.0), (0.0, 1.0)).unwrap();
        let all = crossings(&t, &line, Direction::Both);
        let n = cumulative(&all, t.frames());
        for (f, n) in n.iter().enumerate() {
            assert_eq!(*n as usize, f.min(20));
        }
        for c in &all {
            assert!((c.time - (f64::from(c.id) + 0.5) / 10.0).abs() < 1e-12, "{c:?}");
        }
    }

    #[test]
    fn a_trajectory_that_ends_on_the_line_crosses_when_it_continues() {
        let at = |frame: u32, x: f64| sample::stand(1, frame..frame + 1, x, 0.0);
        let rows = || at(0, -1.0).chain(at(1, 0.0)).chain(at(2, 1.0)).chain(at(3, 2.0));
        assert_eq!(crossed(rows(), Direction::Both), [(1, 2, true)]);
    }

    #[test]
    fn who_stops_a_hair_beyond_the_line_is_not_lost() {
        let at = |frame: u32, x: f64| sample::stand(1, frame..frame + 1, x, 0.0);
        let rows = || at(0, -1.0).chain(at(1, 1e-9)).chain(at(2, 1.0)).chain(at(3, 2.0));
        assert_eq!(crossed(rows(), Direction::Both), [(1, 2, true)]);
    }

    #[test]
    fn turning_back_counts_once_and_directions_apart() {
        let at = |frame: u32, x: f64| sample::stand(1, frame..frame + 1, x, 0.0);
        let rows = || at(0, -1.0).chain(at(1, 1.0)).chain(at(2, -1.0)).chain(at(3, -2.0));
        assert_eq!(crossed(rows(), Direction::Both), [(1, 1, true)]);
        assert_eq!(crossed(rows(), Direction::Backward), [(1, 2, false)]);
    }

    #[test]
    fn last_rows_gaps_other_levels_and_trajectories_beside_the_line_do_not_count() {
        let at = |frame: u32, x: f64, y: f64| sample::stand(1, frame..frame + 1, x, y);
        assert!(crossed(at(0, -1.0, 0.0).chain(at(1, 1.0, 0.0)), Direction::Both).is_empty());
        assert!(crossed(at(0, -1.0, 0.0).chain(at(2, 1.0, 0.0)).chain(at(3, 2.0, 0.0)), Direction::Both).is_empty());
        assert!(crossed(at(0, -1.0, 1.5).chain(at(1, 1.0, 1.5)).chain(at(2, 2.0, 1.5)), Direction::Both).is_empty());
        let up = at(0, -1.0, 0.0).chain(at(1, 1.0, 0.0)).chain(at(2, 2.0, 0.0));
        assert!(crossed(up.map(|r| TrajectoryRow { level: 1, ..r }), Direction::Both).is_empty());
    }
}
