//! Plane vectors in double precision: tangents are to be tangents to nine digits.

use ambulo_geom::Vec2;
use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct V {
    pub(super) x: f64,
    pub(super) y: f64,
}

pub(super) const fn v(x: f64, y: f64) -> V {
    V { x, y }
}

impl V {
    pub(super) fn dot(self, o: V) -> f64 {
        self.x * o.x + self.y * o.y
    }
    pub(super) fn cross(self, o: V) -> f64 {
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

impl From<Vec2> for V {
    fn from(a: Vec2) -> V {
        v(f64::from(a.x), f64::from(a.y))
    }
}
impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        v(self.x + o.x, self.y + o.y)
    }
}
impl Sub for V {
    type Output = V;
    fn sub(self, o: V) -> V {
        v(self.x - o.x, self.y - o.y)
    }
}
impl Mul<f64> for V {
    type Output = V;
    fn mul(self, k: f64) -> V {
        v(self.x * k, self.y * k)
    }
}
impl Neg for V {
    type Output = V;
    fn neg(self) -> V {
        v(-self.x, -self.y)
    }
}
