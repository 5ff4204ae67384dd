//! Straight pieces of a wall or path.

use crate::{Point, Vec2, predicates::orient};

/// A straight piece from one place to another.
///
/// ```
/// use ambulo_geom::{Point, Segment};
/// let wall = Segment::new(Point::new(0.0, 0.0), Point::new(4.0, 0.0));
/// assert_eq!(wall.closest_point(Point::new(1.0, 3.0)), Point::new(1.0, 0.0));
/// assert_eq!(wall.distance(Point::new(7.0, 4.0)), 5.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Where it begins.
    pub a: Point,
    /// Where it ends.
    pub b: Point,
}

/// How two segments meet.
///
/// ```
/// use ambulo_geom::{Crossing, Point, Segment};
/// let s = Segment::new(Point::new(0.0, 0.0), Point::new(2.0, 2.0));
/// let t = Segment::new(Point::new(0.0, 2.0), Point::new(2.0, 0.0));
/// assert_eq!(s.crossing(t), Crossing::Proper(Point::new(1.0, 1.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// They have no place in common.
    None,
    /// They cross in the inside of both.
    Proper(Point),
    /// An end of one lies on the other.
    Touch(Point),
    /// They lie on one line and share a stretch that begins here.
    Overlap(Point),
}

impl Segment {
    /// The segment from `a` to `b`.
    ///
    /// ```
    /// use ambulo_geom::{Point, Segment};
    /// assert_eq!(Segment::new(Point::new(0.0, 0.0), Point::new(3.0, 4.0)).length(), 5.0);
    /// ```
    pub const fn new(a: Point, b: Point) -> Self {
        Self { a, b }
    }

    /// Length [m].
    ///
    /// ```
    /// use ambulo_geom::{Point, Segment};
    /// assert_eq!(Segment::new(Point::new(0.0, 0.0), Point::new(0.0, 2.0)).length(), 2.0);
    /// ```
    pub fn length(self) -> f64 {
        self.a.distance(self.b)
    }

    /// Where on the segment, as a share from `a` to `b`, the place nearest to `p` lies.
    ///
    /// ```
    /// use ambulo_geom::{Point, Segment};
    /// let s = Segment::new(Point::new(0.0, 0.0), Point::new(4.0, 0.0));
    /// assert_eq!(s.closest_share(Point::new(1.0, 9.0)), 0.25);
    /// ```
    #[inline]
    pub fn closest_share(self, p: Point) -> f64 {
        let (dx, dy) = (self.b.x - self.a.x, self.b.y - self.a.y);
        let length2 = dx * dx + dy * dy;
        if length2 <= 0.0 {
            return 0.0;
        }
        (((p.x - self.a.x) * dx + (p.y - self.a.y) * dy) / length2).clamp(0.0, 1.0)
    }

    /// The place on the segment nearest to `p`.
    ///
    /// ```
    /// use ambulo_geom::{Point, Segment};
    /// let s = Segment::new(Point::new(0.0, 0.0), Point::new(4.0, 0.0));
    /// assert_eq!(s.closest_point(Point::new(9.0, 1.0)), Point::new(4.0, 0.0));
    /// ```
    #[inline]
    pub fn closest_point(self, p: Point) -> Point {
        let t = self.closest_share(p);
        // The far end exactly, not to rounding: neighbours that share it must agree.
        if t >= 1.0 { self.b } else { self.a.lerp(self.b, t) }
    }

    /// Distance from a place [m].
    ///
    /// ```
    /// use ambulo_geom::{Point, Segment};
    /// let s = Segment::new(Point::new(0.0, 0.0), Point::new(4.0, 0.0));
    /// assert_eq!(s.distance(Point::new(2.0, -3.0)), 3.0);
    /// ```
    #[inline]
    pub fn distance(self, p: Point) -> f64 {
        self.closest_point(p).distance(p)
    }

    /// Square of the distance from a place to the box around the segment [m2]: never above that to the segment itself, and found in less time.
    ///
    /// ```
    /// use ambulo_geom::{Point, Segment};
    /// let s = Segment::new(Point::new(0.0, 0.0), Point::new(4.0, 0.0));
    /// assert_eq!(s.box_distance_squared(Point::new(7.0, -4.0)), 25.0);
    /// ```
    #[inline]
    pub fn box_distance_squared(self, p: Point) -> f64 {
        let beyond = |v: f64, a: f64, b: f64| (a.min(b) - v).max(v - a.max(b)).max(0.0);
        let (dx, dy) = (beyond(p.x, self.a.x, self.b.x), beyond(p.y, self.a.y, self.b.y));
        dx * dx + dy * dy
    }

    /// Shortest distance between two segments [m].
    ///
    /// ```
    /// use ambulo_geom::{Point, Segment};
    /// let s = Segment::new(Point::new(0.0, 0.0), Point::new(4.0, 0.0));
    /// let t = Segment::new(Point::new(1.0, 2.0), Point::new(3.0, 5.0));
    /// assert_eq!(s.distance_to_segment(t), 2.0);
    /// ```
    pub fn distance_to_segment(self, o: Self) -> f64 {
        if self.crossing(o) != Crossing::None {
            return 0.0;
        }
        self.distance(o.a).min(self.distance(o.b)).min(o.distance(self.a)).min(o.distance(self.b))
    }

    /// How two segments meet, decided exactly.
    ///
    /// ```
    /// use ambulo_geom::{Crossing, Point, Segment};
    /// let s = Segment::new(Point::new(0.0, 0.0), Point::new(4.0, 0.0));
    /// let t = Segment::new(Point::new(1.0, 0.0), Point::new(1.0, 5.0));
    /// assert_eq!(s.crossing(t), Crossing::Touch(Point::new(1.0, 0.0)));
    /// ```
    pub fn crossing(self, o: Self) -> Crossing {
        // Most segments are far from each other: exact predicates are for the rest.
        if self.boxes_apart(o) {
            return Crossing::None;
        }
        let (d1, d2) = (orient(o.a, o.b, self.a), orient(o.a, o.b, self.b));
        if (d1 > 0.0 && d2 > 0.0) || (d1 < 0.0 && d2 < 0.0) {
            return Crossing::None;
        }
        let (d3, d4) = (orient(self.a, self.b, o.a), orient(self.a, self.b, o.b));
        if d1 == 0.0 && d2 == 0.0 {
            return self.collinear_overlap(o);
        }
        if (d1 > 0.0) != (d2 > 0.0) && d1 != 0.0 && d2 != 0.0 && (d3 > 0.0) != (d4 > 0.0) && d3 != 0.0 && d4 != 0.0 {
            return Crossing::Proper(self.a.lerp(self.b, d1 / (d1 - d2)));
        }
        for (d, p, s) in [(d1, self.a, o), (d2, self.b, o), (d3, o.a, self), (d4, o.b, self)] {
            if d == 0.0 && s.box_contains(p) {
                return Crossing::Touch(p);
            }
        }
        Crossing::None
    }

    fn collinear_overlap(self, o: Self) -> Crossing {
        let ends: Vec<Point> = [(self.a, o), (self.b, o), (o.a, self), (o.b, self)]
            .into_iter()
            .filter(|(p, s)| s.box_contains(*p))
            .map(|(p, _)| p)
            .collect();
        match ends.first() {
            None => Crossing::None,
            Some(&first) if ends.iter().all(|p| *p == first) => Crossing::Touch(first),
            Some(&first) => Crossing::Overlap(first),
        }
    }

    #[inline]
    fn boxes_apart(self, o: Self) -> bool {
        let apart = |a: f64, b: f64, c: f64, d: f64| a.max(b) < c.min(d) || c.max(d) < a.min(b);
        apart(self.a.x, self.b.x, o.a.x, o.b.x) || apart(self.a.y, self.b.y, o.a.y, o.b.y)
    }

    fn box_contains(self, p: Point) -> bool {
        let within = |v: f64, a: f64, b: f64| a.min(b) <= v && v <= a.max(b);
        within(p.x, self.a.x, self.b.x) && within(p.y, self.a.y, self.b.y)
    }

    /// How far along a ray (as a multiple of `direction`) it first meets the segment; `None` when it misses.
    ///
    /// ```
    /// use ambulo_geom::{Point, Segment, Vec2};
    /// let wall = Segment::new(Point::new(3.0, -1.0), Point::new(3.0, 1.0));
    /// assert_eq!(wall.ray(Point::new(0.0, 0.0), Vec2::new(1.0, 0.0)), Some(3.0));
    /// ```
    pub fn ray(self, from: Point, direction: Vec2) -> Option<f64> {
        let (dx, dy) = (f64::from(direction.x), f64::from(direction.y));
        let (ex, ey) = (self.b.x - self.a.x, self.b.y - self.a.y);
        let denominator = dx * ey - dy * ex;
        if denominator == 0.0 {
            return None;
        }
        let (qx, qy) = (self.a.x - from.x, self.a.y - from.y);
        let t = (qx * ey - qy * ex) / denominator;
        let u = (qx * dy - qy * dx) / denominator;
        (t >= 0.0 && (0.0..=1.0).contains(&u)).then_some(t)
    }
}
