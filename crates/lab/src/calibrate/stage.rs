//! Where candidates are played on pairs: trials in batches, several candidates at a time.

use super::candidates::CandidateLog;
use super::folds::Fold;
use super::journal::Journal;
use super::{CalibrateOptions, CalibrateProgress, MeasuredTrial, mean_of};
use crate::{Trial, TrialBatch};
use ambulo_eval::likelihood::{lg, mean_ln_density};
use ambulo_eval::tracks::Tracks;
use ambulo_sim::GroupError;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Trials of a batch: more save little.
const TOGETHER: usize = 16;

/// All trials, laid out to be walked.
pub struct TrialSet<'a> {
    pub trials: &'a [MeasuredTrial],
    options: &'a CalibrateOptions,
    batches: Vec<(TrialBatch, Vec<usize>)>,
    walked: AtomicUsize,
}

impl<'a> TrialSet<'a> {
    pub fn new(trials: &'a [MeasuredTrial], folds: &[Fold], options: &'a CalibrateOptions) -> Self {
        let home = |i: &usize| folds.iter().position(|f| f.held_out.contains(i));
        let mut order: Vec<usize> = (0..trials.len()).collect();
        // By fold, so that a fold held out is not walked; by rate, which a batch shares; by length, so that nobody waits.
        let rate = |t: &Trial| (t.fps.to_bits(), t.dt.to_bits());
        order.sort_by_key(|i| (home(i), rate(&trials[*i].trial), trials[*i].trial.frames, *i));
        let alike = |a: &usize, b: &usize| home(a) == home(b) && rate(&trials[*a].trial) == rate(&trials[*b].trial);
        let batches = order.chunk_by(alike).flat_map(|same| same.chunks(TOGETHER)).map(|own| {
            let batch = own.iter().map(|i| trials[*i].trial.clone()).collect();
            (TrialBatch::new(batch), own.to_vec())
        });
        Self { trials, options, batches: batches.collect(), walked: AtomicUsize::new(0) }
    }

    /// Trials walked so far.
    pub fn walked(&self) -> usize {
        self.walked.load(Ordering::Relaxed)
    }

    /// Whether the model takes the parameters at all.
    pub fn try_out(&self) -> Result<(), GroupError> {
        let space = &self.options.space;
        let short = self.trials.iter().take(1).map(|t| Trial { frames: 2, ..t.trial.clone() }).collect();
        TrialBatch::new(short).play(space.model, &space.params(&space.defaults()), self.options.seed).map(drop)
    }

    /// Runs the batches that contain a wanted trial.
    pub fn walk(&self, values: &[f64], wanted: impl Fn(usize) -> bool, mut take: impl FnMut(usize, Tracks)) {
        let space = &self.options.space;
        let params = space.params(values);
        for (batch, own) in self.batches.iter().filter(|(_, own)| own.iter().any(|i| wanted(*i))) {
            // Bounds lie within what the model takes.
            let tracks = batch.play(space.model, &params, self.options.seed).unwrap_or_default();
            self.walked.fetch_add(own.len(), Ordering::Relaxed);
            own.iter().zip(tracks).for_each(|(i, tracks)| take(*i, tracks));
        }
    }

    /// The mean logarithm of each trial; zero where it was not walked.
    fn each(&self, values: &[f64], wanted: impl Fn(usize) -> bool) -> Vec<f64> {
        let mut each = vec![0.0; self.trials.len()];
        self.walk(values, wanted, |i, tracks| {
            each[i] = mean_ln_density(&self.trials[i].real, &tracks, self.options.sigma).unwrap_or(0.0);
        });
        each
    }
}

/// Likelihoods of candidates, of all trials or of those a fold learns from.
pub struct EvaluationLog<'a> {
    stage: &'a TrialSet<'a>,
    log: CandidateLog<'a>,
}

/// The greatest geometric mean of likelihoods.
fn greater(best: f64, ln: &[f64]) -> f64 {
    best.max(lg(ln.iter().sum::<f64>() / ln.len().max(1) as f64))
}

impl<'a> EvaluationLog<'a> {
    pub fn new(
        stage: &'a TrialSet<'a>,
        journal: Journal,
        progress: &'a mut (dyn FnMut(&CalibrateProgress) -> bool + Send),
        expected: usize,
    ) -> Self {
        let state = CalibrateProgress { done: 0, played: 0, expected, best: 0.0, what: "" };
        Self { stage, log: CandidateLog::new(journal, progress, state, &greater) }
    }

    pub fn announce(&self, what: &'static str) {
        self.log.announce(what);
    }

    pub fn stopped(&self) -> bool {
        self.log.stopped()
    }

    /// The mean logarithm of every trial with these values.
    pub fn each(&self, values: &[f64]) -> Option<Vec<f64>> {
        self.log.known(0, values, || self.stage.each(values, |_| true))
    }

    /// The mean over the trials of a set.
    pub fn mean(&self, set: usize, learnt: &[usize], values: &[f64]) -> Option<f64> {
        if set == 0 {
            return self.each(values).map(|each| mean_of(&each, learnt));
        }
        // Learnt trials rise.
        let wanted = |i: usize| learnt.binary_search(&i).is_ok();
        let mean = self.log.known(set, values, || vec![mean_of(&self.stage.each(values, wanted), learnt)]);
        mean.and_then(|m| m.first().copied())
    }

    /// Whether it was stopped, how many different candidates are known, and what was wrong with the journal.
    pub fn close(self) -> (bool, usize, Option<io::Error>) {
        self.log.close()
    }
}
