//! Runs a loop with the widest vector instructions the processor has.
//!
//! The same source is compiled twice. Wider registers change the speed and not one bit: nothing here reorders or
//! fuses floating-point operations.

/// Calls `work`, compiled for 256-bit vectors where the processor has them. `work` must be small enough to inline
/// (`#[inline(always)]` on what it calls), otherwise it merely runs as usual.
#[inline(always)]
pub(crate) fn widest<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor was just asked whether it has these instructions.
        #[allow(unsafe_code)]
        return unsafe { with_avx2(work) };
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}
