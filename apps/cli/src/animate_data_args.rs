//! How `ambulo animate` reads a file of trajectories: the options of `ambulo eval`, with a name of its own for the file's rate.

use crate::eval_args::{LayoutArgs, LoadArgs, above_zero};
use crate::eval_load;
use crate::failure::Failure;
use ambulo::animate::DataOptions;

#[derive(clap::Args)]
pub struct AnimateDataArgs {
    /// Kind of a file of measured people [default: detected]: recording, juelich, obsmat, csv, parquet
    #[arg(long)]
    pub kind: Option<String>,
    /// Frames per second of that file (--fps is the rate of the animation) [default: as the file states; inferred from the velocities in
    /// an obsmat; 16 for juelich]
    #[arg(long, value_name = "FPS", value_parser = above_zero)]
    pub data_fps: Option<f64>,
    #[command(flatten)]
    pub layout: LayoutArgs,
    /// Walkable area: WKT or a file of it [default: in the file, or NAME.wkt beside it, or a box about all rows without walls]
    #[arg(long, value_name = "WKT|FILE")]
    pub walkable: Option<String>,
    /// Bodies walk through gaps of up to so many seconds; in longer ones the walker leaves and comes again
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", value_parser = above_zero)]
    pub bridge: f64,
    /// Low-pass filter for the trajectories [Hz]: Butterworth, forward and backward
    #[arg(long, value_name = "HZ", value_parser = above_zero)]
    pub filter: Option<f64>,
    /// Order of that filter, 1 to 8
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub filter_order: u32,
    /// Faster moves between two rows are jumps, which nobody walks: the walker leaves and comes again [m/s]
    #[arg(long, default_value_t = 12.0, value_name = "SPEED", value_parser = above_zero)]
    pub jump: f64,
}

impl AnimateDataArgs {
    /// What the library wants to know.
    pub fn options(&self) -> Result<DataOptions, Failure> {
        let load = LoadArgs {
            kind: self.kind.clone(),
            fps: self.data_fps,
            layout: self.layout.clone(),
            walkable: self.walkable.clone(),
            allow_incomplete: false,
            bridge: Some(self.bridge),
            filter: self.filter,
            filter_order: self.filter_order,
            radius: 0.2,
            jump: self.jump,
        };
        let (how, filter) = (eval_load::how(&load)?, eval_load::filter(&load));
        Ok(DataOptions { how, jump: self.jump, bridge: self.bridge, filter })
    }

    /// Whether any of them was given: a scenario that is run first has no file.
    pub fn any(&self) -> bool {
        self.kind.is_some()
            || self.data_fps.is_some()
            || self.layout.unit.is_some()
            || !self.layout.column.is_empty()
            || self.walkable.is_some()
    }
}
