//! What is written down: scenario files, plan importers, recordings and trajectory formats.
//!
//! ```
//! let hall = ambulo_data::region_from_wkt("POLYGON ((0 0, 20 0, 20 5, 0 5, 0 0))").unwrap();
//! assert_eq!(hall.area(), 100.0);
//! ```

mod building;
mod diagnostic;
mod fnv;
mod import;
pub mod input;
pub mod measured;
mod parquet_file;
pub mod recording;
pub mod run_folder;
pub mod scenario;
mod trajectory;
pub mod words;

pub use ambulo_geom::repair::{Finding, FindingKind, Severity};
pub use building::{Building, Door, LevelPlan, StairsPlan, resolve_building};
pub use diagnostic::{Diagnostic, Diagnostics, SourceFile};
pub use fnv::{Fnv1a, fnv1a};
pub use import::{
    Drawing, DrawingDoor, DrawingLayer, DrawingLine, ImportError, LayerChoice, LayerKind, LineUse, Plan, PlanKind,
    PlanOptions, Units, Up, import_plan, import_plan_bytes, region_from_geojson, region_from_wkt, region_to_wkt,
    resolve_plan, survey_drawing,
};
pub use recording::RecordedFootstep;
pub use trajectory::{RecordedLevel, Trajectories, TrajectoryRow, Walker};
