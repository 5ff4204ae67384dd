//! Bodies made by calculation: a person's figures become a skeleton of 22 joints and a skin.
//!
//! ```
//! use ambulo_motion::body::{Person, cast, dressed_as, person};
//! // One person.
//! let body = person(&Person { stature: 1.68, build: 0.5, ..Person::default() });
//! assert_eq!(body.skeleton.len(), 22);
//! // A cast for a crowd: who is walker 17, and in which clothes?
//! let members = cast(24, 1);
//! let (member, palette) = dressed_as(17, members.len());
//! let character = members[member].character(0);
//! let moves = members[member].moves();
//! let colours = members[member].palette(palette);
//! assert!(moves.moves.len() > 20 && colours.top != colours.skin && character.parts[2].0 == "top");
//! ```

mod cast;
mod figure;
mod head;
mod limbs;
mod loft;
mod measures;
mod palette;
mod person;
mod random;
mod skeleton;
mod trunk;
mod wheelchair;

pub use cast::{Member, PALETTES, cast, dressed_as};
pub use palette::Palette;
pub use person::{Hair, Legwear, Person, Sex};
#[cfg(test)]
pub(crate) use skeleton::build;
pub use skeleton::skeleton;
pub use wheelchair::{RollingBody, Wheelchair};

use crate::Character;
use loft::Detail;
use measures::Measures;
use std::sync::LazyLock;

static CHARACTER: LazyLock<Character> = LazyLock::new(|| person(&Person::default()));

/// The built-in body: [`Person::default`] in trousers and a top with long sleeves.
///
/// ```
/// let body = ambulo_motion::body::character();
/// let parts: Vec<_> = body.parts.iter().map(|p| p.0.as_str()).collect();
/// assert_eq!(parts, ["skin", "hair", "top", "trousers", "shoes", "eyes"]);
/// ```
pub fn character() -> &'static Character {
    &CHARACTER
}

/// A person's body at the finest detail, in the colours of [`Palette::default`].
///
/// ```
/// use ambulo_motion::body::{Legwear, Person, person};
/// let body = person(&Person { legwear: Legwear::Skirt, ..Person::default() });
/// assert_eq!(body.parts[3].0, "skirt");
/// ```
pub fn person(person: &Person) -> Character {
    person_at(person, 0)
}

/// How many levels of detail there are.
pub const LEVELS: usize = 3;

/// The same at a level of detail: 0 is the finest, 1 has about half of its triangles, 2 about a sixth. The skeleton is the same.
///
/// ```
/// use ambulo_motion::body::{Person, person_at};
/// let [near, far] = [0, 2].map(|level| person_at(&Person::default(), level));
/// assert!(far.mesh.triangles.len() < near.mesh.triangles.len() / 4 && far.skeleton == near.skeleton);
/// ```
pub fn person_at(person: &Person, level: usize) -> Character {
    let person = person.sound();
    let measures = Measures::of(&person);
    let skeleton = skeleton::of(&measures);
    let mesh = figure::mesh(&person, measures, Detail(level.min(LEVELS - 1)));
    dressed(
        Character { skeleton, mesh, parts: figure::parts(&person).map(|name| (name.to_owned(), [0.0; 3])).to_vec() },
        &Palette::default(),
    )
}

/// The colours of the eyes.
const EYES: [f32; 3] = [0.018, 0.013, 0.011];

/// A body in the colours of a palette.
pub(crate) fn dressed(mut body: Character, palette: &Palette) -> Character {
    let colours = [palette.skin, palette.hair, palette.top, palette.legwear, palette.shoes, EYES];
    for (part, colour) in body.parts.iter_mut().zip(colours) {
        part.1 = colour;
    }
    body
}
