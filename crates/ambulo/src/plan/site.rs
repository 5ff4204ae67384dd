//! From a building as it is written down to what a mesh is made from.

use ambulo_data::{Building, Plan};
use ambulo_nav::{DoorLine, Landing, Level, Site, Stairs};

/// The site of a building: its levels, its stairs, and its doors as they begin.
///
/// ```
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 5, 0 5, 0 0))' }\nwalkers = [{ positions = [[1, 1]], goal = [2, 2] }]";
/// let loaded = ambulo::data::scenario::parse("a.toml", text).unwrap();
/// let building = ambulo::data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
/// assert_eq!(ambulo::plan::site_of(&building).levels.len(), 1);
/// ```
pub fn site_of(building: &Building) -> Site {
    let landing = |level: usize, line| Landing { level, line };
    Site {
        levels: building.levels.iter().map(|level| level_of(&level.plan, level.height)).collect(),
        stairs: building
            .stairs
            .iter()
            .map(|s| Stairs {
                bottom: landing(s.bottom_level, s.bottom),
                top: landing(s.top_level, s.top),
                up: s.speed_up as f32,
                down: s.speed_down as f32,
            })
            .collect(),
        doors: building.doors.iter().map(|d| DoorLine { level: d.level, line: d.line, open: d.open }).collect(),
    }
}

fn level_of(plan: &Plan, height: f64) -> Level {
    Level { region: plan.walkable.clone(), walls: plan.walls.clone(), height }
}
