//! Feet that stay where they were set down.

use crate::{DVec2, Vec3};

/// What is remembered of one foot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Foot {
    /// On the floor by the move that plays.
    pub down: bool,
    /// Where its contact point is in the plan [m], as shown.
    pub at: DVec2,
    /// Its contact point in the body's frame by the clips alone.
    pub local: Vec3,
}
