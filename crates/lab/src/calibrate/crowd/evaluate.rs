//! Candidates on crowds: every place of a part with every seed, the cost of what came out, and what it took.

use super::axes::HEADWAY;
use super::place::CrowdFigure;
use super::target::{CrowdTarget, Reference};
use super::{CrowdOptions, CrowdPart};
use crate::dense::{DEFAULT, DenseSubject};
use crate::in_order::in_order;
use ambulo::data::scenario::{HeadwaySpec, ParamValue};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

/// Walks candidates, and counts.
pub struct Evaluator<'a> {
    options: &'a CrowdOptions,
    /// Time taken for each target, over all threads [ns].
    nanoseconds: [AtomicU64; CrowdTarget::ALL.len()],
    /// Candidates walked in each part.
    walked: [AtomicUsize; 2],
}

impl<'a> Evaluator<'a> {
    pub fn new(options: &'a CrowdOptions) -> Self {
        Self { options, nanoseconds: Default::default(), walked: Default::default() }
    }

    /// Who walks with these values.
    fn subject(&self, values: &[f64], seed: u64) -> DenseSubject {
        let space = &self.options.space;
        let (mut params, mut headway) = (BTreeMap::new(), BTreeMap::new());
        for (name, value) in space.params(values) {
            match name.strip_prefix(HEADWAY) {
                Some(own) => drop(headway.insert(own.to_string(), ParamValue::Number(value))),
                None => drop(params.insert(name, value)),
            }
        }
        let headway = match self.options.headway {
            _ if space.model == DEFAULT && headway.is_empty() => HeadwaySpec::Default,
            true => HeadwaySpec::Params(headway),
            false => HeadwaySpec::Off,
        };
        DenseSubject { params, headway, seed, ..DenseSubject::new(space.model) }
    }

    /// All figures of a part: by place, then by figure, then by seed.
    pub fn figures(&self, part: usize, values: &[f64], threads: usize) -> Vec<f64> {
        let CrowdPart { places, seeds } = self.options.part(part);
        self.walked[part].fetch_add(1, Ordering::Relaxed);
        let found = in_order(threads, places.len() * seeds.len(), |k| {
            let (place, seed) = (&places[k / seeds.len()], seeds[k % seeds.len()]);
            let from = Instant::now();
            let figures = place.measure(&self.subject(values, seed));
            let took = u64::try_from(from.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.nanoseconds[place.target as usize].fetch_add(took, Ordering::Relaxed);
            figures
        });
        let mut all = Vec::new();
        for (place, of_seeds) in places.iter().zip(found.chunks(seeds.len())) {
            for k in 0..place.figures.len() {
                all.extend(of_seeds.iter().map(|figures| figures[k]));
            }
        }
        all
    }

    /// Figures of a part with their target, their values by seed and their residual.
    pub fn residuals<'b>(&'b self, part: usize, figures: &'b [f64]) -> Vec<MeasuredFigure<'b>> {
        let CrowdPart { places, seeds } = self.options.part(part);
        let named = places.iter().flat_map(|p| p.figures.iter().map(|f| (p.target, f)));
        let one = |((target, figure), by_seed): ((CrowdTarget, &'b CrowdFigure), &'b [f64])| MeasuredFigure {
            target,
            figure,
            by_seed,
            residual: residual(&figure.reference, by_seed),
        };
        named.zip(figures.chunks(seeds.len().max(1))).map(one).collect()
    }

    /// The targets of this search in the order of their names' list, with their weights.
    pub fn targets(&self) -> Vec<(CrowdTarget, f64)> {
        let there = |t: &CrowdTarget| self.options.train.places.iter().any(|p| p.target == *t);
        let weight = |t: CrowdTarget| self.options.weights.iter().find(|w| w.0 == t).map_or(1.0, |w| w.1);
        CrowdTarget::ALL.into_iter().filter(there).map(|t| (t, weight(t))).collect()
    }

    /// The weighted mean over targets of the mean squares of their residuals.
    pub fn cost(&self, part: usize, figures: &[f64]) -> f64 {
        let residuals = self.residuals(part, figures);
        let (mut sum, mut weights) = (0.0, 0.0);
        for (target, weight) in self.targets() {
            if let Some(square) = mean_square(&residuals, target) {
                (sum, weights) = (sum + weight * square, weights + weight);
            }
        }
        if weights > 0.0 { sum / weights } else { 0.0 }
    }

    /// Seconds of one thread taken for each target.
    pub fn seconds(&self, target: CrowdTarget) -> f64 {
        self.nanoseconds[target as usize].load(Ordering::Relaxed) as f64 * 1e-9
    }

    /// Candidates walked in a part.
    pub fn walked(&self, part: usize) -> usize {
        self.walked[part].load(Ordering::Relaxed)
    }
}

/// A figure as it came out.
pub struct MeasuredFigure<'a> {
    pub target: CrowdTarget,
    pub figure: &'a CrowdFigure,
    pub by_seed: &'a [f64],
    pub residual: f64,
}

impl MeasuredFigure<'_> {
    /// The mean over the seeds that have it; NaN where none has.
    pub fn mean(&self) -> f64 {
        mean(self.by_seed)
    }
}

fn mean(by_seed: &[f64]) -> f64 {
    let (sum, n) = by_seed.iter().filter(|v| !v.is_nan()).fold((0.0, 0), |(sum, n), v| (sum + v, n + 1));
    if n == 0 { f64::NAN } else { sum / f64::from(n) }
}

/// The residual of the mean over seeds; seeds without the figure count by their share.
fn residual(reference: &Reference, by_seed: &[f64]) -> f64 {
    let absent = by_seed.iter().filter(|v| v.is_nan()).count() as f64 / by_seed.len().max(1) as f64;
    let present = reference.residual(mean(by_seed));
    if absent == 0.0 { present } else { (1.0 - absent) * present + absent * reference.residual(f64::NAN) }
}

/// The mean square of the residuals of a target; none where the part has none.
pub fn mean_square(residuals: &[MeasuredFigure<'_>], target: CrowdTarget) -> Option<f64> {
    let own = residuals.iter().filter(|m| m.target == target).map(|m| m.residual * m.residual);
    let (sum, n) = own.fold((0.0, 0), |(sum, n), square| (sum + square, n + 1));
    (n > 0).then(|| sum / f64::from(n))
}
