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

mod animate;
mod bench;
mod bench_bodies;
mod bench_city;
mod bench_paths;
mod bodies_draw;
mod build;
mod calibrate;
mod checkpoint;
mod clips;
mod clips_draw;
mod compare;
mod date;
mod exit_check;
mod exits;
mod explain;
mod human_likeness;
mod in_order;
mod neighbourhood;
mod outcome;
mod plan_pictures;
mod reach;
mod recorder;
mod report_info;
pub mod reproduce;
mod resume;
mod run;
mod run_manifest;
mod scenario_picture;
mod scenes;
mod site;
mod summary;
mod trial;
mod trial_batch;
mod warning;
mod world;

pub use ambulo_data as data;
pub use ambulo_draw as draw;
pub use ambulo_eval as eval;
pub use ambulo_geom as geom;
pub use ambulo_models as models;
pub use ambulo_motion as motion;
pub use ambulo_nav as nav;
pub use ambulo_sim as sim;

pub use animate::{
    AnimateError, AnimateOptions, AnimateProgress, AnimateSummary, AnimationInput, BodyFormat, InLoop, Who, animate,
    animate_run,
};
pub use bench::{BenchResult, BenchWalker, Meter, Workload, bench_crowd, bench_crowd_with};
pub use bench_bodies::{BodiesResult, bench_bodies};
pub use bench_city::{bench_city, bench_city_with};
pub use bench_paths::{PathsOptions, PathsResult, bench_paths};
pub use bodies_draw::{BodyView, body_solid, see_bodies};
pub use build::model_params;
pub use calibrate::{
    Axis, CalibrateError, CalibrateOptions, CalibrateProgress, Calibration, CalibrationFold, DataFile, FoundParam,
    Likelihoods, MeasuredTrial, Order, Recovery, Space, SpaceError, TrialRules, calibrate, calibrated_toml,
    calibration_page, data_file,
};
pub use clips::{
    ClipRow, ClipsError, Inspection, MOST_CLIPS_DRAWN, StepRow, clip_picture, inspect_clips, kind_name, load_moves,
};
pub use clips_draw::move_strip;
pub use compare::{CompareError, CompareOptions, Comparison, ComparisonRow, compare};
pub use exit_check::{ExitCheck, GroupReach};
pub use exits::{Count, ExitCount, GroupAtExit, GroupCount, OverTime};
pub use human_likeness::{
    Crossings, HumanLikeness, HumanLikenessOptions, ModelMeetings, RealMeeting, human_likeness,
    human_likeness_markdown, human_likeness_page, human_likeness_tiles, made_crossings, meetings_of,
};
pub use outcome::Outcome;
pub use plan_pictures::{PlanView, plan_picture, route_picture};
pub use resume::resume_run;
pub use run::{Progress, RunError, RunOptions, run_to_folder};
pub use scenes::{SCENES, Scene};
pub use site::site_of;
pub use summary::{ShortWalker, StuckWalker, Summary};
pub use trial::{Start, Trial};
pub use trial_batch::TrialBatch;
pub use warning::Warning;
pub use world::{Overrides, World};

/// The version of this program, as written into every run's folder.
///
/// ```
/// assert!(ambulo::VERSION.starts_with("0."));
/// ```
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
