//! Where to head next along a route, with a body's radius off the corners.
//!
//! A funnel like the one that pulls routes taut, but with discs in place of corners: from where the body stands, each
//! end of a portal leaves the directions that pass its disc on the right side. Where no direction is left, the route
//! turns, and the body heads for the tangent of the disc it turns around. Only the first turn is asked for, every few
//! steps and from wherever the body is by then.

use crate::tangents::{Vector, cross, dot, to};
use crate::triangles::NONE;
use crate::{CellId, NavMesh, Portal};
use ambulo_geom::Point;

/// A heading is at least this far ahead, so that a body which rounds a corner does not run past it [m].
const AHEAD: f64 = 0.5;

/// The last direction that passes an end of a portal.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    /// Not of length one.
    pub direction: Vector,
    /// The end, from where the body stands.
    end: Vector,
    /// How far it is to where the direction touches the disc [m].
    reach: f64,
    radius: f64,
}

/// The limit set by an end of a portal, on the left (1) or on the right (-1). A body inside the disc passes straight
/// across the line to its middle.
#[inline]
pub(crate) fn limit(end: Vector, side: f64, radius: f64) -> Limit {
    let across = dot(end, end) - radius * radius;
    if across <= 0.0 {
        return Limit { direction: (end.1 * side, -end.0 * side), end, reach: 0.0, radius };
    }
    let (reach, m) = (across.sqrt(), radius * side);
    Limit { direction: (end.0 * reach + end.1 * m, end.1 * reach - end.0 * m), end, reach, radius }
}

/// The limits of a portal, right and left. One too narrow for the radius keeps what fits.
#[inline]
pub(crate) fn limits(mesh: &NavMesh, portal: Portal, from: Point, radius: f64) -> (Limit, Limit) {
    let e = mesh.edge(portal.cell, portal.edge as usize);
    let width2 = e.a.distance_squared(e.b);
    let radius = if 4.0 * radius * radius > width2 { width2.sqrt() * 0.4999 } else { radius };
    (limit(to(from, e.a), -1.0, radius), limit(to(from, e.b), 1.0, radius))
}

/// Whether a limit narrows the cone. In line with the last one only what lies further counts: what comes back along the
/// line is the other side of a thin wall, and the route turns where that wall ends.
#[inline]
fn tighter(inward: f64, last: &Limit, next: &Limit) -> bool {
    inward > 0.0 || (inward == 0.0 && next.reach >= last.reach)
}

/// Of two ends that leave no direction between them, the one the route turns at. Either the later one lies behind the
/// earlier one, seen from here; or only their discs overlap, and the nearer comes first.
#[inline]
fn turns_at(earlier: Limit, later: Limit, side: f64) -> Limit {
    let behind = side * cross(earlier.end, later.end) > 0.0;
    if behind || earlier.reach <= later.reach { earlier } else { later }
}

/// Straight to where the direction touches the disc, or a little further where that is near.
fn towards(from: Point, limit: &Limit) -> Point {
    let length = dot(limit.direction, limit.direction).sqrt();
    if length <= 0.0 {
        return from;
    }
    let far = limit.reach.max(AHEAD) / length;
    Point::new(from.x + limit.direction.0 * far, from.y + limit.direction.1 * far)
}

/// The first place to head for from `from` in `cell`, and whether it is the target itself.
pub(crate) fn first(
    mesh: &NavMesh,
    portals: impl Iterator<Item = Portal>,
    (from, cell): (Point, CellId),
    target: Point,
    radius: f32,
) -> (Point, bool) {
    let mut portals = portals.peekable();
    let exit = portals.peek().map_or(NONE, |p| p.edge);
    let (heading, last) = through(mesh, portals, from, target, f64::from(radius));
    match deflected(mesh, (from, cell), exit, (heading, last), f64::from(radius)) {
        Some(past) => (past, false),
        None => (heading, last),
    }
}

/// A corner of the cell that the straight line would pass too near, because the portal it belongs to lies behind: past
/// it on the side it is on. Not the ends of the next portal, which were checked.
fn deflected(
    mesh: &NavMesh,
    (from, cell): (Point, CellId),
    exit: u32,
    (heading, last): (Point, bool),
    radius: f64,
) -> Option<Point> {
    let w = to(from, heading);
    let far = dot(w, w).sqrt();
    if far < 1e-9 {
        return None;
    }
    let u = (w.0 / far, w.1 / far);
    let n = mesh.edges(cell) as u32;
    let mut nearest: Option<(f64, f64, Vector)> = None;
    for (k, p) in mesh.corners(cell).enumerate() {
        let c = to(from, p);
        let (along, off) = (dot(u, c), cross(u, c));
        if off.abs() >= radius - 1e-9 || along <= 0.0 || along >= far + radius {
            continue;
        }
        if exit != NONE && (k as u32 == exit || k as u32 == (exit + 1) % n) {
            continue;
        }
        // Only where the line itself comes so near, and the target does not.
        let end = (c.0 - w.0, c.1 - w.1);
        let at_end = dot(end, end) < radius * radius;
        if (along >= far && !at_end) || (last && at_end) {
            continue;
        }
        if nearest.is_none_or(|b| along < b.0) {
            nearest = Some((along, off, c));
        }
    }
    let (_, off, c) = nearest?;
    Some(towards(from, &limit(c, if off >= 0.0 { 1.0 } else { -1.0 }, radius)))
}

/// The same by the ends of the portals alone.
fn through(
    mesh: &NavMesh,
    portals: impl Iterator<Item = Portal>,
    from: Point,
    target: Point,
    radius: f64,
) -> (Point, bool) {
    let mut cone: Option<(Limit, Limit)> = None;
    for portal in portals {
        let (r, l) = limits(mesh, portal, from, radius);
        let Some((right, left)) = &mut cone else {
            // On the first portal, or past it by a hair: it is behind.
            let across = cross(r.end, l.end);
            if across <= 0.0 || across * across <= 1e-18 * dot(r.end, r.end) * dot(l.end, l.end) {
                continue;
            }
            if cross(l.direction, r.direction) > 0.0 {
                return (towards(from, &if l.reach <= r.reach { l } else { r }), false);
            }
            cone = Some((r, l));
            continue;
        };
        if tighter(cross(right.direction, r.direction), right, &r) {
            if cross(left.direction, r.direction) > 0.0 {
                return (towards(from, &turns_at(*left, r, 1.0)), false);
            }
            *right = r;
        }
        if tighter(-cross(left.direction, l.direction), left, &l) {
            if cross(right.direction, l.direction) < 0.0 {
                return (towards(from, &turns_at(*right, l, -1.0)), false);
            }
            *left = l;
        }
    }
    let Some((right, left)) = cone else { return (target, true) };
    let w = to(from, target);
    let far2 = dot(w, w);
    // A target nearer than the disc, or itself within it, is gone to past it.
    let stands_between = |limit: &Limit, outside: f64, behind: f64| {
        let gap = (w.0 - limit.end.0, w.1 - limit.end.1);
        outside > 0.0
            && (behind > 0.0 || (limit.reach * limit.reach < far2 && dot(gap, gap) > limit.radius * limit.radius))
    };
    let by_right = stands_between(&right, -cross(right.direction, w), -cross(right.end, w));
    let by_left = stands_between(&left, cross(left.direction, w), cross(left.end, w));
    match (by_right, by_left) {
        (true, true) => (towards(from, &if right.reach <= left.reach { right } else { left }), false),
        (true, false) => (towards(from, &right), false),
        (false, true) => (towards(from, &left), false),
        _ => (target, true),
    }
}
