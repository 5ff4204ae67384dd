//! The command line.

use crate::calibrate_args::CalibrateArgs;
use crate::clips_args::ClipsCommand;
use crate::eval_args::EvalArgs;
use crate::grammar;
use crate::plan_args::{DrawArgs, PlanCommand};
use crate::reproduce_args::ReproduceArgs;
use crate::shared_args::{LocomotionArgs, QuietArgs, ThreadArgs, VariableArgs, with_locomotions};
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
        conflicts_with_all = ["file", "out", "seed", "model", "params_file", "locomotion", "limit", "set", "explain", "format"]
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
    #[command(flatten)]
    pub motion: LocomotionArgs,
    /// Simulated seconds after which the run ends, instead of the scenario's
    #[arg(long, value_parser = positive)]
    pub limit: Option<f64>,
    #[command(flatten)]
    pub variables: VariableArgs,
    /// Record what this walker sees and weighs in every step, and draw it in the report
    #[arg(long, value_name = "ID")]
    pub explain: Option<u32>,
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
    pub file: String,
    /// Models, comma-separated [default: all]
    #[arg(long, value_delimiter = ',')]
    pub models: Vec<String>,
    #[command(flatten)]
    pub motion: LocomotionArgs,
    /// Runs of each model, with seeds 1, 2 ... so many
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub seeds: u32,
    /// Folder for the page; files of an earlier comparison in it are replaced [default: out/compare-NAME, a new one each time]
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
#[command(
    after_help = "Slide is how far a foot moves while it stands on the floor: the diagonal of the rectangle around all its places in \
that stance. All figures are measured on the frames that are written. A walker alone is written with a comma, as --walkers 7,"
)]
pub struct AnimateArgs {
    /// Run folder of `ambulo run`, or a recording (.sqlite, .csv, .parquet); a scenario file or scene is run first
    pub run: String,
    /// The file; with --format bvh a folder [default: crowd.glb or bodies, in the run's folder]
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// glb: all walkers with floor and walls in one binary glTF file; bvh: one file per walker
    #[arg(long, default_value = "glb")]
    pub format: ambulo::animate::BodyFormat,
    /// Body and skeleton of every walker, from a glTF file (.glb, .gltf) [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    pub character: Option<PathBuf>,
    /// Folder with clips to walk with (.bvh, .glb, .gltf) [default: the built-in moves]
    #[arg(long, value_name = "FOLDER")]
    pub clips: Option<PathBuf>,
    /// Frames per second
    #[arg(long, default_value_t = 25.0, allow_negative_numbers = true)]
    pub fps: f64,
    /// From this second of the recording on [default: its beginning]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub from: Option<f64>,
    /// Up to this second [default: its end]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub to: Option<f64>,
    /// How many walkers, or which: 20, or 3,7,10-12 [default: all]
    #[arg(long, value_name = "N|IDS")]
    pub walkers: Option<ambulo::animate::Who>,
    /// Height of the walls [m]; 0 leaves them out
    #[arg(long, default_value_t = 1.0, value_name = "METRES", allow_negative_numbers = true)]
    pub walls: f64,
    /// Run the scenario with bodies in the loop: each feeds back where its feet let it come
    #[arg(long)]
    pub in_loop: bool,
    /// Print no warning when the recording is of a run that was killed or interrupted
    #[arg(long)]
    pub allow_incomplete: bool,
    /// Threads; 0 means one per core. The file does not depend on it
    #[arg(long, default_value_t = 0, value_parser = crate::threads::count)]
    pub threads: usize,
    /// Print the figures as one JSON object
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
    /// Only this model or locomotion
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

#[derive(Subcommand)]
pub enum BenchCommand {
    /// Agent-steps per second on the workloads `open`, `door` and `city`
    Crowd(CrowdArgs),
    /// Time to prepare a plan and to plan routes in it, beside flat A* and exact shortest paths
    Paths(PathsArgs),
    /// Time to animate a walker for a frame: clips, blends, twist of the spine, feet held on the floor
    Bodies(BodiesArgs),
}

#[derive(clap::Args)]
pub struct BodiesArgs {
    /// Walkers
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub walkers: u32,
    /// Seconds of animation, at 25 frames per second
    #[arg(long, default_value_t = 10.0, value_parser = positive)]
    pub seconds: f64,
    /// Repetitions; the median is shown
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub repeat: u32,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct PathsArgs {
    /// Plan or scenario file; without it a generated city of 2,601 buildings on 1.3 x 1.3 km
    pub file: Option<String>,
    /// Random pairs of places
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub queries: u32,
    /// Queries that also go to flat A* and the exact planner [default: all]
    #[arg(long)]
    pub compared: Option<u32>,
    /// Radius of the body [m]
    #[arg(long, default_value_t = 0.2, value_parser = radius)]
    pub radius: f64,
    /// Key points on every free segment
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub keys: u32,
    /// Free segments longer than this have three key points or more [m]
    #[arg(long)]
    pub spacing: Option<f64>,
    /// Key points as in a run on this plan
    #[arg(long, conflicts_with_all = ["keys", "spacing"])]
    pub suited: bool,
    /// Do not refine routes after the search
    #[arg(long)]
    pub unrefined: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct CrowdArgs {
    /// Steering model
    #[arg(long, default_value = "social-force")]
    pub model: String,
    #[arg(long, default_value = "point-mass", help = with_locomotions("Locomotion"))]
    pub locomotion: String,
    /// Number of people in the workload `open` or `city`; without it 1,000, 10,000 and 100,000 in `open`, then `door`; 10,000 in
    /// `city`
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub agents: Option<u32>,
    /// Only this workload
    #[arg(long, value_parser = ["open", "door", "city"])]
    pub workload: Option<String>,
    /// Threads; 0 means one per core
    #[arg(long, default_value_t = 1, value_parser = crate::threads::count)]
    pub threads: usize,
    /// Runs of each workload; the median one is reported
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=99))]
    pub repeat: u32,
    /// Print one JSON object: the result, or `rows` of them when there are several
    #[arg(long)]
    pub json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(v) if (0.0..=1e9).contains(&v) => Ok(v),
        _ => Err("expected a number of seconds, 0 or above".into()),
    }
}

fn positive(text: &str) -> Result<f64, String> {
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
