//! Calibration on crowds: flows, speeds and densities as people have them, in place of encounters of pairs.
//!
//! A candidate walks the places of its targets (`place.rs`), each with every training seed. Every figure gives a residual (`target.rs`), a
//! target the mean square of its residuals, and the cost is the weighted mean of these. The search is that of pairs: a Latin hypercube and
//! a polish by Nelder and Mead's simplex. It walks training places with training seeds only. When it has ended, the model's own values and
//! the best are walked in the test places with the test seeds.

mod axes;
mod corridor;
mod evaluate;
mod page;
mod place;
mod result;
mod target;
mod write;

pub use corridor::{CorridorError, CorridorFigures, CorridorFile};
pub use page::{crowd_page, crowd_provenance};
pub use place::{CrowdFigure, CrowdPlace, DENSITY_SPLIT, FILE_SPLIT, INFLOW_SPLIT, WIDTH_SPLIT};
pub use result::{BeforeAfter, CrowdCalibration, FigureResult, TargetResult};
pub use target::{CrowdTarget, Reference};
pub use write::crowd_toml;

use super::candidates::CandidateLog;
use super::journal::Journal;
use super::search::{latin_hypercube, polish};
use super::{CalibrateError, CalibrateProgress, Space};
use crate::in_order::in_order;
use evaluate::Evaluator;
use std::path::PathBuf;
use thiserror::Error;

/// Places, and the seeds they are walked with.
///
/// ```
/// let part = ambulo_lab::CrowdPart { places: vec![ambulo_lab::CrowdPlace::door(1.2)], seeds: vec![1, 2] };
/// assert_eq!(part.places.len() * part.seeds.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CrowdPart {
    /// Where.
    pub places: Vec<CrowdPlace>,
    /// Seeds, of whose figures the mean is taken.
    pub seeds: Vec<u64>,
}

/// How a calibration on crowds is done.
///
/// ```
/// use ambulo_lab::{CrowdOptions, CrowdTarget, Space};
/// let space = Space::of_crowd("default", true, &[]).unwrap();
/// let options = CrowdOptions::new(space, true, &[CrowdTarget::Speed], &[]);
/// assert_eq!((options.train.places.len(), options.test.seeds.as_slice()), (3, &[11, 12][..]));
/// ```
#[derive(Clone, Debug)]
pub struct CrowdOptions {
    /// Model, parameters and bounds, of [`Space::of_crowd`].
    pub space: Space,
    /// Whether everybody has headway.
    pub headway: bool,
    /// What the search sees.
    pub train: CrowdPart,
    /// What is measured when it has ended.
    pub test: CrowdPart,
    /// Weights of targets that do not weigh 1.
    pub weights: Vec<(CrowdTarget, f64)>,
    /// Points of the Latin hypercube.
    pub points: usize,
    /// How many of the best are polished.
    pub polish: usize,
    /// Most steps of each polish.
    pub steps: u64,
    /// Seed of the hypercube.
    pub seed: u64,
    /// Threads; 0 means one per core. The result is the same for any number.
    pub threads: usize,
    /// Where candidates are written down; nowhere when `None`.
    pub journal: Option<PathBuf>,
    /// Whether to resume from the journal.
    pub resume: bool,
    /// What the data are, so that no search resumes from another's journal.
    pub data: String,
}

impl CrowdOptions {
    /// The usual search for some targets: training seeds 1 and 2, test seeds 11 and 12.
    ///
    /// ```
    /// use ambulo_lab::{CrowdOptions, CrowdTarget, Space};
    /// let space = Space::of_crowd("orca", false, &["tau".into()]).unwrap();
    /// assert_eq!(CrowdOptions::new(space, false, &[CrowdTarget::Doors], &[]).points, 64);
    /// ```
    pub fn new(space: Space, headway: bool, targets: &[CrowdTarget], corridors: &[CorridorFile]) -> Self {
        let [train, test] = CrowdPlace::split(targets, corridors);
        Self {
            space,
            headway,
            train: CrowdPart { places: train, seeds: vec![1, 2] },
            test: CrowdPart { places: test, seeds: vec![11, 12] },
            weights: Vec::new(),
            points: 64,
            polish: 2,
            steps: 20,
            seed: 1,
            threads: 0,
            journal: None,
            resume: false,
            data: String::new(),
        }
    }

    fn part(&self, part: usize) -> &CrowdPart {
        if part == TRAIN { &self.train } else { &self.test }
    }
}

/// Numbers of the parts, which are sets of the journal.
const TRAIN: usize = 0;
const TEST: usize = 1;

/// Why there is no result on crowds.
///
/// ```
/// assert!(ambulo_lab::CrowdError::SharedSeed(2).to_string().contains("seed 2"));
/// ```
#[derive(Debug, Error)]
pub enum CrowdError {
    /// The search would see the test.
    #[error(
        "seed {0} is both for training and for the test; give option `train-seeds` and option `test-seeds` ranges that share none"
    )]
    SharedSeed(u64),
    /// Nothing to walk.
    #[error("there is nothing to measure for {part}: {missing}")]
    Nothing {
        /// Training or test.
        part: &'static str,
        /// What is missing, and what to do.
        missing: &'static str,
    },
    /// A weight of a target that is not searched.
    #[error(
        "option `weights` names `{0}`, which is no target of this search; add it to option `targets`, or leave it out"
    )]
    UnusedWeight(&'static str),
    /// A weight that is none.
    #[error("option `weights`: {1} for `{0}` is no weight; give a number above 0")]
    Weight(&'static str, f64),
    /// A value that was given and is not searched does not fit.
    #[error("{0}")]
    Value(String),
    /// The journal, or a stop.
    #[error(transparent)]
    Search(#[from] CalibrateError),
}

/// Calibrates a model on crowds. `progress` may end it by `false`; the journal then holds what was done.
///
/// ```no_run
/// use ambulo_lab::{CrowdOptions, CrowdTarget, Space, calibrate_crowd};
/// let space = Space::of_crowd("default", true, &["headway.time_gap".into()]).unwrap();
/// let options = CrowdOptions::new(space, true, &[CrowdTarget::Speed, CrowdTarget::Doors], &[]);
/// let found = calibrate_crowd(&options, |_| true).unwrap();
/// println!("{} s, residuals of the test {:?}", found.params[0].value, found.cost.test_after);
/// ```
pub fn calibrate_crowd(
    options: &CrowdOptions,
    progress: impl FnMut(&CalibrateProgress) -> bool + Send,
) -> Result<CrowdCalibration, CrowdError> {
    check(options)?;
    let fault = |source| CalibrateError::Journal { path: options.journal.clone().unwrap_or_default(), source };
    let journal = match &options.journal {
        Some(path) => Journal::open(path, &head(options), options.resume).map_err(fault)?,
        None => Journal::nowhere(),
    };
    let evaluator = Evaluator::new(options);
    let mut progress = progress;
    let lesser = |best: f64, figures: &[f64]| best.min(evaluator.cost(TRAIN, figures));
    let state = CalibrateProgress { done: 0, played: 0, expected: expected(options), best: f64::INFINITY, what: "" };
    let log = CandidateLog::new(journal, &mut progress, state, &lesser);
    let found = explore(&log, &evaluator, options);
    let (ended, done, fault_of_journal) = log.close();
    if let Some(error) = fault_of_journal {
        return Err(fault(error).into());
    }
    match found {
        Some(found) if !ended => Ok(result::gather(&evaluator, options, &found, done)),
        _ => Err(CalibrateError::Stopped(done).into()),
    }
}

fn check(options: &CrowdOptions) -> Result<(), CrowdError> {
    if let Some(shared) = options.train.seeds.iter().find(|s| options.test.seeds.contains(s)) {
        return Err(CrowdError::SharedSeed(*shared));
    }
    for (part, name) in [(&options.train, "training"), (&options.test, "the test")] {
        let missing = match (part.places.is_empty(), part.seeds.is_empty()) {
            (true, _) => "name other targets; corridors need two files or more, one for each part",
            (_, true) => "give at least one seed",
            _ => continue,
        };
        return Err(CrowdError::Nothing { part: name, missing });
    }
    for (target, weight) in &options.weights {
        if !options.train.places.iter().any(|p| p.target == *target) {
            return Err(CrowdError::UnusedWeight(target.name()));
        }
        if !(*weight > 0.0 && weight.is_finite()) {
            return Err(CrowdError::Weight(target.name(), *weight));
        }
    }
    axes::wrong_value(&options.space).map_or(Ok(()), |words| Err(CrowdError::Value(words)))
}

/// About how many candidates there will be, and the two of the test.
fn expected(options: &CrowdOptions) -> usize {
    let steps = options.space.axes.len() + 1 + options.steps as usize * 3 / 2;
    options.points + 1 + options.polish * steps + 3
}

/// What a journal belongs to.
fn head(o: &CrowdOptions) -> String {
    let part = |part: &CrowdPart| {
        let figures: Vec<&CrowdFigure> = part.places.iter().flat_map(|p| &p.figures).collect();
        serde_json::json!({ "figures": figures, "seeds": part.seeds })
    };
    serde_json::json!({
        "journal": "ambulo calibrate on crowds", "version": ambulo::VERSION, "space": o.space, "headway": o.headway,
        "train": part(&o.train), "test": part(&o.test), "weights": o.weights, "points": o.points, "polish": o.polish,
        "steps": o.steps, "seed": o.seed, "data": o.data,
    })
    .to_string()
}

/// What the search brings: the best values, and the figures of all seeds.
struct ExploredCrowd {
    best: Vec<f64>,
    train: [Vec<f64>; 2],
    test: [Vec<f64>; 2],
}

fn explore(log: &CandidateLog<'_>, evaluator: &Evaluator<'_>, options: &CrowdOptions) -> Option<ExploredCrowd> {
    let space = &options.space;
    let default = space.defaults();
    let figures = |part: usize, values: &[f64], threads: usize| {
        log.known(part, values, || evaluator.figures(part, values, threads))
    };
    log.announce("Latin hypercube");
    // The model's own values take part, so that the best is at least as good; where they lie outside the bounds, the nearest within.
    let hypercube = latin_hypercube(options.points, space.axes.len(), options.seed);
    let points: Vec<Vec<f64>> = std::iter::once(space.shares(&default)).chain(hypercube).collect();
    let inside = space.axes.iter().all(|a| (a.low..=a.high).contains(&a.default));
    let values = |i: usize| if i == 0 && inside { default.clone() } else { space.values(&points[i]) };
    let costs = in_order(options.threads, points.len(), |i| {
        figures(TRAIN, &values(i), 1).map(|found| evaluator.cost(TRAIN, &found))
    });
    let costs: Vec<f64> = costs.into_iter().collect::<Option<_>>()?;
    let mut ranked: Vec<usize> = (0..points.len()).collect();
    ranked.sort_by(|a, b| costs[*a].total_cmp(&costs[*b]).then(a.cmp(b)));
    let mut best = (values(ranked[0]), costs[ranked[0]]);
    log.announce("polish");
    let jobs = options.polish.min(ranked.len());
    // A polish is a chain of steps: threads that have none walk places.
    let share = (crate::in_order::threads(options.threads) / jobs.max(1)).max(1);
    let polished = in_order(options.threads, jobs, |j| {
        let cost = |shares: &[f64]| {
            let found = figures(TRAIN, &space.values(shares), share);
            found.map_or(f64::INFINITY, |found| evaluator.cost(TRAIN, &found))
        };
        polish(&points[ranked[j]], options.steps, cost)
    });
    for (shares, cost) in polished {
        if cost < best.1 {
            best = (space.values(&shares), cost);
        }
    }
    log.announce("test");
    let both =
        |part: usize| Some([figures(part, &default, options.threads)?, figures(part, &best.0, options.threads)?]);
    Some(ExploredCrowd { train: both(TRAIN)?, test: both(TEST)?, best: best.0 })
}

#[cfg(test)]
mod tests;
