//! Buildings of several levels: what is read, and what is refused with its place.

use ambulo_data::{Building, resolve_building, scenario};
use std::path::Path;

const TWO_LEVELS: &str = include_str!("texts/two_levels.toml");

fn read(text: &str) -> Result<Building, String> {
    let loaded = scenario::parse("house.toml", text).map_err(|e| e.to_string())?;
    resolve_building(&loaded, Path::new(".")).map_err(|e| e.to_string())
}

#[test]
fn every_level_has_its_plan_and_its_areas() {
    let house = read(TWO_LEVELS).unwrap_or_else(|e| panic!("{e}"));
    let levels: Vec<_> = house.levels.iter().map(|level| (level.name.as_str(), level.height)).collect();
    assert_eq!(levels, [("ground", 0.0), ("upper", 3.2)]);
    assert_eq!(house.levels[0].plan.walkable.area(), 80.0);
    assert_eq!(house.levels[1].plan.walkable.polygons()[0].holes().count(), 1);
    assert_eq!(house.area("hall").map(|(level, _)| level), Some(0));
    assert_eq!(house.area("office").map(|(level, area)| (level, area.area())), Some((1, 4.0)));
    assert_eq!(house.doors[0].switches, [(30.0, false), (60.0, true), (90.0, false)]);
}

#[test]
fn the_lines_of_stairs_may_be_written_in_any_direction() {
    let corners = read(TWO_LEVELS).unwrap().stairs[0].corners();
    assert_eq!(corners.map(|p| (p.x, p.y)), [(10.0, 3.0), (10.0, 1.0), (15.0, 1.0), (15.0, 3.0)]);
    for (from, to) in [("[[10, 1], [10, 3]]", "[[10, 3], [10, 1]]"), ("[[15, 3], [15, 1]]", "[[15, 1], [15, 3]]")] {
        assert_eq!(read(&TWO_LEVELS.replace(from, to)).unwrap().stairs[0].corners(), corners);
    }
}

#[test]
fn a_file_is_read_for_every_level_and_its_fault_is_named() {
    let text = TWO_LEVELS.replace("wkt = \"POLYGON ((0 5,", "file = \"upper.wkt\" # ((0 5,");
    let errors = read(&text).unwrap_err();
    assert!(errors.starts_with("house.toml:9:8: error: the plan file `./upper.wkt` cannot be used"), "{errors}");
}

#[test]
fn stairs_may_lead_over_a_level_with_head_room_only() {
    // Ground below the whole strip: cut off at first, then all along its upper half, then below its foot too.
    let over = |wkt: &str| read(&TWO_LEVELS.replace("POLYGON ((0 0, 10 0, 10 8, 0 8, 0 0))", wkt));
    over("MULTIPOLYGON (((0 0, 10 0, 10 8, 0 8, 0 0)), ((13.2 0, 18 0, 18 8, 13.2 8, 13.2 0)))").unwrap();
    let errors =
        over("MULTIPOLYGON (((0 0, 10 0, 10 8, 0 8, 0 0)), ((12.5 0, 18 0, 18 8, 12.5 8, 12.5 0)))").unwrap_err();
    assert!(errors.contains("house.toml:11:1: error: stairs `main` run over level `ground` near (12"), "{errors}");
}

#[test]
fn a_door_may_stand_at_the_foot_of_the_stairs() {
    let text = TWO_LEVELS.replace("line = [[5, 0], [5, 8]]", "line = [[10, 1], [10, 3]]");
    assert_eq!(read(&text).unwrap().doors[0].line.length(), 2.0);
}

#[test]
fn levels_far_from_zero_move_together_with_their_stairs_and_doors() {
    // Six digits to the east; the upper level begins in another kilometre than the ground.
    let far = |x: f64| 499_995.0 + x;
    let text = format!(
        "[[levels]]
        name = 'ground'
        height = 0
        wkt = 'POLYGON (({} 0, {} 0, {} 8, {} 8))'
        [[levels]]
        name = 'upper'
        height = 3
        wkt = 'POLYGON (({} 0, {} 0, {} 8, {} 8))'
        [[stairs]]
        name = 'main'
        bottom = {{ level = 'ground', line = [[{b}, 1], [{b}, 3]] }}
        top = {{ level = 'upper', line = [[{t}, 1], [{t}, 3]] }}
        [doors]
        middle = {{ line = [[{m}, 0], [{m}, 8]], level = 'ground' }}
        [[walkers]]
        positions = [[{m}, 1]]
        level = 'ground'
        goal = [{goal}, 4]
        goal_level = 'upper'",
        far(0.0),
        far(10.0),
        far(10.0),
        far(0.0),
        far(15.0),
        far(25.0),
        far(25.0),
        far(15.0),
        b = far(10.0),
        t = far(15.0),
        m = far(5.0),
        goal = far(20.0),
    );
    let house = read(&text).unwrap_or_else(|e| panic!("{e}"));
    let boxes: Vec<_> = house.levels.iter().map(|l| l.plan.walkable.bounds().unwrap().min.x).collect();
    assert_eq!(boxes, [995.0, 1010.0]);
    assert_eq!((house.stairs[0].bottom.a.x, house.stairs[0].top.a.x), (1005.0, 1010.0));
    assert_eq!(house.doors[0].line.a.x, 1000.0);
    assert!(house.levels.iter().all(|l| l.plan.origin.x == 499_000.0));
}
