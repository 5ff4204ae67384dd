//! `ambulo calibrate --targets`: on crowds instead of pairs.

use crate::calibrate_args::CalibrateArgs;
use crate::failure::Failure;
use crate::names::unknown;
use crate::output::json as print_json;
use crate::progress::Bar;
use crate::run::command_line;
use crate::{calibrate, eval_load, models, signals};
use ambulo::Overrides;
use ambulo::data::scenario::{HeadwaySpec, ParamValue};
use ambulo_lab::dense::DEFAULT;
use ambulo_lab::{
    CalibrateError, CorridorFile, CrowdCalibration, CrowdError, CrowdOptions, CrowdTarget, DataFile, Space,
    calibrate_crowd, crowd_page, crowd_provenance, crowd_toml, data_file,
};
use anyhow::Context;
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Output for scripts.
#[derive(Serialize)]
struct CrowdOutput<'a> {
    #[serde(flatten)]
    calibration: &'a CrowdCalibration,
    data: &'a [DataFile],
    corridors: &'a [CorridorFile],
    params_file: String,
    journal: String,
    page: Option<String>,
    wall_s: f64,
}

pub fn calibrate_crowds(args: &CalibrateArgs) -> Result<(), Failure> {
    only_pairs(args)?;
    let targets = targets(args)?;
    if args.model != DEFAULT {
        models::known(&args.model)?;
    }
    let (corridors, files) = corridors(args, &targets)?;
    let (space, headway) = space(args)?;
    let (out, journal, folder) = calibrate::places_of_output(args)?;
    let mut options = CrowdOptions {
        weights: args.crowd.weights.iter().map(|(name, w)| Ok((target(name)?, *w))).collect::<Result<_, Failure>>()?,
        points: args.points as usize,
        polish: args.polish as usize,
        steps: args.steps,
        seed: args.seed,
        threads: args.cores.threads,
        journal: Some(journal.clone()),
        resume: args.resume,
        data: serde_json::to_string(&(&files, args.load.identity())).unwrap_or_default(),
        ..CrowdOptions::new(space, headway, &targets, &corridors)
    };
    options.train.seeds = args.crowd.train_seeds.clone().collect();
    options.test.seeds = args.crowd.test_seeds.clone().collect();
    let (found, wall_s) = search(args, &options)?;
    let toml = crowd_toml(&found, &files, &command_line());
    std::fs::write(&out, toml).with_context(|| format!("cannot write {}", out.display()))?;
    let page = match args.report.clone().or(folder) {
        Some(dir) => {
            let page = crowd_page(&found, crowd_provenance(&found, &files, &command_line()));
            Some(page.write(&dir, "calibration.html").map_err(|e| Failure::Run(e.into()))?.html)
        }
        None => None,
    };
    let output = CrowdOutput {
        calibration: &found,
        data: &files,
        corridors: &corridors,
        params_file: out.display().to_string(),
        journal: journal.display().to_string(),
        page: page.map(|p| p.display().to_string()),
        wall_s,
    };
    if args.json {
        print_json(&output)?;
    } else if !args.output.quiet {
        print_report(&output);
    }
    Ok(())
}

/// Flags that mean something for pairs only.
fn only_pairs(args: &CalibrateArgs) -> Result<(), Failure> {
    let given = [
        (!args.recover.is_empty(), "--recover"),
        (args.folds.is_some(), "--folds"),
        (args.sigma.is_some(), "--sigma"),
        (args.nearest.is_some(), "--nearest"),
    ];
    match given.iter().find(|(given, _)| *given) {
        Some((_, flag)) => Err(Failure::Usage(format!(
            "{flag} belongs to the calibration on pairs; leave it out, or leave out --targets (crowds are split by --train-seeds and --test-seeds)"
        ))),
        None => Ok(()),
    }
}

fn target(name: &str) -> Result<CrowdTarget, Failure> {
    CrowdTarget::from_name(name).ok_or_else(|| unknown("target", name, CrowdTarget::ALL.map(CrowdTarget::name)))
}

fn targets(args: &CalibrateArgs) -> Result<Vec<CrowdTarget>, Failure> {
    let mut all = args.crowd.targets.iter().map(|name| target(name)).collect::<Result<Vec<_>, _>>()?;
    // In one order, whatever the order they are named in.
    all.sort_unstable();
    if let Some(two) = all.windows(2).find(|two| two[0] == two[1]) {
        return Err(Failure::Usage(format!("--targets names `{}` twice; name each once", two[0].name())));
    }
    Ok(all)
}

/// The corridor files, where the targets need them.
fn corridors(args: &CalibrateArgs, targets: &[CrowdTarget]) -> Result<(Vec<CorridorFile>, Vec<DataFile>), Failure> {
    let wanted = targets.contains(&CrowdTarget::Corridors);
    match (wanted, args.data.len()) {
        (true, 0 | 1) => {
            let words = "the target `corridors` needs measured people: give two files uo-INFLOW-CORRIDOR-EXIT.txt or more by --data \
                         (one part is for the test), or leave the target out";
            return Err(Failure::Usage(words.into()));
        }
        (false, 1..) => {
            let words =
                "--data is for the target `corridors`, which --targets does not name; add it, or leave --data out";
            return Err(Failure::Usage(words.into()));
        }
        _ => {}
    }
    let (mut corridors, mut files) = (Vec::new(), Vec::new());
    for path in &args.data {
        let measured = eval_load::load(path, &args.load)?;
        eval_load::warn(path, &measured.origin);
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let own = CorridorFile::of(&name, &measured.trajectories).map_err(|e| Failure::Usage(e.to_string()))?;
        if corridors.iter().any(|c: &CorridorFile| c.name == own.name) {
            return Err(Failure::Usage(format!("--data names `{name}` twice; name each file once")));
        }
        files.push(data_file(path, own.entered.len()).with_context(|| format!("cannot read {}", path.display()))?);
        corridors.push(own);
    }
    Ok((corridors, files))
}

/// What is searched, from which values on, and whether with headway.
fn space(args: &CalibrateArgs) -> Result<(Space, bool), Failure> {
    let by_default = args.model == DEFAULT;
    let headway = match &args.crowd.headway {
        Some(HeadwaySpec::Off) if by_default => {
            let words = "`default` always has headway; leave out --headway off, or name a model";
            return Err(Failure::Usage(words.into()));
        }
        Some(HeadwaySpec::Off) => false,
        Some(_) => true,
        None => by_default,
    };
    let space = Space::of_crowd(&args.model, headway, &args.params).map_err(|e| Failure::Usage(e.to_string()))?;
    let mut given: Vec<(String, f64)> = Vec::new();
    if let Some(path) = &args.params_file {
        let (model, params) = Overrides::model_params(path)?;
        let of = if by_default { ambulo::models::MODELS[0].name } else { &args.model };
        if model != of {
            let words = format!("{} has parameters of `{model}`, not of `{of}`", path.display());
            return Err(Failure::Usage(words));
        }
        let own = Overrides::headway_params(path)?;
        if !own.is_empty() && !headway {
            let words = format!("{} has parameters of the headway; add --headway on", path.display());
            return Err(Failure::Usage(words));
        }
        given.extend(params);
        given.extend(own.into_iter().map(|(name, value)| (format!("headway.{name}"), value)));
    }
    if let Some(HeadwaySpec::Params(params)) = &args.crowd.headway {
        for (name, value) in params {
            let name = format!("headway.{name}");
            given.retain(|(other, _)| *other != name);
            given.extend(if let ParamValue::Number(v) = value { Some((name, *v)) } else { None });
        }
    }
    Ok((space.starting_from(&given), headway))
}

fn search(args: &CalibrateArgs, options: &CrowdOptions) -> Result<(CrowdCalibration, f64), Failure> {
    let stop = signals::stop()?;
    let mut bar = Bar::new(args.output.quiet);
    let from = Instant::now();
    let found = calibrate_crowd(options, |p| {
        bar.count(p.done, p.expected, || {
            let each = from.elapsed().as_secs_f64() / p.played.max(1) as f64;
            format!("{}, {} candidates, {each:.1} s each, best {:.4}", p.what, p.done, p.best.sqrt())
        });
        !stop.load(Ordering::Relaxed)
    });
    bar.finish();
    let found = found.map_err(|error| match error {
        CrowdError::Search(e @ CalibrateError::Stopped(_)) => Failure::Run(anyhow::anyhow!("{e}")),
        e => Failure::Usage(e.to_string()),
    })?;
    Ok((found, from.elapsed().as_secs_f64()))
}

fn print_report(o: &CrowdOutput<'_>) {
    let c = o.calibration;
    print_line!("{}{} on crowds", c.model, if c.headway { " with headway" } else { "" });
    c.tables().iter().flat_map(|table| table.lines()).for_each(|line| print_line!("{line}"));
    print_line!(
        "{} candidates in {:.1} s; {:.1} s of one thread per candidate.",
        c.candidates,
        o.wall_s,
        c.seconds_per_candidate
    );
    print_line!("Parameters are in {}; `ambulo run SCENE --params-file` takes them.", o.params_file);
    if let Some(page) = &o.page {
        print_line!("The page with pictures is {page}");
    }
}
