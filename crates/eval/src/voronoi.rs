//! Voronoi cells of people, and density and speed by them.
//!
//! Definition: a walker's cell is the part of the ground that is nearer to it than to any other on its level in that
//! frame, and hangs together with the place it stands on; with a [`CutOff`] also no further away than that. Its density
//! is 1 / A(cell). In an area M: rho = sum A(cell and M) / A(cell) / A(M), v = sum A(cell and M) v_i / A(M). Units:
//! 1/m^2, m/s.
//!
//! These are PedPy's definitions. With a cut-off cells may leave some of M to nobody; v is then less than any speed,
//! and
//! `covered` is how much is left. A walker outside the ground gets the part of it that is nearest, where that is one
//! part, else none. People at exactly one place share a cell: each counts with an even part of it.

use crate::convex::{self, NONE, TriangulatedGround, area, cut, cut_to, stretch, tidy};
use ambulo_geom::{Bounds, Point, Polygon, Region, math};
use spade::{DelaunayTriangulation, HasPosition, Point2, Triangulation};

/// How far a cell may reach: a circle, drawn as a polygon with so many sides a quarter and a corner at its right.
///
/// ```
/// let c = ambulo_eval::voronoi::CutOff { radius: 1.0, quarter: 3 };
/// assert_eq!(c, ambulo_eval::voronoi::CutOff::new(1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutOff {
    /// Radius [m].
    pub radius: f64,
    /// Sides in a quarter of the circle; PedPy calls them `quad_segments`.
    pub quarter: u32,
}

impl CutOff {
    /// A circle with three sides a quarter.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::voronoi::CutOff::new(0.8).radius, 0.8);
    /// ```
    pub fn new(radius: f64) -> Self {
        Self { radius, quarter: 3 }
    }

    /// Corners about the origin, counter-clockwise.
    fn corners(self) -> Vec<Point> {
        let sides = 4 * self.quarter.clamp(1, 1000);
        let turn = |k: u32| std::f64::consts::TAU * f64::from(k) / f64::from(sides);
        (0..sides).map(|k| Point::new(self.radius * math::cos(turn(k)), self.radius * math::sin(turn(k)))).collect()
    }
}

/// An area as convex pieces, to be laid over cells.
///
/// ```
/// use ambulo_eval::voronoi::Stencil;
/// let area = ambulo_geom::Polygon::rectangle(0.0, 0.0, 2.0, 1.0).unwrap();
/// assert_eq!(Stencil::of(&area).size(), 2.0);
/// ```
#[derive(Clone, Debug)]
pub struct Stencil {
    pieces: Vec<(Bounds, Vec<Point>)>,
}

impl Stencil {
    /// The pieces of an area; it need not be convex.
    ///
    /// ```
    /// # use ambulo_eval::voronoi::Stencil;
    /// let corner = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)];
    /// let area = ambulo_geom::Polygon::from_rings(&corner, &[]).unwrap();
    /// assert!((Stencil::of(&area).size() - 3.0).abs() < 1e-12);
    /// ```
    pub fn of(area: &Polygon) -> Self {
        let pieces = convex::pieces(area).into_iter();
        Self { pieces: pieces.filter_map(|p| Some((Bounds::of(p.iter().copied())?, p))).collect() }
    }

    /// Size of all pieces [m^2].
    ///
    /// ```
    /// # use ambulo_eval::voronoi::Stencil;
    /// # let area = ambulo_geom::Polygon::rectangle(0.0, 0.0, 2.0, 1.0).unwrap();
    /// assert_eq!(Stencil::of(&area).size(), 2.0);
    /// ```
    pub fn size(&self) -> f64 {
        self.pieces.iter().map(|(_, p)| area(p)).sum()
    }
}

/// One level's ground, and the cells of one frame after another on it.
///
/// ```
/// use ambulo_eval::voronoi::Voronoi;
/// use ambulo_geom::{Point, Polygon, Region};
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
/// let mut voronoi = Voronoi::new(&hall, None);
/// voronoi.cells(&[Point::new(0.5, 1.0), Point::new(1.5, 1.0)]);
/// assert_eq!((voronoi.size(0), voronoi.size(1)), (2.0, 6.0));
/// ```
#[derive(Clone, Debug)]
pub struct Voronoi {
    ground: TriangulatedGround,
    circle: Vec<Point>,
    cells: Vec<Cell>,
    /// Corners of all pieces, and where each piece ends.
    corners: Vec<Point>,
    ends: Vec<u32>,
    scratch: VoronoiWorkspace,
}

/// A walker's cell: pieces of its first, and what part of it is the walker's.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    from: u32,
    to: u32,
    area: f64,
    part: f64,
}

#[derive(Clone, Debug, Default)]
struct VoronoiWorkspace {
    ring: Vec<Point>,
    piece: Vec<Point>,
    spare: Vec<Point>,
    order: Vec<u32>,
    stack: Vec<u32>,
    /// When a triangle was last seen.
    seen: Vec<u32>,
    now: u32,
}

/// A place in the triangulation: of the people `first..end` in order.
#[derive(Clone, Copy, Debug)]
struct VoronoiSite {
    place: Point2<f64>,
    first: u32,
    end: u32,
}

impl HasPosition for VoronoiSite {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.place
    }
}

impl Voronoi {
    /// For a ground; without a cut-off cells reach to its walls.
    ///
    /// ```
    /// use ambulo_eval::voronoi::{CutOff, Voronoi};
    /// use ambulo_geom::{Point, Polygon, Region};
    /// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
    /// let mut voronoi = Voronoi::new(&hall, Some(CutOff { radius: 1.0, quarter: 1 }));
    /// voronoi.cells(&[Point::new(4.0, 4.0)]);
    /// assert!((voronoi.size(0) - 2.0).abs() < 1e-12); // a square on its corner
    /// ```
    pub fn new(ground: &Region, cut_off: Option<CutOff>) -> Self {
        let ground = TriangulatedGround::of(ground);
        let scratch = VoronoiWorkspace { seen: vec![0; ground.triangles.len()], ..VoronoiWorkspace::default() };
        let circle = cut_off.map_or_else(Vec::new, CutOff::corners);
        Self { ground, circle, cells: vec![], corners: vec![], ends: vec![], scratch }
    }

    /// Makes the cells of people at these places; they take the place of those before.
    ///
    /// ```
    /// # use ambulo_eval::voronoi::Voronoi;
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// let mut voronoi = Voronoi::new(&hall, None);
    /// // Two at one place have half a cell each.
    /// voronoi.cells(&[Point::new(0.5, 1.0), Point::new(0.5, 1.0)]);
    /// assert_eq!((voronoi.size(0), voronoi.density(0)), (4.0, 0.25));
    /// ```
    pub fn cells(&mut self, places: &[Point]) {
        self.cells.clear();
        self.cells.resize(places.len(), Cell::default());
        self.corners.clear();
        self.ends.clear();
        // Beyond this the triangulation does not go; nobody is there.
        let sound = |p: Point| p.is_finite() && p.x.abs() < 1e50 && p.y.abs() < 1e50;
        let order = &mut self.scratch.order;
        order.clear();
        order.extend((0..places.len() as u32).filter(|i| sound(places[*i as usize])));
        let key = |i: &u32| (tidy(places[*i as usize].x), tidy(places[*i as usize].y));
        order.sort_by(|a, b| {
            let ((ax, ay), (bx, by)) = (key(a), key(b));
            ax.total_cmp(&bx).then(ay.total_cmp(&by)).then(a.cmp(b))
        });
        let mut first = 0;
        let mut sites = Vec::with_capacity(order.len());
        for same in order.chunk_by(|a, b| key(a) == key(b)) {
            let (x, y) = key(&same[0]);
            let end = first + same.len() as u32;
            sites.push(VoronoiSite { place: Point2::new(x, y), first, end });
            first = end;
        }
        let Ok(mesh) = DelaunayTriangulation::<VoronoiSite>::bulk_load(sites) else { return };
        for vertex in mesh.vertices() {
            let site = *vertex.data();
            let me = Point::new(site.place.x, site.place.y);
            self.begin(me);
            for edge in vertex.out_edges() {
                let other = edge.to().position();
                let away = (other.x - me.x, other.y - me.y);
                let half = Point::new(me.x + 0.5 * away.0, me.y + 0.5 * away.1);
                let VoronoiWorkspace { ring, spare, .. } = &mut self.scratch;
                cut(ring, spare, |p| (p.x - half.x) * away.0 + (p.y - half.y) * away.1);
            }
            let part = 1.0 / f64::from(site.end - site.first);
            let cell = Cell { part, ..self.lay_on_ground(me) };
            for k in site.first..site.end {
                self.cells[self.scratch.order[k as usize] as usize] = cell;
            }
        }
    }

    /// The widest a cell may be: the circle, or the box about the ground.
    fn begin(&mut self, me: Point) {
        let ring = &mut self.scratch.ring;
        ring.clear();
        if self.circle.is_empty() {
            let (a, b) = (self.ground.bounds.min, self.ground.bounds.max);
            ring.extend([a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)]);
        } else {
            ring.extend(self.circle.iter().map(|c| Point::new(me.x + c.x, me.y + c.y)));
        }
    }

    /// The ring in `scratch` laid on the ground.
    fn lay_on_ground(&mut self, me: Point) -> Cell {
        self.scratch.now += 1;
        let from = self.ends.len() as u32;
        if let Some(start) = self.ground.at(me) {
            let area = self.flood(start);
            return Cell { from, to: self.ends.len() as u32, area, part: 1.0 };
        }
        let start_of_corners = self.corners.len();
        let mut whole = Cell { from, to: from, ..Cell::default() };
        for start in 0..self.ground.triangles.len() as u32 {
            if self.scratch.seen[start as usize] == self.scratch.now {
                continue;
            }
            let area = self.flood(start);
            if area > 0.0 && whole.area > 0.0 {
                self.corners.truncate(start_of_corners);
                self.ends.truncate(from as usize);
                return Cell { from, to: from, ..Cell::default() };
            }
            whole.area += area;
        }
        Cell { to: self.ends.len() as u32, ..whole }
    }

    /// Puts down what hangs together with the part in one triangle; gives its area.
    fn flood(&mut self, start: u32) -> f64 {
        let VoronoiWorkspace { ring, piece, spare, stack, seen, now, .. } = &mut self.scratch;
        let mut sum = 0.0;
        stack.clear();
        stack.push(start);
        seen[start as usize] = *now;
        while let Some(t) = stack.pop() {
            let corners = self.ground.triangles[t as usize];
            piece.clear();
            piece.extend_from_slice(ring);
            cut_to(piece, spare, &corners);
            let size = area(piece);
            if size <= 0.0 {
                continue;
            }
            sum += size;
            self.corners.extend_from_slice(piece);
            self.ends.push(self.corners.len() as u32);
            for k in 0..3 {
                let next = self.ground.beside[t as usize][k];
                if next == NONE || seen[next as usize] == *now {
                    continue;
                }
                let shared = stretch(ring, corners[k], corners[(k + 1) % 3]);
                if shared.is_some_and(|(low, high)| high - low > 1e-12) {
                    seen[next as usize] = *now;
                    stack.push(next);
                }
            }
        }
        sum
    }

    /// How many people have a cell or might have.
    ///
    /// ```
    /// # use ambulo_eval::voronoi::Voronoi;
    /// # let hall = ambulo_geom::Region::from(ambulo_geom::Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// assert_eq!(Voronoi::new(&hall, None).len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are none.
    ///
    /// ```
    /// # use ambulo_eval::voronoi::Voronoi;
    /// # let hall = ambulo_geom::Region::from(ambulo_geom::Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// assert!(Voronoi::new(&hall, None).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Size of the i-th walker's cell, its part of a shared one [m^2]; zero where it has none.
    ///
    /// ```
    /// # use ambulo_eval::voronoi::Voronoi;
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// let mut voronoi = Voronoi::new(&hall, None);
    /// voronoi.cells(&[Point::new(1.0, 1.0), Point::new(f64::NAN, 1.0)]);
    /// assert_eq!((voronoi.size(0), voronoi.size(1)), (8.0, 0.0));
    /// ```
    pub fn size(&self, i: usize) -> f64 {
        self.cells[i].area * self.cells[i].part
    }

    /// Its density [1/m^2]; NaN where it has no cell.
    ///
    /// ```
    /// # use ambulo_eval::voronoi::Voronoi;
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// let mut voronoi = Voronoi::new(&hall, None);
    /// voronoi.cells(&[Point::new(1.0, 1.0)]);
    /// assert_eq!(voronoi.density(0), 0.125);
    /// ```
    pub fn density(&self, i: usize) -> f64 {
        let size = self.size(i);
        if size > 0.0 { 1.0 / size } else { f64::NAN }
    }

    /// The convex pieces of the i-th walker's cell, counter-clockwise.
    ///
    /// ```
    /// # use ambulo_eval::voronoi::Voronoi;
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// let mut voronoi = Voronoi::new(&hall, None);
    /// voronoi.cells(&[Point::new(1.0, 1.0)]);
    /// assert_eq!(voronoi.pieces(0).count(), 2); // the hall is two triangles
    /// ```
    pub fn pieces(&self, i: usize) -> impl Iterator<Item = &[Point]> {
        let cell = self.cells[i];
        (cell.from..cell.to).map(|k| {
            let from = if k == 0 { 0 } else { self.ends[k as usize - 1] };
            &self.corners[from as usize..self.ends[k as usize] as usize]
        })
    }

    /// How much of its cell, its part of a shared one, lies in an area [m^2].
    ///
    /// ```
    /// # use ambulo_eval::voronoi::{Stencil, Voronoi};
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// let mut voronoi = Voronoi::new(&hall, None);
    /// voronoi.cells(&[Point::new(0.5, 1.0), Point::new(1.5, 1.0)]);
    /// let area = Stencil::of(&Polygon::rectangle(0.0, 0.5, 2.0, 1.5).unwrap());
    /// assert_eq!((voronoi.size_in(0, &area), voronoi.size_in(1, &area)), (1.0, 1.0));
    /// ```
    pub fn size_in(&mut self, i: usize, stencil: &Stencil) -> f64 {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut sum = 0.0;
        for piece in self.pieces(i) {
            let Some(bounds) = Bounds::of(piece.iter().copied()) else { continue };
            for (_, other) in stencil.pieces.iter().filter(|(b, _)| b.meets(bounds)) {
                scratch.piece.clear();
                scratch.piece.extend_from_slice(piece);
                cut_to(&mut scratch.piece, &mut scratch.spare, other);
                sum += area(&scratch.piece).max(0.0);
            }
        }
        self.scratch = scratch;
        sum * self.cells[i].part
    }

    /// Which share of a line lies in its cell; `None` where they do not touch.
    ///
    /// ```
    /// # use ambulo_eval::voronoi::Voronoi;
    /// # use ambulo_geom::{Point, Polygon, Region, Segment};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// let mut voronoi = Voronoi::new(&hall, None);
    /// voronoi.cells(&[Point::new(0.5, 1.0), Point::new(1.5, 1.0)]);
    /// let line = Segment::new(Point::new(0.0, 0.5), Point::new(4.0, 0.5));
    /// assert_eq!((voronoi.share_of(0, line), voronoi.share_of(1, line)), (Some(0.25), Some(0.75)));
    /// ```
    pub fn share_of(&self, i: usize, line: ambulo_geom::Segment) -> Option<f64> {
        let near = Bounds::of([line.a, line.b])?;
        let touching = |p: &[Point]| {
            let b = Bounds::of(p.iter().copied())?;
            if b.meets(near) { stretch(p, line.a, line.b) } else { None }
        };
        let mut parts: Vec<(f64, f64)> = self.pieces(i).filter_map(touching).collect();
        if parts.is_empty() {
            return None;
        }
        // Pieces share sides: a line along one lies in both, and counts once.
        parts.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut sum, mut reached) = (0.0, 0.0_f64);
        for (low, high) in parts {
            sum += (high - low.max(reached)).max(0.0);
            reached = reached.max(high);
        }
        Some(sum * self.cells[i].part)
    }
}

#[cfg(test)]
mod tests;
