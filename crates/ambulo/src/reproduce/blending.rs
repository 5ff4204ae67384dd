//! Blending footsteps by barycentric coordinates: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "blending",
    title: "Blending footsteps by barycentric coordinates",
    citation: "A. Beacco, N. Pelechano, M. Kapadia and N. I. Badler, Footstep parameterized motion blending using barycentric coordinates, Computers & Graphics 47, 2015",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
