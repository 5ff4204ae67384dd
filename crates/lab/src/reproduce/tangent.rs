//! The tangent model: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use super::synthetic_truth;
use ambulo_draw::{LinePlot, Series};
use ambulo_eval::page::Table;
use ambulo_eval::report::Picture;
use ambulo_models::tangent::Tangent;
use ambulo_models::tangent::claims::{self, DT, PairRun, meeting};
use std::time::Instant;

pub(super) const SUBJECT: Subject = Subject {
    name: "tangent",
    title: "The tangent model",
    citation: "J. Pettré, J. Ondřej, A.-H. Olivier, A. Crétual and S. Donikian, Experiment-based modeling, simulation and validation of interactions between virtual walkers, Symposium on Computer Animation, 2009",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "TAN",
        "Nobody adapts when the two would pass beyond the tangents of the personal area",
        "no adaptation; asked: none at all, and some within",
        beyond_the_tangents,
    ),
    Claim::exact(
        "TAN",
        "The agent who passes first adapts less than the one who gives way",
        "clearly less; asked: less than 60 % at a right angle, 0.3 s apart",
        asymmetry,
    ),
    Claim::exact(
        "TAN",
        "Observation, reaction, regulation: the predicted distance is flat, then rises, then stays",
        "reaction from 0.8 to 0.4 of the time left; asked: flat, then a rise, then within 5 cm from 0.4 on",
        phases,
    ),
    Claim::exact(
        "TAN",
        "Larger errors of perception delay the first reaction",
        "delayed; asked: later for every larger beta",
        larger_beta,
    ),
    Claim::exact(
        "TAN",
        "Errors that fall off more slowly delay the first reaction",
        "delayed; asked: later for every larger gamma",
        larger_gamma,
    ),
    Claim::substitute(
        "TAN",
        "Pairs at right angles pass at the distance people keep",
        "about 0.8 m; asked: 0.8 to 1.0 m",
        closest_distances,
    ),
    Claim::substitute(
        "TAN",
        "Table 1: the calibrated model is likelier than its defaults and than RVO, Reynolds and Helbing",
        "mean likelihood 0.214 calibrated, 0.165 default, 0.14 RVO, 0.047 Reynolds, 0.004 Helbing",
        synthetic_truth::ordering,
    ),
    Claim::substitute(
        "TAN",
        "The uncalibrated model gets the passage order right",
        "398 of 429 (93 %); asked: 93 %",
        synthetic_truth::order_by_default,
    ),
    Claim::substitute(
        "TAN",
        "A pair iteration takes microseconds",
        "16 microseconds on a laptop of 2009; asked: below 5",
        pair_iteration,
    )
    .alone(),
    Claim::not_public(
        "TAN",
        "Table 1 on the 429 recorded pairs",
        "0.214, 0.165, 0.14, 0.047, 0.004; passage order 398 and 416 of 429",
        "the recordings were not published; the substitute is above",
    ),
];

/// With the usual parameters, from 6 m before the crossing, at 1.5 m/s.
fn usual(angle: f64, offset: f64) -> PairRun {
    meeting(&Tangent::default(), angle, 6.0, offset)
}

/// So close to a tangent the interaction point is neither beyond nor within it [m].
const ON_THE_LINE: f64 = 1e-3;

fn beyond_the_tangents(_: &Bench) -> ClaimResult {
    // At a right angle the kite, 1.4 m long at 1.5 m/s, reaches 0.99 m across the relative path.
    let reach = 1.4 / std::f64::consts::SQRT_2;
    let sweep = (0..=80).map(|k| 0.025 * f64::from(k)).map(|offset| {
        let met = usual(90.0, offset);
        (met.mpd[0], met.adaptation[0] + met.adaptation[1])
    });
    let sweep: Vec<(f64, f64)> = sweep.collect();
    // Close to the tangent the locus is inside only when it has shrunk to a point.
    let beyond = sweep.iter().filter(|(mpd, _)| *mpd > reach + ON_THE_LINE).map(|s| s.1).fold(0.0, f64::max);
    let within = sweep.iter().filter(|(mpd, _)| *mpd < 0.9 * reach).map(|s| s.1).fold(f64::INFINITY, f64::min);
    let plot = LinePlot::new("Adaptation of both", "predicted distance at first [m]", "adaptation [m/s]")
        .series(Series::new("both", sweep));
    let caption =
        "Sum of all changes of velocity of both walkers at a right angle, by the distance at which they would pass.";
    ClaimResult::new(
        beyond < 1e-4 && within > 1e-4,
        format!("{beyond:.4} m/s at most beyond {reach:.2} m, {within:.2} m/s or more within 0.89 m"),
    )
    .note("81 crossings at a right angle, the pair step alone; one that lies on the tangent to the millimetre is left out")
    .picture(Picture { name: "tangent-adaptation".into(), caption: caption.into(), svg: plot.draw().to_svg() })
}

fn asymmetry(_: &Bench) -> ClaimResult {
    let [first, second] = usual(90.0, 0.45).adaptation;
    let offsets: Vec<f64> = (1..=56).map(|k| 0.025 * f64::from(k)).collect();
    let role = |k: usize| offsets.iter().map(|o| (*o, usual(90.0, *o).adaptation[k])).collect();
    let plot = LinePlot::new("Adaptation by role", "offset of the second [m]", "adaptation [m/s]")
        .series(Series::new("passes first", role(0)))
        .series(Series::new("gives way", role(1)));
    let caption = "Sum of all changes of velocity until they are nearest, at a right angle, for the agent who passes first and the one who gives way.";
    ClaimResult::new(
        first < 0.6 * second,
        format!("{:.0} % ({first:.2} against {second:.2} m/s)", 100.0 * first / second),
    )
    .note("the paper's walkers who pass first do adapt a little; here they often need not at all")
    .picture(Picture { name: "tangent-roles".into(), caption: caption.into(), svg: plot.draw().to_svg() })
}

fn phases(_: &Bench) -> ClaimResult {
    let met = usual(90.0, 0.45);
    let step = met.reacts.iter().flatten().fold(f64::INFINITY, |a, b| a.min(*b)) / DT;
    let first = (step.round() as usize).min(met.mpd.len() - 1);
    let flat = met.mpd[..=first].iter().map(|m| (m - met.mpd[0]).abs()).fold(0.0, f64::max);
    let (rise, late) = (met.mpd[met.mpd.len() - 1] - met.mpd[0], met.change_within(0.4));
    let mut plot = LinePlot::new("Predicted distance at a right angle", "time [%]", "predicted distance [m]");
    for offset in [0.0, 0.2, 0.45, 0.8, 1.2] {
        let m = usual(90.0, offset);
        let points = m.mpd.iter().enumerate().map(|(k, d)| (100.0 * (1.0 - m.left(k)), *d)).collect();
        plot = plot.series(Series::new(format!("offset {offset} m"), points));
    }
    let caption =
        "Distance at which two would pass, from when they see each other (0 %) until they are nearest (100 %).";
    ClaimResult::new(
        flat < 1e-3 && rise > 0.3 && late < 0.05,
        format!("flat until {:.2} of the time is left, a rise of {rise:.2} m, then within {:.0} mm from 0.4 on", met.left(first), late * 1e3),
    )
    .note("right angle, 1.5 m/s, seen from 6 m, the second 0.3 s later; people observe until 0.8, the model reacts sooner")
    .picture(Picture { name: "tangent-phases".into(), caption: caption.into(), svg: plot.draw().to_svg() })
}

/// When the agent who gives way reacts first, for rising values of a parameter [s].
fn reactions(values: &[f32], with: fn(f32) -> Tangent) -> Vec<f64> {
    values.iter().map(|v| meeting(&with(*v), 90.0, 6.0, 0.8).reacts[1].unwrap_or(f64::INFINITY)).collect()
}

fn delays(name: &str, values: &[f32], found: &[f64]) -> ClaimResult {
    let rises = found.windows(2).all(|w| w[0] < w[1]);
    let list = |all: Vec<String>| all.join(", ");
    let (of, times) =
        (values.iter().map(|v| v.to_string()).collect(), found.iter().map(|t| format!("{t:.2}")).collect());
    ClaimResult::new(rises, format!("{} s for {name} {}", list(times), list(of)))
        .note("right angle, 1.5 m/s, seen from 6 m, the second 0.8 m farther; both errors alike")
}

fn larger_beta(_: &Bench) -> ClaimResult {
    let values = [0.25, 0.5, 0.75, 1.0];
    let with = |b| Tangent { beta_v: b, beta_theta: b, ..Tangent::default() };
    delays("beta", &values, &reactions(&values, with))
}

fn larger_gamma(_: &Bench) -> ClaimResult {
    let values = [0.12, 0.25, 0.37, 0.5];
    let with = |g| Tangent { gamma_v: g, gamma_theta: g, ..Tangent::default() };
    delays("gamma", &values, &reactions(&values, with))
}

fn closest_distances(_: &Bench) -> ClaimResult {
    let mut table = Table::new(
        "tangent-pairs",
        "Pairs by the pair step alone: 1.5 m/s, seen from 6 m; at 180 degrees the offset is a fifth, to the side.",
        &[
            "angle [deg]",
            "offset [m]",
            "predicted at first [m]",
            "closest [m]",
            "adaptation of the first [m/s]",
            "of the second [m/s]",
        ],
    );
    let mut right_angles = Vec::new();
    for angle in [90.0, 135.0, 180.0] {
        for offset in [0.0, 0.2, 0.4, 0.8, 1.2] {
            let met = usual(angle, if angle == 180.0 { 0.2 * offset } else { offset });
            let figures = [met.mpd[0], met.closest, met.adaptation[0], met.adaptation[1]].map(|v| format!("{v:.2}"));
            table = table.row([format!("{angle}"), format!("{offset}")].into_iter().chain(figures));
            if angle == 90.0 {
                right_angles.push(met.closest);
            }
        }
    }
    let (least, most) = right_angles.iter().fold((f64::INFINITY, 0.0f64), |(a, b), d| (a.min(*d), b.max(*d)));
    ClaimResult::new(least >= 0.8 && most <= 1.0, format!("{least:.2} to {most:.2} m"))
        .note("offsets of 0 to 1.2 m; synthetic pairs instead of the recorded ones")
        .table(table)
}

fn pair_iteration(_: &Bench) -> ClaimResult {
    let rounds = 200_000;
    let mut times: Vec<f64> = (0..5)
        .map(|_| {
            let begin = Instant::now();
            std::hint::black_box(claims::pair_iterations(rounds));
            begin.elapsed().as_secs_f64() * 1e6 / f64::from(rounds)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    ClaimResult::new(times[2] < 5.0, format!("{:.2} microseconds", times[2])).note(
        "perception of one other and its solution, median of five times 200,000; another machine than the paper's",
    )
}
