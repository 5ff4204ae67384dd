//! Blending footsteps by barycentric coordinates: what is claimed and, of the bending of legs, how it is checked. The rest is not part of this
//! program yet.

use super::claim::{Bench, Claim, ClaimResult, Class};
use super::registry::Subject;
use ambulo_motion::{Vec3, two_bones};
use ambulo_sim::random::{Draw, Purpose};

pub(super) const SUBJECT: Subject = Subject {
    name: "blending",
    title: "Blending footsteps by barycentric coordinates",
    citation: "A. Beacco, N. Pelechano, M. Kapadia and N. I. Badler, Footstep parameterized motion blending using barycentric coordinates, Computers & Graphics 47, 2015",
    claims: &[CLAIMS],
};

const WHY: &str = "there is no blending by footsteps here";

const fn claim(class: Class, claim: &'static str, paper_value: &'static str) -> Claim {
    Claim::not_built("FSB", class, claim, paper_value, WHY)
}

const CLAIMS: &[Claim] = &[
    claim(
        Class::Reproducible,
        "Weights are not negative and sum to one",
        "no figure; asked: within 1e-12 for any share of the root",
    ),
    claim(
        Class::Reproducible,
        "The landing place is the one asked for at one end of the mixture and that of the root at the other",
        "no figure; asked: within 1e-12",
    ),
    claim(Class::Reproducible, "Weights are continuous across edges of triangles", "no figure; asked: no step"),
    Claim::exact(
        "FSB",
        "Bending a leg reaches every place that can be reached",
        "no figure; asked: within 1e-6 m",
        bending,
    ),
    claim(
        Class::Substitute,
        "The offset between blended and interpolated landing places grows with the size of the triangle",
        "pictures only; asked: correlation above 0.5, nothing at corners",
    ),
    claim(Class::Reproducible, "A planted foot does not slide", "no figure; asked: less than 1 mm per step"),
    claim(
        Class::Substitute,
        "Controller and interpolator take little time",
        "0.43 ms and 0.2 ms (0.155 + 0.045) with 24 clips; 60 characters at 25 frames per second",
    ),
];

/// Legs as long as people's, bent before by chance, and places anywhere within their reach.
fn bending(bench: &Bench) -> ClaimResult {
    let mut worst = 0.0f32;
    for k in 0..20_000 {
        let mut draw = Draw::new(bench.seed, k, 9, Purpose::Setup);
        let mut number = |low: f64, high: f64| (low + (high - low) * draw.unit()) as f32;
        let direction = Vec3::new(number(-1.0, 1.0), number(-1.0, 1.0), number(-1.0, 1.0));
        let (near, bend) = (number(0.01, 0.99), number(-0.4, 0.4));
        if direction.length() < 0.05 {
            continue;
        }
        let hip = Vec3::new(0.0, 0.1, 0.95);
        let leg = [hip, hip + Vec3::new(bend, 0.02, -0.44), hip + Vec3::new(0.0, 0.0, -0.86)];
        let (a, b) = ((leg[1] - leg[0]).length(), (leg[2] - leg[1]).length());
        let (least, most) = ((a - b).abs() + 2e-3, a + b - 2e-3);
        let target = hip + direction.normalize() * (least + near * (most - least));
        let found = two_bones(leg, target, Vec3::new(0.0, 1.0, 0.0));
        let ankle = leg[0] + found.thigh * (leg[1] - leg[0]) + found.shank * (leg[2] - leg[1]);
        worst = worst.max((ankle - target).length());
    }
    ClaimResult::new(worst < 1e-6, format!("within {worst:.1e} m"))
        .note("20,000 random places and bends, in the single precision that bodies are drawn with; the mediator's feet use it")
}
