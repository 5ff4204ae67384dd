//! How an inserted block is moved, turned and scaled.

use ambulo_geom::Point;

/// Where something drawn lies: x' = a x + b y + tx, y' = c x + d y + ty.
#[derive(Clone, Copy)]
pub(super) struct Placing {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    pub tx: f64,
    pub ty: f64,
}

impl Placing {
    pub fn here() -> Self {
        Self { a: 1.0, b: 0.0, c: 0.0, d: 1.0, tx: 0.0, ty: 0.0 }
    }

    pub fn at(&self, p: Point) -> Point {
        Point::new(self.a * p.x + self.b * p.y + self.tx, self.c * p.x + self.d * p.y + self.ty)
    }

    /// This one, after another.
    pub fn after(&self, o: &Self) -> Self {
        let (a, b, c, d) = (self.a, self.b, self.c, self.d);
        let t = self.at(Point::new(o.tx, o.ty));
        Self {
            a: a * o.a + b * o.c,
            b: a * o.b + b * o.d,
            c: c * o.a + d * o.c,
            d: c * o.b + d * o.d,
            tx: t.x,
            ty: t.y,
        }
    }

    /// Longest a unit can become.
    pub fn scale(&self) -> f64 {
        let (x, y) = (self.a * self.a + self.c * self.c, self.b * self.b + self.d * self.d);
        x.max(y).sqrt().max(1e-9)
    }

    /// This one, of something mirrored in the y axis first.
    pub fn mirrored(&self) -> Self {
        self.after(&Self { a: -1.0, ..Self::here() })
    }

    /// What a unit becomes, where it becomes the same in all directions and circles stay circles.
    pub fn uniform(&self) -> Option<f64> {
        let (x, y) = ((self.a * self.a + self.c * self.c).sqrt(), (self.b * self.b + self.d * self.d).sqrt());
        let skew = (self.a * self.b + self.c * self.d).abs();
        (x > 0.0 && (x - y).abs() <= 0.01 * x && skew <= 0.01 * x * y).then_some(x)
    }
}
