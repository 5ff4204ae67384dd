//! Feedback from locomotion: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "feedback",
    title: "Feedback from locomotion",
    citation: "A crowd simulation method that considers the locomotion state of an agent, with a feedback force (author and year are not on the copy used)",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
