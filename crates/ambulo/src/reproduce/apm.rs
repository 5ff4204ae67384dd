//! The animation planning mediator: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "apm",
    title: "The animation planning mediator",
    citation: "N. Pelechano, B. Spanlang and A. Beacco, Avatar locomotion in crowd simulation, International Journal of Virtual Reality 10(1), 2011",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
