//! `optimal-steps`: with every step to the place within reach that is best: near the goal, and not too near to others and to walls.
//!
//! **Paper.** M. J. Seitz and G. Koester, *Natural discretization of pedestrian movement in continuous space*, Physical Review
//! E 86, 046108, 2012. Steps shorter than the longest and the personal spaces are those of I. von Sivers and G. Koester, *Dynamic
//! stride length adaptation according to utility and personal space*, Transportation Research Part B 74, 2015.
//!
//! **In words.** People move by steps. Faster people make longer ones. For each step a walker compares places within the disc
//! it can step to, and goes where the sum of three potentials is least: the distance still to go, a potential around every other
//! person, and one along walls. Others are surrounded by a personal and by an intimate space, both of which end somewhere; to touch a
//! person or a wall costs more than anything can gain. Where no place is better than the present one, it stands.
//!
//! ```text
//! s = a + b u,  one step takes s / u                    candidates: |x' - x| <= s
//! P(x') = |goal - x'| + sum_j p(|x_j - x'|) + o(d),     d: from x' to the nearest wall
//! p(d) = h B(4, d / (w_per + l)) + h / f B(4, d / (w_int + l)) + 1000 B(1, (d' / l)^2)
//! o(d) = h_W B(2, d / w_W) + 100000 B(1, d / r)
//! B(c, q) = exp(c / (q^2 - 1)) for q < 1, else 0
//! ```
//!
//! l is the sum of radii, d' the least distance on the line from x to x'.
//!
//! **Choices.**
//! - The potentials and their numbers (h = 50, w_per = 1.2 m, w_int = 0.45 m, f = 1.2, h_W = 6, w_W = 0.8 m) are those of
//!   Vadere, compared with its source, not with the printed papers; its authors note there where it departs from them. a = 0.462 m
//!   and b = 0.235 s are its numbers too, rounded.
//! - Vadere makes no steps shorter than 0.1 m, and says that this is its own. Here `least_step` is 0: with 0.1 m a file of 1.9 people per
//!   metre that stands never starts.
//! - The disc is searched at 40 places (standing, straight ahead, three rings that are turned at random, `noise`), then in three rounds at
//!   eight places around the best one, closer each time. The paper compares places on one circle; Vadere starts a simplex search from
//!   each of several triangles.
//! - In the paper a step happens at once, and others see a walker at its end. Here bodies move in between, so others are taken to
//!   be where they will be after a share `lead` of the time of a step: on average half of a step is still ahead of them.
//! - Velocity is kept until the next step, which begins when this one ends, or at the next bend of the route if that is nearer. The paper
//!   updates people in the order of their steps; here all who decide in a time step see the same.
//! - The distance to go is that to the next bend of the route. Where that is nearer than a step it would draw a crowd into the corner of a
//!   door; there the direction is the middle of what the walker sees past the bend, and the distance to go that to a place a step ahead.
//! - In the paper a step leads anywhere within reach, also past two people who leave no room between them. Here bodies stop
//!   each other, and a walker that cannot get to the place it chose would push for good: to touch a person counts at the nearest place of the
//!   line to the candidate, not only at its end.
//! - Agents behind a wall do not count, and places behind a wall cannot be stepped to.
//!
//! **Not modelled.** Anticipation beyond the present steps, inertia, the spread of step lengths of one walker; groups.

mod potentials;
#[cfg(test)]
mod tests;

use crate::decision::decided_by;
use ambulo_geom::{Vec2, math};
use ambulo_sim::{CalibrationAxis, KnownFailure, LANES, Note, Row, SteeringModel, Trace, View, params};
use potentials::Surroundings;

params! {
    /// The optimal steps model, with personal spaces.
    pub struct OptimalSteps {
        /// Length a of a step at no speed.
        step_base: "m", 0.1..=2.0, 0.462;
        /// How it grows with the preferred speed.
        step_per_speed: "s", 0.0..=2.0, 0.235;
        /// Shorter steps are not made.
        least_step: "m", 0.0..=0.5, 0.0;
        /// Height h of the potential of people, as a distance to go.
        strength: "m", 0.0..=1000.0, 50.0;
        /// Width of the personal space, between bodies.
        personal: "m", 0.0..=3.0, 1.2;
        /// Width of the intimate space, between bodies.
        intimate: "m", 0.0..=3.0, 0.45;
        /// By what factor the potential of the intimate space is lower.
        intimate_factor: "1", 0.1..=100.0, 1.2;
        /// Height of the potential of walls, as a distance to go.
        wall_strength: "m", 0.0..=1000.0, 6.0;
        /// Distance from walls up to which they are avoided.
        wall_reach: "m", 0.01..=1.5, 0.8;
        /// Share of the time of a step by which others are predicted.
        lead: "1", 0.0..=1.0, 0.5;
        /// Share of the angle between two candidates by which they are turned at random.
        noise: "1", 0.0..=1.0, 1.0;
        /// Longest time between two decisions; one is taken for each step. 0 decides in every time step.
        decide_every: "s", 0.0..=10.0, 2.0;
        /// How far it looks.
        range: "m", 0.5..=50.0, 3.0;
    }
}

impl SteeringModel for OptimalSteps {
    const NAME: &'static str = "optimal-steps";
    const TITLE: &'static str = "Optimal steps (2012): the best place within a step";
    const PAPER: &'static str =
        "Seitz and Koester, Natural discretization of pedestrian movement in continuous space, Phys. Rev. E 86 (2012)";
    const LIMITS: &'static str =
        "no anticipation beyond the present steps; who finds no better place stands, also for good";
    const READS_LISTS: bool = false;
    const CHOOSES: bool = true;
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("strength", 12.5, 200.0),
        CalibrationAxis::usual("personal", 0.3, 2.4),
        CalibrationAxis::usual("intimate", 0.1125, 1.8),
        CalibrationAxis::usual("lead", 0.0, 1.0),
    ];
    const FAILURES: &'static [KnownFailure] = &[
        KnownFailure::new("bottleneck", 0.605, 1),
        KnownFailure::new("circle-200", 1.0, 20),
        KnownFailure::new("doorway", 0.5, 5),
        KnownFailure::new("squeeze", 1.0, 20),
    ];
    type Memory = ();

    fn decision_interval(&self) -> f32 {
        self.decide_every
    }

    #[inline(always)]
    fn interval(&self, view: &View<'_>, me: Row, _: &()) -> f32 {
        let u = view.preferred(me).length();
        if u == 0.0 {
            return 0.0;
        }
        let to_bend = view.place(me).distance(view.waypoint(me)) as f32;
        (self.step(u).min(to_bend) / u).min(self.decide_every)
    }

    decided_by!(decide, range);
}

impl OptimalSteps {
    /// Length of the step of a walker who prefers `u` [m/s].
    #[inline(always)]
    fn step(&self, u: f32) -> f32 {
        self.step_base + self.step_per_speed * u
    }
}

/// Nearer than a step to a bend of the route, the cone of sight past it that is halved is at least this wide [rad].
const CONE: f32 = 0.02;

/// Places along and across the desired direction, eight side by side.
type Eight = [[f32; LANES]; 2];

/// The present place is the first, then straight ahead up to a full step.
const STRAIGHT: Eight = [[0.0, 1.0, 6.0 / 7.0, 5.0 / 7.0, 4.0 / 7.0, 3.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0], [0.0; LANES]];
const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
/// Every 45 degrees from straight ahead on, and those between.
const ROUND: Eight = [[1.0, HALF, HALF, 0.0, 0.0, -HALF, -HALF, -1.0], [0.0, HALF, -HALF, 1.0, -1.0, HALF, -HALF, 0.0]];
const BETWEEN: Eight = [[COS, COS, SIN, SIN, -SIN, -SIN, -COS, -COS], [SIN, -SIN, COS, -COS, COS, -COS, SIN, -SIN]];
/// Cosine and sine of 22.5 degrees.
const COS: f32 = 0.923_879_5;
const SIN: f32 = 0.382_683_43;
/// Rings of candidates: their radius as a share of a step, and their directions.
const RINGS: [(f32, &Eight); 4] = [(1.0, &ROUND), (1.0, &BETWEEN), (2.0 / 3.0, &ROUND), (1.0 / 3.0, &BETWEEN)];
/// Distances from the best place at which better ones are looked for, as shares of a step.
const CLOSER: [f32; 3] = [1.0 / 6.0, 1.0 / 12.0, 1.0 / 24.0];

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &OptimalSteps, _: &mut (), trace: &mut T) -> Vec2 {
    let preferred = view.preferred(me);
    let u = preferred.length();
    if u == 0.0 {
        return Vec2::ZERO;
    }
    let step = p.step(u);
    let to_bend = view.place(me).distance(view.waypoint(me)) as f32;
    let ahead = if to_bend < step { view.look(me, CONE).unit() } else { None }.unwrap_or(preferred / u);
    let around = Surroundings::new(view, me, p, ahead, step, p.lead * step / u);
    let mut best = BestPlace { at: Vec2::ZERO, cost: f32::INFINITY };
    let turn = turn(view, me, p);
    let mut first = [[[0.0; LANES]; 2]; 1 + RINGS.len()];
    for (places, (radius, [along, across])) in first.iter_mut().zip([(1.0, &STRAIGHT)].into_iter().chain(RINGS)).skip(1)
    {
        for k in 0..LANES {
            places[0][k] = step * radius * (along[k] * turn.x - across[k] * turn.y);
            places[1][k] = step * radius * (along[k] * turn.y + across[k] * turn.x);
        }
    }
    first[0][0] = STRAIGHT[0].map(|share| share * step);
    best.among(&first, &around.costs(&first), &around, u / step, trace);
    for closer in CLOSER {
        let mut places = [[[0.0; LANES]; 2]];
        for k in 0..LANES {
            let at = best.at + Vec2::new(ROUND[0][k], ROUND[1][k]) * (closer * step);
            let at = at.clamp_length(step);
            (places[0][0][k], places[0][1][k]) = (at.x, at.y);
        }
        best.among(&places, &around.costs(&places), &around, u / step, trace);
    }
    if best.at.length() < p.least_step {
        best.at = Vec2::ZERO;
    }
    let velocity = around.world(best.at) * (u / step);
    trace.note(|| Note::Candidate { velocity, cost: best.cost, terms: Vec::new(), chosen: true });
    velocity
}

/// By what the rings are turned, as the unit vector along their first place.
#[inline(always)]
fn turn(view: &View<'_>, me: Row, p: &OptimalSteps) -> Vec2 {
    if p.noise == 0.0 {
        return Vec2::new(1.0, 0.0);
    }
    let angle = (view.random(me).unit() - 0.5) * std::f64::consts::FRAC_PI_8 * f64::from(p.noise);
    Vec2::new(math::cos(angle) as f32, math::sin(angle) as f32)
}

/// The best place so far, along and across the desired direction.
struct BestPlace {
    at: Vec2,
    cost: f32,
}

impl BestPlace {
    /// Takes the cheapest of these, if it is cheaper; the first of several.
    #[inline(always)]
    fn among<const N: usize, T: Trace>(
        &mut self,
        places: &[Eight; N],
        costs: &[[f32; LANES]; N],
        around: &Surroundings<'_>,
        per_second: f32,
        trace: &mut T,
    ) {
        for ([x, y], costs) in places.iter().zip(costs) {
            for k in 0..LANES {
                let at = Vec2::new(x[k], y[k]);
                if costs[k] < self.cost {
                    *self = Self { at, cost: costs[k] };
                }
                if T::ON {
                    let (velocity, cost) = (around.world(at) * per_second, costs[k]);
                    trace.note(|| Note::Candidate { velocity, cost, terms: Vec::new(), chosen: false });
                }
            }
        }
    }
}
