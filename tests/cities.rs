//! Cities: many people with random goals, and courtyards that nobody can leave.

mod program;

use ambulo::geom::Point;
use ambulo::{Overrides, World};
use program::{ambulo_with, json, reference};
use std::path::Path;

/// Streets of 60 x 40 m around a house with a courtyard of 10 x 10 m that nobody can leave.
const HOUSE: &str = "plan = { wkt = 'MULTIPOLYGON (((0 0, 60 0, 60 40, 0 40), (20 10, 40 10, 40 30, 20 30)), \
    ((25 15, 35 15, 35 25, 25 25)))' }\nareas.all = { rect = [0, 0, 60, 40] }\nareas.yard = { rect = [25, 15, 35, 25] }\n";

fn in_yard(p: Point) -> bool {
    (25.0..=35.0).contains(&p.x) && (15.0..=25.0).contains(&p.y)
}

fn build(group: &str) -> Result<World, String> {
    World::parse("house.toml", &format!("{HOUSE}walkers = [{{ {group} }}]\n")).map_err(|e| e.to_string())
}

/// What a world warns of ground that nobody uses.
fn left_out(world: &World) -> Vec<String> {
    let of = world.warnings().iter().filter(|w| w.kind == "ground-left-out");
    of.map(|w| w.detail.clone()).collect()
}

#[test]
fn a_random_goal_in_a_closed_courtyard_does_not_refuse_the_scenario() {
    let mut world = build("count = 300, start = 'all', goal_in = 'all'").unwrap();
    assert_eq!(world.expected(), 300);
    assert!(world.walkers().all(|w| !in_yard(w.place)), "nobody begins in the yard");
    let words = left_out(&world).join("\n");
    assert_eq!(
        words.matches("100.0 of 2100.0 m2 of the area `all` is left out: 1 connected part").count(),
        2,
        "{words}"
    );
    // Everybody finds a route to a goal outside the yard.
    for _ in 0..40 {
        world.step();
    }
    assert!(world.walkers().filter(|w| w.velocity.length() > 0.1).count() > 250);
    world.run();
    assert!(world.stuck().iter().all(|s| s.why != ambulo::sim::Why::NoRoute), "{:?}", world.stuck());
    assert!(world.report().arrived >= 299, "{} arrived", world.report().arrived);
}

#[test]
fn people_who_arrive_over_time_appear_where_they_can_reach_their_goal() {
    let mut world = build("rate = 8, to = 10, start = 'all', goal = [1, 1]").unwrap();
    assert!(left_out(&world)[0].contains("cannot leave towards their goals"), "{:?}", left_out(&world));
    while world.report().appeared < 80 {
        world.step();
        assert!(world.walkers().all(|w| !in_yard(w.place)));
    }
}

#[test]
fn written_positions_that_cannot_reach_their_goal_are_still_an_error() {
    for group in [
        "positions = [[5, 5], [30, 20]], goal = [1, 1]",
        "positions = [[5, 5]], goal_in = 'yard'",
        "positions = [[5, 5]], goals = [[30, 20]]",
        "count = 5, start = 'yard', goal = [1, 1]",
        "rate = 1, to = 9, start = 'yard', goal = [1, 1]",
        "count = 5, start = 'yard', goal_in = 'all', goal_level = 'nowhere'",
    ] {
        let error = build(group).err().unwrap_or_else(|| panic!("{group} was taken"));
        let unknown = group.contains("nowhere");
        assert!(unknown || error.contains("the goal is unreachable: from"), "{group}: {error}");
    }
    // Who stands in the yard gets a goal in the yard.
    let world = build("positions = [[30, 20]], goal_in = 'all'").unwrap();
    assert_eq!(world.expected(), 1);
}

#[test]
fn scenario_check_reports_what_was_left_out() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("house.toml");
    std::fs::write(&file, format!("{HOUSE}walkers = [{{ count = 9, start = 'all', goal_in = 'all' }}]\n"))
        .expect("a file");
    let file = file.to_string_lossy();
    let output = ambulo_with(&["scenario", "check", &file]);
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(words.contains("is left out"), "{words}");
    let seen = json(&ambulo_with(&["scenario", "check", &file, "--json"]));
    let kinds = seen["warnings"].as_array().map(|all| all.iter().filter(|w| w["kind"] == "ground-left-out").count());
    assert_eq!(kinds, Some(2));
}

fn city(people: usize) -> Option<World> {
    let map = reference("maps/city_buildings_1km.geojson")?;
    let text = format!(
        "plan = {{ file = '{}' }}\nareas.all = {{ rect = [-10, -10, 972, 1164] }}\n\
         walkers = [{{ count = {people}, start = 'all', goal_in = 'all' }}]\n",
        map.display()
    );
    let loaded = ambulo::data::scenario::parse("city.toml", &text).expect("a scenario");
    Some(World::build(&loaded, Path::new("."), &Overrides::default()).unwrap_or_else(|e| panic!("{e}")))
}

/// Asked walker by walker this took a minute and a half, and placing them took as long again.
#[test]
fn five_thousand_random_goals_in_a_city_are_checked_at_once() {
    let Some(world) = city(5000) else { return };
    assert_eq!(world.expected(), 5000);
    assert!(!left_out(&world).is_empty(), "the map has closed courtyards");
}

/// Darts beside the ground are no sign of a full one: people were packed side by side, after minutes.
#[test]
fn an_area_much_larger_than_the_plan_is_not_taken_for_a_full_one() {
    let text = "plan = { wkt = 'POLYGON ((0 0, 100 0, 100 20, 0 20))' }\n\
        areas.all = { rect = [-450, -90, 550, 110] }\n\
        walkers = [{ count = 50, start = 'all', goal = [99, 10] }]\n";
    let world = World::parse("wide.toml", text).unwrap_or_else(|e| panic!("{e}"));
    let places: Vec<Point> = world.walkers().map(|w| w.place).collect();
    let near = |a: &Point| places.iter().filter(|b| a != *b && a.distance(**b) < 0.6).count();
    // On 2,000 m2 hardly any two of 50 are that near; on a lattice of bodies all have six such neighbours.
    assert!(places.iter().map(near).sum::<usize>() < 10);
}

#[test]
#[ignore = "a million people; for ./check --full"]
fn a_million_people_find_a_place_in_a_city() {
    let Some(world) = city(1_000_000) else { return };
    assert_eq!(world.expected(), 1_000_000);
}

/// A slip of a digit in an area made the lattice of places as wide as the area: it never ended.
#[test]
fn a_start_area_of_a_million_kilometres_does_not_hang() {
    for rect in ["[-2147483649, 0, 10, 40]", "[-1e9, -1e9, 1e9, 1e9]", "[0, 0, 1e20, 40]"] {
        let text = format!(
            "{HOUSE}areas.far = {{ rect = {rect} }}\nwalkers = [{{ count = 5, start = 'far', goal = [1, 1] }}]\n"
        );
        // Either there is room, or an error says that there is none.
        if let Ok(world) = World::parse("house.toml", &text) {
            assert_eq!(world.expected(), 5, "{rect}");
        }
    }
}
