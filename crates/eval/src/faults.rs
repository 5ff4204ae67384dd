//! What is wrong with a recording: missing frames, jumps, rows off the ground. Found and reported, never repaired here.
//!
//! Definitions: a walker misses the frames between its first and its last in which it has no row. It jumps when the
//! move since its row before needs more than a speed limit (12 m/s by default: nobody runs faster). A row is off the
//! ground when it lies outside the walkable area of its level by more than 1 cm.

use ambulo_data::{Trajectories, TrajectoryRow};
use ambulo_geom::Region;

/// Faster than people run [m/s].
pub const FASTEST: f64 = 12.0;
/// So far outside nobody is off the ground yet [m].
pub const SLACK: f64 = 0.01;

/// What is wrong with one walker.
///
/// ```
/// let one = ambulo_eval::faults::WalkerFaults { id: 3, missing: 4, ..Default::default() };
/// assert!(one.jumps.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WalkerFaults {
    /// Walker.
    pub id: u32,
    /// Frames it misses.
    pub missing: u32,
    /// The longest gap [frames].
    pub longest: u32,
    /// Where it jumps.
    pub jumps: Vec<Jump>,
    /// Rows off the ground.
    pub outside: u32,
    /// The first frame off the ground.
    pub first_outside: Option<u32>,
}

/// A walker that is suddenly elsewhere.
///
/// ```
/// let jump = ambulo_eval::faults::Jump { frame: 9, metres: 5.0, speed: 50.0 };
/// assert!(jump.speed > ambulo_eval::faults::FASTEST);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jump {
    /// Frame in which it is elsewhere.
    pub frame: u32,
    /// How far from its row before [m].
    pub metres: f64,
    /// How fast that would be [m/s].
    pub speed: f64,
}

/// What is wrong with a recording.
///
/// ```
/// assert!(ambulo_eval::faults::Faults::default().is_clean());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faults {
    /// Walkers with a fault, by number.
    pub walkers: Vec<WalkerFaults>,
    /// Above this speed a move is a jump [m/s].
    pub limit: f64,
}

impl Faults {
    /// Missing frames of all walkers.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::faults::Faults::default().missing(), 0);
    /// ```
    pub fn missing(&self) -> u64 {
        self.walkers.iter().map(|w| u64::from(w.missing)).sum()
    }

    /// The longest gap of all [frames].
    ///
    /// ```
    /// assert_eq!(ambulo_eval::faults::Faults::default().longest(), 0);
    /// ```
    pub fn longest(&self) -> u32 {
        self.walkers.iter().map(|w| w.longest).max().unwrap_or(0)
    }

    /// Jumps of all walkers.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::faults::Faults::default().jumps(), 0);
    /// ```
    pub fn jumps(&self) -> usize {
        self.walkers.iter().map(|w| w.jumps.len()).sum()
    }

    /// Rows off the ground.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::faults::Faults::default().outside(), 0);
    /// ```
    pub fn outside(&self) -> u64 {
        self.walkers.iter().map(|w| u64::from(w.outside)).sum()
    }

    /// Whether nothing was found.
    ///
    /// ```
    /// assert!(ambulo_eval::faults::Faults::default().is_clean());
    /// ```
    pub fn is_clean(&self) -> bool {
        self.walkers.is_empty()
    }
}

/// Looks for faults; `limit` is the speed above which a move is a jump [m/s].
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::faults::{FASTEST, find};
/// use ambulo_geom::{Polygon, Region};
/// let row = |frame, x| TrajectoryRow { frame, id: 4, x, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
/// // Frames 2 and 3 are missing; then it is 7 m further, outside.
/// let t = Trajectories::new(10.0, hall, vec![], vec![row(0, 5.0), row(1, 5.1), row(4, 5.4), row(5, 12.4)]);
/// let faults = find(&t, FASTEST);
/// assert_eq!((faults.missing(), faults.longest(), faults.jumps(), faults.outside()), (2, 2, 1, 1));
/// assert_eq!(faults.walkers[0].jumps[0].frame, 5);
/// ```
pub fn find(t: &Trajectories, limit: f64) -> Faults {
    let grounds: Vec<Region> = match t.levels.as_slice() {
        [] => vec![t.area.clone()],
        levels => levels.iter().map(|level| level.ground()).collect(),
    };
    let off = |row: &TrajectoryRow| {
        let Some(ground) = grounds.get(usize::from(row.level)).filter(|g| !g.polygons().is_empty()) else {
            return false;
        };
        !ground.contains(row.place()) && ground.distance_to_border(row.place()) > SLACK
    };
    let mut walkers = Vec::new();
    for rows in t.walks() {
        let mut found = WalkerFaults { id: rows[0].id, ..WalkerFaults::default() };
        for w in rows.windows(2) {
            let frames = w[1].frame.saturating_sub(w[0].frame);
            let gap = frames.saturating_sub(1);
            found.missing += gap;
            found.longest = found.longest.max(gap);
            let metres = w[0].place().distance(w[1].place());
            // Where the level changes, walkers come by stairs that are shorter on the plan than on foot: no exception.
            let speed = metres * t.fps / f64::from(frames.max(1));
            if speed > limit {
                found.jumps.push(Jump { frame: w[1].frame, metres, speed });
            }
        }
        for row in rows.iter().filter(|r| off(r)) {
            found.outside += 1;
            found.first_outside = found.first_outside.or(Some(row.frame));
        }
        if found.missing > 0 || !found.jumps.is_empty() || found.outside > 0 {
            walkers.push(found);
        }
    }
    Faults { walkers, limit }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_recording_without_faults_is_clean() {
        let rows = sample::walk(1, 0..50, (1.0, 1.0), (0.1, 0.0)).chain(sample::stand(2, 9..12, 8.0, 8.0));
        assert!(find(&Trajectories::new(10.0, sample::square(9.0), vec![], rows.collect()), FASTEST).is_clean());
    }

    #[test]
    fn each_fault_is_found_with_its_walker_and_frame() {
        let mut rows: Vec<_> = sample::walk(1, 0..30, (1.0, 1.0), (0.1, 0.0)).filter(|r| r.frame % 10 != 5).collect();
        rows.retain(|r| !(20..23).contains(&r.frame));
        rows.extend(sample::walk(2, 0..9, (1.0, 5.0), (0.1, 0.0)).map(|mut r| {
            r.x += if r.frame == 4 { 3.0 } else { 0.0 };
            r
        }));
        rows.extend(sample::walk(3, 0..5, (8.8, 5.0), (0.1, 0.0)));
        let faults = find(&Trajectories::new(10.0, sample::square(9.0), vec![], rows), FASTEST);
        let of = |id: u32| faults.walkers.iter().find(|w| w.id == id).unwrap();
        assert_eq!((of(1).missing, of(1).longest, of(1).jumps.len()), (6, 3, 0));
        // There and back.
        assert_eq!(of(2).jumps.iter().map(|j| j.frame).collect::<Vec<_>>(), [4, 5]);
        assert!((of(2).jumps[0].speed - 31.0).abs() < 1e-9);
        assert_eq!((of(3).outside, of(3).first_outside), (2, Some(3)));
    }

    #[test]
    fn a_gap_that_was_walked_is_no_jump() {
        let rows = sample::walk(1, 0..100, (0.0, 1.0), (0.08, 0.0)).filter(|r| !(20..80).contains(&r.frame)).collect();
        let faults = find(&Trajectories::new(10.0, sample::square(9.0), vec![], rows), FASTEST);
        assert_eq!((faults.jumps(), faults.missing()), (0, 60));
    }
}
