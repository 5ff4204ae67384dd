//! Bodies for other programs: glTF 2.0 as one binary file, USD, and BVH.
//!
//! All have metres. USD has z up, as the plan. The others have y up: the plan's (x, y, z) becomes (x, z, -y); a body at rest looks along
//! z, as both formats like it.

mod axes;
mod baked;
mod bvh;
mod events;
mod glb;
mod glb_body;
mod glb_chunk;
mod glb_json;
mod glb_walker;
mod keys;
mod meshopt;
mod scene;
#[cfg(test)]
pub(crate) mod testing;
mod usd;
mod usd_body;
mod usd_text;
mod usdz;
mod vat;

pub use axes::{from_body, from_plan};
pub use baked::Baked;
pub use bvh::write_bvh;
pub use events::{SPEED_OFF, WalkerEvents};
pub use glb::GlbWriter;
pub use scene::{Actor, ColourGroup, ExportError, ExportScene, ExportStyle, ScenePiece};
pub use usd::{UsdPicture, UsdWriter};
pub use usdz::write_usdz;
pub use vat::{VertexFrames, vat_body};
