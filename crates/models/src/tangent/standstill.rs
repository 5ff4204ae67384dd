//! Standstill: an agent that does not get away from where it is stops weighing others and slides past those it touches.
//!
//! Everything else here is decided by where people are. A knot in which everybody leans on the next therefore decides the
//! same at every step and holds for good. To slide instead of to lean takes the pressure out of it, and a direction
//! drawn by chance, only by those without progress for long, unties it.

use super::Tangent;
use super::pair::Own;
use ambulo_geom::{Point, Vec2};
use ambulo_sim::{Row, View};

/// An agent that stays this near has not got away [m]. To jostle is not progress, so the place counts, not the speed.
const AWAY: f32 = 0.3;
/// Share of the attempts that lead straight on.
const STRAIGHT: f64 = 0.5;
/// The others lead at most this far off the desired direction [rad].
const ASIDE: f64 = 2.1;
/// An attempt takes at least this long [s], and at most three times as long.
const ATTEMPT: f32 = 0.5;
/// Gaps are closed no faster than in this time [s].
const CLOSE: f32 = 0.25;
/// Touched or nearly touched at once at most: more than fit around a body.
const NEAR: usize = 16;

/// Where a walker has been for how long, and what it does about it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standstill {
    /// Where it was when it last got away.
    from: Option<Point>,
    /// And when [steps].
    since: u32,
    /// Until when the present attempt lasts [steps].
    until: u32,
    /// How far off the desired direction that leads: cosine and sine.
    turn: Vec2,
}

ambulo_sim::snapshot!(Standstill { from, since, until, turn });

impl Standstill {
    /// The velocity of an agent that has stood still for longer than its `patience`; none before that.
    #[inline(always)]
    pub(super) fn slide_past(&mut self, view: &View<'_>, me: Row, p: &Tangent, own: &Own) -> Option<Vec2> {
        let wants = own.desired.length_squared() > 1e-6;
        let waited = self.waited(view.place(me), view.step(), wants) as f32 * view.dt;
        if !wants || p.patience <= 0.0 || (waited < p.patience && view.step() >= self.until) {
            return None;
        }
        Some(self.attempt(view, me, own.desired))
    }

    /// For how many steps it has wanted to get away from where it is.
    #[inline(always)]
    fn waited(&mut self, place: Point, now: u32, wants: bool) -> u32 {
        if !wants || self.from.is_none_or(|from| (place - from).length_squared() >= AWAY * AWAY) {
            (self.from, self.since) = (Some(place), now);
        }
        now.wrapping_sub(self.since)
    }

    #[cold]
    fn attempt(&mut self, view: &View<'_>, me: Row, desired: Vec2) -> Vec2 {
        if view.step() >= self.until {
            let mut chance = view.random(me);
            let angle = (2.0 * chance.unit() - 1.0) * ASIDE;
            self.turn = if chance.unit() < STRAIGHT { Vec2::new(1.0, 0.0) } else { Vec2::from_angle(angle) };
            let seconds = ATTEMPT * (1.0 + 2.0 * chance.unit() as f32);
            self.until = view.step().saturating_add((seconds / view.dt) as u32 + 1);
        }
        let wish = desired * self.turn.x + desired.perp() * self.turn.y;
        let near = NearBodies::around(view, me, wish.length() * CLOSE);
        slide(wish, near.list())
    }
}

/// Bodies and walls touched or nearly so: where, and how fast one may go there [m/s].
struct NearBodies {
    all: [(Vec2, f32); NEAR],
    count: usize,
}

impl NearBodies {
    fn around(view: &View<'_>, me: Row, reach: f32) -> Self {
        let (body, place) = (view.body(me), view.place(me));
        let mut near = Self { all: [(Vec2::ZERO, 0.0); NEAR], count: 0 };
        for wall in view.walls(me).filter(|w| w.faces(place)) {
            near.add(wall.at.closest_point(place) - place, body.radius, reach);
        }
        for row in view.neighbours(me) {
            let other = view.body(row);
            let p = Vec2::new((other.x - body.x) as f32, (other.y - body.y) as f32);
            near.add(p, body.radius + other.radius, reach);
        }
        near
    }

    #[inline(always)]
    fn add(&mut self, p: Vec2, touch: f32, reach: f32) {
        if p.length_squared() < (touch + reach) * (touch + reach) && self.count < NEAR {
            self.all[self.count] = (p.unit().unwrap_or_default(), (p.length() - touch).max(0.0) / CLOSE);
            self.count += 1;
        }
    }

    fn list(&self) -> &[(Vec2, f32)] {
        &self.all[..self.count]
    }
}

/// What is left of a velocity when it leads into nothing near. Boxed in, one stands.
fn slide(wish: Vec2, near: &[(Vec2, f32)]) -> Vec2 {
    let mut v = wish;
    // Sliding off one may lead into another.
    for _ in 0..4 {
        for (n, most) in near {
            v -= *n * (v.dot(*n) - most).max(0.0);
        }
    }
    if near.iter().any(|(n, most)| v.dot(*n) > most + 0.01) { Vec2::ZERO } else { v }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn jostling_is_not_getting_away() {
        let mut p = Standstill::default();
        // Starting at the origin, late, is no long wait.
        assert_eq!(p.waited(Point::new(0.0, 0.0), 500, true), 0);
        for k in 1..100 {
            let place = Point::new(0.2 * f64::from(k % 2), 0.0);
            assert_eq!(p.waited(place, 500 + k, true), k);
        }
        assert_eq!(p.waited(Point::new(0.31, 0.0), 600, true), 0);
        // An agent without a desired velocity does not wait.
        assert_eq!(p.waited(Point::new(0.31, 0.0), 700, false), 0);
    }

    #[test]
    fn it_slides_off_one_and_stands_between_three() {
        let v = slide(Vec2::new(1.0, 1.0), &[(Vec2::new(1.0, 0.0), 0.0)]);
        assert!((v - Vec2::new(0.0, 1.0)).length() < 1e-6);
        let around = [0.0, 2.1, 4.2].map(|angle| (Vec2::from_angle(angle), 0.0));
        assert!(slide(Vec2::new(1.0, 0.3), &around).length() < 0.02);
    }

    proptest! {
        #[test]
        fn it_leads_into_nobody_and_is_never_faster(
            wish in (0.0f64..6.3, 0.1f32..2.0), near in prop::collection::vec((0.0f64..6.3, 0.0f32..1.0), 0..6),
        ) {
            let wish = Vec2::from_angle(wish.0) * wish.1;
            let near: Vec<_> = near.into_iter().map(|(angle, most)| (Vec2::from_angle(angle), most)).collect();
            let v = slide(wish, &near);
            prop_assert!(v.length() <= wish.length() + 1e-5);
            prop_assert!(near.iter().all(|(n, most)| v.dot(*n) <= most + 0.0101));
        }
    }
}
