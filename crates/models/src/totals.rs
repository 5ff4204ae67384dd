//! Sums over lanes.

use ambulo_sim::LANES;

/// The sum of eight lanes, always in the same order, whatever the width of the machine.
#[inline(always)]
pub(crate) fn total(v: &[f32; LANES]) -> f32 {
    ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]))
}
