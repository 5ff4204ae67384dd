//! Where is measured: areas in which people are counted, and lines that they cross.

use ambulo_data::{Trajectories, TrajectoryRow};
use ambulo_geom::predicates::orient;
use ambulo_geom::{Point, Polygon, PolygonError, Segment};

/// An area in which density and speed are measured.
///
/// ```
/// use ambulo_eval::measuring::Area;
/// let area = Area::rectangle("middle", 0.0, -2.0, 1.8, 0.0).unwrap();
/// assert!((area.size() - 3.6).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// What tables and pictures call it.
    pub name: String,
    /// Its shape [m].
    pub polygon: Polygon,
    /// Its level.
    pub level: u16,
}

impl Area {
    /// A box on the lowest level [m].
    ///
    /// ```
    /// assert!(ambulo_eval::measuring::Area::rectangle("none", 0.0, 0.0, 0.0, 1.0).is_err());
    /// ```
    pub fn rectangle(name: impl Into<String>, x0: f64, y0: f64, x1: f64, y1: f64) -> Result<Self, PolygonError> {
        Ok(Self { name: name.into(), polygon: Polygon::rectangle(x0, y0, x1, y1)?, level: 0 })
    }

    /// Its size [m^2].
    ///
    /// ```
    /// assert_eq!(ambulo_eval::measuring::Area::rectangle("a", 0.0, 0.0, 2.0, 3.0).unwrap().size(), 6.0);
    /// ```
    pub fn size(&self) -> f64 {
        self.polygon.area()
    }

    /// Whether a place lies inside. The border does not: who walks from one area into the one beside it is never in both.
    ///
    /// ```
    /// use ambulo_geom::Point;
    /// let area = ambulo_eval::measuring::Area::rectangle("a", 0.0, 0.0, 2.0, 3.0).unwrap();
    /// assert!(area.holds(Point::new(1.0, 1.0)) && !area.holds(Point::new(0.0, 1.0)));
    /// ```
    pub fn holds(&self, p: Point) -> bool {
        self.polygon.contains(p) && !self.polygon.edges().any(|e| on(e, p))
    }

    /// For each row whether it lies inside, in the order of [`Trajectories::rows`].
    ///
    /// ```
    /// use ambulo_data::Trajectories;
    /// let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert!(ambulo_eval::measuring::Area::rectangle("a", 0.0, 0.0, 2.0, 3.0).unwrap().holds_rows(&t).is_empty());
    /// ```
    pub fn holds_rows(&self, t: &Trajectories) -> Vec<bool> {
        let bounds = self.polygon.bounds();
        let inside = |r: &TrajectoryRow| r.level == self.level && bounds.contains(r.place()) && self.holds(r.place());
        t.rows().iter().map(inside).collect()
    }
}

/// Whether a place lies exactly on a segment.
fn on(s: Segment, p: Point) -> bool {
    let within = |a: f64, b: f64, v: f64| a.min(b) <= v && v <= a.max(b);
    within(s.a.x, s.b.x, p.x) && within(s.a.y, s.b.y, p.y) && orient(s.a, s.b, p) == 0.0
}

/// A line at which people are counted. Forward is from its left to its right, seen along it.
///
/// ```
/// use ambulo_eval::measuring::MeasuringLine;
/// let door = MeasuringLine::between("door", (0.0, 0.0), (1.8, 0.0)).unwrap();
/// assert_eq!(door.length(), 1.8);
/// assert_eq!(door.normal(), (0.0, -1.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuringLine {
    /// What tables and pictures call it.
    pub name: String,
    /// From where to where [m].
    pub segment: Segment,
    /// Its level.
    pub level: u16,
}

impl MeasuringLine {
    /// A line on the lowest level [m]; `None` where its ends are one place, or no place.
    ///
    /// ```
    /// assert!(ambulo_eval::measuring::MeasuringLine::between("no length", (1.0, 1.0), (1.0, 1.0)).is_none());
    /// ```
    pub fn between(name: impl Into<String>, a: (f64, f64), b: (f64, f64)) -> Option<Self> {
        let segment = Segment::new(Point::new(a.0, a.1), Point::new(b.0, b.1));
        let length = segment.length();
        (length.is_finite() && length > 0.0).then(|| Self { name: name.into(), segment, level: 0 })
    }

    /// Its length [m].
    ///
    /// ```
    /// assert_eq!(ambulo_eval::measuring::MeasuringLine::between("a", (0.0, 0.0), (3.0, 4.0)).unwrap().length(), 5.0);
    /// ```
    pub fn length(&self) -> f64 {
        self.segment.length()
    }

    /// The forward direction across it: a unit vector to its right.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::measuring::MeasuringLine::between("a", (0.0, 0.0), (0.0, 2.0)).unwrap().normal(), (1.0, 0.0));
    /// ```
    pub fn normal(&self) -> (f64, f64) {
        let (s, length) = (self.segment, self.length());
        ((s.b.y - s.a.y) / length, (s.a.x - s.b.x) / length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_and_holes_are_outside() {
        let hole: &[(f64, f64)] = &[(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)];
        let polygon = Polygon::from_rings(&[(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)], &[hole]).unwrap();
        let area = Area { name: "ring".into(), polygon, level: 0 };
        for (x, y, inside) in
            [(0.5, 0.5, true), (3.0, 1.0, false), (1.5, 1.5, false), (1.0, 1.5, false), (0.0, 0.0, false)]
        {
            assert_eq!(area.holds(Point::new(x, y)), inside, "({x}, {y})");
        }
    }
}
