//! The arguments of `ambulo eval`, and those that control how a file of trajectories is read.

use crate::eval_command::EvalCommand;
pub use crate::grammar::above_zero;
use crate::shared_args::QuietArgs;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Lines and areas may have a name before them, and a level: --line door@1=0,2,0,4. Forward across a line is from its \
left to its right, seen from its first end to its second. Intervals are 95 %, by bootstrap. --metrics help lists the metrics.\n\n\
Nothing is repaired unless asked for: gaps, jumps, walkers who appear twice in a frame and rows off the ground are counted and reported."
)]
pub struct EvalArgs {
    #[command(subcommand)]
    pub command: Option<EvalCommand>,
    /// Run folder of `ambulo run`, or a file of trajectories (.sqlite, .csv, .parquet, .txt); not needed by --metrics
    /// help
    #[arg(required_unless_present = "metrics")]
    pub run: Option<PathBuf>,
    #[command(flatten)]
    pub load: LoadArgs,
    /// A line at which people are counted, as X0,Y0,X1,Y1 [m]; may be given several times
    #[arg(long, value_name = "[NAME=]X0,Y0,X1,Y1", allow_hyphen_values = true)]
    pub line: Vec<String>,
    /// An area in which density and speed are measured, as X0,Y0,X1,Y1 [m] or WKT; may be given several times
    #[arg(long, value_name = "[NAME=]AREA", allow_hyphen_values = true)]
    pub area: Vec<String>,
    /// Which crossings of lines count: both, forward, backward
    #[arg(long, default_value = "both")]
    pub direction: String,
    /// Seconds of a window in which flow is taken
    #[arg(long, default_value_t = 10.0, value_parser = above_zero)]
    pub window: f64,
    /// Seconds to either side over which speed is taken in areas and at lines
    #[arg(long, default_value_t = 0.5, value_parser = above_zero)]
    pub speed_window: f64,
    /// Skip Voronoi cells: faster
    #[arg(long)]
    pub no_voronoi: bool,
    /// How far Voronoi cells reach from their walker [m] [default: to the walls]
    #[arg(long, value_name = "METRES", value_parser = above_zero)]
    pub cut_off: Option<f64>,
    /// Share of the time left out at either end for means in areas, while they fill and empty
    #[arg(long, default_value_t = 0.0, value_name = "SHARE")]
    pub settle: f64,
    /// Metrics, comma-separated [default: all]; `help` lists them
    #[arg(long, value_delimiter = ',')]
    pub metrics: Vec<String>,
    /// Folder for the page; files of an earlier evaluation in it are replaced [default: out/eval-NAME, a new one each time]
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// Print figures only: no page, no pictures, no files
    #[arg(long, conflicts_with = "out")]
    pub no_page: bool,
    /// Print one JSON object with `metrics`, `areas`, `lines`, `faults`, `origin` and `seconds` (CPU time)
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: QuietArgs,
}

/// What the numbers of a file of trajectories are.
#[derive(clap::Args, Clone)]
pub struct LayoutArgs {
    /// Unit of length: m, cm, mm, ft and others, or the metres in one [default: as the file states; inferred from heights and speeds for juelich; else m]
    #[arg(long, alias = "units")]
    pub unit: Option<String>,
    /// What a column is, as ROLE=NAME or ROLE=NUMBER, with frame, time, id, x or y; may be given several times
    #[arg(long, value_name = "ROLE=NAME")]
    pub column: Vec<String>,
}

/// How a file of trajectories is read: the same options wherever one is.
#[derive(clap::Args)]
pub struct LoadArgs {
    /// Kind of file [default: detected]: recording, juelich, obsmat, csv, parquet
    #[arg(long)]
    pub kind: Option<String>,
    /// Frames per second [default: as the file states; inferred from the velocities in an obsmat; 16 for juelich]
    #[arg(long, value_parser = above_zero)]
    pub fps: Option<f64>,
    #[command(flatten)]
    pub layout: LayoutArgs,
    /// Walkable area: WKT or a file of it [default: in the file, or NAME.wkt beside it, or a box about all rows]
    #[arg(long, value_name = "WKT|FILE")]
    pub walkable: Option<String>,
    /// Print no warning when the recording is of a run that was killed or interrupted
    #[arg(long)]
    pub allow_incomplete: bool,
    /// Fill gaps of up to so many seconds by straight lines
    #[arg(long, value_name = "SECONDS", value_parser = above_zero)]
    pub bridge: Option<f64>,
    /// Low-pass filter for the trajectories [Hz]: Butterworth, forward and backward
    #[arg(long, value_name = "HZ", value_parser = above_zero)]
    pub filter: Option<f64>,
    /// Order of that filter, 1 to 8
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub filter_order: u32,
    /// Radius of bodies without one in the recording [m]
    #[arg(long, default_value_t = 0.2, value_name = "METRES", value_parser = above_zero)]
    pub radius: f64,
    /// Faster moves between two rows are reported as jumps [m/s]
    #[arg(long, default_value_t = 12.0, value_name = "SPEED", value_parser = above_zero)]
    pub jump: f64,
}

impl LoadArgs {
    /// Everything that changes what is read, as one text: two searches with different texts have different data.
    pub fn identity(&self) -> String {
        format!(
            "{:?}",
            (
                &self.kind,
                self.fps,
                &self.layout.unit,
                &self.layout.column,
                &self.walkable,
                self.bridge,
                self.filter,
                self.filter_order,
                self.radius
            )
        )
    }
}
