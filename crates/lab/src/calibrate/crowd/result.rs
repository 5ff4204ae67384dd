//! What a calibration on crowds found: parameters, and every figure before and after, for training and for the test.

use super::evaluate::{Evaluator, mean_square};
use super::place::CrowdFigure;
use super::target::CrowdTarget;
use super::{CrowdOptions, ExploredCrowd, TEST, TRAIN};
use crate::calibrate::FoundParam;
use ambulo_eval::page::Table;
use serde::Serialize;
use std::collections::BTreeMap;

/// The result of a calibration on crowds.
///
/// ```
/// assert!(ambulo_lab::CrowdCalibration::default().figures.is_empty());
/// ```
#[derive(Clone, Debug, Default, Serialize)]
pub struct CrowdCalibration {
    /// The model, or `default`.
    pub model: String,
    /// Whether everybody had headway.
    pub headway: bool,
    /// What was found, in the order of the search.
    pub params: Vec<FoundParam>,
    /// Parameters that were given and not searched.
    pub fixed: Vec<(String, f64)>,
    /// Root mean square of the residuals over all targets, weighted.
    pub cost: BeforeAfter,
    /// The same of every target.
    pub targets: Vec<TargetResult>,
    /// Every figure: those of training, then those of the test.
    pub figures: Vec<FigureResult>,
    /// Seeds of training.
    pub train_seeds: Vec<u64>,
    /// Seeds of the test.
    pub test_seeds: Vec<u64>,
    /// Different candidates, the two of the test included.
    pub candidates: usize,
    /// Candidates walked in training places in this run; fewer when it resumed from a journal.
    pub walked_training: usize,
    /// Candidates walked in test places in this run: the model's own values and the best, or one where these are the same.
    pub walked_test: usize,
    /// Seconds of one thread per candidate walked.
    pub seconds_per_candidate: f64,
    /// The same by target.
    pub seconds_by_target: BTreeMap<&'static str, f64>,
}

/// Root mean squares of residuals: 0.1 is about 10 per cent.
///
/// ```
/// assert_eq!(ambulo_lab::BeforeAfter::default().test_after, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct BeforeAfter {
    /// Training places and seeds, the model's own values.
    pub train_before: Option<f64>,
    /// Training places and seeds, calibrated.
    pub train_after: Option<f64>,
    /// Test places and seeds, the model's own values.
    pub test_before: Option<f64>,
    /// Test places and seeds, calibrated.
    pub test_after: Option<f64>,
}

/// A target before and after.
///
/// ```
/// let t = ambulo_lab::TargetResult { target: ambulo_lab::CrowdTarget::Doors, weight: 1.0, rms: Default::default() };
/// assert_eq!(t.rms.train_before, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TargetResult {
    /// The target.
    pub target: CrowdTarget,
    /// Its weight.
    pub weight: f64,
    /// Root mean squares of its residuals.
    #[serde(flatten)]
    pub rms: BeforeAfter,
}

/// A figure before and after; NaN, which is null in JSON, where there was nothing to measure.
///
/// ```
/// fn gain(f: &ambulo_lab::FigureResult) -> f64 {
///     f.residual_before.abs() - f.residual_after.abs()
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureResult {
    /// What it counts for.
    pub target: CrowdTarget,
    /// `training` or `test`.
    pub part: &'static str,
    /// What it is, and what people do.
    #[serde(flatten)]
    pub figure: CrowdFigure,
    /// Mean over seeds with the model's own values.
    pub before: f64,
    /// Mean over seeds, calibrated.
    pub after: f64,
    /// Residual with the model's own values.
    pub residual_before: f64,
    /// Residual, calibrated.
    pub residual_after: f64,
    /// By seed with the model's own values.
    pub before_by_seed: Vec<f64>,
    /// By seed, calibrated.
    pub after_by_seed: Vec<f64>,
}

impl CrowdCalibration {
    /// The tables of parameters, targets and figures.
    ///
    /// ```
    /// assert_eq!(ambulo_lab::CrowdCalibration::default().tables()[1].name, "targets");
    /// ```
    pub fn tables(&self) -> [Table; 3] {
        let mut params = Table::new(
            "parameters",
            "Parameters",
            &["parameter", "unit", "searched", "default", "calibrated", "bound"],
        );
        for p in &self.params {
            let bound = if p.at_bound { "hit" } else { "" };
            let (searched, default) = (format!("{} to {}", p.low, p.high), p.default.to_string());
            params = params.row([
                p.name.clone(),
                p.unit.clone(),
                searched,
                default,
                format!("{:.3}", p.value),
                bound.into(),
            ]);
        }
        let head = ["target", "weight", "training before", "training after", "test before", "test after"];
        let mut targets = Table::new("targets", "Root mean squares of residuals: 0.1 is about 10 per cent", &head);
        let cells = |rms: &BeforeAfter| {
            let cell = |v: Option<f64>| v.map_or("-".into(), |v| format!("{v:.3}"));
            [rms.train_before, rms.train_after, rms.test_before, rms.test_after].map(cell)
        };
        for t in &self.targets {
            targets = targets.row([t.target.name().to_string(), t.weight.to_string()].into_iter().chain(cells(&t.rms)));
        }
        targets = targets.row(["all".to_string(), String::new()].into_iter().chain(cells(&self.cost)));
        let head =
            ["part", "place", "quantity", "unit", "people", "before", "after", "residual before", "residual after"];
        let mut figures = Table::new("figures", "Every figure, means over seeds", &head);
        for f in &self.figures {
            let number = |v: f64| if v.is_nan() { "none".into() } else { format!("{v:.3}") };
            let words = [f.part, &f.figure.place, f.figure.quantity, f.figure.unit].map(str::to_string);
            let numbers = [
                number(f.before),
                number(f.after),
                format!("{:+.3}", f.residual_before),
                format!("{:+.3}", f.residual_after),
            ];
            figures = figures.row(words.into_iter().chain([f.figure.reference.words()]).chain(numbers));
        }
        [params, targets, figures]
    }
}

pub(super) fn gather(
    evaluator: &Evaluator<'_>,
    options: &CrowdOptions,
    found: &ExploredCrowd,
    candidates: usize,
) -> CrowdCalibration {
    let space = &options.space;
    let params = space.axes.iter().zip(&found.best).map(|(axis, value)| FoundParam {
        name: axis.name.clone(),
        unit: axis.unit.clone(),
        low: axis.low,
        high: axis.high,
        default: axis.default,
        value: *value,
        at_bound: axis.at_bound(*value),
        ..FoundParam::default()
    });
    let all = [(TRAIN, &found.train[0]), (TRAIN, &found.train[1]), (TEST, &found.test[0]), (TEST, &found.test[1])];
    let four = |of: &dyn Fn(usize, &[f64]) -> Option<f64>| {
        let [train_before, train_after, test_before, test_after] =
            all.map(|(part, figures)| of(part, figures).map(f64::sqrt));
        BeforeAfter { train_before, train_after, test_before, test_after }
    };
    let targets = evaluator.targets().into_iter().map(|(target, weight)| {
        let rms = four(&|part, figures| mean_square(&evaluator.residuals(part, figures), target));
        TargetResult { target, weight, rms }
    });
    let mut figures = Vec::new();
    for (part, name, [before, after]) in [(TRAIN, "training", &found.train), (TEST, "test", &found.test)] {
        let both = evaluator.residuals(part, before).into_iter().zip(evaluator.residuals(part, after));
        figures.extend(both.map(|(before, after)| FigureResult {
            target: before.target,
            part: name,
            figure: before.figure.clone(),
            before: before.mean(),
            after: after.mean(),
            residual_before: before.residual,
            residual_after: after.residual,
            before_by_seed: before.by_seed.to_vec(),
            after_by_seed: after.by_seed.to_vec(),
        }));
    }
    let walked = [TRAIN, TEST].map(|part| evaluator.walked(part));
    let per_candidate = |target| evaluator.seconds(target) / (walked[0] + walked[1]).max(1) as f64;
    let seconds: BTreeMap<_, _> = evaluator.targets().iter().map(|(t, _)| (t.name(), per_candidate(*t))).collect();
    CrowdCalibration {
        model: space.model.into(),
        headway: options.headway,
        params: params.collect(),
        fixed: space.fixed.clone(),
        cost: four(&|part, figures| Some(evaluator.cost(part, figures))),
        targets: targets.collect(),
        figures,
        train_seeds: options.train.seeds.clone(),
        test_seeds: options.test.seeds.clone(),
        candidates,
        walked_training: walked[0],
        walked_test: walked[1],
        seconds_per_candidate: seconds.values().sum(),
        seconds_by_target: seconds,
    }
}
