//! `pledestrians`: walkers who spend as little energy as they can.
//!
//! **Paper.** S. J. Guy, J. Chhugani, S. Curtis, P. Dubey, M. Lin and D. Manocha, *PLEdestrians: a least-effort approach to
//! crowd simulation*, ACM SIGGRAPH / Eurographics Symposium on Computer Animation (2010).
//!
//! **In words.** Walking costs power: some to be on one's feet, and more with the square of the speed. To walk `horizon`
//! seconds at a velocity and the rest of the path to the goal straight and at the cheapest speed takes a certain
//! energy. Of all velocities that the half-planes of `orca` allow, a walker takes the one that takes least. Free of
//! others that is straight on at the cheapest speed.
//!
//! ```text
//! E(v) = t (e_s + e_w |v|^2) + 2 |G - p - t v| sqrt(e_s e_w)        least alone: sqrt(e_s / e_w) = 1.330 m/s towards G
//! E(v) / (t e_w) - const = |v|^2 + 2 u |g - v|,    u = sqrt(e_s / e_w),   g = (G - p) / t
//! v    = argmin E  with all lines of `orca` and |v| <= v_max;    if the lines leave nothing, as `orca`
//! ```
//!
//! **Choices.** E is convex and has one least place, so the search of `orca` serves: an optimum that breaks a line moves onto
//! that line, where the least place of E is found by Newton's rule between two bounds, to a millionth. With the
//! printed e_s and e_w everybody walks at 1.330 m/s. People differ, so by default e_w is such that the cheapest speed of
//! each is the one it prefers (`cost = "own"`); the printed constants are `cost = "paper"`. The goal is the next place the
//! route bends, or its end. Nearer than a horizon of walking, the printed rule slows down to reach the goal
//! just at the horizon and never gets there; so the goal is assumed to be at least that far ahead, along the route.
//! Ties are broken as in `orca`.
//!
//! **Not modelled.** As `orca`: others are assumed to do their half. Standing and turning have
//! no costs of their own.

use crate::decision::decided_by;
use crate::nearest::SearchRadius;
use crate::orca::linear::{Effort, HalfPlanes, PlaneVec};
use crate::orca::{ASIDE, Sight, note_choice, note_lines};
use ambulo_geom::Vec2;
use ambulo_sim::{CalibrationAxis, Note, Row, SteeringModel, Trace, View, params};

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
#[cfg(test)]
mod tests;

params! {
    /// Least-effort crowd simulation.
    pub struct Pledestrians {
        /// How long a velocity is kept in the computation, before the rest of the path.
        horizon: "s", 0.1..=20.0, 1.0;
        /// Power of standing e_s, by mass.
        standing: "W/kg", 0.01..=100.0, 2.23;
        /// Power of walking e_w, by mass and square of the speed.
        walking: "W s^2/(kg m^2)", 0.01..=100.0, 1.26;
        /// Which speed is cheapest: the one each prefers, or that of the two powers.
        cost: "own|paper", 0.0..=1.0, 0.0;
        /// How long the chosen velocity must be free of collisions with people.
        tau: "s", 0.1..=20.0, 2.0;
        /// How long it must be free of collisions with walls.
        wall_tau: "s", 0.05..=20.0, 1.0;
        /// How many neighbours are minded, the nearest.
        max_neighbours: "1", 1.0..=16.0, 10.0;
        /// To which side exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 10.0;
    }
}

impl SteeringModel for Pledestrians {
    const NAME: &'static str = "pledestrians";
    const TITLE: &'static str = "Least effort (2010): the cheapest velocity that the lines of orca allow";
    const PAPER: &'static str = "Guy, Chhugani, Curtis, Dubey, Lin and Manocha, PLEdestrians: a least-effort approach to \
        crowd simulation, SCA (2010)";
    const LIMITS: &'static str = "everybody is assumed to do the same, no acceleration limit, no cost of turning";
    const READS_LISTS: bool = false;
    const CHOOSES: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("horizon", 0.25, 4.0),
        CalibrationAxis::usual("standing", 0.5575, 8.92),
        // As the others, from a quarter of the default to four times it.
        CalibrationAxis::usual("walking", 0.315, 5.04),
        CalibrationAxis::usual("tau", 0.5, 8.0),
    ];
    type Memory = SearchRadius;

    fn wall_range(&self) -> f32 {
        Sight::wall_range(self.wall_tau)
    }

    decided_by!(decide, range);
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Pledestrians, memory: &mut SearchRadius, trace: &mut T) -> Vec2 {
    let (tau, wall_tau, max_neighbours, side, range) = (p.tau, p.wall_tau, p.max_neighbours, p.side, p.range);
    let sight = Sight { tau, wall_tau, max_neighbours, side, range, margin: 0.0 };
    let mut lines = HalfPlanes::none();
    sight.lines(view, me, memory, &mut lines);
    if T::ON {
        note_lines(&lines, trace);
    }
    let limit = view.max_speed(me);
    let wish = view.preferred(me);
    let free = cheapest_speed(p, wish.length(), limit);
    let along = wish.unit().unwrap_or(Vec2::ZERO);
    let best = along * free;
    let Some(refused) = lines.refused(PlaneVec::new(best.x, best.y), limit) else {
        trace.note(|| Note::Text("every line allows the cheapest velocity".into()));
        return best;
    };
    let to_go = view.place(me).distance(view.waypoint(me)) as f32;
    let aside = sight.sideways() * ASIDE;
    let along = along + along.perp() * aside;
    let effort = effort(along, free, to_go, p.horizon);
    let best = PlaneVec::new(along.x * free, along.y * free);
    let allowed = lines.cheapest(effort, refused, limit);
    let chosen = allowed.unwrap_or_else(|| lines.least_broken(best, limit));
    if T::ON {
        note_choice(&lines, best, chosen, allowed.is_some(), trace);
    }
    Vec2::new(chosen.x, chosen.y)
}

/// The speed that costs least for an agent that prefers `pace` [m/s].
#[inline(always)]
fn cheapest_speed(p: &Pledestrians, pace: f32, limit: f32) -> f32 {
    let own = p.cost < 0.5 || pace <= 0.0;
    (if own { pace } else { (p.standing / p.walking).sqrt() }).min(limit)
}

/// What velocities cost with `to_go` [m] left, never less than is walked within the horizon.
#[inline(always)]
fn effort(along: Vec2, pace: f32, to_go: f32, horizon: f32) -> Effort<f32> {
    let goal = along * (to_go / horizon).max(pace);
    Effort { pace, goal: PlaneVec::new(goal.x, goal.y) }
}
