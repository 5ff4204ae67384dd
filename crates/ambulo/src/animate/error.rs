//! Why there are no bodies.

use crate::clips::ClipsError;
use ambulo_data::recording::RecordingError;
use ambulo_data::run_folder::FolderError;
use ambulo_eval::filter::FilterError;
use ambulo_eval::report::ReportError;
use ambulo_motion::export::ExportError;
use ambulo_motion::footsteps::FootstepError;
use ambulo_motion::{ClipImportError, MediatorError};
use std::path::PathBuf;
use thiserror::Error;

/// Why a run could not be animated, and the remedy.
///
/// ```
/// let e = ambulo::animate::AnimateError::Rate(0.0);
/// assert!(e.to_string().contains("option `fps`"));
/// ```
#[derive(Debug, Error)]
pub enum AnimateError {
    /// The recording could not be read.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A rate that is none.
    #[error("{0} frames per second cannot be shown; give option `fps` a number from 1 to 240")]
    Rate(f64),
    /// Walkers who were never there.
    #[error(
        "there is no walker {missing} in the recording; it has {}, from {least} to {most}: choose among them with option `walkers`",
        ambulo_data::words::counted(*count, "walker", "walkers")
    )]
    NoSuchWalker {
        /// Who.
        missing: u32,
        /// Walkers there are.
        count: usize,
        /// Smallest number.
        least: u32,
        /// Greatest number.
        most: u32,
    },
    /// A table of footsteps that cannot be read.
    #[error("the table of footsteps {} cannot be read: {why}", file.display())]
    FootstepFile {
        /// The file.
        file: PathBuf,
        /// What is wrong with it, and where.
        why: String,
    },
    /// Footsteps that cannot be followed.
    #[error("walker {walker}: {source}; footsteps are counted from 0 by their index")]
    Footsteps {
        /// Who.
        walker: u32,
        /// What is wrong.
        source: FootstepError,
    },
    /// Nothing to follow.
    #[error(
        "none of the chosen walkers has footsteps; give option `footsteps` a table of them, or leave out option `controller`"
    )]
    NoFootsteps,
    /// Nobody in the recording.
    #[error("nobody walks in this recording; there is nothing to animate")]
    Nobody,
    /// A range without time in it.
    #[error(
        "from {from} s to {to} s there is no time: option `from` must be below option `to`; the recording goes from {begins:.2} s to {ends:.2} s"
    )]
    Backwards {
        /// Beginning asked for [s].
        from: f64,
        /// End asked for [s].
        to: f64,
        /// Beginning of the recording [s].
        begins: f64,
        /// Its end [s].
        ends: f64,
    },
    /// A range in which nobody is there.
    #[error(
        "from {from} s to {to} s none of the chosen walkers is there; they walk from {begins:.2} s to {ends:.2} s: choose option `from` and option `to` within"
    )]
    Empty {
        /// Beginning asked for [s].
        from: f64,
        /// End asked for [s].
        to: f64,
        /// When the first of the chosen walkers comes [s].
        begins: f64,
        /// When the last of them leaves [s].
        ends: f64,
    },
    /// Walls of no height.
    #[error("walls {0} m high cannot be drawn; give option `walls` a height from 0 (none) to 100 m")]
    Walls(f64),
    /// A level of detail there is none of.
    #[error("there is no level of detail {0}; give option `detail` 0, 1 or 2")]
    Detail(usize),
    /// Compression that the format does not have.
    #[error("option `compress` is for glTF files; {0} has no such thing: leave it out, or give option `format` glb")]
    Compress(&'static str),
    /// A stage that readers would not take for one.
    #[error("{}: a stage ends in .usda, or as a package in .usdz; name it so with option `out`", .0.display())]
    UsdEnding(PathBuf),
    /// A tolerance that is none.
    #[error("a tolerance of {0} mm cannot be kept; give option `tolerance` 0 (all frames) to 100 mm")]
    Tolerance(f64),
    /// A cast that cannot be used.
    #[error("option `cast`: {0}")]
    Cast(String),
    /// A body or clips for people who are not there.
    #[error("option `{option}`: there is no group `{group}` in the recording; it has {}", if groups.is_empty() { "none" } else { groups })]
    NoSuchGroup {
        /// The option.
        option: &'static str,
        /// The group.
        group: String,
        /// Groups there are.
        groups: String,
    },
    /// A body that cannot be used.
    #[error("option `character`: {0}")]
    Character(#[from] ClipImportError),
    /// Clips that cannot be used.
    #[error("option `clips`: {0}")]
    Clips(#[from] ClipsError),
    /// Clips that make no walk.
    #[error(transparent)]
    Mediator(#[from] MediatorError),
    /// The frames could not be written.
    #[error("{}: {source}", file.display())]
    Export {
        /// The file.
        file: PathBuf,
        /// Why.
        source: ExportError,
    },
    /// A file could not be written.
    #[error("{}: {source}; choose another place with option `out`", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The folder of the run cannot be written to.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The report could not be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A filter that is none.
    #[error("option `filter`: {0}")]
    Filter(#[from] FilterError),
    /// Stopped from outside.
    #[error("stopped; no file was written")]
    Stopped,
}
