//! `ambulo bench crowd`.

use crate::bench_args::CrowdArgs;
use crate::failure::Failure;
use crate::meter::METER;
use crate::models;
use crate::output::json as print_json;
use ambulo_lab::{BenchOptions, BenchResult, Workload, bench_city, bench_crowd};
use serde_json::json;

pub fn crowd(args: &CrowdArgs) -> Result<(), Failure> {
    let model = args.model.as_deref().unwrap_or("social-force");
    models::known(model)?;
    models::known_locomotion(&args.locomotion)?;
    // Without a model it is the default of scenarios, which keeps its headway.
    let headway = args.headway.as_deref().map_or(args.model.is_none(), |h| h == "on");
    let (locomotion, threads) = (&args.locomotion, args.threads);
    let mut params = args.param.clone();
    if let Some(word) = &args.perception {
        params.push(("perception".into(), models::perception(model, word)?));
    }
    let options = BenchOptions { model, locomotion, headway, threads, params: &params, meter: METER };
    let mut rows = Vec::new();
    for workload in workloads(args) {
        let mut runs = Vec::new();
        for _ in 0..args.repeat {
            let run = match workload {
                Some(workload) => bench_crowd(workload, &options),
                None => bench_city(args.agents.unwrap_or(10_000) as usize, &options),
            };
            runs.push(run.map_err(|e| Failure::Usage(e.to_string()))?);
        }
        runs.sort_by(|a, b| a.agent_steps_per_cpu_s.total_cmp(&b.agent_steps_per_cpu_s));
        let row = runs.swap_remove(runs.len() / 2);
        if !args.json {
            print(&row, rows.is_empty());
        }
        rows.push(row);
    }
    match rows.len() {
        _ if !args.json => Ok(()),
        1 => print_json(&rows[0]),
        _ => print_json(&json!({ "rows": rows })),
    }
}

/// What to run; `None` is the city.
fn workloads(args: &CrowdArgs) -> Vec<Option<Workload>> {
    let sizes = args.agents.map_or(vec![1_000, 10_000, 100_000], |n| vec![n as usize]);
    let open = sizes.into_iter().map(|agents| Some(Workload::Open { agents }));
    match args.workload.as_deref() {
        Some("city") => vec![None],
        Some("door") => vec![Some(Workload::Door)],
        Some(_) => open.collect(),
        // A number of people belongs to `open`: `door` always has a thousand.
        None if args.agents.is_some() => open.collect(),
        None => open.chain([Some(Workload::Door)]).collect(),
    }
}

fn print(r: &BenchResult, first: bool) {
    if first {
        let headway = if r.headway { " with headway" } else { "" };
        print_line!(
            "million agent-steps per second, {}{headway} ({}) on {} thread(s)",
            r.model,
            r.locomotion,
            r.threads
        );
        print_line!(
            "{:<9} {:>8} {:>8} {:>8} {:>8} {:>9} {:>6}  stages",
            "workload",
            "people",
            "wall",
            "CPU",
            "bytes/p",
            "overlap",
            "walls"
        );
    }
    let mut stages: Vec<_> = r.stages.iter().filter(|(_, share)| **share >= 0.01).collect();
    stages.sort_by(|a, b| b.1.total_cmp(a.1));
    let stages =
        stages.iter().map(|(name, share)| format!("{name} {:.0} %", *share * 100.0)).collect::<Vec<_>>().join(", ");
    print_line!(
        "{:<9} {:>8} {:>8.2} {:>8.2} {:>8.0} {:>6.1} mm {:>6}  {stages}",
        r.workload,
        r.agents,
        r.agent_steps_per_s / 1e6,
        r.agent_steps_per_cpu_s / 1e6,
        r.bytes_per_agent,
        r.max_overlap_m * 1000.0,
        r.wall_crossings,
    );
    if !r.devices.is_empty() {
        let parts = r.device_ms.iter().map(|(part, ms)| format!("{part} {ms:.2}")).collect::<Vec<_>>().join(", ");
        print_line!("{:<9} {:.2} ms per step; steering: {parts} ms; {}", "", r.step_ms, r.devices.join(", "));
    }
}
