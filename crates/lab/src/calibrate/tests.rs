//! Recovery: data made with hidden parameters give them back. Fewer points and trials than usual, to be quick.

use super::*;
use crate::{Start, Trial};
use ambulo_eval::tracks::Tracks;
use ambulo_geom::Point;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A trial in which nothing matters but who takes part.
pub fn trial_of(who: [(u32, u32); 2]) -> MeasuredTrial {
    let trial = Trial { starts: vec![], fps: 10.0, frames: 2, dt: 0.05 };
    MeasuredTrial { trial, real: Tracks::from_places(10.0, []), who, from: 0.0 }
}

fn named(values: &[(&str, f64)]) -> Vec<(String, f64)> {
    values.iter().map(|(name, value)| ((*name).to_string(), *value)).collect()
}

fn recover(
    model: &str,
    hidden: &[(&str, f64)],
    noise: f64,
    (trials, points, polish, steps): (usize, usize, usize, u64),
) -> Calibration {
    let trials = Recovery { trials, noise, seed: 5 }.make(model, &named(hidden)).unwrap();
    let names: Vec<String> = hidden.iter().map(|(name, _)| name.to_string()).collect();
    let space = Space::of(model, &names).unwrap();
    let options = CalibrateOptions { points, polish, steps, folds: 3, ..CalibrateOptions::new(space) };
    let found = calibrate(&trials, &options, |_| true).unwrap();
    for p in &found.params {
        println!("{model} noise {noise}: {} {:.3} folds {:.3?}", p.name, p.value, p.folds);
    }
    println!("{:?} {:?} {}", found.lg, found.order, found.candidates);
    found
}

fn value(c: &Calibration, name: &str) -> f64 {
    c.params.iter().find(|p| p.name == name).unwrap().value
}

const TANGENT: [(&str, f64); 5] =
    [("alpha", 0.8), ("beta_v", 1.0), ("beta_theta", 0.8), ("gamma_v", 0.6), ("gamma_theta", 0.4)];

const KARAMOUZAS: [(&str, f64); 2] = [("turn_weight", 0.6), ("speed_weight", 0.4)];

#[test]
fn hidden_parameters_of_tangent_are_recovered() {
    let found = recover("tangent", &TANGENT, 0.0, (40, 48, 2, 25));
    assert!((value(&found, "alpha") - 0.8).abs() < 0.1);
    assert!(found.lg.gain_low > 0.0 && found.folds.iter().all(|f| f.lg_calibrated > f.lg_default));
}

#[test]
fn hidden_parameters_of_tangent_are_recovered_under_five_centimetres_of_noise() {
    let found = recover("tangent", &TANGENT, 0.05, (40, 48, 2, 25));
    assert!((value(&found, "alpha") - 0.8).abs() < 0.1);
    assert!(found.lg.gain_low > 0.0);
}

/// `karamouzas` decides five times per second, and when is not seen in the data. The weight of speed shows all the same.
#[test]
fn the_hidden_weight_of_speed_of_karamouzas_is_recovered() {
    let found = recover("karamouzas", &KARAMOUZAS, 0.0, (100, 48, 2, 25));
    assert!((value(&found, "speed_weight") - 0.4).abs() < 0.1);
    assert!(found.lg.gain_low > 0.0 && found.folds.iter().all(|f| f.lg_calibrated > f.lg_default));
}

/// With the seed of the data, and no folds, everybody decides when they did: both weights show.
#[test]
fn both_hidden_weights_of_karamouzas_are_recovered_where_moments_of_decision_are_known() {
    let trials = Recovery { trials: 100, noise: 0.0, seed: 1 }.make("karamouzas", &named(&KARAMOUZAS)).unwrap();
    let space = Space::of("karamouzas", &KARAMOUZAS.map(|(name, _)| name.to_string())).unwrap();
    let options = CalibrateOptions { folds: 1, ..CalibrateOptions::new(space) };
    let found = calibrate(&trials, &options, |_| true).unwrap();
    assert!((value(&found, "turn_weight") - 0.6).abs() < 0.1, "{:?}", found.params);
    assert!((value(&found, "speed_weight") - 0.4).abs() < 0.1, "{:?}", found.params);
}

fn small(journal: Option<PathBuf>, threads: usize, resume: bool) -> CalibrateOptions {
    let space = Space::of("tangent", &["alpha".into(), "beta_v".into()]).unwrap();
    let data = "made".into();
    CalibrateOptions {
        points: 12,
        polish: 2,
        steps: 8,
        folds: 2,
        threads,
        journal,
        resume,
        data,
        ..CalibrateOptions::new(space)
    }
}

fn bits(c: &Calibration) -> (Vec<u64>, Vec<[u64; 3]>) {
    (c.params.iter().map(|p| p.value.to_bits()).collect(), c.each.iter().map(|e| e.map(f64::to_bits)).collect())
}

#[test]
fn a_killed_search_goes_on_to_the_same_bits_on_any_number_of_threads() {
    let trials = Recovery { trials: 12, ..Recovery::default() }.make("tangent", &named(&TANGENT)).unwrap();
    let whole = calibrate(&trials, &small(None, 1, false), |_| true).unwrap();
    assert_eq!(bits(&whole), bits(&calibrate(&trials, &small(None, 3, false), |_| true).unwrap()));
    let dir = tempfile::tempdir().unwrap();
    let journal = Some(dir.path().join("p.journal"));
    for ends in [5, 17, 40] {
        let seen = AtomicUsize::new(0);
        let keep_running = |_: &CalibrateProgress| seen.fetch_add(1, Ordering::Relaxed) < ends;
        let stopped = calibrate(&trials, &small(journal.clone(), 2, ends > 5), keep_running).unwrap_err();
        assert!(matches!(stopped, CalibrateError::Stopped(_)), "{stopped}");
    }
    // What stands there is not played again.
    let before = std::fs::read_to_string(journal.as_ref().unwrap()).unwrap().lines().count();
    assert!(before > 30, "{before}");
    let resumed = calibrate(&trials, &small(journal.clone(), 2, true), |_| true).unwrap();
    assert_eq!(bits(&whole), bits(&resumed));
    // Other data are another search.
    let other = CalibrateOptions { data: "others".into(), ..small(journal, 1, true) };
    assert!(calibrate(&trials, &other, |_| true).is_err_and(|e| e.to_string().contains("another search")));
}

#[test]
fn too_few_trials_and_the_same_people_everywhere_are_reported() {
    let options = small(None, 1, false);
    assert!(calibrate(&[], &options, |_| true).is_err_and(|e| e.to_string().contains("0 trials")));
    let start = Start {
        place: Point::new(0.0, 0.0),
        velocity: (1.0, 0.0),
        speed: 1.0,
        radius: 0.2,
        goal: Point::new(5.0, 0.0),
    };
    let mut same = trial_of([(0, 1), (0, 2)]);
    same.trial.starts.push(start);
    let error = calibrate(&vec![same; 8], &options, |_| true).unwrap_err();
    assert!(error.to_string().contains("other people"), "{error}");
}
