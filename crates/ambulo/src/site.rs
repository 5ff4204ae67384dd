//! From a building as it is written down to what a mesh is made from.

use ambulo_data::{Building, Plan};
use ambulo_nav::{DoorLine, Floor, Landing, Site, Slope};

/// The site of a building: levels are floors, stairs slopes, doors as they begin.
///
/// ```
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 5, 0 5, 0 0))' }\nwalkers = [{ positions = [[1, 1]], goal = [2, 2] }]";
/// let loaded = ambulo::data::scenario::parse("a.toml", text).unwrap();
/// let building = ambulo::data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
/// assert_eq!(ambulo::site_of(&building).floors.len(), 1);
/// ```
pub fn site_of(building: &Building) -> Site {
    let landing = |floor: usize, line| Landing { floor, line };
    Site {
        floors: building.levels.iter().map(|level| floor_of(&level.plan, level.height)).collect(),
        slopes: building
            .stairs
            .iter()
            .map(|s| Slope {
                bottom: landing(s.bottom_level, s.bottom),
                top: landing(s.top_level, s.top),
                up: s.speed_up as f32,
                down: s.speed_down as f32,
            })
            .collect(),
        doors: building.doors.iter().map(|d| DoorLine { floor: d.level, line: d.line, open: d.open }).collect(),
    }
}

fn floor_of(plan: &Plan, height: f64) -> Floor {
    Floor { region: plan.walkable.clone(), walls: plan.walls.clone(), height }
}
