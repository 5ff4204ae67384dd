//! The arguments of `ambulo bench`.

use crate::args::{positive, radius};
use crate::shared_args::with_locomotions;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum BenchCommand {
    /// Agent-steps per second on the workloads `open`, `door` and `city`
    Crowd(CrowdArgs),
    /// Time to prepare a plan and to plan routes in it, beside flat A* and exact shortest paths
    Paths(PathsArgs),
    /// Time to animate a walker for a frame: clips, blends, twist of the spine, feet held on the floor
    Bodies(BodiesArgs),
    /// Time of bodies that follow footsteps: a frame, and the interpolator for a footstep
    Footsteps(FootstepsArgs),
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
pub struct FootstepsArgs {
    /// Walkers
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
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
    /// Steering model [default: that of scenarios, social-force with headway]
    #[arg(long)]
    pub model: Option<String>,
    /// Whether people keep their headway [default: off with a model]
    #[arg(long, value_parser = ["on", "off"])]
    pub headway: Option<String>,
    #[arg(long, default_value = "point-mass", help = with_locomotions("Locomotion"))]
    pub locomotion: String,
    /// Other values for parameters of the model, as NAME=NUMBER, comma-separated; may be given several times
    #[arg(long, value_name = "NAME=NUMBER", value_delimiter = ',', value_parser = crate::args::variable)]
    pub param: Vec<(String, f64)>,
    /// How walkers perceive, for a model with a parameter `perception`: image, points or gpu
    #[arg(long)]
    pub perception: Option<String>,
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
