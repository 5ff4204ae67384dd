//! Blending footsteps by barycentric coordinates: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use crate::bench_footsteps::bench_footsteps;
use ambulo_draw::{Points, ScatterPlot};
use ambulo_motion::footsteps::{FootstepController, FootstepSettings, bend_exact, claims, courses, mix};
use ambulo_motion::{DVec2, DVec3, Side};
use ambulo_sim::random::{Draw, Purpose};

pub(super) const SUBJECT: Subject = Subject {
    name: "blending",
    title: "Blending footsteps by barycentric coordinates",
    citation: "A. Beacco, N. Pelechano, M. Kapadia and N. I. Badler, Footstep parameterized motion blending using barycentric coordinates, Computers & Graphics 47, 2015",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "FSB",
        "Weights are not negative and sum to one",
        "no figure; asked: within 1e-12 for any share of the root",
        weights,
    ),
    Claim::exact(
        "FSB",
        "The landing place is the one asked for at one end of the mixture and that of the root at the other",
        "no figure; asked: within 1e-12",
        ends,
    ),
    Claim::exact("FSB", "Weights are continuous across edges of triangles", "no figure; asked: no step", continuity),
    Claim::exact(
        "FSB",
        "Bending a leg reaches every place that can be reached",
        "no figure; asked: within 1e-6 m",
        bending,
    ),
    Claim::substitute(
        "FSB",
        "The offset between blended and interpolated landing places grows with the size of the triangle",
        "pictures only; asked: correlation above 0.5, nothing at corners",
        offsets,
    ),
    Claim::exact("FSB", "A planted foot does not slide", "no figure; asked: less than 1 mm per step", slide),
    Claim::substitute(
        "FSB",
        "Controller and interpolator take little time",
        "0.43 ms and 0.2 ms (0.155 + 0.045) with 24 clips; 60 characters at 25 frames per second",
        time,
    )
    .alone(),
];

const SIDES: [Side; 2] = [Side::Left, Side::Right];

/// The built-in steps, corners not replaced, so that triangles are those of the triangulation.
fn plain() -> FootstepController {
    claims::shipped(FootstepSettings { replace_within: 0.0, ..FootstepSettings::default() })
}

/// A number by chance, as many as wanted.
fn chance(bench: &Bench, k: u64) -> impl FnMut(f64, f64) -> f64 {
    let mut draw = Draw::new(bench.seed, k as u32, 9, Purpose::Setup);
    move |low, high| low + (high - low) * draw.unit()
}

/// A place in a triangle, evenly.
fn inside(corners: [DVec2; 3], mut x: f64, mut y: f64) -> DVec2 {
    if x + y > 1.0 {
        (x, y) = (1.0 - x, 1.0 - y);
    }
    corners[0] + (corners[1] - corners[0]) * x + (corners[2] - corners[0]) * y
}

/// Corners of all triangles of both feet.
fn triangles(controller: &FootstepController) -> Vec<[DVec2; 3]> {
    let of = |side: Side| {
        let mesh = controller.landings(side);
        mesh.triangles().iter().map(|t| t.map(|k| mesh.points()[k])).collect::<Vec<_>>()
    };
    SIDES.into_iter().flat_map(of).collect()
}

fn weights(bench: &Bench) -> ClaimResult {
    let controller = plain();
    let (mut least, mut off) = (0.0f64, 0.0f64);
    let mut polar = vec![0.0; controller.bands().len()];
    let mut check = |weights: &[f64]| {
        least = least.min(weights.iter().copied().fold(f64::INFINITY, f64::min));
        off = off.max((weights.iter().sum::<f64>() - 1.0).abs());
    };
    let all = triangles(&controller);
    let mut count = 0;
    for k in 0..20_000 {
        let mut number = chance(bench, k);
        let corners = all[k as usize % all.len()];
        let q = inside(corners, number(0.0, 1.0), number(0.0, 1.0));
        let r = DVec2::new(number(-1.0, 1.5), number(-1.0, 1.0));
        for root in [0.0, 1.0, number(0.0, 1.0)] {
            let m = mix(corners, q, r, root);
            check(&[m.corners[0], m.corners[1], m.corners[2], m.root]);
        }
        controller.bands().weigh(DVec2::new(number(-2.0, 3.0), number(-2.0, 2.0)), &mut polar);
        check(&polar);
        count += 4;
    }
    ClaimResult::new(least >= 0.0 && off < 1e-12, format!("within {off:.1e}, none below {least:.0}")).note(format!(
        "{count} sets of weights, of triangles and of polar bands; {} triangles, {} velocities",
        all.len(),
        polar.len()
    ))
}

fn ends(bench: &Bench) -> ClaimResult {
    let all = triangles(&plain());
    let (mut at_target, mut at_root) = (0.0f64, 0.0f64);
    for k in 0..20_000 {
        let mut number = chance(bench, k);
        let corners = all[k as usize % all.len()];
        let q = inside(corners, number(0.0, 1.0), number(0.0, 1.0));
        let r = DVec2::new(number(-1.0, 1.5), number(-1.0, 1.0));
        let landing = |root: f64| {
            let m = mix(corners, q, r, root);
            (0..3).map(|i| corners[i] * m.corners[i]).sum::<DVec2>() + r * m.root
        };
        at_target = at_target.max((landing(0.0) - q).length());
        at_root = at_root.max((landing(1.0) - r).length());
    }
    let ours = format!("within {at_target:.1e} m of the target, {at_root:.1e} m of the root's landing");
    ClaimResult::new(at_target < 1e-12 && at_root < 1e-12, ours)
        .note("20,000 places in the triangles of the built-in steps")
}

fn continuity(bench: &Bench) -> ClaimResult {
    let controller = plain();
    let mut steps = [0.0f64; 2];
    let apart = [1e-7, 1e-9];
    let mut edges = 0;
    for side in SIDES {
        let mesh = controller.landings(side);
        for (t, corners) in mesh.triangles().iter().enumerate() {
            for k in 0..3 {
                let [a, b] = [corners[(k + 1) % 3], corners[(k + 2) % 3]].map(|p| mesh.points()[p]);
                let mut number = chance(bench, (3 * t + k) as u64);
                let q = a.lerp(b, number(0.0, 1.0));
                let across = (b - a).perp().normalize_or_zero();
                for (step, far) in steps.iter_mut().zip(apart) {
                    let found = [-far, far].map(|far| mesh.locate(q + across * far, t));
                    let [Some(one), Some(two)] = found else { continue };
                    let weight = |c: &ambulo_motion::footsteps::Corners, p: usize| {
                        (0..3).filter(|&k| c.points[k] == p).map(|k| c.weights[k]).sum::<f64>()
                    };
                    for p in one.points.into_iter().chain(two.points) {
                        *step = step.max((weight(&one, p) - weight(&two, p)).abs());
                    }
                }
                edges += 1;
            }
        }
    }
    // A step would stay however near both places are; without one the difference goes with the distance.
    let [wide, near] = steps;
    let ours = format!(
        "weights {:.1e} m on both sides of an edge differ by {near:.1e}, {:.1e} m by {wide:.1e}",
        apart[1], apart[0]
    );
    ClaimResult::new(near < 0.02 * wide, ours).note(format!("{edges} sides of triangles of the built-in steps"))
}

/// Legs as long as people's, bent before by chance, and places anywhere within their reach.
fn bending(bench: &Bench) -> ClaimResult {
    let mut worst = 0.0f64;
    for k in 0..20_000 {
        let mut number = chance(bench, k);
        let direction = DVec3::new(number(-1.0, 1.0), number(-1.0, 1.0), number(-1.0, 1.0));
        let (near, bend) = (number(0.01, 0.99), number(-0.4, 0.4));
        if direction.length() < 0.05 {
            continue;
        }
        let hip = DVec3::new(0.0, 0.1, 0.95);
        let leg = [hip, hip + DVec3::new(bend, 0.02, -0.44), hip + DVec3::new(0.0, 0.0, -0.86)];
        let (a, b) = ((leg[1] - leg[0]).length(), (leg[2] - leg[1]).length());
        let (least, most) = ((a - b).abs() + 2e-3, a + b - 2e-3);
        let target = hip + direction.normalize() * (least + near * (most - least));
        let (thigh, shank) = bend_exact(leg, target, DVec3::Y);
        let ankle = leg[0] + thigh * (leg[1] - leg[0]) + shank * (leg[2] - leg[1]);
        worst = worst.max((ankle - target).length());
    }
    let controller = claims::shipped(FootstepSettings::default());
    let planted = courses().iter().map(|c| claims::follow(&controller, c, 25.0, |_| {}).residual).fold(0.0, f64::max);
    ClaimResult::new(worst < 1e-6 && planted < 1e-6, format!("within {:.1e} m", worst.max(planted)))
        .note("20,000 random places and bends, and every planted foot of nine courses, in the double precision footsteps are followed with")
}

fn offsets(bench: &Bench) -> ClaimResult {
    let controller = plain();
    let (mut found, mut corners) = (Vec::new(), 0.0f64);
    for side in SIDES {
        let mesh = controller.landings(side);
        for &p in mesh.points() {
            corners = claims::landing_offset(&controller, side, p).map_or(corners, |(off, _)| corners.max(off));
        }
        for k in 0..5_000 {
            let mut number = chance(bench, k + 10_000 * side as u64);
            let q = DVec2::new(number(-1.0, 1.6), number(-1.0, 1.0));
            found.extend(claims::landing_offset(&controller, side, q).map(|(off, area)| (1e4 * area, 1e3 * off)));
        }
    }
    let correlation = correlation(&found);
    let worst = found.iter().map(|f| f.1).fold(0.0, f64::max);
    let mean = found.iter().map(|f| f.1).sum::<f64>() / found.len().max(1) as f64;
    let plot = ScatterPlot::new("Offset of blended landings", "area of the triangle [cm²]", "offset [mm]")
        .points(Points::new("random places", found.clone()));
    let ours = format!("correlation {correlation:.2}; {:.1e} m at corners", corners);
    ClaimResult::new(correlation > 0.5 && corners < 1e-5, ours)
        .note(format!(
            "{} random places inside the hull of the built-in steps; offset {mean:.1} mm on average, {worst:.1} mm at most, before legs are bent",
            found.len()
        ))
        .drawing(
            "blending-offsets",
            "After figures 5 and 8: how far the blended foot lands from the interpolated place, by the area of its triangle.",
            &plot.draw(),
        )
}

/// Pearson's.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len().max(1) as f64;
    let (mx, my) = (pairs.iter().map(|p| p.0).sum::<f64>() / n, pairs.iter().map(|p| p.1).sum::<f64>() / n);
    let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        xy += (x - mx) * (y - my);
        xx += (x - mx) * (x - mx);
        yy += (y - my) * (y - my);
    }
    if xx * yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 }
}

fn slide(_: &Bench) -> ClaimResult {
    let controller = claims::shipped(FootstepSettings::default());
    let (mut slide, mut landing, mut before, mut steps) = (0.0f64, 0.0f64, 0.0f64, 0);
    for course in courses() {
        let seen = claims::follow(&controller, &course, 50.0, |_| {});
        let worst = |all: &[f64]| all.iter().copied().fold(0.0, f64::max);
        (slide, landing) = (slide.max(worst(&seen.slide)), landing.max(worst(&seen.landing)));
        before = before.max(seen.before_ik.iter().map(|b| b.0).fold(0.0, f64::max));
        steps += seen.steps;
    }
    ClaimResult::new(slide < 1e-3 && steps > 100, format!("{:.1e} mm", 1e3 * slide)).note(format!(
        "{steps} footsteps of nine courses (stones, stairs, aside, turns, back, a slope), measured on final poses at 50 frames per second; \
         feet land within {:.1e} mm of their places, before legs are bent within {:.1} mm",
        1e3 * landing,
        1e3 * before
    ))
}

fn time(bench: &Bench) -> ClaimResult {
    match bench_footsteps(1000, 4.0, bench.meter) {
        Ok(r) => {
            let (frame, step) = (r.micros_per_walker_frame, r.micros_interpolator);
            let at_once = 1e6 / (25.0 * frame);
            let ours = format!(
                "{:.4} ms per frame, {:.5} ms per footstep ({:.5} + {:.5}); {at_once:.0} characters at 25 frames per second",
                frame / 1e3,
                step / 1e3,
                r.micros_polar / 1e3,
                r.micros_barycentric / 1e3
            );
            ClaimResult::new(frame < 430.0 && step < 200.0 && at_once > 60.0, ours).note(format!(
                "CPU time of one thread, {} bodies of {} joints, {} steps of {} moves; nothing is drawn; another machine than the paper's",
                r.walkers, r.joints, r.steps, r.clips
            ))
        }
        Err(error) => ClaimResult::new(false, error.to_string()),
    }
}
