//! How bodies show it: skeletons, poses, clips and what is made of them.
//!
//! Every length is in metres, every angle in radians. A body's own frame is x forward, y left, z up, with the origin on
//! the floor below the hips; a file that says it otherwise is turned when it is read. Joint 0 is always the hips, and
//! only the hips move against their parent: a pose is one translation and a rotation for each joint.
//!
//! Numbers are `f32` and scalar, and transcendental functions come from one place (`math.rs`), so that a walker whose
//! feet hold the simulation back does so with the same bits on every machine.

pub mod analysis;
mod blend;
pub mod body;
mod character;
mod clip;
mod contact;
pub mod export;
pub mod footsteps;
pub mod gait;
mod ik;
pub mod import;
mod material;
mod math;
mod mediator;
mod mirror;
mod moves;
mod numbers;
mod placement;
mod pose;
mod retarget;
mod roles;
mod scaled;
mod skeleton;
mod skin;
mod sole;
pub mod steps;
mod sticks;
mod tracks;

pub use analysis::{AnalysisOptions, ClipReport, LoopError, Plant, Step};
pub use blend::{BlendPart, LEAST_WEIGHT, blend, crossfade, ease, mix_in, warp};
pub use character::{Character, Influence, Mesh};
pub use clip::Clip;
pub use contact::ContactPoint;
pub use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
pub use ik::{Leg, Limbs};
pub use import::{ClipImportError, ImportOptions, Imported, NamedClip, UpAxis};
pub use material::{Alpha, Material, MorphTarget, SkinPicture};
pub use math::{mix, nlerp, slerp, turn, wrap, yaw};
#[cfg(feature = "claims")]
#[doc(hidden)]
pub use mediator::claims as mediator_claims;
pub use mediator::{AnimatedBody, Footing, Ground, Mediator, MediatorError, Settings, Slope, Wish};
pub use mirror::{Mirror, mirrored};
pub use moves::{Contacts, Move, MoveKind, MoveSet, Side};
pub use numbers::{MotionFigures, SeenFigures, SeenMotion, SeenSkin, Slides, ValueStats};
pub use placement::Placement;
pub use pose::{JointTransform, Pose, to_world};
pub use retarget::{Retarget, retarget, retarget_move};
pub use roles::{Role, Roles};
pub use skeleton::{Joint, Skeleton, SkeletonError};
pub use skin::{Bind, DualQuat, Moved, RestVertices, palette_dual, palette_linear, skin_dual, skin_linear};
pub use sole::Sole;
#[cfg(feature = "claims")]
#[doc(hidden)]
pub use tracks::claims as tracks_claims;
pub use tracks::{ClipSector, ClipTracks, SpeedTrack};
