//! From a plan to routes: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use crate::bench::{BenchOptions, BenchResult, Workload, bench_crowd};
use crate::bench_paths::{PathSample, PathsOptions, bench_paths_each};
use ambulo_draw::{LinePlot, Series};
use ambulo_eval::page::Table;
use ambulo_geom::math::{exp, ln};
use ambulo_nav::{claims, generated_city};

pub(super) const SUBJECT: Subject = Subject {
    name: "environment",
    title: "Environment: cells, bottlenecks and hierarchical planning",
    citation: "F. Lamarche and S. Donikian, Crowd of virtual humans: a new approach for real time navigation in complex and structured \
               environments, Computer Graphics Forum 23(3), 2004",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "LAM",
        "Putting the feet of corners on walls ends, with at most corners times segments of them, and a second pass finds none",
        "no figure; asked: on 1,000 random maps",
        bottlenecks,
    ),
    Claim::exact(
        "LAM",
        "Two places are joined by cells for a body of any width exactly when a grid of centimetres joins them",
        "no figure; asked: always, outside 2 cm around critical radii",
        widths,
    ),
    Claim::exact(
        "LAM",
        "Cells are convex, cover the plan and cannot grow",
        "no figure; asked: angles within 1e-9 of straight, area within 1e-9, no edge left that could go",
        cells,
    ),
    Claim::exact(
        "LAM",
        "Planning in the abstract graph finds routes as cheap as A* in the full graph",
        "no figure; asked: within 1e-9 on 10,000 queries",
        costs,
    ),
    Claim::substitute(
        "LAM",
        "Figure 12: in a city, the slowest plan in the abstract graph is much faster than A* in the full graph",
        "45 ms against 2.5 ms, 18 times, with 8,165 cells; asked: 10 times in time and in states expanded",
        city,
    )
    .alone(),
    Claim::not_public(
        "LAM",
        "Figure 12: times of the slowest plans",
        "45 ms and 2.5 ms",
        "times of a machine of 2004 and a model of a city that was not published",
    ),
    Claim::substitute(
        "LAM",
        "Figure 14: the time of a step grows about linearly with the number of people",
        "looks linear; asked: exponent of at most 1.25 from 250 to 4,000 people",
        growth,
    )
    .alone(),
    Claim::substitute(
        "LAM",
        "Figure 14: the neighbourhood graph takes a fifth to a quarter of the time",
        "20 to 25 %",
        graph_share,
    )
    .alone(),
];

fn bottlenecks(_: &Bench) -> ClaimResult {
    let found = claims::bottlenecks(1000);
    let holds = found.of_bound <= 1.0 && found.again == 0 && found.faults.is_empty();
    let ours = format!(
        "{} feet on 1,000 maps, at most {:.1} % of the bound, {} by a second pass",
        found.feet[0],
        100.0 * found.of_bound,
        found.again
    );
    ClaimResult::new(holds, ours).note(format!(
        "the published rule; with feet behind free edges, as this program uses it, {} feet and none by a second pass either",
        found.feet[1]
    ))
}

fn widths(_: &Bench) -> ClaimResult {
    let found = claims::widths(80);
    let ours = format!(
        "{} of {} pairs of places agree, widest passages within {:.1} cm",
        found.asked - found.wrong.len(),
        found.asked,
        100.0 * found.worst
    );
    ClaimResult::new(found.wrong.is_empty(), ours).note(
        "80 random maps of 4 x 4 m; for each pair the width at which it is cut off, which covers all radii at once",
    )
}

fn cells(_: &Bench) -> ClaimResult {
    let found = claims::cells(400);
    let holds = found.beyond_straight < 1e-9 && found.area < 1e-9 && found.could_go == 0 && found.faults.is_empty();
    let ours = format!(
        "{} cells: at most {:.0e} rad beyond straight, area within {:.0e}, {} edges could go",
        found.cells, found.beyond_straight, found.area, found.could_go
    );
    ClaimResult::new(holds, ours).note("400 random maps with pillars, 50 with rooms and thin walls")
}

fn costs(_: &Bench) -> ClaimResult {
    let found = claims::costs(40);
    let ours = format!("within {:.0e} on {} queries, {} of them with a route", found.worst, found.asked, found.found);
    ClaimResult::new(found.worst <= 1e-9 && found.faults.is_empty(), ours)
        .note("40 random maps with up to 250 pillars, one to three key points, three widths of body")
}

/// Mean times of both planners [ms] over stretches of 100 m of length.
fn by_length(samples: &[PathSample]) -> [Vec<(f64, f64)>; 2] {
    let mut bins = vec![(0.0, [0.0; 2]); 25];
    for s in samples {
        let at = ((s.length / 100.0) as usize).min(bins.len() - 1);
        bins[at].0 += 1.0;
        (0..2).for_each(|k| bins[at].1[k] += s.micros[k] / 1e3);
    }
    [0, 1].map(|k| {
        let full = bins.iter().enumerate().filter(|(_, b)| b.0 >= 5.0);
        full.map(|(i, b)| (100.0 * i as f64 + 50.0, b.1[k] / b.0)).collect()
    })
}

fn city(_: &Bench) -> ClaimResult {
    // The authors' method, which ends with the unfolded route.
    let options = PathsOptions { queries: 2000, compared: 2000, refined: false, ..PathsOptions::default() };
    let (r, samples) = match bench_paths_each(&generated_city().into(), options) {
        Ok(found) => found,
        Err(error) => return ClaimResult::new(false, error.to_string()),
    };
    let [fast, flat] = by_length(&samples);
    let plot = LinePlot::new("Planning routes through a city", "length of the route [m]", "mean time [ms]")
        .series(Series::new("A* in the full graph", flat))
        .series(Series::new("in the abstract graph", fast));
    let holds = r.worst_ratio_flat >= 10.0 && r.expanded_ratio_flat >= 10.0 && (7600..=8400).contains(&r.cells);
    let ours = format!(
        "{:.2} ms against {:.3} ms, {:.0} times; {:.0} times fewer states; {} cells",
        r.flat_worst_us / 1e3,
        r.query_worst_us / 1e3,
        r.worst_ratio_flat,
        r.expanded_ratio_flat,
        r.cells
    );
    ClaimResult::new(holds, ours)
        .note(
            "a generated city of 2,601 buildings on 1.3 x 1.3 km stands in for the authors'; 2,000 random queries; a query finds both \
             cells, searches, unfolds and pulls taut",
        )
        .drawing(
            "environment-figure-12",
            "After figure 12: time to plan a route in the generated city, mean over routes of similar length, one thread.",
            &plot.draw(),
        )
}

const PEOPLE: [usize; 5] = [250, 500, 1000, 2000, 4000];

/// The fastest of three runs of each size.
fn crowds(bench: &Bench) -> Option<Vec<BenchResult>> {
    let one = |agents| {
        let runs =
            (0..3).map(|_| bench_crowd(Workload::Open { agents }, &BenchOptions::new("lamarche", bench.meter)).ok());
        runs.collect::<Option<Vec<_>>>()?.into_iter().max_by(|a, b| a.agent_steps_per_s.total_cmp(&b.agent_steps_per_s))
    };
    PEOPLE.map(one).into_iter().collect()
}

const CROWD_NOTE: &str = "0.5 people per square metre with random starts and goals, steps of 0.1 s, decisions at every step, one thread; \
                          the fastest of three runs";

fn growth(bench: &Bench) -> ClaimResult {
    let Some(runs) = crowds(bench) else { return ClaimResult::new(false, "the model is not there") };
    let points: Vec<(f64, f64)> =
        runs.iter().map(|r| (r.agents as f64, r.agents as f64 / r.agent_steps_per_s)).collect();
    let n = points.len() as f64;
    let logs: Vec<(f64, f64)> = points.iter().map(|(a, t)| (ln(*a), ln(*t))).collect();
    let (x, y) = logs.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0 / n, s.1 + p.1 / n));
    let exponent = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>()
        / logs.iter().map(|p| (p.0 - x) * (p.0 - x)).sum::<f64>();
    let fitted = |a: f64| exp(y + exponent * (ln(a) - x));
    let share = |r: &BenchResult| r.stages.get("neighbours").copied().unwrap_or(0.0);
    let milliseconds = |f: &dyn Fn(usize) -> f64| (0..runs.len()).map(|k| (points[k].0, 1e3 * f(k))).collect();
    let plot = LinePlot::new("Time of a step", "people", "time [ms]")
        .series(Series::new("whole step", milliseconds(&|k| points[k].1)))
        .series(Series::new("neighbourhood", milliseconds(&|k| points[k].1 * share(&runs[k]))))
        .series(Series::new(format!("c n^{exponent:.2}"), milliseconds(&|k| fitted(points[k].0))).wide(1.0));
    let head = ["people", "time of a step [ms]", "neighbourhood [%]", "steering [%]"];
    let mut table = Table::new("environment-growth", "Time of a step with reactive navigation", &head);
    for (r, (_, t)) in runs.iter().zip(&points) {
        let steering = 100.0 * r.stages.get("steering").copied().unwrap_or(0.0);
        table = table.row([
            r.agents.to_string(),
            format!("{:.2}", 1e3 * t),
            format!("{:.0}", 100.0 * share(r)),
            format!("{steering:.0}"),
        ]);
    }
    let ours = format!("exponent {exponent:.2}; {:.1} ms for 4,000 people", 1e3 * points[points.len() - 1].1);
    ClaimResult::new(exponent <= 1.25, ours).note(CROWD_NOTE).table(table).drawing(
        "environment-figure-14",
        "After figure 14: time of a whole step over the number of people, with the part that finds neighbours and their graph.",
        &plot.draw(),
    )
}

fn graph_share(bench: &Bench) -> ClaimResult {
    match bench_crowd(Workload::Open { agents: 2000 }, &BenchOptions::new("lamarche", bench.meter)) {
        Ok(r) => {
            let share = 100.0 * r.stages.get("neighbours").copied().unwrap_or(0.0);
            ClaimResult::new((20.0..=25.0).contains(&share), format!("{share:.0} % with 2,000 people"))
                .note("of the whole step, which here includes routes, contact and checks; the neighbourhood includes lists for contact")
        }
        Err(error) => ClaimResult::new(false, error.to_string()),
    }
}
