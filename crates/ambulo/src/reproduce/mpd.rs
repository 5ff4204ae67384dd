//! Minimal predicted distance: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "mpd",
    title: "Minimal predicted distance",
    citation: "A.-H. Olivier, A. Marin, A. Crétual and J. Pettré, Minimal predicted distance: a common metric for collision avoidance during pairwise interactions between walkers, Gait & Posture 36(3), 2012",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
