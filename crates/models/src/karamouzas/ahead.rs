//! Walls ahead.

use super::Karamouzas;
use super::colliding::{LocalFrame, time_to_meet};
use ambulo_geom::{Point, Vec2};
use ambulo_sim::{Row, View, Wall};

/// Most walls a walker minds at a time: the nearest.
pub(super) const MOST: usize = 12;

/// Share of the distance to keep from a wall that is nearer than the radius.
const SHRINK: f32 = 0.98;

/// A wall in the walker's own axes, and how near it may come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ahead {
    /// Where it begins and where it ends, seen from the walker [m].
    a: Vec2,
    b: Vec2,
    /// Unit vector from a to b; the walker is to the left of it.
    along: Vec2,
    length: f32,
    /// Distance to its line, less what is to be kept [m].
    room: f32,
    /// Square of what is to be kept [m^2], and by how much the squares of the distances to a and b are above it.
    keep2: f32,
    gap_a: f32,
    gap_b: f32,
    /// Distance [m].
    distance: f32,
}

impl Ahead {
    #[inline]
    pub(super) fn new(wall: &Wall, place: Point, radius: f32, frame: LocalFrame) -> Self {
        let (a, b) = (frame.own(wall.at.a - place), frame.own(wall.at.b - place));
        let along = (b - a).unit().unwrap_or(Vec2::new(1.0, 0.0));
        let distance = wall.at.distance(place) as f32;
        // An agent that brushes along a wall must not come nearer to it, and may continue.
        let keep = radius.min(SHRINK * distance);
        let keep2 = keep * keep;
        // The walker stands to the left: its height above the line is positive.
        let room = a.cross(along) - keep;
        let (gap_a, gap_b) = (a.length_squared() - keep2, b.length_squared() - keep2);
        Self { a, b, along, length: (b - a).length(), room, keep2, gap_a, gap_b, distance }
    }

    /// When a walker that moves at (vx, vy) touches it [s]; infinite when never. Free of branches.
    #[inline(always)]
    pub(super) fn meets(&self, vx: f32, vy: f32) -> f32 {
        let ends = time_to_meet(self.a.x, self.a.y, -vx, -vy, self.keep2, self.gap_a)
            .min(time_to_meet(self.b.x, self.b.y, -vx, -vy, self.keep2, self.gap_b));
        let closing = vx * self.along.y - vy * self.along.x;
        let time = self.room / closing;
        let foot = (vx * time - self.a.x) * self.along.x + (vy * time - self.a.y) * self.along.y;
        let hits = (closing > 1e-6) & (self.room >= 0.0) & (foot >= 0.0) & (foot <= self.length);
        let flank = if hits { time } else { f32::INFINITY };
        if flank < ends { flank } else { ends }
    }
}

/// The walls a walker minds.
pub(super) struct WallsAhead {
    all: [Ahead; MOST],
    count: usize,
    /// What the time to a wall is multiplied by to compare with the time to people.
    pub(super) stretch: f32,
}

/// How far walls matter to a walker of that radius [m].
pub(super) fn reach(p: &Karamouzas, radius: f32) -> f32 {
    p.max_speed * p.wall_time + radius
}

impl WallsAhead {
    #[inline(always)]
    pub(super) fn find(view: &View<'_>, me: Row, p: &Karamouzas, frame: LocalFrame, fastest: f32) -> Self {
        let mut walls = Self { all: [Ahead::default(); MOST], count: 0, stretch: p.time_max / p.wall_time };
        let (place, radius) = (view.place(me), view.body(me).radius);
        let reach = fastest * p.wall_time + radius;
        for wall in view.walls_within(me, reach) {
            if wall.faces(place) {
                walls.insert(Ahead::new(wall, place, radius, frame));
            }
        }
        walls
    }

    /// Sorted by distance; when there are too many the farthest is forgotten.
    fn insert(&mut self, wall: Ahead) {
        if self.count == MOST && self.all[MOST - 1].distance <= wall.distance {
            return;
        }
        self.count = (self.count + 1).min(MOST);
        let mut at = self.count - 1;
        while at > 0 && self.all[at - 1].distance > wall.distance {
            self.all[at] = self.all[at - 1];
            at -= 1;
        }
        self.all[at] = wall;
    }

    #[inline(always)]
    pub(super) fn list(&self) -> &[Ahead] {
        &self.all[..self.count]
    }

    /// When the first of them is met at (vx, vy), on the scale of people [s].
    #[inline(always)]
    pub(super) fn meets(&self, vx: f32, vy: f32) -> f32 {
        self.list().iter().map(|w| w.meets(vx, vy) * self.stretch).fold(f32::INFINITY, f32::min)
    }

    pub(super) fn of(walls: &[Ahead], stretch: f32) -> Self {
        let mut all = Self { all: [Ahead::default(); MOST], count: 0, stretch };
        walls.iter().for_each(|w| all.insert(*w));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::{Contact, Segment, ttc_disc_segment};
    use proptest::prelude::*;

    fn wall(a: (f64, f64), b: (f64, f64)) -> Wall {
        Wall { at: Segment::new(Point::new(a.0, a.1), Point::new(b.0, b.1)), before: Point::new(a.0, a.1) }
    }

    proptest! {
        #[test]
        fn times_to_walls_agree_with_the_scalar_form(
            a in (-6.0f64..6.0, -6.0f64..6.0), b in (-6.0f64..6.0, -6.0f64..6.0), v in (-2.0f32..2.0, -2.0f32..2.0), turn in 0.0f64..6.2,
        ) {
            let place = Point::new(0.0, 0.0);
            let (wall, radius) = (wall(a, b), 0.2);
            prop_assume!(wall.faces(place) && wall.at.length() > 0.01 && wall.at.distance(place) > 0.21);
            let frame = LocalFrame { along: Vec2::from_angle(turn) };
            let (v, own) = (Vec2::new(v.0, v.1), frame.own(Vec2::new(v.0, v.1)));
            let time = Ahead::new(&wall, place, radius, frame).meets(own.x, own.y);
            let truth = ttc_disc_segment(place, v, radius, wall.at);
            // A course that grazes an end may be free in one form and not in the other.
            let miss = |by: f32| ttc_disc_segment(place, v, radius + by, wall.at) == Contact::Never;
            let grazes = miss(-0.002) != miss(0.002);
            prop_assert!(grazes || time == truth.time() || (time - truth.time()).abs() < 2e-3 * time.max(1.0), "{} {:?}", time, truth);
        }
    }

    #[test]
    fn an_agent_touching_a_wall_may_walk_along_it_and_away_and_not_into_it() {
        let frame = LocalFrame { along: Vec2::new(1.0, 0.0) };
        let floor = wall((-5.0, 0.0), (5.0, 0.0));
        for height in [0.2, 0.199, 0.01] {
            let ahead = Ahead::new(&floor, Point::new(0.0, height), 0.2, frame);
            assert!(ahead.meets(1.3, 0.0) > 3.0, "at {height}");
            assert_eq!(ahead.meets(1.0, 0.5), f32::INFINITY, "at {height}");
            assert!(ahead.meets(1.0, -0.5) < 0.02, "at {height}");
        }
    }

    #[test]
    fn the_nearest_walls_are_kept() {
        let frame = LocalFrame { along: Vec2::new(1.0, 0.0) };
        let far = |y: f64| Ahead::new(&wall((-5.0, -y), (5.0, -y)), Point::new(0.0, 0.0), 0.2, frame);
        let walls: Vec<Ahead> = (1..=20).rev().map(|k| far(f64::from(k))).collect();
        let kept = WallsAhead::of(&walls, 1.0);
        assert_eq!(kept.list().iter().map(|w| w.distance as u32).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
        assert!((kept.meets(0.0, -1.0) - 0.8).abs() < 1e-6);
    }
}
