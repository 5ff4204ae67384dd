//! Measured trajectories as every program shows them: the page of an evaluation, its provenance, and its JSON object.

mod json;
mod page_folder;
mod words;

pub use page_folder::write_page;
pub(crate) use words::origin_notes;

use crate::RunError;
use ambulo_data::measured::Origin;
use ambulo_data::run_folder::Provenance;
use ambulo_eval::evaluation::{Evaluation, Questions};
use ambulo_eval::page::Page;
use std::path::{Path, PathBuf};

/// A file of trajectories, how it was understood, and what was measured on it.
///
/// ```
/// use ambulo::data::{measured, run_folder::Provenance};
/// use ambulo::eval::evaluation::{Questions, evaluate};
/// use ambulo::evaluate::EvaluatedFile;
/// let dir = tempfile::tempdir().unwrap();
/// let path = dir.path().join("two.csv");
/// std::fs::write(&path, "frame,id,x,y\n0,1,0,0\n1,1,0.1,0\n2,1,0.2,0\n").unwrap();
/// let how = measured::How { fps: Some(10.0), ..Default::default() };
/// let read = measured::open(&path, &how).unwrap();
/// let questions = Questions::default();
/// let found = evaluate(read.trajectories, &questions, &|| 0.0, &mut |_| ()).unwrap();
/// let file = EvaluatedFile { run: Provenance::of(&path), path, questions, found, origin: read.origin };
/// assert_eq!(file.json(None)["walkers"], 1);
/// assert!(file.write(dir.path(), "a notebook").unwrap().ends_with("evaluation.html"));
/// ```
pub struct EvaluatedFile {
    /// The file or run folder.
    pub path: PathBuf,
    /// Of what run it is, where it is of one.
    pub run: Provenance,
    /// How the file was understood.
    pub origin: Origin,
    /// What was asked.
    pub questions: Questions,
    /// What was measured.
    pub found: Evaluation,
}

impl EvaluatedFile {
    /// What the data set is called.
    pub fn name(&self) -> String {
        let stem = |p: &Path| p.file_stem().map(|s| s.to_string_lossy().into_owned());
        let canonical = self.path.canonicalize().ok();
        canonical.and_then(|p| stem(&p)).or_else(|| stem(&self.path)).unwrap_or_else(|| "data".into())
    }

    /// The page, with notes and provenance; `command` is what asked for it.
    pub fn page(&self, command: &str) -> Page {
        let Self { found, origin, questions, .. } = self;
        let mut page = found.page(&self.name(), origin.twice);
        page.notes = self.run.warning.iter().cloned().chain(self.notes()).collect();
        page.provenance = vec![("file".into(), self.path.display().to_string())];
        page.provenance.extend(self.origin_words());
        page.provenance.extend(self.run.run_id.iter().map(|id| ("run".into(), id.clone())));
        if let Some(f) = questions.filter {
            let words = format!("Butterworth of order {}, {} Hz, forward and backward", f.order, f.cutoff_hz);
            page.provenance.push(("filter".into(), words));
        }
        if let Some(seconds) = questions.bridge {
            page.provenance.push(("gaps bridged".into(), format!("up to {seconds} s, {} rows made up", found.bridged)));
        }
        page.provenance.push(("version".into(), crate::VERSION.into()));
        page.provenance.push(("command".into(), command.into()));
        page
    }

    /// Writes the page and its files into a folder; returns the page.
    pub fn write(&self, out: &Path, command: &str) -> Result<PathBuf, RunError> {
        let page = self.page(command);
        self.write_page(out, &page, command)
    }

    /// The same with a page that was changed.
    pub fn write_page(&self, out: &Path, page: &Page, command: &str) -> Result<PathBuf, RunError> {
        write_page(out, "evaluation", command, || self.found.write(page, out))
    }
}
