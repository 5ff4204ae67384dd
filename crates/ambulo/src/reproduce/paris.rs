//! Predictive navigation by sections and critical speeds: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "paris",
    title: "Predictive navigation by sections and critical speeds",
    citation: "S. Paris, J. Pettré and S. Donikian, Pedestrian reactive navigation for crowd simulation: a predictive approach, Computer Graphics Forum 26(3), 2007",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
