//! What the mesh is made from: levels with their walls and doors, and the stairs that join them.

use ambulo_geom::{Point, Region, Segment};

/// One level.
///
/// ```
/// use ambulo_geom::{Polygon, Region};
/// let level = ambulo_nav::Level::new(Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 5.0).unwrap()));
/// assert_eq!(level.height, 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct Level {
    /// Where one may walk.
    pub region: Region,
    /// Thin walls inside the region: both sides are walkable. They meet each other and the border at ends only.
    pub walls: Vec<Segment>,
    /// Height above zero [m].
    pub height: f64,
}

impl Level {
    /// A level at height zero without thin walls.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// let level = ambulo_nav::Level::new(Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 5.0).unwrap()));
    /// assert!(level.walls.is_empty());
    /// ```
    pub fn new(region: Region) -> Self {
        Self { region, walls: Vec::new(), height: 0.0 }
    }
}

/// Where stairs meet a level: a line along that level's border.
///
/// ```
/// use ambulo_geom::{Point, Segment};
/// let foot = ambulo_nav::Landing { level: 0, line: Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 2.0)) };
/// assert_eq!(foot.line.length(), 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    /// Number of the level.
    pub level: usize,
    /// The shared line.
    pub line: Segment,
}

/// Stairs or a ramp: the strip between two landings, on which people walk.
///
/// ```
/// use ambulo_geom::{Point, Segment};
/// use ambulo_nav::{Landing, Stairs};
/// let line = |x: f64| Segment::new(Point::new(x, 0.0), Point::new(x, 2.0));
/// let stair = Stairs { bottom: Landing { level: 0, line: line(4.0) }, top: Landing { level: 1, line: line(8.0) }, up: 0.5, down: 0.5 };
/// assert_eq!(stair.effort(), 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stairs {
    /// The lower end.
    pub bottom: Landing,
    /// The upper end.
    pub top: Landing,
    /// Share of the walking speed kept going up.
    pub up: f32,
    /// Share of the walking speed kept going down.
    pub down: f32,
}

impl Stairs {
    /// What a metre along the stairs costs a planner, in metres of level ground: the time of both directions together.
    /// Never below one, so that the straight line stays a lower bound.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Segment};
    /// # use ambulo_nav::{Landing, Stairs};
    /// # let line = |x: f64| Segment::new(Point::new(x, 0.0), Point::new(x, 2.0));
    /// let ramp = Stairs { bottom: Landing { level: 0, line: line(4.0) }, top: Landing { level: 1, line: line(8.0) }, up: 1.0, down: 1.0 };
    /// assert_eq!(ramp.effort(), 1.0);
    /// ```
    pub fn effort(&self) -> f64 {
        (2.0 / f64::from(self.up + self.down)).max(1.0)
    }
}

/// A segment that can be shut. Both ends touch walls.
///
/// ```
/// use ambulo_geom::{Point, Segment};
/// let door = ambulo_nav::DoorLine { level: 0, line: Segment::new(Point::new(4.0, 1.0), Point::new(4.0, 2.0)), open: true };
/// assert!(door.open);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoorLine {
    /// Number of the level.
    pub level: usize,
    /// Where it shuts.
    pub line: Segment,
    /// Whether it begins open.
    pub open: bool,
}

/// A place to build a mesh of.
///
/// ```
/// use ambulo_geom::{Polygon, Region};
/// let site = ambulo_nav::Site::from(Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 5.0).unwrap()));
/// assert_eq!(site.levels.len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Levels, in the order of their numbers.
    pub levels: Vec<Level>,
    /// Stairs and ramps.
    pub stairs: Vec<Stairs>,
    /// Doors, in the order their numbers name them.
    pub doors: Vec<DoorLine>,
}

impl From<Region> for Site {
    fn from(region: Region) -> Self {
        Self { levels: vec![Level::new(region)], ..Self::default() }
    }
}

/// A connected piece of ground with its own plane: a level, or stairs. Places on different surfaces may lie above
/// each other.
///
/// ```
/// use ambulo_geom::Point;
/// let surface = ambulo_nav::MeshSurface { height: 1.0, at: Point::new(0.0, 0.0), grade: (0.5, 0.0), stairs: Some(0) };
/// assert_eq!(surface.z(Point::new(4.0, 7.0)), 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshSurface {
    /// Height at `at` [m].
    pub height: f64,
    /// Where `height` is measured.
    pub at: Point,
    /// Rise for a metre in x and in y.
    pub grade: (f64, f64),
    /// Number of the stairs; `None` for a level, whose number is the surface's.
    pub stairs: Option<u32>,
}

impl MeshSurface {
    /// Height of the ground [m].
    ///
    /// ```
    /// # use ambulo_geom::Point;
    /// let level = ambulo_nav::MeshSurface { height: 3.0, at: Point::new(0.0, 0.0), grade: (0.0, 0.0), stairs: None };
    /// assert_eq!(level.z(Point::new(4.0, 7.0)), 3.0);
    /// ```
    #[inline]
    pub fn z(&self, p: Point) -> f64 {
        self.height + self.grade.0 * (p.x - self.at.x) + self.grade.1 * (p.y - self.at.y)
    }
}
