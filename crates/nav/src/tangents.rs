//! Tangents between discs: what a taut path of a round body is made of.
//!
//! A body of radius r that keeps clear of all walls has its centre at least r from every corner, so that the shortest
//! path of the centre is made of straight legs, each tangent to the discs of radius r around two corners (or ending at
//! a plain place), and of arcs along those discs.

use ambulo_geom::{Point, math};

/// A direction or difference of places.
pub(crate) type Vector = (f64, f64);

/// Arcs are drawn with so many points that no chord cuts deeper than this [m].
const CHORD: f64 = 5e-5;

#[inline]
pub(crate) fn cross(a: Vector, b: Vector) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

#[inline]
pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

#[inline]
pub(crate) fn to(from: Point, p: Point) -> Vector {
    (p.x - from.x, p.y - from.y)
}

/// What a leg begins or ends at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stop {
    /// A place, or the corner in the middle of a disc.
    pub at: Point,
    /// 1 when the corner lies on the left of the path, -1 on the right, 0 for a place.
    pub side: f64,
}

impl Stop {
    pub fn place(at: Point) -> Self {
        Self { at, side: 0.0 }
    }

    /// From the corner to where a leg of this direction touches its disc: a unit vector.
    #[inline]
    pub fn outward(&self, direction: Vector) -> Vector {
        (direction.1 * self.side, -direction.0 * self.side)
    }
}

/// A straight piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PathLeg {
    pub from: Point,
    pub to: Point,
    /// Of length one.
    pub direction: Vector,
    pub length: f64,
}

/// The leg from one stop to another; none where the discs lie too near to each other, or both stops are one place.
#[inline]
pub(crate) fn leg(a: Stop, b: Stop, radius: f64) -> Option<PathLeg> {
    let w = to(a.at, b.at);
    let distance = dot(w, w).sqrt();
    if distance < 1e-12 {
        return None;
    }
    let sine = (b.side - a.side) * radius / distance;
    if sine.abs() > 1.0 {
        return None;
    }
    let cosine = (1.0 - sine * sine).sqrt();
    let w = (w.0 / distance, w.1 / distance);
    let u = (w.0 * cosine + w.1 * sine, w.1 * cosine - w.0 * sine);
    let touch = |s: Stop| {
        let out = s.outward(u);
        Point::new(s.at.x + out.0 * radius, s.at.y + out.1 * radius)
    };
    Some(PathLeg { from: touch(a), to: touch(b), direction: u, length: distance * cosine })
}

/// By how much a path turns around a corner on `side` [rad]; none when it would turn away from it.
#[inline]
pub(crate) fn turn(side: f64, before: Vector, after: Vector) -> Option<f64> {
    const NONE_AT_ALL: f64 = 1e-9;
    let (sine, cosine) = (side * cross(before, after), dot(before, after));
    match sine >= 0.0 {
        true => Some(math::atan2(sine, cosine)),
        // Straight on, or right back around the end of a thin wall, but for rounding.
        false if sine > -NONE_AT_ALL => Some(if cosine > 0.0 { 0.0 } else { std::f64::consts::PI }),
        false => None,
    }
}

/// Puts the places of an arc after its first one into `points`: around `corner`, turning by `angle` towards `side`,
/// from where a leg of direction `before` touches.
pub(crate) fn arc(points: &mut Vec<Point>, corner: Stop, before: Vector, angle: f64, radius: f64) {
    let most = 2.0 * math::acos((1.0 - CHORD / radius).max(0.0));
    let pieces = (angle / most).ceil().clamp(1.0, 1e4) as usize;
    let out = corner.outward(before);
    for i in 1..=pieces {
        let by = angle * corner.side * i as f64 / pieces as f64;
        let (sine, cosine) = (math::sin(by), math::cos(by));
        let v = (out.0 * cosine - out.1 * sine, out.0 * sine + out.1 * cosine);
        points.push(Point::new(corner.at.x + v.0 * radius, corner.at.y + v.1 * radius));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leg_touches_both_discs_on_the_asked_sides() {
        let (a, b) = (Point::new(1.0, 2.0), Point::new(5.0, 3.0));
        for (x, y) in [(0.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, 0.0)] {
            let l = leg(Stop { at: a, side: x }, Stop { at: b, side: y }, 0.5).unwrap();
            let offset = |p: Point| cross(l.direction, to(l.from, p));
            assert!((offset(a) - 0.5 * x).abs() < 1e-12 && (offset(b) - 0.5 * y).abs() < 1e-12, "{x} {y}");
            assert!((l.from.distance(l.to) - l.length).abs() < 1e-12);
            assert!(dot(l.direction, to(l.from, l.to)) > 0.0);
        }
        assert!(leg(Stop { at: a, side: 1.0 }, Stop { at: b, side: -1.0 }, 2.1).is_none());
    }

    #[test]
    fn turns_have_a_side_and_back_is_half_a_turn() {
        let east = (1.0, 0.0);
        assert!((turn(1.0, east, (0.0, 1.0)).unwrap() - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
        assert!(turn(-1.0, east, (0.0, 1.0)).is_none());
        assert_eq!(turn(-1.0, east, east), Some(0.0));
        assert!((turn(-1.0, east, (-1.0, 1e-12)).unwrap() - std::f64::consts::PI).abs() < 1e-9);
    }

    #[test]
    fn the_chords_of_an_arc_stay_outside_but_for_a_tenth_of_a_millimetre() {
        let corner = Stop { at: Point::new(0.0, 0.0), side: 1.0 };
        for radius in [0.01, 0.25, 5.0] {
            let mut points = vec![Point::new(0.0, -radius)];
            arc(&mut points, corner, (1.0, 0.0), 2.0, radius);
            let least = |w: &[Point]| ambulo_geom::Segment::new(w[0], w[1]).distance(corner.at);
            assert!(points.windows(2).all(|w| least(w) > radius - 1e-4), "{radius}");
        }
    }
}
