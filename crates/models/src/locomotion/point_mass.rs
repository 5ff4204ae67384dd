//! `point-mass`: a body does at once what was intended, up to its greatest speed.

use ambulo_geom::Vec2;
use ambulo_sim::{Locomotion, MotionView, Row, params};

params! {
    /// A body without inertia.
    pub struct PointMass {}
}

impl Locomotion for PointMass {
    const NAME: &'static str = "point-mass";
    const TITLE: &'static str = "A body does at once what was chosen";
    const PAPER: &'static str = "none";
    const LIMITS: &'static str = "no steps: a body turns and stops at any moment";
    type Memory = ();

    #[inline(always)]
    fn advance(&self, _: &MotionView<'_>, _: Row, intended: Vec2, _: &mut ()) -> Vec2 {
        intended
    }
}
