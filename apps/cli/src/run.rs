//! `ambulo run`.

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::say::json as print_json;
use crate::{models, progress::Bar, scenario};
use ambulo::{Overrides, RunOptions, SCENES, Summary, World};
use anyhow::Context;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let file = args.file.as_deref().unwrap_or(SCENES[0].name);
    if let Some(model) = &args.model {
        models::known(model)?;
    }
    if let Some(locomotion) = &args.locomotion {
        models::known_locomotion(locomotion)?;
    }
    let (loaded, folder) = scenario::load_with(file, &args.set)?;
    let overrides = Overrides {
        seed: args.seed,
        threads: args.threads,
        model: args.model.clone(),
        locomotion: args.locomotion.clone(),
        limit: args.limit,
        params_file: args.params_file.clone(),
    };
    let mut world = World::build(&loaded, &folder, &overrides)?;
    let out = args.out.clone().unwrap_or_else(|| new_folder(&stem(file)));
    let options = RunOptions {
        formats: args.format.clone(),
        command: command_line(),
        explain: args.explain,
        ..RunOptions::new(out)
    };

    let stop = stop_on_ctrl_c()?;
    let mut bar = Bar::new(args.quiet);
    let result = ambulo::run_to_folder(&mut world, &options, |p| {
        bar.show(p);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish();
    let summary = result?;
    if args.json {
        print_json(&summary)?;
    } else if !args.quiet {
        tell(&summary);
    }
    Ok(())
}

/// Ctrl-C asks the run to end; a second one ends the program.
pub fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
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

fn tell(s: &Summary) {
    if s.interrupted {
        say!("Stopped at {:.1} s; the recording up to there is complete.", s.simulated_s);
    }
    say!("{} of {} people arrived in {:.1} s of simulated time.", s.arrived, s.agents, s.simulated_s);
    say!(
        "{} steps in {:.2} s: {:.2} million walker-steps a second on {} threads.",
        s.steps,
        s.wall_s,
        s.agent_steps_per_s / 1e6,
        s.threads
    );
    say!(
        "Largest overlap {:.1} mm, wall crossings {}, faults {}, stuck {}.",
        s.max_overlap_m * 1000.0,
        s.wall_crossings,
        s.faults,
        s.stuck
    );
    for w in s.stuck_walkers.iter().take(10) {
        say!("  walker {} at ({:.2}, {:.2}) has not got on for {:.0} s: {}", w.id, w.x, w.y, w.seconds, w.why);
    }
    if s.stuck > 10 {
        say!("  and {} more; summary.json names all", s.stuck - 10);
    }
    say!("State hash {}.", s.state_hash);
    say!("Results are in {0}; open {0}/report.html", s.out);
}
