//! Keeps the rows that are near enough: the innermost loop of the neighbour search.
//!
//! Where the processor has 256-bit vectors, eight candidates are sieved at once: a comparison gives eight bits, a table
//! turns the bits into a permutation that brings the kept rows to the front. Elsewhere a plain loop does it. Both write
//! the same rows in the same order.

use crate::heights::apart;

/// Rows written beyond the last kept one are garbage; this many must fit.
pub(crate) const SLACK: usize = 8;

/// The query: all agents within a distance of a place, but one.
#[derive(Clone, Copy)]
pub(crate) struct SieveQuery {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Square of the distance [m^2].
    pub(crate) limit: f64,
    /// Number in cell order of the one who looks.
    pub(crate) me: usize,
    /// Its height [m]; read only where there are several levels.
    pub(crate) z: f32,
}

/// Candidates side by side in cell order, each column [`SLACK`] longer than anyone looks. `z` is empty on one level.
#[derive(Clone, Copy)]
pub(crate) struct Candidates<'a> {
    pub(crate) x: &'a [f64],
    pub(crate) y: &'a [f64],
    pub(crate) z: &'a [f32],
    pub(crate) rows: &'a [u32],
}

/// Writes to `out` the rows of those candidates of a stretch that are near enough, and gives their number. `out` has
/// room for all of them and [`SLACK`].
#[inline(always)]
pub(crate) fn keep(c: Candidates<'_>, stretch: std::ops::Range<usize>, search: SieveQuery, out: &mut [u32]) -> usize {
    let room = stretch.end + SLACK;
    assert!(stretch.start <= stretch.end && out.len() >= stretch.len() + SLACK);
    assert!(c.x.len() >= room && c.y.len() >= room && c.rows.len() >= room);
    assert!(c.z.is_empty() || c.z.len() >= room);
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has the instructions, and the lengths were checked above.
        #[allow(unsafe_code)]
        return unsafe { keep_eight(c, stretch, search, out) };
    }
    keep_one_by_one(c, stretch, search, out)
}

fn keep_one_by_one(c: Candidates<'_>, stretch: std::ops::Range<usize>, s: SieveQuery, out: &mut [u32]) -> usize {
    let multi_level = !c.z.is_empty();
    let mut kept = 0;
    // Every row is written; the count decides whether it stays. No branch to mispredict.
    for k in stretch {
        let (dx, dy) = (c.x[k] - s.x, c.y[k] - s.y);
        let elsewhere = multi_level && apart(c.z[k], s.z);
        out[kept] = c.rows[k];
        kept += usize::from((dx * dx + dy * dy <= s.limit) & (k != s.me) & !elsewhere);
    }
    kept
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
#[allow(unsafe_code)]
unsafe fn keep_eight(c: Candidates<'_>, stretch: std::ops::Range<usize>, s: SieveQuery, out: &mut [u32]) -> usize {
    use std::arch::x86_64::{
        __m256d, _CMP_LE_OQ, _mm256_add_pd, _mm256_cmp_pd, _mm256_loadu_pd, _mm256_loadu_si256, _mm256_movemask_pd,
        _mm256_mul_pd, _mm256_permutevar8x32_epi32, _mm256_set1_pd, _mm256_storeu_si256, _mm256_sub_pd,
    };
    let (x, y, limit) = (_mm256_set1_pd(s.x), _mm256_set1_pd(s.y), _mm256_set1_pd(s.limit));
    let multi_level = !c.z.is_empty();
    // SAFETY: callers pass k with k + 4 <= the columns' length.
    let near = |k: usize| -> u32 {
        let square = |column: &[f64], mine: __m256d| unsafe {
            let d = _mm256_sub_pd(_mm256_loadu_pd(column.as_ptr().add(k)), mine);
            _mm256_mul_pd(d, d)
        };
        let d2 = _mm256_add_pd(square(c.x, x), square(c.y, y));
        _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LE_OQ>(d2, limit)) as u32
    };
    let (mut from, mut kept) = (stretch.start, 0);
    while from < stretch.end {
        let mut bits = near(from) | near(from + 4) << 4;
        bits &= 0xFF >> (SLACK - (stretch.end - from).min(SLACK));
        if multi_level {
            let there = (0..SLACK).fold(0, |bits, l| bits | u32::from(!apart(c.z[from + l], s.z)) << l);
            bits &= there;
        }
        if s.me.wrapping_sub(from) < SLACK {
            bits &= !(1 << (s.me - from));
        }
        // SAFETY: from < stretch.end and `rows` goes on for SLACK = 8 beyond that; kept <= from - stretch.start, and
        // `out` has SLACK entries more than the stretch.
        unsafe {
            let order = _mm256_loadu_si256(FRONT[bits as usize].as_ptr().cast());
            let eight = _mm256_loadu_si256(c.rows.as_ptr().add(from).cast());
            _mm256_storeu_si256(out.as_mut_ptr().add(kept).cast(), _mm256_permutevar8x32_epi32(eight, order));
        }
        kept += bits.count_ones() as usize;
        from += SLACK;
    }
    kept
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
        fn eight_at_once_keep_what_one_by_one_keeps(
            places in prop::collection::vec((-2.0f64..2.0, -2.0f64..2.0, -3.0f32..3.0), 0..200),
            cut in 0usize..200, me in 0usize..200, multi_level in any::<bool>(),
        ) {
            let n = places.len();
            let padded = |part: &dyn Fn(&(f64, f64, f32)) -> f64| -> Vec<f64> {
                places.iter().map(part).chain([0.0; SLACK]).collect()
            };
            let (x, y) = (padded(&|p| p.0), padded(&|p| p.1));
            let z: Vec<f32> = places.iter().map(|p| p.2).chain([0.0; SLACK]).collect();
            let rows: Vec<u32> = (100..(100 + n + SLACK) as u32).collect();
            let c = Candidates { x: &x, y: &y, z: if multi_level { &z } else { &[] }, rows: &rows };
            let search = SieveQuery { x: 0.1, y: -0.2, limit: 1.0, me, z: 0.3 };
            let stretch = cut.min(n)..n;
            let (mut a, mut b) = (vec![0; n + SLACK], vec![0; n + SLACK]);
            let kept = keep(c, stretch.clone(), search, &mut a);
            prop_assert_eq!(kept, keep_one_by_one(c, stretch.clone(), search, &mut b));
            prop_assert_eq!(&a[..kept], &b[..kept]);
            let near = |k: &usize| {
                let (dx, dy) = (x[*k] - 0.1, y[*k] + 0.2);
                dx * dx + dy * dy <= 1.0 && *k != me && !(multi_level && apart(z[*k], 0.3))
            };
            let truth: Vec<u32> = stretch.filter(near).map(|k| k as u32 + 100).collect();
            prop_assert_eq!(&a[..kept], &truth[..]);
        }
    }
}
