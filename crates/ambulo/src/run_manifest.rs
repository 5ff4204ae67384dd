//! The manifest of a run: which scenario, which plan, which files.

use crate::{Outcome, RunOptions, World};
use ambulo_data::run_folder::{Manifest, RecordedFile, RunFolder};
use ambulo_data::{fnv1a, region_to_wkt};

/// Program and version, as manifests have it.
pub(crate) fn program() -> String {
    format!("ambulo {}", crate::VERSION)
}

/// The manifest of a run that begins; `scenario` is the text of `scenario.toml`.
pub(crate) fn begin(world: &World, options: &RunOptions, scenario: &str) -> Manifest {
    let recorded = |format: &ambulo_data::recording::Format| RecordedFile {
        format: format.name().into(),
        version: format.version().into(),
        file: format.file_name().into(),
        bytes: None,
    };
    let mut files: Vec<String> =
        options.formats.iter().flat_map(|f| f.files()).map(|name| (*name).to_string()).collect();
    files.push("scenario.toml".into());
    files.extend(options.explain.map(|_| "explain.json".to_string()));
    Manifest {
        command: options.command.clone(),
        scene: world.name.clone(),
        seed: Some(world.scenario.seed),
        explain: options.explain,
        explain_at: options.explain_at,
        scenario_hash: Some(scenario_hash(scenario)),
        plan_hash: Some(plan_hash(world)),
        devices: world.sim.devices(),
        recordings: options.formats.iter().map(recorded).collect(),
        files,
        ..Manifest::new("run", &program())
    }
}

/// A number for the text of a scenario.
pub(crate) fn scenario_hash(text: &str) -> String {
    format!("{:016x}", fnv1a(text.as_bytes()))
}

/// Notes in the manifest how the run ended.
pub(crate) fn end(folder: &mut RunFolder, world: &World, outcome: Outcome) {
    let dir = folder.dir().to_path_buf();
    let manifest = &mut folder.manifest;
    manifest.state_hash = Some(format!("{:016x}", world.report().state_hash));
    for recording in &mut manifest.recordings {
        recording.bytes = std::fs::metadata(dir.join(&recording.file)).ok().map(|m| m.len());
    }
    manifest.end(outcome.complete(), outcome.name(), &outcome.reason(world));
}

/// A number for the plan as it is walked on: ground and walls of all levels.
pub(crate) fn plan_hash(world: &World) -> String {
    let mut text = String::new();
    for level in &world.building.levels {
        text += &format!("{} {:?} {}\n", level.name, level.height, region_to_wkt(&level.plan.walkable));
        level.plan.walls.iter().for_each(|wall| text += &format!("{wall:?}\n"));
    }
    format!("{:016x}", fnv1a(text.as_bytes()))
}
