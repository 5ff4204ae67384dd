//! Planning footsteps: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use ambulo_draw::{LinePlot, Series};
use ambulo_eval::page::Table;
use ambulo_geom::{Polygon, Region};
use ambulo_models::locomotion::footsteps::claims::{self, Walked};

pub(super) const SUBJECT: Subject = Subject {
    name: "footsteps",
    title: "Planning footsteps",
    citation: "A. Beacco, N. Pelechano and M. Kapadia, Dynamic footsteps planning for multiple characters, Spanish Conference on Computer Graphics, 2013",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "FSP",
        "The estimate of the cost to go never exceeds the true cost",
        "no figure; asked: on random sets of clips, searched to depth 4",
        estimate,
    ),
    Claim::exact("FSP", "Feet alternate", "no figure; asked: strictly", alternate),
    Claim::exact("FSP", "No step goes through a thin wall", "no figure; asked: none through 0.1 m", thin_wall),
    Claim::exact(
        "FSP",
        "A short horizon collides more often than a long one",
        "no figure; asked: more with 1 step than with 8, four characters crossing",
        horizon,
    ),
    Claim::substitute(
        "FSP",
        "Twenty characters run at 59 to 164 frames per second, forty at 22 to 61, with 28 clips",
        "59 and 22 frames per second at least, with a limit of 0.05 s",
        frames,
    )
    .alone(),
    Claim::substitute(
        "FSP",
        "Time grows linearly with the number of characters",
        "pictures only; asked: R^2 above 0.95",
        linear,
    )
    .alone(),
];

fn estimate(bench: &Bench) -> ClaimResult {
    let found = claims::estimates(200, bench.seed);
    let ours = format!(
        "{} of {} chains of up to 4 steps cost less than the estimate, which is {:.3} of the cost at most",
        found.above, found.chains, found.greatest
    );
    ClaimResult::new(found.above == 0, ours)
        .note("200 random sets of six steps at random speeds between 0.3 and 1.8 m/s, half of them with the paper's energies; the estimate of where every chain ends")
}

fn walk(trips: &(Region, Vec<(ambulo_geom::Point, ambulo_geom::Point)>), limit: f64) -> Walked {
    claims::walk(trips.0.clone(), "social-force", &[], 1, &trips.1, limit)
}

fn alternate(_: &Bench) -> ClaimResult {
    let found = [walk(&claims::crowd(40), 60.0), walk(&claims::thin_wall(), 60.0)].map(|w| w.repeated());
    let (steps, twice) = found.iter().fold((0, 0), |sum, f| (sum.0 + f.0, sum.1 + f.1));
    ClaimResult::new(twice == 0 && steps > 500, format!("{twice} of {steps} footsteps are of the foot before"))
        .note("forty people crossing a hall of 3 m² each, and four at a door of 1 m")
}

fn thin_wall(_: &Bench) -> ClaimResult {
    let walked = walk(&claims::thin_wall(), 60.0);
    let ((swings, crossed), arrived) = (walked.crossings(), walked.sim.report().arrived);
    ClaimResult::new(crossed == 0 && arrived == 4, format!("{crossed} of {swings} swings, and {arrived} of 4 arrive"))
        .note("a wall of 0.1 m with a door of 1 m; the goal of one walker is straight behind it")
}

fn square() -> Region {
    Region::from(Polygon::rectangle(0.0, 0.0, 16.0, 16.0).expect("a square"))
}

const VARIANTS: u32 = 8;

fn horizon(_: &Bench) -> ClaimResult {
    let run = |steps: f64| {
        let one = |k| claims::walk(square(), "straight", &[("horizon", steps)], 1, &claims::four(k), 60.0);
        let all = (0..VARIANTS).map(one).map(|w| (w.touches, w.sim.report().arrived));
        all.fold((0, 0), |sum, (touches, arrived)| (sum.0 + touches, sum.1 + arrived))
    };
    let depths = [1.0, 2.0, 4.0, 8.0];
    let found = depths.map(run);
    let head = ["horizon [steps]", "in touch [walker pairs x s]", "arrived within 60 s"];
    let table = Table::new("footsteps-horizon", "Four crossing, eight variants, steering that avoids nobody", &head);
    let table = depths.iter().zip(&found).fold(table, |table, (depth, (touches, arrived))| {
        let touching = format!("{:.1}", *touches as f64 * 0.05);
        table.row([format!("{depth:.0}"), touching, format!("{arrived} of {}", 4 * VARIANTS)])
    });
    let [near, .., far] = found;
    let ours = format!("{:.1} s in touch with 1 step, {:.1} s with 8", near.0 as f64 * 0.05, far.0 as f64 * 0.05);
    ClaimResult::new(near.0 > far.0, ours)
        .note("bodies cannot overlap here, so the time is counted in which two are within 5 mm of touching; eight variants, steering straight to the goal")
        .table(table)
}

/// CPU time of a walker and step [s], and how many were there on average, over the first ten seconds of a crowd.
fn step_time(bench: &Bench, count: u32) -> (f64, f64) {
    let crowd = claims::crowd(count);
    let cpu = (bench.meter.cpu_seconds)();
    let report = walk(&crowd, 10.0).sim.report().clone();
    let cpu = (bench.meter.cpu_seconds)() - cpu;
    (cpu / report.agent_steps as f64, report.agent_steps as f64 / f64::from(report.step))
}

fn frames(bench: &Bench) -> ClaimResult {
    let [twenty, forty] = [20, 40].map(|count| 1.0 / (step_time(bench, count).0 * f64::from(count)));
    ClaimResult::new(twenty >= 59.0 && forty >= 22.0, format!("{twenty:.0} and {forty:.0} steps of the simulation per second"))
        .note("whole steps of 0.05 s, one thread, 26 steps in the set instead of 28 clips, 40 nodes a search at most instead of a limit of time; nothing is drawn; CPU time of a walker and step times their number, while they cross each other")
}

fn linear(bench: &Bench) -> ClaimResult {
    let counts = [25, 50, 100, 150, 200, 300];
    let point = |count: &u32| {
        let (time, present) = step_time(bench, *count);
        (present, 1e3 * time * present)
    };
    let points: Vec<(f64, f64)> = counts.iter().map(point).collect();
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / n, sum.1 + p.1 / n));
    let (xx, xy, yy) = points.iter().fold((0.0, 0.0, 0.0), |sum, p| {
        let (u, v) = (p.0 - x, p.1 - y);
        (sum.0 + u * u, sum.1 + u * v, sum.2 + v * v)
    });
    let r2 = xy * xy / (xx * yy);
    let plot =
        LinePlot::new("Time of a step", "walkers", "CPU time of a step [ms]").series(Series::new("measured", points));
    ClaimResult::new(r2 > 0.95, format!("R^2 = {r2:.3}, {:.0} µs per walker and step", 1e3 * xy / xx))
        .note("25 to 300 walkers at 3 m² each, one thread, the first ten seconds of crossing each other")
        .drawing("footsteps-time", "Time of a step of the simulation over the number of walkers.", &plot.draw())
}
