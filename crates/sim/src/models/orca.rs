//! `orca`: everybody does half of what avoids a collision.
//!
//! **Paper.** J. van den Berg, S. J. Guy, M. Lin and D. Manocha, *Reciprocal n-body collision avoidance*, Robotics
//! Research, Springer Tracts in Advanced Robotics 70 (2011).
pub use crate::nearest::Reach;
use crate::nearest::nearest;
use crate::{Explanation, Note, Row, Silent, SteeringModel, Trace, View, params};
use ambulo_geom::Vec2;

pub(crate) mod linear;
pub(crate) mod lines;
pub(crate) mod walls;

use linear::{Lines, V};
use lines::Own;
use walls::Mover;

params! {
    /// Parameters of [`Orca`].
    pub struct OrcaParams {
        /// How long the chosen velocity must be free of collisions with people.
        tau: "s", 0.1..=20.0, 2.0;
        /// How long it must be free of collisions with walls.
        wall_tau: "s", 0.05..=20.0, 1.0;
        /// How many neighbours are minded, the nearest.
        max_neighbours: "1", 1.0..=16.0, 10.0;
        /// Which way exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// Standard deviation of what is added to the velocity wished for, in x and in y; it breaks ties.
        noise: "m/s", 0.0..=1.0, 0.0;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 10.0;
    }
}

/// Optimal reciprocal collision avoidance.
///
/// ```
/// use ambulo_sim::{SteeringModel, models::orca::Orca};
/// assert_eq!(Orca::NAME, "orca");
/// ```
pub struct Orca;

impl SteeringModel for Orca {
    const NAME: &'static str = "orca";
    const TITLE: &'static str = "Optimal reciprocal collision avoidance (2011): half-planes and two linear programs";
    const PAPER: &'static str =
        "van den Berg, Guy, Lin and Manocha, Reciprocal n-body collision avoidance, ISRR, STAR 70 (2011)";
    const LIMITS: &'static str =
        "everybody is taken to do the same, no acceleration limit, no hurry or courtesy, sees through walls";
    const READS_LISTS: bool = false;
    type Params = OrcaParams;
    type Memory = Reach;

    fn range(p: &OrcaParams) -> f32 {
        p.range
    }

    fn wall_range(p: &OrcaParams) -> f32 {
        // People who walk at 2 m/s may run at 3; the widest are a metre wide.
        p.wall_tau * 3.0 + 0.5
    }

    #[inline(always)]
    fn steer(view: &View<'_>, me: Row, p: &OrcaParams, memory: &mut Reach) -> Vec2 {
        decide(view, me, p, memory, &mut Silent)
    }

    fn explain(view: &View<'_>, me: Row, p: &OrcaParams, memory: &mut Reach, trace: &mut Explanation) -> Vec2 {
        decide(view, me, p, memory, trace)
    }
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &OrcaParams, memory: &mut Reach, trace: &mut T) -> Vec2 {
    let mut wish = view.preferred(me);
    if p.noise > 0.0 {
        let [x, y] = view.random(me).rough_normals();
        wish += Vec2::new(x, y) * p.noise;
    }
    let sight = Sight { tau: p.tau, wall_tau: p.wall_tau, max_neighbours: p.max_neighbours, side: p.side, range: p.range };
    let lines = sight.lines(view, me, memory);
    let limit = view.max_speed(me);
    let wish = V::new(wish.x, wish.y);
    let chosen = lines.nearest(wish, limit).unwrap_or_else(|| lines.least_broken(wish, limit));
    Vec2::new(chosen.x, chosen.y)
}

/// How a walker sees others and walls: what all models on these lines share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    pub(crate) tau: f32,
    pub(crate) wall_tau: f32,
    pub(crate) max_neighbours: f32,
    pub(crate) side: f32,
    pub(crate) range: f32,
}

impl Sight {
    /// All lines of a walker.
    #[inline(always)]
    pub(crate) fn lines(&self, view: &View<'_>, me: Row, reach: &mut Reach) -> Lines<f32> {
        let body = view.body(me);
        // -1, 1, 0 for right, left, none.
        let side = if self.side < 0.5 { -1.0 } else if self.side < 1.5 { 1.0 } else { 0.0 };
        let own = Own {
            vx: body.vx,
            vy: body.vy,
            radius: body.radius,
            per_tau: 1.0 / self.tau,
            per_dt: 1.0 / view.dt,
            side,
            apart: apart(view.id(me).0),
        };
        let mut lines = Lines::none();
        lines.soft = nearest(view, me, self.range, self.max_neighbours as usize, reach, &own, &mut lines.at);
        let per_tau = 1.0 / self.wall_tau;
        let mover = Mover { place: body.place(), velocity: body.velocity(), radius: body.radius, per_tau, side };
        walls::add_lines(view, me, &mover, self.wall_tau * view.max_speed(me) + body.radius, &mut lines);
        lines
    }
}

/// A direction that is different for everybody, roughly a unit vector: two in the same place must part.
#[inline(always)]
fn apart(id: u32) -> V<f32> {
    let bits = id.wrapping_mul(0x9E37_79B9) ^ 0x5555_5555;
    let part = |b: u32| (b & 0xFFFF) as f32 / 65_536.0 - 0.5;
    V::new(part(bits), part(bits >> 16) + 1e-3)
}
