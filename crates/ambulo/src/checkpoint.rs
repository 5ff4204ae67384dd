//! Checkpoints: everything that a run needs to be resumed, in `checkpoints/` of its folder.
//!
//! A checkpoint is written beside its place, kept by the disk and then moved there, so that under its name there is always a
//! whole one. The last two are kept: should the last one be damaged all the same, the one before it serves. Its file is
//!
//! ```text
//! magic, version of the format, program, hash of scenario.toml, body, checksum of all that
//! ```

use crate::explain::Explainer;
use crate::neighbourhood::GraphWatcher;
use crate::recorder::{Recorder, RecorderEnd};
use crate::{RunError, World, run_manifest};
use ambulo_data::fnv1a;
use ambulo_data::run_folder::{FolderError, write_atomically};
use ambulo_sim::{Snapshot, SnapshotError, SnapshotReader, SnapshotWriter};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const MAGIC: &[u8; 16] = b"ambulo resumes\r\n";
/// Version of the format.
const VERSION: u32 = 4;
/// Checkpoints that are kept.
const KEPT: usize = 2;
/// Writing takes at most one part in so many of the time.
const SHARE: u32 = 20;
pub(crate) const FOLDER: &str = "checkpoints";

/// Takes checkpoints of a run when they are due.
pub(crate) struct Checkpoints {
    folder: PathBuf,
    scenario_hash: String,
    /// Wall time between two; none are taken without.
    every: Option<Duration>,
    due: Instant,
}

/// A run as far as its checkpoint has it.
pub(crate) struct Checkpoint {
    /// Wall time of the run so far [s].
    pub(crate) wall_s: f64,
    switches: usize,
    sim: Vec<u8>,
    pub(crate) recorder: RecorderEnd,
    pub(crate) graph: GraphWatcher,
    /// What the explainer kept, if there is one.
    pub(crate) explainer: Vec<u8>,
}

ambulo_sim::snapshot!(Checkpoint { wall_s, switches, sim, recorder, graph, explainer });

impl Checkpoints {
    pub(crate) fn new(out: &Path, scenario_hash: &str, every: Option<Duration>) -> Self {
        let due = Instant::now() + every.unwrap_or_default();
        Self { folder: out.join(FOLDER), scenario_hash: scenario_hash.into(), every, due }
    }

    /// Whether one is to be taken.
    pub(crate) fn due(&self) -> bool {
        self.every.is_some() && Instant::now() >= self.due
    }

    /// Takes one now, unless none are wanted. Everything recorded so far is on the disk before.
    pub(crate) fn take(
        &mut self,
        world: &World,
        recorder: &mut Recorder,
        graph: &GraphWatcher,
        explainer: Option<&mut Explainer>,
        wall_s: f64,
    ) -> Result<(), RunError> {
        let Some(every) = self.every else { return Ok(()) };
        let began = Instant::now();
        let mut explained = SnapshotWriter::default();
        explainer.map_or(Ok(()), |e| e.save(&mut explained))?;
        let sim = world.sim.save().map_err(|e| self.fault(&e))?;
        let checkpoint = Checkpoint {
            wall_s,
            switches: world.switches.len(),
            sim,
            recorder: recorder.keep()?,
            graph: graph.clone(),
            explainer: explained.into_bytes(),
        };
        std::fs::create_dir_all(&self.folder).map_err(|source| RunError::Io { file: self.folder.clone(), source })?;
        let file = self.folder.join(format!("step-{:010}.bin", world.report().step));
        write_atomically(&file, &encode(&checkpoint, &self.scenario_hash))?;
        for (_, old) in all(&self.folder).into_iter().skip(KEPT) {
            std::fs::remove_file(&old).map_err(|source| RunError::Io { file: old, source })?;
        }
        self.due = Instant::now() + every.max(began.elapsed() * SHARE);
        Ok(())
    }

    fn fault(&self, e: &SnapshotError) -> RunError {
        RunError::Resume { folder: self.folder.clone(), why: e.to_string() }
    }

    /// Removes all: the run is complete.
    pub(crate) fn remove(&self) -> Result<(), FolderError> {
        match std::fs::remove_dir_all(&self.folder) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                Err(FolderError::Io { file: self.folder.clone(), source })
            }
            _ => Ok(()),
        }
    }

    /// The last checkpoint that is whole; none where there is none. Damaged ones are removed.
    pub(crate) fn last(&self) -> Result<Option<Checkpoint>, RunError> {
        for (_, file) in all(&self.folder) {
            let bytes = std::fs::read(&file).map_err(|source| RunError::Io { file: file.clone(), source })?;
            if is_whole(&bytes) {
                return decode(&bytes, &self.scenario_hash).map(Some).map_err(|e| self.fault(&e));
            }
            std::fs::remove_file(&file).map_err(|source| RunError::Io { file, source })?;
        }
        Ok(None)
    }
}

impl Checkpoint {
    /// Brings a world that was just built to the state of the checkpoint.
    pub(crate) fn restore(&self, world: &mut World) -> Result<(), SnapshotError> {
        world.sim.restore(&self.sim)?;
        let done = world.switches.len().checked_sub(self.switches);
        let done = done.ok_or_else(|| SnapshotError::new("it has more changes of model than the scenario"))?;
        world.switches.drain(..done);
        Ok(())
    }
}

/// The checkpoints of a folder, the last one first.
fn all(folder: &Path) -> Vec<(u32, PathBuf)> {
    let numbered = |path: PathBuf| {
        let name = path.file_name()?.to_str()?;
        let step = name.strip_prefix("step-")?.strip_suffix(".bin")?.parse().ok()?;
        Some((step, path))
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut all: Vec<(u32, PathBuf)> = entries.filter_map(|e| numbered(e.ok()?.path())).collect();
    all.sort();
    all.reverse();
    all
}

fn encode(checkpoint: &Checkpoint, scenario_hash: &str) -> Vec<u8> {
    let mut out = SnapshotWriter::default();
    out.add(MAGIC);
    VERSION.save(&mut out);
    run_manifest::program().save(&mut out);
    scenario_hash.to_string().save(&mut out);
    checkpoint.save(&mut out);
    let mut bytes = out.into_bytes();
    let sum = fnv1a(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Whether it begins as a checkpoint does, and the checksum is right.
fn is_whole(bytes: &[u8]) -> bool {
    let Some((body, sum)) = bytes.split_last_chunk::<8>() else { return false };
    body.starts_with(MAGIC) && fnv1a(body) == u64::from_le_bytes(*sum)
}

fn decode(bytes: &[u8], scenario_hash: &str) -> Result<Checkpoint, SnapshotError> {
    let body = &bytes[MAGIC.len()..bytes.len() - 8];
    let from = &mut SnapshotReader::new(body);
    let version = u32::load(from)?;
    if version != VERSION {
        return Err(SnapshotError::new(format!("its checkpoint has version {version}, this program reads {VERSION}")));
    }
    let program = String::load(from)?;
    if program != run_manifest::program() {
        let own = run_manifest::program();
        return Err(SnapshotError::new(format!("its checkpoint was taken by {program}, this is {own}")));
    }
    if String::load(from)? != scenario_hash {
        return Err(SnapshotError::new("its checkpoint is of another scenario"));
    }
    Checkpoint::load(from)
}
