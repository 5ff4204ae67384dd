//! `manifest.json`: which run a folder holds, in which files, and whether it is complete.

use super::{FolderError, clock};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Name of the manifest in its folder.
///
/// ```
/// assert_eq!(ambulo_data::run_folder::MANIFEST, "manifest.json");
/// ```
pub const MANIFEST: &str = "manifest.json";
/// Version of the manifest's own format.
const VERSION: u32 = 1;

/// What a folder holds.
///
/// ```
/// let m = ambulo_data::run_folder::Manifest::new("run", "ambulo 0.1.0");
/// assert!(!m.complete);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of this format.
    pub manifest_version: u32,
    /// What wrote the folder: `run`, `comparison`, `evaluation` ...
    pub kind: String,
    /// Which run it is: no two runs share it, and a resumed run keeps it.
    pub run_id: String,
    /// Program and version.
    pub program: String,
    /// When it began, in UTC.
    pub started: String,
    /// When it ended, in UTC; none while it runs, or when it was killed.
    #[serde(default)]
    pub ended: Option<String>,
    /// Whether it came to its end: false while it runs and when it was killed or interrupted.
    pub complete: bool,
    /// Why it ended, as one word for scripts: `unfinished`, `all-arrived`, `time-reached`, `limit-reached`, `interrupted` ...
    pub outcome: String,
    /// Why it ended, in a sentence; empty for what is no run.
    #[serde(default)]
    pub why: String,
    /// The command that wrote it.
    #[serde(default)]
    pub command: String,
    /// Name of the scenario.
    #[serde(default)]
    pub scene: String,
    /// Seed of all random numbers.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Hash of everything that happened; none before the end.
    #[serde(default)]
    pub state_hash: Option<String>,
    /// The walker whose decisions are written down, if any.
    #[serde(default)]
    pub explain: Option<u32>,
    /// When these are drawn, where that was asked for [s].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explain_at: Option<f64>,
    /// FNV-1a of `scenario.toml`.
    #[serde(default)]
    pub scenario_hash: Option<String>,
    /// FNV-1a of the plan as it was used: walkable ground and walls of all levels.
    #[serde(default)]
    pub plan_hash: Option<String>,
    /// What computed decisions beside the CPU, model by model; only another run on the same has the same hash.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub devices: Vec<String>,
    /// The recordings, the one that readers take first.
    #[serde(default)]
    pub recordings: Vec<RecordedFile>,
    /// All files of the run, relative to the folder: what the next run into it removes.
    #[serde(default)]
    pub files: Vec<String>,
}

/// One recording of a run.
///
/// ```
/// use ambulo_data::run_folder::RecordedFile;
/// let r = RecordedFile { format: "csv".into(), version: "1".into(), file: "trajectory.csv".into(), bytes: None };
/// assert_eq!(r.format, "csv");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedFile {
    /// `sqlite`, `csv` or `parquet`.
    pub format: String,
    /// Version of that format.
    pub version: String,
    /// Its name in the folder.
    pub file: String,
    /// Its size when the run ended; none before that.
    #[serde(default)]
    pub bytes: Option<u64>,
}

impl Manifest {
    /// A manifest of something that begins now.
    ///
    /// ```
    /// let m = ambulo_data::run_folder::Manifest::new("run", "ambulo 0.1.0");
    /// assert_eq!((m.outcome.as_str(), m.ended), ("unfinished", None));
    /// ```
    pub fn new(kind: &str, program: &str) -> Self {
        let started = clock::now();
        let unique = format!("{kind} {program} {} {}", clock::nanoseconds(), std::process::id());
        let day: String = started.chars().filter(char::is_ascii_alphanumeric).collect();
        Self {
            manifest_version: VERSION,
            kind: kind.into(),
            run_id: format!("{day}-{:08x}", crate::fnv1a(unique.as_bytes()) as u32),
            program: program.into(),
            started,
            ended: None,
            complete: false,
            outcome: "unfinished".into(),
            why: String::new(),
            command: String::new(),
            scene: String::new(),
            seed: None,
            state_hash: None,
            explain: None,
            explain_at: None,
            scenario_hash: None,
            plan_hash: None,
            devices: Vec::new(),
            recordings: Vec::new(),
            files: Vec::new(),
        }
    }

    /// The manifest of a folder; `None` where there is none.
    ///
    /// ```
    /// let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    /// assert!(ambulo_data::run_folder::Manifest::read(here).unwrap().is_none());
    /// ```
    pub fn read(dir: &Path) -> Result<Option<Self>, FolderError> {
        let file = dir.join(MANIFEST);
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(e) if matches!(e.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(e) => return Err(FolderError::io(&file, e)),
        };
        let fault = |why: String| FolderError::Manifest { file: file.clone(), why };
        let version = |v: &serde_json::Value| v.get("manifest_version").and_then(serde_json::Value::as_u64);
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|e| fault(format!("the manifest is damaged: {e}")))?;
        match version(&value) {
            Some(v) if v == u64::from(VERSION) => {}
            Some(v) => return Err(fault(format!("manifest version {v} cannot be read, only version {VERSION}"))),
            None => return Err(fault("this is not the manifest of a run: it has no `manifest_version`".into())),
        }
        serde_json::from_value(value).map(Some).map_err(|e| fault(format!("the manifest is damaged: {e}")))
    }

    /// Notes that it ends now.
    ///
    /// ```
    /// let mut m = ambulo_data::run_folder::Manifest::new("run", "ambulo 0.1.0");
    /// m.end(true, "all-arrived", "");
    /// assert!(m.complete && m.ended.is_some());
    /// ```
    pub fn end(&mut self, complete: bool, outcome: &str, why: &str) {
        self.ended = Some(clock::now());
        self.complete = complete;
        (self.outcome, self.why) = (outcome.into(), why.into());
    }
}

/// Writes a file beside its place, has the disk keep it, and moves it there: under this name there is always a whole file.
///
/// ```
/// let dir = tempfile::tempdir().unwrap();
/// let file = dir.path().join("a.json");
/// ambulo_data::run_folder::write_atomically(&file, b"{}").unwrap();
/// assert_eq!(std::fs::read(&file).unwrap(), b"{}");
/// ```
pub fn write_atomically(file: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(".tmp");
    let beside = file.with_file_name(name);
    let written = File::create(&beside).and_then(|mut f| f.write_all(bytes).and_then(|()| f.sync_all()));
    written.and_then(|()| std::fs::rename(&beside, file)).map_err(|e| FolderError::io(file, e))?;
    // The name is kept by the folder, which has its own place on the disk. Where folders cannot be opened, that is left out.
    if let Some(Ok(dir)) = file.parent().map(File::open) {
        let _ = dir.sync_all();
    }
    Ok(())
}
