//! What places cost: the distance to go, people, walls.

use super::{Eight, OptimalSteps};
use ambulo_geom::Vec2;
use ambulo_geom::math::exp32;
use ambulo_sim::{Block, LANES, Row, View};

/// To touch a person costs up to this [m],
const TOUCH: f32 = 1000.0;
/// and to touch a wall or to step through it [m].
const WALL: f32 = 100_000.0;

/// What one walker sees, along and across the desired direction.
pub(super) struct Surroundings<'a> {
    view: &'a View<'a>,
    me: Row,
    params: &'a OptimalSteps,
    ahead: Vec2,
    radius: f32,
    /// Length of a step [m].
    step: f32,
    /// How far others are predicted [s].
    lead: f32,
    /// How far straight ahead the next bend of the route is assumed to be [m].
    to_go: f32,
}

impl<'a> Surroundings<'a> {
    #[inline(always)]
    pub(super) fn new(
        view: &'a View<'a>,
        me: Row,
        params: &'a OptimalSteps,
        ahead: Vec2,
        step: f32,
        lead: f32,
    ) -> Self {
        let to_go = (view.place(me).distance(view.waypoint(me)) as f32).max(step);
        Self { view, me, params, ahead, radius: view.body(me).radius, step, lead, to_go }
    }

    #[inline(always)]
    fn own(&self, v: Vec2) -> Vec2 {
        Vec2::new(self.ahead.dot(v), self.ahead.cross(v))
    }

    /// A vector along the axes of the world.
    #[inline(always)]
    pub(super) fn world(&self, v: Vec2) -> Vec2 {
        let Vec2 { x, y } = self.ahead;
        Vec2::new(x * v.x - y * v.y, x * v.y + y * v.x)
    }

    /// What these places cost [m].
    #[inline(always)]
    pub(super) fn costs<const N: usize>(&self, places: &[Eight; N]) -> [[f32; LANES]; N] {
        let mut costs = [[0.0; LANES]; N];
        self.distance(places, &mut costs);
        self.view.for_each_block(
            self.me,
            self.params.range,
            #[inline(always)]
            |block| self.people(&block, places, &mut costs),
        );
        self.walls(places, &mut costs);
        costs
    }

    /// Adds by how much farther the bend is than from the present place.
    #[inline(always)]
    fn distance<const N: usize>(&self, places: &[Eight; N], costs: &mut [[f32; LANES]; N]) {
        for ([x, y], cost) in places.iter().zip(costs) {
            for k in 0..LANES {
                let rest = self.to_go - x[k];
                let farther = x[k] * x[k] + y[k] * y[k] - 2.0 * self.to_go * x[k];
                cost[k] += farther / ((rest * rest + y[k] * y[k]).sqrt() + self.to_go);
            }
        }
    }

    /// Adds the potentials of eight others.
    #[inline(always)]
    fn people<const N: usize>(&self, o: &Block<'_>, places: &[Eight; N], costs: &mut [[f32; LANES]; N]) {
        let p = self.params;
        for j in 0..LANES {
            let at = Vec2::new(o.dx[j] + self.lead * o.vx[j], o.dy[j] + self.lead * o.vy[j]);
            let spaces = Spaces::new(p, self.radius + o.radius[j]);
            let least = at.length() - self.step;
            if least >= spaces.reach {
                continue;
            }
            let at = self.own(at);
            for ([x, y], cost) in places.iter().zip(&mut *costs) {
                for k in 0..LANES {
                    let (dx, dy) = (x[k] - at.x, y[k] - at.y);
                    cost[k] += spaces.personal(dx * dx + dy * dy);
                }
            }
            if least >= spaces.near {
                continue;
            }
            for ([x, y], cost) in places.iter().zip(&mut *costs) {
                for k in 0..LANES {
                    let (dx, dy) = (x[k] - at.x, y[k] - at.y);
                    // Bodies do not pass through each other: the nearest place on the line to there is what touches.
                    let share = (x[k] * at.x + y[k] * at.y) / (x[k] * x[k] + y[k] * y[k]).max(1e-12);
                    let share = share.clamp(0.0, 1.0);
                    let (nx, ny) = (share * x[k] - at.x, share * y[k] - at.y);
                    cost[k] += spaces.intimate(dx * dx + dy * dy) + spaces.touch(nx * nx + ny * ny);
                }
            }
        }
    }

    /// Adds the potential of the nearest wall, and what it costs to step through one.
    #[inline(always)]
    fn walls<const N: usize>(&self, places: &[Eight; N], costs: &mut [[f32; LANES]; N]) {
        let (place, reach) = (self.view.place(self.me), self.params.wall_reach.max(self.radius));
        let mut nearest = [[f32::INFINITY; LANES]; N];
        let mut any = false;
        for wall in self.view.walls(self.me) {
            let share = wall.at.closest_share(place);
            if wall.at.a.lerp(wall.at.b, share).distance(place) as f32 >= reach + self.step {
                continue;
            }
            any = true;
            let (a, b) = (self.own(wall.at.a - place), self.own(wall.at.b - place));
            let along = b - a;
            let per_length = 1.0 / along.length_squared().max(1e-12);
            let faces = wall.faces(place);
            for (([x, y], nearest), cost) in places.iter().zip(&mut nearest).zip(&mut *costs) {
                for k in 0..LANES {
                    let (dx, dy) = (x[k] - a.x, y[k] - a.y);
                    let t = ((dx * along.x + dy * along.y) * per_length).clamp(0.0, 1.0);
                    let (ox, oy) = (dx - t * along.x, dy - t * along.y);
                    nearest[k] = nearest[k].min(ox * ox + oy * oy);
                    let behind = along.x * dy - along.y * dx < 0.0;
                    let between = (x[k] * a.y - y[k] * a.x) * (x[k] * b.y - y[k] * b.x) <= 0.0;
                    cost[k] += if faces && behind && between { WALL } else { 0.0 };
                }
            }
        }
        if !any {
            return;
        }
        let (per_reach, per_body) = (self.params.wall_reach.powi(-2), self.radius.powi(-2));
        for (nearest, cost) in nearest.iter().zip(costs) {
            for k in 0..LANES {
                let d2 = nearest[k].min(1e6);
                cost[k] += self.params.wall_strength * bump(2.0, d2 * per_reach) + WALL * bump(1.0, d2 * per_body);
            }
        }
    }
}

/// exp(c / (q - 1)) for q < 1, else nothing to speak of.
#[inline(always)]
fn bump(c: f32, q: f32) -> f32 {
    let bump = exp32(c / (q - 1.0).min(-1e-3));
    // exp32 never is 0.
    if q < 1.0 { bump } else { 0.0 }
}

/// The spaces around one other person.
pub(super) struct Spaces {
    strength: f32,
    intimate_strength: f32,
    per_personal: f32,
    per_intimate: f32,
    per_touch: f32,
    /// How far the widest reaches [m],
    reach: f32,
    /// and how far all but the personal one [m].
    near: f32,
}

impl Spaces {
    /// Around one whose body and the walker's own are `touch` [m] wide together, as radii.
    #[inline(always)]
    pub(super) fn new(p: &OptimalSteps, touch: f32) -> Self {
        let (personal, intimate) = (p.personal + touch, p.intimate + touch);
        Self {
            strength: p.strength,
            intimate_strength: p.strength / p.intimate_factor,
            per_personal: 1.0 / (personal * personal),
            per_intimate: 1.0 / (intimate * intimate),
            per_touch: 1.0 / (touch * touch),
            reach: personal.max(intimate),
            near: intimate,
        }
    }

    /// The potential of the personal space, at this square of a distance.
    #[inline(always)]
    pub(super) fn personal(&self, d2: f32) -> f32 {
        self.strength * bump(4.0, d2 * self.per_personal)
    }

    /// That of the intimate space.
    #[inline(always)]
    pub(super) fn intimate(&self, d2: f32) -> f32 {
        self.intimate_strength * bump(4.0, d2 * self.per_intimate)
    }

    /// What it costs to touch it.
    #[inline(always)]
    pub(super) fn touch(&self, d2: f32) -> f32 {
        let q = d2 * self.per_touch;
        TOUCH * bump(1.0, q * q)
    }
}
