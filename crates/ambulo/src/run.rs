//! A whole run into a folder: recording, resolved scenario, summary, report.

use crate::explain::Explainer;
use crate::neighbourhood::GraphWatcher;
use crate::{Summary, World};
use ambulo_data::recording::{self, Format, RecordingError, RecordingMeta, RecordingWriter};
use ambulo_data::scenario::to_toml;
use ambulo_eval::report::{self, ReportError, ReportInfo};
use ambulo_sim::Report;
use std::path::{Path, PathBuf};
use std::time::Instant;
use thiserror::Error;

/// Where and how a run is written down.
///
/// ```
/// let o = ambulo::RunOptions::new("out/hall");
/// assert_eq!(o.formats.len(), 1); // SQLite
/// ```
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The folder; made when missing, files of an earlier run replaced.
    pub out: PathBuf,
    /// Recording formats; the report is made from the first.
    pub formats: Vec<Format>,
    /// The command that started the run, for the report.
    pub command: String,
    /// The walker whose decisions are written down and drawn.
    pub explain: Option<u32>,
}

impl RunOptions {
    /// SQLite into a folder.
    ///
    /// ```
    /// assert_eq!(ambulo::RunOptions::new("out").out.to_str(), Some("out"));
    /// ```
    pub fn new(out: impl Into<PathBuf>) -> Self {
        Self { out: out.into(), formats: vec![Format::Sqlite], command: String::new(), explain: None }
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
    /// The report could not be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The walker to explain was never there.
    #[error("there is no walker {0} to explain; everybody's number is in the recording, from 0 on")]
    NobodyToExplain(u32),
    /// Another file could not be written.
    #[error("{}: {source}; choose another folder with --out", file.display())]
    Io {
        /// Which.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Runs a world to its end, or until `progress` says stop, and leaves everything in a folder: the recording (written
/// as the run goes), `scenario.toml` with all defaults filled in, `summary.json`, `report.html` and `pictures/`.
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
    mut progress: impl FnMut(&Progress<'_>) -> bool,
) -> Result<Summary, RunError> {
    if options.out.exists() && !options.out.is_dir() {
        let source = std::io::Error::other("this is a file, not a folder");
        return Err(RunError::Io { file: options.out.clone(), source });
    }
    let started = Instant::now();
    let mut recorder = Recorder::create(world, options)?;
    write(&options.out.join("scenario.toml"), &to_toml(&world.scenario))?;
    let mut explainer = options.explain.map(|id| Explainer::create(&options.out, id)).transpose()?;
    world.sim.explain(explainer.as_ref().map(Explainer::id));
    let mut graph = GraphWatcher::default();
    let mut interrupted = false;
    loop {
        if world.frame_due() {
            recorder.frame(world)?;
        }
        if world.finished() {
            break;
        }
        world.step();
        graph.look(world);
        if let Some(explainer) = &mut explainer {
            explainer.step(&world.sim)?;
        }
        let limit = world.scenario.limit;
        interrupted = !progress(&Progress { report: world.report(), expected: world.expected(), limit });
        if interrupted {
            break;
        }
    }
    let frames = recorder.frames;
    recorder.finish()?;
    let summary = Summary::new(world, &options.out, started.elapsed().as_secs_f64(), frames, interrupted);
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
    report::write(&options.out, &trajectories, &info)?;
    Ok(summary)
}

fn recorder_file(options: &RunOptions) -> &'static str {
    options.formats.first().copied().unwrap_or(Format::Sqlite).file_name()
}

fn write(file: &Path, text: &str) -> Result<(), RunError> {
    std::fs::write(file, text).map_err(|source| RunError::Io { file: file.to_path_buf(), source })
}

/// All formats of one run.
struct Recorder {
    writers: Vec<Box<dyn RecordingWriter>>,
    frames: u32,
    known: usize,
}

impl Recorder {
    fn create(world: &World, options: &RunOptions) -> Result<Self, RunError> {
        let meta = RecordingMeta {
            title: world.scenario.title.clone(),
            scene: world.name.clone(),
            seed: world.scenario.seed,
            version: crate::VERSION.into(),
            dt: world.scenario.dt,
            fps: world.fps(),
            area: world.plan().walkable.clone(),
            levels: world.recorded_levels(),
        };
        let create = |format: &Format| recording::create(&options.out, *format, &meta);
        let writers = options.formats.iter().map(create).collect::<Result<_, _>>()?;
        Ok(Self { writers, frames: 0, known: 0 })
    }

    fn frame(&mut self, world: &World) -> Result<(), RunError> {
        let walkers = world.new_walkers(self.known);
        self.known = world.report().appeared;
        let rows = world.rows(self.frames);
        for writer in &mut self.writers {
            writer.walkers(&walkers)?;
            writer.frame(self.frames, &rows)?;
        }
        self.frames += 1;
        Ok(())
    }

    fn finish(self) -> Result<(), RunError> {
        for writer in self.writers {
            writer.finish()?;
        }
        Ok(())
    }
}

fn report_info(world: &World, summary: &Summary, options: &RunOptions) -> ReportInfo {
    let row = |key: &str, value: String| (key.to_string(), value);
    let mut models: Vec<&str> = world.scenario.walkers.iter().map(|g| g.model.as_str()).collect();
    models.sort_unstable();
    models.dedup();
    let mut locomotions: Vec<&str> = world.scenario.walkers.iter().map(|g| g.locomotion.as_str()).collect();
    locomotions.sort_unstable();
    locomotions.dedup();
    let mut provenance = vec![
        row("Scenario", summary.scene.clone()),
        row("Plan", provenance_of_plans(world)),
        row("Model", models.join(", ")),
        row("Locomotion", locomotions.join(", ")),
        row("Seed", summary.seed.to_string()),
        row("Time step", format!("{} s", summary.dt)),
        row("Recorded", format!("{} frames at {} per second", summary.frames, summary.fps)),
        row("State hash", summary.state_hash.clone()),
        row("Version", summary.version.to_string()),
    ];
    if world.plan().origin != ambulo_geom::Point::default() {
        provenance.push(row("Origin", format!("{} was subtracted from the plan's coordinates", world.plan().origin)));
    }
    if !options.command.is_empty() {
        provenance.push(row("Command", options.command.clone()));
    }
    let mut results = vec![
        row("Arrived", format!("{} of {}", summary.arrived, summary.agents)),
        row("Simulated time", format!("{:.1} s", summary.simulated_s)),
        row("Stuck at the end", summary.stuck.to_string()),
        row("Largest overlap in any step", format!("{:.1} mm", summary.max_overlap_m * 1000.0)),
        row("Wall crossings", summary.wall_crossings.to_string()),
        row("Faults", summary.faults.to_string()),
    ];
    if summary.not_entered > 0 {
        results.push(row("Found no room to enter", summary.not_entered.to_string()));
    }
    let mut notes: Vec<String> = world.report().stuck.iter().map(ToString::to_string).collect();
    if summary.interrupted {
        notes.insert(0, "The run was stopped before its end.".into());
    } else if !summary.all_arrived() {
        notes.insert(0, format!("The run ended at its limit of {} s before everybody arrived.", world.scenario.limit));
    }
    let levels = world.building.levels.iter().enumerate();
    let areas =
        levels.flat_map(|(i, level)| level.plan.areas.iter().map(move |(n, a)| (i as u16, n.clone(), a.clone())));
    ReportInfo { title: title(world), provenance, results, areas: areas.collect(), notes, ..ReportInfo::default() }
}

fn provenance_of_plans(world: &World) -> String {
    match &world.building.levels[..] {
        [level] => level.plan.provenance.clone(),
        levels => {
            let of = |l: &ambulo_data::Level| format!("{} at {} m: {}", l.name, l.height, l.plan.provenance);
            levels.iter().map(of).collect::<Vec<_>>().join("; ")
        }
    }
}

fn title(world: &World) -> String {
    if world.scenario.title.is_empty() { world.name.clone() } else { world.scenario.title.clone() }
}
