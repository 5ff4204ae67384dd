//! The floor below a body and below each of its feet.

use crate::{DVec2, Vec2};

/// The floor at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Footing {
    /// Its height [m].
    pub height: f32,
    /// How it rises along the plan's x and y [m/m].
    pub grade: Vec2,
}

/// Ground that bodies walk on. A foot in front may stand on other ground than the body.
pub trait Ground {
    /// The floor at a place, the one nearest to a height where there are several above each other.
    fn footing(&self, at: DVec2, near: f32) -> Footing;

    /// Whether the floor is one plane within a foot's length of a place, so that soles need not be checked all around.
    fn is_plane_around(&self, _at: DVec2) -> bool {
        false
    }
}

/// Ground that is a plane.
///
/// ```
/// use ambulo_motion::{DVec2, Ground, Slope, Vec2};
/// let ramp = Slope { at: DVec2::ZERO, height: 1.0, grade: Vec2::new(0.5, 0.0) };
/// assert_eq!(ramp.footing(DVec2::new(2.0, 7.0), 0.0).height, 2.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slope {
    /// A place on it [m].
    pub at: DVec2,
    /// Its height there [m].
    pub height: f32,
    /// How it rises along the plan's x and y [m/m].
    pub grade: Vec2,
}

impl Ground for Slope {
    fn is_plane_around(&self, _at: DVec2) -> bool {
        true
    }

    fn footing(&self, at: DVec2, _near: f32) -> Footing {
        Footing { height: self.height + self.grade.dot((at - self.at).as_vec2()), grade: self.grade }
    }
}

impl Footing {
    /// The same without what is not a number, and no steeper than people walk.
    pub(super) fn checked(self, near: f32) -> Self {
        let grade = match self.grade {
            level if level == Vec2::ZERO => Vec2::ZERO,
            grade if grade.is_finite() => grade.clamp_length_max(STEEPEST),
            _ => Vec2::ZERO,
        };
        Self { height: if self.height.is_finite() { self.height } else { near }, grade }
    }
}

/// Steeper ground is taken as this steep [m/m].
const STEEPEST: f32 = 2.0;
