//! From our axes, z up, to those of the files, y up.

use glam::{Quat, Vec3};
use std::f32::consts::FRAC_1_SQRT_2;

/// The plan's axes: a quarter turn about x lays the plan's y along -z.
const PLAN: Quat = Quat::from_xyzw(-FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2);

/// The body's axes: forward is z, left is x.
const BODY: Quat = Quat::from_xyzw(-0.5, -0.5, -0.5, 0.5);

/// A place of the plan, (x, y, height), as files have it.
///
/// ```
/// use ambulo_motion::{Vec3, export::from_plan};
/// assert_eq!(from_plan(Vec3::new(1.0, 2.0, 3.0)), Vec3::new(1.0, 3.0, -2.0));
/// ```
pub fn from_plan(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.z, -v.y)
}

/// A place in the body's frame (forward, left, up), as files have it.
///
/// ```
/// use ambulo_motion::{Vec3, export::from_body};
/// assert_eq!(from_body(Vec3::new(1.0, 2.0, 3.0)), Vec3::new(2.0, 3.0, 1.0));
/// ```
pub fn from_body(v: Vec3) -> Vec3 {
    Vec3::new(v.y, v.z, v.x)
}

/// A rotation out of some frame into the plan's, continued into the file's.
pub(super) fn turn_from_plan(q: Quat) -> Quat {
    PLAN * q
}

/// A rotation out of some frame into the body's, continued into the file's.
pub(super) fn turn_from_body(q: Quat) -> Quat {
    BODY * q
}

/// From the file's axes back to the body's.
pub(super) fn to_body() -> Quat {
    BODY.conjugate()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_and_places_agree() {
        let v = Vec3::new(0.3, -1.7, 2.9);
        assert!((turn_from_plan(Quat::IDENTITY) * v - from_plan(v)).length() < 1e-6);
        assert!((turn_from_body(Quat::IDENTITY) * v - from_body(v)).length() < 1e-6);
        assert!((to_body() * from_body(v) - v).length() < 1e-6);
    }
}
