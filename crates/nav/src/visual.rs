//! Where to look: the cone of directions in which the next portals can be crossed on a straight line.
//!
//! After Lamarche and Donikian (2004). The cone of the first portal is narrowed by the next ones as long as it stays
//! wider than an angle; its bisector is the direction to walk. A large angle keeps to the middle of portals, a small
//! one skims corners. The cells are convex, so that the ray is free up to the last portal used.

use crate::heading::limits;
use crate::tangents::{Vector, cross, dot, to};
use crate::{Goal, NavMesh, Portal, Route};
use ambulo_geom::{Point, math};

/// The angle below which a cone is not narrowed further by default [rad]: 10 degrees.
pub const LEAST_CONE: f64 = std::f64::consts::PI / 18.0;

/// A direction, and how much of the route it was chosen for.
///
/// ```
/// let look = ambulo_nav::VisualHeading { x: 1.0, y: 0.0, portals: 2, at_goal: false };
/// assert_eq!(look.portals, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisualHeading {
    /// Unit direction to the right [1].
    pub x: f64,
    /// Unit direction up [1].
    pub y: f64,
    /// How many portals are crossed on the ray.
    pub portals: usize,
    /// Whether the ray ends at the goal.
    pub at_goal: bool,
}

fn angle(right: Vector, left: Vector) -> f64 {
    math::atan2(cross(right, left), dot(right, left))
}

fn unit(v: Vector) -> Vector {
    let length = dot(v, v).sqrt();
    if length > 0.0 { (v.0 / length, v.1 / length) } else { (0.0, 0.0) }
}

impl Route {
    /// The direction to walk from `from`, when portals before `next` lie behind, by narrowing the cone of sight down
    /// to `least` [rad]. The ends of portals are passed at `radius`.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_nav::{Goal, Navigator, NavMesh};
    /// let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap())).unwrap();
    /// let goal = Goal::point(&mesh, Point::new(8.0, 1.0)).unwrap();
    /// let start = Point::new(1.0, 1.0);
    /// let route = Navigator::default().plan(&mesh, start, 0, &goal, 0.4).unwrap();
    /// let look = route.look(&mesh, start, 0, &goal, 0.2, ambulo_nav::LEAST_CONE);
    /// assert_eq!((look.x, look.y, look.at_goal), (1.0, 0.0, true));
    /// ```
    pub fn look(
        &self,
        mesh: &NavMesh,
        from: Point,
        next: usize,
        goal: &Goal,
        radius: f32,
        least: f64,
    ) -> VisualHeading {
        let target = goal.pieces()[self.piece as usize].target(from, radius);
        let portals = &self.portals[next.min(self.portals.len())..];
        look(mesh, portals.iter().copied(), from, target, radius, least)
    }
}

/// The same through any portals, read only as far as the cone stays wide enough.
pub(crate) fn look(
    mesh: &NavMesh,
    mut portals: impl Iterator<Item = Portal>,
    from: Point,
    target: Point,
    radius: f32,
    least: f64,
) -> VisualHeading {
    let look = |v: Vector, portals: usize, at_goal: bool| {
        let (x, y) = unit(v);
        VisualHeading { x, y, portals, at_goal }
    };
    let ends = |portal: Portal| {
        let (right, left) = limits(mesh, portal, from, f64::from(radius));
        (right.direction, left.direction)
    };
    let Some(first) = portals.next() else {
        return look(to(from, target), 0, true);
    };
    let (mut right, mut left) = ends(first);
    if cross(right, left) <= 1e-9 {
        // On the portal's line, past it, or too far to the side of a narrow one: its middle, or straight across.
        let edge = mesh.edge(first.cell, first.edge as usize);
        let middle = to(from, edge.a.lerp(edge.b, 0.5));
        let along = to(edge.a, edge.b);
        let far = middle.0 * middle.0 + middle.1 * middle.1 > 1e-12;
        return look(if far { middle } else { (along.1, -along.0) }, 1, false);
    }
    let (mut used, mut all) = (1, true);
    for portal in portals {
        let (r, l) = ends(portal);
        let narrower = (if cross(right, r) > 0.0 { r } else { right }, if cross(left, l) < 0.0 { l } else { left });
        // A portal wholly to one side of the cone leaves nothing of it.
        if cross(narrower.0, narrower.1) <= 0.0 || angle(narrower.0, narrower.1) < least {
            all = false;
            break;
        }
        (right, left) = narrower;
        used += 1;
    }
    let t = to(from, target);
    if all && cross(right, t) >= 0.0 && cross(left, t) <= 0.0 {
        return look(t, used, true);
    }
    let (r, l) = (unit(right), unit(left));
    look((r.0 + l.0, r.1 + l.1), used, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Navigator;
    use ambulo_geom::{Polygon, Region};

    /// A corridor with a door in the middle and a second, off to the side, behind it.
    fn two_doors() -> (NavMesh, Goal, Point, Route) {
        let plan = Polygon::from_rings(
            &[
                (0.0, 0.0),
                (5.0, 0.0),
                (5.0, 2.0),
                (5.2, 2.0),
                (5.2, 0.0),
                (10.0, 0.0),
                (10.0, 4.5),
                (10.2, 4.5),
                (10.2, 0.0),
                (15.0, 0.0),
                (15.0, 6.0),
                (10.2, 6.0),
                (10.2, 5.5),
                (10.0, 5.5),
                (10.0, 6.0),
                (5.2, 6.0),
                (5.2, 4.0),
                (5.0, 4.0),
                (5.0, 6.0),
                (0.0, 6.0),
            ],
            &[],
        );
        let mesh = NavMesh::build(&Region::from(plan.unwrap())).unwrap();
        let goal = Goal::point(&mesh, Point::new(14.0, 5.0)).unwrap();
        let start = Point::new(1.0, 3.0);
        let cell = mesh.locate(start).unwrap();
        let route = Navigator::default().plan(&mesh, start, cell, &goal, 0.4).unwrap();
        (mesh, goal, start, route)
    }

    #[test]
    fn a_wide_angle_keeps_to_the_middle_and_a_small_one_looks_further() {
        let (mesh, goal, start, route) = two_doors();
        let wide = route.look(&mesh, start, 0, &goal, 0.2, 2.0);
        let narrow = route.look(&mesh, start, 0, &goal, 0.2, 0.01);
        assert!(narrow.portals > wide.portals, "{narrow:?} {wide:?}");
        assert!(wide.y.abs() < 0.2 && narrow.y > wide.y, "{narrow:?} {wide:?}");
    }

    #[test]
    fn the_ray_is_free_up_to_the_last_portal_used() {
        let (mesh, goal, start, route) = two_doors();
        for least in [0.005, 0.05, LEAST_CONE, 0.5, 3.0] {
            let look = route.look(&mesh, start, 0, &goal, 0.2, least);
            let far = Point::new(start.x + 40.0 * look.x, start.y + 40.0 * look.y);
            let mut crossed = Vec::new();
            let _ = mesh.walk_through(start, mesh.locate(start).unwrap(), far, |s, _| {
                crossed.push(s);
                true
            });
            let wanted: Vec<u32> =
                route.portals[..look.portals].iter().map(|p| mesh.segment_at(p.cell, p.edge as usize)).collect();
            assert_eq!(crossed[..look.portals.min(crossed.len())], wanted[..], "at {least}");
        }
    }

    #[test]
    fn on_the_portal_the_look_goes_across() {
        let (mesh, goal, _, route) = two_doors();
        let door = mesh.edge(route.portals[0].cell, route.portals[0].edge as usize);
        let middle = door.a.lerp(door.b, 0.5);
        let look = route.look(&mesh, middle, 0, &goal, 0.2, LEAST_CONE);
        assert!(look.x > 0.0, "{look:?}");
        let look = route.look(&mesh, door.a, 0, &goal, 0.2, LEAST_CONE);
        assert!(look.x.abs() + look.y.abs() > 0.9, "{look:?}");
    }
}
