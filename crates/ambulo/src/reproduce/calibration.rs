//! Calibration: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "calibration",
    title: "Calibration",
    citation: "J. Pettré, J. Ondřej, A.-H. Olivier, A. Crétual and S. Donikian, Experiment-based modeling, simulation and validation of interactions between virtual walkers, Symposium on Computer Animation, 2009",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
