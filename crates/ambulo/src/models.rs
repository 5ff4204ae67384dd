//! The built-in steering models and locomotions, as the crate `ambulo-models` has them, and their [`catalogue`].

pub mod catalogue;

pub use ambulo_models::*;
