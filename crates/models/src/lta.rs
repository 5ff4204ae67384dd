//! `lta`: linear trajectory avoidance, walking by the least energy of the next step.
//!
//! **Paper.** S. Pellegrini, A. Ess, K. Schindler and L. van Gool, *You'll never walk alone: modeling social behavior for
//! multi-target tracking*, International Conference on Computer Vision (2009).
//!
//! **In words.** Every velocity has an energy. It rises with how near the walker would come to each other one if
//! all went straight on, with how far its speed is from the one it likes, and with how far its direction is from the goal.
//! Others count less the farther they are away and the farther they are from the line of sight; an agent behind does
//! not count. The walker mixes its present velocity with the one of the least energy.
//!
//! ```text
//! E(v)  = sum_j w_j exp(-d_j^2 / 2 sigma_d^2) + lambda_1 (u - |v|)^2 - lambda_2 cos(v, goal)
//! d_j   = min over t >= 0 of |k + q t|,   k = p - p_j,   q = v - v_j
//! w_j   = exp(-|k|^2 / 2 sigma_w^2) ((1 + cos phi_j) / 2)^beta,   0 where phi_j, from the line of sight, is beyond 90 deg
//! v_new = alpha v + (1 - alpha) argmin E
//! ```
//!
//! **Choices.** The least distance is taken over t >= 0: an agent already passed has no effect. `inertia` is alpha for a step
//! of 0.4 s, the one of the paper's data; for a step dt it is alpha to the power dt / 0.4, so that paths do not hang on dt.
//! The usual `sigma_d` is 0.361 m. A public port lists 0.130081 in that place, whose square root is 0.361, and then uses
//! it as if it were sigma; its other five values are the usual ones themselves, not their squares. The energy here
//! takes sigma_d = 0.361 m as a length. The optimiser is a choice: `descent`, the paper's, goes downhill from the present
//! velocity and from the wish, `samples` evaluates 15 speeds (tenths of the pace) by 36 directions (every 10 degrees
//! from the desired direction) and goes downhill from the best. A direction that does not exist (v = 0) costs as if it
//! led to the goal. If there are more than 48 people and walls with a weight above 0.001, the least weighty are left
//! out.
//!
//! **What is added.** The paper has no walls; here the nearest place of a wall counts as an agent that stands there, touching it from
//! behind, `wall_weight` times as weighty. An agent without a goal stops at once: with the paper's inertia it
//! would slide 1.6 m past its goal.
//!
//! Two who come to a right-angled crossing at the same moment and the same pace turn in step and push against each other for
//! ever; `noise` on the velocity aimed at gets them out of step. The paper's rule is 0.
//!
//! **Not modelled.** Bodies have no size of their own (sigma_d stands for it), no groups, others do not react in the prediction.

use crate::decision::{add_noise, decided_by, line_of_sight};
use ambulo_geom::{Vec2, math};
use ambulo_sim::{CalibrationAxis, KnownFailure, Note, Row, SteeringModel, Trace, View, params};

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod energy;
mod search;
#[cfg(test)]
mod tests;

use energy::Energy;

params! {
    /// Linear trajectory avoidance.
    pub struct Lta {
        /// How near another's path still matters.
        sigma_d: "m", 0.02..=5.0, 0.361;
        /// How far away others still matter.
        sigma_w: "m", 0.1..=20.0, 2.088;
        /// How fast others matter less aside of the line of sight.
        beta: "1", 0.0..=20.0, 2.33;
        /// Weight lambda 1 of walking at another speed than liked.
        speed_weight: "s^2/m^2", 0.0..=100.0, 2.073;
        /// Weight lambda 2 of walking in another direction than to the goal.
        goal_weight: "1", 0.0..=100.0, 1.461;
        /// Share alpha of the present velocity that is left after 0.4 s.
        inertia: "1", 0.0..=0.99, 0.73;
        /// Weight of a wall, as a multiple of that of a standing agent.
        wall_weight: "1", 0.0..=10.0, 1.0;
        /// How the least energy is found.
        optimiser: "samples|descent", 0.0..=1.0, 1.0;
        /// Standard deviation of fluctuations of the velocity aimed at, in x and in y; they break ties.
        noise: "m/s", 0.0..=2.0, 0.1;
        /// To which side exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// Time between decisions; 0 decides at every step.
        decide_every: "s", 0.0..=5.0, 0.0;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 8.0;
    }
}

/// The step of the paper's data, for which its inertia holds [s].
const STEP: f32 = 0.4;

impl SteeringModel for Lta {
    const NAME: &'static str = "lta";
    const TITLE: &'static str = "Linear trajectory avoidance (2009): the velocity of least energy";
    const PAPER: &'static str = "Pellegrini, Ess, Schindler and van Gool, You'll never walk alone, ICCV (2009)";
    const LIMITS: &'static str = "bodies have no size of their own, others do not react in the prediction, no groups";
    const READS_LISTS: bool = false;
    const ACCELERATES: bool = true;
    const TIME_CONSTANT: f64 = 1.28;
    const CHOOSES: bool = true;
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("sigma_d", 0.09025, 1.444),
        CalibrationAxis::usual("sigma_w", 0.522, 8.352),
        CalibrationAxis::usual("beta", 0.5825, 9.32),
        CalibrationAxis::usual("speed_weight", 0.51825, 8.292),
        CalibrationAxis::usual("goal_weight", 0.36525, 5.844),
    ];
    const FAILURES: &'static [KnownFailure] = &[KnownFailure::new("bottleneck", 0.855, 1)];
    type Memory = ();

    #[inline(always)]
    fn decision_interval(&self) -> f32 {
        self.decide_every
    }

    decided_by!(decide, range);
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Lta, _: &mut (), trace: &mut T) -> Vec2 {
    let (now, wish) = (view.body(me).velocity(), view.preferred(me));
    let pace = wish.length();
    if pace < 1e-6 {
        return Vec2::ZERO;
    }
    let desired = wish / pace;
    let sight = line_of_sight(view, me, desired);
    let mut energy = Energy::new(p, desired, pace);
    view.for_each_block(
        me,
        p.range,
        #[inline(always)]
        |block| energy.people(p, sight, &block),
    );
    if p.wall_weight > 0.0 {
        let (place, radius) = (view.place(me), view.body(me).radius);
        for nearest in view.walls(me).filter_map(|w| w.nearest_of_its_own(place)) {
            let to = nearest - place;
            let d = to.length();
            if let Some(n) = to.unit() {
                energy.add(p, sight, n * (d + radius), Vec2::ZERO, p.wall_weight);
            }
        }
    }
    energy.close();
    // Alone, the least energy is known.
    let mut best = if energy.used == 0 { wish } else { search::least(&energy, p, now, wish) };
    if T::ON {
        for (velocity, chosen) in [(now, false), (wish, false), (best, true)] {
            let (cost, _) = energy.at(velocity);
            trace.note(|| Note::Candidate { velocity, cost, terms: energy.terms(velocity), chosen });
        }
    }
    let share = p.decide_every.max(view.dt) / STEP;
    add_noise(&mut best, view, me, p.noise);
    let keep = math::pow(f64::from(p.inertia), f64::from(share)) as f32;
    let next = if now == best { best } else { now * keep + best * (1.0 - keep) };
    next.clamp_length(view.max_speed(me))
}
