//! No model minds people behind a wall.

use crate::trials::{Cast, StartState, started};
use ambulo_geom::{Point, Polygon, Region, Vec2};
use ambulo_sim::Spread;

#[test]
fn nobody_minds_an_agent_behind_a_wall() {
    // Two rooms side by side; one walks along the wall between them, past others who stand right behind it.
    let ring =
        [(0.0, 0.0), (10.0, 0.0), (10.0, 19.0), (10.2, 19.0), (10.2, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)];
    let plan = Region::from(Polygon::from_rings(&ring, &[]).unwrap());
    let start =
        |x: f64, y: f64, to: f64| StartState { at: Point::new(x, y), velocity: Vec2::ZERO, to: Point::new(x, to) };
    for model in crate::MODELS {
        let path = |others: &[StartState]| {
            let cast = Cast { speed: Spread::constant(1.3), ..Cast::of(model.name) };
            let mut starts = vec![start(9.6, 1.0, 9.0)];
            starts.extend(others.iter().map(|s| StartState { ..*s }));
            let (mut sim, ids) = started(&cast, plan.clone(), &starts);
            (0..120).for_each(|_| {
                sim.step();
            });
            sim.walker(ids[0]).unwrap().place
        };
        let alone = path(&[]);
        let beside = path(&[start(10.5, 4.0, 4.0), start(10.45, 5.0, 5.0)]);
        assert!(beside == alone && alone.y > 6.0, "{}: {beside} instead of {alone}", model.name);
    }
}
