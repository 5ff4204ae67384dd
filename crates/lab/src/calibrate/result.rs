//! What a calibration found.

use super::folds::Fold;
use super::stage::TrialSet;
use super::{Axis, CalibrateOptions, Explored, MeasuredTrial, mean_of, page};
use ambulo_eval::bootstrap::estimate;
use ambulo_eval::likelihood::{greatest, lg};
use ambulo_eval::page::Table;
use ambulo_eval::passage_order::{self, StartGoalLine};
use ambulo_eval::tracks::Tracks;
use serde::Serialize;

/// The result of a calibration. Likelihoods are in 1/m.
///
/// ```
/// use ambulo_lab::{CalibrateOptions, Recovery, Space, calibrate};
/// let trials = Recovery { trials: 4, ..Recovery::default() }.make("orca", &[]).unwrap();
/// let space = Space::of("orca", &["tau".into()]).unwrap();
/// let options = CalibrateOptions { points: 2, polish: 0, folds: 2, ..CalibrateOptions::new(space) };
/// let found = calibrate(&trials, &options, |_| true).unwrap();
/// // The data were made with the model's own values: they are the best there are.
/// assert!((found.params[0].value - 2.0).abs() < 1e-9);
/// assert!((found.lg.default - found.lg.greatest).abs() < 1e-3);
/// ```
#[derive(Clone, Debug, Default, Serialize)]
pub struct Calibration {
    /// The model.
    pub model: String,
    /// What was found, in the order of the search.
    pub params: Vec<FoundParam>,
    /// Trials.
    pub trials: usize,
    /// Standard deviation of the distances [m].
    pub sigma: f64,
    /// Means over trials of Lg.
    pub lg: Likelihoods,
    /// Means over trials of the mean logarithm, which is what was maximised.
    pub ln: Likelihoods,
    /// Who passed first.
    pub order: Order,
    /// Cross-validation.
    pub folds: Vec<CalibrationFold>,
    /// Different candidates.
    pub candidates: usize,
    /// Trials walked for them in this run; fewer when it went on from a journal.
    pub simulations: usize,
    /// Where it was searched.
    #[serde(skip)]
    pub axes: Vec<Axis>,
    /// Of every trial the mean logarithm: with the model's own values, calibrated, calibrated without its fold.
    #[serde(skip)]
    pub each: Vec<[f64; 3]>,
    /// Of every trial the tracks walked with the model's own values, and calibrated.
    #[serde(skip)]
    pub walked: Vec<[Tracks; 2]>,
}

/// One parameter as found.
///
/// ```
/// assert!(!ambulo_lab::FoundParam::default().at_bound);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FoundParam {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Least value searched.
    pub low: f64,
    /// Greatest value searched.
    pub high: f64,
    /// The model's own value.
    pub default: f64,
    /// What was found with all trials.
    pub value: f64,
    /// Whether that is at a bound: the data want more, or do not determine it.
    pub at_bound: bool,
    /// What was found by each fold.
    pub folds: Vec<f64>,
    /// Value, and the mean logarithm with it, the other parameters being as found.
    pub slice: Vec<(f64, f64)>,
}

/// Likelihoods before and after.
///
/// ```
/// assert_eq!(ambulo_lab::Likelihoods::default().gain, 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Likelihoods {
    /// That of identical tracks.
    pub greatest: f64,
    /// With the model's own values.
    pub default: f64,
    /// Calibrated with all trials, on the same trials.
    pub calibrated: f64,
    /// Each trial with parameters calibrated without its fold.
    pub held_out: f64,
    /// The last less the model's own, and its 95 % interval by paired bootstrap over trials.
    pub gain: f64,
    /// Lower end of the interval.
    pub gain_low: f64,
    /// Upper end of the interval.
    pub gain_high: f64,
}

/// In how many trials the simulated walkers pass in the real order.
///
/// ```
/// assert_eq!(ambulo_lab::Order::default().trials, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Order {
    /// Trials with a passing order: the straight lines from start to goal cross.
    pub trials: usize,
    /// Right with the model's own values.
    pub default: usize,
    /// Right when calibrated with all trials.
    pub calibrated: usize,
}

/// One fold of the cross-validation.
///
/// ```
/// assert_eq!(ambulo_lab::CalibrationFold::default().held_out, 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CalibrationFold {
    /// Trials learnt from.
    pub learnt: usize,
    /// Trials held out.
    pub held_out: usize,
    /// Trials not used: they share a person with those held out.
    pub left_out: usize,
    /// Mean Lg of the held-out trials with the model's own values.
    pub lg_default: f64,
    /// And with what this fold found.
    pub lg_calibrated: f64,
    /// Mean logarithm of the held-out trials with the model's own values.
    pub ln_default: f64,
    /// And with what this fold found.
    pub ln_calibrated: f64,
    /// What this fold found, in the order of the parameters.
    pub values: Vec<f64>,
}

impl Calibration {
    /// The tables of parameters and of likelihoods.
    ///
    /// ```
    /// assert_eq!(ambulo_lab::Calibration::default().tables()[0].name, "parameters");
    /// ```
    pub fn tables(&self) -> [Table; 2] {
        [page::parameter_table(self), page::likelihood_table(self)]
    }
}

pub(super) fn gather(
    stage: &TrialSet<'_>,
    folds: &[Fold],
    options: &CalibrateOptions,
    found: Explored,
    candidates: usize,
) -> Calibration {
    let space = &options.space;
    let n = stage.trials.len();
    let all: Vec<usize> = (0..n).collect();
    let params = space.axes.iter().enumerate().map(|(k, axis)| FoundParam {
        name: axis.name.clone(),
        unit: axis.unit.clone(),
        low: axis.low,
        high: axis.high,
        default: axis.default,
        value: found.best[k],
        at_bound: axis.at_bound(found.best[k]),
        folds: found.of_folds.iter().map(|values| values[k]).collect(),
        slice: found.slices[k].clone(),
    });
    let lg_of = |each: &[f64]| each.iter().map(|ln| lg(*ln)).collect::<Vec<f64>>();
    let [lg_default, lg_calibrated, lg_held_out] =
        [&found.default, &found.calibrated, &found.held_out].map(|e| lg_of(e));
    let likelihoods = |top: f64, default: &[f64], calibrated: &[f64], held_out: &[f64]| {
        let differences: Vec<f64> = held_out.iter().zip(default).map(|(a, b)| a - b).collect();
        let gain = estimate(&differences);
        let (gain, gain_low, gain_high) = gain.map_or((0.0, 0.0, 0.0), |g| (g.mean, g.low, g.high));
        let [default, calibrated, held_out] = [default, calibrated, held_out].map(|e| mean_of(e, &all));
        Likelihoods { greatest: top, default, calibrated, held_out, gain, gain_low, gain_high }
    };
    let top = greatest(options.sigma);
    let folds = folds.iter().zip(&found.of_folds).map(|(fold, values)| CalibrationFold {
        learnt: fold.learnt.len(),
        held_out: fold.held_out.len(),
        left_out: n - fold.learnt.len() - fold.held_out.len(),
        lg_default: mean_of(&lg_default, &fold.held_out),
        lg_calibrated: mean_of(&lg_held_out, &fold.held_out),
        ln_default: mean_of(&found.default, &fold.held_out),
        ln_calibrated: mean_of(&found.held_out, &fold.held_out),
        values: values.clone(),
    });
    let walked = both_walked(stage, &space.defaults(), &found.best);
    let mut passed = Order::default();
    for (trial, [default, calibrated]) in stage.trials.iter().zip(&walked) {
        if let Some(real) = first_of(trial, &trial.real) {
            passed.trials += 1;
            passed.default += usize::from(first_of(trial, default) == Some(real));
            passed.calibrated += usize::from(first_of(trial, calibrated) == Some(real));
        }
    }
    Calibration {
        model: space.model.into(),
        params: params.collect(),
        trials: n,
        sigma: options.sigma,
        lg: likelihoods(top, &lg_default, &lg_calibrated, &lg_held_out),
        ln: likelihoods(ambulo_geom::math::ln(top), &found.default, &found.calibrated, &found.held_out),
        order: passed,
        folds: folds.collect(),
        candidates,
        simulations: stage.walked(),
        axes: Vec::new(),
        each: all.iter().map(|i| [found.default[*i], found.calibrated[*i], found.held_out[*i]]).collect(),
        walked,
    }
}

fn both_walked(stage: &TrialSet<'_>, default: &[f64], best: &[f64]) -> Vec<[Tracks; 2]> {
    let nothing = || Tracks::from_places(1.0, []);
    let mut walked: Vec<[Tracks; 2]> = stage.trials.iter().map(|_| [nothing(), nothing()]).collect();
    for (k, values) in [default, best].into_iter().enumerate() {
        stage.walk(values, |_| true, |i, tracks| walked[i][k] = tracks);
    }
    walked
}

/// Who passes first: the one who is first where the straight lines from starts to goals cross.
fn first_of(trial: &MeasuredTrial, walked: &Tracks) -> Option<usize> {
    let line = |k: usize| {
        let start = &trial.trial.starts[k];
        StartGoalLine { start: (start.place.x, start.place.y), goal: (start.goal.x, start.goal.y) }
    };
    let lines = [line(0), line(1)];
    if walked.len() < 2 || !lines[0].crosses(&lines[1]) {
        return None;
    }
    passage_order::first([walked.get(0), walked.get(1)], lines)
}
