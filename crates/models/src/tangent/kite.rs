//! The personal area and the wedges that bound the interaction area.

use ambulo_geom::Vec2;

/// The personal area: a kite around a walker, longer in front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kite {
    /// Unit vector forward.
    pub(super) forward: Vec2,
    /// From the walker to the front corner [m].
    pub(super) front: f32,
    /// To the back corner [m].
    pub(super) back: f32,
    /// To the corners at both sides [m].
    pub(super) half: f32,
}

impl Kite {
    /// How far out a place is: 0 at the walker, 1 on the border.
    #[inline(always)]
    pub(super) fn gauge(&self, p: Vec2) -> f32 {
        let (ahead, aside) = (self.forward.dot(p), self.forward.cross(p).abs());
        let long = if ahead >= 0.0 { ahead / self.front } else { -ahead / self.back };
        long + aside / self.half
    }

    /// Front, left, back and right corner of the kite scaled by a factor.
    #[inline(always)]
    pub(super) fn corners(&self, scale: f32) -> [Vec2; 4] {
        let (f, l) = (self.forward * scale, self.forward.perp() * scale);
        [f * self.front, l * self.half, f * -self.back, l * -self.half]
    }

    /// The same shape, larger or smaller.
    #[inline(always)]
    pub(super) fn scaled(self, share: f32) -> Self {
        Self { front: self.front * share, back: self.back * share, half: self.half * share, ..self }
    }

    /// The farthest corner [m].
    #[inline(always)]
    pub(super) fn reach(&self) -> f32 {
        self.front.max(self.back).max(self.half)
    }
}

/// All directions between two, less than half a turn apart.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wedge {
    /// The clockwise end.
    pub(super) right: Vec2,
    /// The counter-clockwise end.
    pub(super) left: Vec2,
}

impl Wedge {
    /// Directions from `p` to a convex shape that does not contain it, given by its corners: between its tangents.
    #[inline(always)]
    pub(super) fn seen_from(p: Vec2, corners: &[Vec2]) -> Self {
        let first = corners[0] - p;
        let mut wedge = Self { right: first, left: first };
        for c in &corners[1..] {
            wedge.add(*c - p);
        }
        wedge
    }

    /// Opens it up to one more direction.
    #[inline(always)]
    pub(super) fn add(&mut self, d: Vec2) {
        if self.right.cross(d) < 0.0 {
            self.right = d;
        }
        if self.left.cross(d) > 0.0 {
            self.left = d;
        }
    }

    /// All directions with a part along `d`: half the plane.
    #[inline(always)]
    pub(super) fn half_plane(d: Vec2) -> Self {
        Self { right: -d.perp(), left: d.perp() }
    }

    /// Whether a direction lies inside or on the border.
    #[inline(always)]
    pub(super) fn holds(&self, d: Vec2) -> bool {
        self.right.cross(d) >= 0.0 && d.cross(self.left) >= 0.0
    }

    /// The same directions as unit vectors.
    #[inline(always)]
    pub(super) fn units(self) -> Self {
        Self { right: self.right.unit().unwrap_or(self.right), left: self.left.unit().unwrap_or(self.left) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kite(angle: f64) -> Kite {
        Kite { forward: Vec2::from_angle(angle), front: 1.4, back: 0.8, half: 0.8 }
    }

    #[test]
    fn the_border_has_gauge_one() {
        let k = kite(0.7);
        let corners = k.corners(1.0);
        for i in 0..4 {
            for share in [0.0, 0.3, 0.8] {
                let p = corners[i] * (1.0 - share) + corners[(i + 1) % 4] * share;
                assert!((k.gauge(p) - 1.0).abs() < 1e-6);
            }
        }
        assert_eq!(k.gauge(Vec2::ZERO), 0.0);
    }

    proptest! {
        /// A ray from P meets the kite exactly when its direction lies in the wedge.
        #[test]
        fn the_wedge_holds_the_directions_that_meet_the_kite(
            px in -6.0f32..6.0, py in -6.0f32..6.0, turn in 0.0f64..6.25, ray in 0.0f64..6.25,
        ) {
            let (k, p, d) = (kite(turn), Vec2::new(px, py), Vec2::from_angle(ray));
            prop_assume!(k.gauge(p) > 1.01);
            let wedge = Wedge::seen_from(p, &k.corners(1.0));
            let least = (0..4000).map(|i| k.gauge(p + d * (i as f32 * 0.005))).fold(f32::INFINITY, f32::min);
            prop_assume!((least - 1.0).abs() > 0.01);
            prop_assert_eq!(wedge.holds(d), least < 1.0);
        }
    }
}
