//! Walls bound the choice: velocities that lead into one soon are forbidden.

use super::domain::Forbidden;
use super::kite::{Kite, Wedge};
use super::pair::Own;
use super::several::WALLS;
use ambulo_geom::{Point, Vec2};
use ambulo_sim::{Row, View, Wall};

/// The walls that could be touched within `time` [s], the nearest first.
pub(super) fn around(view: &View<'_>, me: Row, own: &Own, time: f32) -> ([Forbidden; WALLS], usize) {
    let (mut all, mut distances, mut count) = ([Forbidden::default(); WALLS], [f32::INFINITY; WALLS], 0);
    if time <= 0.0 {
        return (all, 0);
    }
    let (place, radius) = (view.place(me), view.body(me).radius);
    for wall in view.walls(me).filter(|w| w.faces(place)) {
        let away = wall.at.closest_point(place) - place;
        let d = away.length();
        if d > radius + own.limit * time {
            continue;
        }
        let at = distances[..count].iter().position(|o| d < *o).unwrap_or(count);
        if at >= WALLS {
            continue;
        }
        count = (count + 1).min(WALLS);
        for k in (at + 1..count).rev() {
            (all[k], distances[k]) = (all[k - 1], distances[k - 1]);
        }
        (all[at], distances[at]) = (forbidden(place, radius, own, wall, away, time), d);
    }
    (all, count)
}

/// The velocities that lead into a wall: a wedge from the wall grown by a kite as wide as the body, cut off where it
/// takes longer than `time`. What the desired velocity itself asks for is never forbidden.
fn forbidden(place: Point, radius: f32, own: &Own, wall: &Wall, away: Vec2, time: f32) -> Forbidden {
    let d = away.length();
    // On the wall itself, its inner side says where it is.
    let inward = (wall.at.b - wall.at.a).perp().unit().unwrap_or(Vec2::new(1.0, 0.0));
    let towards = away.unit().unwrap_or(-inward);
    let above = ((d - radius) / time).max(0.0);
    let (a, b) = (wall.at.a - place, wall.at.b - place);
    let wedge = if d <= radius {
        Wedge::half_plane(-towards)
    } else {
        let kite = Kite { forward: own.kite.forward, front: radius, back: radius, half: radius };
        let corners = kite.corners(1.0);
        let mut wedge = Wedge::seen_from(a, &corners);
        corners.iter().for_each(|c| wedge.add(*c - b));
        wedge.units()
    };
    let mut forbidden = Forbidden { apex: Vec2::ZERO, wedge, towards, above };
    if forbidden.holds(own.desired) {
        forbidden.above = forbidden.above.max(towards.dot(own.desired));
    }
    forbidden
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Segment;

    fn own(desired: Vec2) -> Own {
        let kite = Kite { forward: Vec2::new(1.0, 0.0), front: 1.3, back: 0.8, half: 0.8 };
        Own { kite, velocity: desired, desired, limit: 2.0 }
    }

    #[test]
    fn a_velocity_is_forbidden_when_it_touches_the_wall_within_the_time() {
        // A wall along y = -1, seen from above, longer than a person walks in a second.
        let wall =
            Wall { at: Segment::new(Point::new(-5.0, -1.0), Point::new(5.0, -1.0)), before: Point::new(-5.0, 9.0) };
        let place = Point::new(0.0, 0.0);
        let away = wall.at.closest_point(place) - place;
        let f = forbidden(place, 0.2, &own(Vec2::new(1.3, 0.0)), &wall, away, 1.0);
        // 0.8 m of room: slower than 0.8 m/s towards the wall is fine.
        assert!(!f.holds(Vec2::new(1.0, -0.7)));
        assert!(f.holds(Vec2::new(1.0, -0.9)));
        assert!(!f.holds(Vec2::new(1.0, 0.9)));
    }

    #[test]
    fn passing_beside_the_end_of_a_wall_is_allowed() {
        let wall =
            Wall { at: Segment::new(Point::new(1.0, -3.0), Point::new(1.0, -0.5)), before: Point::new(2.0, -3.0) };
        let place = Point::new(0.0, 0.0);
        let away = wall.at.closest_point(place) - place;
        let f = forbidden(place, 0.2, &own(Vec2::new(1.3, 0.2)), &wall, away, 1.0);
        assert!(!f.holds(Vec2::new(1.8, 0.0)));
        assert!(f.holds(Vec2::new(1.5, -1.0)));
    }

    #[test]
    fn what_the_desired_velocity_asks_for_is_allowed() {
        let wall =
            Wall { at: Segment::new(Point::new(-5.0, -0.3), Point::new(5.0, -0.3)), before: Point::new(-5.0, 9.0) };
        let place = Point::new(0.0, 0.0);
        let away = wall.at.closest_point(place) - place;
        let desired = Vec2::new(1.2, -0.4);
        let f = forbidden(place, 0.2, &own(desired), &wall, away, 1.0);
        assert!(!f.holds(desired) && f.holds(desired + Vec2::new(0.0, -0.1)));
    }
}
