//! Obstacles that move.

use super::groups::CrowdBuilder;
use ambulo_sim::{Group, Spread, TimedPath};

impl CrowdBuilder<'_> {
    /// Adds what is led along a path, after everybody who walks.
    pub(super) fn add_moving_obstacles(&mut self) {
        for (k, obstacle) in self.loaded.scenario.moving_obstacles.iter().enumerate() {
            let level = self.level(obstacle.level.as_deref());
            let places: Vec<_> = obstacle.path.iter().map(|at| self.local(level, *at)).collect();
            let plan = &self.building.levels[usize::from(level)].plan;
            if let Some(off) = places.iter().position(|place| !plan.walkable.contains(*place)) {
                let message = format!("the obstacle `{}` is led off the walkable area", obstacle.name);
                self.help(&format!("moving_obstacles[{k}].path[{off}]"), message, "move this place inside the plan");
                continue;
            }
            let course = TimedPath::new(obstacle.times.iter().copied().zip(places).collect());
            let group = Group {
                name: obstacle.name.clone(),
                speed: Spread::constant(course.fastest().max(0.1)),
                radius: Spread::constant(obstacle.radius),
                ..Group::default()
            };
            let added = self.sim.add_group(&group).ok().and_then(|group| self.sim.lead(group, level, course));
            if added.is_none() {
                let message = format!("the obstacle `{}` begins in a wall or in a person", obstacle.name);
                let help = "move the first place of `path` away from walls and from where people begin";
                self.help(&format!("moving_obstacles[{k}].path[0]"), message, help);
            }
        }
    }
}
