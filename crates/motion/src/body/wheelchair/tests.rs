use super::roll::PUSH;
use super::*;
use crate::{DVec2, Slope, Vec2, Wish, wrap};

#[test]
fn the_person_sits_on_the_seat_with_feet_on_the_rests_and_wheels_on_the_floor() {
    for level in 0..3 {
        let whole = Wheelchair::new(level);
        let (body, c) = (whole.character(), &whole.chair);
        let mesh = &body.mesh;
        let n = mesh.positions.len();
        assert!([mesh.normals.len(), mesh.influences.len(), mesh.parts.len()] == [n; 3]);
        assert!(mesh.normals.iter().all(|v| (v.length() - 1.0).abs() < 1e-3));
        assert!(
            mesh.parts.iter().all(|p| usize::from(*p) < body.parts.len()) && mesh.materials.len() == body.parts.len()
        );
        let low = mesh.positions.iter().map(|p| p.z).fold(f32::MAX, f32::min);
        assert!(low.abs() < 2e-3, "level {level}: the lowest vertex is at {low}");
        let of = |name: &str| body.parts.iter().position(|p| p.0 == name).unwrap();
        let lowest = |part: usize| {
            let own = (0..n).filter(|v| usize::from(mesh.parts[*v]) == part);
            own.map(|v| mesh.positions[v].z).fold(f32::MAX, f32::min)
        };
        assert!(
            (lowest(of("shoes")) - c.foot.z).abs() < 0.03 && c.foot.z > 0.05,
            "{} {}",
            lowest(of("shoes")),
            c.foot.z
        );
        let crown = mesh.positions.iter().map(|p| p.z).fold(f32::MIN, f32::max);
        assert!((1.25..1.45).contains(&crown), "{crown}");
        let [long, broad] = whole.footprint();
        assert!((long - 1.08).abs() < 0.015 && (broad - 0.61).abs() < 0.01, "{long} x {broad}");
    }
}

/// Rolls along places given by a function of time; returns the chair and all it was.
fn rolled(seconds: f32, at: impl Fn(f32) -> DVec2) -> (Wheelchair, Vec<RollingBody>) {
    let chair = Wheelchair::new(2);
    let mut body = RollingBody::new(&chair, at(0.0), 0.0);
    let dt = 0.04;
    let mut all = Vec::new();
    for k in 1..(seconds / dt) as usize {
        let time = k as f32 * dt;
        let velocity = ((at(time + 0.01) - at(time - 0.01)) * 50.0).as_vec2();
        body.frame_on(&chair, &Wish { at: at(time), velocity, floor: 0.0, dt, facing: None }, &Slope::default());
        all.push(body.clone());
    }
    (chair, all)
}

#[test]
fn wheels_turn_by_the_distance_and_never_slip_sideways() {
    // A slalom at a metre a second.
    let path = |t: f32| DVec2::new(f64::from(t), f64::from(0.6 * math::sin_cos(0.8 * t).0));
    let (chair, all) = rolled(20.0, path);
    let c = &chair.chair;
    let contact = |b: &RollingBody, side: f32| {
        let p = b.placement();
        let offset = p.offset(Vec3::new(c.axle, side * c.wheel_aside, 0.0));
        p.at + DVec2::new(offset.x.into(), offset.y.into())
    };
    let (mut slip, mut worst) = (0.0f64, 0.0f64);
    for pair in all.windows(2) {
        for (k, side) in [1.0, -1.0].into_iter().enumerate() {
            let moved = contact(&pair[1], side) - contact(&pair[0], side);
            let heading =
                pair[0].placement().heading + 0.5 * wrap(pair[1].placement().heading - pair[0].placement().heading);
            let (s, co) = math::sin_cos(heading);
            let (ahead, left) = (Vec2::new(co, s).as_dvec2(), Vec2::new(-s, co).as_dvec2());
            slip = slip.max(moved.dot(left).abs());
            let turned = f64::from((pair[1].wheels[k] - pair[0].wheels[k]) * c.wheel);
            worst = worst.max((moved.dot(ahead) - turned).abs());
        }
    }
    assert!(slip < 1e-4 && worst < 1e-4, "{slip} m sideways, {worst} m along in a frame");
    let path = all.windows(2).map(|p| (p[1].placement().at - p[0].placement().at).length()).sum::<f64>();
    let [a, b] = all[all.len() - 1].rolled(&chair).map(f64::from);
    assert!((0.5 * (a + b) / path - 1.0).abs() < 0.03 && path > 18.0, "{a} {b} of {path} m");
}

#[test]
fn it_keeps_to_its_walker_and_hands_hold_the_rims() {
    let path = |t: f32| DVec2::new(f64::from(1.2 * t.min(6.0)), f64::from((1.2 * (t - 6.0)).max(0.0)));
    let (chair, all) = rolled(12.0, path);
    let worst =
        (0..all.len()).map(|k| (all[k].placement().at - path(0.04 * (k + 1) as f32)).length()).fold(0.0, f64::max);
    assert!(worst < 0.40, "{worst} m from the walker, round a square corner");
    let last = (all[all.len() - 1].placement().at - path(0.04 * all.len() as f32)).length();
    assert!(last < 0.03, "{last}");
    let skeleton = &chair.character().skeleton;
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    let (mut held, mut far) = (0, 0.0f32);
    for b in &all {
        to_world(skeleton, b.hips(), b.rotations(), &mut world);
        for (k, (role, side)) in [(Role::LeftHand, 1.0), (Role::RightHand, -1.0)].into_iter().enumerate() {
            if b.strokes[k] <= PUSH.1 - PUSH.0 {
                held += 1;
                far = far.max((world[role as usize].at - chair.chair.grip(side, PUSH.0 + b.strokes[k])).length());
            }
        }
    }
    assert!(held > 50 && far < 0.005, "{held} frames, {far} m from the rim");
    // Nothing of the person jumps, in a push or back over the wheel.
    let turned = |pair: &[RollingBody]| {
        let (a, b) = (pair[0].seated().rotations(), pair[1].seated().rotations());
        a.iter().zip(b).map(|(a, b)| math::apart(*a, *b)).fold(0.0, f32::max)
    };
    let worst = all.windows(2).map(turned).fold(0.0, f32::max).to_degrees();
    assert!(worst < 35.0, "an arm turns by {worst} degrees in a frame");
}

#[test]
fn who_waits_stands_still_and_nonsense_moves_nobody() {
    let (_, all) = rolled(4.0, |_| DVec2::new(3.0, 1.0));
    assert!(all.iter().all(|b| b.placement().at == all[0].placement().at && b.wheels == all[0].wheels));
    let chair = Wheelchair::new(2);
    let mut body = RollingBody::new(&chair, DVec2::ZERO, f32::NAN);
    let wish = Wish { at: DVec2::new(f64::NAN, 0.0), velocity: Vec2::ZERO, floor: 0.0, dt: 0.04, facing: None };
    body.frame_on(&chair, &wish, &Slope::default());
    assert!(body.placement().at == DVec2::ZERO && body.rotations().iter().all(|q| q.is_finite()));
}
