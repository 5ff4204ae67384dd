//! What a walker sees when it weighs velocities, and the velocities, eight side by side.

use super::Composition;
use ambulo_geom::Vec2;
use ambulo_sim::NOWHERE;
use ambulo_sim::{LANES, Row, View};

/// People that count, at most.
const PEOPLE: usize = 16;
/// Walls that count, at most.
const WALLS: usize = 16;
/// An agent in contact that comes nearer collides in this time [s]: a cost must be finite.
pub(super) const AT_ONCE: f32 = 0.05;

/// Eight numbers side by side, one per velocity.
pub type Eight = [f32; LANES];

/// Eight velocities side by side [m/s].
///
/// ```
/// use ambulo_models::composition::Velocities;
/// use ambulo_geom::Vec2;
/// let v = Velocities::all(Vec2::new(3.0, 4.0));
/// assert_eq!(v.each(|v| v.length()), [5.0; 8]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Velocities {
    /// Their parts along x.
    pub x: Eight,
    /// Their parts along y.
    pub y: Eight,
}

impl Velocities {
    /// Eight times the same.
    ///
    /// ```
    /// # use ambulo_models::composition::Velocities;
    /// assert_eq!(Velocities::all(ambulo_geom::Vec2::ZERO).x, [0.0; 8]);
    /// ```
    #[inline(always)]
    pub fn all(v: Vec2) -> Self {
        Self { x: [v.x; LANES], y: [v.y; LANES] }
    }

    /// One of them.
    ///
    /// ```
    /// # use ambulo_models::composition::Velocities;
    /// # use ambulo_geom::Vec2;
    /// assert_eq!(Velocities::all(Vec2::new(1.0, 2.0)).get(7), Vec2::new(1.0, 2.0));
    /// ```
    #[inline(always)]
    pub fn get(&self, k: usize) -> Vec2 {
        Vec2::new(self.x[k], self.y[k])
    }

    /// A number for each.
    ///
    /// ```
    /// # use ambulo_models::composition::Velocities;
    /// # use ambulo_geom::Vec2;
    /// assert_eq!(Velocities::all(Vec2::new(1.0, 2.0)).each(|v| v.x * v.y), [2.0; 8]);
    /// ```
    #[inline(always)]
    pub fn each(&self, cost: impl Fn(Vec2) -> f32) -> Eight {
        std::array::from_fn(
            #[inline(always)]
            |k| cost(self.get(k)),
        )
    }
}

/// Another agent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Other {
    /// Its place, seen from the walker [m].
    pub at: Vec2,
    /// Its velocity [m/s].
    pub velocity: Vec2,
    /// Sum of its radius and the walker's [m].
    pub radii: f32,
}

/// A wall that faces the walker.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FacingWall {
    /// Where it begins and ends, seen from the walker [m].
    pub(super) a: Vec2,
    pub(super) b: Vec2,
    pub(super) distance: f32,
}

/// Input of a cost.
///
/// ```
/// fn crowded(seen: &ambulo_models::composition::Seen) -> bool { seen.others().len() > 20 }
/// ```
#[derive(Clone, Debug)]
pub struct Seen {
    /// The preferred velocity [m/s].
    pub wish: Vec2,
    /// Its length, never 0 [m/s].
    pub pace: f32,
    /// Its direction.
    pub desired: Vec2,
    /// The velocity now [m/s].
    pub now: Vec2,
    /// Unit vector the walker faces.
    pub facing: Vec2,
    /// The walker's radius [m].
    pub radius: f32,
    /// The fastest it may move [m/s].
    pub fastest: f32,
    others: [Other; PEOPLE],
    people: usize,
    walls: [FacingWall; WALLS],
    sides: usize,
}

/// How far walls matter [m]: as far as the fastest comes in the time in which they cost something.
pub(super) fn wall_reach(p: &Composition) -> f32 {
    // Walkers of 2 m/s at most; faster ones see a wall a little later.
    if p.wall_weight > 0.0 { 2.0 * p.wall_time + 0.5 } else { 0.0 }
}

impl Seen {
    /// An agent that sees nobody.
    ///
    /// ```
    /// use ambulo_models::composition::Seen;
    /// use ambulo_geom::Vec2;
    /// assert!(Seen::alone(Vec2::new(1.3, 0.0), Vec2::ZERO, 0.2).others().is_empty());
    /// ```
    #[inline(always)]
    pub fn alone(wish: Vec2, now: Vec2, radius: f32) -> Self {
        let pace = wish.length().max(1e-6);
        let desired = wish / pace;
        Self {
            wish,
            pace,
            desired,
            now,
            facing: now.unit().unwrap_or(desired),
            radius,
            fastest: 1.5 * pace,
            others: [Other::default(); PEOPLE],
            people: 0,
            walls: [FacingWall::default(); WALLS],
            sides: 0,
        }
    }

    #[inline(always)]
    pub(super) fn look(view: &View<'_>, me: Row, p: &Composition) -> Self {
        let body = view.body(me);
        let mut seen = Self::alone(view.preferred(me), body.velocity(), body.radius);
        seen.facing = if seen.now.length() > 0.05 { view.heading(me) } else { seen.desired };
        seen.fastest = view.max_speed(me);
        view.for_each_block(
            me,
            p.range,
            #[inline(always)]
            |o| {
                for k in 0..LANES {
                    if o.dx[k] != NOWHERE {
                        let (at, velocity) = (Vec2::new(o.dx[k], o.dy[k]), Vec2::new(o.vx[k], o.vy[k]));
                        seen.add(Other { at, velocity, radii: o.radius[k] + body.radius });
                    }
                }
            },
        );
        if p.wall_weight > 0.0 {
            let place = view.place(me);
            for wall in view.walls_within(me, wall_reach(p)).filter(|w| w.faces(place)) {
                let distance = wall.at.distance(place) as f32;
                seen.add_wall(FacingWall { a: wall.at.a - place, b: wall.at.b - place, distance });
            }
        }
        seen
    }

    /// Adds another agent; if there are too many, the farthest is overlooked.
    ///
    /// ```
    /// # use ambulo_models::composition::{Other, Seen};
    /// # use ambulo_geom::Vec2;
    /// let mut seen = Seen::alone(Vec2::new(1.3, 0.0), Vec2::ZERO, 0.2);
    /// seen.add(Other { at: Vec2::new(2.0, 0.0), velocity: Vec2::ZERO, radii: 0.4 });
    /// assert_eq!(seen.others().len(), 1);
    /// ```
    #[inline(always)]
    pub fn add(&mut self, other: Other) {
        let mut k = self.people;
        if k == PEOPLE {
            let far = |k: usize| self.others[k].at.length_squared();
            k = (0..PEOPLE).fold(0, |worst, k| if far(k) > far(worst) { k } else { worst });
            if far(k) <= other.at.length_squared() {
                return;
            }
        } else {
            self.people += 1;
        }
        self.others[k] = other;
    }

    pub(super) fn add_wall(&mut self, wall: FacingWall) {
        let mut k = self.sides;
        if k == WALLS {
            k = (0..WALLS)
                .fold(0, |worst, k| if self.walls[k].distance > self.walls[worst].distance { k } else { worst });
            if self.walls[k].distance <= wall.distance {
                return;
            }
        } else {
            self.sides += 1;
        }
        self.walls[k] = wall;
    }

    /// The others it sees.
    ///
    /// ```
    /// fn nobody(seen: &ambulo_models::composition::Seen) -> bool { seen.others().is_empty() }
    /// ```
    #[inline(always)]
    pub fn others(&self) -> &[Other] {
        &self.others[..self.people]
    }

    #[inline(always)]
    pub(super) fn walls(&self) -> &[FacingWall] {
        &self.walls[..self.sides]
    }

    /// For each velocity the sum of a number over all others.
    ///
    /// ```
    /// # use ambulo_models::composition::{Other, Seen, Velocities};
    /// # use ambulo_geom::Vec2;
    /// # let mut seen = Seen::alone(Vec2::new(1.3, 0.0), Vec2::ZERO, 0.2);
    /// seen.add(Other { at: Vec2::new(2.0, 0.0), velocity: Vec2::ZERO, radii: 0.4 });
    /// let towards = seen.sum(&Velocities::all(Vec2::new(1.0, 0.0)), |other, v| v.dot(other.at));
    /// assert_eq!(towards, [2.0; 8]);
    /// ```
    #[inline(always)]
    pub fn sum(&self, v: &Velocities, cost: impl Fn(&Other, Vec2) -> f32) -> Eight {
        let mut sum = [0.0; LANES];
        for other in self.others() {
            for (k, sum) in sum.iter_mut().enumerate() {
                *sum += cost(other, v.get(k));
            }
        }
        sum
    }

    /// For each velocity the least of a number over all others; infinite where there is nobody.
    ///
    /// ```
    /// # use ambulo_models::composition::{Seen, Velocities};
    /// # use ambulo_geom::Vec2;
    /// let seen = Seen::alone(Vec2::new(1.3, 0.0), Vec2::ZERO, 0.2);
    /// assert_eq!(seen.least(&Velocities::all(Vec2::ZERO), |_, _| 1.0), [f32::INFINITY; 8]);
    /// ```
    #[inline(always)]
    pub fn least(&self, v: &Velocities, cost: impl Fn(&Other, Vec2) -> f32) -> Eight {
        let mut least = [f32::INFINITY; LANES];
        for other in self.others() {
            for (k, least) in least.iter_mut().enumerate() {
                *least = least.min(cost(other, v.get(k)));
            }
        }
        least
    }
}

impl Other {
    /// When it and a walker of velocity `v` touch, if the walker does the share `share` of avoiding [s]; infinite: never.
    ///
    /// ```
    /// use ambulo_models::composition::Other;
    /// use ambulo_geom::Vec2;
    /// let other = Other { at: Vec2::new(3.0, 0.0), velocity: Vec2::ZERO, radii: 1.0 };
    /// assert_eq!(other.collision(Vec2::new(1.0, 0.0), Vec2::ZERO, 1.0), 2.0);
    /// ```
    #[inline(always)]
    pub fn collision(&self, v: Vec2, now: Vec2, share: f32) -> f32 {
        // With a share of a half the other's own half of the change is counted too.
        let (mx, my) = (now.x + (v.x - now.x) / share, now.y + (v.y - now.y) / share);
        let (wx, wy) = (self.velocity.x - mx, self.velocity.y - my);
        let c = (self.at.x * self.at.x + self.at.y * self.at.y - self.radii * self.radii).max(0.0);
        first_contact(c, self.at.x * wx + self.at.y * wy, wx * wx + wy * wy)
    }
}

/// When two touch: `c` squared distance less squared radii, `b` place times velocity, `a` squared velocity.
#[inline(always)]
fn first_contact(c: f32, b: f32, a: f32) -> f32 {
    let disc = b * b - a * c;
    let time = c / (disc.max(0.0).sqrt() - b);
    if b < -1e-6 && disc > 0.0 { time.max(AT_ONCE) } else { f32::INFINITY }
}

impl FacingWall {
    /// When a body of velocity `v` touches it [s]; infinite: never.
    #[inline(always)]
    pub(super) fn collision(&self, v: Vec2, radius: f32) -> f32 {
        let length = (self.b - self.a).length().max(1e-6);
        let along = (self.b - self.a) / length;
        let n = along.perp();
        let gap = (-(self.a.x * n.x + self.a.y * n.y) - radius).max(0.0);
        let rate = -(v.x * n.x + v.y * n.y);
        let t = gap / rate.max(1e-6);
        let foot = t * (v.x * along.x + v.y * along.y) - (self.a.x * along.x + self.a.y * along.y);
        let flank = if rate > 1e-3 && foot >= 0.0 && foot <= length { t.max(AT_ONCE) } else { f32::INFINITY };
        let end = |p: Vec2| {
            let c = (p.x * p.x + p.y * p.y - radius * radius).max(0.0);
            first_contact(c, -(p.x * v.x + p.y * v.y), v.x * v.x + v.y * v.y)
        };
        flank.min(end(self.a)).min(end(self.b))
    }
}
