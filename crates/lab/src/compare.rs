//! The same scene and the same seeds under several models, measured alike.

mod page;

use crate::Meter;
use ambulo::{Overrides, Progress, RunError, World};
use ambulo_data::run_folder::RunFolder;
use ambulo_data::scenario::Loaded;
use ambulo_data::{Diagnostics, Trajectories};
use ambulo_eval::comparison::{self, RunFigures};
use ambulo_eval::statistics::{mean, sd};
use ambulo_sim::Activity;
use serde::Serialize;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What is compared, and where the page goes.
///
/// ```
/// let o = ambulo_lab::CompareOptions::new("out/compare", &["social-force", "tangent"]);
/// assert_eq!((o.models.len(), o.seeds), (2, 3));
/// ```
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The folder; made when missing, files of an earlier comparison replaced.
    pub out: PathBuf,
    /// The models, by name.
    pub models: Vec<String>,
    /// Runs of each model, with seeds 1, 2 ... so many.
    pub seeds: u64,
    /// Threads; 0 means one per core. The figures do not depend on it.
    pub threads: usize,
    /// Another locomotion for all groups, with its default parameters.
    pub locomotion: Option<String>,
    /// Another headway for all groups.
    pub headway: Option<ambulo::data::scenario::HeadwaySpec>,
    /// Another limit of simulated time [s].
    pub limit: Option<f64>,
    /// The command that asked for it, for the page.
    pub command: String,
}

impl CompareOptions {
    /// Three seeds, one thread a core.
    ///
    /// ```
    /// assert_eq!(ambulo_lab::CompareOptions::new("out", &[]).threads, 0);
    /// ```
    pub fn new(out: impl Into<PathBuf>, models: &[&str]) -> Self {
        let models = models.iter().map(|m| m.to_string()).collect();
        Self {
            out: out.into(),
            models,
            seeds: 3,
            threads: 0,
            locomotion: None,
            headway: None,
            limit: None,
            command: String::new(),
        }
    }
}

/// Why there is no comparison.
///
/// ```
/// assert!(ambulo_lab::CompareError::Stopped.to_string().contains("stopped"));
/// ```
#[derive(Debug, Error)]
pub enum CompareError {
    /// The scenario cannot be run.
    #[error(transparent)]
    Input(#[from] Diagnostics),
    /// The page could not be written.
    #[error(transparent)]
    Run(#[from] RunError),
    /// It was stopped from outside.
    #[error("stopped before all runs were done; there is no comparison")]
    Stopped,
}

/// All models in one scene; `comparison.json` and `ambulo compare --json`.
///
/// ```no_run
/// use ambulo::{Scene, data::scenario};
/// use ambulo_lab::{CompareOptions, Meter, compare};
/// let scene = scenario::parse("corridor.toml", Scene::find("corridor").unwrap().text).unwrap();
/// let options = CompareOptions::new("out/compare-corridor", &["social-force", "tangent"]);
/// let meter = Meter { cpu_seconds: || 0.0, bytes: || 0 };
/// let comparison = compare(&scene, ".".as_ref(), &options, meter, |_, _, _| true).unwrap();
/// for row in &comparison.rows {
///     println!("{}: {} of {} arrive", row.model, row.arrived, row.agents);
/// }
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Name of the scenario.
    pub scene: String,
    /// Its title.
    pub title: String,
    /// Version of the program.
    pub version: &'static str,
    /// Runs of each model; their seeds are 1, 2 ... so many.
    pub seeds: u64,
    /// People of one model's runs together.
    pub agents: usize,
    /// Threads used.
    pub threads: usize,
    /// Length of a step [s].
    pub dt: f64,
    /// Places kept a second, on which the figures are measured.
    pub fps: f64,
    /// The folder with the page.
    pub out: String,
    /// The page.
    pub page: String,
    /// One per model, in the order asked for.
    pub rows: Vec<ComparisonRow>,
}

/// One model. Counts are sums over the runs. Figures are means over the walkers of a run, then means over the runs; `_sd` is
/// the standard deviation over the runs. What nobody has is `null`.
///
/// ```
/// fn slowest(rows: &[ambulo_lab::ComparisonRow]) -> Option<&str> {
///     let slow = |r: &&ambulo_lab::ComparisonRow| r.travel_time_mean_s.unwrap_or(0.0);
///     rows.iter().max_by(|a, b| slow(a).total_cmp(&slow(b))).map(|r| r.model.as_str())
/// }
/// assert_eq!(slowest(&[]), None);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonRow {
    /// Its name.
    pub model: String,
    /// People who arrived, over all runs.
    pub arrived: usize,
    /// People who should have, over all runs.
    pub agents: usize,
    /// People who entered and did not arrive, over all runs: their travel time counts as the length of the run.
    pub unfinished: usize,
    /// People who never found room to enter, over all runs: they are in no figure.
    pub not_entered: usize,
    /// Mean travel time [s].
    pub travel_time_mean_s: Option<f64>,
    /// Over the runs.
    pub travel_time_mean_s_sd: Option<f64>,
    /// Longest travel time of a run [s].
    pub travel_time_max_s: Option<f64>,
    /// Over the runs.
    pub travel_time_max_s_sd: Option<f64>,
    /// Share of the time below 0.5 m/s, before arrival.
    pub slow_share: Option<f64>,
    /// Over the runs.
    pub slow_share_sd: Option<f64>,
    /// Degrees turned.
    pub degrees_turned: Option<f64>,
    /// Over the runs.
    pub degrees_turned_sd: Option<f64>,
    /// Sum of changes of velocity at 5 Hz [m/s^2].
    pub total_acceleration: Option<f64>,
    /// Over the runs.
    pub total_acceleration_sd: Option<f64>,
    /// Sum of squared curvatures every 0.25 m [1/m^2].
    pub smoothness: Option<f64>,
    /// Over the runs.
    pub smoothness_sd: Option<f64>,
    /// Metabolic energy [J].
    pub energy_j: Option<f64>,
    /// Over the runs.
    pub energy_j_sd: Option<f64>,
    /// Worst overlap of bodies, or of a body and a wall, in any step of any run [m].
    pub max_overlap_m: f64,
    /// Wall crossings, over all runs.
    pub wall_crossings: u64,
    /// People without progress at the end of their run, over all runs.
    pub stuck: usize,
    /// People with a non-finite state (NaN), over all runs.
    pub faults: usize,
    /// CPU time of the steps, without measuring and recording, for each walker and step [microseconds].
    pub micros_per_agent_step: Option<f64>,
    /// Over the runs.
    pub micros_per_agent_step_sd: Option<f64>,
    /// Hash of each run's states, by seed.
    pub state_hashes: Vec<String>,
}

/// One run of one model.
pub(crate) struct Run {
    arrived: usize,
    agents: usize,
    not_entered: usize,
    figures: RunFigures,
    max_overlap: f64,
    wall_crossings: u64,
    stuck: usize,
    faults: usize,
    micros: Option<f64>,
    hash: u64,
}

/// Runs every model with every seed, measures them and writes `comparison.html`, `comparison.json` and `pictures/`.
/// `progress` gets the state of the run, its model and its seed; `false` stops everything.
///
/// ```
/// use ambulo::data::scenario;
/// use ambulo_lab::{CompareOptions, Meter, compare};
/// let two = scenario::parse("two.toml", r#"
///     plan = { wkt = "POLYGON ((0 0, 20 0, 20 4, 0 4, 0 0))" }
///     areas = { door = { rect = [19, 0, 20, 4] } }
///     walkers = [{ positions = [[1, 1], [1, 3]], goal = "door" }]
/// "#).unwrap();
/// let dir = tempfile::tempdir().unwrap();
/// let options = CompareOptions { seeds: 1, ..CompareOptions::new(dir.path(), &["social-force", "tangent"]) };
/// let meter = Meter { cpu_seconds: || 0.0, bytes: || 0 };
/// let comparison = compare(&two, ".".as_ref(), &options, meter, |_, _, _| true).unwrap();
/// assert!(comparison.rows.iter().all(|r| r.arrived == 2));
/// assert!(dir.path().join("comparison.html").exists());
/// ```
pub fn compare(
    loaded: &Loaded,
    base_dir: &Path,
    options: &CompareOptions,
    meter: Meter,
    mut progress: impl FnMut(&Progress<'_>, &str, u64) -> bool,
) -> Result<Comparison, CompareError> {
    if options.out.exists() && !options.out.is_dir() {
        let source = std::io::Error::other("this is a file, not a folder");
        return Err(RunError::Io { file: options.out.clone(), source }.into());
    }
    let overrides = |model: Option<&String>, seed| Overrides {
        seed: Some(seed),
        threads: options.threads,
        model: model.cloned(),
        locomotion: options.locomotion.clone(),
        headway: options.headway.clone(),
        limit: options.limit,
        ..Overrides::default()
    };
    let mut folder = RunFolder::add_to(&options.out, "comparison", &format!("ambulo {}", ambulo::VERSION))
        .map_err(RunError::from)?;
    if folder.manifest.kind == "comparison" {
        folder.manifest.command.clone_from(&options.command);
        folder.write_manifest().map_err(RunError::from)?;
    }
    // As the scenario says, to know the place and who should walk there.
    let sight = World::build(loaded, base_dir, &overrides(options.models.first(), 1))?;
    let (mut rows, mut contenders) = (Vec::new(), Vec::new());
    for model in &options.models {
        let (mut runs, mut drawn) = (Vec::new(), None);
        for seed in 1..=options.seeds {
            let mut world = World::build(loaded, base_dir, &overrides(Some(model), seed))?;
            let watch = |p: &Progress<'_>| progress(p, model, seed);
            let (run, trajectories) = run(&mut world, meter, watch).ok_or(CompareError::Stopped)?;
            runs.push(run);
            drawn.get_or_insert(trajectories);
        }
        let row = ComparisonRow::new(model, &runs);
        contenders.extend(drawn.map(|drawn| page::contender(&row, &runs, drawn)));
        rows.push(row);
    }
    let comparison = Comparison {
        scene: sight.name().into(),
        title: sight.scenario().title.clone(),
        version: ambulo::VERSION,
        seeds: options.seeds,
        agents: rows.first().map_or(0, |r| r.agents),
        threads: sight.simulation().threads(),
        dt: sight.scenario().dt,
        fps: sight.fps(),
        out: options.out.display().to_string(),
        page: options.out.join("comparison.html").display().to_string(),
        rows,
    };
    let written =
        comparison::write(&options.out, &contenders, &page::info(&comparison, options)).map_err(RunError::from)?;
    let json = serde_json::to_string_pretty(&comparison).expect("a comparison is plain data");
    let file = options.out.join("comparison.json");
    std::fs::write(&file, json + "\n").map_err(|source| RunError::Io { file: file.clone(), source })?;
    folder.list([written.html, file].into_iter().chain(written.others));
    if folder.manifest.kind == "comparison" {
        folder.manifest.end(true, "compared", "");
    }
    folder.write_manifest().map_err(RunError::from)?;
    Ok(comparison)
}

/// Runs a world to its end. The trajectories it returns end at each walker's arrival; `None` when `progress` returned
/// false.
fn run(
    world: &mut World,
    meter: Meter,
    mut progress: impl FnMut(&Progress<'_>) -> bool,
) -> Option<(Run, Trajectories)> {
    let (mut cpu, mut frames) = (0.0, 0);
    // By number: of a walker that is at the last goal, the frames recorded before it was.
    let mut done: Vec<Option<u32>> = Vec::new();
    let mut take_note = |world: &World, done: &mut Vec<Option<u32>>| {
        frames += u32::from(world.frame_due());
        done.resize(world.report().appeared, None);
        for w in world.walkers().filter(|w| matches!(w.activity, Activity::Arrived | Activity::Leaving)) {
            done[w.id.0 as usize].get_or_insert(frames);
        }
    };
    let recorded = world.record_while(|world| {
        take_note(world, &mut done);
        let began = (meter.cpu_seconds)();
        world.step();
        cpu += (meter.cpu_seconds)() - began;
        let (expected, limit) = (world.expected(), world.scenario().limit);
        progress(&Progress { report: world.report(), expected, limit, blocked: &[] })
    })?;
    take_note(world, &mut done);
    let frames_of = |id: u32| done.get(id as usize).copied().flatten();
    let rows = recorded.rows().iter().filter(|r| frames_of(r.id).is_none_or(|frames| r.frame < frames));
    let trajectories =
        Trajectories::new(recorded.fps, recorded.area.clone(), recorded.walkers.clone(), rows.copied().collect())
            .with_levels(recorded.levels.clone());
    let report = world.report();
    let figures = RunFigures::of(&trajectories, |id| frames_of(id).is_some(), report.time);
    let run = Run {
        arrived: report.arrived,
        agents: world.expected(),
        not_entered: world.simulation().to_come(),
        figures,
        max_overlap: f64::from(report.max_overlap.max(0.0)),
        wall_crossings: report.wall_crossings,
        stuck: report.stuck.len(),
        faults: report.faults.len(),
        micros: (report.agent_steps > 0).then(|| cpu * 1e6 / report.agent_steps as f64),
        hash: report.state_hash,
    };
    Some((run, trajectories))
}

impl Run {
    /// The figures that are averaged over the runs, in the order of `page::MEASURES`.
    pub(crate) fn values(&self) -> [Option<f64>; 8] {
        let f = &self.figures;
        [
            f.travel_time_mean_s,
            f.travel_time_max_s,
            f.slow_share,
            f.degrees_turned,
            f.total_acceleration,
            f.smoothness,
            f.energy_j,
            self.micros,
        ]
    }
}

impl ComparisonRow {
    fn new(model: &str, runs: &[Run]) -> Self {
        let of = |i: usize| -> Vec<f64> { runs.iter().filter_map(|r| r.values()[i]).collect() };
        let (mean, sd) = (|i| mean(&of(i)), |i| sd(&of(i)));
        let sum = |count: fn(&Run) -> usize| runs.iter().map(count).sum();
        Self {
            model: model.into(),
            arrived: sum(|r| r.arrived),
            agents: sum(|r| r.agents),
            unfinished: sum(|r| r.figures.unfinished),
            not_entered: sum(|r| r.not_entered),
            travel_time_mean_s: mean(0),
            travel_time_mean_s_sd: sd(0),
            travel_time_max_s: mean(1),
            travel_time_max_s_sd: sd(1),
            slow_share: mean(2),
            slow_share_sd: sd(2),
            degrees_turned: mean(3),
            degrees_turned_sd: sd(3),
            total_acceleration: mean(4),
            total_acceleration_sd: sd(4),
            smoothness: mean(5),
            smoothness_sd: sd(5),
            energy_j: mean(6),
            energy_j_sd: sd(6),
            max_overlap_m: runs.iter().map(|r| r.max_overlap).fold(0.0, f64::max),
            wall_crossings: runs.iter().map(|r| r.wall_crossings).sum(),
            stuck: sum(|r| r.stuck),
            faults: sum(|r| r.faults),
            micros_per_agent_step: mean(7),
            micros_per_agent_step_sd: sd(7),
            state_hashes: runs.iter().map(|r| format!("{:016x}", r.hash)).collect(),
        }
    }
}
