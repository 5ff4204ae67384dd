//! The built-in body: a skeleton of 22 joints and a skin of a thousand vertices, both made by calculation.

mod loft;
mod shape;
mod skeleton;

#[cfg(test)]
pub(crate) use skeleton::build;
pub use skeleton::skeleton;

use crate::Character;
use std::sync::LazyLock;

static CHARACTER: LazyLock<Character> = LazyLock::new(|| Character {
    skeleton: skeleton().clone(),
    mesh: shape::mesh(),
    parts: shape::PARTS.iter().map(|&(name, colour)| (name.to_owned(), colour)).collect(),
});

/// The built-in skeleton with its skin: trousers, a top with long sleeves, shoes, hair.
///
/// ```
/// let body = ambulo_motion::body::character();
/// assert_eq!(body.parts.iter().map(|p| p.0.as_str()).collect::<Vec<_>>(), ["skin", "hair", "top", "trousers", "shoes"]);
/// ```
pub fn character() -> &'static Character {
    &CHARACTER
}
