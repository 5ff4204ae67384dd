//! `composition`: a model put together from cost terms.
//!
//! **Paper.** None of its own. Many models can be written as "choose the velocity that costs least" with different costs;
//! W. van Toll and others, *Generalized microscopic crowd simulation using costs in velocity space*, Symposium on Interactive
//! 3D Graphics and Games (2020), do so in the program UMANS. This is a small frame in the same spirit: terms are functions,
//! weights are parameters.
//!
//! **In words.** The cost of a velocity is a weighted sum of terms ([`costs`], one function each). An optimiser looks for the
//! velocity that costs least; the walker takes it up within `tau`.
//!
//! ```text
//! cost(v) = sum_k weight_k term_k(v, what is seen)        v* = argmin over |v| <= max speed        dv/dt = (v* - v) / tau
//! ```
//!
//! | weight | term |
//! |---|---|
//! | `goal_weight` | \|v - wish\|^2 |
//! | `detour_weight` | \|v - wish\| |
//! | `speed_weight` | (\|v\| - pace)^2 |
//! | `heading_weight` | 1 - cos(v, desired direction) |
//! | `inertia_weight` | \|v - v_now\|^2 |
//! | `turn_weight` | 1 - cos(v, v_now) |
//! | `time_weight` | 1 / t - 1 / `time_horizon`, t: the first collision |
//! | `distance_weight` | sum of exp(-d^2 / 2 `distance_sigma`^2) by nearness and sight, d: least distance from now on |
//! | `energy_weight` | sum of t^-2 exp(-t / `energy_time`), t: each collision |
//! | `wall_weight` | 1 / t - 1 / `wall_time`, t: the first wall |
//! | `flow_weight` | \|v - mean velocity of those who go in the same direction near by\|^2 |
//! | `side_weight` | how far v leans to the other side than `side` |
//!
//! **Optimisers.** `sampling`: rings of velocities about the desired direction, the present velocity and standing still, eight at a time;
//! then from the best one eight neighbours at a time at ever smaller distance. `gradient`: downhill from the wish and from
//! the present velocity; one evaluation of eight velocities gives the slope by central differences, another one
//! tries eight lengths of a step. Terms with a time to collision jump where bodies just miss each other, and going downhill
//! does not see over a jump; there sampling is the better choice. On smooth costs both find the same.
//!
//! **What is seen.** The 16 nearest people within `range` and the 16 nearest walls that face the walker. For the times to
//! collision another one is assumed to do its part: a walker that does the `share` s of avoiding counts its own change
//! 1/s fold. s = 1 takes others to keep their velocity, 0.5 is reciprocal. For those who touch, t counts as 0.05 s if
//! the two come nearer and as never if not.
//!
//! **Not modelled.** What no term says: memory, groups, contact forces.

use crate::decision::{add_noise, decided_by};
use ambulo_geom::Vec2;
use ambulo_sim::{CalibrationAxis, KnownFailure, Note, Row, SteeringModel, Trace, View, params};

pub mod costs;
mod search;
mod seen;
#[cfg(test)]
mod tests;

pub use seen::{Eight, Other, Seen, Velocities};

params! {
    /// A model put together from cost terms.
    pub struct Composition {
        /// Weight of the squared difference from the wish.
        goal_weight: "s^2/m^2", 0.0..=1000.0, 1.0;
        /// Weight of the difference from the wish.
        detour_weight: "s/m", 0.0..=1000.0, 0.0;
        /// Weight of the squared difference from the pace.
        speed_weight: "s^2/m^2", 0.0..=1000.0, 0.0;
        /// Weight of leaving the desired direction.
        heading_weight: "1", 0.0..=1000.0, 0.0;
        /// Weight of the squared change of velocity.
        inertia_weight: "s^2/m^2", 0.0..=1000.0, 0.2;
        /// Weight of turning.
        turn_weight: "1", 0.0..=1000.0, 0.0;
        /// Weight of the first collision, by how soon it is.
        time_weight: "s", 0.0..=1000.0, 1.0;
        /// A collision later than this costs nothing.
        time_horizon: "s", 0.1..=60.0, 4.0;
        /// Share of avoiding that a walker does; 1: others are assumed to keep their velocity.
        share: "1", 0.1..=1.0, 0.5;
        /// Weight of coming near others.
        distance_weight: "1", 0.0..=1000.0, 0.5;
        /// How near another's path still matters.
        distance_sigma: "m", 0.02..=5.0, 0.361;
        /// How far away others still matter to that term.
        near_sigma: "m", 0.1..=20.0, 2.088;
        /// Weight of the energy of collisions.
        energy_weight: "s^2", 0.0..=1000.0, 0.0;
        /// Time after which that energy falls off.
        energy_time: "s", 0.1..=60.0, 3.0;
        /// Weight of walking into a wall, by how soon it is.
        wall_weight: "s", 0.0..=1000.0, 0.5;
        /// A wall that is met later than this costs nothing.
        wall_time: "s", 0.05..=60.0, 1.0;
        /// Weight of going with those near by who go in the same direction.
        flow_weight: "s^2/m^2", 0.0..=1000.0, 0.0;
        /// Weight of leaning to the other side than `side`.
        side_weight: "1", 0.0..=1000.0, 0.01;
        /// How the least cost is found.
        optimiser: "sampling|gradient", 0.0..=1.0, 0.0;
        /// Time to take up the chosen velocity.
        tau: "s", 0.0..=5.0, 0.2;
        /// Standard deviation of fluctuations of the chosen velocity, in x and in y; they let two who cross in step get out of it.
        noise: "m/s", 0.0..=2.0, 0.02;
        /// Which side is preferred.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// Time between decisions; 0 decides at every step.
        decide_every: "s", 0.0..=5.0, 0.0;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 8.0;
    }
}

impl SteeringModel for Composition {
    const NAME: &'static str = "composition";
    const TITLE: &'static str = "Put together from weighted cost terms: the velocity that costs least";
    const PAPER: &'static str = "in the spirit of van Toll et al., Generalized microscopic crowd simulation using costs \
        in velocity space, I3D (2020)";
    const LIMITS: &'static str = "what no cost term covers: no memory, no groups, no contact forces";
    const READS_LISTS: bool = false;
    const ACCELERATES: bool = true;
    const TIME_CONSTANT: f64 = 0.25;
    const CHOOSES: bool = true;
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("goal_weight", 0.25, 4.0),
        CalibrationAxis::usual("inertia_weight", 0.05, 0.8),
        CalibrationAxis::usual("time_weight", 0.25, 4.0),
        CalibrationAxis::usual("time_horizon", 1.0, 16.0),
        CalibrationAxis::usual("share", 0.125, 1.0),
    ];
    const FAILURES: &'static [KnownFailure] = &[KnownFailure::new("two-storeys", 0.393, 3)];
    type Memory = ();

    fn wall_range(&self) -> f32 {
        seen::wall_reach(self)
    }

    #[inline(always)]
    fn decision_interval(&self) -> f32 {
        self.decide_every
    }

    decided_by!(decide, range);
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Composition, _: &mut (), trace: &mut T) -> Vec2 {
    let now = view.body(me).velocity();
    if view.preferred(me).length() < 1e-6 {
        return Vec2::ZERO;
    }
    let seen = Seen::look(view, me, p);
    // An agent that sees nothing and walks as desired can do no better.
    let alone = seen.others().is_empty() && seen.walls().is_empty() && (now - seen.wish).length() < 1e-6;
    let mut best = if alone { seen.wish } else { search::least(&seen, p) };
    if T::ON {
        for (velocity, chosen) in [(now, false), (seen.wish, false), (Vec2::ZERO, false), (best, true)] {
            let cost = costs::total(&Velocities::all(velocity), &seen, p)[0];
            trace.note(|| Note::Candidate { velocity, cost, terms: costs::terms(velocity, &seen, p), chosen });
        }
    }
    add_noise(&mut best, view, me, p.noise);
    let step = p.decide_every.max(view.dt);
    let next = if p.tau > step { now + (best - now) * (step / p.tau) } else { best };
    next.clamp_length(view.max_speed(me))
}
