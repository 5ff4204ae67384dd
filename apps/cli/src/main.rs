//! The `ambulo` program.
//!
//! Exit codes: 0 good, 1 the run failed, 2 the input was wrong, 3 to 5 the run ended at its limit before everybody arrived (`run`
//! alone, see [`ambulo::Outcome`]), 128 plus the number of the signal that interrupted it. `--json` prints one JSON object on standard output;
//! everything else that a person may want to read goes to standard error.

#[macro_use]
mod output;
mod animate;
mod animate_args;
mod animate_data_args;
mod args;
mod bench;
mod bench_args;
mod bench_bodies;
mod bench_footsteps;
mod bench_paths;
mod calibrate;
mod calibrate_args;
mod calibrate_crowd;
mod calibrate_crowd_args;
mod clips;
mod clips_args;
mod clips_cast;
mod clips_draw;
mod clips_steps;
mod compare;
mod dense_command;
mod eval;
mod eval_args;
mod eval_command;
mod eval_load;
mod eval_models;
mod eval_pairs;
mod eval_places;
mod eval_print;
mod failure;
mod grammar;
mod meter;
mod models;
mod names;
mod plan_args;
mod plan_check;
mod plan_drawing;
mod plan_figures;
mod plan_load;
mod plan_path;
mod plan_picture;
mod plan_show;
mod progress;
mod reproduce;
mod reproduce_args;
mod run;
mod scenario;
mod scenes;
mod shared_args;
mod signals;
mod threads;

use args::{Args, CliCommand, ScenarioCommand};
use bench_args::BenchCommand;
use clap::Parser;
use clips_args::ClipsCommand;
use plan_args::PlanCommand;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = match Args::try_parse_from(grammar::tidied(std::env::args_os())) {
        Ok(args) => args,
        Err(error) => return failure::usage(&error),
    };
    let (json, result) = match args.command {
        CliCommand::Run(args) => (args.json, run::run(&args)),
        CliCommand::Compare(args) => (args.json, compare::compare(&args)),
        CliCommand::Eval(args) => eval_command::eval(&args),
        CliCommand::Calibrate(args) => (args.json, calibrate::calibrate(&args)),
        CliCommand::Animate(args) => (args.json, animate::animate(&args)),
        CliCommand::Reproduce(args) => (args.json, reproduce::reproduce(&args)),
        CliCommand::Scenes(args) => (args.json, scenes::scenes(&args)),
        CliCommand::Models(args) => (args.json, models::models(&args)),
        CliCommand::Scenario { command: ScenarioCommand::Check(args) } => (args.json, scenario::check(&args)),
        CliCommand::Scenario { command: ScenarioCommand::Schema } => (true, scenario::schema()),
        CliCommand::Plan { command: PlanCommand::Check(args) } => (args.json, plan_check::check(&args)),
        CliCommand::Plan { command: PlanCommand::Show(args) } => (args.json, plan_show::show(&args)),
        CliCommand::Plan { command: PlanCommand::Path(args) } => (args.json, plan_path::path(&args)),
        CliCommand::Clips { command: ClipsCommand::Inspect(args) } => (args.json, clips::inspect(&args)),
        CliCommand::Clips { command: ClipsCommand::List(args) } => (args.json, clips::list(&args)),
        CliCommand::Clips { command: ClipsCommand::Draw(args) } => (args.json, clips_draw::draw(&args)),
        CliCommand::Clips { command: ClipsCommand::Cast(args) } => (args.json, clips_cast::cast(&args)),
        CliCommand::Clips { command: ClipsCommand::Steps(args) } => (args.json, clips_steps::steps(&args)),
        CliCommand::Bench { command: BenchCommand::Crowd(args) } => (args.json, bench::crowd(&args)),
        CliCommand::Bench { command: BenchCommand::Paths(args) } => (args.json, bench_paths::paths(&args)),
        CliCommand::Bench { command: BenchCommand::Bodies(args) } => (args.json, bench_bodies::bodies(&args)),
        CliCommand::Bench { command: BenchCommand::Footsteps(args) } => (args.json, bench_footsteps::footsteps(&args)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let code = failure.print_report(json);
            signals::came().map_or(code, |(_, code)| ExitCode::from(code))
        }
    }
}
