//! Footsteps: where a foot lands, and when.

use crate::Side;

/// A foot on the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint {
    /// Place on the floor below the contact point, the ball of the foot, in the plan [m].
    pub at: [f64; 3],
    /// Where the body faces over it, from the plan's x axis [rad], counter-clockwise.
    pub heading: f64,
}

/// A step to be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footstep {
    /// The foot that moves.
    pub side: Side,
    /// Where it lands: place on the floor below the contact point, the ball of the foot, in the plan [m].
    pub at: [f64; 3],
    /// Where the body faces over it, from the plan's x axis [rad], counter-clockwise. The body comes to face midway between
    /// this and the last footstep's.
    pub heading: f64,
    /// When the foot lifts [s].
    pub lift: f64,
    /// When it lands [s].
    pub land: f64,
    /// How much higher the foot is carried than usual in the middle of its swing [m]: over what lies there.
    pub height: f64,
    /// What is upright on the ground there.
    pub normal: [f64; 3],
}

impl Footstep {
    /// A footstep on level ground, the foot carried as usual.
    pub fn new(side: Side, at: [f64; 3], heading: f64, lift: f64, land: f64) -> Self {
        Self { side, at, heading, lift, land, height: 0.0, normal: [0.0, 0.0, 1.0] }
    }

    /// Whether all of it is made of numbers, and ground that one can stand on.
    pub(super) fn is_sound(&self) -> bool {
        let numbers = [self.heading, self.lift, self.land, self.height];
        let [x, y, z] = self.normal;
        let upright = z > 0.0 && z * z > 0.2 * (x * x + y * y + z * z);
        numbers.iter().chain(&self.at).chain(&self.normal).all(|n| n.is_finite()) && upright
    }
}

/// Why footsteps cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FootstepError {
    /// No step of a foot in the library that could be blended.
    #[error("the library has no step of the {0} foot that repeats; add a clip of a walking person")]
    NoSteps(&'static str),
    /// A setting out of its range.
    #[error("`{0}` of the footstep settings is not a number in its range")]
    Setting(&'static str),
    /// Numbers that are not finite, or ground steeper than people stand on.
    #[error("footstep {0} is not made of finite numbers, or its ground is steeper than 63 degrees")]
    NotSound(usize),
    /// Lands before it lifts, or before the one before it.
    #[error(
        "footstep {index} lifts at {lift} s and lands at {land} s; it must land later than it lifts and than the one before it, at {before} s"
    )]
    Order {
        /// Which footstep of the body, from 0.
        index: usize,
        /// When it lifts [s].
        lift: f64,
        /// When it lands [s].
        land: f64,
        /// When the one before it lands [s].
        before: f64,
    },
    /// Too many footsteps wait.
    #[error("{0} footsteps wait already; show frames before giving more")]
    Full(usize),
    /// No footstep at all.
    #[error("a walker without footsteps cannot be shown")]
    Nothing,
}
