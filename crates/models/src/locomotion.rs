//! The built-in locomotions, which turn an intended velocity into motion.

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
pub mod footsteps;
pub mod gait_feedback;
mod holding;
pub mod point_mass;
#[cfg(test)]
mod tests;
