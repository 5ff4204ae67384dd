//! The walkable area as triangles: constrained Delaunay, walls are edges without a neighbour.

use crate::{locate::Locator, width};
use ambulo_geom::{Point, Region, Segment, predicates::orient};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation, handles::FixedVertexHandle};
use thiserror::Error;

/// Number of a triangle of a mesh.
pub type TriangleId = u32;

/// "No triangle here": what lies behind a wall.
pub const NONE: TriangleId = u32::MAX;

/// Triangles of the walkable area.
///
/// Edge `k` of a triangle goes from its corner `k` to corner `k + 1`; corners are counter-clockwise.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// use ambulo_nav::NavMesh;
/// let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
/// assert_eq!(mesh.triangles(), 2);
/// assert!((mesh.area() - 8.0).abs() < 1e-12);
/// mesh.check().unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct NavMesh {
    points: Vec<Point>,
    corners: Vec<[u32; 3]>,
    across: Vec<[TriangleId; 3]>,
    /// Width of the passage that turns around corner `k` [m].
    widths: Vec<[f32; 3]>,
    locator: Locator,
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
        /// What the triangulation said.
        why: String,
    },
    /// Two walls cross, which a valid region excludes.
    #[error("the wall from {a} to {b} crosses another wall")]
    Crossing {
        /// Where the wall begins.
        a: Point,
        /// Where it ends.
        b: Point,
    },
}

impl NavMesh {
    /// Triangulates a region.
    ///
    /// ```
    /// use ambulo_geom::{Polygon, Region};
    /// let pillar: &[(f64, f64)] = &[(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)];
    /// let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[pillar]).unwrap();
    /// assert!((ambulo_nav::NavMesh::build(&Region::from(hall)).unwrap().area() - 80.0).abs() < 1e-9);
    /// ```
    pub fn build(region: &Region) -> Result<Self, MeshError> {
        let cdt = triangulate(region)?;
        let inside = inside_faces(&cdt);
        let points: Vec<Point> = cdt.vertices().map(|v| place(v.position())).collect();
        let mut number = vec![NONE; cdt.num_all_faces()];
        for (count, face) in cdt.inner_faces().filter(|f| inside[f.fix().index()]).enumerate() {
            number[face.fix().index()] = count as TriangleId;
        }
        let (mut corners, mut across) = (Vec::new(), Vec::new());
        for face in cdt.inner_faces().filter(|f| inside[f.fix().index()]) {
            corners.push(face.vertices().map(|v| v.fix().index() as u32));
            across.push(face.adjacent_edges().map(|e| match e.is_constraint_edge() {
                true => NONE,
                false => number[e.rev().face().fix().index()],
            }));
        }
        if corners.is_empty() {
            return Err(MeshError::Empty);
        }
        let mut mesh = Self { points, corners, across, widths: Vec::new(), locator: Locator::default() };
        mesh.widths = width::all(&mesh);
        mesh.locator = Locator::build(&mesh);
        Ok(mesh)
    }

    /// Number of triangles.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.triangles(), 2);
    /// ```
    pub fn triangles(&self) -> usize {
        self.corners.len()
    }

    /// The three corners of a triangle, counter-clockwise.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.corners(0).len(), 3);
    /// ```
    #[inline]
    pub fn corners(&self, t: TriangleId) -> [Point; 3] {
        self.corners[t as usize].map(|i| self.points[i as usize])
    }

    /// Edge `k` of a triangle, from corner `k` to the next; the triangle lies to its left.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.edge(0, 0).a, mesh.corners(0)[0]);
    /// ```
    #[inline]
    pub fn edge(&self, t: TriangleId, k: usize) -> Segment {
        let c = &self.corners[t as usize];
        Segment::new(self.points[c[k] as usize], self.points[c[(k + 1) % 3] as usize])
    }

    /// The triangle across edge `k`, or [`NONE`] where there is a wall.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!((0..3).filter(|k| mesh.across(0, *k) == 1).count(), 1);
    /// ```
    #[inline]
    pub fn across(&self, t: TriangleId, k: usize) -> TriangleId {
        self.across[t as usize][k]
    }

    /// Width of the passage that turns around corner `k` of a triangle [m].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!((0..3).any(|k| mesh.passage_width(0, k) == 2.0));
    /// ```
    #[inline]
    pub fn passage_width(&self, t: TriangleId, k: usize) -> f32 {
        self.widths[t as usize][k]
    }

    /// Total area [m^2].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.area(), 8.0);
    /// ```
    pub fn area(&self) -> f64 {
        (0..self.triangles() as u32).map(|t| triangle_area(self.corners(t))).sum()
    }

    /// The triangle a place lies in, borders included; `None` outside the walkable area.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(mesh.locate(Point::new(1.0, 1.0)).is_some());
    /// assert!(mesh.locate(Point::new(5.0, 1.0)).is_none());
    /// ```
    pub fn locate(&self, p: Point) -> Option<TriangleId> {
        self.locator.locate(self, p)
    }

    /// The same, starting from a triangle that is probably right or next to it.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// let p = Point::new(3.9, 0.1);
    /// assert!(mesh.locate_from(0, p).is_some());
    /// ```
    #[inline]
    pub fn locate_from(&self, hint: TriangleId, p: Point) -> Option<TriangleId> {
        if hint == NONE {
            return self.locate(p);
        }
        let [a, b, c] = self.corners(hint);
        let left_behind = [(a, b), (b, c), (c, a)].into_iter().position(|(from, to)| orient(from, to, p) < 0.0);
        let Some(k) = left_behind else { return Some(hint) };
        let next = self.across(hint, k);
        if next != NONE && self.contains(next, p) { Some(next) } else { self.locate(p) }
    }

    /// Whether a place lies in a triangle, borders included. Exact.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(mesh.contains(0, mesh.corners(0)[1]));
    /// ```
    #[inline]
    pub fn contains(&self, t: TriangleId, p: Point) -> bool {
        let [a, b, c] = self.corners(t);
        orient(a, b, p) >= 0.0 && orient(b, c, p) >= 0.0 && orient(c, a, p) >= 0.0
    }

    /// Walks the invariants: counter-clockwise triangles, neighbours that know each other, shared edges equal.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(mesh.check(), Ok(()));
    /// ```
    pub fn check(&self) -> Result<(), String> {
        for t in 0..self.triangles() as u32 {
            let [a, b, c] = self.corners(t);
            if orient(a, b, c) <= 0.0 {
                return Err(format!("triangle {t} is not counter-clockwise"));
            }
            for k in 0..3 {
                let n = self.across(t, k);
                if n == NONE {
                    continue;
                }
                let Some(back) = (0..3).find(|j| self.across(n, *j) == t) else {
                    return Err(format!("triangle {n} does not know its neighbour {t}"));
                };
                let (mine, theirs) = (self.edge(t, k), self.edge(n, back));
                if (mine.a, mine.b) != (theirs.b, theirs.a) {
                    return Err(format!("triangles {t} and {n} disagree about their edge"));
                }
            }
        }
        Ok(())
    }
}

type Cdt = ConstrainedDelaunayTriangulation<Point2<f64>>;

fn place(p: Point2<f64>) -> Point {
    Point::new(p.x, p.y)
}

fn triangle_area([a, b, c]: [Point; 3]) -> f64 {
    ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2.0
}

fn triangulate(region: &Region) -> Result<Cdt, MeshError> {
    let mut cdt = Cdt::new();
    for polygon in region.polygons() {
        for ring in polygon.rings() {
            let handles: Vec<FixedVertexHandle> = ring
                .iter()
                .map(|&at| {
                    // The triangulation refuses numbers that are neither zero nor normal in size.
                    let tidy = |v: f64| if v.abs() < 1e-30 { 0.0 } else { v };
                    cdt.insert(Point2::new(tidy(at.x), tidy(at.y)))
                        .map_err(|e| MeshError::Corner { at, why: e.to_string() })
                })
                .collect::<Result<_, _>>()?;
            for (i, &from) in handles.iter().enumerate() {
                let to = handles[(i + 1) % handles.len()];
                if from == to {
                    continue;
                }
                if !cdt.can_add_constraint(from, to) {
                    let (a, b) = (place(cdt.vertex(from).position()), place(cdt.vertex(to).position()));
                    return Err(MeshError::Crossing { a, b });
                }
                cdt.add_constraint(from, to);
            }
        }
    }
    Ok(cdt)
}

/// Which faces are walkable: an odd number of walls between them and the outside.
fn inside_faces(cdt: &Cdt) -> Vec<bool> {
    let mut walls = vec![None; cdt.num_all_faces()];
    let outer = cdt.outer_face().fix().index();
    walls[outer] = Some(false);
    let mut queue = std::collections::VecDeque::new();
    // The outer face has no fixed number of edges: start from every edge that borders it.
    for edge in cdt.convex_hull() {
        let inner = edge.rev().face();
        let odd = edge.is_constraint_edge();
        if walls[inner.fix().index()].is_none() {
            walls[inner.fix().index()] = Some(odd);
            queue.extend(inner.as_inner().map(|f| f.fix()));
        }
    }
    while let Some(face) = queue.pop_front() {
        let here = walls[face.index()].expect("queued faces are decided");
        for edge in cdt.face(face).adjacent_edges() {
            let next = edge.rev().face();
            if walls[next.fix().index()].is_none() {
                walls[next.fix().index()] = Some(here != edge.is_constraint_edge());
                queue.extend(next.as_inner().map(|f| f.fix()));
            }
        }
    }
    walls.into_iter().map(|w| w.unwrap_or(false)).collect()
}
