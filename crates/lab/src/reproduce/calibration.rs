//! Calibration: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use crate::calibrate::{CalibrateOptions, Recovery, Space, calibrate};
use ambulo_eval::likelihood::{SIGMA, lg, mean_ln_density};
use ambulo_eval::page::Table;
use ambulo_eval::tracks::Tracks;

pub(super) const SUBJECT: Subject = Subject {
    name: "calibration",
    title: "Calibration",
    citation: "J. Pettré, J. Ondřej, A.-H. Olivier, A. Crétual and S. Donikian, Experiment-based modeling, simulation and validation of \
               interactions between virtual walkers, Symposium on Computer Animation, 2009",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "TAN",
        "Calibration finds hidden parameters again, and what it finds is likelier than the defaults",
        "no figure; asked: alpha within 0.1 from 100 trials",
        recovery,
    ),
    Claim::exact(
        "TAN",
        "The likelihood of identical tracks is the greatest possible",
        "no figure; asked: 1/(sqrt(2 pi) sigma)",
        identical,
    ),
    Claim::not_public(
        "TAN",
        "Calibrated the tangent model is likelier than with default values, that than RVO, Reynolds and social forces",
        "mean likelihoods 0.214, 0.165, 0.14, 0.047 and 0.004",
        "needs the 429 recorded trials; neither mean nor standard deviation of the density is printed",
    ),
];

/// What the paper calibrates: the strategy, and errors of observation with how they fade.
pub(super) const PAPERS_PARAMETERS: [&str; 5] = ["alpha", "beta_v", "beta_theta", "gamma_v", "gamma_theta"];

const HIDDEN: [(&str, f64); 3] = [("alpha", 0.8), ("beta_v", 0.9), ("beta_theta", 0.4)];

fn recovery(bench: &Bench) -> ClaimResult {
    let hidden: Vec<(String, f64)> = HIDDEN.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    let trials = Recovery { trials: 100, noise: 0.05, seed: bench.seed }.make("tangent", &hidden);
    let (Ok(trials), Ok(space)) = (trials, Space::of("tangent", &PAPERS_PARAMETERS.map(String::from))) else {
        return ClaimResult::new(false, "the model has not these parameters");
    };
    let options = CalibrateOptions { folds: 0, seed: bench.seed, threads: 1, ..CalibrateOptions::new(space) };
    let found = match calibrate(&trials, &options, |_| true) {
        Ok(found) => found,
        Err(error) => return ClaimResult::new(false, error.to_string()),
    };
    let head = ["parameter", "unit", "default", "hidden", "found"];
    let mut table =
        Table::new("calibration-recovery", "Hidden parameters of the tangent model and what calibration finds", &head);
    let mut off = f64::NAN;
    for p in &found.params {
        let hidden = HIDDEN.iter().find(|(n, _)| *n == p.name).map_or(p.default, |h| h.1);
        off = if p.name == "alpha" { (p.value - hidden).abs() } else { off };
        table = table.row([
            p.name.clone(),
            p.unit.clone(),
            format!("{:.3}", p.default),
            format!("{hidden:.3}"),
            format!("{:.3}", p.value),
        ]);
    }
    let ours =
        format!("alpha off by {off:.3}; likelihood {:.3} against {:.3} 1/m", found.lg.calibrated, found.lg.default);
    ClaimResult::new(off <= 0.1 && found.lg.calibrated > found.lg.default, ours)
        .note(format!(
            "100 made trials with noise of 5 cm; 256 points and five polishes, {} candidates, without the folds of a cross-validation",
            found.candidates
        ))
        .table(table)
}

fn identical(_: &Bench) -> ClaimResult {
    let places: Vec<(f64, f64)> = (0..50).map(|k| (0.1 * f64::from(k), 2.0)).collect();
    let tracks = Tracks::from_places(10.0, [(1, 0, places)]);
    let found = mean_ln_density(&tracks, &tracks, SIGMA).map_or(f64::NAN, lg);
    let wanted = 1.0 / ((2.0 * std::f64::consts::PI).sqrt() * SIGMA);
    ClaimResult::new((found - wanted).abs() < 1e-12, format!("{found:.6} 1/m, off by {:.0e}", (found - wanted).abs()))
        .note("sigma 0.3 m; the paper prints none")
}
