//! Feedback from locomotion: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::gait_flow::{WITHOUT_FEEDBACK, gait_flow};
use super::registry::Subject;
use ambulo_draw::{LinePlot, Series};
use ambulo_eval::gait_turning::{GaitTurning, PARTS};
use ambulo_eval::page::Table;
use ambulo_models::every;
use ambulo_models::locomotion::claims;

pub(super) const SUBJECT: Subject = Subject {
    name: "feedback",
    title: "Feedback from locomotion",
    citation: "A crowd simulation method that considers the locomotion state of an agent, with a feedback force (neither authors nor year \
               stand on the copy at hand)",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "FBK",
        "Figure 3: the weight of the feedback is greatest in the middle of each step and nothing at step ends",
        "0 at phases 0 and 0.5, greatest (0.5) at 0.25 and 0.75",
        weight,
    ),
    Claim::exact(
        "FBK",
        "People turn between steps rather than within them",
        "pictures only; asked: share of turning in the quarter of the cycle nearest to step ends at least 1.3 times that without",
        turning,
    ),
    Claim::exact(
        "FBK",
        "The force as printed, with the terminal values put in place of the walker's, does not do that",
        "no figure; asked: less than 1.15 times the share without",
        printed_roles,
    ),
    Claim::exact(
        "FBK",
        "An agent alone walks at its greatest speed",
        "no figure; asked: within 1 %, for every model",
        free,
    ),
    Claim::exact(
        "FBK",
        "Without feedback the crowd moves as the simulation alone does",
        "no figure; asked: bit for bit, for every model",
        without,
    ),
    Claim::exact(
        "FBK",
        "The body follows the walker",
        "no figure; asked: within 1 cm with the place ahead as target, 0.65 m (within 0.02) with the printed one, at 1.3 m/s",
        lag,
    ),
];

fn weight(_: &Bench) -> ClaimResult {
    let at = |phase: f32| claims::weight(phase).0;
    let (ends, middles) = ([at(0.0), at(0.5)], [at(0.25), at(0.75)]);
    let holds = ends.iter().all(|w| w.abs() < 1e-5) && middles.iter().all(|w| (w - 0.5).abs() < 1e-5);
    let line = |printed: bool| {
        let point = |k: u32| {
            let (used, literal) = claims::weight(k as f32 / 200.0);
            (f64::from(k) / 200.0, if printed { literal } else { used })
        };
        (0..200).map(point).collect()
    };
    let plot = LinePlot::new("Weight of the feedback", "phase of the cycle", "weight")
        .series(Series::new("used", line(false)))
        .series(Series::new("as printed", line(true)));
    let ours =
        format!("{:.3} and {:.3} at step ends, {:.3} and {:.3} between", ends[0], ends[1], middles[0], middles[1]);
    ClaimResult::new(holds, ours)
        .note("the printed formula has one peak, in the middle of the cycle; its own figure has two, and so has what is used")
        .drawing("feedback-figure-3", "After figure 3: weight of the feedback over a cycle of two steps.", &plot.draw())
}

const SEEDS: std::ops::RangeInclusive<u64> = 1..=6;

/// Turning over the cycle, summed over six counter flows of thirty people, and the mean share near step ends.
fn flows(gait: &str) -> (GaitTurning, f64) {
    let (mut sum, mut share) = (GaitTurning::default(), 0.0);
    for seed in SEEDS {
        let turning = gait_flow("radial", gait, seed).turning;
        (0..PARTS).for_each(|k| sum.parts[k] += turning.parts[k]);
        share += turning.near_step_ends().unwrap_or(f64::NAN) / SEEDS.count() as f64;
    }
    (sum, share)
}

fn turning(_: &Bench) -> ClaimResult {
    let ((plain, before), (held, after)) = (flows(WITHOUT_FEEDBACK), flows(""));
    let steps = |t: &GaitTurning| -> Vec<(f64, f64)> {
        let part = |k: usize| t.parts[k] / t.total() * PARTS as f64;
        let edge = |k: usize| [(k as f64 / PARTS as f64, part(k)), ((k + 1) as f64 / PARTS as f64, part(k))];
        (0..PARTS).flat_map(edge).collect()
    };
    let plot =
        LinePlot::new("When people turn", "phase of the cycle (steps end at 0, 0.5 and 1)", "turning, 1 is the mean")
            .series(Series::new("without feedback", steps(&plain)))
            .series(Series::new("with feedback", steps(&held)));
    let head = ["", "share near step ends", "turning in all [rad]"];
    let table = Table::new("feedback-turning", "Turning in six counter flows of thirty people", &head)
        .row(["without feedback".to_string(), format!("{before:.3}"), format!("{:.0}", plain.total())])
        .row(["with feedback".to_string(), format!("{after:.3}"), format!("{:.0}", held.total())]);
    let ours = format!("{:.2} times: share {after:.3} against {before:.3}", after / before);
    ClaimResult::new(after >= 1.3 * before, ours)
        .note("fifteen people in each direction in a corridor of 30 x 6 m, six seeds; a share of 0.25 is turning that does not care about steps")
        .table(table)
        .drawing(
            "feedback-phases",
            "How turning lies in the cycle of the gait: six counter flows of thirty people, each part of the cycle over the mean.",
            &plot.draw(),
        )
}

fn printed_roles(_: &Bench) -> ClaimResult {
    let ((_, before), (held, _), (turned, after)) = (flows(WITHOUT_FEEDBACK), flows(""), flows("roles = 'literal'"));
    let ours = format!(
        "{:.2} times: share {after:.3} against {before:.3}; {:.1} times the turning of the force that is used",
        after / before,
        turned.total() / held.total()
    );
    ClaimResult::new(after < 1.15 * before, ours)
        .note("put in literally the terminal values make a force away from the end of the step; the roles are swapped in what is used")
}

fn free(_: &Bench) -> ClaimResult {
    let all = claims::free_walkers();
    let slowest = all.iter().max_by(|a, b| a.settled.total_cmp(&b.settled));
    let holds = all.iter().all(|f| f.settled < 12.0 && f.aside < 1e-3);
    let ours = slowest.map_or(String::new(), |s| {
        format!("within 1 % from {:.1} s on at the latest ({}), all {} models", s.settled, s.model, all.len())
    });
    ClaimResult::new(holds, ours).note("from standing, for 35 s, with feedback")
}

fn without(_: &Bench) -> ClaimResult {
    let all = every::gaits_without_feedback();
    let same = all.iter().filter(|u| u.same).count();
    let held = all.iter().filter(|u| u.held).count();
    ClaimResult::new(
        same == all.len() && held == all.len(),
        format!("{same} of {} models the same to the bit", all.len()),
    )
    .note(format!("five people who meet, cross and touch, 16 s; with feedback {held} of them differ, as they should"))
}

fn lag(_: &Bench) -> ClaimResult {
    let (_, used, _) = claims::lags(0.0, 0.5);
    let (low, high, _) = claims::lags(1.0, 0.0);
    let holds = used < 0.01 && low >= 0.63 && high <= 0.67;
    let ours = format!("{:.1} mm; {low:.3} to {high:.3} m as printed", 1e3 * used);
    ClaimResult::new(holds, ours).note(
        "the printed factor 2/T has not the dimension of an acceleration; 2/T^2 is used, which the derivation gives",
    )
}
