//! Keeps the rows that are near enough: the innermost loop of the neighbour search.
//!
//! Where the processor has 256-bit vectors, eight candidates are sieved at once: a comparison gives eight bits, a table
//! turns the bits into a permutation that brings the kept rows to the front. Elsewhere a plain loop does it. Both write
//! the same rows in the same order.

/// Rows written beyond the last kept one are garbage; this many must fit.
pub(crate) const SLACK: usize = 8;

/// Writes to `out` those of `rows` whose squared distance is at most `limit`, and gives their number. `out` has room
/// for all rows and [`SLACK`].
#[inline(always)]
pub(crate) fn keep(d2: &[f64], rows: &[u32], limit: f64, out: &mut [u32]) -> usize {
    assert!(d2.len() == rows.len() && out.len() >= rows.len() + SLACK);
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has the instructions, and the lengths were checked above.
        #[allow(unsafe_code)]
        return unsafe { keep_eight(d2, rows, limit, out) };
    }
    keep_one_by_one(d2, rows, limit, out)
}

#[inline(always)]
fn keep_one_by_one(d2: &[f64], rows: &[u32], limit: f64, out: &mut [u32]) -> usize {
    let mut kept = 0;
    // Every row is written; the count decides whether it stays. No branch to mispredict.
    for (d2, row) in d2.iter().zip(rows) {
        out[kept] = *row;
        kept += usize::from(*d2 <= limit);
    }
    kept
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
#[allow(unsafe_code)]
unsafe fn keep_eight(d2: &[f64], rows: &[u32], limit: f64, out: &mut [u32]) -> usize {
    use std::arch::x86_64::{
        _CMP_LE_OQ, _mm256_cmp_pd, _mm256_loadu_pd, _mm256_loadu_si256, _mm256_movemask_pd,
        _mm256_permutevar8x32_epi32, _mm256_set1_pd, _mm256_storeu_si256,
    };
    let limits = _mm256_set1_pd(limit);
    let eights = rows.len() / 8 * 8;
    let mut kept = 0;
    let mut k = 0;
    while k < eights {
        // SAFETY: k + 8 <= rows.len() == d2.len(); kept <= k, and `out` has SLACK entries more than `rows`.
        unsafe {
            let low = _mm256_cmp_pd::<_CMP_LE_OQ>(_mm256_loadu_pd(d2.as_ptr().add(k)), limits);
            let high = _mm256_cmp_pd::<_CMP_LE_OQ>(_mm256_loadu_pd(d2.as_ptr().add(k + 4)), limits);
            let bits = (_mm256_movemask_pd(low) | _mm256_movemask_pd(high) << 4) as usize;
            let order = _mm256_loadu_si256(FRONT[bits].as_ptr().cast());
            let eight = _mm256_loadu_si256(rows.as_ptr().add(k).cast());
            _mm256_storeu_si256(out.as_mut_ptr().add(kept).cast(), _mm256_permutevar8x32_epi32(eight, order));
            kept += bits.count_ones() as usize;
        }
        k += 8;
    }
    kept + keep_one_by_one(&d2[eights..], &rows[eights..], limit, &mut out[kept..])
}

/// For every pattern of eight bits, the lanes whose bit is set, in order; the rest is filled with lane 0.
#[cfg(target_arch = "x86_64")]
pub(crate) static FRONT: [[u32; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut lane, mut at) = (0, 0);
        while lane < 8 {
            if bits >> lane & 1 == 1 {
                table[bits][at] = lane as u32;
                at += 1;
            }
            lane += 1;
        }
        bits += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn eight_at_once_keep_what_one_by_one_keeps(d2 in prop::collection::vec(0.0f64..2.0, 0..200)) {
            let rows: Vec<u32> = (100..100 + d2.len() as u32).collect();
            let (mut a, mut b) = (vec![0; rows.len() + SLACK], vec![0; rows.len() + SLACK]);
            let kept = keep(&d2, &rows, 1.0, &mut a);
            prop_assert_eq!(kept, keep_one_by_one(&d2, &rows, 1.0, &mut b));
            prop_assert_eq!(&a[..kept], &b[..kept]);
            prop_assert!(a[..kept].iter().all(|r| d2[(*r - 100) as usize] <= 1.0));
        }
    }
}
