//! The command line.

use crate::animate_args::AnimateArgs;
use crate::bench_args::BenchCommand;
use crate::calibrate_args::CalibrateArgs;
use crate::clips_args::ClipsCommand;
use crate::eval_args::EvalArgs;
use crate::grammar;
use crate::plan_args::{DrawArgs, PlanCommand};
use crate::reproduce_args::ReproduceArgs;
use crate::shared_args::{LocomotionArgs, QuietArgs, ThreadArgs, VariableArgs};
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Pedestrian crowd simulation: from the plan of a place to a walking crowd.
#[derive(Parser)]
#[command(name = "ambulo", version, about, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: CliCommand,
}

#[derive(Subcommand)]
// Parsed once: the size of the largest variant costs nothing.
#[allow(clippy::large_enum_variant)]
pub enum CliCommand {
    /// Simulate a scenario; writes a folder with the recording, a report page and pictures
    Run(RunArgs),
    /// Run one scene with the same seeds under several models; writes a page with a table and pictures side by side
    Compare(CompareArgs),
    /// Measure a run or any file of trajectories: walkers, encounters, density, speed and flow; writes a page with
    /// tables and pictures
    Eval(EvalArgs),
    /// Find the parameters of a model under which measured trajectories are most likely; writes a file for scenarios
    Calibrate(CalibrateArgs),
    /// Turn a run into walking bodies: one glTF file with all walkers, or one BVH file per walker
    Animate(AnimateArgs),
    /// Check the claims of the papers behind the models and write one page with the verdicts
    Reproduce(ReproduceArgs),
    /// List the built-in scenes, show one, or copy them out
    Scenes(ScenesArgs),
    /// List the steering models, or the locomotions, with their parameters, units, ranges, defaults and papers
    Models(ModelsArgs),
    /// Check a scenario file, or print the JSON Schema of the format
    Scenario {
        #[command(subcommand)]
        command: ScenarioCommand,
    },
    /// Inspect a plan: what was found in the file, what was repaired, what to check
    Plan {
        #[command(subcommand)]
        command: PlanCommand,
    },
    /// Inspect clips of people moving: motion-capture and game files, and the built-in moves
    Clips {
        #[command(subcommand)]
        command: ClipsCommand,
    },
    /// Measure the speed of the program on named workloads
    Bench {
        #[command(subcommand)]
        command: BenchCommand,
    },
}

#[derive(clap::Args)]
pub struct RunArgs {
    /// Scenario file, or the name of a built-in scene [default: station]
    pub file: Option<String>,
    /// Resume the run in this folder from its last checkpoint: it ends as it would have without interruption
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with_all = ["file", "out", "seed", "model", "params_file", "perception", "locomotion", "limit", "set", "explain", "format"]
    )]
    pub resume: Option<PathBuf>,
    /// Seconds of wall time between two checkpoints, from which a killed run is resumed; 0 takes none
    #[arg(long, default_value_t = 30.0, value_name = "SECONDS", value_parser = seconds)]
    pub checkpoint: f64,
    /// Folder for the results; files of earlier runs in it are removed [default: out/NAME, a new one each time]
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// Seed of all random numbers, instead of the scenario's
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub cores: ThreadArgs,
    /// Steering model for all groups, instead of the scenario's
    #[arg(long)]
    pub model: Option<String>,
    /// File with parameters, written by `ambulo calibrate`, for all groups that use its model; overrides the scenario
    #[arg(long, value_name = "FILE")]
    pub params_file: Option<PathBuf>,
    /// How walkers perceive, for all groups whose model has a parameter `perception`: image, points or gpu
    #[arg(long)]
    pub perception: Option<String>,
    #[command(flatten)]
    pub motion: LocomotionArgs,
    /// Simulated seconds after which the run ends, instead of the scenario's
    #[arg(long, value_parser = positive)]
    pub limit: Option<f64>,
    #[command(flatten)]
    pub variables: VariableArgs,
    /// Record what this walker sees and weighs in every step, and draw it in the report: at the most eventful moments, or at this time
    #[arg(long, value_name = "ID[@SECONDS]", value_parser = explained)]
    pub explain: Option<Explained>,
    /// Recording formats, comma-separated: sqlite, csv, parquet
    #[arg(long, value_delimiter = ',', default_value = "sqlite")]
    pub format: Vec<ambulo::data::recording::Format>,
    /// Exit with 0 also when the limit is reached before everybody arrived; else with 3, with 4 when some make no progress, with
    /// 5 when nobody arrived
    #[arg(long)]
    pub allow_incomplete: bool,
    /// Print the summary as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: QuietArgs,
}

#[derive(clap::Args)]
#[command(
    after_help = "Counts (arrived, agents, stuck, unfinished) are sums over all runs of a model. The other figures are means over the \
walkers of a run, then means over the runs; names ending in _sd are standard deviations over the runs. The longest travel time is \
that of a run, the overlap the worst of all runs. For walkers who do not arrive, the length of the run counts as travel time."
)]
pub struct CompareArgs {
    /// Scenario file, or the name of a built-in scene
    #[arg(required_unless_present = "suite")]
    pub file: Option<String>,
    /// Measure models in the places of a suite instead of a scenario: `dense`, with and without headway
    #[arg(long, value_parser = ["dense"], conflicts_with_all = ["file", "limit", "set", "locomotion"])]
    pub suite: Option<String>,
    /// Parts of the suite, comma-separated [default: all]
    #[arg(long, value_delimiter = ',', requires = "suite", value_parser = clap::builder::PossibleValuesParser::new(ambulo_lab::dense::PARTS))]
    pub parts: Vec<String>,
    /// First seed of a suite
    #[arg(long, default_value_t = 1, requires = "suite", value_name = "SEED")]
    pub first_seed: u64,
    /// Models, comma-separated [default: all]
    #[arg(long, value_delimiter = ',')]
    pub models: Vec<String>,
    #[command(flatten)]
    pub motion: LocomotionArgs,
    /// Runs of each model, with seeds 1, 2 ... so many
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub seeds: u32,
    /// Folder for the page; files of an earlier comparison in it are replaced [default: out/compare-NAME, a new one each time; for a suite none]
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// Threads; 0 means one per core. Figures do not depend on it, except CPU times: threads that wait cost too
    #[arg(long, default_value_t = 1, value_parser = crate::threads::count)]
    pub threads: usize,
    /// Simulated seconds after which a run ends, instead of the scenario's
    #[arg(long, value_parser = positive)]
    pub limit: Option<f64>,
    #[command(flatten)]
    pub variables: VariableArgs,
    /// Print one JSON object with `rows`, one per model
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: QuietArgs,
}

#[derive(clap::Args)]
pub struct ScenesArgs {
    /// Scenes to show or copy
    pub names: Vec<String>,
    /// Copy the named scenes (default: all) into this folder; existing files are kept
    #[arg(long, value_name = "FOLDER")]
    pub copy: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct ModelsArgs {
    /// Only this model, locomotion or body rule (`headway`)
    pub name: Option<String>,
    /// List locomotions, which turn a chosen velocity into motion, instead of models
    #[arg(long)]
    pub locomotion: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum ScenarioCommand {
    /// Check a scenario file without running it: errors, warnings, exits and who reaches them; draws it when asked
    Check(CheckArgs),
    /// Print the JSON Schema of scenario files
    Schema,
}

#[derive(clap::Args)]
pub struct CheckArgs {
    /// Scenario file, or the name of a built-in scene
    pub file: String,
    #[command(flatten)]
    pub variables: VariableArgs,
    #[command(flatten)]
    pub draw: DrawArgs,
    /// Print one JSON object with `warnings` and `exits`
    #[arg(long)]
    pub json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(v) if (0.0..=1e9).contains(&v) => Ok(v),
        _ => Err("expected a number of seconds, 0 or above".into()),
    }
}

pub fn positive(text: &str) -> Result<f64, String> {
    grammar::above_zero(text).map_err(|_| "expected a number of seconds above 0".into())
}

pub fn radius(text: &str) -> Result<f64, String> {
    let fits = |v: &f64| (0.0..=100.0).contains(v);
    grammar::number(text).filter(fits).ok_or_else(|| "expected a radius between 0 and 100 m".into())
}

pub fn variable(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=NUMBER")?;
    let number = grammar::number(value).ok_or_else(|| format!("`{value}` is not a finite number"))?;
    Ok((name.trim().to_owned(), number))
}

/// A walker, and when to draw what it sees [s].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explained {
    pub id: u32,
    pub at: Option<f64>,
}

fn explained(text: &str) -> Result<Explained, String> {
    let expected = || "expected the number of a walker, or walker and time: 7 or 7@12.5".to_string();
    let (id, at) = text.split_once('@').map_or((text, None), |(id, at)| (id, Some(at)));
    let id = id.trim().parse().map_err(|_| expected())?;
    let at = at.map(|at| grammar::number(at).filter(|at| *at >= 0.0).ok_or_else(expected)).transpose()?;
    Ok(Explained { id, at })
}
