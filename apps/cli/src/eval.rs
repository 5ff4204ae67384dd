//! `ambulo eval`.

use crate::eval_args::EvalArgs;
use crate::eval_load::{filter, load};
use crate::eval_places::{area, line};
use crate::eval_print;
use crate::failure::Failure;
use crate::meter::METER;
use crate::names::unknown_text;
use crate::output::{json as print_json, with_flags};
use crate::progress::Bar;
use crate::run::{command_line, new_folder};
use ambulo::data::measured::Measured;
use ambulo::data::run_folder::Provenance;
use ambulo::eval::evaluation::{METRICS, Metric, Questions, evaluate, metric};
use ambulo::eval::fundamental::Steady;
use ambulo::eval::macroscopic::MacroscopicOptions;
use ambulo::eval::n_t::Direction;
use ambulo::eval::page::Table;
use ambulo::eval::voronoi::CutOff;
use ambulo::evaluate::EvaluatedFile;
use std::path::PathBuf;

pub fn eval(args: &EvalArgs) -> Result<(), Failure> {
    if args.metrics.iter().any(|m| m == "help") {
        return list(args.json);
    }
    let Some(path) = &args.run else {
        return Err(Failure::Usage("name a run folder or a file of trajectories".into()));
    };
    // CPU time: what others do on the machine is not counted.
    let begin = (METER.cpu_seconds)();
    let mut questions = questions(args)?;
    let run = Provenance::of(path);
    let Measured { trajectories, origin } = load(path, &args.load)?;
    let fps = trajectories.fps;
    questions.macroscopic.frame_step = Some((args.speed_window * fps).round().max(1.0) as u32);
    questions.macroscopic.delta_frame = Some((args.window * fps).round().max(1.0) as u32);
    let read_s = (METER.cpu_seconds)() - begin;
    let mut bar = Bar::new(args.output.quiet);
    let mut done = 0;
    // Tracks, bodies, faults, bridging, smoothing and areas come to the metrics.
    let all = METRICS.len() + 6;
    let result = evaluate(trajectories, &questions, &METER.cpu_seconds, &mut |part| {
        done += 1;
        bar.count(done, all, || part.replace('_', " "));
    });
    bar.finish();
    let mut found = result.map_err(|e| Failure::Usage(format!("--filter: {e}")))?;
    found.seconds.insert(0, ("read", read_s));
    let file = EvaluatedFile { path: path.clone(), run, origin, questions, found };
    let page = if args.no_page { None } else { Some(write(args, &file)?) };
    if args.json {
        print_json(&file.json(page.as_deref()))?;
    } else if !args.output.quiet {
        eval_print::print_report(&file, page.as_deref());
    }
    Ok(())
}

fn questions(args: &EvalArgs) -> Result<Questions, Failure> {
    let known = |name: &String| -> Result<&'static Metric, Failure> {
        metric(name).ok_or_else(|| {
            let text = unknown_text("metric", name, METRICS.iter().map(|m| m.name));
            Failure::Usage(format!("{text}; --metrics help explains them"))
        })
    };
    let direction = Direction::from_name(&args.direction).ok_or_else(|| {
        let text = unknown_text("direction", &args.direction, Direction::ALL.map(Direction::name));
        Failure::Usage(format!("--direction: {text}"))
    })?;
    if !(0.0..0.5).contains(&args.settle) {
        return Err(Failure::Usage(format!("--settle {}: expected a share from 0 to below 0.5", args.settle)));
    }
    let steady = if args.settle > 0.0 { Steady::Middle(args.settle) } else { Steady::All };
    let cut_off = args.cut_off.map(CutOff::new);
    Ok(Questions {
        metrics: args.metrics.iter().map(known).collect::<Result<_, _>>()?,
        areas: args.area.iter().enumerate().map(|(k, text)| area(text, k)).collect::<Result<_, _>>()?,
        lines: args.line.iter().enumerate().map(|(k, text)| line(text, k)).collect::<Result<_, _>>()?,
        macroscopic: MacroscopicOptions {
            voronoi: !args.no_voronoi,
            cut_off,
            direction,
            steady,
            ..MacroscopicOptions::default()
        },
        bridge: args.load.bridge,
        filter: filter(&args.load),
        radius: args.load.radius,
        fastest: args.load.jump,
    })
}

/// The page and its files; returns the page.
fn write(args: &EvalArgs, file: &EvaluatedFile) -> Result<PathBuf, Failure> {
    let out = args.out.clone().unwrap_or_else(|| new_folder(&format!("eval-{}", file.name())));
    let mut page = file.page(&command_line());
    if args.load.allow_incomplete {
        page.notes = file.notes();
    }
    page.notes.iter_mut().for_each(|note| *note = with_flags(note));
    file.write_page(&out, &page, &command_line()).map_err(Failure::of_page)
}

/// The metrics there are.
fn list(json: bool) -> Result<(), Failure> {
    if json {
        let one = |m: &Metric| serde_json::json!({ "name": m.name, "unit": m.unit, "about": m.about });
        return print_json(&serde_json::json!({ "metrics": METRICS.iter().map(one).collect::<Vec<_>>() }));
    }
    let mut table = Table::new("metrics", "Metrics", &["metric", "unit", "definition"]);
    let wide = METRICS.iter().map(|m| m.about.chars().count()).max().unwrap_or(0);
    for m in METRICS {
        table = table.row([m.name.to_string(), m.unit.to_string(), format!("{:<wide$}", m.about)]);
    }
    table.lines().iter().for_each(|l| print_line!("{l}"));
    Ok(())
}
