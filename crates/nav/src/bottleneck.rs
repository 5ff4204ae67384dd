//! Bottlenecks: the narrowest place between a corner and a wall becomes an edge of the triangulation.
//!
//! The rule of Lamarche and Donikian (2004): where a triangle has a wall on one side, an input corner across from it
//! and ground to pass by on at least one of the other two sides, the foot of the corner's perpendicular is put on the
//! wall. A foot is a function of the corner and the input segment, and feet are never corners themselves, so that no
//! more can be put than corners times segments.
//!
//! That rule considers one triangle. A corner can also be nearest to a wall that lies one or more triangles further,
//! with nothing but free edges between, and then every edge around it is longer than the passage is wide (a low post
//! beside a long wall is enough). Those feet are put as well, found by the search Demyen (2006) uses to measure
//! passages; afterwards the length of the edges is the width of every passage.

use crate::triangles::{EdgeKind, NONE, Triangles, next, prev};
use ambulo_geom::{Point, Segment};
use std::collections::VecDeque;

/// A foot this near to an end of its wall is not put [m].
pub(crate) const NEAR_END: f64 = 1e-4;

/// The narrowest place between a corner and a wall.
///
/// ```
/// use ambulo_geom::Point;
/// let gap = ambulo_nav::Bottleneck { corner: Point::new(2.0, 1.0), foot: Point::new(2.0, 0.0), width: 1.0 };
/// assert_eq!(gap.corner.distance(gap.foot), gap.width);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bottleneck {
    /// The corner of the plan.
    pub corner: Point,
    /// The place on the wall.
    pub foot: Point,
    /// How far apart [m].
    pub width: f64,
}

/// Puts every foot there is; the records, in the order of insertion.
pub(crate) fn insert_all(t: &mut Triangles, look_through: bool) -> Vec<Bottleneck> {
    let mut found = Vec::new();
    let mut queue: VecDeque<u32> = (0..t.count() as u32).collect();
    let mut waiting = vec![true; t.count()];
    let mut changed = Vec::new();
    while let Some(triangle) = queue.pop_front() {
        waiting[triangle as usize] = false;
        for k in 0..3 {
            let h = triangle * 3 + k;
            let Some((wall, foot)) = rule(t, h).or_else(|| if look_through { beyond(t, h) } else { None }) else {
                continue;
            };
            let corner = t.apex(h);
            changed.clear();
            if !t.split(wall, foot, &mut changed) {
                continue;
            }
            found.push(Bottleneck { corner, foot, width: corner.distance(foot) });
            waiting.resize(t.count(), false);
            // The triangle asked is asked again: another of its corners may have a foot too.
            for &c in changed.iter().chain([&triangle]) {
                if !std::mem::replace(&mut waiting[c as usize], true) {
                    queue.push_back(c);
                }
            }
            break;
        }
    }
    found
}

/// The foot of the apex on wall `h`, where the published rule asks for it.
fn rule(t: &Triangles, h: u32) -> Option<(u32, Point)> {
    if !t.is_wall(h) || !t.corner[t.tail[prev(h) as usize] as usize] {
        return None;
    }
    if t.is_wall(next(h)) && t.is_wall(prev(h)) {
        return None;
    }
    foot(t, h, t.apex(h)).map(|(p, _)| (h, p))
}

/// The foot on the input segment wall `h` is a part of, if it lies strictly inside `h`; and its distance.
fn foot(t: &Triangles, h: u32, corner: Point) -> Option<(Point, f64)> {
    let EdgeKind::Wall(support) = t.kind[h as usize] else { return None };
    let Segment { a, b } = t.supports[support as usize];
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let share = ((corner.x - a.x) * dx + (corner.y - a.y) * dy) / (dx * dx + dy * dy);
    if !(0.0..=1.0).contains(&share) {
        return None;
    }
    let p = a.lerp(b, share);
    let (from, to) = (t.from(h), t.to(h));
    let along = |q: Point| (q.x - from.x) * (to.x - from.x) + (q.y - from.y) * (to.y - from.y);
    let inside = along(p) > 0.0 && along(p) < along(to);
    (inside && from.distance(p) > NEAR_END && to.distance(p) > NEAR_END).then(|| (p, corner.distance(p)))
}

/// The nearest foot of the apex of `h` on a wall seen through free edge `h`, when it is nearer than both edges that
/// meet at the apex: then it, not they, says how wide the passage around the apex is.
fn beyond(t: &Triangles, h: u32) -> Option<(u32, Point)> {
    let apex = t.tail[prev(h) as usize];
    if !t.corner[apex as usize] || t.is_wall(h) {
        return None;
    }
    if t.is_wall(next(h)) || t.is_wall(prev(h)) {
        // Nobody turns around the apex here: they pass it in the next triangle, if at all.
        return None;
    }
    let corner = t.points[apex as usize];
    let mut best = (t.from(h).distance(corner).min(t.to(h).distance(corner)) - NEAR_END, None);
    look(t, t.twin[h as usize], corner, &mut best, 0);
    best.1
}

fn look(t: &Triangles, entered: u32, corner: Point, best: &mut (f64, Option<(u32, Point)>), depth: u32) {
    if entered == NONE || depth > 64 {
        return;
    }
    for e in [next(entered), prev(entered)] {
        if Segment::new(t.from(e), t.to(e)).distance(corner) >= best.0 {
            continue;
        }
        if t.is_wall(e) {
            if let Some((p, d)) = foot(t, e, corner).filter(|f| f.1 < best.0) {
                *best = (d, Some((e, p)));
            }
        } else {
            look(t, t.twin[e as usize], corner, best, depth + 1);
        }
    }
}
