//! Several polygons that do not overlap: where one may walk, or a named area.

use crate::polygon::RingSide;
use crate::rows::{EdgeRows, meeting};
use crate::validity::{Edge, for_each_close_pair};
use crate::{Bounds, Crossing, Point, Polygon, PolygonError, Segment};

/// One or more polygons without overlap.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// let two = Region::new(vec![
///     Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap(),
///     Polygon::rectangle(6.0, 0.0, 8.0, 4.0).unwrap(),
/// ]).unwrap();
/// assert_eq!(two.area(), 24.0);
/// assert!(!two.contains(Point::new(5.0, 1.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    polygons: Vec<Polygon>,
}

impl Region {
    /// Checks that the polygons do not overlap.
    ///
    /// ```
    /// use ambulo_geom::{Polygon, Region};
    /// let a = Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap();
    /// let b = Polygon::rectangle(3.0, 1.0, 8.0, 2.0).unwrap();
    /// assert!(Region::new(vec![a, b]).unwrap_err().to_string().contains("polygon 1 and polygon 2"));
    /// ```
    pub fn new(polygons: Vec<Polygon>) -> Result<Self, PolygonError> {
        let edges: Vec<Edge> = polygons
            .iter()
            .enumerate()
            .flat_map(|(ring, p)| p.edges().enumerate().map(move |(index, at)| Edge { ring, index, at }))
            .collect();
        let overlap = |a: usize, b: usize, at: Point| PolygonError::PolygonsOverlap {
            first: a.min(b) + 1,
            second: a.max(b) + 1,
            at,
        };
        for_each_close_pair(&edges, |a, b| match a.at.crossing(b.at) {
            Crossing::Proper(at) | Crossing::Overlap(at) if a.ring != b.ring => Err(overlap(a.ring, b.ring, at)),
            _ => Ok(()),
        })?;
        let boxes: Vec<Bounds> = polygons.iter().map(Polygon::bounds).collect();
        // Inside an odd number of its rings is inside of a polygon.
        let mut rows: Vec<Option<EdgeRows>> = polygons.iter().map(|_| None).collect();
        for (i, j) in meeting(&boxes) {
            let (i, j) = (i as usize, j as usize);
            let rows = rows[j].get_or_insert_with(|| EdgeRows::new(polygons[j].edges().collect()));
            // Polygons that share corners may pass into each other there, so that every corner counts.
            let inside = |p: &&Point| boxes[j].contains(**p) && matches!(rows.locate(**p), RingSide::In);
            if let Some(at) = polygons[i].outer().iter().find(inside) {
                return Err(overlap(i, j, *at));
            }
        }
        Ok(Self { polygons })
    }

    /// The polygons.
    ///
    /// ```
    /// use ambulo_geom::{Polygon, Region};
    /// let one = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap());
    /// assert_eq!(one.polygons().len(), 1);
    /// ```
    pub fn polygons(&self) -> &[Polygon] {
        &self.polygons
    }

    /// Area [m^2].
    ///
    /// ```
    /// use ambulo_geom::{Polygon, Region};
    /// assert_eq!(Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap()).area(), 16.0);
    /// ```
    pub fn area(&self) -> f64 {
        self.polygons.iter().map(Polygon::area).sum()
    }

    /// Whether a place lies in it, the border included.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region};
    /// let one = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap());
    /// assert!(one.contains(Point::new(0.0, 0.0)));
    /// ```
    pub fn contains(&self, p: Point) -> bool {
        self.polygons.iter().any(|polygon| polygon.contains(p))
    }

    /// All edges; the inside is to the left of each.
    ///
    /// ```
    /// use ambulo_geom::{Polygon, Region};
    /// assert_eq!(Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap()).edges().count(), 4);
    /// ```
    pub fn edges(&self) -> impl Iterator<Item = Segment> {
        self.polygons.iter().flat_map(Polygon::edges)
    }

    /// The box around it; `None` when it has no polygon.
    ///
    /// ```
    /// use ambulo_geom::{Polygon, Region};
    /// let one = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap());
    /// assert_eq!(one.bounds().unwrap().width(), 4.0);
    /// ```
    pub fn bounds(&self) -> Option<Bounds> {
        self.polygons.iter().map(Polygon::bounds).reduce(Bounds::union)
    }

    /// Distance from a place to the nearest edge [m], from either side.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region};
    /// let one = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap());
    /// assert_eq!(one.distance_to_border(Point::new(2.0, 1.0)), 1.0);
    /// ```
    pub fn distance_to_border(&self, p: Point) -> f64 {
        self.polygons.iter().map(|polygon| polygon.distance_to_border(p)).fold(f64::INFINITY, f64::min)
    }
}

impl From<Polygon> for Region {
    fn from(polygon: Polygon) -> Self {
        Self { polygons: vec![polygon] }
    }
}
