//! Options of an animation.

use super::{AnimateError, BodyController, ForGroup, Who};
use ambulo_motion::Role;
use ambulo_motion::export::ExportStyle;
use std::path::PathBuf;

/// Formats of bodies.
///
/// ```
/// assert_eq!("glb".parse(), Ok(ambulo::animate::BodyFormat::Glb));
/// assert!("fbx".parse::<ambulo::animate::BodyFormat>().unwrap_err().contains("`bvh`"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyFormat {
    /// Binary glTF 2.0: everybody, floor and walls in one file.
    #[default]
    Glb,
    /// BVH: one file per walker, in a folder.
    Bvh,
    /// USD: a stage as text, or a package where the file ends in `.usdz`.
    Usd,
}

impl BodyFormat {
    /// Its name on the command line.
    ///
    /// ```
    /// let glb = ambulo::animate::BodyFormat::Glb;
    /// assert_eq!(glb.name().parse(), Ok(glb));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Bvh => "bvh",
            Self::Usd => "usd",
        }
    }
}

impl std::str::FromStr for BodyFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "glb" => Ok(Self::Glb),
            "bvh" => Ok(Self::Bvh),
            "usd" => Ok(Self::Usd),
            _ => Err(format!("`{text}` is no format of bodies, expected one of `glb`, `bvh`, `usd`")),
        }
    }
}

/// What is animated, how, and whereto.
///
/// ```
/// let o = ambulo::animate::AnimateOptions::new("crowd.glb");
/// assert_eq!((o.fps, o.walls), (25.0, 1.0));
/// ```
#[derive(Clone, Debug)]
pub struct AnimateOptions {
    /// The file, or with BVH the folder.
    pub out: PathBuf,
    /// Format.
    pub format: BodyFormat,
    /// The user's own bodies, for everybody or by group; else the built-in ones.
    pub characters: Vec<ForGroup>,
    /// A folder of bodies that are mixed; `people` is the built-in cast.
    pub cast: Option<PathBuf>,
    /// Level of detail of bodies that come with the program: 0, 1 or 2, from the finest to the coarsest.
    pub detail: usize,
    /// Folders with the user's own clips, for everybody or by group; else the built-in moves.
    pub clips: Vec<ForGroup>,
    /// Joints of these files by name, where guesses fail.
    pub roles: Vec<(Role, String)>,
    /// How far a joint may be from where it was, so that frames can be left out [m]; 0 keeps all frames. Planted feet keep to a
    /// quarter of it.
    pub tolerance: f64,
    /// Whether frames are compressed as `EXT_meshopt_compression` of glTF has it.
    pub compress: bool,
    /// Whether a joint `root` above the hips carries place and heading.
    pub root_joint: bool,
    /// Whether every walker has an animation of its own.
    pub clip_per_walker: bool,
    /// Whether the file says when feet land and lift.
    pub events: bool,
    /// What moves bodies.
    pub controller: BodyController,
    /// A table of footsteps for it, instead of those of the recording; see [`read_footsteps`](super::read_footsteps).
    pub footsteps: Option<PathBuf>,
    /// Frames per second.
    pub fps: f64,
    /// From this time of the recording on [s]; else from its beginning.
    pub from: Option<f64>,
    /// Up to this time [s]; else to its end.
    pub to: Option<f64>,
    /// Which walkers.
    pub who: Who,
    /// Height of the walls [m]; 0 leaves them out. Low ones let one look inside.
    pub walls: f64,
    /// Threads; 0 means one per core. The file does not depend on it.
    pub threads: usize,
    /// The command, for the report.
    pub command: String,
    /// Whether nothing is to be noted when the recording is of a run that was killed or interrupted.
    pub allow_incomplete: bool,
}

impl AnimateOptions {
    /// Everybody, the whole time, in binary glTF at 25 frames per second.
    ///
    /// ```
    /// assert_eq!(ambulo::animate::AnimateOptions::new("crowd.glb").who, ambulo::animate::Who::All);
    /// ```
    pub fn new(out: impl Into<PathBuf>) -> Self {
        Self {
            out: out.into(),
            format: BodyFormat::Glb,
            characters: Vec::new(),
            cast: None,
            detail: 0,
            clips: Vec::new(),
            roles: Vec::new(),
            tolerance: 0.002,
            compress: false,
            root_joint: false,
            clip_per_walker: false,
            events: false,
            controller: BodyController::default(),
            footsteps: None,
            fps: 25.0,
            from: None,
            to: None,
            who: Who::All,
            walls: 1.0,
            threads: 0,
            command: String::new(),
            allow_incomplete: false,
        }
    }

    pub(super) fn check(&self) -> Result<(), AnimateError> {
        if !(0.0..=100.0).contains(&self.walls) {
            return Err(AnimateError::Walls(self.walls));
        }
        if self.detail >= ambulo_motion::body::LEVELS {
            return Err(AnimateError::Detail(self.detail));
        }
        if self.compress && self.format != BodyFormat::Glb {
            return Err(AnimateError::Compress(self.format.name()));
        }
        if self.format == BodyFormat::Usd && !self.has_usd_ending() {
            return Err(AnimateError::UsdEnding(self.out.clone()));
        }
        if !(0.0..=0.1).contains(&self.tolerance) {
            return Err(AnimateError::Tolerance(1000.0 * self.tolerance));
        }
        Ok(())
    }

    fn has_usd_ending(&self) -> bool {
        self.out.extension().is_some_and(|e| e == "usda" || e == "usdz" || e == "usd")
    }

    /// Whether all of the stage goes into one package.
    pub(super) fn packed(&self) -> bool {
        self.out.extension().is_some_and(|e| e == "usdz")
    }

    pub(super) fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n.min(ambulo_sim::most_threads()),
        }
    }

    pub(super) fn style(&self) -> ExportStyle {
        ExportStyle {
            tolerance: self.tolerance as f32,
            compress: self.compress,
            root_joint: self.root_joint,
            clip_per_walker: self.clip_per_walker,
            events: self.events,
        }
    }
}
