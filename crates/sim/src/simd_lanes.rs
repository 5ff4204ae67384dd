//! Neighbours side by side: eight at a time, straight from the columns in cell order.
//!
//! Candidates of a grid row lie side by side in memory. Eight are measured at once; the near ones are moved to the
//! front by a permutation and appended to a batch. No list of indices is read or written in between. Where the
//! processor lacks 256-bit vectors a plain loop appends the same neighbours in the same order.

use crate::heights::{SIGHT, apart};
use crate::sieve::SLACK;
use crate::sight::Sight;
use crate::wide::widest;

/// Lanes of one block of neighbours.
pub const LANES: usize = 8;

/// Eight neighbours side by side. Unused lanes are far away and stand still.
///
/// ```
/// fn nearest(block: &ambulo_sim::Block<'_>) -> f32 {
///     (0..ambulo_sim::LANES).map(|k| block.dx[k] * block.dx[k] + block.dy[k] * block.dy[k]).fold(f32::MAX, f32::min)
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Place of the other, seen from me [m].
    pub dx: &'a [f32; LANES],
    /// Place of the other, seen from me [m].
    pub dy: &'a [f32; LANES],
    /// Velocity of the other [m/s].
    pub vx: &'a [f32; LANES],
    /// Velocity of the other [m/s].
    pub vy: &'a [f32; LANES],
    /// Radius of the other [m].
    pub radius: &'a [f32; LANES],
}

/// `dx` and `dy` of an empty lane [m]: where nobody is.
pub const NOWHERE: f32 = 1e6;

/// Bodies in cell order; longer than the crowd by [`SLACK`], for readers of eight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    pub(crate) x: Vec<f64>,
    pub(crate) y: Vec<f64>,
    pub(crate) vx: Vec<f32>,
    pub(crate) vy: Vec<f32>,
    pub(crate) radius: Vec<f32>,
    /// Speeds in the direction each wants to go; empty where no model asks.
    pub(crate) sx: Vec<f32>,
    pub(crate) sy: Vec<f32>,
    /// Heights; empty where all are on one level.
    pub(crate) z: Vec<f32>,
}

/// Columns as a gathering reads them: with velocities, or with strides in their place.
#[derive(Clone, Copy)]
pub(crate) struct Moving<'a> {
    x: &'a [f64],
    y: &'a [f64],
    vx: &'a [f32],
    vy: &'a [f32],
    radius: &'a [f32],
    z: &'a [f32],
}

impl Columns {
    /// With velocities.
    #[inline(always)]
    pub(crate) fn moving(&self) -> Moving<'_> {
        Moving { x: &self.x, y: &self.y, vx: &self.vx, vy: &self.vy, radius: &self.radius, z: &self.z }
    }

    /// With strides instead.
    #[inline(always)]
    pub(crate) fn striding(&self) -> Moving<'_> {
        assert!(self.sx.len() == self.x.len(), "a model that reads strides declares it");
        Moving { vx: &self.sx, vy: &self.sy, ..self.moving() }
    }
}

/// A batch is worked on when it has so many.
const FULL: usize = 64;
const ROOM: usize = FULL + SLACK;
const ZEROS: [f32; ROOM] = [0.0; ROOM];

/// Neighbours waiting to be worked on.
pub(crate) struct Batch {
    dx: [f32; ROOM],
    dy: [f32; ROOM],
    vx: [f32; ROOM],
    vy: [f32; ROOM],
    radius: [f32; ROOM],
    used: usize,
}

/// The querying agent, and its range.
#[derive(Clone, Copy)]
pub(crate) struct Asker {
    /// Its number in cell order: nobody is its own neighbour.
    pub(crate) at: usize,
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Its height [m]; read only where there are several levels.
    pub(crate) z: f32,
    /// Square of the range [m^2].
    pub(crate) range2: f32,
}

impl Batch {
    pub(crate) const EMPTY: Self = Self { dx: ZEROS, dy: ZEROS, vx: ZEROS, vy: ZEROS, radius: ZEROS, used: 0 };

    /// Appends the near ones of a stretch of candidates, calling `work` whenever the batch is full.
    #[inline(always)]
    pub(crate) fn add(
        &mut self,
        columns: &Moving<'_>,
        stretch: std::ops::Range<usize>,
        asker: Asker,
        sight: &Sight<'_>,
        work: &mut impl FnMut(Block<'_>),
    ) {
        let mut from = stretch.start;
        while from < stretch.end {
            from = self.sift(columns, from, stretch.end, asker);
            if self.used >= FULL {
                self.hide(FULL / LANES, sight);
                for b in 0..FULL / LANES {
                    work(self.block(b));
                }
                self.keep_rest();
            }
        }
    }

    /// Empties the lanes of those behind walls.
    #[inline(always)]
    fn hide(&mut self, blocks: usize, sight: &Sight<'_>) {
        if sight.has_screens() {
            self.hide_behind(blocks, sight);
        }
    }

    /// On its own: inside a model's code it would crowd the registers.
    #[inline(never)]
    fn hide_behind(&mut self, blocks: usize, sight: &Sight<'_>) {
        let screens = sight.screens();
        if screens.is_empty() {
            return;
        }
        widest(
            #[inline(always)]
            || {
                for b in 0..blocks {
                    let deep = screens.depth(lanes(&self.dx, b), lanes(&self.dy, b));
                    for (k, _) in deep.iter().enumerate().filter(|(_, deep)| **deep >= 0.0) {
                        self.leave_empty(b * LANES + k);
                    }
                }
            },
        );
    }

    #[inline(always)]
    fn leave_empty(&mut self, k: usize) {
        (self.dx[k], self.dy[k]) = (NOWHERE, NOWHERE);
        (self.vx[k], self.vy[k], self.radius[k]) = (0.0, 0.0, 0.0);
    }

    /// Appends one candidate by its number in cell order, if it is near.
    #[inline(always)]
    pub(crate) fn add_one(&mut self, c: &Moving<'_>, at: usize, asker: Asker, work: &mut impl FnMut(Block<'_>)) {
        self.sift_one_by_one(c, at, at + 1, asker);
        if self.used >= FULL {
            for b in 0..FULL / LANES {
                work(self.block(b));
            }
            self.keep_rest();
        }
    }

    /// Works on what is left.
    #[inline(always)]
    pub(crate) fn finish(&mut self, sight: &Sight<'_>, work: &mut impl FnMut(Block<'_>)) {
        let blocks = self.used.div_ceil(LANES);
        for k in self.used..blocks * LANES {
            self.leave_empty(k);
        }
        self.hide(blocks, sight);
        for b in 0..blocks {
            work(self.block(b));
        }
    }

    #[inline(always)]
    fn block(&self, b: usize) -> Block<'_> {
        Block {
            dx: lanes(&self.dx, b),
            dy: lanes(&self.dy, b),
            vx: lanes(&self.vx, b),
            vy: lanes(&self.vy, b),
            radius: lanes(&self.radius, b),
        }
    }

    fn keep_rest(&mut self) {
        for column in [&mut self.dx, &mut self.dy, &mut self.vx, &mut self.vy, &mut self.radius] {
            column.copy_within(FULL..ROOM, 0);
        }
        self.used -= FULL;
    }

    /// Appends from candidate `from` on, eight at a time, until the stretch ends or the batch is full; where it
    /// stopped.
    #[inline(always)]
    fn sift(&mut self, columns: &Moving<'_>, from: usize, to: usize, asker: Asker) -> usize {
        let rows = columns.x.len();
        // Every column is as long, and the last eight start inside: what the vector loop relies on.
        assert!(to + SLACK <= rows && self.used < FULL);
        assert!(columns.y.len() == rows && columns.radius.len() == rows);
        assert!(columns.vx.len() == rows && columns.vy.len() == rows);
        assert!(columns.z.is_empty() || columns.z.len() == rows);
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has the instructions, and the lengths were checked above.
            #[allow(unsafe_code)]
            return unsafe { self.sift_eight(columns, from, to, asker) };
        }
        self.sift_one_by_one(columns, from, to, asker)
    }

    fn sift_one_by_one(&mut self, c: &Moving<'_>, mut from: usize, to: usize, asker: Asker) -> usize {
        let multi_level = !c.z.is_empty();
        while from < to && self.used < FULL {
            for k in from..to.min(from + LANES) {
                let (dx, dy) = ((c.x[k] - asker.x) as f32, (c.y[k] - asker.y) as f32);
                let elsewhere = multi_level && apart(c.z[k], asker.z);
                if dx * dx + dy * dy <= asker.range2 && k != asker.at && !elsewhere {
                    let at = self.used;
                    (self.dx[at], self.dy[at], self.radius[at]) = (dx, dy, c.radius[k]);
                    (self.vx[at], self.vy[at]) = (c.vx[k], c.vy[k]);
                    self.used += 1;
                }
            }
            from += LANES;
        }
        from.min(to)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    #[allow(unsafe_code)]
    unsafe fn sift_eight(&mut self, c: &Moving<'_>, mut from: usize, to: usize, asker: Asker) -> usize {
        use crate::sieve::FRONT;
        use std::arch::x86_64::{
            __m256, __m256d, _CMP_LE_OQ, _mm256_add_ps, _mm256_andnot_ps, _mm256_cmp_ps, _mm256_cvtpd_ps,
            _mm256_loadu_pd, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_movemask_ps, _mm256_mul_ps,
            _mm256_permutevar8x32_ps, _mm256_set_m128, _mm256_set1_pd, _mm256_set1_ps, _mm256_storeu_ps, _mm256_sub_pd,
            _mm256_sub_ps,
        };
        let (x, y, range2) = (_mm256_set1_pd(asker.x), _mm256_set1_pd(asker.y), _mm256_set1_ps(asker.range2));
        let multi_level = !c.z.is_empty();
        let (z, sight, sign) = (_mm256_set1_ps(asker.z), _mm256_set1_ps(SIGHT), _mm256_set1_ps(-0.0));
        // SAFETY: callers pass k with k + 8 <= the column's length.
        let difference = |column: &[f64], k: usize, mine: __m256d| -> __m256 {
            unsafe {
                let low = _mm256_cvtpd_ps(_mm256_sub_pd(_mm256_loadu_pd(column.as_ptr().add(k)), mine));
                let high = _mm256_cvtpd_ps(_mm256_sub_pd(_mm256_loadu_pd(column.as_ptr().add(k + 4)), mine));
                _mm256_set_m128(high, low)
            }
        };
        // A local: stores into the batch might otherwise be thought to change it.
        let mut used = self.used;
        while from < to && used < FULL {
            // SAFETY: from < to, and every column has SLACK = 8 entries beyond `to`; used < FULL, and a batch has
            // SLACK entries beyond FULL.
            unsafe {
                let (dx, dy) = (difference(c.x, from, x), difference(c.y, from, y));
                let d2 = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
                let mut bits = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(d2, range2)) as u32;
                bits &= 0xFF >> (LANES - (to - from).min(LANES));
                if multi_level {
                    let dz = _mm256_sub_ps(_mm256_loadu_ps(c.z.as_ptr().add(from)), z);
                    let near = _mm256_cmp_ps::<_CMP_LE_OQ>(_mm256_andnot_ps(sign, dz), sight);
                    bits &= _mm256_movemask_ps(near) as u32;
                }
                if asker.at.wrapping_sub(from) < LANES {
                    bits &= !(1 << (asker.at - from));
                }
                let order = _mm256_loadu_si256(FRONT[bits as usize].as_ptr().cast());
                let append = |out: &mut [f32; ROOM], eight: __m256| {
                    _mm256_storeu_ps(out.as_mut_ptr().add(used), _mm256_permutevar8x32_ps(eight, order));
                };
                append(&mut self.dx, dx);
                append(&mut self.dy, dy);
                append(&mut self.vx, _mm256_loadu_ps(c.vx.as_ptr().add(from)));
                append(&mut self.vy, _mm256_loadu_ps(c.vy.as_ptr().add(from)));
                append(&mut self.radius, _mm256_loadu_ps(c.radius.as_ptr().add(from)));
                used += bits.count_ones() as usize;
            }
            from += LANES;
        }
        self.used = used;
        from.min(to)
    }
}

#[inline(always)]
fn lanes(column: &[f32; ROOM], b: usize) -> &[f32; LANES] {
    column[b * LANES..(b + 1) * LANES].try_into().expect("eight lanes")
}

/// One other among empty lanes, for checks of kernels.
pub struct OnlyOne([[f32; LANES]; 5]);

impl OnlyOne {
    /// At `d` [m] with velocity `v` [m/s].
    pub fn new(d: ambulo_geom::Vec2, v: ambulo_geom::Vec2, radius: f32) -> Self {
        let nobody = [NOWHERE, NOWHERE, 0.0, 0.0, 0.0];
        let one = [d.x, d.y, v.x, v.y, radius];
        Self(std::array::from_fn(|column| std::array::from_fn(|k| if k == 0 { one[column] } else { nobody[column] })))
    }

    /// The eight lanes.
    pub fn block(&self) -> Block<'_> {
        let [dx, dy, vx, vy, radius] = &self.0;
        Block { dx, dy, vx, vy, radius }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Everything `work` saw, lane by lane.
    fn collect(columns: &Columns, stretches: &[std::ops::Range<usize>], asker: Asker, vector: bool) -> Vec<[f32; 5]> {
        let mut seen = Vec::new();
        let mut work = |b: Block<'_>| {
            (0..LANES).for_each(|k| seen.push([b.dx[k], b.dy[k], b.vx[k], b.vy[k], b.radius[k]]));
        };
        let mut batch = Batch::EMPTY;
        for s in stretches {
            if vector {
                batch.add(&columns.moving(), s.clone(), asker, &Sight::free(), &mut work);
                continue;
            }
            let mut from = s.start;
            while from < s.end {
                from = batch.sift_one_by_one(&columns.moving(), from, s.end, asker);
                if batch.used >= FULL {
                    (0..FULL / LANES).for_each(|b| work(batch.block(b)));
                    batch.keep_rest();
                }
            }
        }
        batch.finish(&Sight::free(), &mut work);
        seen
    }

    proptest! {
        #[test]
        fn vectors_and_a_plain_loop_gather_the_same_bits(
            places in prop::collection::vec((0.0f64..12.0, 0.0f64..12.0, -2.0f32..2.0), 1..400),
            range in 0.5f32..8.0, far in -1e5f64..1e5, cut in 0usize..400, multi_level in any::<bool>(),
        ) {
            let n = places.len();
            let mut columns = Columns::default();
            for (x, y, v) in &places {
                columns.x.push(far + x);
                columns.y.push(*y);
                columns.vx.push(*v);
                columns.vy.push(-v);
                columns.radius.push(0.2);
                columns.z.extend(multi_level.then_some(v * 1.5));
            }
            if multi_level {
                columns.z.resize(n + SLACK, 0.0);
            }
            for column in [&mut columns.x, &mut columns.y] {
                column.resize(n + SLACK, 0.0);
            }
            let Columns { vx, vy, radius, .. } = &mut columns;
            for column in [vx, vy, radius] {
                column.resize(n + SLACK, 0.0);
            }
            let at = cut % n;
            let asker = Asker { at, x: columns.x[at], y: columns.y[at], z: places[at].2 * 1.5, range2: range * range };
            let stretches = [0..at, at..n];
            let seen = collect(&columns, &stretches, asker, true);
            prop_assert_eq!(&seen, &collect(&columns, &stretches, asker, false));
            let near = |k: &usize| {
                let (dx, dy) = ((columns.x[*k] - asker.x) as f32, (columns.y[*k] - asker.y) as f32);
                let elsewhere = multi_level && apart(columns.z[*k], asker.z);
                *k != at && dx * dx + dy * dy <= range * range && !elsewhere
            };
            let real = seen.iter().filter(|s| s[0] != NOWHERE).count();
            prop_assert_eq!(real, (0..n).filter(near).count());
        }
    }
}
