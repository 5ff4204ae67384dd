//! `ambulo run`.

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::output::json as print_json;
use crate::{models, progress::Bar, scenario, signals};
use ambulo::data::words::counted;
use ambulo::exits::Count;
use ambulo::{Outcome, Overrides, Progress, RunOptions, SCENES, Summary, World};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let checkpoint = (args.checkpoint > 0.0).then(|| Duration::from_secs_f64(args.checkpoint));
    let stop = signals::stop()?;
    let mut bar = Bar::new(args.output.quiet);
    let progress = |p: &Progress<'_>| {
        for place in p.blocked.iter().filter(|_| !args.output.quiet) {
            bar.warn(&format!("warning: blocked at {:.0} s: {place}", p.report.time));
        }
        bar.show(p);
        !stop.load(Ordering::Relaxed)
    };
    let result = match &args.resume {
        Some(folder) => ambulo::resume_run(folder, args.cores.threads, checkpoint, progress),
        None => {
            let (mut world, options) = prepare(args)?;
            ambulo::run_to_folder(&mut world, &RunOptions { checkpoint, ..options }, progress)
        }
    };
    bar.finish();
    let summary = result?;
    if args.json {
        print_json(&summary)?;
    } else if !args.output.quiet {
        print_report(&summary);
    }
    ended(&summary, args.allow_incomplete)
}

/// The world of a scenario, and where its run goes.
fn prepare(args: &RunArgs) -> Result<(World, RunOptions), Failure> {
    let file = args.file.as_deref().unwrap_or(SCENES[0].name);
    if let Some(model) = &args.model {
        models::known(model)?;
    }
    if let Some(word) = &args.perception {
        models::perception("vision", word)?;
    }
    if let Some(locomotion) = &args.motion.locomotion {
        models::known_locomotion(locomotion)?;
    }
    let (loaded, folder) = scenario::load_with(file, &args.variables.set)?;
    let overrides = Overrides {
        seed: args.seed,
        threads: args.cores.threads,
        model: args.model.clone(),
        locomotion: args.motion.locomotion.clone(),
        headway: args.motion.headway.clone(),
        limit: args.limit,
        params_file: args.params_file.clone(),
        perception: args.perception.clone(),
        ..Overrides::default()
    };
    let world = World::build(&loaded, &folder, &overrides)?;
    if !args.output.quiet {
        // Before the run: who knows of them may stop it.
        world.warnings().iter().for_each(|w| warn!("warning: {w}"));
        world.devices().iter().for_each(|device| warn!("{device}"));
    }
    let out = args.out.clone().unwrap_or_else(|| new_folder(&stem(file)));
    let options = RunOptions {
        formats: args.format.clone(),
        command: command_line(),
        explain: args.explain.map(|e| e.id),
        explain_at: args.explain.and_then(|e| e.at),
        ..RunOptions::new(out)
    };
    Ok((world, options))
}

/// Whether the run did what its scenario asks for; if not, why, and the exit code.
fn ended(s: &Summary, allowed: bool) -> Result<(), Failure> {
    if s.interrupted {
        let (signal, code) = signals::came().unwrap_or(("a signal", s.outcome.exit_code()));
        let words = format!("interrupted by {signal} at {:.1} s of simulated time", s.simulated_s);
        let more = format!("{0} holds an incomplete run; `ambulo run --resume {0}` resumes it", s.out);
        return Err(Failure::Ended(format!("{words}; {more}"), code));
    }
    let code = s.outcome.exit_code();
    if code == 0 || allowed {
        return Ok(());
    }
    let people = counted(s.agents, "person", "people");
    let words = match s.outcome {
        Outcome::SomeStuck => format!("{} of {people} arrived, {} without progress", s.arrived, s.stuck),
        _ => format!("{} of {people} arrived", s.arrived),
    };
    Err(Failure::Ended(format!("limit reached at {:.1} s: {words} (exit code {code})", s.simulated_s), code))
}

/// `out/NAME`, or the first of `out/NAME-2`, `out/NAME-3` ... that does not exist: nothing is overwritten unasked.
pub fn new_folder(name: &str) -> PathBuf {
    let first = Path::new("out").join(name);
    if !first.exists() {
        return first;
    }
    (2..).map(|k| Path::new("out").join(format!("{name}-{k}"))).find(|p| !p.exists()).unwrap_or(first)
}

/// The name of a scene, or of a file without folder and ending.
pub fn stem(file: &str) -> String {
    Path::new(file).file_stem().map_or("run".into(), |s| s.to_string_lossy().into_owned())
}

pub fn command_line() -> String {
    let words = std::env::args().skip(1).map(|a| if a.contains(' ') { format!("'{a}'") } else { a });
    std::iter::once("ambulo".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}

fn print_report(s: &Summary) {
    if s.interrupted {
        print_line!("Interrupted at {:.1} s; the recording holds everything up to there.", s.simulated_s);
    }
    print_line!(
        "{} of {} arrived in {:.1} s of simulated time.",
        s.arrived,
        counted(s.agents, "person", "people"),
        s.simulated_s
    );
    for exit in s.exits.iter().take(10) {
        let Count { people, first_s, last_s, mean_flow_per_s } = &exit.count;
        let times = first_s.zip(*last_s).map_or(String::new(), |(a, b)| format!(", from {a:.1} s to {b:.1} s"));
        let flow = mean_flow_per_s.map_or(String::new(), |f| format!(", {f:.2} per second"));
        print_line!("  {}: {}{times}{flow}", exit.name, counted(*people, "person", "people"));
    }
    if s.exits.len() > 10 {
        print_line!("  and {} more; summary.json names all", counted(s.exits.len() - 10, "exit", "exits"));
    }
    print_line!(
        "{} in {:.2} s: {:.2} million agent-steps per second on {}.",
        counted(s.steps as usize, "step", "steps"),
        s.wall_s,
        s.agent_steps_per_s / 1e6,
        counted(s.threads, "thread", "threads")
    );
    print_line!(
        "Largest overlap {:.1} mm, wall crossings {}, faults {}, stuck {}.",
        s.max_overlap_m * 1000.0,
        s.wall_crossings,
        s.faults,
        s.stuck
    );
    for place in s.blocked.iter().take(10) {
        print_line!("  blocked: {place}");
    }
    if s.blocked.len() > 10 {
        print_line!("  and {} more places; summary.json names all", s.blocked.len() - 10);
    }
    for w in s.stuck_walkers.iter().take(10) {
        print_line!("  walker {} at ({:.2}, {:.2}): no progress for {:.0} s: {}", w.id, w.x, w.y, w.seconds, w.why);
    }
    if s.stuck > 10 {
        print_line!("  and {} more; summary.json names all", s.stuck - 10);
    }
    let short = s.short_of_goal.len();
    if short > 0 {
        let verb = if short == 1 { "stands" } else { "stand" };
        print_line!("{short} {verb} within reach of the goal without touching it:");
    }
    for w in s.short_of_goal.iter().take(10) {
        print_line!(
            "  walker {} at ({:.2}, {:.2}), {:.2} m short for {:.0} s: {}",
            w.id,
            w.x,
            w.y,
            w.gap_m,
            w.seconds,
            w.why
        );
    }
    if short > 10 {
        print_line!("  and {} more; summary.json names all", short - 10);
    }
    s.devices.iter().for_each(|device| print_line!("Computed on: {device}."));
    print_line!("State hash {}.", s.state_hash);
    print_line!("Results are in {0}; open {0}/report.html", s.out);
}
