//! The only door to transcendental functions.
//!
//! The platform's own `sin` or `exp` differ in the last bit between operating systems and compilers. These come from
//! one pure Rust implementation, so the same seed gives the same bits on every machine. Square roots are exact
//! everywhere (IEEE 754) and need no door. `clippy.toml` forbids the others.
//!
//! ```
//! use ambulo_geom::math;
//! assert_eq!(math::sin(0.0), 0.0);
//! assert!((math::exp32(1.0) - 2.7182817).abs() < 1e-6);
//! ```

/// Sine [rad].
///
/// ```
/// assert!(ambulo_geom::math::sin(std::f64::consts::PI).abs() < 1e-15);
/// ```
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// Cosine [rad].
///
/// ```
/// assert_eq!(ambulo_geom::math::cos(0.0), 1.0);
/// ```
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

/// Angle of the vector (x, y), in (-pi, pi].
///
/// ```
/// assert_eq!(ambulo_geom::math::atan2(1.0, 1.0), std::f64::consts::FRAC_PI_4);
/// ```
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Arc cosine; the argument is clamped to [-1, 1], because rounding must not make an angle undefined.
///
/// ```
/// assert_eq!(ambulo_geom::math::acos(1.0 + 1e-12), 0.0);
/// ```
pub fn acos(x: f64) -> f64 {
    libm::acos(x.clamp(-1.0, 1.0))
}

/// e to the x.
///
/// ```
/// assert_eq!(ambulo_geom::math::exp(0.0), 1.0);
/// ```
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Natural logarithm.
///
/// ```
/// assert_eq!(ambulo_geom::math::ln(1.0), 0.0);
/// ```
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// x to the y.
///
/// ```
/// assert_eq!(ambulo_geom::math::pow(2.0, 10.0), 1024.0);
/// ```
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// Decimal logarithm.
///
/// ```
/// assert_eq!(ambulo_geom::math::log10(1000.0), 3.0);
/// ```
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// Wraps an angle to (-pi, pi].
///
/// ```
/// use std::f64::consts::PI;
/// assert!((ambulo_geom::math::wrap(3.0 * PI) - PI).abs() < 1e-12);
/// ```
pub fn wrap(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    let a = angle % TAU;
    if a > PI {
        a - TAU
    } else if a <= -PI {
        a + TAU
    } else {
        a
    }
}

/// Cosine in f32 for x in [-pi, pi], branch-free like [`exp32`]; absolute error below 2e-6.
///
/// ```
/// use ambulo_geom::math::cos32;
/// assert!((cos32(std::f32::consts::PI) + 1.0).abs() < 2e-6);
/// ```
#[inline(always)]
pub fn cos32(x: f32) -> f32 {
    // cos x = 1 - 2 sin^2 (x / 2), and half the angle needs only a short series.
    let h = x * 0.5;
    let h2 = h * h;
    let p = -1.0 / 39_916_800.0;
    let p = p * h2 + 1.0 / 362_880.0;
    let p = p * h2 - 1.0 / 5040.0;
    let p = p * h2 + 1.0 / 120.0;
    let p = p * h2 - 1.0 / 6.0;
    let s = h * (p * h2 + 1.0);
    1.0 - 2.0 * s * s
}

/// e to the x in f32 for steering kernels: branch-free, so that a loop of it becomes vector code, and made of plain
/// multiplications and additions, so that every width gives the same bits.
///
/// Relative error below 5e-7 for x in [-87, 88]; below that it returns a number under 2e-38, above 88 it saturates.
///
/// ```
/// use ambulo_geom::math::exp32;
/// assert_eq!(exp32(0.0), 1.0);
/// assert!(exp32(-1000.0) < 2e-38);
/// ```
#[inline(always)]
pub fn exp32(x: f32) -> f32 {
    // x = n ln 2 + r with |r| <= ln 2 / 2; e^x = 2^n e^r.
    const LOG2_E: f32 = std::f32::consts::LOG2_E;
    const LN2_HI: f32 = 0.693_359_4;
    const LN2_LO: f32 = -2.121_944_4e-4;
    // Adding and taking away 1.5 * 2^23 rounds to the nearest integer without a call.
    const ROUND: f32 = 12_582_912.0;
    let x = if x < -87.0 { -87.0 } else { x };
    let x = if x > 88.0 { 88.0 } else { x };
    let rounded = x * LOG2_E + ROUND;
    let n = rounded - ROUND;
    let r = (x - n * LN2_HI) - n * LN2_LO;
    // Taylor terms to r^6; |r| < 0.347 keeps the truncation below 1.3e-7.
    let p = 1.0 / 720.0;
    let p = p * r + 1.0 / 120.0;
    let p = p * r + 1.0 / 24.0;
    let p = p * r + 1.0 / 6.0;
    let p = p * r + 0.5;
    let p = p * r + 1.0;
    let p = p * r + 1.0;
    // The low bits of `rounded` are n itself, in [-126, 127]: no conversion, and the exponent cannot overflow.
    let scale = f32::from_bits(rounded.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127) << 23);
    p * scale
}

/// Angle of the direction (x, y) in f32, in [-pi, pi], branch-free like [`exp32`]; absolute error below 4e-7, and exactly odd in y.
/// The angle of (0, 0) is 0.
///
/// ```
/// use ambulo_geom::math::atan2_32;
/// assert!((atan2_32(1.0, -1.0) - 0.75 * std::f32::consts::PI).abs() < 4e-7);
/// assert_eq!(atan2_32(0.0, 0.0), 0.0);
/// ```
#[inline(always)]
pub fn atan2_32(y: f32, x: f32) -> f32 {
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    let (ax, ay) = (x.abs(), y.abs());
    let (least, most) = if ax < ay { (ax, ay) } else { (ay, ax) };
    let t = least / if most > 1e-30 { most } else { 1e-30 };
    // atan t = pi/4 + atan((t - 1) / (t + 1)) keeps what is left below tan(pi/8), where four terms suffice.
    let far = t > 0.414_213_57;
    let u = if far { (t - 1.0) / (t + 1.0) } else { t };
    let z = u * u;
    let p = 0.079_020_92f32;
    let p = p * z - 0.138_242_96;
    let p = p * z + 0.199_718_64;
    let p = p * z - 0.333_327_56;
    let a = u + u * z * p + if far { FRAC_PI_4 } else { 0.0 };
    let a = if ax < ay { FRAC_PI_2 - a } else { a };
    let a = if x < 0.0 { PI - a } else { a };
    a.copysign(y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp32_is_close_to_the_real_one_over_its_range() {
        let mut worst = 0.0f64;
        for i in -87_000..88_000 {
            let x = i as f32 / 1000.0;
            let truth = exp(x as f64);
            worst = worst.max(((exp32(x) as f64 - truth) / truth).abs());
        }
        assert!(worst < 5e-7, "worst relative error {worst:e}");
    }

    #[test]
    fn cos32_is_close_to_the_real_one_over_its_range() {
        let worst = (-3141..=3141).map(|i| f64::from(i) / 1000.0).map(|x| (f64::from(cos32(x as f32)) - cos(x)).abs());
        let worst = worst.fold(0.0, f64::max);
        assert!(worst < 2e-6, "worst error {worst:e}");
    }

    #[test]
    fn wrap_keeps_pi_and_sends_minus_pi_to_pi() {
        use std::f64::consts::PI;
        assert_eq!(wrap(PI), PI);
        assert_eq!(wrap(-PI), PI);
        assert!((wrap(7.0) - (7.0 - 2.0 * PI)).abs() < 1e-12);
    }

    #[test]
    fn atan2_32_is_the_angle_all_round() {
        for k in 0..40_000 {
            let a = (f64::from(k) / 20_000.0 - 1.0) * std::f64::consts::PI;
            for r in [1e-3, 1.0, 250.0] {
                let (x, y) = ((r * cos(a)) as f32, (r * sin(a)) as f32);
                let truth = atan2(f64::from(y), f64::from(x));
                let found = atan2_32(y, x);
                assert!((f64::from(found) - truth).abs() < 4e-7, "{x} {y}: {found} {truth}");
                assert_eq!(atan2_32(-y, x), -found);
            }
        }
    }
}
