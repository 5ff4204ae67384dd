//! What goes into a repair: shapes and walls as drawn, each with a label for messages.

use super::RepairError;
use super::finding::{Finding, FindingKind, Findings};
use super::lattice::Spot;
use super::split::{LatticeEdge, Link, piece};
use crate::{Point, Segment};

/// What a drawn shape means.
///
/// ```
/// use ambulo_geom::repair::ShapeRole;
/// assert_ne!(ShapeRole::Ground, ShapeRole::Solid);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeRole {
    /// One can walk there, unless something solid stands on it.
    Ground,
    /// The same, but only because the drawing ends at its outline: an area that reaches it is open.
    Frame,
    /// One cannot walk there.
    Solid,
    /// One cannot walk there, except on what bridges it.
    Water,
    /// Leads over water, and over walls that stand below, where there is ground around.
    Bridge,
}

/// A drawn shape: its outline and the holes in it, in any direction, closed or not.
///
/// ```
/// use ambulo_geom::{Point, repair::{ShapeRole, Shape}};
/// let house = Shape::new(ShapeRole::Solid, vec![Point::new(0.0, 0.0), Point::new(4.0, 0.0), Point::new(4.0, 3.0)], "way 7");
/// assert_eq!(house.rings.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it means.
    pub role: ShapeRole,
    /// The outline, then the holes.
    pub rings: Vec<Vec<Point>>,
    /// What messages call it, such as "way 4711".
    pub label: String,
}

impl Shape {
    /// A shape without holes.
    ///
    /// ```
    /// use ambulo_geom::repair::{ShapeRole, Shape};
    /// assert!(Shape::new(ShapeRole::Ground, vec![], "nothing").rings[0].is_empty());
    /// ```
    pub fn new(role: ShapeRole, outline: Vec<Point>, label: impl Into<String>) -> Self {
        Self { role, rings: vec![outline], label: label.into() }
    }
}

/// Shapes and walls that may cross, touch, overlap and repeat.
///
/// ```
/// use ambulo_geom::{Point, Segment, repair::Soup};
/// let mut soup = Soup::default();
/// soup.wall(Segment::new(Point::new(0.0, 0.0), Point::new(4.0, 0.0)), "line 12");
/// assert_eq!(soup.walls.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soup {
    /// Ground and solids.
    pub shapes: Vec<Shape>,
    /// Walls without thickness, with the index of their label.
    pub walls: Vec<(Segment, u32)>,
    /// Labels of walls.
    pub labels: Vec<String>,
    /// Doors, each from jamb to jamb: a closed one where only one side is enclosed, no wall at all where both are.
    pub doors: Vec<Segment>,
}

impl Soup {
    /// Adds a wall.
    ///
    /// ```
    /// use ambulo_geom::{Point, Segment, repair::Soup};
    /// let mut soup = Soup::default();
    /// soup.wall(Segment::new(Point::new(0.0, 0.0), Point::new(4.0, 0.0)), "line 12");
    /// assert_eq!(soup.labels, ["line 12"]);
    /// ```
    pub fn wall(&mut self, at: Segment, label: impl Into<String>) {
        let label = label.into();
        // Runs of one source are the rule; its label is kept once.
        if self.labels.last() != Some(&label) {
            self.labels.push(label);
        }
        self.walls.push((at, self.labels.len() as u32 - 1));
    }

    /// Adds walls along a line of places.
    ///
    /// ```
    /// use ambulo_geom::{Point, repair::Soup};
    /// let mut soup = Soup::default();
    /// soup.wall_line(&[Point::new(0.0, 0.0), Point::new(4.0, 0.0), Point::new(4.0, 4.0)], "fence");
    /// assert_eq!(soup.walls.len(), 2);
    /// ```
    pub fn wall_line(&mut self, places: &[Point], label: &str) {
        for pair in places.windows(2) {
            self.wall(Segment::new(pair[0], pair[1]), label);
        }
    }

    /// All places in it.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::repair::Soup::default().places().count(), 0);
    /// ```
    pub fn places(&self) -> impl Iterator<Item = Point> {
        let shapes = self.shapes.iter().flat_map(|s| s.rings.iter().flatten().copied());
        let walls = self.walls.iter().map(|(s, _)| s).chain(&self.doors);
        shapes.chain(walls.flat_map(|s| [s.a, s.b]))
    }
}

/// The label of a piece that is a door.
const DOOR: u32 = u32::MAX;

/// A ring of the soup: the shape it belongs to, and whether it is a hole in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoupRing {
    pub shape: u32,
    pub hole: bool,
}

/// The soup taken apart, with a reference from every piece back to what was drawn.
pub(super) struct Traced<'s> {
    soup: &'s Soup,
    pub rings: Vec<SoupRing>,
    /// Per piece: the segment as drawn, and its label (shapes first, then walls).
    pieces: Vec<(Segment, u32)>,
}

impl<'s> Traced<'s> {
    /// Snaps everything to the lattice; what has no extent there is dropped.
    pub fn new(soup: &'s Soup, findings: &mut Findings) -> Result<(Self, Vec<LatticeEdge>), RepairError> {
        let mut traced = Self { soup, rings: Vec::new(), pieces: Vec::new() };
        let (mut edges, mut moved) = (Vec::new(), SnapMoves::default());
        for (s, shape) in soup.shapes.iter().enumerate() {
            for (r, points) in shape.rings.iter().enumerate() {
                traced.ring(s, r > 0, points, &mut edges, &mut moved, findings)?;
            }
        }
        for &(at, label) in &soup.walls {
            let name = &soup.labels[label as usize];
            let (a, b) = (moved.snap(at.a, name)?, moved.snap(at.b, name)?);
            traced.pieces.push((at, (soup.shapes.len() + label as usize) as u32));
            if a == b {
                findings.add(FindingKind::Empty, |kind| {
                    Finding::change(kind, a.point(), format!("{name} has a piece without length; it is dropped"))
                });
                continue;
            }
            let whole = LatticeEdge {
                a,
                b,
                wall: true,
                portal: false,
                piece: traced.pieces.len() as u32 - 1,
                links: Vec::new(),
            };
            edges.push(piece(&whole, a, b));
        }
        for &at in &soup.doors {
            let (Some(a), Some(b)) = (Spot::snap(at.a), Spot::snap(at.b)) else {
                return Err(RepairError::OutOfReach { label: "a door".into(), at: at.a });
            };
            if a != b {
                traced.pieces.push((at, DOOR));
                let piece_number = traced.pieces.len() as u32 - 1;
                let whole = LatticeEdge { a, b, wall: false, portal: true, piece: piece_number, links: Vec::new() };
                edges.push(piece(&whole, a, b));
            }
        }
        if moved.count > 0 {
            findings.add(FindingKind::Snapped, |kind| {
                let detail = format!(
                    "{} corners lie between millimetres; they were moved to whole ones, by {:.2} mm at most",
                    moved.count,
                    moved.most * 1000.0
                );
                Finding::change(kind, moved.at, detail)
            });
        }
        Ok((traced, edges))
    }

    fn ring(
        &mut self,
        shape: usize,
        hole: bool,
        points: &[Point],
        edges: &mut Vec<LatticeEdge>,
        moved: &mut SnapMoves,
        findings: &mut Findings,
    ) -> Result<(), RepairError> {
        let label = &self.soup.shapes[shape].label;
        let spots = points.iter().map(|p| moved.snap(*p, label)).collect::<Result<Vec<_>, _>>()?;
        let ring = self.rings.len() as u32;
        self.rings.push(SoupRing { shape: shape as u32, hole });
        let n = spots.len();
        let mut pieces = 0;
        for i in 0..n {
            let (a, b) = (spots[i], spots[(i + 1) % n]);
            if a == b {
                continue;
            }
            self.pieces.push((Segment::new(points[i], points[(i + 1) % n]), shape as u32));
            let links = vec![Link { ring, sign: 1 }];
            let whole = LatticeEdge { a, b, wall: false, portal: false, piece: self.pieces.len() as u32 - 1, links };
            edges.push(piece(&whole, a, b));
            pieces += 1;
        }
        if pieces < 3 {
            let at = points.first().copied().unwrap_or_default();
            findings.add(FindingKind::Empty, |kind| {
                Finding::change(kind, at, format!("a ring of {label} has no extent; it is dropped"))
            });
        }
        Ok(())
    }

    pub fn label(&self, piece: u32) -> &str {
        let label = self.pieces[piece as usize].1 as usize;
        if label == DOOR as usize {
            return "a door";
        }
        match self.soup.shapes.get(label) {
            Some(shape) => &shape.label,
            None => &self.soup.labels[label - self.soup.shapes.len()],
        }
    }

    pub fn original(&self, piece: u32) -> Segment {
        self.pieces[piece as usize].0
    }

    pub fn role(&self, ring: u32) -> ShapeRole {
        self.soup.shapes[self.rings[ring as usize].shape as usize].role
    }

    pub fn is_ground(&self, ring: u32) -> bool {
        matches!(self.role(ring), ShapeRole::Ground | ShapeRole::Frame)
    }

    pub fn shapes(&self) -> usize {
        self.soup.shapes.len()
    }

    /// A new piece that nobody drew, between two that were.
    pub fn invent(&mut self, a: Spot, b: Spot, like: u32) -> u32 {
        self.pieces.push((Segment::new(a.point(), b.point()), self.pieces[like as usize].1));
        self.pieces.len() as u32 - 1
    }
}

/// What snapping did.
#[derive(Default)]
struct SnapMoves {
    count: usize,
    most: f64,
    at: Point,
}

impl SnapMoves {
    fn snap(&mut self, p: Point, label: &str) -> Result<Spot, RepairError> {
        let Some(spot) = Spot::snap(p) else {
            return Err(RepairError::OutOfReach { label: label.to_owned(), at: p });
        };
        let by = spot.point().distance(p);
        if by > 1e-9 {
            self.count += 1;
            if by > self.most {
                (self.most, self.at) = (by, p);
            }
        }
        Ok(spot)
    }
}
