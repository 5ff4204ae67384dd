//! `ambulo calibrate`.

use crate::calibrate_args::CalibrateArgs;
use crate::calibrate_crowd::calibrate_crowds;
use crate::eval_command::tracks;
use crate::failure::Failure;
use crate::output::json as print_json;
use crate::progress::Bar;
use crate::run::{command_line, new_folder};
use crate::{models, signals};
use ambulo::Overrides;
use ambulo::data::words::counted;
use ambulo_lab::dense::DEFAULT;
use ambulo_lab::{
    CalibrateError, CalibrateOptions, Calibration, DataFile, MeasuredTrial, Recovery, Space, TrialRules,
    calibrated_toml, calibration_page, calibration_provenance, data_file,
};
use anyhow::Context;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Output for scripts.
#[derive(Serialize)]
struct CalibrationOutput<'a> {
    #[serde(flatten)]
    calibration: &'a Calibration,
    data: &'a [DataFile],
    /// What was hidden in the data, where they were made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hidden: Vec<Hidden>,
    params_file: String,
    journal: String,
    page: Option<String>,
    wall_s: f64,
    simulations_per_s: f64,
}

#[derive(Serialize)]
struct Hidden {
    name: String,
    value: f64,
    found: Option<f64>,
}

pub fn calibrate(args: &CalibrateArgs) -> Result<(), Failure> {
    if !args.crowd.targets.is_empty() {
        return calibrate_crowds(args);
    }
    if args.model == DEFAULT {
        let words = "`default` is calibrated on crowds: add --targets speed,doors,file, or name a model";
        return Err(Failure::Usage(words.into()));
    }
    models::known(&args.model)?;
    // What is hidden is to be found: nothing else is searched then, unless it is named.
    let names: Vec<String> = args.recover.iter().map(|(name, _)| name.clone()).collect();
    let searched = if args.params.is_empty() { &names } else { &args.params };
    let mut space = Space::of(&args.model, searched).map_err(|e| Failure::Usage(e.to_string()))?;
    if let Some(path) = &args.params_file {
        let (model, params) = Overrides::model_params(path)?;
        if model != args.model {
            let words = format!("{} has parameters of `{model}`, not of `{}`", path.display(), args.model);
            return Err(Failure::Usage(words));
        }
        space = space.starting_from(&params);
    }
    let (trials, files) = if args.recover.is_empty() { measured(args)? } else { made(args)? };
    let (out, journal, folder) = places_of_output(args)?;
    let options = CalibrateOptions {
        points: args.points as usize,
        polish: args.polish as usize,
        steps: args.steps,
        folds: args.folds.unwrap_or(FOLDS) as usize,
        seed: args.seed,
        sigma: args.sigma.unwrap_or(ambulo::eval::likelihood::SIGMA),
        threads: args.cores.threads,
        journal: Some(journal.clone()),
        resume: args.resume,
        data: serde_json::to_string(&(
            &files,
            &args.recover,
            args.noise,
            args.nearest.unwrap_or(NEAREST),
            args.load.identity(),
        ))
        .unwrap_or_default(),
        ..CalibrateOptions::new(space)
    };
    let (found, seconds) = search(args, &trials, &options)?;
    let toml = calibrated_toml(&found, &options, &files, &command_line());
    std::fs::write(&out, toml).with_context(|| format!("cannot write {}", out.display()))?;
    let page = args.report.clone().or(folder).map(|dir| report(args, &dir, &found, &trials, &files)).transpose()?;
    let output = CalibrationOutput {
        calibration: &found,
        data: &files,
        hidden: hidden(args, &found),
        params_file: out.display().to_string(),
        journal: journal.display().to_string(),
        page: page.map(|p| p.display().to_string()),
        wall_s: seconds,
        simulations_per_s: found.simulations as f64 / seconds.max(1e-9),
    };
    if args.json {
        print_json(&output)?;
    } else if !args.output.quiet {
        print_report(&output);
    }
    Ok(())
}

/// Folds unless asked for.
const FOLDS: u32 = 5;
/// Pairs that come nearer than this are used unless asked for otherwise [m].
const NEAREST: f64 = 3.0;

/// The file, its journal, and the new folder where no file is named.
pub fn places_of_output(args: &CalibrateArgs) -> Result<(PathBuf, PathBuf, Option<PathBuf>), Failure> {
    let folder = args.out.is_none().then(|| new_folder(&format!("calibrate-{}", args.model)));
    let out = args.out.clone().or_else(|| Some(folder.as_ref()?.join("params.toml"))).unwrap_or_default();
    let journal = out.with_extension("journal");
    if out == journal {
        return Err(Failure::Usage("--out must not end in .journal: the journal is called so".into()));
    }
    Ok((out, journal, folder))
}

fn search(
    args: &CalibrateArgs,
    trials: &[MeasuredTrial],
    options: &CalibrateOptions,
) -> Result<(Calibration, f64), Failure> {
    let stop = signals::stop()?;
    let mut bar = Bar::new(args.output.quiet);
    let from = Instant::now();
    let found = ambulo_lab::calibrate(trials, options, |p| {
        bar.count(p.done, p.expected, || format!("{}, {} candidates, best {:.4} 1/m", p.what, p.done, p.best));
        !stop.load(Ordering::Relaxed)
    });
    bar.finish();
    let found = found.map_err(|error| match error {
        e @ (CalibrateError::TooFew { .. } | CalibrateError::SamePeople { .. } | CalibrateError::Journal { .. }) => {
            Failure::Usage(e.to_string())
        }
        e => Failure::Run(anyhow::anyhow!("{e}")),
    })?;
    Ok((found, from.elapsed().as_secs_f64()))
}

/// Trials out of files.
fn measured(args: &CalibrateArgs) -> Result<(Vec<MeasuredTrial>, Vec<DataFile>), Failure> {
    let mut rules = TrialRules { radius: args.load.radius, ..TrialRules::default() };
    rules.pairs.nearest = args.nearest.unwrap_or(NEAREST);
    let (mut trials, mut files) = (Vec::new(), Vec::new());
    for (k, path) in args.data.iter().enumerate() {
        let (_, tracks, _) = tracks(path, &args.load)?;
        let own = MeasuredTrial::all_of(&tracks, k as u32, &rules);
        let file = data_file(path, own.len()).with_context(|| format!("cannot read {}", path.display()))?;
        files.push(file);
        trials.extend(own);
    }
    if trials.is_empty() {
        let words = "no pair in the data qualifies: pairs must come within --nearest metres of each other, are both in \
                     the data for two seconds before and do not walk together";
        return Err(Failure::Usage(words.into()));
    }
    Ok((trials, files))
}

/// Trials with hidden parameters.
fn made(args: &CalibrateArgs) -> Result<(Vec<MeasuredTrial>, Vec<DataFile>), Failure> {
    let recovery = Recovery { trials: args.trials as usize, noise: args.noise, seed: args.seed };
    let made = recovery.make(&args.model, &args.recover).map_err(|e| Failure::Usage(e.to_string()))?;
    Ok((made, Vec::new()))
}

fn hidden(args: &CalibrateArgs, found: &Calibration) -> Vec<Hidden> {
    let one = |(name, value): &(String, f64)| {
        let found = found.params.iter().find(|p| p.name == *name).map(|p| p.value);
        Hidden { name: name.clone(), value: *value, found }
    };
    args.recover.iter().map(one).collect()
}

fn report(
    args: &CalibrateArgs,
    dir: &Path,
    found: &Calibration,
    trials: &[MeasuredTrial],
    files: &[DataFile],
) -> Result<PathBuf, Failure> {
    let provenance = calibration_provenance(found, files, &args.recover, args.noise, &command_line());
    let page = calibration_page(found, trials, provenance).write(dir, "calibration.html");
    Ok(page.map_err(|e| Failure::Run(e.into()))?.html)
}

fn print_report(t: &CalibrationOutput<'_>) {
    let c = t.calibration;
    print_line!("{} on {}, sigma {} m", c.model, counted(c.trials, "trial", "trials"), c.sigma);
    c.tables().iter().flat_map(|table| table.lines()).for_each(|line| print_line!("{line}"));
    if !c.folds.is_empty() {
        print_line!(
            "Held out less default: Lg {:+.4} (95 % from {:+.4} to {:+.4}), mean ln {:+.4} ({:+.4} to {:+.4})",
            c.lg.gain,
            c.lg.gain_low,
            c.lg.gain_high,
            c.ln.gain,
            c.ln.gain_low,
            c.ln.gain_high
        );
    }
    for h in &t.hidden {
        match h.found {
            Some(found) => print_line!("Hidden {} = {}, found {found:.3}", h.name, h.value),
            None => print_line!("Hidden {} = {}, not searched", h.name, h.value),
        }
    }
    print_line!("{} simulations of a pair in {:.1} s: {:.0} per second.", c.simulations, t.wall_s, t.simulations_per_s);
    print_line!("Parameters are in {}; `ambulo run SCENE --params-file` takes them.", t.params_file);
    if let Some(page) = &t.page {
        print_line!("The page with pictures is {page}");
    }
}
