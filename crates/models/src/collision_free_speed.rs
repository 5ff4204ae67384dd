//! `collision-free-speed`: turn away from neighbours, and walk no faster than the room ahead allows.
//!
//! **Paper.** A. Tordeux, M. Chraibi and A. Seyfried, *Collision-free speed model for pedestrian dynamics*, Traffic and
//! Granular Flow '15, 2016.
//!
//! **In words.** A model of first order: velocity, not acceleration, follows from what is around. The direction is that of
//! the desired one plus a repulsion from every neighbour and wall, which falls off exponentially with the gap. The
//! speed is what leaves a time gap `time_gap` to the nearest person straight ahead, within a strip as wide as the two
//! of them, and no more than preferred. An agent that touches another ahead stands.
//!
//! ```text
//! e = unit(e0 + sum_j a exp((l - d) / D) n_j + sum_W a_W exp((r - d) / D_W) n_W)
//! v = e min(u, max(0, (s - l) / T)),     s = least d over j with e.(x_j - x) >= 0 and |e cross (x_j - x)| <= l
//! ```
//!
//! l is the sum of radii.
//!
//! **Choices.**
//! - a = 8, D = 0.1 m, T = 1 s, and 5 and 0.02 m for walls are the defaults of JuPedSim, compared with its source; its
//!   walkers have a radius of 0.2 m and a speed of 1.2 m/s. The paper is usually quoted with a = 5.
//! - Where all cancels, a walker keeps facing where it faces.
//! - Agents behind a wall do not count, as in JuPedSim.
//! - `noise`, which the paper does not have, is added to the sum before it is made a direction. Without it people who meet
//!   exactly head-on stand for good. With `noise = 0` the model is the printed one.
//!
//! **Not modelled.** Inertia: people stop and turn at once. Anticipation: only the gaps of now count.

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
#[cfg(test)]
mod tests;

use crate::decision::add_noise;
use crate::totals::total;
use ambulo_geom::Vec2;
use ambulo_geom::math::exp32;
use ambulo_sim::{Block, CalibrationAxis, LANES, Row, SteeringModel, View, params};

params! {
    /// The collision-free speed model of 2016.
    pub struct CollisionFreeSpeed {
        /// Strength a of the repulsion from people, as a multiple of the wish to go on.
        strength: "1", 0.0..=1000.0, 8.0;
        /// Range D of the repulsion from people.
        reach: "m", 0.01..=5.0, 0.1;
        /// Time gap T to the agent ahead.
        time_gap: "s", 0.05..=10.0, 1.0;
        /// Strength of the repulsion from walls.
        wall_strength: "1", 0.0..=1000.0, 5.0;
        /// Range of the repulsion from walls.
        wall_reach: "m", 0.01..=5.0, 0.02;
        /// Standard deviation of the fluctuations of the direction, in x and in y; they break ties.
        noise: "1", 0.0..=10.0, 0.02;
        /// How far it looks.
        range: "m", 0.5..=50.0, 3.0;
    }
}

impl SteeringModel for CollisionFreeSpeed {
    const NAME: &'static str = "collision-free-speed";
    const TITLE: &'static str = "Collision-free speed (2016): direction from repulsion, speed from the gap ahead";
    const PAPER: &'static str =
        "Tordeux, Chraibi and Seyfried, Collision-free speed model for pedestrian dynamics, TGF '15 (2016)";
    const LIMITS: &'static str = "no inertia, no anticipation; counter flows jam where they are dense";
    const READS_LISTS: bool = false;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("strength", 2.0, 32.0),
        CalibrationAxis::usual("reach", 0.025, 0.4),
        CalibrationAxis::usual("time_gap", 0.25, 4.0),
    ];
    type Memory = ();

    fn range(&self) -> f32 {
        self.range
    }

    #[inline(always)]
    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        let preferred = view.preferred(me);
        let u = preferred.length();
        if u == 0.0 {
            return Vec2::ZERO;
        }
        let near = SpeedKernel { radius: view.body(me).radius, strength: self.strength, reach: self.reach };
        let mut sum = preferred / u;
        let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
        view.for_each_block(
            me,
            self.range,
            #[inline(always)]
            |block| near.repel(block, &mut x, &mut y),
        );
        sum += Vec2::new(total(&x), total(&y));
        sum += from_walls(view, me, self.wall_strength, self.wall_reach);
        add_noise(&mut sum, view, me, self.noise);
        let direction = sum.unit().unwrap_or(view.heading(me));
        // Gaps larger than this hold nobody back.
        let mut gap = u * self.time_gap;
        view.for_each_block(
            me,
            self.range,
            #[inline(always)]
            |block| gap = gap_ahead(block, near.radius, direction, gap),
        );
        direction * (gap / self.time_gap).min(u)
    }
}

struct SpeedKernel {
    radius: f32,
    strength: f32,
    reach: f32,
}

impl SpeedKernel {
    /// Adds the repulsion from eight others.
    #[inline(always)]
    fn repel(&self, o: Block<'_>, x: &mut [f32; LANES], y: &mut [f32; LANES]) {
        let per_reach = 1.0 / self.reach;
        for k in 0..LANES {
            let (dx, dy) = (o.dx[k], o.dy[k]);
            // In one place there is no direction.
            let d = (dx * dx + dy * dy + 1e-12).sqrt();
            let near = (self.radius + o.radius[k] - d) * per_reach;
            let f = self.strength * exp32(near) / d;
            // Empty lanes are far away, but exp32 never is 0.
            let force = if near > -80.0 { f } else { 0.0 };
            x[k] -= force * dx;
            y[k] -= force * dy;
        }
    }
}

/// The gap between a walker of this radius and the nearest of eight others ahead, or `least` if that is smaller; 0 when one ahead is
/// touched.
#[inline(always)]
pub(crate) fn gap_ahead(o: Block<'_>, radius: f32, direction: Vec2, least: f32) -> f32 {
    let mut gaps = [f32::INFINITY; LANES];
    for (k, gap) in gaps.iter_mut().enumerate() {
        let (dx, dy) = (o.dx[k], o.dy[k]);
        let touch = radius + o.radius[k];
        let ahead = direction.x * dx + direction.y * dy >= 0.0;
        let within = (direction.x * dy - direction.y * dx).abs() <= touch;
        let d = (dx * dx + dy * dy).sqrt() - touch;
        *gap = if ahead && within { d.max(0.0) } else { f32::INFINITY };
    }
    gaps.into_iter().fold(least, f32::min)
}

/// Repulsion from walls, which falls off exponentially with the gap.
#[inline]
pub(crate) fn from_walls(view: &View<'_>, me: Row, strength: f32, reach: f32) -> Vec2 {
    let (place, radius) = (view.place(me), view.body(me).radius);
    let mut sum = Vec2::ZERO;
    for wall in view.walls(me) {
        let Some(nearest) = wall.nearest_of_its_own(place) else { continue };
        let away = place - nearest;
        if let Some(n) = away.unit() {
            let near = (radius - away.length()) / reach;
            if near > -20.0 {
                sum += n * (strength * exp32(near));
            }
        }
    }
    sum
}
