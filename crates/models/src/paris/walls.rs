//! Orientation sections of walls.

use super::angles::{left_turn, number, wrap};
use super::sections::{Aim, BIG, Sections};
use ambulo_geom::{Contact, Point, Vec2, ttc_disc_segment};
use ambulo_sim::Wall;

/// Neighbouring pieces of a wall overlap by this, so that no direction slips between them.
const JOINT: f32 = 1e-4;
/// Part of the body that must not touch a wall ahead: a course that grazes it is open, contact slides along it.
const BODY: f32 = 0.95;

/// The observer of walls.
#[derive(Clone, Copy)]
pub(super) struct Beholder {
    pub(super) place: Point,
    pub(super) radius: f32,
    /// Desired direction.
    pub(super) frame: Vec2,
    /// Speed that says how long the pieces are [m/s].
    pub(super) pace: f32,
    /// Windows that begin later than this do not count [s].
    pub(super) until: f32,
}

/// A piece of a wall.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WallPiece {
    pub(super) from: f32,
    pub(super) to: f32,
    /// Greatest speed that does not reach it in its window [m/s].
    pub(super) slow: f32,
    pub(super) begins: f32,
}

impl Beholder {
    /// The pieces of one half of a wall: from the nearest place to its end `b`, or to its end `a`.
    pub(super) fn pieces(&self, wall: &Wall, to_b: bool, aim: &Aim, mut take: impl FnMut(usize, WallPiece)) {
        let windows = &aim.windows;
        let foot = wall.at.closest_point(self.place);
        let end = if to_b { wall.at.b } else { wall.at.a };
        let seen = |p: Point| {
            let d = p - self.place;
            Vec2::new(self.frame.dot(d), self.frame.cross(d))
        };
        let (foot, end) = (seen(foot), seen(end));
        let length = (end - foot).length();
        let along = (end - foot).unit().unwrap_or(Vec2::ZERO);
        // People walk to the left of a wall, so that its b lies to the left of its a for an observer.
        let side = if to_b { 1.0 } else { -1.0 };
        for i in 0..windows.count {
            let (t1, t2) = (windows.at[i], windows.at[i + 1]);
            let (s1, s2) = (t1 * self.pace, t2 * self.pace);
            if (s1 > length || t1 >= self.until) && i > 0 {
                break;
            }
            let (near, mut far) = (foot + along * s1, foot + along * s2.min(length));
            let slow = (near.length() - self.radius).max(0.0) / t2;
            if s2 >= length {
                // Beyond the end the body still touches it.
                let tangent = (far.length_squared() - self.radius * self.radius).max(0.0).sqrt();
                far = far * tangent + far.perp() * (side * self.radius);
            }
            let (near, far) = (number(near.x, near.y), number(far.x, far.y));
            let (right, left) = if to_b { (near, far) } else { (far, near) };
            // A wall seen edge on may come out reversed by rounding; it then hides nothing.
            if left_turn(right, left) < 2.5 {
                take(i, WallPiece { from: wrap(right - JOINT), to: wrap(left + JOINT), slow, begins: t1 });
            }
        }
    }

    /// Adds both halves of a wall to what is around.
    pub(super) fn add(&self, wall: &Wall, aim: &Aim, lane: usize, around: &mut Sections) {
        for (half, to_b) in [true, false].into_iter().enumerate() {
            self.pieces(wall, to_b, aim, |j, piece| {
                if !aim.refine || piece.slow < aim.top {
                    set(around, j, lane + half, piece, aim);
                }
            });
        }
    }

    /// How far the walker may go in a direction of the world before it touches a wall [m].
    pub(super) fn free(&self, wall: &Wall, u: Vec2) -> f32 {
        match ttc_disc_segment(self.place, u, self.radius * BODY, wall.at) {
            Contact::In(t) => t,
            Contact::Inside if (wall.at.closest_point(self.place) - self.place).dot(u) > 0.0 => 0.0,
            Contact::Inside | Contact::Never => BIG,
        }
    }
}

fn set(block: &mut Sections, j: usize, k: usize, piece: WallPiece, aim: &Aim) {
    block.from[j][k] = piece.from;
    block.to[j][k] = piece.to;
    block.hurry[j][k] = BIG;
    block.slow[j][k] = aim.slowing(piece.slow);
    block.sure[j][k] = aim.sure(piece.begins);
}
