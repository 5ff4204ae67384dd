//! People on levels above each other: who is too high or too low to matter.

/// Walkers, walls and doors further up or down than this do not see, push or count each other [m]. Levels above each
/// other are further apart than this and a person's next step, so that nobody comes into sight inside another.
pub(crate) const SIGHT: f32 = 1.5;

/// Whether two heights are too far apart to matter to each other.
#[inline(always)]
pub(crate) fn apart(a: f32, b: f32) -> bool {
    (a - b).abs() > SIGHT
}
