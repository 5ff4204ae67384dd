//! The walkable ground as convex cells, joined by free segments.

use crate::bottleneck::Bottleneck;
use crate::locate::Locator;
use crate::merge::convex_at;
use crate::triangles::NONE;
use crate::{MeshSurface, Site, assemble};
use ambulo_geom::{Point, Region, Segment, predicates::orient};
use thiserror::Error;

/// Number of a cell of a mesh.
pub type CellId = u32;

/// Convex cells of the walkable ground.
///
/// Edge `k` of a cell goes from its corner `k` to corner `k + 1`; corners are counter-clockwise. An edge is a wall, or
/// one side of a free segment.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// use ambulo_nav::NavMesh;
/// let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
/// assert_eq!(mesh.cells(), 1);
/// assert!((mesh.area() - 8.0).abs() < 1e-12);
/// mesh.check().unwrap();
/// ```
#[derive(Clone, Debug, Default)]
pub struct NavMesh {
    pub(crate) points: Vec<Point>,
    /// Where each cell's edges begin in the four columns below; one more than there are cells.
    pub(crate) first: Vec<u32>,
    pub(crate) corner: Vec<u32>,
    pub(crate) across: Vec<CellId>,
    pub(crate) segment: Vec<u32>,
    pub(crate) surface: Vec<u32>,
    pub(crate) surfaces: Vec<MeshSurface>,
    pub(crate) efforts: Vec<f64>,
    pub(crate) free: Vec<FreeSegment>,
    pub(crate) bottlenecks: Vec<Bottleneck>,
    pub(crate) doors: Vec<MeshDoor>,
    pub(crate) locator: Locator,
}

/// A segment two cells share and people cross.
///
/// ```
/// use ambulo_geom::{Polygon, Region};
/// // A pillar: the hall falls into several cells.
/// let pillar: &[(f64, f64)] = &[(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)];
/// let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[pillar]).unwrap();
/// let mesh = ambulo_nav::NavMesh::build(&Region::from(hall)).unwrap();
/// assert!(mesh.free_segments().iter().all(|s| s.width == s.at.length()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeSegment {
    /// Where it is; the first cell lies to the left.
    pub at: Segment,
    /// The two cells.
    pub cells: [CellId; 2],
    /// Its number among the edges of each cell.
    pub edges: [u32; 2],
    /// Its length: nobody wider passes [m].
    pub width: f64,
    /// The door it belongs to, or [`NONE`].
    pub door: u32,
}

/// A door of the mesh.
///
/// ```
/// let door = ambulo_nav::MeshDoor { open: true, segments: vec![3] };
/// assert!(door.open);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MeshDoor {
    /// Whether people can pass.
    pub open: bool,
    /// The free segments it shuts.
    pub segments: Vec<u32>,
}

/// Why a plan has no mesh.
///
/// ```
/// let e = ambulo_nav::MeshError::Empty;
/// assert!(e.to_string().contains("no walkable area"));
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
pub enum MeshError {
    /// Nothing to walk on.
    #[error("the plan has no walkable area")]
    Empty,
    /// A coordinate the triangulation cannot take.
    #[error("the corner at {at} cannot be triangulated: {why}")]
    Corner {
        /// Where.
        at: Point,
        /// The error of the triangulation.
        why: String,
    },
    /// Two walls cross, which a valid region excludes; or a door crosses a wall.
    #[error("the line from {a} to {b} crosses a wall")]
    Crossing {
        /// Where the line begins.
        a: Point,
        /// Where it ends.
        b: Point,
    },
    /// A door that does not reach the walls on both sides.
    #[error("door {door} ends at {at}, {gap:.2} m from the nearest wall: both ends must touch walls")]
    LooseDoor {
        /// Number of the door.
        door: usize,
        /// The end.
        at: Point,
        /// How far the nearest wall is [m].
        gap: f64,
    },
    /// Stairs that do not reach the border of their level.
    #[error(
        "stairs {stairs} end at {at}, {gap:.2} m from the border of their level: both ends of its lines must lie on it"
    )]
    LooseStairs {
        /// Number of the stairs.
        stairs: usize,
        /// The end.
        at: Point,
        /// How far the nearest wall is [m].
        gap: f64,
    },
    /// Stairs whose line runs through the level, not along its border.
    #[error("the line from {a} to {b} of stairs {stairs} does not run along the border of their level")]
    StairsOffBorder {
        /// Number of the stairs.
        stairs: usize,
        /// Where the line begins.
        a: Point,
        /// Where it ends.
        b: Point,
    },
    /// Stairs that are no strip.
    #[error("stairs {stairs} are not a convex strip between their two lines: {why}")]
    StairsShape {
        /// Number of the stairs.
        stairs: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A level number that does not exist.
    #[error("level {level} is named, but there are only {levels}")]
    NoLevel {
        /// The number named.
        level: usize,
        /// How many there are.
        levels: usize,
    },
}

impl NavMesh {
    /// A mesh of one level.
    ///
    /// ```
    /// use ambulo_geom::{Polygon, Region};
    /// let pillar: &[(f64, f64)] = &[(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)];
    /// let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[pillar]).unwrap();
    /// assert!((ambulo_nav::NavMesh::build(&Region::from(hall)).unwrap().area() - 80.0).abs() < 1e-9);
    /// ```
    pub fn build(region: &Region) -> Result<Self, MeshError> {
        Self::of(&Site::from(region.clone()))
    }

    /// A mesh of a whole site: levels, stairs, doors.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region, Segment};
    /// use ambulo_nav::{DoorLine, NavMesh, Site};
    /// let mut site = Site::from(Region::from(Polygon::rectangle(0.0, 0.0, 8.0, 2.0).unwrap()));
    /// site.doors.push(DoorLine { level: 0, line: Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 2.0)), open: true });
    /// let mesh = NavMesh::of(&site).unwrap();
    /// assert_eq!((mesh.cells(), mesh.doors().len()), (2, 1));
    /// ```
    pub fn of(site: &Site) -> Result<Self, MeshError> {
        assemble::mesh(site)
    }

    /// Number of cells.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.cells(), 1);
    /// ```
    #[inline]
    pub fn cells(&self) -> usize {
        self.first.len() - 1
    }

    /// The places of a cell's edges in the mesh's columns.
    #[inline]
    pub(crate) fn span(&self, c: CellId) -> std::ops::Range<usize> {
        self.first[c as usize] as usize..self.first[c as usize + 1] as usize
    }

    /// How many edges, and corners, a cell has.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.edges(0), 4);
    /// ```
    #[inline]
    pub fn edges(&self, c: CellId) -> usize {
        self.span(c).len()
    }

    /// The corners of a cell, counter-clockwise.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.corners(0).count(), 4);
    /// ```
    #[inline]
    pub fn corners(&self, c: CellId) -> impl ExactSizeIterator<Item = Point> + Clone + '_ {
        self.corner[self.span(c)].iter().map(|i| self.points[*i as usize])
    }

    /// Edge `k` of a cell, from corner `k` to the next; the cell lies to its left.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.edge(0, 0).a, mesh.corners(0).next().unwrap());
    /// ```
    #[inline]
    pub fn edge(&self, c: CellId, k: usize) -> Segment {
        let corners = &self.corner[self.span(c)];
        let next = if k + 1 == corners.len() { 0 } else { k + 1 };
        Segment::new(self.points[corners[k] as usize], self.points[corners[next] as usize])
    }

    /// The cell across edge `k`, or [`NONE`] where there is a wall or a shut door.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.across(0, 0), ambulo_nav::NONE);
    /// ```
    #[inline]
    pub fn across(&self, c: CellId, k: usize) -> CellId {
        self.across[self.first[c as usize] as usize + k]
    }

    /// The free segment at edge `k`, shut doors included, or [`NONE`] where there is a wall.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.segment_at(0, 0), ambulo_nav::NONE);
    /// ```
    #[inline]
    pub fn segment_at(&self, c: CellId, k: usize) -> u32 {
        self.segment[self.first[c as usize] as usize + k]
    }

    /// Every free segment.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(mesh.free_segments().is_empty());
    /// ```
    pub fn free_segments(&self) -> &[FreeSegment] {
        &self.free
    }

    /// Number of edges that are walls.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.walls().count(), 4);
    /// ```
    pub fn walls(&self) -> impl Iterator<Item = (CellId, Segment)> + '_ {
        let edges = (0..self.cells() as u32).flat_map(|c| (0..self.edges(c)).map(move |k| (c, k)));
        edges.filter(|&(c, k)| self.segment_at(c, k) == NONE).map(|(c, k)| (c, self.edge(c, k)))
    }

    /// The bottlenecks found while building.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(mesh.bottlenecks().is_empty());
    /// ```
    pub fn bottlenecks(&self) -> &[Bottleneck] {
        &self.bottlenecks
    }

    /// Levels, then stairs.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.surfaces().len(), 1);
    /// ```
    pub fn surfaces(&self) -> &[MeshSurface] {
        &self.surfaces
    }

    /// The surface a cell lies on: a level's own number, or that of stairs, after all levels.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.surface_of(0), 0);
    /// ```
    #[inline]
    pub fn surface_of(&self, c: CellId) -> u32 {
        self.surface[c as usize]
    }

    /// Height of the ground at `p` in cell `c` [m].
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.height(0, Point::new(1.0, 1.0)), 0.0);
    /// ```
    #[inline]
    pub fn height(&self, c: CellId, p: Point) -> f64 {
        self.surfaces[self.surface[c as usize] as usize].z(p)
    }

    /// What a metre in a cell costs a planner, in metres of level ground: at least one.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.effort(0), 1.0);
    /// ```
    #[inline]
    pub fn effort(&self, c: CellId) -> f64 {
        self.efforts[self.surface[c as usize] as usize]
    }

    /// Whether a metre costs the same everywhere.
    pub(crate) fn is_level(&self) -> bool {
        self.efforts.iter().all(|e| *e == 1.0)
    }

    /// The doors.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(mesh.doors().is_empty());
    /// ```
    pub fn doors(&self) -> &[MeshDoor] {
        &self.doors
    }

    /// Opens or shuts a door; false when it was so already. Road maps made from this mesh must be updated too.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region, Segment};
    /// # use ambulo_nav::{DoorLine, NavMesh, NONE, Site};
    /// # let mut site = Site::from(Region::from(Polygon::rectangle(0.0, 0.0, 8.0, 2.0).unwrap()));
    /// # site.doors.push(DoorLine { level: 0, line: Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 2.0)), open: true });
    /// let mut mesh = NavMesh::of(&site).unwrap();
    /// assert!(mesh.set_door(0, false));
    /// assert!((0..mesh.edges(0)).all(|k| mesh.across(0, k) == NONE));
    /// ```
    pub fn set_door(&mut self, door: usize, open: bool) -> bool {
        if self.doors[door].open == open {
            return false;
        }
        self.doors[door].open = open;
        for s in self.doors[door].segments.clone() {
            let FreeSegment { cells: [a, b], edges: [i, j], .. } = self.free[s as usize];
            self.across[(self.first[a as usize] + i) as usize] = if open { b } else { NONE };
            self.across[(self.first[b as usize] + j) as usize] = if open { a } else { NONE };
        }
        true
    }

    /// Whether a free segment can be crossed now: it is not part of a shut door.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region, Segment};
    /// # use ambulo_nav::{DoorLine, NavMesh, Site};
    /// # let mut site = Site::from(Region::from(Polygon::rectangle(0.0, 0.0, 8.0, 2.0).unwrap()));
    /// # site.doors.push(DoorLine { level: 0, line: Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 2.0)), open: false });
    /// assert!(!NavMesh::of(&site).unwrap().is_open(0));
    /// ```
    #[inline]
    pub fn is_open(&self, segment: u32) -> bool {
        let door = self.free[segment as usize].door;
        door == NONE || self.doors[door as usize].open
    }

    /// Total area, as seen from above [m^2].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.area(), 8.0);
    /// ```
    pub fn area(&self) -> f64 {
        (0..self.cells() as u32).map(|c| self.cell_area(c)).sum()
    }

    /// Area of one cell [m^2].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.cell_area(0), 8.0);
    /// ```
    pub fn cell_area(&self, c: CellId) -> f64 {
        let o = self.edge(c, 0).a;
        let twice = |e: Segment| (e.a.x - o.x) * (e.b.y - o.y) - (e.b.x - o.x) * (e.a.y - o.y);
        (0..self.edges(c)).map(|k| twice(self.edge(c, k))).sum::<f64>() / 2.0
    }

    /// A place inside a cell: the mean of its corners.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.middle(0), Point::new(2.0, 1.0));
    /// ```
    pub fn middle(&self, c: CellId) -> Point {
        let n = self.edges(c) as f64;
        let sum = self.corners(c).fold((0.0, 0.0), |s, p| (s.0 + p.x, s.1 + p.y));
        Point::new(sum.0 / n, sum.1 / n)
    }

    /// Whether a place lies in a cell, borders included. Exact.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(mesh.contains(0, Point::new(4.0, 2.0)));
    /// ```
    #[inline]
    pub fn contains(&self, c: CellId, p: Point) -> bool {
        (0..self.edges(c)).all(|k| {
            let e = self.edge(c, k);
            orient(e.a, e.b, p) >= 0.0
        })
    }

    /// Walks the invariants: convex counter-clockwise cells, neighbours that know each other, shared edges equal.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.check(), Ok(()));
    /// ```
    pub fn check(&self) -> Result<(), String> {
        for c in 0..self.cells() as u32 {
            let n = self.edges(c);
            for k in 0..n {
                let (e, f) = (self.edge(c, k), self.edge(c, (k + 1) % n));
                if !convex_at(e.a, e.b, f.b) {
                    return Err(format!("cell {c} is not convex at {}", e.b));
                }
            }
            if self.cell_area(c) <= 0.0 {
                return Err(format!("cell {c} has no area"));
            }
        }
        for (i, s) in self.free.iter().enumerate() {
            for side in 0..2 {
                let (c, k) = (s.cells[side], s.edges[side] as usize);
                let expected = if self.is_open(i as u32) { s.cells[1 - side] } else { NONE };
                if self.across(c, k) != expected || self.segment_at(c, k) != i as u32 {
                    return Err(format!("cell {c} does not know free segment {i}"));
                }
                let e = self.edge(c, k);
                let (a, b) = if side == 0 { (e.a, e.b) } else { (e.b, e.a) };
                let far = a.distance(s.at.a).max(b.distance(s.at.b));
                if far > if self.surface_of(s.cells[0]) == self.surface_of(s.cells[1]) { 0.0 } else { 0.1 } {
                    return Err(format!("cell {c} and free segment {i} disagree about where it is"));
                }
            }
        }
        Ok(())
    }
}
