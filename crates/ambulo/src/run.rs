//! A whole run into a folder: recording, resolved scenario, summary, report.

use crate::checkpoint::Checkpoints;
use crate::explain::Explainer;
use crate::neighbourhood::GraphWatcher;
use crate::recorder::Recorder;
use crate::report_info::report_info;
use crate::summary::BlockedPlace;
use crate::{Outcome, Summary, World, run_manifest};
use ambulo_data::recording::{self, Format, RecordingError};
use ambulo_data::run_folder::{FolderError, RunFolder};
use ambulo_data::scenario::to_toml;
use ambulo_eval::report::{self, ReportError};
use ambulo_sim::Report;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Wall time between two checkpoints, unless another is asked for.
const CHECKPOINT: Duration = Duration::from_secs(30);

/// Where and how a run is written down.
///
/// ```
/// let o = ambulo::RunOptions::new("out/hall");
/// assert_eq!(o.formats.len(), 1); // SQLite
/// ```
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The folder; made when missing, files of earlier runs removed.
    pub out: PathBuf,
    /// Recording formats; the report is made from the first.
    pub formats: Vec<Format>,
    /// The command that started the run, for the report.
    pub command: String,
    /// The walker whose decisions are written down and drawn.
    pub explain: Option<u32>,
    /// When to draw what it sees and weighs [s]; at the most eventful moments without.
    pub explain_at: Option<f64>,
    /// Wall time between two checkpoints, from which a killed run is resumed; none are taken without.
    pub checkpoint: Option<Duration>,
}

impl RunOptions {
    /// SQLite into a folder.
    ///
    /// ```
    /// assert_eq!(ambulo::RunOptions::new("out").out.to_str(), Some("out"));
    /// ```
    pub fn new(out: impl Into<PathBuf>) -> Self {
        Self {
            out: out.into(),
            formats: vec![Format::Sqlite],
            command: String::new(),
            explain: None,
            explain_at: None,
            checkpoint: Some(CHECKPOINT),
        }
    }
}

/// What a progress bar shows.
///
/// ```no_run
/// # let mut world = ambulo::World::scene("corridor").unwrap();
/// ambulo::run_to_folder(&mut world, &ambulo::RunOptions::new("out"), |p| {
///     eprintln!("{:.0} s, {} of {} arrived", p.report.time, p.report.arrived, p.expected);
///     true // false stops the run
/// }).unwrap();
/// ```
pub struct Progress<'a> {
    /// The state of the run.
    pub report: &'a Report,
    /// Everybody who has appeared or will.
    pub expected: usize,
    /// Simulated time at which the run ends at the latest [s].
    pub limit: f64,
    /// Places found blocked in this step; a place that was blocked before is not among them again.
    pub blocked: &'a [BlockedPlace],
}

/// Why a run failed.
///
/// ```
/// let e = ambulo::RunError::Io { file: "out".into(), source: std::io::Error::other("gone") };
/// assert!(e.to_string().contains("out"));
/// ```
#[derive(Debug, Error)]
pub enum RunError {
    /// The recording could not be written or read back.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The folder cannot be written to.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The report could not be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The run in a folder cannot be resumed.
    #[error("{}: cannot be resumed: {why}", folder.display())]
    Resume {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        why: String,
    },
    /// The walker to explain decided nothing at that time.
    #[error("walker {0} decides nothing at {1} s or later; ask for a time before it arrives")]
    NothingToExplain(u32, f64),
    /// The walker to explain was never there.
    #[error("there is no walker {0} to explain; walker numbers are in the recording, from 0 on")]
    NobodyToExplain(u32),
    /// A device failed that computes decisions.
    #[error("{0}; what was recorded up to there is in the folder, and option `resume` resumes it")]
    Device(String),
    /// Another file could not be written.
    #[error("{}: {source}; choose another folder with option `out`", file.display())]
    Io {
        /// Which.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Runs a world to its end, or until `progress` returns false, and leaves everything in a folder: the recording
/// (written as the run goes), `scenario.toml` with all defaults filled in, `summary.json`, `report.html` and
/// `pictures/`. The folder's
/// `manifest.json` names them and records whether the run is complete. What earlier runs left in the folder is removed first.
///
/// ```
/// let dir = tempfile::tempdir().unwrap();
/// let mut world = ambulo::World::scene("corridor").unwrap();
/// let summary = ambulo::run_to_folder(&mut world, &ambulo::RunOptions::new(dir.path()), |_| true).unwrap();
/// assert_eq!(summary.arrived, 40);
/// assert!(dir.path().join("report.html").exists());
/// ```
pub fn run_to_folder(
    world: &mut World,
    options: &RunOptions,
    progress: impl FnMut(&Progress<'_>) -> bool,
) -> Result<Summary, RunError> {
    if options.out.exists() && !options.out.is_dir() {
        let source = std::io::Error::other("this is a file, not a folder");
        return Err(RunError::Io { file: options.out.clone(), source });
    }
    let scenario = to_toml(&world.scenario);
    let folder = RunFolder::take(&options.out, run_manifest::begin(world, options, &scenario))?;
    write(&options.out.join("scenario.toml"), &scenario)?;
    let checkpoints = Checkpoints::new(&options.out, &run_manifest::scenario_hash(&scenario), options.checkpoint);
    let going = Going::begin(folder, world, options, checkpoints)?;
    go(world, options, going, progress)
}

/// What a run writes into while it goes.
pub(crate) struct Going {
    pub(crate) folder: RunFolder,
    pub(crate) recorder: Recorder,
    pub(crate) explainer: Option<Explainer>,
    pub(crate) graph: GraphWatcher,
    pub(crate) checkpoints: Checkpoints,
    /// Wall time of the run before it was resumed [s].
    pub(crate) wall_before: f64,
}

impl Going {
    /// At the first step.
    pub(crate) fn begin(
        folder: RunFolder,
        world: &World,
        options: &RunOptions,
        checkpoints: Checkpoints,
    ) -> Result<Self, RunError> {
        let recorder = Recorder::create(world, options)?;
        let explainer =
            options.explain.map(|id| Explainer::create(&options.out, id, options.explain_at)).transpose()?;
        Ok(Self { folder, recorder, explainer, graph: GraphWatcher::default(), checkpoints, wall_before: 0.0 })
    }
}

/// Runs to the end, or until `progress` stops it, from wherever the world is.
pub(crate) fn go(
    world: &mut World,
    options: &RunOptions,
    going: Going,
    mut progress: impl FnMut(&Progress<'_>) -> bool,
) -> Result<Summary, RunError> {
    let Going { mut folder, mut recorder, mut explainer, mut graph, mut checkpoints, wall_before } = going;
    let started = Instant::now();
    let wall = || wall_before + started.elapsed().as_secs_f64();
    world.sim.explain(explainer.as_ref().map(Explainer::id));
    let mut interrupted = false;
    // Of a resumed run those before were reported already.
    let mut known = world.report().blocked.len();
    recorder.record(world, |world, recorder| {
        if interrupted || checkpoints.due() {
            checkpoints.take(world, recorder, &graph, explainer.as_mut(), wall())?;
        }
        if interrupted {
            return Ok(false);
        }
        world.step();
        if let Some(why) = world.sim.failure() {
            return Err(RunError::Device(why.into()));
        }
        graph.look(world);
        if let Some(explainer) = &mut explainer {
            explainer.step(world)?;
        }
        let limit = world.scenario.limit;
        let blocked = newly_blocked(world, &mut known);
        let now = Progress { report: world.report(), expected: world.expected(), limit, blocked: &blocked };
        interrupted = !progress(&now);
        Ok(true)
    })?;
    let counts = [u64::from(recorder.frames), recorder.footsteps];
    recorder.finish()?;
    let outcome = Outcome::of(world, interrupted);
    let summary = Summary::new(world, &folder, wall(), counts, outcome);
    let json = serde_json::to_string_pretty(&summary).expect("a summary is plain data");
    write(&options.out.join("summary.json"), &(json + "\n"))?;
    // From the recording, not from memory: the report shows what was written down.
    let trajectories = recording::read(&options.out.join(recorder_file(options)))?;
    let mut info = report_info(world, &summary, options);
    info.more = ("Neighbours".into(), graph.pictures(world));
    if let Some(explainer) = explainer {
        info.more.0 = format!("What walker {} saw and weighed", explainer.id());
        info.more.1.extend(explainer.finish()?);
    }
    let written = report::write(&options.out, &trajectories, &info)?;
    folder.list([options.out.join("summary.json"), written.html].into_iter().chain(written.others));
    let tables = options.formats.iter().filter_map(|format| format.footstep_file()).map(|name| options.out.join(name));
    folder.list(tables.filter(|file| file.is_file()));
    run_manifest::end(&mut folder, world, outcome);
    folder.write_manifest()?;
    if outcome.complete() {
        checkpoints.remove()?;
    }
    Ok(summary)
}

/// The places found blocked since so many were known, without those that were blocked before.
fn newly_blocked(world: &World, known: &mut usize) -> Vec<BlockedPlace> {
    let before = std::mem::replace(known, world.report().blocked.len());
    if before == *known {
        return Vec::new();
    }
    let all = world.blocked();
    let new = (before..all.len()).filter(|k| !all[..*k].iter().any(|b| b.same_place(&all[*k])));
    new.map(|k| BlockedPlace::from(&all[k])).collect()
}

fn recorder_file(options: &RunOptions) -> &'static str {
    options.formats.first().copied().unwrap_or(Format::Sqlite).file_name()
}

fn write(file: &Path, text: &str) -> Result<(), RunError> {
    std::fs::write(file, text).map_err(|source| RunError::Io { file: file.to_path_buf(), source })
}
