//! The steering models, one paper a file.
//!
//! ```
//! use ambulo_sim::{Params, models::social_force::SocialForceParams};
//! assert_eq!(SocialForceParams::INFO[0].name, "tau");
//! ```

pub mod social_force;
pub mod tangent;
