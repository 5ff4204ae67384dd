//! Steering by synthetic vision: what is claimed. Nothing of it is part of this program yet.

use super::claim::{Claim, Class};
use super::registry::Subject;

pub(super) const SUBJECT: Subject = Subject {
    name: "vision",
    title: "Steering by synthetic vision",
    citation: "J. Ondřej, J. Pettré, A.-H. Olivier and S. Donikian, A synthetic-vision based steering approach for crowd simulation, ACM Transactions on Graphics 29(4), 2010",
    claims: &[CLAIMS],
};

const WHY: &str = "there is no steering by vision here";

const fn claim(class: Class, claim: &'static str, paper_value: &'static str) -> Claim {
    Claim::not_built("VIS", class, claim, paper_value, WHY)
}

const CLAIMS: &[Claim] = &[
    claim(
        Class::Reproducible,
        "A standing obstacle ahead to the left makes a walker turn right",
        "no figure; asked: always",
    ),
    claim(
        Class::Reproducible,
        "Pairs that cross at 60 to 180 degrees keep apart and do not slow down",
        "no figure; asked: 0.7 m between middles",
    ),
    claim(
        Class::Substitute,
        "Table 1: a hundred people on a circle arrive sooner and stand less than with RVO, and those less than with social forces",
        "53 s and 0.97 % slow against 63 s and 13.0 % and 90 s and 30.4 %",
    ),
    claim(
        Class::Substitute,
        "Table 1: the same for two groups that change places",
        "55 s and 0.74 % against 59 s and 4.7 % and 71 s and 11.0 %",
    ),
    Claim::not_public(
        "VIS",
        "Table 1: the times and shares themselves",
        "53 s, 0.97 %; 55 s, 0.74 %",
        "radius of the circle, sizes of groups, speeds and radius of arrival are not printed",
    ),
    claim(Class::Reproducible, "An agent hidden by a wall has no influence", "no figure; asked: none"),
    claim(
        Class::Reproducible,
        "A lower resolution hardly changes travel times",
        "no figure; asked: less than 5 % from 256 x 48 to 64 x 16",
    ),
    claim(Class::Substitute, "Up to 200 people run in real time", "25 frames per second on a graphics card of 2010"),
];
