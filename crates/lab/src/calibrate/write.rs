//! The file a calibration leaves: model, parameters, and where they come from.

use super::{CalibrateOptions, Calibration};
use ambulo_data::Fnv1a;
use serde::Serialize;
use std::fmt::Write;
use std::io::Read;
use std::path::Path;

/// A file that was calibrated with.
///
/// ```
/// let f = ambulo_lab::DataFile { path: "zara.txt".into(), fnv1a: "cbf29ce484222325".into(), trials: 12 };
/// assert_eq!(f.trials, 12);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DataFile {
    /// As given.
    pub path: String,
    /// FNV-1a of its bytes, 64 bits; of a folder that of its files by name.
    pub fnv1a: String,
    /// Trials in it.
    pub trials: usize,
}

/// Describes a file or a run folder.
///
/// ```
/// assert!(ambulo_lab::data_file(std::path::Path::new("no/such.txt"), 0).is_err());
/// ```
pub fn data_file(path: &Path, trials: usize) -> Result<DataFile, std::io::Error> {
    let mut files = vec![path.to_path_buf()];
    if path.is_dir() {
        files = std::fs::read_dir(path)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
        files.retain(|p| p.is_file());
        files.sort();
    }
    let (mut hash, mut piece) = (Fnv1a::default(), vec![0; 1 << 16]);
    for file in files {
        let mut file = std::fs::File::open(file)?;
        loop {
            match file.read(&mut piece)? {
                0 => break,
                n => hash.add(&piece[..n]),
            }
        }
    }
    Ok(DataFile { path: path.display().to_string(), fnv1a: format!("{:016x}", hash.0), trials })
}

/// The file: `model` and `[params]`, which scenarios read, and `[provenance]` and `[likelihood]`, which people do.
///
/// ```
/// use ambulo_lab::{CalibrateOptions, Calibration, FoundParam, Space, calibrated_toml};
/// let found = Calibration {
///     model: "orca".into(), params: vec![FoundParam { name: "tau".into(), value: 3.5, ..FoundParam::default() }], ..Calibration::default()
/// };
/// let options = CalibrateOptions::new(Space::of("orca", &["tau".into()]).unwrap());
/// let text = calibrated_toml(&found, &options, &[], "ambulo calibrate orca");
/// assert!(text.contains("model = \"orca\"") && text.contains("tau = 3.5"));
/// ```
pub fn calibrated_toml(c: &Calibration, options: &CalibrateOptions, files: &[DataFile], command: &str) -> String {
    let mut out = String::new();
    let text = |t: &str| serde_json::Value::from(t).to_string();
    // Writing to a String cannot fail.
    let _ = writeln!(out, "# Calibrated parameters. A group of a scenario takes them by `params_file`.");
    let _ = writeln!(out, "model = {}\n\n[params]", text(&c.model));
    for p in &c.params {
        let note = if p.at_bound { "  # at a bound of the search" } else { "" };
        let _ = writeln!(out, "{} = {:?}{note}", p.name, p.value);
    }
    for (name, value) in &options.space.fixed {
        let _ = writeln!(out, "{name} = {value:?}  # as given, not searched");
    }
    let _ = writeln!(out, "\n[provenance]\nversion = {}\ncommand = {}", text(ambulo::VERSION), text(command));
    let _ = writeln!(out, "trials = {}\nseed = {}\nsigma = {:?}", c.trials, options.seed, options.sigma);
    let (o, n) = (options, c.candidates);
    let _ = writeln!(out, "points = {}\npolish = {}\nsteps = {}\ncandidates = {n}", o.points, o.polish, o.steps);
    for p in &c.params {
        let _ = writeln!(out, "searched.{} = [{:?}, {:?}]", p.name, p.low, p.high);
    }
    let _ =
        writeln!(out, "\n# Means over trials of Lg [1/m]; held_out: each trial by parameters found without its fold.");
    let _ = writeln!(out, "[likelihood]\ngreatest = {:?}\ndefault = {:?}", c.lg.greatest, c.lg.default);
    let _ = writeln!(out, "calibrated = {:?}", c.lg.calibrated);
    if !c.folds.is_empty() {
        let l = &c.lg;
        let _ = writeln!(out, "held_out = {:?}\nfolds = {}", l.held_out, c.folds.len());
        let _ = writeln!(out, "gain = {:?}\ngain_95 = [{:?}, {:?}]", l.gain, l.gain_low, l.gain_high);
    }
    for f in files {
        let _ =
            writeln!(out, "\n[[data]]\npath = {}\nfnv1a = {}\ntrials = {}", text(&f.path), text(&f.fnv1a), f.trials);
    }
    out
}
