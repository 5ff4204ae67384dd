//! What is written down: scenario files, plan importers, recordings and trajectory formats.

mod diagnostic;
pub mod scenario;
mod trajectory;

pub use diagnostic::{Diagnostic, Diagnostics, SourceFile};
pub use trajectory::{Trajectories, TrajectoryRow, Walker};
