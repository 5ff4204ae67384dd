//! Long steps, in substeps.
//!
//! At half a second per step and 5 m/s a walker moves 2.5 m at once, further than it is wide and than walls are found. Such a
//! step is led along in substeps no longer than bodies can be pushed: each ends outside all walls and in sight of where the
//! step began. What is left is the farthest place along the wish that can be had, beside the wall that ended it.

use super::{ContactInput, PUSH};
use crate::parallel::Pool;
use crate::{Walls, locomotion};
use ambulo_geom::{Crossing, Point, Segment};

/// A substep is no longer than this [m]: less than the radius of a body, so that none passes a wall.
const SUBSTEP: f64 = 0.1;
/// And this share of the radius, for those who are narrow.
const OF_RADIUS: f64 = 0.5;
/// Walls are found around places that lie no further apart than this [m].
const LOOK: f64 = 1.0;

/// Where everyone aims at, by substeps where steps are long; nothing when no step can be.
pub(super) fn find(pool: &Pool, scene: ContactInput<'_>, aims: &mut Vec<Point>) {
    aims.clear();
    if scene.fastest * scene.dt <= PUSH {
        return;
    }
    aims.resize(scene.bodies.len(), Point::default());
    pool.chunks(&mut aims[..], |start, aims| {
        for (k, aim) in aims.iter_mut().enumerate() {
            let (row, body) = (start + k, &scene.bodies[start + k]);
            let wish = locomotion::moved(body, scene.moving[row], scene.dt);
            let long = (wish - body.place()).length() > PUSH && wish.is_finite();
            // An oblong body may pass sideways.
            let radius = scene.stadiums.map_or(body.radius, |s| s.shapes[row].chest);
            let z = scene.height(row);
            *aim = if long { led(scene.walls, body.place(), radius, wish, z, scene.farthest) } else { wish };
        }
    });
}

/// How far a body comes towards `wish`.
fn led(walls: &Walls, now: Point, radius: f32, wish: Point, z: f32, farthest: f64) -> Point {
    let radius = f64::from(radius);
    let length = now.distance(wish);
    if length + radius < walls.reach().min(farthest) && !walls.any_near(now) {
        return wish;
    }
    // On stairs the height changes with the place, and people and walls are found by height.
    let most = length.min(farthest);
    let substeps = (most / SUBSTEP.min(OF_RADIUS * radius).max(1e-3)).ceil().max(1.0);
    let share = most / length / substeps;
    let (dx, dy) = ((wish.x - now.x) * share, (wish.y - now.y) * share);
    let mut at = now;
    for _ in 0..substeps as u32 {
        let to = freed(walls, at, Point::new(at.x + dx, at.y + dy), radius, z);
        if crosses(walls, at, to, z) || crosses(walls, now, to, z) {
            break;
        }
        at = to;
    }
    at
}

/// `to`, moved out of the walls that face a body at `at`.
fn freed(walls: &Walls, at: Point, mut to: Point, radius: f64, z: f32) -> Point {
    // Twice: leaving one wall of a corner may lead into the other.
    for _ in 0..2 {
        for wall in walls.near(at, z).filter(|wall| wall.faces(at)) {
            let foot = wall.at.closest_point(to);
            let apart = foot.distance(to);
            // A body that is in a wall already, as when a door was shut on it, only does not go deeper.
            let room = radius.min(wall.at.distance(at));
            if apart < room && apart > 1e-9 {
                let k = (room - apart) / apart;
                to = Point::new(to.x + (to.x - foot.x) * k, to.y + (to.y - foot.y) * k);
            }
        }
    }
    to
}

/// Whether a centre that moves straight from one place to another meets a wall.
pub(super) fn crosses(walls: &Walls, from: Point, to: Point, z: f32) -> bool {
    if from == to {
        return false;
    }
    let motion = Segment::new(from, to);
    let length = motion.length();
    if length <= LOOK {
        return walls.near(from, z).any(|w| w.at.crossing(motion) != Crossing::None);
    }
    let looks = (length / LOOK).ceil();
    (0..looks as u32).any(|k| {
        let at = from.lerp(to, (f64::from(k) + 0.5) / looks);
        walls.near(at, z).any(|w| w.at.crossing(motion) != Crossing::None)
    })
}
