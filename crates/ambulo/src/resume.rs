//! Resuming a run that was killed or interrupted.

use crate::checkpoint::Checkpoints;
use crate::explain::Explainer;
use crate::recorder::Recorder;
use crate::run::{Going, RunError, RunOptions, go};
use crate::{Overrides, Progress, Summary, World, run_manifest};
use ambulo_data::recording::Format;
use ambulo_data::run_folder::{Manifest, RunFolder};
use ambulo_data::scenario;
use ambulo_sim::SnapshotReader;
use std::path::Path;
use std::time::Duration;

/// Resumes the run in a folder from its last checkpoint, or from its beginning where it has none, and leaves what the run would
/// have left without interruption: the same state hash, the same recordings. `threads` is as in [`Overrides`].
///
/// ```
/// let dir = tempfile::tempdir().unwrap();
/// let mut world = ambulo::World::scene("corridor").unwrap();
/// let mut steps = 0;
/// let interrupted = ambulo::run_to_folder(&mut world, &ambulo::RunOptions::new(dir.path()), |_| {
///     steps += 1;
///     steps < 100
/// });
/// assert!(!interrupted.unwrap().complete);
/// let summary = ambulo::resume_run(dir.path(), 0, None, |_| true).unwrap();
/// assert_eq!((summary.complete, summary.arrived), (true, 40));
/// ```
pub fn resume_run(
    folder: &Path,
    threads: usize,
    checkpoint: Option<Duration>,
    progress: impl FnMut(&Progress<'_>) -> bool,
) -> Result<Summary, RunError> {
    let refuse = |why: String| RunError::Resume { folder: folder.to_path_buf(), why };
    let mut run = RunFolder::resume(folder)?;
    let text = check(&run.manifest, folder, refuse)?;
    let loaded = scenario::parse("scenario.toml", &text).map_err(|e| refuse(format!("scenario.toml: {e}")))?;
    let overrides = Overrides { threads, ..Overrides::default() };
    let mut world = World::build(&loaded, folder, &overrides).map_err(|e| refuse(format!("scenario.toml: {e}")))?;
    if run.manifest.devices != world.sim.devices() {
        let names = |devices: &[String]| if devices.is_empty() { "the CPU alone".into() } else { devices.join(", ") };
        let (then, now) = (names(&run.manifest.devices), names(&world.sim.devices()));
        return Err(refuse(format!("it was computed on {then}, here it would be on {now}, which gives other bits")));
    }
    world.name.clone_from(&run.manifest.scene);
    let options = RunOptions { checkpoint, ..options(&run.manifest, folder, refuse)? };
    let checkpoints = Checkpoints::new(folder, &run_manifest::scenario_hash(&text), checkpoint);
    run.manifest.ended = None;
    run.manifest.outcome = "unfinished".into();
    run.write_manifest()?;
    let Some(from) = checkpoints.last()? else {
        let going = Going::begin(run, &world, &options, checkpoints)?;
        return go(&mut world, &options, going, progress);
    };
    from.restore(&mut world).map_err(|e| refuse(format!("its checkpoint cannot be used: {e}")))?;
    let recorder = Recorder::resume(&world, &options, &from.recorder)?;
    let reader = &mut SnapshotReader::new(&from.explainer);
    let explainer = options.explain.map(|id| Explainer::resume(folder, id, options.explain_at, reader)).transpose()?;
    let going = Going { folder: run, recorder, explainer, graph: from.graph, checkpoints, wall_before: from.wall_s };
    go(&mut world, &options, going, progress)
}

/// Whether the run can be resumed by this program; the text of its scenario.
fn check(manifest: &Manifest, folder: &Path, refuse: impl Fn(String) -> RunError) -> Result<String, RunError> {
    if manifest.kind != "run" {
        return Err(refuse(format!("the folder holds no run but is of kind `{}`", manifest.kind)));
    }
    if manifest.complete {
        return Err(refuse("the run is complete: there is nothing to resume".into()));
    }
    let own = run_manifest::program();
    if manifest.program != own {
        let words = format!(
            "it was begun by {}, and this is {own}: only the same version comes to the same result",
            manifest.program
        );
        return Err(refuse(words));
    }
    let file = folder.join("scenario.toml");
    let text = std::fs::read_to_string(&file).map_err(|source| RunError::Io { file, source })?;
    if manifest.scenario_hash.as_deref() != Some(&run_manifest::scenario_hash(&text)) {
        return Err(refuse("scenario.toml was changed after the run began; run it anew with option `out`".into()));
    }
    Ok(text)
}

fn options(manifest: &Manifest, folder: &Path, refuse: impl Fn(String) -> RunError) -> Result<RunOptions, RunError> {
    let formats = manifest.recordings.iter().map(|r| r.format.parse::<Format>()).collect::<Result<Vec<_>, _>>();
    Ok(RunOptions {
        formats: formats.map_err(refuse)?,
        command: manifest.command.clone(),
        explain: manifest.explain,
        explain_at: manifest.explain_at,
        ..RunOptions::new(folder)
    })
}
