//! A route in a third of the memory, for crowds.
//!
//! The cell a portal leaves is the one the portal before it leads into, so a packed route keeps only which edge of it
//! is crossed. The remaining length after each portal is kept in 65,535ths of the whole: a centimetre or two in a city.
//! The follower of a packed route supplies the cell in which the next portal lies.

use crate::visual::{self, VisualHeading};
use crate::{CellId, Goal, NavMesh, Portal, Route, heading, planner::beyond};
use ambulo_geom::Point;

/// Where an agent is on its packed route.
///
/// ```
/// let at = ambulo_nav::OnRoute { place: ambulo_geom::Point::new(1.0, 1.0), next: 0, cell: 0 };
/// assert_eq!(at.next, 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OnRoute {
    /// Its place.
    pub place: Point,
    /// Which portal it crosses next.
    pub next: usize,
    /// The cell in which that portal lies; after the last, the cell of the goal.
    pub cell: CellId,
}

/// A route, packed.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// use ambulo_nav::{Goal, NavMesh, Navigator, OnRoute, PackedRoute};
/// let u = Polygon::from_rings(&[(0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (4.0, 6.0), (4.0, 2.0), (2.0, 2.0), (2.0, 6.0), (0.0, 6.0)], &[]);
/// let mesh = NavMesh::build(&Region::from(u.unwrap())).unwrap();
/// let (start, goal) = (Point::new(1.0, 5.0), Goal::point(&mesh, Point::new(5.0, 5.0)).unwrap());
/// let cell = mesh.locate(start).unwrap();
/// let route = Navigator::default().plan(&mesh, start, cell, &goal, 0.4).unwrap();
/// let packed_route = PackedRoute::new(&route, cell);
/// assert_eq!(packed_route.len(), route.portals.len());
/// let at = OnRoute { place: start, next: 0, cell };
/// assert_eq!(packed_route.heading(&mesh, at, &goal, 0.2), route.heading(&mesh, start, 0, &goal, 0.2));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackedRoute {
    steps: Box<[PackedStep]>,
    start: CellId,
    /// Which piece of the goal it ends in.
    pub piece: u32,
    /// One unit of `PackedStep::tail` [m].
    unit: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct PackedStep {
    edge: u16,
    tail: u16,
}

impl PackedRoute {
    /// Packs a route that begins in cell `start`.
    ///
    /// ```
    /// let route = ambulo_nav::Route { portals: Box::default(), piece: 0 };
    /// assert!(ambulo_nav::PackedRoute::new(&route, 7).is_empty());
    /// ```
    pub fn new(route: &Route, start: CellId) -> Self {
        let longest = route.portals.iter().map(|p| p.tail).fold(0.0, f32::max);
        let unit = longest / f32::from(u16::MAX);
        let per_unit = if unit > 0.0 { 1.0 / unit } else { 0.0 };
        // Cells are merged from triangles around few corners: none comes near so many edges.
        let step = |p: &Portal| PackedStep { edge: p.edge as u16, tail: (p.tail * per_unit).round() as u16 };
        let start = route.portals.first().map_or(start, |p| p.cell);
        Self { steps: route.portals.iter().map(step).collect(), start, piece: route.piece, unit }
    }

    /// How many portals there are.
    ///
    /// ```
    /// assert_eq!(ambulo_nav::PackedRoute::default().len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none: the goal is in the cell it begins in.
    ///
    /// ```
    /// assert!(ambulo_nav::PackedRoute::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Itself as numbers, for a snapshot of a crowd.
    ///
    /// ```
    /// use ambulo_nav::PackedRoute;
    /// let packed_route = PackedRoute::default();
    /// assert_eq!(PackedRoute::from_words(&packed_route.words()), Some(packed_route));
    /// ```
    pub fn words(&self) -> Vec<u32> {
        let steps = self.steps.iter().map(|step| u32::from(step.edge) << 16 | u32::from(step.tail));
        [self.start, self.piece, self.unit.to_bits()].into_iter().chain(steps).collect()
    }

    /// What [`words`](Self::words) came from.
    ///
    /// ```
    /// assert!(ambulo_nav::PackedRoute::from_words(&[1, 2]).is_none());
    /// ```
    pub fn from_words(words: &[u32]) -> Option<Self> {
        let ([start, piece, unit], steps) = words.split_first_chunk()?;
        let step = |word: &u32| PackedStep { edge: (word >> 16) as u16, tail: *word as u16 };
        Some(Self {
            steps: steps.iter().map(step).collect(),
            start: *start,
            piece: *piece,
            unit: f32::from_bits(*unit),
        })
    }

    /// The cell it begins in.
    ///
    /// ```
    /// let route = ambulo_nav::Route { portals: Box::default(), piece: 0 };
    /// assert_eq!(ambulo_nav::PackedRoute::new(&route, 7).start(), 7);
    /// ```
    pub fn start(&self) -> CellId {
        self.start
    }

    /// The portals from number `next` on, which lies in `cell`.
    ///
    /// ```
    /// # let mesh = ambulo_nav::NavMesh::build(&ambulo_geom::Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap().into()).unwrap();
    /// assert_eq!(ambulo_nav::PackedRoute::default().portals(&mesh, 0, 0).count(), 0);
    /// ```
    pub fn portals<'a>(
        &'a self,
        mesh: &'a NavMesh,
        next: usize,
        mut cell: CellId,
    ) -> impl Iterator<Item = Portal> + 'a {
        self.steps.get(next..).unwrap_or_default().iter().map(move |step| {
            let portal = Portal { cell, edge: u32::from(step.edge), tail: f32::from(step.tail) * self.unit };
            cell = beyond(mesh, &portal);
            portal
        })
    }

    /// As [`Route::heading`].
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon};
    /// # let mesh = ambulo_nav::NavMesh::build(&Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap().into()).unwrap();
    /// let goal = ambulo_nav::Goal::point(&mesh, Point::new(8.0, 8.0)).unwrap();
    /// let at = ambulo_nav::OnRoute { place: Point::new(1.0, 1.0), next: 0, cell: 0 };
    /// let heading = ambulo_nav::PackedRoute::default().heading(&mesh, at, &goal, 0.2);
    /// assert_eq!(heading, (Point::new(8.0, 8.0), true));
    /// ```
    pub fn heading(&self, mesh: &NavMesh, at: OnRoute, goal: &Goal, radius: f32) -> (Point, bool) {
        let target = goal.pieces()[self.piece as usize].target(at.place, radius);
        heading::first(mesh, self.portals(mesh, at.next, at.cell), (at.place, at.cell), target, radius)
    }

    /// As [`Route::look`].
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon};
    /// # let mesh = ambulo_nav::NavMesh::build(&Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap().into()).unwrap();
    /// # let goal = ambulo_nav::Goal::point(&mesh, Point::new(8.0, 1.0)).unwrap();
    /// let at = ambulo_nav::OnRoute { place: Point::new(1.0, 1.0), next: 0, cell: 0 };
    /// assert!(ambulo_nav::PackedRoute::default().look(&mesh, at, &goal, 0.2, 0.1).at_goal);
    /// ```
    pub fn look(&self, mesh: &NavMesh, at: OnRoute, goal: &Goal, radius: f32, least: f64) -> VisualHeading {
        let target = goal.pieces()[self.piece as usize].target(at.place, radius);
        visual::look(mesh, self.portals(mesh, at.next, at.cell), at.place, target, radius, least)
    }

    /// As [`Route::remaining`].
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon};
    /// # let mesh = ambulo_nav::NavMesh::build(&Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap().into()).unwrap();
    /// # let goal = ambulo_nav::Goal::point(&mesh, Point::new(8.0, 1.0)).unwrap();
    /// let at = ambulo_nav::OnRoute { place: Point::new(1.0, 1.0), next: 0, cell: 0 };
    /// assert_eq!(ambulo_nav::PackedRoute::default().remaining(&mesh, at, &goal), 7.0);
    /// ```
    pub fn remaining(&self, mesh: &NavMesh, at: OnRoute, goal: &Goal) -> f32 {
        match self.portals(mesh, at.next, at.cell).next() {
            Some(p) => mesh.edge(p.cell, p.edge as usize).distance(at.place) as f32 + p.tail,
            None => goal.pieces()[self.piece as usize].nearest(at.place).distance(at.place) as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Navigator, generated_city};

    #[test]
    fn a_packed_route_equals_its_route_at_every_portal() {
        let mesh = NavMesh::build(&generated_city()).unwrap();
        let goal = Goal::point(&mesh, Point::new(1297.0, 1297.0)).unwrap();
        let start = Point::new(3.0, 2.0);
        let cell = mesh.locate(start).unwrap();
        let route = Navigator::default().plan(&mesh, start, cell, &goal, 0.44).unwrap();
        let packed_route = PackedRoute::new(&route, cell);
        assert!(packed_route.len() > 40);
        let mut cell = packed_route.start();
        for (next, portal) in route.portals.iter().enumerate() {
            assert_eq!(cell, portal.cell);
            let place = mesh.edge(portal.cell, portal.edge as usize).a;
            let at = OnRoute { place, next, cell };
            assert_eq!(packed_route.heading(&mesh, at, &goal, 0.3), route.heading(&mesh, place, next, &goal, 0.3));
            assert_eq!(packed_route.look(&mesh, at, &goal, 0.3, 0.2), route.look(&mesh, place, next, &goal, 0.3, 0.2));
            let (packed, whole) =
                (packed_route.remaining(&mesh, at, &goal), route.remaining(&mesh, place, next, &goal));
            assert!((packed - whole).abs() < 0.02, "{packed} {whole}");
            cell = beyond(&mesh, portal);
        }
    }
}
