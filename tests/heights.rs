//! Heights of obstacles: a walker with eyes sees over low ones, and nobody walks through them.

use ambulo::geom::Point;
use ambulo::sim::AgentId;
use ambulo::{Overrides, World};

/// A hall with a counter of this height across its middle. Walker 0 sets out for the far end, around the counter, and so does, where `other`
/// is, walker 1 from there.
fn hall(height: Option<f64>, other: bool) -> String {
    let heights = height.map(|h| format!("heights = {{ counter = {h} }}")).unwrap_or_default();
    let others = if other { "{ positions = [[14, 5]], goal = [2, 5], model = 'vision' }" } else { "" };
    format!(
        "plan = {{ wkt = 'POLYGON ((0 0, 20 0, 20 10, 0 10))', obstacles = ['POLYGON ((9.9 3, 10.1 3, 10.1 7, 9.9 7))'] }}
        areas.counter = {{ rect = [9.9, 3, 10.1, 7] }}
        {heights}
        walkers = [{{ positions = [[6, 5]], goal = [18, 5], model = 'vision' }}, {others}]"
    )
}

fn world(text: &str) -> World {
    World::parse("hall.toml", text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Where walker 0 goes for two seconds, while the counter stands between both.
fn path(height: Option<f64>, other: bool) -> Vec<Point> {
    let mut world = world(&hall(height, other));
    let mut path = Vec::new();
    for _ in 0..40 {
        world.step();
        path.extend(world.simulation().walker(AgentId(0)).map(|w| w.place));
    }
    path
}

#[test]
fn a_high_obstacle_hides_people_and_a_low_one_hides_nobody() {
    for height in [None, Some(2.0)] {
        assert_eq!(path(height, false), path(height, true), "{height:?}");
    }
    let (alone, seen) = (path(Some(1.0), false), path(Some(1.0), true));
    let apart = alone.iter().zip(&seen).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    assert!(apart > 0.01, "who sees another over the counter gives way: {apart} m");
}

#[test]
fn a_low_obstacle_blocks_bodies() {
    let mut world = world(&hall(Some(0.3), true));
    assert_eq!((world.run().arrived, world.report().wall_crossings), (2, 0));
}

#[test]
fn a_run_keeps_the_heights_of_its_scenario() {
    let written = ambulo::data::scenario::to_toml(world(&hall(Some(1.0), false)).scenario());
    assert!(written.contains("[heights]\ncounter = 1.0"), "{written}");
    let again = World::parse("scenario.toml", &written).unwrap();
    assert_eq!(again.scenario().heights["counter"], 1.0);
    // Models that do not see over walls walk as they did without heights.
    let hash = |height| {
        let overrides = Overrides { model: Some("social-force".into()), ..Overrides::default() };
        let loaded = ambulo::data::scenario::parse("hall.toml", &hall(height, true)).unwrap();
        let mut world = World::build(&loaded, ".".as_ref(), &overrides).unwrap();
        (0..100).for_each(|_| {
            world.step();
        });
        world.report().state_hash
    };
    assert_eq!(hash(None), hash(Some(0.5)));
}
