//! Steering by synthetic vision: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "vision",
    title: "Steering by synthetic vision",
    citation: "J. Ondřej, J. Pettré, A.-H. Olivier and S. Donikian, A synthetic-vision based steering approach for crowd simulation, ACM Transactions on Graphics 29(4), 2010",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
