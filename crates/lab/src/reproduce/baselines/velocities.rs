//! Models that choose a velocity: reciprocal obstacles, ORCA, least energy, least effort.

use super::super::claim::{Bench, Claim, ClaimResult};
use ambulo::{Overrides, Scene, World};
use ambulo_data::Trajectories;
use ambulo_eval::page::Table;
use ambulo_models::{lta, orca, pledestrians, rvo};
use std::path::Path;

pub(super) const CLAIMS: &[Claim] = &[
    Claim::exact(
        "RVO",
        "A velocity is in the reciprocal obstacle when twice it less the present one is in the plain one, and a pair splits the change evenly",
        "asked: always, but for grazing; both change alike",
        rvo_identity,
    ),
    Claim::exact("RVO", "Plain obstacles make a pair swing and reciprocal ones do not", "asked: so", rvo_swings),
    Claim::substitute(
        "RVO",
        "VIS table 1: on a circle of a hundred people RVO takes less time than social forces, and fewer are slow",
        "63 s and 13.0 % against 90 s and 30.4 %; asked: the order of both",
        rvo_circle,
    ),
    Claim::exact(
        "ORCA",
        "Two who both obey do not touch within the time",
        "asked: none of 10,000 random pairs",
        orca_pairs,
    ),
    Claim::exact("ORCA", "The linear program finds the best velocity", "asked: brute force within 1e-6", orca_program),
    Claim::exact(
        "ORCA",
        "Where nothing is allowed, the deepest penetration is the least there is",
        "asked: no deeper than anywhere on a dense grid",
        orca_infeasible,
    ),
    Claim::exact("ORCA", "In a corridor nobody crosses a wall", "asked: 0", orca_corridor),
    Claim::substitute(
        "ORCA",
        "250 people on a circle arrive without overlap",
        "pictures only; asked: at most 5 mm",
        orca_circle,
    ),
    Claim::exact("PLE", "The cheapest free speed is 1.33 m/s", "1.33 m/s; asked: 1.330", ple_free),
    Claim::exact(
        "PLE",
        "No velocity that is allowed costs less than the one chosen",
        "asked: none of 10,000 random ones each",
        ple_cheapest,
    ),
    Claim::substitute(
        "PLE",
        "Groups that change places spend less energy than with ORCA",
        "pictures only; asked: less for each metre",
        ple_swap,
    ),
    Claim::exact("LTA", "Alone, the least energy is at the pace towards the goal", "asked: within 2 mm/s", lta_alone),
    Claim::exact("LTA", "An agent already passed has no effect", "asked: 0", lta_passed),
    Claim::exact("LTA", "Steps of 0.4 and of 0.1 s give the same path", "asked: within 5 cm over 5 s", lta_steps),
];

fn rvo_identity(_: &Bench) -> ClaimResult {
    let (found, pairs) = (rvo::claims::reciprocal(20_000), rvo::claims::head_on());
    let uneven = pairs.iter().map(|p| p.uneven).fold(0.0, f64::max);
    let (low, high) =
        pairs.iter().fold((f64::INFINITY, 0.0f64), |(a, b), p| (a.min(p.all_over_half), b.max(p.all_over_half)));
    let holds = found.disagree == 0 && found.hits > 500 && uneven == 0.0 && pairs.iter().all(|p| p.just_enough);
    ClaimResult::new(holds, format!("{} of {} differ; changes differ by {uneven} m/s", found.disagree, found.hits))
        .note(format!(
            "who thinks it must do all of it changes {low:.1} to {high:.1} times as much; 1,024 samples, three pairs"
        ))
}

fn rvo_swings(_: &Bench) -> ClaimResult {
    let (plain, reciprocal) = (rvo::claims::swings(1.0), rvo::claims::swings(0.0));
    ClaimResult::new(
        plain >= 20 && reciprocal <= 4,
        format!("{plain} swings with plain ones, {reciprocal} with reciprocal ones"),
    )
    .note("head-on at 1.3 m/s from 20 m apart, steps of 0.1 s")
}

/// Longest travel time [s], share of slow walker-time and how many arrived, on a circle of a hundred people.
fn circle(model: &str) -> Option<(f64, f64, usize)> {
    let loaded = ambulo_data::scenario::parse("circle", Scene::find("circle")?.text).ok()?;
    let overrides = Overrides { threads: 1, model: Some(model.into()), ..Overrides::default() };
    let mut world = World::build(&loaded, Path::new("."), &overrides).ok()?;
    let mut rows = Vec::new();
    while !world.finished() {
        if world.report().step.is_multiple_of(2) {
            rows.extend(world.rows(world.report().step / 2));
        }
        world.step();
    }
    let t = Trajectories::new(
        0.5 / world.simulation().dt(),
        world.building_in_file().levels[0].plan.walkable.clone(),
        vec![],
        rows,
    );
    let slow = ambulo_eval::slow_share::measure(&t);
    let shares: Vec<f64> = slow.iter().map(|s| s.1).collect();
    Some((world.report().time, shares.iter().sum::<f64>() / shares.len().max(1) as f64, world.report().arrived))
}

fn rvo_circle(_: &Bench) -> ClaimResult {
    let runs = ["rvo", "social-force"].map(circle);
    let [Some(rvo), Some(force)] = runs else { return ClaimResult::new(false, "the scene is not there") };
    let head = ["model", "longest travel time [s]", "slow, below 0.5 m/s [%]", "arrived of 100"];
    let row = |name: &str, r: (f64, f64, usize)| {
        [name.to_string(), format!("{:.0}", r.0), format!("{:.1}", 100.0 * r.1), r.2.to_string()]
    };
    let table = Table::new("baselines-circle", "A hundred people on a circle of 32 m", &head)
        .row(row("rvo", rvo))
        .row(row("social-force", force));
    let ours =
        format!("{:.0} s and {:.1} % against {:.0} s and {:.1} %", rvo.0, 100.0 * rvo.1, force.0, 100.0 * force.1);
    ClaimResult::new(rvo.0 < force.0 && rvo.1 < force.1, ours)
        .note("a circle of 32 m at 1.34 m/s, one seed; the paper prints neither its radius nor its speed; steering by vision, the third of \
               that table, is not built")
        .table(table)
}

fn orca_pairs(_: &Bench) -> ClaimResult {
    let deepest = orca::claims::pairs_who_obey(10_000);
    ClaimResult::new(deepest < 1e-4, format!("the deepest touch is {:.3} mm", 1e3 * deepest.max(0.0)))
        .note("random radii, places, velocities, wishes and times; in single precision, 0.1 mm is the limit")
}

fn orca_program(_: &Bench) -> ClaimResult {
    let p = orca::claims::linear_programs(20_000);
    ClaimResult::new(p.apart < 1e-6 && p.disagree == 0, format!("within {:.0e} m/s, {} disagree", p.apart, p.disagree)).note(format!(
        "20,000 sets of up to ten lines, {} of which leave something; in double precision; the single precision that steers is at most \
         {:.0e} m/s farther from the wish",
        p.feasible, p.farther
    ))
}

fn orca_infeasible(_: &Bench) -> ClaimResult {
    let p = orca::claims::least_penetrations(150);
    ClaimResult::new(p.deeper <= 1e-9 && p.walls <= 1e-9, format!("at most {:.0e} m/s deeper", p.deeper.max(0.0))).note(
        format!(
            "150 sets of lines, a grid of 1 cm/s, which is itself up to {:.3} m/s too deep; walls kept",
            p.shallower
        ),
    )
}

fn orca_corridor(_: &Bench) -> ClaimResult {
    let c = orca::claims::corridor();
    let holds = c.wall_crossings == 0 && c.from_wall >= 0.195 && c.arrived == 48;
    ClaimResult::new(holds, format!("{} crossings, middles at least {:.3} m from walls", c.wall_crossings, c.from_wall))
        .note(format!("24 people of radius 0.2 m in each direction in 3 m; {} arrived", c.arrived))
}

fn orca_circle(_: &Bench) -> ClaimResult {
    let c = orca::claims::circle();
    ClaimResult::new(
        c.arrived == 250 && c.overlap <= 0.005,
        format!("{} arrive in {:.0} s, {:.1} mm", c.arrived, c.seconds, 1e3 * c.overlap),
    )
    .note("a circle of 53 m at 1.34 m/s; contact keeps bodies apart besides")
}

fn ple_free(_: &Bench) -> ClaimResult {
    let ((grid, beside, model), walked) = (pledestrians::claims::free_optimum(), pledestrians::claims::alone());
    let holds = (model - 1.330).abs() < 0.0005
        && (walked - 1.330).abs() < 0.001
        && (grid - 1.330).abs() < 0.003
        && beside < 0.004;
    ClaimResult::new(holds, format!("{model:.4} m/s; an agent alone walks at {walked:.4} m/s"))
        .note(format!("the printed energy on a grid of 2 mm/s is least at {grid:.3} m/s"))
}

fn ple_cheapest(_: &Bench) -> ClaimResult {
    let c = pledestrians::claims::cheapest(200);
    ClaimResult::new(
        c.dearer <= 1e-9 && c.broken <= 1e-9,
        format!("{} allowed ones, at most {:.0e} J/kg cheaper", c.tried, c.dearer.max(0.0)),
    )
    .note(format!("200 sets of lines; in double precision, single precision pays at most {:.0e} more", c.single))
}

fn ple_swap(_: &Bench) -> ClaimResult {
    let [orca, ours] = pledestrians::claims::swaps();
    let holds = ours.0 < orca.0 && ours.2 == 100 && orca.2 == 100;
    ClaimResult::new(holds, format!("{:.2} against {:.2} J/kg a metre", ours.0, orca.0)).note(format!(
        "two groups of 50, eight seeds, mean; all are there after {:.0} s against {:.0} s; most of it comes from walking at 1.33 m/s",
        ours.1, orca.1
    ))
}

fn lta_alone(_: &Bench) -> ClaimResult {
    let off = lta::claims::alone();
    ClaimResult::new(off < 2e-3, format!("within {:.2} mm/s", 1e3 * off)).note("both searches, several directions")
}

fn lta_passed(_: &Bench) -> ClaimResult {
    let (parting, coming) = lta::claims::already_passed();
    ClaimResult::new(parting == 0.0 && coming > 0.1, format!("{parting}"))
        .note(format!("change of the gradient of the energy; an approaching agent changes it by {coming:.2}"))
}

fn lta_steps(_: &Bench) -> ClaimResult {
    let both = lta::claims::rescaled();
    let (apart, raw) = both.iter().fold((0.0f64, 0.0f64), |(a, b), r| (a.max(r.apart), b.max(r.raw)));
    let holds = both.iter().all(|r| r.apart < 0.05 && r.raw > r.apart && r.aside > 0.1);
    ClaimResult::new(holds, format!("within {:.1} cm", 100.0 * apart)).note(format!(
        "past an agent who stands ahead, both searches; {:.1} cm with an inertia that is not rescaled",
        100.0 * raw
    ))
}
