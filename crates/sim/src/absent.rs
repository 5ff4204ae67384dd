//! What stands in for a layer that a simulation does not have.

use crate::{Locomotion, MotionView, Row, SteeringModel, View, params};
use ambulo_geom::Vec2;

params! {
    /// Follows its route; contact keeps bodies apart.
    pub struct Unsteered {}
}

impl SteeringModel for Unsteered {
    const NAME: &'static str = "";
    const TITLE: &'static str = "No steering: people follow their routes";
    const PAPER: &'static str = "none";
    const LIMITS: &'static str = "no avoidance";
    const READS_LISTS: bool = false;
    type Memory = ();

    fn range(&self) -> f32 {
        0.0
    }

    #[inline(always)]
    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        view.preferred(me)
    }
}

params! {
    /// Does what was intended.
    pub struct Unhindered {}
}

impl Locomotion for Unhindered {
    const NAME: &'static str = "";
    const TITLE: &'static str = "No locomotion: bodies do what was intended";
    const PAPER: &'static str = "none";
    const LIMITS: &'static str = "no steps, no inertia";
    type Memory = ();

    #[inline(always)]
    fn advance(&self, _: &MotionView<'_>, _: Row, intended: Vec2, _: &mut ()) -> Vec2 {
        intended
    }
}
