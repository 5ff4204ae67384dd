//! Pages of figures in folders of their own: one writer at a time, and nothing of an older page of the same kind.

use crate::failure::Failure;
use ambulo::data::run_folder::{FolderError, RunFolder};
use ambulo::eval::page::PageFiles;
use ambulo::eval::report::ReportError;
use std::path::{Path, PathBuf};

/// Has a page written into a folder and enters its files into the folder's manifest; gives the page.
pub fn write(
    dir: &Path,
    kind: &str,
    files: impl FnOnce() -> Result<PageFiles, ReportError>,
) -> Result<PathBuf, Failure> {
    let failed = |e: FolderError| match e {
        FolderError::Busy { .. } => Failure::Usage(e.to_string()),
        e => Failure::Run(anyhow::anyhow!("{e}")),
    };
    let mut folder = RunFolder::add_to(dir, kind, &format!("ambulo {}", ambulo::VERSION)).map_err(failed)?;
    let files = files().map_err(|e| Failure::Run(anyhow::anyhow!("{e}")))?;
    folder.list(std::iter::once(files.html.clone()).chain(files.others));
    if folder.manifest.kind == kind {
        folder.manifest.command = crate::run::command_line();
        folder.manifest.end(true, "written", "");
    }
    folder.write_manifest().map_err(failed)?;
    Ok(files.html)
}
