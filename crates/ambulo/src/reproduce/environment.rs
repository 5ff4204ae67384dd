//! Environment: cells, bottlenecks and hierarchical planning: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "environment",
    title: "Environment: cells, bottlenecks and hierarchical planning",
    citation: "F. Lamarche and S. Donikian, Crowd of virtual humans: a new approach for real time navigation in complex and structured environments, Computer Graphics Forum 23(3), 2004",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
