//! A difference of places, or a velocity.

use crate::math;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// A difference of two places [m], a velocity [m/s] or an acceleration [m/s^2]; f32, because differences are small.
///
/// ```
/// use ambulo_geom::Vec2;
/// let v = Vec2::new(3.0, 4.0);
/// assert_eq!(v.length(), 5.0);
/// assert_eq!(v.perp().dot(v), 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Vec2 {
    /// Eastward part.
    pub x: f32,
    /// Northward part.
    pub y: f32,
}

impl Vec2 {
    /// The null vector.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Vec2::ZERO.length(), 0.0);
    /// ```
    pub const ZERO: Self = Self::new(0.0, 0.0);

    /// A vector from its parts.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Vec2::new(1.0, 2.0).x, 1.0);
    /// ```
    #[inline]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The unit vector at an angle [rad], counter-clockwise from +x.
    ///
    /// ```
    /// let north = ambulo_geom::Vec2::from_angle(std::f64::consts::FRAC_PI_2);
    /// assert!((north.y - 1.0).abs() < 1e-6);
    /// ```
    pub fn from_angle(angle: f64) -> Self {
        Self::new(math::cos(angle) as f32, math::sin(angle) as f32)
    }

    /// The angle of this vector [rad], in (-pi, pi].
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Vec2::new(-1.0, 0.0).angle(), std::f64::consts::PI);
    /// ```
    pub fn angle(self) -> f64 {
        math::atan2(f64::from(self.y), f64::from(self.x))
    }

    /// Dot product.
    ///
    /// ```
    /// use ambulo_geom::Vec2;
    /// assert_eq!(Vec2::new(1.0, 2.0).dot(Vec2::new(3.0, 4.0)), 11.0);
    /// ```
    #[inline]
    pub fn dot(self, o: Self) -> f32 {
        self.x * o.x + self.y * o.y
    }

    /// Cross product: positive when `o` lies to the left.
    ///
    /// ```
    /// use ambulo_geom::Vec2;
    /// assert_eq!(Vec2::new(1.0, 0.0).cross(Vec2::new(0.0, 1.0)), 1.0);
    /// ```
    #[inline]
    pub fn cross(self, o: Self) -> f32 {
        self.x * o.y - self.y * o.x
    }

    /// This vector turned left by a quarter.
    ///
    /// ```
    /// use ambulo_geom::Vec2;
    /// assert_eq!(Vec2::new(1.0, 0.0).perp(), Vec2::new(0.0, 1.0));
    /// ```
    #[inline]
    pub fn perp(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// Squared length.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Vec2::new(3.0, 4.0).length_squared(), 25.0);
    /// ```
    #[inline]
    pub fn length_squared(self) -> f32 {
        self.dot(self)
    }

    /// Length.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Vec2::new(3.0, 4.0).length(), 5.0);
    /// ```
    #[inline]
    pub fn length(self) -> f32 {
        self.length_squared().sqrt()
    }

    /// The vector of length 1 in this direction, or `None` when this one is too short to have a direction.
    ///
    /// ```
    /// use ambulo_geom::Vec2;
    /// assert_eq!(Vec2::new(0.0, 2.0).unit(), Some(Vec2::new(0.0, 1.0)));
    /// assert_eq!(Vec2::ZERO.unit(), None);
    /// ```
    #[inline]
    pub fn unit(self) -> Option<Self> {
        let length = self.length();
        (length > 1e-9).then(|| self / length)
    }

    /// This vector, shortened to `limit` when it is longer.
    ///
    /// ```
    /// use ambulo_geom::Vec2;
    /// assert_eq!(Vec2::new(6.0, 8.0).clamp_length(5.0), Vec2::new(3.0, 4.0));
    /// ```
    #[inline]
    pub fn clamp_length(self, limit: f32) -> Self {
        let length = self.length();
        if length > limit { self * (limit / length) } else { self }
    }

    /// Whether both parts are numbers.
    ///
    /// ```
    /// assert!(!ambulo_geom::Vec2::new(0.0, f32::INFINITY).is_finite());
    /// ```
    #[inline]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Vec2 {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        Self::new(self.x + o.x, self.y + o.y)
    }
}

impl AddAssign for Vec2 {
    #[inline]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl Sub for Vec2 {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        Self::new(self.x - o.x, self.y - o.y)
    }
}

impl SubAssign for Vec2 {
    #[inline]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl Neg for Vec2 {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

impl Mul<f32> for Vec2 {
    type Output = Self;
    #[inline]
    fn mul(self, k: f32) -> Self {
        Self::new(self.x * k, self.y * k)
    }
}

impl MulAssign<f32> for Vec2 {
    #[inline]
    fn mul_assign(&mut self, k: f32) {
        *self = *self * k;
    }
}

impl Div<f32> for Vec2 {
    type Output = Self;
    #[inline]
    fn div(self, k: f32) -> Self {
        Self::new(self.x / k, self.y / k)
    }
}
