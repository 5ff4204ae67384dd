//! What is written down: scenario files, plan importers, recordings and trajectory formats.

mod diagnostic;
mod import;
pub mod recording;
pub mod scenario;
mod trajectory;

pub use diagnostic::{Diagnostic, Diagnostics, SourceFile};
pub use import::{ImportError, Plan, region_from_geojson, region_from_wkt, region_to_wkt, resolve_plan};
pub use trajectory::{Trajectories, TrajectoryRow, Walker};
