//! Axis-aligned boxes.

use crate::Point;

/// An axis-aligned box [m].
///
/// ```
/// use ambulo_geom::{Bounds, Point};
/// let b = Bounds::of([Point::new(1.0, 5.0), Point::new(3.0, 2.0)]).unwrap();
/// assert_eq!((b.width(), b.height()), (2.0, 3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Lowest x and y.
    pub min: Point,
    /// Highest x and y.
    pub max: Point,
}

impl Bounds {
    /// The smallest box around some places; `None` without any.
    ///
    /// ```
    /// assert!(ambulo_geom::Bounds::of([]).is_none());
    /// ```
    pub fn of(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let mut b = Self { min: first, max: first };
        for p in points {
            b.min = Point::new(b.min.x.min(p.x), b.min.y.min(p.y));
            b.max = Point::new(b.max.x.max(p.x), b.max.y.max(p.y));
        }
        Some(b)
    }

    /// The smallest box around both.
    ///
    /// ```
    /// use ambulo_geom::{Bounds, Point};
    /// let a = Bounds::of([Point::new(0.0, 0.0)]).unwrap();
    /// let b = Bounds::of([Point::new(2.0, 1.0)]).unwrap();
    /// assert_eq!(a.union(b).width(), 2.0);
    /// ```
    pub fn union(self, o: Self) -> Self {
        Self {
            min: Point::new(self.min.x.min(o.min.x), self.min.y.min(o.min.y)),
            max: Point::new(self.max.x.max(o.max.x), self.max.y.max(o.max.y)),
        }
    }

    /// This box, larger by `margin` on every side.
    ///
    /// ```
    /// use ambulo_geom::{Bounds, Point};
    /// assert_eq!(Bounds::of([Point::new(0.0, 0.0)]).unwrap().grown(1.5).width(), 3.0);
    /// ```
    pub fn grown(self, margin: f64) -> Self {
        Self {
            min: Point::new(self.min.x - margin, self.min.y - margin),
            max: Point::new(self.max.x + margin, self.max.y + margin),
        }
    }

    /// Extent in x [m].
    ///
    /// ```
    /// use ambulo_geom::{Bounds, Point};
    /// assert_eq!(Bounds::of([Point::new(1.0, 0.0), Point::new(4.0, 0.0)]).unwrap().width(), 3.0);
    /// ```
    pub fn width(self) -> f64 {
        self.max.x - self.min.x
    }

    /// Extent in y [m].
    ///
    /// ```
    /// use ambulo_geom::{Bounds, Point};
    /// assert_eq!(Bounds::of([Point::new(0.0, 1.0), Point::new(0.0, 4.0)]).unwrap().height(), 3.0);
    /// ```
    pub fn height(self) -> f64 {
        self.max.y - self.min.y
    }

    /// The middle.
    ///
    /// ```
    /// use ambulo_geom::{Bounds, Point};
    /// assert_eq!(Bounds::of([Point::new(0.0, 0.0), Point::new(4.0, 2.0)]).unwrap().center(), Point::new(2.0, 1.0));
    /// ```
    pub fn center(self) -> Point {
        self.min.lerp(self.max, 0.5)
    }

    /// Whether a place lies in the box, its border included.
    ///
    /// ```
    /// use ambulo_geom::{Bounds, Point};
    /// assert!(Bounds::of([Point::new(0.0, 0.0), Point::new(4.0, 2.0)]).unwrap().contains(Point::new(4.0, 1.0)));
    /// ```
    pub fn contains(self, p: Point) -> bool {
        self.min.x <= p.x && p.x <= self.max.x && self.min.y <= p.y && p.y <= self.max.y
    }

    /// Whether two boxes have a place in common, borders included.
    ///
    /// ```
    /// use ambulo_geom::{Bounds, Point};
    /// let unit = Bounds::of([Point::new(0.0, 0.0), Point::new(1.0, 1.0)]).unwrap();
    /// assert!(unit.meets(unit.grown(1.0)) && !unit.meets(Bounds::of([Point::new(2.0, 0.0)]).unwrap()));
    /// ```
    pub fn meets(self, o: Self) -> bool {
        self.min.x <= o.max.x && o.min.x <= self.max.x && self.min.y <= o.max.y && o.min.y <= self.max.y
    }

    /// Distance from a place to the box [m]; zero inside.
    ///
    /// ```
    /// use ambulo_geom::{Bounds, Point};
    /// assert_eq!(Bounds::of([Point::new(0.0, 0.0), Point::new(4.0, 2.0)]).unwrap().distance(Point::new(7.0, 6.0)), 5.0);
    /// ```
    pub fn distance(self, p: Point) -> f64 {
        let dx = (self.min.x - p.x).max(p.x - self.max.x).max(0.0);
        let dy = (self.min.y - p.y).max(p.y - self.max.y).max(0.0);
        (dx * dx + dy * dy).sqrt()
    }
}
