//! The file a calibration on crowds leaves: what a group of a scenario takes, and where it comes from.

use super::axes::HEADWAY;
use super::result::CrowdCalibration;
use crate::calibrate::DataFile;
use crate::dense::DEFAULT;
use ambulo_models::MODELS;
use std::fmt::Write;

/// The file: `model`, `[params]` and `[headway]`, which scenarios and `ambulo run` read, and `[provenance]` and `[residuals]` for people.
///
/// ```
/// use ambulo_lab::{CrowdCalibration, FoundParam, crowd_toml};
/// let param = |name: &str, value| FoundParam { name: name.into(), value, ..FoundParam::default() };
/// let params = vec![param("headway.time_gap", 0.9), param("tau", 0.6)];
/// let found = CrowdCalibration { model: "default".into(), headway: true, params, ..CrowdCalibration::default() };
/// let text = crowd_toml(&found, &[], "ambulo calibrate default --targets doors");
/// assert!(text.contains("[params]\nnoise = 0.0  # as the default has it\ntau = 0.6") && text.contains("[headway]\ntime_gap = 0.9"));
/// assert!(text.contains("#   headway = { time_gap = 0.9 }"));
/// ```
pub fn crowd_toml(c: &CrowdCalibration, files: &[DataFile], command: &str) -> String {
    let text = |t: &str| serde_json::Value::from(t).to_string();
    let model = if c.model == DEFAULT { MODELS[0].name } else { &c.model };
    let (mut params, mut headway) = (Vec::new(), Vec::new());
    let known = |name: &str| c.params.iter().any(|p| p.name == name) || c.fixed.iter().any(|f| f.0 == name);
    if c.model == DEFAULT && !known("noise") {
        params.push(("noise", 0.0, "  # as the default has it"));
    }
    let found = c
        .params
        .iter()
        .map(|p| (p.name.as_str(), p.value, if p.at_bound { "  # at a bound of the search" } else { "" }));
    for (name, value, note) in found.chain(c.fixed.iter().map(|f| (f.0.as_str(), f.1, "  # as given, not searched"))) {
        match name.strip_prefix(HEADWAY) {
            Some(own) => headway.push((own, value, note)),
            None => params.push((name, value, note)),
        }
    }
    let inline = |all: &[(&str, f64, &str)]| {
        let all: Vec<String> = all.iter().map(|(name, value, _)| format!("{name} = {value:?}")).collect();
        if all.is_empty() { "{}".to_string() } else { format!("{{ {} }}", all.join(", ")) }
    };
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "# Calibrated on crowds. A group of a scenario takes all of it by `params_file`, or has it written out:\n#"
    );
    let _ = writeln!(out, "#   [[walkers]]\n#   model = {}\n#   params = {}", text(model), inline(&params));
    if c.headway {
        let _ = writeln!(out, "#   headway = {}", inline(&headway));
    }
    let _ = writeln!(
        out,
        "#\n# A run takes it by option `params-file`, for all groups that walk by the model.\nmodel = {}\n",
        text(model)
    );
    for (name, table) in [("params", &params), ("headway", &headway)].into_iter().take(1 + usize::from(c.headway)) {
        let _ = writeln!(out, "[{name}]");
        for (name, value, note) in table {
            let _ = writeln!(out, "{name} = {value:?}{note}");
        }
        let _ = writeln!(out);
    }
    let _ = writeln!(out, "[provenance]\nversion = {}\ncommand = {}", text(ambulo::VERSION), text(command));
    let _ = writeln!(out, "calibrated = {}\ncandidates = {}", text(&c.model), c.candidates);
    let _ = writeln!(out, "train_seeds = {:?}\ntest_seeds = {:?}", c.train_seeds, c.test_seeds);
    for p in &c.params {
        let _ = writeln!(out, "searched.{} = [{:?}, {:?}]", p.name, p.low, p.high);
    }
    let _ = writeln!(
        out,
        "\n# Root mean squares of residuals: training before and after, test before and after.\n[residuals]"
    );
    let row = |rms: &super::BeforeAfter| {
        let all = [rms.train_before, rms.train_after, rms.test_before, rms.test_after]
            .map(|v| v.map_or("nan".into(), |v| format!("{v:.4}")));
        format!("[{}]", all.join(", "))
    };
    for t in &c.targets {
        let _ = writeln!(out, "{} = {}", t.target.name(), row(&t.rms));
    }
    let _ = writeln!(out, "all = {}", row(&c.cost));
    for f in files {
        let _ = writeln!(out, "\n[[data]]\npath = {}\nfnv1a = {}", text(&f.path), text(&f.fnv1a));
    }
    out
}
