//! Contents of a file of bodies, declared before the first frame is written.

use super::Baked;
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
    /// Whose body: an index into [`ExportScene::characters`].
    pub character: usize,
    /// Colours of the parts, in the order of the character's (linear red, green, blue). What is `None` or missing has the
    /// colour of the character, and the part "top" that of the group.
    pub colours: Vec<Option<[f32; 3]>>,
    /// How many times as large as its character it is.
    pub scale: f32,
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
    /// Bodies.
    pub characters: Vec<&'a Character>,
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
    /// How it is written.
    pub style: ExportStyle,
}

/// How bodies are written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExportStyle {
    /// Frames are left out where those that stay give every joint within this distance [m]; 0 keeps all. Legs whose foot is
    /// planted keep to a quarter of it.
    pub tolerance: f32,
    /// A joint `root` above the hips carries place and heading.
    pub root_joint: bool,
    /// One animation per walker instead of one for all.
    pub clip_per_walker: bool,
    /// Frames are compressed as `EXT_meshopt_compression` has it; rotations keep as many bits as the tolerance, or half a millimetre,
    /// asks for.
    pub compress: bool,
    /// When feet land and lift, in the `extras` of each walker.
    pub events: bool,
}

impl ExportScene<'_> {
    /// The colour of a part of an actor.
    pub(super) fn colour(&self, actor: &Actor, part: usize) -> [f32; 3] {
        let (name, own) =
            self.characters[actor.character].parts.get(part).map_or(("body", [0.6; 3]), |(n, c)| (n.as_str(), *c));
        match (actor.colours.get(part), self.groups.get(actor.group)) {
            (Some(Some(colour)), _) => *colour,
            (_, Some(group)) if name == "top" => group.colour,
            _ => own,
        }
    }

    /// What a walker is called.
    pub(super) fn name(&self, actor: &Actor) -> String {
        match self.groups.get(actor.group) {
            Some(group) if !group.name.is_empty() => format!("walker {} {}", actor.id, group.name),
            _ => format!("walker {}", actor.id),
        }
    }

    /// Whether every actor has a body.
    pub(super) fn check(&self) -> Result<(), ExportError> {
        let characters = self.characters.len();
        let whole = |a: &&Actor| !(a.character < characters && a.scale > 0.0 && a.scale.is_finite());
        match self.actors.iter().find(whole) {
            Some(actor) => Err(ExportError::NoBody { id: actor.id, characters }),
            None => Ok(()),
        }
    }

    /// The actor whose frames come next, if these are they.
    pub(super) fn next(&self, came: usize, baked: &Baked) -> Result<Actor, ExportError> {
        let announced = self.actors.len();
        let Some(actor) = self.actors.get(came) else { return Err(ExportError::Count { announced, came: came + 1 }) };
        let (id, frames, joints) = (actor.id, actor.frames, self.characters[actor.character].skeleton.len());
        if (baked.frames(), baked.joints()) != (frames, joints) {
            let (came, of) = (baked.frames(), baked.joints());
            return Err(ExportError::NotAsAnnounced { id, announced: frames, joints, came, of });
        }
        match baked.fault() {
            Some(frame) => Err(ExportError::NotFinite { id, frame }),
            None => Ok(actor.clone()),
        }
    }

    pub(super) fn too_large(&self, bytes: u64) -> ExportError {
        ExportError::TooLarge {
            walkers: self.actors.len(),
            frames: self.actors.iter().map(|a| a.frames).sum(),
            gib: bytes as f64 / f64::from(1 << 30),
        }
    }

    /// The place with everybody in it, along the plan's axes from the origin: least and greatest [m].
    pub(super) fn bounds(&self) -> (Vec3, Vec3) {
        let starts = self.actors.iter().map(|a| (a.start.at - self.origin).as_vec2().extend(a.start.floor));
        let places = self.pieces.iter().flat_map(|p| p.positions.iter().copied()).chain(starts);
        let (least, most) = places.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
        if least.is_finite() && most.is_finite() { (least, most) } else { (Vec3::ZERO, Vec3::ZERO) }
    }
}

/// Why bodies cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file could not be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// glTF's binary files end at 4 GiB.
    #[error(
        "{walkers} walkers with {frames} frames in all make more than {gib:.1} GiB, and a binary glTF file ends at 4 GiB; take fewer walkers, a shorter time or fewer frames per second"
    )]
    TooLarge {
        /// Walkers.
        walkers: usize,
        /// Frames of all walkers together.
        frames: usize,
        /// What it would be [GiB].
        gib: f64,
    },
    /// An actor whose character is not in the scene, or whose size is none.
    #[error("walker {id} has no body: its character must be one of {characters}, and its scale above 0")]
    NoBody {
        /// Who.
        id: u32,
        /// Characters of the scene.
        characters: usize,
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
