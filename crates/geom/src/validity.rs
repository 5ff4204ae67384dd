//! What makes a polygon usable, and the message when it is not.

use crate::polygon::{RingSide, locate, ring_edges, signed_area};
use crate::rows::{EdgeRows, meeting};
use crate::{Bounds, Crossing, Point, Segment};
use std::collections::BTreeMap;
use thiserror::Error;

/// An edge in a message: which ring, which edge of it, and where.
///
/// ```
/// use ambulo_geom::{Edge, Point, Segment};
/// let e = Edge { ring: 1, index: 2, at: Segment::new(Point::new(0.0, 0.0), Point::new(1.5, 0.0)) };
/// assert_eq!(e.to_string(), "edge 2 of hole 1, from (0, 0) to (1.5, 0)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// 0 is the outer ring, 1 the first hole.
    pub ring: usize,
    /// 0 is the edge from the first to the second corner, counted as the ring was written.
    pub index: usize,
    /// Its place.
    pub at: Segment,
}

impl std::fmt::Display for Edge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "edge {} of {}, from {} to {}", self.index, RingName(self.ring), self.at.a, self.at.b)
    }
}

struct RingName(usize);

impl std::fmt::Display for RingName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => f.write_str("the outer ring"),
            n => write!(f, "hole {n}"),
        }
    }
}

/// Why some rings are no polygon.
///
/// ```
/// use ambulo_geom::{Polygon, PolygonError};
/// let flat = Polygon::from_rings(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], &[]);
/// assert!(matches!(flat, Err(PolygonError::NoArea { ring: 0, .. })));
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
pub enum PolygonError {
    /// Fewer than three different corners.
    #[error("{} has only {corners} different corners; a ring needs at least 3", RingName(*ring))]
    TooFewCorners {
        /// Which ring.
        ring: usize,
        /// How many it has.
        corners: usize,
    },
    /// A coordinate that is no number.
    #[error("corner {corner} of {} is not a finite number", RingName(*ring))]
    NotFinite {
        /// Which ring.
        ring: usize,
        /// Which corner.
        corner: usize,
    },
    /// All corners on one line.
    #[error("{} encloses no area: its corners near {at} lie on one line", RingName(*ring))]
    NoArea {
        /// Which ring.
        ring: usize,
        /// Its first corner.
        at: Point,
    },
    /// Two edges cross, touch where they must not, or lie on each other.
    #[error("{first} meets {second} at {at}")]
    EdgesMeet {
        /// One edge.
        first: Edge,
        /// The other.
        second: Edge,
        /// Where.
        at: Point,
    },
    /// A hole that is not in the polygon.
    #[error("hole {hole} lies outside the outer ring, near {at}")]
    HoleOutside {
        /// Which hole, from 1.
        hole: usize,
        /// One of its corners.
        at: Point,
    },
    /// A hole in a hole.
    #[error("hole {hole} lies inside hole {inside}, near {at}")]
    HoleInHole {
        /// Which hole, from 1.
        hole: usize,
        /// The hole around it.
        inside: usize,
        /// One of its corners.
        at: Point,
    },
    /// Two polygons of one region have an overlap.
    #[error("polygon {first} and polygon {second} overlap near {at}; give one polygon for their union")]
    PolygonsOverlap {
        /// Number of one, from 1.
        first: usize,
        /// Number of the other.
        second: usize,
        /// Where.
        at: Point,
    },
}

impl PolygonError {
    /// The place of the fault, where there is one.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon};
    /// let bow = Polygon::from_rings(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)], &[]).unwrap_err();
    /// assert_eq!(bow.place(), Some(Point::new(1.0, 1.0)));
    /// ```
    pub fn place(&self) -> Option<Point> {
        match *self {
            Self::TooFewCorners { .. } | Self::NotFinite { .. } => None,
            Self::NoArea { at, .. }
            | Self::EdgesMeet { at, .. }
            | Self::HoleOutside { at, .. }
            | Self::HoleInHole { at, .. }
            | Self::PolygonsOverlap { at, .. } => Some(at),
        }
    }
}

/// Drops the closing point and repeated ones: they carry nothing.
pub(crate) fn clean_ring(ring: &mut Vec<Point>) {
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
}

pub(crate) fn check_ring(ring: usize, points: &[Point]) -> Result<(), PolygonError> {
    if let Some(corner) = points.iter().position(|p| !p.is_finite()) {
        return Err(PolygonError::NotFinite { ring, corner });
    }
    if points.len() < 3 {
        return Err(PolygonError::TooFewCorners { ring, corners: points.len() });
    }
    if signed_area(points) == 0.0 && points.len() == 3 {
        return Err(PolygonError::NoArea { ring, at: points[0] });
    }
    Ok(())
}

/// No edge meets another except at the corner two neighbours share; rings may touch in single places; holes lie
/// inside and beside each other.
pub(crate) fn check_rings(rings: &[Vec<Point>]) -> Result<(), PolygonError> {
    let edges: Vec<Edge> = rings
        .iter()
        .enumerate()
        .flat_map(|(ring, points)| ring_edges(points).enumerate().map(move |(index, at)| Edge { ring, index, at }))
        .collect();
    for_each_close_pair(&edges, |first, second| {
        let at = match first.at.crossing(second.at) {
            Crossing::None => return Ok(()),
            Crossing::Touch(_) if first.ring != second.ring => return Ok(()),
            Crossing::Touch(at) => {
                let n = rings[first.ring].len();
                let follows = (first.index + 1) % n == second.index || (second.index + 1) % n == first.index;
                if follows {
                    return Ok(());
                }
                at
            }
            Crossing::Proper(at) | Crossing::Overlap(at) => at,
        };
        let (first, second) =
            if (first.ring, first.index) < (second.ring, second.index) { (*first, *second) } else { (*second, *first) };
        Err(PolygonError::EdgesMeet { first, second, at })
    })?;
    for (ring, points) in rings.iter().enumerate() {
        if signed_area(points) == 0.0 {
            return Err(PolygonError::NoArea { ring, at: points[0] });
        }
    }
    check_nesting(rings)
}

fn check_nesting(rings: &[Vec<Point>]) -> Result<(), PolygonError> {
    if rings.len() < 2 {
        return Ok(());
    }
    let rows = |ring: usize| EdgeRows::new(ring_edges(&rings[ring]).collect());
    let outer = rows(0);
    let boxes: Vec<Bounds> = rings.iter().skip(1).filter_map(|r| Bounds::of(r.iter().copied())).collect();
    let mut pairs = meeting(&boxes).into_iter().peekable();
    // Large rings with much in their box are tested many times.
    let mut around: BTreeMap<usize, EdgeRows> = BTreeMap::new();
    for (hole, points) in rings.iter().enumerate().skip(1) {
        if let Some(at) = on_side(points, |p| outer.locate(p), |side| matches!(side, RingSide::Out)) {
            return Err(PolygonError::HoleOutside { hole, at });
        }
        while let Some((_, other)) = pairs.next_if(|(own, _)| *own as usize + 1 == hole) {
            let inside = other as usize + 1;
            let wrong = |side: &RingSide| matches!(side, RingSide::In);
            let found = if rings[inside].len() <= 32 {
                on_side(points, |p| locate(&rings[inside], p), wrong)
            } else {
                let rows = around.entry(inside).or_insert_with(|| rows(inside));
                on_side(points, |p| rows.locate(p), wrong)
            };
            if let Some(at) = found {
                return Err(PolygonError::HoleInHole { hole, inside, at });
            }
        }
    }
    Ok(())
}

/// A place of one ring that lies on the wrong side of another.
///
/// Edges do not cross, but rings that share corners may pass through each other there, so that every corner counts.
/// When all corners are shared, the middles of the edges decide.
fn on_side(ring: &[Point], locate: impl Fn(Point) -> RingSide, wrong: impl Fn(&RingSide) -> bool) -> Option<Point> {
    let mut all_on = true;
    for &p in ring {
        let side = locate(p);
        if wrong(&side) {
            return Some(p);
        }
        all_on &= matches!(side, RingSide::On);
    }
    if !all_on {
        return None;
    }
    ring_edges(ring).map(|e| e.a.lerp(e.b, 0.5)).find(|p| wrong(&locate(*p)))
}

/// Calls `f` for every pair of edges whose boxes meet, by a sweep over x.
pub(crate) fn for_each_close_pair<E>(
    edges: &[Edge],
    mut f: impl FnMut(&Edge, &Edge) -> Result<(), E>,
) -> Result<(), E> {
    let low = |e: &Edge| e.at.a.x.min(e.at.b.x);
    let high = |e: &Edge| e.at.a.x.max(e.at.b.x);
    let mut order: Vec<&Edge> = edges.iter().collect();
    order.sort_by(|a, b| low(a).total_cmp(&low(b)));
    for (i, a) in order.iter().enumerate() {
        let (top, bottom) = (a.at.a.y.max(a.at.b.y), a.at.a.y.min(a.at.b.y));
        for b in order[i + 1..].iter().take_while(|b| low(b) <= high(a)) {
            if b.at.a.y.min(b.at.b.y) <= top && b.at.a.y.max(b.at.b.y) >= bottom {
                f(a, b)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{Point, Polygon, PolygonError};

    const ROOM: [(f64, f64); 4] = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];

    #[test]
    fn a_crossing_names_both_edges_and_the_place() {
        let error = Polygon::from_rings(&[(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)], &[]).unwrap_err();
        let PolygonError::EdgesMeet { first, second, at } = error else { panic!("{error}") };
        assert_eq!((first.ring, first.index, second.index, at), (0, 0, 2, Point::new(2.0, 2.0)));
    }

    #[test]
    fn a_spike_that_runs_back_on_itself_is_found() {
        let error = Polygon::from_rings(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (4.0, 1.0), (0.0, 1.0)], &[]);
        assert!(matches!(error, Err(PolygonError::EdgesMeet { .. })));
    }

    #[test]
    fn holes_must_lie_inside_and_apart() {
        let far: &[(f64, f64)] = &[(20.0, 0.0), (21.0, 0.0), (20.0, 1.0)];
        assert!(matches!(Polygon::from_rings(&ROOM, &[far]), Err(PolygonError::HoleOutside { hole: 1, .. })));
        let big: &[(f64, f64)] = &[(1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)];
        let small: &[(f64, f64)] = &[(2.0, 2.0), (3.0, 2.0), (3.0, 3.0)];
        let error = Polygon::from_rings(&ROOM, &[big, small]);
        assert!(matches!(error, Err(PolygonError::HoleInHole { hole: 2, inside: 1, .. })));
        let across: &[(f64, f64)] = &[(8.0, 4.0), (12.0, 4.0), (12.0, 5.0), (8.0, 5.0)];
        assert!(matches!(Polygon::from_rings(&ROOM, &[across]), Err(PolygonError::EdgesMeet { .. })));
    }

    #[test]
    fn a_hole_may_touch_the_border_in_one_place() {
        let touching: &[(f64, f64)] = &[(0.0, 5.0), (2.0, 4.0), (2.0, 6.0)];
        assert_eq!(Polygon::from_rings(&ROOM, &[touching]).unwrap().area(), 98.0);
    }

    #[test]
    fn rings_may_share_corners_but_not_pass_through_each_other_there() {
        let corner: &[(f64, f64)] = &[(10.0, 10.0), (8.0, 9.0), (9.0, 8.0)];
        let room = Polygon::from_rings(&ROOM, &[corner]).unwrap();
        assert_eq!(room.area(), 98.5);
        assert!(!room.contains(Point::new(9.1, 9.1)) && room.contains(Point::new(9.9, 9.0)));
        let two: [&[(f64, f64)]; 2] =
            [&[(2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0)], &[(4.0, 4.0), (6.0, 4.0), (6.0, 6.0)]];
        assert_eq!(Polygon::from_rings(&ROOM, &two).unwrap().area(), 94.0);
        // In through one corner of the wall and out through another.
        let through: &[(f64, f64)] = &[(10.0, 0.0), (12.0, 5.0), (10.0, 10.0), (5.0, 5.0)];
        assert!(matches!(Polygon::from_rings(&ROOM, &[through]), Err(PolygonError::HoleOutside { hole: 1, .. })));
    }
}
