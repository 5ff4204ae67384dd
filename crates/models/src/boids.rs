//! `boids`: flocks, herds and schools, walking.
//!
//! **Paper.** C. W. Reynolds, *Flocks, herds, and schools: a distributed behavioral model*, Computer Graphics 21 (SIGGRAPH 1987).
//!
//! **In words.** Everybody keeps apart from those near by, turns into the direction they walk, and keeps to their middle. Each
//! urge has its own radius and angle of sight; an agent nearer than three radii of the body is seen in any
//! direction. Birds have no goal: `seek` is what is added so that people arrive. `seek = 0` is the literal model.
//!
//! ```text
//! a = separation unit(sum -k / |k|^2) + alignment unit(mean e_j - e) + cohesion unit(mean k) + seek clamp(wish - v, 1)
//! |a| <= max_force,     |v| <= speed_limit u
//! ```
//!
//! **Choices.** The paper gives no numbers. Weights, radii and angles are those of the flock of OpenSteer, whose source was read
//! (5, 7.5 and 9 m; cosines -0.707, 0.7 and -0.15; weights 12, 8, 8; force at most 27), with lengths and the force divided by
//! three, since birds there are larger and faster than walkers. Weights are accelerations. Where others are headed is the
//! direction they move in. Turning into the direction of others never turns beyond it within one step, otherwise headings
//! of a flock that agrees would jitter. Walls push who is nearer to them than `wall_distance`.
//!
//! **Not modelled.** Collisions are not foreseen: those who come towards each other are neighbours to align with.

use crate::decision::{add_noise, adds_up_forces};
use crate::totals::total;
use ambulo_geom::Vec2;
use ambulo_geom::math::cos32;
use ambulo_sim::{CalibrationAxis, KnownFailure, LANES, Row, SteeringModel, View, params};

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
#[cfg(test)]
mod tests;

params! {
    /// The flock of 1987.
    pub struct Boids {
        /// Strength of keeping apart.
        separation: "m/s^2", 0.0..=100.0, 12.0;
        /// How far keeping apart reaches.
        separation_radius: "m", 0.0..=20.0, 1.667;
        /// Half the angle in which others are kept apart from.
        separation_angle: "deg", 0.0..=180.0, 135.0;
        /// Strength of turning into the direction of others.
        alignment: "m/s^2", 0.0..=100.0, 8.0;
        /// How far aligning reaches.
        alignment_radius: "m", 0.0..=20.0, 2.5;
        /// Half the angle in which others are aligned with.
        alignment_angle: "deg", 0.0..=180.0, 45.6;
        /// Strength of keeping to the middle of others.
        cohesion: "m/s^2", 0.0..=100.0, 8.0;
        /// How far keeping to the middle reaches.
        cohesion_radius: "m", 0.0..=20.0, 3.0;
        /// Half the angle in which others are kept to.
        cohesion_angle: "deg", 0.0..=180.0, 98.6;
        /// Strength of seeking the goal; 0 is the literal model.
        seek: "m/s^2", 0.0..=100.0, 8.0;
        /// Greatest force, for a mass of 1.
        max_force: "m/s^2", 0.1..=100.0, 9.0;
        /// Greatest speed, as a multiple of the preferred one.
        speed_limit: "1", 1.0..=5.0, 1.3;
        /// Walls push from here on.
        wall_distance: "m", 0.0..=2.0, 0.3;
        /// Standard deviation of fluctuations, in x and in y; they break ties.
        noise: "m/s^2", 0.0..=10.0, 0.1;
    }
}

impl SteeringModel for Boids {
    const NAME: &'static str = "boids";
    const TITLE: &'static str = "Boids (1987): separation, alignment, cohesion, and a goal";
    const PAPER: &'static str = "Reynolds, Flocks, herds, and schools: a distributed behavioral model, SIGGRAPH (1987)";
    const LIMITS: &'static str = "made for flocks: no collision is foreseen, opposite streams hinder each other";
    adds_up_forces!(0.125);
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("separation", 3.0, 48.0),
        CalibrationAxis::usual("separation_radius", 0.41675, 6.668),
        CalibrationAxis::usual("separation_angle", 33.75, 180.0),
        CalibrationAxis::usual("alignment", 2.0, 32.0),
        CalibrationAxis::usual("alignment_radius", 0.625, 10.0),
    ];
    const FAILURES: &'static [KnownFailure] = &[
        KnownFailure::new("bottleneck", 0.975, 20),
        KnownFailure::new("circle", 1.0, 20),
        KnownFailure::new("circle-200", 1.0, 20),
        KnownFailure::new("doors", 0.779, 19),
        KnownFailure::new("two-storeys", 0.655, 3),
    ];
    type Memory = ();

    fn range(&self) -> f32 {
        // Three radii of the stoutest are always seen.
        self.separation_radius.max(self.alignment_radius).max(self.cohesion_radius).max(1.5)
    }

    #[inline(always)]
    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        let body = view.body(me);
        let now = body.velocity();
        let speed = now.length();
        let forward = view.heading(me);
        let mut flock = Flock::new(self, forward, body.radius);
        view.for_each_block(
            me,
            self.range(),
            #[inline(always)]
            |block| flock.add(&block),
        );
        let mut a = flock.urge(self, forward, speed, view.dt);
        a += (view.preferred(me) - now).clamp_length(1.0) * self.seek;
        a += walls(view, me, self);
        add_noise(&mut a, view, me, self.noise);
        let limit = (body.speed * self.speed_limit).min(view.max_speed(me));
        (now + a.clamp_length(self.max_force) * view.dt).clamp_length(limit)
    }
}

/// Sums over neighbours, lane by lane.
struct Flock {
    forward: Vec2,
    /// Squared radii of the three urges, cosines of their angles, squared radius within which all are seen.
    radii2: [f32; 3],
    cosines: [f32; 3],
    close2: f32,
    apart: [[f32; LANES]; 2],
    headed: [[f32; LANES]; 2],
    middle: [[f32; LANES]; 2],
    aligned: [f32; LANES],
    counted: [f32; LANES],
}

impl Flock {
    #[inline(always)]
    fn new(p: &Boids, forward: Vec2, radius: f32) -> Self {
        let none = [[0.0; LANES]; 2];
        let square = |r: f32| r * r;
        let cos = |degrees: f32| cos32(degrees.to_radians());
        Self {
            forward,
            radii2: [square(p.separation_radius), square(p.alignment_radius), square(p.cohesion_radius)],
            cosines: [cos(p.separation_angle), cos(p.alignment_angle), cos(p.cohesion_angle)],
            close2: square(3.0 * radius),
            apart: none,
            headed: none,
            middle: none,
            aligned: [0.0; LANES],
            counted: [0.0; LANES],
        }
    }

    #[inline(always)]
    fn add(&mut self, o: &ambulo_sim::Block<'_>) {
        for k in 0..LANES {
            let (x, y) = (o.dx[k], o.dy[k]);
            let d2 = x * x + y * y;
            let ahead = x * self.forward.x + y * self.forward.y;
            let d = d2.sqrt();
            let sees = |which: usize| {
                let inside = d2 < self.radii2[which] && ahead >= self.cosines[which] * d - 1e-6;
                if d2 < self.close2 || inside { 1.0 } else { 0.0 }
            };
            // In one place there is no direction to part in.
            let fall = sees(0) / d2.max(1e-6);
            self.apart[0][k] -= x * fall;
            self.apart[1][k] -= y * fall;
            let speed = (o.vx[k] * o.vx[k] + o.vy[k] * o.vy[k]).sqrt();
            let aligns = if speed > 0.05 { sees(1) } else { 0.0 };
            self.headed[0][k] += aligns * o.vx[k] / speed.max(0.05);
            self.headed[1][k] += aligns * o.vy[k] / speed.max(0.05);
            self.aligned[k] += aligns;
            let counts = sees(2);
            self.middle[0][k] += counts * x;
            self.middle[1][k] += counts * y;
            self.counted[k] += counts;
        }
    }

    /// The sum of the three urges [m/s^2].
    #[inline(always)]
    fn urge(&self, p: &Boids, forward: Vec2, speed: f32, dt: f32) -> Vec2 {
        let vector = |v: &[[f32; LANES]; 2]| Vec2::new(total(&v[0]), total(&v[1]));
        let unit = |v: Vec2| v.unit().unwrap_or(Vec2::ZERO);
        let mut a = unit(vector(&self.apart)) * p.separation;
        let (aligned, counted) = (total(&self.aligned), total(&self.counted));
        if aligned > 0.0 {
            let turn = vector(&self.headed) / aligned - forward;
            // Not beyond the direction of the others within this step.
            a += unit(turn) * p.alignment.min(turn.length() * speed / dt);
        }
        if counted > 0.0 {
            a += unit(vector(&self.middle)) * p.cohesion;
        }
        a
    }
}

/// The push of walls that are too near.
#[inline(always)]
fn walls(view: &View<'_>, me: Row, p: &Boids) -> Vec2 {
    let (place, radius) = (view.place(me), view.body(me).radius);
    let mut push = Vec2::ZERO;
    if p.wall_distance <= 0.0 {
        return push;
    }
    for nearest in view.walls(me).filter_map(|w| w.nearest_of_its_own(place)) {
        let away = place - nearest;
        let gap = away.length() - radius;
        if let Some(n) = away.unit().filter(|_| gap < p.wall_distance) {
            push += n * (p.separation * (1.0 - gap.max(0.0) / p.wall_distance));
        }
    }
    // A wall holds back only who would walk into it: the route leads past it.
    let e = view.preferred(me).unit().unwrap_or(Vec2::ZERO);
    push - e * push.dot(e).min(0.0)
}
