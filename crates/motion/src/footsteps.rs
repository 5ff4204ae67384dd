//! Bodies that follow footsteps: a stream of them, each with its place and its times, becomes poses.
//!
//! After Beacco, Pelechano, Kapadia and Badler, "Footstep parameterized motion blending using barycentric coordinates"
//! (2015), section 10 of the models' specification. For each footstep, once:
//!
//! 1. its place is expressed in the frame of the body as the step begins, and looked up in the Delaunay triangulation of
//!    the landing points of that foot (`triangulation.rs`): three steps of the library and their barycentric weights. A
//!    place outside of the hull is taken to the nearest one inside, and the leg is bent for the rest, within a limit;
//! 2. the wanted velocity of the body weighs the clips by polar gradient bands (`polar.rs`); corners are replaced by steps
//!    of the heaviest clips where these land near, and a share of the weight goes to them (`mixture.rs`);
//! 3. the times of the steps, likewise weighted, are stretched to those asked for.
//!
//! For each frame the poses of these few steps are blended joint by joint (`pose.rs`), the last pose fades into them for
//! a fifth of a second, and legs bend so that feet on the floor stay and the swinging foot comes to its place, turned as
//! asked for and laid on the ground (`legs.rs`, in double precision).
//!
//! What differs from the paper, and why:
//!
//! * The body turns about the ball of the supporting foot, as there; the turning of clips is taken out about it, too, so
//!   that any step may be blended with any other.
//! * The hips are let down where both legs would not reach. The paper has no stairs without it.
//! * Between steps that are farther apart in time than a step lasts, the body stands.
//! * Runs are in the library, for planners, and are not blended: a foot in the air supports nobody.
//!
//! ```
//! use ambulo_motion::{Side, footsteps::*, steps::StepLibrary};
//! let controller = FootstepController::new(StepLibrary::shipped().clone(), FootstepSettings::default())?;
//! let stand = |y| Footprint { at: [0.0, y, 0.0], heading: 0.0 };
//! let mut body = controller.begin([stand(0.09), stand(-0.09)], 0.0)?;
//! controller.push(&mut body, Footstep::new(Side::Left, [0.4, 0.09, 0.0], 0.0, 0.3, 0.7))?;
//! controller.push(&mut body, Footstep::new(Side::Right, [0.8, -0.09, 0.0], 0.0, 0.8, 1.2))?;
//! for frame in 0..40 {
//!     controller.frame(&mut body, frame as f64 / 25.0);
//! }
//! assert!((body.placement().at.x - 0.5).abs() < 0.2);
//! # Ok::<(), FootstepError>(())
//! ```

mod bake;
mod body;
mod choose;
#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod controller;
mod courses;
mod footstep;
mod legs;
mod mixture;
mod play;
mod polar;
mod pose;
#[cfg(test)]
mod tests;
mod triangulation;

pub use bake::{FootstepRow, StepFigures, check_rows};
pub use body::{StepReport, SteppingBody};
pub use choose::{MOST_PARTS, StepParts};
pub use controller::{FootstepController, FootstepSettings};
pub use courses::{Course, courses};
pub use footstep::{Footprint, Footstep, FootstepError};
pub use legs::{ExactLeg, ExactLimbs, bend_exact};
pub use mixture::{Mixture, mix};
pub use polar::PolarBands;
pub use triangulation::{Corners, Triangulation, barycentric};
