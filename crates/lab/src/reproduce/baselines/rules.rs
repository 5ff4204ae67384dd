//! Models of rules and heuristics: steering behaviours, flocks, simple rules, collision-free speed.

use super::super::claim::{Bench, Claim, ClaimResult};
use ambulo_draw::{LinePlot, Series};
use ambulo_eval::page::Table;
use ambulo_models::{boids, collision_free_speed, moussaid, reynolds};

pub(super) const CLAIMS: &[Claim] = &[
    Claim::exact(
        "REY",
        "Nobody steers for who passes farther than twice the radius or later than the look-ahead",
        "asked: no force",
        reynolds_reach,
    ),
    Claim::exact(
        "REY",
        "Of two who cross at right angles at unequal speeds exactly one steers",
        "asked: one of two",
        reynolds_crossing,
    ),
    Claim::not_public(
        "REY",
        "TAN table 1: it fits people worse than RVO and the tangent model",
        "mean likelihood 0.047",
        "needs the 429 recorded trials of TAN",
    ),
    Claim::exact("BOIDS", "With cohesion only a group shrinks", "asked: so", boids_cohesion),
    Claim::exact(
        "BOIDS",
        "With alignment only headings agree more at every step",
        "asked: 1,000 steps",
        boids_alignment,
    ),
    Claim::exact("BOIDS", "With separation only the least distance grows", "asked: so", boids_separation),
    Claim::exact("MHT", "In empty space the chosen direction is the desired one", "asked: exactly", mht_empty),
    Claim::exact(
        "MHT",
        "In front of a wall a walker wants to go the gap over the relaxation time, and stops before contact",
        "gap over 0.5 s; asked: no contact",
        mht_wall,
    ),
    Claim::substitute(
        "MHT",
        "A pair that meets head-on deviates early",
        "pictures only; asked: at more than 4 m",
        mht_pair,
    ),
    Claim::substitute(
        "MHT",
        "Opposite streams in a street form lanes",
        "pictures only; asked: index up by 0.25 in 10 s",
        mht_lanes,
    ),
    Claim::substitute(
        "MHT",
        "Dense streams stop and go, sparse ones do not",
        "above some 1.5 people per square metre",
        mht_waves,
    ),
    Claim::exact("CFSM", "Overlap never grows", "asked: for steps of at most 0.05 s", cfsm_overlap),
    Claim::exact(
        "CFSM",
        "A single file follows the fundamental diagram",
        "v = min(u, (1/density - l)/T); asked: within 2 %",
        cfsm_file,
    ),
    Claim::substitute(
        "CFSM",
        "The flow through a door grows with its width",
        "asked: 1 to 2.5 people per second for 0.8 to 1.2 m",
        cfsm_door,
    ),
];

fn reynolds_reach(_: &Bench) -> ClaimResult {
    let (threat, beyond) = reynolds::claims::beyond_reach();
    ClaimResult::new(threat > 0.0 && beyond == 0.0, format!("{beyond} beyond, {threat:.0} m/s² just within"))
        .note("farther aside, later, past and abreast")
}

fn reynolds_crossing(_: &Bench) -> ClaimResult {
    let (unequal, equal, behind) = reynolds::claims::right_angles();
    let holds = unequal.iter().all(|n| *n == 1) && behind;
    let one = unequal.iter().filter(|n| **n == 1).count();
    ClaimResult::new(holds, format!("one steers in {one} of {} pairs", unequal.len()))
        .note(format!("towards where the other comes from; at equal speeds {equal} steer"))
}

fn boids_cohesion(_: &Bench) -> ClaimResult {
    let (before, after) = boids::claims::cohesion();
    ClaimResult::new(after < 0.8 * before, format!("from {before:.2} to {after:.2} m in 3 s"))
        .note("twenty, root mean square distance")
}

fn boids_alignment(_: &Bench) -> ClaimResult {
    let (first, last, grew) = boids::claims::alignment();
    ClaimResult::new(
        grew == 0 && last < 1e-6,
        format!("disagreement from {first:.3} to {last:.0e}, grew in {grew} steps"),
    )
    .note("twenty; one minus the length of the mean heading")
}

fn boids_separation(_: &Bench) -> ClaimResult {
    let least = boids::claims::separation();
    let (first, last) = (least[0], least[least.len() - 1]);
    ClaimResult::new(least[1] > first && last > first + 0.3, format!("from {first:.2} to {last:.2} m in 3 s"))
}

fn mht_empty(_: &Bench) -> ClaimResult {
    let (other, limit) = moussaid::claims::empty_space();
    ClaimResult::new(other == 0 && limit < 1e-3, format!("{other} of 22 other")).note(
        "directions up to 74 degrees from the line of sight; one beyond sight is approached up to its limit of 75 degrees",
    )
}

fn mht_wall(_: &Bench) -> ClaimResult {
    let w = moussaid::claims::at_a_wall();
    let holds = w.off < 0.02 && w.last.0 < 0.01 && w.nearest > -1e-6 && w.fastest > 1.29;
    ClaimResult::new(holds, format!("within {:.3} m/s; stops, never farther than {:.0e} m into contact", w.off, (-w.nearest).max(0.0))).note(format!(
        "braking has a time of 0.125 s here; with the one relaxation time of the paper it arrives at the wall at {:.2} m/s",
        w.literal_hit
    ))
}

fn mht_pair(_: &Bench) -> ClaimResult {
    let (apart, least) = moussaid::claims::head_on();
    ClaimResult::new(apart > 4.0, format!("{apart:.1} m apart"))
        .note(format!("0.2 m aside, when the first is 5 cm off its line; nearest {least:.2} m"))
}

fn mht_lanes(_: &Bench) -> ClaimResult {
    let (before, after) = moussaid::claims::street_lanes();
    ClaimResult::new(after > before + 0.25, format!("from {before:.2} to {after:.2}"))
        .note("eighty people in a street of 40 x 5 m, one seed")
}

fn mht_waves(_: &Bench) -> ClaimResult {
    let all = moussaid::claims::stop_and_go();
    let head = ["people per square metre", "mean speed [m/s]", "standing [%]"];
    let mut table = Table::new("baselines-stop-and-go", "People walking round a ring of 3 m width", &head);
    for [density, speed, standing] in &all {
        table = table.row([format!("{density}"), format!("{speed:.2}"), format!("{:.1}", 100.0 * standing)]);
    }
    let holds = all[0][2] < 0.02 && all[4][2] > 0.05 && all[4][1] < all[2][1] && all[2][1] < all[0][1];
    let ours = format!(
        "{:.1} % standing at 0.5, {:.1} % at 1.5, {:.1} % at 2.5",
        100.0 * all[0][2],
        100.0 * all[2][2],
        100.0 * all[4][2]
    );
    ClaimResult::new(holds, ours)
        .note("share of agent-steps below a tenth of the pace, people per square metre; the order of magnitude is what is compared")
        .table(table)
}

fn cfsm_overlap(_: &Bench) -> ClaimResult {
    let (pairs, worst) = collision_free_speed::claims::overlaps(200);
    ClaimResult::new(worst < 1e-6, format!("{pairs} overlapping pairs, at most {worst:.0e} m nearer"))
        .note("200 crowds of 30 thrown together at random, without the engine's contact")
}

fn cfsm_file(_: &Bench) -> ClaimResult {
    let all = collision_free_speed::claims::fundamental_diagram();
    let worst = all.iter().map(|[_, v, w]| (v / w - 1.0).abs()).fold(0.0, f64::max);
    let plot = LinePlot::new("Single file, collision-free speed", "density [1/m]", "speed [m/s]")
        .series(Series::new("measured", sorted(all.iter().map(|r| (r[0], r[1])).collect())))
        .series(Series::new("(1/density - l)/T", sorted(all.iter().map(|r| (r[0], r[2])).collect())).wide(1.0));
    ClaimResult::new(worst < 0.02, format!("within {:.2} %", 100.0 * worst))
        .note("behind leaders of 0.1 to 1.5 m/s; l 0.4 m, T 1 s, u 1.2 m/s")
        .drawing(
            "baselines-cfsm-file",
            "Speed over density of a single file, beside the model's fundamental diagram.",
            &plot.draw(),
        )
}

fn sorted(mut points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

fn cfsm_door(_: &Bench) -> ClaimResult {
    let flows = collision_free_speed::claims::flows(&[]);
    let holds = flows[0] < flows[1] && flows[1] < flows[2] && flows[0] >= 1.0 && flows[2] <= 2.5;
    ClaimResult::new(
        holds,
        format!("{:.2}, {:.2} and {:.2} people per second through 0.8, 1.0 and 1.2 m", flows[0], flows[1], flows[2]),
    )
    .note("150 people in a room of 12 x 12 m, two seeds, between the 40th and the 120th")
}
