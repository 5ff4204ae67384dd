//! `social-force`: people as particles that want to keep their pace and their distance.
//!
//! **Paper.** D. Helbing and P. Molnár, *Social force model for pedestrian dynamics*, Physical Review E 51, 1995.
//!
//! **In words.** A walker accelerates towards its preferred velocity within the time `tau`. Every other walker repels
//! it: the repulsion falls off with the semi-minor axis b of an ellipse whose foci are the other's place now and
//! after its next step of `step_time`, so that people ahead of someone keep further away than people behind. What
//! lies outside the cone of sight counts less by the factor `behind`. Every wall repels from its nearest place.
//! The speed is limited to `speed_limit` times the preferred speed.
//!
//! ```text
//! a   = (u e - v) / tau + sum_j w f_j + sum_B f_B
//! f_j = (V0 / sigma) exp(-b / sigma) grad b,    2b = sqrt((|r| + |r - s|)^2 - |s|^2),    s = v_j step_time
//! f_B = (U0 / R) exp(-d / R) n
//! ```
//!
//! **Choices.** The fluctuation term, whose size the paper leaves open, has a standard deviation of 0.1 m/s² at every
//! step: enough that two people who meet exactly head-on, or a hundred on a circle, get past each other, and a
//! twenty-fifth of the driving force. With `noise = 0` the model is mirror-symmetric and such ties stay. The gradient is the exact one, which is not central. b is kept above 1 cm. Walls: the sum runs over
//! local nearest places, so it does not depend on how a straight wall is cut into pieces.
//!
//! **Two departures, and why.** In the paper the other's next step leads where it *wants* to go, s = |v_j| e_j
//! step_time (`step_desire = 1`). Taken so, crossing streams lock: people who block each other keep wanting to go on, so
//! nobody sees them stop or give way. Here a step leads where the other *moves* (`step_desire = 0`); the page of this
//! model has the figures.
//!
//! With the printed wall force (U0 = 10 m²/s², R = 0.2 m) both posts of a doorway push back
//! an agent that approaches it. Their potential in the middle of a door of width w is 2 U0 exp(-w / 2R): 2.7 m²/s² at
//! 0.8 m, while a walker at 1.34 m/s brings 0.9, so nobody enters a door that people use daily. The paper leaves the
//! path to the goal open; here it comes from a planner that knows the walls. So a wall holds a walker back only when
//! it obstructs: the part of the wall force against the preferred direction is multiplied by `wall_brake`,
//! 0 by default, unless the wall would be touched within `wall_time` seconds on the preferred course. The literal
//! rule is `wall_brake = 1`.
//!
//! **Not modelled.** Contact forces and friction (`helbing2000` has them), anticipation of where others will be
//! beyond their next step, groups, attraction.

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
#[cfg(test)]
mod figures;

use crate::decision::{add_noise, adds_up_forces};
use crate::totals::total;
use ambulo_geom::math::{cos32, exp32};
use ambulo_geom::{Contact, Vec2, ttc_disc_segment};
use ambulo_sim::{Block, CalibrationAxis, KnownFailure, LANES, Row, SteeringModel, View, params};

params! {
    /// The social force model of 1995.
    pub struct SocialForce {
        /// Time to reach the preferred velocity.
        tau: "s", 0.05..=5.0, 0.5;
        /// Strength V0 of the repulsion between people.
        strength: "m^2/s^2", 0.0..=100.0, 2.1;
        /// Range sigma of the repulsion between people.
        sigma: "m", 0.05..=5.0, 0.3;
        /// How far ahead another's step is seen.
        step_time: "s", 0.0..=10.0, 2.0;
        /// Whether others are assumed to step where they want to go (1, the paper's) or where they move (0).
        step_desire: "1", 0.0..=1.0, 0.0;
        /// Strength U0 of the repulsion from walls.
        wall_strength: "m^2/s^2", 0.0..=100.0, 10.0;
        /// Range R of the repulsion from walls.
        wall_range: "m", 0.02..=5.0, 0.2;
        /// Half the angle of sight.
        half_angle: "deg", 0.0..=180.0, 100.0;
        /// Weight of what is out of sight.
        behind: "1", 0.0..=1.0, 0.5;
        /// Greatest speed, as a multiple of the preferred one.
        speed_limit: "1", 1.0..=5.0, 1.3;
        /// Share kept of the wall force against the preferred direction while that course is free.
        wall_brake: "1", 0.0..=1.0, 0.0;
        /// How long a course must be free of walls to count as free.
        wall_time: "s", 0.0..=10.0, 0.5;
        /// Standard deviation of the fluctuations, in x and in y; they break ties.
        noise: "m/s^2", 0.0..=10.0, 0.1;
        /// How far it looks.
        range: "m", 0.5..=50.0, 5.0;
    }
}

/// b is never below this [m]: on the segment of another's step the force has no direction.
const LEAST_B: f32 = 0.01;

impl SteeringModel for SocialForce {
    const NAME: &'static str = "social-force";
    const TITLE: &'static str = "Social force (1995): pace, elliptical repulsion, walls";
    const PAPER: &'static str =
        "Helbing and Molnar, Social force model for pedestrian dynamics, Phys. Rev. E 51 (1995)";
    const LIMITS: &'static str = "no contact forces or friction, no anticipation beyond the next step, no groups";
    adds_up_forces!(0.5);
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("tau", 0.1, 2.0),
        CalibrationAxis::usual("strength", 0.1, 10.0),
        CalibrationAxis::usual("sigma", 0.05, 1.5),
        CalibrationAxis::usual("step_time", 0.0, 4.0),
    ];
    const FAILURES: &'static [KnownFailure] = &[KnownFailure::new("squeeze", 1.0, 1)];
    type Memory = ();

    fn range(&self) -> f32 {
        self.range
    }

    fn reads_strides(&self) -> bool {
        self.step_desire >= 0.5
    }

    #[inline(always)]
    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        let body = view.body(me);
        let preferred = view.preferred(me);
        let e = preferred.unit().unwrap_or(view.heading(me));
        let mut a = (preferred - body.velocity()) / self.tau;
        a += from_people(view, me, self, e);
        a += from_walls(view, me, self, e);
        add_noise(&mut a, view, me, self.noise);
        let limit = (body.speed * self.speed_limit).min(view.max_speed(me));
        (body.velocity() + a * view.dt).clamp_length(limit)
    }
}

#[inline(always)]
fn from_people(view: &View<'_>, me: Row, p: &SocialForce, e: Vec2) -> Vec2 {
    let kernel = SocialForceKernel {
        per_sigma: 1.0 / p.sigma,
        gain: p.strength / p.sigma,
        step_time: p.step_time,
        range2: p.range * p.range,
        cos_half: cos32(p.half_angle.to_radians()),
        behind: p.behind,
        e,
    };
    let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
    if SocialForce::reads_strides(p) {
        view.for_each_stride_block(
            me,
            p.range,
            #[inline(always)]
            |block| kernel.add(block, &mut x, &mut y),
        );
    } else {
        view.for_each_block(
            me,
            p.range,
            #[inline(always)]
            |block| kernel.add(block, &mut x, &mut y),
        );
    }
    Vec2::new(total(&x), total(&y))
}

struct SocialForceKernel {
    per_sigma: f32,
    gain: f32,
    step_time: f32,
    range2: f32,
    cos_half: f32,
    behind: f32,
    e: Vec2,
}

impl SocialForceKernel {
    /// Adds the forces of eight others, lane by lane, without a branch.
    #[inline(always)]
    fn add(&self, o: Block<'_>, x: &mut [f32; LANES], y: &mut [f32; LANES]) {
        for k in 0..LANES {
            let (rx, ry) = (-o.dx[k], -o.dy[k]);
            let (sx, sy) = (o.vx[k] * self.step_time, o.vy[k] * self.step_time);
            let (qx, qy) = (rx - sx, ry - sy);
            let r2 = rx * rx + ry * ry;
            // Coincident places give no direction and, through the tiny floor, no infinity either.
            let r = (r2 + 1e-12).sqrt();
            let q = (qx * qx + qy * qy + 1e-12).sqrt();
            let a = r + q;
            let b = 0.5 * (a * a - (sx * sx + sy * sy)).max(0.0).sqrt();
            let b = b.max(LEAST_B);
            // In sight when the direction to the other is within the half angle of where I want to go.
            let ahead = self.e.x * o.dx[k] + self.e.y * o.dy[k];
            let weight = if ahead >= self.cos_half * r { 1.0 } else { self.behind };
            let weight = if r2 <= self.range2 { weight } else { 0.0 };
            // grad b = a / 4b (r / |r| + q / |q|), with one division for all three.
            let f = weight * self.gain * exp32(-b * self.per_sigma) * (a / (4.0 * b * r * q));
            x[k] += f * (rx * q + qx * r);
            y[k] += f * (ry * q + qy * r);
        }
    }
}

#[inline]
fn from_walls(view: &View<'_>, me: Row, p: &SocialForce, e: Vec2) -> Vec2 {
    let place = view.place(me);
    let mut sum = Vec2::ZERO;
    for wall in view.walls(me) {
        let Some(nearest) = wall.nearest_of_its_own(place) else { continue };
        let away = place - nearest;
        let d = away.length();
        // Ten ranges away the force is below a ten-thousandth of its greatest.
        let Some(n) = away.unit().filter(|_| d < 10.0 * p.wall_range) else { continue };
        sum += n * (p.wall_strength / p.wall_range * exp32(-d / p.wall_range));
    }
    let against = sum.dot(e);
    if against >= 0.0 || p.wall_brake >= 1.0 {
        return sum;
    }
    let course = view.preferred(me);
    // Half the body: a course that grazes a corner is open, contact slides past it.
    let radius = 0.5 * view.body(me).radius;
    let blocked =
        view.walls(me).filter(|w| w.faces(place)).any(|w| match ttc_disc_segment(place, course, radius, w.at) {
            Contact::In(t) => t < p.wall_time,
            // Touching a wall blocks only a course that leads into it.
            Contact::Inside => (place - w.at.closest_point(place)).dot(course) < 0.0,
            Contact::Never => false,
        });
    if blocked { sum } else { sum - e * (against * (1.0 - p.wall_brake)) }
}

#[cfg(test)]
mod tests {
    use super::claims::{b, force, gradient_of_b, kernel, rear_over_front};
    use super::*;

    #[test]
    fn the_force_is_the_gradient_of_the_potential() {
        // Divided by its magnitude V0/sigma exp(-b/sigma), the force must be the finite difference of b.
        let kernel = kernel(Vec2::new(1.0, 0.0));
        for (r, v) in [((1.0, 0.4), (-0.3, 0.5)), ((0.7, -0.9), (0.1, 0.2)), ((0.5, 0.5), (0.0, 0.0))] {
            let s = (v.0 * 2.0, v.1 * 2.0);
            let h = 1e-6;
            let grad = (
                (b((r.0 + h, r.1), s) - b((r.0 - h, r.1), s)) / (2.0 * h),
                (b((r.0, r.1 + h), s) - b((r.0, r.1 - h), s)) / (2.0 * h),
            );
            let f = force(&kernel, Vec2::new(-r.0 as f32, -r.1 as f32), Vec2::new(v.0 as f32, v.1 as f32));
            // The other stands behind the preferred direction here: weight c = 0.5.
            let weight = if -r.0 >= -0.17365 * (r.0 * r.0 + r.1 * r.1).sqrt() { 1.0 } else { 0.5 };
            let size = weight * 7.0 * ambulo_geom::math::exp(-b(r, s) / 0.3);
            // f32 arithmetic: a few parts in a million.
            assert!((f64::from(f.x) / size - grad.0).abs() < 5e-6, "{f:?} {grad:?}");
            assert!((f64::from(f.y) / size - grad.1).abs() < 5e-6, "{f:?} {grad:?}");
        }
    }

    #[test]
    fn grad_b_equals_the_difference_of_b_to_a_millionth() {
        let worst = gradient_of_b(1000);
        assert!(worst < 1e-6, "{worst:e}");
    }

    #[test]
    fn an_agent_behind_counts_half() {
        assert_eq!(rear_over_front(), 0.5);
    }

    #[test]
    fn coincident_places_and_empty_lanes_give_finite_forces() {
        let kernel = kernel(Vec2::new(1.0, 0.0));
        assert!(force(&kernel, Vec2::ZERO, Vec2::ZERO).is_finite());
        assert!(force(&kernel, Vec2::ZERO, Vec2::new(1.0, 0.0)).is_finite());
    }
}
