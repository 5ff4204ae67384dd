//! Mixing poses: weighted, over slices, nothing allocated.
//!
//! Rotations have no sum. Several are blended one after the other: the heaviest first, each next one pulling by its
//! share of the weight so far. The result depends a little on the order, so the order is fixed: by decreasing weight,
//! equal weights as they come.

use crate::{Clip, Quat, Vec3, mix, nlerp, slerp};

/// Weights below this are left out.
pub const LEAST_WEIGHT: f32 = 1e-4;

/// One pose of a blend.
#[derive(Clone, Copy, Debug)]
pub struct BlendPart<'a> {
    /// Its hips [m].
    pub hips: Vec3,
    /// Its rotations.
    pub rotations: &'a [Quat],
    /// How much it counts; not negative. Only shares matter, the sum need not be 1.
    pub weight: f32,
}

/// Blends poses exactly, joint by joint by iterated [`slerp`] on the shorter side. Sorts `parts` by decreasing weight.
/// Returns the hips, or `None` if no weight counts, and then leaves `out` alone.
///
/// ```
/// use ambulo_motion::{BlendPart, Vec3, blend, turn, yaw};
/// let (a, b) = ([turn(0.0)], [turn(1.0)]);
/// let part = |rotations, weight| BlendPart { hips: Vec3::ZERO, rotations, weight };
/// let mut out = [turn(0.0)];
/// blend(&mut [part(&a, 1.0), part(&b, 3.0)], &mut out);
/// assert!((yaw(out[0]) - 0.75).abs() < 1e-5);
/// ```
pub fn blend(parts: &mut [BlendPart], out: &mut [Quat]) -> Option<Vec3> {
    // Insertion: the few parts of a blend are nearly sorted from frame to frame, and equals keep their order.
    for i in 1..parts.len() {
        let mut k = i;
        while k > 0 && parts[k].weight > parts[k - 1].weight {
            parts.swap(k, k - 1);
            k -= 1;
        }
    }
    let first = parts.first().filter(|part| part.weight >= LEAST_WEIGHT)?;
    out.copy_from_slice(first.rotations);
    let (mut hips, mut sum) = (first.hips, first.weight);
    for part in parts[1..].iter().take_while(|part| part.weight >= LEAST_WEIGHT) {
        sum += part.weight;
        let share = part.weight / sum;
        for (q, &other) in out.iter_mut().zip(part.rotations) {
            *q = slerp(*q, other, share);
        }
        hips = hips.lerp(part.hips, share);
    }
    Some(hips)
}

/// A crossfade of two poses, `share` of the second, by the fast [`mix`]. Returns the hips.
pub fn crossfade(a: (Vec3, &[Quat]), b: (Vec3, &[Quat]), share: f32, out: &mut [Quat]) -> Vec3 {
    for ((out, &qa), &qb) in out.iter_mut().zip(a.1).zip(b.1) {
        *out = mix(qa, qb, share);
    }
    a.0.lerp(b.0, share)
}

/// Mixes the pose of a clip at a time [s] into a pose that is there already, with `share` of the clip: sampling and
/// blending in one pass.
pub fn mix_in(clip: &Clip, time: f32, share: f32, hips: &mut Vec3, out: &mut [Quat]) {
    let (a, b, t) = clip.between(time);
    for ((out, &qa), &qb) in out.iter_mut().zip(clip.rotations(a)).zip(clip.rotations(b)) {
        *out = mix(*out, nlerp(qa, qb, t), share);
    }
    *hips = hips.lerp(clip.hips(a).lerp(clip.hips(b), t), share);
}

/// How a crossfade begins and ends gently: 0 to 1 with no slope at either end; held outside.
///
/// ```
/// use ambulo_motion::ease;
/// assert_eq!([ease(-1.0), ease(0.0), ease(0.5), ease(1.0)], [0.0, 0.0, 0.5, 1.0]);
/// ```
pub fn ease(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Another time for each time of a clip, by straight pieces: the phase at which the feet land in one clip becomes that
/// at which they land in another. `from` and `to` are the same events as phases in [0, 1), both rising, and cyclic.
///
/// ```
/// use ambulo_motion::warp;
/// let halfway = warp(0.25, &[0.0, 0.5], &[0.0, 0.6]);
/// assert!((halfway - 0.3).abs() < 1e-6);
/// ```
pub fn warp(phase: f32, from: &[f32], to: &[f32]) -> f32 {
    let n = from.len().min(to.len());
    if n == 0 {
        return phase;
    }
    let span = |a: f32, b: f32| if b > a { b - a } else { b - a + 1.0 };
    // The last event at or before the phase; before the first it is the last one of the round before.
    let i = (0..n).rev().find(|&i| from[i] <= phase).unwrap_or(n - 1);
    let k = (i + 1) % n;
    let into = span(from[i], phase) % 1.0;
    let at = to[i] + into / span(from[i], from[k]) * span(to[i], to[k]);
    at - at.floor()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{turn, wrap, yaw};
    use proptest::prelude::*;

    #[test]
    fn a_blend_does_not_depend_on_the_order_of_its_parts_nor_on_signs() {
        let (a, b, c) = ([turn(0.1)], [turn(0.9)], [turn(-0.4)]);
        let minus = [-turn(0.9)];
        let part = |rotations, weight| BlendPart { hips: Vec3::X * weight, rotations, weight };
        let run = |mut parts: [BlendPart; 3]| {
            let mut out = [Quat::IDENTITY];
            (blend(&mut parts, &mut out), yaw(out[0]))
        };
        let one = run([part(&a, 0.5), part(&b, 0.3), part(&c, 0.2)]);
        assert_eq!(one, run([part(&c, 0.2), part(&a, 0.5), part(&b, 0.3)]));
        assert!((one.1 - run([part(&a, 0.5), part(&minus, 0.3), part(&c, 0.2)]).1).abs() < 1e-6);
        assert!((one.1 - (0.5 * 0.1 + 0.3 * 0.9 - 0.2 * 0.4)).abs() < 1e-5, "about one axis it is the weighted mean");
    }

    #[test]
    fn parts_without_weight_do_not_count() {
        let a = [turn(0.1)];
        let mut out = [turn(0.7)];
        let none = BlendPart { hips: Vec3::X, rotations: &a, weight: 0.00005 };
        assert_eq!(blend(&mut [none, none], &mut out), None);
        assert_eq!(out, [turn(0.7)]);
        assert_eq!(blend(&mut [], &mut out), None);
    }

    #[test]
    fn a_warp_meets_every_event_and_goes_round() {
        let (from, to) = ([0.1, 0.55], [0.0, 0.4]);
        for (f, t) in from.iter().zip(to) {
            assert!((warp(*f, &from, &to) - t).abs() < 1e-6);
        }
        assert!((warp(0.05, &from, &to) - (0.4 + 0.6 * 0.5 / 0.55)).abs() < 1e-5);
        assert_eq!(warp(0.3, &[], &[]), 0.3);
    }

    proptest! {
        #[test]
        fn crossfades_stay_near_the_exact_blend(a in -1.5f32..1.5, b in -1.5f32..1.5, share in 0.0f32..1.0) {
            let (qa, qb) = ([turn(a)], [turn(b)]);
            let mut fast = [Quat::IDENTITY];
            crossfade((Vec3::ZERO, &qa), (Vec3::X, &qb), share, &mut fast);
            let part = |rotations, weight| BlendPart { hips: Vec3::ZERO, rotations, weight };
            let mut exact = [Quat::IDENTITY];
            blend(&mut [part(&qa, 1.0 - share), part(&qb, share)], &mut exact);
            prop_assert!(wrap(yaw(fast[0]) - yaw(exact[0])).abs() < 2e-3);
        }

        #[test]
        fn a_warp_rises(x in 0.0f32..0.98, a in 0.1f32..0.9, b in 0.1f32..0.9) {
            let (from, to) = ([0.0, a], [0.0, b]);
            prop_assert!(warp(x, &from, &to) < warp(x + 0.015, &from, &to) + 1e-6);
        }
    }
}
