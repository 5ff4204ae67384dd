//! Planning footsteps: what is claimed. Nothing of it is part of this program yet.

use super::claim::{Claim, Class};
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "footsteps",
    title: "Planning footsteps",
    citation: "A. Beacco, N. Pelechano and M. Kapadia, Dynamic footsteps planning for multiple characters, Spanish Conference on Computer Graphics, 2013",
    claims: &[CLAIMS],
};

const WHY: &str = "there is no planner of footsteps here";

const fn claim(class: Class, claim: &'static str, paper_value: &'static str) -> Claim {
    Claim::not_built("FSP", class, claim, paper_value, WHY)
}

const CLAIMS: &[Claim] = &[
    claim(
        Class::Reproducible,
        "The estimate of the cost to go never exceeds the true cost",
        "no figure; asked: on random sets of clips, searched to depth 4",
    ),
    claim(Class::Reproducible, "Feet alternate", "no figure; asked: strictly"),
    claim(Class::Reproducible, "No step goes through a thin wall", "no figure; asked: none through 0.1 m"),
    claim(
        Class::Reproducible,
        "A short horizon collides more often than a long one",
        "no figure; asked: more with 1 step than with 8, four characters crossing",
    ),
    claim(
        Class::Substitute,
        "Twenty characters run at 59 to 164 frames per second, forty at 22 to 61, with 28 clips",
        "59 and 22 frames per second at least, with a limit of 0.05 s",
    ),
    claim(
        Class::Substitute,
        "Time grows linearly with the number of characters",
        "pictures only; asked: R^2 above 0.95",
    ),
];
