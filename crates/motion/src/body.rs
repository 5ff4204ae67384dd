//! The body that comes along: a skeleton of 22 joints.

mod skeleton;

pub use skeleton::skeleton;
