//! What a velocity costs: eight at a time against every neighbour and wall.
//!
//! All is seen along the desired direction: x ahead, y to the left. The time to a collision is never needed, only its
//! inverse, and that takes no division: with c the square of the distance less that of the radii, 1/t = (b + root) / c.

use ambulo_geom::Vec2;
use ambulo_sim::LANES;

/// An agent, or the end of a wall, that must not be hit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Disc {
    /// Where [m].
    at: Vec2,
    /// Square of the distance less that of the radii [m^2]; negative when they overlap.
    c: f32,
    /// Weight by c [1/m].
    per_c: f32,
    /// The velocity relative to it is `own` times the velocity less `less`.
    own: f32,
    less: Vec2,
}

/// The straight part of a wall.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Face {
    /// Unit normal towards the walker, and unit vector along.
    normal: Vec2,
    along: Vec2,
    /// Room to it [m], and weight by it.
    room: f32,
    per_room: f32,
    /// Where along it the walker is, and its length [m].
    foot: f32,
    length: f32,
}

/// Discs and faces there is room for.
pub(super) const DISCS: usize = 40;
pub(super) const FACES: usize = 12;

/// All obstacles.
pub(super) struct Penalty {
    pub(super) weight: f32,
    pub(super) per_dt: f32,
    /// What is subtracted from the cost of walls: those that are touched later cost nothing.
    pub(super) spare: f32,
    pub(super) wish: Vec2,
    discs: [Disc; DISCS],
    people: usize,
    ends: usize,
    faces: [Face; FACES],
    walls: usize,
}

/// Closer than this to a wall there is no room [m].
const TOUCH: f32 = 1e-3;

impl Penalty {
    #[inline(always)]
    pub(super) fn new(weight: f32, dt: f32, wall_time: f32, wish: Vec2) -> Self {
        Self {
            weight,
            per_dt: 1.0 / dt,
            spare: weight / wall_time,
            wish,
            discs: [Disc::default(); DISCS],
            people: 0,
            ends: 0,
            faces: [Face::default(); FACES],
            walls: 0,
        }
    }

    /// Adds an agent at `at` whose radius and mine are `radius` together.
    #[inline(always)]
    pub(super) fn add_body(&mut self, at: Vec2, radius: f32, own: f32, less: Vec2) {
        if self.people < DISCS {
            let c = at.length_squared() - radius * radius;
            self.discs[self.people] = Disc { at, c, per_c: self.weight / c, own, less };
            self.people += 1;
        }
    }

    /// Adds a wall from `left` to `right` as seen by a walker who faces it. After all people.
    pub(super) fn add_wall(&mut self, left: Vec2, right: Vec2, radius: f32) {
        let length = (right - left).length();
        if self.walls == FACES || self.people + self.ends + 2 > DISCS || length <= 0.0 {
            return;
        }
        let along = (right - left) / length;
        let normal = -along.perp();
        let room = (-left.dot(normal) - radius).max(TOUCH);
        let per_room = self.weight / room;
        self.faces[self.walls] = Face { normal, along, room, per_room, foot: -left.dot(along), length };
        self.walls += 1;
        for end in [left, right] {
            // A walker who brushes along a wall is not inside its end.
            let c = (end.length_squared() - radius * radius).max(TOUCH * radius);
            let per_c = self.weight / c;
            self.discs[self.people + self.ends] = Disc { at: end, c, per_c, own: 1.0, less: Vec2::ZERO };
            self.ends += 1;
        }
    }

    /// The cost of eight velocities.
    #[inline(always)]
    pub(super) fn of_eight(&self, vx: &[f32; LANES], vy: &[f32; LANES]) -> [f32; LANES] {
        let mut worst = [0.0; LANES];
        for disc in &self.discs[..self.people] {
            if disc.c > 0.0 {
                disc.ahead(vx, vy, &mut worst);
            } else {
                disc.overlap(self.weight, self.per_dt, vx, vy, &mut worst);
            }
        }
        if self.walls > 0 {
            let mut wall = [0.0; LANES];
            for disc in &self.discs[self.people..self.people + self.ends] {
                disc.ahead(vx, vy, &mut wall);
            }
            for face in &self.faces[..self.walls] {
                face.ahead(vx, vy, &mut wall);
            }
            for k in 0..LANES {
                worst[k] = worst[k].max(wall[k] - self.spare);
            }
        }
        let mut cost = [0.0; LANES];
        for k in 0..LANES {
            let (x, y) = (vx[k] - self.wish.x, vy[k] - self.wish.y);
            cost[k] = worst[k] + (x * x + y * y).sqrt();
        }
        cost
    }
}

impl Disc {
    #[inline(always)]
    fn ahead(&self, vx: &[f32; LANES], vy: &[f32; LANES], worst: &mut [f32; LANES]) {
        let Self { at, c, per_c, own, less } = *self;
        for k in 0..LANES {
            let (qx, qy) = (own * vx[k] - less.x, own * vy[k] - less.y);
            let (a, b) = (qx * qx + qy * qy, qx * at.x + qy * at.y);
            let d = b * b - a * c;
            let near = (b + d.max(0.0).sqrt()) * per_c;
            let hit = (b > 0.0) & (d > 0.0);
            worst[k] = worst[k].max(if hit { near } else { 0.0 });
        }
    }

    /// Overlapping bodies: the sooner out of it the better, and anything is better than staying.
    #[inline(always)]
    fn overlap(&self, weight: f32, per_dt: f32, vx: &[f32; LANES], vy: &[f32; LANES], worst: &mut [f32; LANES]) {
        let Self { at, c, own, less, .. } = *self;
        for k in 0..LANES {
            let (qx, qy) = (own * vx[k] - less.x, own * vy[k] - less.y);
            let (a, b) = ((qx * qx + qy * qy).max(1e-6), qx * at.x + qy * at.y);
            let exit = (b + (b * b - a * c).max(0.0).sqrt()) / a;
            worst[k] = worst[k].max(weight * (1.0 + exit * per_dt));
        }
    }
}

impl Face {
    #[inline(always)]
    fn ahead(&self, vx: &[f32; LANES], vy: &[f32; LANES], worst: &mut [f32; LANES]) {
        let Self { normal, along, room, per_room, foot, length } = *self;
        for k in 0..LANES {
            let towards = -(vx[k] * normal.x + vy[k] * normal.y);
            // Where along the wall it would touch, times the speed towards it.
            let place = foot * towards + (vx[k] * along.x + vy[k] * along.y) * room;
            let hit = (towards > 0.0) & (place >= 0.0) & (place <= length * towards);
            worst[k] = worst[k].max(if hit { towards * per_room } else { 0.0 });
        }
    }
}
