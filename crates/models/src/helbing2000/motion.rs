//! The motion of one walker within a step, in substeps, among those who are near.

use super::Helbing2000;
use crate::totals::total;
use ambulo_geom::Vec2;
use ambulo_geom::math::exp32;
use ambulo_sim::NOWHERE;
use ambulo_sim::{Block, LANES, Row, View};

/// As many people as can be near at once; more than fit around a walker of usual size.
const MOST: usize = 48;
/// As many local nearest places of walls.
const MOST_WALLS: usize = 12;
/// Agents farther from touching than so many ranges of the repulsion are left out.
const FAR: f32 = 10.0;
/// Greatest exponent of the repulsion.
const STEEPEST: f32 = 5.0;

/// Those who are near, in lanes.
pub(super) struct Near {
    pub(super) count: usize,
    /// Place, seen from me [m].
    x: [f32; MOST],
    y: [f32; MOST],
    vx: [f32; MOST],
    vy: [f32; MOST],
    /// Distance at which bodies touch [m].
    touch: [f32; MOST],
}

impl Near {
    pub(super) const NOBODY: Self =
        Self { count: 0, x: [NOWHERE; MOST], y: [0.0; MOST], vx: [0.0; MOST], vy: [0.0; MOST], touch: [0.0; MOST] };

    #[inline(always)]
    pub(super) fn gather(view: &View<'_>, me: Row, p: &Helbing2000) -> Self {
        let mut near = Self::NOBODY;
        let (mine, far) = (view.body(me).radius + 2.0 * p.give, FAR * p.reach);
        view.for_each_block(
            me,
            p.range,
            #[inline(always)]
            |block| near.add(block, mine, far),
        );
        near
    }

    #[inline(always)]
    fn add(&mut self, o: Block<'_>, mine: f32, far: f32) {
        let mut bits = 0u32;
        for k in 0..LANES {
            let out = mine + o.radius[k] + far;
            bits |= u32::from(o.dx[k] * o.dx[k] + o.dy[k] * o.dy[k] < out * out) << k;
        }
        while bits != 0 {
            let k = bits.trailing_zeros() as usize % LANES;
            bits &= bits - 1;
            self.push(Vec2::new(o.dx[k], o.dy[k]), Vec2::new(o.vx[k], o.vy[k]), mine + o.radius[k]);
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, at: Vec2, velocity: Vec2, touch: f32) {
        if let Some(k) = Some(self.count).filter(|k| *k < MOST) {
            (self.x[k], self.y[k], self.vx[k], self.vy[k]) = (at.x, at.y, velocity.x, velocity.y);
            self.touch[k] = touch;
            self.count += 1;
        }
    }
}

/// A local nearest place of the walls.
#[derive(Clone, Copy)]
pub(super) struct Obstacle {
    /// Place, seen from me [m].
    pub(super) at: Vec2,
    /// A flat piece of wall, which stays as it is when I move along it; otherwise a corner.
    flat: bool,
    /// Of a flat piece, the direction from it to me: the same in all substeps.
    normal: Option<Vec2>,
}

impl Obstacle {
    #[inline(always)]
    pub(super) fn new(at: Vec2, flat: bool) -> Self {
        Self { at, flat, normal: if flat { (-at).unit() } else { None } }
    }
}

/// Walls near by.
pub(super) struct Obstacles {
    pub(super) list: [Obstacle; MOST_WALLS],
    pub(super) count: usize,
    /// Distance at which I touch them [m].
    pub(super) touch: f32,
}

impl Obstacles {
    pub(super) const fn none(touch: f32) -> Self {
        Self { list: [Obstacle { at: Vec2::ZERO, flat: false, normal: None }; MOST_WALLS], count: 0, touch }
    }

    #[inline]
    pub(super) fn gather(view: &View<'_>, me: Row, p: &Helbing2000) -> Self {
        let place = view.place(me);
        let mut all = Self::none(view.body(me).radius + p.give);
        let out = all.touch + FAR * p.reach;
        for wall in view.walls(me) {
            let Some(nearest) = wall.nearest_of_its_own(place) else { continue };
            let at = nearest - place;
            if at.length_squared() < out * out && all.count < MOST_WALLS {
                all.list[all.count] = Obstacle::new(at, wall.at.closest_share(place) > 0.0);
                all.count += 1;
            }
        }
        all
    }
}

/// Forces at one moment [N], and how much friction a change of velocity meets [kg/s].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Forces {
    pub(super) force: Vec2,
    rubs: [f32; 3],
}

pub(super) struct Motion<'a> {
    pub(super) params: &'a Helbing2000,
    pub(super) near: &'a Near,
    pub(super) obstacles: &'a Obstacles,
    /// The velocity the others see: that of my last step as a whole [m/s].
    pub(super) shown: Vec2,
    pub(super) preferred: Vec2,
    pub(super) noise: Vec2,
    pub(super) limit: f32,
    pub(super) dt: f32,
}

impl Motion<'_> {
    /// The displacement during the step [m] and the velocity at its end [m/s].
    #[inline(always)]
    pub(super) fn advance(&self, begin: Vec2) -> (Vec2, Vec2) {
        let steps = (self.dt / self.params.substep - 1e-3).ceil().max(1.0);
        let h = self.dt / steps;
        let per_mass = 1.0 / self.params.mass;
        let (mut moved, mut v) = (Vec2::ZERO, begin);
        for k in 0..steps as usize {
            let t = k as f32 * h;
            // What I did otherwise than shown so far; the others are assumed to have done the same, mirrored.
            let (aside, turned) = (moved - self.shown * t, v - self.shown);
            let people = self.people(moved + aside, v + turned, t);
            let walls = self.walls(moved, v);
            let drive = (self.preferred - v) / self.params.tau + self.noise;
            let push = (drive + (people.force + walls.force) * per_mass) * h;
            // Friction by the velocity after the substep: (1 + h / m sum c t t) dv = push. Between people both change.
            let rub = |k: usize| (2.0 * people.rubs[k] + walls.rubs[k]) * h * per_mass;
            let (xx, xy, yy) = (1.0 + rub(0), rub(1), 1.0 + rub(2));
            let det = xx * yy - xy * xy;
            let dv = Vec2::new((yy * push.x - xy * push.y) / det, (xx * push.y - xy * push.x) / det);
            v = (v + dv).clamp_length(self.limit);
            moved += v * h;
        }
        (moved, v)
    }

    /// Forces of people, when I am at `here`, moving at `v`, a time `t` after the step began and they moved on.
    #[inline(always)]
    pub(super) fn people(&self, here: Vec2, v: Vec2, t: f32) -> Forces {
        let p = self.params;
        let (per_reach, n) = (1.0 / p.reach, self.near);
        let (mut fx, mut fy) = ([0.0f32; LANES], [0.0f32; LANES]);
        let (mut xx, mut xy, mut yy) = ([0.0f32; LANES], [0.0f32; LANES], [0.0f32; LANES]);
        for block in 0..n.count.div_ceil(LANES) {
            let lane = |column: &[f32; MOST]| -> [f32; LANES] {
                column[block * LANES..(block + 1) * LANES].try_into().expect("eight lanes")
            };
            let (ox, oy, ovx, ovy, touch) = (lane(&n.x), lane(&n.y), lane(&n.vx), lane(&n.vy), lane(&n.touch));
            for k in 0..LANES {
                let (px, py) = (here.x - (ox[k] + ovx[k] * t), here.y - (oy[k] + ovy[k] * t));
                let (ux, uy) = (v.x - ovx[k], v.y - ovy[k]);
                // In one place there is no direction, and through the tiny floor no infinity either.
                let d = (px * px + py * py + 1e-12).sqrt();
                let (nx, ny) = (px / d, py / d);
                let overlap = touch[k] - d;
                let pressed = overlap.max(0.0);
                let away = p.strength * exp32((overlap * per_reach).min(STEEPEST)) + p.stiffness * pressed;
                let rub = p.friction * pressed;
                let slide = rub * (ny * ux - nx * uy);
                fx[k] += away * nx - slide * ny;
                fy[k] += away * ny + slide * nx;
                xx[k] += rub * ny * ny;
                xy[k] -= rub * nx * ny;
                yy[k] += rub * nx * nx;
            }
        }
        Forces { force: Vec2::new(total(&fx), total(&fy)), rubs: [total(&xx), total(&xy), total(&yy)] }
    }

    /// Forces of walls, when I am at `here`, moving at `v`.
    #[inline(always)]
    pub(super) fn walls(&self, here: Vec2, v: Vec2) -> Forces {
        let p = self.params;
        let mut all = Forces::default();
        for o in &self.obstacles.list[..self.obstacles.count] {
            let away = here - o.at;
            let Some(n) = (if o.flat { o.normal } else { away.unit() }) else { continue };
            let overlap = self.obstacles.touch - away.dot(n);
            let pressed = overlap.max(0.0);
            let t = n.perp();
            let rub = p.friction * pressed;
            all.force += n * (p.strength * exp32((overlap / p.reach).min(STEEPEST)) + p.stiffness * pressed);
            all.force -= t * (rub * v.dot(t));
            all.rubs[0] += rub * t.x * t.x;
            all.rubs[1] += rub * t.x * t.y;
            all.rubs[2] += rub * t.y * t.y;
        }
        all
    }
}
