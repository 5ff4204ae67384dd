//! Contents of a file of bodies, declared before the first frame is written.

use crate::{Character, Placement};
use glam::{DVec2, Vec3};

/// People who wear the same colour.
#[derive(Clone, Debug, PartialEq)]
pub struct ColourGroup {
    /// Its name.
    pub name: String,
    /// Colour of what they wear (linear red, green, blue).
    pub colour: [f32; 3],
}

/// One walker: who, and in which frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// Stable number in the recording.
    pub id: u32,
    /// Index into [`ExportScene::groups`].
    pub group: usize,
    /// Its first frame, counted from that of the scene.
    pub first: usize,
    /// Number of its frames, at least 1.
    pub frames: usize,
    /// Where it is in its first frame: programs that show a file without playing it put it there.
    pub start: Placement,
}

/// A part of the place: floor or walls. Triangles are counter-clockwise seen from their normals' side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenePiece {
    /// Name of its node.
    pub name: String,
    /// Colour (linear red, green, blue).
    pub colour: [f32; 3],
    /// Places along the plan's axes, relative to the scene's origin [m].
    pub positions: Vec<Vec3>,
    /// Unit normals, one a place.
    pub normals: Vec<Vec3>,
    /// Triangles.
    pub triangles: Vec<[u32; 3]>,
}

/// All that is known beforehand.
#[derive(Clone, Debug)]
pub struct ExportScene<'a> {
    /// What the file shows.
    pub title: String,
    /// Program and version, for the file's `asset.generator`.
    pub generator: String,
    /// The body of everybody.
    pub character: &'a Character,
    /// Colours.
    pub groups: Vec<ColourGroup>,
    /// Everybody, in the order their frames will come.
    pub actors: Vec<Actor>,
    /// Frames per second.
    pub fps: f64,
    /// Frames from the first to the last of all bodies.
    pub frames: usize,
    /// What is subtracted from all places of the plan [m].
    pub origin: DVec2,
    /// Floor and walls.
    pub pieces: Vec<ScenePiece>,
}

/// Why bodies cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file could not be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// glTF's binary files end at 4 GiB.
    #[error(
        "{walkers} walkers with {frames} frames in all make {gib:.1} GiB, and a binary glTF file ends at 4 GiB; take fewer walkers, a shorter time or fewer frames per second"
    )]
    TooLarge {
        /// Walkers.
        walkers: usize,
        /// Frames of all walkers together.
        frames: usize,
        /// What it would be [GiB].
        gib: f64,
    },
    /// The frames are not those that were announced.
    #[error("walker {id} was announced with {announced} frames of {joints} joints, and comes with {came} of {of}")]
    NotAsAnnounced {
        /// Who.
        id: u32,
        /// Frames announced.
        announced: usize,
        /// Joints of the character.
        joints: usize,
        /// Frames that came.
        came: usize,
        /// Their joints.
        of: usize,
    },
    /// More, or fewer, walkers than were announced.
    #[error("{announced} walkers were announced, and {came} came")]
    Count {
        /// Walkers announced.
        announced: usize,
        /// Walkers that came.
        came: usize,
    },
    /// A number that is none.
    #[error("walker {id} has a place or a rotation that is not a number in frame {frame}")]
    NotFinite {
        /// Who.
        id: u32,
        /// Its frame, from 0.
        frame: usize,
    },
}
