//! What contact promises.

use super::*;
use ambulo_geom::{Polygon, Region};
use proptest::prelude::*;

/// Free places on a jittered lattice in a 12 x 12 m room.
fn crowd(jitter: &[(f64, f64)]) -> Vec<Body> {
    let place = |k: usize, (dx, dy): (f64, f64)| {
        Point::new(0.6 + (k % 20) as f64 * 0.55 + dx * 0.05, 0.6 + (k / 20) as f64 * 0.55 + dy * 0.05)
    };
    jitter.iter().enumerate().map(|(k, j)| Body::new(place(k, *j), Vec2::ZERO, 0.22)).collect()
}

/// Discs that move for a second by what they chose.
fn discs<'a>(
    bodies: &'a [Body],
    ids: &'a [AgentId],
    near: &'a Neighbours,
    walls: &'a Walls,
    chosen: &'a [Vec2],
) -> ContactInput<'a> {
    ContactInput {
        bodies,
        ids,
        near,
        walls,
        heights: &[],
        moving: chosen,
        preferred: &[],
        dt: 1.0,
        widest: 0.22,
        fastest: 0.45,
        farthest: f64::INFINITY,
        aims: &[],
        stadiums: None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Whatever everyone wants, after contact nobody overlaps by more than the tolerance or is in a wall.
    #[test]
    fn nobody_overlaps_whatever_they_want(
        jitter in prop::collection::vec((-1.0f64..1.0, -1.0f64..1.0), 1..400),
        wish in prop::collection::vec((-0.3f64..0.3, -0.3f64..0.3), 400),
        centre in any::<bool>(),
    ) {
        let room = Region::from(Polygon::rectangle(0.0, 0.0, 12.0, 12.0).unwrap());
        let bodies = crowd(&jitter);
        let ids: Vec<AgentId> = (0..bodies.len() as u32).map(AgentId).collect();
        let mut near = Neighbours::new(room.bounds().unwrap(), 3.0);
        near.rebuild(&Pool::new(1), &bodies, &[], &[], range(0.22, 0.45), &[]);
        let walls = Walls::new(&room, 2.0);
        let chosen: Vec<Vec2> = bodies.iter().zip(&wish).map(|(b, w)| {
            // Everybody to the centre is the worst crush there is.
            let (dx, dy) = if centre { (6.0 - b.x, 6.0 - b.y) } else { *w };
            Vec2::new(dx.clamp(-0.3, 0.3) as f32, dy.clamp(-0.3, 0.3) as f32)
        }).collect();
        let scene = discs(&bodies, &ids, &near, &walls, &chosen);
        let mut next: Vec<Point> = (0..bodies.len()).map(|row| scene.wish(row)).collect();
        let outcome = resolve(&Pool::new(1), scene, &mut next, &mut [], &mut ContactWorkspace::default());
        prop_assert_eq!(outcome.crossings, 0);
        prop_assert!(outcome.overlap <= TOLERANCE + 1e-6);
        for i in 0..next.len() {
            prop_assert!(room.contains(next[i]) && room.distance_to_border(next[i]) > 0.22 - 0.0051);
            for j in 0..i {
                prop_assert!(next[i].distance(next[j]) > 0.44 - 0.0051);
            }
        }
    }
}

#[test]
fn coincident_bodies_part() {
    let room = Region::from(Polygon::rectangle(0.0, 0.0, 12.0, 12.0).unwrap());
    let bodies = [Body::new(Point::new(6.0, 6.0), Vec2::ZERO, 0.22); 2];
    let ids = [AgentId(0), AgentId(1)];
    let mut near = Neighbours::new(room.bounds().unwrap(), 3.0);
    near.rebuild(&Pool::new(1), &bodies, &[], &[], range(0.22, 0.45), &[]);
    let walls = Walls::new(&room, 2.0);
    let chosen = [Vec2::ZERO; 2];
    let scene = ContactInput { fastest: 0.0, ..discs(&bodies, &ids, &near, &walls, &chosen) };
    let mut next = vec![Point::new(6.0, 6.0); 2];
    resolve(&Pool::new(1), scene, &mut next, &mut [], &mut ContactWorkspace::default());
    // One step pushes each by at most PUSH; the next does the rest.
    let bodies = [0, 1].map(|k| Body::new(next[k], Vec2::ZERO, 0.22));
    let scene = ContactInput { bodies: &bodies, ..scene };
    let outcome = resolve(&Pool::new(1), scene, &mut next, &mut [], &mut ContactWorkspace::default());
    assert!(next[0].distance(next[1]) > 0.43 && outcome.overlap < 0.005);
}

/// Oblong bodies that all go to the centre, or wherever they want, and turn at random, for several steps.
fn crush(jitter: &[(f64, f64)], angles: &[f64], wish: &[(f64, f64)], centre: bool, ruled: bool, dt: f32) {
    let room = Region::from(Polygon::rectangle(0.0, 0.0, 12.0, 12.0).unwrap());
    let walls = Walls::new(&room, 2.0);
    let mut bodies = crowd(jitter);
    bodies.iter_mut().for_each(|b| b.radius = 0.225);
    let n = bodies.len();
    let ids: Vec<AgentId> = (0..n as u32).map(AgentId).collect();
    // Every fifth is a disc.
    let shapes: Vec<Stadium> = (0..n).map(|k| Stadium::new(0.225, (k % 5 > 0).then_some(0.28))).collect();
    let mut facing: Vec<Vec2> = (0..n).map(|k| Vec2::from_angle(angles[k])).collect();
    for step in 0..12 {
        let mut near = Neighbours::new(room.bounds().unwrap(), 4.0);
        near.rebuild(&Pool::new(1), &bodies, &[], &[], range(0.225, 1.5 * dt), &[]);
        let chosen: Vec<Vec2> = (0..n)
            .map(|k| {
                let b = &bodies[k];
                let (dx, dy) = if centre { (6.0 - b.x, 6.0 - b.y) } else { wish[(k + step) % wish.len()] };
                Vec2::new(dx as f32, dy as f32).clamp_length(1.0)
            })
            .collect();
        let turned = |k: usize| Vec2::from_angle(facing[k].angle() + 0.8 * (angles[(k + step) % n] - 3.1));
        let mut turned: Vec<Vec2> = (0..n).map(turned).collect();
        let outlines = Stadiums { shapes: &shapes, facing: &facing, turned: &[] };
        let scene = ContactInput {
            preferred: if ruled { &chosen } else { &[] },
            dt,
            widest: 0.225,
            fastest: 1.5,
            stadiums: Some(&outlines),
            ..discs(&bodies, &ids, &near, &walls, &chosen)
        };
        let mut next: Vec<Point> = (0..n).map(|row| scene.wish(row)).collect();
        let outcome = resolve(&Pool::new(1), scene, &mut next, &mut turned, &mut ContactWorkspace::default());
        assert_eq!(outcome.crossings, 0);
        assert!(outcome.overlap <= TOLERANCE + 1e-6, "step {step}: {}", outcome.overlap);
        for i in 0..n {
            let arm = shapes[i].arm(turned[i]);
            for end in [next[i] + arm, next[i] + -arm] {
                let clear = f64::from(shapes[i].chest) - 0.0011;
                assert!(room.contains(end) && room.distance_to_border(end) > clear, "step {step}: {i} in a wall");
            }
            for j in 0..i {
                let apart = crate::stadium::between(next[i] - next[j], arm, shapes[j].arm(turned[j])).length();
                let touch = shapes[i].chest + shapes[j].chest;
                assert!(apart > touch - TOLERANCE - 1e-5, "step {step}: {i} {j} {}", touch - apart);
            }
        }
        for (body, to) in bodies.iter_mut().zip(&next) {
            (body.x, body.y) = (to.x, to.y);
        }
        facing = turned;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// Wherever oblong bodies want to go and to face, step after step, they neither overlap nor reach into walls.
    #[test]
    fn oblong_bodies_do_not_overlap_wherever_they_go_and_turn(
        jitter in prop::collection::vec((-1.0f64..1.0, -1.0f64..1.0), 1..300),
        angles in prop::collection::vec(0.0f64..6.2, 300),
        wish in prop::collection::vec((-1.5f64..1.5, -1.5f64..1.5), 37),
        (centre, ruled) in (any::<bool>(), any::<bool>()),
        dt in prop::sample::select(vec![0.05f32, 0.1, 0.25, 0.5]),
    ) {
        crush(&jitter, &angles, &wish, centre, ruled, dt);
    }
}
