//! `ambulo compare`.

use crate::args::CompareArgs;
use crate::failure::Failure;
use crate::meter::METER;
use crate::output::json as print_json;
use crate::progress::Bar;
use crate::run::{command_line, new_folder, stem};
use crate::{dense_command, models, scenario, signals};
use ambulo::eval::comparison::cell;
use ambulo_lab::dense::DEFAULT;
use ambulo_lab::{CompareError, CompareOptions, Comparison, ComparisonRow, compare as compare_models};
use std::sync::atomic::Ordering;

pub fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let models = chosen(args)?;
    if let Some(locomotion) = &args.motion.locomotion {
        models::known_locomotion(locomotion)?;
    }
    let Some(file) = &args.file else { return dense_command::dense(args, &models) };
    let (loaded, folder) = scenario::load_with(file, &args.variables.set)?;
    let options = CompareOptions {
        out: args.out.clone().unwrap_or_else(|| new_folder(&format!("compare-{}", stem(file)))),
        models,
        seeds: u64::from(args.seeds),
        threads: args.threads,
        locomotion: args.motion.locomotion.clone(),
        headway: args.motion.headway.clone(),
        limit: args.limit,
        command: command_line(),
    };
    let stop = signals::stop()?;
    let mut bar = Bar::new(args.output.quiet);
    let result = compare_models(&loaded, &folder, &options, METER, |p, model, seed| {
        bar.name(&format!("{model}, seed {seed}"));
        bar.show(p);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish();
    let comparison = result.map_err(|error| match error {
        CompareError::Input(errors) => Failure::Input(errors),
        CompareError::Run(error) => error.into(),
        stopped @ CompareError::Stopped => Failure::Run(anyhow::anyhow!("{stopped}")),
    })?;
    if args.json {
        print_json(&comparison)?;
    } else if !args.output.quiet {
        print_report(&comparison);
    }
    Ok(())
}

/// The models asked for, all of them known and each once.
fn chosen(args: &CompareArgs) -> Result<Vec<String>, Failure> {
    if args.models.is_empty() {
        return Ok(ambulo::models::MODELS.iter().map(|m| m.name.to_string()).collect());
    }
    // A suite can also measure people whose model a scenario does not name.
    let named = |model: &&String| args.suite.is_none() || *model != DEFAULT;
    for (i, model) in args.models.iter().filter(named).enumerate() {
        models::known(model)?;
        if args.models.iter().filter(named).take(i).any(|m| m == model) {
            return Err(Failure::Usage(format!("model `{model}` is named twice; name each once")));
        }
    }
    Ok(args.models.iter().filter(named).cloned().collect())
}

fn print_report(c: &Comparison) {
    let runs = if c.seeds == 1 { "seed 1".into() } else { format!("seeds 1 to {}", c.seeds) };
    // One run has no spread.
    let figures = if c.seeds == 1 { "one run" } else { "mean over the runs ± standard deviation" };
    print_line!("{}, {runs}: {figures}; arrived and stuck are sums", c.scene);
    let mut table = vec![
        ["model", "arrived", "travel [s]", "longest [s]", "slow", "turned [°]", "accel.", "smooth.", "energy [kJ]"]
            .into_iter()
            .chain(["overlap", "stuck", "µs/step"])
            .map(String::from)
            .collect::<Vec<_>>(),
    ];
    table.extend(c.rows.iter().map(|row| words(row, c.seeds > 1)));
    let wide = |k: usize| table.iter().map(|row| row[k].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table[0].len()).map(wide).collect();
    for row in &table {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(k, (text, w))| if k == 0 { format!("{text:<w$}") } else { format!("{text:>w$}") });
        print_line!("{}", cells.collect::<Vec<_>>().join("  "));
    }
    for row in c.rows.iter().filter(|r| r.unfinished + r.not_entered > 0) {
        print_line!(
            "{}: {} did not arrive and count as the length of their run, {} never found room to enter",
            row.model,
            row.unfinished,
            row.not_entered
        );
    }
    print_line!("The page with pictures is {}", c.page);
}

fn words(r: &ComparisonRow, several: bool) -> Vec<String> {
    let spread = |mean: Option<f64>, sd: Option<f64>, by: f64, decimals: usize| match (mean, sd) {
        (Some(m), Some(s)) if several => format!("{:.decimals$} ± {:.decimals$}", m * by, s * by),
        (Some(m), _) => format!("{:.decimals$}", m * by),
        _ => cell(&[], decimals),
    };
    vec![
        r.model.clone(),
        format!("{}/{}", r.arrived, r.agents),
        spread(r.travel_time_mean_s, r.travel_time_mean_s_sd, 1.0, 1),
        spread(r.travel_time_max_s, r.travel_time_max_s_sd, 1.0, 1),
        spread(r.slow_share, r.slow_share_sd, 1.0, 3),
        spread(r.degrees_turned, r.degrees_turned_sd, 1.0, 0),
        spread(r.total_acceleration, r.total_acceleration_sd, 1.0, 0),
        spread(r.smoothness, r.smoothness_sd, 1.0, 0),
        spread(r.energy_j, r.energy_j_sd, 1e-3, 2),
        format!("{:.1} mm", r.max_overlap_m * 1e3),
        r.stuck.to_string(),
        spread(r.micros_per_agent_step, r.micros_per_agent_step_sd, 1.0, 2),
    ]
}
