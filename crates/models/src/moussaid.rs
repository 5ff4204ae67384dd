//! `moussaid`: two rules of thumb, applied to what the eye sees.
//!
//! **Paper.** M. Moussaïd, D. Helbing and G. Theraulaz, *How simple rules determine pedestrian behavior and crowd
//! disasters*, Proceedings of the National Academy of Sciences 108 (2011).
//!
//! **In words.** A walker asks for every direction it sees how far it could walk there at its own pace before it ran
//! into an agent that keeps walking, or into a wall. It takes the direction in which that walk would end nearest to a
//! place far ahead in its desired direction: the shortest detour. Then it walks only as fast as it can stop in the time
//! `tau` before what is in that direction now. It takes up the velocity within `tau`, and bodies that touch push each other.
//!
//! ```text
//! a*    = argmin over |a| <= phi of H^2 + f(a)^2 - 2 H f(a) cos(a0 - a)      a from the line of sight, a0 to the goal
//! f(a)  = distance to the first collision at the preferred speed, at most H
//! v_des = min(u, d_h / tau)                                                  d_h: to the first body in direction a* now
//! dv/dt = (v_des - v) / tau + sum (k / m) overlap n
//! ```
//!
//! **Choices.** Directions are sampled every `angle_step` from the line of sight; the paper does not state how. The desired direction
//! itself is a sample too, so that in the open a walker goes exactly where it wants. The line of sight is the direction of
//! motion; a standing agent looks along its desired direction, otherwise one that faces a wall could never turn. The
//! cost is computed as (1 - g)^2 + 2 g (1 - cos), g = f / H, which is the same divided by H^2 and does not lose digits.
//! An agent in contact obstructs (f = 0) only directions that bring the two nearer; otherwise people in a crowd would
//! stand for ever. The mass is 320 kg a metre of radius, as radii in the paper are masses divided by that.
//!
//! **Fluctuations.** The paper has none. Two who come to a crossing at the same moment and the same pace then brake and turn
//! in step, and stand before each other for a minute; `noise` gets them out of step. The paper's rule is 0.
//!
//! **Two departures, and why.** With v_des = d_h / tau and one relaxation time a walker in front of a wall is an oscillator
//! with half the critical damping: it arrives at the wall at half its pace. So a walker that is faster than it wants to be
//! slows down within `brake_time`, a quarter of `tau`, which is just critical. The paper's rule is `brake_time = 0.5`.
//!
//! The paper has one goal point in the open. Here a route bends round corners, and behind each corner there is a wall.
//! With
//! `walls = "way"` only walls nearer than the next corner of the route shorten f; all of them bound d_h. The
//! paper's rule is `walls = "all"`.
//!
//! **Not modelled.** Others are assumed to keep their velocities; no groups; nobody steps back.

use crate::decision::{add_noise, decided_by, line_of_sight};
use crate::totals::total;
use ambulo_geom::Vec2;
use ambulo_sim::{CalibrationAxis, KnownFailure, LANES, Note, Row, SteeringModel, Trace, View, params};

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod fan;
#[cfg(test)]
mod tests;

use fan::Fan;

params! {
    /// Walking by the two heuristics of 2011.
    pub struct Moussaid {
        /// Time to reach the desired velocity, and to stop in.
        tau: "s", 0.05..=5.0, 0.5;
        /// Time to slow down to the desired speed.
        brake_time: "s", 0.02..=5.0, 0.125;
        /// Half the angle of sight phi.
        half_angle: "deg", 5.0..=180.0, 75.0;
        /// Step between directions.
        angle_step: "deg", 2.0..=30.0, 5.0;
        /// Distance H up to which collisions count.
        horizon: "m", 0.5..=50.0, 10.0;
        /// Which walls shorten the free distance: those before the next corner of the route, or all.
        walls: "way|all", 0.0..=1.0, 0.0;
        /// Stiffness k of bodies that touch.
        stiffness: "kg/s^2", 0.0..=1e5, 5000.0;
        /// Standard deviation of fluctuations, in x and in y; they let two who cross in step get out of it.
        noise: "m/s^2", 0.0..=10.0, 0.5;
        /// To which side exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// How far it looks for people.
        range: "m", 0.5..=50.0, 10.0;
    }
}

/// Mass of a walker by its radius [kg/m].
const MASS: f32 = 320.0;

impl SteeringModel for Moussaid {
    const NAME: &'static str = "moussaid";
    const TITLE: &'static str = "Heuristics of vision (2011): the direction of least detour, at a pace to stop in";
    const PAPER: &'static str = "Moussaid, Helbing and Theraulaz, How simple rules determine pedestrian behavior and crowd \
        disasters, PNAS 108 (2011)";
    const LIMITS: &'static str = "others are assumed to keep their velocity, nobody steps back, no groups";
    const READS_LISTS: bool = false;
    const ACCELERATES: bool = true;
    const TIME_CONSTANT: f64 = 0.5;
    const CHOOSES: bool = true;
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("tau", 0.125, 2.0),
        CalibrationAxis::usual("brake_time", 0.03125, 0.5),
        CalibrationAxis::usual("horizon", 2.5, 40.0),
        CalibrationAxis::usual("stiffness", 1250.0, 20000.0),
    ];
    const FAILURES: &'static [KnownFailure] = &[
        KnownFailure::new("circle", 0.96, 17),
        KnownFailure::new("corridor-crossing", 0.388, 15),
        KnownFailure::new("circle-200", 0.99, 20),
        KnownFailure::new("station", 0.037, 3),
        KnownFailure::new("two-storeys", 0.512, 16),
    ];
    type Memory = ();

    fn wall_range(&self) -> f32 {
        self.horizon + 1.0
    }

    decided_by!(decide, range);
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Moussaid, _: &mut (), trace: &mut T) -> Vec2 {
    let body = view.body(me);
    let (now, wish) = (body.velocity(), view.preferred(me));
    let pace = wish.length();
    let (mut wanted, mut push) = (Vec2::ZERO, Vec2::ZERO);
    if pace > 1e-6 {
        let desired = wish / pace;
        let sight = line_of_sight(view, me, desired);
        let mut fan = Fan::new(p, sight, desired, pace);
        view.for_each_block(
            me,
            p.range,
            #[inline(always)]
            |block| fan.people(&block, body.radius),
        );
        see_walls(view, me, p, &mut fan);
        let (direction, free) = fan.choose(p);
        // How far it could go there if all stood still.
        let mut ahead = FreePath { direction, radius: body.radius, gap: [f32::INFINITY; LANES] };
        view.for_each_block(
            me,
            // Who is farther than this leaves it its pace.
            (pace * p.tau + body.radius + WIDEST).min(p.range),
            #[inline(always)]
            |block| ahead.people(&block),
        );
        let gap = ahead.gap.iter().fold(walls_ahead(view, me, direction, pace * p.tau), |a, b| a.min(*b));
        let speed = pace.min(gap / p.tau);
        // Straight on as wished is exactly what was wished.
        wanted = if direction == desired && speed == pace { wish } else { direction * speed };
        if T::ON {
            fan.explain_to(direction, trace);
            trace.note(|| Note::Text(format!("free for {free:.2} m there, {gap:.2} m if all stood still")));
        }
    }
    if p.stiffness > 0.0 {
        push = contact(view, me, p);
    }
    let mut a = (wanted - now) / p.tau + push;
    if pace > 1e-6 {
        add_noise(&mut a, view, me, p.noise);
    }
    let (speed, slow) = (now.length(), wanted.length());
    if speed > slow && speed > 1e-6 && p.brake_time < p.tau {
        a += now * ((slow - speed) / speed * (1.0 / p.brake_time - 1.0 / p.tau));
    }
    // Time constants shorter than a step would overshoot.
    let dt = view.dt.min(if speed > slow { p.brake_time.min(p.tau) } else { p.tau });
    (now + a * dt).clamp_length(view.max_speed(me))
}

/// Lets the walls that count shorten the free distances.
#[inline(always)]
fn see_walls(view: &View<'_>, me: Row, p: &Moussaid, fan: &mut Fan) {
    let (place, radius) = (view.place(me), view.body(me).radius);
    let reach = if p.walls < 0.5 { p.horizon.min((view.waypoint(me) - place).length()) } else { p.horizon };
    for wall in view.walls_within(me, reach + radius).filter(|w| w.faces(place)) {
        fan.wall(wall.at.a - place, wall.at.b - place, radius, reach);
    }
}

/// How far a body can go in a direction before it touches a wall, if that is within `reach` [m].
#[inline(always)]
fn walls_ahead(view: &View<'_>, me: Row, direction: Vec2, reach: f32) -> f32 {
    let (place, radius) = (view.place(me), view.body(me).radius);
    let mut gap = f32::INFINITY;
    for wall in view.walls_within(me, reach + radius).filter(|w| w.faces(place)) {
        gap = gap.min(fan::to_wall(wall.at.a - place, wall.at.b - place, radius, direction));
    }
    gap
}

/// How far a body can go in one direction if all stand still.
struct FreePath {
    direction: Vec2,
    radius: f32,
    gap: [f32; LANES],
}

impl FreePath {
    #[inline(always)]
    fn people(&mut self, o: &ambulo_sim::Block<'_>) {
        let d = self.direction;
        for k in 0..LANES {
            let (x, y, r) = (o.dx[k], o.dy[k], o.radius[k] + self.radius);
            self.gap[k] = self.gap[k].min(fan::contact(x * x + y * y - r * r, -(x * d.x + y * d.y), 1.0));
        }
    }
}

/// Nobody has a larger radius [m].
const WIDEST: f32 = 1.0;

/// The push of those who touch, as an acceleration.
#[inline(always)]
fn contact(view: &View<'_>, me: Row, p: &Moussaid) -> Vec2 {
    let radius = view.body(me).radius;
    let (mut x, mut y) = ([0.0f32; LANES], [0.0f32; LANES]);
    view.for_each_block(
        me,
        (radius + WIDEST).min(p.range),
        #[inline(always)]
        |o| {
            for k in 0..LANES {
                let d = (o.dx[k] * o.dx[k] + o.dy[k] * o.dy[k] + 1e-12).sqrt();
                let overlap = (o.radius[k] + radius - d).max(0.0);
                x[k] -= overlap * o.dx[k] / d;
                y[k] -= overlap * o.dy[k] / d;
            }
        },
    );
    let mut sum = Vec2::new(total(&x), total(&y));
    let place = view.place(me);
    for nearest in view.walls(me).filter_map(|w| w.nearest_of_its_own(place)) {
        let away = place - nearest;
        if let Some(n) = away.unit() {
            sum += n * (radius - away.length()).max(0.0);
        }
    }
    sum * (p.stiffness / (MASS * radius))
}
