//! Steps on stairs: one foot on each tread, all of it inside, whatever step was meant.

use super::feet::FOOT;
use super::search::Stance;
use super::steps::{PlannedStep, TURN_RATE};
use ambulo_geom::{Point, Vec2};
use ambulo_sim::Flight;

/// A foot on a floor keeps so far from the edge of stairs [m]: no corner of it reaches beyond.
const OFF_EDGE: f32 = 0.145;
/// The farthest a foot is put onto the floor beyond the stairs [m].
const BEYOND: f32 = 0.5;
/// A foot keeps so far from the sides of stairs [m].
const OFF_SIDE: f32 = FOOT.1 + 0.02;
/// Feet must point along the stairs by so much: cos of 45 degrees.
const ALONG: f32 = 0.7;
/// The shortest and the longest a step on stairs lasts [s].
const TIMES: (f32, f32) = (0.4, 0.9);
/// Feet are so far apart at least, sideways, and at most in all [m].
const APART: (f32, f32) = (0.05, 0.95);

/// Stairs, relative to the origin of a search.
#[derive(Clone, Copy, Debug)]
pub struct NearStairs {
    foot: Vec2,
    up: Vec2,
    run: f32,
    half_width: f32,
    depth: f32,
    treads: i32,
}

impl NearStairs {
    /// Stairs with treads; a ramp is floor to feet.
    pub fn of(flight: &Flight, origin: Point) -> Option<Self> {
        let Flight { foot, up, run, half_width, treads, .. } = *flight;
        let stairs = Self { foot: foot - origin, up, run, half_width, depth: flight.depth(), treads: treads as i32 };
        (treads > 0).then_some(stairs)
    }

    /// How far up and how far to the left.
    fn along(&self, place: Vec2) -> (f32, f32) {
        let from = place - self.foot;
        (from.dot(self.up), self.up.cross(from))
    }

    fn tread(&self, along: f32) -> i32 {
        ((along / self.depth).floor() as i32).clamp(-1, self.treads)
    }

    /// Whether a place is on a tread.
    pub fn has(&self, place: Vec2) -> bool {
        let (along, aside) = self.along(place);
        (0.0..self.run).contains(&along) && aside.abs() <= self.half_width
    }

    /// Whether no part of a foot at a place is on a tread.
    pub fn is_off(&self, place: Vec2) -> bool {
        let (along, aside) = self.along(place);
        along <= -OFF_EDGE || along >= self.run + OFF_EDGE || aside.abs() >= self.half_width + OFF_EDGE
    }

    /// A step as it lands here: on the next tread up or down, or on the floor before it; the step itself where it stays off. `None` where
    /// it cannot be made.
    fn fit(&self, stance: &Stance, step: &PlannedStep, speed: f32) -> Option<PlannedStep> {
        let (next, moving) = stance.after(step);
        let ((along, aside), (from, from_aside)) = (self.along(moving.swing.1), self.along(moving.support));
        let (support, meant) = (self.tread(from), self.tread(along));
        let last = self.treads;
        let clear = |tread: i32, along: f32| {
            (tread == -1 && along <= -OFF_EDGE) || (tread == last && along >= self.run + OFF_EDGE)
        };
        if support == meant && clear(meant, along) || (aside.abs() > self.half_width && !self.has(moving.support)) {
            return Some(*step);
        }
        if from_aside.abs() > self.half_width && !clear(support, from) {
            return None;
        }
        let tread = meant.clamp(support - 1, support + 1).clamp(-1, last);
        let on_tread = (0..last).contains(&tread);
        if on_tread && tread == support {
            return None;
        }
        let facing =
            if on_tread { self.up * if next.facing.dot(self.up) < 0.0 { -1.0 } else { 1.0 } } else { next.facing };
        if on_tread && next.facing.dot(facing) < ALONG {
            return None;
        }
        let to = match tread {
            -1 => along.clamp(-OFF_EDGE - BEYOND, -OFF_EDGE),
            t if t == last => along.clamp(self.run + OFF_EDGE, self.run + OFF_EDGE + BEYOND),
            t => (t as f32 + 0.5) * self.depth,
        };
        let room = (self.half_width - OFF_SIDE).max(0.0);
        let aside = if on_tread { aside.clamp(-room, room) } else { aside };
        let landing = self.foot + self.up * to + self.up.perp() * aside;
        let apart = landing - moving.support;
        let left = apart.dot(facing.perp());
        let climbs = on_tread || (0..last).contains(&support);
        let time = if climbs { (self.depth / speed).clamp(TIMES.0, TIMES.1) } else { step.time };
        let turn = Vec2::new(stance.facing.dot(facing), stance.facing.cross(facing));
        // The sine is below the angle by little where it matters.
        let turns = if turn.x > 0.0 { turn.y.abs() } else { 2.0 };
        let fitted = PlannedStep {
            forward: apart.dot(facing),
            side: if stance.swing == 0 { left } else { -left },
            turn,
            time,
            ..*step
        };
        (fitted.side >= APART.0 && apart.length() <= APART.1 && turns <= TURN_RATE * time).then_some(fitted)
    }
}

/// A step as it lands where stairs are.
pub fn fit(stairs: &[NearStairs], stance: &Stance, step: &PlannedStep, speed: f32) -> Option<PlannedStep> {
    if step.stands {
        return Some(*step);
    }
    stairs.iter().try_fold(*step, |step, stairs| stairs.fit(stance, &step, speed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stairs() -> NearStairs {
        NearStairs {
            foot: Vec2::new(0.5, 0.0),
            up: Vec2::new(1.0, 0.0),
            run: 3.0,
            half_width: 1.0,
            depth: 0.3,
            treads: 10,
        }
    }

    #[test]
    fn feet_land_in_the_middle_of_the_next_tread_up_and_down() {
        let (s, half) = (stairs(), 0.09);
        let forward =
            PlannedStep { forward: 0.6, side: 0.18, ..PlannedStep { stands: false, ..PlannedStep::standing(0.5) } };
        for (dir, begin, end) in [(1.0, -0.3, 4.2), (-1.0, 3.4, -0.8)] {
            let facing = Vec2::new(dir, 0.0);
            let at = |side: f32| s.foot + Vec2::new(begin, 0.0) + facing.perp() * side;
            let mut stance = Stance { feet: [at(half), at(-half)], facing, root: at(0.0), ..Stance::default() };
            let (mut treads, mut steps) = (Vec::new(), 0);
            while (stance.root.x - end) * dir < 0.0 && steps < 40 {
                let fitted = fit(&[s], &stance, &forward, 0.6).expect("a step");
                let (next, moving) = stance.after(&fitted);
                let (along, _) = s.along(moving.swing.1);
                if (0.0..s.run).contains(&along) {
                    let tread = s.tread(along);
                    assert!((along - (tread as f32 + 0.5) * s.depth).abs() < 1e-4);
                    treads.push(tread);
                } else {
                    assert!(along <= -FOOT.0 || along >= s.run + FOOT.0, "{along}");
                }
                (stance, steps) = (next, steps + 1);
            }
            let all: Vec<i32> = (0..10).collect();
            assert_eq!(treads, if dir > 0.0 { all } else { all.into_iter().rev().collect() });
        }
    }
}
