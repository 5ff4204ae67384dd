//! Closest approach and deepest overlap.
//!
//! Definition: over all frames and all pairs no more than 1.5 m apart in height, the smallest distance between centres, and the largest
//! r1 + r2 - distance where it is above zero. Unit: m. Walkers the recording does not list have no body: radius 0.

use ambulo_data::{Trajectories, TrajectoryRow};
use ambulo_geom::Bounds;

/// Two walkers at one time.
///
/// ```
/// use ambulo_eval::closest::ClosestApproach;
/// let m = ClosestApproach { metres: 0.41, walkers: (3, 8), time: 12.5 };
/// assert!(m.walkers.0 < m.walkers.1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestApproach {
    /// Distance between centres, or depth of the overlap [m].
    pub metres: f64,
    /// Who.
    pub walkers: (u32, u32),
    /// When [s].
    pub time: f64,
}

/// What was closest in a recording.
///
/// ```
/// use ambulo_eval::closest::Closest;
/// assert!(Closest::default().overlap.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Closest {
    /// Smallest distance between centres; `None` when no two people were there at once.
    pub distance: Option<ClosestApproach>,
    /// Deepest overlap of bodies; `None` when there was none.
    pub overlap: Option<ClosestApproach>,
}

/// Finds both. The first in time wins among equals.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow, Walker};
/// use ambulo_geom::Region;
/// let row = |id, x| TrajectoryRow { frame: 0, id, x, y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let body = |id| Walker { id, group: String::new(), model: String::new(), radius: 0.25, level: 0 };
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![body(1), body(2)], vec![row(1, 0.0), row(2, 0.4)]);
/// let c = ambulo_eval::closest::measure(&t);
/// assert_eq!(c.distance.unwrap().metres, 0.4);
/// assert!((c.overlap.unwrap().metres - 0.1).abs() < 1e-12);
/// ```
pub fn measure(t: &Trajectories) -> Closest {
    let rows: Vec<TrajectoryRow> = t.rows().iter().copied().filter(|r| r.place().is_finite()).collect();
    let Some(bounds) = Bounds::of(rows.iter().map(|r| r.place())) else { return Closest::default() };
    let radius = |r: &TrajectoryRow| {
        let found = t.walkers.binary_search_by_key(&r.id, |w| w.id);
        f64::from(found.map_or(0.0, |i| t.walkers[i].radius.max(0.0)))
    };
    let radii: Vec<f64> = rows.iter().map(radius).collect();
    let largest = radii.iter().copied().fold(0.0, f64::max);
    // Overlaps lie within two radii. Nearest pairs nearly always do too; if nobody came so close, look further.
    let mut reach = (2.0 * largest).max(0.5);
    loop {
        let found = within(t.fps, &rows, &radii, bounds, reach);
        if found.distance.is_some() || reach > bounds.width() + bounds.height() {
            return found;
        }
        reach *= 4.0;
    }
}

const NOBODY: u32 = u32::MAX;
/// People further apart in height than this do not meet [m]. Numbers of levels would not do: they change halfway up the
/// stairs.
const SAME_LEVEL: f32 = 1.5;

/// Both, among pairs closer than `reach`: each frame is sorted into a grid of cells that wide, and a walker checks
/// its own cell and the eight around.
fn within(fps: f64, rows: &[TrajectoryRow], radii: &[f64], bounds: Bounds, reach: f64) -> Closest {
    // A plan far larger than the reach gets larger cells, so that the grid stays small.
    let least = (bounds.width().max(bounds.height()) / 1000.0).max(reach);
    let side = if least.is_finite() { least } else { f64::MAX };
    let columns = (bounds.width() / side) as usize + 3;
    let lines = (bounds.height() / side) as usize + 3;
    // One empty cell all round: no neighbour needs a check of the border.
    let cell = |r: &TrajectoryRow| {
        let (x, y) = ((r.x - bounds.min.x) / side, (r.y - bounds.min.y) / side);
        ((y as usize).min(lines - 3) + 1) * columns + (x as usize).min(columns - 3) + 1
    };
    let mut heads = vec![NOBODY; columns * lines];
    let mut next = vec![NOBODY; rows.len()];
    let mut found = Closest::default();
    let mut start = 0;
    for frame in rows.chunk_by(|a, b| a.frame == b.frame) {
        for (i, row) in (start..).zip(frame) {
            let home = cell(row);
            for around in [home - columns, home, home + columns] {
                for head in &heads[around - 1..=around + 1] {
                    let mut j = *head;
                    while j != NOBODY {
                        let other = j as usize;
                        found.meet(fps, (&rows[other], radii[other]), (row, radii[i]), reach);
                        j = next[other];
                    }
                }
            }
            next[i] = heads[home];
            heads[home] = i as u32;
        }
        frame.iter().for_each(|row| heads[cell(row)] = NOBODY);
        start += frame.len();
    }
    found
}

impl Closest {
    fn meet(&mut self, fps: f64, a: (&TrajectoryRow, f64), b: (&TrajectoryRow, f64), reach: f64) {
        if (a.0.z - b.0.z).abs() > SAME_LEVEL || a.0.id == b.0.id {
            return;
        }
        let metres = a.0.place().distance(b.0.place());
        if metres > reach {
            return;
        }
        let walkers = (a.0.id.min(b.0.id), a.0.id.max(b.0.id));
        let meeting = |metres| ClosestApproach { metres, walkers, time: f64::from(a.0.frame) / fps };
        // The order within a frame depends on the grid; the smaller numbers win, so that the answer does not.
        let wins = |old: Option<ClosestApproach>, better: fn(f64, f64) -> bool, new: ClosestApproach| match old {
            None => true,
            Some(o) => {
                better(new.metres, o.metres) || (new.metres == o.metres && new.time == o.time && walkers < o.walkers)
            }
        };
        if wins(self.distance, |new, old| new < old, meeting(metres)) {
            self.distance = Some(meeting(metres));
        }
        let depth = a.1 + b.1 - metres;
        if depth > 0.0 && wins(self.overlap, |new, old| new > old, meeting(depth)) {
            self.overlap = Some(meeting(depth));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use ambulo_geom::math::sin;

    fn brute(t: &Trajectories) -> Closest {
        let mut found = Closest::default();
        let radius = |id: u32| t.walkers.iter().find(|w| w.id == id).map_or(0.0, |w| f64::from(w.radius));
        for f in 0..t.frames() {
            let rows = t.frame(f);
            for (i, a) in rows.iter().enumerate() {
                rows[..i].iter().for_each(|b| found.meet(t.fps, (a, radius(a.id)), (b, radius(b.id)), f64::INFINITY));
            }
        }
        found
    }

    #[test]
    fn the_grid_finds_what_looking_at_all_pairs_finds() {
        for (people, spread) in [(2u32, 300.0), (40, 40.0), (40, 6.0)] {
            let rows = (0..people).flat_map(|id| {
                let k = f64::from(id);
                let from = (spread * (1.0 + sin(k * 12.9)), spread * (1.0 + sin(k * 78.2)));
                sample::walk(id, 0..60, from, (0.1 * sin(k), 0.1 * sin(3.0 * k)))
            });
            let walkers = (0..people).map(|id| sample::walker(id, "")).collect();
            let t = Trajectories::new(10.0, sample::square(9.0), walkers, rows.collect());
            assert_eq!(measure(&t), brute(&t), "{people} people over {spread} m");
            assert!(measure(&t).distance.is_some());
        }
    }

    #[test]
    fn levels_and_lonely_walkers_do_not_meet() {
        let mut rows: Vec<_> = sample::stand(1, 0..3, 1.0, 1.0).chain(sample::stand(2, 0..3, 1.0, 1.0)).collect();
        rows.iter_mut().filter(|r| r.id == 2).for_each(|r| r.z = 3.0);
        assert_eq!(measure(&Trajectories::new(10.0, sample::square(9.0), vec![], rows)), Closest::default());
    }
}
