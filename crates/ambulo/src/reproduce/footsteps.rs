//! Planning footsteps: what is claimed and how it is checked.

use super::claim::Claim;
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "footsteps",
    title: "Planning footsteps",
    citation: "A. Beacco, N. Pelechano and M. Kapadia, Dynamic footsteps planning for multiple characters, Spanish Conference on Computer Graphics, 2013",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[];
