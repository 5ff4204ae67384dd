//! `helbing2000`: people as bodies with mass that keep away, are pressed together and rub.
//!
//! **Paper.** D. Helbing, I. Farkas and T. Vicsek, *Simulating dynamical features of escape panic*, Nature 407, 2000.
//!
//! **In words.** A walker of mass m accelerates towards its preferred velocity within `tau`. Others and walls repel it
//! with a force that grows exponentially with the overlap of bodies and is already there before they touch. When they
//! do touch, two more forces act: bodies resist being pressed, and they rub on each other as they slide.
//!
//! ```text
//! m dv/dt = m (u e - v) / tau + sum_j f_j + sum_W f_W
//! f_j = (A exp(ov / B) + k g(ov)) n + kappa g(ov) ((v_j - v).t) t,     ov = r + r_j - d,   g(ov) = max(ov, 0)
//! f_W = (A exp(ov / B) + k g(ov)) n - kappa g(ov) (v.t) t,             ov = r - d
//! ```
//!
//! n points away from the other, t is at right angles to it.
//!
//! **Choices.**
//! - *Substeps.* With these stiffnesses a touch lasts some 50 ms, as long as a step of the simulation. So each walker
//!   works out its own motion in substeps of `substep` seconds: those who are near are gathered once and then move on
//!   at their velocity.
//! - *The other does as I do.* If everyone took everyone else to move on unchanged, both of two touching people would make
//!   by the whole overlap, and overshoot: the stiffest motion would double at every step. So what a walker deviates during a step
//!   from the velocity the others see, they are assumed to mirror. For two alike this is the exact motion, at rest under
//!   pressure it changes nothing, and it keeps a crowd calm.
//! - *Friction* is worked out implicitly, so that it stops sliding and never reverses it.
//! - *Bodies that give.* The engine keeps bodies from overlapping by more than 5 mm, and mostly pushes them to a touch,
//!   so k and kappa would have next to nothing to act on. For the forces a body is therefore larger by `give`: two people can be
//!   pressed 2 `give` into each other, 4 cm by default (k times that is 4800 N), before the engine holds them. At a wall
//!   it is `give`. With `give = 0` contact and friction act only within a step and the engine's few millimetres.
//! - The velocity a step ends with is remembered; what the engine's contact took off the displacement is taken off it.
//! - exp(ov / B) is capped at e^5. Agents farther than 10 B from touching are left out: 0.09 N.
//! - Walls count by local nearest places, however a straight wall is cut into pieces.
//! - A, B, k, kappa, m and tau are the printed values as they are usually quoted.
//!
//! **Not modelled.** Herding and smoke, which the paper also treats; injuries; sight: people behind a thin wall count.

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod motion;
#[cfg(test)]
mod tests;

use crate::decision::adds_up_forces;
use ambulo_geom::Vec2;
use ambulo_sim::{CalibrationAxis, KnownFailure, Row, SteeringModel, View, params};
use motion::{Motion, Near, Obstacles};

params! {
    /// The escape model of 2000.
    pub struct Helbing2000 {
        /// Time to reach the preferred velocity.
        tau: "s", 0.05..=5.0, 0.5;
        /// Mass of a walker.
        mass: "kg", 1.0..=1000.0, 80.0;
        /// Strength A of the repulsion, at a touch.
        strength: "N", 0.0..=100000.0, 2000.0;
        /// Range B of the repulsion.
        reach: "m", 0.01..=1.0, 0.08;
        /// Stiffness k of a body.
        stiffness: "kg/s^2", 0.0..=1e6, 1.2e5;
        /// Sliding friction kappa.
        friction: "kg/(m s)", 0.0..=1e6, 2.4e5;
        /// How much larger a body is for the forces than for the engine: how far it can be pressed in.
        give: "m", 0.0..=0.1, 0.02;
        /// Length of a substep.
        substep: "s", 0.0005..=0.05, 0.005;
        /// Standard deviation of the fluctuations, in x and in y; they break ties.
        noise: "m/s^2", 0.0..=10.0, 0.1;
        /// How far it looks.
        range: "m", 0.5..=50.0, 2.0;
    }
}

/// How the last step went.
#[derive(Clone, Debug, Default)]
pub struct Momentum {
    /// Velocity at its end [m/s].
    ended: Vec2,
    /// Mean velocity, which was handed to the engine [m/s].
    chosen: Vec2,
}

ambulo_sim::snapshot!(Momentum { ended, chosen });

impl SteeringModel for Helbing2000 {
    const NAME: &'static str = "helbing2000";
    const TITLE: &'static str = "Escape panic (2000): repulsion, pressed bodies, friction";
    const PAPER: &'static str =
        "Helbing, Farkas and Vicsek, Simulating dynamical features of escape panic, Nature 407 (2000)";
    const LIMITS: &'static str = "no anticipation, no herding, no injuries; bodies give by a few centimetres at most";
    adds_up_forces!(0.5);
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("tau", 0.125, 2.0),
        CalibrationAxis::usual("mass", 20.0, 320.0),
        CalibrationAxis::usual("strength", 500.0, 8000.0),
        CalibrationAxis::usual("reach", 0.02, 0.32),
        CalibrationAxis::usual("stiffness", 30000.0, 480000.0),
    ];
    const FAILURES: &'static [KnownFailure] = &[
        KnownFailure::new("corridor-crossing", 0.025, 2),
        KnownFailure::new("crossing", 0.017, 3),
        KnownFailure::new("doorway", 0.75, 3),
        KnownFailure::new("pillars", 0.009, 1),
        KnownFailure::new("squeeze", 1.0, 10),
        KnownFailure::new("station", 0.01, 1),
        KnownFailure::new("two-storeys", 0.512, 1),
    ];
    type Memory = Momentum;

    fn range(&self) -> f32 {
        self.range
    }

    #[inline(always)]
    fn steer(&self, view: &View<'_>, me: Row, memory: &mut Momentum) -> Vec2 {
        let body = view.body(me);
        let limit = view.max_speed(me);
        // What the engine changed about the last step happened to the velocity at its end, too.
        let velocity = (memory.ended + (body.velocity() - memory.chosen)).clamp_length(limit);
        let noise = if self.noise > 0.0 {
            let [x, y] = view.random(me).rough_normals();
            Vec2::new(x, y) * self.noise
        } else {
            Vec2::ZERO
        };
        let near = Near::gather(view, me, self);
        let obstacles = Obstacles::gather(view, me, self);
        let preferred = view.preferred(me);
        let shown = body.velocity();
        let motion =
            Motion { params: self, near: &near, obstacles: &obstacles, shown, preferred, noise, limit, dt: view.dt };
        let (moved, ended) = motion.advance(velocity);
        let chosen = (moved / view.dt).clamp_length(limit);
        *memory = Momentum { ended, chosen };
        chosen
    }
}
