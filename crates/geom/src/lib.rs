//! What space is.
//!
//! A [`Point`] is a place (f64), a [`Vec2`] is a difference of places (f32), and the types keep them apart:
//! subtracting two places gives a difference, adding a difference to a place gives a place, and nothing else
//! compiles. Polygons are checked once, when they are made, by exact predicates.
//!
//! ```
//! use ambulo_geom::{Point, Polygon, Vec2};
//! let here = Point::new(1000.25, 3.0);
//! let there = here + Vec2::new(3.0, 4.0);
//! assert_eq!((there - here).length(), 5.0);
//!
//! let hall = Polygon::from_rings(&[(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)], &[]).unwrap();
//! assert_eq!(hall.area(), 50.0);
//! ```

mod bounds;
mod encounter;
mod point;
mod polygon;
mod region;
mod region_index;
mod relief;
mod rows;
mod segment;
mod validity;
mod vec2;

pub mod math;
pub mod predicates;
pub mod random;
pub mod repair;

pub use bounds::Bounds;
pub use encounter::{Approach, Contact, cpa, exit_time, ttc_disc_segment, ttc_discs};
pub use point::Point;
pub use polygon::Polygon;
pub use region::Region;
pub use region_index::RegionIndex;
pub use relief::Relief;
pub use segment::{Crossing, Segment};
pub use validity::{Edge, PolygonError};
pub use vec2::Vec2;
