//! Velocities of least effort: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "karamouzas",
    title: "Velocities of least effort",
    citation: "I. Karamouzas and M. Overmars, A velocity-based approach for simulating human collision avoidance, Intelligent Virtual Agents, 2010",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
