//! A place.

use crate::Vec2;
use std::ops::{Add, AddAssign, Sub};

/// A place in the plane [m], f64 so that a projected map far from zero keeps its millimetres.
///
/// Places can be subtracted (giving a [`Vec2`]) and moved by a [`Vec2`]; they cannot be added or scaled.
///
/// ```
/// use ambulo_geom::{Point, Vec2};
/// let a = Point::new(500_000.25, 1.0);
/// let b = Point::new(500_001.50, 1.0);
/// assert_eq!(b - a, Vec2::new(1.25, 0.0));
/// assert_eq!(a + Vec2::new(1.25, 0.0), b);
/// ```
///
/// ```compile_fail
/// use ambulo_geom::Point;
/// let nonsense = Point::new(1.0, 2.0) + Point::new(3.0, 4.0); // a sum of two places is no place
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// East [m].
    pub x: f64,
    /// North [m].
    pub y: f64,
}

impl Point {
    /// The place at (x, y).
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Point::new(1.0, 2.0).y, 2.0);
    /// ```
    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Distance to another place [m], in f64.
    ///
    /// ```
    /// use ambulo_geom::Point;
    /// assert_eq!(Point::new(0.0, 0.0).distance(Point::new(3.0, 4.0)), 5.0);
    /// ```
    #[inline]
    pub fn distance(self, other: Self) -> f64 {
        self.distance_squared(other).sqrt()
    }

    /// Squared distance to another place [m^2], in f64.
    ///
    /// ```
    /// use ambulo_geom::Point;
    /// assert_eq!(Point::new(0.0, 0.0).distance_squared(Point::new(3.0, 4.0)), 25.0);
    /// ```
    #[inline]
    pub fn distance_squared(self, other: Self) -> f64 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        dx * dx + dy * dy
    }

    /// Linear interpolation to another place, at the fraction `t`.
    ///
    /// ```
    /// use ambulo_geom::Point;
    /// assert_eq!(Point::new(0.0, 0.0).lerp(Point::new(4.0, 2.0), 0.5), Point::new(2.0, 1.0));
    /// ```
    #[inline]
    pub fn lerp(self, other: Self, t: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * t, self.y + (other.y - self.y) * t)
    }

    /// Whether both coordinates are numbers.
    ///
    /// ```
    /// assert!(!ambulo_geom::Point::new(f64::NAN, 0.0).is_finite());
    /// ```
    #[inline]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Sub for Point {
    type Output = Vec2;
    #[inline]
    fn sub(self, other: Self) -> Vec2 {
        Vec2::new((self.x - other.x) as f32, (self.y - other.y) as f32)
    }
}

impl Add<Vec2> for Point {
    type Output = Self;
    #[inline]
    fn add(self, d: Vec2) -> Self {
        Self::new(self.x + f64::from(d.x), self.y + f64::from(d.y))
    }
}

impl AddAssign<Vec2> for Point {
    #[inline]
    fn add_assign(&mut self, d: Vec2) {
        *self = *self + d;
    }
}

impl Sub<Vec2> for Point {
    type Output = Self;
    #[inline]
    fn sub(self, d: Vec2) -> Self {
        Self::new(self.x - f64::from(d.x), self.y - f64::from(d.y))
    }
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", Rounded(self.x), Rounded(self.y))
    }
}

/// Coordinates in messages: to the millimetre, without trailing zeros.
struct Rounded(f64);

impl std::fmt::Display for Rounded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.abs() >= 1e12 {
            return write!(f, "{:e}", self.0);
        }
        let text = format!("{:.3}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
