//! Landing where asked or moving as asked: how three landing points and the landing of the root's clips share the weight.

use super::triangulation::{barycentric, sound};
use glam::DVec2;

/// Weights of a step: of the three corners, which with `root` sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixture {
    /// Of the corners.
    pub corners: [f64; 3],
    /// Of the clips chosen by velocity, all together.
    pub root: f64,
    /// Largest share of the root up to which the linear landing is the target.
    pub beta: f64,
}

/// Weights for a target `q` inside a triangle of landing points when the clips chosen by velocity land in `r` and have the
/// share `root` (lambda 4 of the paper): `q = sum of corners p + root r` up to `beta`; from there on the landing goes in a
/// straight line to `r`.
///
/// ```
/// use ambulo_motion::footsteps::mix;
/// use glam::DVec2;
/// let corners = [DVec2::ZERO, DVec2::X, DVec2::Y];
/// let (q, r) = (DVec2::new(0.3, 0.3), DVec2::new(0.5, 0.2));
/// let m = mix(corners, q, r, 0.2);
/// let landing = corners[1] * m.corners[1] + corners[2] * m.corners[2] + r * m.root;
/// assert!(m.beta > 0.2 && (landing - q).length() < 1e-12);
/// ```
pub fn mix(corners: [DVec2; 3], q: DVec2, r: DVec2, root: f64) -> Mixture {
    let root = root.clamp(0.0, 1.0);
    let (Some(at), Some(there)) = (barycentric(corners, q), barycentric(corners, r)) else {
        return Mixture { corners: [1.0 - root, 0.0, 0.0], root, beta: 0.0 };
    };
    from_coordinates(sound(at), there, root)
}

/// The same from the barycentric coordinates of both places: those of the target are not negative.
pub(super) fn from_coordinates(at: [f64; 3], there: [f64; 3], root: f64) -> Mixture {
    // The ray from r through q, beyond q: coordinates are linear along it, and the first to come to 0 ends it.
    let along: [f64; 3] = std::array::from_fn(|i| at[i] - there[i]);
    let exits = (0..3).filter(|&i| along[i] < 0.0).map(|i| at[i] / -along[i]);
    let exit = exits.fold(f64::INFINITY, f64::min);
    let beta = if exit.is_finite() { exit / (1.0 + exit) } else { 1.0 };
    let s = if root <= beta && root < 1.0 { (root / (1.0 - root)).min(exit) } else { exit };
    if root >= 1.0 || !s.is_finite() {
        return Mixture { corners: at.map(|w| (1.0 - root) * w), root, beta };
    }
    let weights: [f64; 3] = std::array::from_fn(|i| (at[i] + s * along[i]).max(0.0));
    let sum: f64 = weights.iter().sum();
    Mixture { corners: weights.map(|w| (1.0 - root) * (w / sum)), root, beta }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place() -> impl Strategy<Value = DVec2> {
        (-1.0f64..1.0, -1.0f64..1.0).prop_map(|(x, y)| DVec2::new(x, y))
    }

    fn landing(corners: [DVec2; 3], m: &Mixture, r: DVec2) -> DVec2 {
        (0..3).map(|i| corners[i] * m.corners[i]).sum::<DVec2>() + r * m.root
    }

    proptest! {
        #[test]
        fn weights_are_not_negative_and_sum_to_one_and_the_landing_is_where_it_should(
            a in place(), b in place(), c in place(), r in place(),
            x in 0.0f64..1.0, y in 0.0f64..1.0, root in 0.0f64..=1.0,
        ) {
            let corners = [a, b, c];
            prop_assume!((b - a).perp_dot(c - a).abs() > 0.02);
            let (x, y) = if x + y > 1.0 { (1.0 - x, 1.0 - y) } else { (x, y) };
            let q = a + (b - a) * x + (c - a) * y;
            for root in [root, 0.0, 1.0] {
                let m = mix(corners, q, r, root);
                prop_assert!(m.corners.iter().all(|&w| w >= 0.0));
                prop_assert!((m.corners.iter().sum::<f64>() + m.root - 1.0).abs() < 1e-12);
                let at = landing(corners, &m, r);
                if root == 0.0 {
                    prop_assert!((at - q).length() < 1e-12);
                } else if root == 1.0 {
                    prop_assert_eq!(m.corners, [0.0; 3]);
                    prop_assert!((at - r).length() < 1e-12);
                } else if root <= m.beta {
                    prop_assert!((at - q).length() < 1e-11, "{}", (at - q).length());
                } else {
                    // Between the target and the root's landing, at the share beyond beta.
                    let wanted = q.lerp(r, (root - m.beta) / (1.0 - m.beta));
                    prop_assert!((at - wanted).length() < 1e-11, "{}", (at - wanted).length());
                }
            }
            // Continuous at beta.
            let beta = mix(corners, q, r, 0.0).beta;
            if beta > 1e-6 && beta < 1.0 - 1e-6 {
                let (below, above) = (mix(corners, q, r, beta - 1e-9), mix(corners, q, r, beta + 1e-9));
                for k in 0..3 {
                    prop_assert!((below.corners[k] - above.corners[k]).abs() < 1e-7);
                }
            }
        }
    }
}
