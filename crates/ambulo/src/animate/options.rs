//! Options of an animation, and the body and moves that follow from them.

use super::{AnimateError, Who};
use crate::clips::load_moves;
use ambulo_motion::import::load;
use ambulo_motion::{Character, ImportOptions, MoveKind, MoveSet, body, gait};
use std::path::{Path, PathBuf};

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
        }
    }
}

impl std::str::FromStr for BodyFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "glb" => Ok(Self::Glb),
            "bvh" => Ok(Self::Bvh),
            _ => Err(format!("`{text}` is no format of bodies, expected one of `glb`, `bvh`")),
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
    /// The user's own body, with a skeleton; else the built-in one.
    pub character: Option<PathBuf>,
    /// A folder with the user's own clips; else the built-in moves.
    pub clips: Option<PathBuf>,
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

/// Who walks, and with which moves.
pub struct AnimatedCharacter {
    /// The skeleton with its skin.
    pub character: Character,
    /// Moves of that skeleton.
    pub moves: MoveSet,
    /// What it is called.
    pub name: String,
    /// What was guessed.
    pub notes: Vec<String>,
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
            character: None,
            clips: None,
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
        Ok(())
    }

    pub(super) fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n.min(ambulo_sim::most_threads()),
        }
    }

    /// The body and the moves asked for.
    pub(super) fn body(&self) -> Result<AnimatedCharacter, AnimateError> {
        let mut body = match &self.character {
            None => {
                let (character, moves) = (body::character().clone(), gait::shipped());
                AnimatedCharacter { character, moves, name: "built-in".into(), notes: Vec::new() }
            }
            Some(file) => own(file)?,
        };
        if let Some(folder) = &self.clips {
            let (own, notes) = load_moves(folder, &ImportOptions::default(), &body.character.skeleton)?;
            body.notes.extend(notes);
            body.moves = completed(own, body.moves);
        }
        Ok(body)
    }
}

/// A body from a file, with the built-in moves made for its legs.
fn own(file: &Path) -> Result<AnimatedCharacter, AnimateError> {
    let imported = load(file, &ImportOptions::default())?;
    let mut notes = imported.notes;
    let mut character = imported.character.unwrap_or_else(|| {
        notes.push("the file has no skin: bones are shown".into());
        Character::sticks(&imported.skeleton)
    });
    character.mesh = character.mesh.without_unused();
    // Our own files say whose: "top eastbound".
    let top = character.parts.iter_mut().find(|(name, _)| name.split_whitespace().next() == Some("top"));
    if let Some((name, _)) = top {
        *name = "top".into();
    } else {
        notes.push("no part of the skin is called `top`: groups have no colours of their own".into());
    }
    let moves = gait::moves(&character.skeleton);
    Ok(AnimatedCharacter { character, moves, name: file.display().to_string(), notes })
}

/// Own moves; standing and turning on the spot come from the built-in ones where they are missing.
fn completed(mut own: MoveSet, along: MoveSet) -> MoveSet {
    for kind in [MoveKind::Stand, MoveKind::Turn] {
        if !own.moves.iter().any(|m| m.kind == kind) {
            own.moves.extend(along.moves.iter().filter(|m| m.kind == kind).cloned());
        }
    }
    own
}
