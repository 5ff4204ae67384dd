//! The tangent paper's comparison of models, on synthetic data: pairs who cross, walked by the tangent model with
//! hidden parameters and measured with 5 cm of noise. The paper had 429 recorded pairs, which were not published.

use super::calibration::PAPERS_PARAMETERS;
use super::claim::{Bench, ClaimResult};
use super::trajectory_plot::{Strand, picture};
use crate::calibrate::{CalibrateOptions, MeasuredTrial, Recovery, Space, calibrate};
use crate::{Trial, TrialBatch};
use ambulo_draw::{LinePlot, Series};
use ambulo_eval::interaction::{Interaction, POINTS};
use ambulo_eval::likelihood::{SIGMA, lg, mean_ln_density};
use ambulo_eval::page::Table;
use ambulo_eval::passage_order::{StartGoalLine, first};
use ambulo_eval::report::Picture;
use ambulo_eval::tracks::Tracks;
use ambulo_geom::math;

/// As many as the paper had.
const TRIALS: usize = 429;
/// Trials the calibration sees.
const TAUGHT: usize = 60;
/// What the people are like.
const HIDDEN: [(&str, f64); 5] =
    [("alpha", 0.3), ("beta_v", 0.8), ("gamma_v", 0.6), ("beta_theta", 0.4), ("gamma_theta", 0.5)];

type ParamList = Vec<(String, f64)>;

/// Pairs who cross at any angle from 30 to 150 degrees.
fn at_any_angle(seed: u64) -> Vec<MeasuredTrial> {
    let hidden: ParamList = HIDDEN.map(|(name, value)| (name.to_string(), value)).to_vec();
    let recovery = Recovery { trials: 6 * TRIALS, noise: 0.05, seed };
    recovery.make("tangent", &hidden).expect("parameters of the tangent model")
}

/// Pairs who cross nearly at right angles, as the paper's did.
fn people(seed: u64) -> Vec<MeasuredTrial> {
    let mut made = at_any_angle(seed);
    made.retain(|t| (crossing_angle(t) - 90.0).abs() <= 15.0);
    made.truncate(TRIALS);
    made
}

/// Between the lines from starts to goals [deg].
fn crossing_angle(t: &MeasuredTrial) -> f64 {
    let [v, u] = [0, 1].map(|k| {
        let s = t.trial.starts[k];
        (s.goal.x - s.place.x, s.goal.y - s.place.y)
    });
    math::atan2(v.0 * u.1 - v.1 * u.0, v.0 * u.0 + v.1 * u.1).abs().to_degrees()
}

/// All trials walked by a model.
fn walked(trials: &[MeasuredTrial], model: &str, params: &ParamList, seed: u64) -> Vec<Tracks> {
    let batch = |some: &[MeasuredTrial]| {
        let trials: Vec<Trial> = some.iter().map(|t| t.trial.clone()).collect();
        TrialBatch::new(trials).play(model, params, seed).expect("known models and parameters")
    };
    trials.chunks(16).flat_map(batch).collect()
}

/// How well tracks reproduce trials.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrialScore {
    /// Mean over trials of the likelihood [1/m].
    pub(super) likelihood: f64,
    /// Share of trials in which the same one passes first.
    pub(super) order: f64,
}

fn score(trials: &[MeasuredTrial], walked_tracks: &[Tracks]) -> TrialScore {
    let (mut sum, mut right, mut ordered) = (0.0, 0, 0);
    for (t, w) in trials.iter().zip(walked_tracks) {
        sum += mean_ln_density(&t.real, w, SIGMA).map_or(0.0, lg);
        let lines = [0, 1].map(|k| {
            let s = t.trial.starts[k];
            StartGoalLine { start: (s.place.x, s.place.y), goal: (s.goal.x, s.goal.y) }
        });
        if let Some(real) = first([t.real.get(0), t.real.get(1)], lines) {
            ordered += 1;
            right += usize::from(first([w.get(0), w.get(1)], lines) == Some(real));
        }
    }
    TrialScore {
        likelihood: sum / trials.len() as f64,
        order: f64::from(right as u32) / f64::from(ordered.max(1) as u32),
    }
}

/// The models, in the order in which the paper has them.
const MODELS: [(&str, &str); 4] =
    [("default", "tangent"), ("RVO", "rvo"), ("Reynolds", "reynolds"), ("Helbing", "social-force")];

/// Likelihood of calibrated and default parameters and of other models.
pub(super) fn ordering(bench: &Bench) -> ClaimResult {
    let trials = people(bench.seed);
    let (taught, held_out) = trials.split_at(TAUGHT);
    let space =
        Space::of("tangent", &PAPERS_PARAMETERS.map(String::from)).expect("the tangent model can be calibrated");
    let options =
        CalibrateOptions { polish: 3, folds: 0, seed: bench.seed, threads: 1, ..CalibrateOptions::new(space) };
    let found = match calibrate(taught, &options, |_| true) {
        Ok(found) => found,
        Err(e) => return ClaimResult::new(false, e.to_string()),
    };
    let calibrated: ParamList = found.params.iter().map(|p| (p.name.clone(), p.value)).collect();
    let mut walked_tracks = vec![("calibrated", walked(held_out, "tangent", &calibrated, bench.seed))];
    walked_tracks.extend(MODELS.iter().map(|(name, model)| (*name, walked(held_out, model, &vec![], bench.seed))));
    let scores: Vec<TrialScore> = walked_tracks.iter().map(|(_, w)| score(held_out, w)).collect();
    let printed = [("0.214", "416 of 429"), ("0.165", "398 of 429"), ("0.14", ""), ("0.047", ""), ("0.004", "")];
    let mut table = Table::new(
        "tangent-table-1",
        "Table 1 on synthetic data: mean likelihood of a trial, and trials in which the same one passes first. Likelihoods \
         compare within a column only.",
        &["model", "likelihood [1/m]", "order right [%]", "paper: likelihood", "paper: order right"],
    );
    for (((name, _), s), (likelihood, order)) in walked_tracks.iter().zip(&scores).zip(printed) {
        let ours = [format!("{:.3}", s.likelihood), format!("{:.1}", 100.0 * s.order)];
        table = table.row([name.to_string()].into_iter().chain(ours).chain([likelihood.into(), order.into()]));
    }
    let mut learnt = Table::new(
        "tangent-calibrated",
        "The hidden parameters of the synthetic data, and those found from 60 trials.",
        &["parameter", "hidden", "found", "default"],
    );
    for p in &found.params {
        let hidden = HIDDEN.iter().find(|(name, _)| *name == p.name).map_or(p.default, |h| h.1);
        learnt = learnt.row([
            p.name.clone(),
            format!("{hidden:.2}"),
            format!("{:.2}", p.value),
            format!("{:.2}", p.default),
        ]);
    }
    let of = |k: usize| scores[k].likelihood;
    let beats = (1..scores.len()).all(|k| of(0) > of(k));
    let falls = (1..scores.len()).all(|k| of(k - 1) > of(k));
    let list: Vec<String> =
        walked_tracks.iter().zip(&scores).map(|((name, _), s)| format!("{name} {:.3}", s.likelihood)).collect();
    let whole = if falls { "the whole order is the paper's" } else { "the order below the first is not the paper's" };
    let example = example(held_out);
    ClaimResult::new(beats, list.join(", "))
        .note(format!(
            "{} synthetic pairs crossing at 75 to 105 degrees, 5 cm of noise, {TAUGHT} of them to learn from; {whole}; hidden alpha {} found as {:.2}",
            trials.len(),
            HIDDEN[0].1,
            found.params[0].value
        ))
        .table(table)
        .table(learnt)
        .picture(predicted_distance(held_out, &walked_tracks))
        .picture(paths(&held_out[example], &walked_tracks, example))
}

/// Passage order by default parameters.
pub(super) fn order_by_default(bench: &Bench) -> ClaimResult {
    let trials = people(bench.seed);
    let of = |trials: &[MeasuredTrial]| 100.0 * score(trials, &walked(trials, "tangent", &vec![], bench.seed)).order;
    let (order, mut all) = (of(&trials), at_any_angle(bench.seed));
    all.truncate(TRIALS);
    ClaimResult::new(order >= 93.0, format!("{order:.1} %")).note(format!(
        "{} synthetic pairs crossing at 75 to 105 degrees, walked with hidden parameters and measured with 5 cm of noise; models begin \
         with place and velocity as measured; of as many crossing at 30 to 150 degrees {:.1} %",
        trials.len(),
        of(&all)
    ))
}

/// The mean over trials that begin below 1 m of the predicted distance, at every percent of the time.
fn mean_curve(trials: &[MeasuredTrial], walked_tracks: &[Tracks]) -> Vec<(f64, f64)> {
    let mut sum = vec![0.0; POINTS];
    let mut count = 0.0;
    for (t, w) in trials.iter().zip(walked_tracks) {
        let (a, b) = (w.get(0), w.get(1));
        let Some(i) = Interaction::of(a, b, t.trial.fps, |_| true) else { continue };
        let starts = [t.trial.starts[0], t.trial.starts[1]];
        let apart = (starts[1].place.x - starts[0].place.x, starts[1].place.y - starts[0].place.y);
        let [v, u] = starts.map(|s| s.velocity);
        // Whether it counts is the same for all models: what was seen at first.
        if ambulo_eval::mpd::mpd(apart, (u.0 - v.0, u.1 - v.1)) < 1.0 {
            sum.iter_mut().zip(i.mpd_curve(a, b)).for_each(|(s, m)| *s += m);
            count += 1.0;
        }
    }
    sum.iter().enumerate().map(|(k, s)| (k as f64, s / count)).collect()
}

fn predicted_distance(trials: &[MeasuredTrial], walked_tracks: &[(&str, Vec<Tracks>)]) -> Picture {
    let mut plot = LinePlot::new("Distance at which pairs would pass, by model", "time [%]", "predicted distance [m]");
    let hidden: ParamList = HIDDEN.map(|(name, value)| (name.to_string(), value)).to_vec();
    let truth = walked(trials, "tangent", &hidden, 1);
    plot = plot.series(Series::new("synthetic data, without noise", mean_curve(trials, &truth)).wide(3.5));
    for (name, w) in walked_tracks {
        plot = plot.series(Series::new(*name, mean_curve(trials, w)));
    }
    let caption = "As the paper's figure 7: mean distance at which pairs would pass if both kept their velocities, from when they see \
                   each other (0 %) until they are nearest (100 %); pairs that begin below 1 m.";
    Picture { name: "tangent-predicted-distance".into(), caption: caption.into(), svg: plot.draw().to_svg() }
}

/// The pair whose tracks cross most nearly at a right angle while the first to pass is no more than half a second
/// ahead.
fn example(trials: &[MeasuredTrial]) -> usize {
    let square = |t: &MeasuredTrial| {
        let late = [0, 1].map(|k| {
            let s = t.trial.starts[k];
            (s.place.x * s.place.x + s.place.y * s.place.y).sqrt() / s.speed
        });
        (crossing_angle(t) - 90.0).abs() + if (late[0] - late[1]).abs() < 0.5 { 0.0 } else { 90.0 }
    };
    (0..trials.len()).min_by(|a, b| square(&trials[*a]).total_cmp(&square(&trials[*b]))).unwrap_or(0)
}

fn paths(trial: &MeasuredTrial, walked_tracks: &[(&str, Vec<Tracks>)], k: usize) -> Picture {
    let second = trial.trial.fps as usize;
    let mut strands = vec![Strand::new(0, "synthetic data, as measured", &trial.real).dotted(second)];
    let models = walked_tracks.iter().enumerate().map(|(c, (name, w))| Strand::new(c + 1, *name, &w[k]).dotted(second));
    strands.extend(models);
    let caption = "As the paper's figure 5: one pair, as measured and as the models walk it from the same beginning; a dot every second.";
    picture("tangent-pair", "One pair, walked by several models", caption, &strands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_that_are_the_truth_score_highest_and_keep_the_order() {
        let mut trials = people(3);
        trials.truncate(20);
        let same: Vec<Tracks> = trials.iter().map(|t| t.real.clone()).collect();
        let s = score(&trials, &same);
        assert!((s.likelihood - ambulo_eval::likelihood::greatest(SIGMA)).abs() < 1e-9 && s.order == 1.0, "{s:?}");
        let blind = walked(&trials, "social-force", &vec![("strength".into(), 0.0)], 1);
        assert!(score(&trials, &blind).likelihood < s.likelihood);
    }
}
