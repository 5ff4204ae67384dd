//! What is written down: scenario files, plan importers, recordings and trajectory formats.

mod trajectory;

pub use trajectory::{Trajectories, TrajectoryRow, Walker};
