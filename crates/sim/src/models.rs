//! The steering models, one paper a file.
//!
//! ```
//! use ambulo_sim::{Params, models::social_force::SocialForce};
//! assert_eq!(SocialForce::INFO[0].name, "tau");
//! ```

pub mod boids;
pub mod collision_free_speed;
pub mod composition;
#[doc(hidden)]
pub mod crossings;
#[doc(hidden)]
pub mod every;
pub mod gcfm;
pub mod helbing2000;
pub mod karamouzas;
pub mod lamarche;
pub mod lta;
pub mod moussaid;
pub mod orca;
pub mod paris;
pub mod pledestrians;
pub mod power_law;
pub mod radial;
pub mod reynolds;
pub mod rvo;
pub mod social_force;
pub mod tangent;
