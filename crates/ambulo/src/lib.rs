//! Ambulo: the plan of a place in, a crowd that walks in it out.
//!
//! [`World`] runs a scenario in a few lines, or step by step. [`run_to_folder`] leaves a recording, a report page and
//! the pictures, as `ambulo run` does.
//!
//! ```
//! let mut world = ambulo::World::scene("corridor").unwrap();
//! let report = world.run();
//! println!("{} people through in {:.1} s", report.arrived, report.time);
//! # assert_eq!(report.arrived, 40);
//! ```
//!
//! [`prelude`] has what most programs need. Bodies are in [`animate`], measured trajectories in [`evaluate`], plans before a run in
//! [`plan`], the models there are in [`models::catalogue`]; the crates below stand under their short names ([`sim`], [`nav`], [`data`]
//! ...). Comparing, calibrating, reproducing and timing models is the business of the crate `ambulo-lab`.

pub mod animate;
mod build;
mod checkpoint;
pub mod clips;
mod date;
pub mod evaluate;
pub mod exits;
mod explain;
pub mod models;
mod neighbourhood;
mod outcome;
pub mod pictures;
pub mod plan;
pub mod prelude;
mod reach;
mod recorder;
mod report_info;
mod resume;
mod run;
mod run_manifest;
mod scenes;
pub mod summary;
mod warning;
mod world;

pub use ambulo_data as data;
pub use ambulo_draw as draw;
pub use ambulo_eval as eval;
pub use ambulo_geom as geom;
pub use ambulo_motion as motion;
pub use ambulo_nav as nav;
pub use ambulo_sim as sim;

pub use outcome::Outcome;
pub use resume::resume_run;
pub use run::{Progress, RunError, RunOptions, run_to_folder};
pub use scenes::{SCENES, Scene};
pub use summary::Summary;
pub use warning::Warning;
pub use world::{Overrides, World};

/// The version of this program, as written into every run's folder.
///
/// ```
/// assert!(ambulo::VERSION.starts_with("0."));
/// ```
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
