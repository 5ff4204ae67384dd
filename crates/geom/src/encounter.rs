//! What happens next if two bodies keep their velocities: closest approach, time to contact, time to separation.
//!
//! Relative quantities are *other minus self*. Everything is closed form; property tests compare with a dense scan
//! over time.

use crate::{Point, Segment, Vec2};

/// Below this relative speed nothing approaches anything [m/s].
const EPS_V: f32 = 1e-6;

/// The closest approach of two moving places.
///
/// ```
/// use ambulo_geom::{Vec2, cpa};
/// let a = cpa(Vec2::new(10.0, 1.0), Vec2::new(-2.0, 0.0));
/// assert_eq!((a.signed_time, a.time, a.distance), (5.0, 5.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// When the two are nearest [s]; negative when that was in the past.
    pub signed_time: f32,
    /// The same, but now (0) when it was in the past [s].
    pub time: f32,
    /// How near they come from now on [m].
    pub distance: f32,
}

/// Closest point of approach for relative place `p` and relative velocity `v`.
///
/// ```
/// use ambulo_geom::{Vec2, cpa};
/// let parting = cpa(Vec2::new(3.0, 4.0), Vec2::new(1.0, 1.0));
/// assert_eq!((parting.time, parting.distance), (0.0, 5.0));
/// ```
#[inline]
pub fn cpa(p: Vec2, v: Vec2) -> Approach {
    let vv = v.length_squared();
    let signed_time = if vv > EPS_V * EPS_V { -p.dot(v) / vv } else { 0.0 };
    let time = signed_time.max(0.0);
    Approach { signed_time, time, distance: (p + v * time).length() }
}

/// Whether and when two bodies touch.
///
/// ```
/// use ambulo_geom::{Contact, Vec2, ttc_discs};
/// assert_eq!(ttc_discs(Vec2::new(10.0, 0.0), Vec2::new(-2.0, 0.0), 1.0), Contact::In(4.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contact {
    /// They never touch.
    Never,
    /// They touch in so many seconds.
    In(f32),
    /// They overlap already.
    Inside,
}

impl Contact {
    /// The time [s]: 0 when inside, infinite when never.
    ///
    /// ```
    /// assert_eq!(ambulo_geom::Contact::Never.time(), f32::INFINITY);
    /// ```
    pub fn time(self) -> f32 {
        match self {
            Self::Never => f32::INFINITY,
            Self::In(t) => t,
            Self::Inside => 0.0,
        }
    }

    /// Whichever comes first.
    ///
    /// ```
    /// use ambulo_geom::Contact;
    /// assert_eq!(Contact::In(2.0).earlier(Contact::Inside), Contact::Inside);
    /// ```
    pub fn earlier(self, other: Self) -> Self {
        if other.time() < self.time() { other } else { self }
    }
}

/// Time to contact of two discs with relative place `p`, relative velocity `v` and sum of radii `radius`.
///
/// ```
/// use ambulo_geom::{Contact, Vec2, ttc_discs};
/// assert_eq!(ttc_discs(Vec2::new(0.5, 0.0), Vec2::ZERO, 1.0), Contact::Inside);
/// assert_eq!(ttc_discs(Vec2::new(5.0, 0.0), Vec2::new(1.0, 0.0), 1.0), Contact::Never);
/// ```
#[inline]
pub fn ttc_discs(p: Vec2, v: Vec2, radius: f32) -> Contact {
    let (a, b, c) = (v.length_squared(), p.dot(v), p.length_squared() - radius * radius);
    if c < 0.0 {
        return Contact::Inside;
    }
    let disc = b * b - a * c;
    if a < EPS_V * EPS_V || b >= 0.0 || disc <= 0.0 {
        return Contact::Never;
    }
    // The smaller root in the form that does not cancel.
    Contact::In(c / (-b + disc.sqrt()))
}

/// When two overlapping discs are apart again [s]; infinite when they do not move against each other.
///
/// ```
/// use ambulo_geom::{Vec2, exit_time};
/// assert_eq!(exit_time(Vec2::new(0.5, 0.0), Vec2::new(1.0, 0.0), 1.0), 0.5);
/// assert_eq!(exit_time(Vec2::new(0.5, 0.0), Vec2::ZERO, 1.0), f32::INFINITY);
/// ```
#[inline]
pub fn exit_time(p: Vec2, v: Vec2, radius: f32) -> f32 {
    let (a, b, c) = (v.length_squared(), p.dot(v), p.length_squared() - radius * radius);
    if a < EPS_V * EPS_V {
        return f32::INFINITY;
    }
    (-b + (b * b - a * c).max(0.0).sqrt()) / a
}

/// Time to contact of a disc of radius `radius` at `center`, moving with `velocity`, against a wall.
///
/// ```
/// use ambulo_geom::{Contact, Point, Segment, Vec2, ttc_disc_segment};
/// let wall = Segment::new(Point::new(5.0, -2.0), Point::new(5.0, 2.0));
/// let t = ttc_disc_segment(Point::new(0.0, 0.0), Vec2::new(2.0, 0.0), 1.0, wall);
/// assert_eq!(t, Contact::In(2.0));
/// ```
pub fn ttc_disc_segment(center: Point, velocity: Vec2, radius: f32, wall: Segment) -> Contact {
    if wall.distance(center) < f64::from(radius) {
        return Contact::Inside;
    }
    // Seen from the disc, a wall's end approaches with the opposite velocity.
    let ends = ttc_discs(wall.a - center, -velocity, radius).earlier(ttc_discs(wall.b - center, -velocity, radius));
    ends.earlier(ttc_flank(center, velocity, radius, wall))
}

/// Contact with the inside of the wall: the distance to its line falls to the radius while the foot is on the wall.
fn ttc_flank(center: Point, velocity: Vec2, radius: f32, wall: Segment) -> Contact {
    let along = wall.b - wall.a;
    let Some(direction) = along.unit() else { return Contact::Never };
    let from_a = center - wall.a;
    let signed = direction.cross(from_a);
    let side = if signed >= 0.0 { 1.0 } else { -1.0 };
    let (distance, closing) = (signed * side, -direction.cross(velocity) * side);
    if closing <= EPS_V || distance < radius {
        return Contact::Never;
    }
    let t = (distance - radius) / closing;
    let foot = (from_a + velocity * t).dot(direction);
    if (0.0..=along.length()).contains(&foot) { Contact::In(t) } else { Contact::Never }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STEP: f32 = 0.002;
    const HORIZON: f32 = 12.0;

    fn times() -> impl Iterator<Item = f32> {
        (0..(HORIZON / STEP) as usize).map(|i| i as f32 * STEP)
    }

    fn vec2(range: f32) -> impl Strategy<Value = Vec2> {
        (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
    }

    /// The scan sees contact at a time that the closed form must name to within the scan's own step, unless the
    /// touch is so grazing (depth below 1 mm) that the scan may miss it.
    fn agree(form: Contact, distance_at: impl Fn(f32) -> f32, radius: f32) -> Result<(), TestCaseError> {
        let scan = times().find(|t| distance_at(*t) < radius);
        match (form, scan) {
            (Contact::Inside, Some(t)) => prop_assert!(t <= STEP),
            (Contact::In(t), Some(s)) => prop_assert!(t <= s + 1e-3 && distance_at(t) < radius + 2e-3, "{t} {s}"),
            (Contact::In(t), None) => {
                let depth = radius - times().map(&distance_at).fold(f32::INFINITY, f32::min);
                prop_assert!(t > HORIZON - STEP || depth > -2e-3, "form {t}, scan none, depth {depth}");
            }
            (Contact::Never, Some(s)) => {
                let depth = radius - times().map(&distance_at).fold(f32::INFINITY, f32::min);
                prop_assert!(depth < 1e-3, "scan {s} but form never, depth {depth}");
            }
            (Contact::Never, None) => {}
            (Contact::Inside, None) => prop_assert!(radius - distance_at(0.0) < 1e-4),
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn cpa_is_the_least_distance_of_a_scan(p in vec2(8.0), v in vec2(3.0)) {
            let a = cpa(p, v);
            prop_assume!(a.time < HORIZON);
            let scan = times().map(|t| (p + v * t).length()).fold(f32::INFINITY, f32::min);
            prop_assert!((a.distance - scan).abs() < 5e-3 && a.distance <= scan + 1e-4);
        }

        #[test]
        fn ttc_of_discs_agrees_with_a_scan(p in vec2(8.0), v in vec2(3.0), r in 0.2f32..2.0) {
            agree(ttc_discs(p, v, r), |t| (p + v * t).length(), r)?;
        }

        #[test]
        fn exit_is_the_end_of_the_overlap(p in vec2(1.0), v in vec2(3.0), r in 1.5f32..2.0) {
            let t = exit_time(p, v, r);
            prop_assume!(t < HORIZON);
            prop_assert!(((p + v * t).length() - r).abs() < 1e-3);
            let scan = times().find(|s| (p + v * *s).length() > r);
            if let Some(s) = scan { prop_assert!((s - t).abs() < STEP + 1e-3) }
        }

        #[test]
        fn ttc_with_a_wall_agrees_with_a_scan(
            v in vec2(3.0), r in 0.2f32..1.0, a in vec2(6.0), b in vec2(6.0), far in -1e5f64..1e5,
        ) {
            let center = Point::new(far, -far);
            let wall = Segment::new(center + a, center + b);
            prop_assume!(wall.length() > 1e-3);
            agree(ttc_disc_segment(center, v, r, wall), |t| wall.distance(center + v * t) as f32, r)?;
        }
    }

    #[test]
    fn a_disc_moving_along_a_wall_never_touches_it() {
        let wall = Segment::new(Point::new(-5.0, 0.0), Point::new(5.0, 0.0));
        let t = ttc_disc_segment(Point::new(0.0, 1.0), Vec2::new(1.0, 0.0), 1.0, wall);
        assert_eq!(t, Contact::Never);
    }

    #[test]
    fn standing_still_never_touches() {
        assert_eq!(ttc_discs(Vec2::new(2.0, 0.0), Vec2::ZERO, 1.0), Contact::Never);
        assert_eq!(cpa(Vec2::new(2.0, 0.0), Vec2::ZERO).distance, 2.0);
    }
}
