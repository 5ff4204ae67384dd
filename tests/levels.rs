//! Levels and stairs: who is above or below is another world, and stairs take their time.

use ambulo::data::scenario;
use ambulo::geom::Point;
use ambulo::sim::AgentId;
use ambulo::{Overrides, Scene, World};
use std::path::Path;

fn world(text: &str) -> World {
    World::parse("house.toml", text).unwrap_or_else(|e| panic!("{e}"))
}

fn two_storeys(threads: usize) -> World {
    let loaded = scenario::parse("two-storeys", Scene::find("two-storeys").expect("a scene").text).expect("good");
    World::build(&loaded, Path::new("."), &Overrides { threads, ..Overrides::default() }).expect("good")
}

#[test]
fn people_go_up_and_down_and_leave_the_same_on_any_number_of_threads() {
    let mut hashes = Vec::new();
    for threads in [1, 2, 3, 7] {
        let mut world = two_storeys(threads);
        let report = world.run();
        assert_eq!((report.arrived, report.wall_crossings, report.faults.len()), (84, 0, 0));
        assert!(report.max_overlap <= 0.005, "{} m", report.max_overlap);
        hashes.push(report.state_hash);
    }
    assert!(hashes.iter().all(|h| *h == hashes[0]), "{hashes:x?}");
}

#[test]
fn heights_follow_the_ground_without_a_jump() {
    let mut world = two_storeys(1);
    let mut last: Vec<Option<f32>> = vec![None; world.expected()];
    let (mut lowest, mut highest, mut on_stairs) = (f32::MAX, f32::MIN, 0);
    while !world.finished() {
        world.step();
        for w in world.walkers() {
            // 3.2 m over 6 m of stairs at no more than 1.3 times 2 m/s, the limit of the model: under 7 cm per step.
            if let Some(before) = last[w.id.0 as usize] {
                assert!((w.z - before).abs() < 0.07, "walker {} rises from {before} to {} m", w.id, w.z);
            }
            last[w.id.0 as usize] = Some(w.z);
            (lowest, highest) = (lowest.min(w.z), highest.max(w.z));
            on_stairs += usize::from(w.z > 0.1 && w.z < 3.1);
            assert_eq!(w.level, u16::from(w.z > 1.6), "walker {} at {} m", w.id, w.z);
        }
    }
    assert!(lowest.abs() < 1e-3 && (highest - 3.2).abs() < 1e-3, "{lowest} to {highest} m");
    assert!(on_stairs > 1000, "{on_stairs} agent-steps on stairs");
}

#[test]
fn an_agent_right_above_changes_nobodys_path() {
    let levels = "
        levels = [{ name = 'ground', height = 0, wkt = 'POLYGON ((0 0, 20 0, 20 4, 0 4))' },
                  { name = 'upper', height = 3, wkt = 'POLYGON ((0 0, 20 0, 20 3, 10 3, 10 1, 0 1))' }]\n";
    let below = "[[walkers]]\npositions = [[2, 2]]\nlevel = 'ground'\ngoal = [18, 2.2]\ngoal_level = 'ground'\n";
    let above =
        "[[walkers]]\npositions = [[18.5, 2.1], [12, 2]]\nlevel = 'upper'\ngoal = [11, 2]\ngoal_level = 'upper'\n";
    let path = |text: String| {
        let mut world = world(&text);
        let mut path = Vec::new();
        while let Some(walker) = world.simulation().walker(AgentId(0)) {
            path.push((walker.place, walker.velocity));
            world.step();
        }
        path
    };
    let alone = path(format!("{levels}{below}"));
    assert!(alone.len() > 200);
    assert_eq!(alone, path(format!("{levels}{below}{above}")));
}

#[test]
fn a_place_is_not_reached_from_the_level_below() {
    let mut world = world(
        "levels = [{ name = 'ground', height = 0, wkt = 'POLYGON ((0 0, 10 0, 10 4, 0 4))' },
                   { name = 'upper', height = 3, wkt = 'POLYGON ((0 0, 9 0, 9 -2, 16 -2, 16 4, 0 4))' }]
        [[stairs]]
        name = 'main'
        bottom = { level = 'ground', line = [[10, 1], [10, 3]] }
        top = { level = 'upper', line = [[16, 1], [16, 3]] }
        [[walkers]]
        positions = [[2, 2]]
        level = 'ground'
        goal = [5, 2]
        goal_level = 'upper'"
            .replace("[16, 1], [16, 3]", "[14, 1], [14, 3]")
            .replace("9 0, 9 -2, 16 -2, 16 4, 0 4", "8 0, 8 -3, 18 -3, 18 4, 14 4, 14 0.5, 9 0.5, 9 4, 0 4")
            .as_str(),
    );
    let report = world.run();
    assert_eq!((report.arrived, report.wall_crossings), (1, 0));
    // Ten metres of level ground and four of stairs at half of its speed, not three metres below the goal.
    assert!(report.time > 15.0, "{} s", report.time);
}

/// Seconds a lone walker of 1.34 m/s takes for the 10 m of a strip.
fn seconds_on_strip(kind: &str, up: bool) -> f64 {
    let (start, goal) = if up { ("ground", "upper") } else { ("upper", "ground") };
    let (from, to) = if up { (3.0, 17.0) } else { (17.0, 3.0) };
    let mut world = world(&format!(
        "levels = [{{ name = 'ground', height = 0, wkt = 'POLYGON ((0 0, 5 0, 5 2, 0 2))' }},
                   {{ name = 'upper', height = 4, wkt = 'POLYGON ((15 0, 20 0, 20 2, 15 2))' }}]
        [[stairs]]
        name = 'main'
        kind = '{kind}'
        bottom = {{ level = 'ground', line = [[5, 0], [5, 2]] }}
        top = {{ level = 'upper', line = [[15, 0], [15, 2]] }}
        [[walkers]]
        positions = [[{from}, 1]]
        level = '{start}'
        goal = [{to}, 1]
        goal_level = '{goal}'
        speed = 1.34
        params = {{ noise = 0 }}"
    ));
    let (mut entered, mut left) = (None, None);
    while let Some(walker) = world.simulation().walker(AgentId(0)) {
        let Point { x, .. } = walker.place;
        if x > 5.0 && x < 15.0 {
            entered.get_or_insert(world.report().time);
            left = Some(world.report().time);
        }
        world.step();
    }
    left.expect("it was there") - entered.expect("it was there")
}

#[test]
fn stairs_slow_people_down_by_the_share_that_was_measured() {
    for (kind, up, share) in [("stairs", true, 0.53), ("stairs", false, 0.6), ("ramp", true, 0.9), ("ramp", false, 1.0)]
    {
        // Along the slope, as standards measure it: 10 m seen from above rise by 4 m.
        let length = (10.0f64 * 10.0 + 4.0 * 4.0).sqrt();
        let (measured, expected) = (seconds_on_strip(kind, up), length / (1.34 * share));
        // It comes onto the stairs at full speed and slows down within half a second.
        assert!((measured / expected - 1.0).abs() < 0.05, "{kind}, up {up}: {measured:.2} s against {expected:.2} s");
    }
}
