//! Trajectories in columns, with velocities: what metrics of motion read.
//!
//! A trajectory that misses frames is several tracks of the same walker; nothing is made up between them. Velocities
//! are central differences, one-sided at the ends of a track. Units: m, m/s.

use ambulo_data::Trajectories;
use std::ops::Range;

/// All tracks of a recording, by walker and time.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::tracks::Tracks;
/// use ambulo_geom::Region;
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 4, x: 0.1 * f64::from(frame), y: 2.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// // Frame 5 is missing.
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], (0..5).chain(6..9).map(row).collect());
/// let tracks = Tracks::of(&t);
/// assert_eq!(tracks.len(), 2);
/// assert!((tracks.get(1).velocity(0).0 - 1.0).abs() < 1e-9);
/// assert_eq!(tracks.get(1).frames(), 6..9);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tracks {
    /// Frames per second.
    pub fps: f64,
    heads: Vec<Head>,
    x: Vec<f64>,
    y: Vec<f64>,
    vx: Vec<f64>,
    vy: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Head {
    id: u32,
    frame: u32,
    start: usize,
    end: usize,
}

/// One walker over frames without a gap.
///
/// ```
/// use ambulo_eval::tracks::Tracks;
/// let tracks = Tracks::from_places(10.0, [(7, 3, vec![(0.0, 0.0), (0.1, 0.0), (0.2, 0.0)])]);
/// let track = tracks.get(0);
/// assert_eq!((track.id, track.frames(), track.place(2)), (7, 3..6, (0.2, 0.0)));
/// assert_eq!(track.at(4), Some(1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Track<'a> {
    /// Walker.
    pub id: u32,
    /// First frame.
    pub first: u32,
    /// Places [m].
    pub x: &'a [f64],
    /// Places [m].
    pub y: &'a [f64],
    /// Velocities [m/s].
    pub vx: &'a [f64],
    /// Velocities [m/s].
    pub vy: &'a [f64],
}

impl Tracks {
    /// The tracks of a recording. Rows that are at no place count as missing.
    ///
    /// ```
    /// use ambulo_data::Trajectories;
    /// use ambulo_geom::Region;
    /// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert!(ambulo_eval::tracks::Tracks::of(&t).is_empty());
    /// ```
    pub fn of(t: &Trajectories) -> Self {
        let mut order: Vec<u32> = (0..t.rows().len() as u32).collect();
        // By frame already; a stable sort by walker keeps that.
        order.sort_by_key(|i| t.rows()[*i as usize].id);
        let mut new = Self::empty(t.fps, order.len());
        for i in order {
            let row = &t.rows()[i as usize];
            if row.place().is_finite() {
                new.push(row.id, row.frame, row.x, row.y);
            }
        }
        new.differentiate();
        new
    }

    /// Tracks from walker, first frame and places of each; for simulated trials and tests. Places of one walker must be in
    /// order of time.
    ///
    /// ```
    /// let t = ambulo_eval::tracks::Tracks::from_places(1.0, [(1, 0, vec![(0.0, 0.0), (3.0, 4.0)])]);
    /// assert_eq!(t.get(0).speed(1), 5.0);
    /// ```
    pub fn from_places(fps: f64, places: impl IntoIterator<Item = (u32, u32, Vec<(f64, f64)>)>) -> Self {
        let mut new = Self::empty(fps, 0);
        for (id, first, places) in places {
            for (frame, (x, y)) in (first..).zip(places) {
                new.push(id, frame, x, y);
            }
        }
        new.differentiate();
        new
    }

    fn empty(fps: f64, rows: usize) -> Self {
        let column = || Vec::with_capacity(rows);
        Self { fps, heads: Vec::new(), x: column(), y: column(), vx: Vec::new(), vy: Vec::new() }
    }

    fn push(&mut self, id: u32, frame: u32, x: f64, y: f64) {
        let at = self.x.len();
        match self.heads.last_mut() {
            Some(h) if h.id == id && h.frame + (h.end - h.start) as u32 == frame => h.end += 1,
            _ => self.heads.push(Head { id, frame, start: at, end: at + 1 }),
        }
        self.x.push(x);
        self.y.push(y);
    }

    fn differentiate(&mut self) {
        self.vx = vec![0.0; self.x.len()];
        self.vy = vec![0.0; self.x.len()];
        for h in &self.heads {
            let rows = h.start..h.end;
            central(&self.x[rows.clone()], self.fps, &mut self.vx[rows.clone()]);
            central(&self.y[rows.clone()], self.fps, &mut self.vy[rows]);
        }
    }

    /// The same tracks with each column of places changed, e.g. smoothed, and velocities of the new places. The
    /// function must keep the number of places.
    ///
    /// ```
    /// use ambulo_eval::tracks::Tracks;
    /// let t = Tracks::from_places(1.0, [(1, 0, vec![(0.0, 0.0), (1.0, 0.0)])]);
    /// let twice = t.mapped(|column| column.iter_mut().for_each(|v| *v *= 2.0));
    /// assert_eq!(twice.get(0).velocity(0), (2.0, 0.0));
    /// ```
    pub fn mapped(&self, change: impl Fn(&mut [f64])) -> Self {
        let mut new = self.clone();
        for h in &self.heads {
            change(&mut new.x[h.start..h.end]);
            change(&mut new.y[h.start..h.end]);
        }
        new.differentiate();
        new
    }

    /// Number of tracks.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::tracks::Tracks::from_places(1.0, []).len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    ///
    /// ```
    /// assert!(ambulo_eval::tracks::Tracks::from_places(1.0, []).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// One track.
    ///
    /// ```
    /// let t = ambulo_eval::tracks::Tracks::from_places(1.0, [(9, 0, vec![(0.0, 0.0)])]);
    /// assert_eq!(t.get(0).id, 9);
    /// ```
    pub fn get(&self, i: usize) -> Track<'_> {
        let h = self.heads[i];
        let r = h.start..h.end;
        let (x, y, vx, vy) = (&self.x[r.clone()], &self.y[r.clone()], &self.vx[r.clone()], &self.vy[r]);
        Track { id: h.id, first: h.frame, x, y, vx, vy }
    }

    /// All tracks, by walker and time.
    ///
    /// ```
    /// let t = ambulo_eval::tracks::Tracks::from_places(1.0, [(9, 0, vec![(0.0, 0.0)])]);
    /// assert_eq!(t.iter().count(), 1);
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Track<'_>> {
        (0..self.len()).map(|i| self.get(i))
    }
}

impl Track<'_> {
    /// Its frames.
    ///
    /// ```
    /// let t = ambulo_eval::tracks::Tracks::from_places(1.0, [(9, 5, vec![(0.0, 0.0)])]);
    /// assert_eq!(t.get(0).frames(), 5..6);
    /// ```
    pub fn frames(&self) -> Range<u32> {
        self.first..self.first + self.x.len() as u32
    }

    /// Which row a frame is.
    ///
    /// ```
    /// let t = ambulo_eval::tracks::Tracks::from_places(1.0, [(9, 5, vec![(0.0, 0.0)])]);
    /// assert_eq!((t.get(0).at(5), t.get(0).at(6)), (Some(0), None));
    /// ```
    pub fn at(&self, frame: u32) -> Option<usize> {
        self.frames().contains(&frame).then(|| (frame - self.first) as usize)
    }

    /// Where it was in its k-th row [m].
    ///
    /// ```
    /// let t = ambulo_eval::tracks::Tracks::from_places(1.0, [(9, 5, vec![(2.0, 3.0)])]);
    /// assert_eq!(t.get(0).place(0), (2.0, 3.0));
    /// ```
    pub fn place(&self, k: usize) -> (f64, f64) {
        (self.x[k], self.y[k])
    }

    /// How it moved in its k-th row [m/s].
    ///
    /// ```
    /// let t = ambulo_eval::tracks::Tracks::from_places(1.0, [(9, 5, vec![(2.0, 3.0)])]);
    /// assert_eq!(t.get(0).velocity(0), (0.0, 0.0));
    /// ```
    pub fn velocity(&self, k: usize) -> (f64, f64) {
        (self.vx[k], self.vy[k])
    }

    /// How fast it was in its k-th row [m/s].
    ///
    /// ```
    /// let t = ambulo_eval::tracks::Tracks::from_places(1.0, [(9, 5, vec![(2.0, 3.0)])]);
    /// assert_eq!(t.get(0).speed(0), 0.0);
    /// ```
    pub fn speed(&self, k: usize) -> f64 {
        (self.vx[k] * self.vx[k] + self.vy[k] * self.vy[k]).sqrt()
    }
}

/// Central differences; one-sided at the ends, zero of a single value.
fn central(values: &[f64], fps: f64, out: &mut [f64]) {
    let n = values.len();
    if n < 2 {
        return;
    }
    out[0] = (values[1] - values[0]) * fps;
    out[n - 1] = (values[n - 1] - values[n - 2]) * fps;
    for k in 1..n - 1 {
        out[k] = (values[k + 1] - values[k - 1]) * (0.5 * fps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn velocities_of_a_parabola_are_exact_inside() {
        let places: Vec<(f64, f64)> = (0..9).map(|k| (0.5 * f64::from(k * k), 1.0)).collect();
        let t = Tracks::from_places(2.0, [(1, 0, places)]);
        // x = 0.5 k^2 with t = k / 2 is 2 t^2: velocity 4 t.
        for k in 1..8 {
            assert!((t.get(0).vx[k] - 2.0 * k as f64).abs() < 1e-12);
        }
        assert_eq!((t.get(0).vx[0], t.get(0).vx[8]), (1.0, 15.0));
    }

    #[test]
    fn walkers_and_gaps_part_tracks() {
        let t =
            Tracks::from_places(1.0, [(1, 0, vec![(0.0, 0.0); 3]), (1, 3, vec![(9.0, 0.0)]), (2, 4, vec![(5.0, 0.0)])]);
        let all: Vec<_> = t.iter().map(|t| (t.id, t.frames())).collect();
        assert_eq!(all, [(1, 0..4), (2, 4..5)]);
    }
}
