//! Exact predicates: the sign is right, always, whatever the coordinates.
//!
//! ```
//! use ambulo_geom::{Point, predicates::orient};
//! let (a, b) = (Point::new(0.0, 0.0), Point::new(1.0, 0.0));
//! assert!(orient(a, b, Point::new(0.5, 1e-300)) > 0.0); // left, even by this little
//! ```

use crate::Point;
use robust::Coord;

fn coord(p: Point) -> Coord<f64> {
    Coord { x: p.x, y: p.y }
}

/// Positive when `c` lies left of the line from `a` to `b`, negative when right, zero when exactly on it.
///
/// ```
/// use ambulo_geom::{Point, predicates::orient};
/// assert_eq!(orient(Point::new(0.1, 0.1), Point::new(0.2, 0.2), Point::new(0.3, 0.3)).signum(), 1.0); // not on it
/// ```
#[inline]
pub fn orient(a: Point, b: Point, c: Point) -> f64 {
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// Positive when `d` lies inside the circle through `a`, `b`, `c` (counter-clockwise).
///
/// ```
/// use ambulo_geom::{Point, predicates::in_circle};
/// let (a, b, c) = (Point::new(1.0, 0.0), Point::new(0.0, 1.0), Point::new(-1.0, 0.0));
/// assert!(in_circle(a, b, c, Point::new(0.0, 0.0)) > 0.0);
/// assert_eq!(in_circle(a, b, c, Point::new(0.0, -1.0)), 0.0);
/// ```
#[inline]
pub fn in_circle(a: Point, b: Point, c: Point, d: Point) -> f64 {
    robust::incircle(coord(a), coord(b), coord(c), coord(d))
}
