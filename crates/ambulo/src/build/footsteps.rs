//! Footsteps that are written down: read, checked, and given to their walkers.

use super::groups::CrowdBuilder;
use ambulo_data::Diagnostic;
use ambulo_data::scenario::{FootstepsSpec, Loaded, Scenario, SourceSpec, check_footsteps, load_footsteps};
use ambulo_geom::{Point, Polygon, Vec2};
use ambulo_sim::{AgentId, ScriptedFootstep};
use std::path::Path;

/// The locomotion that makes them.
const LOCOMOTION: &str = "footsteps";

/// Reads tables of footsteps into the scenario, which is to stand without its files, and checks all footsteps.
pub(super) fn fill_in(loaded: &Loaded, base_dir: &Path, scenario: &mut Scenario, errors: &mut Vec<Diagnostic>) {
    for (i, group) in scenario.walkers.iter_mut().enumerate() {
        let path = format!("walkers[{i}].footsteps");
        let Some(spec) = &mut group.footsteps else { continue };
        if group.locomotion != LOCOMOTION {
            let message = format!("the locomotion `{}` makes no footsteps", group.locomotion);
            errors.push(loaded.diagnostic(&path, message).help("write `locomotion = \"footsteps\"`"));
            continue;
        }
        let SourceSpec::Positions { positions } = &group.source else { continue };
        let file = match spec {
            FootstepsSpec::Written(_) => None,
            FootstepsSpec::File(file) => match load_footsteps(&base_dir.join(file)) {
                Ok(file) => Some(file),
                Err(more) => {
                    errors.extend(more.iter().cloned());
                    continue;
                }
            },
        };
        if let Some(file) = &file {
            *spec = FootstepsSpec::Written(file.footsteps.clone());
        }
        let FootstepsSpec::Written(all) = spec else { continue };
        if let Err((k, message, help)) = check_footsteps(all, positions) {
            let error = match &file {
                Some(file) => file.diagnostic(k, message),
                None => loaded.diagnostic(&format!("{path}[{k}]"), message),
            };
            errors.push(error.help(help));
        }
    }
}

impl CrowdBuilder<'_> {
    /// Gives walkers their footsteps.
    pub(super) fn script_footsteps(
        &mut self,
        i: usize,
        level: u16,
        footsteps: Option<&FootstepsSpec>,
        walkers: &[Option<AgentId>],
    ) {
        let Some(FootstepsSpec::Written(all)) = footsteps else { return };
        for (walker, id) in walkers.iter().enumerate().filter_map(|(k, id)| Some((k as u32, (*id)?))) {
            let mut script = Vec::new();
            for (k, step) in all.iter().enumerate().filter(|(_, step)| step.walker == walker) {
                let place = self.local(level, [step.x, step.y]);
                if !self.is_floor(level, place) {
                    let at = Point::new(step.x, step.y);
                    let message =
                        format!("footstep {k}, of walker {walker}, lands at {at}, which is off the walkable area");
                    // Of a table beside the scenario the group is what there is to point at.
                    let path = format!("walkers[{i}].footsteps[{k}]");
                    self.help(&path, message, "move it onto the plan, clear of obstacles");
                    continue;
                }
                let along = Vec2::from_angle(step.heading);
                script.push(ScriptedFootstep { right: step.right, place, along, lift: step.lift, land: step.land });
            }
            self.sim.script_footsteps(id, script);
        }
    }

    /// Whether a foot can stand at a place: on a level, or on stairs that begin or end there.
    fn is_floor(&self, level: u16, place: Point) -> bool {
        let on = |stairs: &ambulo_data::StairsPlan| {
            [stairs.bottom_level, stairs.top_level].contains(&usize::from(level))
                && Polygon::new(stairs.corners().to_vec(), Vec::new()).is_ok_and(|strip| strip.contains(place))
        };
        self.building.levels[usize::from(level)].plan.walkable.contains(place) || self.building.stairs.iter().any(on)
    }
}
