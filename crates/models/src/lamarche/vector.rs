//! Plane vectors in double precision: tangents are to be tangents to nine digits.

use ambulo_geom::Vec2;
use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DVec2d {
    pub(super) x: f64,
    pub(super) y: f64,
}

pub(super) const fn v(x: f64, y: f64) -> DVec2d {
    DVec2d { x, y }
}

impl DVec2d {
    pub(super) fn dot(self, o: DVec2d) -> f64 {
        self.x * o.x + self.y * o.y
    }
    pub(super) fn cross(self, o: DVec2d) -> f64 {
        self.x * o.y - self.y * o.x
    }
    pub(super) fn square(self) -> f64 {
        self.dot(self)
    }
    pub(super) fn length(self) -> f64 {
        self.square().sqrt()
    }
    pub(super) fn narrow(self) -> Vec2 {
        Vec2::new(self.x as f32, self.y as f32)
    }
}

impl From<Vec2> for DVec2d {
    fn from(a: Vec2) -> DVec2d {
        v(f64::from(a.x), f64::from(a.y))
    }
}
impl Add for DVec2d {
    type Output = DVec2d;
    fn add(self, o: DVec2d) -> DVec2d {
        v(self.x + o.x, self.y + o.y)
    }
}
impl Sub for DVec2d {
    type Output = DVec2d;
    fn sub(self, o: DVec2d) -> DVec2d {
        v(self.x - o.x, self.y - o.y)
    }
}
impl Mul<f64> for DVec2d {
    type Output = DVec2d;
    fn mul(self, k: f64) -> DVec2d {
        v(self.x * k, self.y * k)
    }
}
impl Neg for DVec2d {
    type Output = DVec2d;
    fn neg(self) -> DVec2d {
        v(-self.x, -self.y)
    }
}
