//! What cannot be repaired.

use crate::{Point, PolygonError, Segment};
use thiserror::Error;

/// Why a drawing cannot be repaired.
///
/// ```
/// use ambulo_geom::{Point, repair::RepairError};
/// let error = RepairError::SeedBlocked { seed: Point::new(1.0, 1.0), nearest: Some(Point::new(2.0, 1.0)) };
/// assert!(error.to_string().contains("the nearest place one can walk is (2, 1)"));
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
pub enum RepairError {
    /// The outline of ground crosses itself: the inside is ambiguous.
    #[error(
        "the outline of {label} crosses itself at {at}: its edge from {} to {} meets the one from {} to {}",
        first.a, first.b, second.a, second.b
    )]
    SelfCrossing {
        /// What it is called.
        label: String,
        /// One edge.
        first: Segment,
        /// The other.
        second: Segment,
        /// Where.
        at: Point,
    },
    /// A coordinate that is no number, or farther away than 500 km.
    #[error("{label} has a corner at {at}, which is no number or lies more than 500 km from the rest")]
    OutOfReach {
        /// What it is called.
        label: String,
        /// Where.
        at: Point,
    },
    /// More crossings than a drawing has.
    #[error("the lines are tangled: more than {crossings} crossings, near {at}")]
    Tangled {
        /// How many were counted.
        crossings: usize,
        /// Where the count was given up.
        at: Point,
    },
    /// Nothing is left to walk on.
    #[error("nothing is left to walk on")]
    NothingWalkable,
    /// Walls that enclose nothing.
    #[error("the walls enclose no area{}", gap_words(gap))]
    NothingEnclosed {
        /// The narrowest gap: where, and how wide [m].
        gap: Option<(Point, f64)>,
    },
    /// The seed is not on open ground.
    #[error("the seed {seed} is in a wall, in something solid or beside the plan{}", nearest_words(nearest))]
    SeedBlocked {
        /// As given.
        seed: Point,
        /// A place that would do.
        nearest: Option<Point>,
    },
    /// The repaired area is not valid; a fault of the repair.
    #[error("the repaired area is not valid: {0}")]
    Invalid(#[source] PolygonError),
}

fn gap_words(gap: &Option<(Point, f64)>) -> String {
    match gap {
        Some((at, wide)) => format!("; the narrowest gap is {wide:.3} m, at {at}"),
        None => String::new(),
    }
}

fn nearest_words(nearest: &Option<Point>) -> String {
    match nearest {
        Some(p) => format!("; the nearest place one can walk is {p}"),
        None => String::new(),
    }
}
