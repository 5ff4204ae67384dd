//! What the decisions of several models share.

use ambulo_geom::Vec2;
use ambulo_sim::{Row, View};

/// `range`, `steer` and `explain` of a model whose decision is one function of view, row, parameters, memory and trace, and which
/// looks as far as the named parameter: explanations come from the decision itself.
macro_rules! decided_by {
    ($decide:ident, $range:ident) => {
        fn range(&self) -> f32 {
            self.$range
        }

        #[inline(always)]
        fn steer(
            &self,
            view: &ambulo_sim::View<'_>,
            me: ambulo_sim::Row,
            memory: &mut Self::Memory,
        ) -> ambulo_geom::Vec2 {
            $decide(view, me, self, memory, &mut ambulo_sim::Silent)
        }

        fn explain(
            &self,
            view: &ambulo_sim::View<'_>,
            me: ambulo_sim::Row,
            memory: &mut Self::Memory,
            trace: &mut ambulo_sim::Explanation,
        ) -> ambulo_geom::Vec2 {
            $decide(view, me, self, memory, trace)
        }
    };
}
pub(crate) use decided_by;

/// What models that add up forces are: they read others in blocks and return the present velocity plus an acceleration, with this time
/// constant.
macro_rules! adds_up_forces {
    ($time_constant:literal) => {
        const READS_LISTS: bool = false;
        const ACCELERATES: bool = true;
        const TIME_CONSTANT: f64 = $time_constant;
    };
}
pub(crate) use adds_up_forces;

/// Adds the fluctuations of a walker at this step: normal, with this standard deviation in x and in y; 0 adds nothing.
#[inline(always)]
pub(crate) fn add_noise(to: &mut Vec2, view: &View<'_>, me: Row, deviation: f32) {
    if deviation > 0.0 {
        let [x, y] = view.random(me).rough_normals();
        *to += Vec2::new(x, y) * deviation;
    }
}

/// Slower than this an agent stands, and looks along its desired direction [m/s].
const STANDS: f32 = 0.05;

/// Unit vector along which a walker looks that wants to go in direction `desired`.
#[inline(always)]
pub(crate) fn line_of_sight(view: &View<'_>, me: Row, desired: Vec2) -> Vec2 {
    if view.body(me).velocity().length() >= STANDS { view.heading(me) } else { desired }
}
