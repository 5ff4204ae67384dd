//! Everybody by frame, with bodies: what metrics of meetings read. [`ByFrame::pairs`] goes over all pairs in reach, by a grid.
//!
//! Units: m, m/s. People more than 1.5 m apart in height do not meet.

use crate::tracks::Tracks;
use ambulo_data::Trajectories;

/// A walker in one frame.
///
/// ```
/// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks};
/// let crowd = ByFrame::of_tracks(&Tracks::from_places(10.0, [(7, 3, vec![(1.0, 2.0)])]), 0.25);
/// let row = crowd.rows()[0];
/// assert_eq!((row.frame, row.id, row.x, row.radius), (3, 7, 1.0, 0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentRow {
    /// Frame.
    pub frame: u32,
    /// Walker.
    pub id: u32,
    /// Which track it is, in the [`Tracks`] it was made of.
    pub track: u32,
    /// Height of the floor [m].
    pub z: f32,
    /// Place [m].
    pub x: f64,
    /// Place [m].
    pub y: f64,
    /// Velocity [m/s].
    pub vx: f64,
    /// Velocity [m/s].
    pub vy: f64,
    /// Radius of the body [m].
    pub radius: f64,
}

impl AgentRow {
    /// From one to another: place [m] and velocity [m/s] of the other as the first sees it.
    ///
    /// ```
    /// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks};
    /// let two = Tracks::from_places(10.0, [(1, 0, vec![(1.0, 2.0)]), (2, 0, vec![(4.0, 6.0)])]);
    /// let crowd = ByFrame::of_tracks(&two, 0.25);
    /// assert_eq!(crowd.rows()[0].sees(&crowd.rows()[1]).0, (3.0, 4.0));
    /// ```
    pub fn sees(&self, other: &Self) -> ((f64, f64), (f64, f64)) {
        ((other.x - self.x, other.y - self.y), (other.vx - self.vx, other.vy - self.vy))
    }
}

/// Rows by frame, then by walker.
///
/// ```
/// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks};
/// let crowd = ByFrame::of_tracks(&Tracks::from_places(10.0, []), 0.25);
/// assert!(crowd.rows().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ByFrame {
    /// Frames per second.
    pub fps: f64,
    rows: Vec<AgentRow>,
}

/// People further apart in height than this do not meet [m]. Numbers of levels would not do: they change halfway up the
/// stairs.
const SAME_LEVEL: f32 = 1.5;
/// Most cells along a side of the grid.
const MOST_CELLS: f64 = 1000.0;

impl ByFrame {
    /// Of a recording and its tracks (perhaps filtered), with the bodies that the recording lists. Walkers it does not
    /// list get the radius given [m].
    ///
    /// ```
    /// use ambulo_data::{Trajectories, TrajectoryRow};
    /// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks};
    /// use ambulo_geom::Region;
    /// let row = TrajectoryRow { frame: 0, id: 4, x: 1.0, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 3.5 };
    /// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![row]);
    /// let crowd = ByFrame::new(&t, &Tracks::of(&t), 0.2);
    /// assert_eq!((crowd.rows()[0].z, crowd.rows()[0].radius), (3.5, 0.2));
    /// ```
    pub fn new(t: &Trajectories, tracks: &Tracks, radius: f64) -> Self {
        let mut new = Self::of_tracks(tracks, radius);
        if !t.walkers.is_empty() {
            for row in &mut new.rows {
                if let Ok(i) = t.walkers.binary_search_by_key(&row.id, |w| w.id) {
                    row.radius = f64::from(t.walkers[i].radius.max(0.0));
                }
            }
        }
        let placed = || t.rows().iter().filter(|r| r.place().is_finite());
        // Both are by frame, then by walker: where both have the same rows, they stand side by side.
        if placed().count() == new.rows.len() {
            new.rows.iter_mut().zip(placed()).for_each(|(row, from)| row.z = from.z);
        }
        new
    }

    /// Of tracks alone, with bodies of one radius [m], on one level.
    ///
    /// ```
    /// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks};
    /// let t = Tracks::from_places(10.0, [(1, 0, vec![(0.0, 0.0); 3]), (2, 1, vec![(1.0, 0.0)])]);
    /// let frames: Vec<u32> = ByFrame::of_tracks(&t, 0.25).rows().iter().map(|r| r.frame).collect();
    /// assert_eq!(frames, [0, 1, 1, 2]);
    /// ```
    pub fn of_tracks(tracks: &Tracks, radius: f64) -> Self {
        Self::shifted(tracks, radius, 1, |_, frame| frame)
    }

    /// The same with every row in another frame: what would have been seen, had everybody come at another time. Of the new frames one
    /// in `every` is kept.
    pub(crate) fn shifted(tracks: &Tracks, radius: f64, every: u32, frame: impl Fn(u32, u32) -> u32) -> Self {
        let all: usize = tracks.iter().map(|t| t.x.len()).sum();
        let mut rows = Vec::with_capacity(all / every.max(1) as usize + 1);
        for (number, track) in (0..).zip(tracks.iter()) {
            let seen = (track.first..).zip(0..track.x.len()).map(|(f, k)| (frame(track.id, f), k));
            rows.extend(seen.filter(|(f, _)| f.is_multiple_of(every.max(1))).map(|(frame, k)| AgentRow {
                frame,
                id: track.id,
                track: number,
                z: 0.0,
                x: track.x[k],
                y: track.y[k],
                vx: track.vx[k],
                vy: track.vy[k],
                radius,
            }));
        }
        Self { fps: tracks.fps, rows: sorted_by_frame(rows) }
    }

    /// All rows, by frame, then by walker.
    ///
    /// ```
    /// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks};
    /// assert_eq!(ByFrame::of_tracks(&Tracks::from_places(9.0, [(1, 0, vec![(0.0, 0.0)])]), 0.2).rows().len(), 1);
    /// ```
    pub fn rows(&self) -> &[AgentRow] {
        &self.rows
    }

    /// The rows of one frame.
    ///
    /// ```
    /// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks};
    /// let crowd = ByFrame::of_tracks(&Tracks::from_places(9.0, [(1, 4, vec![(0.0, 0.0)])]), 0.2);
    /// assert_eq!((crowd.frame(4).len(), crowd.frame(5).len()), (1, 0));
    /// ```
    pub fn frame(&self, frame: u32) -> &[AgentRow] {
        let from = self.rows.partition_point(|r| r.frame < frame);
        let to = from + self.rows[from..].partition_point(|r| r.frame == frame);
        &self.rows[from..to]
    }

    /// How long all people together were there [s].
    ///
    /// ```
    /// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks};
    /// assert_eq!(ByFrame::of_tracks(&Tracks::from_places(4.0, [(1, 0, vec![(0.0, 0.0); 8])]), 0.2).person_seconds(), 2.0);
    /// ```
    pub fn person_seconds(&self) -> f64 {
        self.rows.len() as f64 / self.fps
    }

    /// Calls `meet` once for every two different walkers of one frame that are at most `reach` apart [m], with their distance. Frames
    /// come in order; who is first within a pair, and the order within a frame, follow from the grid and the rows alone.
    ///
    /// ```
    /// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks};
    /// let three = [(1, 0, vec![(0.0, 0.0)]), (2, 0, vec![(0.5, 0.0)]), (3, 0, vec![(9.0, 0.0)])];
    /// let crowd = ByFrame::of_tracks(&Tracks::from_places(10.0, three), 0.25);
    /// let mut met = Vec::new();
    /// crowd.pairs(1.0, |a, b, metres| met.push((a.id, b.id, metres)));
    /// assert_eq!(met, [(1, 2, 0.5)]);
    /// ```
    pub fn pairs(&self, reach: f64, mut meet: impl FnMut(&AgentRow, &AgentRow, f64)) {
        self.sweep(reach, |(_, a), (_, b), metres| meet(a, b, metres));
    }

    /// The same with the numbers of their rows.
    ///
    /// ```
    /// use ambulo_eval::{by_frame::ByFrame, tracks::Tracks};
    /// let two = [(1, 0, vec![(0.0, 0.0)]), (2, 0, vec![(0.5, 0.0)])];
    /// ByFrame::of_tracks(&Tracks::from_places(10.0, two), 0.25).pairs_of_rows(1.0, |i, j, _| assert_eq!((i, j), (0, 1)));
    /// ```
    pub fn pairs_of_rows(&self, reach: f64, mut meet: impl FnMut(usize, usize, f64)) {
        self.sweep(reach, |(i, _), (j, _), metres| meet(i, j, metres));
    }

    /// Each frame is put in the order of its cells, line by line. The walkers in the cells beside one are then a run of
    /// rows, and so is who stands in the three cells above: no lists to follow, and each pair is visited once.
    fn sweep(&self, reach: f64, mut meet: impl FnMut((usize, &AgentRow), (usize, &AgentRow), f64)) {
        let rows = &self.rows;
        if rows.is_empty() {
            return;
        }
        let span = |pick: fn(&AgentRow) -> f64| {
            let low = rows.iter().map(pick).fold(f64::INFINITY, f64::min);
            (low, rows.iter().map(pick).fold(f64::NEG_INFINITY, f64::max) - low)
        };
        let ((left, width), (bottom, height)) = (span(|r| r.x), span(|r| r.y));
        // Far larger plans get larger cells, so that numbers of cells stay small.
        let side = (width.max(height) / MOST_CELLS).max(reach).clamp(1e-6, f64::MAX);
        // One empty cell at the end of every line parts it from the next.
        let columns = (width / side) as u32 + 2;
        let cell = |r: &AgentRow| ((r.y - bottom) / side) as u32 * columns + ((r.x - left) / side) as u32;
        let most = reach * reach;
        let mut order: Vec<(u32, u32)> = Vec::new();
        let mut sorted: Vec<AgentRow> = Vec::new();
        let mut places: Vec<(f64, f64)> = Vec::new();
        let mut near: Vec<(u32, f64)> = Vec::new();
        let mut start = 0;
        for frame in rows.chunk_by(|a, b| a.frame == b.frame) {
            order.clear();
            order.extend((0..).zip(frame).map(|(i, row)| (cell(row), i)));
            order.sort_unstable();
            sorted.clear();
            sorted.extend(order.iter().map(|(_, i)| frame[*i as usize]));
            places.clear();
            places.extend(sorted.iter().map(|r| (r.x, r.y)));
            let (mut beside, mut from, mut to) = (0, 0, 0);
            let past = |at: &mut usize, key: u32| {
                while *at < order.len() && order[*at].0 < key {
                    *at += 1;
                }
            };
            for (i, (key, number)) in order.iter().enumerate() {
                past(&mut beside, key + 2);
                past(&mut from, (key + columns).saturating_sub(1));
                past(&mut to, key + columns + 2);
                let (here, me) = (places[i], &sorted[i]);
                for run in [i + 1..beside, from..to] {
                    // Written without a branch: one pair in three is in reach, which no processor foresees.
                    near.clear();
                    near.resize(run.len(), (0, 0.0));
                    let mut count = 0;
                    for (j, there) in (run.start as u32..).zip(&places[run]) {
                        let (dx, dy) = (there.0 - here.0, there.1 - here.1);
                        let square = dx * dx + dy * dy;
                        near[count] = (j, square);
                        count += usize::from(square <= most);
                    }
                    for (j, square) in near[..count].iter().map(|(j, square)| (*j as usize, *square)) {
                        let other = &sorted[j];
                        if (me.z - other.z).abs() > SAME_LEVEL || me.id == other.id {
                            continue;
                        }
                        meet((start + *number as usize, me), (start + order[j].1 as usize, other), square.sqrt());
                    }
                }
            }
            start += frame.len();
        }
    }
}

/// By frame; within one in the order they come, which is by walker. Frames are few against rows: they are counted, not compared.
fn sorted_by_frame(mut rows: Vec<AgentRow>) -> Vec<AgentRow> {
    let last = rows.iter().map(|r| r.frame as usize).max().unwrap_or(0);
    if last > 4 * rows.len() {
        rows.sort_by_key(|r| r.frame);
        return rows;
    }
    let mut next = vec![0; last + 2];
    rows.iter().for_each(|r| next[r.frame as usize + 1] += 1);
    (1..next.len()).for_each(|f| next[f] += next[f - 1]);
    let mut sorted = rows.clone();
    for row in rows {
        let at = &mut next[row.frame as usize];
        sorted[*at] = row;
        *at += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::math::sin;

    #[test]
    fn the_grid_finds_what_looking_at_all_pairs_finds() {
        for (spread, reach) in [(300.0, 40.0), (6.0, 1.0), (0.0, 1.0)] {
            let walks = (0..40u32).map(|id| {
                let k = f64::from(id);
                let at = (spread * sin(k * 12.9), spread * sin(k * 78.2));
                (id, id % 5, (0..20).map(|f| (at.0 + 0.1 * f64::from(f), at.1)).collect())
            });
            let crowd = ByFrame::of_tracks(&Tracks::from_places(10.0, walks), 0.25);
            let mut found = Vec::new();
            crowd.pairs(reach, |a, b, _| found.push((a.frame, a.id.min(b.id), a.id.max(b.id))));
            found.sort_unstable();
            let mut all = Vec::new();
            for (i, a) in crowd.rows().iter().enumerate() {
                for b in crowd.rows()[i + 1..].iter().filter(|b| b.frame == a.frame) {
                    let (p, _) = a.sees(b);
                    if p.0 * p.0 + p.1 * p.1 <= reach * reach {
                        all.push((a.frame, a.id, b.id));
                    }
                }
            }
            all.sort_unstable();
            assert_eq!(found, all, "{reach} m over {spread} m");
            assert!(!all.is_empty());
        }
    }
}
