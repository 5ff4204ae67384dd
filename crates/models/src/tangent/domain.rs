//! Solution velocities: what takes the interaction point onto a tangent, and what of it is forbidden by others.
//!
//! The interaction point is I = P + (V_P - V) with the velocity V of the walker. It lies on the tangent with unit
//! direction t when V = V_P - tau t with tau >= 0: a ray in the space of velocities that starts at V_P.

use super::kite::Wedge;
use ambulo_geom::Vec2;

/// Velocities on one tangent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    /// The other's velocity, where it starts.
    pub(super) apex: Vec2,
    /// Unit direction of the tangent.
    pub(super) t: Vec2,
}

impl Ray {
    #[inline(always)]
    pub(super) fn at(&self, tau: f32) -> Vec2 {
        self.apex - self.t * tau
    }

    /// The tau nearest to a velocity.
    #[inline(always)]
    pub(super) fn nearest(&self, v: Vec2) -> f32 {
        (self.apex - v).dot(self.t).max(0.0)
    }

    /// The taus of the pure turn (alpha 0), of the projection (0.5) and of the pure change of speed (1). Where one of
    /// the pure ones does not exist, the projection stands for it. All are no faster than `limit`, or as slow as the
    /// ray is.
    pub(super) fn strategies(&self, desired: Vec2, limit: f32) -> [f32; 3] {
        let projection = self.nearest(desired);
        let turn = self.with_speed(desired).unwrap_or(projection);
        let pace = self.along(desired).unwrap_or(projection);
        let [slow, fast] = self.slower_than(limit);
        [turn, projection, pace].map(|tau| tau.clamp(slow, fast))
    }

    /// Where the speed is that of `desired`, as near to it as possible.
    fn with_speed(&self, desired: Vec2) -> Option<f32> {
        let middle = self.apex.dot(self.t);
        let root = middle * middle - self.apex.length_squared() + desired.length_squared();
        if root < 0.0 {
            return None;
        }
        let away = |tau: &f32| (self.at(*tau) - desired).length_squared();
        let (near, far) = (middle - root.sqrt(), middle + root.sqrt());
        let both = [near, far].into_iter().filter(|tau| *tau >= 0.0);
        both.min_by(|a, b| away(a).total_cmp(&away(b)))
    }

    /// Where the direction is that of `desired`.
    fn along(&self, desired: Vec2) -> Option<f32> {
        let turn = self.t.cross(desired);
        // Nearly parallel: nowhere a walker could go.
        if turn.abs() <= 1e-4 * desired.length() {
            return None;
        }
        let tau = self.apex.cross(desired) / turn;
        (tau >= 0.0 && self.at(tau).dot(desired) >= 0.0).then_some(tau)
    }

    /// The taus between which it is no faster than `limit`; where it is slowest if it never is.
    fn slower_than(&self, limit: f32) -> [f32; 2] {
        let middle = self.apex.dot(self.t);
        let root = middle * middle - self.apex.length_squared() + limit * limit;
        let half = root.max(0.0).sqrt();
        [(middle - half).max(0.0), (middle + half).max(0.0)]
    }

    /// The velocity for a strategy alpha: turn (0), projection (0.5), speed (1), and straight lines between.
    pub(super) fn solution(&self, desired: Vec2, alpha: f32, limit: f32) -> Vec2 {
        let [turn, projection, pace] = self.strategies(desired, limit);
        let tau = if alpha <= 0.5 {
            turn + (projection - turn) * (2.0 * alpha)
        } else {
            projection + (pace - projection) * (2.0 * alpha - 1.0)
        };
        self.at(tau).clamp_length(limit)
    }
}

/// Velocities that lead into an interaction: a cone, of which a part may be left out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Forbidden {
    /// The other's velocity.
    pub(super) apex: Vec2,
    /// Directions of apex - V that are forbidden.
    pub(super) wedge: Wedge,
    /// Only velocities that lead along `towards` at more than `above` are meant; all when it is zero.
    pub(super) towards: Vec2,
    pub(super) above: f32,
}

impl Forbidden {
    pub(super) fn cone(apex: Vec2, wedge: Wedge) -> Self {
        Self { apex, wedge, towards: Vec2::ZERO, above: -1.0 }
    }

    /// Whether a velocity lies inside; the border is allowed.
    #[inline(always)]
    pub(super) fn holds(&self, v: Vec2) -> bool {
        let x = self.apex - v;
        self.wedge.right.cross(x) > GRAZE && x.cross(self.wedge.left) > GRAZE && self.towards.dot(v) > self.above
    }

    /// The stretch of a ray inside: open, empty when the first is not less than the second.
    #[inline(always)]
    fn stretch(&self, ray: &Ray) -> [f32; 2] {
        let q = self.apex - ray.apex;
        let mut stretch = [f32::NEG_INFINITY, f32::INFINITY];
        let Wedge { right, left } = self.wedge;
        // Each border: value + tau slope > graze.
        for (value, slope) in [
            (right.cross(q), right.cross(ray.t)),
            (q.cross(left), ray.t.cross(left)),
            (self.towards.dot(ray.apex) - self.above, -self.towards.dot(ray.t)),
        ] {
            let value = value - GRAZE;
            if slope.abs() <= 1e-9 {
                if value <= 0.0 {
                    return [0.0, 0.0];
                }
            } else if slope > 0.0 {
                stretch[0] = stretch[0].max(-value / slope);
            } else {
                stretch[1] = stretch[1].min(-value / slope);
            }
        }
        stretch
    }
}

/// How far beyond a border a velocity must be to count as inside [m/s]: a solution on one tangent must not be lost
/// to rounding.
const GRAZE: f32 = 1e-5;

/// Pieces of a ray at most.
pub(super) const PIECES: usize = 24;

/// What is left of a stretch of a ray.
pub(super) struct Remainder {
    pieces: [[f32; 2]; PIECES],
    count: usize,
}

impl Remainder {
    pub(super) fn new(from: f32, to: f32) -> Self {
        let mut pieces = [[0.0; 2]; PIECES];
        pieces[0] = [from, to];
        Self { pieces, count: 1 }
    }

    pub(super) fn pieces(&self) -> &[[f32; 2]] {
        &self.pieces[..self.count]
    }

    /// Takes away what is forbidden.
    pub(super) fn cut(&mut self, ray: &Ray, forbidden: &Forbidden) {
        let [from, to] = forbidden.stretch(ray);
        if from >= to {
            return;
        }
        if !self.pieces().iter().any(|[a, b]| from < *b && to > *a || (a == b && from < *a && to > *a)) {
            return;
        }
        let old = (self.pieces, self.count);
        self.count = 0;
        for [a, b] in &old.0[..old.1] {
            let (before, after) = ([*a, b.min(from)], [a.max(to), *b]);
            if from >= *a {
                self.push(before);
            }
            if to <= *b {
                self.push(after);
            }
        }
    }

    fn push(&mut self, piece: [f32; 2]) {
        if self.count < PIECES && piece[0] <= piece[1] {
            self.pieces[self.count] = piece;
            self.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tangent::kite::Kite;
    use proptest::prelude::*;

    fn vec2(range: f32) -> impl Strategy<Value = Vec2> {
        (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
    }

    const KITE: Kite = Kite { forward: Vec2::new(1.0, 0.0), front: 1.4, back: 0.8, half: 0.8 };

    #[test]
    fn strategies_turn_or_change_speed_or_project() {
        // The other comes from the right; its left tangent must be reached.
        let ray = Ray { apex: Vec2::new(0.0, 1.5), t: Vec2::new(-0.8, 0.6).unit().unwrap() };
        let desired = Vec2::new(1.5, 0.0);
        let [turn, projection, pace] = ray.strategies(desired, 2.25);
        assert!((ray.at(turn).length() - 1.5).abs() < 1e-5);
        assert!((desired - ray.at(projection)).dot(ray.t).abs() < 1e-5);
        assert!(ray.at(pace).y.abs() < 1e-5 && ray.at(pace).x > 0.0);
        // Alpha runs through all three.
        assert_eq!(ray.solution(desired, 0.0, 2.25), ray.at(turn));
        assert_eq!(ray.solution(desired, 0.5, 2.25), ray.at(projection));
        assert_eq!(ray.solution(desired, 1.0, 2.25), ray.at(pace));
    }

    #[test]
    fn a_missing_turn_or_speed_falls_back_to_the_projection() {
        // Everything on this ray is faster than 1 m/s, and it runs beside the desired direction.
        let ray = Ray { apex: Vec2::new(3.0, 2.0), t: Vec2::new(1.0, 0.0) };
        let desired = Vec2::new(1.0, 0.0);
        let [turn, projection, pace] = ray.strategies(desired, 9.0);
        assert_eq!((turn, pace), (projection, projection));
    }

    #[test]
    fn a_ray_beyond_the_limit_gives_its_slowest_place_at_the_limit() {
        let ray = Ray { apex: Vec2::new(3.0, 2.0), t: Vec2::new(1.0, 0.0) };
        let v = ray.solution(Vec2::new(1.0, 0.0), 0.5, 1.5);
        assert!((v.length() - 1.5).abs() < 1e-5);
    }

    #[test]
    fn nothing_desired_gives_the_slowest_velocity_of_the_ray() {
        let ray = Ray { apex: Vec2::new(-1.0, 0.2), t: Vec2::new(-1.0, 0.0) };
        assert_eq!(ray.solution(Vec2::ZERO, 0.3, 2.0), Vec2::new(0.0, 0.2));
    }

    proptest! {
        /// What is left of a ray after cutting is what no forbidden cone holds.
        #[test]
        fn cutting_leaves_exactly_what_nobody_forbids(
            apex in vec2(2.0), angle in 0.0f64..6.25, others in prop::collection::vec((vec2(6.0), vec2(2.0)), 1..7),
            wall in 0.0f64..6.25, above in 0.0f32..1.0,
        ) {
            let ray = Ray { apex, t: Vec2::from_angle(angle) };
            let mut all: Vec<Forbidden> = others
                .iter()
                .filter(|(p, _)| KITE.gauge(*p) > 1.0)
                .map(|(p, v)| Forbidden::cone(*v, Wedge::seen_from(*p, &KITE.corners(1.0)).units()))
                .collect();
            let n = Vec2::from_angle(wall);
            all.push(Forbidden { apex: Vec2::ZERO, wedge: Wedge::half_plane(-n), towards: n, above });
            let mut rest = Remainder::new(0.0, 4.0);
            all.iter().for_each(|f| rest.cut(&ray, f));
            for i in 0..400 {
                let tau = i as f32 * 0.01 + 0.005;
                let near_end = rest.pieces().iter().flatten().any(|end| (end - tau).abs() < 2e-3);
                let left = rest.pieces().iter().any(|[a, b]| (*a..=*b).contains(&tau));
                let free = !all.iter().any(|f| f.holds(ray.at(tau)));
                prop_assert!(near_end || left == free, "tau {tau}: left {left}, free {free}");
            }
        }

        #[test]
        fn solutions_lie_on_the_ray_and_below_the_limit(
            apex in vec2(2.0), angle in 0.0f64..6.25, desired in vec2(2.0), alpha in 0.0f32..1.0,
        ) {
            let ray = Ray { apex, t: Vec2::from_angle(angle) };
            let v = ray.solution(desired, alpha, 2.0);
            prop_assert!(v.length() <= 2.0 + 1e-4);
            let tau = ray.nearest(v);
            let on = (ray.at(tau) - v).length() < 1e-3;
            prop_assert!(on || (v.length() - 2.0).abs() < 1e-3);
        }
    }
}
