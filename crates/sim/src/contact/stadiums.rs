//! Contact of oblong bodies.
//!
//! The same rules as for discs, with the distance of stadiums. What must hold for the last rule: of two bodies that get deeper into each
//! other, at least one is at fault and can still give way. Let `n` be the direction from one segment to the other where they were nearest
//! before the step. A line across `n` parts them, and each reaches so far towards it. If neither reaches farther after the step, they are
//! no nearer than before. So who reaches farther is at fault, by its motion or by its turn; one that has been held back to its old place and
//! facing reaches as far as it did.
//!
//! Walls count that face the centre of a body, and that is enough: a shoulder too near to another wall reaches round the corner where that
//! wall ends, and is then too near to the corner, which the wall that does face the centre shares.

use super::{ContactInput, EASE, SKIN, Stadiums, TOLERANCE, pushed, tie, with_walls};
use crate::stadium::{between, from_wall};
use crate::{Row, Wall};
use ambulo_geom::{Point, Vec2};

impl Stadiums<'_> {
    /// From the centre of a body to the end of its shoulders, before and after the step.
    #[inline]
    fn arm(&self, row: usize) -> Vec2 {
        self.shapes[row].arm(self.facing[row])
    }

    #[inline]
    fn next_arm(&self, row: usize) -> Vec2 {
        self.shapes[row].arm(self.turned[row])
    }

    #[inline]
    fn touch(&self, row: usize, other: usize) -> f32 {
        self.shapes[row].chest + self.shapes[other].chest
    }
}

/// Direction from the other's segment to this one's.
#[inline]
fn direction(scene: ContactInput<'_>, row: usize, other: usize, nearest: Vec2, apart: Vec2) -> Vec2 {
    let known = if nearest.length_squared() > 1e-12 { nearest } else { apart };
    known.unit().unwrap_or_else(|| tie(scene.ids[row], scene.ids[other]))
}

/// Where a body is pushed, as for discs.
pub(super) fn pushed_to(
    scene: ContactInput<'_>,
    outlines: &Stadiums<'_>,
    next: &[Point],
    row: usize,
    others: &[u32],
    walls: bool,
) -> (Point, f32) {
    let (p, arm) = (next[row], outlines.next_arm(row));
    let (mut push, mut touching, mut worst) = (Vec2::ZERO, 0.0f32, f32::NEG_INFINITY);
    for other in others {
        let other = *other as usize;
        let apart = p - next[other];
        let wide = scene.bodies[row].radius + scene.bodies[other].radius + SKIN;
        if apart.length_squared() >= wide * wide {
            continue;
        }
        let nearest = between(apart, arm, outlines.next_arm(other));
        let overlap = outlines.touch(row, other) - nearest.length();
        if overlap > -SKIN {
            let n = direction(scene, row, other, nearest, apart);
            push += n * ((overlap + SKIN) * scene.share(row, other));
            touching += 1.0;
            worst = worst.max(overlap);
        }
    }
    pushed(scene, p, row, (push, touching, worst), |moved| {
        if walls { out_of_walls(scene, outlines, row, moved) } else { (moved, 0.0) }
    })
}

/// Moves a body out of the walls it faces; how deep it was in one.
fn out_of_walls(scene: ContactInput<'_>, outlines: &Stadiums<'_>, row: usize, mut p: Point) -> (Point, f32) {
    let (now, chest) = (scene.bodies[row].place(), f64::from(outlines.shapes[row].chest));
    let (old, arm) = (outlines.arm(row), outlines.next_arm(row));
    let anchor = scene.anchor(row, scene.wish(row));
    let mut deepest = 0.0f64;
    // Twice: leaving one wall of a corner may lead into the other.
    for _ in 0..2 {
        let mut moved = false;
        for (wall, door) in scene.walls.near_and_doors(anchor, scene.height(row)).filter(|(w, _)| w.faces(anchor)) {
            let shut_on = if door { chest - from_wall(wall, now, old).0 } else { 0.0 };
            let room = if shut_on > EASE { chest - shut_on + EASE } else { chest };
            let (gap, n) = from_wall(wall, p, arm);
            let depth = room - gap;
            if depth > 0.0 {
                p = Point::new(p.x + n[0] * depth, p.y + n[1] * depth);
                deepest = deepest.max(depth);
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    (p, deepest as f32)
}

/// Worst overlap of a body with others and walls, and whether it must give way; see the rule for discs.
pub(super) fn overlaps(scene: ContactInput<'_>, outlines: &Stadiums<'_>, next: &[Point], row: usize) -> (f32, bool) {
    let (me, chest) = (scene.bodies[row].place(), outlines.shapes[row].chest);
    let mine = next[row] - me;
    let (old, new) = (outlines.arm(row), outlines.next_arm(row));
    let (mut worst, mut before, mut at_fault) = (0.0f32, 0.0f32, false);
    for other in scene.near.close(Row(row as u32)) {
        let other = *other as usize;
        let o = &scene.bodies[other];
        let (wide, now_apart) = (scene.bodies[row].radius + o.radius, next[row] - next[other]);
        if now_apart.length_squared() >= wide * wide {
            continue;
        }
        let touch = outlines.touch(row, other);
        let overlap = touch - between(now_apart, new, outlines.next_arm(other)).length();
        if overlap <= worst.min(TOLERANCE) {
            continue;
        }
        let apart = me - o.place();
        let v = between(apart, old, outlines.arm(other));
        let overlap_before = touch - v.length();
        if overlap > worst {
            worst = overlap;
            before = overlap_before;
        }
        if overlap > TOLERANCE && overlap > overlap_before {
            let n = -direction(scene, row, other, v, apart);
            at_fault |= mine.dot(n) + new.dot(n).abs() - old.dot(n).abs() > 0.0;
        }
    }
    let depth = |wall: &Wall| chest - from_wall(wall, next[row], new).0 as f32;
    let depth_now = |wall: &Wall| chest - from_wall(wall, me, old).0 as f32;
    with_walls(scene, row, next[row], (worst, before, at_fault), depth, depth_now)
}
