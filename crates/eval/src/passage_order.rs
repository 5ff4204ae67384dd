//! Who passes first.
//!
//! Definition: each walker has a straight line from where it started to its goal. The first is who first reaches the point where both lines cross, measured along
//! its own line. Parallel lines have no such point, and a point that neither reaches decides nothing: none.

use crate::tracks::Track;

/// A straight line from a start to a goal [m].
///
/// ```
/// let l = ambulo_eval::passage_order::StartGoalLine { start: (0.0, 0.0), goal: (3.0, 4.0) };
/// assert_eq!(l.goal.1, 4.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartGoalLine {
    /// Where it begins [m].
    pub start: (f64, f64),
    /// Where it leads [m].
    pub goal: (f64, f64),
}

/// Lines at a smaller angle than this count as parallel [rad].
const PARALLEL: f64 = 0.02;

impl StartGoalLine {
    fn along(&self) -> Option<(f64, f64)> {
        let (x, y) = (self.goal.0 - self.start.0, self.goal.1 - self.start.1);
        let length = (x * x + y * y).sqrt();
        (length > 1e-6).then(|| (x / length, y / length))
    }

    /// Where two lines cross, on either side of start and goal; none of parallel ones.
    ///
    /// ```
    /// use ambulo_eval::passage_order::StartGoalLine;
    /// let (a, b) = (StartGoalLine { start: (0.0, 0.0), goal: (4.0, 0.0) }, StartGoalLine { start: (3.0, -2.0), goal: (3.0, 2.0) });
    /// assert_eq!(a.crossing(&b), Some((3.0, 0.0)));
    /// assert_eq!(a.crossing(&a), None);
    /// ```
    pub fn crossing(&self, other: &Self) -> Option<(f64, f64)> {
        let (u, w) = (self.along()?, other.along()?);
        let sine = u.0 * w.1 - u.1 * w.0;
        if sine.abs() < PARALLEL {
            return None;
        }
        let between = (other.start.0 - self.start.0, other.start.1 - self.start.1);
        let far = (between.0 * w.1 - between.1 * w.0) / sine;
        Some((self.start.0 + far * u.0, self.start.1 + far * u.1))
    }

    /// Whether both cross between start and goal.
    ///
    /// ```
    /// use ambulo_eval::passage_order::StartGoalLine;
    /// let a = StartGoalLine { start: (0.0, 0.0), goal: (4.0, 0.0) };
    /// assert!(!a.crosses(&StartGoalLine { start: (5.0, -2.0), goal: (5.0, 2.0) }));
    /// ```
    pub fn crosses(&self, other: &Self) -> bool {
        let Some(x) = self.crossing(other) else { return false };
        let inside = |l: &Self| {
            let (dx, dy) = (l.goal.0 - l.start.0, l.goal.1 - l.start.1);
            let share = ((x.0 - l.start.0) * dx + (x.1 - l.start.1) * dy) / (dx * dx + dy * dy);
            (0.0..=1.0).contains(&share)
        };
        inside(self) && inside(other)
    }
}

/// Whether the first (0) or the second (1) of two walkers passes first; their lines are given.
///
/// ```
/// use ambulo_eval::{passage_order::{StartGoalLine, first}, tracks::Tracks};
/// let walk = |x: f64, y: f64, vx: f64, vy: f64| (0..9).map(|k| (x + vx * f64::from(k), y + vy * f64::from(k))).collect();
/// let t = Tracks::from_places(1.0, [(1, 0, walk(0.0, 0.0, 1.0, 0.0)), (2, 0, walk(5.0, -4.0, 0.0, 1.0))]);
/// let lines = [StartGoalLine { start: (0.0, 0.0), goal: (9.0, 0.0) }, StartGoalLine { start: (5.0, -4.0), goal: (5.0, 4.0) }];
/// assert_eq!(first([t.get(0), t.get(1)], lines), Some(1)); // after 4 s instead of 5
/// ```
pub fn first(walkers: [Track<'_>; 2], lines: [StartGoalLine; 2]) -> Option<usize> {
    let place = lines[0].crossing(&lines[1])?;
    let reached = |k: usize| reaches(walkers[k], lines[k].along()?, place);
    match (reached(0), reached(1)) {
        (None, None) => None,
        (Some(_), None) => Some(0),
        (None, Some(_)) => Some(1),
        (Some(a), Some(b)) if a == b => None,
        (Some(a), Some(b)) => Some(usize::from(b < a)),
    }
}

/// When a walker has come as far along its line as a place lies, in frames.
fn reaches(track: Track<'_>, along: (f64, f64), place: (f64, f64)) -> Option<f64> {
    let left = |k: usize| (place.0 - track.x[k]) * along.0 + (place.1 - track.y[k]) * along.1;
    let k = (0..track.x.len()).find(|k| left(*k) <= 0.0)?;
    let Some(before) = k.checked_sub(1) else { return Some(f64::from(track.first)) };
    let (a, b) = (left(before), left(k));
    Some(f64::from(track.first) + before as f64 + a / (a - b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracks::Tracks;

    fn of(lead: f64) -> Option<usize> {
        let walk =
            |x: f64, y: f64, vx: f64, vy: f64| (0..90).map(move |k| (x + vx * f64::from(k), y + vy * f64::from(k)));
        let (a, b) = (walk(-5.0 + lead, 0.0, 0.1, 0.0), walk(0.0, -5.0, 0.0, 0.1));
        let t = Tracks::from_places(10.0, [(1, 0, a.collect()), (2, 0, b.collect())]);
        let lines = [
            StartGoalLine { start: (-5.0, 0.0), goal: (5.0, 0.0) },
            StartGoalLine { start: (0.0, -5.0), goal: (0.0, 5.0) },
        ];
        first([t.get(0), t.get(1)], lines)
    }

    #[test]
    fn spec_who_reaches_the_crossing_of_the_lines_first_is_first() {
        assert_eq!((of(0.5), of(-0.5), of(-20.0)), (Some(0), Some(1), Some(1)));
        // A difference far below a frame decides too.
        assert_eq!((of(1e-3), of(-1e-3)), (Some(0), Some(1)));
    }

    #[test]
    fn spec_parallel_lines_have_no_order() {
        let t = Tracks::from_places(1.0, [(1, 0, vec![(0.0, 0.0), (1.0, 0.0)]), (2, 0, vec![(1.0, 1.0), (0.0, 1.0)])]);
        let lines = [
            StartGoalLine { start: (0.0, 0.0), goal: (1.0, 0.0) },
            StartGoalLine { start: (1.0, 1.0), goal: (0.0, 1.0) },
        ];
        assert_eq!(first([t.get(0), t.get(1)], lines), None);
    }
}
