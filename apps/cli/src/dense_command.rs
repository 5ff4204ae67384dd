//! `ambulo compare --suite dense`: whether models walk like people when it gets full.

use crate::args::CompareArgs;
use crate::failure::Failure;
use crate::output::json as print_json;
use crate::run::command_line;
use ambulo::data::scenario::HeadwaySpec;
use ambulo_lab::dense::{
    DEFAULT, DENSITIES, DenseOptions, DenseRow, DenseSubject, WIDTHS, dense_page, measure, weidmann,
};

pub fn dense(args: &CompareArgs, models: &[String]) -> Result<(), Failure> {
    let both = [HeadwaySpec::Off, HeadwaySpec::Params(Default::default())];
    let headways: &[HeadwaySpec] = args.motion.headway.as_ref().map_or(&both, std::slice::from_ref);
    let mut subjects = Vec::new();
    let all = args.models.is_empty() && args.motion.headway.is_none();
    if all || args.models.iter().any(|m| m == DEFAULT) {
        let headway = args.motion.headway.clone().unwrap_or(HeadwaySpec::Default);
        subjects.push(DenseSubject { headway, ..DenseSubject::new(DEFAULT) });
    }
    for model in models {
        for headway in headways {
            subjects.push(DenseSubject { headway: headway.clone(), ..DenseSubject::new(model) });
        }
    }
    let first = args.first_seed;
    let seeds = first..=first.saturating_add(u64::from(args.seeds) - 1);
    let rows = measure(&subjects, &DenseOptions { seeds, parts: args.parts.clone(), threads: args.threads });
    let page = match &args.out {
        Some(dir) => {
            let seeds = format!("{first} to {}", first.saturating_add(u64::from(args.seeds) - 1));
            let facts = [("Version", ambulo::VERSION.to_string()), ("Command", command_line()), ("Seeds", seeds)];
            let facts = facts.map(|(name, value)| (name.to_string(), value)).to_vec();
            let written = dense_page(&rows, facts).write(dir, "dense.html").map_err(|e| Failure::Run(e.into()))?;
            Some(written.html.display().to_string())
        }
        None => None,
    };
    if args.json {
        return print_json(&serde_json::json!({ "suite": "dense", "rows": rows, "page": page }));
    }
    if !args.output.quiet {
        print_table(&rows);
        if let Some(page) = page {
            print_line!("The page with plots is {page}");
        }
    }
    Ok(())
}

fn print_table(rows: &[DenseRow]) {
    let people: Vec<String> = DENSITIES.iter().map(|d| format!("{:.2}", weidmann(*d))).collect();
    print_line!(
        "speed [m/s] at 0.5, 1, 2, 3, 4 people per square metre (people: {}); flow through doors of 0.8 to 2.4 m by 1.9 per metre and second; \
         share of a single file in the band of people; lane order and first inflow that locks [1/(m s)] in a counterflow; share that leaves through an exit of 0.7 m; push of a stander [m]",
        people.join(" ")
    );
    let numbers = |keys: &[f64], of: &std::collections::BTreeMap<String, f64>| {
        let cells = keys.iter().map(|k| of.get(&format!("{k}")).map_or("-".into(), |v| format!("{v:.2}")));
        cells.collect::<Vec<_>>().join(" ")
    };
    let number = |v: Option<f64>| v.map_or("-".into(), |v| format!("{v:.2}"));
    for r in rows {
        print_line!(
            "{:<20} {:<5} {}   {}   {}   {} {}   {}   {}",
            r.model,
            r.headway,
            numbers(&DENSITIES, &r.speed_at_density),
            numbers(&WIDTHS, &r.door_flow_ratio),
            number(r.single_file_in_band),
            number(r.lane_order),
            number(r.gridlock_inflow),
            number(r.narrow_exit_left),
            number(r.stander_push_m)
        );
    }
}
