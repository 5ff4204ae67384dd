//! Blending footsteps by barycentric coordinates: what is claimed. Nothing of it is part of this program yet.

use super::claim::{Claim, Class};
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "blending",
    title: "Blending footsteps by barycentric coordinates",
    citation: "A. Beacco, N. Pelechano, M. Kapadia and N. I. Badler, Footstep parameterized motion blending using barycentric coordinates, Computers & Graphics 47, 2015",
    claims: &[CLAIMS],
};

const WHY: &str = "there is no blending by footsteps here";

const fn claim(class: Class, claim: &'static str, paper_value: &'static str) -> Claim {
    Claim::not_built("FSB", class, claim, paper_value, WHY)
}

const CLAIMS: &[Claim] = &[
    claim(
        Class::Reproducible,
        "Weights are not negative and sum to one",
        "no figure; asked: within 1e-12 for any share of the root",
    ),
    claim(
        Class::Reproducible,
        "The landing place is the one asked for at one end of the mixture and that of the root at the other",
        "no figure; asked: within 1e-12",
    ),
    claim(Class::Reproducible, "Weights are continuous across edges of triangles", "no figure; asked: no step"),
    claim(
        Class::Reproducible,
        "Bending a leg reaches every place that can be reached",
        "no figure; asked: within 1e-6 m",
    ),
    claim(
        Class::Substitute,
        "The offset between blended and interpolated landing places grows with the size of the triangle",
        "pictures only; asked: correlation above 0.5, nothing at corners",
    ),
    claim(Class::Reproducible, "A planted foot does not slide", "no figure; asked: less than 1 mm a step"),
    claim(
        Class::Substitute,
        "Controller and interpolator take little time",
        "0.43 ms and 0.2 ms (0.155 + 0.045) with 24 clips; 60 characters at 25 frames a second",
    ),
];
