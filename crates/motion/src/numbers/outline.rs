//! Torsos seen from above: how far each reaches in directions all around, and how deep two are in each other.

use crate::{Vec2, math};

/// Directions in which the outline of a torso is kept.
pub(super) const DIRECTIONS: usize = 32;
/// Torsos of different levels do not meet [m].
const LEVEL: f32 = 1.0;

/// The outline of a torso at a moment, as the hull of its skin seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorsoOutline {
    /// When.
    pub moment: u32,
    /// Where its body is [m].
    pub at: Vec2,
    /// How far it reaches along each of 32 directions, counter-clockwise from the plan's x [m].
    support: [f32; DIRECTIONS],
    /// Mean height of its skin [m].
    height: f32,
    /// Height of the floor below its body [m].
    floor: f32,
}

impl TorsoOutline {
    /// Of places in the plan, with their heights; `None` of no place.
    pub(super) fn of(
        moment: u32,
        (at, floor): (Vec2, f32),
        points: impl ExactSizeIterator<Item = crate::Vec3>,
    ) -> Option<Self> {
        let count = points.len() as f32;
        let mut out = Self { moment, at, support: [f32::NEG_INFINITY; DIRECTIONS], height: 0.0, floor };
        for p in points {
            out.height += p.z / count;
            for (reach, (sin, cos)) in out.support.iter_mut().zip(DIRECTION.iter()) {
                *reach = reach.max(p.x * cos + p.y * sin);
            }
        }
        (count > 0.0).then_some(out)
    }

    /// How deep it is in another one, less than 0 if it is not, and in which direction the other one must go to be out of it
    /// soonest [m]. Both may be moved; `None` for one on another level.
    ///
    /// ```
    /// use ambulo_motion::*;
    /// let body = body::character();
    /// let skin = SeenSkin::new(&body.skeleton, &body.mesh);
    /// let mediator = Mediator::new(gait::shipped(), Settings::default()).unwrap();
    /// let at = |x: f64| skin.outline(mediator.skeleton(), &AnimatedBody::new(&mediator, DVec2::new(x, 0.0), 0.0), 0, DVec2::ZERO);
    /// let (depth, away) = at(0.0).unwrap().depth(&at(0.2).unwrap(), [Vec2::ZERO; 2]).unwrap();
    /// assert!(depth > 0.0 && depth < 0.3 && away.x > 0.9);
    /// ```
    #[inline]
    pub fn depth(&self, other: &Self, moved: [Vec2; 2]) -> Option<(f32, Vec2)> {
        if (self.height - other.height).abs() > LEVEL {
            return None;
        }
        let by = moved[0] - moved[1];
        let mut along = [0.0; DIRECTIONS];
        for (d, along) in along.iter_mut().enumerate() {
            // How far this one reaches in a direction beyond where the other begins.
            let opposite = other.support[(d + DIRECTIONS / 2) % DIRECTIONS];
            *along = self.support[d] + opposite + (by.x * DIRECTION[d].1 + by.y * DIRECTION[d].0);
        }
        let least = (0..DIRECTIONS).fold(0, |best, d| if along[d] < along[best] { d } else { best });
        let (sin, cos) = DIRECTION[least];
        Some((along[least], Vec2::new(cos, sin)))
    }

    /// Height of the floor below its body [m].
    pub fn feet(&self) -> f32 {
        self.floor
    }

    /// How far it reaches in a direction of length 1, at most [m].
    pub fn reach(&self, direction: Vec2) -> f32 {
        let turns = math::atan2(direction.y, direction.x) / std::f32::consts::TAU * DIRECTIONS as f32;
        self.support[(turns.round() as i64).rem_euclid(DIRECTIONS as i64) as usize]
    }
}

/// Sine and cosine of the directions.
static DIRECTION: std::sync::LazyLock<[(f32, f32); DIRECTIONS]> = std::sync::LazyLock::new(|| {
    std::array::from_fn(|k| math::sin_cos(k as f32 * std::f32::consts::TAU / DIRECTIONS as f32))
});
