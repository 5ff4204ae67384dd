//! One mesh, bodies of many widths: a road map for each width class, made when it is first asked for.

use crate::{
    CellId, Goal, HierarchicalPlanner, NavMesh, NoRoute, Planner, Roadmap, RoadmapOptions, Route, class_width,
    width_class,
};
use ambulo_geom::Point;

/// Plans for bodies of any width on one mesh.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// use ambulo_nav::{Goal, Navigator, NavMesh};
/// let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap())).unwrap();
/// let goal = Goal::point(&mesh, Point::new(8.0, 1.0)).unwrap();
/// let start = Point::new(1.0, 8.0);
/// let mut navigator = Navigator::default();
/// assert!(navigator.plan(&mesh, start, mesh.locate(start).unwrap(), &goal, 0.5).is_ok());
/// assert_eq!(navigator.classes(), vec![10]);
/// ```
#[derive(Default)]
pub struct Navigator {
    planner: HierarchicalPlanner,
    /// As asked for; otherwise what suits the size of the plan.
    options: Option<RoadmapOptions>,
    /// Sorted by class.
    maps: Vec<(u16, Roadmap)>,
}

impl Navigator {
    /// A navigator whose road maps are made as asked for, whatever the size of the plan.
    ///
    /// ```
    /// let coarse = ambulo_nav::Navigator::with(ambulo_nav::RoadmapOptions::default());
    /// assert_eq!(coarse.expanded(), 0);
    /// ```
    pub fn with(options: RoadmapOptions) -> Self {
        Self { options: Some(options), ..Self::default() }
    }

    /// The route from `from`, which lies in `cell`, to the goal for a body of diameter `width` [m].
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_nav::{Goal, Navigator, NavMesh};
    /// let rooms = vec![Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap(), Polygon::rectangle(5.0, 0.0, 9.0, 4.0).unwrap()];
    /// let mesh = NavMesh::build(&Region::new(rooms).unwrap()).unwrap();
    /// let goal = Goal::point(&mesh, Point::new(6.0, 2.0)).unwrap();
    /// let start = Point::new(1.0, 2.0);
    /// let none = Navigator::default().plan(&mesh, start, mesh.locate(start).unwrap(), &goal, 0.5).unwrap_err();
    /// assert_eq!(none.short_by, 2.0); // from the wall at x = 4
    /// ```
    pub fn plan(
        &mut self,
        mesh: &NavMesh,
        from: Point,
        cell: CellId,
        goal: &Goal,
        width: f32,
    ) -> Result<Route, NoRoute> {
        let at = self.map_for(mesh, width);
        self.planner.plan(mesh, &self.maps[at].1, from, cell, goal)
    }

    /// The road map for bodies of diameter `width` [m], if [`roads`](Self::roads) made it before: for many who plan at
    /// once, each with a planner of its own.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_nav::{Goal, HierarchicalPlanner, Navigator, NavMesh, Planner};
    /// # let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap())).unwrap();
    /// # let goal = Goal::point(&mesh, Point::new(8.0, 1.0)).unwrap();
    /// # let start = Point::new(1.0, 8.0);
    /// let mut navigator = Navigator::default();
    /// assert!(navigator.made(0.5).is_none());
    /// navigator.roads(&mesh, 0.5);
    /// let roads = navigator.made(0.5).unwrap();
    /// let cell = mesh.locate(start).unwrap();
    /// assert!(HierarchicalPlanner::default().plan(&mesh, roads, start, cell, &goal).is_ok());
    /// ```
    pub fn made(&self, width: f32) -> Option<&Roadmap> {
        self.maps.binary_search_by_key(&class_of(width), |m| m.0).ok().map(|at| &self.maps[at].1)
    }

    /// The road map for bodies of diameter `width` [m].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_nav::{Navigator, NavMesh};
    /// # let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap())).unwrap();
    /// assert_eq!(Navigator::default().roads(&mesh, 0.43).graph.width, 0.45);
    /// ```
    pub fn roads(&mut self, mesh: &NavMesh, width: f32) -> &Roadmap {
        let at = self.map_for(mesh, width);
        &self.maps[at].1
    }

    fn map_for(&mut self, mesh: &NavMesh, width: f32) -> usize {
        let class = class_of(width);
        match self.maps.binary_search_by_key(&class, |m| m.0) {
            Ok(at) => at,
            Err(at) => {
                let options = self.options.unwrap_or_else(|| RoadmapOptions::suited(mesh));
                self.maps.insert(at, (class, Roadmap::build(mesh, class_width(class), options)));
                at
            }
        }
    }

    /// Follows a door of the mesh that was opened or shut.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region, Segment};
    /// # use ambulo_nav::{DoorLine, Goal, NavMesh, Navigator, Site};
    /// # let mut site = Site::from(Region::from(Polygon::rectangle(0.0, 0.0, 8.0, 2.0).unwrap()));
    /// # site.doors.push(DoorLine { level: 0, line: Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 2.0)), open: true });
    /// let mut mesh = NavMesh::of(&site).unwrap();
    /// let (start, goal) = (Point::new(1.0, 1.0), Goal::point(&mesh, Point::new(7.0, 1.0)).unwrap());
    /// let cell = mesh.locate(start).unwrap();
    /// let mut navigator = Navigator::default();
    /// assert!(navigator.plan(&mesh, start, cell, &goal, 0.5).is_ok());
    /// mesh.set_door(0, false);
    /// navigator.follow_door(&mesh, 0);
    /// assert!(navigator.plan(&mesh, start, cell, &goal, 0.5).is_err());
    /// ```
    pub fn follow_door(&mut self, mesh: &NavMesh, door: usize) {
        for (_, roads) in &mut self.maps {
            roads.follow_door(mesh, door);
        }
    }

    /// The width classes in use.
    ///
    /// ```
    /// assert!(ambulo_nav::Navigator::default().classes().is_empty());
    /// ```
    pub fn classes(&self) -> Vec<u16> {
        self.maps.iter().map(|m| m.0).collect()
    }

    /// How many states the last search expanded.
    ///
    /// ```
    /// assert_eq!(ambulo_nav::Navigator::default().expanded(), 0);
    /// ```
    pub fn expanded(&self) -> u32 {
        self.planner.expanded()
    }
}

/// A radius of 0.22 m written as f32 is a little more than 0.22: that is no wider body.
fn class_of(width: f32) -> u16 {
    width_class((f64::from(width) * 1e6).round() / 1e6)
}
