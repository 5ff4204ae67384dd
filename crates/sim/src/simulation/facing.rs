//! Where a body faces.
//!
//! Who walks faces where it walks. Who hardly makes progress is shoved about, and does not turn with every shove: it
//! faces where it wants to go, and turns there in its own time.

use ambulo_geom::Vec2;

/// Slower than this nobody faces where it moves [m/s].
const STANDS: f32 = 0.05;
/// Below this share of its preferred speed a body faces where it wants to go, the more the slower it is.
const SLOW: f32 = 0.5;
/// A slow body turns within this time [s].
const TURNS_IN: f32 = 3.0;

/// The next heading of a body that moved with a velocity and prefers another.
#[inline]
pub(super) fn next(heading: Vec2, velocity: Vec2, preferred: Vec2, dt: f32) -> Vec2 {
    let (speed, pace) = (velocity.length(), preferred.length());
    if speed >= SLOW * pace {
        return if speed >= STANDS { velocity / speed } else { heading };
    }
    let share = speed / (SLOW * pace);
    let target = preferred * ((1.0 - share * share) / pace) + velocity * (share / (SLOW * pace));
    let turned = heading + (target - heading) * (dt / TURNS_IN).min(1.0);
    turned.unit().unwrap_or(heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_shoved_in_a_queue_keeps_facing_where_it_wants_to_go() {
        let (mut heading, east) = (Vec2::new(1.0, 0.0), Vec2::new(1.3, 0.0));
        for k in 0..200 {
            let shove = if k % 2 == 0 { Vec2::new(-0.1, 0.1) } else { Vec2::new(-0.1, -0.1) };
            heading = next(heading, shove, east, 0.05);
            assert!(heading.x > 0.999, "{heading:?}");
        }
    }

    #[test]
    fn who_walks_faces_where_it_walks_and_who_stands_keeps_its_heading() {
        let north = Vec2::new(0.0, 1.0);
        assert_eq!(next(Vec2::new(1.0, 0.0), north * 0.9, Vec2::new(1.3, 0.0), 0.05), north);
        assert_eq!(next(north, Vec2::ZERO, Vec2::ZERO, 0.05), north);
    }
}
