//! Polygons with holes, valid by construction.

use crate::{Bounds, Point, PolygonError, Segment, predicates::orient, validity};

/// A polygon with holes: simple rings, the outer one counter-clockwise, holes clockwise, holes inside and apart.
///
/// The constructor checks and orients, so that code which holds one need not ask. The walkable side is always to the
/// left of an edge.
///
/// ```
/// use ambulo_geom::{Point, Polygon};
/// let room = Polygon::from_rings(
///     &[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)],
///     &[&[(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)]],
/// ).unwrap();
/// assert_eq!(room.area(), 15.0);
/// assert!(!room.contains(Point::new(1.5, 1.5)));
///
/// let bow = Polygon::from_rings(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)], &[]);
/// assert!(bow.unwrap_err().to_string().contains("(1, 1)"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    rings: Vec<Vec<Point>>,
}

impl Polygon {
    /// Checks and orients the rings. A closing point equal to the first is dropped, as are repeated points.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon};
    /// let p = |x, y| Point::new(x, y);
    /// let triangle = Polygon::new(vec![p(0.0, 0.0), p(0.0, 3.0), p(3.0, 0.0)], vec![]).unwrap();
    /// assert_eq!(triangle.outer()[1], p(3.0, 0.0)); // turned counter-clockwise
    /// ```
    pub fn new(outer: Vec<Point>, holes: Vec<Vec<Point>>) -> Result<Self, PolygonError> {
        let mut rings = Vec::with_capacity(1 + holes.len());
        for (index, mut ring) in std::iter::once(outer).chain(holes).enumerate() {
            validity::clean_ring(&mut ring);
            validity::check_ring(index, &ring)?;
            rings.push(ring);
        }
        // Before turning any ring, so that edge numbers in messages fit what was written.
        validity::check_rings(&rings)?;
        for (index, ring) in rings.iter_mut().enumerate() {
            if (signed_area(ring) > 0.0) != (index == 0) {
                ring[1..].reverse();
            }
        }
        Ok(Self { rings })
    }

    /// The same from pairs of numbers: short for literals.
    ///
    /// ```
    /// assert!(ambulo_geom::Polygon::from_rings(&[(0.0, 0.0), (1.0, 0.0)], &[]).is_err());
    /// ```
    pub fn from_rings(outer: &[(f64, f64)], holes: &[&[(f64, f64)]]) -> Result<Self, PolygonError> {
        let ring = |r: &[(f64, f64)]| r.iter().map(|&(x, y)| Point::new(x, y)).collect();
        Self::new(ring(outer), holes.iter().map(|h| ring(h)).collect())
    }

    /// A box.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap().area(), 8.0);
    /// ```
    pub fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Result<Self, PolygonError> {
        Self::from_rings(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)], &[])
    }

    /// The outer ring, counter-clockwise, not closed.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap().outer().len(), 4);
    /// ```
    pub fn outer(&self) -> &[Point] {
        &self.rings[0]
    }

    /// The holes, clockwise, not closed.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap().holes().count(), 0);
    /// ```
    pub fn holes(&self) -> impl Iterator<Item = &[Point]> {
        self.rings[1..].iter().map(Vec::as_slice)
    }

    /// All rings: the outer one, then the holes.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap().rings().count(), 1);
    /// ```
    pub fn rings(&self) -> impl Iterator<Item = &[Point]> {
        self.rings.iter().map(Vec::as_slice)
    }

    /// All edges, ring by ring; the inside is to the left of each.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap().edges().count(), 4);
    /// ```
    pub fn edges(&self) -> impl Iterator<Item = Segment> {
        self.rings.iter().flat_map(|ring| ring_edges(ring))
    }

    /// Area without the holes [m^2].
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap().area(), 8.0);
    /// ```
    pub fn area(&self) -> f64 {
        self.rings.iter().map(|ring| signed_area(ring)).sum()
    }

    /// Whether a place lies inside; the border counts as inside. Exact.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon};
    /// let square = Polygon::rectangle(0.0, 0.0, 2.0, 2.0).unwrap();
    /// assert!(square.contains(Point::new(2.0, 1.0)));
    /// assert!(!square.contains(Point::new(2.0 + 1e-12, 1.0)));
    /// ```
    pub fn contains(&self, p: Point) -> bool {
        let mut inside = false;
        for ring in &self.rings {
            match locate(ring, p) {
                RingSide::On => return true,
                RingSide::In => inside = !inside,
                RingSide::Out => {}
            }
        }
        inside
    }

    /// The box around it.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap().bounds().width(), 4.0);
    /// ```
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.outer().iter().copied()).expect("a checked ring has three points or more")
    }

    /// Distance from a place to the nearest edge [m], from either side.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon};
    /// let square = Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap();
    /// assert_eq!(square.distance_to_border(Point::new(1.0, 2.0)), 1.0);
    /// ```
    pub fn distance_to_border(&self, p: Point) -> f64 {
        self.edges().map(|e| e.distance(p)).fold(f64::INFINITY, f64::min)
    }

    /// Adds a ring as one more hole, checking all again.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon};
    /// let hall = Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap();
    /// let pillar = Polygon::rectangle(4.0, 4.0, 5.0, 5.0).unwrap();
    /// assert_eq!(hall.with_holes(vec![pillar.outer().to_vec()]).unwrap().area(), 80.0);
    /// ```
    pub fn with_holes(&self, more: Vec<Vec<Point>>) -> Result<Self, PolygonError> {
        let holes = self.holes().map(<[Point]>::to_vec).chain(more).collect();
        Self::new(self.outer().to_vec(), holes)
    }
}

pub(crate) enum RingSide {
    In,
    On,
    Out,
}

/// Where a place lies against one ring.
pub(crate) fn locate(ring: &[Point], p: Point) -> RingSide {
    side_of(ring_edges(ring), p)
}

/// Where a place lies against the edges of rings that its height meets: crossings of the ray to the right, counted with exact
/// orientation. Of several rings, inside means inside an odd number.
#[inline]
pub(crate) fn side_of(edges: impl Iterator<Item = Segment>, p: Point) -> RingSide {
    let mut inside = false;
    for e in edges {
        let side = orient(e.a, e.b, p);
        let (low, high) = (e.a.y.min(e.b.y), e.a.y.max(e.b.y));
        if side == 0.0 && low <= p.y && p.y <= high && e.a.x.min(e.b.x) <= p.x && p.x <= e.a.x.max(e.b.x) {
            return RingSide::On;
        }
        if (e.a.y > p.y) != (e.b.y > p.y) && (side > 0.0) == (e.b.y > e.a.y) {
            inside = !inside;
        }
    }
    if inside { RingSide::In } else { RingSide::Out }
}

/// Twice-summed trapezoids around the first corner, which keeps digits when the plan lies far from zero.
pub(crate) fn signed_area(ring: &[Point]) -> f64 {
    let o = ring[0];
    ring_edges(ring).map(|e| (e.a.x - o.x) * (e.b.y - o.y) - (e.b.x - o.x) * (e.a.y - o.y)).sum::<f64>() / 2.0
}

pub(crate) fn ring_edges(ring: &[Point]) -> impl Iterator<Item = Segment> {
    (0..ring.len()).map(move |i| Segment::new(ring[i], ring[(i + 1) % ring.len()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The exact crossing count agrees with the winding angle for places that are not near the border.
        #[test]
        fn containment_agrees_with_the_winding_number(
            radii in prop::collection::vec(0.5f64..3.0, 3..12),
            x in -3.5f64..3.5, y in -3.5f64..3.5, far in -1e6f64..1e6,
        ) {
            let n = radii.len() as f64;
            let ring: Vec<Point> = radii.iter().enumerate().map(|(i, r)| {
                let a = i as f64 / n * std::f64::consts::TAU;
                Point::new(far + r * crate::math::cos(a), r * crate::math::sin(a))
            }).collect();
            let star = Polygon::new(ring.clone(), vec![]).unwrap();
            let p = Point::new(far + x, y);
            prop_assume!(star.distance_to_border(p) > 1e-6);
            let winding: f64 = ring_edges(&ring).map(|e| {
                let angle = |q: Point| crate::math::atan2(q.y - p.y, q.x - p.x);
                crate::math::wrap(angle(e.b) - angle(e.a))
            }).sum();
            prop_assert_eq!(star.contains(p), winding.abs() > 3.0);
        }

        #[test]
        fn area_does_not_depend_on_where_the_plan_lies(w in 0.1f64..50.0, h in 0.1f64..50.0, far in -1e6f64..1e6) {
            let a = Polygon::rectangle(far, far, far + w, far + h).unwrap().area();
            prop_assert!((a - w * h).abs() < 1e-7);
        }
    }
}
