//! Overlaps of bodies.
//!
//! Definition: two bodies overlap by r1 + r2 - distance, where that is above zero (and above a tolerance, if one is given). Counted are
//! pairs that ever did, and pairs times frames; the penetration integral is the sum over these of depth times 1 / fps. Units: m, m s.

use crate::by_frame::{AgentRow, ByFrame};
use crate::closest::ClosestApproach;

/// All overlaps of a recording.
///
/// ```
/// assert_eq!(ambulo_eval::overlaps::Overlaps::default().pairs, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overlaps {
    /// Pairs that overlapped in some frame.
    pub pairs: u64,
    /// Pairs times frames.
    pub pair_frames: u64,
    /// Depth integrated over time and pairs [m s].
    pub penetration_m_s: f64,
    /// The deepest.
    pub deepest: Option<ClosestApproach>,
    /// The smallest distance between centres; `None` when no two people were there at once.
    pub nearest: Option<ClosestApproach>,
}

/// All overlaps deeper than `tolerance` [m].
///
/// ```
/// use ambulo_eval::{by_frame::ByFrame, overlaps, tracks::Tracks};
/// // 0.1 m deep for five frames of a tenth of a second.
/// let t = Tracks::from_places(10.0, [(1, 0, vec![(0.0, 0.0); 5]), (2, 0, vec![(0.4, 0.0); 5])]);
/// let found = overlaps::measure(&ByFrame::of_tracks(&t, 0.25), 0.0);
/// assert_eq!((found.pairs, found.pair_frames), (1, 5));
/// assert!((found.penetration_m_s - 0.05).abs() < 1e-12);
/// ```
pub fn measure(crowd: &ByFrame, tolerance: f64) -> Overlaps {
    let largest = crowd.rows().iter().map(|r| r.radius).fold(0.0, f64::max);
    // Overlaps lie within two radii. Nearest pairs nearly always do too; if nobody came so close, look further.
    let mut reach = (2.0 * largest).max(0.5);
    loop {
        let found = within(crowd, tolerance, reach);
        if found.nearest.is_some() || reach > 1e7 {
            return found;
        }
        reach *= 8.0;
    }
}

fn within(crowd: &ByFrame, tolerance: f64, reach: f64) -> Overlaps {
    let mut found = Overlaps::default();
    let mut who: Vec<(u32, u32)> = Vec::new();
    crowd.pairs(reach, |a, b, metres| {
        note(&mut found.nearest, a, b, metres, crowd.fps, |new, old| new < old);
        let depth = a.radius + b.radius - metres;
        if depth > tolerance.max(0.0) {
            found.pair_frames += 1;
            found.penetration_m_s += depth / crowd.fps;
            note(&mut found.deepest, a, b, depth, crowd.fps, |new, old| new > old);
            who.push((a.id.min(b.id), a.id.max(b.id)));
            // Crowds that stand in each other would fill memory with the same pairs.
            if who.len() > 4_000_000 {
                who.sort_unstable();
                who.dedup();
            }
        }
    });
    who.sort_unstable();
    who.dedup();
    found.pairs = who.len() as u64;
    found
}

/// Keeps the better one; among equals the first in time, then that of the smaller numbers.
fn note(
    kept: &mut Option<ClosestApproach>,
    a: &AgentRow,
    b: &AgentRow,
    metres: f64,
    fps: f64,
    better: fn(f64, f64) -> bool,
) {
    let walkers = (a.id.min(b.id), a.id.max(b.id));
    let time = f64::from(a.frame) / fps;
    let wins = kept.is_none_or(|old| {
        better(metres, old.metres) || (metres == old.metres && time == old.time && walkers < old.walkers)
    });
    if wins {
        *kept = Some(ClosestApproach { metres, walkers, time });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{closest, sample, tracks::Tracks};
    use ambulo_data::Trajectories;
    use ambulo_geom::math::sin;

    #[test]
    fn the_deepest_and_the_nearest_are_those_of_closest() {
        let rows = (0..30u32).flat_map(|id| {
            let k = f64::from(id);
            sample::walk(id, 0..60, (4.0 + 4.0 * sin(k * 12.9), 4.0 + 4.0 * sin(k * 78.2)), (0.1 * sin(k), 0.0))
        });
        let walkers = (0..30).map(|id| sample::walker(id, "")).collect();
        let t = Trajectories::new(10.0, sample::square(9.0), walkers, rows.collect());
        let found = measure(&ByFrame::new(&t, &Tracks::of(&t), 0.0), 0.0);
        let other = closest::measure(&t);
        let same = |a: Option<ClosestApproach>, b: Option<ClosestApproach>| {
            let (a, b) = (a.unwrap(), b.unwrap());
            assert!((a.metres - b.metres).abs() < 1e-12 && (a.walkers, a.time) == (b.walkers, b.time), "{a:?} {b:?}");
        };
        same(found.nearest, other.distance);
        same(found.deepest, other.overlap);
        assert!(found.pairs > 1 && found.pair_frames > found.pairs && found.penetration_m_s > 0.0);
    }

    #[test]
    fn a_tolerance_leaves_out_what_is_shallower() {
        let t = Tracks::from_places(10.0, [(1, 0, vec![(0.0, 0.0)]), (2, 0, vec![(0.496, 0.0)])]);
        let crowd = ByFrame::of_tracks(&t, 0.25);
        assert_eq!((measure(&crowd, 0.0).pairs, measure(&crowd, 0.005).pairs), (1, 0));
    }
}
