//! Angles and rotations. All transcendental functions of this crate are called here: the same bits everywhere.

use glam::{Quat, Vec3};

/// Sine and cosine.
pub(crate) fn sin_cos(angle: f32) -> (f32, f32) {
    (libm::sinf(angle), libm::cosf(angle))
}

/// Angle of the vector (x, y).
pub(crate) fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// Angle of the vector (x, y), in double precision.
pub(crate) fn atan2_exact(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Sine and cosine in double precision.
pub(crate) fn sin_cos_exact(angle: f64) -> (f64, f64) {
    libm::sincos(angle)
}

/// Arc cosine in double precision, of what is nearest inside -1 to 1.
pub(crate) fn acos_exact(x: f64) -> f64 {
    libm::acos(x.clamp(-1.0, 1.0))
}

/// An angle brought into (-pi, pi], in double precision.
pub(crate) fn wrap_exact(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    let a = angle - TAU * ((angle + PI) / TAU).floor();
    if a <= -PI { a + TAU } else { a }
}

/// Arc cosine, of what is nearest inside -1 to 1.
pub(crate) fn acos(x: f32) -> f32 {
    libm::acosf(x.clamp(-1.0, 1.0))
}

/// The exponential function.
pub(crate) fn exp(x: f32) -> f32 {
    libm::expf(x)
}

/// The natural logarithm.
pub(crate) fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// The square root, of nothing less than 0. The same bits everywhere without help.
pub(crate) fn sqrt(x: f32) -> f32 {
    x.max(0.0).sqrt()
}

/// The rotation by an angle about an axis of unit length.
pub(crate) fn about(axis: Vec3, angle: f32) -> Quat {
    let (s, c) = sin_cos(0.5 * angle);
    Quat::from_xyzw(axis.x * s, axis.y * s, axis.z * s, c)
}

/// The angle between two rotations, 0 to pi; exact also for small ones.
pub(crate) fn apart(a: Quat, b: Quat) -> f32 {
    let d = a.conjugate() * b;
    2.0 * atan2(d.xyz().length(), d.w.abs())
}

/// The smallest rotation that brings one direction to another; none for what has no direction.
pub(crate) fn arc(from: Vec3, to: Vec3) -> Quat {
    let (Some(a), Some(b)) = (from.try_normalize(), to.try_normalize()) else { return Quat::IDENTITY };
    let dot = a.dot(b);
    if dot < -0.99999 {
        // Half a turn about anything across.
        let across = a.any_orthonormal_vector();
        return Quat::from_xyzw(across.x, across.y, across.z, 0.0);
    }
    let c = a.cross(b);
    normal(Quat::from_xyzw(c.x, c.y, c.z, 1.0 + dot))
}

/// A rotation as angles [degrees] about z, then x, then y, each about the axis as turned by those before it. Worked out in
/// `f64`: text files carry angles, and near a quarter turn about x an `f32` would lose half its digits.
pub(crate) fn zxy_degrees(q: Quat) -> [f64; 3] {
    let m = glam::DMat3::from_quat(q.as_dquat().normalize());
    // m = Rz Rx Ry: its last row is (-cos x sin y, sin x, cos x cos y), its middle column (-sin z cos x, cos z cos x, sin x).
    let (sin_x, cos_x) = (m.y_axis.z, (m.y_axis.x * m.y_axis.x + m.y_axis.y * m.y_axis.y).sqrt());
    let x = libm::atan2(sin_x, cos_x);
    let [z, y] = if cos_x > 1e-7 {
        [libm::atan2(-m.y_axis.x, m.y_axis.y), libm::atan2(-m.x_axis.z, m.z_axis.z)]
    } else {
        // Looking straight up or down z and y are one: z has it all.
        [libm::atan2(m.x_axis.y, m.x_axis.x), 0.0]
    };
    [z, x, y].map(f64::to_degrees)
}

/// Power of a number that is not negative.
pub(crate) fn powf(x: f32, y: f32) -> f32 {
    libm::powf(x, y)
}

/// An angle brought into (-pi, pi].
///
/// ```
/// assert!((ambulo_motion::wrap(7.0) - (7.0 - std::f32::consts::TAU)).abs() < 1e-6);
/// ```
pub fn wrap(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    let a = angle - TAU * ((angle + PI) / TAU).floor();
    if a <= -PI { a + TAU } else { a }
}

/// The rotation by an angle about the vertical, counter-clockwise seen from above.
///
/// ```
/// use ambulo_motion::{Vec3, turn};
/// assert!((turn(std::f32::consts::FRAC_PI_2) * Vec3::X - Vec3::Y).length() < 1e-6);
/// ```
pub fn turn(angle: f32) -> Quat {
    let (s, c) = sin_cos(0.5 * angle);
    Quat::from_xyzw(0.0, 0.0, s, c)
}

/// Heading of a rotated body's forward axis, seen from above.
///
/// ```
/// use ambulo_motion::{turn, yaw};
/// assert!((yaw(turn(0.7)) - 0.7).abs() < 1e-6);
/// ```
pub fn yaw(rotation: Quat) -> f32 {
    let forward = rotation * Vec3::X;
    atan2(forward.y, forward.x)
}

/// Interpolation along the chord, brought back to unit length; along the shorter arc. Between neighbouring frames of a
/// clip this is as good as [`slerp`] and much cheaper.
pub fn nlerp(a: Quat, b: Quat, t: f32) -> Quat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    normal(a * (1.0 - t) + b * t)
}

/// Spherical interpolation, exact; along the shorter arc.
///
/// ```
/// use ambulo_motion::{slerp, turn, yaw};
/// assert!((yaw(slerp(turn(0.0), turn(2.0), 0.25)) - 0.5).abs() < 1e-5);
/// ```
pub fn slerp(a: Quat, b: Quat, t: f32) -> Quat {
    let dot = a.dot(b);
    let (b, dot) = if dot < 0.0 { (-b, -dot) } else { (b, dot) };
    if dot > 0.9995 {
        return normal(a * (1.0 - t) + b * t);
    }
    let theta = acos(dot);
    let (s, _) = sin_cos(theta);
    let (sa, _) = sin_cos((1.0 - t) * theta);
    let (sb, _) = sin_cos(t * theta);
    normal(a * (sa / s) + b * (sb / s))
}

/// [`slerp`] for crowds, without sines: the exact middle first, then along the half chord with the parameter bent to
/// third order so that the angle comes out right. Within a thousandth of a radian of the exact one for rotations up to
/// half a turn apart.
pub fn mix(a: Quat, b: Quat, t: f32) -> Quat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let middle = normal(a + b);
    let (a, b, t) = if t < 0.5 { (a, middle, 2.0 * t) } else { (middle, b, 2.0 * t - 1.0) };
    // The chord is cut at sin(t w) / (sin(t w) + sin((1 - t) w)); expanded in w, whose square the dot product gives.
    let short = 1.0 - a.dot(b);
    let squared = 2.0 * short + short * short / 3.0;
    let s = t + squared * (1.0 / 3.0) * t * (t - 0.5) * (t - 1.0);
    normal(a * (1.0 - s) + b * s)
}

/// Unit length, and no rotation for what has no length.
fn normal(q: Quat) -> Quat {
    let squared = q.dot(q);
    if squared > 1e-12 { q * (1.0 / squared.sqrt()) } else { Quat::IDENTITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mix_stays_within_what_it_says_of_slerp() {
        let mut worst = 0.0f32;
        for i in 0..=60 {
            let apart = i as f32 / 60.0 * std::f32::consts::PI;
            for k in 0..=40 {
                let t = k as f32 / 40.0;
                let off = yaw(mix(turn(0.3), turn(0.3 + apart), t)) - yaw(slerp(turn(0.3), turn(0.3 + apart), t));
                worst = worst.max(wrap(off).abs());
            }
        }
        assert!(worst < 1e-3, "{worst}");
        assert!(worst > 1e-7, "compared with itself");
    }

    #[test]
    fn opposite_rotations_do_not_give_nonsense() {
        for f in [nlerp, slerp, mix] {
            for t in [0.0, 0.3, 0.5, 1.0] {
                let q = f(turn(0.0), turn(std::f32::consts::PI), t);
                assert!((q.length() - 1.0).abs() < 1e-5);
            }
        }
    }
}
