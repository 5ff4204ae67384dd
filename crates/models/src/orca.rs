//! `orca`: everybody does half of what avoids a collision.
//!
//! **Paper.** J. van den Berg, S. J. Guy, M. Lin and D. Manocha, *Reciprocal n-body collision avoidance*, Robotics
//! Research, Springer Tracts in Advanced Robotics 70 (2011).
//!
//! **In words.** The velocities relative to another that touch it within `tau` seconds are a cone, rounded off towards
//! slow ones by a disc: the velocity obstacle. If the present relative velocity is in it, the least change that brings it
//! to the border is to be made; if not, as much as leads to the border may be given away. Each of the two takes half.
//! That leaves a half-plane of velocities for each neighbour, and an agent that stays in all of them touches nobody for
//! `tau` seconds if the others do the same. Walls leave half-planes too, for `wall_tau` seconds, and the walker takes all of it.
//! The velocity nearest to the preferred one in all half-planes is found by a linear program. In a throng there may be
//! none: then the one that breaks the worst broken half-plane of people least, walls kept, by another linear program.
//!
//! ```text
//! P = x_j - x_i,   PlaneVec = v_i - v_j,   R = r_i + r_j,   w = PlaneVec - P / tau
//! disc:  w . P < 0 and (w . P)^2 > R^2 |w|^2       n = w / |w|                               m = R / tau - |w|
//! leg:   otherwise, s = +1 left, -1 right of P     n = (s sqrt(P.P - R^2) P^ - R P) / P.P    m = -PlaneVec . n
//! touching (|P| <= R): the disc with the length of a step in the place of tau
//! line:  n . v >= n . v_i + m / 2                  (P^ is P turned left by a right angle)
//! v      = argmin |v - v_pref|  with all lines and |v| <= v_max
//!          else argmin max over people of (c - n . v)  with the lines of walls and |v| <= v_max
//! ```
//!
//! **Choices.** The paper adds constraints in random order; here the line broken worst comes next, which needs no random
//! numbers and takes in few lines. Both programs have one optimum, so the order does not change what is chosen. Where
//! the second has more than one, that nearest to the preferred velocity. The `max_neighbours` nearest count. Walls are
//! segments in chains: an end where the wall bends towards the walker has no leg of its own, a leg never leads into the
//! next wall, a wall behind the line of a nearer one is left out, and the 16 nearest walls count. Two in the same place go
//! in directions made from their numbers.
//!
//! **Ties.** Two who meet head-on, or at the same time at a crossing, are each other's mirror image: they slow down alike and
//! stand in front of each other for good. The authors' library leaves it to the caller to add a little noise to the preferred
//! velocity (`noise`). Here an agent that cannot walk as preferred turns its preferred velocity by a hundredth of a
//! radian to `side` first, and a relative velocity in the middle of the cone goes to that side. An agent that can walk
//! as preferred does so exactly.
//!
//! **Not modelled.** Others are assumed to do their half, also those who cannot; no acceleration limit; nobody is in a hurry
//! or polite.

use crate::decision::{add_noise, decided_by};
use crate::nearest::nearest;
use ambulo_geom::Vec2;
use ambulo_sim::{CalibrationAxis, Note, Row, RuleParam, SteeringModel, Trace, View, params};

pub use crate::nearest::SearchRadius;

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
pub(crate) mod linear;
pub(crate) mod lines;
#[cfg(test)]
mod tests;
pub(crate) mod walls;

use linear::{HalfPlanes, LINES, PlaneVec};
use lines::OwnState;
use walls::Mover;

params! {
    /// Optimal reciprocal collision avoidance.
    pub struct Orca {
        /// How long the chosen velocity must be free of collisions with people.
        tau: "s", 0.1..=20.0, 2.0;
        /// How long it must be free of collisions with walls.
        wall_tau: "s", 0.05..=20.0, 1.0;
        /// How many neighbours are minded, the nearest.
        max_neighbours: "1", 1.0..=16.0, 10.0;
        /// To which side exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// Standard deviation of what is added to the velocity wished for, in x and in y; it breaks ties.
        noise: "m/s", 0.0..=1.0, 0.0;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 10.0;
        /// What two people keep free between their bodies; 0 is the paper's.
        margin: "m", 0.0..=2.0, 0.0;
        /// How long the velocity takes to follow the chosen one; 0, at once, is the paper's.
        relax: "s", 0.0..=5.0, 0.0;
    }
}

impl SteeringModel for Orca {
    const NAME: &'static str = "orca";
    const TITLE: &'static str = "Optimal reciprocal collision avoidance (2011): half-planes and two linear programs";
    const PAPER: &'static str =
        "van den Berg, Guy, Lin and Manocha, Reciprocal n-body collision avoidance, ISRR, STAR 70 (2011)";
    const LIMITS: &'static str = "everybody is assumed to do the same, no acceleration limit, no hurry or courtesy";
    const READS_LISTS: bool = false;
    const CHOOSES: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("tau", 0.2, 10.0),
        CalibrationAxis::usual("margin", 0.0, 1.0),
        CalibrationAxis::usual("relax", 0.0, 2.0),
        CalibrationAxis::when_named("range", 2.0, 20.0),
    ];
    // By a search over speeds and doors with seeds 1 and 2 (docs/dense.md).
    const RULE_PARAMS: &'static [RuleParam] = &[
        RuleParam::new("headway", "follow", 0.85),
        RuleParam::new("headway", "time_gap", 0.945),
        RuleParam::new("headway", "crowd_gap", 0.557),
        RuleParam::new("headway", "length", 0.353),
        RuleParam::new("headway", "crowd_width", 0.144),
        RuleParam::new("headway", "patience", 1.244),
        RuleParam::new("headway", "creep", 0.054),
        RuleParam::new("headway", "hurry", 0.775),
        RuleParam::new("headway", "press", 0.667),
    ];
    type Memory = SearchRadius;

    fn wall_range(&self) -> f32 {
        Sight::wall_range(self.wall_tau)
    }

    decided_by!(decide, range);
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Orca, memory: &mut SearchRadius, trace: &mut T) -> Vec2 {
    let mut wish = view.preferred(me);
    add_noise(&mut wish, view, me, p.noise);
    let sight = Sight {
        tau: p.tau,
        wall_tau: p.wall_tau,
        max_neighbours: p.max_neighbours,
        side: p.side,
        range: p.range,
        margin: p.margin,
    };
    let mut lines = HalfPlanes::none();
    sight.lines(view, me, memory, &mut lines);
    let limit = view.max_speed(me);
    let wish = PlaneVec::new(wish.x, wish.y);
    if T::ON {
        note_lines(&lines, trace);
    }
    let Some(refused) = lines.refused(wish, limit) else {
        trace.note(|| Note::Text("every line allows the velocity it prefers".into()));
        return follow(view, me, p, Vec2::new(wish.x, wish.y).clamp_length(limit));
    };
    let aside = sight.sideways() * ASIDE;
    let wish = PlaneVec::new(wish.x - aside * wish.y, wish.y + aside * wish.x);
    let allowed = lines.nearest(wish, refused, limit);
    let chosen = allowed.unwrap_or_else(|| lines.least_broken(wish, limit));
    if T::ON {
        note_choice(&lines, wish, chosen, allowed.is_some(), trace);
    }
    follow(view, me, p, Vec2::new(chosen.x, chosen.y))
}

/// The velocity while it approaches the chosen one.
#[inline(always)]
fn follow(view: &View<'_>, me: Row, p: &Orca, chosen: Vec2) -> Vec2 {
    if p.relax <= view.dt {
        return chosen;
    }
    let now = view.body(me).velocity();
    now + (chosen - now) * (view.dt / p.relax)
}

/// Draws the lines as where they let a walker be after a second.
pub(crate) fn note_lines<T: Trace>(lines: &HalfPlanes<f32>, trace: &mut T) {
    for k in 0..(lines.soft + lines.hard) * ambulo_sim::LANES {
        let line = lines.get(k);
        if line.c > -5.0 {
            let (foot, along) = (Vec2::new(line.n.x, line.n.y) * line.c, Vec2::new(line.n.y, -line.n.x));
            let what = if k < lines.soft * ambulo_sim::LANES { "line of an agent" } else { "line of a wall" };
            let points = vec![foot - along * 2.0, foot + along * 2.0];
            trace.note(|| Note::Shape { what, points, closed: false });
        }
    }
}

/// Notes the preferred and the chosen velocity, and how much each violates the lines.
pub(crate) fn note_choice<T: Trace>(
    lines: &HalfPlanes<f32>,
    wish: PlaneVec<f32>,
    chosen: PlaneVec<f32>,
    allowed: bool,
    trace: &mut T,
) {
    let all = (lines.soft + lines.hard) * ambulo_sim::LANES;
    let broken = |v: PlaneVec<f32>| (0..all.min(LINES)).map(|k| lines.get(k).broken(v)).fold(0.0, f32::max);
    for (v, chosen) in [(wish, false), (chosen, true)] {
        let far = Vec2::new(v.x - wish.x, v.y - wish.y).length();
        let terms = vec![("from the preferred one", far), ("worst broken line", broken(v))];
        trace.note(|| Note::Candidate { velocity: Vec2::new(v.x, v.y), cost: far, terms, chosen });
    }
    if !allowed {
        trace.note(|| Note::Text("no velocity is allowed by all: the one that breaks the worst line least".into()));
    }
}

/// An agent that cannot walk as preferred turns its preferred velocity to the preferred side by this [rad]: two who are
/// each other's mirror image would stop in front of each other for good.
pub(crate) const ASIDE: f32 = 0.01;

/// How a walker sees others and walls: what all models on these lines share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    pub(crate) tau: f32,
    pub(crate) wall_tau: f32,
    pub(crate) max_neighbours: f32,
    pub(crate) side: f32,
    pub(crate) range: f32,
    /// Kept free between two bodies [m].
    pub(crate) margin: f32,
}

impl Sight {
    /// How far walls are looked for [m]: people who walk at 2 m/s may run at 3, and the widest are a metre wide.
    pub(crate) fn wall_range(wall_tau: f32) -> f32 {
        wall_tau * 3.0 + 0.5
    }

    /// -1 right, 1 left, 0 none.
    #[inline(always)]
    pub(crate) fn sideways(&self) -> f32 {
        if self.side < 0.5 {
            -1.0
        } else if self.side < 1.5 {
            1.0
        } else {
            0.0
        }
    }

    /// All lines of a walker.
    #[inline(always)]
    pub(crate) fn lines(&self, view: &View<'_>, me: Row, reach: &mut SearchRadius, lines: &mut HalfPlanes<f32>) {
        let body = view.body(me);
        let side = self.sideways();
        let aside = aside_of(view.id(me).0);
        let aside = PlaneVec::new(aside.x, aside.y);
        let own = OwnState {
            vx: body.vx,
            vy: body.vy,
            radius: body.radius + self.margin,
            per_tau: 1.0 / self.tau,
            per_dt: 1.0 / view.dt,
            side,
            apart: aside,
        };
        lines.soft = nearest((view, me), self.range, self.max_neighbours as usize, reach, &own, &mut lines.at);
        let per_tau = 1.0 / self.wall_tau;
        let mover = Mover { place: body.place(), velocity: body.velocity(), radius: body.radius, per_tau, side };
        walls::add_lines(view, me, &mover, self.wall_tau * view.max_speed(me) + body.radius, lines);
    }
}

/// A direction that is different for everybody, roughly a unit vector: two in the same place must part.
#[inline(always)]
pub(crate) fn aside_of(id: u32) -> Vec2 {
    let bits = id.wrapping_mul(0x9E37_79B9) ^ 0x5555_5555;
    let part = |b: u32| (b & 0xFFFF) as f32 / 65_536.0 - 0.5;
    Vec2::new(part(bits), part(bits >> 16) + 1e-3)
}
