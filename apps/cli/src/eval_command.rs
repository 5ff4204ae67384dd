//! The arguments of `ambulo eval pairs` and `ambulo eval models`.

use crate::eval_args::{EvalArgs, LoadArgs, above_zero};
use crate::failure::Failure;
use crate::grammar::numbers;
use crate::shared_args::{QuietArgs, ThreadArgs};
use crate::{eval, eval_load, eval_models, eval_pairs};
use ambulo::data::measured::Measured;
use ambulo::eval::repair;
use ambulo::eval::tracks::Tracks;
use clap::Subcommand;
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub enum EvalCommand {
    /// Find pairs of walkers who cross, and draw their minimal predicted distance over time
    Pairs(EvalPairsArgs),
    /// Simulate experimental crossings and measured pairs with each model, and judge how human-like they are
    Models(EvalModelsArgs),
}

#[derive(clap::Args)]
#[command(
    after_help = "mpd(t), the minimal predicted distance, is how near two walkers would come if both continued straight from time \
t. It is drawn from first sight to the closest approach. The studies smooth tracks first: --filter 0.5 needs 10 frames per second \
or so; at 2.5 frames per second central differences smooth already."
)]
pub struct EvalPairsArgs {
    /// Recording, run folder, or a file of measured trajectories
    pub file: PathBuf,
    #[command(flatten)]
    pub load: LoadArgs,
    /// Angles between their tracks [degrees]
    #[arg(long, value_name = "LOW,HIGH", value_parser = range, default_value = "45,135")]
    pub angle: (f64, f64),
    /// Largest closest approach [m]
    #[arg(long, default_value_t = 4.0, value_parser = above_zero)]
    pub nearest: f64,
    /// Also pairs whose straight lines from first sight to the end of their tracks do not cross, such as people who
    /// come towards each other
    #[arg(long)]
    pub passing: bool,
    /// Nobody else is nearer than this to either when they cross [m] [default: any number]
    #[arg(long, value_name = "METRES", value_parser = above_zero)]
    pub nobody_within: Option<f64>,
    /// Leave out walkers with company
    #[arg(long)]
    pub without_company: bool,
    /// Longest time considered before the crossing [s]
    #[arg(long, default_value_t = 8.0, value_parser = above_zero)]
    pub before: f64,
    /// Folder for the page; files of an earlier one in it are replaced [default: out/pairs-NAME, a new one each time]
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// Print one JSON object with `pairs`, `groups` and `phases`
    #[arg(long)]
    pub json: bool,
    /// No output, except errors
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(clap::Args)]
pub struct EvalModelsArgs {
    /// Models, comma-separated [default: all]
    #[arg(long, value_delimiter = ',')]
    pub models: Vec<String>,
    /// Measured trajectories with crossing pairs to simulate; may be given several times
    #[arg(long, value_name = "FILE")]
    pub data: Vec<PathBuf>,
    #[command(flatten)]
    pub load: LoadArgs,
    /// File with parameters, written by `ambulo calibrate`, for its model; may be given several times
    #[arg(long, value_name = "FILE")]
    pub params_file: Vec<PathBuf>,
    /// Generated crossings per model
    #[arg(long, default_value_t = 420, value_parser = clap::value_parser!(u32).range(10..=100_000))]
    pub crossings: u32,
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub cores: ThreadArgs,
    /// Folder for the page; files of an earlier one in it are replaced [default: out/models, a new one each time]
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// Also write tables and findings as Markdown into this file, and its picture beside it under `images`
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Print one JSON object with `models`
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: QuietArgs,
}

/// `ambulo eval` itself, or what it is asked to do; whether in JSON, and how it went.
pub fn eval(args: &EvalArgs) -> (bool, Result<(), Failure>) {
    match &args.command {
        None => (args.json, eval::eval(args)),
        Some(EvalCommand::Pairs(args)) => (args.json, eval_pairs::pairs(args)),
        Some(EvalCommand::Models(args)) => (args.json, eval_models::eval_models(args)),
    }
}

/// What a data set is called: the file's name, or its folder's where all files of a kind have one name.
pub fn data_name(file: &Path) -> String {
    let part = |p: Option<&std::ffi::OsStr>| p.map(|s| s.to_string_lossy().into_owned());
    let stem = part(file.file_stem()).unwrap_or_else(|| "data".into());
    if stem == "obsmat" { part(file.parent().and_then(Path::file_name)).unwrap_or(stem) } else { stem }
}

/// The file's trajectories, bridged and smoothed as asked; how many tracks were too short to be smoothed.
pub fn tracks(file: &Path, args: &LoadArgs) -> Result<(Measured, Tracks, usize), Failure> {
    let mut measured = eval_load::load(file, args)?;
    eval_load::warn(file, &measured.origin);
    if let Some(seconds) = args.bridge {
        measured.trajectories = repair::bridge(&measured.trajectories, seconds).0;
    }
    let raw = Tracks::of(&measured.trajectories);
    let (tracks, unfiltered) = match eval_load::filter(args) {
        Some(f) => f.tracks(&raw).map_err(|e| Failure::Usage(format!("{}: --filter: {e}", file.display())))?,
        None => (raw, 0),
    };
    Ok((measured, tracks, unfiltered))
}

fn range(text: &str) -> Result<(f64, f64), String> {
    match numbers(text) {
        Some([low, high]) if (0.0..=180.0).contains(&low) && low < high && high <= 180.0 => Ok((low, high)),
        _ => Err("expected two angles such as 45,135, between 0 and 180".into()),
    }
}
