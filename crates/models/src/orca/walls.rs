//! What walls ask of a walker: lines that are never given up.
//!
//! A wall seen from a walker has a left and a right end. The velocities that touch it within the time are a cone about it,
//! cut off by a capsule: a disc about each end and a straight piece between. The border nearest to the present velocity
//! gives the line. A wall does not give way, so the walker does all of it.

use super::linear::{HalfPlane, HalfPlanes, LINES, PlaneVec};
use crate::nearest::MOST;
use ambulo_geom::{Point, Vec2};
use ambulo_sim::{LANES, Row, View, Wall};

/// Walls considered, the nearest first.
const WALLS: usize = LINES - MOST;

/// What a walker brings along to a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) place: Point,
    pub(crate) velocity: Vec2,
    pub(crate) radius: f32,
    /// One by the time to be free of walls [1/s].
    pub(crate) per_tau: f32,
    /// To which side exact ties break: -1 right, 1 left, 0 none.
    pub(crate) side: f32,
}

/// A wall as a walker sees it, along its face.
#[derive(Clone, Copy, Debug)]
struct SeenWall {
    /// Its ends seen from the walker [m].
    left: Vec2,
    right: Vec2,
    /// Where the wall goes on beyond each end, as a unit vector, if it is known.
    beyond_left: Option<Vec2>,
    beyond_right: Option<Vec2>,
}

/// Adds the lines of the walls within `range` [m].
#[inline(always)]
pub(crate) fn add_lines(view: &View<'_>, me: Row, mover: &Mover, range: f32, lines: &mut HalfPlanes<f32>) {
    let mut walls = view.walls_within(me, range).peekable();
    if walls.peek().is_some() {
        add_lines_of(walls, mover, lines);
    }
}

#[inline(never)]
pub(super) fn add_lines_of<'a>(walls: impl Iterator<Item = &'a Wall>, mover: &Mover, lines: &mut HalfPlanes<f32>) {
    let (mut near, mut distances, mut count) = ([None::<&Wall>; WALLS], [f64::INFINITY; WALLS], 0);
    for wall in walls.filter(|w| w.faces(mover.place)) {
        let d = wall.at.distance(mover.place);
        let at = distances[..count].iter().position(|o| d < *o).unwrap_or(count);
        if at >= WALLS {
            continue;
        }
        count = (count + 1).min(WALLS);
        for k in (at + 1..count).rev() {
            (near[k], distances[k]) = (near[k - 1], distances[k - 1]);
        }
        (near[at], distances[at]) = (Some(wall), d);
    }
    let near = &near[..count];
    let first = lines.soft * LANES;
    let mut used = 0;
    for wall in near.iter().flatten() {
        // People walk to the left of a wall from a to b: an agent facing it has b to the left.
        let after = near.iter().flatten().find(|w| w.at.a == wall.at.b && w.before == wall.at.a);
        let seen = SeenWall {
            left: wall.at.b - mover.place,
            right: wall.at.a - mover.place,
            beyond_left: after.and_then(|w| (w.at.b - w.at.a).unit()),
            beyond_right: (wall.before - wall.at.a).unit(),
        };
        let (left, right) = (seen.left * mover.per_tau, seen.right * mover.per_tau);
        let reach = mover.radius * mover.per_tau;
        let covers = |line: HalfPlane<f32>| {
            let beyond = |end: Vec2| line.broken(PlaneVec::new(end.x, end.y)) >= reach - 1e-5;
            beyond(left) && beyond(right)
        };
        if (first..first + used).any(|k| covers(lines.get(k))) {
            continue;
        }
        if let Some((n, c)) = line(&seen, mover) {
            lines.set(first + used, HalfPlane { n: PlaneVec::new(n.x, n.y), c });
            used += 1;
        }
    }
    lines.hard = lines.pad(lines.soft, used);
}

/// The two tangents from the walker to a disc about `end`, as unit vectors along them: left and right.
fn tangents(end: Vec2, radius: f32) -> (Vec2, Vec2) {
    let d2 = end.length_squared();
    let leg = (d2 - radius * radius).max(0.0).sqrt();
    let (along, across) = (end * (leg / d2), end.perp() * (radius / d2));
    (along + across, along - across)
}

/// The line of one wall, n . v >= c: normal and offset.
fn line(seen: &SeenWall, mover: &Mover) -> Option<(Vec2, f32)> {
    let (r2, radius) = (mover.radius * mover.radius, mover.radius);
    let along = (seen.right - seen.left).unit()?;
    // The walker is at 0; the wall runs from left to right and its face is turned to the agent.
    let face = -along.perp();
    let share = -seen.left.dot(along) / (seen.right - seen.left).length();
    let straight = seen.left.dot(face);
    let straight2 = straight * straight;
    // An end is a corner that sticks out, unless the wall bends towards the walker there.
    let left_out = seen.beyond_left.is_none_or(|b| b.dot(face) <= 1e-6);
    let right_out = seen.beyond_right.is_none_or(|b| b.dot(face) <= 1e-6);
    // Touching: not a step nearer.
    if share < 0.0 && seen.left.length_squared() <= r2 {
        return seen.left.unit().filter(|_| left_out).map(|n| (-n, 0.0));
    }
    if share > 1.0 && seen.right.length_squared() <= r2 {
        // The next wall sees to it when the walker stands in front of that one.
        let mine = seen.beyond_right.is_none_or(|b| seen.right.cross(b) >= 0.0);
        return seen.right.unit().filter(|_| right_out && mine).map(|n| (-n, 0.0));
    }
    if (0.0..=1.0).contains(&share) && straight2 <= r2 {
        return Some((face, 0.0));
    }
    // Legs of the cone. A wall seen along itself is only its nearer end.
    let (mut left, mut right, point) = (seen.left, seen.right, straight2 <= r2);
    let (mut left_leg, mut right_leg);
    if point {
        let (end, out) = if share < 0.0 { (left, left_out) } else { (right, right_out) };
        if !out {
            return None;
        }
        (left, right) = (end, end);
        (left_leg, right_leg) = tangents(end, radius);
    } else {
        left_leg = if left_out { tangents(left, radius).0 } else { -along };
        right_leg = if right_out { tangents(right, radius).1 } else { along };
    }
    // A leg never leads into the next wall; there it is that wall's business.
    let (mut left_foreign, mut right_foreign) = (false, false);
    let at_left = if point && share > 0.0 { Some(-along) } else { seen.beyond_left.filter(|_| left_out) };
    if let Some(next) = at_left.filter(|b| left_leg.cross(*b) >= 0.0) {
        (left_leg, left_foreign) = (next, true);
    }
    let at_right = if point && share < 0.0 { Some(along) } else { seen.beyond_right.filter(|_| right_out) };
    if let Some(next) = at_right.filter(|b| right_leg.cross(*b) <= 0.0) {
        (right_leg, right_foreign) = (next, true);
    }
    // The border nearest to the present velocity.
    let v = mover.velocity;
    let (left, right, reach) = (left * mover.per_tau, right * mover.per_tau, radius * mover.per_tau);
    let t = if point { 0.5 } else { (v - left).dot(right - left) / (right - left).length_squared() };
    let (on_left, on_right) = ((v - left).dot(left_leg), (v - right).dot(right_leg));
    let disc = |end: Vec2| {
        // Right in the middle of the disc: back is best.
        let n = (v - end).unit().or((-end).unit())?;
        Some((n, n.dot(end) + reach))
    };
    if (t < 0.0 && on_left < 0.0) || (point && on_left < 0.0 && on_right < 0.0) {
        return disc(left);
    }
    if t > 1.0 && on_right < 0.0 {
        return disc(right);
    }
    let away = |inside: bool, d: Vec2| if inside { d.length() } else { f32::INFINITY };
    let to_piece = away(!point && (0.0..=1.0).contains(&t), v - (left + (right - left) * t));
    let to_left = away(on_left >= 0.0, v - (left + left_leg * on_left));
    let to_right = away(on_right >= 0.0, v - (right + right_leg * on_right));
    if to_piece <= to_left && to_piece <= to_right {
        return Some((face, face.dot(left) + reach));
    }
    let tie = (to_left - to_right).abs() <= 1e-6 * to_left;
    let go_left = if tie { mover.side > 0.0 } else { to_left < to_right };
    if go_left {
        let n = left_leg.perp();
        (!left_foreign).then_some((n, n.dot(left) + reach))
    } else {
        let n = -right_leg.perp();
        (!right_foreign).then_some((n, n.dot(right) + reach))
    }
}
