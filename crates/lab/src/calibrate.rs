//! Calibration: the parameters of a model under which measured trajectories are most likely.
//!
//! Every trial is two people who met. A model walks both from where they were when they saw each other, and `eval::likelihood` says
//! how likely what they really did is then. What is maximised is the mean over trials of the mean logarithm of the densities of
//! their samples. The search is a Latin hypercube and a polish by Nelder and Mead's simplex (`search.rs`), done once with all trials
//! and once for every fold of a cross-validation by subject (`folds.rs`). All candidates have the same random numbers.

mod candidates;
pub mod crowd;
mod folds;
mod journal;
mod page;
mod recover;
mod result;
mod search;
mod space;
mod stage;
mod trials;
mod write;

pub use page::{calibration_page, calibration_provenance};
pub use recover::Recovery;
pub use result::{Calibration, CalibrationFold, FoundParam, Likelihoods, Order};
pub use space::{Axis, Space, SpaceError};
pub use trials::{MeasuredTrial, TrialRules};
pub use write::{DataFile, calibrated_toml, data_file};

use crate::in_order::in_order;
use ambulo_sim::GroupError;
use folds::{Fold, folds};
use journal::Journal;
use search::{latin_hypercube, polish};
use stage::{EvaluationLog, TrialSet};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// How a calibration is done.
///
/// ```
/// let options = ambulo_lab::CalibrateOptions::new(ambulo_lab::Space::of("tangent", &[]).unwrap());
/// assert_eq!((options.points, options.folds), (256, 5));
/// ```
#[derive(Clone, Debug)]
pub struct CalibrateOptions {
    /// Model, parameters and bounds.
    pub space: Space,
    /// Points of the Latin hypercube.
    pub points: usize,
    /// How many of the best are polished.
    pub polish: usize,
    /// Most steps of each polish.
    pub steps: u64,
    /// Folds of the cross-validation; less than 2 means none.
    pub folds: usize,
    /// Seed of the search and of the simulations.
    pub seed: u64,
    /// Standard deviation of the distances [m].
    pub sigma: f64,
    /// Threads; 0 means one per core. The result is the same for any number.
    pub threads: usize,
    /// Where candidates are written down; nowhere when `None`.
    pub journal: Option<PathBuf>,
    /// Whether to resume from the journal.
    pub resume: bool,
    /// What the data are, so that no search resumes from another's journal.
    pub data: String,
}

impl CalibrateOptions {
    /// The usual search in a space.
    ///
    /// ```
    /// assert_eq!(ambulo_lab::CalibrateOptions::new(ambulo_lab::Space::of("orca", &[]).unwrap()).sigma, 0.3);
    /// ```
    pub fn new(space: Space) -> Self {
        let sigma = ambulo_eval::likelihood::SIGMA;
        let (points, polish, steps, folds, seed, threads) = (256, 5, 60, 5, 1, 0);
        let (journal, resume, data) = (None, false, String::new());
        Self { space, points, polish, steps, folds, seed, sigma, threads, journal, resume, data }
    }
}

/// How far it is.
///
/// ```
/// let p = ambulo_lab::CalibrateProgress { done: 64, played: 64, expected: 256, best: 0.41, what: "all trials" };
/// assert!(p.done < p.expected);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CalibrateProgress {
    /// Candidates known.
    pub done: usize,
    /// Of these, played in this run; the others stood in the journal.
    pub played: usize,
    /// About how many there will be.
    pub expected: usize,
    /// With the best candidate so far: the geometric mean of the likelihoods of all trials [1/m]; on crowds the cost.
    pub best: f64,
    /// What is done now.
    pub what: &'static str,
}

/// Why there is no result.
///
/// ```
/// let e = ambulo_lab::CalibrateError::TooFew { trials: 3, folds: 5 };
/// assert!(e.to_string().contains("3 trials"));
/// ```
#[derive(Debug, Error)]
pub enum CalibrateError {
    /// Not enough trials.
    #[error(
        "{trials} trials are too few for {folds} folds: two per fold are needed; give more data, or a smaller option `folds`"
    )]
    TooFew {
        /// Trials there are.
        trials: usize,
        /// Folds asked for.
        folds: usize,
    },
    /// Nobody is left to learn from.
    #[error(
        "while fold {fold} is held out only {learnt} of {trials} trials have other people; give a smaller option `folds`"
    )]
    SamePeople {
        /// The fold.
        fold: usize,
        /// Trials left.
        learnt: usize,
        /// Trials there are.
        trials: usize,
    },
    /// The journal cannot be used.
    #[error("{}: the journal cannot be used: {source}", path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A parameter does not fit.
    #[error(transparent)]
    Model(#[from] GroupError),
    /// It was stopped.
    #[error("stopped after {0} candidates; the journal keeps them, and option `resume` continues from there")]
    Stopped(usize),
}

/// Calibrates a model. `progress` may end it by `false`; the journal then holds what was done.
///
/// ```
/// use ambulo_lab::{CalibrateOptions, Recovery, Space, calibrate};
/// let trials = Recovery { trials: 8, ..Recovery::default() }.make("tangent", &[("alpha".into(), 0.9)]).unwrap();
/// let space = Space::of("tangent", &["alpha".into()]).unwrap();
/// let options = CalibrateOptions { points: 8, polish: 1, steps: 8, folds: 2, ..CalibrateOptions::new(space) };
/// let found = calibrate(&trials, &options, |_| true).unwrap();
/// assert!((found.params[0].value - 0.9).abs() < 0.1);
/// assert!(found.lg.calibrated > found.lg.default);
/// ```
pub fn calibrate(
    trials: &[MeasuredTrial],
    options: &CalibrateOptions,
    progress: impl FnMut(&CalibrateProgress) -> bool + Send,
) -> Result<Calibration, CalibrateError> {
    let space = &options.space;
    let folds = if options.folds < 2 { Vec::new() } else { folds(trials, options.folds) };
    if trials.len() < 2 * options.folds.max(1) {
        return Err(CalibrateError::TooFew { trials: trials.len(), folds: options.folds.max(1) });
    }
    if let Some(k) = folds.iter().position(|f| 2 * f.learnt.len() < trials.len()) {
        let (fold, learnt) = (k + 1, folds[k].learnt.len());
        return Err(CalibrateError::SamePeople { fold, learnt, trials: trials.len() });
    }
    // What is wrong with a model is found out once, before threads play thousands of candidates.
    let stage = TrialSet::new(trials, &folds, options);
    stage.try_out()?;
    let fault = |source| {
        let path = options.journal.clone().unwrap_or_default();
        CalibrateError::Journal { path, source }
    };
    let journal = match &options.journal {
        Some(path) => Journal::open(path, &head(options, trials.len()), options.resume).map_err(fault)?,
        None => Journal::nowhere(),
    };
    let mut progress = progress;
    let expected = expected(options, folds.len());
    let log = EvaluationLog::new(&stage, journal, &mut progress, expected);
    let found = explore(&log, &folds, options);
    let (ended, done, fault_of_journal) = log.close();
    if let Some(error) = fault_of_journal {
        return Err(fault(error));
    }
    match found {
        Some(found) if !ended => Ok(result::gather(&stage, &folds, options, found, done)),
        _ => Err(CalibrateError::Stopped(done)),
    }
    .map(|c| Calibration { axes: space.axes.clone(), ..c })
}

/// About how many candidates there will be: a step of a simplex plays one or two.
fn expected(options: &CalibrateOptions, folds: usize) -> usize {
    let axes = options.space.axes.len();
    let polish = options.polish * (axes + 1 + options.steps as usize * 3 / 2);
    options.points + 1 + (folds + 1) * polish + folds + axes * SLICE
}

/// What a journal belongs to.
fn head(options: &CalibrateOptions, trials: usize) -> String {
    let o = options;
    serde_json::json!({
        "journal": "ambulo calibrate", "version": ambulo::VERSION, "space": o.space, "points": o.points, "polish": o.polish,
        "steps": o.steps, "folds": o.folds, "seed": o.seed, "sigma": o.sigma, "trials": trials, "data": o.data,
    })
    .to_string()
}

/// Values of each parameter at which the likelihood is evaluated afterwards, the others being as found.
const SLICE: usize = 9;

/// What the search brings.
struct Explored {
    /// Best with all trials, and best for every fold.
    best: Vec<f64>,
    of_folds: Vec<Vec<f64>>,
    /// Of every trial: with the model's own values, with the best, and with the best of the fold that held it out.
    default: Vec<f64>,
    calibrated: Vec<f64>,
    held_out: Vec<f64>,
    /// Along every axis: value and mean over trials.
    slices: Vec<Vec<(f64, f64)>>,
}

fn explore(log: &EvaluationLog<'_>, folds: &[Fold], options: &CalibrateOptions) -> Option<Explored> {
    let space = &options.space;
    // The model's own values take part, so that the best is at least as good.
    let mut points = vec![space.shares(&space.defaults())];
    points.extend(latin_hypercube(options.points, space.axes.len(), options.seed));
    log.announce("Latin hypercube");
    let default = log.each(&space.defaults())?;
    let hypercube = each_of(options, points.len(), |i| log.each(&space.values(&points[i])))?;
    let all: Vec<usize> = (0..default.len()).collect();
    let sets: Vec<&[usize]> = std::iter::once(&all[..]).chain(folds.iter().map(|f| &f.learnt[..])).collect();
    let mut jobs = Vec::new();
    for (set, learnt) in sets.iter().enumerate() {
        let mut ranked: Vec<(f64, usize)> =
            hypercube.iter().enumerate().map(|(i, each)| (mean_of(each, learnt), i)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        jobs.extend(ranked.iter().take(options.polish.max(1)).map(|(value, i)| (set, *i, *value)));
    }
    log.announce("polish");
    let polished = each_of(options, jobs.len(), |j| {
        let (set, i, value) = jobs[j];
        if options.polish == 0 {
            return Some((space.values(&points[i]), value));
        }
        let cost = |shares: &[f64]| log.mean(set, sets[set], &space.values(shares)).map_or(f64::INFINITY, |v| -v);
        let (best, cost) = polish(&points[i], options.steps, cost);
        (!log.stopped()).then(|| (space.values(&best), -cost))
    })?;
    let best_of = |set: usize| {
        let own = jobs.iter().zip(&polished).filter(|(job, _)| job.0 == set).map(|(_, found)| found);
        own.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(values, _)| values.clone())
    };
    let best = best_of(0)?;
    let of_folds: Vec<Vec<f64>> = (1..sets.len()).map(best_of).collect::<Option<_>>()?;
    let calibrated = log.each(&best)?;
    let mut held_out = calibrated.clone();
    for (fold, values) in folds.iter().zip(&of_folds) {
        let each = log.each(values)?;
        fold.held_out.iter().for_each(|i| held_out[*i] = each[*i]);
    }
    log.announce("slices");
    let along = each_of(options, space.axes.len() * SLICE, |j| {
        let (axis, k) = (j / SLICE, j % SLICE);
        let mut values = best.clone();
        values[axis] = space.axes[axis].value(k as f64 / (SLICE - 1) as f64);
        log.each(&values).map(|each| (values[axis], mean_of(&each, &all)))
    })?;
    let slices = along.chunks(SLICE).map(<[_]>::to_vec).collect();
    Some(Explored { best, of_folds, default, calibrated, held_out, slices })
}

/// Pieces of work in order; none where one was stopped.
fn each_of<T: Send>(o: &CalibrateOptions, n: usize, work: impl Fn(usize) -> Option<T> + Sync) -> Option<Vec<T>> {
    in_order(o.threads, n, work).into_iter().collect()
}

fn mean_of(each: &[f64], some: &[usize]) -> f64 {
    some.iter().map(|i| each[*i]).sum::<f64>() / some.len().max(1) as f64
}

#[cfg(test)]
mod tests;
