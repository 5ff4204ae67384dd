//! Doors that shut and open while people walk.

use ambulo::World;
use ambulo::sim::{Activity, Command, Why};

/// A room of 8 x 8 m with a door of 2 m to a passage in the east and one in the west.
fn room(doors: &str, walkers: &str) -> World {
    let text = format!(
        "limit = 200
        plan = {{ wkt = 'POLYGON ((0 0, 8 0, 8 3, 14 3, 14 5, 8 5, 8 8, 0 8, 0 5, -6 5, -6 3, 0 3))' }}
        areas = {{ room = {{ rect = [1, 1, 7, 7] }}, east = {{ rect = [13, 3, 14, 5] }},
                  doorway = {{ rect = [6.5, 3, 12, 5] }} }}
        [doors]
        {doors}
        {walkers}"
    );
    World::parse("room.toml", &text).unwrap_or_else(|e| panic!("{e}"))
}

const EAST: &str = "east = { line = [[9, 3], [9, 5]], open = true }";
const CROWD: &str = "[[walkers]]\ncount = 30\nstart = 'room'\ngoal = 'east'";

/// How many cross each door of the scene `doors`, and when.
fn crossings(world: &mut World) -> Vec<(&'static str, f64)> {
    let mut crossings = Vec::new();
    let mut before: Vec<Option<f64>> = vec![None; world.expected()];
    while !world.finished() {
        let time = world.report().time;
        world.step();
        for w in world.walkers() {
            let (now, old) = (w.place.x, before[w.id.0 as usize].replace(w.place.x));
            if w.place.y < 4.0 {
                continue; // in the yard
            }
            if old.is_some_and(|x| (x < 16.15) != (now < 16.15)) {
                crossings.push(("east", time));
            }
            if old.is_some_and(|x| (x < -0.15) != (now < -0.15)) {
                crossings.push(("west", time));
            }
        }
    }
    crossings
}

#[test]
fn while_a_door_is_shut_all_leave_by_the_other_and_when_it_opens_it_is_used_again() {
    let mut world = World::scene("doors").expect("a good scene");
    let crossings = crossings(&mut world);
    let report = world.report();
    assert_eq!((report.arrived, report.wall_crossings, report.faults.len()), (140, 0, 0));
    assert!(report.max_overlap <= 0.005, "{} m", report.max_overlap);
    let count = |door: &str, from: f64, to: f64| {
        crossings.iter().filter(|(d, t)| *d == door && *t > from - 1e-6 && *t < to - 1e-6).count()
    };
    assert!(count("east", 0.0, 10.0) > 10);
    assert_eq!(count("east", 10.0, 16.0), 0);
    assert!(count("west", 10.0, 16.0) > 5);
    assert!(count("east", 16.0, 300.0) > 5);
    assert_eq!(crossings.len(), 140);
}

#[test]
fn a_shut_door_without_another_route_is_waited_at_and_reported_and_everyone_leaves_when_it_opens() {
    let mut world = room("east = { line = [[9, 3], [9, 5]], closes = [3.0], opens = [60.0] }", CROWD);
    while world.report().time < 59.9 {
        world.step();
    }
    let inside = world.walkers().filter(|w| w.place.x < 9.0).count();
    assert!(inside > 10, "{inside}");
    assert!(world.walkers().all(|w| w.activity == Activity::NoRoute || w.place.x > 9.0));
    assert_eq!(world.report().stuck.iter().filter(|s| s.why == Why::NoRoute).count(), inside);
    let report = world.run();
    assert_eq!((report.arrived, report.wall_crossings, report.stuck.len()), (30, 0, 0));
    assert!(report.max_overlap <= 0.005, "{} m", report.max_overlap);
}

/// A crowd streams through the doorway; after some steps the door shuts, and later it opens again. How many bodies were
/// in the door when it shut.
fn shut_on_a_crowd(after: usize) -> usize {
    let mut world = room(EAST, "[[walkers]]\ncount = 44\nstart = 'doorway'\ngoal = 'east'");
    for _ in 0..after {
        world.step();
    }
    let touching = world.walkers().filter(|w| (w.place.x - 9.0).abs() < f64::from(w.radius) - 0.005).count();
    let mut east = [true; 44]; // also those who have left
    world.walkers().for_each(|w| east[w.id.0 as usize] = w.place.x > 9.0);
    world.command(Command::Door { name: "east".into(), open: false });
    for _ in 0..400 {
        world.step();
        assert!(world.walkers().all(|w| (w.place.x > 9.0) == east[w.id.0 as usize]));
        let leaving = world.walkers().filter(|w| w.activity == Activity::Leaving).count();
        assert_eq!(world.report().present + world.report().arrived, 44 + leaving);
    }
    assert_eq!(world.simulation().door("east"), Some(false));
    assert_eq!(world.report().arrived, east.iter().filter(|e| **e).count());
    // Bodies are out of the door by now, and never were in each other.
    assert!(world.walkers().all(|w| 9.0 - w.place.x > f64::from(w.radius) - 0.0051));
    assert!(world.report().max_overlap <= 0.005, "{} m", world.report().max_overlap);
    world.command(Command::Door { name: "east".into(), open: true });
    let report = world.run();
    assert_eq!((report.arrived, report.wall_crossings), (44, 0));
    assert!(report.max_overlap <= 0.005, "{} m", report.max_overlap);
    touching
}

#[test]
fn a_door_that_shuts_on_a_crowd_loses_nobody_and_everyone_stays_on_its_side() {
    let touching: usize = (1..80).step_by(4).map(shut_on_a_crowd).sum();
    assert!(touching > 30, "only {touching} bodies were in the door");
}

#[test]
fn a_door_may_be_shut_at_first_and_a_door_nobody_has_is_refused() {
    let mut world = room("east = { line = [[9, 3], [9, 5]], open = false, opens = [5.0] }", CROWD);
    world.command(Command::Door { name: "cellar".into(), open: false });
    assert_eq!(world.step().refused, 1);
    while world.report().time < 5.0 {
        assert!(world.walkers().all(|w| w.place.x < 9.0));
        world.step();
    }
    assert_eq!(world.run().arrived, 30);
}

#[test]
fn a_door_that_never_opens_makes_the_goal_unreachable() {
    let text = "plan = { wkt = 'POLYGON ((0 0, 8 0, 8 4, 0 4))' }
        doors.middle = { line = [[4, 0], [4, 4]], open = false }
        walkers = [{ positions = [[1, 1]], goal = [7, 1] }]";
    let errors = World::parse("a.toml", text).err().expect("an error").to_string();
    assert!(errors.contains("a.toml:3:") && errors.contains("unreachable"), "{errors}");
}

#[test]
fn a_door_that_touches_no_wall_is_named_at_its_line() {
    let text = "plan = { wkt = 'POLYGON ((0 0, 8 0, 8 4, 0 4))' }
        doors.middle = { line = [[4, 1], [4, 4]] }
        walkers = [{ positions = [[1, 1]], goal = [7, 1] }]";
    let errors = World::parse("a.toml", text).err().expect("an error").to_string();
    assert!(errors.contains("a.toml:2:") && errors.contains("door `middle` ends at (4, 1)"), "{errors}");
}

#[test]
fn doors_turn_the_same_on_any_number_of_threads() {
    use ambulo::{Overrides, Scene, data::scenario};
    let loaded = scenario::parse("doors", Scene::find("doors").expect("a scene").text).expect("good");
    let run = |threads| {
        let overrides = Overrides { threads, ..Overrides::default() };
        let mut world = World::build(&loaded, std::path::Path::new("."), &overrides).expect("good");
        world.run().state_hash
    };
    let hashes = [1, 2, 3, 7].map(run);
    assert!(hashes.iter().all(|h| *h == hashes[0]), "{hashes:x?}");
}

#[test]
fn a_door_at_the_foot_of_the_stairs_keeps_people_down() {
    let text = "limit = 100
        levels = [{ name = 'ground', height = 0, wkt = 'POLYGON ((0 0, 10 0, 10 8, 0 8))' },
                  { name = 'upper', height = 3.2, wkt = 'POLYGON ((15 0, 20 0, 20 8, 15 8))' }]
        doors.foot = { line = [[10, 1], [10, 3]], level = 'ground', closes = [3.0], opens = [30.0] }
        [[stairs]]
        name = 'main'
        bottom = { level = 'ground', line = [[10, 1], [10, 3]] }
        top = { level = 'upper', line = [[15, 3], [15, 1]] }
        [[walkers]]
        positions = [[2, 6], [2, 5], [8, 2]]
        level = 'ground'
        goal = [18, 4]
        goal_level = 'upper'";
    let mut world = World::parse("foot.toml", text).unwrap_or_else(|e| panic!("{e}"));
    while world.report().time < 29.9 {
        world.step();
    }
    assert_eq!((world.report().arrived, world.walkers().count()), (1, 2));
    assert!(world.walkers().all(|w| w.z == 0.0 && w.activity == Activity::NoRoute));
    let report = world.run();
    assert_eq!((report.arrived, report.wall_crossings), (3, 0));
}
