//! `anticipation-velocity`: step aside for where others are about to be, and walk no faster than the room ahead allows.
//!
//! **Paper.** Q. Xu, M. Chraibi and A. Seyfried, *Anticipation in a velocity-based model for pedestrian dynamics*,
//! Transportation Research Part C 133, 103464, 2021.
//!
//! **In words.** `collision-free-speed` with foresight. A walker minds those before it: on the side it wants to go to, or on the side
//! it is going to. Of each it predicts the gap after `anticipation` seconds, if both keep their velocities, and the place of
//! the other then. Each turns it aside, straight across the desired direction and away from that place, the stronger the smaller that gap
//! is and the more the other goes against it. A walker therefore follows people who go the same direction and gives way to the others,
//! and no sum of influences turns it back. The direction turns to the new one within `turn_time`. The speed is that of
//! `collision-free-speed`: what leaves a time gap to the nearest person straight ahead.
//!
//! ```text
//! E     = unit(e0 + sum_j a_j exp(-g_j / D) n_j + sum_W a_W exp((r - d) / D_W) n_W),      j with e0.d_j >= 0 or e.d_j >= 0
//! a_j   = k (1 + (1 - e0.e_j) / 2),     g_j = max(0, |d_j| - l - t (v - v_j).d_j / |d_j|),     n_j = -sgn(c) across(e0)
//! c     = across(e0).(d_j + t v_j),     d_j = x_j - x
//! de/dt = (E - e) / tau,                v = e min(u, max(0, (s - l) / T)),     s as in collision-free-speed
//! ```
//!
//! l is the sum of radii, across(e0) is e0 turned to the left.
//!
//! **Choices.**
//! - The equations were compared with the code that the first author published with the paper, and with that of JuPedSim, not with the
//!   printed paper itself. t = 1 s and tau = 0.3 s are those of the published example, T = 1.06 s that of JuPedSim; k = 3 and D = 0.1 m are
//!   values quoted for the paper that could not be compared with it. The example has k = 6, D = 0.01 m and T = 0.5 s, JuPedSim t = 0.5 s and
//!   tau = 0.1 s.
//! - Walls push straight away from them, with 6 and 0.05 m, as in the published example. There walls behind a walker do nothing, and walls
//!   ahead slow it down; here all walls within reach turn it and none slows it down: routes bend before walls. In JuPedSim people
//!   glide along walls.
//! - Where the other will be exactly ahead, the authors draw a side. Here it then has no influence, and `noise`, which the paper does not
//!   have, is added to the sum: a step later the other is on one side.
//! - Where another who stands is facing is not known: it counts as if it went across.
//! - Between a direction that leads back and one that leads ahead it turns at once, not within tau, as in JuPedSim.
//! - Nobody is slower than `creep`, 0.01 m/s, as in JuPedSim: two who touch slide past each other, slowly. With 0, as in
//!   the published code, they would stand for good.
//! - Agents behind a wall do not count.
//!
//! **Not modelled.** Inertia of the pace: people stop at once. Their speed heeds the gap of now alone.

#[cfg(test)]
mod tests;

use crate::collision_free_speed::{from_walls, gap_ahead};
use crate::decision::add_noise;
use crate::totals::total;
use ambulo_geom::Vec2;
use ambulo_geom::math::exp32;
use ambulo_sim::{Block, CalibrationAxis, KnownFailure, LANES, Row, SteeringModel, View, params};

params! {
    /// The anticipation velocity model of 2021.
    pub struct AnticipationVelocity {
        /// Strength k of the influence of people, as a multiple of the wish to go on.
        strength: "1", 0.0..=1000.0, 3.0;
        /// Range D of that influence.
        reach: "m", 0.01..=5.0, 0.1;
        /// Time gap T to the agent ahead.
        time_gap: "s", 0.05..=10.0, 1.06;
        /// How far ahead in time places are predicted.
        anticipation: "s", 0.0..=10.0, 1.0;
        /// Time tau to turn to a new direction.
        turn_time: "s", 0.0..=5.0, 0.3;
        /// Least speed, also of walkers who touch one ahead.
        creep: "m/s", 0.0..=1.0, 0.01;
        /// Strength of the repulsion from walls.
        wall_strength: "1", 0.0..=1000.0, 6.0;
        /// Range of the repulsion from walls.
        wall_reach: "m", 0.01..=5.0, 0.05;
        /// Standard deviation of the fluctuations of the direction, in x and in y; they break ties.
        noise: "1", 0.0..=10.0, 0.02;
        /// How far it looks.
        range: "m", 0.5..=50.0, 4.0;
    }
}

/// Two bodies are never wider than this together [m].
const WIDEST: f32 = 1.0;

/// Where a walker was turning to.
///
/// ```
/// let _new = ambulo_models::anticipation_velocity::Turning::default();
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Turning {
    /// The direction it walks in, or would; zero for one who has not walked yet.
    direction: Vec2,
}

ambulo_sim::snapshot!(Turning { direction });

impl SteeringModel for AnticipationVelocity {
    const NAME: &'static str = "anticipation-velocity";
    const TITLE: &'static str =
        "Anticipation velocity (2021): aside from where others will be, speed from the gap ahead";
    const PAPER: &'static str = "Xu, Chraibi and Seyfried, Anticipation in a velocity-based model for pedestrian dynamics, Transportation \
                                 Research C 133 (2021)";
    const LIMITS: &'static str = "no inertia of the pace, speed from the gap of now alone; nobody steps back";
    const READS_LISTS: bool = false;
    const TIME_CONSTANT: f64 = 0.3;
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("strength", 0.75, 12.0),
        CalibrationAxis::usual("reach", 0.025, 0.4),
        CalibrationAxis::usual("time_gap", 0.265, 4.24),
        CalibrationAxis::usual("anticipation", 0.25, 4.0),
        CalibrationAxis::usual("turn_time", 0.075, 1.2),
    ];
    const FAILURES: &'static [KnownFailure] = &[
        KnownFailure::new("circle", 1.0, 20),
        KnownFailure::new("circle-200", 1.0, 20),
        KnownFailure::new("corridor-crossing", 0.325, 9),
        KnownFailure::new("crossing", 0.017, 1),
        KnownFailure::new("doorway", 1.0, 1),
        KnownFailure::new("station", 0.19, 20),
        KnownFailure::new("two-storeys", 0.643, 20),
        KnownFailure::new("crossing", 0.125, 1).under("gait-feedback"),
    ];
    type Memory = Turning;

    fn range(&self) -> f32 {
        self.range
    }

    #[inline(always)]
    fn steer(&self, view: &View<'_>, me: Row, memory: &mut Turning) -> Vec2 {
        let preferred = view.preferred(me);
        let u = preferred.length();
        if u == 0.0 {
            return Vec2::ZERO;
        }
        let (wished, velocity, radius) = (preferred / u, view.body(me).velocity(), view.body(me).radius);
        let facing = memory.direction.unit().or(velocity.unit()).unwrap_or(wished);
        let seer = Seer { params: self, wished, facing, velocity, radius };
        let mut left = [0.0; LANES];
        view.for_each_block(
            me,
            self.range,
            #[inline(always)]
            |block| seer.add(block, &mut left),
        );
        let mut sum = wished + wished.perp() * total(&left);
        sum += from_walls(view, me, self.wall_strength, self.wall_reach);
        add_noise(&mut sum, view, me, self.noise);
        let direction = turned(facing, sum.unit().unwrap_or(facing), wished, view.dt, self.turn_time);
        memory.direction = direction;
        // Gaps larger than this hold nobody back.
        let mut gap = u * self.time_gap;
        view.for_each_block(
            me,
            self.range.min(gap + WIDEST),
            #[inline(always)]
            |block| gap = gap_ahead(block, radius, direction, gap),
        );
        direction * (gap / self.time_gap).max(self.creep).min(u)
    }
}

/// The direction after a step of `dt` [s] from `facing` to `aim`.
#[inline(always)]
fn turned(facing: Vec2, aim: Vec2, wished: Vec2, dt: f32, turn_time: f32) -> Vec2 {
    if turn_time <= dt || wished.dot(aim) * wished.dot(facing) < 0.0 {
        return aim;
    }
    (facing + (aim - facing) * (dt / turn_time)).unit().unwrap_or(aim)
}

/// A walker that predicts where others will be.
struct Seer<'a> {
    params: &'a AnticipationVelocity,
    wished: Vec2,
    facing: Vec2,
    velocity: Vec2,
    radius: f32,
}

/// Below this speed the direction in which another moves matters less and less [m/s].
const SLOW: f32 = 0.05;

impl Seer<'_> {
    /// Adds how far eight others turn it to the left of the desired direction.
    #[inline(always)]
    fn add(&self, o: Block<'_>, left: &mut [f32; LANES]) {
        let p = self.params;
        let (e, t, per_reach) = (self.wished, p.anticipation, 1.0 / p.reach);
        for (k, left) in left.iter_mut().enumerate() {
            let (dx, dy) = (o.dx[k], o.dy[k]);
            // In one place there is no direction.
            let d = (dx * dx + dy * dy + 1e-12).sqrt();
            let before = e.x * dx + e.y * dy >= 0.0 || self.facing.x * dx + self.facing.y * dy >= 0.0;
            let closing = ((self.velocity.x - o.vx[k]) * dx + (self.velocity.y - o.vy[k]) * dy) / d;
            let gap = (d - self.radius - o.radius[k] - closing * t).max(0.0);
            let pace = (o.vx[k] * o.vx[k] + o.vy[k] * o.vy[k] + SLOW * SLOW).sqrt();
            let along = (e.x * o.vx[k] + e.y * o.vy[k]) / pace;
            let far = gap * per_reach;
            let strength = p.strength * (1.0 + 0.5 * (1.0 - along)) * exp32(-far);
            let across = e.x * (dy + t * o.vy[k]) - e.y * (dx + t * o.vx[k]);
            let away = if across > 0.0 { -strength } else { strength };
            // Empty lanes are far away, but exp32 never is 0.
            *left += if before && far < 80.0 && across != 0.0 { away } else { 0.0 };
        }
    }
}
