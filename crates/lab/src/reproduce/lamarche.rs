//! Reactive navigation: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use crate::bench::{BenchOptions, Workload, bench_crowd};
use ambulo_eval::page::Table;
use ambulo_models::lamarche::claims;

pub(super) const SUBJECT: Subject = Subject {
    name: "lamarche",
    title: "Reactive navigation",
    citation: "F. Lamarche and S. Donikian, Crowd of virtual humans: a new approach for real time navigation in complex and structured environments, Computer Graphics Forum 23(3), 2004",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "LAM",
        "Two who meet head-on under the driving rule both give way to the right and keep the security distance and their pace",
        "no figure; asked: 0.499 m or more between middles (radii 0.2 m, margin 0.1 m), pace within 1e-9 m/s while turning",
        head_on,
    ),
    Claim::exact(
        "LAM",
        "The overtaking agent passes on the left under the driving rule, and by the smaller turn under minimal adjustment",
        "no figure; asked: always",
        overtaking,
    ),
    Claim::exact(
        "LAM",
        "Every avoidance is tangent to the circle around the other",
        "no figure; asked: within 1e-9 m",
        tangent_proposals,
    ),
    Claim::exact(
        "LAM",
        "Personal space pushes apart and never changes the pace",
        "printed with the sign that draws together",
        personal_space,
    ),
    Claim::exact("LAM", "Nobody walks into walls", "no figure; asked: at most 1 mm in 1,000,000 agent-steps", walls),
    Claim::substitute(
        "LAM",
        "2,000 people are simulated on one thread at 10 Hz",
        "10 steps per second on an Athlon XP 1800+",
        two_thousand,
    )
    .alone(),
];

fn head_on(_: &Bench) -> ClaimResult {
    let (met, turning) = (claims::head_on(&[]), claims::proposals(20_000));
    let right = [met.first, met.second].iter().all(|[right, left]| *right > 0.05 && *left < 0.01);
    let holds = right && met.least >= 0.499 && turning.off_pace <= 1e-9;
    let ours = format!(
        "both right, by {:.2} and {:.2} m; {:.3} m between middles; pace of a turn within {:.0e} m/s",
        met.first[0], met.second[0], met.least, turning.off_pace
    );
    let ours = if right { ours } else { ours.replace("both right", "not both right") };
    ClaimResult::new(holds, ours).note(format!(
        "1.3 m/s, from 40 m apart, decisions at every step; the pace of 20,000 random turns in double precision; the bodies of this \
         pair, which move in single precision, keep theirs within {:.0e} m/s",
        met.off_pace
    ))
}

fn overtaking(_: &Bench) -> ClaimResult {
    let shifts = [-0.3, -0.15, -0.05, 0.0, 0.05, 0.15, 0.3];
    let of = |params: &[(&str, f64)]| shifts.map(|shift| claims::overtaken_at(params, shift));
    let (driving, minimal) = (of(&[]), of(&[("configuration", 1.0)]));
    let mut table = Table::new(
        "lamarche-overtaking",
        "Where an agent at 1.4 m/s passes one at 0.8 m/s, left of it [m]; negative is right.",
        &["starts left of its line by [m]", "driving rule", "minimal adjustment"],
    );
    for (k, shift) in shifts.iter().enumerate() {
        table = table.row([format!("{shift}"), format!("{:.2}", driving[k].0), format!("{:.2}", minimal[k].0)]);
    }
    let touch = driving.iter().chain(&minimal).filter(|o| o.1 < 0.4).count();
    let left = driving.iter().filter(|o| o.0 > 0.4).count();
    // An agent who starts left of the slower one turns less by passing left.
    let smaller = shifts.iter().zip(&minimal).filter(|(s, _)| **s != 0.0);
    let (shorter, all) = (smaller.clone().filter(|(s, o)| *s * o.0 > 0.0).count(), smaller.count());
    let ours =
        format!("left in {left} of {} under the driving rule, the smaller turn in {shorter} of {all}", shifts.len());
    let holds = left == shifts.len() && shorter == all && touch == 0;
    ClaimResult::new(holds, ours)
        .note("without an offset minimal adjustment has no smaller turn and goes right")
        .table(table)
}

fn tangent_proposals(_: &Bench) -> ClaimResult {
    let p = claims::proposals(20_000);
    let [right, left, slower, faster] = p.each;
    ClaimResult::new(p.off_circle <= 1e-9 && p.wrong == 0, format!("within {:.0e} m", p.off_circle)).note(format!(
        "20,000 random encounters: {right} right, {left} left, {slower} slower, {faster} faster; {} on the wrong side or line",
        p.wrong
    ))
}

fn personal_space(_: &Bench) -> ClaimResult {
    let p = claims::personal_space(10_000);
    let holds = p.together == 0 && p.off_pace < 1e-12 && p.together_as_printed > 0;
    let ours = format!("together in {} of 20,000 pairs, pace within {:.0e} m/s", p.together, p.off_pace);
    ClaimResult::new(holds, ours).note(format!(
        "the paper prints the vector to the other, which would draw together {} of them, all within the personal distance; its \
         opposite is used",
        p.together_as_printed
    ))
}

fn walls(_: &Bench) -> ClaimResult {
    let (worst, crossings) = claims::among_pillars(1_000_000);
    let ours = format!("{:.3} mm at most, {crossings} walls crossed", worst.max(0.0) * 1e3);
    ClaimResult::new(worst <= 1e-3 && crossings == 0, ours)
        .note("100 people on random tours among 20 pillars, steps of 0.1 s")
}

fn two_thousand(bench: &Bench) -> ClaimResult {
    let agents = 2000;
    match bench_crowd(Workload::Open { agents }, &BenchOptions::new("lamarche", bench.meter)) {
        Ok(r) => {
            let rate = r.agent_steps_per_cpu_s / agents as f64;
            let graph = 100.0 * r.stages.get("neighbours").copied().unwrap_or(f64::NAN);
            ClaimResult::new(rate >= 10.0, format!("{rate:.0} steps per CPU-second")).note(format!(
                "0.5 people per square metre, random starts and goals, decisions at every step, the neighbourhood graph included \
                 ({graph:.0} % of the time; the paper's took 20 to 25 %); another machine than the paper's"
            ))
        }
        Err(e) => ClaimResult::new(false, e.to_string()),
    }
}
