//! Whether places lie in a region, asked millions of times: edges sorted into strips of y.

use crate::predicates::orient;
use crate::{Bounds, Point, Region, Segment};

/// Answers as [`Region::contains`] does, in time that hardly depends on the number of corners.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region, RegionIndex};
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
/// let index = RegionIndex::new(&hall);
/// assert!(index.contains(Point::new(9.0, 4.0)) && !index.contains(Point::new(9.1, 4.0)));
/// ```
#[derive(Clone, Debug)]
pub struct RegionIndex {
    bounds: Option<Bounds>,
    per_metre: f64,
    /// Edges of strip k: `edges[starts[k]..starts[k + 1]]`.
    starts: Vec<u32>,
    edges: Vec<Segment>,
}

/// More strips than this would not make them shorter in any plan.
const MOST_STRIPS: usize = 65_536;

impl RegionIndex {
    /// Sorts the edges of a region.
    ///
    /// ```
    /// let nothing = ambulo_geom::Region::new(vec![]).unwrap();
    /// assert!(!ambulo_geom::RegionIndex::new(&nothing).contains(ambulo_geom::Point::new(0.0, 0.0)));
    /// ```
    pub fn new(region: &Region) -> Self {
        let all: Vec<Segment> = region.edges().collect();
        let Some(bounds) = region.bounds() else {
            return Self { bounds: None, per_metre: 0.0, starts: vec![0, 0], edges: all };
        };
        let strips = all.len().div_ceil(2).clamp(1, MOST_STRIPS);
        let per_metre = if bounds.height() > 0.0 { strips as f64 / bounds.height() } else { 0.0 };
        let mut index = Self { bounds: Some(bounds), per_metre, starts: vec![0; strips + 1], edges: Vec::new() };
        let spans = |s: &Segment| index.strip(bounds, s.a.y.min(s.b.y))..=index.strip(bounds, s.a.y.max(s.b.y));
        let mut counts = vec![0u32; strips + 1];
        for s in &all {
            spans(s).for_each(|k| counts[k + 1] += 1);
        }
        for k in 0..strips {
            counts[k + 1] += counts[k];
        }
        let mut next = counts.clone();
        let nowhere = Segment::new(bounds.min, bounds.min);
        let mut edges = vec![nowhere; counts[strips] as usize];
        for s in &all {
            for k in spans(s) {
                edges[next[k] as usize] = *s;
                next[k] += 1;
            }
        }
        (index.starts, index.edges) = (counts, edges);
        index
    }

    /// Strips rise with y, whatever rounding does: an edge is in all strips of its places.
    fn strip(&self, bounds: Bounds, y: f64) -> usize {
        (((y - bounds.min.y) * self.per_metre) as usize).min(self.starts.len() - 2)
    }

    /// Whether a place lies inside; the border counts as inside. Exact.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region, RegionIndex};
    /// let corner = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)];
    /// let index = RegionIndex::new(&Region::from(Polygon::from_rings(&corner, &[]).unwrap()));
    /// assert!(index.contains(Point::new(0.5, 1.5)) && !index.contains(Point::new(1.5, 1.5)));
    /// ```
    pub fn contains(&self, p: Point) -> bool {
        let Some(bounds) = self.bounds.filter(|b| b.contains(p)) else { return false };
        let k = self.strip(bounds, p.y);
        let mut inside = false;
        for e in &self.edges[self.starts[k] as usize..self.starts[k + 1] as usize] {
            let side = orient(e.a, e.b, p);
            let (low, high) = (e.a.y.min(e.b.y), e.a.y.max(e.b.y));
            if side == 0.0 && low <= p.y && p.y <= high && e.a.x.min(e.b.x) <= p.x && p.x <= e.a.x.max(e.b.x) {
                return true;
            }
            if (e.a.y > p.y) != (e.b.y > p.y) && (side > 0.0) == (e.b.y > e.a.y) {
                inside = !inside;
            }
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Polygon;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_answers_as_the_region_does(
            radii in prop::collection::vec(0.5f64..3.0, 3..40),
            places in prop::collection::vec((-3.5f64..3.5, -3.5f64..3.5), 1..60),
            apart in 7.0f64..20.0,
        ) {
            let n = radii.len() as f64;
            let ring = |x: f64| -> Vec<Point> {
                let at = |(i, r): (usize, &f64)| {
                    let a = i as f64 / n * std::f64::consts::TAU;
                    Point::new(x + r * crate::math::cos(a), r * crate::math::sin(a))
                };
                radii.iter().enumerate().map(at).collect()
            };
            let hole = vec![Point::new(-0.1, -0.1), Point::new(0.1, -0.1), Point::new(0.1, 0.1), Point::new(-0.1, 0.1)];
            let (Ok(one), Ok(two)) = (Polygon::new(ring(0.0), vec![hole]), Polygon::new(ring(apart), vec![])) else {
                return Ok(());
            };
            let region = Region::new(vec![one, two]).unwrap();
            let index = RegionIndex::new(&region);
            let corners: Vec<Point> = region.edges().map(|e| e.a).collect();
            let on: Vec<Point> = region.edges().map(|e| e.a.lerp(e.b, 0.5)).collect();
            let random = places.iter().flat_map(|(x, y)| [Point::new(*x, *y), Point::new(x + apart, *y)]);
            for p in random.chain(corners).chain(on) {
                prop_assert_eq!(index.contains(p), region.contains(p), "at {}", p);
            }
        }
    }
}
