//! Trajectories in columns: what recordings are read into, and what metrics see.

use crate::RecordedFootstep;
use ambulo_geom::{Point, Polygon, Region, Segment};
use std::sync::OnceLock;

/// Identity of one walker of a recording.
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
    /// Level.
    pub level: u16,
}

/// One walker at one frame.
///
/// ```
/// use ambulo_data::TrajectoryRow;
/// let row = TrajectoryRow { frame: 0, id: 1, x: 2.0, y: 3.0, ori_x: 1.0, ori_y: 0.0, speed: 1.3, level: 0, z: 0.0 };
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
    /// Level; on stairs the nearer one in height.
    pub level: u16,
    /// Height of the feet [m].
    pub z: f32,
}

impl TrajectoryRow {
    /// Where the walker is.
    ///
    /// ```
    /// # use ambulo_data::TrajectoryRow;
    /// # let row = TrajectoryRow { frame: 0, id: 1, x: 2.0, y: 3.0, ori_x: 1.0, ori_y: 0.0, speed: 1.3, level: 0, z: 0.0 };
    /// assert_eq!(row.place().y, 3.0);
    /// ```
    pub fn place(&self) -> Point {
        Point::new(self.x, self.y)
    }
}

/// One floor of a recording that has several.
///
/// ```
/// use ambulo_data::RecordedLevel;
/// use ambulo_geom::{Polygon, Region};
/// let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
/// let strip = Polygon::rectangle(9.0, 2.0, 15.0, 4.0).unwrap();
/// let level = RecordedLevel { name: "ground".into(), height: 0.0, area, stairs: vec![strip] };
/// assert!((level.ground().area() - 93.0).abs() < 0.1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedLevel {
    /// Its name.
    pub name: String,
    /// Height of its floor [m].
    pub height: f64,
    /// Where people could walk.
    pub area: Region,
    /// The stairs and ramps that lead up or down from it; the first two corners of each are where it meets this level.
    pub stairs: Vec<Polygon>,
}

impl RecordedLevel {
    /// The level and its stairs as one region, for pictures and densities. Stairs that lie over others are left out.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// let level = ambulo_data::RecordedLevel { name: "ground".into(), height: 0.0, area: area.clone(), stairs: vec![] };
    /// assert_eq!(level.ground(), area);
    /// ```
    pub fn ground(&self) -> Region {
        self.stairs.iter().fold(self.area.clone(), |ground, strip| with_strip(&ground, strip).unwrap_or(ground))
    }
}

/// Strips are drawn in by so much [m]: the parts of a region may not touch.
const DRAWN_IN: f64 = 0.002;

/// A region with a strip beside it: grown together where a side of the strip lies on one edge of the region, else as a
/// part of its own.
fn with_strip(region: &Region, strip: &Polygon) -> Option<Region> {
    let corners = strip.outer();
    let n = corners.len();
    let sum = corners.iter().fold((0.0, 0.0), |s, p| (s.0 + p.x, s.1 + p.y));
    let middle = Point::new(sum.0 / n as f64, sum.1 / n as f64);
    let inner: Vec<Point> = corners.iter().map(|c| c.lerp(middle, (DRAWN_IN / c.distance(middle)).min(0.5))).collect();
    for (at, polygon) in region.polygons().iter().enumerate() {
        let mut rings: Vec<Vec<Point>> = polygon.rings().map(<[Point]>::to_vec).collect();
        for k in 0..n {
            // The region lies on the other side of the line, so that its edge runs in the opposite direction.
            let (from, to) = (corners[(k + 1) % n], corners[k]);
            let Some((ring, i)) = edge_with(&rings, from, to) else { continue };
            let far = (2..n).map(|j| inner[(k + j) % n]);
            let detour: Vec<Point> = [from].into_iter().chain(far).chain([to]).collect();
            rings[ring].splice(i + 1..i + 1, detour);
            rings[ring].dedup();
            let grown = Polygon::new(rings.remove(0), rings).ok()?;
            let mut all = region.polygons().to_vec();
            all[at] = grown;
            return Region::new(all).ok();
        }
    }
    let apart = Polygon::new(inner, Vec::new()).ok()?;
    Region::new(region.polygons().iter().cloned().chain([apart]).collect()).ok()
}

/// The edge that leads by `from` and then `to`: number of its ring, and of the corner it begins at.
fn edge_with(rings: &[Vec<Point>], from: Point, to: Point) -> Option<(usize, usize)> {
    let edges = rings.iter().enumerate().flat_map(|(r, ring)| (0..ring.len()).map(move |i| (r, i)));
    let mut on_both = edges.filter(|(r, i)| {
        let edge = Segment::new(rings[*r][*i], rings[*r][(i + 1) % rings[*r].len()]);
        let on = |p: Point| edge.distance(p) < 1e-6;
        on(from) && on(to) && edge.closest_share(from) < edge.closest_share(to)
    });
    on_both.next()
}

/// A whole recording in memory, sorted by frame, then by walker.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::{Polygon, Region};
/// let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
/// let row = |frame, id| TrajectoryRow { frame, id, x: 1.0, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let t = Trajectories::new(10.0, area, vec![], vec![row(1, 4), row(0, 4), row(0, 2)]);
/// assert_eq!(t.frame(0).len(), 2);
/// assert_eq!(t.frames(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Trajectories {
    /// Frames per second.
    pub fps: f64,
    /// Where people could walk; of the first level where there are several.
    pub area: Region,
    /// The levels, where there are several; else none.
    pub levels: Vec<RecordedLevel>,
    /// Who walked, sorted by id.
    pub walkers: Vec<Walker>,
    /// Footsteps, by walker and index; none where nobody made footsteps.
    pub footsteps: Vec<RecordedFootstep>,
    /// Whether headings were recorded; else they follow from the moves.
    pub oriented: bool,
    rows: Vec<TrajectoryRow>,
    /// Row range of frame f is `starts[f]..starts[f + 1]`.
    starts: Vec<usize>,
    /// The rows by walker, then by frame; made when first asked for, so that ten metrics need not sort ten times.
    walks: OnceLock<Vec<TrajectoryRow>>,
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
        Self {
            fps,
            area,
            levels: Vec::new(),
            walkers,
            footsteps: Vec::new(),
            oriented: true,
            rows,
            starts,
            walks: OnceLock::new(),
        }
    }

    /// The same with its levels.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// assert!(Trajectories::new(10.0, area, vec![], vec![]).with_levels(vec![]).levels.is_empty());
    /// ```
    pub fn with_levels(mut self, levels: Vec<RecordedLevel>) -> Self {
        self.levels = levels;
        self
    }

    /// The same with footsteps, which are sorted by walker and index.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// assert!(Trajectories::new(10.0, area, vec![], vec![]).with_footsteps(vec![]).footsteps.is_empty());
    /// ```
    pub fn with_footsteps(mut self, footsteps: Vec<RecordedFootstep>) -> Self {
        self.footsteps = footsteps;
        self.footsteps.sort_by_key(|row| (row.walker, row.index));
        self
    }

    /// The same with headings that nobody recorded: they follow from the moves.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// assert!(!Trajectories::new(10.0, area, vec![], vec![]).without_orientation().oriented);
    /// ```
    pub fn without_orientation(mut self) -> Self {
        self.oriented = false;
        self
    }

    /// What happened on one level and the stairs that lead from it; all, where there is one level.
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// assert_eq!(Trajectories::new(10.0, area, vec![], vec![]).level(0).frames(), 0);
    /// ```
    pub fn level(&self, level: usize) -> Self {
        let Some(floor) = self.levels.get(level) else { return self.clone() };
        let rows = self.rows.iter().copied().filter(|r| usize::from(r.level) == level).collect();
        // Footsteps have a height: that of the level nearest to it.
        let off = |of: &RecordedLevel, z: f64| (of.height - z).abs();
        let nearest = |z: f64| self.levels.iter().all(|other| off(floor, z) <= off(other, z));
        let footsteps = self.footsteps.iter().copied().filter(|row| nearest(row.z)).collect();
        let only = Self::new(self.fps, floor.ground(), self.walkers.clone(), rows);
        Self { oriented: self.oriented, footsteps, ..only }
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

    /// The rows of every walker in time order, as one list per walker, sorted by id.
    ///
    /// ```
    /// # use ambulo_data::{Trajectories, TrajectoryRow};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// # let row = |frame, id| TrajectoryRow { frame, id, x: 1.0, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
    /// let t = Trajectories::new(10.0, area, vec![], vec![row(0, 4), row(1, 4), row(0, 2)]);
    /// let paths = t.by_walker();
    /// assert_eq!((paths[0].len(), paths[1].len()), (1, 2));
    /// ```
    pub fn by_walker(&self) -> Vec<Vec<TrajectoryRow>> {
        self.walks().map(<[TrajectoryRow]>::to_vec).collect()
    }

    /// The same without copies.
    ///
    /// ```
    /// # use ambulo_data::{Trajectories, TrajectoryRow};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// # let row = |frame, id| TrajectoryRow { frame, id, x: 1.0, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
    /// let t = Trajectories::new(10.0, area, vec![], vec![row(0, 4), row(1, 4), row(0, 2)]);
    /// assert_eq!(t.walks().map(|walk| walk.len()).collect::<Vec<_>>(), [1, 2]);
    /// ```
    pub fn walks(&self) -> impl Iterator<Item = &[TrajectoryRow]> {
        let sorted = self.walks.get_or_init(|| {
            let mut rows = self.rows.clone();
            // By frame already; a stable sort by walker keeps that.
            rows.sort_by_key(|r| r.id);
            rows
        });
        sorted.chunk_by(|a, b| a.id == b.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_grows_together_with_the_level_it_leads_from() {
        let rectangle = |x0, y0, x1, y1| Polygon::rectangle(x0, y0, x1, y1).unwrap();
        // In the middle of a wall; in a notch that it fills; off the wall.
        let notch = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (7.0, 9.0), (7.0, 4.0), (5.0, 4.0), (5.0, 9.0), (0.0, 9.0)];
        let notched = Polygon::from_rings(&notch, &[]).unwrap();
        for (floor, strip, parts) in [
            (rectangle(0.0, 0.0, 9.0, 9.0), rectangle(9.0, 2.0, 15.0, 4.0), 1),
            (notched, rectangle(5.0, 4.0, 7.0, 9.0), 1),
            (rectangle(0.0, 0.0, 9.0, 9.0), rectangle(10.0, 2.0, 15.0, 4.0), 2),
        ] {
            let whole = floor.area() + strip.area();
            let level =
                RecordedLevel { name: String::new(), height: 0.0, area: floor.into(), stairs: vec![strip.clone()] };
            let ground = level.ground();
            assert_eq!(ground.polygons().len(), parts);
            assert!((ground.area() - whole).abs() < 0.1, "{} against {whole}", ground.area());
            assert!(ground.contains(strip.bounds().center()));
        }
    }
}
