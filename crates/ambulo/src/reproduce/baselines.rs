//! Baselines: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "baselines",
    title: "Baselines",
    citation: "One paper each, named with the claim",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
