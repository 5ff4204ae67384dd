//! Where a body faces, in runs with body rules.
//!
//! Facing is a state of its own. A body that walks faces where it walks. A body that hardly moves is shoved about by others and does
//! not turn with every shove: it faces where it wants to go, within a dead band, so that a queue stands still also to the eye.

use ambulo_geom::Vec2;

/// Slower than this nobody faces where it moves [m/s].
const STANDS: f32 = 0.05;
/// Below the first share of its preferred speed a body faces where it wants to go, above the second where it moves.
const SLOW: f32 = 0.3;
const WALKS: f32 = 0.9;
/// Time constant of turning, of a body that walks and of one that stands [s].
const WALKING: f32 = 0.3;
const STANDING: f32 = 1.5;
/// A body that stands does not turn by less than this, as a chord of the unit circle: about 20 degrees.
const DEAD_BAND: f32 = 0.35;
/// Directions are opposite below this cosine.
const OPPOSITE: f32 = -0.99;

/// The next heading of a body that moved with a velocity and prefers another.
#[inline]
pub(super) fn next(heading: Vec2, velocity: Vec2, preferred: Vec2, dt: f32) -> Vec2 {
    let (speed, pace) = (velocity.length(), preferred.length());
    if pace == 0.0 {
        return if speed >= STANDS { velocity / speed } else { heading };
    }
    let walks = ((speed / pace - SLOW) / (WALKS - SLOW)).clamp(0.0, 1.0);
    let target = preferred * ((1.0 - walks) / pace) + if walks > 0.0 { velocity * (walks / speed) } else { Vec2::ZERO };
    let Some(target) = target.unit() else { return heading };
    let (apart, band) = ((target - heading).length(), DEAD_BAND * (1.0 - walks));
    if apart <= band {
        return heading;
    }
    // From the very opposite a chord leads nowhere: aside first, to the left.
    let target = if target.dot(heading) < OPPOSITE { Vec2::new(-heading.y, heading.x) } else { target };
    let time = STANDING + (WALKING - STANDING) * walks;
    let turned = heading + (target - heading) * ((1.0 - band / apart) * (dt / time).min(1.0));
    turned.unit().unwrap_or(heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EAST: Vec2 = Vec2 { x: 1.0, y: 0.0 };

    /// The heading after so many seconds at a velocity.
    fn after(mut heading: Vec2, velocity: Vec2, preferred: Vec2, seconds: f32) -> Vec2 {
        for _ in 0..(seconds * 20.0) as usize {
            heading = next(heading, velocity, preferred, 0.05);
        }
        heading
    }

    #[test]
    fn a_body_that_is_shoved_in_a_queue_does_not_turn() {
        let mut heading = EAST;
        for k in 0..200 {
            let shove = if k % 2 == 0 { Vec2::new(-0.1, 0.3) } else { Vec2::new(-0.1, -0.3) };
            heading = next(heading, shove, EAST * 1.3, 0.05);
            assert_eq!(heading, EAST);
        }
    }

    #[test]
    fn a_body_that_walks_faces_where_it_walks_within_a_second() {
        let north = Vec2::new(0.0, 1.0);
        assert!(after(EAST, north * 1.3, EAST * 1.3, 1.0).y > 0.99);
    }

    #[test]
    fn a_body_that_waits_faces_where_it_wants_to_go_within_the_dead_band() {
        for wish in [Vec2::new(0.0, 1.0), Vec2::new(-0.6, -0.8), -EAST] {
            let heading = after(EAST, Vec2::ZERO, wish * 1.3, 15.0);
            assert!((heading - wish).length() < DEAD_BAND * 1.05, "{wish:?} {heading:?}");
            assert!((heading.length() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn a_body_that_has_arrived_keeps_its_heading() {
        let north = Vec2::new(0.0, 1.0);
        assert_eq!(next(north, Vec2::ZERO, Vec2::ZERO, 0.05), north);
    }
}
