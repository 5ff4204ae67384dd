//! Where to: a place, or an area that is reached anywhere along its width.

use crate::{CellId, NavMesh};
use ambulo_geom::{Bounds, Point, Region, Segment, predicates::orient};

/// A convex part of a goal inside one cell of the mesh.
///
/// ```
/// use ambulo_nav::GoalPiece;
/// use ambulo_geom::Point;
/// let strip = GoalPiece::new(0, vec![Point::new(9.0, 0.0), Point::new(10.0, 0.0), Point::new(10.0, 5.0), Point::new(9.0, 5.0)]);
/// assert_eq!(strip.nearest(Point::new(2.0, 3.0)), Point::new(9.0, 3.0));
/// ```
#[derive(Clone, Debug)]
pub struct GoalPiece {
    /// The cell it lies in.
    pub cell: CellId,
    /// Convex, counter-clockwise; none for a goal that is one place.
    pub(crate) corners: Box<[Point]>,
    pub(crate) middle: Point,
    /// No corner lies farther from the middle [m].
    extent: f32,
}

impl GoalPiece {
    /// A piece from its convex outline.
    ///
    /// ```
    /// # use ambulo_geom::Point;
    /// let place = ambulo_nav::GoalPiece::new(3, vec![Point::new(1.0, 2.0)]);
    /// assert_eq!(place.cell, 3);
    /// ```
    pub fn new(cell: CellId, corners: Vec<Point>) -> Self {
        let n = corners.len().max(1) as f64;
        let sum = corners.iter().fold((0.0, 0.0), |s, p| (s.0 + p.x, s.1 + p.y));
        let middle = Point::new(sum.0 / n, sum.1 / n);
        // A millionth more than the farthest corner: it is rounded.
        let extent = corners.iter().map(|p| p.distance(middle)).fold(0.0, f64::max) as f32 * (1.0 + 1e-6);
        // A million walkers with a place each: one corner is all in its middle.
        let outline = if corners.len() > 1 { corners.into() } else { Box::default() };
        Self { cell, corners: outline, middle, extent }
    }

    /// A distance from `p` that no place of the piece is nearer than [m]; cheap.
    #[inline]
    pub(crate) fn least_distance(&self, p: Point) -> f64 {
        self.middle.distance(p) - f64::from(self.extent)
    }

    /// Its corners, counter-clockwise; one for a goal that is one place.
    ///
    /// ```
    /// # use ambulo_geom::Point;
    /// let place = ambulo_nav::GoalPiece::new(3, vec![Point::new(1.0, 2.0)]);
    /// assert_eq!(place.corners().collect::<Vec<_>>(), [Point::new(1.0, 2.0)]);
    /// ```
    pub fn corners(&self) -> impl Iterator<Item = Point> + Clone + '_ {
        let place = self.corners.is_empty().then_some(self.middle);
        self.corners.iter().copied().chain(place)
    }

    /// Its area [m^2]; 0 where it is one place.
    ///
    /// ```
    /// # use ambulo_geom::Point;
    /// assert_eq!(ambulo_nav::GoalPiece::new(3, vec![Point::new(1.0, 2.0)]).area(), 0.0);
    /// ```
    pub fn area(&self) -> f64 {
        area(&self.corners)
    }

    /// Whether a place lies in it, borders included.
    ///
    /// ```
    /// # use ambulo_geom::Point;
    /// let place = ambulo_nav::GoalPiece::new(3, vec![Point::new(1.0, 2.0)]);
    /// assert!(!place.contains(Point::new(1.0, 2.1)));
    /// ```
    pub fn contains(&self, p: Point) -> bool {
        let n = self.corners.len();
        if n == 0 {
            return self.middle == p;
        }
        (0..n).all(|i| orient(self.corners[i], self.corners[(i + 1) % n], p) >= 0.0)
    }

    /// The place in it nearest to `p`.
    ///
    /// ```
    /// # use ambulo_geom::Point;
    /// let place = ambulo_nav::GoalPiece::new(3, vec![Point::new(1.0, 2.0)]);
    /// assert_eq!(place.nearest(Point::new(9.0, 9.0)), Point::new(1.0, 2.0));
    /// ```
    pub fn nearest(&self, p: Point) -> Point {
        let n = self.corners.len();
        if n == 0 {
            return self.middle;
        }
        if self.contains(p) {
            return p;
        }
        let mut best = (f64::INFINITY, p);
        for i in 0..n {
            let q = Segment::new(self.corners[i], self.corners[(i + 1) % n]).closest_point(p);
            let d = q.distance_squared(p);
            if d < best.0 {
                best = (d, q);
            }
        }
        best.1
    }

    /// Where a body of radius `r` at `p` should head: the nearest place of the piece, drawn in from its border so
    /// that the body fits where the piece ends at a door post.
    ///
    /// ```
    /// # use ambulo_geom::Point;
    /// let p = |x, y| Point::new(x, y);
    /// let strip = ambulo_nav::GoalPiece::new(0, vec![p(9.0, 0.0), p(10.0, 0.0), p(10.0, 5.0), p(9.0, 5.0)]);
    /// assert!(strip.target(p(2.0, -3.0), 0.25).y > 0.1);
    /// ```
    pub fn target(&self, p: Point, r: f32) -> Point {
        let nearest = self.nearest(p);
        let inward = self.middle.distance(nearest);
        if inward < 1e-9 {
            return nearest;
        }
        nearest.lerp(self.middle, (f64::from(r) / inward).min(1.0))
    }
}

/// A goal cut into convex pieces, one or more per cell.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// use ambulo_nav::{Goal, NavMesh};
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap());
/// let mesh = NavMesh::build(&hall).unwrap();
/// let exit = Goal::region(&mesh, &Region::from(Polygon::rectangle(19.0, 0.0, 20.0, 5.0).unwrap())).unwrap();
/// assert!(!exit.pieces().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Goal {
    pieces: Box<[GoalPiece]>,
    bounds: Bounds,
    /// Arrival radius [m]: zero for areas, which are arrived at when entered.
    pub arrival: f32,
}

/// A single place counts as reached from this near [m].
const PLACE_RADIUS: f32 = 0.5;

impl Goal {
    /// One place; `None` when it lies outside the walkable area.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(ambulo_nav::Goal::point(&mesh, Point::new(9.0, 9.0)).is_none());
    /// ```
    pub fn point(mesh: &NavMesh, p: Point) -> Option<Self> {
        let cell = mesh.locate(p)?;
        Some(Self::point_in(cell, p))
    }

    /// One place in a cell that is known already.
    ///
    /// ```
    /// # use ambulo_geom::Point;
    /// assert_eq!(ambulo_nav::Goal::point_in(3, Point::new(9.0, 9.0)).pieces()[0].cell, 3);
    /// ```
    pub fn point_in(cell: CellId, p: Point) -> Self {
        let bounds = Bounds { min: p, max: p };
        Self { pieces: Box::new([GoalPiece::new(cell, vec![p])]), bounds, arrival: PLACE_RADIUS }
    }

    /// An area; `None` when no part of it is walkable.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let outside = Region::from(Polygon::rectangle(10.0, 0.0, 11.0, 2.0).unwrap());
    /// assert!(ambulo_nav::Goal::region(&mesh, &outside).is_none());
    /// ```
    pub fn region(mesh: &NavMesh, region: &Region) -> Option<Self> {
        Self::region_where(mesh, region, |_| true)
    }

    /// An area on one surface; `None` when no part of it is walkable there.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let area = Region::from(Polygon::rectangle(1.0, 0.0, 2.0, 2.0).unwrap());
    /// assert!(ambulo_nav::Goal::region_on(&mesh, 0, &area).is_some());
    /// ```
    pub fn region_on(mesh: &NavMesh, surface: u32, region: &Region) -> Option<Self> {
        Self::region_where(mesh, region, |c| mesh.surface_of(c) == surface)
    }

    fn region_where(mesh: &NavMesh, region: &Region, wanted: impl Fn(CellId) -> bool) -> Option<Self> {
        // The area's own cells are convex, and so is what they share with a cell of the mesh.
        let parts = NavMesh::build(region).ok()?;
        let parts: Vec<(Bounds, Vec<Point>)> = (0..parts.cells() as u32)
            .map(|part| parts.corners(part).collect())
            .filter_map(|part: Vec<Point>| Some((Bounds::of(part.iter().copied())?, part)))
            .collect();
        let mut pieces = Vec::new();
        for c in mesh.cells_near(region.bounds()?).into_iter().filter(|c| wanted(*c)) {
            let cell: Vec<Point> = mesh.corners(c).collect();
            let Some(around) = Bounds::of(cell.iter().copied()) else { continue };
            // An area of a thousand corners in a city of a hundred thousand: most pairs lie apart.
            for (_, part) in parts.iter().filter(|(b, _)| meet(around, *b)) {
                let cut = clip(&cell, part);
                if area(&cut) > 1e-6 {
                    pieces.push(GoalPiece::new(c, cut));
                }
            }
        }
        let bounds = Bounds::of(pieces.iter().flat_map(|p| p.corners.iter().copied()))?;
        Some(Self { pieces: pieces.into(), bounds, arrival: 0.0 })
    }

    /// The same with only the pieces in some of the cells; `None` when none remains.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let goal = ambulo_nav::Goal::point(&mesh, Point::new(1.0, 1.0)).unwrap();
    /// assert!(goal.only_in(|cell| cell > 7).is_none());
    /// ```
    pub fn only_in(&self, wanted: impl Fn(CellId) -> bool) -> Option<Self> {
        let pieces: Vec<GoalPiece> = self.pieces.iter().filter(|p| wanted(p.cell)).cloned().collect();
        let bounds = Bounds::of(pieces.iter().flat_map(GoalPiece::corners))?;
        Some(Self { pieces: pieces.into(), bounds, ..*self })
    }

    /// A goal that is reached where any of some areas is; `None` for no areas.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 2.0).unwrap())).unwrap();
    /// let area = |x| ambulo_nav::Goal::region(&mesh, &Region::from(Polygon::rectangle(x, 0.0, x + 1.0, 2.0).unwrap())).unwrap();
    /// let any = ambulo_nav::Goal::any_of(&[&area(0.0), &area(8.0)]).unwrap();
    /// assert_eq!(any.pieces().len(), 2);
    /// ```
    pub fn any_of(goals: &[&Self]) -> Option<Self> {
        let mut pieces: Vec<GoalPiece> = goals.iter().flat_map(|goal| goal.pieces.iter().cloned()).collect();
        pieces.sort_by_key(|piece| piece.cell);
        let bounds = Bounds::of(pieces.iter().flat_map(GoalPiece::corners))?;
        let arrival = goals.iter().map(|goal| goal.arrival).fold(0.0, f32::max);
        Some(Self { pieces: pieces.into(), bounds, arrival })
    }

    /// The pieces, sorted by cell.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(ambulo_nav::Goal::point(&mesh, Point::new(1.0, 1.0)).unwrap().pieces().len(), 1);
    /// ```
    pub fn pieces(&self) -> &[GoalPiece] {
        &self.pieces
    }

    /// The numbers of the pieces in one cell.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let goal = ambulo_nav::Goal::point(&mesh, Point::new(1.0, 1.0)).unwrap();
    /// let t = mesh.locate(Point::new(1.0, 1.0)).unwrap();
    /// assert_eq!(goal.pieces_in(t), 0..1);
    /// ```
    pub fn pieces_in(&self, t: CellId) -> std::ops::Range<usize> {
        let from = self.pieces.partition_point(|p| p.cell < t);
        let count = self.pieces[from..].iter().take_while(|p| p.cell == t).count();
        from..from + count
    }

    /// A distance no route can beat [m].
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let goal = ambulo_nav::Goal::point(&mesh, Point::new(1.0, 1.0)).unwrap();
    /// assert_eq!(goal.least_distance(Point::new(4.0, 1.0)), 3.0);
    /// ```
    pub fn least_distance(&self, p: Point) -> f64 {
        self.bounds.distance(p)
    }

    pub(crate) fn middle(&self) -> Point {
        self.bounds.center()
    }
}

fn meet(a: Bounds, b: Bounds) -> bool {
    a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
}

/// Convex intersection: cuts `subject` by the left side of every edge of `by`, which is counter-clockwise.
fn clip(subject: &[Point], by: &[Point]) -> Vec<Point> {
    let mut out = subject.to_vec();
    for i in 0..by.len() {
        let (a, b) = (by[i], by[(i + 1) % by.len()]);
        let kept = std::mem::take(&mut out);
        for j in 0..kept.len() {
            let (p, q) = (kept[j], kept[(j + 1) % kept.len()]);
            let (dp, dq) = (orient(a, b, p), orient(a, b, q));
            if dp >= 0.0 {
                out.push(p);
            }
            if (dp > 0.0 && dq < 0.0) || (dp < 0.0 && dq > 0.0) {
                out.push(p.lerp(q, dp / (dp - dq)));
            }
        }
    }
    out.dedup();
    out
}

/// Area of a counter-clockwise ring [m^2].
pub(crate) fn area(ring: &[Point]) -> f64 {
    let Some(o) = ring.first() else { return 0.0 };
    ring.windows(2).map(|w| (w[0].x - o.x) * (w[1].y - o.y) - (w[1].x - o.x) * (w[0].y - o.y)).sum::<f64>() / 2.0
}
