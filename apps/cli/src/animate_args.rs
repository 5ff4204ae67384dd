//! The arguments of `ambulo animate`.

use crate::shared_args::QuietArgs;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(
    after_help = "Slide is how far a foot moves while it stands on the floor: the diagonal of the rectangle around all its places in \
that stance. All figures are measured on the frames that are written. A walker alone is written with a comma, as --walkers 7,"
)]
pub struct AnimateArgs {
    /// Run folder of `ambulo run`, or a file of trajectories (.sqlite, .csv, .parquet, .txt: all that `ambulo eval` reads); a scenario
    /// file or scene is run first
    pub run: String,
    /// The file; with --format bvh a folder [default: crowd.glb, crowd.usda or bodies, in the run's folder]
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// glb: all walkers with floor and walls in one binary glTF file; bvh: one file per walker; usd: a stage (.usda), or a package with
    /// all that belongs to it where --out ends in .usdz
    #[arg(long, default_value = "glb")]
    pub format: ambulo::animate::BodyFormat,
    /// Body and skeleton of every walker, from a glTF file (.glb, .gltf), or as GROUP=FILE of those of a group; may be given several
    /// times [default: the built-in one]
    #[arg(long, value_name = "[GROUP=]FILE")]
    pub character: Vec<ambulo::animate::ForGroup>,
    /// people: 24 built-in people of all builds; or a folder of characters (.glb, .gltf) that are mixed, by weight and group where it
    /// has a cast.toml
    #[arg(long, value_name = "FOLDER")]
    pub cast: Option<PathBuf>,
    /// Level of detail of built-in bodies: 0 is the finest, 1 has about half of its triangles, 2 a sixth
    #[arg(long, default_value_t = 0, value_name = "0|1|2")]
    pub detail: usize,
    /// Folder with clips to walk with (.bvh, .glb, .gltf), or as GROUP=FOLDER those of a group [default: the built-in moves]
    #[arg(long, value_name = "[GROUP=]FOLDER")]
    pub clips: Vec<ambulo::animate::ForGroup>,
    /// A joint of these files for a role, as ROLE=JOINT (left-thigh=LeftUpLeg); may be given several times
    #[arg(long, value_name = "ROLE=JOINT")]
    pub role: Vec<String>,
    /// What moves bodies: mediator (along trajectories) or footsteps (from footstep to footstep) [default: mediator, with --footsteps
    /// footsteps]
    #[arg(long)]
    pub controller: Option<ambulo::animate::BodyController>,
    /// Table of footsteps (CSV: walker,index,side,x,y,z,heading,lift,land; side 0 is left) instead of those of the recording
    #[arg(long, value_name = "FILE")]
    pub footsteps: Option<PathBuf>,
    /// Frames per second of the animation
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
    /// How far a joint may be from where it was so that frames can be left out [mm]; planted feet keep to a quarter; 0 keeps all frames
    #[arg(long, default_value_t = 2.0, value_name = "MM", allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Compress the frames of a glTF file (EXT_meshopt_compression): a third of the size, for readers that know the extension
    #[arg(long)]
    pub compress: bool,
    /// A joint `root` above the hips carries place and heading
    #[arg(long)]
    pub root_joint: bool,
    /// One animation per walker instead of one for all
    #[arg(long)]
    pub clip_per_walker: bool,
    /// Write into the extras of each walker when its feet land and lift
    #[arg(long)]
    pub events: bool,
    /// Run the scenario with bodies in the loop: each feeds back where its feet let it come
    #[arg(long)]
    pub in_loop: bool,
    /// Print no warning when the recording is of a run that was killed or interrupted
    #[arg(long)]
    pub allow_incomplete: bool,
    #[command(flatten)]
    pub data: crate::animate_data_args::AnimateDataArgs,
    /// Threads; 0 means one per core. The file does not depend on it
    #[arg(long, default_value_t = 0, value_parser = crate::threads::count)]
    pub threads: usize,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: QuietArgs,
}
