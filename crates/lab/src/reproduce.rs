//! The papers, reproduced: every claim that can be checked is measured, and one page lists the results.
//!
//! One file per subject in `reproduce/`; `registry.rs` lists them. A check is a plain function from a [`Bench`] to a
//! [`ClaimResult`]; where it needs what a model keeps to itself, the measuring lies in a `claims.rs` beside the model.

mod apm;
mod baselines;
mod blending;
mod calibration;
mod claim;
mod environment;
mod feedback;
mod footsteps;
mod gait_flow;
mod karamouzas;
mod lamarche;
mod mpd;
mod page;
mod paris;
mod registry;
mod run;
#[cfg(test)]
mod steering_tests;
mod synthetic_truth;
mod tangent;
mod trajectory_plot;
mod two_groups;
mod vision;

pub use claim::{Bench, Check, Claim, ClaimResult, Class, Verdict};
#[doc(hidden)]
pub use gait_flow::{GaitFlow, WITHOUT_FEEDBACK, gait_flow};
pub use page::{page, write_docs};
pub use registry::{SUBJECTS, Subject};
pub use run::{Checked, ReproduceOptions, Reproduction, reproduce};
