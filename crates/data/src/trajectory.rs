//! Trajectories in columns: what recordings are read into, and what metrics see.

use ambulo_geom::{Point, Region};

/// Who one walker of a recording is.
///
/// ```
/// use ambulo_data::Walker;
/// let w = Walker { id: 7, group: "east".into(), model: "social-force".into(), radius: 0.22, level: 0 };
/// assert_eq!(w.id, 7);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Walker {
    /// Stable number, as in the rows.
    pub id: u32,
    /// Name of its group in the scenario; empty when unknown (real data).
    pub group: String,
    /// Steering model; empty when unknown.
    pub model: String,
    /// Radius of the body [m].
    pub radius: f32,
    /// Floor.
    pub level: u16,
}

/// One walker at one frame.
///
/// ```
/// use ambulo_data::TrajectoryRow;
/// let row = TrajectoryRow { frame: 0, id: 1, x: 2.0, y: 3.0, ori_x: 1.0, ori_y: 0.0, speed: 1.3, level: 0 };
/// assert_eq!(row.place().x, 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrajectoryRow {
    /// Frame, counted from 0; time is `frame / fps`.
    pub frame: u32,
    /// Walker.
    pub id: u32,
    /// Place [m].
    pub x: f64,
    /// Place [m].
    pub y: f64,
    /// Heading, unit vector.
    pub ori_x: f32,
    /// Heading, unit vector.
    pub ori_y: f32,
    /// Speed [m/s].
    pub speed: f32,
    /// Floor.
    pub level: u16,
}

impl TrajectoryRow {
    /// Where the walker is.
    ///
    /// ```
    /// # use ambulo_data::TrajectoryRow;
    /// # let row = TrajectoryRow { frame: 0, id: 1, x: 2.0, y: 3.0, ori_x: 1.0, ori_y: 0.0, speed: 1.3, level: 0 };
    /// assert_eq!(row.place().y, 3.0);
    /// ```
    pub fn place(&self) -> Point {
        Point::new(self.x, self.y)
    }
}

/// A whole recording in memory, sorted by frame, then by walker.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::{Polygon, Region};
/// let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
/// let row = |frame, id| TrajectoryRow { frame, id, x: 1.0, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0 };
/// let t = Trajectories::new(10.0, area, vec![], vec![row(1, 4), row(0, 4), row(0, 2)]);
/// assert_eq!(t.frame(0).len(), 2);
/// assert_eq!(t.frames(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Trajectories {
    /// Frames per second.
    pub fps: f64,
    /// Where people could walk.
    pub area: Region,
    /// Who walked, sorted by id.
    pub walkers: Vec<Walker>,
    rows: Vec<TrajectoryRow>,
    /// Row range of frame f is `starts[f]..starts[f + 1]`.
    starts: Vec<usize>,
}

impl Trajectories {
    /// Sorts the rows and indexes them by frame.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// assert_eq!(Trajectories::new(10.0, area, vec![], vec![]).frames(), 0);
    /// ```
    pub fn new(fps: f64, area: Region, mut walkers: Vec<Walker>, mut rows: Vec<TrajectoryRow>) -> Self {
        walkers.sort_by_key(|w| w.id);
        rows.sort_by_key(|r| (r.frame, r.id));
        let frames = rows.last().map_or(0, |r| r.frame as usize + 1);
        let mut starts = vec![0; frames + 1];
        for row in &rows {
            starts[row.frame as usize + 1] += 1;
        }
        for f in 0..frames {
            starts[f + 1] += starts[f];
        }
        Self { fps, area, walkers, rows, starts }
    }

    /// Number of frames, empty ones between included.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// assert_eq!(Trajectories::new(10.0, area, vec![], vec![]).frames(), 0);
    /// ```
    pub fn frames(&self) -> usize {
        self.starts.len() - 1
    }

    /// All rows, by frame, then by walker.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// assert!(Trajectories::new(10.0, area, vec![], vec![]).rows().is_empty());
    /// ```
    pub fn rows(&self) -> &[TrajectoryRow] {
        &self.rows
    }

    /// The rows of one frame, by walker; empty past the end.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// assert!(Trajectories::new(10.0, area, vec![], vec![]).frame(3).is_empty());
    /// ```
    pub fn frame(&self, frame: usize) -> &[TrajectoryRow] {
        match self.starts.get(frame..frame + 2) {
            Some(&[from, to]) => &self.rows[from..to],
            _ => &[],
        }
    }

    /// The rows of every walker in time order, as one list a walker, sorted by id.
    ///
    /// ```
    /// # use ambulo_data::{Trajectories, TrajectoryRow};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// # let row = |frame, id| TrajectoryRow { frame, id, x: 1.0, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0 };
    /// let t = Trajectories::new(10.0, area, vec![], vec![row(0, 4), row(1, 4), row(0, 2)]);
    /// let paths = t.by_walker();
    /// assert_eq!((paths[0].len(), paths[1].len()), (1, 2));
    /// ```
    pub fn by_walker(&self) -> Vec<Vec<TrajectoryRow>> {
        let mut sorted = self.rows.clone();
        sorted.sort_by_key(|r| (r.id, r.frame));
        sorted.chunk_by(|a, b| a.id == b.id).map(<[TrajectoryRow]>::to_vec).collect()
    }
}
