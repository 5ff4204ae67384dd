//! Mesh errors in other coordinates: a plan far from zero is computed near it, and messages name places of its file.

use crate::MeshError;
use ambulo_geom::Point;

impl MeshError {
    /// The same error with every place moved by `origin`.
    ///
    /// ```
    /// use ambulo_geom::Point;
    /// use ambulo_nav::MeshError;
    /// let error = MeshError::LooseDoor { door: 0, at: Point::new(1.0, 2.0), gap: 0.5 };
    /// assert!(error.moved_by(Point::new(500_000.0, 0.0)).to_string().contains("(500001, 2)"));
    /// ```
    pub fn moved_by(self, origin: Point) -> Self {
        let place = |p: Point| Point::new(p.x + origin.x, p.y + origin.y);
        match self {
            Self::Corner { at, why } => Self::Corner { at: place(at), why },
            Self::Crossing { a, b } => Self::Crossing { a: place(a), b: place(b) },
            Self::LooseDoor { door, at, gap } => Self::LooseDoor { door, at: place(at), gap },
            Self::LooseStairs { stairs, at, gap } => Self::LooseStairs { stairs, at: place(at), gap },
            Self::StairsOffBorder { stairs, a, b } => Self::StairsOffBorder { stairs, a: place(a), b: place(b) },
            other => other,
        }
    }
}
