//! Repairs drawn geometry into a valid walkable plan.
//!
//! A drawing is shapes and lines that cross, end a hair before each other, repeat and overlap. [`repair`] moves all of
//! it to a millimetre lattice, splits lines where they meet, inspects the faces that result, keeps those that are
//! walkable and gives them back as polygons with holes, with the thin walls that stand in them. Whatever was changed
//! or needs a warning is a [`Finding`]; repairing the result again changes nothing.
//!
//! ```
//! use ambulo_geom::{Point, repair::{Repair, ShapeRole, Shape, Soup, repair}};
//! let square = |x: f64, y: f64, s: f64| vec![
//!     Point::new(x, y), Point::new(x + s, y), Point::new(x + s, y + s), Point::new(x, y + s),
//! ];
//! let mut soup = Soup::default();
//! soup.shapes.push(Shape::new(ShapeRole::Ground, square(0.0, 0.0, 10.0), "the yard"));
//! soup.shapes.push(Shape::new(ShapeRole::Solid, square(2.0, 2.0, 3.0), "house 1"));
//! soup.shapes.push(Shape::new(ShapeRole::Solid, square(4.0, 4.0, 3.0), "house 2")); // overlaps house 1
//! let repaired = repair(&soup, &Repair::default()).unwrap();
//! assert_eq!(repaired.walkable.area(), 100.0 - 9.0 - 9.0 + 1.0);
//! ```

mod choose;
mod cover;
mod error;
mod faces;
mod finding;
mod gaps;
mod lattice;
mod lattice_area;
mod outline;
mod simplify;
mod soup;
mod split;
mod sweep;
#[cfg(test)]
mod tests;

pub use error::RepairError;
pub use finding::{Finding, FindingKind, Findings, Severity};
pub use lattice_area::cells_region;
pub use soup::{Shape, ShapeRole, Soup};

use crate::{Point, Region, Segment};
use choose::FaceGroups;
use faces::Faces;
use lattice::STEPS;
use outline::BorderPiece;
use soup::Traced;

/// Which of the open ground is meant.
///
/// ```
/// use ambulo_geom::{Point, repair::Choose};
/// assert_ne!(Choose::Ground, Choose::SeenFrom(Point::new(0.0, 0.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Choose {
    /// All of it.
    #[default]
    Ground,
    /// What can be reached from a place without crossing a wall.
    SeenFrom(Point),
    /// The largest part that walls and solids enclose.
    Largest,
}

/// How to repair.
///
/// ```
/// assert!(ambulo_geom::repair::Repair::default().close_gaps.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Repair {
    /// Which part is meant.
    pub choose: Choose,
    /// Joins wall ends that are at most so far from another wall [m].
    pub close_gaps: Option<f64>,
    /// Straightens borders by up to 2 cm and 1 degree: for cuts through triangle meshes.
    pub straighten: bool,
}

/// What a repair gives back.
///
/// ```
/// use ambulo_geom::{Point, Segment, repair::{Repair, ShapeRole, Shape, Soup, repair}};
/// let mut soup = Soup::default();
/// let hall = [(0.0, 0.0), (8.0, 0.0), (8.0, 4.0), (0.0, 4.0)].map(|(x, y)| Point::new(x, y));
/// soup.shapes.push(Shape::new(ShapeRole::Ground, hall.to_vec(), "hall"));
/// soup.wall(Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 3.0)), "screen");
/// let repaired = repair(&soup, &Repair::default()).unwrap();
/// assert_eq!(repaired.walls, [Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 3.0))]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Repaired {
    /// Where one can walk.
    pub walkable: Region,
    /// Walls with walkable ground on both sides.
    pub walls: Vec<Segment>,
    /// Changes and warnings.
    pub findings: Vec<Finding>,
    /// How many findings of each kind there were, those that are not reported included.
    pub counts: Vec<(FindingKind, usize)>,
    /// The area of all that is enclosed, when the largest part of it was chosen; otherwise 0 [m2].
    pub enclosed: f64,
}

/// How often a repair checks its own result; needed only when slivers were dropped.
const AGAIN: usize = 6;

/// Repairs a drawing.
///
/// ```
/// use ambulo_geom::repair::{Repair, RepairError, Soup, repair};
/// assert_eq!(repair(&Soup::default(), &Repair::default()), Err(RepairError::NothingWalkable));
/// ```
pub fn repair(soup: &Soup, options: &Repair) -> Result<Repaired, RepairError> {
    let mut findings = Findings::default();
    let (mut walkable, mut walls, mut again, enclosed) = once(soup, options, &mut findings)?;
    for _ in 0..AGAIN {
        if !again {
            break;
        }
        let own = as_soup(&walkable, &walls);
        let before = (walkable, walls);
        let plain = Repair { straighten: options.straighten, ..Repair::default() };
        (walkable, walls, again, _) = once(&own, &plain, &mut Findings::default())?;
        again = again || before != (walkable.clone(), walls.clone());
    }
    let counts = findings.counts().to_vec();
    Ok(Repaired { walkable, walls, findings: findings.into_list(), counts, enclosed })
}

/// A result as the input of another repair.
fn as_soup(walkable: &Region, walls: &[Segment]) -> Soup {
    let mut soup = Soup::default();
    for (i, polygon) in walkable.polygons().iter().enumerate() {
        let rings = polygon.rings().map(<[Point]>::to_vec).collect();
        soup.shapes.push(Shape { role: ShapeRole::Ground, rings, label: format!("part {}", i + 1) });
    }
    for wall in walls {
        soup.wall(*wall, "wall");
    }
    soup
}

/// What can be walked on, thin walls in it, whether slivers were dropped, and the area of all that is enclosed.
type Once = (Region, Vec<Segment>, bool, f64);

fn once(soup: &Soup, options: &Repair, findings: &mut Findings) -> Result<Once, RepairError> {
    let (mut traced, edges) = Traced::new(soup, findings)?;
    let mut edges = split::settle(edges, &traced, findings)?;
    if let Some(most) = options.close_gaps.filter(|d| *d > 0.0) {
        edges = gaps::close(edges, most, &mut traced, findings)?;
    }
    let mut faces = Faces::new(edges);
    let (mut open, bridged) = cover::open_ground(&faces, &traced);
    for (e, edge) in faces.edges.iter_mut().enumerate() {
        // A wall that runs on below a bridge obstructs nobody there.
        edge.wall &= !(bridged[faces.left[2 * e] as usize] && bridged[faces.left[2 * e + 1] as usize]);
    }
    let slivers = choose::drop_slivers(&mut faces, &mut open, findings);
    let enclosed = choose::keep(&faces, &mut open, options.choose, &traced, findings).map_err(|e| match e {
        RepairError::NothingEnclosed { .. } => {
            RepairError::NothingEnclosed { gap: gaps::narrowest(&faces.edges, 2.0).map(|(at, gap)| (at.point(), gap)) }
        }
        other => other,
    })?;
    if options.choose != Choose::Ground {
        let inside = |e: usize| open[faces.left[2 * e] as usize] && open[faces.left[2 * e + 1] as usize];
        gaps::report(&faces.edges, inside, &traced, findings);
    }
    let (walkable, walls) = shape(&faces, &open, options.straighten, findings)?;
    Ok((walkable, walls, slivers, enclosed))
}

/// The kept faces as polygons, and the walls that stand in them.
fn shape(
    faces: &Faces,
    open: &[bool],
    straighten: bool,
    findings: &mut Findings,
) -> Result<(Region, Vec<Segment>), RepairError> {
    let mut parts = FaceGroups::new(faces.count());
    let sides = |e: usize| (faces.left[2 * e], faces.left[2 * e + 1]);
    for e in 0..faces.edges.len() {
        let (l, r) = sides(e);
        if open[l as usize] && open[r as usize] {
            parts.join(l, r);
        }
    }
    let (mut border, mut thin) = (Vec::new(), Vec::new());
    for (e, edge) in faces.edges.iter().enumerate() {
        let (l, r) = sides(e);
        match (open[l as usize], open[r as usize]) {
            (true, false) => border.push(BorderPiece { a: edge.a, b: edge.b, part: parts.of(l) }),
            (false, true) => border.push(BorderPiece { a: edge.b, b: edge.a, part: parts.of(r) }),
            (true, true) if edge.wall => thin.push((edge.a, edge.b)),
            _ => {}
        }
    }
    let drawn = outline::rings(&border);
    if drawn.is_empty() {
        return Err(RepairError::NothingWalkable);
    }
    let lines = simplify::chains(&thin);
    let finish = |slack| {
        let (mut rings, mut lines) = (drawn.clone(), lines.clone());
        simplify::simplify(&mut rings, &mut lines, slack);
        rings.iter_mut().for_each(|(_, ring)| ring.shrink_to_fit());
        in_order(&mut rings);
        (outline::region(&rings, lattice::Spot::point), lines, rings)
    };
    let (region, lines, rings) = match straighten.then(|| finish(Some(simplify::MESH))) {
        Some((Ok(region), lines, rings)) => (region, lines, rings),
        _ => {
            let (region, lines, rings) = finish(None);
            (region.map_err(RepairError::Invalid)?, lines, rings)
        }
    };
    report_shape(&rings, &lines, findings);
    let mut walls: Vec<(lattice::Spot, lattice::Spot)> =
        lines.iter().flat_map(|l| l.windows(2).map(|w| (w[0].min(w[1]), w[0].max(w[1])))).collect();
    walls.sort_unstable();
    Ok((region, walls.into_iter().map(|(a, b)| Segment::new(a.point(), b.point())).collect()))
}

/// Parts by their lowest corner, each with its outline first, so that the same area always reads the same.
fn in_order(rings: &mut [(u32, Vec<lattice::Spot>)]) {
    let mut low: Vec<(u32, lattice::Spot)> = Vec::new();
    for (part, ring) in rings.iter() {
        match low.last_mut() {
            Some((p, spot)) if p == part => *spot = (*spot).min(ring[0]),
            _ => low.push((*part, ring[0])),
        }
    }
    low.sort_by_key(|(part, spot)| (*spot, *part));
    let places: std::collections::BTreeMap<u32, u32> =
        low.iter().enumerate().map(|(i, (p, _))| (*p, i as u32)).collect();
    for (part, _) in rings.iter_mut() {
        *part = places[part];
    }
    rings.sort_by(|(p, r), (q, s)| {
        p.cmp(q).then_with(|| (outline::area2(r) < 0).cmp(&(outline::area2(s) < 0))).then_with(|| r.cmp(s))
    });
}

/// Below this a part of the walkable area is hardly meant [m^2].
const TINY: f64 = 0.5;

fn report_shape(rings: &[(u32, Vec<lattice::Spot>)], walls: &[Vec<lattice::Spot>], findings: &mut Findings) {
    for (_, ring) in rings {
        let area = outline::area2(ring) as f64 / 2.0 / STEPS / STEPS;
        if area > 0.0 && area < TINY {
            findings.add(FindingKind::TinyPart, |kind| {
                Finding::warning(kind, ring[0].point(), format!("a walkable part of only {area:.4} m2"))
            });
        }
    }
    let mut corners: Vec<lattice::Spot> = rings.iter().flat_map(|(_, r)| r.iter().copied()).collect();
    corners.sort_unstable();
    let mut last = None;
    for w in corners.windows(2).filter(|w| w[0] == w[1]) {
        if last != Some(w[0]) {
            last = Some(w[0]);
            findings.add(FindingKind::Touching, |kind| {
                Finding::warning(kind, w[0].point(), "walls touch in a single place; nobody passes there")
            });
        }
    }
    if let Some(first) = walls.first() {
        let length: f64 = walls.iter().map(|w| simplify::length(w)).sum();
        findings.add(FindingKind::ThinWall, |kind| {
            let detail =
                format!("{} thin walls, {length:.1} m in all, have walkable ground on both sides", walls.len());
            Finding::warning(kind, first[0].point(), detail)
        });
    }
}
