//! Where in the disc of velocities to look: evenly, and the same on both sides.

use ambulo_geom::math::{cos, sin};
use ambulo_sim::LANES;
use std::f64::consts::PI;
use std::sync::LazyLock;

/// Most samples there can be, half of them on either side.
const BLOCKS: usize = 128;

/// Half of each block lies to the left; the other half is its mirror image.
const HALF: usize = LANES / 2;

/// Blocks of offsets in the unit disc: along and across the desired direction.
static OFFSETS: LazyLock<Vec<[[f32; LANES]; 2]>> = LazyLock::new(|| {
    // A sequence whose every beginning is spread evenly over the half-disc, with steps from the plastic number.
    let (plastic, mut k) = (1.324_717_957_244_746_f64, 0.0);
    let share = |step: f64| step - step.floor();
    let mut point = || {
        let (a, b) = (share(k / plastic), share(k / (plastic * plastic)));
        k += 1.0;
        ((a.sqrt() * cos(PI * b)) as f32, (a.sqrt() * sin(PI * b)) as f32)
    };
    let block = |_| {
        let mut block = [[0.0; LANES]; 2];
        for lane in 0..HALF {
            let (along, across) = point();
            (block[0][lane], block[0][lane + HALF]) = (along, along);
            (block[1][lane], block[1][lane + HALF]) = (across, -across);
        }
        block
    };
    (0..BLOCKS).map(block).collect()
});

/// The offsets of at least so many samples. The first is null: the present velocity.
#[inline(always)]
pub(super) fn offsets(samples: f32) -> &'static [[[f32; LANES]; 2]] {
    &OFFSETS[..(samples as usize).div_ceil(LANES).clamp(1, BLOCKS)]
}

#[test]
fn samples_are_even_and_mirrored() {
    let blocks = offsets(250.0);
    let points: Vec<(f32, f32)> = blocks.iter().flat_map(|b| (0..LANES).map(|k| (b[0][k], b[1][k]))).collect();
    assert_eq!(points.len(), 256);
    assert_eq!(points[0], (0.0, 0.0));
    assert!(points.iter().all(|p| points.contains(&(p.0, -p.1))));
    // Every tenth of the area has its share.
    for k in 0..10 {
        let ring = points.iter().filter(|p| ((p.0 * p.0 + p.1 * p.1) * 10.0) as i32 == k).count();
        let sector = points.iter().filter(|p| (p.1.abs().atan2_of(p.0) / PI * 10.0) as i32 == k).count();
        assert!((20..=32).contains(&ring) && (18..=34).contains(&sector), "{ring} {sector}");
    }
}

#[cfg(test)]
trait Atan2Of {
    fn atan2_of(self, x: f32) -> f64;
}

#[cfg(test)]
impl Atan2Of for f32 {
    fn atan2_of(self, x: f32) -> f64 {
        ambulo_geom::math::atan2(f64::from(self), f64::from(x))
    }
}
