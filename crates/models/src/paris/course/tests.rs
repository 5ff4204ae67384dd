use super::*;
use proptest::prelude::*;

fn alone(d: (f32, f32), v: (f32, f32), reach: f32) -> People {
    let mut people = People::NOBODY;
    (people.dx[0], people.dy[0], people.vx[0], people.vy[0]) = (d.0, d.1, v.0, v.1);
    (people.reach[0], people.count) = (reach, 1);
    people
}

fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

proptest! {
    #[test]
    fn a_speed_is_forbidden_exactly_when_another_agent_is_met_within_the_horizon(
        x in -6.0f64..6.0, y in -6.0f64..6.0, vx in -1.5f64..1.5, vy in -1.5f64..1.5,
        angle in -3.1f64..3.1, speed in 0.0f64..2.0,
    ) {
        let reach = 0.5;
        prop_assume!(length(x, y) > reach + 0.01);
        let u = Vec2::from_angle(angle);
        let (wx, wy) = (vx - speed * f64::from(u.x), vy - speed * f64::from(u.y));
        let t = (-(x * wx + y * wy) / (wx * wx + wy * wy).max(1e-12)).clamp(0.0, 8.0);
        let gap = length(x + wx * t, y + wy * t);
        prop_assume!((gap - reach).abs() > 2e-3);
        let (from, to) = met(&alone((x as f32, y as f32), (vx as f32, vy as f32), reach as f32), u, 8.0);
        let forbidden = f64::from(from[0]) < speed && speed < f64::from(to[0]);
        prop_assert_eq!(forbidden, gap < reach, "{}..{} at {}, gap {}", from[0], to[0], speed, gap);
    }
}

#[test]
fn the_nearest_allowed_speed_skips_joined_stretches_and_prefers_the_slower() {
    let mut barred = ForbiddenSpeeds::NONE;
    barred.add(1.0, 1.5);
    assert_eq!(barred.nearest_allowed(1.3, 1.95), 1.5);
    assert_eq!(barred.nearest_allowed(1.25, 1.95), 1.0);
    barred.add(1.4, 2.2);
    assert_eq!(barred.nearest_allowed(1.3, 1.95), 1.0);
    barred.add(0.6, 1.1);
    assert_eq!(barred.nearest_allowed(1.3, 1.95), 0.6);
    barred.add(-1.0, 0.7);
    assert_eq!(barred.nearest_allowed(1.3, 1.95), 0.0);
    assert_eq!(barred.nearest_allowed(2.5, 3.0), 2.5);
}
