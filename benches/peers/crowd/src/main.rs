//! Crowds beside each other: our models, `dodgy_2d`, and JuPedSim, RVO2 and PySocialForce through their Python bindings, with the
//! same people on the same workloads, on one thread, per CPU-second, in turn and repeated in one run.
//!
//! Usage: `cargo run --release -- --agents 1000,10000 --repeat 5`; `--help` lists the rest. For the Python peers:
//! `python3 -m venv .venv && .venv/bin/pip install -r requirements.txt`.

mod dodgy;
mod grid;
/// The meter of the `ambulo` program, so that both count the same.
#[path = "../../../../apps/cli/src/meter.rs"]
mod meter;
mod python;
mod record;
mod table;

use ambulo_lab::{BenchOptions, Workload, bench_crowd};
use clap::Parser;
use record::Record;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use table::Line;

/// Our models and others on the workloads of `ambulo bench crowd`.
#[derive(Parser)]
struct Args {
    /// Numbers of people in the workload `open`, comma-separated
    #[arg(long, value_delimiter = ',', default_value = "1000,10000,100000")]
    agents: Vec<u32>,
    /// Workloads, comma-separated: open, door
    #[arg(long, value_delimiter = ',', default_value = "open,door", value_parser = ["open", "door"])]
    workloads: Vec<String>,
    /// Our models, comma-separated [default: all]
    #[arg(long, value_delimiter = ',')]
    models: Vec<String>,
    /// Runs of each
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=99))]
    repeat: u32,
    /// CPU seconds after which a peer makes no more steps in a run
    #[arg(long, default_value_t = 20.0)]
    budget: f64,
    /// Only peers whose names begin with one of these, comma-separated; `none` for ours alone [default: all]
    #[arg(long, value_delimiter = ',')]
    peers: Vec<String>,
    /// Leave out the Python peers when their environment is missing, instead of failing
    #[arg(long)]
    without_python: bool,
    /// Also write the table here
    #[arg(long)]
    csv: Option<PathBuf>,
}

/// One of those that are measured.
enum Contender {
    Ours(String),
    Dodgy,
    Python((&'static str, &'static str)),
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            eprintln!("error: {words}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let wanted = |name: &str| args.peers.is_empty() || args.peers.iter().any(|p| name.starts_with(p.as_str()));
    let python = python::Python::find();
    let mut contenders: Vec<Contender> = models(args)?.into_iter().map(Contender::Ours).collect();
    contenders.extend(wanted("dodgy_2d").then_some(Contender::Dodgy));
    let peers: Vec<_> = python::PEERS.into_iter().filter(|(program, _)| wanted(program)).collect();
    if python.is_some() {
        contenders.extend(peers.into_iter().map(Contender::Python));
    } else if !peers.is_empty() && !args.without_python {
        return Err(
            "there is no .venv; make it with `python3 -m venv .venv && .venv/bin/pip install -r requirements.txt`, \
                    or pass --without-python"
                .into(),
        );
    }

    let mut workloads = Vec::new();
    for name in &args.workloads {
        match name.as_str() {
            "door" => workloads.push(Workload::Door),
            _ => workloads.extend(args.agents.iter().map(|n| Workload::Open { agents: *n as usize })),
        }
    }
    let people: Vec<_> = workloads.iter().map(|w| w.people()).collect();
    let mut lines: Vec<Line> = Vec::new();
    for repetition in 0..args.repeat {
        for (w, (workload, people)) in workloads.iter().zip(&people).enumerate() {
            for (c, contender) in contenders.iter().enumerate() {
                let record = match contender {
                    Contender::Ours(model) => {
                        let result = bench_crowd(*workload, &BenchOptions::new(model, meter::METER))
                            .map_err(|e| e.to_string())?;
                        Record::ours(&result)
                    }
                    Contender::Dodgy => dodgy::run(*workload, people, args.budget),
                    Contender::Python(peer) => {
                        let python = python.as_ref().expect("looked for above");
                        python.run(*peer, *workload, people, args.budget)
                    }
                };
                eprintln!(
                    "{}/{} {} {} {} {}: {} {}",
                    repetition + 1,
                    args.repeat,
                    record.workload,
                    record.people,
                    record.program,
                    record.model,
                    record.rate().map_or("-".into(), |r| format!("{r:.4}")),
                    record.note
                );
                match lines.get_mut(w * contenders.len() + c) {
                    Some(line) => line.runs.push(record),
                    None => lines.push(Line { runs: vec![record] }),
                }
            }
        }
    }
    let about = about(args, &lines);
    about.iter().for_each(|line| println!("{line}"));
    table::print(&lines);
    if let Some(file) = &args.csv {
        std::fs::write(file, table::csv(&lines, &about)).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}

fn models(args: &Args) -> Result<Vec<String>, String> {
    let known: Vec<&str> = ambulo::models::MODELS.iter().map(|m| m.name).collect();
    match args.models.iter().find(|m| !known.contains(&m.as_str())) {
        Some(model) => Err(format!("there is no model `{model}`; expected one of {}", known.join(", "))),
        None if args.models.is_empty() => Ok(known.into_iter().map(String::from).collect()),
        None => Ok(args.models.clone()),
    }
}

/// Machine, date, versions and what the columns mean.
fn about(args: &Args, lines: &[Line]) -> Vec<String> {
    let said = |program: &str, words: &[&str]| {
        let output = Command::new(program).args(words).output().ok();
        output.map_or("unknown".into(), |o| String::from_utf8_lossy(&o.stdout).trim().to_string())
    };
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = info
        .lines()
        .find_map(|l| l.strip_prefix("model name"))
        .map_or("unknown CPU", |l| l.trim_matches([' ', '\t', ':']));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let mut versions: Vec<String> = lines
        .iter()
        .flat_map(|l| &l.runs)
        .filter(|r| !r.version.is_empty())
        .map(|r| format!("{} {}", r.program, r.version))
        .collect();
    versions.sort();
    versions.dedup();
    vec![
        format!("{cpu}, {cores} cores, {}, {}", said("uname", &["-sr"]), said("date", &["-u", "+%F"])),
        format!("{}, {}", versions.join(", "), said("rustc", &["--version"])),
        format!(
            "one thread, CPU time of the steps alone, {} runs each in turn, at most {} CPU-s of steps per run for peers",
            args.repeat, args.budget
        ),
        "overlap: ours the worst of all steps, of bodies and walls; theirs the worst of every tenth step, of bodies"
            .into(),
    ]
}
