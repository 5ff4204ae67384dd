//! The arguments of the `ambulo clips` commands.

use crate::clips_cast::ClipsCastArgs;
use crate::clips_draw::ClipsDrawArgs;
use crate::clips_steps::ClipsStepsArgs;
use crate::grammar::{above_zero, metres};
use clap::Subcommand;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum ClipsCommand {
    /// Inspect motion files (.bvh, .glb, .gltf): what each clip is, how fast, when feet are down, how well it loops
    Inspect(InspectArgs),
    /// List the built-in moves
    List(ListArgs),
    /// Draw built-in moves as strips of pictures
    Draw(ClipsDrawArgs),
    /// List and draw the people of a cast: bodies made by calculation that differ as people do
    Cast(ClipsCastArgs),
    /// Cut single steps out of clips for planners and bodies that follow footsteps; list, write and draw them
    Steps(ClipsStepsArgs),
}

#[derive(clap::Args)]
pub struct InspectArgs {
    /// Motion files, or folders of them
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Unit of length of the files: m, cm, mm, in and others, or the metres in one [default: inferred from the legs;
    /// glTF uses metres]
    #[arg(long, alias = "units", value_name = "U", value_parser = unit)]
    pub unit: Option<f32>,
    /// Axis that points up
    #[arg(long, default_value = "y", value_parser = ["y", "z"])]
    pub up: String,
    /// A joint for a role, as ROLE=JOINT (left-thigh=LeftUpLeg); may be given several times
    #[arg(long, value_name = "ROLE=JOINT")]
    pub role: Vec<String>,
    /// A file of such pairs: lines `left-thigh = "LeftUpLeg"`, or a JSON object
    #[arg(long, value_name = "FILE")]
    pub roles: Option<PathBuf>,
    /// Frames per second of the resulting moves
    #[arg(long, default_value_t = 30.0, value_parser = rate)]
    pub rate: f32,
    /// Draw heights and speeds of the feet (.svg or .png)
    #[arg(long, value_name = "OUT")]
    pub plot: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// No output, except errors
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(clap::Args)]
pub struct ListArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = above_zero(text)? as f32;
    if rate <= 1000.0 { Ok(rate) } else { Err("expected a number above 0, at most 1000".into()) }
}

fn unit(text: &str) -> Result<f32, String> {
    let unit = metres(text)? as f32;
    if unit <= 1000.0 { Ok(unit) } else { Err("expected a unit of at most 1000 m".into()) }
}
