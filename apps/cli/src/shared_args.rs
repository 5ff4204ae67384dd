//! Arguments that several commands take, each written once. A command flattens them in where its help lists them.

use crate::args::variable;
use ambulo::data::scenario::{HeadwaySpec, ParamValue};
use ambulo::models::LOCOMOTIONS;

#[derive(clap::Args)]
pub struct ThreadArgs {
    /// Threads; 0 means one per core. Results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = crate::threads::count)]
    pub threads: usize,
}

#[derive(clap::Args)]
pub struct QuietArgs {
    /// No progress bar and no output, except errors
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(clap::Args)]
pub struct VariableArgs {
    /// Other values for variables of the scenario, as NAME=NUMBER, comma-separated; may be given several times
    #[arg(long, value_delimiter = ',', value_name = "NAME=NUMBER", value_parser = variable)]
    pub set: Vec<(String, f64)>,
}

#[derive(clap::Args)]
pub struct LocomotionArgs {
    #[arg(long, help = with_locomotions("Locomotion for all groups, instead of the scenario's"))]
    pub locomotion: Option<String>,
    /// Time gap to those in front for all groups, instead of the scenario's: `on`, `off`, or parameters as NAME=NUMBER, comma-separated
    #[arg(long, value_parser = headway)]
    pub headway: Option<HeadwaySpec>,
}

/// `on`, `off` or a list of parameters.
pub fn headway(text: &str) -> Result<HeadwaySpec, String> {
    match text {
        "off" => Ok(HeadwaySpec::Off),
        "on" => Ok(HeadwaySpec::Params(Default::default())),
        _ => {
            let one = |part: &str| variable(part).map(|(name, v)| (name, ParamValue::Number(v)));
            text.split(',').map(one).collect::<Result<_, _>>().map(HeadwaySpec::Params)
        }
    }
}

/// A help text, and the names of the locomotions behind it.
pub fn with_locomotions(text: &str) -> String {
    let names: Vec<&str> = LOCOMOTIONS.iter().map(|l| l.name).collect();
    format!("{text}: {}", names.join(", "))
}
