//! `ambulo animate`.

use crate::animate_args::AnimateArgs;
use crate::failure::Failure;
use crate::output::json as print_json;
use crate::progress::Bar;
use crate::run::command_line;
use crate::{eval_load, scenario, signals};
use ambulo::animate::{
    AnimateError, AnimateOptions, AnimateSummary, AnimationInput, BodyController, BodyFormat, animate as bodies,
    animate_data,
};
use ambulo::data::run_folder::Provenance;
use ambulo::data::words::counted;
use ambulo::motion::{ImportOptions, Role};
use ambulo::{Overrides, Progress, Scene, World};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

pub fn animate(args: &AnimateArgs) -> Result<(), Failure> {
    let options = AnimateOptions {
        out: args.out.clone().unwrap_or_else(|| default_out(args)),
        format: args.format,
        characters: args.character.clone(),
        cast: args.cast.clone(),
        detail: args.detail,
        clips: args.clips.clone(),
        roles: roles(&args.role)?,
        tolerance: 0.001 * args.tolerance,
        compress: args.compress,
        root_joint: args.root_joint,
        clip_per_walker: args.clip_per_walker,
        events: args.events,
        controller: args.controller.unwrap_or(match args.footsteps {
            Some(_) => BodyController::Footsteps,
            None => BodyController::Mediator,
        }),
        footsteps: args.footsteps.clone(),
        fps: args.fps,
        from: args.from,
        to: args.to,
        who: args.walkers.clone().unwrap_or_default(),
        walls: args.walls,
        threads: args.threads,
        command: command_line(),
        allow_incomplete: args.allow_incomplete,
    };
    let stop = signals::stop()?;
    let mut bar = Bar::new(args.output.quiet);
    let summary = if is_scenario(&args.run) {
        if args.data.any() {
            let why = "--kind, --data-fps, --unit, --column and --walkable are for files of trajectories, and this is a scenario to run";
            return Err(Failure::Usage(format!("{}: {why}", args.run)));
        }
        let input = simulate(args, &options, &mut bar, &stop)?;
        bodies(&input, &options, |p| {
            bar.count(p.walkers, p.of, || format!("{} of {} walkers, {} frames", p.walkers, p.of, p.frames));
            !stop.load(Ordering::Relaxed)
        })
    } else if args.in_loop {
        let why = "--in-loop needs a scenario to run: a recording has happened already";
        return Err(Failure::Usage(format!("{}: {why}", args.run)));
    } else {
        eval_load::warn_incomplete(&Provenance::of(Path::new(&args.run)), args.allow_incomplete);
        animate_data(Path::new(&args.run), &args.data.options()?, &options, |p| {
            bar.count(p.walkers, p.of, || format!("{} of {} walkers, {} frames", p.walkers, p.of, p.frames));
            !stop.load(Ordering::Relaxed)
        })
    };
    bar.finish();
    let summary = summary.map_err(failure)?;
    if args.json {
        print_json(&summary)?;
    } else if !args.output.quiet {
        print_report(&summary);
    }
    Ok(())
}

/// Roles as the command line has them.
fn roles(given: &[String]) -> Result<Vec<(Role, String)>, Failure> {
    let mut options = ImportOptions::default();
    for role in given {
        options.role(role).map_err(|e| Failure::Usage(e.to_string()))?;
    }
    Ok(options.roles)
}

/// Whether the word names a scenario, and not what a run left.
fn is_scenario(run: &str) -> bool {
    let path = Path::new(run);
    let toml = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"));
    // A bare word that is neither file nor folder was meant as a scene.
    toml || (!path.exists() && (Scene::find(run).is_some() || !run.contains(['.', '/', '\\'])))
}

/// `crowd.glb` in the run's folder, or here.
fn default_out(args: &AnimateArgs) -> PathBuf {
    let run = Path::new(&args.run);
    let name = match args.format {
        BodyFormat::Glb => "crowd.glb",
        BodyFormat::Bvh => "bodies",
        BodyFormat::Usd => "crowd.usda",
    };
    if run.is_dir() { run.join(name) } else { PathBuf::from(name) }
}

/// Runs a scenario and keeps all trajectories.
fn simulate(
    args: &AnimateArgs,
    options: &AnimateOptions,
    bar: &mut Bar,
    stop: &AtomicBool,
) -> Result<AnimationInput, Failure> {
    let (loaded, folder) = scenario::load(&args.run)?;
    let overrides = Overrides { threads: args.threads, limit: args.to, ..Overrides::default() };
    let mut world = World::build(&loaded, &folder, &overrides)?;
    let (expected, limit) = (world.expected(), world.scenario().limit);
    let input = AnimationInput::run(&mut world, options, args.in_loop, |report| {
        bar.show(&Progress { report, expected, limit, blocked: &[] });
        !stop.load(Ordering::Relaxed)
    });
    input.map_err(failure)?.ok_or_else(|| failure(AnimateError::Stopped))
}

/// What was asked for wrongly, or what went wrong.
fn failure(error: AnimateError) -> Failure {
    let words = error.to_string();
    match error {
        AnimateError::Io { .. } | AnimateError::Export { .. } | AnimateError::Report(_) | AnimateError::Stopped => {
            Failure::Run(anyhow::anyhow!(words))
        }
        // Reading calls the rate of a file what `eval` calls it; here that is the rate of the animation.
        AnimateError::Recording(_) => Failure::Usage(words.replace("option `fps`", "option `data-fps`")),
        _ => Failure::Usage(words),
    }
}

fn print_report(s: &AnimateSummary) {
    for note in &s.notes {
        print_line!("Note: {note}.");
    }
    print_line!(
        "{}, {:.1} s at {} frames per second: {:.1} MB in {:.2} s.",
        counted(s.walkers, "walker", "walkers"),
        s.seconds,
        s.fps,
        s.bytes as f64 / 1e6,
        s.wall_s
    );
    print_line!(
        "Feet slide {:.2} cm per stance, {:.2} cm at most in 99 of 100, {:.2} cm in the worst.",
        s.slide_mean_cm,
        s.slide_p99_cm,
        s.slide_worst_cm
    );
    print_line!(
        "Bodies are {:.1} mm beside their recorded places, {:.1} mm in the worst frame; {:.2} µs a walker and frame.",
        s.root_deviation_mean_mm,
        s.root_deviation_worst_mm,
        s.micros_per_walker_frame
    );
    print_line!(
        "Soles skid {:.1} cm per stance and sink {:.1} mm at most; hips move {:.1} cm up or down in 0.04 s at most.",
        s.seen.skid_mean_cm,
        s.seen.sink_max_mm,
        s.seen.hip_jump_max_cm
    );
    print_line!(
        "Knees bend by {:.0}° at least, {:.2} joints jump per walker and minute, {:.1} % of torsos are in others, {:.1} cm at most.",
        s.seen.knee_min_deg,
        s.seen.joint_jumps_per_walker_minute,
        100.0 * s.seen.interpenetration_share,
        s.seen.interpenetration_max_cm
    );
    if let (Some(mean), Some(worst)) = (s.loop_deviation_mean_mm, s.loop_deviation_worst_mm) {
        print_line!(
            "In the loop a walker and its body came {mean:.1} mm apart in a frame, {worst:.1} mm in the worst."
        );
    }
    if let Some(report) = &s.report {
        print_line!("{report} has a section about it.");
    }
    print_line!("The result is {}", s.out);
}
