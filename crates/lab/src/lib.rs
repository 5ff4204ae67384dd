//! The laboratory: what is measured with Ambulo, and of it. Models are compared on the same seeds, calibrated on measured
//! trajectories, scored against people, checked against the claims of their papers and timed.
//!
//! A program that only runs crowds needs `ambulo` alone.
//!
//! ```
//! use ambulo::geom::Point;
//! use ambulo_lab::{Start, Trial};
//! let start = |x: f64| Start {
//!     place: Point::new(x, 0.0), velocity: (-x / 4.0, 0.0), speed: 1.5, radius: 0.25, goal: Point::new(-x, 0.0),
//! };
//! let trial = Trial { starts: vec![start(6.0), start(-6.0)], fps: 10.0, frames: 81, dt: 0.05 };
//! assert_eq!(trial.play("orca", &[], 1).unwrap().len(), 2);
//! ```

mod bench;
mod bench_bodies;
mod bench_city;
mod bench_footsteps;
mod bench_paths;
mod calibrate;
mod compare;
pub mod dense;
mod human_likeness;
mod in_order;
mod pairs;
pub mod reproduce;
mod trial;
mod trial_batch;

pub use bench::{BenchOptions, BenchResult, BenchWalker, Meter, Workload, bench_crowd};
pub use bench_bodies::{BodiesResult, bench_bodies};
pub use bench_city::bench_city;
pub use bench_footsteps::{FootstepsResult, bench_footsteps};
pub use bench_paths::{PathsOptions, PathsResult, bench_paths};
pub use calibrate::crowd::{
    BeforeAfter, CorridorError, CorridorFigures, CorridorFile, CrowdCalibration, CrowdError, CrowdFigure, CrowdOptions,
    CrowdPart, CrowdPlace, CrowdTarget, DENSITY_SPLIT, FILE_SPLIT, FigureResult, INFLOW_SPLIT, Reference, TargetResult,
    WIDTH_SPLIT, calibrate_crowd, crowd_page, crowd_provenance, crowd_toml,
};
pub use calibrate::{
    Axis, CalibrateError, CalibrateOptions, CalibrateProgress, Calibration, CalibrationFold, DataFile, FoundParam,
    Likelihoods, MeasuredTrial, Order, Recovery, Space, SpaceError, TrialRules, calibrate, calibrated_toml,
    calibration_page, calibration_provenance, data_file,
};
pub use compare::{CompareError, CompareOptions, Comparison, ComparisonRow, compare};
pub use human_likeness::{
    Crossings, HumanLikeness, HumanLikenessOptions, ModelMeetings, RealMeeting, human_likeness,
    human_likeness_markdown, human_likeness_page, human_likeness_provenance, human_likeness_tiles, made_crossings,
    meetings_of,
};
pub use pairs::{PairsFound, PairsInfo, find_pairs, smoothing};
pub use trial::{Start, Trial};
pub use trial_batch::TrialBatch;
