//! Stadiums: bodies that are wider at the shoulders than they are deep at the chest.
//!
//! A stadium is a segment across the direction the body faces, grown by half the depth of the chest. Two of them are as far apart as
//! their segments, less both depths; a disc is the stadium whose segment has no length.

use crate::{Wall, snapshot};
use ambulo_geom::{Crossing, Point, Segment, Vec2};

/// The outline of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Stadium {
    /// Half the length of its segment [m]; 0 for a disc.
    pub(crate) half: f32,
    /// Half the depth of the chest [m].
    pub(crate) chest: f32,
}

snapshot!(Stadium { half, chest });

impl Stadium {
    /// With shoulders `2 * radius` wide and so deep a chest [m]; a disc without a depth.
    pub(crate) fn new(radius: f32, depth: Option<f64>) -> Self {
        let chest = depth.map_or(radius, |depth| (depth as f32 / 2.0).min(radius));
        Self { half: radius - chest, chest }
    }

    /// From the centre to the end of the segment on the left of a body that faces `facing` [m].
    #[inline]
    pub(crate) fn arm(&self, facing: Vec2) -> Vec2 {
        facing.perp() * self.half
    }

    /// Half its width across a direction of travel [m].
    #[inline]
    pub(crate) fn half_width(&self, facing: Vec2, travel: Vec2) -> f32 {
        self.chest + self.half * facing.dot(travel).abs().min(1.0)
    }
}

/// The shortest vector from the segment with arm `b` to the segment with arm `a`, whose centre lies at `d` seen from the other's; zero
/// where they cross.
pub(crate) fn between(d: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    if crossing(d, a, b) {
        return Vec2::ZERO;
    }
    // Apart, one of the four ends is nearest.
    let ends = [to_segment(d + a, b), to_segment(d - a, b), -to_segment(b - d, a), -to_segment(-b - d, a)];
    let nearer = |best: Vec2, next: Vec2| if next.length_squared() < best.length_squared() { next } else { best };
    ends[1..].iter().copied().fold(ends[0], nearer)
}

/// The shortest vector from the segment about the origin to a place.
#[inline]
fn to_segment(p: Vec2, arm: Vec2) -> Vec2 {
    let l2 = arm.length_squared();
    if l2 == 0.0 { p } else { p - arm * (p.dot(arm) / l2).clamp(-1.0, 1.0) }
}

fn crossing(d: Vec2, a: Vec2, b: Vec2) -> bool {
    let side = |of: Vec2, p: Vec2| of.cross(p);
    let (a0, a1) = (side(b, d - a), side(b, d + a));
    let (b0, b1) = (side(a, -b - d), side(a, b - d));
    a0 * a1 < 0.0 && b0 * b1 < 0.0
}

/// How far the segment of a body at `p` is from a wall it walks in front of [m], and the direction away from the wall. Where the
/// segment reaches through the wall, or its centre is through, the gap is negative: how far its farther end is behind.
pub(crate) fn from_wall(wall: &Wall, p: Point, arm: Vec2) -> (f64, [f64; 2]) {
    let (left, right) = (p + arm, p + -arm);
    let across = Segment::new(right, left);
    let share = wall.at.closest_share(p);
    let through = share > 0.0 && share < 1.0 && !wall.faces(p);
    if through || (arm != Vec2::ZERO && matches!(wall.at.crossing(across), Crossing::Proper(_))) {
        let (dx, dy) = (wall.at.b.x - wall.at.a.x, wall.at.b.y - wall.at.a.y);
        let length = (dx * dx + dy * dy).sqrt().max(1e-12);
        let n = [-dy / length, dx / length];
        let ahead = |q: Point| (q.x - wall.at.a.x) * n[0] + (q.y - wall.at.a.y) * n[1];
        return (ahead(left).min(ahead(right)), n);
    }
    let pairs = [
        (left, wall.at.closest_point(left)),
        (right, wall.at.closest_point(right)),
        (across.closest_point(wall.at.a), wall.at.a),
        (across.closest_point(wall.at.b), wall.at.b),
    ];
    let mut best = (f64::INFINITY, [0.0; 2]);
    for (body, foot) in pairs {
        let d = body.distance(foot);
        if d < best.0 {
            best = (d, [body.x - foot.x, body.y - foot.y]);
        }
    }
    let (d, [x, y]) = best;
    (d, if d > 1e-9 { [x / d, y / d] } else { [0.0; 2] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SAMPLES: i32 = 400;

    /// Places along the segment about a place.
    fn along(p: Point, arm: Vec2) -> impl Iterator<Item = Point> + Clone {
        (-SAMPLES..=SAMPLES).map(move |k| p + arm * (k as f32 / SAMPLES as f32))
    }

    fn unit(angle: f64) -> Vec2 {
        Vec2::from_angle(angle)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        /// The distance of segments is that of their nearest samples.
        #[test]
        fn stadiums_are_as_far_apart_as_samples_of_them(
            x in -1.0f64..1.0, y in -1.0f64..1.0, a in 0.0f64..7.0, b in 0.0f64..7.0, ha in 0.0f32..0.4, hb in 0.0f32..0.4,
        ) {
            let o = Point::new(0.0, 0.0);
            let (p, a, b) = (Point::new(x, y), unit(a) * ha, unit(b) * hb);
            let found = f64::from(between(p - o, a, b).length());
            let sampled = along(p, a).flat_map(|s| along(o, b).map(move |t| s.distance(t))).fold(f64::INFINITY, f64::min);
            // Samples are 2 mm apart at most: a crossing is missed by so much, anything else by far less.
            prop_assert!(found <= sampled + 1e-6 && sampled <= found + 0.002, "{found} {sampled}");
            let back = f64::from(between(o - p, b, a).length());
            prop_assert!((found - back).abs() < 1e-6);
        }

        /// The vector leads from one to the other: moving by it, and a bit, parts what touches.
        #[test]
        fn moving_along_the_vector_changes_the_distance_by_as_much(
            x in 0.5f64..1.0, y in 0.5f64..1.0, a in 0.0f64..7.0, b in 0.0f64..7.0, h in 0.0f32..0.3,
        ) {
            let (d, a, b) = (Vec2::new(x as f32, y as f32), unit(a) * h, unit(b) * h);
            let v = between(d, a, b);
            let moved = between(d + v * 0.5, a, b).length();
            prop_assert!((moved - 1.5 * v.length()).abs() < 1e-4, "{moved} {v:?}");
        }

        /// In front of a wall the gap is that of samples.
        #[test]
        fn the_gap_to_a_wall_is_that_of_samples(
            x in -1.0f64..3.0, y in 0.3f64..1.0, a in 0.0f64..7.0, h in 0.0f32..0.29,
        ) {
            let wall = Wall { at: Segment::new(Point::new(0.0, 0.0), Point::new(2.0, 0.0)), before: Point::new(0.0, 2.0) };
            let (p, arm) = (Point::new(x, y), unit(a) * h);
            let (gap, n) = from_wall(&wall, p, arm);
            let sampled = along(p, arm).map(|s| wall.at.distance(s)).fold(f64::INFINITY, f64::min);
            // Arms are f32: samples of them are exact to a tenth of a micrometre.
            prop_assert!(gap <= sampled + 1e-7 && sampled <= gap + 0.002, "{gap} {sampled}");
            // Away from the wall by a tenth is farther by a tenth.
            let farther = from_wall(&wall, Point::new(x + 0.1 * n[0], y + 0.1 * n[1]), arm).0;
            prop_assert!((farther - gap - 0.1).abs() < 1e-6, "{farther} {gap}");
        }
    }

    #[test]
    fn a_shoulder_behind_a_wall_has_a_negative_gap_that_pushing_out_undoes() {
        let wall = Wall { at: Segment::new(Point::new(0.0, 0.0), Point::new(2.0, 0.0)), before: Point::new(0.0, 2.0) };
        let (gap, n) = from_wall(&wall, Point::new(1.0, 0.05), Vec2::new(0.0, 0.2));
        assert!((gap + 0.15).abs() < 1e-6 && n == [0.0, 1.0]);
        assert!((from_wall(&wall, Point::new(1.0, 0.2 + 0.14), Vec2::new(0.0, 0.2)).0 - 0.14).abs() < 1e-6);
    }

    #[test]
    fn a_disc_is_the_stadium_without_a_segment() {
        let disc = Stadium::new(0.22, None);
        assert_eq!((disc.half, disc.chest), (0.0, 0.22));
        assert_eq!(between(Vec2::new(3.0, 4.0), Vec2::ZERO, Vec2::ZERO).length(), 5.0);
        let body = Stadium::new(0.225, Some(0.28));
        assert!((body.half - 0.085).abs() < 1e-6 && body.half_width(Vec2::new(0.0, 1.0), Vec2::new(1.0, 0.0)) == 0.14);
    }
}
