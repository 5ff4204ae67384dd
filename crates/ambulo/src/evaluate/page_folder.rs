//! Pages of figures in folders of their own: one writer at a time, and nothing of an older page of the same kind.

use crate::{RunError, run_manifest};
use ambulo_data::run_folder::RunFolder;
use ambulo_eval::page::PageFiles;
use ambulo_eval::report::ReportError;
use std::path::{Path, PathBuf};

/// Has a page written into a folder and enters its files into the folder's manifest, with the command that asked for it;
/// returns the page.
///
/// ```
/// use ambulo::eval::page::Page;
/// let dir = tempfile::tempdir().unwrap();
/// let html = ambulo::evaluate::write_page(dir.path(), "models", "a notebook", || {
///     Page::default().write(dir.path(), "models.html")
/// });
/// assert!(html.unwrap().exists() && dir.path().join("manifest.json").exists());
/// ```
pub fn write_page(
    dir: &Path,
    kind: &str,
    command: &str,
    files: impl FnOnce() -> Result<PageFiles, ReportError>,
) -> Result<PathBuf, RunError> {
    let mut folder = RunFolder::add_to(dir, kind, &run_manifest::program())?;
    let files = files()?;
    folder.list(std::iter::once(files.html.clone()).chain(files.others));
    if folder.manifest.kind == kind {
        folder.manifest.command = command.into();
        folder.manifest.end(true, "written", "");
    }
    folder.write_manifest()?;
    Ok(files.html)
}
