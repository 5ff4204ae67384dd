//! Walls near a place: a grid whose cells hold every wall within reach.

mod from_mesh;

use crate::{grid::whole, heights::apart};
use ambulo_geom::{Bounds, Point, Region, Segment, predicates::orient};
use ambulo_nav::NONE;

/// How far from the border of an area a wall is still within it [m].
const ON_BORDER: f64 = 0.01;

/// A wall: an edge of the walkable area, which lies to its left.
///
/// ```
/// use ambulo_sim::Walls;
/// use ambulo_geom::{Point, Polygon, Region};
/// let walls = Walls::new(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap()), 3.0);
/// assert_eq!(walls.near(Point::new(4.5, 4.5), 0.0).count(), 0);
/// assert_eq!(walls.near(Point::new(1.0, 4.5), 0.0).count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Walls {
    segments: Vec<Wall>,
    min: Point,
    per_metre: f64,
    columns: usize,
    rows: usize,
    reach: f64,
    starts: Vec<u32>,
    lists: Vec<u32>,
    /// Whether none of the columns below is in use: one level without doors.
    plain: bool,
    /// Height of the floor at the two ends of each wall [m]; empty where there is one level.
    heights: Vec<[f32; 2]>,
    /// How high each wall is [m], infinite where nothing states it; empty where nothing states any.
    tops: Vec<f32>,
    /// Door each wall belongs to; empty, like the next two, where there are none.
    doors: Vec<u32>,
    /// Whether it is a door that stands open.
    open: Vec<bool>,
    /// Cell of the mesh it bounds, and which edge of it it is.
    homes: Vec<(u32, u32)>,
}

/// One wall with the one before it around the same ring.
///
/// ```
/// use ambulo_sim::Wall;
/// use ambulo_geom::{Point, Segment};
/// let (a, b, c) = (Point::new(0.0, 2.0), Point::new(0.0, 0.0), Point::new(2.0, 0.0));
/// let wall = Wall { at: Segment::new(b, c), before: a };
/// // Straight above the wall the nearest place is its foot; beyond its end there is none of its own.
/// assert_eq!(wall.nearest_of_its_own(Point::new(1.0, 1.0)), Some(Point::new(1.0, 0.0)));
/// assert_eq!(wall.nearest_of_its_own(Point::new(3.0, 1.0)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// Its place; people walk to its left.
    pub at: Segment,
    /// Where the wall before it begins.
    pub before: Point,
}

impl Wall {
    /// Whether a place lies on the side people walk on.
    ///
    /// ```
    /// # use ambulo_sim::Wall;
    /// # use ambulo_geom::{Point, Segment};
    /// let wall = Wall { at: Segment::new(Point::new(0.0, 0.0), Point::new(2.0, 0.0)), before: Point::new(0.0, 2.0) };
    /// assert!(wall.faces(Point::new(1.0, 1.0)) && !wall.faces(Point::new(1.0, -1.0)));
    /// ```
    #[inline]
    pub fn faces(&self, p: Point) -> bool {
        orient(self.at.a, self.at.b, p) >= 0.0
    }

    /// The place of this wall nearest to `p`, if no other place of the ring around it is nearer: the foot inside the
    /// wall, or its first corner when the wall before also ends nearest there. Summing over walls then counts every
    /// local nearest place once, however a straight wall is cut into pieces.
    ///
    /// ```
    /// # use ambulo_sim::Wall;
    /// # use ambulo_geom::{Point, Segment};
    /// let wall = Wall { at: Segment::new(Point::new(0.0, 0.0), Point::new(2.0, 0.0)), before: Point::new(0.0, -2.0) };
    /// assert_eq!(wall.nearest_of_its_own(Point::new(-1.0, 1.0)), Some(Point::new(0.0, 0.0)));
    /// ```
    #[inline]
    pub fn nearest_of_its_own(&self, p: Point) -> Option<Point> {
        let share = self.at.closest_share(p);
        if share >= 1.0 {
            return None;
        }
        if share > 0.0 {
            // Behind the wall its foot belongs to the other face.
            return self.faces(p).then(|| self.at.a.lerp(self.at.b, share));
        }
        let before = Segment::new(self.before, self.at.a);
        (before.closest_share(p) >= 1.0).then_some(self.at.a)
    }
}

impl Walls {
    /// The walls of a plan, found up to `reach` [m] away.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// let walls = ambulo_sim::Walls::new(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap()), 2.0);
    /// assert_eq!(walls.all().len(), 4);
    /// ```
    pub fn new(region: &Region, reach: f64) -> Self {
        let mut segments = Vec::new();
        for ring in region.polygons().iter().flat_map(|p| p.rings()) {
            for i in 0..ring.len() {
                let before = ring[(i + ring.len() - 1) % ring.len()];
                segments.push(Wall { at: Segment::new(ring[i], ring[(i + 1) % ring.len()]), before });
            }
        }
        Self::sorted(segments, region.bounds(), reach, 1.0)
    }

    /// The same walls, found farther away. Cells are coarser: who looks far wants many walls anyway.
    pub(crate) fn farther(&self, reach: f64) -> Self {
        let bounds = Bounds::of(self.segments.iter().flat_map(|w| [w.at.a, w.at.b]));
        let sorted = Self::sorted(self.segments.clone(), bounds, reach, (reach / 4.0).max(1.0));
        let Self { plain, heights, tops, doors, open, homes, .. } = self.clone();
        Self { plain, heights, tops, doors, open, homes, ..sorted }
    }

    /// Sorts walls into the cells of a grid.
    fn sorted(segments: Vec<Wall>, bounds: Option<Bounds>, reach: f64, least_cell: f64) -> Self {
        let none = Bounds { min: Point::new(0.0, 0.0), max: Point::new(0.0, 0.0) };
        let bounds = bounds.unwrap_or(none);
        let cell = least_cell.max((bounds.width() * bounds.height() / 4e6).sqrt());
        let columns = (bounds.width() / cell).ceil().max(1.0) as usize;
        let rows = (bounds.height() / cell).ceil().max(1.0) as usize;
        let mut walls = Self {
            segments,
            min: bounds.min,
            per_metre: 1.0 / cell,
            columns,
            rows,
            reach,
            starts: vec![0],
            lists: Vec::new(),
            plain: true,
            heights: Vec::new(),
            tops: Vec::new(),
            doors: Vec::new(),
            open: Vec::new(),
            homes: Vec::new(),
        };
        let mut cells = vec![Vec::new(); columns * rows];
        for (k, wall) in walls.segments.iter().enumerate() {
            let s = wall.at;
            let b = Bounds::of([s.a, s.b]).unwrap_or(none).grown(reach);
            let ((i0, j0), (i1, j1)) = (walls.cell(b.min), walls.cell(b.max));
            for j in j0..=j1 {
                for i in i0..=i1 {
                    let middle =
                        Point::new(bounds.min.x + (i as f64 + 0.5) * cell, bounds.min.y + (j as f64 + 0.5) * cell);
                    // The farthest place of a cell is 0.71 cells from its middle.
                    if s.distance(middle) <= reach + 0.7072 * cell {
                        cells[j * columns + i].push(k as u32);
                    }
                }
            }
        }
        for cell in cells {
            walls.lists.extend(cell);
            walls.starts.push(walls.lists.len() as u32);
        }
        walls
    }

    /// Keeps of the walls in each cell those for which `wanted(wall, all walls of the cell)` holds.
    pub(crate) fn keep(&mut self, wanted: impl Fn(u32, &[u32]) -> bool) {
        let (all, starts) = (std::mem::take(&mut self.lists), std::mem::take(&mut self.starts));
        self.starts.push(0);
        for ends in starts.windows(2) {
            let cell = &all[ends[0] as usize..ends[1] as usize];
            self.lists.extend(cell.iter().filter(|k| wanted(**k, cell)));
            self.starts.push(self.lists.len() as u32);
        }
        self.lists.shrink_to_fit();
    }

    fn cell(&self, p: Point) -> (usize, usize) {
        let (i, j) = ((p.x - self.min.x) * self.per_metre, (p.y - self.min.y) * self.per_metre);
        (whole(i, (self.columns - 1) as f64), whole(j, (self.rows - 1) as f64))
    }

    /// All walls.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let walls = ambulo_sim::Walls::new(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap()), 2.0);
    /// assert!(walls.all().iter().all(|w| w.at.length() == 9.0));
    /// ```
    pub fn all(&self) -> &[Wall] {
        &self.segments
    }

    /// How far away walls are found [m].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let walls = ambulo_sim::Walls::new(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap()), 2.0);
    /// assert_eq!(walls.reach(), 2.0);
    /// ```
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// Every wall within reach of a place at height `z` [m], and a few more. Open doors are no walls, and walls of
    /// other levels are out of reach.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let walls = ambulo_sim::Walls::new(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap()), 2.0);
    /// assert_eq!(walls.near(Point::new(0.5, 0.5), 0.0).count(), 2);
    /// ```
    #[inline]
    pub fn near(&self, p: Point, z: f32) -> impl Iterator<Item = &Wall> {
        self.numbers(p, z).map(|k| &self.segments[k])
    }

    /// The same, each with how high it is [m], where that is stated.
    #[inline]
    pub(crate) fn near_and_heights(&self, p: Point, z: f32) -> impl Iterator<Item = (&Wall, Option<f32>)> {
        let stated = |k: usize| self.tops.get(k).copied().filter(|top| *top < f32::INFINITY);
        self.numbers(p, z).map(move |k| (&self.segments[k], stated(k)))
    }

    /// The numbers in [`all`](Self::all) of those that stand within an area on a floor at height `z` [m], or on its border.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let rect = |x0, y0, x1, y1| Region::from(Polygon::rectangle(x0, y0, x1, y1).unwrap());
    /// let walls = ambulo_sim::Walls::new(&rect(0.0, 0.0, 9.0, 9.0), 2.0);
    /// assert_eq!(walls.within(&rect(8.5, 0.0, 9.0, 9.0), 0.0).count(), 1);
    /// ```
    pub fn within(&self, area: &Region, z: f32) -> impl Iterator<Item = usize> {
        let inside = |p: Point| area.contains(p) || area.distance_to_border(p) <= ON_BORDER;
        (0..self.segments.len()).filter(move |k| {
            let Segment { a, b } = self.segments[*k].at;
            let here = self.heights.get(*k).is_none_or(|floor| floor.iter().all(|f| !apart(*f, z)));
            here && [a, b, a.lerp(b, 0.5)].into_iter().all(inside)
        })
    }

    /// States how high the walls within an area are [m].
    pub(crate) fn state_height(&mut self, area: &Region, z: f32, height: f32) {
        let found: Vec<usize> = self.within(area, z).collect();
        self.tops.resize(self.segments.len(), f32::INFINITY);
        found.into_iter().for_each(|k| self.tops[k] = height);
    }

    /// All heights that are stated, for hashes.
    pub(crate) fn tops(&self) -> &[f32] {
        &self.tops
    }

    /// The same as [`near`](Self::near), each with whether it is a door.
    pub(crate) fn near_and_doors(&self, p: Point, z: f32) -> impl Iterator<Item = (&Wall, bool)> {
        self.numbers(p, z).map(|k| (&self.segments[k], self.doors.get(k).is_some_and(|d| *d != NONE)))
    }

    /// Whether any wall could be within reach of a place; where none is, none is on any level.
    #[inline]
    pub(crate) fn any_near(&self, p: Point) -> bool {
        let (i, j) = self.cell(p);
        let c = j * self.columns + i;
        self.starts[c] != self.starts[c + 1]
    }

    #[inline]
    fn numbers(&self, p: Point, z: f32) -> impl Iterator<Item = usize> {
        let (i, j) = self.cell(p);
        let c = j * self.columns + i;
        let list = &self.lists[self.starts[c] as usize..self.starts[c + 1] as usize];
        let plain = self.plain;
        list.iter().map(|k| *k as usize).filter(move |k| plain || self.stands(*k, p, z))
    }

    /// Whether a wall concerns an agent at `p` and height `z`. Where it is nearest decides: the rail of stairs is
    /// low at one end and high at the other.
    fn stands(&self, k: usize, p: Point, z: f32) -> bool {
        if self.open.get(k) == Some(&true) {
            return false;
        }
        let Some([a, b]) = self.heights.get(k) else { return true };
        !apart(a + (b - a) * self.segments[k].at.closest_share(p) as f32, z)
    }

    /// All walls that concern an agent at height `z` [m]: without open doors and other levels.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let walls = ambulo_sim::Walls::new(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap()), 2.0);
    /// assert_eq!(walls.standing(0.0).count(), 4);
    /// ```
    pub fn standing(&self, z: f32) -> impl Iterator<Item = &Wall> {
        let at = |k: usize| self.segments[k].at.a.lerp(self.segments[k].at.b, 0.5);
        (0..self.segments.len()).filter(move |k| self.plain || self.stands(*k, at(*k), z)).map(|k| &self.segments[k])
    }

    /// Distance from a place at height `z` to the nearest wall [m], or `None` when none is within reach.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let walls = ambulo_sim::Walls::new(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap()), 2.0);
    /// assert_eq!(walls.distance(Point::new(0.5, 4.0), 0.0), Some(0.5));
    /// ```
    pub fn distance(&self, p: Point, z: f32) -> Option<f64> {
        self.near(p, z).map(|w| w.at.distance(p)).min_by(f64::total_cmp).filter(|d| *d <= self.reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Polygon;

    #[test]
    fn near_finds_every_wall_within_reach() {
        let pillar: &[(f64, f64)] = &[(10.0, 10.0), (11.0, 10.0), (11.0, 11.0), (10.0, 11.0)];
        let hall = Polygon::from_rings(&[(0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0)], &[pillar]).unwrap();
        let region = Region::from(hall);
        let walls = Walls::new(&region, 2.5);
        for i in 0..300 {
            for j in 0..200 {
                let p = Point::new(f64::from(i) * 0.1, f64::from(j) * 0.1);
                let truth = walls.all().iter().filter(|w| w.at.distance(p) <= 2.5).count();
                let found = walls.near(p, 0.0).filter(|w| w.at.distance(p) <= 2.5).count();
                assert_eq!(found, truth, "at {p}");
            }
        }
    }

    #[test]
    fn a_straight_wall_counts_once_however_it_is_cut() {
        let whole = Polygon::rectangle(0.0, 0.0, 10.0, 10.0).unwrap();
        let cut = Polygon::from_rings(
            &[(0.0, 0.0), (3.0, 0.0), (5.0, 0.0), (7.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)],
            &[],
        )
        .unwrap();
        for x in [1.0, 3.0, 4.9, 5.0, 7.0, 9.0] {
            let p = Point::new(x, 1.0);
            let feet = |polygon: &Polygon| -> Vec<Point> {
                let walls = Walls::new(&Region::from(polygon.clone()), 20.0);
                let mut feet: Vec<Point> = walls.near(p, 0.0).filter_map(|w| w.nearest_of_its_own(p)).collect();
                feet.sort_by(|a, b| (a.x, a.y).partial_cmp(&(b.x, b.y)).unwrap());
                feet
            };
            assert_eq!(feet(&whole), feet(&cut), "at x = {x}");
        }
    }
}
