//! `gcfm`: people as ellipses that grow with speed, repelled by agents that are ahead and come nearer.
//!
//! **Paper.** M. Chraibi, A. Seyfried and A. Schadschneider, *Generalized centrifugal-force model for pedestrian
//! dynamics*, Physical Review E 82, 046111, 2010.
//!
//! **In words.** A walker takes up the room of an ellipse: longer the faster it walks, because of its stride, and
//! narrower, because it sways less. Others ahead repel it with a force that goes with the square of the speed at which it
//! comes nearer, plus a part of its preferred speed, over the distance between the ellipses. Others behind do nothing.
//! Walls repel likewise.
//!
//! ```text
//! dv/dt = (u e - v) / tau + sum_j F_j + sum_W F_W
//! F_j = -K (eta u + v_ij)^2 h(dist) e_ij,    v_ij = max(0, (v - v_j).e_ij),    K = max(0, v.e_ij) / |v|
//! dist = |x_j - x| - radii of both ellipses along e_ij,    a = 0.18 + 0.53 v,    b = 0.25 - 0.05 v / u
//! h    = 1 / dist, led to 0 between 1.9 and 2 m, and to 3 / 0.1 m at dist = 0 and below, by Hermite curves
//! ```
//!
//! **Choices.**
//! - eta 0.3 for people and 0.2 for walls, the cut-off at 2 m and curves 0.1 m long are the defaults of JuPedSim, compared
//!   with its source. It caps the force of people at 9 times its value where the curve begins, and that of walls at 3;
//!   here both have 3, the usual value for the paper. JuPedSim's ellipses are others (0.2 + 1.0 v, 0.4 to 0.2); the axes above are the
//!   values usually quoted.
//! - K and the force are those of a walker in motion. At rest K is 0, and as printed an agent at rest would first run into one that
//!   stands before it. So K is taken with the velocity that the drive alone leads to; a walker whose drive is held by the
//!   force then stands where the two balance.
//! - The force stops an approach and does not turn it into a retreat: K is 0 as soon as the other is behind. In steps of
//!   finite length that has to be said: of the total repulsion no more is used than stops the motion against it,
//!   and of the rest a share `retreat`, none by default; 1 is the bare formula.
//! - The width of another depends on its preferred speed, which is not known; it is assumed to be the walker's own. Where
//!   another who stands is facing is not known either: it then has a radius in between.
//! - Walls act from flat pieces only, straight ahead of them, as in JuPedSim: with corners nobody would get through doors.
//! - Agents behind a wall do not count.
//! - `noise`, which the paper does not have, breaks ties.
//!
//! **Not modelled.** The engine's bodies are discs: ellipses may overlap in a crowd. Contact, friction, anticipation.

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
#[cfg(test)]
mod tests;

use crate::decision::{add_noise, adds_up_forces};
use crate::totals::total;
use ambulo_geom::Vec2;
use ambulo_sim::{Block, CalibrationAxis, KnownFailure, LANES, Row, SteeringModel, View, params};

params! {
    /// The generalized centrifugal force model of 2010.
    pub struct Gcfm {
        /// Time to reach the preferred velocity.
        tau: "s", 0.05..=5.0, 0.5;
        /// Part eta of the preferred speed in the repulsion from people.
        strength: "1", 0.0..=5.0, 0.3;
        /// The same for walls.
        wall_strength: "1", 0.0..=5.0, 0.2;
        /// Distance of ellipses beyond which there is no force.
        cut_off: "m", 0.5..=10.0, 2.0;
        /// Length of the curves that lead to the cut-offs.
        smooth: "m", 0.01..=0.4, 0.1;
        /// Greatest force, as a multiple of that where the near curve begins.
        cap: "1", 1.0..=100.0, 3.0;
        /// Semi-axis along the motion, at rest.
        length: "m", 0.05..=1.0, 0.18;
        /// How it grows with speed.
        stride: "s", 0.0..=2.0, 0.53;
        /// Semi-axis across the motion, at rest.
        width: "m", 0.05..=1.0, 0.25;
        /// The same at the preferred speed.
        narrow: "m", 0.05..=1.0, 0.2;
        /// Share of the repulsion beyond what stops a walker that pushes it back.
        retreat: "1", 0.0..=1.0, 0.0;
        /// Standard deviation of the fluctuations, in x and in y; they break ties.
        noise: "m/s^2", 0.0..=10.0, 0.1;
        /// How far it looks.
        range: "m", 0.5..=50.0, 4.0;
    }
}

/// Below this speed the direction in which another moves matters less and less [m/s].
const SLOW: f32 = 0.05;

impl SteeringModel for Gcfm {
    const NAME: &'static str = "gcfm";
    const TITLE: &'static str = "Generalized centrifugal force (2010): ellipses that grow with speed";
    const PAPER: &'static str =
        "Chraibi, Seyfried and Schadschneider, Generalized centrifugal-force model, Phys. Rev. E 82 (2010)";
    const LIMITS: &'static str =
        "no contact forces, no anticipation; the engine's bodies stay discs, so ellipses may overlap";
    adds_up_forces!(0.5);
    const BASELINE: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("tau", 0.125, 2.0),
        CalibrationAxis::usual("strength", 0.075, 1.2),
        CalibrationAxis::usual("cut_off", 0.5, 8.0),
        CalibrationAxis::usual("smooth", 0.025, 0.4),
        CalibrationAxis::usual("cap", 1.0, 12.0),
    ];
    const FAILURES: &'static [KnownFailure] = &[
        KnownFailure::new("circle", 1.0, 20),
        KnownFailure::new("circle-200", 1.0, 20),
        KnownFailure::new("corridor-crossing", 0.325, 20),
        KnownFailure::new("crossing", 0.409, 20),
        KnownFailure::new("doorway", 1.0, 1),
        KnownFailure::new("station", 0.1, 17),
        KnownFailure::new("two-storeys", 0.643, 20),
        KnownFailure::new("x-crossing", 0.113, 7),
        KnownFailure::new("crossing", 0.36, 1).under("gait-feedback"),
    ];
    type Memory = ();

    fn range(&self) -> f32 {
        self.range
    }

    #[inline(always)]
    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        let body = view.body(me);
        let velocity = body.velocity();
        let mut wished = velocity + (view.preferred(me) - velocity) * (view.dt / self.tau);
        add_noise(&mut wished, view, me, self.noise * view.dt);
        let kernel = GcfmKernel::new(self, velocity, wished, view.heading(me), body.speed);
        let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
        view.for_each_block(
            me,
            self.range,
            #[inline(always)]
            |block| kernel.add(block, &mut x, &mut y),
        );
        let force = Vec2::new(total(&x), total(&y)) + from_walls(view, me, self, &kernel);
        held(wished, force * view.dt, self.retreat).clamp_length(view.max_speed(me))
    }
}

/// `v` after a push that stops a motion against it; of what is left of it a share counts.
#[inline(always)]
fn held(v: Vec2, push: Vec2, retreat: f32) -> Vec2 {
    let Some(n) = push.unit() else { return v };
    let size = push.length();
    let stops = size.min((-v.dot(n)).max(0.0));
    v + n * (stops + retreat * (size - stops))
}

/// How the force goes with the distance of ellipses: 1 / dist between two curves.
#[derive(Clone, Copy)]
struct ForceProfile {
    cut_off: f32,
    smooth: f32,
    cap: f32,
}

impl ForceProfile {
    #[inline(always)]
    fn at(self, dist: f32) -> f32 {
        let (r, begin) = (self.smooth, self.cut_off - self.smooth);
        let middle = 1.0 / dist.max(r);
        // From cap / r without slope to 1 / r with its slope.
        let t = (dist / r).clamp(0.0, 1.0);
        let (t2, t3) = (t * t, t * t * t);
        let near = (self.cap * (2.0 * t3 - 3.0 * t2 + 1.0) + (3.0 * t2 - 2.0 * t3) - (t3 - t2)) / r;
        // From 1 / begin with its slope to nothing without slope.
        let t = ((dist - begin) / r).clamp(0.0, 1.0);
        let (t2, t3) = (t * t, t * t * t);
        let far = ((2.0 * t3 - 3.0 * t2 + 1.0) - r / begin * (t3 - 2.0 * t2 + t)) / begin;
        let inner = if dist < r { near } else { middle };
        if dist > begin { far } else { inner }
    }
}

/// Semi-axes of the ellipse of an agent at speed `v` that prefers `u`.
#[inline(always)]
fn axes(p: &Gcfm, v: f32, u: f32) -> (f32, f32) {
    (p.length + p.stride * v, p.width - (p.width - p.narrow) * (v / u.max(0.01)).min(1.0))
}

/// Radius of an ellipse in a direction whose cosine with the axis a has this square.
#[inline(always)]
fn radius(a: f32, b: f32, cos2: f32) -> f32 {
    a * b / (b * b * cos2 + a * a * (1.0 - cos2)).sqrt()
}

struct GcfmKernel<'a> {
    params: &'a Gcfm,
    shape: ForceProfile,
    velocity: Vec2,
    /// Where the drive alone leads.
    course: Vec2,
    heading: Vec2,
    preferred: f32,
    axes: (f32, f32),
}

impl<'a> GcfmKernel<'a> {
    #[inline(always)]
    fn new(params: &'a Gcfm, velocity: Vec2, wished: Vec2, heading: Vec2, preferred: f32) -> Self {
        let shape = ForceProfile { cut_off: params.cut_off, smooth: params.smooth, cap: params.cap };
        let axes = axes(params, velocity.length(), preferred);
        let course = wished.unit().unwrap_or(Vec2::ZERO);
        Self { params, shape, velocity, course, heading, preferred, axes }
    }

    /// Adds the forces of eight others.
    #[inline(always)]
    fn add(&self, o: Block<'_>, x: &mut [f32; LANES], y: &mut [f32; LANES]) {
        for k in 0..LANES {
            let (dx, dy) = (o.dx[k], o.dy[k]);
            // In one place there is no direction.
            let d = (dx * dx + dy * dy + 1e-12).sqrt();
            let (ex, ey) = (dx / d, dy / d);
            let ahead = (self.course.x * ex + self.course.y * ey).max(0.0);
            let closing = ((self.velocity.x - o.vx[k]) * ex + (self.velocity.y - o.vy[k]) * ey).max(0.0);
            let mine = self.heading.x * ex + self.heading.y * ey;
            let speed2 = o.vx[k] * o.vx[k] + o.vy[k] * o.vy[k];
            let theirs = o.vx[k] * ex + o.vy[k] * ey;
            let theirs2 = (theirs * theirs + 0.5 * SLOW * SLOW) / (speed2 + SLOW * SLOW);
            let (a, b) = axes(self.params, speed2.sqrt(), self.preferred);
            let dist = d - radius(self.axes.0, self.axes.1, (mine * mine).min(1.0)) - radius(a, b, theirs2.min(1.0));
            let push = self.params.strength * self.preferred + closing;
            let force = ahead * push * push * self.shape.at(dist) / d;
            x[k] -= force * dx;
            y[k] -= force * dy;
        }
    }

    /// The force of a flat wall whose nearest place is `d` away.
    #[inline(always)]
    fn wall(&self, d: Vec2) -> Vec2 {
        let Some(e) = d.unit() else { return Vec2::ZERO };
        let ahead = self.course.dot(e).max(0.0);
        let mine = self.heading.dot(e);
        let dist = d.length() - radius(self.axes.0, self.axes.1, (mine * mine).min(1.0));
        let push = self.params.wall_strength * self.preferred + self.velocity.dot(e).max(0.0);
        -e * (ahead * push * push * self.shape.at(dist))
    }
}

#[inline]
fn from_walls(view: &View<'_>, me: Row, p: &Gcfm, kernel: &GcfmKernel<'_>) -> Vec2 {
    let place = view.place(me);
    let mut sum = Vec2::ZERO;
    for wall in view.walls(me) {
        let share = wall.at.closest_share(place);
        if share > 0.0 && share < 1.0 && wall.faces(place) {
            let d = wall.at.a.lerp(wall.at.b, share) - place;
            if d.length() < p.cut_off + kernel.axes.0.max(kernel.axes.1) {
                sum += kernel.wall(d);
            }
        }
    }
    sum
}
