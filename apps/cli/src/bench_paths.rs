//! `ambulo bench paths`.

use crate::bench_args::PathsArgs;
use crate::failure::Failure;
use crate::output::json as print_json;
use crate::plan_args::PlanArgs;
use crate::plan_load;
use ambulo::nav::{Site, generated_city};
use ambulo::plan::site_of;
use ambulo_lab::{PathsOptions, PathsResult, bench_paths};

pub fn paths(args: &PathsArgs) -> Result<(), Failure> {
    let site = match &args.file {
        None => Site::from(generated_city()),
        Some(file) => site_of(&plan_load::load(&PlanArgs::of(file))?),
    };
    let options = PathsOptions {
        queries: args.queries as usize,
        compared: args.compared.unwrap_or(args.queries) as usize,
        radius: args.radius,
        suited: args.suited,
        keys: args.keys,
        spacing: args.spacing.unwrap_or(f64::INFINITY),
        refined: !args.unrefined,
    };
    let result = bench_paths(&site, options).map_err(|e| Failure::Usage(e.to_string()))?;
    if args.json {
        return print_json(&result);
    }
    print(&result);
    Ok(())
}

fn print(r: &PathsResult) {
    print_line!("{} cells, {} free segments, {} levels of abstraction", r.cells, r.free_segments, r.abstraction_depth);
    print_line!(
        "build {:.0} ms: cells {:.0} ms, abstraction and tables {:.0} ms ({:.1} MB)",
        r.build_ms,
        r.mesh_ms,
        r.roads_ms,
        r.table_bytes as f64 / 1e6
    );
    print_line!(
        "{} queries, one thread: mean {:.1} us, median {:.1}, p95 {:.1}, p99 {:.1}, worst {:.1}",
        r.queries,
        r.query_mean_us,
        r.query_p50_us,
        r.query_p95_us,
        r.query_p99_us,
        r.query_worst_us
    );
    print_line!(
        "flat A*: mean {:.1} us, worst {:.1} us; worst {:.1} times slower, {:.1} times the states; costs differ by {:.1e}",
        r.flat_mean_us,
        r.flat_worst_us,
        r.worst_ratio_flat,
        r.expanded_ratio_flat,
        r.cost_difference
    );
    print_line!(
        "shortest paths: mean {:.1} us; ours are {:.2} % longer on average, p99 {:.2} %, worst {:.2} %",
        r.exact_mean_us,
        (r.length_over_optimal - 1.0) * 100.0,
        (r.length_over_optimal_p99 - 1.0) * 100.0,
        (r.length_over_optimal_worst - 1.0) * 100.0
    );
}
