//! The steering models, one paper a file.

pub mod social_force;
