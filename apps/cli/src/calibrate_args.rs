//! The command line of `ambulo calibrate`.

use crate::calibrate_crowd_args::CrowdTargetArgs;
use crate::eval_args::LoadArgs;
use crate::grammar::{above_zero, number};
use crate::shared_args::{QuietArgs, ThreadArgs};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(
    after_help = "Every trial is an encounter of two people. The model simulates both from first sight on. The search \
maximises the mean log-likelihood of the distances between simulated and real places. To resume a run that was killed or ended by Ctrl-C, repeat the command with --resume: a journal beside the output file holds all candidates. The result is the same, bit for bit, for any number of threads.\n\n\
With --targets every candidate simulates crowds in standard places instead, and the search minimises the mean square of the log-ratios to people. It sees \
training places and --train-seeds only; other places with --test-seeds are measured when it has ended."
)]
pub struct CalibrateArgs {
    /// Steering model; with --targets also `default`: people whose model a scenario does not name
    pub model: String,
    /// Measured trajectories, as `ambulo eval` reads them; several may be given
    #[arg(long, num_args = 1.., value_name = "FILE", required_unless_present_any = ["recover", "targets"], conflicts_with = "recover")]
    pub data: Vec<PathBuf>,
    #[command(flatten)]
    pub load: LoadArgs,
    /// File with parameters of the model, written by an earlier calibration: the search begins there, and parameters
    /// that are not searched keep its values
    #[arg(long, value_name = "FILE")]
    pub params_file: Option<PathBuf>,
    #[command(flatten)]
    pub crowd: CrowdTargetArgs,
    /// Instead of data: generate pairs with these hidden parameters and try to recover them, as NAME=NUMBER,...
    #[arg(long, value_delimiter = ',', value_name = "NAME=NUMBER", value_parser = crate::args::variable)]
    pub recover: Vec<(String, f64)>,
    /// Pairs that --recover generates
    #[arg(long, default_value_t = 100, requires = "recover", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub trials: u32,
    /// Noise on the places that --recover generates [m]
    #[arg(long, default_value_t = 0.0, requires = "recover", value_parser = zero_or_more)]
    pub noise: f64,
    /// Parameters to search, comma-separated, each NAME or NAME=LOW:HIGH [default: those that encounters determine;
    /// with --recover the hidden ones; with --targets and headway five of the headway, which are called headway.NAME]
    #[arg(long, value_delimiter = ',', value_name = "NAME[=LOW:HIGH]")]
    pub params: Vec<String>,
    /// Output file [default: params.toml in a new folder out/calibrate-MODEL]
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// Folder for a page with tables and pictures [default: the new folder; none where --out is given]
    #[arg(long, value_name = "FOLDER")]
    pub report: Option<PathBuf>,
    /// Folds of the cross-validation by subject; 1 means none [default: 5]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub folds: Option<u32>,
    /// Points of the Latin hypercube
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub points: u32,
    /// How many of the best points are refined by a simplex search; 0 means none
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub polish: u32,
    /// Most steps of each refinement
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub steps: u64,
    /// Seed of the search, and on pairs of the simulations
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Standard deviation of the distance between real and simulated places [m] [default: 0.3]
    #[arg(long, value_parser = above_zero)]
    pub sigma: Option<f64>,
    /// Use pairs that come nearer to each other than this [m] [default: 3]
    #[arg(long, value_parser = above_zero)]
    pub nearest: Option<f64>,
    /// Resume from the journal beside --out
    #[arg(long, requires = "out")]
    pub resume: bool,
    #[command(flatten)]
    pub cores: ThreadArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: QuietArgs,
}

fn zero_or_more(text: &str) -> Result<f64, String> {
    number(text).filter(|v| *v >= 0.0).ok_or_else(|| "expected a number, 0 or more".into())
}
