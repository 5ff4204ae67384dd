//! The arguments of the `ambulo plan` commands.

use crate::grammar;
use ambulo::data::{Units, Up};
use clap::Subcommand;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum PlanCommand {
    /// Check a plan file: what was found, what was repaired, what to check, each with its place
    Check(PlanCheckArgs),
    /// Decompose a plan into convex cells and show them: widths, bottlenecks, kinds of places, abstraction
    Show(PlanShowArgs),
    /// Plan a route between two places
    Path(PlanPathArgs),
}

/// A plan file and how to read it: the same for all plan commands. See `plan_load::load`.
#[derive(clap::Args)]
pub struct PlanArgs {
    /// Plan file (.wkt, .geojson, .json, .dxf, .osm, .obj, .gltf, .glb, .map), scenario file or name of a scene
    pub file: String,
    /// Join wall ends that are at most so far apart [m]
    #[arg(long, value_name = "M", value_parser = length)]
    pub close_gaps: Option<f64>,
    /// Layers of a drawing to read, comma-separated [default: those that are walls by name or by what is drawn on them]
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub layers: Vec<String>,
    /// Height of the floor in a 3D file [m] [default: the height with the most floor]
    #[arg(long, value_name = "Z", value_parser = number, allow_hyphen_values = true)]
    pub floor: Option<f64>,
    /// A place on the walkable floor [m]
    #[arg(long, value_name = "X,Y", value_parser = place, allow_hyphen_values = true)]
    pub seed: Option<[f64; 2]>,
    /// Unit of the file: m, mm, cm, dm, km, in, ft, yd, mi, or the metres in one unit
    #[arg(long = "unit", alias = "units", value_name = "U", value_parser = units)]
    pub units: Option<String>,
    /// Axis of a 3D file that points up: y or z [default: y]
    #[arg(long, value_name = "AXIS", value_parser = up)]
    pub up: Option<Up>,
    /// Highest step to walk over in a 3D file [m] [default: 0.25]
    #[arg(long, value_name = "M", value_parser = length)]
    pub step: Option<f64>,
    /// Steepest walkable ground in a 3D file [degrees] [default: 45]
    #[arg(long, value_name = "DEGREES", value_parser = degrees)]
    pub slope: Option<f64>,
    /// Height of the body in a 3D file [m] [default: 1.8]
    #[arg(long, value_name = "M", value_parser = length)]
    pub body: Option<f64>,
    /// Metres per cell of a grid map [default: 1]
    #[arg(long, value_name = "M", value_parser = length)]
    pub cell: Option<f64>,
    /// How far the walkable area reaches beyond the outermost obstacle [m] [default: 10]
    #[arg(long, value_name = "M", value_parser = length)]
    pub margin: Option<f64>,
    /// All polygons of the file are obstacles
    #[arg(long)]
    pub solid: bool,
    /// Walk in a 3D file also where there is no floor
    #[arg(long)]
    pub no_flooring: bool,
}

/// Goal draw what the command shows.
#[derive(clap::Args)]
pub struct DrawArgs {
    /// Draw it as PNG
    #[arg(long, value_name = "OUT")]
    pub png: Option<PathBuf>,
    /// Draw it as SVG
    #[arg(long, value_name = "OUT")]
    pub svg: Option<PathBuf>,
}

impl PlanArgs {
    /// A file read without options.
    pub fn of(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            close_gaps: None,
            layers: Vec::new(),
            floor: None,
            seed: None,
            units: None,
            up: None,
            step: None,
            slope: None,
            body: None,
            cell: None,
            margin: None,
            solid: false,
            no_flooring: false,
        }
    }
}

#[derive(clap::Args)]
pub struct PlanShowArgs {
    #[command(flatten)]
    pub plan: PlanArgs,
    /// Radius of the body that must fit through [m]
    #[arg(long, value_name = "M", default_value_t = 0.2, value_parser = crate::args::radius)]
    pub radius: f64,
    /// Only this picture [default: all three, `arity` and `abstraction` beside the named file]
    #[arg(long, value_parser = ["cells", "arity", "abstraction"])]
    pub view: Option<String>,
    /// In the picture of the abstraction: how many levels below the root
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub depth: usize,
    #[command(flatten)]
    pub draw: DrawArgs,
    /// Write the walkable area as WKT, in the coordinates of the file
    #[arg(long, value_name = "OUT")]
    pub wkt: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct PlanPathArgs {
    #[command(flatten)]
    pub plan: PlanArgs,
    /// Start, in the coordinates of the file; with a level's name in a building of several: 3.5,-2,upper
    #[arg(long, value_name = "X,Y", value_parser = spot, allow_hyphen_values = true)]
    pub from: PlaceArg,
    /// Goal
    #[arg(long, value_name = "X,Y", value_parser = spot, allow_hyphen_values = true)]
    pub to: PlaceArg,
    /// Radius of the body [m]
    #[arg(long, value_name = "M", default_value_t = 0.2, value_parser = crate::args::radius)]
    pub radius: f64,
    /// Planner; `exact` finds the shortest path
    #[arg(long, default_value = "hierarchical", value_parser = ["hierarchical", "flat", "exact"])]
    pub planner: String,
    #[command(flatten)]
    pub draw: DrawArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// A place, perhaps on a named level.
#[derive(Clone, Debug)]
pub struct PlaceArg {
    pub at: [f64; 2],
    pub level: Option<String>,
}

#[derive(clap::Args)]
pub struct PlanCheckArgs {
    #[command(flatten)]
    pub plan: PlanArgs,
    /// Radius of the body that must fit through [m]
    #[arg(long, value_name = "M", default_value_t = 0.2, value_parser = crate::args::radius)]
    pub radius: f64,
    #[command(flatten)]
    pub draw: DrawArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn number(text: &str) -> Result<f64, String> {
    grammar::number(text).ok_or_else(|| "expected a number of metres".into())
}

fn length(text: &str) -> Result<f64, String> {
    number(text).ok().filter(|v| *v > 0.0 && *v <= 10_000.0).ok_or_else(|| "expected metres, above 0".into())
}

fn degrees(text: &str) -> Result<f64, String> {
    number(text).ok().filter(|v| (1.0..=80.0).contains(v)).ok_or_else(|| "expected degrees, from 1 to 80".into())
}

fn place(text: &str) -> Result<[f64; 2], String> {
    grammar::numbers(text).ok_or_else(|| "expected two numbers with a comma: 3.5,-2".into())
}

fn spot(text: &str) -> Result<PlaceArg, String> {
    let mut parts = text.splitn(3, ',');
    let mut next = || parts.next().and_then(|v| number(v.trim()).ok());
    match (next(), next()) {
        (Some(x), Some(y)) => {
            let level = parts.next().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
            Ok(PlaceArg { at: [x, y], level })
        }
        _ => {
            Err("expected two numbers with a comma, and a level's name if there are several: 3.5,-2 or 3.5,-2,upper"
                .into())
        }
    }
}

fn units(text: &str) -> Result<String, String> {
    match Units::parse(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err(format!("expected one of {}", Units::names())),
    }
}

fn up(text: &str) -> Result<Up, String> {
    match text {
        "y" | "Y" => Ok(Up::Y),
        "z" | "Z" => Ok(Up::Z),
        _ => Err("expected y or z".into()),
    }
}
