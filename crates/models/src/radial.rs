//! `radial`: a goal that draws, people and walls that push straight away.
//!
//! **Paper.** The crowd model of the paper that brought [feedback from steps](crate::LOCOMOTIONS) into crowds, *a crowd
//! simulation method that considers the locomotion state of an agent*.
//!
//! **In words.** A walker accelerates towards its preferred velocity within `tau`. Everybody within `range`, and the
//! nearest place of every wall, pushes it straight away, the more the nearer.
//!
//! ```text
//! a = drive (u e - v) / tau - strength sum_j R(d_j / range) n_j - wall_strength sum_B R(d_B / range) n_B
//! R(x) = exp(-2 x^2)
//! ```
//!
//! n points to the other, d is from centre to centre.
//!
//! **Choices.**
//! - Between people and walls the distance is from the centre, as printed; bodies do not come into it.
//! - The paper takes twice the forces together with feedback: `drive = 2`, `strength = 4`, `wall_strength = 4`, or the
//!   locomotion's `gain = 2`, which is the same. Its speed limit is the preferred speed; here the engine's limit holds.
//! - Walls count by local nearest places, however a straight wall is cut into pieces.
//! - Walls push aside, never back along the route: the printed sum of two door posts is stronger than the drive for any
//!   opening narrower than 1.7 m, and nobody would pass one. The route itself leads clear of walls.
//! - Fluctuations, of which the paper says nothing, break ties: two who meet exactly head-on would stop each other.
//! - An agent that has arrived stops within half a second: within `tau` it would run more than a metre past its goal.
//! - In one place there is no direction to push: contact parts the two.
//!
//! **Not modelled.** Prediction, sight: an agent behind pushes as much as one in front.

use crate::decision::{add_noise, adds_up_forces};
use crate::totals::total;
use ambulo_geom::{Vec2, math::exp32};
use ambulo_sim::{Block, CalibrationAxis, KnownFailure, LANES, Row, SteeringModel, View, params};

params! {
    /// The model.
    pub struct Radial {
        /// Time to reach the preferred velocity.
        tau: "s", 0.05..=10.0, 1.0;
        /// What the drive to the preferred velocity is multiplied by, k_d.
        drive: "1", 0.0..=10.0, 1.0;
        /// Repulsion between people who are in one place, k_c.
        strength: "m/s^2", 0.0..=100.0, 2.0;
        /// Repulsion from walls, k_o.
        wall_strength: "m/s^2", 0.0..=100.0, 2.0;
        /// How far people and walls repel, d_c.
        range: "m", 0.1..=20.0, 2.0;
        /// Standard deviation of the fluctuations.
        noise: "m/s^2", 0.0..=10.0, 0.1;
    }
}

/// An agent at its goal stops within this at the latest [s].
const STOP: f32 = 0.5;
/// Nearer than this there is no direction [m].
const LEAST: f32 = 1e-6;

impl SteeringModel for Radial {
    const NAME: &'static str = "radial";
    const TITLE: &'static str = "Radial repulsion: a goal that draws, people and walls that push straight away";
    const PAPER: &'static str = "the crowd model that the locomotion gait-feedback was published with";
    const LIMITS: &'static str =
        "no prediction, no sight, bodies count as points; in dense crowds people hold each other up";
    adds_up_forces!(1.0);
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("tau", 0.25, 4.0),
        CalibrationAxis::usual("drive", 0.25, 4.0),
        CalibrationAxis::usual("strength", 0.5, 8.0),
    ];
    const FAILURES: &'static [KnownFailure] = &[
        KnownFailure::new("bottleneck", 0.735, 1),
        KnownFailure::new("squeeze", 1.0, 3),
        KnownFailure::new("two-storeys", 0.06, 18),
        KnownFailure::new("x-crossing", 0.063, 3),
        KnownFailure::new("counterflow", 0.01, 1).under("gait-feedback"),
        KnownFailure::new("crossing", 0.01, 1).under("gait-feedback"),
    ];
    type Memory = ();

    fn range(&self) -> f32 {
        self.range
    }

    fn wall_range(&self) -> f32 {
        self.range
    }

    #[inline(always)]
    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        let velocity = view.body(me).velocity();
        let preferred = view.preferred(me);
        let tau = if preferred == Vec2::ZERO { self.tau.min(STOP) } else { self.tau };
        let mut a = (preferred - velocity) * (self.drive / tau);
        a += from_people(view, me, self) + not_against(from_walls(view, me, self), preferred);
        add_noise(&mut a, view, me, self.noise);
        (velocity + a * view.dt).clamp_length(view.max_speed(me))
    }
}

/// A push without what of it points against a direction.
#[inline(always)]
fn not_against(push: Vec2, direction: Vec2) -> Vec2 {
    let back = push.dot(direction);
    if back < 0.0 { push - direction * (back / direction.length_squared()) } else { push }
}

#[inline(always)]
fn from_people(view: &View<'_>, me: Row, p: &Radial) -> Vec2 {
    let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
    let (range2, per_range2) = (p.range * p.range, 1.0 / (p.range * p.range));
    view.for_each_block(
        me,
        p.range,
        #[inline(always)]
        |o: Block<'_>| {
            for k in 0..LANES {
                let d2 = o.dx[k] * o.dx[k] + o.dy[k] * o.dy[k];
                let push = exp32(-2.0 * d2 * per_range2) / d2.sqrt().max(LEAST);
                let push = if d2 < range2 { push } else { 0.0 };
                x[k] -= push * o.dx[k];
                y[k] -= push * o.dy[k];
            }
        },
    );
    Vec2::new(total(&x), total(&y)) * p.strength
}

#[inline(always)]
fn from_walls(view: &View<'_>, me: Row, p: &Radial) -> Vec2 {
    let place = view.place(me);
    let mut a = Vec2::ZERO;
    for wall in view.walls_within(me, p.range) {
        let Some(foot) = wall.nearest_of_its_own(place) else { continue };
        let to = foot - place;
        let d = to.length();
        if d < p.range {
            let x = d / p.range;
            a -= to * (exp32(-2.0 * x * x) / d.max(LEAST));
        }
    }
    a * p.wall_strength
}

#[cfg(test)]
mod tests {
    use crate::trials::{Cast, StartState, rectangle, started};
    use ambulo_geom::{Point, Vec2, math};

    /// The change of velocity of a walker at rest at (5, 5) in one step, beside another `d` metres east of it.
    fn push(d: f64, params: &[(&str, f64)]) -> Vec2 {
        let cast = Cast { params, ..Cast::of("radial") };
        let at = |x: f64| StartState { at: Point::new(x, 5.0), velocity: Vec2::ZERO, to: Point::new(x, 5.0) };
        let (mut sim, ids) = started(&cast, rectangle(0.0, 0.0, 20.0, 10.0), &[at(5.0), at(5.0 + d)]);
        sim.step();
        sim.walker(ids[0]).unwrap().velocity * 20.0
    }

    #[test]
    fn people_push_by_the_printed_function_of_distance_and_not_beyond_its_range() {
        let quiet: &[(&str, f64)] = &[("noise", 0.0)];
        for d in [0.5, 1.0, 1.9] {
            let (found, wanted) = (push(d, quiet), -2.0 * math::exp(-0.5 * d * d));
            assert!((f64::from(found.x) - wanted).abs() < 1e-3 && found.y.abs() < 1e-4, "{found:?} at {d} m: {wanted}");
        }
        assert_eq!(push(2.1, quiet), Vec2::ZERO);
        let twice = push(1.0, &[("noise", 0.0), ("strength", 4.0)]);
        assert!((twice.x - 2.0 * push(1.0, quiet).x).abs() < 1e-3, "{twice:?}");
    }

    #[test]
    fn a_wall_pushes_like_a_person_at_its_nearest_place() {
        let cast = Cast { params: &[("noise", 0.0)], ..Cast::of("radial") };
        let start = StartState { at: Point::new(5.0, 0.8), velocity: Vec2::ZERO, to: Point::new(5.0, 0.8) };
        let (mut sim, ids) = started(&cast, rectangle(0.0, 0.0, 20.0, 10.0), &[start]);
        sim.step();
        let found = sim.walker(ids[0]).unwrap().velocity * 20.0;
        let wanted = 2.0 * math::exp(-2.0 * 0.4 * 0.4);
        assert!((f64::from(found.y) - wanted).abs() < 1e-3 && found.x.abs() < 1e-4, "{found:?}: {wanted}");
    }
}
